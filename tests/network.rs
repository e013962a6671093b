//! The embedded networks against the forward passes of the trainer, in integers and in floating point.

use serde_json::Value;
use tuzdik::eval::EvalSource;
use tuzdik::game::Rules;
use tuzdik::game::rules::sets::{Bestemshe, Giveaway, Qozdatu, TogyzKumalak};
use tuzdik::selfplay::Record;

fn bytes(hex: &str) -> [u8; 32] {
    let byte = |i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal");
    std::array::from_fn(byte)
}

/// Checks the embedded network on positions of self-play with their scores, written by
/// `export_net.py --vectors`.
fn check<R: Rules>(cases: &str) {
    let evaluator = EvalSource::Embedded.evaluator(R::VARIANT);
    assert!(evaluator.network().is_some(), "{}", R::VARIANT);
    let cases: Value = serde_json::from_str(cases).expect("JSON");
    assert_eq!(cases["variant"], R::SET.name);
    let cases = cases["cases"].as_array().expect("a list");
    assert!(cases.len() >= 100);
    let mut furthest: f64 = 0.0;
    for case in cases {
        let packed = bytes(case["record"].as_str().expect("text"));
        let record = Record::from_bytes(&packed, &R::SET).expect("a sound record");
        let score = evaluator.evaluate::<R>(&record.position);
        assert_eq!(
            i64::from(score),
            case["score"].as_i64().expect("a number"),
            "{}: {:?}",
            R::VARIANT,
            record.position
        );
        furthest =
            furthest.max((f64::from(score) - case["float"].as_f64().expect("a number")).abs());
    }
    // What rounding the weights costs, in hundredths of a ball.
    assert!(furthest < 30.0, "{}: {furthest}", R::VARIANT);
}

#[test]
fn scores_are_those_of_the_trainer() {
    check::<TogyzKumalak>(include_str!("data/network_togyzkumalak.json"));
    check::<Bestemshe>(include_str!("data/network_bestemshe.json"));
    check::<Qozdatu>(include_str!("data/network_qozdatu.json"));
    check::<Giveaway>(include_str!("data/network_giveaway.json"));
}
