//! The search against proven results.

mod common {
    pub mod facts;
    pub mod numbers;
}

use std::time::Duration;

use common::facts::cases;
use common::numbers::numbers;
use tuzdik::game::{Game, Move, Side, Variant};
use tuzdik::notation::fen;
use tuzdik::score::{Bound, Score, Value};
use tuzdik::search::{Clock, Engine, Limits, SearchLine, SearchResult, StopToken};

/// Searches a position and returns the best line and the whole result.
fn search(text: &str, limits: &Limits) -> (Game, SearchLine, SearchResult) {
    let (board, _) = fen::parse(text, Variant::TogyzKumalak).unwrap();
    let game = Game::from_board(board);
    let mut reports = 0;
    let result = Engine::new(64)
        .unwrap()
        .search(&game, limits, &StopToken::new(), &mut |info| {
            assert_line_is_legal(&game, &info.line);
            reports += 1;
        });
    assert!(reports > 0, "a search reports at least once");
    assert_eq!(result.lines[0].first_move(), result.best);
    (game, result.lines[0].clone(), result)
}

fn assert_line_is_legal(game: &Game, line: &SearchLine) {
    let mut played = game.clone();
    for &mv in &line.pv {
        played
            .play(mv)
            .unwrap_or_else(|error| panic!("{error} in {:?}", line.pv));
    }
    if let Value::Mate(moves) = Value::from(line.score)
        && line.bound == Bound::Exact
    {
        let winner = if moves > 0 {
            game.position().side()
        } else {
            game.position().side().opponent()
        };
        let outcome = played
            .outcome()
            .unwrap_or_else(|| panic!("the line stops early: {line:?}"));
        assert_eq!(outcome.winner, Some(winner), "{line:?}");
    }
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Endgame studies of A. Akshuraev (1983) with their claimed results: South to move.
#[test]
fn endgame_studies_come_out_as_claimed() {
    let (game, info, best) = search("5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 1", &depth(24));
    assert!(
        info.score.is_proven() && info.score > Score::DRAW,
        "S1 is won: {info:?}"
    );
    assert_eq!(game.board().show(best.best.unwrap()).to_string(), "67");

    let (_, info, _) = search("3,1S,2,t,2S,1/t,5,4S,1S,1S 77 76 S 1", &depth(40));
    assert_eq!(info.score, Score::DRAW, "S2 is a draw: {info:?}");

    let (game, info, best) = search("1S,4,2S,3/3,t,1,3S,3S,3S,3S 74 73 S 1", &depth(32));
    assert!(
        info.score.is_proven() && info.score > Score::DRAW,
        "S4 is won: {info:?}"
    );
    assert_eq!(game.board().show(best.best.unwrap()).to_string(), "68");
    assert_eq!(game.position().side(), Side::South);
}

/// Two balls are missing and only the loser's own last move gives them away: three moves, six plies.
#[test]
fn a_win_that_the_losers_move_ends_counts_the_winners_moves() {
    let limits = Limits {
        mate: Some(3),
        ..Limits::default()
    };
    let (_, info, _) = search("1,1S,1S,1S,4,t/2,1S,1,3S,t,3 74 81 N 1", &limits);
    assert_eq!(Value::from(info.score), Value::Mate(3));
    assert_eq!(info.depth, 6, "found at depth 6, it is what was asked for");
}

/// A clock saves the time for later moves; with any other limit the score was asked for.
#[test]
fn a_single_move_is_played_at_once_only_with_a_clock() {
    let text = "9S,9S,9S,9S,9S,9S,9S,9S,9S/8,2S 40 39 S 1";
    let clock = Clock {
        remaining: Duration::from_secs(3600),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let hour = Some(clock.remaining);
    let (_, expected, result) = search(text, &depth(6));
    assert_eq!(expected.depth, 6);
    let single = result.best.expect("a move");
    let timed = |movetime, clock| Limits {
        movetime,
        clock,
        ..depth(6)
    };
    let (_, line, _) = search(text, &timed(hour, None));
    assert_eq!(line, expected, "movetime");
    for movetime in [None, hour] {
        let (_, line, _) = search(text, &timed(movetime, Some(clock)));
        assert_eq!((line.depth, line.first_move()), (1, Some(single)), "clock");
    }
    let infinite = Limits {
        infinite: true,
        ..timed(None, Some(clock))
    };
    let (board, _) = fen::parse(text, Variant::TogyzKumalak).unwrap();
    let stop = StopToken::new();
    let game = Game::from_board(board);
    let mut engine = Engine::new(1).unwrap();
    let result = engine.search(&game, &infinite, &stop, &mut |info| {
        if info.line.depth == 5 {
            stop.stop();
        }
    });
    assert!(result.lines[0].depth >= 5, "infinite");
}

/// An unfinished iteration can find a better move: then the last reports say so, and no move stands
/// at two ranks.
#[test]
fn the_last_reports_of_all_ranks_agree_with_the_choice() {
    let game = Game::new(Variant::TogyzKumalak);
    for nodes in (500..20_000).step_by(650) {
        let mut engine = Engine::new(1).unwrap();
        engine.options_mut().multipv = 3;
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut last = [None; 3];
        let result = engine.search(&game, &limits, &StopToken::new(), &mut |info| {
            // Bounds of lower ranks are news of the moment.
            if info.multipv == 1 || info.line.bound == Bound::Exact {
                last[info.multipv as usize - 1] = info.line.first_move();
            }
        });
        let found = result.lines.iter().map(SearchLine::first_move);
        assert!(found.eq(last), "{nodes} nodes");
        assert_eq!(last[0], result.best, "{nodes} nodes");
        let completed = result.completed.expect("the first iteration is completed");
        assert_eq!(completed.bound, Bound::Exact);
        assert!(
            last[0] != last[1] && last[0] != last[2] && last[1] != last[2],
            "{nodes} nodes: {last:?}"
        );
    }
}

/// Positions of Bestemshe whose exact value a public solver found, under perfect play on both sides.
#[test]
fn solved_positions_of_bestemshe() {
    let cases = cases(include_str!("data/facts/bestemshe_values.txt"));
    let mut engine = Engine::new(16).expect("an engine");
    let limits = Limits {
        nodes: Some(150_000),
        ..Limits::default()
    };
    let (mut proven, mut best) = (0, 0);
    for case in &cases {
        let [start, value, winning] = case[..] else {
            panic!("{case:?}");
        };
        let (board, _) = fen::parse(start, Variant::Bestemshe).expect("a sound position");
        let game = Game::from_board(board);
        engine.clear();
        let found = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
        let score = found.lines[0].score;
        if score.is_proven() {
            proven += 1;
            assert_eq!(
                value,
                if score > Score::DRAW { "win" } else { "loss" },
                "{start}"
            );
        }
        if value == "win" {
            let pit = found.best.and_then(Move::pit).expect("a move");
            let wins = numbers::<u8>(winning).contains(&pit.number());
            best += usize::from(wins);
            assert!(wins || !score.is_proven(), "{start}: {pit} does not win");
        }
    }
    println!("{} cases, {proven} proven, {best} won", cases.len());
    assert!(proven * 2 >= cases.len());
}
