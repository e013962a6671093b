//! Exact tables and proofs against a public solver, the studies, and each other.

mod common {
    pub mod facts;
}

use std::cell::Cell;

use common::facts::cases;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tuzdik::eval::EvalSource;
use tuzdik::game::{Board, Move, Pit, Position, Side, Variant};
use tuzdik::notation::fen;
use tuzdik::proof::certificate::{Certificate, ProofStep};
use tuzdik::proof::check::{Checked, ExactTable, Flaw, check};
use tuzdik::proof::file::{from_bytes, to_bytes};
use tuzdik::proof::goal::{AtLeast, ProofGoal};
use tuzdik::proof::prove::{ProofVerdict, prove};
use tuzdik::proof::search::ProverSettings;
use tuzdik::table::space::Tuzdiks;
use tuzdik::table::tables::Tables;

/// The tables of Bestemshe with at most so many balls.
fn bestemshe(most: u8) -> Tables {
    let mut tables = Tables::new(Variant::Bestemshe, most).expect("a game with tables");
    tables.solve_all(Tuzdiks::default());
    tables
}

/// Positions of Bestemshe with their exact values for the side to move.
fn valued() -> Vec<(Board, &'static str)> {
    let lines = cases(include_str!("data/facts/bestemshe_values.txt"));
    let parse = |text| fen::parse(text, Variant::Bestemshe).expect("a sound FEN").0;
    lines.iter().map(|line| (parse(line[0]), line[1])).collect()
}

fn settings(variant: Variant) -> ProverSettings {
    ProverSettings {
        evaluator: EvalSource::Embedded.evaluator(variant),
        megabytes: 256,
        limit: 20_000_000,
    }
}

/// Finds out whether a goal is reached; whatever the answer, its proof is checked.
fn decide<T: ExactTable + Sync>(board: &Board, goal: ProofGoal, table: &T) -> (bool, Checked) {
    let settings = settings(board.variant());
    let (verdict, nodes) = prove(goal, board, table, &settings, &|_| false).expect("a thread");
    let (reached, certificate) = match verdict {
        ProofVerdict::Proved(certificate) => (true, certificate),
        ProofVerdict::Refuted(certificate) => (false, certificate),
        ProofVerdict::Unknown => panic!("{board}: undecided after {nodes} nodes"),
    };
    let checked = check(&certificate, table).unwrap_or_else(|flaw| panic!("{board}: {flaw}"));
    (reached, checked)
}

#[test]
fn tables_agree_with_a_public_solver() {
    let tables = bestemshe(20);
    let valued = valued();
    for (board, value) in &valued {
        let winner = tables.result(board.position()).expect("a solved layer");
        let found = match winner {
            Some(side) if side == board.side() => "win",
            Some(_) => "loss",
            None => "draw",
        };
        assert_eq!(found, *value, "{board}");
    }
    assert_eq!(valued.len(), 340);
}

#[test]
fn proofs_agree_with_a_public_solver() {
    let tables = bestemshe(16);
    for (board, value) in valued().iter().step_by(4) {
        let reaches = |at_least| {
            let side = board.side();
            decide(board, ProofGoal { side, at_least }, &tables).0
        };
        let found = if reaches(AtLeast::Win) {
            "win"
        } else if reaches(AtLeast::Draw) {
            "draw"
        } else {
            "loss"
        };
        assert_eq!(found, *value, "{board}");
    }
}

#[test]
fn studies_are_proved() {
    let studies = cases(include_str!("data/facts/studies.txt"));
    for study in &studies {
        let board = fen::parse(study[1], Variant::TogyzKumalak)
            .expect("a sound FEN")
            .0;
        let reaches = |at_least| {
            let side = Side::South;
            decide(&board, ProofGoal { side, at_least }, &()).0
        };
        let found = if reaches(AtLeast::Win) {
            "win"
        } else if reaches(AtLeast::Draw) {
            "draw"
        } else {
            "loss"
        };
        assert_eq!(found, study[2], "{}", study[0]);
    }
    assert_eq!(studies.len(), 3);
}

/// A proof with one step changed, taken out, put in twice or cut off.
fn damaged(certificate: &Certificate, rng: &mut StdRng) -> Certificate {
    let mut other = certificate.clone();
    let at = rng.random_range(0..other.steps.len());
    match rng.random_range(0..4) {
        0 => {
            let pit = Pit::new(rng.random_range(1..=5)).expect("a pit");
            let steps = [
                ProofStep::All,
                ProofStep::Table,
                ProofStep::Play(Move::sow(pit)),
            ];
            other.steps[at] = steps[rng.random_range(0..3)];
        }
        1 => drop(other.steps.remove(at)),
        2 => other.steps.insert(at, other.steps[at]),
        _ => other.steps.truncate(at),
    }
    other
}

/// A position won for South, with the proof.
fn proved_win() -> (Board, Certificate) {
    let text = "3S,1,4S,1,3S/1S,1S,1,4S,1 22 12 S 1";
    let (board, value) = valued()
        .into_iter()
        .find(|(board, _)| board.to_string().ends_with(text))
        .expect("a position");
    assert_eq!(value, "win");
    let goal = ProofGoal {
        side: Side::South,
        at_least: AtLeast::Win,
    };
    let settings = settings(Variant::Bestemshe);
    let (verdict, _) = prove(goal, &board, &(), &settings, &|_| false).expect("a thread");
    let ProofVerdict::Proved(certificate) = verdict else {
        panic!("{verdict:?}");
    };
    assert!(check(&certificate, &()).is_ok());
    (board, certificate)
}

#[test]
fn damaged_proofs_are_rejected() {
    let (_, certificate) = proved_win();
    let mut rng = StdRng::seed_from_u64(1);
    let (mut rejected, mut other_proofs) = (0, 0);
    while rejected < 1000 {
        let other = damaged(&certificate, &mut rng);
        if other == certificate {
            continue;
        }
        match check(&other, &()) {
            Err(_) => rejected += 1,
            // Another move may win too, where nothing follows that was not walked before.
            Ok(_) => {
                assert_eq!(other.steps.len(), certificate.steps.len());
                other_proofs += 1;
            }
        }
    }
    assert!(other_proofs < 20, "{other_proofs}");
}

#[test]
fn damaged_proof_files_are_rejected() {
    let (board, certificate) = proved_win();
    let sound = to_bytes(&board, std::slice::from_ref(&certificate));
    assert_eq!(from_bytes(&sound), Ok(vec![certificate.clone()]));
    let mut rng = StdRng::seed_from_u64(2);
    for _ in 0..1000 {
        let mut bytes = sound.clone();
        match rng.random_range(0..3) {
            0 => bytes[rng.random_range(0..sound.len())] ^= 1 << rng.random_range(0..8),
            1 => bytes.truncate(rng.random_range(0..sound.len())),
            _ => bytes.insert(rng.random_range(0..sound.len()), rng.random()),
        }
        assert!(bytes == sound || from_bytes(&bytes).is_err());
    }
    // The same by somebody who knows how to make the checksum right.
    let (mut rejected, mut other_statements) = (0, 0);
    while rejected < 1000 {
        let mut bytes = sound.clone();
        bytes[rng.random_range(16..sound.len())] ^= 1 << rng.random_range(0..8);
        let checksum = crc32fast::hash(&bytes[16..]);
        bytes[12..16].copy_from_slice(&checksum.to_le_bytes());
        match from_bytes(&bytes) {
            Err(_) => rejected += 1,
            Ok(found) => {
                assert_ne!(found, std::slice::from_ref(&certificate));
                match found.iter().all(|one| check(one, &()).is_ok()) {
                    true => other_statements += 1,
                    false => rejected += 1,
                }
            }
        }
    }
    assert!(other_statements < 20, "{other_statements}");
}

#[test]
fn layers_are_written_and_read_and_damage_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = bestemshe(8);
    for balls in [0, 2, 4, 6, 8] {
        tables
            .save(folder.path(), Tuzdiks::default(), balls)
            .expect("it is written");
    }
    let read = Tables::open(folder.path(), Variant::Bestemshe, 8).expect("tables");
    let on_board = |board: &Board| {
        50 - Side::BOTH
            .map(|side| board.position().kazan(side))
            .iter()
            .sum::<u8>()
    };
    let (board, _) = valued()
        .into_iter()
        .find(|(board, _)| on_board(board) == 8)
        .expect("a position");
    assert_eq!(read.probe(board.position()), tables.probe(board.position()));
    assert!(read.probe(board.position()).is_some());
    let path = folder.path().join("bestemshe-08.table");
    let sound = std::fs::read(&path).expect("a file");
    for at in [0, 8, 17, 40, 48, 70, sound.len() - 1] {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        std::fs::write(&path, &bytes).expect("it is written");
        let error = Tables::open(folder.path(), Variant::Bestemshe, 8);
        assert!(error.is_err() || at == 17, "byte {at}");
    }
    std::fs::write(&path, &sound[..100]).expect("it is written");
    let error = Tables::open(folder.path(), Variant::Bestemshe, 8).expect_err("an error");
    assert!(error.to_string().contains("bestemshe-08.table"), "{error}");
    assert!(Tables::new(Variant::Giveaway, 4).is_err());
    assert!(Tables::new(Variant::Mangala, 4).is_err());
}

/// The word of a proof that boards with at most so many balls are as it needs them.
struct Trusting {
    most: u8,
    asked: Cell<usize>,
}

impl ExactTable for Trusting {
    fn result(&self, position: &Position) -> Option<Option<Side>> {
        self.asked.set(self.asked.get() + 1);
        let kazans: u8 = Side::BOTH.iter().map(|&side| position.kazan(side)).sum();
        (50 - kazans <= self.most).then_some(Some(Side::North))
    }
}

/// The proof that the first player of Bestemshe loses, which rests on tables of boards with at most 32 balls.
fn first_player_loses() -> Certificate {
    let certificates = from_bytes(include_bytes!("data/bestemshe.proof")).expect("a proof");
    let [certificate] = &certificates[..] else {
        panic!("{} certificates", certificates.len());
    };
    assert_eq!(certificate.root, Board::start(Variant::Bestemshe));
    let goal = ProofGoal {
        side: Side::North,
        at_least: AtLeast::Win,
    };
    assert_eq!(certificate.goal, goal);
    certificate.clone()
}

#[test]
fn the_first_player_of_bestemshe_loses_if_the_tables_say_so() {
    let certificate = first_player_loses();
    let trusting = |most| Trusting {
        most,
        asked: Cell::default(),
    };
    let table = trusting(32);
    let checked = check(&certificate, &table).expect("a proof");
    assert_eq!(
        (checked.inner, checked.table, checked.ends),
        (4950, 3552, 78)
    );
    assert_eq!(table.asked.get(), checked.table);
    let flaw = check(&certificate, &trusting(30));
    assert!(matches!(flaw, Err(Flaw::Table(_))), "{flaw:?}");
    let mut rng = StdRng::seed_from_u64(4);
    let other = damaged(&certificate, &mut rng);
    assert!(check(&other, &trusting(32)).is_err());
}

#[test]
#[ignore = "takes half an hour and 3 GB"]
fn the_first_player_of_bestemshe_loses() {
    assert!(check(&first_player_loses(), &bestemshe(32)).is_ok());
}
