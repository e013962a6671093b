import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

import { engineNames, OWN, start, type Match, type Player } from "../match";
import { Button, Select } from "../panels/controls";
import { core, fail, game, hello, levels, position, t } from "../state";
import { Dialog } from "./dialog";

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
      engine === OWN ? levels.value.map((level) => `${engine} ${level.level}`) : [`${engine} 10`],
    ),
  ];
  const names = players.map((player) => {
    if (player === "human") return t("human");
    const [engine, level] = split(player);
    const found = levels.value.find((one) => one.level === level);
    return engine === OWN && found !== undefined ? `${found.text} (${found.elo})` : engine;
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
