import { signal } from "@preact/signals";

import type { GameHead, GameRef, MoveGrade, Side } from "./core-types";
import { leave } from "./match";
import { gameOf, gamesOf } from "./records";
import { Cancelled, goToPly, mistakes, progress, release, review, reviewOf, searched, type Review } from "./review";
import { browsing, changed, core, fail, game, open, path, position, refOf, say, set, t } from "./state";
import { isMain, mainLine, remove, type Game } from "./tree";

/** A mistake for which a better move is looked for. */
interface Task {
  mistake: MoveGrade;
  game: Game;
  /** The moves of the game up to the mistake. */
  before: string[];
  /** What the engine said before it. */
  lines: string[];
  /** The limits of the searches, in the protocol's words. */
  effort: string;
}

/** The task on the board. */
export interface Lesson extends Task {
  /** Its place among the tasks, from 1. */
  number: number;
  of: number;
  /** How the move that the person tried last went. */
  answer: "open" | "thinking" | "right" | "wrong" | "shown";
}

export const lesson = signal<Lesson | null>(null);
let tasks: Task[] = [];

function tasksOf(found: Review, from: Game, side: Side): Task[] {
  const { effort, searches } = found;
  return mistakes(found, side).map((mistake) => {
    const before = found.ref.moves.slice(0, mistake.ply - 1);
    return { mistake, game: from, before, lines: searches[mistake.ply - 1] ?? [], effort };
  });
}

/** Begins with the first of these tasks. */
function begin(found: Task[]): void {
  tasks = found;
  if (tasks.length === 0) {
    say(t("page_no_mistakes"));
    return;
  }
  leave();
  set({ analysing: false });
  take(1);
}

function take(number: number): void {
  const task = tasks[number - 1];
  if (task === undefined) {
    end();
    say(t("page_all_done"));
    return;
  }
  lesson.value = { ...task, number, of: tasks.length, answer: "open" };
  if (game.value === task.game) goToPly(task.mistake.ply - 1);
  else open(task.game, task.before);
}

/** Learns from the mistakes of a side in the game on the board. */
export function learn(side: Side): void {
  if (review.value !== null) begin(tasksOf(review.value, game.value, side));
}

/** Reviews the games of a player in a file and learns from the mistakes in them. */
export async function learnFrom(handle: number, player: string): Promise<void> {
  const heads = await gamesOf(handle, player);
  const found: Task[] = [];
  try {
    for (const [index, head] of heads.entries()) {
      const one = await gameOf(handle, head.index);
      const ref: GameRef = {
        variant: one.variant,
        start: one.start,
        moves: mainLine(one, []).map((node) => node.move),
      };
      const reviewed = await reviewOf(ref, { game: index + 1, games: heads.length });
      for (const side of sidesOf(head, player)) found.push(...tasksOf(reviewed, one, side));
    }
  } catch (error) {
    // What was found by then is enough to learn from.
    if (!(error instanceof Cancelled)) fail(error);
  } finally {
    progress.value = null;
    release();
  }
  begin(found);
}

function sidesOf(head: GameHead, player: string): Side[] {
  return (["south", "north"] as const).filter((_, index) => head.players[index] === player);
}

export function nextTask(): void {
  const now = lesson.value;
  if (now === null) return;
  forgetTry();
  take(now.number + 1);
}

export function retryTask(): void {
  const now = lesson.value;
  if (now === null) return;
  forgetTry();
  lesson.value = { ...now, answer: "open" };
  goToPly(now.mistake.ply - 1);
}

/** Takes a move that was wrong out of the tree again. */
function forgetTry(): void {
  const now = lesson.value;
  const tried = path.value.at(-1);
  if (now?.answer !== "wrong" || tried === undefined || path.value.length !== now.mistake.ply) return;
  if (tried.children.length > 0 || tried.comment !== "" || isMain(game.value, path.value)) return;
  remove(game.value, path.value);
  changed();
}

export function showSolution(): void {
  const now = lesson.value;
  if (now === null) return;
  forgetTry();
  lesson.value = { ...now, answer: "shown" };
  goToPly(now.mistake.ply - 1);
}

export function end(): void {
  lesson.value = null;
  tasks = [];
  release();
}

/** The best move before a mistake, as records write it. */
export function solution(mistake: MoveGrade): string {
  return mistake.lines[0]?.pv[0] ?? "";
}

/** Judges the move that was tried: right is what would get no mark in a review. */
async function judge(now: Lesson): Promise<void> {
  const tried = path.value.at(-1);
  if (tried === undefined) return;
  lesson.value = { ...now, answer: "thinking" };
  const after = await searched(refOf(path.value), now.effort);
  const ref: GameRef = { variant: game.value.variant, start: now.mistake.fen, moves: [tried.move] };
  const { moves } = await core.call("grade", { ref, searches: [now.lines, after] });
  if (lesson.value?.mistake !== now.mistake || lesson.value.answer !== "thinking") return;
  lesson.value = { ...now, answer: moves[0]?.grade === "" ? "right" : "wrong" };
}

/** Waits for moves on the board of a lesson, and for its end by another game. */
export function watchLessons(): void {
  position.subscribe((now) => {
    const here = lesson.value;
    if (here === null || now === null) return;
    if (game.value !== here.game) {
      end();
      return;
    }
    const { ply } = here.mistake;
    if (here.answer !== "open" || browsing.value || now.ply !== ply || path.value.length !== ply) return;
    judge(here).catch((error: unknown) => {
      fail(error);
      if (lesson.value?.mistake === here.mistake) retryTask();
    });
  });
}
