//! `tuzdik board`: the board in the browser.

mod port;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use tuzdik::arena::keys::KeyValues;
use tuzdik::arena::spec::{EngineCommand, EngineSettings};
use tuzdik::arena::supervisor::SupervisorCommand;
use tuzdik::board::{BoardConfig, BoardEngine, DEFAULT_PATIENCE, Server, ServerError};
use tuzdik::core::GivenFile;

use super::files;

/// The name of the engine that this program is.
const BUILTIN: &str = "tuzdik";
/// Keys of an engine that mean something to a board.
const KEYS: [&str; 6] = ["name", "cmd", "args", "dir", "stderr", "hang"];

/// Play, analyse and explore on a board in the browser.
///
/// Serves the page on this machine alone, prints its address and opens it.
/// The address ends with a token that is made anew for each start; whoever does not know it gets
/// nothing but the page. Ctrl-C ends the server and its engines.
///
/// The page plays and analyses with this program and with the engines that are named here, which speak
/// UGI or UCI. Their options that hold a text, such as the name of a file, can only be set here.
#[derive(clap::Args)]
#[command(after_help = "\
Engine settings (--engine):
  name=NAME       name on the page, different for each (default: the file name of cmd)
  cmd=FILE        the program; it is started without a shell
  args=ARGUMENTS  its arguments, quoted as in a shell
  dir=FOLDER      its working directory
  stderr=FILE     where its error output is appended (default: nowhere)
  hang=SECONDS    how long it may leave stop and isready unanswered (default 10)
  option.NAME=V   an option of the engine
A comma within a value is written \\, . A file for --config has the same as tables [[engine]].

Examples:
  tuzdik board                                   opens the board
  tuzdik board game.tgk club.txt                 with the games of two files
  tuzdik board --engine name=other,cmd=./other   with a second engine
  tuzdik board --no-open --port 8000             prints the address and opens nothing")]
pub struct Args {
    /// Files of games in TGK or PlayOK format to open.
    #[arg(value_name = "GAME FILE")]
    files: Vec<PathBuf>,
    /// Port to serve at [default: that of earlier starts, at first one that is free].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// An engine besides this program; see below. Any number of times.
    #[arg(long, value_name = "KEY=VALUE,…")]
    engine: Vec<KeyValues>,
    /// Read more engines from a TOML file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
}

/// What a file for `--config` holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    #[serde(default)]
    engine: Vec<KeyValues>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let config = BoardConfig {
        port: args.port,
        engines: engines(args)?,
        files: args
            .files
            .iter()
            .map(|path| given(path))
            .collect::<anyhow::Result<_>>()?,
        supervisor: SupervisorCommand::this_program()?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start the server's threads")?;
    runtime.block_on(async {
        let server = bind(config).await?;
        let address = server.address();
        let mut out = io::stdout();
        writeln!(out, "{address}")?;
        out.flush()?;
        if !args.no_open
            && let Err(error) = open(&address)
        {
            // The address stands there to be opened by hand.
            let _ = writeln!(io::stderr(), "the browser cannot be opened: {error}");
        }
        server.run(stopped()).await;
        Ok(())
    })
}

/// Listens at the port that is asked for; at that of earlier starts, or any that is free, if none is.
async fn bind(config: BoardConfig) -> Result<Server, ServerError> {
    if config.port.is_some() {
        return Server::bind(config).await;
    }
    let Some(before) = port::remembered() else {
        let server = Server::bind(config).await?;
        port::remember(server.port());
        return Ok(server);
    };
    let again = BoardConfig {
        port: Some(before),
        ..config.clone()
    };
    match Server::bind(again).await {
        Ok(server) => Ok(server),
        // Another board runs there.
        Err(_) => Server::bind(config).await,
    }
}

/// Waits for Ctrl-C or another request to end.
async fn stopped() {
    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::hangup(),
    ];
    match kinds.map(signal) {
        [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] => tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        },
        // The system then ends the process without ado.
        _ => std::future::pending().await,
    }
}

/// The engines of the command line and the file, this program first.
fn engines(args: &Args) -> anyhow::Result<Vec<BoardEngine>> {
    let mut engines = vec![BoardEngine {
        name: BUILTIN.to_owned(),
        builtin: true,
        command: EngineCommand {
            program: SupervisorCommand::this_program()?.program,
            args: Vec::new(),
            dir: None,
            stderr: None,
        },
        options: Vec::new(),
        patience: DEFAULT_PATIENCE,
    }];
    let mut given = args.engine.clone();
    if let Some(path) = &args.config {
        let text = String::from_utf8(files::read(path)?)
            .with_context(|| format!("{} is no text", path.display()))?;
        let file: ConfigFile = toml::from_str(&text)
            .map_err(|error| anyhow::anyhow!("{}: {}", path.display(), error.message()))?;
        given.extend(file.engine);
    }
    for keys in &given {
        let engine = engine(keys).context("--engine")?;
        ensure!(
            engines.iter().all(|other| other.name != engine.name),
            "--engine: two engines are called '{}'; expected different names",
            engine.name
        );
        engines.push(engine);
    }
    Ok(engines)
}

fn engine(keys: &KeyValues) -> anyhow::Result<BoardEngine> {
    for (key, _) in keys.iter() {
        if !KEYS.contains(&key) && !key.starts_with("option.") {
            bail!(
                "{key} means nothing to a board; expected {} or option.NAME",
                KEYS.join(", ")
            );
        }
    }
    let settings = EngineSettings::from_keys(keys)?;
    let (name, command) = settings.command()?;
    let options = settings.options();
    for (option, value) in &options {
        ensure!(
            !option.chars().chain(value.chars()).any(char::is_control),
            "option.{option} is not one line"
        );
    }
    Ok(BoardEngine {
        name,
        builtin: false,
        command,
        options,
        patience: settings.hang()?.unwrap_or(DEFAULT_PATIENCE),
    })
}

fn given(path: &Path) -> anyhow::Result<GivenFile> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok(GivenFile {
        name: name.to_string_lossy().into_owned(),
        bytes: files::read(path)?,
    })
}

/// Opens an address in the browser of the user.
fn open(address: &str) -> io::Result<()> {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut child = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // It may run as long as the browser.
    std::thread::spawn(move || child.wait());
    Ok(())
}
