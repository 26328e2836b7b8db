//! Scores of all positions with so many discs: an opening book that lies in the table of the solver.
//!
//! A book holds the positions in which the side to move does not win at once, and has at most one
//! threat to answer, up to the mirror. Where a search takes long to find a best move, it goes on: after
//! the moves that are forced there, it holds the positions after each move, too. Its file has scores
//! alone, one byte each, in the order of the positions: which ones they are follows from the rules, and
//! from what takes long. A solve from fewer discs puts all of them into its table first, so that its
//! search ends there.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 3 |
//! | 4 | kind of file, `C4BK` |
//! | 8 | checksum of all bytes that follow: 64-bit XXH3 |
//! | 4 | length of the text |
//! | | the text, a name and a value on each line: spec of the game, the discs of which the book has all positions, how many these are, most discs of a position, how many positions were searched for a best move, and program |
//! | 1 a position | twice its score for the side to move, and 1 more if it takes long; fewer than positions while the book is made |

use std::iter::once;

use hashbrown::HashSet;

use super::super::rules::Board;
use super::super::sides::{CLASSIC, Sides};
use super::state::State;
use crate::bits::Integer;
use crate::data::{DataFile, embedded};
use crate::files::{self, HEAD, checksum};
use crate::once::Once;

const VERSION: u32 = 3;
const KIND: [u8; 4] = *b"C4BK";
/// Where the bytes begin that the checksum covers.
const SUMMED: usize = HEAD + 8;

/// A position of a book as it goes into the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub hash: u64,
    pub score: i8,
    /// The discs of the position.
    pub plies: u8,
}

/// The positions of a book, those with fewer discs not always first.
pub(super) type Scores = Vec<Entry>;

/// A book as a solver uses it.
#[derive(Clone, Copy)]
pub(super) struct Book {
    /// Discs of the positions that it has all of.
    pub plies: usize,
    /// Most discs of a position.
    pub most_plies: usize,
    pub scores: &'static Once<Scores>,
}

/// The book of a board, if the program holds one.
pub(super) fn of(sides: impl Sides) -> Option<Book> {
    let is_classic = (sides.width(), sides.height()) == (7, 6);
    let is_there = is_classic && DATA.bytes().is_some();
    is_there.then(|| Book { plies: FILE.plies, most_plies: FILE.most_plies, scores: &SCORES })
}

/// The file of the book of 7 x 6.
pub(crate) static DATA: DataFile = DataFile::new(
    ("connect4.scores", "connect4", false),
    embedded!("../opening.scores"),
    |bytes| {
        let file = File::read(bytes)?;
        let is_whole = file.scores.len() >= file.count;
        if file.game == "connect4" && is_whole { Ok(()) } else { Err("it is another book".into()) }
    },
);

/// The book of 7 x 6, whose file must be there.
pub(super) static FILE: Once<File> = Once::new(|| {
    let bytes = DATA.bytes().expect("it is used once it is there");
    Box::new(File::read(bytes).expect("it was checked"))
});
static SCORES: Once<Scores> = Once::new(|| {
    let positions = Positions::<_, u64>::of(CLASSIC, &FILE);
    Box::new(by_hash(CLASSIC, &positions.all, &FILE.scores))
});

/// The positions of a book in its order.
pub(super) struct Positions<G, W> {
    sides: G,
    pub all: Vec<State<W>>,
    /// What a search looks up for each.
    seen: HashSet<W>,
}

impl<G: Sides, W: Integer> Positions<G, W> {
    /// Those of a file.
    pub fn of(sides: G, file: &File) -> Self {
        let all = positions(sides, file.plies);
        let quiet = all.iter().filter_map(|at| at.after_forced(sides));
        let seen = quiet.map(|(at, _)| at.canonical(sides).0).collect();
        let mut positions = Positions { sides, all, seen };
        for (i, score) in file.scores.iter().enumerate() {
            if score.is_long {
                positions.go_on_after(i);
            }
        }
        positions
    }

    /// Adds those after each move of a position, as a search looks them up.
    pub fn go_on_after(&mut self, i: usize) {
        let g = self.sides;
        let Some((at, _)) = self.all.get(i).and_then(|at| at.after_forced(g)) else { return };
        let after = children(g, at).filter(|at| g.wins(at.own, at.discs).is_empty());
        for (at, _) in after.filter_map(|at| at.after_forced(g)) {
            if self.seen.insert(at.canonical(g).0) {
                self.all.push(at);
            }
        }
    }
}

/// The positions after each move.
fn children<G: Sides, W: Integer>(g: G, at: State<W>) -> impl Iterator<Item = State<W>> {
    let cells = g.tops(at.discs) & g.board();
    cells.cells().map(move |cell| at.after(W::bit(cell)))
}

/// The positions of a book with this number of discs, up to the mirror: first those without a threat
/// of the side that waits, then those with one, each in the order of their canonical words.
pub(super) fn positions<G: Sides, W: Integer>(g: G, plies: usize) -> Vec<State<W>> {
    let mut layer = vec![(W::EMPTY, State::of(&Board::<G, W>::empty(g)))];
    for _ in 0..plies {
        let after = layer.into_iter().flat_map(|(_, at)| children(g, at));
        let going_on = after.filter(|at| !g.has_line(at.other()));
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

/// The scores of positions as they go into the table: under the hash of each, and under that of the
/// position after the moves that are forced, which a search looks up.
pub(super) fn by_hash<G: Sides, W: Integer>(
    g: G,
    positions: &[State<W>],
    scores: &[Score],
) -> Scores {
    let entries = |(&at, score): (&State<W>, &Score)| {
        let value = score.value;
        let later = at.after_forced(g).filter(|(after, _)| after.ply > at.ply);
        let later = later.map(|(after, flipped)| (after, if flipped { -value } else { value }));
        let entry =
            |(at, score): (State<W>, i8)| Entry { hash: at.hash(g).0, score, plies: at.ply as u8 };
        once((at, value)).chain(later).map(entry)
    };
    positions.iter().zip(scores).flat_map(entries).collect()
}

/// A position of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Score {
    pub value: i8,
    /// True if the book goes on after it.
    pub is_long: bool,
}

/// What is in a file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct File {
    pub game: String,
    pub plies: usize,
    pub count: usize,
    /// Most discs of a position.
    pub most_plies: usize,
    /// How many positions were searched for a best move, the first ones.
    pub searched: usize,
    /// The scores of the first positions, of all once the book is whole.
    pub scores: Vec<Score>,
}

impl File {
    pub fn bytes(&self) -> Vec<u8> {
        let File { game, plies, count, most_plies, searched, scores } = self;
        let by = files::program();
        let text = format!(
            "game {game}\nplies {plies}\npositions {count}\nmost-plies {most_plies}\nsearched {searched}\nby {by}\n"
        );
        let mut bytes = files::head(VERSION, KIND);
        bytes.extend([0; 8]);
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.extend(scores.iter().map(|score| (score.value * 2) as u8 | u8::from(score.is_long)));
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
        let mut number = |name: &str| value(name)?.parse().ok();
        let (plies, count) = (number("plies")?, number("positions")?);
        let (most_plies, searched) = (number("most-plies")?, number("searched")?);
        let score = |&byte: &u8| Score { value: byte as i8 >> 1, is_long: byte & 1 == 1 };
        let scores: Vec<_> = scores.iter().map(score).collect();
        let is_sound =
            searched <= scores.len() && (scores.len() <= count || scores.len() == searched);
        is_sound.then_some(File { game, plies, count, most_plies, searched, scores })
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
        assert_eq!((FILE.game.as_str(), FILE.count), ("connect4", 77_154));
        let positions = Positions::<_, u64>::of(CLASSIC, &FILE).all;
        assert_eq!((FILE.searched, FILE.scores.len()), (positions.len(), positions.len()));
        assert_eq!(FILE.most_plies, positions.iter().map(|at| at.ply).max().unwrap_or_default());
        assert_eq!(FILE.bytes().len(), include_bytes!("../opening.scores").len());
        assert!(FILE.bytes().len() <= 150_000);
    }

    #[test]
    fn damaged_books_are_refused() {
        let score = |value| Score { value, is_long: value < 0 };
        let game = "connect4:5,5".to_owned();
        let scores = vec![score(20), score(-20)];
        let file = File { game, plies: 1, count: 2, most_plies: 3, searched: 1, scores };
        let good = file.bytes();
        assert_eq!(File::read(&good), Ok(file));
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            assert!(File::read(&bytes).is_err(), "{at}");
            assert!(File::read(&good[..at]).is_err(), "{at}");
        }
        let many = File { count: 1, scores: vec![score(0); 2], ..File::default() };
        assert!(File::read(&many.bytes()).is_err_and(|reason| reason.contains("header")));
    }
}
