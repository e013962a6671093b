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

export function load(): Partial<Saved> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as Partial<Saved>;
  } catch {
    return {};
  }
}

export function save(saved: Saved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // A full or forbidden storage costs the memory of the browser, not the game on the board.
  }
}

/** Whether something that was read from an address or a storage is a tree. */
export function isNode(value: unknown): value is Node {
  const node = value as Partial<Node> | null;
  return (
    typeof node === "object" &&
    node !== null &&
    typeof node.move === "string" &&
    Array.isArray(node.children) &&
    node.children.every(isNode)
  );
}
