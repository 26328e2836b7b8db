//! Files that are complete or absent.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Gives `path` the contents that `write` writes: to a file beside it, which takes the name once it
/// is whole and on the disk. A reader sees the old file or the new one.
///
/// # Errors
/// [`Error::Io`] as the system reports it, and when another process is writing the same file.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<()> {
    let temporary = with_suffix(path, ".tmp");
    let written = write_new(&temporary, write).and_then(|file| {
        let renamed = fs::rename(&temporary, path).and_then(|()| sync_folder(path));
        if renamed.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        // Until here the lock keeps others from the name.
        drop(file);
        renamed
    });
    written.map_err(|error| Error::file(path, &error))
}

/// A path with something added to its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Opens a file that only one process may write, and makes it if there is none. The lock goes with
/// the file, also when the process is killed.
pub(crate) fn open_alone(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    loop {
        let file = options.open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let reason = "another process is writing it";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, reason));
            }
            // Between opening and locking another process may have given the file its final name.
            Ok(()) if !has_name(&file, path)? => {}
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

/// Is this open file still the one of that name?
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Where an open file keeps its name.
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

fn write_new(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<File> {
    let file = open_alone(path)?;
    let written = file.set_len(0).and_then(|()| {
        let mut buffered = BufWriter::with_capacity(1 << 20, file);
        write(&mut buffered)?;
        let file = buffered.into_inner()?;
        file.sync_all()?;
        Ok(file)
    });
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Makes a new name durable, where the system lets a folder be opened.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new("."))) {
        Ok(folder) => folder.sync_all(),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_lost_its_name_is_not_taken_for_it() -> io::Result<()> {
        let name = format!("bitgames-files-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let file = open_alone(&path)?;
        assert!(has_name(&file, &path)?);
        assert_eq!(
            open_alone(&path).map_err(|e| e.kind()).err(),
            Some(io::ErrorKind::ResourceBusy)
        );
        let renamed = with_suffix(&path, ".renamed");
        fs::rename(&path, &renamed)?;
        assert!(!has_name(&file, &path)?);
        let other = open_alone(&path)?;
        assert!(has_name(&other, &path)? && !has_name(&file, &path)?);
        fs::remove_file(&path)?;
        fs::remove_file(&renamed)
    }
}
