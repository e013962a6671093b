import { batch, computed, signal } from "@preact/signals";

import type { Calls } from "./core-types";
import type { GameHead, Tree, TreeNode } from "./core-types";
import { leave } from "./match";
import { core, fail, game, open, ref, say, t } from "./state";
import { newNode, type Game, type Node } from "./tree";

type ReadResult = Calls["records.read"]["result"];

export interface Opened {
  handle: number;
  name: string;
  /** How many games it has. */
  total: number;
  /** Reads it once more. */
  read(): Promise<ReadResult>;
}

/** The files that are open, the latest first. */
export const files = signal<Opened[]>([]);
/** The game of a file that is on the board. */
export const current = signal<{ handle: number; index: number } | null>(null);

/** The file whose game is on the board, else the latest one. */
export const openedFile = computed(
  () => files.value.find(({ handle }) => handle === current.value?.handle) ?? files.value[0],
);

/** Bytes of a piece of a file; messages are 2 MiB at most. */
const PIECE = 1 << 20;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

async function take(name: string, read: () => Promise<ReadResult>, onBoard = true): Promise<void> {
  const { handle, total } = await read();
  const [first] = total > 0 ? (await core.call("records.search", { handle, from: 0, count: 1 })).games : [];
  if (first === undefined || (total === 1 && first.plies === 0 && first.errors > 0)) {
    await core.call("records.close", { handle });
    say(t("no_game"), true);
    return;
  }
  files.value = [{ handle, name, total, read }, ...files.value];
  if (onBoard) await show(handle, 0);
}

export async function openFile(file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  await openBytes(file.name, bytes);
}

/** In pieces, since a message has its limit. */
async function openBytes(name: string, bytes: Uint8Array): Promise<void> {
  await take(name, async () => {
    let upload: number | undefined;
    for (let at = 0; at < Math.max(bytes.length, 1); at += PIECE) {
      const piece = base64(bytes.subarray(at, at + PIECE));
      const got = await core.call(
        "records.upload",
        upload === undefined ? { base64: piece } : { base64: piece, upload },
      );
      upload = got.upload;
    }
    return core.call("records.read", { variant: game.value.variant, ...(upload !== undefined && { upload }) });
  });
}

export async function openText(text: string): Promise<void> {
  await openBytes(t("page_pasted"), new TextEncoder().encode(text));
}

/** Opens a file that was named on the command line; its first game goes on the board only if that is wanted. */
export async function openGiven(index: number, name: string, onBoard: boolean): Promise<void> {
  await take(name, () => core.call("records.read", { variant: game.value.variant, file: index }), onBoard);
}

/** Opens the files again for a program that knows nothing of them. */
export async function reopenFiles(): Promise<void> {
  const reopened: Opened[] = [];
  const now = current.value;
  let here: typeof now = null;
  for (const file of files.value) {
    try {
      const { handle, total } = await file.read();
      if (now?.handle === file.handle) here = { ...now, handle };
      reopened.push({ ...file, handle, total });
    } catch (error) {
      fail(error);
    }
  }
  batch(() => {
    files.value = reopened;
    current.value = here;
  });
}

type View = Calls["records.game"]["result"];

const asGame = (found: View): Game => ({
  variant: found.head.variant,
  start: found.start,
  tags: { ...found.tags, Result: found.head.result },
  root: fromList(found.tree.nodes),
});

/** A game of a file. */
export async function gameOf(handle: number, index: number): Promise<Game> {
  return asGame(await core.call("records.game", { handle, index }));
}

/** Puts a game of a file on the board. */
export async function show(handle: number, index: number): Promise<void> {
  try {
    const found = await core.call("records.game", { handle, index });
    current.value = { handle, index };
    leave();
    open(asGame(found));
    const [first] = found.errors;
    // After what the board says of the position that it now shows.
    await core.position(ref.value);
    if (first !== undefined) queueMicrotask(() => say(first, true));
  } catch (error) {
    fail(error);
  }
}

export async function closeFile(handle: number): Promise<void> {
  await core.call("records.close", { handle });
  files.value = files.value.filter((file) => file.handle !== handle);
  if (current.value?.handle === handle) current.value = null;
}

/** The game on the board as text. */
export async function textOf(format: "tgk" | "playok"): Promise<string> {
  const { variant, start, tags, root } = game.value;
  const { Result: result, ...others } = tags;
  const one = { variant, start, tags: others, tree: toList(root), result: result ?? "*" };
  return (await core.call("records.write", { games: [one], format })).text;
}

/** Offers a text or a picture as a file. */
export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

type Found = Calls["records.search"]["result"];

/** The first games of a file whose heads have these words, and how many there are. */
export async function search(handle: number, text: string): Promise<Found> {
  return core.call("records.search", { handle, text, from: 0, count: 300 });
}

/** All games of a file, or of a player in it, who is named by the whole name. */
export async function gamesOf(handle: number, player: string | null = null): Promise<GameHead[]> {
  const games: GameHead[] = [];
  for (;;) {
    const found = await core.call("records.search", { handle, player, from: games.length, count: 500 });
    games.push(...found.games);
    if (found.games.length === 0 || games.length >= found.total) return games;
  }
}

/** The title of a game: who played, where and when. */
export function titleOf(head: GameHead): string {
  const [south, north] = head.players;
  const players = south === null && north === null ? "" : `${south ?? "?"} – ${north ?? "?"}`;
  const parts = [players, head.title].filter((part) => part !== "");
  return parts.length === 0 ? t("page_game") : parts.join(", ");
}

function fromList(nodes: TreeNode[]): Node {
  const made: Node[] = [];
  for (const { parent, move, mark, comment, before, nags } of nodes) {
    const node = newNode(move, mark);
    node.comment = comment;
    node.before = before;
    node.nags = [...nags];
    made.push(node);
    if (parent !== null) made[parent]?.children.push(node);
  }
  return made[0] ?? newNode();
}

function toList(root: Node): Tree {
  const nodes: TreeNode[] = [];
  const add = (node: Node, parent: number | null) => {
    const { move, mark, comment, before, nags, children } = node;
    const index = nodes.push({ parent, move, mark, comment, before, nags, glyphs: [] }) - 1;
    for (const child of children) add(child, index);
  };
  add(root, null);
  return { nodes };
}
