import type { GameRef, InfoView, NamedMove, Said } from "./core-types";
import type { Core } from "./core";
import type { EngineChannel, Transport } from "./transport";

export interface SearchEvents {
  /** Lines of thought, those of one moment together. */
  infos?(infos: InfoView[]): void;
  /** The end of the search. */
  best?(move: NamedMove | null): void;
  /** The lines as the engine wrote them, with the end of the search. */
  lines?(lines: string[]): void;
  /** The core could not be asked what the engine said. */
  failed?(error: unknown): void;
}

export type EngineState = "starting" | "ready" | "gone";

/** Lines that are read together; more often nobody sees them. */
const BATCH_MS = 80;

/** `position` for a game, in the protocol's words. */
export function positionCommand(ref: GameRef): string {
  const start = ref.start === null || ref.start === undefined ? "startpos" : `fen ${ref.start}`;
  const moves = ref.moves.length > 0 ? ` moves ${ref.moves.join(" ")}` : "";
  return `position ${start}${moves}`;
}

interface Running {
  ref: GameRef;
  on: SearchEvents;
  lines: string[];
  /** Lines not yet read. */
  fresh: string[];
  timer: number | undefined;
  /** Its reports are not wanted any more. */
  dropped: boolean;
}

/** One engine that thinks about one position at a time. A new search stops the one before. */
export class Engine {
  state: EngineState = "starting";
  private channel: EngineChannel | undefined;
  private running: Running | undefined;
  private next: (() => void) | undefined;
  private fresh = false;
  private readonly options = new Map<string, string>();
  private sent = new Map<string, string>();
  /** The engine's own options by their names in lower case. */
  private known = new Set<string>();

  constructor(
    readonly name: string,
    private readonly core: Core,
    private readonly transport: Transport,
    private readonly onState: (state: EngineState, reason: string) => void,
  ) {
    this.start();
  }

  /** Starts the engine, or starts it again when it is gone. */
  start(): void {
    this.setState("starting", "");
    this.sent = new Map();
    this.known = new Set();
    this.running = undefined;
    this.channel = this.transport.engine(this.name, {
      line: (text) => this.hear(text),
      closed: (reason) => {
        this.running = undefined;
        this.channel = undefined;
        this.setState("gone", reason);
      },
    });
    this.channel.send("uci");
  }

  /** Sets an option before the next search, if the engine has it. */
  setOption(name: string, value: string): void {
    this.options.set(name, value);
  }

  /** The next search belongs to another game. */
  newGame(): void {
    this.fresh = true;
  }

  /** Thinks about the last position of a game until the limits of `go` are reached or a new search begins. */
  search(ref: GameRef, go: string, on: SearchEvents): void {
    this.whenFree(() => {
      this.setOption("UGI_Variant", ref.variant);
      this.setOption("UCI_Variant", ref.variant);
      for (const [name, value] of this.options) {
        if (this.known.has(name.toLowerCase()) && this.sent.get(name) !== value) {
          this.sent.set(name, value);
          this.channel?.send(`setoption name ${name} value ${value}`);
        }
      }
      if (this.fresh) this.channel?.send("ucinewgame");
      this.fresh = false;
      this.running = { ref, on, lines: [], fresh: [], timer: undefined, dropped: false };
      this.channel?.send(positionCommand(ref));
      this.channel?.send(`go ${go}`);
    });
  }

  /** Ends the search; its move is not told. */
  stop(): void {
    this.next = undefined;
    this.halt();
  }

  /** Ends the search; its move is told. */
  moveNow(): void {
    if (this.running !== undefined) this.channel?.send("stop");
  }

  close(): void {
    this.running = undefined;
    this.next = undefined;
    this.channel?.close();
    this.channel = undefined;
  }

  /** Ends an engine that breaks the rules; it can be started again. */
  fail(reason: string): void {
    this.close();
    this.setState("gone", reason);
  }

  private halt(): void {
    if (this.running !== undefined && !this.running.dropped) {
      this.running.dropped = true;
      clearTimeout(this.running.timer);
      this.channel?.send("stop");
    }
  }

  private whenFree(act: () => void): void {
    if (this.state === "ready" && this.running === undefined) act();
    else {
      // Only the latest wish counts.
      this.next = act;
      this.halt();
    }
  }

  private setState(state: EngineState, reason: string): void {
    this.state = state;
    this.onState(state, reason);
  }

  private hear(text: string): void {
    if (this.state === "starting") {
      const option = /^option name (.+?) type /.exec(text);
      if (option?.[1] !== undefined) this.known.add(option[1].toLowerCase());
      if (text === "uciok" || text === "ugiok") {
        this.setState("ready", "");
        this.goOn();
      }
      return;
    }
    const { running } = this;
    if (running === undefined) return;
    const ends = text.startsWith("bestmove");
    if (ends || text.startsWith("info ")) {
      if (running.on.lines !== undefined) running.lines.push(text);
      running.fresh.push(text);
    }
    if (ends) {
      clearTimeout(running.timer);
      this.running = undefined;
      if (!running.dropped) void this.read(running);
      this.goOn();
    } else if (!running.dropped && running.timer === undefined) {
      running.timer = setTimeout(() => {
        running.timer = undefined;
        if (!running.dropped) void this.read(running);
      }, BATCH_MS);
    }
  }

  private goOn(): void {
    const act = this.next;
    this.next = undefined;
    act?.();
  }

  private async read(running: Running): Promise<void> {
    const lines = running.fresh;
    running.fresh = [];
    if (lines.length === 0) return;
    let said: Said[];
    try {
      said = await this.core.call("infos", { ref: running.ref, lines });
    } catch (error) {
      if (!running.dropped) running.on.failed?.(error);
      return;
    }
    if (running.dropped) return;
    const infos: InfoView[] = [];
    let best: NamedMove | null | undefined;
    for (const [index, one] of said.entries()) {
      if (one.kind === "bad" && lines[index]?.startsWith("bestmove") === true) {
        this.fail(one.reason);
        return;
      }
      if (one.kind === "info" && one.moves.length > 0) infos.push(one);
      if (one.kind === "bestmove") best = one.best;
    }
    if (infos.length > 0) running.on.infos?.(infos);
    if (best !== undefined) {
      running.on.lines?.(running.lines);
      running.on.best?.(best);
    }
  }
}
