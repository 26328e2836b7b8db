//! Files of games: made in parallel, in the order of the index, and continued where they ended.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use bitgames_core::files::checksum;
use bitgames_core::games::othello::patterns::learned;

use crate::games::{GamePlayer, LabelledGame, Sample};

/// First words of a file; the version of the recipe and the weights that chose the moves follow.
const MAGIC: &str = "bitgames othello games";
/// Version 2 searched to level 8; games of all versions are read.
const RECIPE: u32 = 3;
/// Games that a thread takes at once.
const BLOCK: u64 = 64;

fn header(from: u64, to: u64) -> String {
    format!("{MAGIC} {RECIPE} {:016x} {from} {to}", checksum(learned()))
}

/// Plays the games from index `from` up to `to` and writes them to a file of lines, in order. Until
/// it is complete its name ends in `.part`; a part of an earlier run is continued.
pub fn write_games(from: u64, to: u64, path: &Path, threads: usize) -> io::Result<()> {
    if path.exists() {
        return Err(io::Error::other(format!("{} exists", path.display())));
    }
    let part = PathBuf::from(format!("{}.part", path.display()));
    let done = if part.exists() { cut_part(&part, &header(from, to))? } else { 0 };
    let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(&part)?);
    if done == 0 {
        writeln!(out, "{}", header(from, to))?;
    }
    let start = from + done;
    let next = AtomicU64::new(start);
    let (sender, finished) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut player = GamePlayer::new().map_err(io::Error::other);
                loop {
                    let first = next.fetch_add(BLOCK, Ordering::Relaxed);
                    if first >= to {
                        return;
                    }
                    let block = player.as_mut().map(|player| {
                        let games = (first..to.min(first + BLOCK)).map(|index| player.play(index));
                        games.collect::<Vec<LabelledGame>>()
                    });
                    let block = block.map_err(|error| io::Error::other(error.to_string()));
                    // No receiver: writing failed.
                    if sender.send((first, block)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut at = start;
        for (first, block) in finished {
            waiting.insert(first, block?);
            while let Some(block) = waiting.remove(&at) {
                for game in block {
                    writeln!(out, "{game}")?;
                }
                out.flush()?;
                at = to.min(at + BLOCK);
                if (at - from) % 1024 < BLOCK || at == to {
                    eprintln!("{} of {} games", at - from, to - from);
                }
            }
        }
        io::Result::Ok(())
    })?;
    out.into_inner()?.sync_all()?;
    fs::rename(&part, path)
}

/// The number of games of an unfinished file, after removal of an incomplete last line.
fn cut_part(part: &Path, header: &str) -> io::Result<u64> {
    let data = fs::read(part)?;
    let whole = data.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if whole > 0 && !data.starts_with(format!("{header}\n").as_bytes()) {
        let message = format!("{} belongs to other games or other weights", part.display());
        return Err(io::Error::other(message));
    }
    OpenOptions::new().write(true).open(part)?.set_len(whole as u64)?;
    // The header and what follows the last line end are no games.
    let lines = data[..whole].split(|&byte| byte == b'\n').count() as u64;
    Ok(lines.saturating_sub(2))
}

/// The samples of files of games, finished or not, each with the index of its game.
pub fn read_samples<P: AsRef<Path>>(
    paths: &[P],
    mut take: impl FnMut(u64, Sample),
) -> io::Result<()> {
    for path in paths {
        let path = path.as_ref();
        let failed = |what: &str| io::Error::other(format!("{}: {what}", path.display()));
        let file = File::open(path).map_err(|error| failed(&error.to_string()))?;
        let mut lines = BufReader::new(file).split(b'\n').peekable();
        let first = lines.next().transpose()?.unwrap_or_default();
        if !first.starts_with(MAGIC.as_bytes()) {
            return Err(failed("not a file of games"));
        }
        while let Some(line) = lines.next() {
            let line = String::from_utf8_lossy(&line?).into_owned();
            let game = LabelledGame::parse(&line);
            match game.and_then(|game| Some((game.index, game.samples()?))) {
                Some((index, samples)) => samples.into_iter().for_each(|s| take(index, s)),
                // The last line of an unfinished file may be cut.
                None if path.extension().is_some_and(|end| end == "part")
                    && lines.peek().is_none() => {}
                None => return Err(failed(&format!("not a game: {line:?}"))),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_equal_for_any_threads_and_when_continued() {
        let folder = std::env::temp_dir().join(format!("bitgames-train-{}", std::process::id()));
        fs::create_dir(&folder).expect("a new folder");
        let [one, two, cut] = ["one", "two", "cut"].map(|name| folder.join(name));
        let games = |path: &Path, threads| write_games(3, 3 + BLOCK / 16, path, threads);
        games(&one, 1).expect("a writable folder");
        games(&two, 2).expect("a writable folder");
        let whole = fs::read(&one).expect("a file");
        assert_eq!(fs::read(&two).expect("a file"), whole);
        assert!(games(&one, 1).is_err());

        let part = folder.join("cut.part");
        fs::write(&part, &whole[..whole.len() - 20]).expect("a writable folder");
        let (mut all, mut fewer) = (Vec::new(), Vec::new());
        read_samples(&[&one, &two], |game, sample| all.push((game, sample))).expect("games");
        read_samples(&[&part], |game, sample| fewer.push((game, sample))).expect("games");
        assert_eq!(all[..all.len() / 2], all[all.len() / 2..]);
        assert!(all.starts_with(&fewer) && fewer.len() < all.len() / 2);
        games(&cut, 2).expect("a writable folder");
        assert_eq!(fs::read(&cut).expect("a file"), whole);
        assert!(!part.exists());

        // A part of other games is left alone.
        fs::write(&part, &whole).expect("a writable folder");
        fs::remove_file(&cut).expect("a file");
        assert!(write_games(0, 4, &cut, 1).is_err());
        assert_eq!(fs::read(&part).expect("a file"), whole);
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
