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
const LEAST_RANGE: f32 = 1e-8;

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
    /// The order of visits of so many simulations, among at most so many moves.
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
/// `beyond` says that the game has moves that are not legal here, which count as not visited.
pub fn improve(edges: &mut Edges, beyond: bool) {
    let (total, raw) = (edges.total, edges.raw);
    let (logits, q, visits, _, _, score) = edges.split();
    if total == 0.0 {
        score.copy_from_slice(logits);
        return;
    }
    let (mut known, mut weighted, mut most_visits, mut all) = (0.0, 0.0, 0.0_f32, !beyond);
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
    let mixed = (raw + total * (weighted / known)) / (total + 1.0);
    if !all {
        (low, high) = (low.min(mixed), high.max(mixed));
    }
    let scale = (VISITS + most_visits) * SCALE / (high - low).max(LEAST_RANGE);
    for (((score, &logit), &q), &visits) in score.iter_mut().zip(logits).zip(q).zip(visits) {
        let value = if visits > 0.0 { q } else { mixed };
        *score = logit + (value - low) * scale;
    }
}

/// The child to try next below the root: the one whose share of the visits is furthest behind the
/// improved policy. `None` if all children are settled.
pub fn below(edges: &mut Edges, beyond: bool) -> Option<usize> {
    improve(edges, beyond);
    let begun = edges.total_begun;
    let (_, _, _, begun_of, settled, score) = edges.split();
    if begun == 0.0 {
        return best(score.iter().copied(), |i| !settled[i]);
    }
    let most = largest(score);
    let mut total = 0.0;
    for score in score.iter_mut() {
        *score = exp(*score - most);
        total += *score;
    }
    let (scale, share) = (1.0 / total, 1.0 / (1.0 + begun));
    let behind = score.iter().zip(begun_of).map(|(&score, &begun)| score * scale - begun * share);
    best(behind, |i| !settled[i])
}

/// The child of the root to try next, after [`improve`]: of those with this number of visits the one
/// with the largest `gumbel + logit + sigma(q)`.
pub fn at_root(edges: &Edges, gumbels: &[f32], visits: u32) -> Option<usize> {
    let (begun, visits) = (edges.begun(), visits as f32);
    let sums = edges.score().iter().zip(gumbels).map(|(score, gumbel)| score + gumbel);
    best(sums, |i| begun[i] == visits)
}

/// The move of the root, after [`improve`]: of the children with the most visits the one with the
/// largest `gumbel + logit + sigma(q)`, among those that `keep` accepts.
pub fn chosen(edges: &Edges, gumbels: &[f32], keep: impl Fn(usize) -> bool) -> Option<usize> {
    let visits = edges.visits();
    let most = (0..edges.len()).filter(|&i| keep(i)).map(|i| visits[i]).fold(0.0, f32::max);
    let sums = edges.score().iter().zip(gumbels).map(|(score, gumbel)| score + gumbel);
    best(sums, |i| visits[i] == most && keep(i))
}

/// The improved policy, after [`improve`].
pub fn policy(edges: &Edges, out: &mut Vec<f32>) {
    out.clear();
    out.extend_from_slice(edges.score());
    softmax(out);
}
