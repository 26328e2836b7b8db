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
        5..=20 => 73,
        _ => 87,
    }
}

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
        9 => &[(18, 100), (20, 95)],
        10 => &[(20, 100), (22, 95)],
        11..=12 => &[(21, 100), (22, 99), (24, 95)],
        13..=16 => &[(22, 100), (24, 99), (25, 95), (26, 87)],
        17..=20 => &[(24, 100), (25, 99), (26, 95), (27, 87), (28, 73)],
        21..=24 => &[(25, 100), (27, 99), (28, 95), (29, 87), (30, 73)],
        25..=27 => &[(27, 100), (29, 99), (30, 95), (31, 87), (33, 73)],
        _ => &[(29, 100), (31, 99), (33, 95), (34, 87), (36, 73)],
    }
}
