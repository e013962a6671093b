/** What the module exports; src/wasm/mod.rs describes it. */
interface Exports {
  memory: WebAssembly.Memory;
  tuzdik_start(): void;
  tuzdik_alloc(length: number): number;
  tuzdik_hear(at: number, length: number): void;
  tuzdik_work(slice: number): number;
  tuzdik_core(at: number, length: number): void;
}

/** Suspending WebAssembly (JSPI), which the types of the language do not know yet. */
interface Suspension {
  Suspending: new (call: (waiting: number) => Promise<void>) => WebAssembly.ImportValue;
  promising: (call: (slice: number) => number) => (slice: number) => Promise<number>;
}

export interface Listener {
  /** Takes a line of an engine. */
  line(text: string): void;
  /** The instance broke and is of no use any more. */
  broken(reason: string): void;
}

/**
 * How an instance hears messages while it searches: suspended now and then, where the machine can do it (JSPI);
 * between slices of the search; or not at all.
 */
export type Way = "suspended" | "sliced" | "whole";

/** Least and most milliseconds of a slice of a search; between them it is a part of the time searched so far. */
const SLICE: [number, number] = [20, 120];
const SLICE_PART = 0.1;
/** Milliseconds between looks at a search that only waits for `stop`. */
const WAIT = 20;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The best way on this machine. */
export function bestWay(): Way {
  return "Suspending" in WebAssembly && "promising" in WebAssembly ? "suspended" : "sliced";
}

/** Comes back after the messages that wait. A timer would do, but browsers make it wait for milliseconds. */
function afterMessages(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (call: () => void) => void };
  if (setImmediate !== undefined) return new Promise((done) => setImmediate(done));
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/** An engine and a core. */
export class Instance {
  private readonly exports: Exports;
  private readonly work: ((slice: number) => Promise<number>) | undefined;
  private replied = "";
  private fault = "";
  private working = false;
  /** Whether something was sent since the work began last. */
  private asked = false;
  private broken = false;
  /** Ends the wait of a search that has nothing left to do. */
  private wake: (() => void) | undefined;

  constructor(
    module: WebAssembly.Module,
    private readonly listener: Listener,
    private readonly way: Way,
  ) {
    const tuzdik: Record<string, WebAssembly.ImportValue> = {
      now: () => performance.now(),
      random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
      pause: () => undefined,
      print: (at: number, length: number) => {
        for (const line of this.text(at, length).split("\n")) this.listener.line(line);
      },
      reply: (at: number, length: number) => (this.replied = this.text(at, length)),
      fault: (at: number, length: number) => (this.fault = this.text(at, length)),
    };
    const suspension = WebAssembly as unknown as Suspension;
    if (way === "suspended") {
      tuzdik["pause"] = new suspension.Suspending((waiting) => {
        if (waiting === 0) return afterMessages();
        return new Promise((done) => (this.wake = done));
      });
    }
    this.exports = new WebAssembly.Instance(module, { tuzdik }).exports as unknown as Exports;
    if (way === "suspended") this.work = suspension.promising(this.exports.tuzdik_work);
    this.exports.tuzdik_start();
  }

  /** Answers a call of the core, JSON in and JSON out. */
  core(request: string): string {
    this.give(request, this.exports.tuzdik_core);
    return this.replied;
  }

  /** Takes one or more lines of the protocol. */
  send(lines: string): void {
    this.give(`${lines}\n`, this.exports.tuzdik_hear);
    this.wake?.();
    this.wake = undefined;
    this.asked = true;
    if (!this.working) {
      this.working = true;
      this.run().catch((error: unknown) => this.fail(error));
    }
  }

  private async run(): Promise<void> {
    // Who hears an answer may ask anew before the work that gave it is seen to be over.
    while (this.asked) {
      this.asked = false;
      await this.workThrough();
    }
    this.working = false;
  }

  private async workThrough(): Promise<void> {
    if (this.work !== undefined) {
      await this.work(0);
      return;
    }
    // What follows in the same message belongs to it.
    await afterMessages();
    if (this.way === "whole") {
      this.exports.tuzdik_work(0);
      return;
    }
    let searched = 0;
    for (;;) {
      const slice = Math.min(Math.max(searched * SLICE_PART, SLICE[0]), SLICE[1]);
      const begun = performance.now();
      if (this.exports.tuzdik_work(slice) === 0) return;
      const took = performance.now() - begun;
      searched += took;
      if (took < SLICE[0] / 2) await new Promise((done) => setTimeout(done, WAIT));
      else await afterMessages();
    }
  }

  private text(at: number, length: number): string {
    // The memory may have grown, which makes older views of it empty.
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }

  private give(text: string, take: (at: number, length: number) => void): void {
    if (this.broken) throw new Error(this.fault);
    try {
      const bytes = encoder.encode(text);
      const at = this.exports.tuzdik_alloc(bytes.length);
      if (at === 0) throw new Error("there is no memory for this text");
      new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
      take(at, bytes.length);
    } catch (error) {
      this.fail(error);
      throw new Error(this.fault);
    }
  }

  private fail(error: unknown): void {
    if (this.broken) return;
    this.broken = true;
    if (this.fault === "") this.fault = error instanceof Error ? error.message : String(error);
    this.listener.broken(this.fault);
  }
}
