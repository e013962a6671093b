//! The embedded networks against the forward passes of the trainer, in integers and in floating point.

use std::collections::BTreeSet;

use serde_json::Value;
use tuzdik::eval::EvalSource;
use tuzdik::game::sets::{Bestemshe, Giveaway, Qozdatu, TogyzKumalak};
use tuzdik::game::{Rules, Variant};
use tuzdik::notation::fen;
use tuzdik::selfplay::TrainingRecord;

fn bytes(hex: &str) -> [u8; 32] {
    let byte = |i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal");
    std::array::from_fn(byte)
}

/// Checks the embedded network on positions of self-play with their scores, written by
/// `export_net.py --vectors`.
fn check<R: Rules>(cases: &str) {
    let evaluator = EvalSource::Embedded.evaluator(R::VARIANT);
    let network = evaluator.network().expect("an embedded network");
    let cases: Value = serde_json::from_str(cases).expect("JSON");
    assert_eq!(cases["variant"], R::SET.name);
    let cases = cases["cases"].as_array().expect("a list");
    assert!(cases.len() >= 100);
    let mut furthest: f64 = 0.0;
    for case in cases {
        let packed = bytes(case["record"].as_str().expect("text"));
        let record = TrainingRecord::from_bytes(&packed, &R::SET).expect("a sound record");
        let score = network.score::<R>(&record.position);
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

/// The network says the same of all nine moves here; the kazans do not.
#[test]
fn moves_of_a_won_game_are_told_apart() {
    let text = "3S,2S,23S,9S,14S,1S,t,2S,1S/4S,3S,1S,1S,3S,6S,6S,3S,4S 66 10 S 21";
    let (board, _) = fen::parse(text, Variant::TogyzKumalak).expect("a sound position");
    let position = board.position();
    let evaluator = EvalSource::Embedded.evaluator(Variant::TogyzKumalak);
    let network = evaluator.network().expect("an embedded network");
    let children = || {
        let moves = position.moves::<TogyzKumalak>();
        moves.iter().map(|mv| position.play::<TogyzKumalak>(mv))
    };
    let scores: BTreeSet<i32> = children()
        .map(|c| network.score::<TogyzKumalak>(&c))
        .collect();
    assert_eq!(scores, BTreeSet::from([-2573]));
    let margins: BTreeSet<i32> = children()
        .map(|c| -evaluator.evaluate::<TogyzKumalak>(&c))
        .collect();
    assert!(margins.len() >= 3, "{margins:?}");
    // Of the 86 balls left on the board South can lose a few of its lead of 56, and win more.
    assert!(
        margins.iter().all(|margin| (4000..=8000).contains(margin)),
        "{margins:?}"
    );
}
