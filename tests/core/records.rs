//! Files of games: read, searched, explored, written; and the book.

use std::fs;
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tuzdik::core::{Core, CoreConfig, GivenFile};
use tuzdik::game::{Game, Variant};

use super::util::{ask, core, game, refused};

const TWO: &str = "\
[White \"Aigul\"]\n[Black \"Bek\"]\n[Event \"Almaty Open\"]\n\n\
1. 76 98! {good} (1... 87 {also}) 2. 66 87 1-0\n\n\
[White \"Bek\"]\n[Black \"Cholpon\"]\n\n1. 76 87 *\n";

#[test]
fn a_file_is_read_listed_and_searched() {
    let mut core = core();
    let file = ask(&mut core, "records.read", json!({"text": TWO}));
    assert_eq!(
        (&file["total"], &file["format"]),
        (&json!(2), &json!("tgk"))
    );
    assert_eq!(
        file["games"][0],
        json!({
            "index": 0, "title": "Almaty Open", "players": ["Aigul", "Bek"], "result": "1-0",
            "variant": "togyzkumalak", "plies": 4, "errors": 0
        })
    );
    let handle = &file["handle"];
    let mut found = |args: Value| {
        let mut args = args;
        args["handle"] = handle.clone();
        let found = ask(&mut core, "records.search", args);
        let games = found["games"].as_array().unwrap();
        let indices: Vec<u64> = games.iter().map(|g| g["index"].as_u64().unwrap()).collect();
        (found["total"].as_u64().unwrap(), indices)
    };
    assert_eq!(found(json!({})), (2, vec![0, 1]));
    assert_eq!(found(json!({"text": "ALMATY aig"})), (1, vec![0]));
    assert_eq!(found(json!({"text": "almaty cholpon"})), (0, vec![]));
    assert_eq!(found(json!({"player": "Bek"})), (2, vec![0, 1]));
    assert_eq!(found(json!({"player": "Be"})), (0, vec![]));
    assert_eq!(found(json!({"result": "*"})), (1, vec![1]));
    assert_eq!(found(json!({"from": 1, "count": 5})), (2, vec![1]));
    let args = json!({"handle": handle, "result": "2-0"});
    refused(&mut core, "records.search", args);
    ask(&mut core, "records.close", json!({"handle": handle}));
    refused(&mut core, "records.search", json!({"handle": handle}));
}

#[test]
fn a_game_is_shown_with_its_variations_and_written_as_it_was() {
    let mut core = core();
    let handle = ask(&mut core, "records.read", json!({"text": TWO}))["handle"].clone();
    let shown = ask(
        &mut core,
        "records.game",
        json!({"handle": handle, "index": 0}),
    );
    let nodes = shown["tree"]["nodes"].as_array().unwrap();
    let moves: Vec<&str> = nodes
        .iter()
        .map(|node| node["move"].as_str().unwrap())
        .collect();
    assert_eq!(moves, ["", "76", "98", "66", "87", "87"]);
    let parents: Vec<Option<u64>> = nodes.iter().map(|node| node["parent"].as_u64()).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(2), Some(3), Some(1)]);
    assert_eq!(
        (&nodes[2]["comment"], &nodes[2]["nags"]),
        (&json!("good"), &json!([1]))
    );
    assert_eq!(
        (&nodes[2]["glyphs"], &nodes[5]["comment"]),
        (&json!(["!"]), &json!("also"))
    );
    assert_eq!(shown["tags"]["White"], "Aigul");
    assert!(shown["start"].is_null());
    let to_write = json!({
        "variant": "togyzkumalak", "tags": shown["tags"], "result": "1-0", "tree": shown["tree"]
    });
    let args = json!({"games": [to_write], "format": "tgk"});
    let text = ask(&mut core, "records.write", args)["text"].clone();
    let again = ask(&mut core, "records.read", json!({"text": text}))["handle"].clone();
    let args = json!({"handle": again, "index": 0});
    assert_eq!(ask(&mut core, "records.game", args), shown);
    refused(
        &mut core,
        "records.game",
        json!({"handle": again, "index": 1}),
    );
}

#[test]
fn a_tree_that_is_none_is_refused() {
    let mut core = core();
    for nodes in [
        json!([{"parent": 0, "move": "76"}]),
        json!([{}, {"move": "76"}]),
        json!([{}, {"parent": 1, "move": "76"}]),
        json!([{}, {"parent": 9, "move": "76"}]),
        json!([{}, {"parent": 0, "move": "77"}]),
        json!([{}, {"parent": 0}]),
    ] {
        let to_write = json!({"variant": "togyzkumalak", "tree": {"nodes": nodes}});
        let args = json!({"games": [to_write], "format": "tgk"});
        refused(&mut core, "records.write", args);
    }
}

#[test]
fn a_deep_game_comes_back_whole() {
    let mut core = core();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut game = Game::new(Variant::MangalaFree);
    let mut nodes = vec![json!({})];
    while let Some(mv) = game.legal_moves().iter().choose(&mut random) {
        let text = game.board().show(mv).to_string();
        nodes.push(json!({"parent": nodes.len() - 1, "move": text}));
        game.play(mv).unwrap();
    }
    let to_write = json!({"variant": "mangala-free", "tree": {"nodes": nodes}});
    let args = json!({"games": [to_write], "format": "playok"});
    let text = ask(&mut core, "records.write", args)["text"].clone();
    let file = ask(&mut core, "records.read", json!({"text": text}));
    assert_eq!(file["games"][0]["plies"], game.moves().len());
}

#[test]
fn bytes_pieces_and_given_files_are_read_as_text_is() {
    let bytes = fs::read("tests/data/master.tgk").unwrap();
    let mut core = Core::new(CoreConfig {
        files: vec![GivenFile {
            name: "master.tgk".to_owned(),
            bytes: bytes.clone(),
        }],
        ..CoreConfig::default()
    });
    let mut heads = |args: Value| ask(&mut core, "records.read", args)["games"].clone();
    let base64 = STANDARD.encode(&bytes);
    let given = heads(json!({"file": 0}));
    assert_eq!(given.as_array().unwrap().len(), 1);
    assert_eq!(heads(json!({"base64": base64})), given);
    let mut upload = Value::Null;
    for piece in bytes.chunks(100) {
        let args = json!({"base64": STANDARD.encode(piece), "upload": upload});
        upload = ask(&mut core, "records.upload", args)["upload"].clone();
    }
    let args = json!({"upload": upload});
    assert_eq!(ask(&mut core, "records.read", args.clone())["games"], given);
    refused(&mut core, "records.read", args);
    for wrong in [
        json!({}),
        json!({"file": 1}),
        json!({"base64": "?"}),
        json!({"text": "", "file": 0}),
        json!({"text": "", "variant": "chess"}),
    ] {
        refused(&mut core, "records.read", wrong);
    }
    // What is no file of games is a file of no games, or of faulty ones.
    ask(
        &mut core,
        "records.read",
        json!({"base64": STANDARD.encode([0xff; 1000])}),
    );
}

/// A file of many games at random, with what was played first.
fn many(games: usize) -> (String, Vec<String>) {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let mut text = String::new();
    let mut firsts = Vec::new();
    for number in 0..games {
        let mut game = Game::new(Variant::TogyzKumalak);
        text += &format!("[White \"p{}\"]\n[Black \"q\"]\n\n", number % 10);
        for ply in 0..60 {
            let Some(mv) = game.legal_moves().iter().choose(&mut random) else {
                break;
            };
            let word = game.board().show(mv).to_string();
            if ply == 0 {
                firsts.push(word.clone());
            }
            text += &word;
            text.push(' ');
            game.play(mv).unwrap();
        }
        text += ["1-0\n\n", "0-1\n\n", "1/2-1/2\n\n", "*\n\n"][number % 4];
    }
    (text, firsts)
}

#[test]
fn the_explorer_counts_what_was_played() {
    let mut core = core();
    let (text, firsts) = many(3000);
    let begin = Instant::now();
    let handle = ask(&mut core, "records.read", json!({"text": text}))["handle"].clone();
    println!("3000 games read in {:?}", begin.elapsed());
    let begin = Instant::now();
    let args = json!({"ref": game(""), "handle": handle});
    let explored = ask(&mut core, "explorer", args);
    println!("explored in {:?}", begin.elapsed());
    assert_eq!(explored["total"], 3000);
    assert_eq!(explored["games"].as_array().unwrap().len(), 20);
    let mut before = u64::MAX;
    for played in explored["moves"].as_array().unwrap() {
        let count = played["count"].as_u64().unwrap();
        assert!(count <= before);
        before = count;
        let same = |first: &&String| played["move"] == **first;
        assert_eq!(firsts.iter().filter(same).count() as u64, count);
        let sum = |name: &str| played[name].as_u64().unwrap();
        assert!(sum("south") + sum("draws") + sum("north") <= count);
    }
    let args = json!({"ref": game(""), "handle": handle, "player": "p3"});
    assert_eq!(ask(&mut core, "explorer", args)["total"], 300);
    let first = &firsts[0];
    let args = json!({"ref": game(first), "handle": handle});
    let explored = ask(&mut core, "explorer", args);
    let same = firsts.iter().filter(|other| *other == first).count();
    assert_eq!(explored["total"], same);
    let other = json!({"ref": {"variant": "bestemshe"}, "handle": handle});
    assert_eq!(ask(&mut core, "explorer", other)["total"], 0);
    refused(
        &mut core,
        "explorer",
        json!({"ref": game(""), "handle": 99}),
    );
}

#[test]
fn the_book_tells_its_moves_from_the_best_on() {
    let mut core = core();
    let book = ask(&mut core, "book", json!({"ref": game("")}));
    let moves = book["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    let scores: Vec<i64> = moves
        .iter()
        .map(|mv| mv["score"]["cp"].as_i64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(moves[0]["line"][0]["move"], moves[0]["move"]);
    assert!(moves[0]["line"].as_array().unwrap().len() > 2);
    let reply = ask(&mut core, "book", json!({"ref": game("76")}));
    let best = &reply["moves"][0];
    let (score, south) = (&best["score"]["cp"], &best["south"]["cp"]);
    assert_eq!(score.as_i64().unwrap(), -south.as_i64().unwrap());
    assert!(
        ask(
            &mut core,
            "book",
            json!({"ref": {"variant": "mangala-free"}})
        )
        .is_null()
    );
    let over = game("54 11 32 55x 89 35 78 47 67 51 46");
    assert!(ask(&mut core, "book", json!({"ref": over})).is_null());
}
