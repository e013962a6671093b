//! `tuzdik man`: the manual pages.

use std::io::{self, Write};

use anyhow::Context;
use clap::CommandFactory;

/// Print a manual page.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik man > tuzdik.1 && man ./tuzdik.1
  tuzdik man perft > tuzdik-perft.1")]
pub struct Args {
    /// The page of this subcommand instead of the main one.
    subcommand: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut command = super::Cli::command();
    // Pages of subcommands get their full names from the finished command.
    command.build();
    if let Some(name) = &args.subcommand {
        command = command
            .find_subcommand(name)
            .with_context(|| format!("no subcommand is called '{name}'; see tuzdik --help"))?
            .clone();
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(())
}
