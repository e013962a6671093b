import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";

import type { MoveView, PitRef, Position, Side } from "./core-types";
import { click } from "./sound";
import { settings, shown, t } from "./state";

/** What is written at a pit: the rank of a move and its score. */
export interface Mark {
  text: string;
  best: boolean;
}

interface Props {
  position: Position;
  /** Moves that the person at the board may make. */
  playable: boolean;
  /** Marks at the pits of the side to move, by their numbers. */
  marks: Map<number, Mark>;
  onPlay(move: MoveView): void;
}

/** One board as it is drawn. */
interface Balls {
  pits: [number[], number[]];
  kazans: [number, number];
  tuzdiks: [number | null, number | null];
}

const COLUMN = 100;
const ROW = 220;
const KAZAN = 76;
const GAP = 14;
const SIDES: Side[] = ["south", "north"];
const other = (side: Side): Side => (side === "south" ? "north" : "south");
const indexOf = (side: Side): number => (side === "south" ? 0 : 1);

/** The board of a position, or of the moment of a sowing that is being shown. */
export function Board({ position, playable, marks, onPlay }: Props): JSX.Element {
  const moment = useMoment();
  const pointed = useSignal<number | null>(null);
  const press = useRef<number | undefined>(undefined);
  const pressed = useRef(false);
  const { turned } = settings.value;
  const lower: Side = turned ? "north" : "south";
  const pits = position.pits[0].length;
  const width = pits * COLUMN;
  const height = 2 * ROW + 2 * KAZAN + 3 * GAP;
  const balls: Balls = moment.balls ?? position;
  const legal = useMemo(() => new Map(position.legal.map((move) => [move.pit, move])), [position]);
  const preview = pointed.value === null ? undefined : legal.get(pointed.value);
  const mover = position.side;

  const place = (side: Side, pit: number) => {
    const column = side === lower ? pit - 1 : pits - pit;
    const y = side === lower ? ROW + 2 * KAZAN + 3 * GAP : 0;
    return { x: column * COLUMN, y };
  };

  const act = (pit: number) => {
    const move = legal.get(pit);
    if (move !== undefined && playable && moment.balls === null) {
      pointed.value = null;
      onPlay(move);
    }
  };

  const pitView = (side: Side, pit: number) => {
    const { x, y } = place(side, pit);
    const count = balls.pits[indexOf(side)]?.[pit - 1] ?? 0;
    const move = side === mover ? legal.get(pit) : undefined;
    const can = move !== undefined && playable && moment.balls === null;
    const owner = other(side);
    const tuzdik = balls.tuzdiks[indexOf(owner)] === pit;
    const here = (at: PitRef | null | undefined) => at?.side === side && at.pit === pit;
    const lastMove = moment.balls === null ? position.last : null;
    const classes = [
      "pit",
      can ? "can" : "",
      tuzdik ? "tuzdik" : "",
      lastMove !== null && lastMove.side === side && lastMove.pit === pit ? "from" : "",
      here(lastMove?.landing) ? "landed" : "",
      here(preview?.landing) ? "target" : "",
      here(moment.at) ? "falling" : "",
    ];
    const spoken = move === undefined ? "" : `; ${t("page_leads_to", { move: move.mark })}${takes(move)}`;
    const label = `${t(side)}, ${t("page_pit", { pit, balls: count })}${tuzdik ? `, ${t("page_tuzdik")}` : ""}${spoken}`;
    return (
      <g
        key={`${side}${pit}`}
        class={classes.filter((name) => name !== "").join(" ")}
        data-pit={`${side}-${pit}`}
        transform={`translate(${x} ${y})`}
        role="button"
        aria-label={label}
        aria-disabled={!can}
        tabIndex={can ? 0 : -1}
        onClick={(event) => {
          // Arrow keys then step through the game again.
          event.currentTarget.blur();
          if (!pressed.current) act(pit);
          pressed.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            if (can) act(pit);
          }
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            event.stopPropagation();
            focusBeside(event.currentTarget, step);
          }
        }}
        onPointerEnter={(event) => {
          if (event.pointerType === "mouse" && move !== undefined) pointed.value = pit;
        }}
        onPointerDown={(event) => {
          pressed.current = false;
          if (event.pointerType === "mouse" || move === undefined) return;
          press.current = setTimeout(() => {
            pressed.current = true;
            pointed.value = pit;
          }, 350);
        }}
        onPointerUp={() => clearTimeout(press.current)}
        onPointerCancel={() => clearTimeout(press.current)}
        onPointerLeave={() => {
          clearTimeout(press.current);
          if (pointed.value === pit) pointed.value = null;
        }}
        onFocus={() => {
          if (move !== undefined) pointed.value = pit;
        }}
        onBlur={() => {
          if (pointed.value === pit) pointed.value = null;
        }}
        onContextMenu={(event) => event.preventDefault()}
      >
        <rect class="hit" width={COLUMN} height={ROW} />
        <rect class="hole" x={10} y={side === lower ? 8 : 34} width={80} height={ROW - 42} rx={40} />
        {tuzdik ? (
          <path class="tuzdik-sign" d={`M36 ${side === lower ? 70 : 96} l28 28 m0 -28 l-28 28`} />
        ) : (
          <Heap count={count} top={side === lower ? 8 : 34} />
        )}
      </g>
    );
  };

  // Apart from the pits, whose names say all of it.
  const labels = (side: Side, pit: number) => {
    const { x, y } = place(side, pit);
    const count = balls.pits[indexOf(side)]?.[pit - 1] ?? 0;
    const tuzdik = balls.tuzdiks[indexOf(other(side))] === pit;
    const mark = side === mover ? marks.get(pit) : undefined;
    return (
      <g
        key={`${side}${pit}`}
        class="labels"
        data-labels={`${side}-${pit}`}
        aria-hidden="true"
        transform={`translate(${x} ${y})`}
      >
        <text class="count" x={50} y={side === lower ? ROW - 10 : 24}>
          {tuzdik ? "×" : count}
        </text>
        <text class="number" x={12} y={side === lower ? ROW - 10 : 24}>
          {pit}
        </text>
        {mark !== undefined && (
          <g class={mark.best ? "mark best" : "mark"} transform={`translate(50 ${side === lower ? 22 : ROW - 22})`}>
            <rect x={-42} y={-17} width={84} height={30} rx={15} />
            <text y={6}>{mark.text}</text>
          </g>
        )}
      </g>
    );
  };

  const kazanView = (side: Side) => {
    const y = side === lower ? ROW + KAZAN + 2 * GAP : ROW + GAP;
    const count = balls.kazans[indexOf(side)] ?? 0;
    return (
      <g class={`kazan ${side === mover && position.outcome === null ? "turn" : ""}`} transform={`translate(0 ${y})`}>
        <title>{`${t("kazan", { side: t(side) })}: ${count}`}</title>
        <rect x={10} width={width - 20} height={KAZAN} rx={24} />
        <text class="name" x={36} y={KAZAN / 2 + 9}>
          {t(side)}
        </text>
        <text class="total" x={width - 36} y={KAZAN / 2 + 14}>
          {count}
        </text>
      </g>
    );
  };

  const order = (side: Side) => {
    const numbers = Array.from({ length: pits }, (_, index) => index + 1);
    return side === lower ? numbers : numbers.reverse();
  };

  return (
    <div class="board">
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t("page_board")} class="drawing">
        <rect class="wood" width={width} height={height} rx={26} />
        {order(other(lower)).map((pit) => pitView(other(lower), pit))}
        {SIDES.map(kazanView)}
        {order(lower).map((pit) => pitView(lower, pit))}
        {SIDES.flatMap((side) => order(side).map((pit) => labels(side, pit)))}
      </svg>
      <p class="preview" aria-hidden="true">
        {preview === undefined
          ? "\u00a0"
          : `${preview.mark}: ${t("page_leads_to", { move: preview.mark })}${takes(preview)}`}
      </p>
    </div>
  );
}

function takes(move: MoveView): string {
  const parts = [];
  if (move.captured > 0) parts.push(t("captured", { balls: move.captured }));
  if (move.tuzdik !== null) parts.push(t("makes_tuzdik"));
  return parts.length > 0 ? `, ${parts.join(", ")}` : "";
}

function focusBeside(from: Element, step: number): void {
  const all = [...(from.parentElement?.querySelectorAll<SVGGElement>(".pit.can") ?? [])];
  const at = all.indexOf(from as SVGGElement);
  all[(at + step + all.length) % all.length]?.focus();
}

/** The balls of a pit: two columns, smaller the more there are. */
function Heap({ count, top }: { count: number; top: number }): JSX.Element {
  const columns = count <= 10 ? 2 : count <= 24 ? 3 : 4;
  const rows = Math.ceil(count / columns);
  const height = ROW - 42;
  const size = Math.min(72 / columns, (height - 36) / Math.max(rows, 1), 30);
  const balls = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const x = 50 + ((index % columns) - (inRow - 1) / 2) * size;
    const y = top + height / 2 + (row - (rows - 1) / 2) * size;
    return <circle key={index} class="ball" cx={x} cy={y} r={size / 2 - 1} />;
  });
  return <g aria-hidden="true">{balls}</g>;
}

interface Moment {
  /** The balls of the moment; null when nothing is being shown. */
  balls: Balls | null;
  /** Where a ball has just fallen. */
  at: PitRef | null;
}

/** Shows a sowing ball by ball. */
function useMoment(): Moment {
  const moment = useSignal<Moment>({ balls: null, at: null });
  useSignalEffect(() => {
    const now = shown.value;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const { speed } = settings.value;
    if (now === null || still || speed === 0) {
      moment.value = { balls: null, at: null };
      if (now !== null) {
        click();
        shown.value = null;
      }
      return undefined;
    }
    const frames = framesOf(now.before, now.move);
    // Long sowings are not slower than a short one many times over.
    const each = Math.max(16, Math.min(speed, (speed * 18) / frames.length));
    let next = 0;
    const step = () => {
      const frame = frames[next++];
      if (frame === undefined) {
        shown.value = null;
        return;
      }
      moment.value = frame;
      click();
      timer = setTimeout(step, each);
    };
    let timer = setTimeout(step, 0);
    return () => clearTimeout(timer);
  });
  return moment.value;
}

/** The board after each ball of a move. */
function framesOf(before: Position, move: MoveView): Moment[] {
  const pits: [number[], number[]] = [[...before.pits[0]], [...before.pits[1]]];
  const kazans: [number, number] = [...before.kazans];
  const frames: Moment[] = [];
  let lap = -1;
  const keep = (at: PitRef | null) => {
    frames.push({
      balls: { pits: [[...pits[0]], [...pits[1]]], kazans: [...kazans], tuzdiks: before.tuzdiks },
      at,
    });
  };
  for (const step of move.steps) {
    if (step.lap !== lap) {
      lap = step.lap;
      const lifted = move.lifted[lap];
      if (lifted !== undefined) {
        const row = pits[indexOf(lifted.side) as 0 | 1];
        row[lifted.pit - 1] = 0;
        keep(lifted);
      }
    }
    if (step.into === "kazan" && step.owner !== undefined) {
      kazans[indexOf(step.owner) as 0 | 1]++;
    } else {
      const row = pits[indexOf(step.side) as 0 | 1];
      row[step.pit - 1] = (row[step.pit - 1] ?? 0) + 1;
    }
    keep({ side: step.side, pit: step.pit });
  }
  return frames;
}
