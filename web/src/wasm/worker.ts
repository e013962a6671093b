// One engine, or the core, in a thread of its own.
import { Instance } from "./instance";
import type { FromWorker, ToWorker } from "./messages";

const page = globalThis as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};
let instance: Instance | undefined;

page.onmessage = ({ data }) => {
  try {
    if ("start" in data) {
      const listener = {
        line: (line: string) => page.postMessage({ line }),
        broken: (broken: string) => page.postMessage({ broken }),
      };
      instance = new Instance(data.start.module, listener, data.start.way);
    } else if ("core" in data) {
      const { request, number } = data.core;
      page.postMessage({ reply: instance?.core(request) ?? "", number });
    } else {
      instance?.send(data.line);
    }
  } catch (error) {
    page.postMessage({ broken: error instanceof Error ? error.message : String(error) });
  }
};
