//! The solver's representation of a position: pyramids of at most five layers, all with one stride.
//!
//! Every layer has the rows of a board five cells wide, and the narrow layers use the bits that the
//! wider ones leave, so that the cells below any cell lie at the same four distances in every
//! layer. Promotion is then one expression for the whole board, and a few shifts that lift it:
//!
//! ```text
//! bits  0..25   five rows of the layer of width 5          a b c d e
//! bits 25..45   four rows: width 4, the top at bit 29      a b c d T
//! bits 45..60   three rows: width 3, then width 2          a b c A B
//! ```

use super::super::rules::Board;
use crate::bits::layer_start;
use crate::game::{Game, Move};
use crate::pyramid::PyramidWord;
use crate::pyramid::geometry::{self, width_of};

pub(super) const BITS: u32 = 60;
/// Layers of the largest pyramid that fits.
pub(super) const MAX_SIZE: u8 = 5;

const WIDTH_5: u64 = layer(5, 5);
const WIDTH_4: u64 = layer(4, 4);
const WIDTH_3: u64 = layer(3, 3);
const WIDTH_2: u64 = layer(2, 2);
const TOP: u64 = layer(1, 1);

/// The bit of a cell of the layer of this width.
const fn bit_of(width: usize, row: usize, column: usize) -> usize {
    let corner = match width {
        5 => 0,
        4 => 25,
        3 => 45,
        2 => 48,
        _ => 29,
    };
    corner + 5 * row + column
}

/// The cells of a layer in its first rows and columns.
const fn layer(width: usize, part: usize) -> u64 {
    let mut cells = 0;
    let mut i = 0;
    while i < part * part {
        cells |= 1 << bit_of(width, i / part, i % part);
        i += 1;
    }
    cells
}

/// Moves each result from the upper left of four cells to the cell above them.
#[inline]
fn lift(found: u64) -> u64 {
    const FOUR: u64 = layer(5, 4);
    const THREE: u64 = layer(4, 3);
    const TWO: u64 = layer(3, 2);
    const ONE: u64 = layer(2, 1);
    (found & FOUR) << 25 | (found & THREE) << 20 | (found & TWO) << 3 | (found & ONE) >> 19
}

#[inline]
fn above_four(cells: u64) -> u64 {
    let pairs = cells & cells >> 1;
    lift(pairs & pairs >> 5)
}

/// Cells above three or four of the set.
#[inline]
fn above_three(cells: u64) -> u64 {
    let next = cells >> 1;
    let (both, either) = (cells & next, cells | next);
    lift(both & either >> 5 | either & both >> 5)
}

/// Cells above none, one, two and three of the set.
#[inline]
pub(super) fn above_by_count(cells: u64) -> [u64; 4] {
    let next = cells >> 1;
    let (odd, two) = (cells ^ next, cells & next);
    let carry = odd & odd >> 5;
    let ones = lift(odd ^ odd >> 5);
    let twos = lift(two ^ two >> 5 ^ carry);
    let fours = lift(two & two >> 5);
    [!(ones | twos | fours), ones & !twos, twos & !ones & !fours, ones & twos]
}

/// Constants of one board size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame {
    filled: u64,
    ground: u64,
    neutral: u64,
    /// The layer that rests on the ground.
    pub second: u64,
    /// Images of every byte of a set under the seven symmetries other than the identity.
    images: Vec<[[u64; 256]; 8]>,
}

impl Frame {
    pub fn new(size: u8) -> Self {
        let layers = [0, TOP, WIDTH_2, WIDTH_3, WIDTH_4, WIDTH_5];
        let ground = layers[usize::from(size)];
        let middle = usize::from(size) / 2;
        let neutral = if size % 2 == 1 { 1 << bit_of(size.into(), middle, middle) } else { 0 };
        let filled = layers[..=usize::from(size)].iter().fold(0, |all, layer| all | layer);
        let mut images = vec![[[0; 256]; 8]; 7];
        for cell in 0..filled.count_ones() as usize {
            let from = bit(cell);
            for (s, table) in images.iter_mut().enumerate() {
                let to = bit(geometry::image(cell, s + 1));
                for byte in (0..256).filter(|byte| byte >> (from % 8) & 1 == 1) {
                    table[from / 8][byte] |= 1 << to;
                }
            }
        }
        Frame { filled, ground, neutral, second: layers[usize::from(size) - 1], images }
    }

    /// Least pieces left at which positions are stored in the table. On size 5, storing later
    /// positions too halves the positions visited, takes the same time, and fills the table many
    /// times as fast.
    #[inline]
    pub fn keep_from(&self) -> u32 {
        if self.ground == WIDTH_5 { 16 } else { 6 }
    }

    #[inline]
    fn image(&self, s: usize, cells: u64) -> u64 {
        let bytes = cells.to_le_bytes();
        let table = &self.images[s];
        (0..8).fold(0, |all, i| all | table[i][usize::from(bytes[i])])
    }
}

fn bit(cell: usize) -> usize {
    let width = width_of(cell);
    let within = cell - layer_start(width);
    bit_of(width, within / width, within % width)
}

/// A position. The pieces that each player has left are stored, because a chain may offer more
/// cells than that; which of them it then fills is not stored, because it ends the game and does
/// not change the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub pieces: [u64; 2],
    pub left: [i32; 2],
    pub turn: usize,
}

impl State {
    pub fn of<W: PyramidWord>(board: &Board<W>) -> Self {
        let pieces = [0, 1].map(|seat| {
            board.pile().pieces(seat).cells().fold(0, |all, cell| all | 1 << bit(cell))
        });
        State { pieces, left: board.pieces_left().map(i32::from), turn: board.turn().index() }
    }

    /// The child of this state after a move of the unfinished board, with the board's number of the
    /// move.
    pub fn after(self, m: Move, frame: &Frame) -> Self {
        self.play(1 << bit(m.index()), frame)
    }

    #[inline]
    fn occupied(&self, frame: &Frame) -> u64 {
        self.pieces[0] | self.pieces[1] | frame.neutral
    }

    /// Empty cells above the ground.
    #[inline]
    pub fn empties_above(&self, frame: &Frame) -> u64 {
        frame.filled & !frame.ground & !self.occupied(frame)
    }

    /// Cells that the side to move may fill.
    #[inline]
    pub fn legal(&self, frame: &Frame) -> u64 {
        let occupied = self.occupied(frame);
        (frame.ground | above_four(occupied) & frame.filled) & !occupied
    }

    /// Pieces left of both players: an upper bound on the plies to come.
    #[inline]
    pub fn remaining(&self) -> u32 {
        (self.left[0] + self.left[1]) as u32
    }

    /// The first player's result of a finished game.
    #[inline]
    pub fn result(&self) -> Option<i32> {
        match self.left.map(|left| left <= 0) {
            [true, true] => Some(0),
            [true, false] => Some(1),
            [false, true] => Some(-1),
            [false, false] => None,
        }
    }

    /// The position after a piece of the side to move on this cell, and the chain.
    #[inline]
    pub fn play(mut self, cell: u64, frame: &Frame) -> Self {
        self.pieces[self.turn] |= cell;
        self.left[self.turn] -= 1;
        self.turn ^= 1;
        while self.left[0] > 0 && self.left[1] > 0 && self.wave(frame) {}
        self
    }

    /// Runs one wave of the chain; false if it filled nothing.
    #[inline]
    fn wave(&mut self, frame: &Frame) -> bool {
        let mut filled = 0;
        for player in 0..2 {
            let occupied = self.occupied(frame);
            let open = above_four(occupied) & frame.filled & !occupied;
            let cells = open & above_three(self.pieces[player]);
            filled |= cells;
            self.pieces[player] |= cells;
            self.left[player] -= cells.count_ones() as i32;
            if self.left[player] < 0 {
                // Cells stay empty, so the other player has more pieces left than they are
                // offered.
                self.left[player] = 0;
                return true;
            }
        }
        filled != 0
    }

    /// The smallest image under the eight symmetries.
    #[inline]
    pub fn canonical(mut self, frame: &Frame) -> Self {
        let [first, second] = self.pieces;
        for s in 0..7 {
            let image = frame.image(s, first);
            if image < self.pieces[0] {
                self.pieces = [image, frame.image(s, second)];
            } else if image == self.pieces[0] {
                self.pieces[1] = self.pieces[1].min(frame.image(s, second));
            }
        }
        self
    }

    /// The most pieces that chains can still give a player.
    ///
    /// A chain fills empty cells above the ground of which three of the four below belong to the
    /// player, so none with two below that the player cannot have: the neutral piece, the other's
    /// pieces, and empty cells above three of the other's, since the other gets those as soon as
    /// they are supported. Cells above three of these are lost in turn; two rounds find nearly all.
    #[inline]
    pub fn most_by_chain(&self, player: usize, frame: &Frame) -> i32 {
        let empties = self.empties_above(frame);
        let theirs = self.pieces[1 - player];
        let lost = empties & above_three(theirs);
        let lost = empties & above_three(theirs | lost);
        let possible = frame.filled & !frame.neutral & !theirs & !lost;
        (empties & possible & above_three(possible)).count_ones() as i32
    }

    /// The first player's result where counting decides it.
    ///
    /// A legal cell exists as long as both players have pieces. So a player to move with `own`
    /// pieces left has placed them all with their `own`-th placement from here at the latest,
    /// whatever chains add. By then the other has placed at most `own - 1` pieces and those that
    /// chains added. If that is less than all their pieces, they have lost. If the other is to
    /// move, they have placed at most `own`.
    #[inline]
    pub fn certain(&self, frame: &Frame) -> Option<i32> {
        let (mover, other) = (self.turn, 1 - self.turn);
        let (own, theirs) = (self.left[mover], self.left[other]);
        let wins = |player: usize| if player == 0 { 1 } else { -1 };
        // The mover's last piece ends the game before the chain begins.
        if own == 1 || own - 1 + self.most_by_chain(other, frame) < theirs {
            Some(wins(mover))
        } else if theirs + self.most_by_chain(mover, frame) < own {
            Some(wins(other))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capability::Symmetric;
    use crate::games::mosaic::Mosaic5;
    use crate::playout::playout;
    use crate::rng::Rng;

    #[test]
    fn plays_as_the_game_does() {
        for seed in 0..2000 {
            let mut rng = Rng::child(11, seed);
            let mut board = Mosaic5::empty(2 + (seed % 4) as u8);
            let frame = Frame::new(board.size());
            let mut state = State::of(&board);
            while !board.is_over() {
                let bits = board.legal_moves().iter().fold(0, |all, m| all | 1 << bit(m.index()));
                assert_eq!(state.legal(&frame), bits, "{board}");
                let m = board.nth_legal(rng.below(board.count_legal()));
                board.play_unchecked(m);
                state = state.after(m, &frame);
                // After a chain that ends the game, the number of pieces that the loser has left is
                // not stored.
                assert_eq!(state.result().is_some(), board.is_over(), "{board}");
                if !board.is_over() {
                    assert_eq!(state.left, board.pieces_left().map(i32::from), "{board}");
                }
            }
            let score = board.outcome().map(|outcome| i32::from(outcome.score(crate::Player(0))));
            assert_eq!(state.result(), score, "{board}");
        }
    }

    #[test]
    fn images_are_those_of_the_game() {
        let mut rng = Rng::child(12, 0);
        for size in 2..=5 {
            let frame = Frame::new(size);
            let mut board = Mosaic5::empty(size);
            for _ in 0..size * size / 2 {
                let m = board.nth_legal(rng.below(board.count_legal()));
                board.play_unchecked(m);
            }
            let canonical = State::of(&board).canonical(&frame);
            for s in 0..8 {
                assert_eq!(State::of(&board.transform(s)).canonical(&frame), canonical);
            }
        }
    }

    /// No line of random play contradicts the counting bounds.
    #[test]
    fn what_is_certain_happens() {
        let mut met = 0;
        for seed in 0..2000 {
            let mut rng = Rng::child(13, seed);
            let mut board = Mosaic5::empty(2 + (seed % 4) as u8);
            let frame = Frame::new(board.size());
            while !board.is_over() {
                if let Some(result) = State::of(&board).certain(&frame) {
                    met += 1;
                    let (outcome, _) = playout(board, &mut rng);
                    assert_eq!(i32::from(outcome.score(crate::Player(0))), result, "{board}");
                }
                let m = board.nth_legal(rng.below(board.count_legal()));
                board.play_unchecked(m);
            }
        }
        assert!(met > 2000);
    }
}
