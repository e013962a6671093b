//! Writing files so that at no time there is half a file, and none is written by two processes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: under a temporary name in the same folder, then renamed. A link
/// stays one and what it names is replaced; what is no regular file, such as a pipe or `/dev/null`,
/// is written into.
///
/// # Errors
/// If it cannot be written; an old file then stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(target) = regular(path)? else {
        return File::options().write(true).open(path)?.write_all(bytes);
    };
    let temporary = beside(&target);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, &target)
    });
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Finds out whether [`replace`] could begin to write a file, which stays as it is.
///
/// # Errors
/// If the folder is missing or nothing can be written there, or if it is a folder itself.
pub fn check(path: &Path) -> io::Result<()> {
    let Some(target) = regular(path)? else {
        return Ok(());
    };
    let temporary = beside(&target);
    File::create(&temporary)?;
    fs::remove_file(&temporary)
}

/// The file that a path names, found or to be made; `None` for what is no regular file.
fn regular(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(None),
        Ok(_) => fs::canonicalize(path).map(Some),
        Err(_) => Ok(Some(path.to_owned())),
    }
}

/// A file to read and to go on writing, made with this beginning if it is not there; `None` if another
/// process writes it. It is [locked](lock) as long as the value lives.
///
/// # Errors
/// If it cannot be made, read or written.
pub fn resume(path: &Path, beginning: &[u8]) -> io::Result<Option<File>> {
    if !path.try_exists()? {
        replace(path, beginning)?;
    }
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    Ok(lock(&file, path).then_some(file))
}

/// Locks a file against other processes; `false` if one of them has locked it. Some file systems have no
/// locks; the file can be written all the same.
#[must_use]
pub fn lock(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => {
            log::warn!("{}: no lock: {error}", path.display());
            true
        }
    }
}

fn beside(target: &Path) -> PathBuf {
    let mut temporary = target.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    PathBuf::from(temporary)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tuzdik-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn files_are_replaced_and_nothing_else_is_left() {
        let folder = folder("replace");
        let path = folder.join("file");
        check(&path).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        for bytes in [b"first".as_slice(), b"second"] {
            check(&path).unwrap();
            replace(&path, bytes).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        for nowhere in [folder.clone(), folder.join("no/file")] {
            assert!(check(&nowhere).is_err());
            assert!(replace(&nowhere, b"this is no file").is_err());
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, symlink};

        let folder = folder("special");
        let (file, link, pipe) = (
            folder.join("file"),
            folder.join("link"),
            folder.join("pipe"),
        );
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");

        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        replace(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        fs::remove_dir_all(folder).unwrap();
    }
}
