//! A single position.

use std::io::Write;

use tuzdik::game::Game;
use tuzdik::notation::{diagram, fen};
use tuzdik::score::Bound;
use tuzdik::search::{Info, SearchLine};

use super::analyser::Analyser;
use super::{forced, json, text};

/// Moves of a line that are shown.
const LINE_MOVES: usize = 12;

/// Prints the board, the line of each depth and the table of candidate moves.
pub fn analyse(
    out: &mut (dyn Write + Send),
    analyser: &mut Analyser,
    game: &Game,
    number: u32,
    as_json: bool,
) -> anyhow::Result<()> {
    let variant = game.variant();
    if as_json {
        let fen = fen::format(&game.board(), number);
        json::print(
            out,
            &json::Object::Position {
                variant: variant.rules().name,
                fen,
            },
        )?;
    } else {
        write!(out, "{}", diagram::draw(&game.board(), number))?;
    }
    if let Some(outcome) = game.outcome() {
        if as_json {
            json::print(out, &json::Object::best(game, &[]))?;
        } else {
            writeln!(out, "\nThe game is over: {}.", diagram::result(&outcome))?;
        }
        return Ok(());
    }
    if !as_json {
        writeln!(out, "\ndepth   score  chance       nodes    time  line")?;
    }
    out.flush()?;
    let mut printed = Ok(());
    let stop = analyser.stop_token().clone();
    let lines = analyser.search(game, &mut |info| {
        if printed.is_ok() {
            printed = print_info(out, game, info, as_json);
        }
        if printed.is_err() {
            stop.stop();
        }
    });
    printed?;
    if as_json {
        json::print(out, &json::Object::best(game, &lines))?;
    } else {
        print_candidates(out, game, &lines)?;
        if let Some(best) = lines.first().filter(|_| variant.rules().is_forced()) {
            forced::print(out, game, best)?;
        }
    }
    Ok(())
}

fn print_info(
    out: &mut (dyn Write + Send),
    game: &Game,
    info: &Info,
    as_json: bool,
) -> anyhow::Result<()> {
    if as_json {
        json::print(out, &json::Object::info(game, info))?;
    } else if info.multipv == 1 && info.line.bound == Bound::Exact {
        writeln!(
            out,
            "{:>5}  {:>6}  {:>6}  {:>10}  {:>5.1}s  {}",
            info.line.depth,
            text::score(info.line.score.into()),
            text::percent(info.line.wdl.expectation()),
            info.nodes,
            info.time.as_secs_f64(),
            text::line(game, &info.line, LINE_MOVES)
        )?;
    }
    out.flush()?;
    Ok(())
}

fn print_candidates(
    out: &mut (dyn Write + Send),
    game: &Game,
    lines: &[SearchLine],
) -> anyhow::Result<()> {
    writeln!(out, "\n      move   score  chance  line")?;
    for (index, line) in lines.iter().enumerate() {
        writeln!(
            out,
            "{:>4}  {:<4}  {:>6}  {:>6}  {}",
            format!("{}.", index + 1),
            text::names(game, line, 1).concat(),
            text::score(line.score.into()),
            text::percent(line.wdl.expectation()),
            text::line(game, line, LINE_MOVES)
        )?;
    }
    Ok(())
}
