//! The port of earlier starts. The browser keeps games for each port apart, so that a new one each time would
//! lose them.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tuzdik::files;

/// Lowest port that is chosen by a system.
const LOWEST: u16 = 1024;

/// Where the port stands: in the folder for the state of programs (XDG Base Directory Specification).
fn file() -> Option<PathBuf> {
    let folder = |name| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("tuzdik/board-port"))
}

/// The port of earlier starts, if it is known.
pub fn remembered() -> Option<u16> {
    let bytes = files::read(&file()?).ok()?;
    let port = str::from_utf8(&bytes).ok()?.trim().parse().ok()?;
    (port >= LOWEST).then_some(port)
}

/// Notes the port for later starts. Where that is not possible the next start has another one.
pub fn remember(port: u16) {
    if let Some(path) = file()
        && let Err(error) = write(&path, port)
    {
        log::info!("{}: {error}", path.display());
    }
}

fn write(path: &Path, port: u16) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    files::replace(path, format!("{port}\n").as_bytes())
}
