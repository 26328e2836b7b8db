//! Finished tables and lookups.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use arrayvec::ArrayVec;

use super::build::{self, LayerSummary, Store};
use super::mapped::Bytes;
use super::pool::{Assembly, Lists, Packer, copy_row};
use super::rank::{LayerShape, SuitSplit, TrumpClass, rank};
use super::scheduler::{Scheduler, Threads};
use super::slice::Counts;
use super::{Ending, MAX_CARDS};
use crate::bits::Word;
use crate::cards::SUITS;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::once::Once;

/// Endings looked up together.
const TOGETHER: usize = 64;

/// Most cards of the tables that every process shares.
pub const SMALL: usize = 8;

/// All endings of one strain up to a number of cards, with the leader's tricks: in memory, or
/// mapped from a file.
///
/// ```
/// use bitgames_core::control::Control;
/// use bitgames_core::ending::{TrumpClass, EndingTable, Threads};
/// let table = EndingTable::build(TrumpClass::NoTrump, 5, &Threads(1), &Control::default())?;
/// let ending = "1100.0.1.0110 n".parse()?;
/// assert_eq!(table.value(&ending), Some(3));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Debug)]
pub struct EndingTable {
    strain: TrumpClass,
    /// Layer `n` of hands of `n` cards, from 0.
    layers: Vec<Layer>,
    bytes: Bytes,
    /// Number of planes in `bytes`.
    planes: usize,
    /// Entries of the list of rows.
    pub(super) rows: usize,
}

#[derive(Debug)]
struct Layer {
    shape: LayerShape,
    /// Where the pairs of each split begin in the list of planes.
    first_pairs: Vec<usize>,
}

/// The layers of a table up to a number of cards, and the length of its list of planes.
fn layers(strain: TrumpClass, cards: usize) -> (Vec<Layer>, usize) {
    let mut planes = 0;
    let layers = (0..=cards).map(|cards| {
        let shape = LayerShape::new(strain, cards);
        let mut first_pairs = Vec::new();
        // A layer without cards needs no lookups.
        for split in shape.splits.iter().filter(|_| cards > 0) {
            first_pairs.push(planes);
            planes += split.pairs();
        }
        Layer { shape, first_pairs }
    });
    (layers.collect(), planes)
}

impl Layer {
    /// The plane number of an ending at the start of a trick, its third string, and the rank of its
    /// last one.
    #[inline]
    fn place(
        &self,
        suits: [u16; SUITS],
        lengths: [u8; SUITS],
        trump: Option<u8>,
    ) -> (usize, usize, usize) {
        let (split, order) = SuitSplit::sorted(lengths, trump);
        let [a, b, c, d] = order.map(|suit| suits[suit]);
        (self.first_pairs[self.shape.number(split)] + split.pair(a, b), c.into(), rank(d))
    }
}

impl EndingTable {
    /// Builds a table in memory: 0.6 MB for both strains to 8 cards, 132 MB to 13.
    ///
    /// # Errors
    /// [`Error::Parameter`] for `cards` above 13, [`Error::Interrupted`].
    pub fn build(
        strain: TrumpClass,
        cards: usize,
        scheduler: &dyn Scheduler,
        control: &Control<'_>,
    ) -> Result<Self> {
        Ok(EndingTable::build_with_summary(strain, cards, scheduler, control)?.0)
    }

    /// As [`EndingTable::build`], with summaries of the layers.
    pub fn build_with_summary(
        strain: TrumpClass,
        cards: usize,
        scheduler: &dyn Scheduler,
        control: &Control<'_>,
    ) -> Result<(Self, Vec<LayerSummary>)> {
        if cards > MAX_CARDS {
            return Err(Error::parameter("cards", "from 0 to 13", cards));
        }
        let slices = InMemory::default();
        let summary = build::build(strain, cards, &slices, scheduler, control)?;
        let mut slices = slices.into_inner().unwrap_or_else(PoisonError::into_inner);
        let slice = |place| Ok(slices.remove(&place).unwrap_or_default());
        Ok((EndingTable::assemble(strain, cards, slice)?, summary))
    }

    /// Assembles the table of packed slices, which `slice` returns, as a build keeps them, in order of
    /// cards and split.
    pub(super) fn assemble(
        strain: TrumpClass,
        cards: usize,
        mut slice: impl FnMut((usize, usize)) -> Result<Vec<u8>>,
    ) -> Result<Self> {
        let (layers, planes) = layers(strain, cards);
        let mut assembly = Assembly::default();
        for (cards, layer) in layers.iter().enumerate().skip(1) {
            for split in 0..layer.shape.splits.len() {
                let kept = slice((cards, split))?;
                let packed = Counts::split(&kept).map_or(&[][..], |(_, packed)| packed);
                assembly.add(&layer.shape, split, packed);
            }
        }
        let (bytes, rows) = assembly.finish()?;
        Ok(EndingTable { strain, layers, bytes: Bytes::Owned(bytes), planes, rows })
    }

    /// The table of these bytes, whose list of rows has `rows` entries.
    pub(super) fn of(strain: TrumpClass, cards: usize, bytes: Bytes, rows: usize) -> Self {
        let (layers, planes) = layers(strain, cards);
        EndingTable { strain, layers, bytes, planes, rows }
    }

    /// The bytes of the table that a file stores.
    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.all()
    }

    /// Length of the list of planes of the tables up to a number of cards; equal planes count each.
    pub(super) fn planes(strain: TrumpClass, cards: usize) -> usize {
        layers(strain, cards).1
    }

    #[inline]
    pub(super) fn lists(&self) -> Lists<'_> {
        Lists::new(self.bytes.all(), self.planes, self.rows)
    }

    /// Packs a slice exactly as it was packed when it was made.
    pub(super) fn pack<'p>(&self, cards: usize, split: usize, packer: &'p mut Packer) -> &'p [u8] {
        let layer = &self.layers[cards];
        let lists = self.lists();
        let first = layer.first_pairs[split];
        packer.pack(&layer.shape, split, |row, bytes| copy_row(lists, first, row, bytes))
    }

    /// Number of splits of a layer.
    pub(super) fn splits(&self, cards: usize) -> usize {
        self.layers[cards].shape.splits.len()
    }

    /// The table of a strain up to [`SMALL`] cards that this process shares, built at the first
    /// call in some hundredths of a second.
    #[allow(clippy::missing_panics_doc)] // nothing can fail
    pub fn small(strain: TrumpClass) -> &'static EndingTable {
        fn make(strain: TrumpClass) -> EndingTable {
            EndingTable::build(strain, SMALL, &Threads(1), &Control::default())
                .expect("this control is never interrupted")
        }
        static TABLES: [Once<EndingTable>; 2] = [
            Once::new(|| Box::new(make(TrumpClass::NoTrump))),
            Once::new(|| Box::new(make(TrumpClass::Trump))),
        ];
        &TABLES[strain as usize]
    }

    /// The strain of its endings.
    pub fn strain(&self) -> TrumpClass {
        self.strain
    }

    /// Most cards in a hand.
    pub fn cards(&self) -> usize {
        self.layers.len() - 1
    }

    /// True if the table contains this ending, with a led card or without.
    #[inline]
    pub fn has(&self, ending: &Ending) -> bool {
        TrumpClass::of(ending) == self.strain && ending.cards() <= self.cards()
    }

    /// Tricks of the leader of the current trick, including this trick, with a led card on the
    /// table too. `None` for another strain or more cards than the table has.
    #[inline]
    pub fn value(&self, ending: &Ending) -> Option<usize> {
        self.has(ending).then(|| self.value_inside(ending))
    }

    #[inline]
    fn value_inside(&self, ending: &Ending) -> usize {
        if ending.led().is_some() {
            let replies = ending.sufficient_replies().cells();
            return replies.map(|reply| self.value_after(ending, reply)).min().unwrap_or_default();
        }
        self.value_of(ending.words(), ending.lengths(), ending.trump(), ending.cards())
    }

    /// The value of an ending at the start of a trick, from its owner strings; the table must
    /// contain it.
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
        let (pair, third, rank) = self.layers[cards].place(suits, lengths, trump);
        let lists = self.lists();
        // A damaged file can hold numbers that are not valid tricks.
        lists.value(lists.row(lists.plane(pair), third), rank).min(cards)
    }

    /// The leader's tricks if the side to play plays this legal card.
    fn value_after(&self, ending: &Ending, card: usize) -> usize {
        let after = ending.play_unchecked(card);
        ending.tricks_through(card, &after, self.value_inside(&after))
    }

    /// Every legal card with the leader's tricks after it, in index order; `None` as for
    /// [`EndingTable::value`].
    ///
    /// The leader wants the largest number, the follower the smallest.
    pub fn card_values(&self, ending: &Ending) -> Option<Vec<(usize, usize)>> {
        Some(self.each_card(ending)?.collect())
    }

    fn each_card(&self, ending: &Ending) -> Option<impl Iterator<Item = (usize, usize)>> {
        if !self.has(ending) {
            return None;
        }
        let runs = ending.runs();
        let mut tricks = [usize::MAX; 2 * MAX_CARDS];
        // All tricks that can follow are looked up together: at most 13 leads with three replies
        // each.
        let mut played = ArrayVec::<_, TOGETHER>::new();
        let mut left = ArrayVec::<_, TOGETHER>::new();
        for card in runs.cells() {
            let mut play = |led: &Ending, reply| {
                played.push((card, led.takes(reply)));
                left.push(led.play_unchecked(reply));
            };
            if ending.led().is_some() {
                play(ending, card);
            } else {
                let led = ending.play_unchecked(card);
                led.sufficient_replies().cells().for_each(|reply| play(&led, reply));
            }
        }
        let values = self.before_tricks(&left);
        for ((&(card, taken), after), value) in played.iter().zip(&left).zip(values) {
            tricks[card] = tricks[card].min(after.tricks_before(taken, value.into()));
        }
        let mut value = 0;
        Some(ending.legal().cells().map(move |card| {
            // All cards of a run have the value of its first card.
            if runs.has(card) {
                value = tricks[card];
            }
            (card, value)
        }))
    }

    /// The values of many endings, much faster than one by one. `None` if the table lacks one of
    /// them.
    pub fn values(&self, endings: &[Ending]) -> Option<Vec<u8>> {
        let mut values = Vec::with_capacity(endings.len());
        for some in endings.chunks(TOGETHER) {
            if !some.iter().all(|ending| self.has(ending)) {
                return None;
            }
            values.extend(some.iter().zip(self.before_tricks(some)).map(|(ending, value)| {
                if ending.led().is_none() { value } else { self.value_inside(ending) as u8 }
            }));
        }
        Some(values)
    }

    /// The values of endings of the table at the start of a trick; led cards are ignored. The loads
    /// are issued together, so that the processor overlaps their latencies.
    fn before_tricks(&self, endings: &[Ending]) -> [u8; TOGETHER] {
        let lists = self.lists();
        let mut places = [(0, 0, 0); TOGETHER];
        let places = &mut places[..endings.len()];
        for (place, ending) in places.iter_mut().zip(endings) {
            if ending.cards() > 0 {
                let layer = &self.layers[ending.cards()];
                *place = layer.place(ending.words(), ending.lengths(), ending.trump());
            }
        }
        for (pair, ..) in &mut *places {
            *pair = lists.plane(*pair);
        }
        for (plane, third, _) in &mut *places {
            *plane = lists.row(*plane, *third);
        }
        let mut values = [0; TOGETHER];
        for ((value, place), ending) in values.iter_mut().zip(places).zip(endings) {
            *value = lists.value(place.0, place.2).min(ending.cards()) as u8;
        }
        values
    }

    /// The legal cards that are best for the player to play; `None` as for [`EndingTable::value`].
    pub fn best_cards(&self, ending: &Ending) -> Option<u32> {
        let leads = ending.led().is_none();
        let (mut best, mut cards) = (None, 0);
        for (card, value) in self.each_card(ending)? {
            let better = best.is_none_or(|best| if leads { value > best } else { value < best });
            if better {
                (best, cards) = (Some(value), 0);
            }
            if best == Some(value) {
                cards |= 1 << card;
            }
        }
        Some(cards)
    }

    /// The value of an ending at the start of a trick from the rules alone and the layer below:
    /// every legal lead, and every legal reply instead of one of each run.
    pub(super) fn value_from_below(&self, ending: &Ending) -> usize {
        let leads = ending.legal().cells().map(|card| {
            let led = ending.play_unchecked(card);
            let replies = led.legal().cells().map(|reply| self.value_after(&led, reply));
            replies.min().unwrap_or_default()
        });
        leads.max().unwrap_or_default()
    }

    /// The ending at an index of a layer, at the start of a trick. Endings that differ in the order of
    /// suits alone have one index.
    pub fn ending(&self, cards: usize, index: usize) -> Option<Ending> {
        self.layers.get(cards)?.shape.ending(index)
    }

    /// Positions of a layer.
    pub fn positions(&self, cards: usize) -> u64 {
        self.layers[cards].shape.positions()
    }
}

/// Slices by cards and number of the split.
type InMemory = Mutex<HashMap<(usize, usize), Vec<u8>>>;

impl Store for InMemory {
    fn has(&self, _: usize, _: usize) -> bool {
        false
    }

    fn load(&self, _: usize, _: usize) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn save(&self, cards: usize, split: usize, slice: &[u8]) -> Result<()> {
        build::locked(self).insert((cards, split), slice.to_vec());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending::random_endings;

    #[test]
    fn a_led_card_is_worth_the_best_of_all_replies() {
        for ending in random_endings(4_000, |deal| 1 + deal % SMALL, 7) {
            let table = EndingTable::small(TrumpClass::of(&ending));
            for lead in ending.legal().cells() {
                let led = ending.play_unchecked(lead);
                let replies = led.legal().cells();
                let best = replies.map(|reply| table.value_after(&led, reply)).min();
                assert_eq!(table.value(&led), best, "{led}");
                let cards = table.card_values(&led).expect("in the table").into_iter();
                let best = cards.filter(|&(_, value)| Some(value) == best);
                let best = best.fold(0, |set, (card, _)| set | 1 << card);
                assert_eq!(table.best_cards(&led), Some(best), "{led}");
            }
        }
    }
}
