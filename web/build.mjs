// Builds web/dist, which the program embeds. The result depends on nothing but these sources and the lock file.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const out = process.argv[2] ?? "dist";
await mkdir(out, { recursive: true });
await build({
  entryPoints: [{ in: "src/main.tsx", out: "app" }],
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  define: { SERVERLESS: "false" },
});
await copyFile("src/index.html", `${out}/index.html`);
await copyFile("src/icon.svg", `${out}/icon.svg`);
await writeFile(`${out}/.gitattributes`, "* -text linguist-generated\n");
