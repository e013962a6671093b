import { computed, effect, signal } from "@preact/signals";

import type { Calls, GameRef, MoveGrade, Side } from "./core-types";
import { Engine } from "./engine";
import { core, edits, game, go, keptReview, path, refOf, settings, transport } from "./state";
import { OWN } from "./match";
import { mainLine, NAGS, play, type Node } from "./tree";

export type Grades = Calls["grade"]["result"];

/** What an engine said of the positions of a game, and the grades that follow. */
export interface Review {
  ref: GameRef;
  /** The limits of each search, in the protocol's words. */
  effort: string;
  /** The lines of each search, the start's first; fewer than the game has positions while it runs. */
  searches: string[][];
  grades: Grades;
}

/** How far a review is: positions searched, of how many, and in which of how many games. */
export const progress = signal<{ done: number; of: number; game: number; games: number } | null>(null);

/** The reviews of this visit, the latest first. */
const reviews = signal<Review[]>([]);

const sameStart = (a: GameRef, b: GameRef) => a.variant === b.variant && (a.start ?? null) === (b.start ?? null);
const begins = (whole: string[], part: string[]) => part.every((move, index) => whole[index] === move);

/** The review of the game on the board, which may have gone on since. */
export const review = computed<Review | null>(() => {
  void edits.value;
  const whole = refOf(mainLine(game.value, []));
  return reviews.value.find(({ ref }) => sameStart(ref, whole) && begins(whole.moves, ref.moves)) ?? null;
});

/** The grades of the moves of the main line, by their nodes. */
export const gradeOf = computed<Map<Node, string>>(() => {
  const line = mainLine(game.value, []);
  const found = new Map<Node, string>();
  for (const { ply, grade } of review.value?.grades.moves ?? []) {
    const node = line[ply - 1];
    if (node !== undefined) found.set(node, grade);
  }
  return found;
});

/** South's chance at the place that is looked at, by the review of the game; null where it says nothing. */
export const reviewedChance = computed<number | null>(() => {
  const at = path.value;
  const moves = review.value?.grades.moves ?? [];
  if (at.length > 0 && !gradeOf.value.has(at[at.length - 1] as Node)) return null;
  const [before, after] = [moves[at.length], moves[at.length - 1]];
  if (after?.type === "move") return after.chance_after;
  return before?.type === "move" ? before.chance_before : null;
});

function keep(found: Review): void {
  const others = reviews.value.filter(({ ref }) => !sameStart(ref, found.ref) || !isSame(ref, found.ref));
  reviews.value = [found, ...others].slice(0, 100);
}

const isSame = (a: GameRef, b: GameRef) => a.moves.length === b.moves.length && begins(a.moves, b.moves);

let engine: Engine | null = null;
/** Ends the search that runs with an error. */
let interrupt: ((reason: Error) => void) | null = null;

/** Why a review that was called off ended. */
export class Cancelled extends Error {}

function started(): Engine {
  if (engine === null || engine.state === "gone") {
    engine?.close();
    engine = new Engine(OWN, core, transport, (state, reason) => {
      if (state === "gone") interrupt?.(new Error(reason));
    });
    engine.setOption("UCI_AnalyseMode", "true");
    engine.setOption("OwnBook", "false");
    engine.setOption("Threads", "1");
    engine.setOption("MultiPV", "1");
    engine.setOption("Hash", String(settings.value.hash));
  }
  return engine;
}

/** Ends the engine of the reviews. */
export function release(): void {
  interrupt?.(new Cancelled());
  interrupt = null;
  engine?.close();
  engine = null;
}

/** Of what a search says only its last iterations count. */
function lastIterations(lines: string[]): string[] {
  const depthOf = (line: string) => Number(/ depth (\d+)/.exec(line)?.[1] ?? Infinity);
  const depths = lines.map(depthOf).filter((depth) => depth !== Infinity);
  const deepest = Math.max(0, ...depths);
  return lines.filter((line) => depthOf(line) >= deepest - 1);
}

/** The lines of a search of the last position of a game. */
export function searched(ref: GameRef, go: string): Promise<string[]> {
  return new Promise((done, failed) => {
    // Whoever waits for the search that this one ends learns of it.
    interrupt?.(new Cancelled());
    interrupt = failed;
    started().search(ref, go, {
      lines: (lines) => {
        interrupt = null;
        done(lastIterations(lines));
      },
      failed,
    });
  });
}

/**
 * Looks at every position of a game and grades its moves; goes on where it was interrupted.
 *
 * Fails if it is cancelled, or when the engine or the program is gone; what it has by then is kept.
 */
export async function reviewOf(ref: GameRef, at = { game: 1, games: 1 }): Promise<Review> {
  const { effort } = settings.value;
  const known = reviews.value.find((one) => sameStart(one.ref, ref) && isSame(one.ref, ref) && one.effort === effort);
  let found = known ?? null;
  const of = ref.moves.length + 1;
  if (found === null || found.searches.length < of) started().newGame();
  while (found === null || found.searches.length < of) {
    const plies: number = found?.searches.length ?? 0;
    progress.value = { done: plies, of, ...at };
    const lines = await searched({ ...ref, moves: ref.moves.slice(0, plies) }, effort);
    const searches: string[][] = [...(found?.searches ?? []), lines];
    found = { ref, effort, searches, grades: await core.call("grade", { ref, searches }) };
    keep(found);
  }
  return found;
}

/** Reviews the main line of the game on the board. */
export async function reviewGame(): Promise<void> {
  try {
    await reviewOf(refOf(mainLine(game.value, [])));
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  } finally {
    progress.value = null;
    release();
  }
}

export function cancelReview(): void {
  const running = interrupt;
  interrupt = null;
  engine?.stop();
  running?.(new Cancelled());
}

export const sideOf = (move: MoveGrade): Side => (move.side === "South" ? "south" : "north");

/** The moves of a review that have a mark, of a side or of both. */
export function mistakes(found: Review, side?: Side): MoveGrade[] {
  return found.grades.moves.flatMap((move) =>
    move.type === "move" && move.grade !== "" && (side === undefined || sideOf(move) === side) ? [move] : [],
  );
}

export function goToPly(ply: number): void {
  go(mainLine(game.value, []).slice(0, ply));
}

/** To the next or the last mistake from here. */
export function stepMistake(by: 1 | -1): void {
  if (review.value === null) return;
  const here = path.value.length;
  const plies = mistakes(review.value).map((move) => move.ply);
  const next = by === 1 ? plies.find((ply) => ply > here) : plies.reverse().find((ply) => ply < here);
  if (next !== undefined) goToPly(next);
}

/** Moves of a better line that are written into the game. */
const BETTER_PLIES = 8;

/** Writes the marks of a review and the better moves into the tree of the game on the board. */
export async function annotate(): Promise<void> {
  const found = review.value;
  if (found === null) return;
  const annotated = game.value;
  const line = mainLine(annotated, []);
  for (const mistake of mistakes(found)) {
    const node = line[mistake.ply - 1];
    const nag = NAGS.find(([, sign]) => sign === mistake.grade)?.[0];
    if (node !== undefined && nag !== undefined && node.nags.length === 0) node.nags = [nag];
    const before = line.slice(0, mistake.ply - 1);
    const better = mistake.lines[0]?.pv.slice(0, BETTER_PLIES) ?? [];
    const named = await core.call("line", { ref: refOf(before), moves: better });
    let at = before;
    for (const { move, mark } of named.moves) at = play(annotated, at, move, mark);
  }
  edits.value++;
}

/** Keeps the review of the game on the board with it. */
export function watchReview(): void {
  if (keptReview.value !== undefined) keep(keptReview.value);
  effect(() => {
    keptReview.value = review.value ?? undefined;
  });
}
