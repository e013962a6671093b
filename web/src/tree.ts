/** The tree of a game: moves with variations. It knows no rules; moves come from the core. */
export interface Node {
  /** The move in the protocol's text; empty at the root. */
  move: string;
  /** The move as records write it. */
  mark: string;
  comment: string;
  /** What stands before the move, where it begins a variation. */
  before: string;
  nags: number[];
  children: Node[];
}

export interface Game {
  variant: string;
  /** FEN of the start; null for the start position of the game. */
  start: string | null;
  tags: Record<string, string>;
  root: Node;
}

/** The marks that a move may have, by their numbers in game records. */
export const NAGS: [number, string][] = [
  [1, "!"],
  [2, "?"],
  [3, "!!"],
  [4, "??"],
  [5, "!?"],
  [6, "?!"],
];

/** A place in the tree: the nodes from the first move on. */
export type Path = Node[];

export function newNode(move = "", mark = move): Node {
  return { move, mark, comment: "", before: "", nags: [], children: [] };
}

export function newGame(variant: string, start: string | null = null): Game {
  return { variant, start, tags: {}, root: newNode() };
}

export function movesOf(path: Path): string[] {
  return path.map((node) => node.move);
}

/** The node at the end of a path. */
export function last(game: Game, path: Path): Node {
  return path.at(-1) ?? game.root;
}

/** The path that goes on along first children to the end. */
export function mainLine(game: Game, path: Path): Path {
  const whole = [...path];
  let node = last(game, path);
  while (node.children[0] !== undefined) {
    node = node.children[0];
    whole.push(node);
  }
  return whole;
}

/** The path after a move, which is added as a variation if it is new. */
export function play(game: Game, path: Path, move: string, mark: string): Path {
  const here = last(game, path);
  let child = here.children.find((node) => node.move === move);
  if (child === undefined) {
    child = newNode(move, mark);
    here.children.push(child);
  }
  return [...path, child];
}

/** Takes a node with all that follows out of the tree. Gives the path before it. */
export function remove(game: Game, path: Path): Path {
  const node = path.at(-1);
  if (node === undefined) return path;
  const before = path.slice(0, -1);
  const parent = last(game, before);
  parent.children = parent.children.filter((child) => child !== node);
  return before;
}

/** Moves the variation that the path lies in one place up; a first variation becomes the main line. */
export function promote(game: Game, path: Path): void {
  for (let length = path.length; length > 0; length--) {
    const node = path[length - 1];
    const siblings = last(game, path.slice(0, length - 1)).children;
    const index = node === undefined ? -1 : siblings.indexOf(node);
    if (node !== undefined && index > 0) {
      siblings.splice(index, 1);
      siblings.splice(index - 1, 0, node);
      return;
    }
  }
}

/** The path with these moves, as far as the tree has them. */
export function find(game: Game, moves: string[]): Path {
  const path: Path = [];
  for (const move of moves) {
    const child = last(game, path).children.find((node) => node.move === move);
    if (child === undefined) break;
    path.push(child);
  }
  return path;
}

/** Whether the path is the main line or a part of it. */
export function isMain(game: Game, path: Path): boolean {
  return path.every((node, index) => last(game, path.slice(0, index)).children[0] === node);
}
