// Builds the page that needs no server: `node build-page.mjs MODULE OUT`. scripts/build-page calls it.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { BUNDLE } from "./bundle.mjs";
import { icon } from "./icon.mjs";

const [wasm, out] = process.argv.slice(2);
if (out === undefined) throw new Error("usage: node build-page.mjs MODULE OUT");
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const options = { outdir: out, ...BUNDLE };
await build({
  ...options,
  entryPoints: [
    { in: "src/main.tsx", out: "app" },
    { in: "src/wasm/worker.ts", out: "worker" },
  ],
  define: { SERVERLESS: "true" },
});
await cp(wasm, `${out}/tuzdik.wasm`);
await cp("src/icon.svg", `${out}/icon.svg`);
for (const size of [180, 192, 512]) await writeFile(`${out}/icon-${size}.png`, icon(size));

// Nothing is loaded from elsewhere, and nothing is sent.
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
const head = [
  `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  '<meta name="theme-color" content="#7a4a24" />',
  '<link rel="manifest" href="manifest.webmanifest" />',
  '<link rel="apple-touch-icon" href="icon-180.png" />',
  '<link rel="preload" href="tuzdik.wasm" as="fetch" crossorigin />',
];
const page = await readFile("src/index.html", "utf8");
const begin = '    <meta name="viewport"';
if (!page.includes(begin)) throw new Error(`src/index.html has no line that begins with ${begin}`);
await writeFile(`${out}/index.html`, page.replace(begin, `${head.map((line) => `    ${line}\n`).join("")}${begin}`));
const manifest = {
  name: "tuzdik: Togyz Kumalak",
  short_name: "tuzdik",
  description: "Play and analyse Togyz Kumalak and its family",
  start_url: ".",
  scope: ".",
  display: "standalone",
  background_color: "#f4ead8",
  theme_color: "#7a4a24",
  icons: [
    { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "icon-512.png", sizes: "512x512", type: "image/png" },
  ],
};
await writeFile(`${out}/manifest.webmanifest`, `${JSON.stringify(manifest, null, 2)}\n`);

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const files = {};
for (const name of (await readdir(out)).sort()) files[name] = sha256(await readFile(`${out}/${name}`));
await build({
  ...options,
  format: "iife",
  entryPoints: [{ in: "src/wasm/sw.ts", out: "sw" }],
  define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(sha256(JSON.stringify(files)).slice(0, 16)) },
});
// Some web spaces leave out files of Jekyll's else.
await writeFile(`${out}/.nojekyll`, "");

let [all, allPacked] = [0, 0];
for (const name of Object.keys(files)) {
  const bytes = await readFile(`${out}/${name}`);
  const packed = brotliCompressSync(bytes).length;
  [all, allPacked] = [all + bytes.length, allPacked + packed];
  console.log(`${name.padEnd(22)} ${String(bytes.length).padStart(9)} bytes ${String(packed).padStart(9)} with brotli`);
}
console.log(`${"all".padEnd(22)} ${String(all).padStart(9)} bytes ${String(allPacked).padStart(9)} with brotli`);
