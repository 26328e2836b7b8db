//! The levels of the search.

use crate::engine::SearchLevel;

/// The levels, weakest first.
pub(in super::super) static LEVELS: [SearchLevel; 31] = levels();

const fn levels() -> [SearchLevel; 31] {
    let mut all = [SearchLevel { depth: 1, certainty: 100, ends: &[] }; 31];
    let mut level = 1;
    while level < all.len() {
        all[level] = SearchLevel { depth: level, certainty: certainty(level), ends: ends(level) };
        level += 1;
    }
    all
}

const fn certainty(level: usize) -> u8 {
    match level {
        0..=4 => 100,
        5..=20 => 86,
        21..=26 => 93,
        _ => 98,
    }
}

/// As deep as a few seconds a move allow at level 20, and a minute or so at level 30.
const fn ends(level: usize) -> &'static [(usize, u8)] {
    match level {
        0 => &[],
        1 => &[(2, 100)],
        2 => &[(4, 100)],
        3 => &[(6, 100)],
        4 => &[(8, 100)],
        5 => &[(10, 100)],
        6 => &[(12, 100)],
        7 => &[(14, 100)],
        8 => &[(16, 100)],
        9 => &[(18, 100), (20, 93)],
        10..=12 => &[(22, 100), (24, 98), (26, 93), (28, 86)],
        13..=16 => &[(23, 100), (24, 99), (25, 98), (27, 93), (28, 86)],
        17..=20 => &[(24, 100), (25, 99), (26, 98), (27, 93), (28, 86)],
        21..=24 => &[(25, 100), (26, 99), (27, 98), (28, 93), (29, 86)],
        25..=27 => &[(27, 100), (28, 99), (29, 98), (30, 93), (31, 86)],
        _ => &[(29, 100), (30, 99), (31, 98), (32, 93), (34, 86)],
    }
}
