//! Multi-ProbCut: how far a shallow search is from a deep one.

use std::array::from_fn;

use crate::engine::CERTAIN;
use crate::once::Once;

/// Most empty squares of a position.
const CELLS: usize = 60;
/// Least depth at which nodes are cut.
pub(super) const MIN_DEPTH: usize = 2;
/// Most searches by which a cut may be predicted inside another.
pub(super) const MAX_NESTED: u8 = 2;

/// The selectivities: certainty in percent, and the margin of a cut in hundredths of a deviation. By
/// the normal distribution the certainty is the chance that a value is not further off on one side.
pub(super) const SELECTIVITIES: [(u8, i32); 5] =
    [(76, 70), (86, 110), (93, 150), (98, 200), (99, 250)];
/// The selectivity that cuts nothing.
pub(super) const FULL: u8 = SELECTIVITIES.len() as u8;

/// The selectivity of this certainty in percent, or the next higher one.
pub(super) fn selectivity(certainty: u8) -> u8 {
    SELECTIVITIES.iter().position(|&(percent, _)| percent >= certainty).unwrap_or(FULL.into()) as u8
}

pub(super) fn certainty(selectivity: u8) -> u8 {
    SELECTIVITIES.get(usize::from(selectivity)).map_or(CERTAIN, |&(percent, _)| percent)
}

/// The depth of the search that predicts one of this depth, and as even or odd, because the side that
/// moves last affects a value more than one ply does: about half of it, or a quarter for a search to
/// the end of the game.
pub(super) const fn probe(depth: usize, to_end: bool) -> usize {
    let part = if to_end { depth.div_ceil(4) } else { depth / 2 };
    if part % 2 == depth % 2 { part } else { part - 1 }
}

/// Deviations by empty squares and depth.
static DEVIATIONS: Once<[[i32; CELLS + 1]; CELLS + 1]> = Once::new(|| {
    let at = |empties: usize, depth: usize| {
        deviation(empties, probe(depth.max(2), depth >= empties), depth)
    };
    Box::new(from_fn(|empties| from_fn(|depth| at(empties, depth))))
});

/// How far the search of [`probe`] is off at a position with this number of empty squares that is
/// searched to this depth, in hundredths of a disc.
pub(super) fn deviation_of_probe(empties: usize, depth: usize) -> i32 {
    DEVIATIONS[empties.min(CELLS)][depth.min(CELLS)]
}

/// The least deviation, in hundredths of a disc.
const MIN: i32 = 50;
/// Number of terms of the logarithm of a deviation.
pub const FEATURES: usize = 8;

/// The terms, for searches of these depths at a position with this number of empty squares.
pub fn features(empties: usize, probe: usize, depth: usize) -> [f64; FEATURES] {
    let x = empties as f64 / 60.0;
    let shallow = (1.0 + probe as f64).ln();
    let static_eval = f64::from(u8::from(probe == 0));
    let odd = f64::from(u8::from(probe % 2 != depth % 2));
    let further = (depth.saturating_sub(probe) as f64).ln_1p();
    [1.0, x, x * x, shallow, shallow * x, further, static_eval, odd]
}

/// Fitted to 108,000 pairs.
const MIDDLE: [f64; FEATURES] = [1.1361, 1.2242, -2.8063, -0.3835, 0.0311, 0.4022, -0.0999, 0.1084];
/// Fitted to 42,000 pairs.
const END: [f64; FEATURES] = [1.0319, -4.8191, 4.8644, 0.0387, -0.5178, 0.7080, 0.0580, 0.0487];
/// Most empty squares of the positions whose exact values were compared.
const MAX_MEASURED: usize = 18;

/// The deviation of the value of a search from that of a deeper one, in hundredths of a disc.
fn deviation(empties: usize, probe: usize, depth: usize) -> i32 {
    let terms = if depth >= empties {
        // Beyond the measured positions the deviation stays.
        features(empties.min(MAX_MEASURED), probe, depth.min(MAX_MEASURED)).into_iter().zip(END)
    } else {
        features(empties, probe, depth).into_iter().zip(MIDDLE)
    };
    ((100.0 * terms.map(|(x, c)| x * c).sum::<f64>().exp()) as i32).max(MIN)
}
