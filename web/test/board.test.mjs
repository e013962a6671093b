// The page in a real browser, over the real server: `scripts/test-web` runs it.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import { count, LIMIT, masters, moves, movesMade, paste, pit, serve, setUp, WITH_PROGRAM } from "./util.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const all = setUp();

test("a game by clicks, its tree and a reload", async (t) => {
  const page = await all.open(t);
  await page.click(`${pit("south", 7)} .hit`);
  await page.waitForSelector(`${pit("north", 6)}.landed`, LIMIT);
  assert.equal(await count(page, "north", 6), "0");
  await page.click(`${pit("north", 9)} .hit`);
  await page.waitForSelector(`${pit("south", 8)}.landed`, LIMIT);
  assert.deepEqual(await moves(page), ["76", "98"]);
  // A variation, and back to the main line after a reload.
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(`${pit("north", 6)}.landed`, LIMIT);
  await page.click(`${pit("north", 1)} .hit`);
  await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length === 3, null, LIMIT);
  assert.equal(await page.locator(".variation").count(), 1);
  await page.reload();
  await page.waitForSelector(".pit.can", LIMIT);
  assert.deepEqual(await moves(page), ["76", "98", "11"]);
});

test("a game by keys alone", async (t) => {
  const page = await all.open(t);
  for (const [key, played] of [
    ["7", "76"],
    ["9", "98"],
    ["6", "66"],
  ]) {
    await page.waitForSelector(".pit.can", LIMIT);
    await page.keyboard.press(key);
    await page.waitForFunction(
      (mark) => [...document.querySelectorAll(".tree button.move")].at(-1)?.textContent === mark,
      played,
      LIMIT,
    );
  }
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".pit.from") === null, null, LIMIT);
  await page.keyboard.press("End");
  await page.waitForSelector(`${pit("south", 6)}.from`, LIMIT);
  // Through the pits by Tab and arrows, and sown by Enter.
  await page.locator(`${pit("north", 8)}`).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length === 4, null, LIMIT);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog.help");
});

/** The shortest decided game, a move at a time: the side, its pit, and the move as it is written. */
const SHORTEST = readFileSync(new URL("../../tests/data/shortest_games.txt", import.meta.url), "utf8")
  .split("\n")
  .find((line) => /^\d/.test(line))
  .split(" ")
  .map((mark, ply) => ({ side: ply % 2 === 0 ? "south" : "north", number: Number(mark[0]), mark }));

test("a whole game by clicks, and one by keys, each to its end", async (t) => {
  const ways = {
    clicks: (page, { side, number }) => page.click(`${pit(side, number)} .hit`),
    keys: (page, { number }) => page.keyboard.press(String(number)),
  };
  assert.ok(SHORTEST.length > 10);
  for (const [way, sow] of Object.entries(ways)) {
    const page = await all.open(t);
    for (const move of SHORTEST) {
      await page.waitForSelector(`${pit(move.side, move.number)}.can`, LIMIT);
      await sow(page, move);
      await page.waitForSelector(`${pit(move.side, move.number)}.from`, LIMIT);
    }
    await page.waitForSelector(".play .over", LIMIT);
    assert.match(await page.textContent(".play .over"), /South/, way);
    assert.equal((await moves(page)).join(" "), SHORTEST.map(({ mark }) => mark).join(" "));
    assert.equal(await page.locator(".pit.can").count(), 0);
  }
});

test("letters are keys on a keyboard with Cyrillic letters too", async (t) => {
  const page = await all.open(t);
  const lowest = () => page.locator(".pit").last().getAttribute("data-pit");
  assert.match(await lowest(), /south/);
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "а", code: "KeyF", bubbles: true })),
  );
  await page.waitForFunction(
    () => [...document.querySelectorAll(".pit")].at(-1).getAttribute("data-pit").startsWith("north"),
    null,
    LIMIT,
  );
});

test("two tabs keep a game each", async (t) => {
  const page = await all.open(t);
  const other = await page.context().newPage();
  await other.goto(page.url() + all.address.slice(all.address.indexOf("#")));
  await other.waitForSelector(".pit.can", LIMIT);
  for (const [tab, key] of [
    [page, "7"],
    [other, "5"],
  ]) {
    await tab.bringToFront();
    await tab.keyboard.press(key);
    await tab.waitForSelector(`${pit("south", Number(key))}.from`, LIMIT);
  }
  await page.reload();
  await page.waitForSelector(`${pit("south", 7)}.from`, LIMIT);
  assert.deepEqual(await moves(page), ["76"]);
});

test("the engine answers, and a level can be chosen", async (t) => {
  const page = await all.open(t);
  await page.click(".play button.main");
  await page.selectOption("dialog .form .field:nth-child(4) select", "0");
  await page.click("dialog button.main");
  await page.keyboard.press("7");
  await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length === 2, null, LIMIT);
});

test("live analysis and its end", async (t) => {
  const page = await all.open(t);
  await page.click("#tab-analysis");
  await page.click(".analysis button.main");
  await page.waitForSelector(".lines li:nth-child(3) .pv button", LIMIT);
  assert.ok((await page.locator(".mark").count()) >= 2);
  await page.click(".lines li:first-child .pv button:nth-child(2)");
  await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length === 2, null, LIMIT);
  await page.waitForSelector(".lines li .pv button", LIMIT);
  await page.click(".analysis button.main");
  await page.waitForFunction(() => document.querySelector(".lines") === null, null, LIMIT);
});

test("two engines play every rule set to its end, Mangala after its ritual", async (t) => {
  const page = await all.open(t);
  const names = await page.evaluate(async () => {
    document.querySelector(".play button.main").click();
    await new Promise((done) => requestAnimationFrame(done));
    return [...document.querySelector("dialog select").options].map((option) => option.value);
  });
  assert.equal(names.length, 12);
  await page.click("dialog .row button:last-child");
  await page.waitForFunction(() => document.querySelector("dialog[open]") === null, null, LIMIT);
  for (const name of names) {
    await page.click(".play button.main");
    await page.selectOption("dialog .form .field:nth-child(1) select", name);
    await page.selectOption("dialog .form .field:nth-child(2) select", "tuzdik 1");
    await page.selectOption("dialog .form .field:nth-child(3) select", "tuzdik 1");
    await page.selectOption("dialog .form .field:nth-child(4) select", "0");
    await page.click("dialog button.main");
    // The game before this one is over too, and stays until the new one has begun.
    const stop = page.getByRole("button", { name: "Stop playing" });
    await stop.waitFor(LIMIT);
    if (name === "mangala") {
      await page.click(".ritual button.main");
    }
    await page
      .waitForFunction(
        () =>
          document.querySelector(".play .over") !== null && document.querySelectorAll(".tree button.move").length >= 8,
        null,
        { timeout: 120_000 },
      )
      .catch(async () => assert.fail(`${name}: ${await page.textContent(".notice")}`));
    // The result by the rules stands beside the last move.
    assert.match(await page.textContent(".play .over"), /\d+/, name);
    await stop.click();
  }
});

test("a file of games: list, search, explorer, saving", async (t) => {
  const page = await all.open(t);
  await page.click("#tab-games");
  const masterFile = join(all.folder, "masters.tgk");
  writeFileSync(masterFile, masters().join("\n"));
  await page.setInputFiles("input[type=file]", masterFile);
  await page.waitForFunction(() => document.querySelectorAll(".games .game").length >= 100, null, LIMIT);
  assert.match(await page.textContent(".files"), /372/);
  await page.fill("input[type=search]", "South 371");
  await page.waitForFunction(() => document.querySelectorAll(".games .game").length === 1, null, LIMIT);
  await page.click(".games .game");
  await page.waitForSelector(".games .game.here", LIMIT);
  await page.keyboard.press("Home");
  await page.click("#tab-explorer");
  await page.waitForFunction(() => document.querySelectorAll(".explorer table").length === 2, null, LIMIT);
  const rows = await page.locator(".explorer table:last-of-type tbody tr").allTextContents();
  assert.ok(rows.length > 0);
  await page.click("#tab-games");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Save", { exact: true }).click()]);
  assert.match(readFileSync(await file.path(), "utf8"), /\[White "South 371"\]/);
});

test("the editor says what is impossible while it is typed", async (t) => {
  const page = await all.open(t);
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.fill(".editor fieldset:nth-child(2) .cells label:first-child input", "12");
  await page.waitForFunction(() => document.querySelectorAll(".problems li").length > 0, null, LIMIT);
  assert.ok(await page.locator("dialog button.main").isDisabled());
  await page.fill(".editor fieldset:nth-child(2) .cells label:first-child input", "9");
  await page.waitForFunction(() => document.querySelectorAll(".problems li").length === 0, null, LIMIT);
  await page.click("dialog button.main");
  await page.waitForFunction(() => document.querySelector("dialog[open]") === null, null, LIMIT);
});

test("five languages, none with a text that is missing", async (t) => {
  const page = await all.open(t);
  const seen = new Set();
  for (const code of ["kk", "ky", "ru", "tr", "en"]) {
    await page.selectOption(".tools .field:last-of-type select", code);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, code, LIMIT);
    for (const tab of ["play", "analysis", "review", "explorer", "games"]) {
      await page.click(`#tab-${tab}`);
      const text = await page.textContent("body");
      assert.doesNotMatch(text, /page_\w+/, `${code} ${tab}`);
    }
    seen.add(await page.textContent("#tab-play"));
  }
  assert.equal(seen.size, 5);
});

test("narrow and wide screens hold the whole page", async (t) => {
  const page = await all.open(t);
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(over <= 0, `${width}: ${over} pixels too wide`);
  }
});

test("axe finds nothing on any screen", async (t) => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await all.open(t, { colorScheme, bypassCSP: true });
    await page.evaluate(axe);
    const check = async (where) => {
      const found = await page.evaluate(async () => {
        const { violations } = await window.axe.run();
        return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(" | ")}`);
      });
      assert.deepEqual(found, [], `${colorScheme} ${where}`);
    };
    await page.keyboard.press("7");
    await page.waitForSelector(`${pit("north", 6)}.landed`, LIMIT);
    for (const tab of ["play", "analysis", "review", "explorer", "games"]) {
      await page.click(`#tab-${tab}`);
      await check(tab);
    }
    await page.click("#tab-play");
    await page.click(".play button.main");
    await check("new game");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Set up a position" }).click();
    await check("editor");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await check("help");
  }
});

test("a person calls in Mangala's ritual and the game begins", async (t) => {
  const page = await all.open(t);
  await page.click(".play button.main");
  await page.selectOption("dialog .form .field:nth-child(1) select", "mangala");
  await page.selectOption("dialog .form .field:nth-child(2) select", "human");
  await page.selectOption("dialog .form .field:nth-child(3) select", "human");
  await page.click("dialog button.main");
  await page.click(".ritual button.main:has-text('odd')");
  await page.waitForSelector(".ritual button.main:has-text('South')", LIMIT);
  assert.match(await page.textContent(".ritual"), /odd: (right|wrong)/);
  await page.click(".ritual button.main:has-text('South')");
  await page.waitForSelector(".pit.can", LIMIT);
  assert.deepEqual(await moves(page), ["south"]);
  // Who looks back at the choice is not asked for another.
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".tree button.move.here") === null, null, LIMIT);
  await page.keyboard.press("End");
  await page.waitForSelector(".tree button.move.here", LIMIT);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".tree button.move.here") === null, null, LIMIT);
  assert.equal(await page.locator(".ritual").count(), 0);
});

test("a reload keeps what was added to a game that the command line or the address named", WITH_PROGRAM, async (t) => {
  const file = join(all.folder, "given.tgk");
  writeFileSync(file, '[White "A"]\n[Black "B"]\n\n1. 76 98 2. 66 *\n');
  const { server, address: at } = await serve(file);
  t.after(() => server.kill());
  const page = await all.open(t, {}, at);
  const played = (wanted) =>
    page.waitForFunction(
      (all) =>
        [...document.querySelectorAll(".tree button.move")].map((one) => one.textContent).join(" ") === all &&
        document.querySelector(".pit.can") !== null,
      wanted,
      LIMIT,
    );
  await played("76 98 66");
  await page.keyboard.press("End");
  await page.waitForSelector(`${pit("north", 8)}.can`, LIMIT);
  await page.keyboard.press("8");
  await played("76 98 66 87");
  await page.reload();
  await page.waitForSelector(".pit.can", LIMIT);
  await page.click("#tab-games");
  await page.waitForSelector(".games .game", LIMIT);
  await played("76 98 66 87");
  // By its address, in the tab that is open.
  await page.evaluate(() => (location.hash = "#game=togyzkumalak&moves=76+98"));
  await played("76 98");
  await page.keyboard.press("6");
  await played("76 98 66");
  await page.reload();
  await played("76 98 66");
});

test("an address with a move that is not legal says so and shows a board", async (t) => {
  const page = await all.open(t, {}, `${all.address}&game=togyzkumalak&moves=76+12`);
  await page.waitForSelector(".notice.bad", LIMIT);
  assert.deepEqual(await moves(page), []);
});

test("an engine does not move while its game is looked through, nor in another game", WITH_PROGRAM, async (t) => {
  const page = await all.open(t);
  const searches = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      if (String(payload).startsWith("go ")) searches.push(payload);
    });
  });
  await page.click(".play button.main");
  await page.selectOption("dialog .form .field:nth-child(3) select", "tuzdik 1");
  await page.selectOption("dialog .form .field:nth-child(4) select", "0");
  await page.click("dialog button.main");
  await page.keyboard.press("7");
  await movesMade(page, 2);
  const second = await page.locator(".pit.can").first().getAttribute("data-pit");
  await page.keyboard.press(second.at(-1));
  await movesMade(page, 4);
  const before = searches.length;
  assert.equal(before, 2);
  // Back to where the engine has moved first.
  for (let ply = 0; ply < 3; ply++) await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".tree button.move.here")?.textContent === "76", null, LIMIT);
  await page.waitForSelector(`${pit("south", 7)}.from`, LIMIT);
  // What was sent before this answer came was sent before it was asked for.
  await page.click("#tab-explorer");
  await page.waitForSelector(".explorer table", LIMIT);
  assert.equal(searches.length, before);
  assert.equal(await page.locator(".tree button.move.here").textContent(), "76");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".pit.can", LIMIT);
  await page.click("#tab-play");
  await page.click(".play button:has-text('Take back')");
  await page.waitForFunction(
    () => document.querySelector(".pit.from") === null && document.querySelector(".pit.can") !== null,
    null,
    LIMIT,
  );
  // The same move again is a move: the engine answers it.
  await page.keyboard.press("7");
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll(".tree button.move")].findIndex((move) => move.matches(".here")) > 0 &&
      document.querySelector(".pit.can") !== null,
    null,
    LIMIT,
  );
  assert.equal(searches.length, before + 1);
  // A game from a file is none of the engine's.
  await page.click("#tab-games");
  await page.fill(".files textarea", '[White "A"]\n\n1. 76 98 2. 66 *\n');
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await movesMade(page, 3);
  await page.click("#tab-play");
  assert.equal(await page.locator(".play button:has-text('Resign')").count(), 0);
});

test("the board is saved as a picture, and moves have their numbers where North begins", async (t) => {
  const page = await all.open(t);
  await paste(page, "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 N 7");
  await page.waitForSelector(`${pit("north", 7)}.can`, LIMIT);
  for (const [side, number] of [
    ["north", 7],
    ["south", 9],
    ["north", 6],
  ]) {
    await page.click(`${pit(side, number)} .hit`);
    await page.waitForSelector(`${pit(side, number)}.from`, LIMIT);
  }
  assert.deepEqual(await page.locator(".tree .number").allTextContents(), ["7…", "8."]);
  await page.click("#tab-games");
  const save = async (name) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    return readFileSync(await file.path());
  };
  assert.match(String(await save("SVG")), /^<svg[^]*<circle[^]*<\/svg>$/);
  assert.deepEqual(
    [...(await save("PNG")).subarray(1, 4)],
    [..."PNG"].map((letter) => letter.charCodeAt(0)),
  );
});

/** Two people begin a game of three minutes and two seconds a move, by a clock that the test turns. */
async function playByClock(page) {
  await page.clock.install();
  await page.click(".play button.main");
  await page.selectOption("dialog .form .field:nth-child(3) select", "human");
  await page.selectOption("dialog .form .field:nth-child(4) select", "3");
  await page.click("dialog button.main");
}

test("whoever has no time left has lost", async (t) => {
  const page = await all.open(t);
  await playByClock(page);
  await page.keyboard.press("7");
  await page.waitForSelector(`${pit("north", 9)}.can`, LIMIT);
  assert.match(await page.textContent(".clocks"), /South 3:0\d/);
  await page.clock.fastForward("03:01");
  await page.waitForSelector(".play .over", LIMIT);
  assert.match(await page.textContent(".play .over"), /North has run out of time/);
  // A reload changes nothing of it; a move that is taken back has the time back that was left then.
  await page.reload();
  await page.waitForSelector(".play .over", LIMIT);
  assert.match(await page.textContent(".play .over"), /North has run out of time/);
  await page.click(".play button:has-text('Take back')");
  await page.waitForSelector(`${pit("south", 7)}.can`, LIMIT);
  assert.equal(await page.locator(".play .over").count(), 0);
  assert.match(await page.textContent(".clocks"), /North 3:00.*South (3:00|2:5\d)/);
});

test("a reload goes on with the match, its players and its clocks", async (t) => {
  const page = await all.open(t);
  await page.click(".play button.main");
  await page.selectOption("dialog .form .field:nth-child(3) select", "tuzdik 1");
  await page.selectOption("dialog .form .field:nth-child(4) select", "4");
  await page.click("dialog button.main");
  await page.keyboard.press("7");
  await movesMade(page, 2);
  await page.reload();
  await movesMade(page, 2);
  assert.equal(await page.locator(".play button:has-text('Resign')").count(), 1);
  assert.match(await page.textContent(".clocks"), /North (10:0\d|9:5\d).*South (10:0\d|9:5\d)/);
  const next = await page.locator(".pit.can").first().getAttribute("data-pit");
  await page.keyboard.press(next.at(-1));
  await movesMade(page, 4);
  // Back to the person's turn before.
  await page.click(".play button:has-text('Take back')");
  await page.waitForFunction(
    () =>
      document.querySelectorAll(".tree button.move.here").length === 1 && document.querySelector(".pit.can") !== null,
    null,
    LIMIT,
  );
  await page.click(".play button:has-text('Resign')");
  await page.waitForSelector(".play .over", LIMIT);
  await page.reload();
  await page.waitForSelector(".play .over", LIMIT);
  assert.match(await page.textContent(".play .over"), /resigns/);
});

test("what is kept in the browser may be nonsense", async (t) => {
  for (const kept of ["nonsense", '{"game":null,"at":7,"review":{},"settings":{"language":"xx","speed":"much"}}']) {
    const page = await all.open(t);
    await page.evaluate((text) => {
      // The page that goes writes no more.
      Storage.prototype.setItem = () => undefined;
      for (const storage of [localStorage, sessionStorage]) Reflect.set(storage, "tuzdik-board-1", text);
    }, kept);
    await page.reload();
    await page.waitForSelector(".pit.can", LIMIT);
    assert.equal(await page.locator(".pit").count(), 18);
  }
});

test("a file without games leaves the game on the board; a large text is read in pieces", async (t) => {
  const page = await all.open(t);
  await page.keyboard.press("7");
  await page.waitForSelector(`${pit("south", 7)}.from`, LIMIT);
  await paste(page, "hello world, this is no game at all");
  await page.waitForSelector(".notice.bad", LIMIT);
  assert.deepEqual(await moves(page), ["76"]);
  const text = Array.from({ length: 24 }, () => masters().join("\n")).join("\n");
  assert.ok(text.length > 2 << 20);
  await page.locator(".files textarea").evaluate((field, value) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".games .game").length >= 300, null, LIMIT);
  assert.match(await page.textContent(".files"), new RegExp(`300 / ${24 * masters().length}`));
});

test("looking back gives no time", async (t) => {
  const page = await all.open(t);
  await playByClock(page);
  for (const [key, side] of [
    ["7", "south"],
    ["9", "north"],
  ]) {
    await page.waitForSelector(`.pit.can`, LIMIT);
    await page.keyboard.press(key);
    await page.waitForSelector(`${pit(side, Number(key))}.from`, LIMIT);
  }
  for (let round = 0; round < 6; round++) {
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(`${pit("south", 7)}.from`, LIMIT);
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(`${pit("north", 9)}.from`, LIMIT);
  }
  const clocks = (await page.textContent(".clocks")).match(/\d:\d\d/g);
  for (const clock of clocks) assert.ok(clock <= "3:02", `${clocks}`);
});
