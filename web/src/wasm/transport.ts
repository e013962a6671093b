import type { Reach, Transport } from "../transport";
import { bestWay } from "./instance";
import type { FromWorker, ToWorker } from "./messages";

/** The engine's module, compiled once for all workers. */
async function load(): Promise<WebAssembly.Module> {
  const response = await fetch("tuzdik.wasm");
  if (!response.ok) throw new Error(`tuzdik.wasm: ${response.status} ${response.statusText}`);
  // Compiled as it comes in where the server says what it is, which not every one knows.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A worker with an instance of its own. */
async function start(module: Promise<WebAssembly.Module>, on: (message: FromWorker) => void): Promise<Worker> {
  const loaded = await module;
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = (event: MessageEvent<FromWorker>) => on(event.data);
  worker.onerror = (event) => on({ broken: event.message === "" ? "worker.js could not be loaded" : event.message });
  const way = new URLSearchParams(location.search).has("slices") ? "sliced" : bestWay();
  post(worker, { start: { module: loaded, way } });
  return worker;
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

function reason(error: unknown): string {
  return `the engine could not be started: ${error instanceof Error ? error.message : String(error)}`;
}

/** The transport to engine and core in this very browser: each engine is a worker, and so is the core. */
export function workerTransport(): Transport {
  const module = load();
  const listeners: ((state: Reach) => void)[] = [];
  const waiting = new Map<number, (reply: string) => void>();
  let next = 1;
  let core: Promise<Worker> | undefined;

  const lose = (why: string) => {
    void core?.then((worker) => worker.terminate()).catch(() => undefined);
    core = undefined;
    for (const done of waiting.values()) done(JSON.stringify({ error: why }));
    waiting.clear();
    // The next call starts a new one, which knows nothing of before.
    for (const listener of listeners) listener("lost");
  };
  const startCore = () => {
    core ??= start(module, (message) => {
      if ("broken" in message) {
        lose(message.broken);
        for (const listener of listeners) listener("here");
      } else if ("reply" in message) {
        waiting.get(message.number)?.(message.reply);
        waiting.delete(message.number);
      }
    });
    return core;
  };

  return {
    core(request) {
      return new Promise((done) => {
        const number = next++;
        waiting.set(number, done);
        startCore().then(
          (worker) => post(worker, { core: { request, number } }),
          (error: unknown) => lose(reason(error)),
        );
      });
    },
    engine(_, on) {
      let open = true;
      const close = (why: string) => {
        if (!open) return;
        open = false;
        void worker.then((one) => one.terminate()).catch(() => undefined);
        on.closed(why);
      };
      const worker = start(module, (message) => {
        if (!open) return;
        if ("line" in message) on.line(message.line);
        else if ("broken" in message) close(message.broken);
      });
      worker.catch((error: unknown) => close(reason(error)));
      return {
        send(line) {
          worker.then((one) => post(one, { line })).catch(() => undefined);
        },
        close() {
          open = false;
          worker.then((one) => one.terminate()).catch(() => undefined);
        },
      };
    },
    onState(listener) {
      listeners.push(listener);
    },
    address(fragment) {
      return `${location.href.split("#")[0] ?? ""}#${fragment}`;
    },
  };
}
