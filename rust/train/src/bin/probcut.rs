//! Fits the deviations of multi-ProbCut in Othello: how far shallow searches are from deeper ones,
//! and from the exact values of the end of the game.
//!
//! ```sh
//! cargo run --release -p bitgames-train --bin probcut -- 6000
//! ```
//!
//! Draws that many positions of each kind, from games of random and of shallow moves, searches each
//! without selective cuts to several depths, and prints the coefficients for
//! `games/othello/midgame/cuts.rs`, and beside some measured deviations the fitted ones. The same
//! number of positions prints the same coefficients on every machine.

use std::collections::BTreeMap;
use std::env;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use bitgames_core::Game;
use bitgames_core::control::Control;
use bitgames_core::control::Limits;
use bitgames_core::games::Othello8;
use bitgames_core::games::othello::midgame::{FEATURES, estimate, features};
use bitgames_core::rng::Rng;
use bitgames_core::solve::{SolveOptions, Solver};
use bitgames_core::table::Table;

/// Root of all random numbers.
const ROOT: u128 = 19_971_028;
/// Depths of the deeper searches.
const DEPTHS: [usize; 6] = [3, 4, 5, 6, 7, 8];
/// Empty cells of the positions with exact values.
const ENDS: (usize, usize) = (10, 20);
/// Deepest search that is compared with exact values.
const MAX_PROBE: usize = 6;
/// One of this many moves of the games is random.
const RANDOM: usize = 6;
/// Least pairs of a kind that count.
const MIN: f64 = 20.0;

/// A kind of pair: empty squares, depth of the shallow search, and of the deeper one.
type Kind = (usize, usize, usize);
/// Sums of squared differences in discs, and the numbers of pairs, by kind.
type Sums = BTreeMap<Kind, (f64, f64)>;

fn main() -> ExitCode {
    let count = env::args().nth(1).and_then(|text| text.parse().ok());
    let Some(count) = count else {
        eprintln!("usage: probcut POSITIONS");
        return ExitCode::FAILURE;
    };
    report("MIDDLE", &gathered(count, of_middle));
    report("END", &gathered(count, of_end));
    ExitCode::SUCCESS
}

/// The pairs of all positions, in an order that does not depend on the threads.
fn gathered(count: u64, pairs: fn(&mut Rng) -> Vec<(Kind, f64)>) -> Sums {
    let next = AtomicU64::new(0);
    let all = Mutex::new(BTreeMap::new());
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let found = pairs(&mut Rng::child(ROOT, number));
                    all.lock().expect("no thread panics").insert(number, found);
                    if number.is_multiple_of(1000) {
                        eprintln!("{number} of {count}");
                    }
                }
            });
        }
    });
    let mut sums = Sums::new();
    for (kind, difference) in all.into_inner().expect("no thread panics").into_values().flatten() {
        let (sum, pairs) = sums.entry(kind).or_default();
        *sum += difference * difference;
        *pairs += 1.0;
    }
    sums
}

/// A position with a number of empty squares in this range, of moves that are the best one ply ahead,
/// and sometimes random.
fn position(rng: &mut Rng, (least, most): (usize, usize), table: &Table) -> Othello8 {
    let empties = least + rng.below(most - least + 1);
    loop {
        let mut at = Othello8::default();
        while !at.is_over() && at.empties().count_ones() as usize > empties {
            let m = if rng.below(RANDOM) == 0 {
                at.nth_legal(rng.below(at.count_legal()))
            } else {
                let value = |&m: &_| {
                    let after = at.child(m);
                    (estimate(&after, 0, table), m)
                };
                at.legal_moves().into_iter().min_by_key(value).expect("the game goes on")
            };
            at.play_unchecked(m);
        }
        if !at.is_over() && !at.must_pass() {
            return at;
        }
    }
}

fn of_middle(rng: &mut Rng) -> Vec<(Kind, f64)> {
    let table = Table::new(2).expect("two MiB");
    let at = position(rng, (12, 56), &table);
    let empties = at.empties().count_ones() as usize;
    let most = DEPTHS[DEPTHS.len() - 1].min(empties - 1);
    // Each depth has its own table: no value may come from a deeper search.
    let values: Vec<f64> = (0..=most)
        .map(|depth| f64::from(estimate(&at, depth, &Table::new(2).expect("two MiB"))) / 100.0)
        .collect();
    let depths = DEPTHS.into_iter().filter(|&depth| depth <= most);
    let pair =
        |shallow: usize, depth: usize| ((empties, shallow, depth), values[depth] - values[shallow]);
    depths
        .flat_map(|depth| {
            let like = (1..depth).filter(move |shallow| shallow % 2 == depth % 2);
            std::iter::once(0).chain(like.filter(|&s| s > 0)).map(move |s| (s, depth))
        })
        .map(|(shallow, depth)| pair(shallow, depth))
        .collect()
}

fn of_end(rng: &mut Rng) -> Vec<(Kind, f64)> {
    let table = Table::new(2).expect("two MiB");
    let at = position(rng, ENDS, &table);
    let empties = at.empties().count_ones() as usize;
    let options = SolveOptions { table_mib: 4, ..SolveOptions::default() };
    let mut solver = Solver::new(&at, &options).expect("four MiB");
    let solved = solver.solve(&at, 0, Limits::default(), false, &Control::default());
    let exact = f64::from(solved.expect("nothing stops it").value);
    (0..=MAX_PROBE)
        .map(|depth| {
            let value = estimate(&at, depth, &Table::new(2).expect("two MiB"));
            ((empties, depth, empties), exact - f64::from(value) / 100.0)
        })
        .collect()
}

/// Prints the coefficients of a least-squares fit to the logarithms of the deviations.
fn report(name: &str, sums: &Sums) {
    let mut matrix = [[0.0; FEATURES + 1]; FEATURES];
    let pairs: f64 = sums.values().map(|&(_, count)| count).sum();
    for (&(empties, shallow, depth), &(sum, count)) in sums.iter().filter(|(_, s)| s.1 >= MIN) {
        let x = features(empties, shallow, depth);
        let y = (sum / count).sqrt().ln();
        for i in 0..FEATURES {
            (0..FEATURES).for_each(|j| matrix[i][j] += count * x[i] * x[j]);
            matrix[i][FEATURES] += count * x[i] * y;
        }
    }
    let coefficients = solved(matrix);
    println!("/// Fitted to {pairs} pairs.");
    let list: Vec<String> = coefficients.iter().map(|c| format!("{c:.4}")).collect();
    println!("const {name}: [f64; FEATURES] = [{}];", list.join(", "));
    println!("empty shallow depth  pairs measured fitted");
    let step = |empties: &usize| if name == "END" { true } else { empties % 8 == 4 };
    for (&(empties, shallow, depth), &(sum, count)) in sums.iter().filter(|(k, _)| step(&k.0)) {
        let x = features(empties, shallow, depth);
        let fitted: f64 = x.iter().zip(&coefficients).map(|(x, c)| x * c).sum();
        let measured = (sum / count).sqrt();
        println!("{empties:6} {shallow:7} {depth:5} {count:6} {measured:8.2} {:6.2}", fitted.exp());
    }
}

/// The solution of linear equations, by elimination; a feature that is always 0 gets 0.
fn solved(mut rows: [[f64; FEATURES + 1]; FEATURES]) -> [f64; FEATURES] {
    for column in 0..FEATURES {
        let largest =
            |&a: &usize, &b: &usize| rows[a][column].abs().total_cmp(&rows[b][column].abs());
        let pivot = (column..FEATURES).max_by(largest).unwrap_or(column);
        rows.swap(column, pivot);
        if rows[column][column].abs() < 1e-9 {
            rows[column] = [0.0; FEATURES + 1];
            rows[column][column] = 1.0;
        }
        let lead = rows[column];
        for (number, row) in rows.iter_mut().enumerate() {
            if number != column {
                let factor = row[column] / lead[column];
                row.iter_mut().zip(&lead).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    std::array::from_fn(|i| rows[i][FEATURES] / rows[i][i])
}
