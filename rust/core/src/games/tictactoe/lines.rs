//! Lines of `k` cells: starts, complete lines, and counts of marks.

use crate::bits::{Integer, columns, runs, spread};
use crate::marks::Sides;

/// The reason of a win, `"3 in a row"`.
pub(super) const fn line_of(k: usize) -> &'static str {
    macro_rules! reasons {
        ($($k:literal)*) => { [$(concat!($k, " in a row")),*] };
    }
    const REASONS: [&str; 27] =
        reasons!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26);
    REASONS[k]
}

/// Stride from cell to cell of a line, and the cells in which such a line can start.
#[derive(Clone, Copy)]
pub(super) struct Direction<W> {
    pub stride: usize,
    pub starts: W,
}

/// The four directions of a board: along a row, down a column, down to the right, down to the left.
/// A direction in which no line fits has no starts.
///
/// The masks of starts keep lines from wrapping around the edge, so no column of padding is needed.
///
/// ```text
/// 5 x 4, k = 3:   row          column       right        left
///                 1 1 1 . .    1 1 1 1 1    1 1 1 . .    . . 1 1 1
///                 1 1 1 . .    1 1 1 1 1    1 1 1 . .    . . 1 1 1
///                 1 1 1 . .    . . . . .    . . . . .    . . . . .
///                 1 1 1 . .    . . . . .    . . . . .    . . . . .
/// ```
#[inline]
pub(super) fn directions<W: Integer>(g: impl Sides) -> [Direction<W>; 4] {
    let (width, height, k) = (g.width(), g.height(), g.k());
    let none = Direction { stride: 1, starts: W::EMPTY };
    let fits_across = k <= width;
    let fits_down = k <= height;
    let rows = W::low(width * (height + 1 - k.min(height + 1)));
    let left = if fits_across { columns(width, height, width + 1 - k) } else { W::EMPTY };
    let right = if fits_across { columns::<W>(width, height, k - 1) } else { W::EMPTY };
    let right = W::low(width * height) & !right;
    let both = fits_across && fits_down;
    [
        if fits_across { Direction { stride: 1, starts: left } } else { none },
        if fits_down { Direction { stride: width, starts: rows } } else { none },
        if both { Direction { stride: width + 1, starts: left & rows } } else { none },
        // On a board one column wide only k = 1 fits across; a line of one cell works with any
        // stride.
        if both { Direction { stride: (width - 1).max(1), starts: right & rows } } else { none },
    ]
}

/// True if there is a complete line in `b`.
#[inline]
pub(super) fn any_line<W: Integer>(b: W, g: impl Sides) -> bool {
    let found = |d: Direction<W>| runs(b, d.stride, g.k()) & d.starts;
    let [row, column, right, left] = directions::<W>(g);
    // `starts` is empty where no line fits; the shifts of such a direction could exceed the word.
    let fits = |d: Direction<W>| !d.starts.is_empty();
    [row, column, right, left].into_iter().any(|d| fits(d) && !found(d).is_empty())
}

/// All cells of all complete lines in `b`.
pub(super) fn line_cells<W: Integer>(b: W, g: impl Sides) -> W {
    let mut cells = W::EMPTY;
    for d in directions::<W>(g) {
        if !d.starts.is_empty() {
            cells |= spread(runs(b, d.stride, g.k()) & d.starts, d.stride, g.k());
        }
    }
    cells
}

/// Number of slices: enough to count to 26, the longest line.
const SLICES: usize = 5;

/// The marks of one colour on each line, counted for all lines at once: bit `s` of `slice[i]` is
/// bit `i` of the count of the line that starts in cell `s`. Adding a cell of every line is one
/// shift and one ripple of half adders over whole boards.
#[derive(Clone, Copy)]
struct Counts<W> {
    slice: [W; SLICES],
}

impl<W: Integer> Counts<W> {
    fn new(b: W, stride: usize, k: usize) -> Self {
        let mut slice = [W::EMPTY; SLICES];
        for i in 0..k {
            let mut carry = b >> (stride * i);
            for s in &mut slice {
                let sum = *s ^ carry;
                carry &= *s;
                *s = sum;
                if carry.is_empty() {
                    break;
                }
            }
        }
        Counts { slice }
    }

    /// The starts of lines whose count is exactly `n`.
    fn exactly(&self, n: usize) -> W {
        let mut set = !W::EMPTY;
        for (i, &s) in self.slice.iter().enumerate() {
            set &= if n >> i & 1 == 1 { s } else { !s };
        }
        set
    }
}

/// The numbers of marks on the lines of a board, for both colours.
pub(super) struct Census<W> {
    k: usize,
    directions: [(Direction<W>, Counts<W>, Counts<W>); 4],
}

impl<W: Integer> Census<W> {
    pub fn new(own: W, other: W, g: impl Sides) -> Self {
        let k = g.k();
        let count = |b: W, d: Direction<W>| {
            // No line fits: there is nothing to count, and the shifts could exceed the word.
            Counts::new(b, d.stride, if d.starts.is_empty() { 0 } else { k })
        };
        Census { k, directions: directions(g).map(|d| (d, count(own, d), count(other, d))) }
    }

    /// Starts of the lines with exactly these numbers of marks, by direction.
    fn starts(&self, own: usize, other: usize) -> impl Iterator<Item = (Direction<W>, W)> + '_ {
        self.directions
            .iter()
            .map(move |(d, a, b)| (*d, d.starts & a.exactly(own) & b.exactly(other)))
    }

    /// Number of lines with exactly `own` and `other` marks.
    pub fn lines(&self, own: usize, other: usize) -> usize {
        self.starts(own, other).map(|(_, starts)| starts.count()).sum()
    }

    /// Calls `f` with each cell of each line with exactly `own` and `other` marks.
    pub fn for_each_cell(&self, own: usize, other: usize, mut f: impl FnMut(usize)) {
        for (d, starts) in self.starts(own, other) {
            for start in starts.cells() {
                (0..self.k).for_each(|i| f(start + i * d.stride));
            }
        }
    }

    /// All cells of the lines with exactly `own` and `other` marks.
    pub fn cells(&self, own: usize, other: usize) -> W {
        let spread_all = |(d, starts): (Direction<W>, W)| {
            if starts.is_empty() { W::EMPTY } else { spread(starts, d.stride, self.k) }
        };
        self.starts(own, other).map(spread_all).fold(W::EMPTY, |a, b| a | b)
    }
}

/// The same counts on the 3 x 3 board, for eight lines in one word: a line has a nibble, an own
/// mark adds 1 to the nibbles of its lines, a mark of the other adds 4.
///
/// ```text
/// line       row 1  row 2  row 3  col 1  col 2  col 3   \     /
/// centre own   0      1      0      0      1      0     1     1
/// corner other 4      0      0      4      0      0     4     0
/// nibble       4      1      0      4      1      0     5     1     = 4·other + own
/// ```
#[derive(Clone, Copy)]
pub(super) struct ClassicCensus(u32);

impl ClassicCensus {
    pub fn new(own: u64, other: u64) -> Self {
        ClassicCensus(MARKS[own as usize & 511] + 4 * MARKS[other as usize & 511])
    }

    /// Number of lines with exactly `own` and `other` marks: nibbles that the xor makes zero.
    pub fn lines(self, own: usize, other: usize) -> usize {
        const LOW: u32 = 0x1111_1111;
        let differs = self.0 ^ ((own + 4 * other) as u32 * LOW);
        let folded = differs | differs >> 2;
        let folded = (folded | folded >> 1) & LOW;
        8 - folded.count_ones() as usize
    }
}

/// The eight lines of the 3 x 3 board as sets of cells.
const LINES: [usize; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0b100_010_001, 0b001_010_100];

/// For every set of cells the number of them on each of the eight lines, one nibble per line.
static MARKS: [u32; 512] = marks();

const fn marks() -> [u32; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            table[set] |= (LINES[line] & set).count_ones() << (4 * line);
            line += 1;
        }
        set += 1;
    }
    table
}

/// A bit for each of the 512 sets of cells of the 3 x 3 board: 1 if the set contains a line.
static HAS_LINE: [u64; 8] = has_line_bits();

const fn has_line_bits() -> [u64; 8] {
    let (table, mut bits) = (marks(), [0; 8]);
    let mut set = 0;
    while set < 512 {
        // The nibble of a full line is 3.
        if table[set] & table[set] >> 1 & 0x1111_1111 != 0 {
            bits[set >> 6] |= 1 << (set & 63);
        }
        set += 1;
    }
    bits
}

/// [`any_line`] on the 3 x 3 board, looked up in 64 bytes.
#[inline]
pub(super) fn classic_has_line(set: usize) -> bool {
    HAS_LINE[set >> 6 & 7] >> (set & 63) & 1 == 1
}

/// For every set of cells of the 3 x 3 board its cells in order, one nibble each.
static CELLS: [u64; 512] = cells_in_order();

const fn cells_in_order() -> [u64; 512] {
    let mut table = [0; 512];
    let mut set: usize = 0;
    while set < 512 {
        let (mut rest, mut n) = (set, 0);
        while rest != 0 {
            table[set] |= (rest.trailing_zeros() as u64) << (4 * n);
            rest &= rest - 1;
            n += 1;
        }
        set += 1;
    }
    table
}

/// The `n`-th cell of a set on the 3 x 3 board, by one lookup: a loop of `n` steps would be
/// mispredicted about once a move of a random game.
#[inline]
pub(super) fn classic_nth_cell(set: usize, n: usize) -> usize {
    (CELLS[set & 511] >> (4 * n) & 15) as usize
}

#[cfg(test)]
mod tests {
    use super::super::sides::Classic;
    use super::*;
    use crate::bits::Word;
    use crate::marks::{Fixed, Rect};
    use crate::rng::Rng;

    /// Every line of a board, cell by cell.
    fn all_lines(g: impl Sides) -> Vec<Vec<usize>> {
        let (width, height, k) = (g.width() as isize, g.height() as isize, g.k() as isize);
        let mut lines = Vec::new();
        for y in 0..height {
            for x in 0..width {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let (end_x, end_y) = (x + dx * (k - 1), y + dy * (k - 1));
                    if (0..width).contains(&end_x) && end_y < height {
                        let cell = |i| ((y + dy * i) * width + x + dx * i) as usize;
                        lines.push((0..k).map(cell).collect());
                    }
                }
            }
        }
        lines
    }

    fn random_sets(cells: usize, rng: &mut Rng) -> (u128, u128) {
        let (mut own, mut other) = (0, 0);
        for cell in 0..cells {
            match rng.below(3) {
                0 => own |= 1 << cell,
                1 => other |= 1 << cell,
                _ => {}
            }
        }
        (own, other)
    }

    fn check<W: Integer>(g: impl Sides, rng: &mut Rng) {
        let lines = all_lines(g);
        for _ in 0..20 {
            let (own, other) = random_sets(g.cells(), rng);
            let marks = |b: u128, line: &[usize]| line.iter().filter(|&&c| b.has(c)).count();
            let census = Census::new(W::narrow(own), W::narrow(other), g);
            let mut complete = 0_u128;
            for line in lines.iter().filter(|line| marks(own, line) == g.k()) {
                complete |= line.iter().map(|&c| u128::bit(c)).sum::<u128>();
            }
            assert_eq!(any_line(W::narrow(own), g), complete != 0, "{g:?} {own:b}");
            assert_eq!(line_cells(W::narrow(own), g).wide(), complete);
            for a in 0..=g.k() {
                for b in 0..=g.k() - a {
                    let made =
                        |line: &&Vec<usize>| marks(own, line) == a && marks(other, line) == b;
                    assert_eq!(census.lines(a, b), lines.iter().filter(made).count(), "{g:?}");
                    let cells = lines.iter().filter(made).flatten();
                    let expected = cells.fold(0, |set, &c| set | u128::bit(c));
                    assert_eq!(census.cells(a, b).wide(), expected);
                }
            }
        }
    }

    #[test]
    fn lines_agree_with_counting_on_every_small_board() {
        let mut rng = Rng::new(3);
        for width in 1..=7 {
            for height in 1..=7 {
                for k in 1..=width.max(height) {
                    check::<u64>(Rect { width, height, k }, &mut rng);
                    check::<u128>(Rect { width, height, k }, &mut rng);
                }
            }
        }
        for (width, height, k) in [(8, 8, 8), (8, 8, 5), (26, 2, 26), (2, 32, 30), (1, 64, 26)] {
            check::<u64>(Rect { width, height, k }, &mut rng);
        }
        for (width, height, k) in [(11, 11, 5), (11, 11, 11), (26, 4, 26), (10, 12, 12)] {
            check::<u128>(Rect { width, height, k }, &mut rng);
        }
    }

    #[test]
    fn the_tables_of_the_small_board_agree_with_the_general_way() {
        let classic: Classic = Fixed;
        for own in 0..512_u64 {
            assert_eq!(classic_has_line(own as usize), any_line(own, classic));
            for (n, cell) in own.cells().enumerate() {
                assert_eq!(classic_nth_cell(own as usize, n), cell);
            }
            for other in (0..512).filter(|other| other & own == 0) {
                let (nibbles, slices) =
                    (ClassicCensus::new(own, other), Census::new(own, other, classic));
                for (a, b) in [(3, 0), (2, 0), (1, 0), (0, 2), (0, 1), (1, 1), (0, 0), (0, 3)] {
                    assert_eq!(
                        nibbles.lines(a, b),
                        slices.lines(a, b),
                        "{own:b} {other:b} {a} {b}"
                    );
                }
            }
        }
    }
}
