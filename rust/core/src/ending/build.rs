//! Building tables of endings: layer by layer, split by split.
//!
//! A layer is made from the one with a card less. Its splits are separate tasks: each reads the
//! layer below and makes one slice of the table, so they can run anywhere and in any order with the
//! same result. Of a slice only the distinct rows are stored.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::MAX_CARDS;
use super::block::{Block, Pairs, Scratch};
use super::pool::{Packer, unpack};
use super::rank::{LayerShape, TrumpClass};
use super::scheduler::Scheduler;
use super::slice::{Counts, costly_leads, join_pairs};
use crate::cards::CARDS;
use crate::control::Control;
use crate::error::Result;
use crate::memory;

/// Storage for the slices of a table, with those of an earlier, interrupted build: the counts and the
/// packed tricks of each, see [`Counts`].
pub(super) trait Store: Sync {
    /// True if a slice is finished.
    fn has(&self, cards: usize, split: usize) -> bool;
    /// Reads a slice; `None` if it is not finished.
    fn load(&self, cards: usize, split: usize) -> Result<Option<Vec<u8>>>;
    /// Stores a finished slice.
    fn save(&self, cards: usize, split: usize, slice: &[u8]) -> Result<()>;
}

/// Summary of a finished layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerSummary {
    /// Cards in a hand.
    pub cards: usize,
    /// Positions by the leader's tricks.
    pub histogram: [u64; MAX_CARDS + 1],
    /// Positions in which having the lead costs more than one trick. There are none; each build
    /// checks that.
    pub costly_leads: u64,
    /// The leader's tricks added up over all ways to deal these hands from a pack of 52.
    pub deal_tricks: u128,
}

impl LayerSummary {
    /// Positions of the layer.
    pub fn positions(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// Mean of the leader's tricks over all equally likely deals of two hands of this size from a
    /// pack of 52.
    pub fn deal_mean(&self) -> f64 {
        let deals = binomial(CARDS, 2 * self.cards) * binomial(2 * self.cards, self.cards);
        self.deal_tricks as f64 / deals as f64
    }

    /// Mean of the leader's tricks over the positions of the layer.
    pub fn mean(&self) -> f64 {
        let tricks: u64 = (0..).zip(&self.histogram).map(|(tricks, n)| tricks * n).sum();
        tricks as f64 / self.positions().max(1) as f64
    }

    fn add(&mut self, shape: &LayerShape, split: usize, counts: &Counts) {
        self.histogram.iter_mut().zip(counts.histogram).for_each(|(sum, n)| *sum += n);
        self.cards = shape.cards;
        self.costly_leads += counts.costly_leads;
        let tricks: u128 =
            (0..).zip(counts.histogram).map(|(tricks, n)| tricks * u128::from(n)).sum();
        self.deal_tricks += tricks * shape.splits[split].deals();
    }
}

/// Binomial coefficient, for `n` up to the cards of a pack.
fn binomial(n: usize, k: usize) -> u128 {
    (0..k as u128).fold(1, |ways, i| ways * (n as u128 - i) / (i + 1))
}

/// Number of positions of all layers up to `cards`.
pub fn positions(strain: TrumpClass, cards: usize) -> u64 {
    (1..=cards).map(|cards| LayerShape::new(strain, cards).positions()).sum()
}

/// Makes the layers 1 to `cards` of a strain and returns their summaries, layer 1 first. Progress
/// is counted in positions.
pub(super) fn build(
    strain: TrumpClass,
    cards: usize,
    store: &impl Store,
    scheduler: &dyn Scheduler,
    control: &Control<'_>,
) -> Result<Vec<LayerSummary>> {
    let mut summaries = Vec::new();
    let mut below = Pairs::without_cards(strain);
    for layer in 1..=cards {
        let shape = LayerShape::new(strain, layer);
        // From a layer above which nothing is missing, only the counts are needed.
        let above = (layer < cards).then(|| LayerShape::new(strain, layer + 1).splits.len());
        let is_needed = (0..above.unwrap_or(0)).any(|split| !store.has(layer + 1, split));
        let mut pairs = memory::zeroed(if is_needed { shape.positions() as usize } else { 0 })?;
        let slices: Vec<_> = pairs.chunks_exact_mut(shape.size).map(Mutex::new).collect();
        let summary = Mutex::new(LayerSummary::default());
        let makers = Mutex::new(Vec::new());
        let task = |split: usize| -> Result<()> {
            let mut maker: Maker = locked(&makers).pop().unwrap_or_default();
            let loaded = store.load(layer, split)?;
            let known = loaded.as_deref().and_then(Counts::split);
            let counts = if let Some((counts, packed)) = known {
                if is_needed {
                    maker.unpack(&shape, split, packed);
                }
                counts
            } else {
                let (counts, kept) = maker.make(&shape, split, &below, control)?;
                store.save(layer, split, &kept)?;
                counts
            };
            locked(&summary).add(&shape, split, &counts);
            if let Some(pairs) = slices.get(split) {
                join_pairs(&maker.tricks, layer as u8, &mut locked(pairs));
            }
            locked(&makers).push(maker);
            control.add_done(shape.size as u64);
            Ok(())
        };
        scheduler.run(shape.splits.len(), &task, control)?;
        summaries.push(summary.into_inner().unwrap_or_else(PoisonError::into_inner));
        drop(slices);
        below = Pairs::whole(shape, pairs);
    }
    Ok(summaries)
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes slices one after the other, in memory that it keeps.
#[derive(Default)]
pub(super) struct Maker {
    /// The slice at hand.
    pub tricks: Vec<u8>,
    packer: Packer,
    scratch: Scratch,
}

impl Maker {
    /// Makes the tricks of a slice from the layer below; returns its counts, and the bytes that a
    /// build keeps of it.
    pub fn make(
        &mut self,
        shape: &LayerShape,
        split: usize,
        below: &Pairs,
        control: &Control<'_>,
    ) -> Result<(Counts, Vec<u8>)> {
        self.tricks.resize(shape.size, 0);
        let own = shape.splits[split];
        let mut rest = self.tricks.as_mut_slice();
        for ones in own.blocks(shape.cards) {
            let (out, after) = rest.split_at_mut(own.dims(ones).iter().product());
            Block { split: own, ones, below, scratch: &mut self.scratch, out }.make();
            rest = after;
            control.poll()?;
        }
        self.packer.pack_tricks(shape, split, &self.tricks);
        let counts = Counts {
            histogram: self.packer.histogram(shape.size),
            costly_leads: costly_leads(&self.tricks, shape.cards as u8),
        };
        Ok((counts, counts.before(&self.packer.bytes)?))
    }

    /// Unpacks the tricks of a slice.
    pub fn unpack(&mut self, shape: &LayerShape, split: usize, packed: &[u8]) {
        self.tricks.resize(shape.size, 0);
        unpack(shape, split, packed, &mut self.tricks);
    }
}
