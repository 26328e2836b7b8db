//! Learns the weights of the evaluation of Mosaic from exactly solved positions of size 5.
//!
//! ```sh
//! cargo run --release -p bitgames-train --bin mosaic -- 300000
//! ```
//!
//! A player that mostly chooses the move with the best evaluation, and sometimes a random one,
//! plays itself from the start until 14 to 32 pieces are left. The exact solver gives the winner;
//! positions that it does not solve within 300,000 nodes are left out. A logistic regression on
//! `Board::features` by stochastic gradient descent then gives the weights, printed in 64ths of a
//! logit, as `games/mosaic/eval.rs` has them, with the share of the test positions, every tenth
//! sample, whose winner they predict.

use std::process::ExitCode;

use bitgames_core::control::{Control, Limits};
use bitgames_core::games::{Mosaic5, mosaic::FEATURES};
use bitgames_core::rng::Rng;
use bitgames_core::solve::{SolveOptions, solve};
use bitgames_core::{Evaluate, Game};

/// Root of all random numbers, fixed for reproducible weights.
const ROOT: u128 = 5_020_101;
/// Least and most pieces left when a game is solved.
const LEFT: (usize, usize) = (14, 32);
/// Percentages of random moves.
const RANDOM: [usize; 4] = [5, 20, 40, 80];
/// Node limit of a solve; positions that exceed it are left out.
const MAX_NODES: u64 = 300_000;
const EPOCHS: usize = 30;
const STEPS_PER_LOGIT: f64 = 64.0;

/// A position from the mover's view, and whether the mover wins.
struct Sample {
    features: [f64; FEATURES],
    wins: bool,
}

fn main() -> ExitCode {
    let positions = std::env::args().nth(1).and_then(|words| words.parse().ok());
    let Some(positions) = positions else {
        eprintln!("usage: mosaic POSITIONS");
        return ExitCode::from(2);
    };
    let samples: Vec<Sample> = (0..).filter_map(sample).take(positions).collect();
    let weights = fit(&samples);
    let known = kept(&samples).filter(|sample| (logit(&weights, sample) > 0.0) == sample.wins);
    println!("{:?}", weights.map(|weight| (weight * STEPS_PER_LOGIT).round()));
    println!(
        "predicts {:.4} of the test positions",
        known.count() as f64 / kept(&samples).count() as f64
    );
    ExitCode::SUCCESS
}

/// The position that a game reaches, if it can be solved.
fn sample(game: u64) -> Option<Sample> {
    let mut rng = Rng::child(ROOT, game);
    let left = LEFT.0 + rng.below(LEFT.1 - LEFT.0 + 1);
    let random = RANDOM[rng.below(RANDOM.len())];
    let mut at = Mosaic5::empty(5);
    while !at.is_over() && at.pieces_left().map(usize::from).iter().sum::<usize>() > left {
        let m = if rng.below(100) < random {
            at.nth_legal(rng.below(at.count_legal()))
        } else {
            jittered_best(&at, &mut rng)
        };
        at.play_unchecked(m);
    }
    if at.is_over() {
        return None;
    }
    let limits = Limits { nodes: Some(MAX_NODES), ..Limits::default() };
    let options = SolveOptions { limits, table_mib: 1, ..SolveOptions::default() };
    let solution = solve(&at, &options, &Control::default()).ok()?;
    Some(Sample { features: at.features().map(f64::from), wins: solution.value > 0 })
}

/// The move with the best evaluation, each with a small jitter.
fn jittered_best(at: &Mosaic5, rng: &mut Rng) -> bitgames_core::Move {
    let noise = |rng: &mut Rng| rng.below(20) as i32;
    let moves = at.legal_moves();
    let score = |m: bitgames_core::Move| {
        let child = at.child(m);
        if child.is_over() { i32::MIN / 2 } else { child.evaluate() }
    };
    let scored = moves.iter().map(|&m| (score(m) + noise(rng), m));
    scored.min_by_key(|&(score, _)| score).map_or(moves[0], |(_, m)| m)
}

fn kept(samples: &[Sample]) -> impl Iterator<Item = &Sample> {
    samples.iter().step_by(10)
}

fn logit(weights: &[f64; FEATURES], sample: &Sample) -> f64 {
    weights.iter().zip(&sample.features).map(|(weight, n)| weight * n).sum()
}

/// Weights by the adaptive gradient method (John Duchi, Elad Hazan, Yoram Singer, 2011).
fn fit(samples: &[Sample]) -> [f64; FEATURES] {
    const RATE: f64 = 0.1;
    let mut weights = [0.0; FEATURES];
    let mut squares = [1e-8; FEATURES];
    for _ in 0..EPOCHS {
        for (_, sample) in samples.iter().enumerate().filter(|(i, _)| i % 10 != 0) {
            let chance = 1.0 / (1.0 + (-logit(&weights, sample)).exp());
            let error = f64::from(u8::from(sample.wins)) - chance;
            for ((weight, square), n) in weights.iter_mut().zip(&mut squares).zip(sample.features) {
                let slope = error * n;
                *square += slope * slope;
                *weight += RATE * slope / square.sqrt();
            }
        }
    }
    weights
}
