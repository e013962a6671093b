import type { KeptMatch, Player } from "./match";
import type { Review } from "./review";
import type { Game, Node } from "./tree";

/** What is kept in the browser, so that nothing is lost by a reload or a crash. */
export interface Saved {
  game: Game;
  /** The moves to the place that was looked at. */
  at: string[];
  settings: Settings;
  /** The review of the game. */
  review?: Review;
  /** The match that is being played. */
  match?: KeptMatch;
}

export interface Settings {
  language: string;
  theme: "system" | "light" | "dark";
  /** Milliseconds for each ball of a sowing; 0 shows moves at once. */
  speed: number;
  sound: boolean;
  turned: boolean;
  threads: number;
  hash: number;
  lines: number;
  analysing: boolean;
  engine: string;
  second: string;
  marks: boolean;
  /** The limits of a search of a review, in the protocol's words. */
  effort: string;
}

export const DEFAULTS: Settings = {
  language: "",
  theme: "system",
  speed: 110,
  sound: false,
  turned: false,
  threads: 1,
  hash: 64,
  lines: 3,
  analysing: false,
  engine: "tuzdik",
  second: "",
  marks: true,
  effort: "movetime 300",
};

const KEY = "tuzdik-board-1";

/** What was kept, as far as it can be read: another version may have written it. */
export function load(): Partial<Saved> {
  try {
    // That of this tab first, so that two tabs with a board do not take each other's game.
    const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "{}";
    const kept = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    const found: Partial<Saved> = {};
    if (isGame(kept["game"])) found.game = kept["game"];
    if (isTexts(kept["at"])) found.at = kept["at"];
    if (isReview(kept["review"])) found.review = kept["review"];
    if (found.game !== undefined && isMatch(kept["match"])) found.match = kept["match"];
    const settings = kept["settings"] as Record<string, unknown> | undefined;
    found.settings = { ...DEFAULTS };
    for (const [name, value] of Object.entries(DEFAULTS)) {
      if (typeof settings?.[name] === typeof value) Object.assign(found.settings, { [name]: settings?.[name] });
    }
    return found;
  } catch {
    return {};
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

function isGame(value: unknown): value is Game {
  const game = value as Partial<Game> | null;
  return (
    typeof game === "object" &&
    game !== null &&
    typeof game.variant === "string" &&
    (game.start === null || typeof game.start === "string") &&
    typeof game.tags === "object" &&
    isNode(game.root)
  );
}

function isReview(value: unknown): value is Review {
  const review = value as Partial<Review> | null;
  return (
    typeof review === "object" &&
    review !== null &&
    typeof review.effort === "string" &&
    isTexts(review.ref?.moves) &&
    Array.isArray(review.searches) &&
    Array.isArray(review.grades?.moves) &&
    typeof review.grades.summary === "object"
  );
}

const isTimes = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => Number.isFinite(one));

function isPlayer(value: unknown): value is Player {
  const player = value as { kind?: unknown; engine?: unknown; level?: unknown } | null;
  if (player?.kind === "human") return true;
  return player?.kind === "engine" && typeof player.engine === "string" && typeof player.level === "number";
}

function isMatch(value: unknown): value is KeptMatch {
  const kept = value as Partial<KeptMatch> | null;
  const clocks = kept?.match?.clocks;
  return (
    Array.isArray(kept?.match?.players) &&
    kept.match.players.length === 2 &&
    kept.match.players.every(isPlayer) &&
    typeof kept.match.book === "boolean" &&
    (clocks?.total === null || typeof clocks?.total === "number") &&
    typeof clocks.increment === "number" &&
    typeof clocks.move === "number" &&
    isTimes(kept.left) &&
    Array.isArray(kept.turns) &&
    kept.turns.every((turn) => [null, "south", "north"].includes(turn?.side) && isTimes(turn.left)) &&
    (kept.ended === null || typeof kept.ended === "string")
  );
}

export function save(saved: Saved): void {
  const text = JSON.stringify(saved);
  for (const storage of ["sessionStorage", "localStorage"] as const) {
    try {
      window[storage].setItem(KEY, text);
    } catch {
      // A full or forbidden storage costs the memory of the browser, not the game on the board.
    }
  }
}

/** Whether something that was read from the storage is a tree. */
function isNode(value: unknown): value is Node {
  const node = value as Partial<Node> | null;
  return (
    typeof node === "object" &&
    node !== null &&
    typeof node.move === "string" &&
    typeof node.mark === "string" &&
    typeof node.comment === "string" &&
    typeof node.before === "string" &&
    Array.isArray(node.nags) &&
    Array.isArray(node.children) &&
    node.children.every(isNode)
  );
}
