import { signal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";

import { restartAnalysis, scoreText, threat, thoughts, type Thought } from "./analysis";
import type { Calls, GameHead, InfoView } from "./core-types";
import {
  askHint,
  ended,
  engineNames,
  hint,
  leave,
  left,
  match,
  offerDraw,
  playerState,
  resign,
  restart,
  takeBack,
} from "./match";
import { closeFile, current, download, files, openFile, openText, search, show, textOf, titleOf } from "./records";
import {
  addressOf,
  changed,
  core,
  edits,
  fail,
  game,
  go,
  hello,
  onMainLine,
  open,
  path,
  playMove,
  position,
  promoteHere,
  ref,
  removeHere,
  say,
  set,
  settings,
  t,
} from "./state";
import { last, newGame, play, type Node, type Path } from "./tree";

export function Button(props: {
  label: string;
  onClick(): void;
  children?: ComponentChildren;
  disabled?: boolean;
  pressed?: boolean;
  kind?: string;
}): JSX.Element {
  return (
    <button
      type="button"
      class={props.kind ?? ""}
      aria-label={props.children === undefined ? undefined : props.label}
      title={props.children === undefined ? undefined : props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.children ?? props.label}
    </button>
  );
}

/** Moves the game tree with its variations, and what can be done with them. */
export function MovesPanel(): JSX.Element {
  void edits.value;
  const here = path.value.at(-1);
  return (
    <section class="panel moves" aria-label={t("moves")}>
      <div class="tree" role="group" aria-label={t("moves")}>
        <Line nodes={game.value.root.children} before={[]} number={position.value === null ? 1 : firstNumber()} />
        {game.value.root.children.length === 0 && <p class="faint">{t("page_no_moves")}</p>}
      </div>
      {here !== undefined && (
        <div class="row">
          {NAGS.map(([number, sign]) => (
            <Button
              key={number}
              label={sign}
              pressed={here.nags.includes(number)}
              onClick={() => {
                here.nags = here.nags.includes(number) ? [] : [number];
                changed();
              }}
            />
          ))}
          <Button label={t("page_promote")} disabled={onMainLine.value} onClick={promoteHere}>
            ⇧
          </Button>
          <Button label={t("page_delete")} onClick={removeHere}>
            ✕
          </Button>
        </div>
      )}
      <label class="field">
        {t("page_comment")}
        <textarea
          rows={2}
          value={last(game.value, path.value).comment}
          onInput={(event) => {
            last(game.value, path.value).comment = event.currentTarget.value;
            changed();
          }}
        />
      </label>
    </section>
  );
}

const NAGS: [number, string][] = [
  [1, "!"],
  [2, "?"],
  [3, "!!"],
  [4, "??"],
  [5, "!?"],
  [6, "?!"],
];

function firstNumber(): number {
  const now = position.value;
  if (now === null) return 1;
  return Math.max(1, now.number - Math.floor((now.ply + (now.side === "north" ? 1 : 0)) / 2));
}

function Line(props: { nodes: Node[]; before: Path; number: number }): JSX.Element | null {
  const parts: JSX.Element[] = [];
  let nodes = props.nodes;
  let { before } = props;
  while (nodes[0] !== undefined) {
    const [first, ...others] = nodes;
    const at = [...before, first];
    parts.push(<MoveView key={at.length} node={first} at={at} number={props.number} />);
    for (const [index, node] of others.entries()) {
      const side = [...before, node];
      parts.push(
        <span class="variation" key={`${at.length}-${index}`}>
          {"("}
          <MoveView node={node} at={side} number={props.number} />
          <Line nodes={node.children} before={side} number={props.number} />
          {") "}
        </span>,
      );
    }
    before = at;
    nodes = first.children;
  }
  return <>{parts}</>;
}

function MoveView({ node, at, number }: { node: Node; at: Path; number: number }): JSX.Element {
  const active = path.value.at(-1) === node;
  const ply = at.length - 1;
  const counted = /^\d/.test(node.move);
  const signs = NAGS.filter(([nag]) => node.nags.includes(nag)).map(([, sign]) => sign);
  return (
    <>
      {ply % 2 === 0 && counted && <span class="number">{`${number + ply / 2}.`}</span>}
      <button
        type="button"
        class={active ? "move here" : "move"}
        aria-current={active ? "true" : undefined}
        onClick={() => go(at)}
      >
        {node.mark}
        {signs.join("")}
      </button>
      {node.comment !== "" && <span class="comment">{`${node.comment} `}</span>}
    </>
  );
}

/** What the engines think. */
export function AnalysisPanel(): JSX.Element {
  const { analysing, lines, threads, hash, second, engine } = settings.value;
  const names = engineNames();
  return (
    <section class="panel analysis" aria-label={t("page_analysis")}>
      <div class="row">
        <Button
          label={t("page_analysis")}
          kind="main"
          pressed={analysing}
          onClick={() => set({ analysing: !analysing })}
        />
        <Button
          label={t("page_threat")}
          pressed={threat.value}
          disabled={!analysing}
          onClick={() => (threat.value = !threat.value)}
        />
        <Select
          label={t("page_lines")}
          value={String(lines)}
          options={range(1, 9)}
          onChange={(value) => set({ lines: Number(value) })}
        />
      </div>
      {analysing &&
        thoughts.value.map(
          (thought, slot) => thought !== null && <ThoughtView key={slot} thought={thought} slot={slot as 0 | 1} />,
        )}
      <details>
        <summary>{t("page_settings")}</summary>
        <div class="row">
          <Select
            label="Threads"
            value={String(threads)}
            options={["1", "2", "4", "8"]}
            onChange={(value) => set({ threads: Number(value) })}
          />
          <Select
            label="Hash"
            value={String(hash)}
            options={["16", "64", "256", "1024"]}
            onChange={(value) => set({ hash: Number(value) })}
          />
          <Select label={t("engine")} value={engine} options={names} onChange={(value) => set({ engine: value })} />
          <Select
            label={t("page_second_engine")}
            value={second}
            options={["", ...names]}
            onChange={(value) => set({ second: value })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={settings.value.marks}
              onChange={(event) => set({ marks: event.currentTarget.checked })}
            />
            {t("page_marks")}
          </label>
        </div>
      </details>
    </section>
  );
}

function ThoughtView({ thought, slot }: { thought: Thought; slot: 0 | 1 }): JSX.Element {
  const best = thought.lines[0];
  return (
    <div class="thought">
      <p class="summary">
        <strong>{best === undefined ? "…" : scoreText(best.south)}</strong>
        <span>{thought.engine}</span>
        {best !== undefined && (
          <span class="faint">{`${t("page_depth")} ${best.depth ?? 0}/${best.seldepth ?? 0} · ${speed(best.nps)}`}</span>
        )}
      </p>
      {thought.state === "gone" ? (
        <p class="bad">
          {t("page_engine_gone", { name: thought.engine, reason: thought.reason })}{" "}
          <Button label={t("page_restart")} onClick={() => restartAnalysis(slot)} />
        </p>
      ) : (
        <ol class="lines">
          {thought.lines.map((line) => (
            <li key={line.multipv}>
              <span class="score">{scoreText(line.south)}</span>
              {line.chance !== null && <span class="faint">{`${Math.round(100 * line.chance)} %`}</span>}
              <span class="pv">
                {line.moves.slice(0, 14).map((move, index) => (
                  <button
                    type="button"
                    class="move"
                    key={index}
                    disabled={threat.value}
                    onClick={() => addLine(line, index)}
                  >
                    {move.mark}
                  </button>
                ))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Puts the moves of a line up to one of them into the tree. */
function addLine(line: InfoView, upTo: number): void {
  let at = path.value;
  for (const move of line.moves.slice(0, upTo + 1)) at = play(game.value, at, move.move, move.mark);
  changed();
  go(at, upTo === 0);
}

function speed(nps: number | null): string {
  if (nps === null) return "";
  return nps >= 1e6 ? `${(nps / 1e6).toFixed(1)} M/s` : `${Math.round(nps / 1000)} k/s`;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

export function Select(props: {
  label: string;
  value: string;
  options: string[];
  names?: string[];
  onChange(value: string): void;
}): JSX.Element {
  return (
    <label class="field">
      {props.label}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.options.map((option, index) => (
          <option key={option} value={option} selected={option === props.value}>
            {props.names?.[index] ?? (option === "" ? "–" : option)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The game that is being played. */
export function PlayPanel({ onNew }: { onNew(): void }): JSX.Element {
  const playing = match.value;
  const over = ended.value ?? position.value?.outcome?.text ?? null;
  return (
    <section class="panel play" aria-label={t("page_play")}>
      <div class="row">
        <Button label={t("new_game")} kind="main" onClick={onNew} />
        <Button label={t("page_hint")} disabled={over !== null} onClick={askHint} />
        <Button label={t("page_take_back")} disabled={path.value.length === 0} onClick={takeBack} />
        {playing !== null && <Button label={t("page_resign")} disabled={over !== null} onClick={resign} />}
        {playing !== null && <Button label={t("page_offer_draw")} disabled={over !== null} onClick={offerDraw} />}
        {playing !== null && <Button label={t("page_stop_playing")} onClick={leave} />}
      </div>
      {hint.value !== null && <p>{t("hint", { move: hint.value })}</p>}
      {playing?.clocks.total != null && (
        <p class="clocks">
          {(["north", "south"] as const).map((side) => (
            <span key={side} class={position.value?.side === side ? "clock turn" : "clock"}>
              {`${t(side)} ${clockText(left.value[side === "south" ? 0 : 1])}`}
            </span>
          ))}
        </p>
      )}
      {over !== null && <p class="over">{over}</p>}
      {playerState.value?.state === "gone" && playing !== null && (
        <p class="bad">
          {t("page_engine_gone", { name: playerState.value.name, reason: playerState.value.reason })}{" "}
          <Button label={t("page_restart")} onClick={restart} />
        </p>
      )}
    </section>
  );
}

function clockText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  const whole = Math.floor(seconds);
  const rest = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return seconds < 10 ? `${rest}.${Math.floor((seconds * 10) % 10)}` : rest;
}

/** Records: open, choose, save. */
export function FilesPanel(): JSX.Element {
  const wanted = useSignal("");
  const paste = useSignal("");
  const file = files.value.find((one) => one.handle === current.value?.handle) ?? files.value[0];
  const found = useSignal<GameHead[]>([]);
  const handle = file?.handle;
  const words = wanted.value.trim();
  useEffect(() => {
    if (handle === undefined) return;
    let late = false;
    search(handle, words).then((heads) => {
      if (!late) found.value = heads;
    }, fail);
    return () => {
      late = true;
    };
  }, [handle, words]);
  return (
    <section class="panel files" aria-label={t("page_games")}>
      <div class="row">
        <label class="button main">
          {t("page_open_file")}
          <input
            type="file"
            class="hidden"
            accept=".tgk,.txt,.pgn,text/plain"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen !== undefined) openFile(chosen).catch(fail);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <Button label={t("page_save_tgk")} onClick={() => save("tgk")} />
        <Button label={t("page_save_playok")} onClick={() => save("playok")} />
        <Button label={t("page_copy_moves")} onClick={() => copy(() => textOf("tgk"))} />
        <Button label={t("page_copy_fen")} onClick={() => copy(() => Promise.resolve(position.value?.fen ?? ""))} />
        <Button label={t("page_copy_address")} onClick={() => copy(() => Promise.resolve(addressOf()))} />
        <Button label="SVG" onClick={picture} />
        <Button label="PNG" onClick={() => void pixels()} />
      </div>
      <label class="field">
        {t("page_paste")}
        <textarea rows={3} value={paste.value} onInput={(event) => (paste.value = event.currentTarget.value)} />
      </label>
      <Button
        label={t("page_read")}
        disabled={paste.value.trim() === ""}
        onClick={() => {
          const text = paste.value.trim();
          paste.value = "";
          readText(text).catch(fail);
        }}
      />
      {file !== undefined && (
        <>
          <div class="row">
            <strong>{file.name}</strong>
            <span class="faint">{t("page_count_games", { count: file.total })}</span>
            <Button label={t("page_close")} onClick={() => closeFile(file.handle).catch(fail)}>
              ✕
            </Button>
          </div>
          <label class="field">
            {t("page_search")}
            <input type="search" value={wanted.value} onInput={(event) => (wanted.value = event.currentTarget.value)} />
          </label>
          <ul class="games">
            {found.value.map((head) => (
              <li key={head.index}>
                <button
                  type="button"
                  class={
                    current.value?.handle === file.handle && current.value.index === head.index ? "game here" : "game"
                  }
                  onClick={() => void show(file.handle, head.index)}
                >
                  {`${head.index + 1}. ${titleOf(head)} ${head.result}`}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Reads what was pasted: a FEN alone sets up a position, anything else is a record. */
async function readText(text: string): Promise<void> {
  if (!text.includes("\n") && text.includes("/")) {
    const { variant } = game.value;
    const found = await core.call("fen", { variant, text }).catch(() => null);
    if (found !== null) {
      leave();
      open(newGame(found.variant, found.fen));
      return;
    }
  }
  await openText(text);
}

function copy(text: () => Promise<string>): void {
  text()
    .then((found) => navigator.clipboard.writeText(found))
    .then(() => say(t("page_copied")), fail);
}

function save(format: "tgk" | "playok"): void {
  textOf(format).then((text) => download(format === "tgk" ? "game.tgk" : "game.txt", new Blob([text])), fail);
}

/** The board as it is drawn, with the styles that it needs. */
function drawing(): string {
  const svg = document.querySelector<SVGSVGElement>("svg.drawing");
  if (svg === null) return "";
  const whole = svg.cloneNode(true) as SVGSVGElement;
  const sources = svg.querySelectorAll<SVGElement>("*");
  const copies = whole.querySelectorAll<SVGElement>("*");
  for (const [index, source] of sources.entries()) {
    const style = getComputedStyle(source);
    const target = copies[index];
    for (const name of [
      "fill",
      "stroke",
      "stroke-width",
      "font-size",
      "font-family",
      "font-weight",
      "text-anchor",
      "opacity",
    ]) {
      target?.setAttribute(name, style.getPropertyValue(name));
    }
  }
  whole.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const { width, height } = svg.viewBox.baseVal;
  whole.setAttribute("width", String(width));
  whole.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(whole);
}

function picture(): void {
  download("board.svg", new Blob([drawing()], { type: "image/svg+xml" }));
}

async function pixels(): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  canvas.toBlob((blob) => {
    if (blob !== null) download("board.png", blob);
  });
}

type BookAnswer = Calls["book"]["result"];
type Explored = Calls["explorer"]["result"];

/** What the book and the games of a file say of the position. */
export function ExplorerPanel(): JSX.Element {
  const book = useSignal<BookAnswer>(null);
  const games = useSignal<Explored | null>(null);
  const file = files.value[0];
  useSignalEffect(() => {
    const wanted = ref.value;
    const [opened] = files.value;
    let late = false;
    core.call("book", { ref: wanted }).then((found) => {
      if (!late) book.value = found;
    }, fail);
    if (opened === undefined) games.value = null;
    else {
      core.call("explorer", { ref: wanted, handle: opened.handle }).then((found) => {
        if (!late) games.value = found;
      }, fail);
    }
    return () => {
      late = true;
    };
  });
  return (
    <section class="panel explorer" aria-label={t("page_explorer")}>
      <h2>{t("page_book")}</h2>
      {book.value === null || book.value.moves.length === 0 ? (
        <p class="faint">{t("page_not_in_book")}</p>
      ) : (
        <table>
          <tbody>
            {book.value.moves.map((move) => (
              <tr key={move.move}>
                <td>
                  <Button label={move.mark} onClick={() => playNamed(move.move)} />
                </td>
                <td>{scoreText(move.score)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h2>{file === undefined ? t("page_games") : file.name}</h2>
      {games.value === null ? (
        <p class="faint">{t("page_open_for_explorer")}</p>
      ) : (
        <>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("page_move")}</th>
                <th scope="col">{t("page_games")}</th>
                <th scope="col">{t("page_results")}</th>
              </tr>
            </thead>
            <tbody>
              {games.value.moves.map((move) => (
                <tr key={move.move}>
                  <td>
                    <Button label={move.mark} onClick={() => playNamed(move.move)} />
                  </td>
                  <td>{move.count}</td>
                  <td>{`${move.south} – ${move.draws} – ${move.north}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul class="games">
            {games.value.games.map((head) => (
              <li key={head.index}>
                <button
                  type="button"
                  class="game"
                  onClick={() => file !== undefined && void show(file.handle, head.index)}
                >
                  {`${titleOf(head)} ${head.result}`}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function playNamed(name: string): void {
  const move = position.value?.legal.find((legal) => legal.move === name);
  if (move !== undefined) playMove(move);
}

export const shownHelp = signal(false);

/** The keys of the board. */
export function Help(): JSX.Element | null {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") shownHelp.value = false;
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, []);
  if (!shownHelp.value) return null;
  const keys: [string, string][] = [
    ["1–9", t("do_sow")],
    ["← →", t("page_key_step")],
    ["↑ ↓", t("page_key_variation")],
    ["Home End", t("page_key_ends")],
    ["space", t("page_key_best")],
    ["a", t("page_analysis")],
    ["x", t("page_threat")],
    ["f", t("do_flip")],
    ["?", t("do_help")],
  ];
  return (
    <dialog open class="help" aria-label={t("help_title")}>
      <h2>{t("help_title")}</h2>
      <table>
        <tbody>
          {keys.map(([key, text]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button label={t("page_close")} onClick={() => (shownHelp.value = false)} />
      <p class="faint">{`tuzdik ${hello.value?.version ?? ""}`}</p>
    </dialog>
  );
}
