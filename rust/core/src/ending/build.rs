//! Building tables of endings: layer by layer, split by split.
//!
//! A layer is made from the one with a card less. Its splits are separate tasks: each reads the
//! layer below and makes one slice of the table, so they can run anywhere and in any order with the
//! same result. Of a slice only the distinct rows are stored.

use std::sync::{Mutex, PoisonError};

use super::MAX_CARDS;
use super::block::{Block, Pairs, Scratch};
use super::pool::{Packer, unpack};
use super::rank::{LayerShape, TrumpClass};
use super::scheduler::Scheduler;
use super::slice::{costly_leads, join_pairs};
use crate::cards::CARDS;
use crate::control::Control;
use crate::error::Result;
use crate::memory;

/// Storage for the packed slices of a table, with those of an earlier, interrupted build.
pub(super) trait Store: Sync {
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

    fn add(&mut self, other: &LayerSummary) {
        let counts = self.histogram.iter_mut().zip(other.histogram);
        counts.for_each(|(sum, n)| *sum += n);
        self.cards = other.cards;
        self.costly_leads += other.costly_leads;
        self.deal_tricks += other.deal_tricks;
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
    // No cards left: the leader has at most the trick just won.
    let mut below = Pairs { shape: LayerShape::new(strain, 0), bytes: vec![1] };
    for layer in 1..=cards {
        let shape = LayerShape::new(strain, layer);
        let is_last = layer == cards;
        let mut pairs = memory::zeroed(if is_last { 0 } else { shape.positions() as usize })?;
        let slices: Vec<_> = pairs.chunks_exact_mut(shape.size).map(Mutex::new).collect();
        let summary = Mutex::new(LayerSummary::default());
        let scratch = Mutex::new(Vec::new());
        let task = |split: usize| -> Result<()> {
            let mut memory: Memory = locked(&scratch).pop().unwrap_or_default();
            let found = memory.slice(&shape, split, &below, store, control)?;
            locked(&summary).add(&found);
            if let Some(pairs) = slices.get(split) {
                join_pairs(&memory.tricks, layer as u8, &mut locked(pairs));
            }
            locked(&scratch).push(memory);
            control.add_done(shape.size as u64);
            Ok(())
        };
        scheduler.run(shape.splits.len(), &task, control)?;
        summaries.push(summary.into_inner().unwrap_or_else(PoisonError::into_inner));
        drop(slices);
        below = Pairs { shape, bytes: pairs };
    }
    Ok(summaries)
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Scratch memory of a running task, reused by the next.
#[derive(Default)]
struct Memory {
    tricks: Vec<u8>,
    packer: Packer,
    scratch: Scratch,
}

impl Memory {
    /// Loads or makes a slice, and leaves its tricks in `self.tricks`.
    fn slice(
        &mut self,
        shape: &LayerShape,
        split: usize,
        below: &Pairs,
        store: &impl Store,
        control: &Control<'_>,
    ) -> Result<LayerSummary> {
        self.tricks.resize(shape.size, 0);
        let loaded = store.load(shape.cards, split)?;
        match &loaded {
            Some(slice) => unpack(shape, split, slice, &mut self.tricks),
            None => self.make(shape, split, below, control)?,
        }
        let slice = self.packer.pack_tricks(shape, split, &self.tricks);
        if loaded.is_none() {
            store.save(shape.cards, split, slice)?;
        }
        let histogram = self.packer.histogram(shape.size);
        let tricks: u128 = (0..).zip(histogram).map(|(tricks, n)| tricks * u128::from(n)).sum();
        Ok(LayerSummary {
            cards: shape.cards,
            histogram,
            costly_leads: costly_leads(&self.tricks, shape.cards as u8),
            deal_tricks: tricks * shape.splits[split].deals(),
        })
    }

    fn make(
        &mut self,
        shape: &LayerShape,
        split: usize,
        below: &Pairs,
        control: &Control<'_>,
    ) -> Result<()> {
        let split = shape.splits[split];
        let mut rest = self.tricks.as_mut_slice();
        for ones in split.blocks(shape.cards) {
            let (out, after) = rest.split_at_mut(split.dims(ones).iter().product());
            Block { split, ones, below, scratch: &mut self.scratch, out }.make();
            rest = after;
            control.poll()?;
        }
        Ok(())
    }
}
