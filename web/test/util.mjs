// What the tests of the page share: a server, a browser, pages whose errors fail the test.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { chromium } from "playwright-core";

import { serveFolder } from "./static.mjs";

export const program = process.env.TUZDIK ?? "../target/release/tuzdik";
export const LIMIT = { timeout: 20_000 };
const facts = new URL("../../tests/data/facts/", import.meta.url);

/** Master games as records. */
export function masters() {
  const lines = readFileSync(new URL("master_games.txt", facts), "utf8").split("\n");
  const games = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return games.map((line, index) => {
    const [result, moves] = line.split(" | ");
    const stated = result === "-" ? "*" : result;
    return `[White "South ${index + 1}"]\n[Black "North ${index + 1}"]\n[Result "${stated}"]\n\n${moves} ${stated}\n`;
  });
}

/** For tests of what only the program's server has. */
export const WITH_PROGRAM = { skip: process.env.PAGE !== undefined && "the page has no program behind it" };

/** A server with its address: the program, or a plain one of the static page where PAGE names its folder. */
export async function serve(...args) {
  if (process.env.PAGE !== undefined && args.length === 0) {
    const { server, address } = await serveFolder(process.env.PAGE);
    // What the tests add to an address belongs to its fragment.
    return { server: { kill: () => server.close() }, address: `${address}#` };
  }
  const server = spawn(program, ["board", "--no-open", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    // Where no folder can be made, so that the tests leave no port behind.
    env: { ...process.env, XDG_STATE_HOME: "/dev/null" },
  });
  const address = await new Promise((done, failed) => {
    server.stdout.once("data", (data) => done(/http\S+/.exec(String(data))[0]));
    server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return { server, address };
}

/** A server, a browser and a folder for the tests of a file. */
export function setUp() {
  const all = {};
  before(async () => {
    all.folder = mkdtempSync(join(tmpdir(), "tuzdik-web-"));
    Object.assign(all, await serve());
    all.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  });
  after(async () => {
    await all.browser?.close();
    all.server?.kill();
    if (all.folder !== undefined) rmSync(all.folder, { recursive: true });
  });

  /** A page of its own, whose errors fail the test and which may load nothing from elsewhere. */
  all.open = async (t, options = {}, at = all.address) => {
    const { expected = /^$/, ...rest } = options;
    const context = await all.browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en",
      reducedMotion: "reduce",
      ...rest,
    });
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !expected.test(message.text())) faults.push(message.text());
    });
    page.on("request", (request) => {
      if (new URL(request.url()).host !== new URL(at).host && !/^(data|blob):/.test(request.url())) {
        faults.push(`asked ${request.url()}`);
      }
    });
    await page.goto(at);
    await page.waitForSelector(".pit.can", LIMIT);
    t.after(async () => {
      await context.close();
      assert.deepEqual(faults, []);
    });
    return page;
  };
  return all;
}

export const pit = (side, number) => `[data-pit="${side}-${number}"]`;
export const count = (page, side, number) => page.textContent(`[data-labels="${side}-${number}"] .count`);
export const moves = (page) => page.locator(".tree button.move").allTextContents();

/** Waits until the tree shows these moves. */
export const shows = (page, wanted) =>
  page.waitForFunction(
    (all) => [...document.querySelectorAll(".tree button.move")].map((one) => one.textContent).join(" ") === all,
    wanted,
    LIMIT,
  );

/** Waits until the tree has so many moves and the board waits for another. */
export const movesMade = (page, plies) =>
  page.waitForFunction(
    (n) => document.querySelectorAll(".tree button.move").length === n && document.querySelector(".pit.can") !== null,
    plies,
    LIMIT,
  );

/** Opens a text of records by pasting it. */
export async function paste(page, text) {
  await page.click("#tab-games");
  await page.fill(".files textarea", text);
  await page.getByRole("button", { name: "Read", exact: true }).click();
}
