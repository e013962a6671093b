//! `tuzdik table probe`.

use std::io::{self, Write};

use anyhow::{Context, bail, ensure};
use tuzdik::game::{Board, Game, Side, Variant};
use tuzdik::table::tables::Tables;

use super::Folder;

/// Tell what a position and each of its moves is worth.
///
/// The result holds for best play of both sides. It is exact as long as no position has occurred twice since the
/// last capture, as no third occurrence can then be forced on the way.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik table probe --table tables --variant bestemshe '3S,1,4S,1,3S/1S,1S,1,4S,1 22 12 S 1'
  tuzdik table probe --table tables '9/3S,8 80 79 N 1'")]
pub struct Args {
    /// The position.
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    position: Vec<String>,
    /// Moves from that position, separated by blanks.
    #[arg(short, long, allow_hyphen_values = true)]
    moves: Option<String>,
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::super::variant_parser(), ignore_case = true)]
    variant: Variant,
    #[command(flatten)]
    folder: Folder,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let text = args.position.join(" ");
    let (board, _) = super::super::position(&text, args.variant).context("FEN")?;
    let mut game = Game::from_board(board);
    if let Some(moves) = &args.moves {
        super::super::play_moves(&mut game, moves)?;
    }
    let board = game.board();
    let position = board.position();
    ensure!(board.outcome().is_none(), "the game is over");
    let tables = Tables::open(&args.folder.table, args.variant, u8::MAX)?;
    let (tuzdiks, balls) = tables.place(position);
    let file = tables.contents(tuzdiks, balls).file_name();
    let turned = tables.contents(tuzdiks.turned(), balls).file_name();
    let missing = || {
        let other = match file == turned {
            true => String::new(),
            false => format!(" or {turned}"),
        };
        format!(
            "{}: {balls} balls are on the board, and {file}{other} is not there",
            args.folder.table.display()
        )
    };
    let Some(forced) = tables.probe(position) else {
        bail!("{}", missing());
    };
    let Some(moves) = tables.moves(position) else {
        bail!("a table that a move leads to is missing; build the tables again");
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{board}")?;
    let side = board.side();
    writeln!(
        out,
        "{balls} balls on the board: {side} can force {}, {} {}",
        forced.mover,
        side.opponent(),
        forced.waiting
    )?;
    let winner = moves.first().and_then(|best| best.winner);
    writeln!(out, "result: {}", result(winner))?;
    writeln!(out, "  move     kazans  rank  result")?;
    for value in &moves {
        let [south, north] = match side {
            Side::South => [value.own, value.other],
            Side::North => [value.other, value.own],
        };
        let kazans = format!("{south}-{north}");
        writeln!(
            out,
            "  {:<6}  {kazans:>7}  {:>4}  {}",
            board.show(value.mv).to_string(),
            value.rank,
            result(value.winner)
        )?;
    }
    let said = match repeats(&game) {
        true => {
            "a position has occurred twice since the last capture, so that a third occurrence may come before this result"
        }
        false => "exact: no position has occurred twice since the last capture",
    };
    writeln!(
        out,
        "{said}\nrests on {} and the layers below; `tuzdik table verify` checks them",
        args.folder.table.display()
    )?;
    out.flush()?;
    Ok(())
}

fn result(winner: Option<Side>) -> String {
    winner.map_or("draw".to_owned(), |side| format!("{side} wins"))
}

/// Whether a position has occurred twice since the last capture.
fn repeats(game: &Game) -> bool {
    let in_kazans = |board: &Board| {
        Side::BOTH
            .map(|side| u16::from(board.position().kazan(side)))
            .iter()
            .sum::<u16>()
    };
    let last = in_kazans(&game.board());
    let recent: Vec<Board> = game
        .boards()
        .rev()
        .take_while(|board| in_kazans(board) == last)
        .collect();
    (1..recent.len()).any(|i| recent[..i].contains(&recent[i]))
}
