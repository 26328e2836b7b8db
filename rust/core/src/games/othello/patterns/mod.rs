//! The learned evaluation of the 8 x 8 board: a sum of weights, looked up by the contents of edges,
//! corners, rows and diagonals.
//!
//! The method is Michael Buro's ("Experiments with Multi-ProbCut and a new high-quality evaluation
//! function for Othello", 1997): each pattern of cells, read as a number in base three, selects a
//! weight, with separate weights for each stage of the game, and the position's value is their sum.
//! Symmetric patterns share their weights, and so do a pattern's content and its mirror image. The
//! weights were learned from self-play games of this project by the program in `rust/train`, which
//! describes the training and can repeat it.

mod features;
mod shapes;
mod stages;
mod weights;

pub use self::features::Features;
use self::features::mobilities;
pub use self::stages::{STAGES, stage};
pub(crate) use self::weights::FILE;
pub use self::weights::{
    FEATURES, FILE_BYTES, UNIT_PARTS, WEIGHTS, Weights, file_of, learned, stages_of,
};

/// The value of a position for the side to move, in hundredths of a disc.
pub fn value(own: u64, other: u64) -> i32 {
    Features::new(own, other).value(own, other)
}

/// The numbers of the weights of a position among those of its stage.
pub fn indices(own: u64, other: u64) -> [u32; FEATURES] {
    weights::selected(&Features::new(own, other).lanes, own, mobilities(own, other))
}

#[cfg(test)]
mod tests {
    use super::shapes::{EMPTY, LANES_OF_WINDOW, MIRRORS, PATTERNS, SHAPES, STARTS, contents};
    use super::*;
    use crate::Symmetric;
    use crate::bits::Word;
    use crate::bits::mix;
    use crate::game::{Game, Player};
    use crate::games::Othello8;
    use crate::games::othello::flips::flips;
    use crate::grid::image;
    use crate::rng::Rng;

    /// All positions of random games, finished ones included.
    fn positions(games: usize) -> Vec<Othello8> {
        let mut rng = Rng::new(15);
        let mut all = Vec::new();
        for _ in 0..if cfg!(miri) { 1 } else { games } {
            let mut position = Othello8::default();
            all.push(position);
            while let Some(m) = position.pick_legal(|count| rng.below(count)) {
                position.play_unchecked(m);
                all.push(position);
            }
        }
        all
    }

    /// Positions, which hardly a game reaches, in which one side has 35 moves.
    fn most_moves() -> [Othello8; 2] {
        let squares = "--------/-OOXO-O-/-OXXXXO-/----OXO-/-OX---X-/XXX-OXO-/-OXOOOO-/--------";
        let at: Othello8 = format!("othello {squares} X").parse().expect("a position");
        assert_eq!(at.count_legal(), 35);
        [at, Othello8::new(at.own(), at.other(), Player(1))]
    }

    /// Weights that tell all features apart, unlike the learned ones.
    fn random_file() -> Vec<u8> {
        (0..FILE_BYTES as u64).map(|place| mix(place) as u8).collect()
    }

    #[test]
    fn features_kept_by_moves_are_those_of_a_new_start() {
        let mut rng = Rng::new(16);
        let mut passes = 0;
        for _ in 0..if cfg!(miri) { 1 } else { 200 } {
            let mut position = Othello8::default();
            let mut features = Features::new(position.own(), position.other());
            while let Some(m) = position.pick_legal(|count| rng.below(count)) {
                let (own, other) = (position.own(), position.other());
                assert_eq!(features, Features::new(own, other), "{position}");
                assert_eq!(features.value(own, other), value(own, other), "{position}");
                assert_eq!(features.pass(), Features::new(other, own), "{position}");
                features = if m == Othello8::PASS {
                    passes += 1;
                    features.pass()
                } else {
                    features.after(m.index(), flips::<8>(own, other, m.index()))
                };
                position.play_unchecked(m);
            }
        }
        assert!(cfg!(miri) || passes > 10);
    }

    /// Each lane is the content of the cells of one image of a shape, read cell by cell.
    #[test]
    fn a_lane_is_the_content_of_its_cells() {
        for position in positions(20) {
            let features = Features::new(position.own(), position.other());
            let mut lanes = features.lanes.iter();
            for (cells, (_, start)) in SHAPES.iter().zip(STARTS) {
                let mut seen = Vec::new();
                for symmetry in 0..8 {
                    let cell = |&(x, y): &(u8, u8)| image(8, 8, usize::from(8 * y + x), symmetry);
                    let images: Vec<usize> = cells.iter().map(cell).collect();
                    let mut set = images.clone();
                    set.sort_unstable();
                    if seen.contains(&set) {
                        continue;
                    }
                    seen.push(set);
                    let digit = |cell: usize| {
                        1 + usize::from(position.own().has(cell))
                            - usize::from(position.other().has(cell))
                    };
                    let content = images.iter().rev().fold(0, |sum, &cell| 3 * sum + digit(cell));
                    assert_eq!(lanes.next(), Some(&((start + content) as u16)), "{position}");
                }
            }
            assert_eq!(lanes.as_slice(), &EMPTY[PATTERNS..]);
        }
    }

    #[test]
    fn contents_share_a_weight_exactly_if_they_mirror_each_other() {
        let numbers = &*weights::NUMBERS;
        let mut next = 0;
        for (shape, cells) in SHAPES.iter().enumerate() {
            let (window, start) = STARTS[shape];
            let number = |content: usize| numbers[window][start + content];
            let mut users = vec![Vec::new(); contents(shape)];
            for content in 0..contents(shape) {
                let digit = |place: usize| content / 3_usize.pow(place as u32) % 3;
                let of = |place: usize| digit(place) * 3_usize.pow(MIRRORS[shape][place] as u32);
                let mirrored = (0..cells.len()).map(of).sum();
                assert_eq!(number(content), number(mirrored));
                users[(number(content) - next) as usize].push(content);
                assert!(
                    users[(number(content) - next) as usize]
                        .iter()
                        .all(|&c| c == content || c == mirrored)
                );
            }
            next += users.iter().filter(|users| !users.is_empty()).count() as u32;
        }
    }

    #[test]
    fn a_value_is_the_sum_of_the_weights_that_the_indices_name() {
        let file = random_file();
        let weights = Weights::read(&file).expect("the right size");
        let stages = stages_of(&file);
        for position in positions(100).into_iter().chain(most_moves()) {
            let (own, other) = (position.own(), position.other());
            let stage = &stages[stage(64 - (own | other).count())];
            let unit = i32::from(u16::from_le_bytes([stage[0], stage[1]]));
            let all = indices(own, other);
            assert!(all.iter().all(|&index| (index as usize) < WEIGHTS));
            let sum: i32 = all.iter().map(|&i| i32::from(stage[2 + i as usize] as i8)).sum();
            let found = Features::new(own, other).value_of(&weights, own, other);
            assert_eq!(found, sum * unit / UNIT_PARTS, "{position}");
        }
    }

    /// Turned and mirrored; with random weights only equal contents have equal values.
    #[test]
    fn symmetric_positions_have_equal_values() {
        let random = random_file();
        for file in [learned(), &random] {
            let weights = Weights::read(file).expect("the right size");
            for position in positions(20) {
                let value = |p: &Othello8| {
                    Features::new(p.own(), p.other()).value_of(&weights, p.own(), p.other())
                };
                for symmetry in 1..8 {
                    assert_eq!(
                        value(&position.transform(symmetry)),
                        value(&position),
                        "{position}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_file_is_that_of_the_bytes_of_its_stages() {
        for file in [learned(), &random_file()] {
            assert_eq!(file_of(&stages_of(file)), file);
        }
    }

    #[test]
    fn weights_of_another_size_are_refused() {
        for size in [0, FILE_BYTES - 1, FILE_BYTES + 1] {
            assert!(Weights::read(&vec![0; size]).is_none(), "{size}");
        }
        assert_eq!(LANES_OF_WINDOW.iter().sum::<usize>(), PATTERNS);
    }
}
