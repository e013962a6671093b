//! Every move of the games in a file.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::ensure;
use indicatif::ProgressBar;
use tuzdik::game::{Game, Side};
use tuzdik::notation::records::{Parsed, Record};
use tuzdik::notation::{diagram, moves};
use tuzdik::score::Wdl;

use super::choice::Choice;
use super::judged::{GRADES, Judged};
use super::thinker::Thinker;
use super::{json, text};
use crate::cli::progress;

/// Moves of a line that are shown.
const LINE_MOVES: usize = 8;

/// Analyses the games one after another.
///
/// # Errors
/// If stdout fails, at an interrupt, and after all games if one contradicts the rules.
pub fn analyse(
    out: &mut (dyn Write + Send),
    thinker: &mut Thinker,
    games: &[Parsed],
    as_json: bool,
) -> anyhow::Result<()> {
    let positions = games
        .iter()
        .map(|g| g.record.game().positions().len() as u64);
    let bar = progress::bar(
        positions.sum(),
        "{msg} {wide_bar} {pos}/{len} positions, {eta} left",
    );
    for parsed in games {
        bar.set_message(format!("game {} of {}", parsed.number, games.len()));
        thinker.forget();
        let sheet = Sheet::new(parsed);
        bar.suspend(|| sheet.head(out, as_json))?;
        let done = judge_moves(out, thinker, &sheet, &bar, as_json)?;
        bar.suspend(|| sheet.foot(out, &done, as_json))?;
        out.flush()?;
        let total = parsed.record.game().moves().len();
        ensure!(
            !thinker.interrupted(),
            "interrupted in game {} after {} of {total} moves",
            parsed.number,
            done.len()
        );
    }
    bar.finish_and_clear();
    let wrong = games.iter().filter(|game| !game.errors.is_empty()).count();
    ensure!(
        wrong == 0,
        "{wrong} of {} games contradict the rules or are damaged",
        games.len()
    );
    Ok(())
}

/// What is kept of a move for the summary.
struct Done {
    mover: Side,
    cost: f64,
    grade: &'static str,
    /// South's expected result after the move.
    chance: f64,
}

/// Analyses and prints the moves of one game, up to an interrupt.
fn judge_moves(
    out: &mut (dyn Write + Send),
    thinker: &mut Thinker,
    sheet: &Sheet<'_>,
    bar: &ProgressBar,
    as_json: bool,
) -> anyhow::Result<Vec<Done>> {
    let record = &sheet.parsed.record;
    let whole = record.game();
    let mut game = Game::from_board(whole.start());
    let mut lines = thinker.think(&game, |_| ControlFlow::Continue(()));
    bar.inc(1);
    let mut done = Vec::new();
    for (ply, &played) in whole.moves().iter().enumerate() {
        let before = game.clone();
        // The record was replayed by the rules, so that its moves are legal.
        game.play(played)?;
        let next = thinker.think(&game, |_| ControlFlow::Continue(()));
        bar.inc(1);
        if thinker.interrupted() {
            break;
        }
        if before.position().is_choice() {
            let choice = Choice {
                before: &before,
                played,
                best: &lines[0],
            };
            bar.suspend(|| sheet.choice(out, &choice, ply, as_json))?;
            lines = next;
            continue;
        }
        let judged = Judged {
            before: &before,
            played,
            number: record.move_number(ply),
            lines: &lines,
            after: &next[0],
            end: game.outcome(),
        };
        bar.suspend(|| sheet.row(out, &judged, ply, as_json))?;
        done.push(Done {
            mover: judged.number.1,
            cost: judged.cost(),
            grade: judged.grade(),
            chance: judged.chances_of_south().1,
        });
        lines = next;
    }
    Ok(done)
}

/// The report on one game.
struct Sheet<'a> {
    parsed: &'a Parsed,
}

impl<'a> Sheet<'a> {
    fn new(parsed: &'a Parsed) -> Sheet<'a> {
        Sheet { parsed }
    }

    fn head(&self, out: &mut dyn Write, as_json: bool) -> anyhow::Result<()> {
        let Parsed {
            number,
            record,
            errors,
        } = self.parsed;
        if as_json {
            json::print(out, &json::Object::game(*number, record))?;
            for error in errors {
                json::print(out, &json::Object::error(error))?;
            }
            return Ok(());
        }
        writeln!(out, "Game {number}{}", title(record))?;
        for error in errors {
            writeln!(out, "  wrong: {error}")?;
        }
        writeln!(
            out,
            "\n   no  move    before   after    loss  chance      better  line"
        )?;
        Ok(())
    }

    /// The choice of sides, in the columns of the moves.
    fn choice(
        &self,
        out: &mut dyn Write,
        choice: &Choice<'_>,
        ply: usize,
        as_json: bool,
    ) -> anyhow::Result<()> {
        if as_json {
            json::print(out, &json::Object::choice(self.parsed.number, ply, choice))?;
            out.flush()?;
            return Ok(());
        }
        let game = choice.before;
        let margin = text::score(choice.margin(), Side::South, Side::South);
        let loss = match choice.loss() {
            0 => String::new(),
            lost => format!("{:.2}", f64::from(lost) / 100.0),
        };
        let chance = Wdl::of_final_margin(choice.margin().value()).expectation();
        let row = format!(
            "{:>5}  {:<5}  {margin:>7}  {margin:>6}  {loss:>6}  {:>6} {:<2}  {:>6}  {}",
            "",
            moves::format_tgk(&game.board(), choice.played),
            text::percent(chance),
            choice.grade(),
            choice.better().unwrap_or_default(),
            text::line(game, choice.best, LINE_MOVES)
        );
        writeln!(out, "{}", row.trim_end())?;
        out.flush()?;
        Ok(())
    }

    fn row(
        &self,
        out: &mut dyn Write,
        judged: &Judged<'_>,
        ply: usize,
        as_json: bool,
    ) -> anyhow::Result<()> {
        if as_json {
            json::print(out, &json::Object::judged(self.parsed.number, ply, judged))?;
            out.flush()?;
            return Ok(());
        }
        let game = judged.before;
        let (number, side) = judged.number;
        let number = match side {
            Side::South => format!("{number}."),
            Side::North => "…".to_owned(),
        };
        let loss = match judged.balls_lost() {
            Some(lost) if lost > 0 => format!("{:.2}", f64::from(lost) / 100.0),
            _ => String::new(),
        };
        let better = match judged.is_second_choice() {
            true => text::names(game, judged.best(), 1).concat(),
            false => String::new(),
        };
        let row = format!(
            "{number:>5}  {:<5}  {:>7}  {:>6}  {loss:>6}  {:>6} {:<2}  {better:>6}  {}",
            moves::format_tgk(&game.board(), judged.played),
            text::score(judged.best().score, side, Side::South),
            judged.score_after(),
            text::percent(judged.chances_of_south().1),
            judged.grade(),
            text::line(game, judged.best(), LINE_MOVES)
        );
        writeln!(out, "{}", row.trim_end())?;
        for info in &judged.lines[1..] {
            writeln!(
                out,
                "       {:>14}  {:>28}  {}",
                text::score(info.score, side, Side::South),
                format!("{}.", info.multipv),
                text::line(game, info, LINE_MOVES)
            )?;
        }
        out.flush()?;
        Ok(())
    }

    fn foot(&self, out: &mut dyn Write, done: &[Done], as_json: bool) -> anyhow::Result<()> {
        let record = &self.parsed.record;
        let summaries = Side::BOTH.map(|side| Summary::new(done, side));
        if as_json {
            let summary = json::Object::summary(self.parsed.number, record, &summaries);
            json::print(out, &summary)?;
            return Ok(());
        }
        let end = match record.game().outcome() {
            Some(outcome) => diagram::result(&outcome),
            None => format!("result {}", record.result()),
        };
        writeln!(out, "\n{end}")?;
        if done.is_empty() {
            writeln!(out)?;
            return Ok(());
        }
        writeln!(
            out,
            "\nSouth's chances by ply, from 0% (low) to 100% (high)"
        )?;
        let chances: Vec<f64> = done.iter().map(|d| d.chance).collect();
        write!(out, "{}", text::curve(&chances))?;
        writeln!(out, "\n       moves  lost a move  ?!   ?  ??")?;
        for (side, summary) in Side::BOTH.into_iter().zip(&summaries) {
            let [inaccuracies, mistakes, blunders] = summary.grades;
            writeln!(
                out,
                "{:<5}  {:>5}  {:>10.1}%  {inaccuracies:>2}  {mistakes:>2}  {blunders:>2}",
                side.to_string(),
                summary.moves,
                100.0 * summary.mean_cost
            )?;
        }
        writeln!(out)?;
        Ok(())
    }
}

/// How one side played.
pub struct Summary {
    pub moves: usize,
    /// The mean of what a move cost of the expected result.
    pub mean_cost: f64,
    /// Inaccuracies, mistakes, blunders.
    pub grades: [usize; 3],
}

impl Summary {
    fn new(done: &[Done], side: Side) -> Summary {
        let own: Vec<&Done> = done.iter().filter(|d| d.mover == side).collect();
        // The sum of no numbers at all would be -0.
        let cost = own.iter().fold(0.0, |sum, d| sum + d.cost);
        Summary {
            moves: own.len(),
            mean_cost: cost / own.len().max(1) as f64,
            grades: GRADES.map(|(_, grade)| own.iter().filter(|d| d.grade == grade).count()),
        }
    }
}

/// Who played whom, where and when, as far as the tags tell.
fn title(record: &Record) -> String {
    let players = match (record.tag("White"), record.tag("Black")) {
        (None, None) => None,
        (white, black) => Some(format!(
            "{} - {}",
            white.unwrap_or("?"),
            black.unwrap_or("?")
        )),
    };
    let others = ["Event", "Site", "Date", "Round"].map(|name| record.tag(name).map(str::to_owned));
    let parts: Vec<String> = players
        .into_iter()
        .chain(others.into_iter().flatten())
        .collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!(": {}", parts.join(", ")),
    }
}
