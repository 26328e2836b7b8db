//! A player that plays from an opening book as far as it goes.

use std::sync::Arc;

use crate::agent::{Agent, GameContext, Insight, PlayerOptions};
use crate::book::{self, Book, UNIT};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::game::{Move, MoveList};
use crate::order::sort_few;
use crate::rng::Rng;
use crate::specialists::Specialists;

/// By how much a move from the book may be worse than the best one, in points.
const MARGIN: f64 = 0.5;

/// The same player with the book that its options ask for: `book=yes|no` and `margin=POINTS`.
pub(super) fn by_book<G: Specialists>(
    position: &G,
    options: &mut PlayerOptions<'_>,
    player: Box<dyn Agent<G>>,
) -> Result<Box<dyn Agent<G>>> {
    let wanted = options.word("book", &["no", "yes"])? == Some(1);
    let margin = options.real("margin", f64::from(G::FACTS.max_score))?;
    match margin {
        Some(margin) if !wanted => {
            Err(Error::parameter("the option margin", "together with book=yes", margin))
        }
        _ if !wanted => Ok(player),
        _ => {
            let margin = (margin.unwrap_or(MARGIN) * f64::from(UNIT)).round() as i32;
            Ok(Box::new(ByBook { book: book::of(position)?, margin, player }))
        }
    }
}

/// Chooses uniformly among the moves of the book within a margin of the best one, and asks another
/// player where the book ends.
struct ByBook<G> {
    book: Arc<Book>,
    /// In hundredths of a point.
    margin: i32,
    player: Box<dyn Agent<G>>,
}

impl<G: Specialists> ByBook<G> {
    fn candidates(&self, position: &G) -> MoveList {
        let moves = self.book.moves(position);
        let least = moves.first().map_or(0, |best| best.entry.value - self.margin);
        let good = moves.iter().filter(|each| each.entry.value >= least);
        let mut list: MoveList = good.map(|each| each.m).collect();
        sort_few(&mut list, |&m| m);
        list
    }
}

impl<G: Specialists> Agent<G> for ByBook<G> {
    fn choose(
        &mut self,
        at: GameContext<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        let candidates = self.candidates(at.position);
        if candidates.is_empty() {
            return self.player.choose(at, rng, control);
        }
        Ok(super::one_of(&candidates, rng))
    }

    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let candidates = self.candidates(at.position);
        if candidates.is_empty() {
            return self.player.insight(at, control);
        }
        Ok(Insight::Candidates(candidates))
    }

    fn start_game(&mut self, seed: u64) -> Result<()> {
        self.player.start_game(seed)
    }
}
