// A plain server of static files under a path of its own, as common web spaces are.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder; `change` may give another answer for a name, or another folder by `from`. */
export async function serveFolder(folder, { types = TYPES } = {}) {
  const state = { folder, missing: new Set(), replaced: new Map(), asked: [] };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://any").pathname;
    const name = normalize(path.replace(/^\/games\/board\//, "")).replace(/^\.$/, "") || "index.html";
    state.asked.push(name);
    const file = join(state.folder, name);
    const type = types[extname(name)] ?? "application/octet-stream";
    if (state.replaced.has(name)) {
      response.writeHead(200, { "content-type": type }).end(state.replaced.get(name));
    } else if (!path.startsWith("/games/board/") || state.missing.has(name) || !isFile(file)) {
      response.writeHead(404).end();
    } else {
      response.writeHead(200, { "content-type": type, "cache-control": "max-age=600" });
      createReadStream(file).pipe(response);
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  return { server, state, address: `http://127.0.0.1:${port}/games/board/` };
}

function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
