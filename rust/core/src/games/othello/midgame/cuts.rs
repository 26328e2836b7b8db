//! Multi-ProbCut: how far a shallow search is from a deep one.

use std::sync::LazyLock;

use crate::engine::CERTAIN;

/// Most vacant cells of a position.
const CELLS: usize = 60;
/// Least depth at which nodes are cut.
pub(super) const LEAST_DEPTH: usize = 3;
/// Most searches by which a cut may be predicted inside another.
pub(super) const MOST_NESTED: u8 = 2;

/// The selectivities: certainty in percent, and the margin of a cut in hundredths of a deviation.
pub(super) const SELECTIVITIES: [(u8, i32); 4] = [(73, 110), (87, 150), (95, 200), (99, 260)];
/// The selectivity that cuts nothing.
pub(super) const FULL: u8 = SELECTIVITIES.len() as u8;

/// The selectivity of this certainty in percent, or the next higher one.
pub(super) fn selectivity(certainty: u8) -> u8 {
    SELECTIVITIES.iter().position(|&(percent, _)| percent >= certainty).unwrap_or(FULL.into()) as u8
}

/// The certainty of a selectivity in percent.
pub(super) fn certainty(selectivity: u8) -> u8 {
    SELECTIVITIES.get(usize::from(selectivity)).map_or(CERTAIN, |&(percent, _)| percent)
}

/// The depth of the search that predicts one of this depth: about half of it and as even or odd,
/// because the side that moves last affects a value more than one ply does.
pub(super) const fn probe(depth: usize) -> usize {
    let half = depth / 2;
    if half % 2 == depth % 2 { half } else { half - 1 }
}

/// How far predictions are off.
#[derive(Clone, Copy)]
pub(super) struct Deviation {
    /// That of the search of [`probe`], in hundredths of a disc.
    pub probe: i32,
    /// That of the static value.
    pub still: i32,
}

/// Deviations by vacant cells and depth.
static DEVIATIONS: LazyLock<Vec<[Deviation; CELLS + 1]>> = LazyLock::new(|| {
    let at = |empties: usize, depth: usize| {
        let of = |probe: usize| deviation(empties, probe, depth);
        Deviation { probe: of(probe(depth.max(2))), still: of(0) }
    };
    (0..=CELLS).map(|empties| std::array::from_fn(|depth| at(empties, depth))).collect()
});

/// The deviations at a position with this number of vacant cells that is searched to this depth.
pub(super) fn deviations(empties: usize, depth: usize) -> Deviation {
    DEVIATIONS[empties.min(CELLS)][depth.min(CELLS)]
}

/// Number of terms of the logarithm of a deviation.
pub const FEATURES: usize = 8;

/// The terms, for searches of these depths at a position with this number of vacant cells.
pub fn features(empties: usize, probe: usize, depth: usize) -> [f64; FEATURES] {
    let x = empties as f64 / 60.0;
    let shallow = (1.0 + probe as f64).ln();
    let still = f64::from(u8::from(probe == 0));
    let odd = f64::from(u8::from(probe % 2 != depth % 2));
    let further = (depth.saturating_sub(probe) as f64).ln_1p();
    [1.0, x, x * x, shallow, shallow * x, further, still, odd]
}

const MIDDLE: [f64; FEATURES] = [1.1275, 2.3251, -3.0928, -0.2915, -0.4721, 0.3483, 0.0, 0.0];
const END: [f64; FEATURES] = [0.6071, 4.6026, -10.5995, -0.0838, -0.5780, 0.4478, 0.0, 0.0];
/// Most vacant cells of the positions whose exact values were compared.
const MOST_MEASURED: usize = 18;

/// The deviation of the value of a search from that of a deeper one, in hundredths of a disc.
fn deviation(empties: usize, probe: usize, depth: usize) -> i32 {
    let terms = if depth >= empties {
        // Beyond the measured positions the deviation stays.
        features(empties.min(MOST_MEASURED), probe, depth.min(MOST_MEASURED)).into_iter().zip(END)
    } else {
        features(empties, probe, depth).into_iter().zip(MIDDLE)
    };
    (100.0 * terms.map(|(x, c)| x * c).sum::<f64>().exp()) as i32
}
