import { batch, computed, effect, signal, untracked } from "@preact/signals";

import type { InfoView, Position, Side } from "./core-types";
import { Engine } from "./engine";
import {
  browsing,
  core,
  fail,
  game,
  go,
  hello,
  keptMatch,
  open,
  path,
  playMove,
  position,
  refOf,
  say,
  settled,
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

/** Milliseconds, South's and North's. */
export type Times = [number, number];

/** A position of the game as it came up: whose turn it was, and the times left. */
interface Turn {
  /** Null while the sides are chosen. */
  side: Side | null;
  left: Times;
}

/** A match as it is kept over a reload. */
export interface KeptMatch {
  match: Match;
  left: Times;
  turns: Turn[];
  ended: string | null;
}

/** A game that is being played; null while games are only looked at. */
export const match = signal<Match | null>(null);
/** Milliseconds left, South's and North's. */
export const left = signal<Times>([0, 0]);
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
/** The positions of the game that came up, the start first; their moves have had their increments. */
const turns = signal<Turn[]>([]);
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
  running = null;
  opinion = null;
  asked = "";
  // At once, so that the position of the game before is not taken for one of this.
  batch(() => {
    match.value = settings;
    ended.value = null;
    const total = settings.clocks.total ?? 0;
    left.value = [total, total];
    turns.value = [];
    open(newGame(variant, from));
  });
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

/** The ply to which moves can be taken back: a person's last turn before this one; null if there is none. */
export const backTo = computed<number | null>(() => {
  const plies = path.value.length;
  if (match.value === null) return plies > 0 ? plies - 1 : null;
  const before = turns.value.slice(0, plies);
  const ply = before.findLastIndex(({ side }) => side !== null && playerOf(side)?.kind === "human");
  return ply === -1 ? null : ply;
});

/** Takes moves back until it is a person's turn again, with the times as they were. */
export function takeBack(): void {
  const to = backTo.value;
  if (to === null) return;
  for (const engine of engines.values()) engine.stop();
  running = null;
  const turn = turns.value[to];
  batch(() => {
    ended.value = null;
    if (turn !== undefined) left.value = turn.left;
    turns.value = turns.value.slice(0, to + 1);
    delete game.value.tags["Result"];
    go(path.value.slice(0, to));
  });
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
  if (now === null || !settled.value) return false;
  if (now.outcome !== null || ended.value !== null) return false;
  return match.value === null || now.stage === "choice" || playerOf(now.side)?.kind === "human";
}

/** Lets the engine move whose turn it is, once for each position. */
function think(): void {
  const playing = match.value;
  const now = position.value;
  if (playing === null || now === null || now.outcome !== null || ended.value !== null) return;
  if (now.stage === "choice" || shown.value !== null || !settled.value) return;
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
  const times: Times = [...left.value];
  times[at] -= now - running.since;
  running.since = now;
  left.value = times;
  if (times[at] <= 0 && ended.value === null) {
    const loser = running.side;
    finish(loser === "south" ? "0-1" : "1-0", t("page_time_over", { side: t(loser) }));
  }
}

/** Notes a position that came up; whoever moved has the increment. */
function turn(now: Position): void {
  const clocks = match.value?.clocks;
  if (clocks === undefined || !settled.value || now.ply < turns.value.length) return;
  if (clocks.total !== null && now.last !== null && now.ply > 0) {
    tick();
    const times: Times = [...left.value];
    times[index(now.last.side)] += clocks.increment;
    left.value = times;
  }
  turns.value = [...turns.value, { side: now.stage === "choice" ? null : now.side, left: left.value }];
}

/** Goes on with the match that was kept, if it is about the game on the board. */
function resume(): void {
  const kept = keptMatch.value;
  if (kept === undefined) return;
  batch(() => {
    match.value = kept.match;
    left.value = kept.left;
    turns.value = kept.turns;
    ended.value = kept.ended;
  });
}

function keep(): void {
  keptMatch.value =
    match.value === null ? undefined : { match: match.value, left: left.value, turns: turns.value, ended: ended.value };
}

export function watchMatch(): void {
  resume();
  setInterval(tick, 200);
  // A clock that runs is kept when the page goes; a crash costs the time of one move at most.
  window.addEventListener("pagehide", () => {
    tick();
    keep();
  });
  effect(() => {
    void [match.value, turns.value, ended.value];
    untracked(keep);
  });
  path.subscribe(() => {
    hint.value = null;
  });
  effect(() => {
    const now = position.value;
    void [match.value, ended.value, shown.value, settled.value, path.value, browsing.value];
    // The clocks are changed here and must not call for another look.
    untracked(() => {
      if (now !== null) turn(now);
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
