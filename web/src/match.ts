import { batch, effect, signal, untracked } from "@preact/signals";

import type { InfoView, MoveView, Side } from "./core-types";
import { Engine } from "./engine";
import {
  browsing,
  core,
  fail,
  game,
  go,
  hello,
  open,
  path,
  playMove,
  position,
  refOf,
  say,
  shown,
  t,
  transport,
} from "./state";
import { last, newGame } from "./tree";

/** Who moves the pits of a side. */
export type Player = { kind: "human" } | { kind: "engine"; engine: string; level: number };

export interface Clocks {
  /** Milliseconds for the whole game; null for a time for each move. */
  total: number | null;
  increment: number;
  /** Milliseconds for each move of an engine where no clock runs. */
  move: number;
}

export interface Match {
  players: [Player, Player];
  clocks: Clocks;
  book: boolean;
}

/** A game that is being played; null while games are only looked at. */
export const match = signal<Match | null>(null);
/** Milliseconds left, South's and North's. */
export const left = signal<[number, number]>([0, 0]);
/** Who resigned, ran out of time or agreed to a draw. */
export const ended = signal<string | null>(null);
/** The engines that are gone, with the reasons. */
export const goneEngines = signal<{ name: string; reason: string }[]>([]);
/** What the engine last thought, for its answer to the offer of a draw. */
let opinion: InfoView | null = null;

const engines = new Map<string, Engine>();
/** The position that an engine was asked about last. */
let asked = "";
let overdue: number | undefined;
/** Milliseconds beyond its time in which an engine may still move by itself. */
const PATIENCE = 5000;
/** The plies whose increments were given. */
let before = 0;
let running: { side: Side; since: number } | null = null;

function engineFor(name: string): Engine {
  const known = engines.get(name);
  if (known !== undefined) {
    if (known.state === "gone") known.start();
    return known;
  }
  const made = new Engine(name, core, transport, (state, reason) => {
    const others = goneEngines.value.filter((engine) => engine.name !== name);
    goneEngines.value = state === "gone" ? [...others, { name, reason }] : others;
    if (state === "gone") say(t("page_engine_gone", { name, reason }), true);
  });
  engines.set(name, made);
  return made;
}

const index = (side: Side): 0 | 1 => (side === "south" ? 0 : 1);

export function playerOf(side: Side): Player | undefined {
  return match.value?.players[index(side)];
}

export function start(variant: string, from: string | null, settings: Match): void {
  for (const engine of engines.values()) engine.stop();
  for (const player of settings.players) if (player.kind === "engine") engineFor(player.engine).newGame();
  batch(() => {
    match.value = settings;
    ended.value = null;
    const total = settings.clocks.total ?? 0;
    left.value = [total, total];
  });
  running = null;
  before = 0;
  opinion = null;
  asked = "";
  open(newGame(variant, from));
}

export function leave(): void {
  for (const engine of engines.values()) engine.stop();
  match.value = null;
  ended.value = null;
  running = null;
}

/** Starts the engines again that are gone; the game goes on. */
export function restart(): void {
  for (const engine of engines.values()) if (engine.state === "gone") engine.start();
  asked = "";
  think();
}

export function resign(): void {
  const now = position.value;
  if (match.value === null || now === null) return;
  const human = match.value.players.findIndex((player) => player.kind === "human");
  const loser: Side = match.value.players.every((player) => player.kind === "human")
    ? now.side
    : human === 1
      ? "north"
      : "south";
  finish(loser === "south" ? "0-1" : "1-0", t("page_resigned", { side: t(loser) }));
}

export function offerDraw(): void {
  const now = match.value;
  if (now === null) return;
  const againstEngine = now.players.some((player) => player.kind === "engine");
  // An engine agrees when it sees no more than half a ball between the sides.
  const score = opinion?.score;
  const even = score !== null && score !== undefined && "cp" in score && Math.abs(score.cp) <= 50;
  if (!againstEngine || even) finish("1/2-1/2", t("page_drawn"));
  else say(t("page_draw_refused"));
}

function finish(result: string, text: string): void {
  for (const engine of engines.values()) engine.stop();
  running = null;
  ended.value = text;
  game.value.tags["Result"] = result;
  say(text);
}

/** Takes moves back until it is a person's turn again. */
export function takeBack(): void {
  for (const engine of engines.values()) engine.stop();
  ended.value = null;
  let to = path.value.slice(0, -1);
  const players = match.value?.players;
  if (players !== undefined && players.some((player) => player.kind === "human")) {
    const side = position.value?.side;
    const mine = side === undefined ? undefined : players[index(side)];
    if (mine?.kind === "human" && players.some((player) => player.kind === "engine")) to = to.slice(0, -1);
  }
  running = null;
  before = Math.min(before, to.length);
  delete game.value.tags["Result"];
  go(to);
}

/** The best move at full strength, told and not played. */
export const hint = signal<string | null>(null);

export function askHint(): void {
  const at = path.value;
  // Not the engine that may be playing: it would forget its own search.
  const engine = new Engine(OWN, core, transport, (state, reason) => {
    if (state === "gone") fail(new Error(reason));
  });
  engine.setOption("OwnBook", "false");
  hint.value = "…";
  engine.search(refOf(at), "movetime 800", {
    best: (move) => {
      engine.close();
      if (path.value !== at) return;
      hint.value = move?.mark ?? null;
      if (move !== null) say(t("hint", { move: move.mark }));
    },
  });
}

/** Whether the person at the board may move now. */
export function mayMove(): boolean {
  const now = position.value;
  // While the next position is on its way, the moves of this one are no moves any more.
  if (now === null || now.ply !== path.value.length) return false;
  if (now.outcome !== null || ended.value !== null) return false;
  return match.value === null || now.stage === "choice" || playerOf(now.side)?.kind === "human";
}

/** Lets the engine move whose turn it is, once for each position. */
function think(): void {
  const playing = match.value;
  const now = position.value;
  if (playing === null || now === null || now.outcome !== null || ended.value !== null) return;
  if (now.stage === "choice" || shown.value !== null) return;
  // The position of the moves that were made last is still on its way.
  if (now.variant !== game.value.variant || now.ply !== path.value.length) return;
  const at = path.value;
  // Who looks back through the game wants to see it; its clock goes on.
  if (browsing.value && last(game.value, at).children.length > 0) {
    asked = "";
    return;
  }
  const player = playing.players[index(now.side)];
  const wanted = refOf(at);
  const key = `${wanted.variant} ${wanted.start ?? ""} ${wanted.moves.join(" ")}`;
  tick();
  running = { side: now.side, since: performance.now() };
  // After a person's turn a position may come again, when a move was taken back and made once more.
  if (player.kind !== "engine") asked = "";
  if (player.kind !== "engine" || asked === key) return;
  asked = key;
  const engine = engineFor(player.engine);
  if (isBuiltin(player.engine)) engine.setOption("Skill Level", String(player.level));
  engine.setOption("OwnBook", String(playing.book));
  engine.setOption("MultiPV", "1");
  // An engine that goes on and on is told to stop; if it does not even do that, the program ends it.
  const { total, move: time } = playing.clocks;
  clearTimeout(overdue);
  if (total === null) overdue = setTimeout(() => asked === key && engine.moveNow(), time + PATIENCE);
  engine.search(wanted, limits(playing.clocks), {
    infos: (infos) => {
      opinion = infos.at(-1) ?? opinion;
    },
    best: (found) => {
      const here = path.value;
      if (here.length !== at.length || here.at(-1) !== at.at(-1)) return;
      if (found === null) {
        engine.fail("bestmove (none)");
        return;
      }
      const move = now.legal.find((legal) => legal.move === found.move);
      if (move === undefined) engine.fail(found.move);
      else playMove(move);
    },
  });
}

function limits(clocks: Clocks): string {
  if (clocks.total === null) return `movetime ${clocks.move}`;
  const [south, north] = left.value.map((ms) => Math.max(1, Math.round(ms)));
  return `wtime ${south} btime ${north} winc ${clocks.increment} binc ${clocks.increment}`;
}

/** Takes the time that has gone from the clock that runs. */
function tick(): void {
  const playing = match.value;
  if (running === null || playing === null || playing.clocks.total === null) return;
  const now = performance.now();
  const at = index(running.side);
  const times: [number, number] = [...left.value];
  times[at] -= now - running.since;
  running.since = now;
  left.value = times;
  if (times[at] <= 0 && ended.value === null) {
    const loser = running.side;
    finish(loser === "south" ? "0-1" : "1-0", t("page_time_over", { side: t(loser) }));
  }
}

/** The mover's increment, when a move was made. */
function addIncrement(move: MoveView): void {
  const clocks = match.value?.clocks;
  if (clocks === undefined || clocks.total === null) return;
  const times: [number, number] = [...left.value];
  times[index(move.side)] += clocks.increment;
  left.value = times;
}

export function watchMatch(): void {
  setInterval(tick, 200);
  path.subscribe(() => {
    hint.value = null;
  });
  effect(() => {
    const now = position.value;
    void [match.value, ended.value, shown.value, path.value, browsing.value];
    // The clocks are changed here and must not call for another look.
    untracked(() => {
      if (match.value !== null && now !== null && now.last !== null && now.ply > before) {
        tick();
        addIncrement(now.last);
        before = now.ply;
      }
      think();
    });
  });
}

/** The name of the engine that the program is. */
export const OWN = "tuzdik";
const isBuiltin = (name: string) => hello.value?.engines.find((engine) => engine.name === name)?.builtin === true;

export function engineNames(): string[] {
  return hello.value?.engines.map((engine) => engine.name) ?? [];
}
