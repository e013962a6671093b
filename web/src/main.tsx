import "./style.css";

import { computed, signal } from "@preact/signals";
import { render, type JSX } from "preact";
import { useEffect } from "preact/hooks";

import { bestLine, restartAnalysis, scoreText, threat, thoughts, watchAnalysis } from "./analysis";
import { Board, type Mark } from "./board";
import { Editor } from "./dialogs/editor";
import { NewGame } from "./dialogs/new-game";
import { lesson, solution, watchLessons } from "./learn";
import { leave, mayMove, restart, watchMatch } from "./match";
import { AnalysisPanel } from "./panels/analysis";
import { Button, Select } from "./panels/controls";
import { ExplorerPanel } from "./panels/explorer";
import { FilesPanel } from "./panels/files";
import { Help, shownHelp } from "./panels/help";
import { MovesPanel } from "./panels/moves";
import { PlayPanel } from "./panels/play";
import { ReviewPanel } from "./panels/review";
import { RitualPanel } from "./panels/ritual";
import { openFile, openGiven, reopenFiles } from "./records";
import { reviewedChance, stepMistake, watchReview } from "./review";
import {
  begin,
  fail,
  game,
  hello,
  notice,
  openAddress,
  path,
  playMove,
  position,
  reach,
  say,
  set,
  setLanguage,
  settings,
  steps,
  t,
  core,
} from "./state";

type Tab = "play" | "analysis" | "review" | "explorer" | "games";
const TABS: Tab[] = ["play", "analysis", "review", "explorer", "games"];
const tab = signal<Tab>("play");
/** Whether a narrow screen shows the settings at its head. */
const moreTools = signal(false);
const dialog = signal<"new" | "editor" | null>(null);

/** What stands at the pits: the scores of the best moves. */
const marks = computed<Map<number, Mark>>(() => {
  const found = new Map<number, Mark>();
  if (lesson.value?.answer === "shown") {
    const { mistake } = lesson.value;
    const move = position.value?.legal.find((legal) => legal.mark === solution(mistake));
    if (move?.pit != null && path.value.length === mistake.ply - 1)
      found.set(move.pit, { text: move.mark, best: true });
    return found;
  }
  if (!settings.value.marks || !settings.value.analysing || threat.value) return found;
  const lines = thoughts.value[0]?.lines ?? [];
  for (const [index, line] of lines.entries()) {
    const move = position.value?.legal.find((legal) => legal.move === line.moves[0]?.move);
    if (move?.pit != null && !found.has(move.pit))
      found.set(move.pit, { text: scoreText(line.south), best: index === 0 });
  }
  return found;
});

/** The chances of South as a bar. */
function Bar(): JSX.Element {
  const known = bestLine()?.chance ?? reviewedChance.value;
  const chance = known ?? 0.5;
  const text = `${Math.round(100 * chance)} %`;
  return (
    <div class="bar" role="img" aria-label={t("page_chance", { side: t("south"), chance: text })}>
      <div class="south" style={{ width: `${(100 * chance).toFixed(1)}%` }} />
      <span>{known === null ? "" : text}</span>
    </div>
  );
}

function App(): JSX.Element {
  useEffect(() => {
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);
  const now = position.value;
  const languages = hello.value?.languages ?? [];
  return (
    <div
      class="app"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) openFile(file).catch(fail);
      }}
    >
      <header>
        <h1>tuzdik</h1>
        <span class="variant">{hello.value?.variants.find((one) => one.name === game.value.variant)?.title ?? ""}</span>
        <div class={moreTools.value ? "row tools open" : "row tools"}>
          <Button label={t("do_flip")} onClick={() => set({ turned: !settings.value.turned })}>
            ⇅
          </Button>
          <Button
            label={t("page_sounds")}
            pressed={settings.value.sound}
            onClick={() => set({ sound: !settings.value.sound })}
          >
            ♪
          </Button>
          <div class="row wide">
            <Select
              label={t("page_speed")}
              value={String(settings.value.speed)}
              options={["0", "50", "110", "250"]}
              names={[t("page_off"), t("page_fast"), t("page_medium"), t("page_slow")]}
              onChange={(value) => set({ speed: Number(value) })}
            />
            <Select
              label={t("page_theme")}
              value={settings.value.theme}
              options={["system", "light", "dark"]}
              names={[t("page_system"), t("page_light"), t("page_dark")]}
              onChange={(value) => set({ theme: value === "light" || value === "dark" ? value : "system" })}
            />
            <Select
              label={t("page_language")}
              value={settings.value.language === "" ? core.language : settings.value.language}
              options={languages.map((one) => one.code)}
              names={languages.map((one) => one.name)}
              onChange={(value) => void setLanguage(value)}
            />
          </div>
          <Button label={t("page_editor")} onClick={() => (dialog.value = "editor")} />
          <Button
            label={t("page_settings")}
            kind="narrow"
            pressed={moreTools.value}
            onClick={() => (moreTools.value = !moreTools.value)}
          >
            ⚙
          </Button>
          <Button label={t("help_title")} onClick={() => (shownHelp.value = !shownHelp.value)}>
            ?
          </Button>
        </div>
      </header>
      {reach.value !== "here" && (
        <p class="bad" role="alert">
          {t(reach.value === "lost" ? "page_lost" : "page_renewed")}
        </p>
      )}
      <main>
        <div class="table">
          <Bar />
          {now !== null && <Board position={now} playable={mayMove()} marks={marks.value} onPlay={playMove} />}
          <div class="row steps" role="group" aria-label={t("moves")}>
            <Button label={t("page_first")} onClick={steps.first}>
              «
            </Button>
            <Button label={t("page_back")} onClick={steps.back}>
              ◀
            </Button>
            <Button label={t("page_forward")} onClick={steps.forward}>
              ▶
            </Button>
            <Button label={t("page_last")} onClick={steps.last}>
              »
            </Button>
          </div>
          <p class={notice.value?.bad === true ? "notice bad" : "notice"} role="status" aria-live="polite">
            {notice.value?.text ?? "\u00a0"}
          </p>
          <RitualPanel />
        </div>
        <div class="side">
          <div class="tabs" role="tablist">
            {TABS.map((name) => (
              <button
                type="button"
                role="tab"
                key={name}
                id={`tab-${name}`}
                aria-selected={tab.value === name}
                aria-controls="tab-panel"
                onClick={() => (tab.value = name)}
              >
                {t(`page_${name}`)}
              </button>
            ))}
          </div>
          <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab.value}`}>
            {tab.value === "play" && <PlayPanel onNew={() => (dialog.value = "new")} />}
            {tab.value === "analysis" && <AnalysisPanel />}
            {tab.value === "review" && <ReviewPanel />}
            {tab.value === "explorer" && <ExplorerPanel />}
            {tab.value === "games" && <FilesPanel />}
          </div>
          <MovesPanel />
        </div>
      </main>
      {dialog.value === "new" && <NewGame onClose={() => (dialog.value = null)} />}
      {dialog.value === "editor" && <Editor onClose={() => (dialog.value = null)} />}
      <Help />
    </div>
  );
}

function key(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (target.closest("input, textarea, select, dialog") !== null || event.ctrlKey || event.altKey || event.metaKey)
    return;
  const now = position.value;
  if (/^[1-9]$/.test(event.key)) {
    const move = now?.legal.find((legal) => legal.pit === Number(event.key));
    if (move !== undefined && mayMove()) playMove(move);
    else say(t("empty_pit", { pit: event.key }), true);
    return;
  }
  const acts: Record<string, () => void> = {
    ArrowLeft: steps.back,
    ArrowRight: steps.forward,
    ArrowUp: () => steps.sibling(-1),
    ArrowDown: () => steps.sibling(1),
    Home: steps.first,
    End: steps.last,
    f: () => set({ turned: !settings.value.turned }),
    a: () => set({ analysing: !settings.value.analysing }),
    x: () => (threat.value = !threat.value),
    n: () => stepMistake(1),
    p: () => stepMistake(-1),
    "?": () => (shownHelp.value = !shownHelp.value),
    " ": () => {
      const best = bestLine()?.moves[0];
      const move = now?.legal.find((legal) => legal.move === best?.move);
      if (move !== undefined && mayMove()) playMove(move);
    },
  };
  // A keyboard with other letters has the Latin ones at the places of their keys.
  const letter = /^[a-z]$/i.test(event.key) ? event.key : /^Key([A-Z])$/.exec(event.code)?.[1];
  const act = acts[letter?.toLowerCase() ?? event.key];
  if (act === undefined || (event.key === " " && target.closest("button, [role=button]") !== null)) return;
  event.preventDefault();
  act();
}

/** Goes on with files, analysis and play when the program is back. */
function watchReach(): void {
  let before = reach.value;
  reach.subscribe((now) => {
    if (now === "here" && before !== "here") {
      reopenFiles().catch(fail);
      for (const slot of [0, 1] as const) restartAnalysis(slot);
      restart();
    }
    before = now;
  });
}

async function main(): Promise<void> {
  const root = document.getElementById("app");
  if (root !== null) render(<App />, root);
  await begin();
  watchAnalysis();
  watchMatch();
  watchReview();
  watchLessons();
  watchReach();
  window.addEventListener("hashchange", () => {
    if (!new URLSearchParams(location.hash.slice(1)).has("game")) return;
    leave();
    void openAddress();
  });
  // After a reload the board keeps its game, with what was added to it.
  const [first] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const fresh = first?.type === "navigate";
  for (const [index, name] of (hello.value?.files ?? []).entries()) await openGiven(index, name, fresh);
}

main().catch(fail);
