//! The rules, on two sets of discs.

use super::discs::{Discs, final_score};
use super::sides::{Fixed, Sides};
use crate::bits::{Word, mix};
use crate::capability::Symmetric;
use crate::game::{Facts, Game, Move, Outcome, Player};
use crate::grid;
use crate::rng::Rng;

/// The largest number of placements on any board, also on one that no game reaches.
///
/// Each placement flips the disc next to it on some line. On that line the disc has no second placement
/// at its other side, where a disc follows: so a disc is next to at most 4 placements in this way, one a
/// line, and `m` placements need `m / 4` discs of the other side. The line ends in a disc of the mover,
/// which ends at most 8, one a direction: they need `m / 8` discs of the mover. With `m` empty squares,
/// `m + m / 4 + m / 8 <= 64`, hence `m <= 46`.
pub(super) const MAX_PLACEMENTS: usize = 46;

/// A position of Othello, stored from the mover's view.
///
/// # Equality
/// Discs and the side to move. The history, passes included, is not part of a position: a game ends
/// when neither side can move, which the board alone shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<S> {
    own: u64,
    other: u64,
    white_to_move: bool,
    sides: S,
}

/// A position on `W` columns and `H` rows.
pub type FixedBoard<const W: usize, const H: usize = W> = Board<Fixed<W, H>>;

impl<S: Sides + Default> Default for Board<S> {
    fn default() -> Self {
        Board::at_start(S::default())
    }
}

impl<const W: usize, const H: usize> FixedBoard<W, H> {
    /// The move that passes.
    pub const PASS: Move = Move((W * H) as u16);

    /// The position with these discs; those outside the board and on cells held twice are dropped.
    pub fn new(black: u64, white: u64, turn: Player) -> Self {
        Board::of(black, white, turn, Fixed)
    }

    #[inline]
    pub(super) fn discs(&self) -> Discs<W, H> {
        Discs { own: self.own, other: self.other }
    }
}

impl<S: Sides> Board<S> {
    /// The start of the game.
    pub fn at_start(sides: S) -> Self {
        let (x, y) = (sides.width() / 2, sides.height() / 2);
        let at = |x: usize, y: usize| 1 << (y * sides.width() + x);
        let black = at(x, y - 1) | at(x - 1, y);
        Board::of(black, at(x - 1, y - 1) | at(x, y), Player(0), sides)
    }

    /// The position with these discs; those outside the board and on cells held twice are dropped.
    pub fn of(black: u64, white: u64, turn: Player, sides: S) -> Self {
        let (black, white) = (black & sides.board(), white & !black & sides.board());
        let white_to_move = turn.0 == 1;
        let (own, other) = if white_to_move { (white, black) } else { (black, white) };
        Board { own, other, white_to_move, sides }
    }

    /// The same position with constant sides, which are those of this board.
    #[inline]
    pub(super) fn fixed<const W: usize, const H: usize>(&self) -> FixedBoard<W, H> {
        debug_assert_eq!((self.sides.width(), self.sides.height()), (W, H));
        let Board { own, other, white_to_move, .. } = *self;
        Board { own, other, white_to_move, sides: Fixed }
    }

    /// Columns and rows.
    #[inline]
    pub fn sides(&self) -> S {
        self.sides
    }

    /// The move that passes.
    #[inline]
    pub fn pass_move(&self) -> Move {
        Move(self.sides.cells() as u16)
    }

    /// Discs of the side to move.
    #[inline]
    pub fn own(&self) -> u64 {
        self.own
    }

    /// Discs of the other side.
    #[inline]
    pub fn other(&self) -> u64 {
        self.other
    }

    /// Cells without a disc.
    #[inline]
    pub fn empties(&self) -> u64 {
        self.sides.board() & !(self.own | self.other)
    }

    /// The cells on which the side to move may place a disc; empty also when it must pass.
    #[inline]
    pub fn placements(&self) -> u64 {
        self.sides.mobility(self.own, self.other) & self.sides.board()
    }

    /// The same for the other side.
    #[inline]
    pub(super) fn replies(&self) -> u64 {
        self.sides.mobility(self.other, self.own) & self.sides.board()
    }

    /// True if the side to move has no legal placement and the other side has one.
    #[inline]
    pub fn must_pass(&self) -> bool {
        self.placements() == 0 && self.replies() != 0
    }

    /// Difference of discs for the side to move, with empty squares given to the side that leads:
    /// the score of a finished game as engines and databases count it.
    #[inline]
    pub fn final_score(&self) -> i32 {
        final_score(self.own, self.other, self.sides.cells())
    }

    /// The image of a set of cells under a symmetry.
    fn map(&self, cells: u64, s: usize) -> u64 {
        if S::IS_STANDARD {
            return map8(cells, s);
        }
        let (width, height) = (self.sides.width(), self.sides.height());
        cells.cells().fold(0, |set, cell| set | u64::bit(grid::image(width, height, cell, s)))
    }
}

/// The image of a set of cells of the 8 x 8 board, a row in each byte. Mirroring up and down reverses
/// the bytes; reversing all bits turns the board by half. Rows and columns are swapped in three steps:
/// blocks of 4 x 4 cells, of 2 x 2, and cells, each with the one across the diagonal (Warren, *Hacker's
/// Delight*, section 7-3).
fn map8(mut cells: u64, s: usize) -> u64 {
    cells = match s & 3 {
        0 => cells,
        1 => cells.swap_bytes().reverse_bits(),
        2 => cells.swap_bytes(),
        _ => cells.reverse_bits(),
    };
    if s & 4 != 0 {
        for (shift, mask) in
            [(28, 0x0000_0000_F0F0_F0F0), (14, 0x0000_CCCC_0000_CCCC), (7, 0x00AA_00AA_00AA_00AA)]
        {
            let moved = (cells ^ cells >> shift) & mask;
            cells ^= moved ^ moved << shift;
        }
    }
    cells
}

impl<S: Sides> Game for Board<S> {
    const FACTS: Facts = Facts {
        name: "othello",
        title: "Othello",
        player_names: &["black", "white"],
        teams: &[0, 1],
        max_score: S::MAX_CELLS as i16,
        most_moves: S::MAX_CELLS,
        max_indices: S::MAX_CELLS + 1,
        most_plies: 2 * (S::MAX_CELLS - 4),
        hidden: false,
        chance: false,
    };

    fn start(&self) -> Self {
        Board::at_start(self.sides)
    }

    fn num_moves(&self) -> usize {
        self.sides.cells() + 1
    }

    fn max_plies(&self) -> usize {
        2 * (self.sides.cells() - 4)
    }

    fn max_score(&self) -> i16 {
        self.sides.cells() as i16
    }

    #[inline]
    fn turn(&self) -> Player {
        Player(u8::from(self.white_to_move))
    }

    fn ply(&self) -> usize {
        (self.own | self.other).count().saturating_sub(4)
    }

    #[inline]
    fn for_each_legal(&self, mut f: impl FnMut(Move)) {
        let placements = self.placements();
        for cell in placements.cells() {
            f(Move(cell as u16));
        }
        if placements == 0 && self.replies() != 0 {
            f(self.pass_move());
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let (own, other) = (self.own, self.other);
        self.white_to_move = !self.white_to_move;
        if m == self.pass_move() {
            (self.own, self.other) = (other, own);
        } else {
            let flipped = self.sides.flips(own, other, m.index());
            // The mask keeps the index on the board: an illegal move gives a wrong board instead of
            // an overflow.
            self.other = own ^ flipped | 1 << (m.index() & 63);
            self.own = other ^ flipped;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let score = self.final_score() as i16;
        let black = if self.white_to_move { -score } else { score };
        let reason = if self.empties() == 0 {
            "board full"
        } else if (self.own == 0) != (self.other == 0) {
            "one colour left"
        } else {
            "neither side can move"
        };
        Some(Outcome::two_player(black, reason))
    }

    #[inline]
    fn key(&self) -> u64 {
        let (width, height) = (self.sides.width(), self.sides.height());
        let side_to_move = usize::from(self.white_to_move);
        let seed = mix((width + 16 * (width - height) + 256 * side_to_move) as u64);
        self.own.key(self.other.key(seed))
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.placements() == 0 && self.replies() == 0
    }

    #[inline]
    fn count_legal(&self) -> usize {
        match self.placements() {
            0 => usize::from(self.replies() != 0),
            placements => placements.count(),
        }
    }

    #[inline]
    fn leaves_below(&self) -> u64 {
        self.sides.leaves_below(self.own, self.other)
    }

    #[inline]
    fn nth_legal(&self, n: usize) -> Move {
        // The only legal move that is not a placement is a pass; the first cell of an empty set is
        // beyond the largest board.
        Move(self.placements().nth(n).min(self.sides.cells()) as u16)
    }

    #[inline]
    fn pick_legal(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        match self.placements() {
            0 => (self.replies() != 0).then(|| self.nth_legal(choose(1))),
            placements => Some(Move(placements.nth(choose(placements.count())) as u16)),
        }
    }

    fn playout(mut self, rng: &mut Rng) -> (Outcome, usize) {
        let (mut plies, mut placements) = (0, self.placements());
        while placements != 0 || self.replies() != 0 {
            let chosen = rng.below(placements.count().max(1));
            (self.own, self.other, placements) = if placements == 0 {
                (self.other, self.own, self.replies())
            } else {
                self.sides.place(self.own, self.other, placements.nth(chosen))
            };
            placements &= self.sides.board();
            self.white_to_move = !self.white_to_move;
            plies += 1;
        }
        (self.final_outcome(), plies)
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        if m == self.pass_move() {
            self.must_pass()
        } else {
            m.0 < 64 && self.placements().has(m.index())
        }
    }

    #[inline]
    fn write_legal_bits(&self, out: &mut [u64]) {
        let placements = self.placements();
        out.fill(0);
        out[0] = placements;
        if placements == 0 && self.replies() != 0 {
            let pass = self.sides.cells();
            out[pass / 64] = 1 << (pass % 64);
        }
    }
}

impl<S: Sides> Symmetric for Board<S> {
    fn num_symmetries(&self) -> usize {
        grid::num_symmetries(self.sides.width(), self.sides.height())
    }

    fn transform(&self, s: usize) -> Self {
        Board { own: self.map(self.own, s), other: self.map(self.other, s), ..*self }
    }

    /// The discs of the mover, then those of the other side.
    fn number(&self) -> Option<u128> {
        Some(u128::from(self.own) << 64 | u128::from(self.other))
    }

    /// Black is to move.
    fn numbered(&self, number: u128) -> Self {
        Board::of((number >> 64) as u64, number as u64, Player(0), self.sides)
    }

    fn transform_move(&self, m: Move, s: usize) -> Move {
        if m == self.pass_move() {
            return m;
        }
        let (width, height) = (self.sides.width(), self.sides.height());
        Move(grid::image(width, height, m.index(), s) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sides::Small;
    use super::*;
    use crate::capability::Evaluate;
    use crate::rng::Rng;

    /// Sides as values and as constants are one game.
    #[test]
    fn small_boards_are_those_of_constant_sides() {
        fn check<const W: usize, const H: usize>() {
            let sides = Small::of(W as u8, H as u8).expect("a small board");
            let (mut small, mut fixed) = (Board::at_start(sides), FixedBoard::<W, H>::default());
            let mut rng = Rng::new((W * H) as u64);
            loop {
                assert_eq!((small.to_string(), small.key()), (fixed.to_string(), fixed.key()));
                assert_eq!(small.legal_moves(), fixed.legal_moves());
                assert_eq!((small.evaluate(), small.bounds()), (fixed.evaluate(), fixed.bounds()));
                assert_eq!(small.outcome(), fixed.outcome());
                assert_eq!(small.to_string().parse(), Ok(small));
                assert_eq!(small.numbered(small.number().expect("a number")).own(), fixed.own());
                let Some(m) = small.pick_legal(|count| rng.below(count)) else { break };
                (small, fixed) = (small.child(m), fixed.child(m));
            }
        }
        check::<4, 4>();
        check::<6, 4>();
        check::<6, 6>();
        check::<8, 4>();
    }

    /// Passes included, of which small boards have many.
    #[test]
    fn a_random_game_is_one_of_legal_moves() {
        for seed in 0..200 {
            for (width, height) in [(4, 4), (6, 4), (6, 6), (8, 4)] {
                let sides = Small::of(width, height).expect("a board");
                let (mut rng, mut slow) = (Rng::new(seed), Rng::new(seed));
                let mut position = Board::at_start(sides);
                let (outcome, plies) = position.playout(&mut rng);
                for _ in 0..plies {
                    let m = position.pick_legal(|count| slow.below(count)).expect("a move");
                    position.play_unchecked(m);
                }
                assert_eq!((position.outcome(), rng), (Some(outcome), slow));
            }
        }
    }

    #[test]
    fn sets_are_mapped_cell_by_cell() {
        for s in 0..8 {
            for cell in 0..64 {
                assert_eq!(map8(1 << cell, s), 1 << grid::image(8, 8, cell, s), "{cell} under {s}");
            }
        }
    }
}
