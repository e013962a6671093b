import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import type { OddEven, Opened, Side } from "../core-types";
import { Engine } from "../engine";
import { match, OWN, playerOf } from "../match";
import { core, fail, game, path, playMove, position, ref, settled, t, transport } from "../state";
import { last } from "../tree";
import { Button } from "./controls";

const SIDES = ["south", "north"] as const;
const CALLS = ["odd", "even"] as const;

/** The ritual before a game of Mangala, while the board waits for the choice of sides. */
export function RitualPanel(): JSX.Element | null {
  const now = position.value;
  // Who looks back at a choice that was made is not asked for another.
  if (now?.stage !== "choice" || !settled.value || last(game.value, path.value).children.length > 0) return null;
  return <Ritual key={now.fen} />;
}

function choose(side: string): void {
  const move = position.value?.legal.find((legal) => legal.move === side);
  if (move !== undefined) playMove(move);
}

/** The program takes the side that it thinks better. */
function letEngineChoose(): void {
  const engine = new Engine(OWN, core, transport, (state, reason) => {
    if (state === "gone") fail(new Error(reason));
  });
  engine.search(ref.value, "depth 1", {
    best: (move) => {
      engine.close();
      if (move !== null) choose(move.move);
    },
  });
}

/** A hidden number, a call, the choice of sides. */
function Ritual(): JSX.Element {
  const hidden = useSignal<{ ritual: number; seal: string } | null>(null);
  const opened = useSignal<Opened | null>(null);
  useEffect(() => {
    core.call("ritual.hide", {}).then((found) => (hidden.value = found), fail);
  }, []);
  const human = (side: Side) => match.value === null || playerOf(side)?.kind === "human";
  const onlyOne = human("south") !== human("north");
  // As in the terminal: a person calls if only one plays, else North's player does.
  const callerIsHuman = onlyOne || human("north");
  const hiderIsHuman = !onlyOne && human("south");
  const isHumanChoice = (found: Opened) => (found.right ? callerIsHuman : hiderIsHuman);
  const call = (says: OddEven | null) => {
    const now = hidden.value;
    if (now === null) return;
    core.call("ritual.call", { ritual: now.ritual, says }).then((found) => {
      opened.value = found;
      if (!isHumanChoice(found)) letEngineChoose();
    }, fail);
  };
  const result = opened.value;
  return (
    <section class="panel ritual" aria-label={t("page_ritual")}>
      <p>{t("sealed")}</p>
      <p class="seal">{hidden.value?.seal ?? "…"}</p>
      {result === null && (
        <div class="row">
          {callerIsHuman ? (
            CALLS.map((one) => <Button key={one} kind="main" label={t(one)} onClick={() => call(one)} />)
          ) : (
            <Button kind="main" label={t("page_let_call")} onClick={() => call(null)} />
          )}
        </div>
      )}
      {result !== null && (
        <p>{t(result.right ? "right" : "wrong", { call: t(result.called), opened: result.opened })}</p>
      )}
      {result !== null && isHumanChoice(result) && (
        <div class="row">
          {SIDES.map((side) => (
            <Button key={side} kind="main" label={t(side)} onClick={() => choose(side)} />
          ))}
        </div>
      )}
    </section>
  );
}
