//! PUCT: the choice of moves of `AlphaZero`.
//!
//! David Silver and others, "A general reinforcement learning algorithm that masters chess, shogi, and
//! Go through self-play" (Science, 2018): the mean value and a bonus for moves that the network likes
//! and the search has seldom tried. The value of a move without visits and the settings of self-play
//! are those of David Wu, "Accelerating self-play learning in Go" (2019), and his program `KataGo`.

use super::edges::{Edges, best};
use super::softmax::largest;

/// Weight of the bonus while there are few visits.
pub const C: f64 = 1.25;
/// Visits after which the weight begins to grow.
const BASE: f64 = 19652.0;
/// How far the value of moves without visits is below that of their parent, once all probability is
/// on moves that were tried.
const REDUCTION: f32 = 0.2;
/// Share of noise in the policy of the root, in self-play.
pub const NOISE: f32 = 0.25;
/// Temperature of the policy of the root, in self-play.
pub const TEMPERATURE: f64 = 1.1;

/// The child to try next. `None` if all children are settled. At the root a move without visits has
/// the value of its parent.
pub fn choose(edges: &mut Edges, c: f32, at_root: bool) -> Option<usize> {
    let (total, mean) = (edges.total_begun, edges.mean);
    let (prior, q, visits, begun, _, settled, score) = edges.split();
    let untried = if at_root { mean } else { mean - reduction(prior, visits) };
    // The parent has one visit more than its children have together: its own evaluation.
    let weight = weight(c, total + 1.0);
    for i in 0..score.len() {
        let value = if visits[i] > 0.0 { q[i] } else { untried };
        score[i] = value + weight * prior[i] / (1.0 + begun[i]);
    }
    best(score.iter().copied(), |i| !settled[i])
}

/// The same among the children that are legal in one world of a hidden game, where the visits of the
/// parent are for each move the simulations in which it was legal, this one included (as in
/// information set Monte Carlo tree search).
pub fn choose_in_world(edges: &mut Edges, c: f32, at_root: bool) -> Option<usize> {
    let mean = edges.mean;
    let (prior, q, visits, begun, available, _, score) = edges.split();
    let untried = if at_root { mean } else { mean - reduction(prior, visits) };
    for i in 0..score.len() {
        let value = if visits[i] > 0.0 { q[i] } else { untried };
        score[i] = value + weight(c, available[i]) * prior[i] / (1.0 + begun[i]);
    }
    best(score.iter().copied(), |_| true)
}

/// How far the value of moves without visits is below that of their parent.
#[inline]
fn reduction(prior: &[f32], visits: &[f32]) -> f32 {
    let known: f32 =
        prior.iter().zip(visits).map(|(&p, &visits)| if visits > 0.0 { p } else { 0.0 }).sum();
    REDUCTION * known.max(0.0).sqrt()
}

/// The weight of the bonus of a move without visits, after `n` visits of the parent.
#[inline]
fn weight(c: f32, n: f32) -> f32 {
    let growth = ((f64::from(n) + BASE + 1.0) / BASE).ln() as f32;
    (c + growth) * n.sqrt()
}

/// Prepares the policy of a root for self-play: first the temperature flattens it, then noise takes
/// its share.
pub fn apply_root_noise(prior: &mut [f32], temperature: f32, share: f32, noise: &[f32]) {
    if (temperature - 1.0).abs() > f32::EPSILON {
        let (most, mut total) = (largest(prior), 0.0);
        for p in prior.iter_mut() {
            // Of the largest the power is 1: not all of them can vanish.
            *p = (*p / most).powf(1.0 / temperature);
            total += *p;
        }
        for p in prior.iter_mut() {
            *p /= total;
        }
    }
    if share > 0.0 {
        for (p, noise) in prior.iter_mut().zip(noise) {
            *p += share * (noise - *p);
        }
    }
}

/// The child with the most visits among those that `keep` accepts; of several the one with the largest
/// value, and the first of those.
pub fn most_visited(edges: &Edges, keep: impl Fn(usize) -> bool) -> Option<usize> {
    let (visits, q) = (edges.visits(), edges.q());
    let mut found: Option<usize> = None;
    for i in (0..edges.count()).filter(|&i| keep(i)) {
        if found.is_none_or(|at| (visits[i], q[i]) > (visits[at], q[at])) {
            found = Some(i);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;
    use crate::search::mcts::tree::Tree;

    #[test]
    fn untried_moves_are_reduced_below_the_root_alone() {
        let mut tree = Tree::new(1000).expect("small");
        assert!(tree.expand(Tree::ROOT, 1, [Move(0), Move(1)]));
        // The player of team 1 likes -0.2; the tried move has 0.81 of the policy.
        (tree[Tree::ROOT].visits, tree[Tree::ROOT].sum) = (5, -1.0);
        let kids = tree.kids_mut(Tree::ROOT);
        (kids[0].prior, kids[0].visits, kids[0].sum) = (0.81, 4, -0.8);
        kids[1].prior = 0.19;
        let mut edges = Edges::default();
        edges.fill(&tree, Tree::ROOT, false);
        let weight = (1.25 + (19658.0_f64 / 19652.0).ln()) * 5.0_f64.sqrt();
        for (at_root, untried) in [(true, 0.2), (false, 0.2 - 0.2 * 0.9)] {
            choose(&mut edges, 1.25, at_root);
            let expected = [0.2 + weight * 0.81 / 5.0, untried + weight * 0.19];
            for (&score, expected) in edges.score().iter().zip(expected) {
                assert!((f64::from(score) - expected).abs() < 1e-5, "{score}, not {expected}");
            }
        }
    }

    #[test]
    fn the_root_is_flattened_and_gets_noise() {
        let mut prior = [0.64, 0.36];
        apply_root_noise(&mut prior, 2.0, 0.25, &[0.0, 1.0]);
        // Square roots are 0.8 and 0.6; of their shares 3/4 stays.
        assert!((prior[0] - 0.75 * 0.8 / 1.4).abs() < 1e-6, "{prior:?}");
        assert!((prior[0] + prior[1] - 1.0).abs() < 1e-6, "{prior:?}");
    }

    #[test]
    fn small_probabilities_have_powers() {
        let mut prior = [1.0 / 64.0; 64];
        apply_root_noise(&mut prior, 0.01, 0.0, &[]);
        assert!(prior.iter().all(|p| (p - 1.0 / 64.0).abs() < 1e-6), "{prior:?}");
    }

    #[test]
    fn some_child_is_chosen_whatever_the_scores() {
        let (nan, low) = (f32::NAN, f32::NEG_INFINITY);
        let of = |scores: [f32; 3]| best(scores.into_iter(), |i| i > 0);
        assert_eq!(of([9.0, nan, nan]), Some(1));
        assert_eq!(of([9.0, nan, 1.0]), Some(2));
        assert_eq!(of([9.0, low, low]), Some(1));
        assert_eq!(best([nan; 3].into_iter(), |_| false), None);
    }
}
