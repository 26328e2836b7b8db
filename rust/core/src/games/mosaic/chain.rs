//! The pile of pieces and its chain, shared by both games.
//!
//! A placed piece can complete the support of cells above it. An empty supported cell whose four
//! cells below hold enough pieces of one seat (three with two players, two with four) receives a
//! piece of that seat at once. These automatic placements form waves: seat by seat, each on the
//! board that the seats before it have left, until a wave places nothing.
//!
//! The moment at which a cell becomes supported decides which seat is offered it, because the four
//! cells below do not change afterwards. So it is enough to examine the cells above a piece just
//! placed ([`Fresh`]). The definition, which promotes the whole board for every seat ([`Whole`]),
//! serves as a reference for tests and lists the waves of a move.

use crate::bits::Word;
use crate::pyramid::geometry::{above, below, filled, ground, neutral};
use crate::pyramid::{PyramidSet, PyramidWord};

/// Reasons of outcomes.
pub(super) const ALL_PLACED: &str = "all pieces placed";
pub(super) const BOTH_OUT: &str = "both sides out at once";
pub(super) const NO_CELL: &str = "no legal cell left";

/// What happens when the chain offers a seat more cells than it has pieces left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LastPiece {
    /// The owner of the pieces decides where they go.
    Owner,
    /// They go on the cells with the lowest numbers.
    Lowest,
}

/// The pieces on a pyramid, with derived data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pile<W, const SEATS: usize> {
    pieces: [W; SEATS],
    /// Empty supported cells, or some of them, stored so that legal moves need no computation.
    open: W,
    left: [u8; SEATS],
    size: u8,
}

/// A chain that waits for a choice: the seat and the cells offered, more than it has pieces left.
pub(super) type Offer<W> = (usize, W);

/// Pieces of each of `seats` players on a board of this size, halves rounded up.
pub(super) fn pieces_each(size: u8, seats: usize) -> u8 {
    let cells = filled::<crate::bits::Wide>(size).wrapping_sub(neutral(size)).count();
    ((cells + seats / 2) / seats) as u8
}

impl<W: PyramidWord, const SEATS: usize> Pile<W, SEATS> {
    /// Pieces of one seat among four that attract one more.
    const ENOUGH: usize = if SEATS == 2 { 3 } else { 2 };

    /// The board before the first move.
    pub fn empty(size: u8) -> Self {
        let open = ground::<W>(size).wrapping_sub(neutral(size));
        Pile { pieces: [W::EMPTY; SEATS], open, left: [pieces_each(size, SEATS); SEATS], size }
    }

    /// The board with these pieces; the caller has checked that none floats, none shares a cell and
    /// no seat has too many.
    pub fn with_pieces(size: u8, pieces: [W; SEATS]) -> Self {
        let left = pieces.map(|own| pieces_each(size, SEATS) - own.count() as u8);
        let mut pile = Pile { pieces, open: W::EMPTY, left, size };
        pile.open_all();
        pile
    }

    /// Layers of the pyramid.
    #[inline]
    pub fn size(&self) -> u8 {
        self.size
    }

    #[inline]
    pub fn pieces(&self, seat: usize) -> W {
        self.pieces[seat]
    }

    /// Empty supported cells, or those that [`Pile::open_only`] left.
    #[inline]
    pub fn open(&self) -> W {
        self.open
    }

    /// Closes all other cells, until [`Pile::open_all`].
    #[inline]
    pub fn open_only(&mut self, cells: W) {
        self.open = cells;
    }

    /// Opens all empty cells on the ground or upon four pieces.
    pub fn open_all(&mut self) {
        let supported = W::narrow(self.set(self.occupied()).promote_four().bits());
        self.open = (ground::<W>(self.size) | supported) & self.empties();
    }

    /// Pieces each seat has still to place.
    #[inline]
    pub fn left(&self) -> [u8; SEATS] {
        self.left
    }

    /// Pieces on the board, without the neutral one.
    #[inline]
    pub fn placed(&self) -> usize {
        self.pieces.iter().map(|own| own.count()).sum()
    }

    /// The neutral piece, on boards that have one.
    #[inline]
    pub fn neutral(&self) -> W {
        neutral(self.size)
    }

    /// Cells with a piece, including the neutral one.
    #[inline]
    pub fn occupied(&self) -> W {
        self.pieces.iter().fold(self.neutral(), |all, &own| all | own)
    }

    /// Cells without a piece.
    #[inline]
    pub fn empties(&self) -> W {
        filled::<W>(self.size).wrapping_sub(self.occupied())
    }

    /// The cells that the chain offers a seat, by definition. A cell above two pieces of each seat
    /// is offered to both; the first seat of the wave gets it.
    pub fn offered(&self, seat: usize) -> W {
        let own = self.set(self.pieces[seat]);
        let drawn = if SEATS == 2 { own.promote_majority() } else { own.promote_half_or_more() };
        self.open & W::narrow(drawn.bits())
    }

    /// True if a side has placed all its pieces.
    #[inline]
    pub fn is_decided(&self) -> bool {
        self.team_left(0) == 0 || self.team_left(1) == 0
    }

    /// Pieces that a team, the seats of one parity, has still to place.
    #[inline]
    pub fn team_left(&self, team: usize) -> u32 {
        (team..SEATS).step_by(2).map(|seat| u32::from(self.left[seat])).sum()
    }

    #[inline]
    pub fn set(&self, cells: W) -> PyramidSet {
        PyramidSet::of(cells, self.size)
    }

    /// The board seen through a symmetry.
    pub fn transform(&self, s: usize) -> Self {
        let map = |cells| crate::pyramid::geometry::map(cells, s);
        Pile { pieces: self.pieces.map(map), open: map(self.open), ..*self }
    }

    /// Places pieces of a seat on open cells.
    #[inline]
    pub fn put(&mut self, seat: usize, cells: W, wave: &mut impl Wave<W, SEATS>) {
        self.pieces[seat] |= cells;
        self.left[seat] = self.left[seat].wrapping_sub(cells.count() as u8);
        self.open &= !cells;
        wave.placed(self, seat, cells);
    }

    /// Runs waves, the first one from seat `from` on, until a wave places nothing, a side has
    /// placed all its pieces at the start of a wave, or a seat has to choose.
    #[inline]
    pub fn chain(
        &mut self,
        wave: &mut impl Wave<W, SEATS>,
        from: usize,
        last_piece: LastPiece,
    ) -> Option<Offer<W>> {
        let mut seat = from;
        loop {
            if seat == 0 && (wave.is_over(self) || self.is_decided()) {
                return None;
            }
            let left = usize::from(self.left[seat]);
            let mut cells = wave.take(self, seat);
            if left > 0 && !cells.is_empty() {
                if cells.count() > left {
                    if last_piece == LastPiece::Owner {
                        return Some((seat, cells));
                    }
                    cells = lowest(cells, left);
                }
                self.put(seat, cells, wave);
            }
            seat = (seat + 1) % SEATS;
        }
    }
}

/// The `n` lowest cells of a set.
fn lowest<W: Word>(cells: W, n: usize) -> W {
    let rest = (0..n).fold(cells, |rest, _| rest.clear_lowest());
    cells ^ rest
}

/// Tracks which cells the chain offers.
pub(super) trait Wave<W, const SEATS: usize> {
    /// Pieces were placed: updates the open cells and the offers.
    fn placed(&mut self, pile: &mut Pile<W, SEATS>, seat: usize, cells: W);
    /// A waiting chain continues: computes the offers of the whole board.
    fn resume(&mut self, pile: &Pile<W, SEATS>);
    /// Takes the cells offered to a seat; afterwards they are no longer offered.
    fn take(&mut self, pile: &Pile<W, SEATS>, seat: usize) -> W;
    /// True if no seat with pieces left is offered a cell. May be false although that is so.
    fn is_over(&self, pile: &Pile<W, SEATS>) -> bool;
}

/// Examines only the cells above a piece just placed.
pub(super) struct Fresh<W, const SEATS: usize> {
    offers: [W; SEATS],
}

impl<W: PyramidWord, const SEATS: usize> Fresh<W, SEATS> {
    /// For a board at rest, where no seat with pieces left is offered a cell.
    #[inline]
    pub fn at_rest() -> Self {
        Fresh { offers: [W::EMPTY; SEATS] }
    }

    /// Offers a cell that has just become supported.
    #[inline]
    fn offer(&mut self, pile: &Pile<W, SEATS>, cell: usize) {
        let four = below::<W>(cell);
        let draws = |own: W| (own & four).count() >= Pile::<W, SEATS>::ENOUGH;
        for (offers, &own) in self.offers.iter_mut().zip(&pile.pieces) {
            if draws(own) {
                *offers |= W::bit(cell);
            }
        }
    }
}

impl<W: PyramidWord, const SEATS: usize> Wave<W, SEATS> for Fresh<W, SEATS> {
    #[inline]
    fn placed(&mut self, pile: &mut Pile<W, SEATS>, _: usize, cells: W) {
        let empties = !pile.occupied();
        for cell in cells.cells() {
            for up in above(cell).iter().map(|&up| usize::from(up)) {
                if (below::<W>(up) & empties).is_empty() {
                    pile.open |= W::bit(up);
                    self.offer(pile, up);
                }
            }
        }
    }

    fn resume(&mut self, pile: &Pile<W, SEATS>) {
        self.offers = std::array::from_fn(|seat| pile.offered(seat));
    }

    #[inline]
    fn take(&mut self, pile: &Pile<W, SEATS>, seat: usize) -> W {
        std::mem::replace(&mut self.offers[seat], W::EMPTY) & pile.open
    }

    #[inline]
    fn is_over(&self, _: &Pile<W, SEATS>) -> bool {
        self.offers.iter().all(|offers| offers.is_empty())
    }
}

/// Promotes the whole board, and records the placements in order.
#[derive(Default)]
pub(super) struct Whole<W> {
    /// Seats and cells.
    pub steps: Vec<(usize, W)>,
}

impl<W: PyramidWord, const SEATS: usize> Wave<W, SEATS> for Whole<W> {
    fn placed(&mut self, pile: &mut Pile<W, SEATS>, seat: usize, cells: W) {
        pile.open_all();
        self.steps.push((seat, cells));
    }

    fn resume(&mut self, _: &Pile<W, SEATS>) {}

    fn take(&mut self, pile: &Pile<W, SEATS>, seat: usize) -> W {
        pile.offered(seat)
    }

    fn is_over(&self, pile: &Pile<W, SEATS>) -> bool {
        let waits = |seat| pile.left[seat] > 0 && !pile.offered(seat).is_empty();
        !(0..SEATS).any(waits)
    }
}
