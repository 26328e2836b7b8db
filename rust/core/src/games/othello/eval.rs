//! Evaluation and move ordering: mobility, corners, and the cells beside them.

use super::patterns;
use super::rules::Board;
use super::sides::Sides;
use crate::bits::Word;
use crate::capability::Evaluate;
use crate::game::Move;

impl<S: Sides> Board<S> {
    /// Terms: legal moves, potential moves (empty cells next to the other's discs), corners, and
    /// the danger of cells beside empty corners.
    fn shape(&self, own: u64, other: u64) -> i32 {
        let count = |set: u64| set.count() as i32;
        let (sides, empties) = (self.sides(), self.empties());
        let free_corners = sides.corners() & empties;
        70 * count(sides.mobility(own, other) & empties)
            + 30 * count(sides.around(other) & empties)
            + 900 * count(own & sides.corners())
            - 250 * count(own & sides.around(free_corners))
    }
}

impl<S: Sides> Evaluate for Board<S> {
    const UNIT: i32 = 100;

    /// Three discs.
    const EVEN: i32 = 3 * Self::UNIT;

    /// On 8 x 8 it wins nearly every game, at 1,000 simulations a move.
    const JUDGES_LEAVES: bool = true;

    /// Hundredths of a disc: learned weights on 8 x 8, a few hand-made terms on the small boards.
    fn evaluate(&self) -> i32 {
        let most = Self::UNIT * (self.sides().cells() as i32 - 1);
        let value = if S::IS_STANDARD {
            patterns::value(self.own(), self.other())
        } else {
            self.shape(self.own(), self.other()) - self.shape(self.other(), self.own())
        };
        value.clamp(-most, most)
    }

    /// Corners come first and cells beside empty corners last; the other moves come by the number
    /// of replies they leave, fewest first.
    fn order_moves(&self, moves: &[Move], scores: &mut [i32]) {
        let corners = self.sides().corners();
        let danger = self.sides().around(corners & self.empties());
        for (&m, score) in moves.iter().zip(scores) {
            if m == self.pass_move() {
                continue;
            }
            let child = crate::game::Game::child(self, m);
            let replies = child.placements();
            *score += 64 - 4 * replies.count() as i32 - 8 * (replies & corners).count() as i32;
            *score += 32 * i32::from(corners.has(m.index()));
            *score -= 8 * i32::from(danger.has(m.index()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::discs::Discs;
    use super::super::sides::Small;
    use super::*;
    use crate::game::Player;
    use crate::rng::Rng;

    /// The cells of a board around a cell.
    fn neighbours<const W: usize, const H: usize>(cell: usize) -> impl Iterator<Item = usize> {
        let (x, y) = (cell % W, cell / W);
        let near = move |other: &usize| {
            let (dx, dy) = ((other % W).abs_diff(x), (other / W).abs_diff(y));
            dx.max(dy) == 1
        };
        (0..W * H).filter(near)
    }

    /// The terms of a side, computed cell by cell.
    fn shape_by_cells<const W: usize, const H: usize>(own: u64, other: u64) -> i32 {
        let is_empty = |cell: usize| !own.has(cell) && !other.has(cell);
        let corners = [0, W - 1, W * (H - 1), W * H - 1];
        let beside_free_corner = |cell: usize| {
            neighbours::<W, H>(cell).any(|near| corners.contains(&near) && is_empty(near))
        };
        let mut sum = 70 * Discs::<W, H> { own, other }.moves().count() as i32;
        for cell in 0..W * H {
            let frontier = is_empty(cell) && neighbours::<W, H>(cell).any(|near| other.has(near));
            sum += 30 * i32::from(frontier);
            sum += 900 * i32::from(own.has(cell) && corners.contains(&cell));
            let is_corner = corners.contains(&cell) && is_empty(cell);
            sum -= 250 * i32::from(own.has(cell) && !is_corner && beside_free_corner(cell));
        }
        sum
    }

    #[test]
    fn small_boards_are_weighed_cell_by_cell() {
        fn check<const W: usize, const H: usize>() {
            let mut rng = Rng::new(W as u64);
            let sides = Small::of(W as u8, H as u8).expect("a small board");
            for _ in 0..200 {
                let at = Board::of(rng.word() & rng.word(), rng.word(), Player(0), sides);
                let (own, other) = (at.own(), at.other());
                let value = shape_by_cells::<W, H>(own, other) - shape_by_cells::<W, H>(other, own);
                assert_eq!(at.shape(own, other), shape_by_cells::<W, H>(own, other));
                let most = Board::<Small>::UNIT * ((W * H) as i32 - 1);
                assert_eq!(at.evaluate(), value.clamp(-most, most));
            }
        }
        check::<4, 4>();
        check::<6, 4>();
        check::<8, 4>();
        check::<6, 6>();
    }
}
