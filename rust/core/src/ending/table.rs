//! Finished tables: looking endings up.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::build::{self, LayerSummary, Store};
use super::mapped::Mapped;
use super::rank::{Shape, Strain};
use super::scheduler::{Scheduler, Threads};
use super::{Ending, MAX_CARDS};
use crate::bits::Word;
use crate::cards::SUITS;
use crate::control::Control;
use crate::error::{Error, Result};

/// Cards to which the tables that every process shares go.
pub const SMALL: usize = 8;

/// All endings of one strain up to some number of cards, with the leader's tricks: in memory, or
/// mapped from a file.
///
/// ```
/// use bitgames_core::control::Control;
/// use bitgames_core::ending::{Strain, Table, Threads};
/// let table = Table::build(Strain::NoTrump, 5, &Threads(1), &Control::default())?;
/// let ending = "1100.0.1.0110 n".parse()?;
/// assert_eq!(table.value(&ending), Some(3));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Table {
    strain: Strain,
    /// Layer `n` of hands of `n` cards, from 0.
    layers: Vec<Layer>,
}

#[derive(Debug)]
struct Layer {
    shape: Shape,
    packed: Packed,
}

#[derive(Debug)]
enum Packed {
    Owned(Vec<u8>),
    Mapped(Mapped),
}

impl Layer {
    #[inline]
    fn value(&self, suits: [u16; SUITS], lengths: [u8; SUITS], trump: Option<u8>) -> usize {
        self.at(self.shape.index_of(suits, lengths, trump))
    }

    #[inline]
    fn at(&self, index: usize) -> usize {
        let packed = match &self.packed {
            Packed::Owned(bytes) => bytes,
            Packed::Mapped(mapped) => mapped.bytes(),
        };
        usize::from(packed[index / 2] >> (4 * (index % 2)) & 15)
    }
}

impl Table {
    /// Builds a table in memory: 4 bits a position, see [`build::positions`].
    ///
    /// # Errors
    /// [`Error::Parameter`] for `cards` above 13, [`Error::Interrupted`].
    pub fn build(
        strain: Strain,
        cards: usize,
        scheduler: &dyn Scheduler,
        control: &Control<'_>,
    ) -> Result<Self> {
        Ok(Table::build_with_summary(strain, cards, scheduler, control)?.0)
    }

    /// As [`Table::build`], with what its layers hold.
    pub fn build_with_summary(
        strain: Strain,
        cards: usize,
        scheduler: &dyn Scheduler,
        control: &Control<'_>,
    ) -> Result<(Self, Vec<LayerSummary>)> {
        if cards > MAX_CARDS {
            return Err(Error::parameter("cards", "from 0 to 13", cards));
        }
        let shapes: Vec<_> = (0..=cards).map(|cards| Shape::new(strain, cards)).collect();
        let mut layers: Vec<Vec<u8>> =
            shapes.iter().map(|shape| vec![0; shape.positions() as usize / 2]).collect();
        let slices = shapes.iter().zip(&mut layers).map(|(shape, layer)| {
            layer.chunks_exact_mut(shape.slice_bytes()).map(Mutex::new).collect()
        });
        let store = InMemory { layers: slices.collect() };
        let summary = build::build(strain, cards, &store, scheduler, control)?;
        drop(store);
        let packed = layers.into_iter().map(Packed::Owned);
        let layers = shapes.into_iter().zip(packed);
        let layers = layers.map(|(shape, packed)| Layer { shape, packed }).collect();
        Ok((Table { strain, layers }, summary))
    }

    /// A table of mapped layers, layer 1 first.
    pub(super) fn mapped(strain: Strain, layers: impl IntoIterator<Item = Mapped>) -> Self {
        let none = Layer { shape: Shape::new(strain, 0), packed: Packed::Owned(Vec::new()) };
        let layers = (1..).zip(layers).map(|(cards, mapped)| Layer {
            shape: Shape::new(strain, cards),
            packed: Packed::Mapped(mapped),
        });
        Table { strain, layers: std::iter::once(none).chain(layers).collect() }
    }

    /// The table of a strain up to [`SMALL`] cards that this process shares, built at the first
    /// call in some hundredths of a second: 0.8 MB without trumps, 2.5 MB with.
    #[allow(clippy::missing_panics_doc)] // nothing can fail
    pub fn small(strain: Strain) -> &'static Table {
        static TABLES: [OnceLock<Table>; 2] = [OnceLock::new(), OnceLock::new()];
        TABLES[strain as usize].get_or_init(|| {
            Table::build(strain, SMALL, &Threads(1), &Control::default())
                .expect("nobody interrupts this control")
        })
    }

    /// The strain whose endings it has.
    pub fn strain(&self) -> Strain {
        self.strain
    }

    /// Most cards in a hand.
    pub fn cards(&self) -> usize {
        self.layers.len() - 1
    }

    /// Does it have this ending, led card or not?
    #[inline]
    pub fn has(&self, ending: &Ending) -> bool {
        Strain::of(ending) == self.strain && ending.cards() <= self.cards()
    }

    /// Tricks that the leader of the current trick takes, this trick counted; with a led card on the
    /// table too. `None` for another strain or more cards than the table has.
    #[inline]
    pub fn value(&self, ending: &Ending) -> Option<usize> {
        self.has(ending).then(|| self.value_inside(ending))
    }

    #[inline]
    fn value_inside(&self, ending: &Ending) -> usize {
        if ending.led().is_some() {
            let replies = ending.runs().cells();
            return replies.map(|reply| self.value_after(ending, reply)).min().unwrap_or_default();
        }
        self.value_of(ending.words(), ending.lengths(), ending.trump(), ending.cards())
    }

    /// The value of an ending before a trick, from its owner strings; it must be in the table.
    #[inline]
    pub(super) fn value_of(
        &self,
        suits: [u16; SUITS],
        lengths: [u8; SUITS],
        trump: Option<u8>,
        cards: usize,
    ) -> usize {
        if cards == 0 {
            return 0;
        }
        // A damaged file may hold numbers that no ending has.
        self.layers[cards].value(suits, lengths, trump).min(cards)
    }

    /// The leader's tricks if the side to play plays this legal card.
    fn value_after(&self, ending: &Ending, card: usize) -> usize {
        let after = ending.play_unchecked(card);
        if ending.led().is_none() {
            self.value_inside(&after)
        } else if ending.takes(card) {
            after.cards() - self.value_inside(&after)
        } else {
            1 + self.value_inside(&after)
        }
    }

    /// Every legal card with the leader's tricks after it, in index order; `None` as for
    /// [`Table::value`].
    ///
    /// The leader wants the largest number, the follower the smallest.
    pub fn card_values(&self, ending: &Ending) -> Option<Vec<(usize, usize)>> {
        if !self.has(ending) {
            return None;
        }
        let runs = ending.runs();
        let mut value = 0;
        let values = ending.legal().cells().map(|card| {
            // The others of a run are worth what its first card is.
            if runs.has(card) {
                value = self.value_after(ending, card);
            }
            (card, value)
        });
        Some(values.collect())
    }

    /// The values of many endings, in a fraction of the time that one by one would take: first where
    /// each stands, then all of them from memory, so that the processor waits for many at a time.
    /// `None` when the table does not have one of them.
    pub fn values(&self, endings: &[Ending]) -> Option<Vec<u8>> {
        let mut values = Vec::with_capacity(endings.len());
        let mut places = [None; 64];
        for some in endings.chunks(places.len()) {
            for (place, ending) in places.iter_mut().zip(some) {
                if !self.has(ending) {
                    return None;
                }
                let is_stored = ending.led().is_none() && ending.cards() > 0;
                *place = is_stored.then(|| {
                    let layer = &self.layers[ending.cards()];
                    let index =
                        layer.shape.index_of(ending.words(), ending.lengths(), ending.trump());
                    (layer, index)
                });
            }
            for (place, ending) in places.iter().zip(some) {
                let value = match place {
                    Some((layer, index)) => layer.at(*index).min(ending.cards()),
                    None => self.value_inside(ending),
                };
                values.push(value as u8);
            }
        }
        Some(values)
    }

    /// The legal cards that are best for whoever is to play; `None` as for [`Table::value`].
    pub fn best_cards(&self, ending: &Ending) -> Option<u32> {
        let values = self.card_values(ending)?;
        let all = values.iter().map(|&(_, value)| value);
        let best = if ending.led().is_none() { all.max() } else { all.min() };
        let cards = values.into_iter().filter(|&(_, value)| Some(value) == best);
        Some(cards.fold(0, |set, (card, _)| set | 1 << card))
    }

    /// The value of an ending before a trick by the rules alone and the layer below: every legal
    /// lead, and every legal reply rather than one of each run.
    pub(super) fn value_from_below(&self, ending: &Ending) -> usize {
        let leads = ending.legal().cells().map(|card| {
            let led = ending.play_unchecked(card);
            let replies = led.legal().cells().map(|reply| self.value_after(&led, reply));
            replies.min().unwrap_or_default()
        });
        leads.max().unwrap_or_default()
    }

    /// The ending at an index of a layer.
    pub(super) fn ending(&self, cards: usize, index: usize) -> Option<Ending> {
        self.layers.get(cards)?.shape.ending(index)
    }

    /// Positions of a layer.
    pub(super) fn positions(&self, cards: usize) -> u64 {
        self.layers[cards].shape.positions()
    }
}

struct InMemory<'a> {
    layers: Vec<Vec<Mutex<&'a mut [u8]>>>,
}

impl Store for InMemory<'_> {
    fn load(&self, _: usize, _: usize, _: &mut [u8]) -> Result<bool> {
        Ok(false)
    }

    fn save(&self, cards: usize, split: usize, slice: &[u8]) -> Result<()> {
        let mut place = self.layers[cards][split].lock().unwrap_or_else(PoisonError::into_inner);
        place.copy_from_slice(slice);
        Ok(())
    }
}
