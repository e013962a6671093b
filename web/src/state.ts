import { batch, computed, effect, signal } from "@preact/signals";

import { Core, CoreError } from "./core";
import type { GameRef, Hello, LevelView, MoveView, Position } from "./core-types";
import type { KeptMatch } from "./match";
import type { Review } from "./review";
import { DEFAULTS, load, save, type Settings } from "./storage";
import { makeTransport } from "./make-transport";
import type { Reach } from "./transport";
import { find, isMain, last, mainLine, movesOf, newGame, play, promote, remove, type Game, type Path } from "./tree";

export const transport = makeTransport();
export const core = new Core(transport);

const saved = load();

export const settings = signal<Settings>({ ...DEFAULTS, ...saved.settings });
/** The review of the game that is kept with it. */
export const keptReview = signal<Review | undefined>(saved.review);
/** The match that is being played. */
export const keptMatch = signal<KeptMatch | undefined>(saved.match);
export const hello = signal<Hello | null>(null);
export const texts = signal<Record<string, string>>({});
export const levels = signal<LevelView[]>([]);
export const reach = signal<Reach>("here");

export const game = signal<Game>(newGame("togyzkumalak"));
export const path = signal<Path>([]);
/** Counts changes inside the tree, which its signal does not see. */
export const edits = signal(0);
/** Whether the place was gone to, and not reached by a move that was just made. */
export const browsing = signal(false);
/** The position on the board; null until the core has answered first. */
export const position = signal<Position | null>(null);
/** The place that the position on the board belongs to. */
const placed = signal<Path | null>(null);
/** Whether the position on the board is that of the place that is looked at, and not on its way yet. */
export const settled = computed(() => placed.value === path.value);
/** A move that is being shown ball by ball, with the position before it. */
export const shown = signal<{ before: Position; move: MoveView } | null>(null);
/** The latest message for the person, and for the live region. */
export const notice = signal<{ text: string; bad: boolean } | null>(null);

export function set(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
}

/** What is told before there are texts. */
const UNREACHED: Record<string, string> = {
  page_lost: "tuzdik cannot be reached",
  page_renewed: "Open the address that tuzdik board printed",
};

/** A text of the page in its language; names in braces are filled in. */
export function t(key: string, fill: Record<string, string | number> = {}): string {
  const text = texts.value[key] ?? UNREACHED[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(fill[name] ?? whole));
}

export const variant = computed(() => hello.value?.variants.find((v) => v.name === game.value.variant));

/** The game up to the place that is looked at. */
export const ref = computed<GameRef>(() => refOf(path.value));

export function refOf(at: Path): GameRef {
  return { variant: game.value.variant, start: game.value.start, moves: movesOf(at) };
}

export function say(text: string, bad = false): void {
  notice.value = { text, bad };
}

export function fail(error: unknown): void {
  say(error instanceof CoreError || error instanceof Error ? error.message : String(error), true);
}

let asked = 0;

/** Goes to a place in the tree. `slowly` shows the last move ball by ball. */
export function go(to: Path, slowly = false): void {
  show(to, slowly, true);
}

function show(to: Path, slowly: boolean, gone: boolean): void {
  const mine = ++asked;
  const before = position.value;
  batch(() => {
    browsing.value = gone;
    path.value = to;
  });
  core.position(refOf(to)).then((found) => {
    if (mine !== asked) return;
    batch(() => {
      shown.value = slowly && before !== null && found.last !== null ? { before, move: found.last } : null;
      position.value = found;
      placed.value = to;
    });
    say(found.outcome?.text ?? found.last?.text ?? "");
  }, fail);
}

export function changed(): void {
  edits.value++;
}

/** Plays a legal move of the position on the board; any other, of a position that is gone, is not played. */
export function playMove({ move, mark }: MoveView): void {
  if (!settled.value || position.value?.legal.some((legal) => legal.move === move) !== true) return;
  const to = play(game.value, path.value, move, mark);
  changed();
  show(to, true, false);
}

export const steps = {
  first: () => go([]),
  back: () => go(path.value.slice(0, -1)),
  forward: () => {
    const child = last(game.value, path.value).children[0];
    if (child !== undefined) go([...path.value, child], true);
  },
  last: () => go(mainLine(game.value, path.value)),
  /** To the variation beside this one. */
  sibling: (by: number) => {
    const node = path.value.at(-1);
    const parent = path.value.slice(0, -1);
    const { children } = last(game.value, parent);
    const next = node === undefined ? undefined : children[children.indexOf(node) + by];
    if (next !== undefined) go([...parent, next]);
  },
};

export function removeHere(): void {
  const to = remove(game.value, path.value);
  changed();
  go(to);
}

export function promoteHere(): void {
  promote(game.value, path.value);
  changed();
}

export const onMainLine = computed(() => {
  void edits.value;
  return isMain(game.value, path.value);
});

export function open(opened: Game, moves: string[] = []): void {
  batch(() => {
    game.value = opened;
    changed();
    go(find(opened, moves));
  });
}

/** The address of the game: its rules, start and moves. */
export function addressOf(): string {
  const { variant: name, start, moves } = ref.value;
  const query = new URLSearchParams({ game: name });
  if (start !== null && start !== undefined) query.set("start", start);
  if (moves.length > 0) query.set("moves", moves.join(" "));
  return transport.address(query.toString());
}

/**
 * Opens the game that the address names, if it names one, and takes it out of the address, so that a reload keeps
 * what was added to it. A game that does not follow the rules is told, and the one on the board stays.
 */
export async function openAddress(): Promise<void> {
  const query = new URLSearchParams(location.hash.slice(1));
  const name = query.get("game");
  if (name === null) return;
  history.replaceState(null, "", location.pathname);
  const opened = newGame(name, query.get("start"));
  const moves = (query.get("moves") ?? "").split(" ").filter((move) => move !== "");
  try {
    const line = await core.call("line", { ref: { variant: name, start: opened.start, moves: [] }, moves });
    if (line.illegal !== null) throw new CoreError(line.illegal.reason);
    let at: Path = [];
    for (const { move, mark } of line.moves) at = play(opened, at, move, mark);
    keptMatch.value = undefined;
    open(opened, movesOf(at));
  } catch (error) {
    fail(error);
  }
}

async function loadTexts(): Promise<void> {
  const [words, names, found] = await Promise.all([
    core.call("texts", {}),
    core.call("levels", {}),
    core.call("hello", {}),
  ]);
  batch(() => {
    texts.value = words;
    levels.value = names;
    hello.value = found;
  });
}

const LANGUAGES = ["kk", "ky", "ru", "tr", "en"];

/** The language of the browser, if there are texts in it. */
function guessLanguage(): string {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((code) => LANGUAGES.includes(code)) ?? "en";
}

export async function setLanguage(code: string): Promise<void> {
  core.language = code;
  document.documentElement.lang = code;
  set({ language: code });
  await loadTexts();
  go(path.value);
}

export async function begin(): Promise<void> {
  transport.onState((state) => {
    reach.value = state;
  });
  const offered = settings.value.language;
  const language = LANGUAGES.includes(offered) ? offered : guessLanguage();
  core.language = language;
  document.documentElement.lang = language;
  await loadTexts();
  if (saved.game !== undefined) open(saved.game, saved.at ?? []);
  else go([]);
  // The board shows the kept game first, so that what is wrong with the address is the last that is told.
  try {
    await core.position(ref.value);
  } catch (error) {
    // A game that the rules do not know any more.
    keptMatch.value = undefined;
    open(newGame("togyzkumalak"));
    fail(error);
  }
  await openAddress();
  effect(() => {
    void edits.value;
    save({
      game: game.value,
      at: movesOf(path.value),
      settings: settings.value,
      ...(keptReview.value !== undefined && { review: keptReview.value }),
      ...(keptMatch.value !== undefined && { match: keptMatch.value }),
    });
  });
  effect(() => {
    document.documentElement.dataset["theme"] = settings.value.theme;
  });
}
