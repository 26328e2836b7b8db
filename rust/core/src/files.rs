//! Atomic files: complete or absent. The core opens, writes and renames all files through this
//! module.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::error::{Error, Result};
use crate::faults;

/// The checksum of some bytes in the files of this library: 64-bit XXH3.
///
/// ```
/// assert_eq!(bitgames_core::files::checksum(b""), 0x2D06_8005_38D3_94C2);
/// ```
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// The program in the files that it writes: its name and version.
pub(crate) fn program() -> String {
    format!("bitgames {}", env!("CARGO_PKG_VERSION"))
}

/// Bytes of the head of a file.
pub(crate) const HEAD: usize = 16;
const MAGIC: &[u8; 8] = b"BITGAMES";

/// The first bytes of a file: `BITGAMES`, the version of its format, and its kind.
pub(crate) fn head(version: u32, kind: [u8; 4]) -> Vec<u8> {
    [MAGIC.as_slice(), &version.to_le_bytes(), &kind].concat()
}

/// The reason why bytes do not begin with this head; `what` names the kind of file.
pub(crate) fn check_head(
    bytes: &[u8],
    version: u32,
    kind: [u8; 4],
    what: &str,
) -> std::result::Result<(), String> {
    let Some(found) = bytes.first_chunk::<HEAD>() else {
        return Err(format!("it is too short to be {what}"));
    };
    if found[..8] != *MAGIC || found[12..] != kind {
        return Err(format!("it is not {what}"));
    }
    match number(found, 8) {
        found if found == version as usize => Ok(()),
        found => Err(format!("its format is {found}, not this program's {version}")),
    }
}

/// The bytes at a place, if there are so many.
#[inline]
pub(crate) fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// The number of four bytes at a place; zero beyond the end, which only a damaged file can reach.
#[inline]
pub(crate) fn number(bytes: &[u8], at: usize) -> usize {
    array(bytes, at).map_or(0, u32::from_le_bytes) as usize
}

/// The checksum of some bytes and of a number that belongs to them.
pub(crate) fn checksum_with(number: u64, bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, number)
}

/// Opens a regular file for reading. Anything else is refused with its name: opening a pipe without
/// a writer would block forever.
///
/// # Errors
/// [`Error::Io`] as the system reports it, and for anything but a regular file.
pub fn open(path: &Path) -> Result<File> {
    let opened = guarded(OpenOptions::new().read(true), true).open(path);
    opened.and_then(regular).map_err(|error| Error::file(path, &error))
}

/// The bytes of a regular file.
///
/// # Errors
/// As [`open`].
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path)?.read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| Error::file(path, &error))
}

/// Replaces the contents of `path` by those that `write` writes: to a file beside it, which is
/// renamed once it is complete and on the disk. A reader sees the old file or the new one.
///
/// # Errors
/// [`Error::Io`] as the system reports it, and when another process is writing the same file.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<Output>) -> io::Result<()>,
) -> Result<()> {
    let temporary = with_suffix(path, ".tmp");
    let written = write_new(&temporary, write).and_then(|file| {
        let renamed = faults::disk(path).and_then(|()| fs::rename(&temporary, path));
        if renamed.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        // Until here the lock keeps other processes from using the name.
        drop(file);
        renamed.and_then(|()| sync_folder(path))
    });
    written.map_err(|error| Error::file(path, &error))
}

/// Removes a file; a missing file is not an error.
///
/// # Errors
/// [`Error::Io`] as the system reports it.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match faults::disk(path).and_then(|()| fs::remove_file(path)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(|error| Error::file(path, &error)),
    }
}

/// A path with a suffix added to its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// A file that only this process writes.
#[derive(Debug)]
pub(crate) struct Output {
    file: File,
    path: PathBuf,
}

impl Output {
    /// Truncates the file, or extends it with zeros.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        faults::disk(&self.path).and_then(|()| self.file.set_len(length))
    }

    /// Waits until all data are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        faults::disk(&self.path).and_then(|()| self.file.sync_all())
    }
}

impl Read for Output {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        faults::disk(&self.path).and_then(|()| self.file.read(buffer))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        faults::disk(&self.path).and_then(|()| self.file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Output {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// What the system's `EAGAIN` is: Python makes a `BlockingIOError` of it.
#[cfg(unix)]
const AGAIN: i32 = libc::EAGAIN;
#[cfg(not(unix))]
const AGAIN: i32 = 11;

/// The use of a file by one run. While it lives, every other run is refused at its start.
///
/// A file beside it, `.NAME.lock`, is locked and holds the number of the process. The lock ends with
/// the process, however that ends.
#[derive(Debug)]
pub struct RunLock {
    /// The locked file; `None` for what is no regular file, such as a device.
    lock: Option<(Output, PathBuf)>,
}

impl RunLock {
    /// Locks the use of a file, which need not exist, or of a folder.
    ///
    /// # Errors
    /// [`Error::Io`] as the system reports it, with the code `EAGAIN` and the number of the other
    /// process while that one uses the file.
    pub fn take(path: &Path) -> Result<Self> {
        let target = target_of(path);
        if fs::metadata(&target).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(RunLock { lock: None });
        }
        let name = lock_of(&target);
        let taken = open_alone(&name).and_then(|file| {
            // From here on a failure removes the file.
            let mut taken = RunLock { lock: Some((file, name.clone())) };
            if let Some((file, _)) = &mut taken.lock {
                file.set_len(0)?;
                write!(file, "{}", std::process::id())?;
            }
            Ok(taken)
        });
        taken.map_err(|error| match error.kind() {
            io::ErrorKind::ResourceBusy => in_use(path, &name),
            _ => Error::file(path, &error),
        })
    }

    /// Removes what a killed run has left of its lock, where nobody needs to take it.
    pub(crate) fn clear(path: &Path) {
        if lock_of(&target_of(path)).exists() {
            drop(RunLock::take(path));
        }
    }
}

/// What a path leads to: a link and its target are one file.
fn target_of(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The file beside `target` that is locked while a run uses it.
fn lock_of(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    target.with_file_name(with_suffix(name.as_ref(), ".lock"))
}

impl Drop for RunLock {
    fn drop(&mut self) {
        if let Some((file, name)) = self.lock.take() {
            // While it is locked: a new file of this name belongs to another run.
            let _ = fs::remove_file(name);
            drop(file);
        }
    }
}

/// The error for a file that another run uses, with the process that its lock names.
fn in_use(path: &Path, lock: &Path) -> Error {
    let owner = owner_of(lock).map_or(String::new(), |number| format!(" (PID {number})"));
    let reason = format!("another process{owner} uses this file: wait for it, or choose another");
    Error::Io { path: path.display().to_string(), code: Some(AGAIN), reason }
}

/// The process that a lock names, where it may be read. Its number is written once the lock is held,
/// so it may be missing for a moment.
fn owner_of(lock: &Path) -> Option<u32> {
    for _ in 0..100 {
        let mut text = String::new();
        File::open(lock).and_then(|file| file.take(20).read_to_string(&mut text)).ok()?;
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        thread::sleep(Duration::from_millis(10));
    }
    None
}

/// Opens a file that only one process may write, and creates it if it is missing. The lock ends
/// with the file, also if the process is killed.
///
/// The name is predictable, so a link there is not followed: the file is either created here, or is
/// a regular file already.
pub(crate) fn open_alone(path: &Path) -> io::Result<Output> {
    loop {
        faults::disk(path)?;
        let file = match open_or_make(path) {
            // Between the two steps another process has created or removed it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened.and_then(regular)?,
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let reason = "another process is writing it";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, reason));
            }
            // Between opening and locking another process can have renamed the file.
            Ok(()) if !has_name(&file, path)? => {}
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {
                return Ok(Output { file, path: path.to_owned() });
            }
        }
    }
}

/// Opens the file of this name, but no link; creates it if it is missing.
fn open_or_make(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true);
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(io::Error::other("it is a symbolic link")),
        Ok(_) => match guarded(options, false).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(io::ErrorKind::AlreadyExists.into())
            }
            opened => opened,
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            options.create_new(true).open(path)
        }
        Err(error) => Err(error),
    }
}

/// Refuses pipes, devices and folders.
fn regular(file: File) -> io::Result<File> {
    let kind = file.metadata()?.file_type();
    if kind.is_file() {
        return Ok(file);
    }
    #[cfg(unix)]
    if kind.is_dir() {
        return Err(io::Error::from_raw_os_error(libc::EISDIR));
    }
    Err(io::Error::other("it is not a regular file"))
}

/// Makes opening a pipe return at once, and refuses a link as the last part of a path unless `links`.
fn guarded(options: &mut OpenOptions, links: bool) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        let flags = if links { libc::O_NONBLOCK } else { libc::O_NONBLOCK | libc::O_NOFOLLOW };
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags);
    }
    let _ = links;
    options
}

/// True if the name still belongs to this open file.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let own = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// True, because here an open file keeps its name.
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

fn write_new(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<Output>) -> io::Result<()>,
) -> io::Result<Output> {
    let file = open_alone(path)?;
    let written = file.set_len(0).and_then(|()| {
        let mut buffered = BufWriter::with_capacity(1 << 20, file);
        let done = write(&mut buffered).and_then(|()| buffered.flush());
        // Unwritten data are dropped with the error, and not retried.
        let (file, _) = buffered.into_parts();
        done.and_then(|()| file.sync()).map(|()| file)
    });
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Makes a new name durable, if the system can open folders.
fn sync_folder(path: &Path) -> io::Result<()> {
    faults::disk(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new("."))) {
        Ok(folder) => folder.sync_all(),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::faults::Armed;

    /// An empty folder for one test, removed when dropped.
    pub(crate) struct Folder(pub PathBuf);

    impl Folder {
        pub fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("bitgames-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).expect("a folder for a test");
            Folder(path)
        }

        pub fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("it is there").flatten();
            let mut names: Vec<_> =
                entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn one_run_uses_a_file_and_others_hear_whose_it_is() {
        let folder = Folder::new("run-lock");
        let path = folder.0.join("note");
        let lock = RunLock::take(&path).expect("nobody uses it");
        assert_eq!(folder.names(), [".note.lock"]);
        let Err(Error::Io { path: named, code, reason }) = RunLock::take(&path) else {
            panic!("two runs use it")
        };
        assert_eq!((named, code), (path.display().to_string(), Some(AGAIN)));
        let own = if cfg!(unix) { format!(" (PID {})", std::process::id()) } else { String::new() };
        assert!(reason.starts_with(&format!("another process{own} uses this file")), "{reason}");
        drop(lock);
        assert!(folder.names().is_empty());
        // What a killed run left behind is free.
        fs::write(folder.0.join(".note.lock"), "1").expect("it can be written");
        drop(RunLock::take(&path).expect("nobody uses it"));
    }

    #[cfg(unix)]
    #[test]
    fn others_wait_for_the_number_of_the_process_that_has_just_locked() {
        let folder = Folder::new("new-lock");
        let (path, name) = (folder.0.join("note"), folder.0.join(".note.lock"));
        let mut locked = open_alone(&name).expect("nobody uses it");
        let other = thread::spawn(move || RunLock::take(&path).expect_err("it is in use"));
        thread::sleep(Duration::from_millis(50));
        write!(locked, "4711").expect("it can be written");
        assert!(other.join().expect("it ends").to_string().contains("(PID 4711)"));
    }

    #[test]
    fn whatever_fails_a_reader_sees_the_old_file_or_the_new_one() {
        let folder = Folder::new("replace");
        let path = folder.0.join("note");
        for passes in 0.. {
            fs::write(&path, b"old").expect("it can be written");
            let armed = Armed::disk(&folder.0, passes);
            let done = replace(&path, |file| {
                file.write_all(&vec![1; 3 << 20])?;
                file.write_all(&[2])
            });
            let (failed, read) = (armed.has_failed(), fs::read(&path).expect("it is there"));
            assert!(read == b"old" || read.len() == (3 << 20) + 1, "{passes}");
            assert_eq!(folder.names(), ["note"], "{passes}");
            assert_eq!(done.is_err(), failed, "{passes}");
            if !failed {
                assert!(passes > 5);
                return;
            }
            let Err(Error::Io { path: named, .. }) = done else { panic!("{done:?}") };
            assert_eq!(named, path.display().to_string());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_at_names_that_can_be_guessed_are_not_followed() {
        let folder = Folder::new("links");
        let (victim, path) = (folder.0.join("victim"), folder.0.join("note"));
        fs::write(&victim, b"precious").expect("it can be written");
        for target in [&victim, &folder.0.join("nothing"), &folder.0] {
            std::os::unix::fs::symlink(target, with_suffix(&path, ".tmp")).expect("a link");
            let refused = replace(&path, |file| file.write_all(b"new")).expect_err("a link");
            assert!(refused.to_string().contains("it is a symbolic link"), "{refused}");
            assert!(open_alone(&with_suffix(&path, ".tmp")).is_err());
            assert_eq!(fs::read(&victim).expect("it is there"), b"precious");
            assert_eq!(folder.names(), ["note.tmp", "victim"]);
            fs::remove_file(with_suffix(&path, ".tmp")).expect("the link itself");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_regular_file_is_refused_by_name_and_at_once() {
        let folder = Folder::new("pipes");
        let pipe = folder.0.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        let refused = open(&pipe).expect_err("a pipe").to_string();
        assert_eq!(refused, format!("{}: it is not a regular file", pipe.display()));
        assert!(open_alone(&pipe).is_err_and(|e| e.to_string() == "it is not a regular file"));
        assert!(matches!(open(&folder.0), Err(Error::Io { code: Some(libc::EISDIR), .. })));
        assert!(open(Path::new("/dev/null")).is_err());
        assert!(matches!(open(&folder.0.join("none")), Err(Error::Io { code: Some(2), .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_lost_its_name_is_not_taken_for_it() -> io::Result<()> {
        let folder = Folder::new("names");
        let path = folder.0.join("name");
        let file = open_alone(&path)?;
        assert!(has_name(&file.file, &path)?);
        assert_eq!(
            open_alone(&path).map_err(|e| e.kind()).err(),
            Some(io::ErrorKind::ResourceBusy)
        );
        fs::rename(&path, with_suffix(&path, ".renamed"))?;
        assert!(!has_name(&file.file, &path)?);
        let other = open_alone(&path)?;
        assert!(has_name(&other.file, &path)? && !has_name(&file.file, &path)?);
        Ok(())
    }
}
