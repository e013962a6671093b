//! The embedded network against the forward passes of the trainer, in integers and in floating point.

use serde_json::Value;
use tuzdik::eval::EvalSource;
use tuzdik::game::rules::sets::TogyzKumalak;
use tuzdik::game::{Rules, Variant};
use tuzdik::selfplay::Record;

/// Positions of self-play with their scores, written by `export_net.py --vectors`.
const CASES: &str = include_str!("data/network_togyzkumalak.json");

fn bytes(hex: &str) -> [u8; 32] {
    let byte = |i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal");
    std::array::from_fn(byte)
}

#[test]
fn scores_are_those_of_the_trainer() {
    let evaluator = EvalSource::Embedded.evaluator(Variant::TogyzKumalak);
    assert!(evaluator.network().is_some());
    let cases: Value = serde_json::from_str(CASES).expect("JSON");
    let cases = cases["cases"].as_array().expect("a list");
    assert!(cases.len() >= 100);
    let mut furthest: f64 = 0.0;
    for case in cases {
        let record = Record::from_bytes(
            &bytes(case["record"].as_str().expect("text")),
            &TogyzKumalak::SET,
        )
        .expect("a sound record");
        let score = evaluator.evaluate::<TogyzKumalak>(&record.position);
        assert_eq!(
            i64::from(score),
            case["score"].as_i64().expect("a number"),
            "{:?}",
            record.position
        );
        furthest =
            furthest.max((f64::from(score) - case["float"].as_f64().expect("a number")).abs());
    }
    // What rounding the weights costs, in hundredths of a ball.
    assert!(furthest < 30.0, "{furthest}");
}
