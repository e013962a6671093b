import type { JSX } from "preact";

import { restartAnalysis, scoreText, threat, thoughts, type Thought } from "../analysis";
import type { InfoView } from "../core-types";
import { engineNames, mayMove } from "../match";
import { changed, game, go, path, set, settings, t } from "../state";
import { play } from "../tree";
import { Button, Select } from "./controls";

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
                    disabled={threat.value || !mayMove()}
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
