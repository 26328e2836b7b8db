//! Checks a table against the rules at single positions, one trick ahead.

use super::table::EndingTable;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::rng::Rng;

/// Recomputes `sample` random positions of each layer from every legal lead, every legal reply and
/// the layer below; of layers with at most `sample` positions, all.
///
/// Returns the number of positions checked.
///
/// # Errors
/// [`Error::InvalidPosition`] for a value that does not follow from the layer below;
/// [`Error::Interrupted`].
pub fn verify(table: &EndingTable, sample: u64, seed: u64, control: &Control<'_>) -> Result<u64> {
    let mut rng = Rng::new(seed);
    let mut looked_at = 0;
    for cards in 1..=table.cards() {
        let positions = table.positions(cards);
        let mut look = |index: u64| {
            looked_at += 1;
            if looked_at % 64 == 0 {
                control.poll()?;
            }
            verify_position(table, cards, index as usize)
        };
        if positions <= sample {
            (0..positions).try_for_each(&mut look)?;
        } else {
            (0..sample).try_for_each(|_| look(rng.below(positions as usize) as u64))?;
        }
    }
    Ok(looked_at)
}

fn verify_position(table: &EndingTable, cards: usize, index: usize) -> Result<()> {
    let Some(ending) = table.ending(cards, index) else {
        return Ok(());
    };
    let stored = table.value(&ending).unwrap_or_default();
    let derived = table.value_from_below(&ending);
    if stored == derived {
        return Ok(());
    }
    let reason = format!("the table says {stored} tricks, the layer below {derived}");
    Err(Error::invalid_position(&ending.to_string(), reason))
}
