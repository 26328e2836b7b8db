//! Tree searches with a network, without anybody in between.

use std::sync::{Mutex, PoisonError};

use super::Network;
use crate::clock::Instant;
use crate::control::Control;
use crate::error::Result;
use crate::memory;
use crate::search::mcts::AnyPool;

/// Positions that a thread evaluates at a time, where there are several.
const PART: usize = 48;

impl Network {
    /// Searches with what it says of the positions that wait, until all searches have ended, or the
    /// deadline has passed and it has seen the roots.
    ///
    /// # Errors
    /// Those of [`AnyPool::select`] and [`Network::evaluate`]; the search can go on then.
    /// [`crate::Error::Memory`].
    pub fn search(
        &self,
        pool: &mut dyn AnyPool,
        deadline: Option<Instant>,
        control: &Control<'_>,
    ) -> Result<()> {
        let (inputs, moves) = (self.purpose.inputs(), self.purpose.moves);
        let most = pool.searches().len() * pool.searches().options().leaves;
        let mut planes = memory::filled(0, most * inputs)?;
        let mut mask = memory::filled(false, most * moves)?;
        let mut logits = memory::filled(0.0, most * moves)?;
        let mut values = memory::filled(0.0, most)?;
        loop {
            let rows = pool.select(deadline, control)?;
            let (done, all) = pool.searches().progress();
            control.report(done, all);
            if rows == 0 {
                return Ok(());
            }
            let planes = &mut planes[..rows * inputs];
            let (logits, values) = (&mut logits[..rows * moves], &mut values[..rows]);
            pool.write(planes, &mut mask[..rows * moves]);
            let workers = pool.searches_mut().workers();
            if workers.threads() == 1 || rows <= PART {
                self.evaluate(planes, logits, values, control)?;
            } else {
                let outputs = logits.chunks_mut(PART * moves).zip(values.chunks_mut(PART));
                let parts = Mutex::new(planes.chunks(PART * inputs).zip(outputs));
                let failed = Mutex::new(Ok(()));
                workers.run(|_| {
                    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some((planes, (logits, values))) = next() {
                        if let Err(error) = self.evaluate(planes, logits, values, control) {
                            *failed.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                        }
                    }
                });
                failed.into_inner().unwrap_or_else(PoisonError::into_inner)?;
            }
            pool.searches_mut().update(logits, values)?;
            if deadline.is_some_and(|end| Instant::now() >= end) {
                return Ok(());
            }
        }
    }
}
