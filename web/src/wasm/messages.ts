import type { Way } from "./instance";

/** What the page tells a worker; the first message starts it. */
export type ToWorker =
  | { start: { module: WebAssembly.Module; way: Way } }
  | { core: { request: string; number: number } }
  | { line: string };

/** What a worker tells the page. */
export type FromWorker = { reply: string; number: number } | { line: string } | { broken: string };
