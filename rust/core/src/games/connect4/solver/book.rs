//! Scores of all positions with so many discs: an opening book that lies in the table of the solver.
//!
//! A book holds the positions in which the side to move does not win at once, and has at most one
//! threat to answer, up to the mirror. Its file has scores alone, one byte each, in the order of the
//! positions: which ones they are follows from the rules. A solve from fewer discs puts all of them
//! into its table first, so that its search ends there.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 2 |
//! | 4 | kind of file, `C4BK` |
//! | 8 | checksum of all bytes that follow: 64-bit XXH3 |
//! | 4 | length of the text |
//! | | the text: spec of the game, discs, number of positions and program, a name and a value on each line |
//! | 1 a position | its score for the side to move; fewer than positions while the book is made |

use std::iter::once;

use super::super::rules::Board;
use super::super::sides::{CLASSIC, Sides};
use super::state::State;
use crate::bits::Integer;
use crate::data::{DataFile, embedded};
use crate::files::{self, HEAD, checksum};
use crate::once::Once;

const VERSION: u32 = 2;
const KIND: [u8; 4] = *b"C4BK";
/// Where the bytes begin that the checksum covers.
const SUMMED: usize = HEAD + 8;

/// The scores of a book by the hashes of its positions.
pub(super) type Scores = Vec<(u64, i8)>;

/// A book as a solver uses it.
#[derive(Clone, Copy)]
pub(super) struct Book {
    /// Discs of its positions.
    pub plies: usize,
    pub scores: &'static Once<Scores>,
}

/// The book of a board, if the program holds one.
pub(super) fn of(sides: impl Sides) -> Option<Book> {
    let is_classic = (sides.width(), sides.height()) == (7, 6);
    let is_there = is_classic && DATA.bytes().is_some();
    is_there.then(|| Book { plies: FILE.plies, scores: &SCORES })
}

/// The file of the book of 7 x 6.
pub(crate) static DATA: DataFile = DataFile::new(
    ("connect4.scores", "connect4", false),
    embedded!("../opening.scores"),
    |bytes| {
        let File { game, plies, count, scores } = File::read(bytes)?;
        let is_whole = scores.len() == count && count == positions::<_, u64>(CLASSIC, plies).len();
        if game == "connect4" && is_whole { Ok(()) } else { Err("it is another book".into()) }
    },
);

/// The book of 7 x 6, whose file must be there.
pub(super) static FILE: Once<File> = Once::new(|| {
    let bytes = DATA.bytes().expect("it is used once it is there");
    Box::new(File::read(bytes).expect("it was checked"))
});
static SCORES: Once<Scores> =
    Once::new(|| Box::new(by_hash::<_, u64>(CLASSIC, FILE.plies, &FILE.scores)));

/// The positions of a book in its order.
pub(in super::super) fn boards<G: Sides, W: Integer>(g: G, plies: usize) -> Vec<Board<G, W>> {
    positions(g, plies).into_iter().map(|at| at.board(g)).collect()
}

/// The positions of a book with this number of discs, up to the mirror: first those without a threat
/// of the side that waits, then those with one, each in the order of their canonical words.
pub(super) fn positions<G: Sides, W: Integer>(g: G, plies: usize) -> Vec<State<W>> {
    let mut layer = vec![(W::EMPTY, State::of(&Board::<G, W>::empty(g)))];
    for _ in 0..plies {
        let children = |(_, at): (W, State<W>)| {
            let cells = g.tops(at.discs) & g.board();
            cells.cells().map(move |cell| at.after(W::bit(cell)))
        };
        let going_on = layer.into_iter().flat_map(children).filter(|at| !g.has_line(at.other()));
        layer = going_on.map(|at| (at.canonical(g).0, at)).collect();
        layer.sort_unstable_by_key(|&(word, _)| word);
        layer.dedup_by_key(|&mut (word, _)| word);
    }
    let mut all: Vec<_> = layer.into_iter().map(|(_, at)| at).collect();
    let threats = |at: &State<W>| g.wins(at.other(), at.discs).count();
    all.retain(|at| g.wins(at.own, at.discs).is_empty() && threats(at) <= 1);
    all.sort_by_key(threats);
    all
}

/// The scores of a book as they go into the table: under the hash of each position, and under that of
/// the position after the moves that are forced, which a search looks up.
pub(super) fn by_hash<G: Sides, W: Integer>(g: G, plies: usize, scores: &[i8]) -> Scores {
    let entries = |(at, &score): (State<W>, &i8)| {
        let later = at.after_forced(g).filter(|(after, _)| after.ply > at.ply);
        let later = later.map(|(after, flipped)| (after, if flipped { -score } else { score }));
        once((at, score)).chain(later).map(|(at, score)| (at.hash(g).0, score))
    };
    positions(g, plies).into_iter().zip(scores).flat_map(entries).collect()
}

/// What is in a file.
#[derive(Debug, PartialEq)]
pub(in super::super) struct File {
    pub game: String,
    pub plies: usize,
    pub count: usize,
    /// The scores of the first positions, of all once the book is whole.
    pub scores: Vec<i8>,
}

impl File {
    pub fn bytes(&self) -> Vec<u8> {
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

    pub fn read(bytes: &[u8]) -> std::result::Result<Self, String> {
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::capability::Symmetric;
    use crate::game::{Game, Move};
    use crate::marks::Rect;

    const SMALL: Rect = Rect { width: 5, height: 5, k: 4 };
    /// Positions with so many discs, by the rules alone: unfinished ones without a line at once for the
    /// side to move, of those the ones with no and with one for the other side if the turn were its own.
    fn counted<G: Sides>(g: G, plies: usize) -> [usize; 2] {
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
        let lines = |at: &Board<G, u64>, own: u64| {
            let cell = |m: &Move| g.tops(at.discs()) & g.column::<u64>(m.index());
            at.legal_moves().iter().filter(|m| g.has_line(own | cell(m))).count()
        };
        let open = |at: &&Board<G, u64>| !at.is_over() && lines(at, at.own()) == 0;
        let threats: Vec<usize> =
            layer.iter().filter(open).map(|at| lines(at, at.other())).collect();
        [0, 1].map(|count| threats.iter().filter(|&&threats| threats == count).count())
    }

    /// The positions of a book with no threat and with one.
    fn kinds<G: Sides>(g: G, plies: usize) -> [usize; 2] {
        let all = positions::<G, u64>(g, plies);
        let quiet = all.partition_point(|at| g.wins(at.other(), at.discs) == 0);
        [quiet, all.len() - quiet]
    }

    #[test]
    fn every_undecided_position_is_there_once() {
        for plies in 0..=8 {
            assert_eq!(kinds(SMALL, plies), counted(SMALL, plies), "{plies}");
        }
        for (plies, quiet) in [(0, 1), (1, 4), (2, 25), (3, 121), (4, 568)] {
            assert_eq!(kinds(CLASSIC, plies), counted(CLASSIC, plies));
            assert_eq!(kinds(CLASSIC, plies)[0], quiet);
        }
        // The "Connect-4" data set of John Tromp (UCI, 1995) has as many without a threat.
        assert_eq!(kinds(CLASSIC, 8), [67_557, 9_597]);
    }

    #[test]
    fn the_file_of_the_package_is_whole() {
        assert_eq!((FILE.game.as_str(), FILE.count), ("connect4", FILE.scores.len()));
        assert_eq!(positions::<_, u64>(CLASSIC, FILE.plies).len(), FILE.count);
        assert_eq!(FILE.bytes().len(), include_bytes!("../opening.scores").len());
        assert!(FILE.bytes().len() <= 150_000);
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
