import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";

import type { Edited, Position, Side } from "../core-types";
import { leave } from "../match";
import { Button, Select } from "../panels/controls";
import { core, fail, game, open, position, t, variant } from "../state";
import { newGame } from "../tree";
import { Dialog } from "./dialog";

/** Sets up a position; what is impossible about it is told while it is typed. */
export function Editor({ onClose }: { onClose(): void }): JSX.Element {
  const from = position.value;
  const pits = from?.pits[0].length ?? 9;
  const draft = useSignal<Pick<Position, "pits" | "kazans" | "tuzdiks" | "side">>({
    pits: [[...(from?.pits[0] ?? [])], [...(from?.pits[1] ?? [])]],
    kazans: [...(from?.kazans ?? [0, 0])] as [number, number],
    tuzdiks: [...(from?.tuzdiks ?? [null, null])] as [number | null, number | null],
    side: from?.side ?? "south",
  });
  const found = useSignal<Edited | null>(null);
  useSignalEffect(() => {
    const { pits: rows, kazans, tuzdiks, side } = draft.value;
    let late = false;
    core.call("edit", { variant: game.value.variant, pits: rows, kazans, tuzdiks, side }).then((edited) => {
      if (!late) found.value = edited;
    }, fail);
    return () => {
      late = true;
    };
  });
  const number = (text: string) => Math.max(0, Math.min(255, Math.trunc(Number(text)) || 0));
  const setPit = (row: 0 | 1, pit: number, text: string) => {
    const rows: [number[], number[]] = [[...draft.value.pits[0]], [...draft.value.pits[1]]];
    rows[row][pit] = number(text);
    draft.value = { ...draft.value, pits: rows };
  };
  const setKazan = (row: 0 | 1, text: string) => {
    const kazans: [number, number] = [...draft.value.kazans];
    kazans[row] = number(text);
    draft.value = { ...draft.value, kazans };
  };
  const setTuzdik = (row: 0 | 1, text: string) => {
    const tuzdiks: [number | null, number | null] = [...draft.value.tuzdiks];
    tuzdiks[row] = text === "" ? null : Number(text);
    draft.value = { ...draft.value, tuzdiks };
  };
  const rows: [0 | 1, Side][] = [
    [1, "north"],
    [0, "south"],
  ];
  const take = (fen: string | null) => {
    leave();
    open(newGame(game.value.variant, fen));
    onClose();
  };
  return (
    <Dialog title={t("page_editor")} onClose={onClose}>
      <div class="editor">
        {rows.map(([row, side]) => (
          <fieldset key={side}>
            <legend>{t(side)}</legend>
            <div class="cells">
              {(row === 1 ? [...draft.value.pits[row].keys()].reverse() : [...draft.value.pits[row].keys()]).map(
                (pit) => (
                  <label key={pit}>
                    {pit + 1}
                    <input
                      type="number"
                      min={0}
                      max={255}
                      value={draft.value.pits[row][pit]}
                      onInput={(event) => setPit(row, pit, event.currentTarget.value)}
                    />
                  </label>
                ),
              )}
            </div>
            <div class="row">
              <label class="field">
                {t("kazan", { side: t(side) })}
                <input
                  type="number"
                  min={0}
                  max={255}
                  value={draft.value.kazans[row]}
                  onInput={(event) => setKazan(row, event.currentTarget.value)}
                />
              </label>
              {variant.value?.tuzdiks === true && (
                <Select
                  label={t("page_tuzdik")}
                  value={String(draft.value.tuzdiks[row] ?? "")}
                  options={["", ...Array.from({ length: pits }, (_, index) => String(index + 1))]}
                  onChange={(value) => setTuzdik(row, value)}
                />
              )}
            </div>
          </fieldset>
        ))}
      </div>
      <Select
        label={t("page_to_move")}
        value={draft.value.side}
        options={["south", "north"]}
        names={[t("south"), t("north")]}
        onChange={(value) => (draft.value = { ...draft.value, side: value === "north" ? "north" : "south" })}
      />
      <div role="status">
        <ul class="problems">
          {(found.value?.problems ?? []).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
      <p class="fen">{found.value?.fen ?? "\u00a0"}</p>
      <div class="row">
        <Button
          label={t("page_set_up")}
          kind="main"
          disabled={found.value?.fen == null}
          onClick={() => {
            const fen = found.value?.fen;
            if (fen != null) take(fen);
          }}
        />
        <Button label={t("page_start_position")} onClick={() => take(null)} />
        <Button label={t("page_cancel")} onClick={onClose} />
      </div>
    </Dialog>
  );
}
