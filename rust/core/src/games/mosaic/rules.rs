//! Mosaic for two players: the rules.

use super::chain::{ALL_PLACED, BOTH_OUT, Fresh, LastPiece, Pile, Whole};
use crate::bits::mix;
use crate::capability::Symmetric;
use crate::game::{Facts, Game, Move, Outcome, Player, legal_set};
use crate::pyramid::geometry::image;
use crate::pyramid::{MAX_CELLS, PyramidSet, PyramidWord};

/// A player who is offered more cells than they have pieces left takes the lowest cells: that
/// cannot change the winner (see [`Symmetric`] for [`Board`]).
const LAST_PIECE: LastPiece = LastPiece::Lowest;

/// A position of Mosaic on a pyramid of 2 to 7 layers, as many as fit the word.
///
/// ```
/// use bitgames_core::{Notation, games::Mosaic5};
/// let start = Mosaic5::empty(3);
/// assert_eq!(start.to_string(), "mosaic:3 ./..../....*.... 1");
/// let next = start.play(start.parse_move("1a1")?)?;
/// assert_eq!(next.pieces_left(), [6, 7]);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Equality
/// Size, cells and turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<W> {
    pile: Pile<W, 2>,
    turn: u8,
}

impl<W: PyramidWord> Board<W> {
    /// The start on a pyramid of this size, from 2 to the largest that fits the word.
    pub fn empty(size: u8) -> Self {
        debug_assert!((2..=W::MAX_SIZE).contains(&size));
        Board { pile: Pile::empty(size), turn: 0 }
    }

    pub(super) fn new(pile: Pile<W, 2>, turn: Player) -> Self {
        Board { pile, turn: turn.0 }
    }

    pub(super) fn pile(&self) -> &Pile<W, 2> {
        &self.pile
    }

    /// The first player's pieces.
    #[inline]
    pub fn first(&self) -> W {
        self.pile.pieces(0)
    }

    /// The second player's pieces.
    #[inline]
    pub fn second(&self) -> W {
        self.pile.pieces(1)
    }

    /// The pieces of the side to move.
    #[inline]
    pub fn own(&self) -> W {
        self.pile.pieces(usize::from(self.turn))
    }

    /// The pieces of the other side.
    #[inline]
    pub fn other(&self) -> W {
        self.pile.pieces(usize::from(1 - self.turn))
    }

    /// The legal moves as a set; empty once the game is over.
    #[inline]
    pub fn legal(&self) -> W {
        if self.is_over() { W::EMPTY } else { self.pile.open() }
    }

    /// Pieces each player has still to place.
    #[inline]
    pub fn pieces_left(&self) -> [u8; 2] {
        self.pile.left()
    }

    /// The chain of a legal move, as pairs of player and filled cells in order. A new wave begins
    /// where the player's number does not increase.
    ///
    /// ```
    /// use bitgames_core::{Notation, Player, games::Mosaic5};
    /// let before: Mosaic5 = "mosaic:3 ./..../11..*.... 1".parse()?;
    /// let waves = before.waves(before.parse_move("1a2")?);
    /// assert_eq!(waves[0].0, Player(0));
    /// assert_eq!(waves[0].1.to_string(), ". . .   # .   .\n. . .   . .\n. . .");
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    pub fn waves(&self, m: Move) -> Vec<(Player, PyramidSet)> {
        let mut whole = Whole::default();
        let mut pile = self.pile;
        pile.put(usize::from(self.turn), W::bit(m.index()), &mut whole);
        pile.chain(&mut whole, 0, LAST_PIECE);
        let steps = whole.steps.into_iter().skip(1);
        steps.map(|(seat, cells)| (Player(seat as u8), pile.set(cells))).collect()
    }
}

impl<W: PyramidWord> Game for Board<W> {
    const FACTS: Facts = Facts {
        name: "mosaic",
        title: "Mosaic",
        player_names: &["first", "second"],
        teams: &[0, 1],
        max_score: 1,
        most_moves: MAX_CELLS,
        max_indices: MAX_CELLS,
        most_plies: MAX_CELLS,
        hidden: false,
        chance: false,
    };

    fn start(&self) -> Self {
        Board::empty(self.size())
    }

    fn num_moves(&self) -> usize {
        self.pile.set(W::EMPTY).num_cells()
    }

    fn max_plies(&self) -> usize {
        self.num_moves() - self.neutral().count()
    }

    #[inline]
    fn turn(&self) -> Player {
        Player(self.turn)
    }

    #[inline]
    fn ply(&self) -> usize {
        self.pile.placed()
    }

    legal_set!(|position: &Self, n| position.pile.open().nth(n));

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let mut fresh = Fresh::at_rest();
        // An illegal move places nothing.
        let cell = W::bit(m.index() % W::BITS) & self.pile.open();
        self.pile.put(usize::from(self.turn), cell, &mut fresh);
        self.pile.chain(&mut fresh, 0, LAST_PIECE);
        self.turn = 1 - self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.pile.left() {
            [0, 0] => Some(Outcome::two_player(0, BOTH_OUT)),
            [0, _] => Some(Outcome::two_player(1, ALL_PLACED)),
            [_, 0] => Some(Outcome::two_player(-1, ALL_PLACED)),
            _ => None,
        }
    }

    fn key(&self) -> u64 {
        let seed = mix(u64::from(self.size()) | u64::from(self.turn) << 8);
        self.first().key(self.second().key(seed))
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.pile.is_decided()
    }
}

/// The eight symmetries of the square, acting on every layer at once.
///
/// They keep the value of every position. Only the move that ends the game can break them: a player
/// who is offered more cells than they have pieces left takes the lowest cells, which differ in the
/// image. The winner does not depend on it: together the players have at least as many pieces left
/// as there are empty cells, so both run out in one wave only if no cell stays empty; but one of
/// the offered cells stays empty, because the other player is not offered it.
impl<W: PyramidWord> Symmetric for Board<W> {
    fn num_symmetries(&self) -> usize {
        8
    }

    fn transform(&self, s: usize) -> Self {
        Board { pile: self.pile.transform(s), turn: self.turn }
    }

    fn transform_move(&self, m: Move, s: usize) -> Move {
        Move(image(m.index(), s) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Word;
    use crate::notation::Notation;
    use crate::playout::playout;
    use crate::pyramid::Wide;
    use crate::rng::Rng;

    /// The position after a move, by the definition of the chain.
    fn play_by_definition<W: PyramidWord>(mut board: Board<W>, m: Move) -> Board<W> {
        let mut whole = Whole::default();
        board.pile.put(usize::from(board.turn), W::bit(m.index()), &mut whole);
        board.pile.chain(&mut whole, 0, LAST_PIECE);
        board.turn = 1 - board.turn;
        board
    }

    /// Plays random games; returns how often a chain ran, and how often a game ended with offered
    /// cells.
    fn check_games<W: PyramidWord>(size: u8, games: u64) -> (usize, usize) {
        let (mut chains, mut short) = (0, 0);
        for game in 0..games {
            let mut rng = Rng::child(7, game);
            let mut at = Board::<W>::empty(size);
            while !at.is_over() {
                let m = at.nth_legal(rng.below(at.count_legal()));
                let next = at.play(m).expect("it is legal");
                assert_eq!(next, play_by_definition(at, m), "{at} {}", at.move_text(m));
                let waves = at.waves(m);
                let filled: usize = waves.iter().map(|(_, cells)| cells.count()).sum();
                assert_eq!(next.ply(), at.ply() + 1 + filled);
                chains += usize::from(filled > 0);
                let offered = next.pile.offered(0) | next.pile.offered(1);
                short += usize::from(!offered.is_empty());
                at = next;
            }
            assert_ne!(at.outcome(), None);
        }
        (chains, short)
    }

    #[test]
    fn the_fast_chain_is_the_whole_board_chain() {
        check_games::<u64>(2, 50);
        check_games::<u64>(3, 200);
        for (chains, short) in [4, 5].map(|size| check_games::<u64>(size, 300)) {
            assert!(chains > 0 && short > 0);
        }
        for (chains, short) in [5, 6, 7].map(|size| check_games::<Wide>(size, 60)) {
            assert!(chains > 0 && short > 0);
        }
    }

    #[test]
    fn both_words_play_the_same_games() {
        for game in 0..100 {
            let narrow = playout(Board::<u64>::empty(5), &mut Rng::child(1, game));
            assert_eq!(narrow, playout(Board::<Wide>::empty(5), &mut Rng::child(1, game)));
        }
    }

    /// The winner does not depend on the cells of last pieces, as the symmetries assume.
    #[test]
    fn the_last_pieces_of_the_first_player_keep_the_second_from_running_out() {
        let mut met = 0;
        for game in 0..4000 {
            let mut rng = Rng::child(9, game);
            let mut at = Board::<u64>::empty(4 + (game % 2) as u8);
            while !at.is_over() {
                let m = at.nth_legal(rng.below(at.count_legal()));
                let next = at.play(m).expect("it is legal");
                if next.pieces_left()[0] == 0 && !next.pile.offered(0).is_empty() {
                    met += 1;
                    assert_ne!(next.pieces_left()[1], 0, "{at} {}", at.move_text(m));
                }
                at = next;
            }
        }
        assert!(met > 0);
    }
}
