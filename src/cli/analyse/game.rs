//! Every move of the games in a file.

use std::io::Write;

use anyhow::ensure;
use indicatif::ProgressBar;
use tuzdik::core::{ChoiceGrade, GameGrade, MoveGrade};
use tuzdik::game::{Game, Move, Outcome, Side};
use tuzdik::notation::records::{ParsedRecord, Record};
use tuzdik::notation::{diagram, moves};
use tuzdik::review::{ChoiceReview, MoveReview, SideSummary};
use tuzdik::score::{Value, Wdl};
use tuzdik::search::SearchLine;

use super::analyser::Analyser;
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
    analyser: &mut Analyser,
    games: &[ParsedRecord],
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
        analyser.clear();
        let report = GameOutput { parsed };
        bar.suspend(|| report.head(out, as_json))?;
        let reviews = review_moves(out, analyser, &report, &bar, as_json)?;
        bar.suspend(|| report.foot(out, &reviews, as_json))?;
        out.flush()?;
        let total = parsed.record.game().moves().len();
        ensure!(
            !analyser.stop_token().is_stopped(),
            "interrupted in game {} after {} of {total} moves",
            parsed.number,
            reviews.len()
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

/// Reviews and prints the moves of one game, up to an interrupt.
fn review_moves(
    out: &mut (dyn Write + Send),
    analyser: &mut Analyser,
    report: &GameOutput<'_>,
    bar: &ProgressBar,
    as_json: bool,
) -> anyhow::Result<Vec<MoveReview>> {
    let record = &report.parsed.record;
    let whole = record.game();
    let mut game = Game::from_board(whole.start());
    let mut lines = analyser.search(&game, &mut |_| {});
    bar.inc(1);
    let mut reviews = Vec::new();
    for (ply, &played) in whole.moves().iter().enumerate() {
        let before = game.clone();
        // The record was replayed by the rules, so that its moves are legal.
        game.play(played)?;
        let next = analyser.search(&game, &mut |_| {});
        bar.inc(1);
        if analyser.stop_token().is_stopped() {
            break;
        }
        let shown = Shown {
            before: &before,
            ply,
            played,
            lines: &lines,
        };
        if before.position().is_choice() {
            let review = ChoiceReview::new(played, &lines[0]);
            bar.suspend(|| report.choice(out, &shown, &review, as_json))?;
        } else {
            let end = game.outcome();
            let (number, mover) = record.move_number(ply);
            let review = MoveReview::new(played, mover, &lines[0], &next[0], end.as_ref());
            bar.suspend(|| report.row(out, &shown, number, &review, end.as_ref(), as_json))?;
            reviews.push(review);
        }
        lines = next;
    }
    Ok(reviews)
}

/// A move to print.
struct Shown<'a> {
    /// The game up to the move, without it.
    before: &'a Game,
    /// Plies before it.
    ply: usize,
    /// The move.
    played: Move,
    /// The lines found before it, the best first.
    lines: &'a [SearchLine],
}

/// The report on one game.
struct GameOutput<'a> {
    parsed: &'a ParsedRecord,
}

impl GameOutput<'_> {
    fn head(&self, out: &mut dyn Write, as_json: bool) -> anyhow::Result<()> {
        let ParsedRecord {
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
        shown: &Shown<'_>,
        review: &ChoiceReview,
        as_json: bool,
    ) -> anyhow::Result<()> {
        if as_json {
            let Shown {
                before,
                ply,
                played,
                lines,
            } = *shown;
            let object = json::Object::Choice {
                game: self.parsed.number,
                grade: ChoiceGrade::new(before, ply, played, &lines[0], review),
            };
            json::print(out, &object)?;
            out.flush()?;
            return Ok(());
        }
        let game = shown.before;
        let margin = text::score(Value::Centiballs(review.margin));
        let loss = match review.loss {
            0 => String::new(),
            lost => format!("{:.2}", f64::from(lost) / 100.0),
        };
        let better = match review.better {
            Some(mv) => moves::format_tgk(&game.board(), mv),
            None => String::new(),
        };
        let chance = Wdl::of_final_margin(review.margin).expectation();
        let row = format!(
            "{:>5}  {:<5}  {margin:>7}  {margin:>6}  {loss:>6}  {:>6} {:<2}  {:>6}  {}",
            "",
            moves::format_tgk(&game.board(), shown.played),
            text::percent(chance),
            review.grade_symbol(),
            better,
            text::line(game, &shown.lines[0], LINE_MOVES)
        );
        writeln!(out, "{}", row.trim_end())?;
        out.flush()?;
        Ok(())
    }

    fn row(
        &self,
        out: &mut dyn Write,
        shown: &Shown<'_>,
        number: u32,
        review: &MoveReview,
        end: Option<&Outcome>,
        as_json: bool,
    ) -> anyhow::Result<()> {
        if as_json {
            let Shown {
                before,
                ply,
                played,
                lines,
            } = *shown;
            let object = json::Object::Move {
                game: self.parsed.number,
                grade: MoveGrade::new(before, ply, number, played, lines, review),
            };
            json::print(out, &object)?;
            out.flush()?;
            return Ok(());
        }
        let game = shown.before;
        let best = &shown.lines[0];
        let number = match review.mover {
            Side::South => format!("{number}."),
            Side::North => "…".to_owned(),
        };
        let loss = match review.balls_lost {
            Some(lost) if lost > 0 => format!("{:.2}", f64::from(lost) / 100.0),
            _ => String::new(),
        };
        let better = match review.is_best {
            true => String::new(),
            false => text::names(game, best, 1).concat(),
        };
        let after = match (review.score_after, end.map(|outcome| outcome.winner)) {
            (Some(score), _) => text::score(score),
            (None, Some(Some(Side::South))) => "1-0".to_owned(),
            (None, Some(Some(Side::North))) => "0-1".to_owned(),
            (None, _) => "1/2".to_owned(),
        };
        let row = format!(
            "{number:>5}  {:<5}  {:>7}  {:>6}  {loss:>6}  {:>6} {:<2}  {better:>6}  {}",
            moves::format_tgk(&game.board(), shown.played),
            text::score(review.score_before),
            after,
            text::percent(review.chance_after),
            review.grade_symbol(),
            text::line(game, best, LINE_MOVES)
        );
        writeln!(out, "{}", row.trim_end())?;
        for (index, line) in shown.lines.iter().enumerate().skip(1) {
            writeln!(
                out,
                "       {:>14}  {:>28}  {}",
                text::score(text::seen_by_south(line.score, review.mover)),
                format!("{}.", index + 1),
                text::line(game, line, LINE_MOVES)
            )?;
        }
        out.flush()?;
        Ok(())
    }

    fn foot(
        &self,
        out: &mut dyn Write,
        reviews: &[MoveReview],
        as_json: bool,
    ) -> anyhow::Result<()> {
        let record = &self.parsed.record;
        if as_json {
            let result = record.result().to_string();
            let summary = json::Object::Summary {
                game: self.parsed.number,
                grade: GameGrade::new(result, record.game().outcome().as_ref(), reviews),
            };
            json::print(out, &summary)?;
            return Ok(());
        }
        let end = match record.game().outcome() {
            Some(outcome) => diagram::result(&outcome),
            None => format!("result {}", record.result()),
        };
        writeln!(out, "\n{end}")?;
        if reviews.is_empty() {
            writeln!(out)?;
            return Ok(());
        }
        writeln!(
            out,
            "\nSouth's chances by ply, from 0% (low) to 100% (high)"
        )?;
        let chances: Vec<f64> = reviews.iter().map(|r| r.chance_after).collect();
        write!(out, "{}", text::curve(&chances))?;
        writeln!(out, "\n       moves  lost a move  ?!   ?  ??")?;
        for side in Side::BOTH {
            let summary = SideSummary::new(reviews, side);
            writeln!(
                out,
                "{:<5}  {:>5}  {:>10.1}%  {:>2}  {:>2}  {:>2}",
                side.to_string(),
                summary.moves,
                100.0 * summary.mean_loss,
                summary.inaccuracies,
                summary.mistakes,
                summary.blunders
            )?;
        }
        writeln!(out)?;
        Ok(())
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
