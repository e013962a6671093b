// The page without a server in a real browser, from a plain server under a path. scripts/test-page runs it.
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";

import { LIMIT, moves, setUp } from "../util.mjs";
import { serveFolder } from "../static.mjs";

const all = setUp();
const folder = process.env.PAGE;

/** Waits until every file of the page is kept. */
const kept = (page) =>
  page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated",
    null,
    LIMIT,
  );

/** Plays a move against the engine's lowest level. */
async function playOne(page) {
  await page.click(".play button.main");
  await page.selectOption("dialog .form .field:nth-child(4) select", "0");
  await page.click("dialog button.main");
  await page.keyboard.press("7");
  await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length === 2, null, LIMIT);
}

for (const query of ["", "?slices"]) {
  test(`analysis goes on and ends${query && ", in slices"}`, async (t) => {
    const page = await all.open(t, {}, all.address.replace("#", query));
    if (query === "") assert.ok(await page.evaluate(() => "Suspending" in WebAssembly), "this browser has JSPI");
    await page.click("#tab-analysis");
    await page.click(".analysis button.main");
    await page.waitForSelector(".lines li:nth-child(3) .pv button", LIMIT);
    // Another position while it searches.
    await page.click(".lines li:first-child .pv button:nth-child(2)");
    await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length === 2, null, LIMIT);
    await page.waitForSelector(".lines li .pv button", LIMIT);
    await page.click(".analysis button.main");
    await page.waitForFunction(() => document.querySelector(".lines") === null, null, LIMIT);
    await page.click("#tab-play");
    await playOne(page);
  });
}

test("offline after the first visit", async (t) => {
  const { server, address } = await serveFolder(folder);
  const page = await all.open(t, {}, address);
  await kept(page);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await page.reload();
  await page.waitForSelector(".pit.can", LIMIT);
  await playOne(page);
  assert.equal((await moves(page)).length, 2);
});

test("a newer version replaces the old one as a whole", async (t) => {
  const newer = join(all.folder, "newer");
  cpSync(folder, newer, { recursive: true });
  const hash = (name, from) =>
    createHash("sha256")
      .update(readFileSync(join(from, name)))
      .digest("hex");
  const app = join(newer, "app.js");
  writeFileSync(app, `${readFileSync(app, "utf8")};document.documentElement.dataset.newer="yes";`);
  const sw = readFileSync(join(newer, "sw.js"), "utf8").replaceAll(hash("app.js", folder), hash("app.js", newer));
  const version = /"([0-9a-f]{16})"/.exec(sw)[1];
  writeFileSync(join(newer, "sw.js"), sw.replaceAll(version, "0123456789abcdef"));

  const { server, state, address } = await serveFolder(folder);
  t.after(() => server.close());
  const page = await all.open(t, {}, address);
  await kept(page);
  await page.keyboard.press("7");
  await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length === 1, null, LIMIT);
  state.folder = newer;
  // This visit still has the old one whole, and fetches the newer.
  await page.reload();
  await page.waitForSelector(".pit.can", LIMIT);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.newer), undefined);
  await page.waitForFunction(
    async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      return registration.waiting !== null;
    },
    null,
    LIMIT,
  );
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.newer === "yes", null, LIMIT);
  await page.waitForSelector(".pit.can", LIMIT);
  assert.deepEqual(await moves(page), ["76"]);
  await page.waitForFunction(async () => (await caches.keys()).length === 1, null, LIMIT);
});

for (const [what, change] of [
  ["missing", (state) => state.missing.add("tuzdik.wasm")],
  [
    "damaged",
    (state) => state.replaced.set("tuzdik.wasm", readFileSync(join(folder, "tuzdik.wasm")).subarray(0, 9999)),
  ],
]) {
  test(`a ${what} engine is told`, async (t) => {
    const { server, state, address } = await serveFolder(folder);
    t.after(() => server.close());
    change(state);
    const context = await all.browser.newContext({ locale: "en" });
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction(
      () => /the engine could not be started: /.test(document.querySelector(".notice")?.textContent ?? ""),
      null,
      LIMIT,
    );
  });
}

test("a server that does not know the type of WebAssembly will do", async (t) => {
  const { server, address } = await serveFolder(folder, {
    types: { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" },
  });
  t.after(() => server.close());
  await all.open(t, {}, address);
});

test("the page names no address outside of it", () => {
  for (const name of readdirSync(folder)) {
    if (!/\.(html|js|css|webmanifest)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), "utf8").replaceAll("http://www.w3.org/", "");
    assert.doesNotMatch(text, /https?:\/\/(?!any)[a-z]/, name);
    assert.doesNotMatch(text, /(src|href)="\//, name);
  }
});
