//! Play from exact tables, by the engine and through the protocol.

#[path = "common/program.rs"]
mod program;

use program::{command, run, stderr, stdout};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tempfile::TempDir;
use tuzdik::game::{Board, Game, Move, Parts, Position, Side, Variant};
use tuzdik::notation::fen;
use tuzdik::proof::check::ExactTable;
use tuzdik::score::{Score, Wdl};
use tuzdik::search::{Engine, Limits, StopToken};
use tuzdik::table::source::TableSource;
use tuzdik::table::space::Tuzdiks;
use tuzdik::table::tables::Tables;

const VARIANT: Variant = Variant::Bestemshe;

/// The tables of Bestemshe with at most so many balls, in a folder of their own, and what an engine asks.
fn tables(most: u8) -> (TempDir, TableSource) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tables = Tables::new(VARIANT, most).expect("a game with tables");
    tables.solve_all(Tuzdiks::default());
    for balls in (0..=most).step_by(2) {
        tables
            .save(folder.path(), Tuzdiks::default(), balls)
            .expect("it is written");
    }
    let source = TableSource::open(folder.path().to_str().expect("UTF-8")).expect("tables");
    (folder, source)
}

/// A board with so many balls in the pits, South to move, nobody with more than 24 in the kazan.
fn random_board(balls: u8, rng: &mut StdRng) -> Board {
    loop {
        let mut pits = [[0; 9]; 2];
        for _ in 0..balls {
            pits[rng.random_range(0..2)][rng.random_range(0..5)] += 1;
        }
        let south = rng.random_range(0..=(50 - balls) / 2) * 2;
        let parts = Parts {
            pits,
            kazans: [south, 50 - balls - south],
            tuzdiks: [None; 2],
            side: Side::South,
        };
        let position = Position::from_parts(VARIANT.rules(), &parts).expect("a sound position");
        let board = Board::new(VARIANT, position);
        if board.outcome().is_none() {
            return board;
        }
    }
}

/// The engine plays South, the other side by `defend`. Gives the winner.
fn play_out(
    engine: &mut Engine,
    board: Board,
    mut defend: impl FnMut(&Game) -> Move,
) -> Option<Side> {
    let mut game = Game::from_board(board);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.winner;
        }
        let mv = if game.position().side() == Side::South {
            let limits = Limits {
                nodes: Some(1),
                ..Limits::default()
            };
            let result = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
            assert_eq!(result.nodes, 0, "{}: not from the tables", game.board());
            result.best.expect("a move")
        } else {
            defend(&game)
        };
        game.play(mv).expect("a legal move");
    }
}

#[test]
fn won_positions_are_won_against_every_defence() {
    let (_folder, source) = tables(14);
    let exact = source.tables(VARIANT).expect("tables of the game");
    let mut engine = Engine::new(1).expect("an engine");
    engine.set_tables(source.clone(), u8::MAX);
    let mut rng = StdRng::seed_from_u64(5);
    let mut won = 0;
    while won < 1000 {
        let board = random_board(rng.random_range(2..=7) * 2, &mut rng);
        if exact.result(board.position()) != Some(Some(Side::South)) {
            continue;
        }
        let best = |game: &Game| {
            let moves = exact.moves(game.position()).expect("a solved layer");
            moves[0].mv
        };
        assert_eq!(
            play_out(&mut engine, board, best),
            Some(Side::South),
            "{board}"
        );
        let random = |game: &Game| {
            let moves: Vec<Move> = game.legal_moves().into_iter().collect();
            moves[rng.random_range(0..moves.len())]
        };
        assert_eq!(
            play_out(&mut engine, board, random),
            Some(Side::South),
            "{board}"
        );
        won += 1;
    }
}

#[test]
fn a_root_in_the_tables_has_their_result() {
    let (_folder, source) = tables(16);
    let exact = source.tables(VARIANT).expect("tables of the game");
    let mut engine = Engine::new(1).expect("an engine");
    engine.set_tables(source.clone(), u8::MAX);
    engine.options_mut().multipv = 5;
    let mut rng = StdRng::seed_from_u64(6);
    let mut seen = [0; 3];
    while seen.contains(&0) {
        let board = random_board(16, &mut rng);
        let game = Game::from_board(board);
        let mut infos = 0;
        let result = engine.search(&game, &Limits::default(), &StopToken::new(), &mut |info| {
            assert!(info.table_hits > 0);
            infos += 1;
        });
        assert_eq!(infos, board.moves().len());
        let line = &result.lines[0];
        let index = match exact.result(board.position()).expect("a solved layer") {
            None => {
                assert_eq!((line.score, line.wdl), (Score::DRAW, Wdl::DRAWN));
                0
            }
            Some(Side::South) => {
                assert!(line.score.is_certain() && !line.score.is_proven());
                assert_eq!(line.wdl, Wdl::WON);
                1
            }
            Some(Side::North) => {
                assert!(line.score < Score::DRAW && line.score.is_certain());
                assert_eq!(line.wdl, Wdl::LOST);
                2
            }
        };
        seen[index] += 1;
    }
}

#[test]
fn searches_above_the_tables_find_what_they_say() {
    let (_folder, source) = tables(16);
    let exact = source.tables(VARIANT).expect("tables of the game");
    let mut rng = StdRng::seed_from_u64(7);
    let mut hits = 0;
    for _ in 0..200 {
        let game = Game::from_board(random_board(14, &mut rng));
        let mut engine = Engine::new(1).expect("an engine");
        // The root is not asked for, boards after a capture are.
        engine.set_tables(source.clone(), 12);
        let limits = Limits {
            depth: Some(12),
            ..Limits::default()
        };
        let result = engine.search(&game, &limits, &StopToken::new(), &mut |info| {
            hits = hits.max(info.table_hits);
        });
        let winner = exact.result(game.position()).expect("a solved layer");
        let score = result.lines[0].score;
        if score.is_certain() {
            let found = if score > Score::DRAW {
                Side::South
            } else {
                Side::North
            };
            assert_eq!(winner, Some(found), "{}", game.board());
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn repeated_positions_are_searched() {
    let (_folder, source) = tables(12);
    let mut engine = Engine::new(1).expect("an engine");
    engine.set_tables(source, u8::MAX);
    let mut rng = StdRng::seed_from_u64(8);
    // Random play until a position comes again without a capture in between.
    let game = 'found: loop {
        let mut game = Game::from_board(random_board(6, &mut rng));
        while game.outcome().is_none() {
            let moves: Vec<Move> = game.legal_moves().into_iter().collect();
            game.play(moves[rng.random_range(0..moves.len())])
                .expect("a legal move");
            let last = game.position();
            let times = game.positions().iter().filter(|&one| one == last).count();
            if times == 2 && game.outcome().is_none() {
                break 'found game;
            }
        }
    };
    let limits = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    let search = |engine: &mut Engine, game: &Game| {
        let result = engine.search(game, &limits, &StopToken::new(), &mut |_| {});
        result.nodes
    };
    assert!(search(&mut engine, &game) > 0, "{}", game.board());
    assert_eq!(search(&mut engine, &Game::from_board(game.board())), 0);
}

#[test]
fn the_protocol_has_options_for_them() {
    let (folder, source) = tables(12);
    let exact = source.tables(VARIANT).expect("tables of the game");
    let mut rng = StdRng::seed_from_u64(9);
    let board = loop {
        let board = random_board(12, &mut rng);
        if exact.result(board.position()) == Some(Some(Side::South)) {
            break board;
        }
    };
    let path = folder.path().display();
    let position = fen::format(&board, 1);
    let ask = |options: &str| {
        let input = format!(
            "uci\nsetoption name UGI_Variant value bestemshe\n{options}position fen {position}\ngo depth 6\n"
        );
        let output = run(&mut command(&[]), &input);
        assert_eq!(stderr(&output), "");
        stdout(&output)
    };
    let set = format!("setoption name TablePath value {path}\n");
    let answer = ask(&set);
    assert!(answer.contains("option name TablePath type string default <empty>"));
    assert!(answer.contains("option name TableLimit type spin default 162 min 0 max 162"));
    assert!(answer.contains("wdl 1000 0 0 pv "), "{answer}");
    assert!(
        answer.contains(" score cp 199") && answer.contains(" nodes 0 "),
        "{answer}"
    );
    let limited = ask(&format!("{set}setoption name TableLimit value 10\n"));
    assert!(!limited.contains(" nodes 0 "), "{limited}");
    let refused = ask("setoption name TablePath value /no/such/folder\n");
    assert!(refused.contains("info string"), "{refused}");
    assert!(refused.contains("the tables before stay"), "{refused}");
    assert!(refused.contains("tbhits 0"), "{refused}");
}
