//! A single position.

use std::io::Write;
use std::ops::ControlFlow;

use tuzdik::game::Game;
use tuzdik::notation::{diagram, fen};
use tuzdik::score::Bound;
use tuzdik::search::Info;

use super::thinker::Thinker;
use super::{forced, json, text};

/// Moves of a line that are shown.
const LINE_MOVES: usize = 12;

/// Prints the board, the line of each depth and the table of candidate moves.
pub fn analyse(
    out: &mut (dyn Write + Send),
    thinker: &mut Thinker,
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
    let lines = thinker.think(game, |info| {
        if printed.is_ok() {
            printed = print_info(out, game, info, as_json);
        }
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
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
    } else if info.multipv == 1 && info.bound == Bound::Exact {
        let side = game.position().side();
        writeln!(
            out,
            "{:>5}  {:>6}  {:>6}  {:>10}  {:>5.1}s  {}",
            info.depth,
            text::score(info.score, side, side),
            text::percent(info.wdl.expectation()),
            info.nodes,
            info.time.as_secs_f64(),
            text::line(game, info, LINE_MOVES)
        )?;
    }
    out.flush()?;
    Ok(())
}

fn print_candidates(
    out: &mut (dyn Write + Send),
    game: &Game,
    lines: &[Info],
) -> anyhow::Result<()> {
    let side = game.position().side();
    writeln!(out, "\n      move   score  chance  line")?;
    for info in lines {
        writeln!(
            out,
            "{:>4}  {:<4}  {:>6}  {:>6}  {}",
            format!("{}.", info.multipv),
            text::names(game, info, 1).concat(),
            text::score(info.score, side, side),
            text::percent(info.wdl.expectation()),
            text::line(game, info, LINE_MOVES)
        )?;
    }
    Ok(())
}
