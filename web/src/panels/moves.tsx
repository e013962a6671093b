import type { JSX } from "preact";

import { gradeOf } from "../review";
import { changed, edits, game, go, onMainLine, path, position, promoteHere, removeHere, t } from "../state";
import { last, NAGS, type Node, type Path } from "../tree";
import { Button } from "./controls";

/** The moves of the game with their variations, marks and comments. */
export function MovesPanel(): JSX.Element {
  void edits.value;
  const here = path.value.at(-1);
  return (
    <section class="panel moves" aria-label={t("moves")}>
      <div class="tree" role="group" aria-label={t("moves")}>
        <Line nodes={game.value.root.children} before={[]} first={firstTurn()} />
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

/** Whether a move takes its turn; the choice of sides does not. */
const isTurn = (node: Node) => /^\d/.test(node.move);

/** The first turn of the game: the number of the move, and 1 if it is North's. */
function firstTurn(): [number, number] {
  const now = position.value;
  if (now === null) return [1, 0];
  const turns = path.value.slice(0, now.ply).filter(isTurn).length;
  const north = ((now.side === "north" ? 1 : 0) + turns) % 2;
  return [now.number - Math.floor((turns + north) / 2), north];
}

function Line(props: { nodes: Node[]; before: Path; first: [number, number] }): JSX.Element | null {
  const parts: JSX.Element[] = [];
  let nodes = props.nodes;
  let { before } = props;
  while (nodes[0] !== undefined) {
    const [first, ...others] = nodes;
    const at = [...before, first];
    parts.push(
      <MoveView
        key={at.length}
        node={first}
        at={at}
        first={props.first}
        alone={before === props.before && before.length === 0}
      />,
    );
    for (const [index, node] of others.entries()) {
      const side = [...before, node];
      parts.push(
        <span class="variation" key={`${at.length}-${index}`}>
          {"("}
          <MoveView node={node} at={side} first={props.first} alone />
          <Line nodes={node.children} before={side} first={props.first} />
          {") "}
        </span>,
      );
    }
    before = at;
    nodes = first.children;
  }
  return <>{parts}</>;
}

function MoveView(props: { node: Node; at: Path; first: [number, number]; alone: boolean }): JSX.Element {
  const { node, at } = props;
  const active = path.value.at(-1) === node;
  const [number, north] = props.first;
  const turn = at.slice(0, -1).filter(isTurn).length + north;
  const round = number + Math.floor(turn / 2);
  // North's moves have a number only where South's does not stand before them.
  const counted = !isTurn(node) ? "" : turn % 2 === 0 ? `${round}.` : props.alone ? `${round}…` : "";
  const own = NAGS.filter(([nag]) => node.nags.includes(nag)).map(([, sign]) => sign);
  const signs = own.length > 0 ? own : [gradeOf.value.get(node) ?? ""];
  return (
    <>
      {counted !== "" && <span class="number">{counted}</span>}
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
