//! Gumbel: a search that improves the policy of a network with few simulations.
//!
//! Ivo Danihelka, Arthur Guez, Julian Schrittwieser and David Silver, "Policy improvement by planning
//! with Gumbel" (ICLR 2022). The root tries some moves, drawn by Gumbel noise, and drops half of them
//! at a time; below it a search follows the improved policy. The constants and the order of moves are
//! those of the authors' program mctx, whose searches are in `tests/data/mctx_trees.jsonl`.

use super::edges::{Edges, best};
use super::softmax::{exp, largest, softmax};

/// Moves that the root considers, if no other number is given.
pub const CONSIDERED: usize = 16;
/// Visits that count in advance in the scale of values: `c_visit` of the paper.
const VISITS: f32 = 50.0;
/// Scale of values: `c_scale` of the paper.
const SCALE: f32 = 0.1;
/// Least range of values by which they are divided.
const MIN_RANGE: f32 = 1e-8;

/// The visits that a move of the root must have to be tried next: sequential halving (Zohar Karnin,
/// Tomer Koren and Oren Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013).
///
/// All moves that are still considered have equally many visits; a pass gives each one more. Passes
/// are divided so that each halving takes about the same number of simulations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halving {
    simulations: usize,
    halvings: usize,
    considered: usize,
    /// Passes with the moves that are considered now, after this one.
    passes: usize,
    /// Moves that this pass has still to visit.
    left: usize,
    /// Passes that are done.
    visits: u32,
}

impl Halving {
    /// The order of visits: of all simulations, among at most this number of moves.
    pub fn new(considered: usize, simulations: usize) -> Self {
        let halvings = considered.max(1).next_power_of_two().trailing_zeros() as usize;
        let mut halving =
            Halving { simulations, halvings, considered, passes: 0, left: considered, visits: 0 };
        halving.passes = halving.passes_of(considered) - 1;
        halving
    }

    fn passes_of(&self, considered: usize) -> usize {
        if considered <= 1 {
            usize::MAX
        } else {
            (self.simulations / (self.halvings * considered)).max(1)
        }
    }

    /// The visits that the next move must have.
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// Notes that a simulation has begun.
    pub fn advance(&mut self) {
        self.left = self.left.saturating_sub(1);
        if self.left > 0 {
            return;
        }
        self.visits += 1;
        if self.passes > 0 {
            self.passes -= 1;
        } else {
            self.considered = (self.considered / 2).max(2);
            self.passes = self.passes_of(self.considered) - 1;
        }
        self.left = self.considered;
    }
}

/// Completes the values of the children and writes `logit + sigma(q)` into their scores, the logits of
/// the improved policy. A child without visits gets the mixed value: the network's value of the node
/// and the values of the visited children, weighted. Values are stretched to the range from 0 to 1;
/// `has_illegal_actions` says that the game has moves that are not legal here, which count as not visited.
pub fn improve(edges: &mut Edges, has_illegal_actions: bool) {
    let (total, value) = (edges.total, edges.network_value);
    let (logits, q, visits, _, _, _, score) = edges.split();
    if total == 0.0 {
        score.copy_from_slice(logits);
        return;
    }
    let (mut known, mut weighted, mut most_visits, mut all) =
        (0.0, 0.0, 0.0_f32, !has_illegal_actions);
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for ((&logit, &q), &visits) in logits.iter().zip(q).zip(visits) {
        if visits == 0.0 {
            all = false;
            continue;
        }
        // At least a little, so that there is a mean if all probabilities are 0.
        let probability = exp(logit).max(f32::MIN_POSITIVE);
        known += probability;
        weighted += probability * q;
        most_visits = most_visits.max(visits);
        (low, high) = (low.min(q), high.max(q));
    }
    let mixed = (value + total * (weighted / known)) / (total + 1.0);
    if !all {
        (low, high) = (low.min(mixed), high.max(mixed));
    }
    let scale = (VISITS + most_visits) * SCALE / (high - low).max(MIN_RANGE);
    for (((score, &logit), &q), &visits) in score.iter_mut().zip(logits).zip(q).zip(visits) {
        let value = if visits > 0.0 { q } else { mixed };
        *score = logit + (value - low) * scale;
    }
}

/// The child to try next below the root: the one whose share of the visits is furthest behind the
/// improved policy. `None` if all children are settled.
pub fn interior_action(edges: &mut Edges, has_illegal_actions: bool) -> Option<usize> {
    improve(edges, has_illegal_actions);
    let begun = edges.total_begun;
    let (_, _, _, begun_of, _, settled, score) = edges.split();
    if begun == 0.0 {
        return best(score.iter().copied(), |i| !settled[i]);
    }
    let most = largest(score);
    // Apart from the sum, which has an order, this is done for several numbers at once.
    for score in score.iter_mut() {
        *score = exp(*score - most);
    }
    let total: f32 = score.iter().sum();
    let (scale, share) = (1.0 / total, 1.0 / (1.0 + begun));
    let behind = score.iter().zip(begun_of).map(|(&score, &begun)| score * scale - begun * share);
    best(behind, |i| !settled[i])
}

/// The same among the children that are legal in one world of a hidden game. The share of the visits
/// of a move is one of the simulations in which it was legal, this one included.
pub fn interior_action_in_world(edges: &mut Edges, has_illegal_actions: bool) -> Option<usize> {
    improve(edges, has_illegal_actions);
    let (_, _, _, begun, available, _, score) = edges.split();
    softmax(score);
    let behind = score.iter().zip(begun).zip(available);
    best(behind.map(|((&score, &begun), &available)| score - begun / available), |_| true)
}

/// The child of the root to try next, after [`improve`]: of those with this number of visits the one
/// with the largest `gumbel + logit + sigma(q)`.
pub fn root_action(edges: &Edges, gumbels: &[f32], visits: u32) -> Option<usize> {
    let begun = edges.begun();
    let sums = edges.score().iter().zip(gumbels).map(|(score, gumbel)| score + gumbel);
    best(sums, |i| begun[i] as u32 == visits)
}

/// The move of the root, after [`improve`]: of the children with the most visits the one with the
/// largest `gumbel + logit + sigma(q)`, among those that `keep` accepts.
pub fn chosen(edges: &Edges, gumbels: &[f32], keep: impl Fn(usize) -> bool) -> Option<usize> {
    let visits = edges.visits();
    let most = (0..edges.count()).filter(|&i| keep(i)).map(|i| visits[i] as u32).max().unwrap_or(0);
    let sums = edges.score().iter().zip(gumbels).map(|(score, gumbel)| score + gumbel);
    best(sums, |i| visits[i] as u32 == most && keep(i))
}

/// The improved policy, after [`improve`].
pub fn policy(edges: &Edges, out: &mut Vec<f32>) {
    out.clear();
    out.extend_from_slice(edges.score());
    softmax(out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;
    use crate::search::mcts::tree::Tree;

    /// The order of visits as the paper's program lists it.
    fn listed(considered: usize, simulations: usize) -> Vec<u32> {
        if considered <= 1 {
            return (0..simulations as u32).collect();
        }
        let halvings = (considered as f64).log2().ceil() as usize;
        let (mut list, mut visits, mut left) = (Vec::new(), vec![0; considered], considered);
        while list.len() < simulations {
            for _ in 0..(simulations / (halvings * left)).max(1) {
                list.extend(&visits[..left]);
                visits[..left].iter_mut().for_each(|count| *count += 1);
            }
            left = (left / 2).max(2);
        }
        list.truncate(simulations);
        list
    }

    #[test]
    fn halving_is_the_list() {
        for (considered, simulations) in
            (1..=20).flat_map(|m| [1, 2, 15, 16, 17, 32, 50, 100, 333].map(|n| (m, n)))
        {
            let mut halving = Halving::new(considered, simulations);
            let ours: Vec<u32> = (0..simulations)
                .map(|_| {
                    let visits = halving.visits();
                    halving.advance();
                    visits
                })
                .collect();
            assert_eq!(ours, listed(considered, simulations), "{considered} of {simulations}");
        }
    }

    /// The children of a node of team 0 with these logits, visits and mean values.
    fn edges(value: f32, kids: &[(f32, u32, f64)]) -> Edges {
        let mut tree = Tree::new(1000).expect("small");
        let moves: Vec<Move> = (0..kids.len() as u16).map(Move).collect();
        assert!(tree.expand(Tree::ROOT, 0, &moves));
        tree[Tree::ROOT].set_network_value(value);
        for (kid, &(prior, visits, q)) in tree.kids_mut(Tree::ROOT).iter_mut().zip(kids) {
            (kid.prior, kid.visits, kid.sum) = (prior, visits, q * f64::from(visits));
        }
        let mut edges = Edges::default();
        edges.fill(&tree, Tree::ROOT, false);
        edges
    }

    #[test]
    fn values_are_completed_and_stretched() {
        // Probabilities 1/2, 1/4 and 1/4; the first two moves were tried.
        let (half, quarter) = (0.5_f32.ln(), 0.25_f32.ln());
        let mut edges = edges(0.5, &[(half, 3, 0.2), (quarter, 1, -0.4), (quarter, 0, 0.0)]);
        improve(&mut edges, true);
        // The tried moves weigh 2 : 1, so their mean is 0; it counts four times, the network's value once.
        let (mixed, low, high) = (0.1, -0.4, 0.2);
        let scale = (50.0 + 3.0) * 0.1 / (high - low);
        let expected = [half + (high - low) * scale, quarter, quarter + (mixed - low) * scale];
        for (score, expected) in edges.score().iter().zip(expected) {
            assert!((score - expected).abs() < 1e-5, "{score}, not {expected}");
        }
    }

    #[test]
    fn without_visits_the_improved_policy_is_the_policy() {
        let mut edges = edges(0.5, &[(-1.0, 0, 0.0), (-0.5, 0, 0.0), (-2.0, 0, 0.0)]);
        assert_eq!(interior_action(&mut edges, true), Some(1));
        assert_eq!(edges.score(), [-1.0, -0.5, -2.0]);
    }

    #[test]
    fn moves_that_are_not_legal_count_only_if_there_are_some() {
        let kids = [(-0.7, 2, 0.5), (-0.7, 2, 0.4)];
        let mut edges = edges(-1.0, &kids);
        improve(&mut edges, false);
        assert!((edges.score()[0] - edges.score()[1] - 5.2).abs() < 1e-4);
        improve(&mut edges, true);
        // Their mixed value, (-1 + 4 * 0.45) / 5 = 0.16, widens the range from 0.1 to 0.34.
        assert!((edges.score()[0] - edges.score()[1] - 5.2 * 0.1 / 0.34).abs() < 1e-4);
    }

    #[test]
    fn noise_and_visits_decide_at_the_root() {
        let mut edges = edges(0.0, &[(-1.0, 1, 0.0), (-1.0, 1, 0.0), (-1.0, 0, 0.0)]);
        improve(&mut edges, true);
        assert_eq!(root_action(&edges, &[0.0, 1.0, 9.0], 1), Some(1));
        assert_eq!(root_action(&edges, &[0.0, 1.0, 9.0], 0), Some(2));
        assert_eq!(root_action(&edges, &[0.0, 1.0, 9.0], 2), None);
        assert_eq!(chosen(&edges, &[0.0, 1.0, 9.0], |_| true), Some(1));
        assert_eq!(chosen(&edges, &[0.0, 1.0, 9.0], |i| i != 1), Some(0));
    }
}
