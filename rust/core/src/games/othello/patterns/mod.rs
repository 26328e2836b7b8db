//! The learned evaluation of the 8 x 8 board: a sum of weights, looked up by the contents of edges,
//! corners, rows and diagonals.
//!
//! The method is Michael Buro's ("Experiments with Multi-ProbCut and a new high-quality evaluation
//! function for Othello", 1997): each pattern of cells, read as a number in base three, selects a
//! weight, with separate weights for each stage of the game, and the position's value is their sum.
//! Symmetric patterns share their weights. The weights were learned from self-play games of this
//! project by the program in `rust/train`, which describes the training and can repeat it.

mod features;

use std::sync::LazyLock;

pub use self::features::Features;
use super::flips::mobility;
use crate::bits::Word;

/// Patterns of a position.
const PATTERNS: usize = 38;
/// Features of a position: patterns, then the mover's mobility and the other's.
pub const FEATURES: usize = PATTERNS + 2;
/// Indices of the weights of each feature among all weights of a stage.
pub type Indices = [u32; FEATURES];

/// Stages of the game by empty cells: six cells each; the last has all from 30 up.
pub const STAGES: usize = 6;
/// Numbers of moves with a weight: from 0 to 33.
const MOVES: usize = 34;
/// Weights of one stage.
pub const WEIGHTS: usize = 3_usize.pow(10)
    + 3_usize.pow(9)
    + 4 * 3_usize.pow(8)
    + 3_usize.pow(7)
    + 3_usize.pow(6)
    + 3_usize.pow(5)
    + 3_usize.pow(4)
    + 2 * MOVES;
/// Unit of the weights: half of this many hundredths of a disc.
const HALF_HUNDREDTHS: i32 = 25;

/// The stage of a position by its number of empty cells.
#[inline]
pub const fn stage(empties: usize) -> usize {
    if empties / 6 < STAGES { empties / 6 } else { STAGES - 1 }
}

/// The patterns in one orientation, as columns and rows of their cells; turning the board gives the
/// others. An edge pattern includes the two cells diagonally inside its corners.
const SHAPES: [&[(u8, u8)]; 10] = [
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)],
    &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)],
    &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)],
    &[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)],
    &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
    &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)],
    &[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5)],
    &[(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)],
    &[(4, 0), (5, 1), (6, 2), (7, 3)],
];

/// Turns of the board that give different cells: half a turn leaves the long diagonal unchanged.
const fn turns(shape: usize) -> usize {
    if shape == 5 { 2 } else { 4 }
}

/// A cell after some quarter turns of the board.
const fn turned((mut x, mut y): (u8, u8), turn: usize) -> (u8, u8) {
    let mut done = 0;
    while done < turn {
        (x, y) = (7 - y, x);
        done += 1;
    }
    (x, y)
}

type Row = Box<[[u16; FEATURES]]>;

/// What each row of the board adds to the index of each pattern, for each of its 256 sets of discs:
/// an index is a sum over eight rows, computed for all patterns at once.
struct Tables {
    rows: Vec<Row>,
    offsets: [u32; FEATURES],
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Self {
        let mut rows: Vec<_> =
            (0..8).map(|_| vec![[0; FEATURES]; 256].into_boxed_slice()).collect();
        let mut offsets = [0; FEATURES];
        let (mut feature, mut offset) = (0, 0);
        for (shape, cells) in SHAPES.iter().enumerate() {
            for turn in 0..turns(shape) {
                offsets[feature] = offset;
                for (place, &cell) in cells.iter().enumerate() {
                    let (x, y) = turned(cell, turn);
                    for (set, sums) in rows[usize::from(y)].iter_mut().enumerate() {
                        sums[feature] += 3_u16.pow(place as u32) * (set >> x & 1) as u16;
                    }
                }
                feature += 1;
            }
            offset += 3_u32.pow(cells.len() as u32);
        }
        offsets[FEATURES - 2] = offset;
        offsets[FEATURES - 1] = offset + MOVES as u32;
        Tables { rows, offsets }
    }
}

/// The weight indices of a position, from the mover's view.
pub fn indices(own: u64, other: u64) -> Indices {
    let tables = &*TABLES;
    let mut sums = [0_u16; FEATURES];
    for (row, table) in tables.rows.iter().enumerate() {
        let ours = &table[(own >> (8 * row) & 255) as usize];
        let theirs = &table[(other >> (8 * row) & 255) as usize];
        for ((sum, a), b) in sums.iter_mut().zip(ours).zip(theirs) {
            *sum += a + 2 * b;
        }
    }
    sums[FEATURES - 2] = mobility::<8>(own, other).count() as u16;
    sums[FEATURES - 1] = mobility::<8>(other, own).count() as u16;
    let mut indices = tables.offsets;
    for (index, sum) in indices.iter_mut().zip(sums) {
        *index += u32::from(sum);
    }
    indices
}

/// The learned weights, stage by stage, an `i8` each.
static LEARNED: &[u8; STAGES * WEIGHTS] = include_bytes!("weights.bin");

/// The value of a position for the side to move, in hundredths of a disc.
pub fn value(own: u64, other: u64) -> i32 {
    Features::new(own, other).value(own, other)
}

/// The twin of [`value`] that looks its weights up in the file's order.
#[cfg(test)]
fn value_by_indices(own: u64, other: u64) -> i32 {
    let stage = stage(64 - (own | other).count());
    let weights = &LEARNED[stage * WEIGHTS..(stage + 1) * WEIGHTS];
    let sum: i32 = indices(own, other).iter().map(|&i| i32::from(weights[i as usize] as i8)).sum();
    sum * HALF_HUNDREDTHS / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symmetric;
    use crate::game::Game;
    use crate::games::Othello8;
    use crate::rng::Rng;

    #[test]
    fn a_turned_board_picks_the_same_weights() {
        let mut rng = Rng::new(6);
        let mut position = Othello8::default();
        while !position.is_over() {
            // Half a turn reverses the long diagonals, features 20 and 21.
            let sorted = |p: &Othello8| {
                let all = indices(p.own(), p.other());
                let mut all = [&all[..20], &all[22..]].concat();
                all.sort_unstable();
                all
            };
            // Symmetries 0, 5, 3 and 6 are the four rotations.
            for s in [5, 3, 6] {
                assert_eq!(sorted(&position), sorted(&position.transform(s)), "{position}");
            }
            assert!(sorted(&position).iter().all(|&i| (i as usize) < WEIGHTS));
            position.play_unchecked(position.nth_legal(rng.below(position.count_legal())));
        }
    }
}
