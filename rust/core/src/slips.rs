//! Slips: the moves that a level plays in between, and the odds of each.

use crate::game::Move;
use crate::rng::Rng;

/// Moves in index order, each with its odds; together the odds are below 2^32.
pub type Slips = Vec<(Move, u64)>;

/// Doublings of the odds that count: a move this far below the best one is not worse than others.
const DOUBLINGS: i32 = 16;
/// Most points in which the odds double.
const MAX_STEP: i32 = 256;

/// Odds by what each move looks like, in points: they double every `step` points, 1 to 256, and grow in a
/// straight line between. So the move that looks best is the likeliest, and others happen the less the
/// worse they look: a quantal response (`McKelvey` and Palfrey, *Quantal response equilibria for normal form
/// games*, 1995), as it has been fitted to moves of chess players (Regan and Haworth, *Intrinsic chess
/// ratings*, 2011). In whole numbers, which are the same on every machine.
pub fn by_points(looks: &[(Move, i32)], step: i32) -> Slips {
    debug_assert!((1..=MAX_STEP).contains(&step));
    let best = looks.iter().map(|&(_, points)| points).max().unwrap_or_default();
    let odds = |points: i32| {
        let above = (points - best + DOUBLINGS * step).max(0);
        ((step + above % step) as u64) << (above / step)
    };
    looks.iter().map(|&(m, points)| (m, odds(points))).collect()
}

/// The points in which the odds double: `step` at the start, twice as many at the end of the game. Late
/// play is tired, and a bad move looks less bad.
pub fn tired(step: i32, ply: usize, max_plies: usize) -> i32 {
    step + step * ply.min(max_plies) as i32 / max_plies as i32
}

/// Draws a slip by its odds.
///
/// # Panics
/// If there are none.
pub fn draw(slips: &Slips, rng: &mut Rng) -> Move {
    let mut left = rng.below(sum(slips) as usize) as u64;
    let drawn = slips.iter().find(|&&(_, odds)| {
        let is_drawn = left < odds;
        left = left.wrapping_sub(odds);
        is_drawn
    });
    drawn.expect("the draw is below the sum").0
}

/// The probability of a move.
pub fn probability(slips: &Slips, m: Move) -> f64 {
    let odds = slips.iter().find(|&&(each, _)| each == m).map_or(0, |&(_, odds)| odds);
    odds as f64 / sum(slips) as f64
}

fn sum(slips: &Slips) -> u64 {
    slips.iter().map(|&(_, odds)| odds).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_double_with_every_step() {
        let odds = |points: &[i32], step| {
            let looks: Vec<_> = (0..).map(Move).zip(points.iter().copied()).collect();
            by_points(&looks, step).into_iter().map(|(_, odds)| odds).collect::<Vec<_>>()
        };
        for step in [1, 3, 256] {
            let found = odds(&[7, 7 - step, 7 - 3 * step, 7 - 20 * step], step);
            assert_eq!(found[0], 2 * found[1]);
            assert_eq!(found[0], 8 * found[2]);
            assert_eq!(found[3], step as u64);
        }
        // Halfway between, in a straight line.
        assert_eq!(odds(&[4, 2, 0], 4), [4 << 16, 6 << 15, 4 << 15]);
        assert!(odds(&[0; 128], MAX_STEP).iter().sum::<u64>() < 1 << 32);
    }

    #[test]
    fn slips_are_drawn_by_their_odds() {
        let slips: Slips = vec![(Move(3), 1), (Move(5), 6), (Move(9), 1)];
        let mut rng = Rng::new(1);
        let drawn = (0..8000).filter(|_| draw(&slips, &mut rng) == Move(5)).count();
        assert!((5800..6200).contains(&drawn), "{drawn}");
        assert!((probability(&slips, Move(5)) - 0.75).abs() < 1e-12);
        assert!(probability(&slips, Move(4)).abs() < 1e-12);
    }

    #[test]
    fn late_play_is_tired() {
        assert_eq!([0, 30, 60, 99].map(|ply| tired(24, ply, 60)), [24, 36, 48, 48]);
    }
}
