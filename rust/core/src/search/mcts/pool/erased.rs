//! A pool of any game.

use std::any::Any;

use super::searches::Searches;
use crate::clock::Instant;
use crate::control::Control;
use crate::error::Result;
use crate::game::Move;

/// A pool of any game. Its searches go on in rounds: [`AnyPool::select`], [`AnyPool::write`] and
/// [`Searches::update`].
pub trait AnyPool: Send + Sync {
    /// What does not depend on the game.
    fn searches(&self) -> &Searches;
    /// The same, to change it.
    fn searches_mut(&mut self) -> &mut Searches;
    /// Planes, rows and columns of the planes of a position.
    fn planes_shape(&self) -> [usize; 3];
    /// The position at the root of a row, in its own type.
    fn position(&self, row: usize) -> &dyn Any;
    /// Searches each tree until positions of it wait for the network or its search ends; returns how
    /// many wait in all. Where positions wait already nothing happens, so a call that was stopped can
    /// be made again. After the deadline it returns although searches could go on.
    ///
    /// # Errors
    /// [`crate::Error::Interrupted`].
    fn select(&mut self, deadline: Option<Instant>, control: &Control<'_>) -> Result<usize>;
    /// Writes the planes of the positions that wait, as their players to move see them, and their legal
    /// moves. Rows of the arrays that are left over become planes of zeros, with all moves legal.
    fn write(&self, planes: &mut [u8], mask: &mut [bool]);
    /// Begins another search in each row, with so many simulations and positions that may wait at a
    /// time. PUCT goes on in its trees, Gumbel begins anew. What waits now is forgotten.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] for numbers out of their ranges, [`crate::Error::Memory`].
    fn again(&mut self, simulations: usize, leaves: usize) -> Result<()>;
    /// Plays a move in each row and begins new searches. The moves of rows whose game is over are
    /// ignored.
    ///
    /// # Errors
    /// [`crate::Error::IllegalMove`] names the row, [`crate::Error::Unsupported`] while positions
    /// wait; nothing has
    /// changed then.
    fn play(&mut self, moves: &[Move]) -> Result<()>;
    /// Begins a new search in each of these rows, at as many positions of the same game. With `begun`,
    /// numbers of [`Searches::begun`], each of these searches repeats the one that was the last then,
    /// and games may be over.
    ///
    /// # Errors
    /// As [`super::Pool::new`]; [`crate::Error::Parameter`] for a row that there is not or that is named
    /// twice, [`crate::Error::Unsupported`] while positions wait. Nothing has changed then.
    fn reset(
        &mut self,
        rows: &[usize],
        positions: &[&dyn Any],
        begun: Option<&[u32]>,
    ) -> Result<()>;
    /// The seat to move at each root.
    fn turns(&self) -> Vec<u8>;
    /// Writes the planes of the roots as their players to move see them, and their legal moves, all of
    /// them where the game is over; an empty array is left out.
    fn write_roots(&self, planes: &mut [u8], mask: &mut [bool]);
}
