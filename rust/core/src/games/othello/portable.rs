//! Mobility and flips (see [`super::flips`]) in plain words, for every processor; mobility is
//! always inlined, so that `lanes` can compile the same code for vectors.
#![allow(clippy::inline_always)]

/// The cells of a board.
#[inline]
pub const fn board<const N: usize>() -> u64 {
    if N * N == 64 { u64::MAX } else { (1 << (N * N)) - 1 }
}

/// The cells of column `x`.
#[inline]
pub(super) const fn column<const N: usize>(x: usize) -> u64 {
    let (mut set, mut y) = (0, 0);
    while y < N {
        set |= 1 << (y * N + x);
        y += 1;
    }
    set
}

/// The cells that are not in the first or last column: a run of discs that crosses one of these
/// columns sideways has left the board.
pub(super) const fn inner<const N: usize>() -> u64 {
    board::<N>() & !(column::<N>(0) | column::<N>(N - 1))
}

/// The cells that are not in the first or last row.
#[cfg(target_arch = "x86_64")]
pub(super) const fn inner_rows<const N: usize>() -> u64 {
    (1 << (N * (N - 1))) - (1 << N)
}

/// The eight rays from a cell: first the four on which cell numbers rise, then the four on which they
/// fall. Shorter boards fill less of the table.
const fn all_rays<const N: usize>() -> [[u64; 8]; 64] {
    const STEPS: [(isize, isize); 8] =
        [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut table = [[0; 8]; 64];
    let mut cell = 0;
    while cell < N * N {
        let mut ray = 0;
        while ray < 8 {
            let (dx, dy) = STEPS[ray];
            let (mut x, mut y) = ((cell % N) as isize + dx, (cell / N) as isize + dy);
            while x >= 0 && x < N as isize && y >= 0 && y < N as isize {
                table[cell][ray] |= 1 << (y * N as isize + x);
                x += dx;
                y += dy;
            }
            ray += 1;
        }
        cell += 1;
    }
    table
}

/// In lines of the cache, so that four rays are one load: where a load may cross lines, the compiler makes
/// two of it.
#[repr(align(64))]
struct Rays([[u64; 8]; 64]);

/// The rays from a cell; the index wraps around beyond the table.
#[inline]
pub(super) fn rays<const N: usize>(cell: usize) -> &'static [u64; 8] {
    let Rays(rays) = &const { Rays(all_rays::<N>()) };
    &rays[cell & 63]
}

/// The cells from which the mover flips something, by parallel prefix: in each of the eight
/// directions runs of the other's discs grow from the mover's, doubling at each step, and a move is
/// the empty cell behind such a run.
///
/// ```text
/// own                X . . . . . . .
/// other              . O O O . . . .
/// f = other & own>>  . 1 . . . . . .      one step from a disc of one's own
/// f |= other & f>>   . 1 1 . . . . .      two steps
/// f |= run2 & f>>2   . 1 1 1 . . . .      four, where run2 = other & other>>
/// move               . . . . 1 . . .      the step behind, if it is empty
/// ```
#[inline(always)]
pub fn mobility<const N: usize>(own: u64, other: u64) -> u64 {
    let sideways = other & const { inner::<N>() };
    let reach = grow::<N>(own, sideways, 1)
        | grow::<N>(own, other, N)
        | grow::<N>(own, sideways, N - 1)
        | grow::<N>(own, sideways, N + 1);
    reach & !(own | other) & board::<N>()
}

/// Both directions of one axis of [`mobility`].
#[inline(always)]
fn grow<const N: usize>(own: u64, runs: u64, shift: usize) -> u64 {
    let mut up = runs & (own << shift);
    let mut down = runs & (own >> shift);
    up |= runs & (up << shift);
    down |= runs & (down >> shift);
    if N > 4 {
        let pairs_up = runs & (runs << shift);
        let pairs_down = pairs_up >> shift;
        up |= pairs_up & (up << (2 * shift));
        down |= pairs_down & (down >> (2 * shift));
        if N > 6 {
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
        }
    }
    (up << shift) | (down >> shift)
}

/// The discs that a move on `cell` turns over; empty where it turns none.
///
/// Along a ray of rising cells an addition finds the first cell that does not hold a disc of the
/// other: every cell that is off the ray or holds one is set, and the carry of `+ 1` runs through
/// all of them. If the cell where it stops holds a disc of the mover, the cells below it on the ray
/// turn. On a falling ray the highest such cell is the stop. The carry trick is well known; Gunnar
/// Andersson and Richard Delorme describe it in the notes to their engines.
#[inline]
pub fn flips<const N: usize>(own: u64, other: u64, cell: usize) -> u64 {
    let rays = rays::<N>(cell);
    let mut flipped = 0;
    for &ray in &rays[..4] {
        let stop = (other | !ray).wrapping_add(1) & own & ray;
        flipped |= stop.wrapping_sub(u64::from(stop != 0)) & ray;
    }
    for &ray in &rays[4..] {
        // The `| 1` gives the empty set a highest bit; outside the ray it changes nothing.
        let first = 1 << 63 >> ((ray & !other) | 1).leading_zeros();
        let stop = first & own & ray;
        flipped |= (stop.wrapping_neg() << 1) & ray;
    }
    flipped
}

/// The four lines through a cell, and the place of the cell on each.
pub(super) struct Lines {
    pub cells: [u64; 4],
    pub at: [u8; 4],
}

const fn all_lines<const N: usize>() -> [Lines; 64] {
    let rays = all_rays::<N>();
    let mut table = [const { Lines { cells: [0; 4], at: [0; 4] } }; 64];
    let mut cell = 0;
    while cell < N * N {
        let mut line = 0;
        while line < 4 {
            // The falling ray opposite to each rising one.
            let (above, below) = (rays[cell][line], rays[cell][line + 4]);
            table[cell].cells[line] = above | below | 1 << cell;
            table[cell].at[line] = below.count_ones() as u8;
            line += 1;
        }
        cell += 1;
    }
    table
}

/// The lines through a cell; the index wraps around beyond the table.
#[inline]
pub(super) fn lines<const N: usize>(cell: usize) -> &'static Lines {
    let lines = &const { all_lines::<N>() };
    &lines[cell & 63]
}

/// How many discs turn over on a full line when its last cell is filled, by the place of that cell
/// and the cells that the mover holds; the other side holds the rest.
pub(super) static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut held = 0;
        while held < 256 {
            let above = held >> place >> 1;
            if above != 0 {
                table[place][held] += above.trailing_zeros() as u8;
            }
            let below = held & ((1 << place) - 1);
            if below != 0 {
                table[place][held] += (place as u32 - 1 - below.ilog2()) as u8;
            }
            held += 1;
        }
        place += 1;
    }
    table
};

/// The number of discs that a move on the last empty square turns over. On 8 x 8 a product reads each
/// line as a row in its top byte: a column by its rows, a diagonal by its columns.
#[inline(always)]
pub(super) fn last_flips<const N: usize>(own: u64, cell: usize) -> i32 {
    if N < 8 {
        return flips::<N>(own, board::<N>() & !(own | 1 << (cell & 63)), cell).count_ones() as i32;
    }
    let lines = lines::<N>(cell);
    let (x, y) = (cell & 7, cell >> 3 & 7);
    let along = |place: usize, held: u64| i32::from(LAST_FLIPS[place][(held & 255) as usize]);
    let diagonal = |line: usize| (own & lines.cells[line]).wrapping_mul(column::<8>(0)) >> 56;
    let down = (own >> x & column::<8>(0)).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    along(x, own >> (8 * y)) + along(y, down) + along(x, diagonal(1)) + along(x, diagonal(3))
}
