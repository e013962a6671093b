//! Lines of play, typed moves, and what engines say.

use serde_json::json;

use super::util::{ask, core, game, refused};

#[test]
fn a_line_is_played_as_far_as_it_is_legal() {
    let mut core = core();
    let args = json!({"ref": game("76"), "moves": ["98", "g1h1", "11x", "12"]});
    let line = ask(&mut core, "line", args);
    assert_eq!(line["moves"].as_array().unwrap().len(), 2, "{line}");
    assert_eq!(line["illegal"]["index"], 2);
    assert_eq!(line["end"]["ply"], 3);
    let args = json!({"ref": game(""), "moves": ["76", "98"]});
    let line = ask(&mut core, "line", args);
    assert!(line["illegal"].is_null());
    assert_eq!(line["end"]["number"], 2);
}

#[test]
fn a_typed_move_has_one_name_in_every_spelling() {
    let mut core = core();
    for text in ["7", " 76 ", "76(10)", "g1d2"] {
        let mv = ask(
            &mut core,
            "parse_move",
            json!({"ref": game(""), "text": text}),
        );
        assert_eq!(mv, json!({"move": "76", "mark": "76"}), "{text}");
    }
    let error = refused(
        &mut core,
        "parse_move",
        json!({"ref": game(""), "text": "77"}),
    );
    assert_eq!(error, "'77' contradicts the rules; that move is 76");
    let args = json!({"ref": game(""), "text": "77", "language": "kk"});
    assert!(refused(&mut core, "parse_move", args).contains("ережеге қайшы"));
}

#[test]
fn a_line_of_thought_is_read_whole() {
    let mut core = core();
    let line = "info depth 7 seldepth 12 multipv 2 score cp -150 lowerbound wdl 200 100 700 nodes 3000 \
                nps 2000 hashfull 5 tbhits 0 time 1500 pv 98 66";
    let info = ask(&mut core, "info", json!({"ref": game("76"), "line": line}));
    let expected = json!({
        "kind": "info", "depth": 7, "seldepth": 12, "multipv": 2, "score": {"cp": -150},
        "south": {"cp": 150}, "bound": "lower", "wdl": [200, 100, 700], "chance": 0.75,
        "proved": false, "nodes": 3000, "nps": 2000, "time_ms": 1500, "hashfull": 5, "string": null,
        "moves": [{"move": "98", "mark": "98"}, {"move": "66", "mark": "66"}]
    });
    assert_eq!(info, expected);
}

#[test]
fn chances_follow_from_the_score_where_an_engine_tells_none() {
    let mut core = core();
    let mut chance = |score: &str| {
        let line = format!("info depth 1 score {score} pv 76");
        let info = ask(&mut core, "info", json!({"ref": game(""), "line": line}));
        (info["chance"].as_f64().unwrap(), info["proved"] == true)
    };
    assert_eq!(chance("cp 0"), (0.5, false));
    assert_eq!(chance("mate 3"), (1.0, true));
    assert_eq!(chance("mate -1"), (0.0, true));
    let (ahead, proved) = chance("cp 900");
    assert!(ahead > 0.6 && ahead < 1.0 && !proved);
    // Beyond the scale it is no proof.
    assert!(!chance("cp 2000000000").1);
    assert!(!chance("cp -2147483648").1);
    assert!(chance("mate -2147483648").1);
}

#[test]
fn the_end_of_a_search() {
    let mut core = core();
    let mut read = |line: &str| ask(&mut core, "info", json!({"ref": game(""), "line": line}));
    let said = read("bestmove 76 ponder 98");
    assert_eq!(said["kind"], "bestmove");
    assert_eq!(
        (&said["best"]["move"], &said["ponder"]["move"]),
        (&json!("76"), &json!("98"))
    );
    assert!(read("bestmove 76 ponder 99")["ponder"].is_null());
    for none in ["bestmove (none)", "bestmove", "bestmove 0000"] {
        assert!(read(none)["best"].is_null(), "{none}");
    }
    assert_eq!(read("readyok"), json!({"kind": "other"}));
    assert_eq!(read("")["kind"], "other");
    assert_eq!(read("info string a  b")["string"], "a  b");
}

#[test]
fn an_engine_that_lies_is_found_out() {
    let mut core = core();
    let lies = [
        "bestmove 11",
        "bestmove hello",
        "info depth 3 score cp 5 pv 76 98 00",
        "info depth x",
        "info depth -4",
        "info score",
        "info score cp",
        "info score balls 4",
        "info score cp 5 wdl 900 900 900 pv 76",
        "info wdl 1 2",
        "info nodes 99999999999999999999999999",
    ];
    let args = json!({"ref": game(""), "lines": lies});
    let read = ask(&mut core, "infos", args);
    for (line, said) in lies.iter().zip(read.as_array().unwrap()) {
        assert_eq!(said["kind"], "bad", "{line}: {said}");
        assert!(!said["reason"].as_str().unwrap().is_empty(), "{line}");
    }
    assert_eq!(read.as_array().unwrap().len(), lies.len());
}
