//! The fit of the weights to labelled positions, and its error.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bitgames_core::games::othello::patterns::{
    FEATURES, Features, STAGES, UNIT_PARTS, WEIGHTS, Weights, file_of, indices, learned, stage,
    stages_of,
};
use bitgames_core::rng::Rng;

use crate::games::Sample;

/// Root of the random order of the samples.
const ROOT: u128 = 19_970_807;
/// One game in so many is kept out of the fit, for the error.
const HELD_OUT: u64 = 16;
/// Empty cells on both sides of a stage whose samples serve it, too: there are many weights and few
/// samples, and a weight changes little from stage to stage.
const SHARED_CELLS: usize = 3;
/// Passes over the samples.
const EPOCHS: usize = 25;
/// Least and most samples of a step; an epoch has about [`STEPS`] steps, as far as they allow.
const BATCH: (usize, usize) = (256, 1 << 14);
const STEPS: usize = 250;
/// Step of a weight in discs, first and last.
const RATE: (f32, f32) = (0.02, 0.001);
/// Means of the gradient and of its square keep so much of the past.
const KEPT: (f32, f32) = (0.9, 0.99);
/// Occurrences from which on a weight makes whole steps, for each square disc of the mean squared
/// error; rarer ones make smaller steps, because what they seem to lack is mostly chance.
const COMMON: f32 = 0.4;
/// The unit of the weights, in parts of a hundredth of a disc: an eighth of a disc.
const UNIT: u16 = 3_200;
/// Squared discs, over all samples, that a weight may cost to take no room in the file.
const TOLERATED: f32 = 10.0;

/// Samples in memory; those of some games serve to measure the error alone.
#[derive(Default)]
pub struct Samples {
    learned: Vec<Sample>,
    held_out: Vec<Sample>,
}

impl Samples {
    pub fn push(&mut self, game: u64, sample: Sample) {
        if game.is_multiple_of(HELD_OUT) { &mut self.held_out } else { &mut self.learned }
            .push(sample);
    }

    /// The file of the weights fitted to all games that are not held out, from the library's weights
    /// on, which remain where the games say nothing. As many stages at a time as there are cores.
    pub fn fit(&self) -> Vec<u8> {
        let stages: [OnceLock<Fitted>; STAGES] = [const { OnceLock::new() }; STAGES];
        let next = AtomicUsize::new(0);
        let work = || {
            while let s @ 0..STAGES = next.fetch_add(1, Ordering::Relaxed) {
                stages[s].get_or_init(|| self.fit_stage(s));
            }
        };
        thread::scope(|scope| {
            for _ in 1..thread::available_parallelism().map_or(1, NonZero::get) {
                scope.spawn(work);
            }
            work();
        });
        let mut before = vec![0; WEIGHTS];
        let bytes = |fitted: Fitted| {
            before = fitted.rounded(&before);
            UNIT.to_le_bytes().into_iter().chain(before.iter().map(|&each| each as u8)).collect()
        };
        let stages: Vec<_> =
            stages.into_iter().filter_map(OnceLock::into_inner).map(bytes).collect();
        file_of(&stages)
    }

    fn fit_stage(&self, s: usize) -> Fitted {
        let near = |sample: &&Sample| {
            let empties = sample.empties();
            stage(empties + SHARED_CELLS) >= s && stage(empties.saturating_sub(SHARED_CELLS)) <= s
        };
        let samples: Vec<&Sample> = self.learned.iter().filter(near).collect();
        eprintln!("stage {s}: {} samples", samples.len());
        fitted(&samples, in_discs(learned(), s), s as u64)
    }

    /// The mean absolute error in discs on the games that are held out, by stage: the stage, the
    /// number of its positions, and the error of each of the evaluations.
    pub fn errors(&self, evaluations: &[&dyn Fn(&Sample) -> f64]) -> Vec<(usize, usize, Vec<f64>)> {
        let mut sums = vec![(0, vec![0.0; evaluations.len()]); STAGES];
        for sample in &self.held_out {
            let (count, errors) = &mut sums[stage(sample.empties())];
            *count += 1;
            for (error, evaluation) in errors.iter_mut().zip(evaluations) {
                *error += (f64::from(sample.discs()) - evaluation(sample).clamp(-64.0, 64.0)).abs();
            }
        }
        let rows = sums.into_iter().enumerate().filter(|(_, (count, _))| *count > 0);
        rows.map(|(stage, (count, errors))| {
            (stage, count, errors.into_iter().map(|error| error / count as f64).collect())
        })
        .collect()
    }
}

/// The value of a sample in discs.
pub fn value(weights: &Weights, sample: &Sample) -> f64 {
    let (own, other) = (sample.own, sample.other);
    let features = Features::new(own, other);
    f64::from(features.value_of(weights, own, other)) / 100.0
}

/// Weights in discs, by Adam (Diederik Kingma and Jimmy Ba, 2015) on the squared error.
fn fitted(samples: &[&Sample], mut weights: Vec<f32>, stage: u64) -> Fitted {
    let picked: Vec<[u32; FEATURES]> = samples.iter().map(|s| indices(s.own, s.other)).collect();
    let mut occurrences = vec![0.0_f32; WEIGHTS];
    for &index in picked.iter().flatten() {
        occurrences[index as usize] += 1.0;
    }
    let error = |weights: &[f32], at: usize| {
        let sum: f32 = picked[at].iter().map(|&index| weights[index as usize]).sum();
        samples[at].discs() - sum
    };
    let squares: f32 = (0..samples.len()).map(|at| error(&weights, at).powi(2)).sum();
    let common = COMMON * squares / samples.len().max(1) as f32;
    let mut rng = Rng::child(ROOT, stage);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let batch = (samples.len() / STEPS).clamp(BATCH.0, BATCH.1);
    let steps = EPOCHS * samples.len().div_ceil(batch);
    let mut step = 0;
    let mut means = vec![(0.0_f32, 0.0_f32, (1.0_f32, 1.0_f32)); WEIGHTS];
    // The sum of the errors of a batch where a weight occurs, and how often it does.
    let mut sums = vec![(0.0_f32, 0.0_f32); WEIGHTS];
    let mut touched = Vec::new();
    for _ in 0..EPOCHS {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last + 1));
        }
        for batch in order.chunks(batch) {
            for &at in batch {
                let error = error(&weights, at);
                for &index in &picked[at] {
                    let (errors, count) = &mut sums[index as usize];
                    if *count == 0.0 {
                        touched.push(index);
                    }
                    *errors += error;
                    *count += 1.0;
                }
            }
            let part = step as f32 / steps as f32;
            let rate = RATE.1 + (RATE.0 - RATE.1) * (1.0 - part).powi(2);
            for index in touched.drain(..) {
                let index = index as usize;
                let (errors, count) = std::mem::take(&mut sums[index]);
                let gradient = errors / count.sqrt();
                let (first, second, past) = &mut means[index];
                *first = KEPT.0 * *first + (1.0 - KEPT.0) * gradient;
                *second = KEPT.1 * *second + (1.0 - KEPT.1) * gradient * gradient;
                *past = (past.0 * KEPT.0, past.1 * KEPT.1);
                let (first, second) = (*first / (1.0 - past.0), *second / (1.0 - past.1));
                let scale = (occurrences[index] / common).min(1.0);
                weights[index] += rate * scale * first / (second.sqrt() + 1e-6);
            }
            step += 1;
        }
    }
    Fitted { weights, occurrences }
}

/// The weights of a stage of a file, in discs.
fn in_discs(file: &[u8], stage: usize) -> Vec<f32> {
    let bytes = &stages_of(file)[stage];
    let (unit, weights) = bytes.split_at(2);
    let step = f32::from(u16::from_le_bytes([unit[0], unit[1]])) / (100.0 * UNIT_PARTS as f32);
    weights.iter().map(|&weight| step * f32::from(weight as i8)).collect()
}

/// The weights of a stage in discs, and how often the samples have each.
struct Fitted {
    weights: Vec<f32>,
    occurrences: Vec<f32>,
}

impl Fitted {
    /// The weights in units. One stays as in the stage before, which takes no room in a file, where the
    /// difference would reduce the error of too few samples by too little.
    fn rounded(&self, before: &[i8]) -> Vec<i8> {
        let step = f32::from(UNIT) / (100.0 * UNIT_PARTS as f32);
        let each = self.weights.iter().zip(&self.occurrences).zip(before);
        each.map(|((&weight, &count), &before)| {
            let difference = weight - step * f32::from(before);
            if difference.powi(2) * count < TOLERATED {
                before
            } else {
                (weight / step).round().clamp(-127.0, 127.0) as i8
            }
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GamePlayer;

    /// What is learned is told apart from what is held out, and its error falls.
    #[test]
    fn a_fit_to_a_few_games_reduces_their_error() {
        let mut player = GamePlayer::new().expect("memory");
        let mut samples = Samples::default();
        let mut known = Samples::default();
        for index in 900_001..900_013 {
            for sample in player.play(index).samples().expect("legal moves") {
                // What occurs once or twice is hardly learned.
                (0..40).for_each(|_| samples.push(index, sample));
                known.push(0, sample);
            }
        }
        assert!(samples.held_out.is_empty() && samples.errors(&[&|_| 0.0]).is_empty());
        let file = samples.fit();
        assert_eq!(file, samples.fit());
        let [before, after] = [learned(), &file[..]].map(|file| {
            let weights = Weights::read(file).expect("the right size");
            let rows = known.errors(&[&|sample| value(&weights, sample)]);
            rows.iter().map(|(_, count, errors)| *count as f64 * errors[0]).sum::<f64>()
        });
        assert!(after < 0.999 * before, "{before} {after}");
    }
}
