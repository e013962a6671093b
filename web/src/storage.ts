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
    const kept = (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as Record<string, unknown>;
    const found: Partial<Saved> = {};
    if (isGame(kept["game"])) found.game = kept["game"];
    if (isTexts(kept["at"])) found.at = kept["at"];
    if (isReview(kept["review"])) found.review = kept["review"];
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

export function save(saved: Saved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // A full or forbidden storage costs the memory of the browser, not the game on the board.
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
