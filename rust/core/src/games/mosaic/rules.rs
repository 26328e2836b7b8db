//! The rules of both games: Mosaic for two players, and Mosaic Quo for four seats in two teams, whose
//! owners choose where last pieces go.

use super::chain::{ALL_PLACED, BOTH_OUT, Fresh, LastPiece, NO_CELL, Pile, Wave, Whole};
use crate::bits::mix;
use crate::capability::Symmetric;
use crate::game::{Facts, Game, Move, Outcome, Player, legal_set};
use crate::pyramid::geometry::image;
use crate::pyramid::{MAX_CELLS, PyramidSet, PyramidWord};

/// A position of Mosaic on a pyramid of 2 to 7 layers, or with four seats of [`Quo`]; as many layers
/// as fit the word.
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
/// Size, rules, cells, whose turn it is, and the pending choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<W, const SEATS: usize = 2> {
    /// While a seat chooses, only the cells on offer are open.
    pile: Pile<W, SEATS>,
    mover: Player,
    chooser: Option<Player>,
    last_piece: LastPiece,
}

/// A position of Mosaic Quo on a pyramid of 3 to 7 layers, as many as fit the word.
///
/// ```
/// use bitgames_core::{Notation, games::{Quo7, mosaic::LastPiece}};
/// let start = Quo7::empty(3, LastPiece::Owner);
/// let next = start.play(start.parse_move("1a1")?)?;
/// assert_eq!(next.to_string(), "quo:3 ./..../1...*.... 2");
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub type Quo<W> = Board<W, 4>;

impl<W: PyramidWord> Board<W> {
    /// The start on a pyramid of this size, from 2 to the largest that fits the word.
    pub fn empty(size: u8) -> Self {
        Board::new(Pile::empty(size), Player(0), Self::LAST_PIECE)
    }
}

impl<W: PyramidWord> Quo<W> {
    /// The start on a pyramid of this size, from 3 to the largest that fits the word.
    pub fn empty(size: u8, last_piece: LastPiece) -> Self {
        Board::new(Pile::empty(size), Player(0), last_piece)
    }
}

impl<W: PyramidWord, const SEATS: usize> Board<W, SEATS> {
    /// Layers of the smallest pyramid.
    pub(super) const MIN_SIZE: u8 = if SEATS == 2 { 2 } else { 3 };

    /// The rule for last pieces unless another is chosen. A player of Mosaic who is offered more cells
    /// than they have pieces left takes the lowest cells: that cannot change the winner (see
    /// [`Symmetric`] for [`Board`]).
    pub(super) const LAST_PIECE: LastPiece =
        if SEATS == 2 { LastPiece::Lowest } else { LastPiece::Owner };

    /// A position without a pending choice.
    pub(super) fn new(pile: Pile<W, SEATS>, mover: Player, last_piece: LastPiece) -> Self {
        debug_assert!((Self::MIN_SIZE..=W::MAX_SIZE).contains(&pile.size()));
        Board { pile, mover, chooser: None, last_piece }
    }

    /// The position in which a seat has to choose among the cells on offer.
    pub(super) fn choice(mut self, seat: Player, offered: W) -> Self {
        self.wait(seat, offered);
        self
    }

    #[inline]
    fn wait(&mut self, seat: Player, offered: W) {
        self.chooser = Some(seat);
        self.pile.open_only(offered);
    }

    pub(super) fn pile(&self) -> &Pile<W, SEATS> {
        &self.pile
    }

    /// Layers of the pyramid.
    #[inline]
    pub fn size(&self) -> u8 {
        self.pile.size()
    }

    /// Cells without a piece.
    #[inline]
    pub fn empties(&self) -> W {
        self.pile.empties()
    }

    /// What happens when the chain offers a seat more cells than it has pieces left.
    #[inline]
    pub fn last_piece(&self) -> LastPiece {
        if SEATS == 2 { Self::LAST_PIECE } else { self.last_piece }
    }

    /// The legal moves as a set: the open cells, or those offered to a seat that has to choose;
    /// empty once the game is over.
    #[inline]
    pub fn legal(&self) -> W {
        if self.is_decided() { W::EMPTY } else { self.pile.open() }
    }

    /// True if a side has placed all its pieces, and no other seat has to choose.
    #[inline]
    fn is_decided(&self) -> bool {
        self.choosing().is_none() && self.pile.is_decided()
    }

    /// Pieces each seat has still to place.
    #[inline]
    pub fn pieces_left(&self) -> [u8; SEATS] {
        self.pile.left()
    }

    /// The seat whose turn it is, even while another one chooses.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The seat that has to choose where its last pieces go, if there is one.
    #[inline]
    pub fn choosing(&self) -> Option<Player> {
        if SEATS == 2 { None } else { self.chooser }
    }

    /// The cells from which that seat may choose; empty without a choice.
    #[inline]
    pub fn offered(&self) -> W {
        self.choosing().map_or(W::EMPTY, |_| self.pile.open())
    }

    /// The chain of a legal move up to the next choice, as pairs of seat and filled cells in order.
    /// A new wave begins where the seat number does not increase.
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
        self.clone().place(W::bit(m.index()), &mut whole);
        let steps = whole.steps.into_iter().skip(1);
        steps.map(|(seat, cells)| (Player(seat as u8), self.pile.set(cells))).collect()
    }

    /// Places a piece of the seat to move and runs the chain, to its end or to the next choice.
    #[inline]
    fn place(&mut self, cell: W, wave: &mut impl Wave<W, SEATS>) {
        let (seat, choosing, open) = (self.turn(), self.choosing(), self.pile.open());
        self.pile.put(seat.index(), cell, wave);
        let mut from = 0;
        if choosing.is_some() {
            if self.pile.left()[seat.index()] > 0 {
                self.pile.open_only(open & !cell);
                return;
            }
            self.chooser = None;
            self.pile.open_all();
            wave.resume(&self.pile);
            from = (seat.index() + 1) % SEATS;
        }
        match self.pile.chain(wave, from, self.last_piece()) {
            Some((seat, offered)) => self.wait(Player(seat as u8), offered),
            None => self.mover = self.next_seat(),
        }
    }

    /// The next seat after the mover with pieces left; if there is none, or of two, simply the next
    /// seat.
    #[inline]
    fn next_seat(&self) -> Player {
        let after = |n| Player((self.mover.0 + n) % SEATS as u8);
        let has_pieces = |&seat: &Player| SEATS == 2 || self.pile.left()[seat.index()] > 0;
        (1..=SEATS as u8).map(after).find(has_pieces).unwrap_or(after(1))
    }
}

impl<W: PyramidWord, const SEATS: usize> Game for Board<W, SEATS> {
    const FACTS: Facts = {
        let facts = Facts {
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
        let player_names = &["first", "second", "third", "fourth"];
        let teams = &[0, 1, 0, 1];
        let quo = Facts { name: "quo", title: "Mosaic Quo", player_names, teams, ..facts };
        if SEATS == 2 { facts } else { quo }
    };

    fn start(&self) -> Self {
        Board::new(Pile::empty(self.size()), Player(0), self.last_piece)
    }

    fn num_moves(&self) -> usize {
        self.pile.set(W::EMPTY).num_cells()
    }

    fn max_plies(&self) -> usize {
        self.num_moves() - self.pile.neutral().count()
    }

    #[inline]
    fn turn(&self) -> Player {
        self.choosing().unwrap_or(self.mover)
    }

    #[inline]
    fn ply(&self) -> usize {
        self.pile.placed()
    }

    legal_set!(|position: &Self, n| position.pile.open().nth(n));

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        // An illegal move places nothing.
        let cell = W::bit(m.index() % W::BITS) & self.pile.open();
        self.place(cell, &mut Fresh::at_rest());
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let left = [0, 1].map(|team| self.pile.team_left(team));
        let reason = match left {
            [0, 0] => BOTH_OUT,
            [0, _] | [_, 0] => ALL_PLACED,
            _ => NO_CELL,
        };
        // However a game ends, the team with fewer pieces left wins.
        let score = left[1].cmp(&left[0]) as i16;
        let won = |seat: usize| [score, -score][seat % 2];
        let scores = std::array::from_fn(|seat| if seat < SEATS { won(seat) } else { 0 });
        let winners = (0..SEATS).fold(0, |set, seat| set | u8::from(won(seat) > 0) << seat);
        Some(Outcome::new(winners, scores, reason))
    }

    fn key(&self) -> u64 {
        let pieces = |seat| self.pile.pieces(seat);
        if SEATS == 2 {
            let seed = mix(u64::from(self.size()) | u64::from(self.mover.0) << 8);
            return pieces(0).key(pieces(1).key(seed));
        }
        let chooser = self.chooser.map_or(0, |seat| u64::from(seat.0) + 1);
        let rules = u64::from(self.last_piece == LastPiece::Lowest);
        let numbers = [u64::from(self.size()), rules, u64::from(self.mover.0), chooser];
        let seed = mix(numbers.iter().rev().fold(0, |all, n| all << 8 | n));
        let key = (0..SEATS).fold(seed, |key, seat| pieces(seat).key(key));
        self.chooser.map_or(key, |_| self.offered().key(key))
    }

    /// With two seats a legal cell exists as long as both have pieces left.
    #[inline]
    fn is_over(&self) -> bool {
        if SEATS == 2 { self.pile.is_decided() } else { self.legal().is_empty() }
    }
}

/// The eight symmetries of the square, acting on every layer at once. Where last pieces take the
/// lowest cells, those differ in the image; with four seats, where the game goes on after them, only
/// the identity is left.
///
/// With two seats the symmetries keep the value of every position. Only the move that ends the game can
/// break them, and the winner does not depend on it: together the players have at least as many pieces
/// left as there are empty cells, so both run out in one wave only if no cell stays empty; but one of
/// the offered cells stays empty, because the other player is not offered it.
impl<W: PyramidWord, const SEATS: usize> Symmetric for Board<W, SEATS> {
    fn num_symmetries(&self) -> usize {
        if SEATS == 2 || self.last_piece == LastPiece::Owner { 8 } else { 1 }
    }

    fn transform(&self, s: usize) -> Self {
        Board { pile: self.pile.transform(s), ..*self }
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
        board.place(W::bit(m.index()), &mut Whole::default());
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

    /// Plays random games and returns the number of choices in them.
    fn check_quo<W: PyramidWord>(size: u8, last_piece: LastPiece, games: u64) -> usize {
        let mut choices = 0;
        for game in 0..games {
            let mut rng = Rng::child(7, game);
            let mut at = Quo::<W>::empty(size, last_piece);
            while !at.is_over() {
                let m = at.nth_legal(rng.below(at.count_legal()));
                let next = at.play(m).expect("it is legal");
                let (mut slow, mut whole) = (at, Whole::default());
                slow.place(W::bit(m.index()), &mut whole);
                assert_eq!(next, slow, "{at} {}", at.move_text(m));
                assert!(next.ply() > at.ply());
                if let Some(seat) = next.choosing() {
                    let left = usize::from(next.pieces_left()[seat.index()]);
                    assert!(left > 0 && left < next.offered().count());
                    assert_eq!((next.turn(), next.legal()), (seat, next.offered()));
                }
                choices += usize::from(at.choosing().is_some());
                at = next;
            }
            let outcome = at.outcome().expect("it is over");
            // However a game ends, the team with fewer pieces left wins.
            let [first, second, third, fourth] = at.pieces_left();
            let left = [first + third, second + fourth];
            for seat in 0..4 {
                let team = usize::from(seat) % 2;
                let score = left[1 - team].cmp(&left[team]) as i8;
                assert_eq!(i32::from(outcome.score(Player(seat))), i32::from(score), "{at}");
            }
        }
        choices
    }

    #[test]
    fn the_fast_chain_of_quo_is_the_whole_board_chain() {
        for last_piece in [LastPiece::Owner, LastPiece::Lowest] {
            let narrow: usize = (3..=5).map(|size| check_quo::<u64>(size, last_piece, 100)).sum();
            let wide: usize = (5..=7).map(|size| check_quo::<Wide>(size, last_piece, 30)).sum();
            assert_eq!(narrow > 0 && wide > 0, last_piece == LastPiece::Owner, "{last_piece:?}");
        }
    }
}
