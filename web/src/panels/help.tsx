import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { hello, t } from "../state";
import { Button } from "./controls";

export const shownHelp = signal(false);

/** The keys of the board. */
export function Help(): JSX.Element | null {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") shownHelp.value = false;
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, []);
  if (!shownHelp.value) return null;
  const keys: [string, string][] = [
    ["1–9", t("do_sow")],
    ["← →", t("page_key_step")],
    ["↑ ↓", t("page_key_variation")],
    ["Home End", t("page_key_ends")],
    ["space", t("page_key_best")],
    ["a", t("page_analysis")],
    ["x", t("page_threat")],
    ["n p", t("page_key_mistakes")],
    ["f", t("do_flip")],
    ["?", t("do_help")],
  ];
  return (
    <dialog open class="help" aria-label={t("help_title")}>
      <h2>{t("help_title")}</h2>
      <table>
        <tbody>
          {keys.map(([key, text]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button label={t("page_close")} onClick={() => (shownHelp.value = false)} />
      <p class="faint">{`tuzdik ${hello.value?.version ?? ""}`}</p>
    </dialog>
  );
}
