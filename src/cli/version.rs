//! `tuzdik --version --verbose`: what a report of a fault should say.

use std::io::{self, Write};

use tuzdik::book::BookSource;
use tuzdik::eval::EvalSource;
use tuzdik::eval::network::processor_level;
use tuzdik::game::Variant;

/// The features that a build can have.
const FEATURES: &[(&str, bool)] = &[
    ("arena", cfg!(feature = "arena")),
    ("board", cfg!(feature = "board")),
    ("bookbuild", cfg!(feature = "bookbuild")),
    ("core", cfg!(feature = "core")),
    ("encodings", cfg!(feature = "encodings")),
    ("os-memory", cfg!(feature = "os-memory")),
    ("play", cfg!(feature = "play")),
    ("selfplay", cfg!(feature = "selfplay")),
    ("threads", cfg!(feature = "threads")),
    ("tune", cfg!(feature = "tune")),
];

pub fn run(verbose: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "tuzdik {}", env!("CARGO_PKG_VERSION"))?;
    if !verbose {
        return Ok(());
    }
    let commit = option_env!("TUZDIK_COMMIT").unwrap_or("unknown");
    writeln!(out, "commit     {commit}")?;
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    writeln!(out, "system     {system} {processor}")?;
    writeln!(out, "network in {}", processor_level())?;
    let features: Vec<&str> = FEATURES
        .iter()
        .filter(|(_, on)| *on)
        .map(|(name, _)| *name)
        .collect();
    writeln!(out, "features   {}", features.join(" "))?;
    for &variant in Variant::ALL {
        let evaluator = EvalSource::Embedded.evaluator(variant);
        if let Some(network) = evaluator.network() {
            writeln!(out, "network    {variant} {:08x}", network.checksum())?;
        }
    }
    let books = BookSource::default();
    for &variant in Variant::ALL {
        if let Some(book) = books.book(variant) {
            writeln!(
                out,
                "book       {variant} {:08x}, {} positions",
                book.header().records_crc,
                book.header().positions
            )?;
        }
    }
    out.flush()?;
    Ok(())
}
