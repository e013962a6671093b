// The engine as WebAssembly in node: it answers as the program does. scripts/test-page runs it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const program = process.env.TUZDIK ?? "../target/release/tuzdik";
const folder = resolve(process.env.NPM ?? "../target/npm");
const { Tuzdik } = await import(pathToFileURL(join(folder, "index.js")));

const native = (input) =>
  execFileSync(program, { input, encoding: "utf8", maxBuffer: 1 << 26 })
    .trimEnd()
    .split("\n");
const steady = (line) => line.replace(/ (time|nps|in) \d+/g, "");
/** Of a search that is broken off and gone on with only that it reports and answers is sure. */
const rough = (line) => steady(line).replace(/^(info depth|bestmove) .*/, "$1");
const once = (line, at, all) => line !== "info depth" || all[at - 1] !== line;
/** What a machine with threads and another memory may say differently. */
const common = (line) => !/^option name (Threads|Hash) /.test(line);
const bench = readFileSync(new URL("../../../bench.txt", import.meta.url), "utf8").match(/^Bench: \d+/m)[0];

for (const way of ["whole", "sliced", "suspended"]) {
  const skip = way === "suspended" && !("Suspending" in WebAssembly) && "this node cannot suspend WebAssembly";

  test(`the dialogues of all rule sets, ${way}`, { skip }, async () => {
    const text = readFileSync(new URL("../../../tests/data/dialogues.txt", import.meta.url), "utf8");
    const dialogues = text.split("\n\n").slice(1);
    let lines = 0;
    for (const dialogue of dialogues) {
      const engine = await Tuzdik.create({ way });
      // The last line of all is the answer to `isready` when there is nothing else left to do.
      const answers = [];
      const expected = native(dialogue);
      const searches = /^(go|perft|bench)\b/m.test(dialogue);
      const last = searches ? expected.at(-1).split(" ")[0] : "readyok";
      if (searches) answers.push(...(await engine.ask(dialogue.trim(), last)));
      else answers.push(...(await engine.ask(`${dialogue.trim()}\nisready`, last)));
      if (!searches && expected.at(-1) !== "readyok") answers.pop();
      const compared = (all) =>
        all
          .filter(common)
          .map(way === "sliced" ? rough : steady)
          .filter(once);
      assert.deepEqual(compared(answers).join("\n"), compared(expected).join("\n"), dialogue);
      lines += dialogue.trim().split("\n").length;
    }
    assert.ok(dialogues.length > 40 && lines > 200, String(lines));
  });

  test(`stop, ${way}`, { skip: skip || way === "whole" }, async () => {
    const engine = await Tuzdik.create({ way });
    const depths = [];
    const started = engine.ask("setoption name OwnBook value false\ngo infinite", "bestmove");
    await new Promise((done) => setTimeout(done, 300));
    engine.send("stop");
    for (const line of await started) if (line.startsWith("info depth")) depths.push(Number(line.split(" ")[2]));
    assert.ok(depths.at(-1) > 5, String(depths));
    const [answer] = await engine.ask("query p1turn", "response");
    assert.equal(answer, "response true");
  });
}

test("the bench counts the nodes of the program", async () => {
  const engine = await Tuzdik.create();
  const lines = await engine.ask("bench", "Bench:");
  assert.equal(lines.at(-1), bench);
});

test("a record is read and graded as the program does", async () => {
  const engine = await Tuzdik.create();
  const text = readFileSync(new URL("../../../tests/data/shortest.tgk", import.meta.url), "utf8");
  const read = engine.call("records.read", { text });
  assert.ok(read.games.length > 0);
  assert.throws(() => engine.call("nonsense", {}), /there is no call/);
});

test("a program of ten lines outside of this folder", () => {
  const home = mkdtempSync(join(tmpdir(), "tuzdik-npm-"));
  try {
    const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", folder], { cwd: home, encoding: "utf8" }));
    mkdirSync(join(home, "node_modules"));
    execFileSync("tar", ["xzf", packed.filename], { cwd: home });
    cpSync(join(home, "package"), join(home, "node_modules", "tuzdik"), { recursive: true });
    writeFileSync(
      join(home, "main.mjs"),
      `import { Tuzdik } from "tuzdik";
const engine = await Tuzdik.create();
engine.send("setoption name OwnBook value false");
const moves = [];
for (let ply = 0; ply < 4; ply++) {
  const lines = await engine.ask("position startpos moves " + moves.join(" ") + "\\ngo depth 6", "bestmove");
  moves.push(lines.at(-1).split(" ")[1]);
}
const position = engine.call("position", { ref: { variant: "togyzkumalak", start: null, moves } });
console.log(moves.length, position.legal.length);
`,
    );
    const said = execFileSync("node", ["main.mjs"], { cwd: home, encoding: "utf8" });
    assert.match(said, /^4 [1-9]\n$/);
  } finally {
    rmSync(home, { recursive: true });
  }
});
