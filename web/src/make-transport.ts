import { socketTransport, type Transport } from "./transport";
import { keepOffline } from "./wasm/offline";
import { workerTransport } from "./wasm/transport";

/** Set by the build: whether the page has engine and core in itself, as WebAssembly. */
declare const SERVERLESS: boolean;

/** The way to the program for this kind of page. */
export function makeTransport(): Transport {
  if (!SERVERLESS) return socketTransport();
  // Without it the page works all the same, with network.
  keepOffline().catch(() => undefined);
  return workerTransport();
}
