// Makes the pictures of the README: `node pictures.mjs [PROGRAM]`, in web/ after `npm ci`.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const program = process.argv[2] ?? "../target/release/tuzdik";
const folder = fileURLToPath(new URL("../docs/pictures", import.meta.url));
const GAME = "65 65 99 89 56 78 46x 46 14 14 72 38";
const LIMIT = { timeout: 60_000 };

const server = spawn(program, ["board", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((done) => {
  server.stdout.once("data", (data) => done(/http\S+/.exec(String(data))[0]));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

/** A picture of the page after some steps. */
async function picture(name, viewport, colorScheme, locale, steps) {
  const context = await browser.newContext({ viewport, colorScheme, locale, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector(".pit.can", LIMIT);
  await page.click("#tab-games");
  await page.fill(".files textarea", `[White "A"]\n[Black "B"]\n\n${GAME} *\n`);
  await page.locator(".files > button").click();
  await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length === 12, null, LIMIT);
  await steps(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

const depth = (page, wanted) =>
  page.waitForFunction(
    (least) => Number(/\d+/.exec(document.querySelector(".thought .faint")?.textContent)?.[0]) >= least,
    wanted,
    LIMIT,
  );

const review = async (page) => {
  await page.click("#tab-review");
  await page.selectOption(".review select", "nodes 200000");
  await page.click(".review button.main");
  await page.waitForFunction(
    () => document.querySelector(".review progress") === null && document.querySelector(".review table") !== null,
    null,
    LIMIT,
  );
};

const analysis = async (page) => {
  await page.keyboard.press("End");
  await page.click("#tab-analysis");
  await page.click(".analysis button.main");
  await depth(page, 18);
};

try {
  await picture("analysis", { width: 1280, height: 720 }, "light", "en", analysis);
  await picture("review", { width: 1280, height: 860 }, "dark", "kk", async (page) => {
    await review(page);
    for (let n = 0; n < 3; n++) await page.keyboard.press("n");
    await page.waitForSelector(".mistakes .game.here", LIMIT);
  });
  await picture("phone", { width: 390, height: 844 }, "light", "ru", analysis);
} finally {
  await browser.close();
  server.kill();
}
