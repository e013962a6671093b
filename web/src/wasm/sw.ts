// The service worker: all files of one version of the page, kept together.

/** Filled in by the build: each file with the SHA-256 of its bytes in hexadecimal, and one for all of them. */
declare const FILES: Record<string, string>;
declare const VERSION: string;

interface Life extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
const worker = globalThis as unknown as {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", on: (event: Life) => void): void;
  addEventListener(name: "fetch", on: (event: Fetching) => void): void;
  addEventListener(name: "message", on: (event: MessageEvent) => void): void;
};

const PREFIX = `tuzdik ${worker.registration.scope} `;
const CACHE = PREFIX + VERSION;

async function hash(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file of this version: as the browser has it already, or else anew from the server. */
async function load(path: string, wanted: string): Promise<Response> {
  for (const cache of ["default", "reload"] as const) {
    const response = await fetch(path, { cache });
    if (response.ok && (await hash(await response.clone().arrayBuffer())) === wanted) return response;
  }
  throw new Error(`${path} is not that of this version`);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const put = async ([path, wanted]: [string, string]) => cache.put(path, await load(path, wanted));
  await Promise.all(Object.entries(FILES).map(put));
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const url = new URL(request.url);
  const path = url.href.startsWith(worker.registration.scope) ? url.pathname : "";
  const key = path.endsWith("/") ? `${path}index.html` : path;
  return (await cache.match(key)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
});
