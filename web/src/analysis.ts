import { computed, effect, signal } from "@preact/signals";

import type { GameRef, InfoView } from "./core-types";
import { Engine, type EngineState } from "./engine";
import { core, fail, position, ref, say, settings, settled, t, transport } from "./state";

/** What one engine thinks of the position on the board. */
export interface Thought {
  engine: string;
  state: EngineState;
  reason: string;
  /** The lines by their rank. */
  lines: InfoView[];
}

export const thoughts = signal<[Thought | null, Thought | null]>([null, null]);
/** Whether the opponent's threat is looked at instead of the position. */
export const threat = signal(false);

const engines: [Engine | null, Engine | null] = [null, null];

function put(slot: 0 | 1, change: Partial<Thought>): void {
  const now = thoughts.value[slot];
  if (now === null) return;
  const next: [Thought | null, Thought | null] = [...thoughts.value];
  next[slot] = { ...now, ...change };
  thoughts.value = next;
}

function engineOf(slot: 0 | 1, name: string): Engine {
  const known = engines[slot];
  if (known !== null && known.name === name) return known;
  known?.close();
  const fresh: [Thought | null, Thought | null] = [...thoughts.value];
  fresh[slot] = { engine: name, state: "starting", reason: "", lines: [] };
  thoughts.value = fresh;
  const made = new Engine(name, core, transport, (state, reason) => {
    put(slot, { state, reason });
    if (state === "gone") say(t("page_engine_gone", { name, reason }), true);
  });
  made.setOption("UCI_AnalyseMode", "true");
  engines[slot] = made;
  return made;
}

/** Starts again an engine that is gone. */
export function restartAnalysis(slot: 0 | 1): void {
  if (engines[slot]?.state === "gone") engines[slot].start();
  refresh.value++;
}

const refresh = signal(0);

/** The position that is to be thought about; null while it is on its way or where the game is over. */
const wanted = computed<{ key: string; ref: GameRef } | null>(() => {
  const at = ref.value;
  if (!settled.value || position.value?.outcome !== null) return null;
  return { key: JSON.stringify(at), ref: at };
});

/** Counts the wishes of a slot, so that one that comes late is known. */
const wishes: [number, number] = [0, 0];

async function think(slot: 0 | 1, engine: Engine, at: GameRef, ofThreat: boolean): Promise<void> {
  const mine = ++wishes[slot];
  let target = at;
  if (ofThreat) {
    const turned = await core.call("threat", { ref: at });
    if (mine !== wishes[slot]) return;
    if (turned === null) {
      engine.stop();
      return;
    }
    target = { variant: at.variant, start: turned.fen, moves: [] };
  }
  engine.search(target, "infinite", {
    infos: (infos) => {
      const found = [...(thoughts.value[slot]?.lines ?? [])];
      for (const info of infos) {
        if (info.bound === "exact" || found[info.multipv - 1] === undefined) found[info.multipv - 1] = info;
      }
      put(slot, { lines: found.slice(0, settings.value.lines) });
    },
  });
}

function close(slot: 0 | 1): void {
  engines[slot]?.close();
  engines[slot] = null;
  const next: [Thought | null, Thought | null] = [...thoughts.value];
  next[slot] = null;
  if (thoughts.value[slot] !== null) thoughts.value = next;
}

export function watchAnalysis(): void {
  const setUp = computed(() => {
    const { analysing, engine, second, threads, hash, lines } = settings.value;
    return JSON.stringify({ analysing, names: [engine, second], threads, hash, lines });
  });
  effect(() => {
    const { analysing, names, threads, hash, lines } = JSON.parse(setUp.value) as {
      analysing: boolean;
      names: [string, string];
      threads: number;
      hash: number;
      lines: number;
    };
    const target = wanted.value;
    const ofThreat = threat.value;
    const over = position.value !== null && position.value.outcome !== null;
    void refresh.value;
    // What follows changes signals that the effect reads.
    queueMicrotask(() => {
      for (const slot of [0, 1] as const) {
        if (!analysing || names[slot] === "") {
          close(slot);
        } else if (target === null) {
          wishes[slot]++;
          if (over) engines[slot]?.stop();
        } else {
          const engine = engineOf(slot, names[slot]);
          engine.setOption("Threads", String(threads));
          engine.setOption("Hash", String(hash));
          engine.setOption("MultiPV", String(lines));
          put(slot, { lines: [] });
          think(slot, engine, target.ref, ofThreat).catch(fail);
        }
      }
    });
  });
}

/** The best line of the first engine. */
export function bestLine(): InfoView | undefined {
  return thoughts.value[0]?.lines[0];
}

/** A score as people write it: balls with a sign, or `#3`. */
export function scoreText(score: { cp: number } | { mate: number } | null): string {
  if (score === null) return "";
  if ("mate" in score) return `#${score.mate}`;
  return `${score.cp > 0 ? "+" : score.cp < 0 ? "−" : ""}${(Math.abs(score.cp) / 100).toFixed(2)}`;
}
