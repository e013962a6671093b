import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";

import { scoreText } from "../analysis";
import type { Calls } from "../core-types";
import { mayMove } from "../match";
import { openedFile, show, titleOf } from "../records";
import { core, fail, playMove, position, ref, t } from "../state";
import { Button } from "./controls";

type BookAnswer = Calls["book"]["result"];
type Explored = Calls["explorer"]["result"];

/** What the book and the games of a file say of the position. */
export function ExplorerPanel(): JSX.Element {
  const book = useSignal<BookAnswer>(null);
  const games = useSignal<Explored | null>(null);
  const file = openedFile.value;
  useSignalEffect(() => {
    const wanted = ref.value;
    const opened = openedFile.value;
    let late = false;
    core.call("book", { ref: wanted }).then((found) => {
      if (!late) book.value = found;
    }, fail);
    if (opened === undefined) games.value = null;
    else {
      core.call("explorer", { ref: wanted, handle: opened.handle }).then((found) => {
        if (!late) games.value = found;
      }, fail);
    }
    return () => {
      late = true;
    };
  });
  return (
    <section class="panel explorer" aria-label={t("page_explorer")}>
      <h2>{t("page_book")}</h2>
      {book.value === null || book.value.moves.length === 0 ? (
        <p class="faint">{t("page_not_in_book")}</p>
      ) : (
        <table>
          <tbody>
            {book.value.moves.map((move) => (
              <tr key={move.move}>
                <td>
                  <Button label={move.mark} onClick={() => playNamed(move.move)} />
                </td>
                <td>{scoreText(move.score)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h2>{file === undefined ? t("page_games") : file.name}</h2>
      {games.value === null ? (
        <p class="faint">{t("page_open_for_explorer")}</p>
      ) : (
        <>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("page_move")}</th>
                <th scope="col">{t("page_games")}</th>
                <th scope="col">{t("page_results")}</th>
              </tr>
            </thead>
            <tbody>
              {games.value.moves.map((move) => (
                <tr key={move.move}>
                  <td>
                    <Button label={move.mark} onClick={() => playNamed(move.move)} />
                  </td>
                  <td>{move.count}</td>
                  <td>{`${move.south} – ${move.draws} – ${move.north}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul class="games">
            {games.value.games.map((head) => (
              <li key={head.index}>
                <button
                  type="button"
                  class="game"
                  onClick={() => file !== undefined && void show(file.handle, head.index)}
                >
                  {`${titleOf(head)} ${head.result}`}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function playNamed(name: string): void {
  const move = position.value?.legal.find((legal) => legal.move === name);
  if (move !== undefined && mayMove()) playMove(move);
}
