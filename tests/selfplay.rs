//! Self-play files: the same for any number of threads, resumable, and damage is noticed.

use std::fs;
use std::path::Path;

use tempfile::tempdir;
use tuzdik::eval::EvalSource;
use tuzdik::game::Variant;
use tuzdik::search::StopToken;
use tuzdik::selfplay::{Amount, Reader, SelfPlayError, SelfPlayPlan, SelfPlayResult, Stats, run};

fn plan(games: u64) -> SelfPlayPlan {
    SelfPlayPlan {
        variant: Variant::TogyzKumalak,
        amount: Amount::Games(games),
        nodes: 200,
        seed: 5,
        threads: 1,
        hash_mb: 1,
        eval_source: EvalSource::Handcrafted,
    }
}

fn generate(plan: &SelfPlayPlan, path: &Path) -> Result<SelfPlayResult, SelfPlayError> {
    run(plan, path, &StopToken::new(), &mut |_| {})
}

/// Everything in a file but how it is cut into blocks.
fn content(path: &Path) -> (Vec<(u64, u32)>, Vec<[u8; 32]>) {
    let mut reader = Reader::open(path).unwrap();
    let (mut games, mut records) = (Vec::new(), Vec::new());
    while let Some(block) = reader.next_block().unwrap() {
        games.extend(block.games());
        records.extend(reader.records(&block).unwrap().iter().map(|r| r.to_bytes()));
    }
    (games, records)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let dir = tempdir().unwrap();
    let (one, three) = (dir.path().join("one"), dir.path().join("three"));
    generate(&plan(40), &one).unwrap();
    let threads = 3;
    let summary = generate(
        &SelfPlayPlan {
            threads,
            ..plan(40)
        },
        &three,
    )
    .unwrap();
    assert!(summary.complete);
    assert_eq!(summary.progress.done.games, 40);
    assert_eq!(fs::read(one).unwrap(), fs::read(three).unwrap());
}

#[test]
fn positions_bound_the_amount_in_whole_games() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("data");
    let amount = Amount::Positions(500);
    let done = generate(&SelfPlayPlan { amount, ..plan(0) }, &path)
        .unwrap()
        .progress
        .done;
    let (games, records) = content(&path);
    assert_eq!(
        (done.games, done.positions),
        (games.len() as u64, records.len() as u64)
    );
    let last = games.last().unwrap().1 as usize;
    assert!(records.len() >= 500 && records.len() - last < 500);
}

#[test]
fn a_run_goes_on_where_an_earlier_one_was_cut_off() {
    let dir = tempdir().unwrap();
    let (whole, part) = (dir.path().join("whole"), dir.path().join("part"));
    generate(&plan(120), &whole).unwrap();
    let bytes = fs::read(&whole).unwrap();
    let mut cuts = 0;
    for keep in [96, 100, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&part, &bytes[..keep]).unwrap();
        let summary = generate(&plan(120), &part).unwrap();
        assert!(summary.progress.before.games < 120);
        cuts += u64::from(summary.progress.before.dropped_bytes > 0);
        assert_eq!(content(&part), content(&whole), "cut at {keep}");
    }
    assert_eq!(cuts, 3, "all but the first cut leave a piece of a block");
    // A finished file stays as it is.
    generate(&plan(120), &whole).unwrap();
    assert_eq!(fs::read(&whole).unwrap(), bytes);
}

#[test]
fn a_stopped_run_goes_on() {
    let dir = tempdir().unwrap();
    let (whole, part) = (dir.path().join("whole"), dir.path().join("part"));
    let stop = StopToken::new();
    let summary = run(&plan(30), &part, &stop, &mut |progress| {
        if progress.done.games >= 3 {
            stop.stop();
        }
    });
    let summary = summary.unwrap();
    assert!(!summary.complete);
    assert!((3..30).contains(&summary.progress.done.games));
    assert!(generate(&plan(30), &part).unwrap().complete);
    generate(&plan(30), &whole).unwrap();
    assert_eq!(content(&part), content(&whole));
}

#[test]
fn a_file_of_another_plan_is_left_alone() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("data");
    generate(&plan(2), &path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let (nodes, hash_mb, eval_source) = (201, 2, EvalSource::Kazans);
    let kazans = SelfPlayPlan {
        eval_source,
        ..plan(3)
    };
    for (other, said) in [
        (SelfPlayPlan { nodes, ..plan(3) }, "nodes 200, not 201"),
        (SelfPlayPlan { hash_mb, ..plan(3) }, "hash 1 MB, not 2 MB"),
        (kazans, "hand-crafted, not kazans"),
    ] {
        let error = generate(&other, &path).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    // Older files do not tell the size of the table.
    bytes[84..88].fill(0);
    let crc = crc32fast::hash(&bytes[..92]);
    bytes[92..96].copy_from_slice(&crc.to_le_bytes());
    fs::write(&path, &bytes).unwrap();
    assert!(generate(&plan(3), &path).unwrap().complete);
    assert_eq!(fs::read(&path).unwrap()[..96], bytes[..96]);
}

#[test]
fn damage_is_noticed_anywhere() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("data");
    generate(&plan(3), &path).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(Stats::read(&path).unwrap().games, 3);
    for at in (0..bytes.len()).step_by(41) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, damaged).unwrap();
        let error = Stats::read(&path).expect_err("damage").to_string();
        assert!(error.contains("data"), "the file is named in: {error}");
    }
}

#[test]
fn damage_far_from_the_end_is_not_cut_off() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("data");
    generate(&plan(4), &path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[200] ^= 1;
    bytes.resize(bytes.len() + (1 << 20), 0);
    fs::write(&path, &bytes).unwrap();
    let error = generate(&plan(4), &path).unwrap_err().to_string();
    assert!(error.contains("damaged at byte 96"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_forced_game_is_refused() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("mangala");
    let plan = SelfPlayPlan {
        variant: Variant::Mangala,
        ..plan(1)
    };
    let error = generate(&plan, &path).unwrap_err().to_string();
    assert!(error.starts_with("mangala is a forced game"), "{error}");
    assert!(!path.exists());
}

#[test]
fn an_evaluation_without_even_openings_is_told() {
    let dir = tempdir().unwrap();
    let (path, net) = (dir.path().join("data"), dir.path().join("odd.net"));
    // Every position seems won for its side to move: the last biases are far too large.
    let mut bytes = include_bytes!("../src/eval/nets/togyzkumalak.net").to_vec();
    let end = bytes.len() - 4;
    let buckets = u32::from_le_bytes(bytes[52..56].try_into().unwrap()) as usize;
    let biases = &mut bytes[end - 4 * buckets..end];
    for bias in biases.as_chunks_mut().0 {
        *bias = (1_i32 << 30).to_le_bytes();
    }
    let crc = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&crc.to_le_bytes());
    fs::write(&net, bytes).unwrap();
    let eval_source = EvalSource::open(net.to_str().unwrap()).unwrap();
    let plan = SelfPlayPlan {
        eval_source,
        threads: 2,
        ..plan(3)
    };
    let error = generate(&plan, &path).unwrap_err().to_string();
    assert!(error.contains("within 6 balls of even"), "{error}");
}

#[test]
fn games_with_passes_are_written_and_read() {
    for variant in [Variant::MangalaFree, Variant::TogyzExtraMove] {
        let dir = tempdir().unwrap();
        let path = dir.path().join("games");
        let plan = SelfPlayPlan { variant, ..plan(5) };
        assert!(generate(&plan, &path).unwrap().complete);
        let (games, records) = content(&path);
        assert_eq!(games.len(), 5);
        assert!(records.len() > 20);
    }
}

#[test]
fn data_that_another_version_began_is_gone_on_with() {
    let dir = tempdir().unwrap();
    let (path, whole) = (dir.path().join("data"), dir.path().join("whole"));
    generate(&plan(3), &path).unwrap();
    generate(&plan(6), &whole).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[56..80].fill(0);
    bytes[56..61].copy_from_slice(b"0.0.7");
    let crc = crc32fast::hash(&bytes[..92]);
    bytes[92..96].copy_from_slice(&crc.to_le_bytes());
    fs::write(&path, &bytes).unwrap();
    assert_eq!(Stats::read(&path).unwrap().made.engine, "0.0.7");
    let summary = generate(&plan(6), &path).unwrap();
    assert_eq!(summary.progress.before.games, 3);
    assert_eq!(content(&path), content(&whole));
    assert_eq!(Stats::read(&path).unwrap().made.engine, "0.0.7");
}
