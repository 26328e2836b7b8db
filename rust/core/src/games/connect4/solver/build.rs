//! How books of scores are made.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use super::super::rules::Board;
use super::super::sides::Sides;
use super::book::{Entry, File, Positions, Score, by_hash};
use super::{solver_of_many, work_of};
use crate::bits::Integer;
use crate::budget::Budget;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::exact::{ExactSolver as _, SolveOptions};
use crate::files;
use crate::notation::Notation;

/// Most discs of the positions of a book: on 7 x 6 there are three million with 12.
const MOST_PLIES: usize = 12;
/// A book goes on after a position if a search for a best move visits this number of positions.
const LONG: u64 = 2_000_000;
/// Time between two saves.
const BETWEEN_SAVES: Duration = Duration::from_secs(20);

/// Makes a book, or goes on with the file that is there; returns the number of its positions with `plies`
/// discs. Progress counts them once for their scores and once for how long their searches take, and the
/// positions after those that take long. The file has what was done at every moment.
pub(in super::super) fn build<G: Sides, W: Integer>(
    g: G,
    plies: usize,
    path: &Path,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<usize> {
    build_until::<G, W>((g, LONG), plies, path, options, control)
}

fn build_until<G: Sides, W: Integer>(
    (g, long): (G, u64),
    plies: usize,
    path: &Path,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<usize> {
    let most = MOST_PLIES.min(g.cells() - 1);
    if plies > most {
        return Err(Error::parameter("plies", format!("from 0 to {most}"), plies));
    }
    let game = Board::<G, W>::empty(g).spec();
    let mut file = File { game, plies, most_plies: plies, ..File::default() };
    let mut positions = Positions::<G, W>::of(g, &file);
    file.count = positions.all.len();
    if path.exists() {
        let read = File::read(&files::read(path)?);
        let found = read.map_err(|reason| Error::damaged("book of scores", path, reason))?;
        if (&found.game, found.plies, found.count) != (&file.game, plies, file.count) {
            let allowed = format!("of {} with {plies} discs", file.game);
            let given = format!("{} with {} discs", found.game, found.plies);
            return Err(Error::parameter("the book in this file", allowed, given));
        }
        positions = Positions::of(g, &found);
        file = found;
    }
    let count = file.count;
    let mut solver = solver_of_many::<G, W>(g, options)?;
    let save = |file: &File| files::replace(path, |to| to.write_all(&file.bytes()));
    let (mut ended, mut saved, part) = (Ok(()), control.elapsed(), control.quiet());
    let mut known = None;
    let report = |file: &File, positions: &Positions<G, W>| {
        let done = file.scores.len().min(count) + file.searched;
        control.report(done as u64, (count + positions.all.len()) as u64);
    };
    while ended.is_ok() && file.searched < positions.all.len() {
        report(&file, &positions);
        ended = if file.scores.len() < count {
            let at = positions.all[file.scores.len()].board(g);
            let value = solver.value(&at, &Budget::unlimited(&part));
            value.map(|value| file.scores.push(Score { value: value as i8, is_long: false }))
        } else {
            // What takes long does not depend on what else was found.
            let known =
                known.get_or_insert_with(|| by_hash(g, &positions.all[..count], &file.scores));
            search(g, &mut positions, &mut file, known, long, &part)
        };
        if control.elapsed() > saved + BETWEEN_SAVES {
            save(&file)?;
            saved = control.elapsed();
        }
    }
    report(&file, &positions);
    save(&file)?;
    ended.map(|()| count)
}

/// Searches the next position for a best move, and goes on after it if that takes long.
fn search<G: Sides, W: Integer>(
    g: G,
    positions: &mut Positions<G, W>,
    file: &mut File,
    known: &[Entry],
    long: u64,
    control: &Control<'_>,
) -> Result<()> {
    let i = file.searched;
    let (mut value, mut work) = (0, 0);
    if let Some((at, _)) = positions.all[i].after_forced(g) {
        let known = if at.ply > file.plies { &[] } else { known };
        (value, work) = work_of(g, at, known, control)?;
    }
    if i == file.scores.len() {
        file.scores.push(Score { value: value as i8, is_long: false });
    }
    file.searched += 1;
    if work >= long {
        file.scores[i].is_long = true;
        let from = positions.all.len();
        positions.go_on_after(i);
        let plies = positions.all[from..].iter().map(|at| at.ply).max();
        file.most_plies = file.most_plies.max(plies.unwrap_or_default());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::files::tests::Folder;
    use crate::marks::Rect;

    fn read(path: &Path) -> File {
        let bytes = files::read(path).expect("it has what was done");
        File::read(&bytes).expect("it is whole")
    }

    #[test]
    fn a_stopped_build_goes_on_to_the_same_bytes() {
        const SMALL: Rect = Rect { width: 5, height: 5, k: 4 };
        let options = SolveOptions { table_mib: 1, ..SolveOptions::default() };
        let folder = Folder::new("resumed-scores");
        let [once, parts] = ["once", "parts"].map(|name| folder.0.join(name));
        // It goes on after some of its positions.
        let built = |path: &Path, control: &Control<'_>| {
            build_until::<_, u64>((SMALL, 9000), 5, path, &options, control)
        };
        let count = built(&once, &Control::default()).expect("no limit");
        let whole = read(&once);
        assert!(whole.scores.len() > count && whole.most_plies > 5);
        let (most, mut stops) = (AtomicU64::new(10), 0);
        let ticker = |done: u64, _: u64| done < most.load(Ordering::Relaxed);
        while let Err(error) = built(&parts, &Control::new(Some(&ticker))) {
            assert!(matches!(error, Error::Interrupted), "{error}");
            assert!(read(&parts).searched < whole.searched);
            most.fetch_add(count as u64 / 3, Ordering::Relaxed);
            stops += 1;
        }
        assert!(stops > 4);
        assert_eq!(
            files::read(&once).expect("it is there"),
            files::read(&parts).expect("so is it")
        );
        let other = build::<_, u64>(SMALL, 3, &once, &options, &Control::default());
        assert!(other.expect_err("another book").to_string().contains("5 discs"));
    }
}
