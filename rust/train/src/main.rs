//! Learns the weights of the Othello evaluation from self-play games.
//!
//! ```sh
//! cargo run --release -p bitgames-train -- games 0 20000 games-0.txt
//! cargo run --release -p bitgames-train -- fit weights.bin games-*.txt
//! cargo run --release -p bitgames-train -- check weights.bin games-*.txt
//! ```
mod fit;
mod games;
mod shards;

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use bitgames_core::games::othello::patterns::{self, FILE_BYTES, Weights};

use crate::fit::Samples;
use crate::games::Sample;

const USAGE: &str = "usage: games FROM TO FILE | fit WEIGHTS FILE... | check WEIGHTS FILE...";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["games", from, to, file] => games(from, to, file),
        ["fit", weights, files @ ..] if !files.is_empty() => fit(weights, files),
        ["check", weights, files @ ..] if !files.is_empty() => check(weights, files),
        _ => Err(io::Error::other(USAGE)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bitgames-train: {error}");
            ExitCode::FAILURE
        }
    }
}

fn games(from: &str, to: &str, file: &str) -> io::Result<()> {
    let number = |text: &str| text.parse().map_err(|_| io::Error::other(USAGE));
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    shards::write_games(number(from)?, number(to)?, Path::new(file), threads)
}

fn samples(files: &[&str]) -> io::Result<Samples> {
    let mut samples = Samples::default();
    shards::read_samples(files, |game, sample| samples.push(game, sample))?;
    Ok(samples)
}

fn fit(weights: &str, files: &[&str]) -> io::Result<()> {
    let part = format!("{weights}.part");
    fs::write(&part, samples(files)?.fit())?;
    fs::rename(part, weights)
}

fn check(weights: &str, files: &[&str]) -> io::Result<()> {
    let new = Weights::read(&fs::read(weights)?)
        .ok_or_else(|| io::Error::other(format!("{weights} has not {FILE_BYTES} bytes")))?;
    let present = |s: &Sample| f64::from(patterns::value(s.own, s.other)) / 100.0;
    let rows = samples(files)?.errors(&[&present, &|s| fit::value(&new, s)]);
    println!("stage  positions  present  {weights}");
    for (stage, count, errors) in rows {
        println!("{stage:5} {count:10} {:8.2} {:8.2}", errors[0], errors[1]);
    }
    Ok(())
}
