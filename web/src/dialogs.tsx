import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import type { Edited, OddEven, Opened, Position, Side } from "./core-types";
import { engineNames, leave, start, type Match, type Player } from "./match";
import { Button, Select } from "./panels/controls";
import { core, fail, game, hello, levels, open, position, t, variant } from "./state";
import { newGame } from "./tree";

/** A dialog that Escape and its button close. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  // Before anything is drawn, so that no key is lost.
  useLayoutEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog ref={box} aria-label={props.title} onClose={props.onClose}>
      <h2>{props.title}</h2>
      {props.children}
    </dialog>
  );
}

const TIMES: { name: string; total: number | null; increment: number; move: number }[] = [
  { name: "0.1 s", total: null, increment: 0, move: 100 },
  { name: "1 s", total: null, increment: 0, move: 1000 },
  { name: "5 s", total: null, increment: 0, move: 5000 },
  { name: "3 + 2", total: 180_000, increment: 2000, move: 0 },
  { name: "10 + 5", total: 600_000, increment: 5000, move: 0 },
  { name: "30 + 20", total: 1_800_000, increment: 20_000, move: 0 },
];

/** Sides, rules, engines and clocks of a new game. */
export function NewGame({ onClose }: { onClose(): void }): JSX.Element {
  const name = useSignal(game.value.variant);
  const sides = useSignal<[string, string]>(["human", `tuzdik 5`]);
  const time = useSignal("1");
  const book = useSignal(true);
  const here = useSignal(false);
  const variants = hello.value?.variants ?? [];
  const players = [
    "human",
    ...engineNames().flatMap((engine) =>
      engine === "tuzdik" ? levels.value.map((level) => `${engine} ${level.level}`) : [`${engine} 10`],
    ),
  ];
  const names = players.map((player) => {
    if (player === "human") return t("human");
    const [engine, level] = split(player);
    const found = levels.value.find((one) => one.level === level);
    return engine === "tuzdik" && found !== undefined ? `${found.text} (${found.elo})` : engine;
  });
  const begin = async () => {
    const chosen = variants.find((one) => one.name === name.value);
    const fromHere = here.value && name.value === game.value.variant;
    let from = fromHere && position.value !== null ? position.value.fen : null;
    if (chosen?.relay === true && !fromHere) from = (await core.call("setup", { variant: name.value })).fen;
    const { total, increment, move } = TIMES[Number(time.value)] ?? { total: null, increment: 0, move: 1000 };
    const settings: Match = {
      players: sides.value.map(player) as [Player, Player],
      clocks: { total, increment, move },
      book: book.value,
    };
    start(name.value, from, settings);
    onClose();
  };
  return (
    <Dialog title={t("new_game")} onClose={onClose}>
      <div class="form">
        <Select
          label={t("page_rules")}
          value={name.value}
          options={variants.map((one) => one.name)}
          names={variants.map((one) => one.title)}
          onChange={(value) => (name.value = value)}
        />
        {(["south", "north"] as const).map((side, index) => (
          <Select
            key={side}
            label={t(side)}
            value={sides.value[index] ?? "human"}
            options={players}
            names={names}
            onChange={(value) => {
              const next: [string, string] = [...sides.value];
              next[index] = value;
              sides.value = next;
            }}
          />
        ))}
        <Select
          label={t("page_time")}
          value={time.value}
          options={TIMES.map((_, index) => String(index))}
          names={TIMES.map((one) => one.name)}
          onChange={(value) => (time.value = value)}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={book.value}
            onChange={(event) => (book.value = event.currentTarget.checked)}
          />
          {t("page_use_book")}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={here.value}
            disabled={name.value !== game.value.variant}
            onChange={(event) => (here.value = event.currentTarget.checked)}
          />
          {t("page_from_here")}
        </label>
      </div>
      <div class="row">
        <Button label={t("page_start")} kind="main" onClick={() => begin().catch(fail)} />
        <Button label={t("page_cancel")} onClick={onClose} />
      </div>
    </Dialog>
  );
}

function split(player: string): [string, number] {
  const at = player.lastIndexOf(" ");
  return [player.slice(0, at), Number(player.slice(at + 1))];
}

function player(chosen: string): Player {
  if (chosen === "human") return { kind: "human" };
  const [engine, level] = split(chosen);
  return { kind: "engine", engine, level };
}

/** The ritual before a game of Mangala: a hidden number, a call, the choice of sides. */
export function Ritual(props: {
  onChoose(move: string): void;
  callerIsHuman: boolean;
  hiderIsHuman: boolean;
}): JSX.Element {
  const hidden = useSignal<{ ritual: number; seal: string } | null>(null);
  const opened = useSignal<Opened | null>(null);
  useEffect(() => {
    core.call("ritual.hide", {}).then((found) => (hidden.value = found), fail);
  }, []);
  const say = (says: OddEven | null) => {
    const now = hidden.value;
    if (now === null) return;
    core.call("ritual.call", { ritual: now.ritual, says }).then((found) => (opened.value = found), fail);
  };
  const result = opened.value;
  const chooses = result === null ? null : result.right ? props.callerIsHuman : props.hiderIsHuman;
  useSignalEffect(() => {
    // The program takes the side that it thinks better; the move is asked of an engine by the caller.
    if (opened.value !== null && chooses === false) props.onChoose("");
  });
  const word = (call: OddEven) => t(call);
  return (
    <section class="panel ritual" aria-label={t("page_ritual")}>
      <p>{t("sealed")}</p>
      <p class="seal">{hidden.value?.seal ?? "…"}</p>
      {result === null ? (
        <div class="row">
          {props.callerIsHuman ? (
            (["odd", "even"] as const).map((call) => (
              <Button key={call} kind="main" label={word(call)} onClick={() => say(call)} />
            ))
          ) : (
            <Button kind="main" label={t("page_let_call")} onClick={() => say(null)} />
          )}
        </div>
      ) : (
        <>
          <p>{t(result.right ? "right" : "wrong", { call: word(result.called), opened: result.opened })}</p>
          {chooses === true && (
            <div class="row">
              {(["south", "north"] as const).map((side) => (
                <Button key={side} kind="main" label={t(side)} onClick={() => props.onChoose(side)} />
              ))}
            </div>
          )}
        </>
      )}
    </section>
  );
}

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
