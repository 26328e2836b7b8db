//! Learns the weights of the Othello evaluation from self-play games.
//!
//! ```sh
//! cargo run --release -p bitgames-train -- games 0 20000 games-000000.txt
//! cargo run --release -p bitgames-train -- fit new.bin games-*.txt
//! cargo run --release -p bitgames-train -- check new.bin games-*.txt
//! ```
//!
//! `games` plays the games of these indices into a file, a line each. A game begins with 8 to 24
//! random moves that leave it about even; a search of level 10, exact from 18 empty squares on, finds
//! the value of each position after them and the move. One position of ten is followed by a random
//! move, so that poor positions have labels, too. A label lies between the value of its own search and
//! the label of the position after its best move, nearer to that: so what later searches saw reaches
//! the positions before them. A game depends on its index and the compiled weights alone: files of any
//! ranges, made by any number of threads, go together, and a call that was interrupted continues
//! with its `.part`.
//!
//! `fit` starts from the compiled weights and reduces the squared error with Adam, stage by stage;
//! a stage also learns from positions with up to three empty squares more or fewer than its own. A
//! weight that occurs rarely takes small steps and so stays near its start. The symmetric images of a
//! position need no samples of their own, because they select the same weights. The weights are rounded
//! to an `i8` each, and stay as in the stage before where that costs next to nothing, so that the file
//! takes little room in a package. One game in sixteen is kept out: `check` prints the mean absolute
//! error on those, for the compiled weights and for a file. To use a file, put it in the place of
//! `games/othello/patterns/weights.bin`. It takes 22 million positions about 6 GB of memory, most of it
//! for the weight numbers of a stage on each core.
//!
//! Where the present weights come from, and their errors by stage: `docs/games/othello.md`.

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
