//! Mosaic Quo: four seats, two teams, and the owner's choice of the last piece.

use super::chain::{ALL_PLACED, BOTH_OUT, Fresh, LastPiece, NO_CELL, Pile, Wave, Whole};
use crate::bits::mix;
use crate::capability::Symmetric;
use crate::game::{Facts, Game, Move, Outcome, Player, legal_set};
use crate::pyramid::geometry::image;
use crate::pyramid::{MAX_CELLS, PyramidSet, PyramidWord};

/// A choice that a seat has to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Waiting<W> {
    pub seat: u8,
    pub offered: W,
}

/// A position of Mosaic Quo on a pyramid of 3 to 7 layers, as many as fit the word.
///
/// ```
/// use bitgames_core::{Notation, games::{Quo5, mosaic::LastPiece}};
/// let start = Quo5::empty(3, LastPiece::Owner);
/// let next = start.play(start.parse_move("1a1")?)?;
/// assert_eq!(next.to_string(), "quo:3 ./..../1...*.... 2");
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Equality
/// Size, rules, cells, whose turn it is, and the pending choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quo<W> {
    pile: Pile<W, 4>,
    mover: u8,
    waiting: Option<Waiting<W>>,
    last_piece: LastPiece,
}

impl<W: PyramidWord> Quo<W> {
    /// The start on a pyramid of this size, from 3 to the largest that fits the word.
    pub fn empty(size: u8, last_piece: LastPiece) -> Self {
        debug_assert!((3..=W::MAX_SIZE).contains(&size));
        Quo { pile: Pile::empty(size), mover: 0, waiting: None, last_piece }
    }

    pub(super) fn new(
        pile: Pile<W, 4>,
        mover: Player,
        waiting: Option<Waiting<W>>,
        last_piece: LastPiece,
    ) -> Self {
        Quo { pile, mover: mover.0, waiting, last_piece }
    }

    pub(super) fn pile(&self) -> &Pile<W, 4> {
        &self.pile
    }

    /// What happens when the chain offers a seat more cells than it has pieces left.
    #[inline]
    pub fn last_piece(&self) -> LastPiece {
        self.last_piece
    }

    /// The pieces of a seat below 4.
    #[inline]
    pub fn seat(&self, seat: usize) -> W {
        self.pile.pieces(seat)
    }

    /// The legal moves as a set: the open cells, or those offered to a seat that has to choose;
    /// empty once the game is over.
    #[inline]
    pub fn legal(&self) -> W {
        match self.waiting {
            Some(waiting) => waiting.offered,
            None if self.pile.is_decided() => W::EMPTY,
            None => self.pile.open(),
        }
    }

    /// Pieces each seat has still to place.
    #[inline]
    pub fn pieces_left(&self) -> [u8; 4] {
        self.pile.left()
    }

    /// The seat whose turn it is, even while another one chooses.
    #[inline]
    pub fn mover(&self) -> Player {
        Player(self.mover)
    }

    /// The seat that has to choose where its last pieces go, if there is one.
    #[inline]
    pub fn choosing(&self) -> Option<Player> {
        self.waiting.map(|waiting| Player(waiting.seat))
    }

    /// The cells from which that seat may choose; empty without a choice.
    #[inline]
    pub fn offered(&self) -> W {
        self.waiting.map_or(W::EMPTY, |waiting| waiting.offered)
    }

    /// The chain of a legal move up to the next choice, as pairs of seat and filled cells in order.
    /// A new wave begins where the seat number does not increase.
    pub fn waves(&self, m: Move) -> Vec<(Player, PyramidSet)> {
        let mut whole = Whole::default();
        self.clone().place(W::bit(m.index()), &mut whole);
        let steps = whole.steps.into_iter().skip(1);
        steps.map(|(seat, cells)| (Player(seat as u8), self.pile.set(cells))).collect()
    }

    /// Places a piece of the seat to move and runs the chain, to its end or to the next choice.
    #[inline]
    fn place(&mut self, cell: W, wave: &mut impl Wave<W, 4>) {
        let waiting = self.waiting.take();
        let seat = waiting.map_or(self.mover, |waiting| waiting.seat);
        self.pile.put(usize::from(seat), cell, wave);
        let mut from = 0;
        if let Some(Waiting { offered, .. }) = waiting {
            if self.pile.left()[usize::from(seat)] > 0 {
                self.waiting = Some(Waiting { seat, offered: offered & !cell });
                return;
            }
            wave.resume(&self.pile);
            from = (usize::from(seat) + 1) % 4;
        }
        match self.pile.chain(wave, from, self.last_piece) {
            Some((seat, offered)) => {
                self.waiting = Some(Waiting { seat: seat as u8, offered });
            }
            None => self.mover = self.next_seat(),
        }
    }

    /// The next seat after the mover with pieces left; if there is none, simply the next seat.
    #[inline]
    fn next_seat(&self) -> u8 {
        let left = self.pile.left();
        let after = |n| (self.mover + n) % 4;
        (1..=4).map(after).find(|&seat| left[usize::from(seat)] > 0).unwrap_or(after(1))
    }
}

impl<W: PyramidWord> Game for Quo<W> {
    const FACTS: Facts = Facts {
        name: "quo",
        title: "Mosaic Quo",
        player_names: &["first", "second", "third", "fourth"],
        teams: &[0, 1, 0, 1],
        max_score: 1,
        most_moves: MAX_CELLS,
        max_indices: MAX_CELLS,
        most_plies: MAX_CELLS,
        hidden: false,
        chance: false,
    };

    fn start(&self) -> Self {
        Quo::empty(self.size(), self.last_piece)
    }

    fn num_moves(&self) -> usize {
        self.pile.set(W::EMPTY).num_cells()
    }

    fn max_plies(&self) -> usize {
        self.num_moves() - self.neutral().count()
    }

    #[inline]
    fn turn(&self) -> Player {
        self.choosing().unwrap_or(self.mover())
    }

    #[inline]
    fn ply(&self) -> usize {
        self.pile.placed()
    }

    legal_set!();

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        // An illegal move places nothing.
        let cell = W::bit(m.index() % W::BITS) & self.legal();
        self.place(cell, &mut Fresh::at_rest());
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let done = [0, 1].map(|team| self.pile.is_done(team));
        let left = [0, 1].map(|team| self.pile.team_left(team));
        let (winner, reason) = match done {
            [true, true] => (None, BOTH_OUT),
            [false, false] => {
                let winner = if left[0] < left[1] { Some(0) } else { Some(1) };
                (winner.filter(|_| left[0] != left[1]), NO_CELL)
            }
            [first, _] => (Some(usize::from(!first)), ALL_PLACED),
        };
        let team_of = |seat: usize| seat % 2;
        let scores = [0, 1, 2, 3].map(|seat| match winner {
            None => 0,
            Some(team) if team == team_of(seat) => 1,
            Some(_) => -1,
        });
        Some(Outcome::new(winner.map_or(0, |team| 0b0101 << team), scores, reason))
    }

    fn key(&self) -> u64 {
        let chooser = self.waiting.map_or(0, |waiting| u64::from(waiting.seat) + 1);
        let rules = u64::from(self.last_piece == LastPiece::Lowest);
        let numbers = [u64::from(self.size()), rules, u64::from(self.mover), chooser];
        let seed = mix(numbers.iter().rev().fold(0, |all, n| all << 8 | n));
        let key = (0..4).fold(seed, |key, seat| self.pile.pieces(seat).key(key));
        self.waiting.map_or(key, |waiting| waiting.offered.key(key))
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.legal().is_empty()
    }
}

/// The eight symmetries of the square, acting on every layer at once, where owners choose. Where
/// last pieces take the lowest cells, only the identity: the lowest cells differ in the image, and
/// the game goes on.
impl<W: PyramidWord> Symmetric for Quo<W> {
    fn num_symmetries(&self) -> usize {
        match self.last_piece {
            LastPiece::Owner => 8,
            LastPiece::Lowest => 1,
        }
    }

    fn transform(&self, s: usize) -> Self {
        let turned = |cells| crate::pyramid::geometry::map(cells, s);
        let waiting =
            self.waiting.map(|waiting| Waiting { offered: turned(waiting.offered), ..waiting });
        Quo { pile: self.pile.transform(s), waiting, ..*self }
    }

    fn transform_move(&self, m: Move, s: usize) -> Move {
        Move(image(m.index(), s) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::pyramid::Wide;
    use crate::rng::Rng;

    /// Plays random games and returns the number of choices in them.
    fn check_games<W: PyramidWord>(size: u8, last_piece: LastPiece, games: u64) -> usize {
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
    fn the_fast_chain_is_the_whole_board_chain() {
        for last_piece in [LastPiece::Owner, LastPiece::Lowest] {
            let narrow: usize = (3..=5).map(|size| check_games::<u64>(size, last_piece, 100)).sum();
            let wide: usize = (5..=7).map(|size| check_games::<Wide>(size, last_piece, 30)).sum();
            assert_eq!(narrow > 0 && wide > 0, last_piece == LastPiece::Owner, "{last_piece:?}");
        }
    }
}
