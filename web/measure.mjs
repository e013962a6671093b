// Measures the page in Chromium: `node measure.mjs [PROGRAM]`, in web/ after `npm ci`, on a quiet machine.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { chromium } from "playwright-core";

const program = process.argv[2] ?? "../target/release/tuzdik";
const ROUNDS = 15;
const LIMIT = { timeout: 60_000 };
const GAME = "76 98 66 87 12 76 25 78 48 36x 94 16 84 82 91x 97 18 26 91 91";

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const say = (what, values) =>
  console.log(
    `${what}: median ${median(values).toFixed(1)} ms, highest ${Math.max(...values).toFixed(1)} ms (${values.length})`,
  );

for (const name of ["index.html", "app.js", "app.css"]) {
  const bytes = readFileSync(new URL(`dist/${name}`, import.meta.url));
  console.log(
    `${name}: ${bytes.length} bytes, gzip ${gzipSync(bytes).length}, brotli ${brotliCompressSync(bytes).length}`,
  );
}
const server = spawn(program, ["board", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((done) => {
  server.stdout.once("data", (data) => done(/http\S+/.exec(String(data))[0]));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

try {
  const paints = [];
  const boards = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForSelector(".pit.can", LIMIT);
    boards.push(await page.evaluate(() => performance.now()));
    paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    await context.close();
  }
  say("first contentful paint", paints);
  say("board with its moves", boards);

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const searches = [];
  page.on("websocket", (socket) => {
    socket.on(
      "framesent",
      ({ payload }) => /^(go|stop)/.test(payload) && searches.push([String(payload), performance.now()]),
    );
    socket.on(
      "framereceived",
      ({ payload }) => /^bestmove/.test(payload) && searches.push(["best", performance.now()]),
    );
  });
  await page.goto(address);
  await page.waitForSelector(".pit.can", LIMIT);
  // From a key to the frame after the board has changed.
  const moves = await page.evaluate(async (game) => {
    const times = [];
    for (const move of game.split(" ")) {
      while (document.querySelector(".pit.can") === null) await new Promise(requestAnimationFrame);
      const before = performance.now();
      const shown = document.querySelectorAll(".tree button.move").length;
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: move[0], bubbles: true }));
      while (
        document.querySelectorAll(".tree button.move").length <= shown ||
        document.querySelector(".pit.from") === null ||
        document.querySelector(".pit.can") === null
      ) {
        await new Promise(requestAnimationFrame);
      }
      times.push(performance.now() - before);
    }
    return times;
  }, GAME);
  say("move made and shown", moves);

  await page.click("#tab-analysis");
  await page.click(".analysis button.main");
  await page.waitForSelector(".lines li:nth-child(3) .pv button", LIMIT);
  searches.length = 0;
  // A held key repeats about 30 times a second.
  await page.keyboard.press("Home");
  for (let round = 0; round < 4; round++) {
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press(round % 2 === 0 ? "ArrowRight" : "ArrowLeft");
      await page.waitForTimeout(33);
    }
  }
  await page.waitForSelector(".lines li:nth-child(3) .pv button", LIMIT);
  const again = [];
  for (const [index, [word, at]] of searches.entries()) {
    if (word !== "stop") continue;
    const next = searches.slice(index).find(([later]) => later.startsWith("go"));
    if (next !== undefined) again.push(next[1] - at);
  }
  say("search stopped and begun anew while a key is held", again);

  // The explorer over ten times the master games.
  const facts = new URL("../tests/data/facts/master_games.txt", import.meta.url);
  const games = readFileSync(facts, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => `[White "A"]\n\n${line.split(" | ")[1]} *\n`);
  const other = await context.newPage();
  const asked = new Map();
  const answers = [];
  other.on("websocket", (socket) => {
    if (!socket.url().endsWith("/core")) return;
    socket.on("framesent", ({ payload }) => {
      const { id, call } = JSON.parse(payload);
      if (call === "explorer") asked.set(id, performance.now());
    });
    socket.on("framereceived", ({ payload }) => {
      const id = Number(/^\{"id":(\d+)/.exec(payload)?.[1]);
      if (asked.has(id)) answers.push(performance.now() - asked.get(id));
    });
  });
  await other.goto(address);
  await other.waitForSelector(".pit.can", LIMIT);
  await other.click("#tab-games");
  const name = "games.tgk";
  const buffer = Buffer.from(Array.from({ length: 10 }, () => games.join("\n")).join("\n"));
  await other.setInputFiles("input[type=file]", { name, mimeType: "text/plain", buffer });
  await other.waitForSelector(".games .game", LIMIT);
  await other.click("#tab-explorer");
  for (let ply = 0; ply < ROUNDS; ply++) {
    const before = answers.length;
    await other.keyboard.press("ArrowRight");
    while (answers.length === before) await other.waitForTimeout(5);
  }
  say(`explorer over ${10 * games.length} games`, answers);
} finally {
  await browser.close();
  server.kill();
}
