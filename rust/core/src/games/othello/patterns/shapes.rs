//! The shapes of the patterns, and where each cell counts in each index; all made by the compiler.

use crate::grid::image;

/// Words of the vector of indices: the patterns, and two that stay at their start.
pub(super) const LANES: usize = 48;
/// Patterns of a position: the images of the shapes.
pub(super) const PATTERNS: usize = 46;
/// Weights that an index of 16 bits reaches, so that no look-up needs a check of its range.
pub(super) const WINDOW: usize = 1 << 16;
/// The patterns of each window: its shapes together have at most [`WINDOW`] contents.
pub(super) const LANES_OF_WINDOW: [usize; 4] = [16, 4, 8, 18];

/// A cell as column and row.
type Cell = (u8, u8);

/// The shapes in one orientation; the other seven symmetries of the board give the others. Those of
/// one window follow one another.
///
/// The edge includes the two cells diagonally inside its corners. The corner triangle contains the
/// diagonal of four cells.
pub(super) const SHAPES: [&[Cell]; 11] = [
    // Edge, diagonals of seven, six and five cells.
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)],
    &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)],
    &[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5)],
    &[(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)],
    // Corner triangle.
    &[(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (0, 3)],
    // Corner block of two rows.
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)],
    // Corner of three rows, the second, third and fourth row, the long diagonal.
    &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)],
    &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)],
    &[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)],
    &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
];
/// Cells of the largest shape.
const MAX_CELLS: usize = 10;

/// A cell of a shape under a symmetry, as its number on the board.
const fn cell(shape: usize, place: usize, symmetry: usize) -> usize {
    let (x, y) = SHAPES[shape][place];
    image(8, 8, 8 * y as usize + x as usize, symmetry)
}

/// The cells of a shape under a symmetry.
const fn set(shape: usize, symmetry: usize) -> u64 {
    let (mut set, mut place) = (0, 0);
    while place < SHAPES[shape].len() {
        set |= 1 << cell(shape, place, symmetry);
        place += 1;
    }
    set
}

/// True if no symmetry before this one gives the same cells.
const fn is_new(shape: usize, symmetry: usize) -> bool {
    let mut earlier = 0;
    while earlier < symmetry {
        if set(shape, earlier) == set(shape, symmetry) {
            return false;
        }
        earlier += 1;
    }
    true
}

/// The place of each place's mirror image, for the symmetry that maps a shape to itself; each place
/// itself where no symmetry does.
const fn mirror(shape: usize) -> [usize; MAX_CELLS] {
    let mut mirror = [0; MAX_CELLS];
    let mut symmetry = 8;
    while symmetry > 0 {
        symmetry -= 1;
        if set(shape, symmetry) != set(shape, 0) {
            continue;
        }
        let (mut place, mut moved) = (0, false);
        while place < SHAPES[shape].len() {
            let mut other = 0;
            while cell(shape, place, symmetry) != cell(shape, other, 0) {
                other += 1;
            }
            moved |= place != other;
            mirror[place] = other;
            place += 1;
        }
        // The last symmetry, the identity, is met only if no other one moves a cell.
        if moved {
            return mirror;
        }
    }
    mirror
}

/// The mirror images of all shapes.
pub(super) const MIRRORS: [[usize; MAX_CELLS]; SHAPES.len()] = {
    let mut mirrors = [[0; MAX_CELLS]; SHAPES.len()];
    let mut shape = 0;
    while shape < SHAPES.len() {
        mirrors[shape] = mirror(shape);
        shape += 1;
    }
    mirrors
};

pub(super) const fn contents(shape: usize) -> usize {
    3_usize.pow(SHAPES[shape].len() as u32)
}

/// Contents of a shape, of which mirrored ones count once.
pub(super) const fn shared_contents(shape: usize) -> usize {
    let (mut place, mut equal) = (0, 0);
    while place < SHAPES[shape].len() {
        // A pair of places is counted at its first.
        if MIRRORS[shape][place] >= place {
            equal += 1;
        }
        place += 1;
    }
    usize::midpoint(contents(shape), 3_usize.pow(equal))
}

/// Window and first index of each shape.
pub(super) const STARTS: [(usize, usize); SHAPES.len()] = {
    let mut starts = [(0, 0); SHAPES.len()];
    let (mut window, mut start, mut lanes) = (0, 0, 0);
    let mut shape = 0;
    while shape < SHAPES.len() {
        if lanes == LANES_OF_WINDOW[window] {
            (window, start, lanes) = (window + 1, 0, 0);
        }
        starts[shape] = (window, start);
        start += contents(shape);
        lanes += images(shape);
        assert!(start <= WINDOW && lanes <= LANES_OF_WINDOW[window]);
        shape += 1;
    }
    assert!(lanes == LANES_OF_WINDOW[window] && window + 1 == LANES_OF_WINDOW.len());
    starts
};

const fn images(shape: usize) -> usize {
    let (mut symmetry, mut images) = (0, 0);
    while symmetry < 8 {
        images += is_new(shape, symmetry) as usize;
        symmetry += 1;
    }
    images
}

/// The indices of the empty board, each the middle of its shape's.
pub(super) const EMPTY: [u16; LANES] = {
    let mut empty = [0; LANES];
    let (mut shape, mut lane) = (0, 0);
    while shape < SHAPES.len() {
        let end = lane + images(shape);
        while lane < end {
            empty[lane] = (STARTS[shape].1 + contents(shape) / 2) as u16;
            lane += 1;
        }
        shape += 1;
    }
    assert!(lane == PATTERNS);
    empty
};

/// What a disc of the mover on each cell adds to each index.
pub(super) static CELLS: [[u16; LANES]; 64] = {
    let mut cells = [[0; LANES]; 64];
    let (mut lane, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < 8 {
            if is_new(shape, symmetry) {
                let mut place = 0;
                while place < SHAPES[shape].len() {
                    cells[cell(shape, place, symmetry)][lane] = 3_u16.pow(place as u32);
                    place += 1;
                }
                lane += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    cells
};
