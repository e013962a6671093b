import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import type { Side } from "../core-types";
import { end, learn, learnFrom, lesson, nextTask, retryTask, showSolution, solution } from "../learn";
import { gamesOf, openedFile } from "../records";
import {
  annotate,
  cancelReview,
  goToPly,
  mistakes,
  progress,
  review,
  reviewGame,
  sideOf,
  stepMistake,
  type Review,
} from "../review";
import { core, fail, game, path, set, settings, t } from "../state";
import { Button, Select } from "./controls";

const SIDES: Side[] = ["south", "north"];
const EFFORTS = ["movetime 100", "movetime 300", "movetime 1000", "movetime 3000", "nodes 20000", "nodes 200000"];

function effortName(effort: string): string {
  const [kind, amount] = effort.split(" ");
  const number = Number(amount);
  return kind === "nodes" ? t("page_nodes", { count: number.toLocaleString(core.language) }) : `${number / 1000} s`;
}

const percent = (part: number, digits = 0) => `${(100 * part).toFixed(digits)} %`;

/** The review of a game: chances, mistakes, learning. */
export function ReviewPanel(): JSX.Element {
  const found = review.value;
  const running = progress.value;
  return (
    <section class="panel review" aria-label={t("page_review")}>
      <div class="row">
        <Button
          label={t("page_review_game")}
          kind="main"
          disabled={running !== null || game.value.root.children.length === 0}
          onClick={() => reviewGame().catch(fail)}
        />
        <Select
          label={t("page_effort")}
          value={settings.value.effort}
          options={EFFORTS}
          names={EFFORTS.map(effortName)}
          onChange={(effort) => set({ effort })}
        />
        {running !== null && <Button label={t("page_cancel")} onClick={cancelReview} />}
      </div>
      {running !== null && (
        <>
          {running.games > 1 && (
            <p class="faint">{t("page_game_count", { done: running.game, count: running.games })}</p>
          )}
          <progress value={running.done} max={running.of} aria-label={t("page_review")} />
        </>
      )}
      <Learning />
      {found !== null && <Found found={found} />}
      <PlayersGames />
    </section>
  );
}

function Found({ found }: { found: Review }): JSX.Element {
  return (
    <>
      <Graph found={found} />
      <table>
        <thead>
          <tr>
            <th scope="col">{t("page_side")}</th>
            <th scope="col">{t("page_mean_loss")}</th>
            <th scope="col">?!</th>
            <th scope="col">?</th>
            <th scope="col">??</th>
          </tr>
        </thead>
        <tbody>
          {SIDES.map((side) => {
            const sum = found.grades.summary[side];
            return (
              <tr key={side}>
                <th scope="row">{t(side)}</th>
                <td>{percent(sum.mean_loss, 1)}</td>
                <td>{sum.inaccuracies}</td>
                <td>{sum.mistakes}</td>
                <td>{sum.blunders}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div class="row">
        <Button label={t("page_last_mistake")} onClick={() => stepMistake(-1)}>
          ◀ ?
        </Button>
        <Button label={t("page_next_mistake")} onClick={() => stepMistake(1)}>
          ? ▶
        </Button>
        <Button label={t("page_learn_south")} onClick={() => learn("south")} />
        <Button label={t("page_learn_north")} onClick={() => learn("north")} />
        <Button label={t("page_annotate")} onClick={() => annotate().catch(fail)} />
      </div>
      {lesson.value === null && (
        <ul class="games mistakes">
          {mistakes(found).map((move) => (
            <li key={move.ply}>
              <button
                type="button"
                class={path.value.length === move.ply ? "game here" : "game"}
                onClick={() => goToPly(move.ply)}
              >
                <span>{`${move.number}${sideOf(move) === "south" ? "." : "…"} ${move.move} ${move.grade}`}</span>
                <span class="faint">{` −${percent(move.loss)} · ${solution(move)}`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Learning(): JSX.Element | null {
  const now = lesson.value;
  if (now === null) return null;
  const texts = {
    open: t("page_find_better", { move: now.mistake.move }),
    thinking: t("page_judging"),
    right: t("page_right"),
    wrong: t("page_wrong"),
    shown: t("page_solution", { move: solution(now.mistake) }),
  };
  return (
    <div class={`task ${now.answer}`}>
      <p class="faint">{t("page_task_count", { done: now.number, count: now.of })}</p>
      <p role="status">{texts[now.answer]}</p>
      <div class="row">
        {now.answer === "wrong" && <Button label={t("page_again")} kind="main" onClick={retryTask} />}
        {(now.answer === "open" || now.answer === "wrong") && (
          <Button label={t("page_show_solution")} onClick={showSolution} />
        )}
        <Button
          label={t("page_next_task")}
          kind={now.answer === "right" || now.answer === "shown" ? "main" : ""}
          onClick={nextTask}
        />
        <Button label={t("page_close")} onClick={end}>
          ✕
        </Button>
      </div>
    </div>
  );
}

/** Learning from all games of a player in the open file. */
function PlayersGames(): JSX.Element | null {
  const names = useSignal<string[]>([]);
  const chosen = useSignal("");
  const handle = openedFile.value?.handle;
  useEffect(() => {
    names.value = [];
    chosen.value = "";
    if (handle === undefined) return;
    let late = false;
    gamesOf(handle).then((heads) => {
      const found = heads.flatMap((head) => head.players.filter((name) => name !== null));
      if (!late) names.value = [...new Set(found)].sort((a, b) => a.localeCompare(b));
    }, fail);
    return () => {
      late = true;
    };
  }, [handle]);
  if (handle === undefined || names.value.length === 0) return null;
  return (
    <div class="row">
      <Select
        label={t("page_player")}
        value={chosen.value}
        options={["", ...names.value]}
        onChange={(name) => (chosen.value = name)}
      />
      <Button
        label={t("page_learn_player")}
        disabled={chosen.value === "" || progress.value !== null}
        onClick={() => learnFrom(handle, chosen.value).catch(fail)}
      />
    </div>
  );
}

/** South's chances over the game. */
function Graph({ found }: { found: Review }): JSX.Element {
  const width = 300;
  const height = 90;
  const chances = found.grades.moves.flatMap((move) =>
    move.type === "move" ? [{ ply: move.ply, chance: move.chance_after, grade: move.grade }] : [],
  );
  const plies = Math.max(1, found.ref.moves.length - 1);
  const x = (ply: number) => ((ply - 1) / plies) * width;
  const y = (chance: number) => height * (1 - chance);
  const points = chances.map(({ ply, chance }) => `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`);
  const [first, final] = [chances[0], chances.at(-1)];
  const here = path.value.length;
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("page_chances")}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        goToPly(1 + Math.round(((event.clientX - box.left) / box.width) * plies));
      }}
    >
      {first !== undefined && final !== undefined && (
        <polygon points={`${x(first.ply)},${height} ${points.join(" ")} ${x(final.ply)},${height}`} />
      )}
      <line class="middle" x1={0} x2={width} y1={height / 2} y2={height / 2} />
      {chances
        .filter(({ grade }) => grade === "??" || grade === "?")
        .map(({ ply, grade }) => (
          <line key={ply} class={grade === "??" ? "blunder" : "mistake"} x1={x(ply)} x2={x(ply)} y1={0} y2={7} />
        ))}
      {here >= 1 && <line class="now" x1={x(here)} x2={x(here)} y1={0} y2={height} />}
    </svg>
  );
}
