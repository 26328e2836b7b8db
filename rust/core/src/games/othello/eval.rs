//! What a search may know: mobility, corners, and the cells beside them.

use super::flips::{board, mobility};
use super::rules::Board;
use crate::bits::Word;
use crate::capability::Evaluate;
use crate::game::Move;

/// The corners of a board.
pub(super) const fn corners<const N: usize>() -> u64 {
    1 | 1 << (N - 1) | 1 << (N * (N - 1)) | 1 << (N * N - 1)
}

/// The cells around a set.
pub(super) fn neighbours<const N: usize>(set: u64) -> u64 {
    let first = (0..N).fold(0, |column, y| column | 1_u64 << (y * N));
    let last = first << (N - 1);
    let sides = (set & !first) >> 1 | (set & !last) << 1;
    let row = set | sides;
    (sides | row << N | row >> N) & board::<N>() & !set
}

impl<const N: usize> Evaluate for Board<N> {
    const UNIT: i32 = 100;

    /// Hundredths of a disc: moves to choose from, moves that may come (empty cells next to the
    /// other's discs), corners, and the danger of cells beside empty corners; discs count only as
    /// the board fills.
    fn evaluate(&self) -> i32 {
        let side = |own: u64, other: u64| -> i32 {
            let count = |set: u64| set.count() as i32;
            let vacant = self.vacant();
            let free_corners = corners::<N>() & vacant;
            70 * count(mobility::<N>(own, other))
                + 30 * count(neighbours::<N>(other) & vacant)
                + 900 * count(own & corners::<N>())
                - 250 * count(own & neighbours::<N>(free_corners))
        };
        let placed = (N * N) as i32 - self.vacant().count() as i32;
        let discs = self.own().count() as i32 - self.other().count() as i32;
        let weight = placed * placed * 100 / (N * N * N * N) as i32;
        let shape = side(self.own(), self.other()) - side(self.other(), self.own());
        let most = Self::UNIT * ((N * N) as i32 - 1);
        ((100 - weight) * shape / 100 + weight * discs).clamp(-most, most)
    }

    /// Corners first, cells beside empty corners last, and of the rest those that leave the other
    /// the fewest moves.
    fn order_moves(&self, moves: &[Move], scores: &mut [i32]) {
        let free_corners = corners::<N>() & self.vacant();
        let danger = neighbours::<N>(free_corners);
        for (&m, score) in moves.iter().zip(scores) {
            if m == Self::PASS {
                continue;
            }
            let mut child = *self;
            crate::game::Game::play_unchecked(&mut child, m);
            let replies = child.placements();
            *score +=
                64 - 4 * replies.count() as i32 - 8 * (replies & corners::<N>()).count() as i32;
            *score += 32 * i32::from(corners::<N>().has(m.index()));
            *score -= 8 * i32::from(danger.has(m.index()));
        }
    }
}
