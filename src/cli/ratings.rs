//! `tuzdik ratings`: tables from game records.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use tuzdik::arena::report;
use tuzdik::arena::results::{offender_of, score_of};
use tuzdik::arena::schedule::ScheduledGame;
use tuzdik::arena::standings::Standings;
use tuzdik::game::{Side, Variant};
use tuzdik::notation::records::Record;

use super::files;

/// Rate the players of game records.
///
/// Reads TGK or PlayOK files. Two players get the details of their match, more a rating list (maximum
/// likelihood, with 95 % intervals). Games that `tuzdik match` wrote are paired by their rounds, so
/// that errors are those of the match itself. Games without a result are passed over.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik ratings games.tgk
  tuzdik ratings monday.tgk tuesday.tgk
  zcat games.tgk.gz | tuzdik ratings -")]
pub struct Args {
    /// Files of game records; - is stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Rule set of games that do not name theirs.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut collector = Collector::default();
    for (file, path) in args.files.iter().enumerate() {
        let mut games = files::read_records(path, args.variant)?.games;
        for game in &games {
            if let Some(error) = game.errors.first() {
                let _ = writeln!(io::stderr(), "{}: {error}", files::name(path));
            }
        }
        // Games are written as they end. In the order of the schedule the players come as the match
        // names them; other files stay as they are.
        games.sort_by_key(|game| game.record.tag("Game").and_then(|n| n.parse::<u64>().ok()));
        for game in &games {
            collector.add(file, &game.record);
        }
    }
    if collector.standings.games() == 0 {
        bail!("no games with White, Black and Result were found");
    }
    let names: Vec<&str> = collector.names.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    out.write_all(report::standings(&names, &collector.standings, None).as_bytes())?;
    out.write_all(report::notes(&names, &collector.standings).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Players in the order of their first game, and what they scored.
#[derive(Default)]
struct Collector {
    names: Vec<String>,
    players: HashMap<String, usize>,
    rounds: HashMap<(usize, String), u64>,
    standings: Standings,
}

impl Collector {
    fn add(&mut self, file: usize, record: &Record) {
        let (Some(white), Some(black)) = (record.tag("White"), record.tag("Black")) else {
            return;
        };
        let Some(score) = score_of(record).filter(|_| white != black) else {
            return;
        };
        let players = [self.player(white), self.player(black)];
        // Rounds such as 12.1 and 12.2 are the two games of a pair.
        let round = record.tag("Round").and_then(|r| r.split_once('.'));
        let seed = record.tag("Seed").unwrap_or("");
        let next = self.rounds.len() as u64;
        let number = round.map(|(round, _)| {
            let key = (file, format!("{seed}/{round}"));
            *self.rounds.entry(key).or_insert(next)
        });
        let scheduled = ScheduledGame {
            number: 0,
            round: number.unwrap_or(0),
            game: 0,
            pairing: (players[0].min(players[1]), players[0].max(players[1])),
            players,
        };
        self.standings
            .add(&scheduled, Some(score), number.is_some());
        if let Some(side) = offender_of(record) {
            let offender = match side {
                Side::South => players[0],
                Side::North => players[1],
            };
            self.standings.add_offence(offender);
        }
    }

    fn player(&mut self, name: &str) -> usize {
        if let Some(&index) = self.players.get(name) {
            return index;
        }
        let index = self.names.len();
        self.names.push(name.to_owned());
        self.players.insert(name.to_owned(), index);
        index
    }
}
