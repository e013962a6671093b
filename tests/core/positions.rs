//! Positions: every game of the family, move by move, against the rules.

use rand::SeedableRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tuzdik::game::{EndReason, Game, Side, Variant};
use tuzdik::notation::{fen, moves};

use super::util::{ask, core, game, refused};

fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}

/// Sows a move by its steps alone and compares the end with what the rules say.
fn follow(before: &Value, mv: &Value) {
    let mut pits = before["pits"].clone();
    let mut kazans = before["kazans"].clone();
    let side = |name: &Value| usize::from(name == "north");
    let pit = |at: &Value| number(&at["pit"]) as usize - 1;
    let add = |slot: &mut Value, balls: u64| *slot = json!(number(slot) + balls);
    let mut lap = None;
    let lifted = mv["lifted"].as_array().unwrap();
    for step in mv["steps"].as_array().unwrap() {
        if lap != step["lap"].as_u64() {
            lap = step["lap"].as_u64();
            let from = &lifted[number(&step["lap"]) as usize];
            pits[side(&from["side"])][pit(from)] = json!(0);
        }
        match step["into"].as_str().unwrap() {
            "kazan" => add(&mut kazans[side(&step["owner"])], 1),
            "pit" => add(&mut pits[side(&step["side"])][pit(step)], 1),
            other => panic!("{other}"),
        }
    }
    let mut captured = 0;
    for capture in mv["captures"].as_array().unwrap() {
        let place = &mut pits[side(&capture["side"])][pit(capture)];
        assert_eq!(number(place), number(&capture["balls"]), "{mv}");
        *place = json!(0);
        captured += number(&capture["balls"]);
    }
    assert_eq!(number(&mv["captured"]), captured);
    add(&mut kazans[side(&mv["side"])], captured);
    assert_eq!(mv["after"]["pits"], pits, "{mv}");
    assert_eq!(mv["after"]["kazans"], kazans, "{mv}");
}

#[test]
fn all_games_are_played_to_their_end_by_what_the_calls_say() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut core = core();
    assert_eq!(Variant::ALL.len(), 12);
    for &variant in Variant::ALL {
        let mut game = Game::new(variant);
        let mut texts: Vec<String> = Vec::new();
        loop {
            let game_ref = json!({"variant": variant.rules().name, "moves": texts});
            let shown = ask(&mut core, "position", json!({"ref": game_ref}));
            let board = game.board();
            let number = game.move_number(1, texts.len());
            assert_eq!(shown["fen"], fen::format(&board, number));
            assert_eq!(shown["ply"], texts.len());
            let legal = shown["legal"].as_array().unwrap();
            let expected: Vec<String> = game
                .legal_moves()
                .iter()
                .map(|mv| board.show(mv).to_string())
                .collect();
            let names: Vec<&str> = legal
                .iter()
                .map(|mv| mv["move"].as_str().unwrap())
                .collect();
            assert_eq!(names, expected);
            for mv in legal {
                follow(&shown, mv);
            }
            if let Some(outcome) = game.outcome() {
                let told = &shown["outcome"];
                assert_eq!(told["kazans"], json!(outcome.kazans), "{variant}");
                let winner = outcome.winner.map(|side| side.to_string().to_lowercase());
                assert_eq!(told["winner"], json!(winner), "{variant}");
                assert!(legal.is_empty() && !told["text"].as_str().unwrap().is_empty());
                break;
            }
            assert!(shown["outcome"].is_null() && !legal.is_empty(), "{variant}");
            assert!(texts.len() < 2000, "{variant} does not end");
            let chosen = legal.choose(&mut random).unwrap();
            let text = chosen["move"].as_str().unwrap();
            moves::play(&mut game, text).unwrap();
            texts.push(text.to_owned());
            let next = ask(
                &mut core,
                "position",
                json!({"ref": {"variant": variant.rules().name, "moves": texts}}),
            );
            assert_eq!(next["last"]["steps"], chosen["steps"]);
            for (member, side) in [("south", Side::South), ("north", Side::North)] {
                if game.position().side() == side {
                    assert_eq!(chosen["after"]["side"], member);
                }
            }
        }
    }
}

#[test]
fn a_tuzdik_and_the_ball_that_falls_into_it() {
    let mut core = core();
    let before = ask(
        &mut core,
        "position",
        json!({"ref": game("76 98 66 87 12 76 25 78 48")}),
    );
    let legal = before["legal"].as_array().unwrap();
    let third = legal.iter().find(|mv| mv["pit"] == 3).unwrap();
    assert_eq!(
        (&third["mark"], &third["move"]),
        (&json!("36x"), &json!("36"))
    );
    assert_eq!(third["tuzdik"], json!({"side": "south", "pit": 6}));
    assert_eq!(third["captured"], 3);
    assert_eq!(third["after"]["tuzdiks"], json!([null, 6]));
    let over = game("76 98 66 87 12 76 25 78 48 36x 52");
    let after = ask(&mut core, "position", json!({"ref": over}));
    let fallen: Vec<&Value> = after["legal"].as_array().unwrap().iter().collect();
    let steps = fallen.iter().flat_map(|mv| mv["steps"].as_array().unwrap());
    let owners: Vec<&Value> = steps.filter(|step| step["into"] == "kazan").collect();
    assert!(!owners.is_empty());
    assert!(
        owners
            .iter()
            .all(|step| step["owner"] == "north" && step["pit"] == 6)
    );
}

#[test]
fn the_third_time_of_a_position_is_told_and_ends_the_game() {
    let mut core = core();
    let variant = Variant::Bestemshe;
    // The first game at random that ends so.
    let game = (0..10_000)
        .find_map(|seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut game = Game::new(variant);
            while let Some(mv) = game.legal_moves().iter().choose(&mut random) {
                game.play(mv).unwrap();
            }
            let end = game.outcome().unwrap();
            (end.reason == EndReason::Repetition).then_some(game)
        })
        .expect("a game that ends by repetition");
    let texts: Vec<String> = game
        .boards()
        .zip(game.moves())
        .map(|(board, &mv)| board.show(mv).to_string())
        .collect();
    let game_ref = json!({"variant": "bestemshe", "moves": texts});
    let shown = ask(&mut core, "position", json!({"ref": game_ref}));
    assert_eq!(shown["repetitions"], 3);
    assert_eq!(shown["outcome"]["reason"], "repetition");
    assert_eq!(shown["legal"], json!([]));
    assert_eq!(shown["stage"], "play");
}

#[test]
fn the_sentences_are_in_the_language_asked_for() {
    let mut core = core();
    let over = game("54 11 32 55x 89 35 78 47 67 51 46");
    let mut told = |language: &str| {
        let args = json!({"ref": over, "language": language});
        ask(&mut core, "position", args)["outcome"]["text"].clone()
    };
    assert_eq!(told("en"), "South wins 82–15: more than half of the balls");
    assert_eq!(told("ru"), "Юг побеждает 82–15: больше половины шариков");
    let error = refused(
        &mut core,
        "position",
        json!({"ref": over, "language": "de"}),
    );
    assert!(error.contains("expected one of: en kk ky ru tr"), "{error}");
}

#[test]
fn mangala_begins_with_the_choice() {
    let mut core = core();
    let shown = ask(
        &mut core,
        "position",
        json!({"ref": {"variant": "mangala"}}),
    );
    assert_eq!(shown["stage"], "choice");
    assert_eq!(shown["legal"][0]["move"], "south");
    assert_eq!(shown["legal"][1]["move"], "north");
    let game_ref = json!({"variant": "mangala", "moves": ["north"]});
    let shown = ask(&mut core, "position", json!({"ref": game_ref}));
    assert_eq!(
        (&shown["stage"], &shown["side"]),
        (&json!("play"), &json!("south"))
    );
    assert_eq!(shown["number"], 1);
}

#[test]
fn a_game_that_is_none_is_refused_in_one_line() {
    let mut core = core();
    for (game_ref, part) in [
        (json!({"variant": "chess"}), "no game is called 'chess'"),
        (
            json!({"variant": "togyzkumalak", "start": "9S"}),
            "a position has 5 parts",
        ),
        (game("76 76x"), "2: "),
        (game("76 \n"), ""),
        (
            json!({"variant": "togyzkumalak", "moves": vec!["76"; 10_001]}),
            "at most 10000",
        ),
        (json!({}), "missing field `variant`"),
        (json!(null), "invalid type"),
    ] {
        let reply = super::util::reply(&mut core, "position", json!({"ref": game_ref}));
        let error = reply["error"].as_str().unwrap_or_default();
        if part.is_empty() {
            continue;
        }
        assert!(error.contains(part), "{part}: {reply}");
        assert!(!error.contains('\n') && error.len() < 400, "{error}");
    }
}
