import { effect, signal } from "@preact/signals";

import type { InfoView } from "./core-types";
import { Engine, type EngineState } from "./engine";
import { core, fail, position, ref, say, settings, t, transport } from "./state";

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

/** The position with the other side to move. */
async function turnedOver(): Promise<string | null> {
  const now = position.value;
  if (now === null) return null;
  const { variant, pits, kazans, tuzdiks, side } = now;
  const edited = await core.call("edit", {
    variant,
    pits,
    kazans,
    tuzdiks,
    side: side === "south" ? "north" : "south",
  });
  return edited.fen;
}

export function watchAnalysis(): void {
  effect(() => {
    const { analysing, engine, second, threads, hash, lines } = settings.value;
    const wanted = ref.value;
    const over = position.value?.outcome ?? null;
    void refresh.value;
    const names: [string, string] = [engine, second];
    for (const slot of [0, 1] as const) {
      const name = names[slot];
      if (!analysing || name === "" || over !== null) {
        engines[slot]?.stop();
        if (!analysing || name === "") {
          engines[slot]?.close();
          engines[slot] = null;
          queueMicrotask(() => {
            const next: [Thought | null, Thought | null] = [...thoughts.peek()];
            next[slot] = null;
            if (thoughts.peek()[slot] !== null) thoughts.value = next;
          });
        }
        continue;
      }
      const showThreat = threat.value;
      queueMicrotask(() => {
        const made = engineOf(slot, name);
        made.setOption("Threads", String(threads));
        made.setOption("Hash", String(hash));
        made.setOption("MultiPV", String(lines));
        put(slot, { lines: [] });
        const search = (target: typeof wanted) => {
          made.search(target, "infinite", {
            infos: (infos) => {
              const found = [...(thoughts.value[slot]?.lines ?? [])];
              for (const info of infos) {
                if (info.bound === "exact" || found[info.multipv - 1] === undefined) found[info.multipv - 1] = info;
              }
              put(slot, { lines: found.slice(0, settings.value.lines) });
            },
          });
        };
        if (!showThreat) search(wanted);
        else {
          turnedOver().then((start) => {
            if (start !== null) search({ variant: wanted.variant, start, moves: [] });
          }, fail);
        }
      });
    }
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
