import type { JSX } from "preact";

import {
  askHint,
  backTo,
  ended,
  goneEngines,
  hint,
  leave,
  left,
  match,
  offerDraw,
  resign,
  restart,
  takeBack,
} from "../match";
import { position, t } from "../state";
import { Button } from "./controls";

/** The game that is being played. */
export function PlayPanel({ onNew }: { onNew(): void }): JSX.Element {
  const playing = match.value;
  const over = ended.value ?? position.value?.outcome?.text ?? null;
  return (
    <section class="panel play" aria-label={t("page_play")}>
      <div class="row">
        <Button label={t("new_game")} kind="main" onClick={onNew} />
        <Button label={t("page_hint")} disabled={over !== null} onClick={askHint} />
        <Button label={t("page_take_back")} disabled={backTo.value === null} onClick={takeBack} />
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
      {playing !== null &&
        goneEngines.value.map(({ name, reason }) => (
          <p class="bad" key={name}>
            {t("page_engine_gone", { name, reason })} <Button label={t("page_restart")} onClick={restart} />
          </p>
        ))}
    </section>
  );
}

function clockText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  const whole = Math.floor(seconds);
  const rest = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return seconds < 10 ? `${rest}.${Math.floor((seconds * 10) % 10)}` : rest;
}
