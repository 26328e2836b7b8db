//! Batches: many games of one kind, stepped together, for learning agents. The positions are stored
//! side by side in their own type; only the batch as a whole is erased ([`crate::any::AnyBatch`]).

use crate::error::{Error, Result};
use crate::game::{Move, Player};
use crate::memory;
use crate::rng::Rng;
use crate::specialists::Playable;

/// Most rows of a batch.
pub const MAX_ROWS: usize = 1 << 24;

/// Many games of one kind. A row is a game; arrays are row by row.
pub struct Batch<G> {
    start: G,
    /// Root of all deals: game `n` of row `r` draws from child `n * 2^32 + r`.
    root: u128,
    rows: Vec<G>,
    /// Number of games started in each row.
    begun: Vec<u32>,
}

/// Refuses an array whose size does not match the batch.
fn check_size(name: &str, given: usize, needed: usize) -> Result<()> {
    if given == needed {
        return Ok(());
    }
    Err(Error::parameter(name, format!("{needed} values"), given))
}

impl<G: Playable> Batch<G> {
    /// A batch of `rows` games from `start`. If `start` is the start of a game of chance, each game
    /// is dealt from `root`.
    ///
    /// # Errors
    /// [`Error::Parameter`] for more than [`MAX_ROWS`] rows, [`Error::Memory`].
    pub fn new(start: &G, rows: usize, root: u128) -> Result<Self> {
        if rows > MAX_ROWS {
            return Err(Error::parameter("rows", format!("from 0 to {MAX_ROWS}"), rows));
        }
        let all = memory::filled(start.clone(), rows)?;
        let begun = memory::filled(0, rows)?;
        let mut batch = Batch { start: start.clone(), root, rows: all, begun };
        batch.reset(&memory::filled(true, rows)?)?;
        Ok(batch)
    }

    fn begin(&self, row: usize) -> G {
        if !G::FACTS.chance || self.start.ply() > 0 {
            return self.start.clone();
        }
        let child = u64::from(self.begun[row]) << 32 | row as u64;
        self.start.deal(&mut Rng::child(self.root, child))
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True for a batch without rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Size of the index space of moves.
    pub fn num_moves(&self) -> usize {
        self.start.num_moves()
    }

    /// Planes, rows and columns of the planes of a position.
    pub fn planes_shape(&self) -> [usize; 3] {
        let (width, height) = self.start.shape();
        [self.start.num_planes(), height.into(), width.into()]
    }

    /// The position of a row, which must be below [`Batch::len`].
    pub fn position(&self, row: usize) -> Result<&G> {
        let wrong = || Error::parameter("row", format!("below {}", self.rows.len()), row);
        self.rows.get(row).ok_or_else(wrong)
    }

    /// Writes the seat to move of each row.
    pub fn write_turns(&self, out: &mut [u8]) -> Result<()> {
        check_size("turns", out.len(), self.len())?;
        out.iter_mut().zip(&self.rows).for_each(|(out, position)| *out = position.turn().0);
        Ok(())
    }

    /// Writes for each row whether its game is over.
    pub fn write_over(&self, out: &mut [bool]) -> Result<()> {
        check_size("over", out.len(), self.len())?;
        out.iter_mut().zip(&self.rows).for_each(|(out, position)| *out = position.is_over());
        Ok(())
    }

    /// Writes for each row +1 for a win of `player`, -1 for a loss, and 0 for a draw or an unfinished
    /// game.
    pub fn write_returns(&self, player: Player, out: &mut [f32]) -> Result<()> {
        check_size("returns", out.len(), self.len())?;
        for (out, position) in out.iter_mut().zip(&self.rows) {
            *out = position.outcome().map_or(0.0, |outcome| outcome.returns(player) as f32);
        }
        Ok(())
    }

    /// Writes the legal moves of each row, `num_moves` values: all false once its game is over.
    pub fn write_legal(&self, out: &mut [bool]) -> Result<()> {
        let moves = self.num_moves();
        check_size("legal moves", out.len(), self.len() * moves)?;
        out.fill(false);
        for (out, position) in out.chunks_exact_mut(moves).zip(&self.rows) {
            position.for_each_legal(|m| out[m.index()] = true);
        }
        Ok(())
    }

    /// Writes the planes of each row as `player` sees them; with `None` as the seat to move sees
    /// them.
    pub fn write_planes(&self, player: Option<Player>, out: &mut [u8]) -> Result<()> {
        let size = self.planes_shape().iter().product();
        check_size("planes", out.len(), self.len() * size)?;
        for (out, position) in out.chunks_exact_mut(size).zip(&self.rows) {
            position.write_planes(player.unwrap_or(position.turn()), out);
        }
        Ok(())
    }

    /// Plays a move in each row. The moves of rows whose game is over are ignored.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] names the row; in that case no row has changed.
    pub fn step(&mut self, moves: &[Move]) -> Result<()> {
        check_size("moves", moves.len(), self.len())?;
        for (row, (position, &m)) in self.rows.iter().zip(moves).enumerate() {
            if !position.is_over() && !position.is_legal(m) {
                let Err(Error::IllegalMove { text, position, reason }) = position.play(m) else {
                    continue;
                };
                let reason = format!("row {row}: {reason}");
                return Err(Error::IllegalMove { text, position, reason });
            }
        }
        for (position, &m) in self.rows.iter_mut().zip(moves) {
            if !position.is_over() {
                position.play_unchecked(m);
            }
        }
        Ok(())
    }

    /// Starts a new game in each marked row, with a new deal in games of chance.
    pub fn reset(&mut self, rows: &[bool]) -> Result<()> {
        check_size("rows", rows.len(), self.len())?;
        for row in (0..rows.len()).filter(|&row| rows[row]) {
            self.rows[row] = self.begin(row);
            self.begun[row] += 1;
        }
        Ok(())
    }
}
