//! Games in which marks in a row win: the sides of their boards, the marks of both players, and the
//! texts of positions.

use std::fmt::{self, Debug, Write as _};
use std::hash::Hash;

use crate::bits::Integer;
use crate::error::{Error, Result};
use crate::notation::Notation;

/// Width, height and line length of a board.
pub trait Sides: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The sides of a checked board; `None` if this type cannot have them.
    fn of(width: u8, height: u8, k: u8) -> Option<Self>;
    /// Columns.
    fn width(self) -> usize;
    /// Rows.
    fn height(self) -> usize;
    /// Marks in a row that win.
    fn k(self) -> usize;

    /// Number of cells.
    #[inline]
    fn cells(self) -> usize {
        self.width() * self.height()
    }
}

/// A certain board: a type without data, so that every mask is a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed<const WIDTH: u8, const HEIGHT: u8, const K: u8>;

impl<const WIDTH: u8, const HEIGHT: u8, const K: u8> Sides for Fixed<WIDTH, HEIGHT, K> {
    fn of(width: u8, height: u8, k: u8) -> Option<Self> {
        ((width, height, k) == (WIDTH, HEIGHT, K)).then_some(Fixed)
    }
    #[inline]
    fn width(self) -> usize {
        usize::from(WIDTH)
    }
    #[inline]
    fn height(self) -> usize {
        usize::from(HEIGHT)
    }
    #[inline]
    fn k(self) -> usize {
        usize::from(K)
    }
}

/// Any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect {
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) k: u8,
}

impl Sides for Rect {
    fn of(width: u8, height: u8, k: u8) -> Option<Self> {
        Some(Rect { width, height, k })
    }
    #[inline]
    fn width(self) -> usize {
        usize::from(self.width)
    }
    #[inline]
    fn height(self) -> usize {
        usize::from(self.height)
    }
    #[inline]
    fn k(self) -> usize {
        usize::from(self.k)
    }
}

/// A position: the marks of both players on a board.
///
/// Stored from the mover's view: `own` holds the marks of the side to move. The side to move
/// follows from the number of marks, so it is not stored. `Rules` says whose rules they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks<Rules, G, W> {
    own: W,
    other: W,
    sides: G,
    rules: Rules,
}

impl<Rules: Copy + Default, G: Sides, W: Integer> Marks<Rules, G, W> {
    /// The empty board.
    pub fn empty(sides: G) -> Self {
        Marks::of(W::EMPTY, W::EMPTY, sides)
    }

    /// A board with these marks, those of the side to move first.
    pub(crate) fn of(own: W, other: W, sides: G) -> Self {
        Marks { own, other, sides, rules: Rules::default() }
    }

    /// Sides and line length of the board.
    #[inline]
    pub fn sides(&self) -> G {
        self.sides
    }

    /// Marks of the side to move.
    #[inline]
    pub fn own(&self) -> W {
        self.own
    }

    /// Marks of the side that has just moved.
    #[inline]
    pub fn other(&self) -> W {
        self.other
    }

    /// Makes the move that adds this mark.
    #[inline]
    pub(crate) fn put(&mut self, mark: W) {
        let marks = self.own | mark;
        self.own = self.other;
        self.other = marks;
    }

    /// The position with the marks of each side elsewhere.
    pub(crate) fn map(self, to: impl Fn(W) -> W) -> Self {
        Marks { own: to(self.own), other: to(self.other), ..self }
    }

    /// Reads rows of `o`, `x` and `.` from the top, joined by `/`. `bit` gives the place of the cell in
    /// a column and a row.
    pub(crate) fn of_rows(
        spec: impl FnOnce() -> String,
        sides: G,
        text: &str,
        bit: impl Fn(usize, usize) -> usize,
    ) -> Result<Self> {
        let wrong = |reason: String| Error::parse("position", text, reason);
        let (width, height) = (sides.width(), sides.height());
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != height {
            return Err(wrong(format!("{} needs {height} rows joined by /", spec())));
        }
        let (mut first, mut second) = (W::EMPTY, W::EMPTY);
        for (y, row) in rows.into_iter().enumerate() {
            if row.chars().count() != width {
                return Err(wrong(format!("row {} must have {width} cells", y + 1)));
            }
            for (x, mark) in row.chars().enumerate() {
                match mark {
                    'o' => first |= W::bit(bit(x, y)),
                    'x' => second |= W::bit(bit(x, y)),
                    '.' => {}
                    _ => return Err(wrong(format!("cells are o, x or ., not {mark:?}"))),
                }
            }
        }
        let (own, other) = match first.count().checked_sub(second.count()) {
            Some(0) => (first, second),
            Some(1) => (second, first),
            _ => {
                let reason =
                    "o moves first and sides alternate, so o has as many marks as x or one more";
                return Err(Error::invalid_position(text, reason));
            }
        };
        Ok(Marks::of(own, other, sides))
    }

    /// Refuses lines that no game has, after a last move on one of the cells `last`.
    pub(crate) fn check_lines(
        self,
        text: &str,
        last: W,
        has_line: impl Fn(W) -> bool,
    ) -> Result<Self> {
        let impossible = |reason: &str| Err(Error::invalid_position(text, reason));
        if has_line(self.own) && has_line(self.other) {
            return impossible("both sides have a line, and the first line ends the game");
        }
        if has_line(self.own) {
            return impossible(
                "the side to move has a line, so the game ended before the last move",
            );
        }
        if has_line(self.other) && last.cells().all(|cell| has_line(self.other ^ W::bit(cell))) {
            return impossible("no single last move completes all the lines on the board");
        }
        Ok(self)
    }

    /// Writes the rows that [`Marks::of_rows`] reads.
    pub(crate) fn write_rows(
        &self,
        f: &mut fmt::Formatter<'_>,
        bit: impl Fn(usize, usize) -> usize,
    ) -> fmt::Result {
        let letters = if self.own.count() == self.other.count() { ['o', 'x'] } else { ['x', 'o'] };
        for y in 0..self.sides.height() {
            if y > 0 {
                f.write_char('/')?;
            }
            for x in 0..self.sides.width() {
                let cell = bit(x, y);
                let owner = [self.own, self.other].iter().position(|marks| marks.has(cell));
                f.write_char(owner.map_or('.', |owner| letters[owner]))?;
            }
        }
        Ok(())
    }
}

/// Reads a line; `start` makes the empty board of the name and the parameters of a spec, if they are
/// of this type.
pub(crate) fn read_line<B: Notation>(
    text: &str,
    start: impl FnOnce(&str, &str) -> Result<Option<B>>,
) -> Result<B> {
    let (spec, cells) = text.split_once(' ').unwrap_or((text, ""));
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let foreign = || Error::parse("position", text, "it must begin with the spec of this board");
    start(name, parameters)?.ok_or_else(foreign)?.read(cells)
}

/// The numbers of a spec with commas between, if there are so many.
pub(crate) fn numbers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with(['+', '-']));
    let numbers: Vec<_> = text.split(',').map(number).collect::<Option<_>>()?;
    numbers.try_into().ok()
}
