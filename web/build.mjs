// Builds web/dist, which the program embeds. The result depends on nothing but these sources and the lock file.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { BUNDLE } from "./bundle.mjs";

const out = process.argv[2] ?? "dist";
await mkdir(out, { recursive: true });
await build({
  entryPoints: [{ in: "src/main.tsx", out: "app" }],
  outdir: out,
  ...BUNDLE,
  define: { SERVERLESS: "false" },
});
await copyFile("src/index.html", `${out}/index.html`);
await copyFile("src/icon.svg", `${out}/icon.svg`);
await writeFile(`${out}/.gitattributes`, "* -text linguist-generated\n");
