// An engine that misbehaves in the way that its argument names.
import { createInterface } from "node:readline";

const way = process.argv[2];
const say = (line) => process.stdout.write(`${line}\n`);
let flood;
for await (const line of createInterface({ input: process.stdin })) {
  const [word] = line.split(" ");
  if (word === "uci") {
    say(`id name ${way}`);
    say("uciok");
  } else if (word === "isready") say("readyok");
  else if (word === "quit") break;
  else if (word === "go") {
    if (way === "crash") process.exit(3);
    if (way === "lie") {
      say("info depth 5 score cp nonsense pv 76");
      say("info depth 5 score cp 100 pv 11 11 11 99");
      say("info depth 6 score cp 20 pv 76");
      say("bestmove 99x");
    }
    if (way === "flood") {
      flood = setInterval(() => {
        for (let n = 1; n < 2000; n++) say(`info depth ${n} score cp ${n} pv 76`);
      }, 10);
    }
  } else if (word === "stop" && way === "flood") {
    clearInterval(flood);
    say("bestmove 76");
  }
}
process.exit(0);
