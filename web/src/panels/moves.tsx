import type { JSX } from "preact";

import { gradeOf } from "../review";
import { changed, edits, game, go, onMainLine, path, position, promoteHere, removeHere, t } from "../state";
import { last, type Node, type Path } from "../tree";
import { Button } from "./controls";

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
  const own = NAGS.filter(([nag]) => node.nags.includes(nag)).map(([, sign]) => sign);
  const signs = own.length > 0 ? own : [gradeOf.value.get(node) ?? ""];
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
