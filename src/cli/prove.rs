//! `tuzdik prove`: proofs of results, and their check.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use indicatif::ProgressBar;
use tuzdik::game::{Board, Side, Variant};
use tuzdik::notation::fen;
use tuzdik::proof::certificate::Certificate;
use tuzdik::proof::check::check;
use tuzdik::proof::file;
use tuzdik::proof::goal::{AtLeast, ProofGoal};
use tuzdik::proof::prove::{ProofVerdict, prove, supports};
use tuzdik::proof::search::{ProofProgress, ProverSettings};
use tuzdik::search::StopToken;
use tuzdik::table::tables::Tables;

use super::{EvalArgs, files, interrupt, progress};

/// Prove what the result of a position is with best play, or check such a proof.
///
/// The proof is written as a file that says what to play in every position that can arise, which --check walks
/// through by the rules alone. With --table, the search and the proof end at the positions of exact tables, which
/// `tuzdik table verify` checks.
///
/// A draw is two proofs, that neither player loses. The third occurrence of a position is a draw. Ctrl-C ends the
/// search without a proof.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik prove '5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 1' --out study.proof
  tuzdik prove startpos --variant bestemshe --claim loss --table tables --out bestemshe.proof
  tuzdik prove --check bestemshe.proof --table tables")]
pub struct Args {
    /// The position: a FEN, or startpos.
    #[arg(value_name = "FEN", num_args = 1.., required_unless_present = "check", conflicts_with = "check")]
    position: Vec<String>,
    /// Rule set.
    #[arg(long, default_value_t, value_parser = super::variant_parser(), ignore_case = true)]
    variant: Variant,
    /// What the position is said to be for the player to move. Without it the result is found out.
    #[arg(long, conflicts_with = "check")]
    claim: Option<Claim>,
    /// Folder of exact tables.
    #[arg(long, value_name = "DIR")]
    table: Option<PathBuf>,
    /// Memory for each search in MB.
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = super::hash_parser())]
    hash: usize,
    /// Most positions to expand in a search.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads: with two, whether either player wins is searched at once.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = super::threads_parser())]
    threads: usize,
    #[command(flatten)]
    eval: EvalArgs,
    /// File to write the proof to.
    #[arg(long, value_name = "PROOF", value_parser = files::out_parser(), required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Check this proof instead.
    #[arg(long, value_name = "PROOF", conflicts_with = "out")]
    check: Option<PathBuf>,
}

/// A result for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Claim {
    /// They win.
    Win,
    /// Neither player wins.
    Draw,
    /// The other player wins.
    Loss,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.check {
        Some(path) => run_check(path, args.table.as_deref()),
        None => run_prove(args),
    }
}

fn open_tables(folder: Option<&Path>, variant: Variant) -> anyhow::Result<Option<Tables>> {
    let open = |folder| Tables::open(folder, variant, u8::MAX);
    Ok(folder.map(open).transpose()?)
}

fn run_check(path: &Path, folder: Option<&Path>) -> anyhow::Result<()> {
    let certificates = file::read(path)?;
    let mut out = io::stdout().lock();
    let mut leaves = 0;
    let mut tables = None;
    for (number, certificate) in certificates.iter().enumerate() {
        let root = &certificate.root;
        if number == 0 {
            supports(root.variant())?;
            tables = open_tables(folder, root.variant())?;
            writeln!(out, "{} {}", root.variant(), fen::format(root, 1))?;
        }
        let checked = check(certificate, &tables)
            .with_context(|| format!("{}: {}", path.display(), certificate.goal))?;
        leaves += checked.table;
        writeln!(
            out,
            "{}: proved; {} positions with their moves, {} answered by tables, {} ends of the game",
            certificate.goal, checked.inner, checked.table, checked.ends
        )?;
    }
    let by = match folder.filter(|_| leaves > 0) {
        None => "checked by the rules alone".to_owned(),
        Some(folder) => format!(
            "checked by the rules and the tables in {0}; `tuzdik table verify --table {0}` checks those",
            folder.display()
        ),
    };
    writeln!(out, "{by}")?;
    out.flush()?;
    Ok(())
}

/// Whether a player wins: the certificate of it, or of the other's draw at least, and the positions expanded.
type ProofResult = (bool, Certificate, u64);

/// What is asked, by which means.
struct Search<'a> {
    board: Board,
    tables: &'a Option<Tables>,
    settings: ProverSettings,
    stop: &'a StopToken,
    bar: &'a ProgressBar,
}

impl Search<'_> {
    /// Whether a player wins; `None` if `is_moot` was set meanwhile.
    fn wins(&self, side: Side, is_moot: &AtomicBool) -> anyhow::Result<Option<ProofResult>> {
        let goal = ProofGoal {
            side,
            at_least: AtLeast::Win,
        };
        let stop = |progress: ProofProgress| {
            let ProofProgress {
                nodes,
                proof,
                disproof,
            } = progress;
            self.bar.set_message(format!(
                "{goal}? {nodes} positions, proof number {proof}, disproof number {disproof}"
            ));
            self.stop.is_stopped() || is_moot.load(Ordering::Relaxed)
        };
        let (verdict, nodes) = prove(goal, &self.board, self.tables, &self.settings, &stop)
            .context("cannot start the search")?;
        match verdict {
            ProofVerdict::Proved(certificate) => Ok(Some((true, certificate, nodes))),
            ProofVerdict::Refuted(certificate) => Ok(Some((false, certificate, nodes))),
            ProofVerdict::Unknown if is_moot.load(Ordering::Relaxed) => Ok(None),
            ProofVerdict::Unknown if self.stop.is_stopped() => {
                bail!("stopped after {nodes} positions without a proof")
            }
            ProofVerdict::Unknown => bail!(
                "not decided after {nodes} positions, when --nodes or the memory of --hash was used up"
            ),
        }
    }

    /// The answers that settle a claim, or the position if there is none.
    fn settle(&self, claim: Option<Claim>, threads: usize) -> anyhow::Result<Vec<ProofResult>> {
        let (us, them) = (self.board.side(), self.board.side().opponent());
        let never = AtomicBool::new(false);
        match claim {
            Some(Claim::Win) => Ok(self.wins(us, &never)?.into_iter().collect()),
            Some(Claim::Loss) => Ok(self.wins(them, &never)?.into_iter().collect()),
            Some(Claim::Draw) | None if threads == 1 => {
                let first = self.wins(us, &never)?;
                let is_won = first.as_ref().is_some_and(|&(won, ..)| won);
                let second = match is_won {
                    true => None,
                    false => self.wins(them, &never)?,
                };
                Ok(first.into_iter().chain(second).collect())
            }
            Some(Claim::Draw) | None => {
                let moot = [AtomicBool::new(false), AtomicBool::new(false)];
                let ask = |side: Side, own: usize| {
                    let answer = self.wins(side, &moot[own]);
                    // A win, or an error, makes the other question needless.
                    if !matches!(answer, Ok(Some((false, ..)))) {
                        moot[1 - own].store(true, Ordering::Relaxed);
                    }
                    answer
                };
                let (first, second) = std::thread::scope(|scope| {
                    let other = scope.spawn(|| ask(them, 1));
                    let first = ask(us, 0);
                    (first, other.join())
                });
                let second = second.map_err(|_| anyhow::anyhow!("the search failed"))?;
                Ok(first?.into_iter().chain(second?).collect())
            }
        }
    }
}

fn run_prove(args: &Args) -> anyhow::Result<()> {
    let text = args.position.join(" ");
    let (board, _) = super::position(&text, args.variant).context("FEN")?;
    args.eval.check(args.variant)?;
    supports(args.variant)?;
    ensure!(board.outcome().is_none(), "the game is over");
    let path = args.out.as_deref().context("--out is missing")?;
    tuzdik::files::check(path).with_context(|| format!("cannot write {}", path.display()))?;
    let tables = open_tables(args.table.as_deref(), args.variant)?;
    let bar = progress::bar(0, "{spinner} {wide_msg} {elapsed}");
    let begin = Instant::now();
    let search = Search {
        board,
        tables: &tables,
        settings: ProverSettings {
            evaluator: args.eval.source.evaluator(args.variant),
            megabytes: args.hash,
            limit: args.nodes.unwrap_or(u64::MAX),
        },
        stop: &interrupt::stop_token()?,
        bar: &bar,
    };
    let answers = search.settle(args.claim, args.threads);
    bar.finish_and_clear();
    let mut answers = answers?;
    let nodes: u64 = answers.iter().map(|&(.., nodes)| nodes).sum();
    // One win says all.
    if let Some(index) = answers.iter().position(|&(won, ..)| won) {
        answers = vec![answers.swap_remove(index)];
    }
    let certificates: Vec<Certificate> = answers
        .into_iter()
        .map(|(_, certificate, _)| certificate)
        .collect();
    let statement = statement(&certificates);
    let mut leaves = 0;
    for certificate in &certificates {
        let checked = check(certificate, &tables).context("the proof that was found is none")?;
        leaves += checked.table;
    }
    files::replace(path, &file::to_bytes(&board, &certificates))?;
    let steps: usize = certificates.iter().map(|one| one.steps.len()).sum();
    let mut out = io::stdout().lock();
    writeln!(out, "{statement}: proved and checked")?;
    writeln!(
        out,
        "{nodes} positions in {:.1} s; the proof in {} has {steps} steps, {leaves} of them in tables",
        begin.elapsed().as_secs_f64(),
        path.display()
    )?;
    out.flush()?;
    match args.claim {
        Some(claim) if !supported(claim, board.side(), &certificates) => {
            bail!("the claim is refuted: {statement}")
        }
        _ => Ok(()),
    }
}

/// What certificates say together.
fn statement(certificates: &[Certificate]) -> String {
    match certificates {
        [one] => one.goal.to_string(),
        _ => "draw".to_owned(),
    }
}

/// Whether certificates show what was claimed for a side.
fn supported(claim: Claim, side: Side, certificates: &[Certificate]) -> bool {
    let winner = certificates.iter().find_map(|certificate| {
        let goal = certificate.goal;
        (goal.at_least == AtLeast::Win).then_some(goal.side)
    });
    match claim {
        Claim::Win => winner == Some(side),
        Claim::Loss => winner == Some(side.opponent()),
        Claim::Draw => winner.is_none() && certificates.len() == 2,
    }
}
