// Reviews and learning in a real browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { LIMIT, moves, paste, pit, program, setUp, shows } from "./util.mjs";

const all = setUp();
const GAME = "65 65 99 89 56 78 46x 46 14 14 72 38";

/** Opens a game and reviews it to its end. */
async function reviewed(t, played = GAME, effort = "nodes 20000") {
  const page = await all.open(t);
  await paste(page, `[White "A"]\n[Black "B"]\n\n${played} *\n`);
  await shows(page, played);
  await page.click("#tab-review");
  await page.selectOption(".review select", effort);
  await page.click(".review button.main");
  await finished(page);
  return page;
}

const finished = (page) =>
  page.waitForFunction(
    () => document.querySelector(".review progress") === null && document.querySelector(".review table") !== null,
    null,
    { timeout: 60_000 },
  );

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tuzdik-board-1")).review);

test("a review is that of tuzdik analyse, to the number, and outlives a reload", async (t) => {
  const page = await reviewed(t);
  const file = join(all.folder, "game.tgk");
  writeFileSync(file, `[White "A"]\n[Black "B"]\n\n${GAME} *\n`);
  const args = ["analyse", file, "--json", "--nodes", "20000", "--hash", "64"];
  const printed = execFileSync(program, args, { encoding: "utf8" }).trim().split("\n").map(JSON.parse);
  const expected = printed.filter(({ type }) => type === "move").map(({ game, ...move }) => (void game, move));
  assert.equal(expected.length, GAME.split(" ").length);
  const { grades } = await kept(page);
  assert.deepEqual(grades.moves, expected);
  const summary = printed.find(({ type }) => type === "summary");
  for (const [row, side] of ["south", "north"].entries()) {
    const { mean_loss, inaccuracies, mistakes, blunders } = summary[side];
    const cells = await page.locator(`.review tbody tr:nth-child(${row + 1}) td`).allTextContents();
    assert.deepEqual(cells, [`${(100 * mean_loss).toFixed(1)} %`, ...[inaccuracies, mistakes, blunders].map(String)]);
  }
  const marked = expected.filter(({ grade }) => grade !== "");
  assert.ok(marked.length >= 2);
  const listed = await page.locator(".mistakes .game span:first-child").allTextContents();
  assert.deepEqual(
    listed,
    marked.map(({ number, side, move, grade }) => `${number}${side === "South" ? "." : "…"} ${move} ${grade}`),
  );
  await page.reload();
  await page.click("#tab-review");
  await page.waitForSelector(".mistakes .game", LIMIT);
  assert.equal(await page.locator(".mistakes .game").count(), marked.length);
});

test("mistakes are gone to by keys, the list and the graph, and written into the game", async (t) => {
  const page = await reviewed(t);
  const { grades } = await kept(page);
  const plies = grades.moves.filter(({ grade }) => grade !== "").map(({ ply }) => ply);
  const at = (ply) =>
    page.waitForFunction(
      (wanted) => [...document.querySelectorAll(".tree button.move")].findIndex((m) => m.matches(".here")) === wanted,
      ply - 1,
      LIMIT,
    );
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  await at(plies[0]);
  await page.keyboard.press("n");
  await at(plies[1]);
  await page.keyboard.press("p");
  await at(plies[0]);
  await page.locator(".mistakes .game").last().click();
  await at(plies.at(-1));
  const graph = await page.locator(".graph").boundingBox();
  await page.mouse.click(graph.x + 1, graph.y + 20);
  await at(1);
  await page.getByRole("button", { name: "Write marks and better moves" }).click();
  await page.waitForFunction((n) => document.querySelectorAll(".variation").length === n, plies.length, LIMIT);
  const signs = grades.moves.filter(({ grade }) => grade !== "").map(({ move, grade }) => move + grade);
  const shown = await moves(page);
  for (const sign of signs) assert.ok(shown.includes(sign), `${sign} in ${shown}`);
  await page.click("#tab-games");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Save", { exact: true }).click()]);
  const saved = await (await file.createReadStream()).toArray();
  assert.match(String(Buffer.concat(saved)), /\$4|\?\?/);
});

/** The pit that a move sows. */
const key = (mark) => mark[0];

test("a better move is looked for, tried, found or shown", async (t) => {
  const page = await reviewed(t);
  const { grades } = await kept(page);
  const side = ["South", "North"].find(
    (name) => grades.moves.filter((m) => m.grade !== "" && m.side === name).length >= 2,
  );
  const tasks = grades.moves.filter((move) => move.grade !== "" && move.side === side);
  await page.getByRole("button", { name: `Learn: ${side}` }).click();
  await page.waitForSelector(".task.open", LIMIT);
  assert.equal(await page.locator(".mistakes").count(), 0);
  assert.match(await page.textContent(".task"), new RegExp(`Mistake 1 of ${tasks.length}[^]*${tasks[0].move}`));
  const ready = () => page.waitForSelector(".pit.can", LIMIT);
  await ready();
  // The move of the game is wrong once more.
  await page.keyboard.press(key(tasks[0].move));
  await page.waitForSelector(".task.wrong", LIMIT);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForSelector(".task.open", LIMIT);
  await ready();
  await page.keyboard.press(key(tasks[0].lines[0].pv[0]));
  await page.waitForSelector(".task.right", LIMIT);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.waitForSelector(".task.open", LIMIT);
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.waitForSelector(".task.shown", LIMIT);
  const best = tasks[1].lines[0].pv[0];
  assert.ok((await page.textContent(".task")).includes(best));
  await page.waitForSelector(".mark.best", LIMIT);
  assert.equal(await page.locator(".mark.best").textContent(), best);
  for (let left = tasks.length - 1; left > 0; left--) {
    await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await page.waitForFunction(() => document.querySelector(".task") === null, null, LIMIT);
});

test("a review is cancelled and goes on where it was; one learns from all games of a player", async (t) => {
  const page = await all.open(t);
  const game = (south, north, played) => `[White "${south}"]\n[Black "${north}"]\n\n${played} *\n\n`;
  const text = game("Aida", "Bek", GAME) + game("Bek", "Aida", "65 65 99 91 56 89 46x 35x") + game("Bek", "Dana", GAME);
  await paste(page, text);
  await shows(page, GAME);
  await page.click("#tab-review");
  await page.selectOption(".review select", "movetime 1000");
  await page.click(".review button.main");
  await page.waitForSelector(".review .graph", LIMIT);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForFunction(() => document.querySelector(".review progress") === null, null, LIMIT);
  assert.ok((await kept(page)).searches.length < GAME.split(" ").length);
  await page.selectOption(".review .row:last-child select", "Aida");
  await page.selectOption(".review select", "nodes 20000");
  await page.getByRole("button", { name: "Learn from this player" }).click();
  await page.waitForSelector(".task.open", { timeout: 60_000 });
  assert.match(await page.textContent(".task"), /Mistake 1 of \d+/);
  // Tasks lead through the games.
  const lengths = new Set();
  while ((await page.locator(".task").count()) > 0) {
    lengths.add((await moves(page)).length);
    const before = await page.textContent(".task");
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.waitForFunction((text) => document.querySelector(".task")?.textContent !== text, before, LIMIT);
  }
  assert.deepEqual(
    [...lengths].sort((a, b) => a - b),
    [8, 12],
  );
  assert.equal(await page.locator(`${pit("south", 1)}`).count(), 1);
});
