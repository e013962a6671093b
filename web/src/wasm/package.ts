// What the npm package exports; package-types.txt has its types.
import { bestWay, Instance, type Way } from "./instance";

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module beside this file, from disk in node and by fetch elsewhere. */
async function load(): Promise<WebAssembly.Module> {
  const url = new URL("tuzdik.wasm", import.meta.url);
  if (url.protocol !== "file:") return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  const name = "node:fs/promises";
  const { readFile } = (await import(name)) as { readFile(from: URL): Promise<BufferSource> };
  return WebAssembly.compile(await readFile(url));
}

export interface Options {
  module?: WebAssembly.Module;
  onLine?: (line: string) => void;
  way?: Way;
}

export class Tuzdik {
  private waiting: {
    last: string;
    lines: string[];
    done: (lines: string[]) => void;
    failed: (error: Error) => void;
  }[] = [];
  private readonly instance: Instance;

  private constructor(
    module: WebAssembly.Module,
    private readonly options: Options,
  ) {
    const listener = { line: (line: string) => this.hear(line), broken: (reason: string) => this.fail(reason) };
    this.instance = new Instance(module, listener, options.way ?? bestWay());
  }

  static async create(options: Options = {}): Promise<Tuzdik> {
    compiled ??= load();
    return new Tuzdik(options.module ?? (await compiled), options);
  }

  send(lines: string): void {
    this.instance.send(lines);
  }

  ask(lines: string, last: string): Promise<string[]> {
    return new Promise((done, failed) => {
      this.waiting.push({ last, lines: [], done, failed });
      this.instance.send(lines);
    });
  }

  call(name: string, args: object): unknown {
    const request = JSON.stringify({ ...args, call: name });
    const reply = JSON.parse(this.instance.core(request)) as { result?: unknown; error?: string };
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.result;
  }

  private hear(line: string): void {
    this.options.onLine?.(line);
    const [first] = this.waiting;
    if (first === undefined) return;
    first.lines.push(line);
    if (line.split(" ")[0] !== first.last) return;
    this.waiting.shift();
    first.done(first.lines);
  }

  private fail(reason: string): void {
    for (const { failed } of this.waiting.splice(0)) failed(new Error(reason));
  }
}
