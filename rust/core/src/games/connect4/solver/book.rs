//! Scores of all positions with so many discs: an opening book that lies in the table of the solver.
//!
//! A book holds the positions in which no side could complete a line with the next disc, up to the
//! mirror; the others take few moves more to settle. Its file has scores alone, one byte each, in the
//! order of the positions: which ones they are follows from the rules. A solve from fewer discs puts
//! all of them into its table first, so that its search ends there.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 1 |
//! | 4 | kind of file, `C4BK` |
//! | 8 | checksum of all bytes that follow: 64-bit XXH3 |
//! | 4 | length of the text |
//! | | the text: spec of the game, discs, number of positions and program, a name and a value on each line |
//! | 1 a position | its score for the side to move; fewer than positions while the book is made |

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use super::super::rules::Board;
use super::super::sides::{Classic, Sides};
use super::Solver;
use super::state::State;
use crate::bits::Integer;
use crate::budget::Budget;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::exact::{ExactSolver, SolveOptions};
use crate::files::{self, HEAD, checksum};
use crate::notation::Notation;
use crate::once::Once;

const VERSION: u32 = 1;
const KIND: [u8; 4] = *b"C4BK";
/// Where the bytes begin that the checksum covers.
const SUMMED: usize = HEAD + 8;
/// Most discs of the positions of a book: on 7 x 6 there are three million with 12.
const MOST_PLIES: usize = 12;
/// Time between two saves.
const BETWEEN_SAVES: Duration = Duration::from_secs(20);

/// The scores of a book by the hashes of its positions.
type Scores = Vec<(u64, i8)>;

/// A book as a solver uses it.
#[derive(Clone, Copy)]
pub(super) struct Book {
    /// Discs of its positions.
    pub plies: usize,
    pub scores: &'static Once<Scores>,
}

/// The book of a board, if the program holds one.
pub(super) fn of(sides: impl Sides) -> Option<Book> {
    let is_classic = Classic::of(sides.width() as u8, sides.height() as u8).is_some();
    is_classic.then(|| Book { plies: FILE.plies, scores: &SCORES })
}

/// The book of 7 x 6.
static FILE: Once<File> = Once::new(|| {
    const BYTES: &[u8] = include_bytes!("../opening.scores");
    Box::new(File::read(BYTES).expect("the file of the package is whole"))
});
static SCORES: Once<Scores> = Once::new(|| Box::new(FILE.by_hash::<_, u64>(Classic)));

/// The positions with so many discs in which no side completes a line with its next one, up to the
/// mirror and in the order of their canonical words.
fn positions<G: Sides, W: Integer>(g: G, plies: usize) -> Vec<State<W>> {
    let mut layer = vec![State::of(&Board::<G, W>::empty(g))];
    for _ in 0..plies {
        let children = |at: State<W>| {
            let cells = g.tops(at.discs) & g.board();
            cells.cells().map(move |cell| at.after(W::bit(cell)))
        };
        layer = layer.into_iter().flat_map(children).filter(|at| !g.has_line(at.other())).collect();
        layer.sort_unstable_by_key(|at| at.canonical(g).0);
        layer.dedup_by_key(|at| at.canonical(g).0);
    }
    let quiet = |at: &State<W>| {
        let wins = |discs| g.wins(discs, at.discs);
        (wins(at.own) | wins(at.other())).is_empty()
    };
    layer.retain(quiet);
    layer
}

/// What is in a file.
#[derive(Debug, PartialEq)]
struct File {
    game: String,
    plies: usize,
    count: usize,
    /// The scores of the first positions, of all once the book is whole.
    scores: Vec<i8>,
}

impl File {
    fn by_hash<G: Sides, W: Integer>(&self, g: G) -> Scores {
        let hashes = positions::<G, W>(g, self.plies).into_iter().map(|at| at.hash(g).0);
        hashes.zip(self.scores.iter().copied()).collect()
    }

    fn bytes(&self) -> Vec<u8> {
        let File { game, plies, count, scores } = self;
        let by = files::program();
        let text = format!("game {game}\nplies {plies}\npositions {count}\nby {by}\n");
        let mut bytes = files::head(VERSION, KIND);
        bytes.extend([0; 8]);
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.extend(scores.iter().map(|score| *score as u8));
        let sum = checksum(&bytes[SUMMED..]);
        bytes[HEAD..SUMMED].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> std::result::Result<Self, String> {
        files::check_head(bytes, VERSION, KIND, "a book of scores")?;
        let summed = bytes.get(SUMMED..).unwrap_or_default();
        if bytes.get(HEAD..SUMMED) != Some(&checksum(summed).to_le_bytes()) {
            return Err("its checksum is wrong: it is damaged or cut short".into());
        }
        Self::parse(summed).ok_or_else(|| "its header is damaged".into())
    }

    fn parse(summed: &[u8]) -> Option<Self> {
        let (length, rest) = summed.split_first_chunk()?;
        let (text, scores) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let mut lines = std::str::from_utf8(text).ok()?.lines();
        let mut value = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let game = value("game")?.to_owned();
        let (plies, count) = (value("plies")?.parse().ok()?, value("positions")?.parse().ok()?);
        let scores: Vec<i8> = scores.iter().map(|byte| *byte as i8).collect();
        (scores.len() <= count).then_some(File { game, plies, count, scores })
    }
}

/// Makes a book, or goes on with the file that is there; returns the number of its positions. Progress
/// counts them. The file has scores of the first positions at every moment.
pub(in super::super) fn build<G: Sides, W: Integer>(
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
    let positions = positions::<G, W>(g, plies);
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
    let mut solver = Solver::new(g, &SolveOptions { book: false, ..options.clone() })?;
    // The table serves all positions: as much of it as there is.
    solver.max_empties = g.cells();
    let save = |file: &File| files::replace(path, |to| to.write_all(&file.bytes()));
    let (mut ended, mut saved, part) = (Ok(()), control.elapsed(), control.quiet());
    for at in &positions[file.scores.len()..] {
        control.report(file.scores.len() as u64, file.count as u64);
        match solver.best(&at.board(g), &Budget::unlimited(&part)) {
            Ok((score, _)) => file.scores.push(score as i8),
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
    use std::collections::HashSet;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::super::sides::Rect;
    use super::*;
    use crate::capability::Symmetric;
    use crate::control::Limits;
    use crate::files::tests::Folder;
    use crate::game::{Game, Move};

    const SMALL: Rect = Rect { width: 5, height: 5 };
    const PLIES: usize = 4;
    static SMALL_SCORES: Once<Scores> = Once::new(|| {
        let folder = Folder::new("scores");
        let path = folder.0.join("small");
        build::<_, u64>(SMALL, PLIES, &path, &options(), &Control::default()).expect("no limit");
        let bytes = files::read(&path).expect("it was written");
        Box::new(File::read(&bytes).expect("it is whole").by_hash::<_, u64>(SMALL))
    });

    fn options() -> SolveOptions {
        SolveOptions { table_mib: 1, ..SolveOptions::default() }
    }

    /// Positions with so many discs, by the rules alone: unfinished ones without a line at once for the
    /// side to move, or for the other side if the turn were its own.
    fn counted<G: Sides>(g: G, plies: usize) -> usize {
        let mut layer = HashSet::from([Board::<G, u64>::empty(g)]);
        for _ in 0..plies {
            let children = |at: &Board<G, u64>| -> Vec<_> {
                at.legal_moves().iter().map(|m| at.child(*m)).collect()
            };
            let canonical = |at: Board<G, u64>| {
                let mirror = at.transform(1);
                if (at.own(), at.discs()) < (mirror.own(), mirror.discs()) { at } else { mirror }
            };
            layer = layer.iter().flat_map(children).map(canonical).collect();
        }
        let line = |at: &Board<G, u64>, own: u64| {
            let cell = |m: &Move| g.tops(at.discs()) & g.column::<u64>(m.index());
            at.legal_moves().iter().any(|m| g.has_line(own | cell(m)))
        };
        let quiet =
            |at: &&Board<G, u64>| !at.is_over() && !line(at, at.own()) && !line(at, at.other());
        layer.iter().filter(quiet).count()
    }

    #[test]
    fn every_quiet_position_is_there_once() {
        for plies in 0..=8 {
            assert_eq!(positions::<_, u64>(SMALL, plies).len(), counted(SMALL, plies), "{plies}");
        }
        for (plies, count) in [(0, 1), (1, 4), (2, 25), (3, 121), (4, 568)] {
            assert_eq!(positions::<_, u64>(Classic, plies).len(), count);
            assert_eq!(counted(Classic, plies), count);
        }
        // The "Connect-4" data set of John Tromp (UCI, 1995) has as many.
        assert_eq!(positions::<_, u64>(Classic, 8).len(), 67_557);
    }

    #[test]
    fn the_file_of_the_package_is_whole() {
        assert_eq!((FILE.game.as_str(), FILE.count), ("connect4", FILE.scores.len()));
        assert_eq!(positions::<_, u64>(Classic, FILE.plies).len(), FILE.count);
        assert_eq!(FILE.bytes().len(), include_bytes!("../opening.scores").len());
        assert!(FILE.bytes().len() <= 150_000);
    }

    /// Some scores of the package again, as far as little work goes.
    #[test]
    fn scores_of_the_package_are_right() {
        let mut solver =
            Solver::new(Classic, &SolveOptions { book: false, ..options() }).expect("1 MiB");
        let control = Control::default();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let all = positions::<_, u64>(Classic, FILE.plies);
        let mut found = 0;
        for (at, &score) in all.iter().zip(&FILE.scores).step_by((all.len() / 2000).max(1)) {
            match solver.best(&at.board(Classic), &Budget::new(limits, &control)) {
                Ok((value, _)) => assert_eq!(value, i32::from(score)),
                Err(error) => {
                    assert!(matches!(error, Error::Limit { .. }));
                    continue;
                }
            }
            found += 1;
        }
        assert!(found >= all.len().min(2000) / 20, "{found}");
    }

    #[test]
    fn a_search_ends_at_the_book() {
        let book = Book { plies: PLIES, scores: &SMALL_SCORES };
        for plies in 0..=PLIES {
            for at in positions::<_, u64>(SMALL, plies).into_iter().step_by(7) {
                let solved = |book| {
                    let mut solver = Solver::new(SMALL, &options()).expect("a MiB");
                    solver.book = book;
                    let control = Control::default();
                    let budget = Budget::unlimited(&control);
                    let found = solver.best(&at.board(SMALL), &budget).expect("no limit is set");
                    (found.0, budget.nodes())
                };
                let ((value, nodes), (plain, more)) = (solved(Some(book)), solved(None));
                assert_eq!(value, plain);
                assert!(nodes < more, "{nodes} {more}");
            }
        }
    }

    #[test]
    fn a_stopped_build_goes_on_to_the_same_bytes() {
        let folder = Folder::new("resumed-scores");
        let [once, parts] = ["once", "parts"].map(|name| folder.0.join(name));
        let built = |path: &Path, control: &Control<'_>| {
            build::<_, u64>(SMALL, 5, path, &options(), control)
        };
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
        let other = build::<_, u64>(SMALL, 3, &once, &options(), &Control::default());
        assert!(other.expect_err("another book").to_string().contains("5 discs"));
    }

    #[test]
    fn damaged_books_are_refused() {
        let file = File { game: "connect4:5,5".into(), plies: 1, count: 3, scores: vec![0, -1] };
        let good = file.bytes();
        assert_eq!(File::read(&good), Ok(file));
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            assert!(File::read(&bytes).is_err(), "{at}");
            assert!(File::read(&good[..at]).is_err(), "{at}");
        }
        let many = File { game: "connect4".into(), plies: 1, count: 1, scores: vec![0, 0] };
        assert!(File::read(&many.bytes()).is_err_and(|reason| reason.contains("header")));
    }
}
