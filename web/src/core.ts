import type { Calls, GameRef, Position } from "./core-types";
import type { Transport } from "./transport";

export class CoreError extends Error {}

/** The calls of the core, typed. */
export class Core {
  language = "en";
  private readonly positions = new Map<string, Promise<Position>>();

  constructor(private readonly transport: Transport) {}

  async call<K extends keyof Calls>(name: K, args: Omit<Calls[K]["args"], symbol>): Promise<Calls[K]["result"]> {
    const request = JSON.stringify({ ...args, call: name, language: this.language });
    const reply = JSON.parse(await this.transport.core(request)) as { result?: Calls[K]["result"]; error?: string };
    if (reply.error !== undefined) throw new CoreError(reply.error);
    return reply.result as Calls[K]["result"];
  }

  /** A position; asked for once, since stepping through a game comes back to it. */
  position(ref: GameRef): Promise<Position> {
    const key = `${this.language} ${ref.variant} ${ref.start ?? ""} ${ref.moves.join(" ")}`;
    const known = this.positions.get(key);
    if (known !== undefined) return known;
    const asked = this.call("position", { ref });
    this.positions.set(key, asked);
    asked.catch(() => this.positions.delete(key));
    if (this.positions.size > 4000) {
      const oldest = this.positions.keys().next();
      if (!oldest.done) this.positions.delete(oldest.value);
    }
    return asked;
  }
}
