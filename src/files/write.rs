//! Files that are written whole or not at all, and locked against other processes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::{is_regular, not_regular};

/// More links than this, each to the next one, are taken for a circle.
const MOST_LINKS: usize = 40;

/// Writes a file whole or not at all: under a temporary name in the same folder, then renamed. A link
/// stays one and what it names is replaced, or made if it is not there; what is no regular file, such as
/// a pipe or `/dev/null`, is written into.
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
        Ok(found) if is_regular(&found)? => fs::canonicalize(path).map(Some),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => target(path).map(Some),
        Err(error) => Err(error),
    }
}

/// The file that a path names, which need not be there: itself, or what the link that it is leads to.
///
/// # Errors
/// If links lead to each other without an end.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Whether two paths name one file, which need not be there.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    if let Ok(same) = same_file::is_same_file(one, other) {
        return same;
    }
    let place = |path: &Path| {
        let file = target(path).ok()?;
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(file.file_name()?))
    };
    let place_of_one = place(one);
    place_of_one.is_some() && place_of_one == place(other)
}

/// A file to read and to go on writing, made with this beginning if it is not there or has no more than a
/// part of it; `None` if another process writes it. It is [locked](lock) as long as the value lives.
///
/// # Errors
/// If it cannot be made, read or written, or is no regular file.
pub fn resume(path: &Path, beginning: &[u8]) -> io::Result<Option<File>> {
    loop {
        regular(path)?.ok_or_else(not_regular)?;
        let mut options = OpenOptions::new();
        // What is there stays until the lock tells that it is ours.
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        if !lock(&file, path) {
            return Ok(None);
        }
        // A process that had it locked may have removed it after it was opened here.
        let ours = Handle::from_file(file.try_clone()?)?;
        if Handle::from_path(path).is_ok_and(|there| there == ours) {
            begin(&mut file, beginning)?;
            return Ok(Some(file));
        }
    }
}

/// Writes the beginning of a file that is empty or, as a process killed at once leaves it, has a part of
/// its beginning.
fn begin(file: &mut File, beginning: &[u8]) -> io::Result<()> {
    let mut found = Vec::new();
    file.take(beginning.len() as u64).read_to_end(&mut found)?;
    file.rewind()?;
    if found.len() < beginning.len() && beginning.starts_with(&found) {
        file.write_all(beginning)?;
        file.sync_all()?;
        file.rewind()?;
    }
    Ok(())
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
    use crate::files::{open, read};

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
        let (dangling, made) = (folder.join("dangling"), folder.join("made"));
        symlink("made", &dangling).unwrap();
        check(&dangling).unwrap();
        replace(&dangling, b"there").unwrap();
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(fs::read(&made).unwrap(), b"there");
        assert!(is_same(&link, &file) && !is_same(&made, &file));
        let (none, other) = (folder.join("none"), folder.join("other"));
        symlink("none", &other).unwrap();
        assert!(is_same(&folder.join(".").join("none"), &other) && !is_same(&none, &file));
        assert!(is_same(Path::new("none"), Path::new("./none")));
        let circle = folder.join("circle");
        symlink("circle", &circle).unwrap();
        assert!(replace(&circle, b"nowhere").is_err());

        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        replace(&pipe, b"through").unwrap();
        for (refused, said) in [(&pipe, "not a regular file"), (&folder, "is a directory")] {
            for error in [
                open(refused).unwrap_err(),
                resume(refused, b"beginning").unwrap_err(),
            ] {
                assert!(error.to_string().contains(said), "{error}");
            }
        }
        assert_eq!(reader.join().unwrap(), b"through");
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::write(pipe, b"and back").unwrap()
        });
        assert_eq!(read(&pipe).unwrap(), b"and back");
        writer.join().unwrap();
        assert!(read(&folder).is_err());
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn of_many_that_begin_a_file_one_has_it() {
        let folder = folder("race");
        for round in 0..50 {
            let path = folder.join(round.to_string());
            let barrier = std::sync::Barrier::new(4);
            let race = || {
                barrier.wait();
                let file = resume(&path, b"beginning").unwrap();
                barrier.wait();
                file.is_some()
            };
            let winners = std::thread::scope(|scope| {
                let racers = [0; 4].map(|_| scope.spawn(race));
                racers.map(|racer| racer.join().unwrap())
            });
            assert_eq!(winners.iter().filter(|&&won| won).count(), 1);
            assert_eq!(fs::read(&path).unwrap(), b"beginning");
        }
        // What a process left that was killed before it had written the beginning.
        let path = folder.join("part");
        for (found, then) in [
            ("", "beginning"),
            ("begin", "beginning"),
            ("other", "other"),
        ] {
            fs::write(&path, found).unwrap();
            resume(&path, b"beginning").unwrap().unwrap();
            assert_eq!(fs::read(&path).unwrap(), then.as_bytes());
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
