//! The rules of the family: every game that the table of rule sets holds beside the main one.

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use tuzdik::game::{Board, EndReason, Game, Outcome, Position, Side, Variant, perft};
use tuzdik::notation::{diagram, fen, moves};
use tuzdik::search::{Engine, Limits, StopToken};

fn at(variant: Variant, text: &str) -> Board {
    fen::parse(text, variant).expect("a sound position").0
}

#[test]
fn what_is_left_goes_where_the_edition_says() {
    // South cannot move; 20 balls lie on North's side.
    let text = "9S,11S,7/9 75 67 S 50";
    let by = |variant: Variant| {
        let outcome = at(variant, text).outcome().expect("an end");
        (outcome.kazans, outcome.winner)
    };
    assert_eq!(by(Variant::Giveaway), ([95, 67], Some(Side::North)));
    assert_eq!(by(Variant::Giveaway2022), ([75, 87], Some(Side::South)));
    assert_eq!(by(Variant::TogyzKumalak), ([75, 87], Some(Side::North)));
}

#[test]
fn more_than_half_of_the_balls_win_on_every_board() {
    for (variant, winner) in [
        (Variant::Qozdatu, Side::South),
        (Variant::Bestemshe, Side::South),
        (Variant::Togyz1906, Side::South),
        (Variant::TogyzSingleton, Side::South),
        (Variant::TogyzNoReturn, Side::South),
        // Who gathers more loses.
        (Variant::Giveaway, Side::North),
        (Variant::Giveaway2022, Side::North),
    ] {
        let balls = variant.rules().balls();
        let with_kazan = |south: u8| {
            let mut parts = Board::start(variant).position().parts();
            parts.pits = [[0; 9]; 2];
            parts.pits[0][0] = 2;
            parts.pits[1][0] = balls - 2 - south;
            parts.kazans = [south, 0];
            let position = Position::from_parts(variant.rules(), &parts);
            Board::new(variant, position.expect("a position"))
        };
        assert_eq!(with_kazan(balls / 2).outcome(), None, "{variant}");
        let over = with_kazan(balls / 2 + 1);
        let outcome = over.outcome().expect("an end");
        assert_eq!(outcome.reason, EndReason::Majority, "{variant}");
        assert_eq!(outcome.winner, Some(winner), "{variant}");
        assert!(over.moves().is_empty(), "{variant}");
    }
}

#[test]
fn equal_kazans_are_a_draw_in_giveaway() {
    // South cannot move; by the rules of 2010 the ball left is South's, by those of 2022 North's.
    let outcome = |variant: Variant, text: &str| at(variant, text).outcome();
    let draw = |outcome: Option<Outcome>| outcome.expect("an end").winner.is_none();
    assert!(draw(outcome(Variant::Giveaway, "8,1S/9 80 81 S 50")));
    assert!(draw(outcome(Variant::Giveaway2022, "8,1S/9 81 80 S 50")));
}

#[test]
fn a_move_that_makes_a_tuzdik_is_mandatory_in_giveaway() {
    let variant = Variant::Giveaway;
    // Pit 9 makes three of North's pit 2; pit 1 wins nothing.
    let board = at(variant, "7,2S,5S/1S,7,3S 71 80 S 40");
    let names: Vec<String> = board
        .moves()
        .iter()
        .map(|mv| moves::format_tgk(&board, mv))
        .collect();
    assert_eq!(names, ["92x"]);
}

/// Without tuzdiks three balls in an opponent's pit are like any other odd number.
#[test]
fn three_balls_stay_where_there_are_no_tuzdiks() {
    for (variant, text) in [
        (Variant::Qozdatu, "5,2S,5S/6,3S 40 48 S 20"),
        (Variant::Bestemshe, "3,2S,5S/4,3S 20 20 S 20"),
    ] {
        let board = at(variant, text);
        let mv = board.moves().first().expect("a move");
        let (next, effect) = board.play_with_effect(mv);
        assert_eq!((effect.captured, effect.tuzdik), (0, false), "{variant}");
        assert_eq!(next.position().parts().pits[1][..2], [6, 3], "{variant}");
    }
}

/// Two lone balls chase each other around a board of ten pits.
#[test]
fn repetition_ends_a_game_on_a_smaller_board() {
    let variant = Variant::Bestemshe;
    let start = at(variant, "2,1S,2/2,1S,2 24 24 S 30");
    let mut game = Game::from_board(start);
    for _ in 0..20 {
        assert_eq!(game.outcome(), None, "after {} plies", game.moves().len());
        let mv = game
            .legal_moves()
            .iter()
            .last()
            .expect("a player has a ball");
        game.play(mv).expect("a legal move");
    }
    assert_eq!(game.board(), start);
    let outcome = game.outcome().expect("an end");
    assert_eq!(
        (outcome.reason, outcome.winner),
        (EndReason::Repetition, None)
    );
}

#[test]
fn winning_moves_are_mandatory_in_giveaway() {
    let variant = Variant::Giveaway;
    let start = Board::start(variant);
    let legal: Vec<u8> = start
        .moves()
        .iter()
        .filter_map(|mv| start.show(mv).to_string().bytes().next())
        .collect();
    // Pit 1 ends on South's own side, the others make ten of a pit of nine.
    assert_eq!(legal, b"23456789");
    let refused = moves::parse("1", &start).unwrap_err().to_string();
    assert_eq!(
        refused,
        "South's pit 1 may not be sown, a move that wins balls is mandatory"
    );
    let mut game = Game::new(variant);
    assert!(
        game.play(moves::parse("1", &Board::start(Variant::TogyzKumalak)).unwrap())
            .is_err()
    );
    // A ball dropped into one's own tuzdik wins too; nothing else does here.
    let own = at(variant, "1,t,7/1S,2S,7 79 80 S 40");
    // South owns North's pit 8, into which neither pit reaches: both may be sown.
    assert_eq!(own.moves().len(), 2);
    let reaching = at(variant, "8,t/1S,7,2S 79 80 S 40");
    // Two balls of pit 9 reach North's pit 1.
    let names: Vec<String> = reaching
        .moves()
        .iter()
        .map(|mv| reaching.show(mv).to_string())
        .collect();
    assert_eq!(names, ["91"]);
}

#[test]
fn a_tuzdik_in_pit_nine_by_the_rules_of_1906() {
    // North's pit 9 holds two; South's pit 9 with ten balls ends there.
    let text = "2S,8S,1S,1S,1S,1S,1S,1S,1S/8,10S 70 65 S 30";
    for (variant, expected) in [(Variant::Togyz1906, true), (Variant::TogyzKumalak, false)] {
        let board = at(variant, text);
        let mv = moves::parse("99", &board).expect("99");
        let (_, effect) = board.play_with_effect(mv);
        assert_eq!(effect.tuzdik, expected, "{variant}");
    }
}

#[test]
fn only_singletons_are_captured_by_the_strict_rule() {
    let text = "6,3S,1S,9S/6,1S,2S,2S 73 71 S 30";
    let captured = |variant: Variant, token: &str| {
        let board = at(variant, text);
        let mv = moves::parse(token, &board).expect("legal");
        board.play_with_effect(mv).1.captured
    };
    // Pit 9 with two balls: the last falls into North's pit 1, which held nine.
    for (variant, expected) in [(Variant::TogyzKumalak, 10), (Variant::TogyzSingleton, 0)] {
        assert_eq!(captured(variant, "91"), expected, "{variant}");
    }
    let text = "6,3S,9S,1S/6,1S,2S,2S 73 71 S 30";
    for variant in [Variant::TogyzKumalak, Variant::TogyzSingleton] {
        let board = at(variant, text);
        let mv = moves::parse("91", &board).expect("legal");
        assert_eq!(board.play_with_effect(mv).1.captured, 2);
    }
}

#[test]
fn no_ball_returns_to_its_pit_where_the_rule_forbids_it() {
    let variant = Variant::TogyzNoReturn;
    let mut parts = Board::start(variant).position().parts();
    parts.pits = [[0; 9]; 2];
    parts.pits[0][4] = 38;
    parts.kazans = [62, 62];
    let position = Position::from_parts(variant.rules(), &parts).expect("a position");
    let board = Board::new(variant, position);
    let mv = board.moves().first().expect("a move");
    let next = board.play(mv).position().parts();
    // 38 balls are two laps of 17 pits and four more, from pit 6 to pit 9.
    assert_eq!(next.pits[0], [2, 2, 2, 2, 0, 3, 3, 3, 3]);
    assert_eq!(next.pits[1], [2; 9]);
}

#[test]
fn texts_of_every_board_size() {
    let start = "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1";
    assert_eq!(
        at(Variant::Bestemshe, start),
        Board::start(Variant::Bestemshe)
    );
    let mut rng = StdRng::seed_from_u64(11);
    for &variant in Variant::ALL {
        let mut game = Game::new(variant);
        for _ in 0..300 {
            let board = game.board();
            let number = rng.random_range(1..1000);
            let text = fen::format(&board, number);
            assert_eq!(fen::parse(&text, variant), Ok((board, number)), "{text}");
            assert_eq!(board.to_string().parse(), Ok(board));
            assert!(diagram::draw(&board, number).contains(&text));
            for mv in game.legal_moves() {
                let text = board.show(mv).to_string();
                assert_eq!(moves::parse(&text, &board), Ok(mv), "{text}");
            }
            let Some(mv) = game.legal_moves().iter().choose(&mut rng) else {
                break;
            };
            game.play(mv).expect("a legal move");
        }
    }
    // North's pit 1 is e2 on this board, and there is no sixth file.
    let variant = Variant::Bestemshe;
    let start = Board::start(variant);
    let first = start.play(moves::parse("a1e1", &start).unwrap());
    assert!(moves::parse("e2a2", &first).is_ok());
    let error = moves::parse("f2d1", &first).unwrap_err().to_string();
    assert!(error.contains("expected 1 to 5"), "{error}");
}

#[test]
fn a_majority_does_not_end_a_game_that_is_played_on() {
    let text = "8,1S/6,1S,1,1S 82 77 S 60";
    let decided = at(Variant::TogyzKumalak, text);
    assert!(decided.outcome().is_some());
    let variant = Variant::TogyzPlayOn;
    let mut game = Game::from_board(at(variant, text));
    assert_eq!(game.legal_moves().len(), 2);
    // The engine plays it to its end, and the majority wins there.
    let mut engine = Engine::new(1).expect("an engine");
    let limits = Limits {
        nodes: Some(2000),
        ..Limits::default()
    };
    while game.outcome().is_none() {
        let found = engine.search(&game, &limits, &StopToken::new(), &mut |_| {});
        game.play(found.best.expect("a move")).expect("legal");
    }
    let outcome = game.outcome().expect("an end");
    assert_eq!(outcome.reason, EndReason::NoMoves);
    assert_eq!(outcome.winner, Some(Side::South));
    assert_eq!(outcome.kazans.iter().sum::<u8>(), 162);
}

#[test]
fn a_player_without_balls_waits_for_one_extra_move() {
    let variant = Variant::TogyzExtraMove;
    // North's pit 9 is on the left: two balls there reach South's side.
    let played = |text: &str, tokens: &[&str]| {
        let mut game = Game::from_board(at(variant, text));
        for token in tokens {
            let mv = moves::parse(token, &game.board()).expect(token);
            game.play(mv).expect(token);
        }
        game
    };
    let fed = played("2S,8/9 80 80 S 50", &["pass", "91"]);
    assert_eq!(fed.outcome(), None);
    assert!(!fed.position().is_extra());
    assert_eq!(fed.position().side(), Side::South);
    assert_eq!(
        fed.board()
            .show(fed.legal_moves().first().unwrap())
            .to_string(),
        "12"
    );
    // In vain: the balls stay on North's side, which keeps them.
    let vain = played("8,2S/9 80 80 S 50", &["pass", "12"]);
    let outcome = vain.outcome().expect("an end");
    assert_eq!(
        (outcome.kazans, outcome.reason),
        ([80, 82], EndReason::NoMoves)
    );
    // The main game ends at once.
    let main = at(Variant::TogyzKumalak, "2S,8/9 80 80 S 50");
    assert!(main.outcome().is_some());
    // A pass is not for those who have balls.
    let start = Board::start(variant);
    assert!(moves::parse("pass", &start).is_err());
    // The hash tells a pass from none, and forgets it when there are balls again.
    let passed = played("2S,8/9 80 80 S 50", &["pass"]);
    let north = at(variant, "2S,8/9 80 80 N 50");
    assert_ne!(passed.position().hash(), north.position().hash());
    let text = fen::format(&passed.board(), 50);
    assert_eq!(text, "2S,8/9 80 80 N+ 50");
    assert_eq!(at(variant, &text), passed.board());
    let anew = Position::from_parts(variant.rules(), &fed.position().parts());
    assert_eq!(anew, Ok(*fed.position()));
    let plain = fen::parse(&text, Variant::TogyzKumalak).unwrap_err();
    assert!(plain.to_string().contains("expected S or N"), "{plain}");
}

#[test]
fn disputed_rules_are_off_by_default() {
    for &variant in Variant::ALL {
        let rules = variant.rules();
        let plays_on = variant == Variant::TogyzPlayOn || rules.is_relay();
        assert_eq!(rules.plays_on, plays_on, "{variant}");
        assert_eq!(rules.extra_move, variant == Variant::TogyzExtraMove);
    }
    // They say nothing about the opening.
    for variant in [Variant::TogyzPlayOn, Variant::TogyzExtraMove] {
        let split = perft::divide(&Board::start(variant), 5);
        let count: u64 = split.iter().map(|&(_, count)| count).sum();
        assert_eq!(count, 43_184, "{variant}");
    }
}
