//! Exact values by search, for endings larger than the tables at hand.
//!
//! The search decides the predicate "the leader takes `t` tricks or more" until the value is known,
//! as in MTD(f) (Aske Plaat, "Research re: search & re-search", 1996); proven bounds stay in a
//! transposition table. Positions small enough for a table of endings are looked up. Leads are one
//! of each run, replies two at most; see [`super::leads`].

use std::mem;

use super::file::shared_table;
use super::rank::{SuitSplit, TrumpClass};
use super::table::EndingTable;
use super::{Ending, MAX_CARDS};
use crate::bits::{Word, mix};
use crate::budget::Budget;
use crate::cards::SUITS;
use crate::control::{Control, Limits};
use crate::engine::Line;
use crate::error::{Error, Result};
use crate::game::Move;
use crate::order::sort_few;
use crate::solve::{PartialResult, Solution};

/// Nodes between two checks of the control and the limits.
const POLL_NODES: u64 = 1 << 10;

/// How to solve an ending.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndingOptions<'t> {
    /// Number of legal cards, the best ones, whose values and lines are returned too; 0 for the
    /// value of the ending alone.
    pub lines: usize,
    /// A table for lookups; without one, or for another strain, [`shared_table`].
    pub table: Option<&'t EndingTable>,
    /// Positions and time after which the solve ends; depth has no meaning. A solve that has not proven
    /// the value by then fails with [`Error::Limit`], unless `partial` is set.
    pub limits: Limits,
    /// Return the bounds that are proven so far if a limit or a stop ends the solve early.
    pub partial: bool,
}

/// Solves an ending: the leader's tricks, and best play by both sides.
///
/// The values are tricks of the leader, with a led card too; the leader maximizes them, the
/// follower minimizes them. Moves are indices of cards in the ending in which they are played, so
/// the indices of the line refer to ever shorter strings.
///
/// ```
/// use bitgames_core::control::Control;
/// use bitgames_core::ending::{EndingOptions, solve};
/// let ending = "1100.0.1.0110 n".parse()?;
/// let solution = solve(&ending, &EndingOptions::default(), &Control::default())?;
/// assert_eq!((solution.value, solution.pv.len()), (3, 10));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn solve(
    ending: &Ending,
    options: &EndingOptions<'_>,
    control: &Control<'_>,
) -> Result<Solution> {
    let budget = Budget::new(options.limits, control);
    let usable = options.table.filter(|table| table.strain() == TrumpClass::of(ending));
    let table = match usable {
        Some(table) => table,
        None => shared_table(TrumpClass::of(ending))?,
    };
    let mut solver = EndingSolver::new(Some(table));
    let mut solution = Solution::new((0, ending.cards() as i32));
    let ended = fill(&mut solution, &mut solver, ending, options.lines, &budget);
    solution.end(ended, options.partial, || PartialResult {
        bounds: solver.left_open.map(|(least, most)| (least.into(), most.into())),
        best_move: None,
    })?;
    Ok(solution.within(&budget))
}

/// Computes the requested results one by one; after an error the earlier results stay.
fn fill(
    solution: &mut Solution,
    solver: &mut EndingSolver<'_>,
    ending: &Ending,
    lines: usize,
    budget: &Budget<'_>,
) -> Result<()> {
    let value = solver.value(ending, budget)?;
    solution.value = value as i32;
    solution.bounds = (solution.value, solution.value);
    let mut values = if lines > 0 { solver.card_values(ending, budget)? } else { Vec::new() };
    // The leader wants many tricks, the follower wants the leader to have few.
    let tricks = |v| if ending.led().is_some() { v } else { MAX_CARDS - v };
    sort_few(&mut values, |&(card, v)| (tricks(v), card));
    values.truncate(lines);
    let in_order = values.iter().map(|&(card, v)| (Move(card as u16), v as i32));
    solution.values = in_order.collect();
    sort_few(&mut solution.values, |&(m, _)| m);
    let (line, stopped) = solver.line(ending, value, budget);
    solution.best_move = line.first().copied();
    solution.pv = line;
    stopped.map_or(Ok(()), Err)?;
    for (card, v) in values {
        let (after, left) = after(ending, card, v);
        let (rest, stopped) = solver.line(&after, left, budget);
        let m = Move(card as u16);
        let pv = [m].into_iter().chain(rest).collect();
        solution.lines.push(Line::proven(m, v as i32, pv));
        stopped.map_or(Ok(()), Err)?;
    }
    Ok(())
}

/// The ending after a card, and the tricks of its leader if the leader of this one takes `value`.
fn after(ending: &Ending, card: usize, value: usize) -> (Ending, usize) {
    let after = ending.play_unchecked(card);
    let left = match ending.led() {
        None => value,
        Some(_) if ending.takes(card) => after.cards() - value,
        Some(_) => value - 1,
    };
    (after, left)
}

/// A search that reuses proven bounds from one ending to the next.
///
/// ```
/// use bitgames_core::control::Control;
/// use bitgames_core::ending::{EndingSolver, TrumpClass, EndingTable};
/// use bitgames_core::budget::Budget;
/// let mut solver = EndingSolver::new(Some(EndingTable::small(TrumpClass::NoTrump)));
/// let ending = "1010101010.1100110011.10.00 n".parse()?;
/// let value = solver.value(&ending, &Budget::unlimited(&Control::default()))?;
/// assert_eq!(value, 8);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Debug)]
pub struct EndingSolver<'t> {
    table: Option<&'t EndingTable>,
    proven: Vec<Proven>,
    nodes: u64,
    /// Nodes already reported to the budget.
    reported: u64,
    stopped: Option<Error>,
    /// Proven bounds on the value of a search that was stopped.
    left_open: Option<(u8, u8)>,
}

/// Proven bounds of a position, with the position itself as key.
#[derive(Clone, Copy, Debug)]
struct Proven {
    key: u64,
    least: u8,
    most: u8,
    /// Suit and place of the lead that proved `least`.
    lead: (u8, u8),
}

const UNKNOWN: Proven = Proven { key: 0, least: 0, most: MAX_CARDS as u8, lead: (0, 0) };

/// An ending at the start of a trick, suit by suit.
#[derive(Clone, Copy, Debug)]
struct TrickNode {
    suits: [u16; SUITS],
    lengths: [u8; SUITS],
    trump: Option<u8>,
    cards: u8,
}

/// Removes the card at `place` of its suit.
fn drop_card(suits: &mut [u16; SUITS], lengths: &mut [u8; SUITS], suit: usize, place: usize) {
    suits[suit] = suits[suit].close_gap(place);
    lengths[suit] -= 1;
}

impl TrickNode {
    fn new(ending: &Ending) -> Self {
        TrickNode {
            suits: ending.words(),
            lengths: ending.lengths(),
            trump: ending.trump(),
            cards: ending.cards() as u8,
        }
    }

    /// The follower's cards of a suit.
    fn others(&self, suit: usize) -> u16 {
        !self.suits[suit] & u16::low(usize::from(self.lengths[suit]))
    }

    /// The node after a trick, seen by the leader if the trick is won and by the follower if it is
    /// lost.
    fn after(&self, lead: (usize, usize), reply: (usize, usize), lost: bool) -> Self {
        let (mut suits, mut lengths) = (self.suits, self.lengths);
        // The lower card of one suit is removed first, so that the place of the other stays.
        let (first, second) = if reply > lead { (reply, lead) } else { (lead, reply) };
        drop_card(&mut suits, &mut lengths, first.0, first.1);
        drop_card(&mut suits, &mut lengths, second.0, second.1);
        if lost {
            for (suit, length) in suits.iter_mut().zip(lengths) {
                *suit = !*suit & u16::low(usize::from(length));
            }
        }
        TrickNode { suits, lengths, trump: self.trump, cards: self.cards - 1 }
    }

    /// Tricks that the leader can take at once, one after the other: its highest cards of each
    /// suit, as long as the follower must follow or has no trump.
    fn quick_tricks(&self) -> u8 {
        let top = |suit: usize| self.suits[suit].trailing_ones();
        let Some(trump) = self.trump.map(usize::from) else {
            return (0..SUITS).map(top).sum::<u32>() as u8;
        };
        let trumps_out = self.others(trump).count_ones();
        let unguarded = top(trump) >= trumps_out;
        let plain = (0..SUITS).filter(|&suit| suit != trump).map(|suit| {
            let followed = self.others(suit).count_ones();
            if unguarded { top(suit) } else { top(suit).min(followed) }
        });
        (top(trump) + plain.sum::<u32>()) as u8
    }

    /// True if the leader wins the trick when each player has one card.
    fn only_lead_wins(&self) -> bool {
        let holder = |own: bool| {
            (0..SUITS)
                .find(|&suit| if own { self.suits[suit] != 0 } else { self.others(suit) != 0 })
        };
        let (lead, reply) = (holder(true), holder(false));
        if lead == reply {
            return lead.is_some_and(|suit| self.suits[suit] & 1 == 1);
        }
        self.trump.is_none() || reply != self.trump.map(usize::from)
    }

    /// The position as a unique number, equal for orders of equivalent suits.
    fn key(&self) -> u64 {
        let (split, order) = SuitSplit::sorted(self.lengths, self.trump);
        // The leading one marks the start of the number, so that different lengths never collide.
        let mut key = 8 | u64::from(split.trump.unwrap_or(SUITS as u8));
        for (axis, suit) in order.into_iter().enumerate() {
            key = key << 4 | u64::from(split.lengths[axis]);
            key = key << split.lengths[axis] | u64::from(self.suits[suit]);
        }
        key
    }
}

impl<'t> EndingSolver<'t> {
    /// A search that uses a table for lookups.
    pub fn new(table: Option<&'t EndingTable>) -> Self {
        let proven = if table.is_some() { 1 << 12 } else { 1 << 16 };
        EndingSolver {
            table,
            proven: vec![UNKNOWN; proven],
            nodes: 0,
            reported: 0,
            stopped: None,
            left_open: None,
        }
    }

    /// Positions visited so far, without those looked up.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tricks of the leader of the current trick, including this trick.
    ///
    /// # Errors
    /// [`Error::Interrupted`], [`Error::Limit`].
    pub fn value(&mut self, ending: &Ending, budget: &Budget<'_>) -> Result<usize> {
        if let Some(value) = self.table.and_then(|table| table.value(ending)) {
            return Ok(value);
        }
        if ending.led().is_none() {
            let value = self.value_of(&TrickNode::new(ending), budget);
            budget.count(self.new_nodes());
            return value;
        }
        let mut least = ending.cards();
        for reply in ending.sufficient_replies().cells() {
            least = least.min(self.value_after(ending, reply, budget)?);
        }
        Ok(least)
    }

    fn value_after(&mut self, ending: &Ending, card: usize, budget: &Budget<'_>) -> Result<usize> {
        let after = ending.play_unchecked(card);
        let value = self.value(&after, budget)?;
        Ok(ending.tricks_through(card, &after, value))
    }

    /// Every legal card with the leader's tricks after it, in index order.
    ///
    /// # Errors
    /// [`Error::Interrupted`], [`Error::Limit`].
    pub fn card_values(
        &mut self,
        ending: &Ending,
        budget: &Budget<'_>,
    ) -> Result<Vec<(usize, usize)>> {
        let runs = ending.runs();
        let mut values = Vec::new();
        let mut value = 0;
        for card in ending.legal().cells() {
            // All cards of a run have the value of its first card.
            if runs.has(card) {
                value = self.value_after(ending, card, budget)?;
            }
            values.push((card, value));
        }
        Ok(values)
    }

    /// Best play by both sides to the end from an ending of this value, with the first of equally
    /// good cards, and the error that stopped it early. For each card the search only tests if it
    /// keeps the value.
    fn line(
        &mut self,
        ending: &Ending,
        mut value: usize,
        budget: &Budget<'_>,
    ) -> (Vec<Move>, Option<Error>) {
        let mut line = Vec::new();
        let mut at = *ending;
        while at.cards() > 0 {
            let leads = at.led().is_none();
            let keeps = |&card: &usize| {
                if leads {
                    self.reaches(&at.play_unchecked(card), value, budget)
                } else {
                    !self.reply_reaches(&at, card, value + 1, budget)
                }
            };
            let card = at.runs().cells().find(keeps);
            budget.count(self.new_nodes());
            let stopped = self.stopped.take();
            if stopped.is_some() {
                return (line, stopped);
            }
            let Some(card) = card else { break };
            line.push(Move(card as u16));
            (at, value) = after(&at, card, value);
        }
        (line, None)
    }

    /// True if the leader of the current trick takes `goal` tricks, with a led card too.
    fn reaches(&mut self, ending: &Ending, goal: usize, budget: &Budget<'_>) -> bool {
        if ending.led().is_none() {
            return self.takes(&TrickNode::new(ending), goal as u8, budget);
        }
        let mut replies = ending.sufficient_replies().cells();
        replies.all(|reply| self.reply_reaches(ending, reply, goal, budget))
    }

    /// True if the leader of the current trick takes `goal` tricks after this reply.
    fn reply_reaches(
        &mut self,
        ending: &Ending,
        reply: usize,
        goal: usize,
        budget: &Budget<'_>,
    ) -> bool {
        let after = ending.play_unchecked(reply);
        if !ending.takes(reply) {
            return goal == 0 || self.reaches(&after, goal - 1, budget);
        }
        // The follower has the lead, and must not take more than the rest.
        goal <= after.cards() && !self.reaches(&after, after.cards() - goal + 1, budget)
    }

    fn value_of(&mut self, node: &TrickNode, budget: &Budget<'_>) -> Result<usize> {
        let (mut least, mut most) = (node.quick_tricks().min(node.cards), node.cards);
        // Random hands take about half of the tricks, so the search starts there.
        let mut probe = (node.cards / 2 + 1).clamp(least + 1, most.max(least + 1));
        while least < most {
            let reached = self.takes(node, probe, budget);
            if let Some(error) = self.stopped.take() {
                self.left_open = Some((least, most));
                return Err(error);
            }
            if reached {
                least = probe;
                probe += 1;
            } else {
                most = probe - 1;
                probe -= 1;
            }
            probe = probe.clamp(least + 1, most.max(least + 1));
        }
        Ok(usize::from(least))
    }

    /// True if the leader takes `goal` tricks or more.
    fn takes(&mut self, node: &TrickNode, goal: u8, budget: &Budget<'_>) -> bool {
        if goal == 0 || goal > node.cards || self.stopped.is_some() {
            return goal == 0;
        }
        if let Some(table) = self.table.filter(|table| usize::from(node.cards) <= table.cards()) {
            let value = table.value_of(node.suits, node.lengths, node.trump, node.cards.into());
            return value >= usize::from(goal);
        }
        if node.quick_tricks() >= goal {
            return true;
        }
        if node.cards == 1 {
            return node.only_lead_wins();
        }
        let key = node.key();
        let slot = mix(key) as usize & (self.proven.len() - 1);
        let mut known = self.proven[slot];
        if known.key != key {
            known = Proven { key, most: node.cards, ..UNKNOWN };
        }
        if known.least >= goal || known.most < goal {
            return known.least >= goal;
        }
        self.count_node(budget);
        match self.find_lead(node, goal, known.lead, budget) {
            Some(lead) => (known.least, known.lead) = (goal, lead),
            None => known.most = goal - 1,
        }
        if self.stopped.is_none() {
            self.proven[slot] = known;
        }
        known.least >= goal
    }

    /// A lead after which the leader takes `goal` tricks against any reply; the lead that did so
    /// last time is tried first.
    fn find_lead(
        &mut self,
        node: &TrickNode,
        goal: u8,
        first: (u8, u8),
        budget: &Budget<'_>,
    ) -> Option<(u8, u8)> {
        let first = (usize::from(first.0), usize::from(first.1));
        let starts = |suit: usize| node.suits[suit] & !(node.suits[suit] << 1);
        let is_known = starts(first.0).has(first.1);
        let found = |lead: (usize, usize)| Some((lead.0 as u8, lead.1 as u8));
        if is_known && self.lead_takes(node, first, goal, budget) {
            return found(first);
        }
        // High cards come first: a card that wins keeps the lead.
        for suit in 0..SUITS {
            for place in starts(suit).cells() {
                let lead = (suit, place);
                if !(is_known && lead == first) && self.lead_takes(node, lead, goal, budget) {
                    return found(lead);
                }
            }
        }
        None
    }

    /// True if the leader takes `goal` tricks after this lead, against any reply.
    fn lead_takes(
        &mut self,
        node: &TrickNode,
        lead: (usize, usize),
        goal: u8,
        budget: &Budget<'_>,
    ) -> bool {
        let (suit, place) = lead;
        let others = node.others(suit);
        if others != 0 {
            let lowest = others.ilog2() as usize;
            let beaten = place == 0
                || !self.takes(
                    &node.after(lead, (suit, place - 1), true),
                    node.cards - goal,
                    budget,
                );
            return beaten
                && (lowest < place
                    || self.takes(&node.after(lead, (suit, lowest), false), goal - 1, budget));
        }
        for reply_suit in 0..SUITS {
            let others = node.others(reply_suit);
            if others == 0 {
                continue;
            }
            let reply = (reply_suit, others.ilog2() as usize);
            let ruffs = node.trump == Some(reply_suit as u8);
            let holds = if ruffs {
                !self.takes(&node.after(lead, reply, true), node.cards - goal, budget)
            } else {
                self.takes(&node.after(lead, reply, false), goal - 1, budget)
            };
            if !holds {
                return false;
            }
        }
        true
    }

    fn count_node(&mut self, budget: &Budget<'_>) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_NODES) {
            let nodes = self.new_nodes();
            self.stopped = budget.spend(nodes).err();
        }
    }

    /// Nodes since the last call.
    fn new_nodes(&mut self) -> u64 {
        self.nodes - mem::replace(&mut self.reported, self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;
    use crate::ending::random_endings;
    use crate::rng::Rng;

    #[test]
    fn search_says_what_the_tables_say() {
        for ending in random_endings(20_000, |deal| 1 + deal % 8, 3) {
            let table = EndingTable::small(TrumpClass::of(&ending));
            let control = Control::default();
            let value = EndingSolver::new(None).value(&ending, &Budget::unlimited(&control));
            assert_eq!(value.ok(), table.value(&ending), "{ending}");
        }
    }

    #[test]
    fn lines_are_the_first_of_the_best_cards() {
        let control = Control::default();
        for (deal, mut at) in random_endings(2_000, |deal| 9 + deal % 2, 5).enumerate() {
            if deal % 3 == 0 {
                at = at.play_unchecked(at.runs().first());
            }
            let solution = solve(&at, &EndingOptions::default(), &control).expect("no limit");
            let mut solver = EndingSolver::new(Some(EndingTable::small(TrumpClass::of(&at))));
            for m in solution.pv {
                let budget = Budget::unlimited(&control);
                let values = solver.card_values(&at, &budget).expect("no limit").into_iter();
                let best = match at.led() {
                    None => values.rev().max_by_key(|&(_, value)| value),
                    Some(_) => values.min_by_key(|&(_, value)| value),
                };
                assert_eq!(best.map(|(card, _)| card), Some(m.index()), "{at}");
                at = at.play_unchecked(m.index());
            }
            assert_eq!(at.cards(), 0);
        }
    }

    #[test]
    fn keys_of_different_positions_differ() {
        let mut rng = Rng::new(4);
        let mut seen = std::collections::HashMap::new();
        for deal in 0..50_000 {
            let trump = (deal % 5 > 0).then(|| Suit((deal % 5 - 1) as u8));
            let ending = Ending::random(1 + deal / 5 % 6, trump, &mut rng);
            // The same lengths, strings and trumps under an order of the suits have the same value.
            let value = EndingTable::small(TrumpClass::of(&ending)).value(&ending);
            let same = seen.entry(TrickNode::new(&ending).key()).or_insert((ending, value));
            assert_eq!((same.0.cards(), same.1), (ending.cards(), value), "{} {ending}", same.0);
        }
    }
}
