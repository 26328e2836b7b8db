//! Learns the weights of the Othello evaluation from self-play games.
//!
//! ```sh
//! cargo run --release -p bitgames-train -- games 20000 samples.bin
//! cargo run --release -p bitgames-train -- fit samples.bin weights.bin
//! ```
//!
//! `games` plays from random openings, mostly by a shallow search and sometimes at random, down to
//! about sixteen empty cells, and solves the rest. Every position of a game is a sample with the
//! game's final score; positions of the solved part have their exact value. `fit` runs stochastic
//! gradient descent on the squared error over all samples, each seen through a random symmetry,
//! stage by stage, and rounds the weights to an `i8` each. Put the result beside
//! `games/othello/patterns/mod.rs`.
//!
//! The weights there come from two rounds: 12,000 games with a hand-made evaluation (mobility and
//! corners), then 24,000 with the weights fitted to those, and a last fit to all 36,000 together.

use std::env;
use std::fs;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use bitgames_core::control::{Control, Limits};
use bitgames_core::games::Othello8;
use bitgames_core::games::othello::patterns::{STAGES, WEIGHTS, indices, stage};
use bitgames_core::rng::Rng;
use bitgames_core::search::search;
use bitgames_core::solve::{SolveOptions, solve};
use bitgames_core::{Game, Player, Symmetric};

/// Root of all random numbers, fixed for reproducible samples and weights.
const ROOT: u128 = 19_970_807;
/// Least and most empty cells from which a game is solved.
const SOLVED: (usize, usize) = (13, 16);
/// Passes over the samples.
const EPOCHS: usize = 30;
/// Weights are rounded to eighths of a disc.
const STEPS_PER_DISC: f32 = 8.0;

/// A position from the mover's view, and the final score for the mover.
#[derive(Clone, Copy)]
struct Sample {
    own: u64,
    other: u64,
    score: i8,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["games", games, out] => match games.parse() {
            Ok(games) => write_samples(&play_games(games), out),
            Err(_) => Err(io::Error::other("GAMES is a whole number")),
        },
        ["fit", samples, out] => read_samples(samples).and_then(|s| fs::write(out, fit(&s))),
        _ => Err(io::Error::other("usage: games GAMES SAMPLES | fit SAMPLES WEIGHTS")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bitgames-train: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play_games(games: u64) -> Vec<Sample> {
    let next = AtomicU64::new(0);
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        let play = || {
            let mut samples = Vec::new();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games {
                    return samples;
                }
                if game.is_multiple_of(500) {
                    eprintln!("{game} of {games} games");
                }
                samples.extend(play_one(&mut Rng::child(ROOT, game)));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        workers.into_iter().flat_map(|w| w.join().expect("a worker does not panic")).collect()
    })
}

fn play_one(rng: &mut Rng) -> Vec<Sample> {
    let control = Control::default();
    let random_plies = 8 + rng.below(12);
    let solve_at = SOLVED.0 + rng.below(SOLVED.1 - SOLVED.0 + 1);
    let mut position = Othello8::default();
    let mut line = Vec::new();
    while !position.is_over() && position.vacant().count_ones() as usize > solve_at {
        let at_random = line.len() < random_plies || rng.below(12) == 0;
        let m = if at_random {
            position.nth_legal(rng.below(position.count_legal()))
        } else {
            let limits = Limits { depth: Some(2 + rng.below(2)), ..Limits::default() };
            let found = search(&position, limits, 1, &control).expect("nothing stops it");
            found.best_move.expect("the game goes on")
        };
        line.push(position);
        position.play_unchecked(m);
    }
    let options = SolveOptions { table_mib: 8, ..SolveOptions::default() };
    let solution = solve(&position, &options, &control).expect("nothing stops it");
    for &m in &solution.pv {
        line.push(position);
        position.play_unchecked(m);
    }
    let black = position.outcome().expect("played to the end").score(Player(0));
    let sample = |p: &Othello8| {
        let score = if p.turn() == Player(0) { black } else { -black };
        Sample { own: p.own(), other: p.other(), score: score as i8 }
    };
    // Positions of the random opening say little about the final score, so they are skipped.
    line.iter().skip(random_plies).map(sample).collect()
}

fn write_samples(samples: &[Sample], path: &str) -> io::Result<()> {
    let bytes = |s: &Sample| {
        let mut bytes = [0; 17];
        bytes[..8].copy_from_slice(&s.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&s.other.to_le_bytes());
        bytes[16] = s.score as u8;
        bytes
    };
    fs::write(path, samples.iter().flat_map(bytes).collect::<Vec<u8>>())
}

fn read_samples(path: &str) -> io::Result<Vec<Sample>> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
    let data = fs::read(path)?;
    let sample =
        |b: &[u8]| Sample { own: word(&b[..8]), other: word(&b[8..16]), score: b[16] as i8 };
    Ok(data.chunks_exact(17).map(sample).collect())
}

/// The rounded weights of all stages; prints the error on held-out samples.
fn fit(samples: &[Sample]) -> Vec<u8> {
    let mut learned = Vec::new();
    for s in 0..STAGES {
        // Neighbouring stages share samples, because there are many patterns and few samples.
        let near = |sample: &&Sample| {
            let empties = 64 - (sample.own | sample.other).count_ones() as usize;
            stage(empties).abs_diff(s) == 0
                || stage(empties + 3).abs_diff(s) == 0
                || stage(empties.saturating_sub(3)).abs_diff(s) == 0
        };
        let (test, train): (Vec<Sample>, Vec<Sample>) =
            samples.iter().filter(near).partition(|sample| sample.own % 19 == 0);
        let weights = fit_stage(&train, s);
        let error = |sample: &Sample| {
            let sum: f32 =
                indices(sample.own, sample.other).iter().map(|&i| weights[i as usize]).sum();
            (f32::from(sample.score) - sum).powi(2)
        };
        let mean = test.iter().map(error).sum::<f32>() / test.len().max(1) as f32;
        let plain =
            test.iter().map(|t| f32::from(t.score).powi(2)).sum::<f32>() / test.len().max(1) as f32;
        eprintln!(
            "stage {s}: {} samples, error {:.2} discs of {:.2}",
            train.len(),
            mean.sqrt(),
            plain.sqrt()
        );
        let round = |w: &f32| (w * STEPS_PER_DISC).round().clamp(-127.0, 127.0) as i8 as u8;
        learned.extend(weights.iter().map(round));
    }
    learned
}

fn fit_stage(samples: &[Sample], stage: usize) -> Vec<f32> {
    let mut rng = Rng::child(ROOT, 1 << 40 | stage as u64);
    let mut weights = vec![0.0_f32; WEIGHTS];
    for epoch in 0..EPOCHS {
        let rate = 0.006 * (1.0 - epoch as f32 / EPOCHS as f32) + 0.0003;
        for _ in 0..samples.len() {
            let sample = &samples[rng.below(samples.len())];
            let position = Othello8::new(sample.own, sample.other, Player(0));
            let image = position.transform(rng.below(8));
            let picked = indices(image.own(), image.other());
            let sum: f32 = picked.iter().map(|&i| weights[i as usize]).sum();
            let step = rate * (f32::from(sample.score) - sum);
            for &i in &picked {
                weights[i as usize] += step;
            }
        }
    }
    weights
}
