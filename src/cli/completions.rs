//! `tuzdik completions`: scripts that complete the command line in a shell.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tuzdik completions bash > ~/.local/share/bash-completion/completions/tuzdik
  tuzdik completions fish > ~/.config/fish/completions/tuzdik.fish")]
pub struct Args {
    /// The shell.
    shell: Shell,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut super::Cli::command(),
        "tuzdik",
        &mut script,
    );
    io::stdout().write_all(&script)?;
    Ok(())
}
