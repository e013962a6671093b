import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import type { GameHead } from "../core-types";
import { leave } from "../match";
import { picture, pixels } from "../picture";
import {
  closeFile,
  current,
  download,
  openedFile,
  openFile,
  openText,
  search,
  show,
  textOf,
  titleOf,
} from "../records";
import { addressOf, core, fail, game, open, position, say, t } from "../state";
import { newGame } from "../tree";
import { Button } from "./controls";

/** Records: open, choose, save. */
export function FilesPanel(): JSX.Element {
  const wanted = useSignal("");
  const paste = useSignal("");
  const file = openedFile.value;
  const found = useSignal<{ total: number; games: GameHead[] }>({ total: 0, games: [] });
  const handle = file?.handle;
  const words = wanted.value.trim();
  useEffect(() => {
    if (handle === undefined) return;
    let late = false;
    search(handle, words).then((answer) => {
      if (!late) found.value = answer;
    }, fail);
    return () => {
      late = true;
    };
  }, [handle, words]);
  return (
    <section class="panel files" aria-label={t("page_games")}>
      <div class="row">
        <label class="button main">
          {t("page_open_file")}
          <input
            type="file"
            class="hidden"
            accept=".tgk,.txt,.pgn,text/plain"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen !== undefined) openFile(chosen).catch(fail);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <Button label={t("page_save_tgk")} onClick={() => save("tgk")} />
        <Button label={t("page_save_playok")} onClick={() => save("playok")} />
        <Button label={t("page_copy_moves")} onClick={() => copy(() => textOf("tgk"))} />
        <Button label={t("page_copy_fen")} onClick={() => copy(() => Promise.resolve(position.value?.fen ?? ""))} />
        <Button label={t("page_copy_address")} onClick={() => copy(() => Promise.resolve(addressOf()))} />
        <Button label="SVG" onClick={picture} />
        <Button label="PNG" onClick={() => void pixels()} />
      </div>
      <label class="field">
        {t("page_paste")}
        <textarea rows={3} value={paste.value} onInput={(event) => (paste.value = event.currentTarget.value)} />
      </label>
      <Button
        label={t("page_read")}
        disabled={paste.value.trim() === ""}
        onClick={() => {
          const text = paste.value.trim();
          paste.value = "";
          readText(text).catch(fail);
        }}
      />
      {file !== undefined && (
        <>
          <div class="row">
            <strong>{file.name}</strong>
            <span class="faint">{t("page_count_games", { count: file.total })}</span>
            <Button label={t("page_close")} onClick={() => closeFile(file.handle).catch(fail)}>
              ✕
            </Button>
          </div>
          <label class="field">
            {t("page_search")}
            <input type="search" value={wanted.value} onInput={(event) => (wanted.value = event.currentTarget.value)} />
          </label>
          {found.value.total > found.value.games.length && (
            <p class="faint">{`${found.value.games.length} / ${found.value.total}`}</p>
          )}
          <ul class="games">
            {found.value.games.map((head) => (
              <li key={head.index}>
                <button
                  type="button"
                  class={
                    current.value?.handle === file.handle && current.value.index === head.index ? "game here" : "game"
                  }
                  onClick={() => void show(file.handle, head.index)}
                >
                  {`${head.index + 1}. ${titleOf(head)} ${head.result}`}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Reads what was pasted: a FEN alone sets up a position, anything else is a record. */
async function readText(text: string): Promise<void> {
  if (!text.includes("\n") && text.includes("/")) {
    const { variant } = game.value;
    const found = await core.call("fen", { variant, text }).catch(() => null);
    if (found !== null) {
      leave();
      open(newGame(found.variant, found.fen));
      return;
    }
  }
  await openText(text);
}

function copy(text: () => Promise<string>): void {
  text()
    .then((found) => navigator.clipboard.writeText(found))
    .then(() => say(t("page_copied")), fail);
}

function save(format: "tgk" | "playok"): void {
  textOf(format).then((text) => download(format === "tgk" ? "game.tgk" : "game.txt", new Blob([text])), fail);
}
