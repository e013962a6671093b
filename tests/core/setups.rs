//! What there is, positions that are set up, the ritual, and requests that are none.

use std::collections::HashSet;

use serde_json::{Value, json};
use tuzdik::game::Variant;
use tuzdik::texts::Language;

use super::util::{ask, core, refused};

#[test]
fn hello_lists_what_there_is() {
    let mut core = core();
    let hello = ask(&mut core, "hello", json!({}));
    let variants = hello["variants"].as_array().unwrap();
    assert_eq!(variants.len(), Variant::ALL.len());
    assert_eq!(hello["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        hello["engines"],
        json!([{"name": "tuzdik", "builtin": true}])
    );
    assert_eq!(hello["languages"].as_array().unwrap().len(), 5);
    for variant in variants {
        let args = json!({"variant": variant["name"], "text": variant["start"]});
        assert_eq!(ask(&mut core, "fen", args)["fen"], variant["start"]);
    }
    let mangala = variants.iter().find(|v| v["name"] == "mangala").unwrap();
    assert_eq!(
        (&mangala["ritual"], &mangala["relay"]),
        (&json!(true), &json!(true))
    );
    let titles: HashSet<String> = Language::ALL
        .iter()
        .map(|language| {
            let hello = ask(&mut core, "hello", json!({"language": language.code()}));
            hello["variants"][0]["title"].to_string()
        })
        .collect();
    assert_eq!(titles.len(), 5);
}

#[test]
fn texts_are_all_there_in_every_language() {
    let mut core = core();
    let english = ask(&mut core, "texts", json!({}));
    assert!(english.as_object().unwrap().len() > 90);
    for language in Language::ALL {
        let texts = ask(&mut core, "texts", json!({"language": language.code()}));
        let (texts, english) = (texts.as_object().unwrap(), english.as_object().unwrap());
        assert!(texts.keys().eq(english.keys()), "{language}");
    }
}

#[test]
fn levels_rise() {
    let mut core = core();
    let levels = ask(&mut core, "levels", json!({}));
    let elo: Vec<u64> = levels
        .as_array()
        .unwrap()
        .iter()
        .map(|level| level["elo"].as_u64().unwrap())
        .collect();
    assert_eq!(elo.len(), 10);
    assert!(elo.is_sorted_by(|a, b| a < b), "{elo:?}");
    assert_eq!(levels[4]["text"], "engine, level 5");
}

fn start() -> Value {
    json!({
        "variant": "togyzkumalak", "pits": [vec![9; 9], vec![9; 9]], "kazans": [0, 0],
        "tuzdiks": [null, null], "side": "south"
    })
}

#[test]
fn a_position_that_is_set_up_says_what_is_impossible() {
    let mut core = core();
    let edited = ask(&mut core, "edit", start());
    assert_eq!(edited["problems"], json!([]));
    assert_eq!(edited["missing"], 0);
    let fen = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";
    assert_eq!(edited["fen"], fen);
    let mut few = start();
    few["pits"][0][0] = json!(4);
    let edited = ask(&mut core, "edit", few);
    assert_eq!(edited["missing"], 5);
    assert!(edited["fen"].is_null() && edited["problems"].as_array().unwrap().len() == 1);
    let mut many = start();
    many["kazans"][1] = json!(4_000_000_000u32);
    assert_eq!(ask(&mut core, "edit", many)["missing"], -4_000_000_000i64);
    let mut tuzdik = start();
    tuzdik["pits"][1][2] = json!(0);
    tuzdik["kazans"][0] = json!(9);
    tuzdik["tuzdiks"][0] = json!(3);
    assert!(ask(&mut core, "edit", tuzdik.clone())["fen"].is_string());
    tuzdik["tuzdiks"][1] = json!(3);
    assert!(ask(&mut core, "edit", tuzdik.clone())["fen"].is_null());
    // All problems at once, in the language asked for.
    tuzdik["tuzdiks"] = json!([9, 4]);
    tuzdik["language"] = json!("ru");
    let edited = ask(&mut core, "edit", tuzdik);
    assert_eq!(
        edited["problems"],
        json!([
            "Юг: по этим правилам туздык в лунке 9 невозможен",
            "Север: туздык в лунке 4 должен быть пуст",
        ])
    );
}

#[test]
fn a_fen_is_read_in_either_form() {
    let mut core = core();
    let text = " 9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w 0\n";
    let read = ask(
        &mut core,
        "fen",
        json!({"variant": "togyzkumalak", "text": text}),
    );
    let fen = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";
    assert_eq!(read["fen"], fen);
    let args = json!({"ref": {"variant": "togyzkumalak", "start": text}});
    assert_eq!(
        ask(&mut core, "position", args)["fens"],
        json!({"playstrategy": fen, "counts": text.trim()})
    );
    refused(
        &mut core,
        "fen",
        json!({"variant": "bestemshe", "text": fen}),
    );
}

#[test]
fn the_threat_is_the_position_with_the_other_side_to_move() {
    let mut core = core();
    let after = json!({"ref": super::util::game("76")});
    let before = ask(&mut core, "position", after.clone())["fen"].clone();
    let turned = ask(&mut core, "threat", after)["fen"].clone();
    let (before, turned) = (before.as_str().unwrap(), turned.as_str().unwrap());
    assert!(before.ends_with(" N 1"), "{before}");
    assert_eq!(turned, before.replace(" N 1", " S 1"));
    let over = super::util::game("54 11 32 55x 89 35 78 47 67 51 46");
    for none in [over, json!({"variant": "mangala"})] {
        assert!(ask(&mut core, "threat", json!({"ref": none})).is_null());
    }
}

#[test]
fn a_random_set_up_follows_from_its_seed() {
    let mut core = core();
    let mut made = |args: Value| ask(&mut core, "setup", args);
    let one = made(json!({"variant": "mangala", "least": 2}));
    let same = made(json!({"variant": "mangala", "least": 2, "seed": one["seed"]}));
    assert_eq!(one, same);
    let other = made(json!({"variant": "mangala", "least": 2}));
    assert_ne!(one["fen"], other["fen"]);
    assert!(one["fen"].as_str().unwrap().contains(" ? 1"), "{one}");
    refused(&mut core, "setup", json!({"variant": "qozdatu"}));
    refused(
        &mut core,
        "setup",
        json!({"variant": "mangala", "least": 99}),
    );
}

#[test]
fn a_seal_is_opened_once() {
    let mut core = core();
    let hidden = ask(&mut core, "ritual.hide", json!({}));
    assert_eq!(hidden["seal"].as_str().unwrap().len(), 64);
    let args = json!({"ritual": hidden["ritual"], "says": "odd"});
    let opened = ask(&mut core, "ritual.call", args.clone());
    let odd = opened["opened"].as_str().unwrap().starts_with("1 ");
    assert_eq!(opened["right"], odd);
    refused(&mut core, "ritual.call", args);
    let hidden = ask(&mut core, "ritual.hide", json!({}));
    let opened = ask(
        &mut core,
        "ritual.call",
        json!({"ritual": hidden["ritual"]}),
    );
    assert!(["odd", "even"].contains(&opened["called"].as_str().unwrap()));
}

#[test]
fn what_is_no_request_gets_an_error() {
    let mut core = core();
    for request in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\u{0}",
        r#"{"id": 1}"#,
        r#"{"id": 1, "call": 5}"#,
        r#"{"id": 1, "call": "no\nsuch"}"#,
        r#"{"id": 1, "call": "position"}"#,
        r#"{"id": 1, "call": "position", "ref": 4}"#,
        r#"{"id": 1, "call": "edit", "variant": "bestemshe", "pits": [[1e99], []], "kazans": [0, 0], "side": "south"}"#,
        &"[".repeat(100_000),
        &format!(r#"{{"id": 1, "call": {}}}"#, "[".repeat(1000)),
    ] {
        let reply: Value = serde_json::from_str(&core.call(request)).expect(request);
        let error = reply["error"].as_str().expect(request);
        assert!(!error.is_empty() && !error.contains('\n'), "{error}");
    }
    let reply = core.call(r#"{"id": {"any": [1]}, "call": "levels"}"#);
    assert!(
        reply.starts_with(r#"{"id":{"any":[1]},"result":["#),
        "{reply}"
    );
}
