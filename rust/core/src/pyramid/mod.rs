//! Sets of cells of a pyramid: square layers, each above a wider one.
//!
//! Bit 0 is the top cell, then comes each wider layer in turn, row by row from the top left; the
//! ground layer has the last bits. Seven layers have 140 cells.

pub mod geometry;
mod promote;

pub use self::geometry::{MAX_CELLS, MAX_SIZE, PyramidWord};
pub use self::promote::promote;
pub use crate::bits::Wide;

use std::fmt;
use std::ops::Not;

use crate::bits::{CellSet, Cells, Shape, Word, layer_start, operators};
use crate::error::{Error, Result};

/// A set of cells of a pyramid of 1 to 7 layers: an immutable value; all operations return a new
/// one.
///
/// ```
/// use bitgames_core::pyramid::PyramidSet;
/// let corner = PyramidSet::empty(3)?.set(&[5, 6, 8, 9])?;
/// assert_eq!(corner.to_string(), "# # .   . .   .\n# # .   . .\n. . .");
/// assert_eq!(corner.promote_four().to_string(), ". . .   # .   .\n. . .   . .\n. . .");
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Equality
/// Two sets are equal if their cells and sizes are. The operators treat both sets as being of the
/// left one's size; cells beyond it are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PyramidSet {
    bits: Wide,
    size: u8,
}

impl PyramidSet {
    /// The set with these bits. [`Error::Parameter`] for a size outside 1 to 7 or for bits beyond
    /// the last cell.
    pub fn new(size: i64, bits: Wide) -> Result<Self> {
        if !(1..=i64::from(MAX_SIZE)).contains(&size) {
            return Err(Error::parameter("size", format!("from 1 to {MAX_SIZE}"), size));
        }
        let set = PyramidSet::of(bits, size as u8);
        if set.bits == bits {
            return Ok(set);
        }
        let first = (bits ^ set.bits).first();
        let allowed = format!("below 2**{}, the cells of size {size}", set.num_cells());
        Err(Error::parameter("bits", allowed, format!("a set with cell {first}")))
    }

    /// The set with these bits, for a size that is known to be valid; bits beyond it are dropped.
    #[inline]
    pub fn of(bits: impl Into<Wide>, size: u8) -> Self {
        PyramidSet { bits: bits.into() & geometry::filled(size), size }
    }

    /// The empty set.
    pub fn empty(size: i64) -> Result<Self> {
        PyramidSet::new(size, Wide::EMPTY)
    }

    /// Every cell.
    pub fn filled(size: i64) -> Result<Self> {
        Ok(!PyramidSet::empty(size)?)
    }

    /// The ground layer.
    pub fn ground(size: i64) -> Result<Self> {
        let empty = PyramidSet::empty(size)?;
        Ok(empty.with(geometry::ground(empty.size)))
    }

    /// The centre of the ground layer if the size is odd, else the empty set.
    pub fn neutral(size: i64) -> Result<Self> {
        let empty = PyramidSet::empty(size)?;
        Ok(empty.with(geometry::neutral(empty.size)))
    }

    /// Reads digits 0 and 1 as a number is written: the last cell of the ground first, the top
    /// last. [`Error::Parse`] for any other length or digit.
    ///
    /// ```
    /// use bitgames_core::pyramid::PyramidSet;
    /// assert_eq!(PyramidSet::from_binary(2, "10001")?.cells().collect::<Vec<_>>(), [0, 4]);
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    pub fn from_binary(size: i64, text: &str) -> Result<Self> {
        let empty = PyramidSet::empty(size)?;
        let (cells, given) = (empty.num_cells(), text.chars().count());
        if given != cells {
            let reason = format!("size {size} has {cells} cells, the text has {given}");
            return Err(Error::parse("pyramid set", text, reason));
        }
        let mut bits = Wide::EMPTY;
        for (cell, digit) in (0..cells).rev().zip(text.chars()) {
            match digit {
                '1' => bits |= Wide::bit(cell),
                '0' => {}
                _ => {
                    let name = geometry::cell_text(empty.size, cell);
                    let reason = format!("cell {name} must be 0 or 1, not {digit:?}");
                    return Err(Error::parse("pyramid set", text, reason));
                }
            }
        }
        Ok(empty.with(bits))
    }

    /// The set as digits, the inverse of [`PyramidSet::from_binary`].
    pub fn to_binary(self) -> String {
        let digit = |cell| if self.bits.has(cell) { '1' } else { '0' };
        (0..self.num_cells()).rev().map(digit).collect()
    }

    /// The same size with other bits; bits beyond it are dropped.
    #[inline]
    fn with(self, bits: Wide) -> Self {
        PyramidSet::of(bits, self.size)
    }

    /// The bits, cell 0 (the top) lowest.
    #[inline]
    pub fn bits(self) -> Wide {
        self.bits
    }

    /// Number of layers, and width of the ground layer.
    #[inline]
    pub fn size(self) -> u8 {
        self.size
    }

    /// Number of cells of the pyramid, in the set or not.
    pub fn num_cells(self) -> usize {
        Shape::Pyramid { size: self.size }.cells()
    }

    /// Number of cells in the set.
    #[inline]
    pub fn count(self) -> usize {
        self.bits.count()
    }

    /// The cells in ascending order, from the top down.
    #[inline]
    pub fn cells(self) -> Cells<Wide> {
        self.bits.cells()
    }

    /// The set with these cells added. [`Error::Parameter`] for a number that is not a cell.
    pub fn set(self, cells: &[usize]) -> Result<Self> {
        Ok(self | self.of_cells(cells)?)
    }

    /// The set with these cells removed. [`Error::Parameter`] for a number that is not a cell.
    pub fn clear(self, cells: &[usize]) -> Result<Self> {
        Ok(self - self.of_cells(cells)?)
    }

    fn of_cells(self, cells: &[usize]) -> Result<Self> {
        let last = self.num_cells() - 1;
        let mut bits = Wide::EMPTY;
        for &cell in cells {
            if cell > last {
                return Err(Error::parameter("cell", format!("from 0 to {last}"), cell));
            }
            bits |= Wide::bit(cell);
        }
        Ok(self.with(bits))
    }

    /// One layer as a flat set; layers are counted from the ground, number 1, up to the size.
    /// [`Error::Parameter`] for any other number.
    pub fn layer(self, number: i64) -> Result<CellSet> {
        if !(1..=i64::from(self.size)).contains(&number) {
            return Err(Error::parameter("layer", format!("from 1 to {}", self.size), number));
        }
        let width = self.size + 1 - number as u8;
        let bits = (self.bits >> layer_start(usize::from(width))).low;
        Ok(CellSet::new(bits, width, width))
    }

    /// All layers, the ground first.
    pub fn layers(self) -> Vec<CellSet> {
        (1..=i64::from(self.size)).map_while(|number| self.layer(number).ok()).collect()
    }

    /// The cells that rest on four cells outside the set.
    #[must_use]
    pub fn promote_zero(self) -> Self {
        self.promote(|a, b, c, d| !(a | b | c | d))
    }

    /// The cells that rest on exactly one cell of the set.
    #[must_use]
    pub fn promote_one(self) -> Self {
        self.promote(|a, b, c, d| (a ^ b ^ c ^ d) & !(a & b | c & d))
    }

    /// The cells that rest on exactly two cells of the set.
    #[must_use]
    pub fn promote_two(self) -> Self {
        // The count is even, and either each pair holds one or one pair holds both.
        self.promote(|a, b, c, d| !(a ^ b ^ c ^ d) & ((a ^ b) | (a & b ^ c & d)))
    }

    /// The cells that rest on exactly three cells of the set.
    #[must_use]
    pub fn promote_three(self) -> Self {
        self.promote(|a, b, c, d| (a ^ b ^ c ^ d) & (a & b | c & d))
    }

    /// The cells that rest on four cells of the set: for the occupied cells these are the supported
    /// ones.
    #[must_use]
    pub fn promote_four(self) -> Self {
        self.promote(|a, b, c, d| a & b & c & d)
    }

    /// The cells that rest on at least two cells of the set.
    #[must_use]
    pub fn promote_half_or_more(self) -> Self {
        self.promote(|a, b, c, d| a & b | c & d | (a | b) & (c | d))
    }

    /// The cells that rest on at least three cells of the set: both of one row and one of the
    /// other.
    ///
    /// ```text
    /// ground        both of     one of      majority: both above and    the second layer
    ///               a row       a row       one below, or the reverse   closed up
    /// # # . .       # . .       # # .       # # .                       # # .
    /// . # # .       . # .       # # #       . # .                       . # .
    /// . # . .       . . .       # # .       . . .                       . . .
    /// . . . .       . . .       . . .
    /// ```
    ///
    /// ```
    /// use bitgames_core::pyramid::PyramidSet;
    /// let ground = [14, 15, 19, 20, 23];
    /// let majority = PyramidSet::empty(4)?.set(&ground)?.promote_majority();
    /// assert_eq!(majority.layer(2)?.to_string(), "# # .\n. # .\n. . .");
    /// assert_eq!(majority.count(), 3);
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    #[must_use]
    pub fn promote_majority(self) -> Self {
        self.promote(|a, b, c, d| a & b & (c | d) | c & d & (a | b))
    }

    #[inline]
    fn promote(self, rule: impl Fn(u64, u64, u64, u64) -> u64 + Copy) -> Self {
        self.with(promote(self.bits, self.size, rule))
    }

    /// The set seen through symmetry `s < 8`, numbered as in [`crate::grid::image`].
    #[must_use]
    pub fn transform(self, s: usize) -> Self {
        self.with(geometry::map(self.bits, s))
    }
}

operators! { PyramidSet:
    BitAnd::bitand |a, b| a.with(a.bits & b.bits);
    BitOr::bitor |a, b| a.with(a.bits | b.bits);
    BitXor::bitxor |a, b| a.with(a.bits ^ b.bits);
    Sub::sub |a, b| a.with(a.bits & !b.bits);
}

impl Not for PyramidSet {
    type Output = Self;
    fn not(self) -> Self {
        self.with(!self.bits)
    }
}

impl From<PyramidSet> for CellSet {
    fn from(set: PyramidSet) -> Self {
        CellSet::shaped(set.bits, Shape::Pyramid { size: set.size })
    }
}

/// The layers side by side, the ground first.
impl fmt::Display for PyramidSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        CellSet::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    type Layers = Vec<Vec<Vec<bool>>>;

    /// The set as rows of layers, the layer of width `w` at index `w`.
    fn open(set: PyramidSet) -> Layers {
        let mut bits = (0..set.num_cells()).map(|cell| set.bits.has(cell));
        let mut layer = |w| (0..w).map(|_| bits.by_ref().take(w).collect()).collect();
        (0..=usize::from(set.size)).map(&mut layer).collect()
    }

    fn close(size: u8, layers: &Layers) -> PyramidSet {
        let bits = layers.iter().flatten().flatten().enumerate();
        let cells: Vec<usize> = bits.filter(|&(_, &bit)| bit).map(|(cell, _)| cell).collect();
        PyramidSet::empty(size.into()).and_then(|set| set.set(&cells)).expect("cells of this size")
    }

    /// Sets of every size, including empty and full ones.
    fn samples(each: usize) -> Vec<PyramidSet> {
        let mut rng = Rng::new(4);
        let mut sets = Vec::new();
        for size in 1..=MAX_SIZE {
            for i in 0..each {
                let cells = (0..layer_start(usize::from(size) + 1)).filter(|_| rng.below(each) < i);
                let cells: Vec<usize> = cells.collect();
                let empty = PyramidSet::empty(size.into()).expect("a size");
                sets.extend([empty, !empty, empty.set(&cells).expect("cells")]);
            }
        }
        sets
    }

    /// The cells above whose number of cells below in the set satisfies `wanted`, counted directly.
    fn counted(set: PyramidSet, wanted: fn(usize) -> bool) -> PyramidSet {
        let from = open(set);
        let mut to = open(PyramidSet::of(Wide::EMPTY, set.size));
        for w in 1..usize::from(set.size) {
            for (y, x) in (0..w).flat_map(|y| (0..w).map(move |x| (y, x))) {
                let below = [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)];
                to[w][y][x] = wanted(below.iter().filter(|&&(y, x)| from[w + 1][y][x]).count());
            }
        }
        close(set.size, &to)
    }

    #[test]
    fn promotion_agrees_with_counting_by_hand() {
        for set in samples(60) {
            assert_eq!(set.promote_zero(), counted(set, |n| n == 0), "\n{set}");
            assert_eq!(set.promote_one(), counted(set, |n| n == 1), "\n{set}");
            assert_eq!(set.promote_two(), counted(set, |n| n == 2), "\n{set}");
            assert_eq!(set.promote_three(), counted(set, |n| n == 3), "\n{set}");
            assert_eq!(set.promote_four(), counted(set, |n| n == 4), "\n{set}");
            assert_eq!(set.promote_half_or_more(), counted(set, |n| n >= 2), "\n{set}");
            assert_eq!(set.promote_majority(), counted(set, |n| n >= 3), "\n{set}");
        }
    }

    #[test]
    fn turning_agrees_with_rows_and_columns() {
        type Go = fn(usize, usize, usize) -> (usize, usize);
        let all: [Go; 8] = [
            |y, x, _| (y, x),
            |y, x, last| (y, last - x),
            |y, x, last| (last - y, x),
            |y, x, last| (last - y, last - x),
            |y, x, _| (x, y),
            |y, x, last| (last - x, y),
            |y, x, last| (x, last - y),
            |y, x, last| (last - x, last - y),
        ];
        for set in samples(10) {
            for (s, go) in all.into_iter().enumerate() {
                let from = open(set);
                let mut to = open(PyramidSet::of(Wide::EMPTY, set.size));
                for w in 1..=usize::from(set.size) {
                    for (y, x) in (0..w).flat_map(|y| (0..w).map(move |x| (y, x))) {
                        let (to_y, to_x) = go(y, x, w - 1);
                        to[w][to_y][to_x] = from[w][y][x];
                    }
                }
                assert_eq!(set.transform(s), close(set.size, &to), "\n{set}");
            }
        }
    }

    #[test]
    fn text_and_layers_round_trip() {
        for set in samples(10) {
            let size = i64::from(set.size);
            assert_eq!(PyramidSet::from_binary(size, &set.to_binary()), Ok(set));
            assert_eq!(PyramidSet::new(size, set.bits), Ok(set));
            let counted: usize = set.layers().iter().map(|layer| layer.count()).sum();
            assert_eq!((counted, set.layers().len()), (set.count(), usize::from(set.size)));
            let ground = set & PyramidSet::ground(size).expect("a size");
            assert_eq!(set.layers()[0].count(), ground.count());
        }
    }

    #[test]
    fn wrong_input_is_refused() {
        let parameter = |result| matches!(result, Err(Error::Parameter { .. }));
        for size in [i64::MIN, -1, 0, 8, i64::MAX] {
            assert!(parameter(PyramidSet::empty(size)), "{size}");
        }
        assert!(parameter(PyramidSet::new(2, Wide::from(0b10_0000_u64))));
        let set = PyramidSet::filled(2).expect("a size");
        assert!(parameter(set.set(&[5])) && parameter(set.clear(&[0, 140])));
        assert!(set.layer(0).is_err() && set.layer(3).is_err());
        for text in ["", "0000", "000000", "00002", "0000é"] {
            assert!(matches!(PyramidSet::from_binary(2, text), Err(Error::Parse { .. })), "{text}");
        }
    }
}
