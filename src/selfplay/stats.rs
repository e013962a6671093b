//! What a file holds.

use std::fmt;
use std::path::Path;

use rustc_hash::FxHashSet;

use super::reader::Reader;
use super::record::{Flags, TrainingRecord, TrainingResult};
use crate::container::OpenError;
use crate::game::Side;
use crate::provenance::Provenance;

/// Distinct positions are counted among those whose hash begins with this many zero bits.
const SAMPLE_BITS: u32 = 4;

/// Sums over all records of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// How the games were searched.
    pub made: Provenance,
    /// Games, those without an end included.
    pub games: u64,
    /// Games that were dropped because they did not end.
    pub endless: u64,
    /// Games that South won, drew, lost.
    pub results: [u64; 3],
    /// Records.
    pub positions: u64,
    /// Records whose best move captures or makes a tuzdik, or that follow a random move.
    pub noisy: u64,
    /// Records with a proven score.
    pub proven: u64,
    /// Records in which a random move was played.
    pub random: u64,
    /// Sum of the sizes of scores that are not proven.
    pub score_sum: u64,
    /// Sum of the depths.
    pub depth_sum: u64,
    /// Ply of the last record of each game, summed up.
    pub last_ply_sum: u64,
    /// The largest of them.
    pub last_ply_max: u16,
    /// A sixteenth of the positions, and how many different ones are among them.
    pub sample: (u64, u64),
}

impl Stats {
    /// Reads a whole file; all checksums and all records are checked.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Stats, OpenError> {
        let mut reader = Reader::open(path)?;
        let mut stats = Stats {
            made: reader.made().clone(),
            games: 0,
            endless: 0,
            results: [0; 3],
            positions: 0,
            noisy: 0,
            proven: 0,
            random: 0,
            score_sum: 0,
            depth_sum: 0,
            last_ply_sum: 0,
            last_ply_max: 0,
            sample: (0, 0),
        };
        let mut distinct = FxHashSet::default();
        while let Some(block) = reader.next_block()? {
            let records = reader.records(&block)?;
            let mut rest = records.as_slice();
            for (_, count) in block.games() {
                let (game, after) = rest.split_at(count as usize);
                rest = after;
                stats.add_game(game);
            }
            for record in &records {
                let hash = record.position.hash();
                if hash.leading_zeros() >= SAMPLE_BITS {
                    stats.sample.0 += 1;
                    distinct.insert(hash);
                }
            }
        }
        stats.sample.1 = distinct.len() as u64;
        Ok(stats)
    }

    fn add_game(&mut self, records: &[TrainingRecord]) {
        self.games += 1;
        let Some(last) = records.last() else {
            self.endless += 1;
            return;
        };
        let south = match (last.position.side(), last.result) {
            (_, TrainingResult::Draw) => 1,
            (Side::South, TrainingResult::Win) | (Side::North, TrainingResult::Loss) => 0,
            _ => 2,
        };
        self.results[south] += 1;
        self.last_ply_sum += u64::from(last.ply);
        self.last_ply_max = self.last_ply_max.max(last.ply);
        self.positions += records.len() as u64;
        for record in records {
            self.noisy += u64::from(record.flags.is_noisy());
            self.random += u64::from(record.flags.contains(Flags::RANDOM_PLAYED));
            self.depth_sum += u64::from(record.depth);
            if record.flags.contains(Flags::PROVEN) {
                self.proven += 1;
            } else {
                self.score_sum += u64::from(record.score.unsigned_abs());
            }
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |n: u64, of: u64| 100.0 * n as f64 / of.max(1) as f64;
        let mean = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
        let Provenance {
            variant,
            nodes,
            seed,
            engine,
            evaluation,
            hash_mb,
        } = &self.made;
        let hash = match hash_mb {
            0 => String::new(),
            mb => format!(", hash {mb} MB"),
        };
        let ended = self.games - self.endless;
        let [win, draw, loss] = self.results;
        writeln!(f, "game           {variant}")?;
        writeln!(
            f,
            "made by        version {engine}, {evaluation} evaluation, {nodes} nodes a move{hash}, seed {seed}"
        )?;
        writeln!(
            f,
            "games          {} ({} dropped without an end)",
            self.games, self.endless
        )?;
        writeln!(
            f,
            "results        South won {win} ({:.1} %), drawn {draw} ({:.1} %), North won {loss} \
             ({:.1} %)",
            part(win, ended),
            part(draw, ended),
            part(loss, ended)
        )?;
        writeln!(
            f,
            "last ply       {:.1} on average, {} at most",
            mean(self.last_ply_sum, ended),
            self.last_ply_max
        )?;
        writeln!(f, "positions      {}", self.positions)?;
        writeln!(
            f,
            "distinct       {:.1} % (of a sample of {})",
            part(self.sample.1, self.sample.0),
            self.sample.0
        )?;
        writeln!(
            f,
            "noisy          {:.1} %",
            part(self.noisy, self.positions)
        )?;
        writeln!(
            f,
            "proven score   {:.1} %",
            part(self.proven, self.positions)
        )?;
        writeln!(
            f,
            "random move    {:.2} %",
            part(self.random, self.positions)
        )?;
        writeln!(
            f,
            "mean |score|   {:.1} hundredths of a ball (scores not proven)",
            mean(self.score_sum, self.positions - self.proven)
        )?;
        write!(
            f,
            "mean depth     {:.2}",
            mean(self.depth_sum, self.positions)
        )
    }
}
