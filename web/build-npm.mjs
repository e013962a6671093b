// Builds the engine as an npm package: `node build-npm.mjs MODULE OUT`. scripts/build-page calls it.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const [wasm, out] = process.argv.slice(2);
if (out === undefined) throw new Error("usage: node build-npm.mjs MODULE OUT");
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  entryPoints: [{ in: "src/wasm/package.ts", out: "index" }],
  outdir: out,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  // Only node has it, and only there it is asked for.
  external: ["node:fs/promises"],
});
await cp(wasm, `${out}/tuzdik.wasm`);
await cp("src/core-types.ts", `${out}/core-types.d.ts`);
await cp("src/wasm/package-types.txt", `${out}/index.d.ts`);
await cp("src/wasm/package.md", `${out}/README.md`);
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) await cp(`../${name}`, `${out}/${name}`);
const version = /^version = "(.*)"$/m.exec(await readFile("../Cargo.toml", "utf8"))[1];
const about = {
  name: "tuzdik",
  version,
  description: "A game-tree search engine for Togyz Kumalak and its family, as WebAssembly",
  license: "MIT OR Apache-2.0",
  keywords: ["togyzkumalak", "mancala", "engine", "ugi", "uci"],
  type: "module",
  sideEffects: false,
  engines: { node: ">=20" },
  exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./tuzdik.wasm": "./tuzdik.wasm" },
  types: "./index.d.ts",
};
await writeFile(`${out}/package.json`, `${JSON.stringify(about, null, 2)}\n`);
