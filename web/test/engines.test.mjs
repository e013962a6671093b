// Engines that misbehave and a program that goes: neither costs the game or the page.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { LIMIT, moves, pit, serve, setUp, shows } from "./util.mjs";

const all = setUp();
const script = fileURLToPath(new URL("engines/hostile.mjs", import.meta.url));

/** A page over a server that knows an engine which misbehaves. */
async function hostile(t, way) {
  const engine = `name=${way},cmd=${process.execPath},args="${script}" ${way},hang=${way === "hang" ? 2 : 10}`;
  const { server, address } = await serve("--engine", engine);
  t.after(() => server.kill());
  return all.open(t, {}, address);
}

const isGo = { predicate: ({ payload }) => String(payload).startsWith("go ") };

/** Switches the live analysis by an engine on. */
async function analyse(page, name) {
  await page.click("#tab-analysis");
  await page.click(".analysis summary");
  await page.selectOption(".analysis details .field:nth-child(3) select", name);
  await page.click(".analysis button.main");
}

/** The board goes on as if nothing had been. */
async function plays(page, ...keys) {
  for (const key of keys) {
    await page.waitForSelector(".pit.can", LIMIT);
    await page.keyboard.press(key);
    await page.waitForFunction((digit) => document.querySelector(".pit.from")?.dataset.pit.endsWith(digit), key, LIMIT);
  }
}

test("an engine that crashes is told and can be started again", async (t) => {
  const page = await hostile(t, "crash");
  await plays(page, "7");
  await analyse(page, "crash");
  await page.waitForSelector(".thought .bad", LIMIT);
  assert.match(await page.textContent(".thought .bad"), /crash has ended: .+/);
  await page.click(".thought .bad button");
  await page.waitForSelector(".thought .bad", LIMIT);
  await plays(page, "9");
  assert.deepEqual(await moves(page), ["76", "98"]);
});

test("an engine that hangs is told", async (t) => {
  const page = await hostile(t, "hang");
  const going = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framesent", isGo));
  await analyse(page, "hang");
  await going;
  // It does not stop for the next position.
  await plays(page, "7");
  await page.waitForSelector(".thought .bad", LIMIT);
  await plays(page, "9");
  assert.deepEqual(await moves(page), ["76", "98"]);
});

test("an engine that floods leaves the page quick", async (t) => {
  const page = await hostile(t, "flood");
  await analyse(page, "flood");
  await page.waitForSelector(".lines .pv button", LIMIT);
  await plays(page, "7", "9", "6");
  assert.deepEqual(await moves(page), ["76", "98", "66"]);
});

test("an engine that lies makes no move and no line", async (t) => {
  const page = await hostile(t, "lie");
  await analyse(page, "lie");
  await page.waitForSelector(".thought .bad", LIMIT);
  assert.match(await page.textContent(".thought .bad"), /lie has ended: .*99x/);
  assert.equal(await page.locator(".lines .pv button").count(), 0);
  await page.click(".analysis button.main");
  await page.click("#tab-play");
  await page.click(".play button.main");
  await page.selectOption("dialog .form .field:nth-child(3) select", "lie 10");
  await page.selectOption("dialog .form .field:nth-child(4) select", "0");
  await page.click("dialog button.main");
  await plays(page, "7");
  await page.waitForSelector(".play .bad", LIMIT);
  assert.match(await page.textContent(".play .bad"), /lie has ended: .*99x/);
  assert.deepEqual(await moves(page), ["76"]);
});

/** A port that is free. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return String(port);
}

test("a connection that breaks is made again, and the analysis goes on", async (t) => {
  const page = await all.open(t);
  const sockets = [];
  await page.routeWebSocket(/\/(core|engine)$/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.reload();
  await plays(page, "7");
  await analyse(page, "tuzdik");
  await page.waitForSelector(".lines .pv button", LIMIT);
  for (const socket of sockets.splice(0)) await socket.close({ code: 1001, reason: "broken" });
  await page.waitForSelector("p.bad[role=alert]", LIMIT);
  await page.waitForFunction(() => document.querySelector("p.bad[role=alert]") === null, null, LIMIT);
  await page.waitForSelector(".lines .pv button", LIMIT);
  await plays(page, "9");
  assert.deepEqual(await moves(page), ["76", "98"]);
});

test("the program is gone and back: its new address in the same tab goes on with the game", async (t) => {
  const port = await freePort();
  const first = await serve("--port", port);
  t.after(() => first.server.kill());
  const expected = /WebSocket|ERR_CONNECTION/;
  const page = await all.open(t, { expected }, first.address);
  await page.click("#tab-games");
  await page.fill(".files textarea", '[White "A"]\n\n1. 76 98 2. 66 *\n');
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await shows(page, "76 98 66");
  await page.keyboard.press("End");
  await analyse(page, "tuzdik");
  await page.waitForSelector(".lines .pv button", LIMIT);
  const gone = new Promise((done) => first.server.once("exit", done));
  first.server.kill("SIGKILL");
  await gone;
  await page.waitForSelector("p.bad[role=alert]", LIMIT);
  const second = await serve("--port", port);
  t.after(() => second.server.kill());
  await page.waitForFunction(
    () => /new address/.test(document.querySelector("p.bad[role=alert]")?.textContent),
    null,
    LIMIT,
  );
  await page.goto(second.address);
  await page.waitForFunction(() => document.querySelector("p.bad[role=alert]") === null, null, LIMIT);
  await page.waitForSelector(".lines .pv button", LIMIT);
  assert.deepEqual(await moves(page), ["76", "98", "66"]);
  await plays(page, "8");
  // The file that was pasted is there again.
  await page.click("#tab-explorer");
  await page.waitForFunction(() => document.querySelectorAll(".explorer .games .game").length === 0, null, LIMIT);
  await page.keyboard.press("Home");
  await page.waitForSelector(".explorer .games .game", LIMIT);
  assert.equal(await page.locator(`${pit("south", 1)}`).count(), 1);
});
