//! How books of scores are made.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use super::rules::Board;
use super::sides::Sides;
use super::solver::book::{File, boards};
use super::solver::solver_of_many;
use crate::bits::Integer;
use crate::budget::Budget;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::exact::{ExactSolver as _, SolveOptions};
use crate::files;
use crate::notation::Notation;

/// Most discs of the positions of a book: on 7 x 6 there are three million with 12.
const MOST_PLIES: usize = 12;
/// Time between two saves.
const BETWEEN_SAVES: Duration = Duration::from_secs(20);

/// Makes a book, or goes on with the file that is there; returns the number of its positions. Progress
/// counts them. The file has scores of the first positions at every moment.
pub(super) fn build<G: Sides, W: Integer>(
    g: G,
    plies: usize,
    path: &Path,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<usize> {
    let most = MOST_PLIES.min(g.cells() - 1);
    if plies > most {
        return Err(Error::parameter("plies", format!("from 0 to {most}"), plies));
    }
    let positions = boards::<G, W>(g, plies);
    let game = Board::<G, W>::empty(g).spec();
    let mut file = File { game, plies, count: positions.len(), scores: Vec::new() };
    if path.exists() {
        let read = File::read(&files::read(path)?);
        let found = read.map_err(|reason| Error::damaged("book of scores", path, reason))?;
        if (&found.game, found.plies, found.count) != (&file.game, plies, file.count) {
            let allowed = format!("of {} with {plies} discs", file.game);
            let given = format!("{} with {} discs", found.game, found.plies);
            return Err(Error::parameter("the book in this file", allowed, given));
        }
        file = found;
    }
    let mut solver = solver_of_many::<G, W>(g, options)?;
    let save = |file: &File| files::replace(path, |to| to.write_all(&file.bytes()));
    let (mut ended, mut saved, part) = (Ok(()), control.elapsed(), control.quiet());
    for at in &positions[file.scores.len()..] {
        control.report(file.scores.len() as u64, file.count as u64);
        match solver.value(at, &Budget::unlimited(&part)) {
            Ok(score) => file.scores.push(score as i8),
            Err(error) => {
                ended = Err(error);
                break;
            }
        }
        if control.elapsed() > saved + BETWEEN_SAVES {
            save(&file)?;
            saved = control.elapsed();
        }
    }
    control.report(file.scores.len() as u64, file.count as u64);
    save(&file)?;
    ended.map(|()| file.count)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::files::tests::Folder;
    use crate::marks::Rect;

    #[test]
    fn a_stopped_build_goes_on_to_the_same_bytes() {
        const SMALL: Rect = Rect { width: 5, height: 5, k: 4 };
        let options = SolveOptions { table_mib: 1, ..SolveOptions::default() };
        let folder = Folder::new("resumed-scores");
        let [once, parts] = ["once", "parts"].map(|name| folder.0.join(name));
        let built =
            |path: &Path, control: &Control<'_>| build::<_, u64>(SMALL, 5, path, &options, control);
        let count = built(&once, &Control::default()).expect("no limit");
        let (most, mut stops) = (AtomicU64::new(10), 0);
        let ticker = |done: u64, _: u64| done < most.load(Ordering::Relaxed);
        while let Err(error) = built(&parts, &Control::new(Some(&ticker))) {
            assert!(matches!(error, Error::Interrupted), "{error}");
            let bytes = files::read(&parts).expect("it has what was done");
            let file = File::read(&bytes).expect("it is whole");
            assert!(file.scores.len() < count);
            most.fetch_add(count as u64 / 3, Ordering::Relaxed);
            stops += 1;
        }
        assert!(stops > 0);
        assert_eq!(
            files::read(&once).expect("it is there"),
            files::read(&parts).expect("so is it")
        );
        let other = build::<_, u64>(SMALL, 3, &once, &options, &Control::default());
        assert!(other.expect_err("another book").to_string().contains("5 discs"));
    }
}
