//! Speed of the core on Othello; every bench asserts its answer.

use std::hint::black_box;

use bitgames_core::Game;
use bitgames_core::bits::Word;
use bitgames_core::control::Control;
use bitgames_core::games::Othello8;
use bitgames_core::games::othello::flips::{flips, mobility};
use bitgames_core::matches::{MatchOptions, play_match};
use bitgames_core::perft::perft;
use bitgames_core::rng::Rng;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for (depth, leaves) in [(8, 390_216), (10, 24_571_284)] {
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("othello {depth}"), |b| {
            b.iter(|| assert_eq!(perft(black_box(&Othello8::default()), depth), leaves));
        });
    }
    group.finish();
}

/// Positions of random games, finished ones left out.
fn positions() -> Vec<Othello8> {
    let mut rng = Rng::new(2);
    let mut all = Vec::new();
    while all.len() < 1_000 {
        let mut position = Othello8::default();
        while !position.is_over() {
            all.push(position);
            position.play_unchecked(position.nth_legal(rng.below(position.count_legal())));
        }
    }
    all
}

fn boards(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("othello");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("mobility", |b| {
        b.iter(|| {
            let moves = positions.iter().map(|p| mobility::<8>(p.own(), p.other()).count());
            assert!(moves.sum::<usize>() > positions.len());
        });
    });
    group.bench_function("flips of the first move", |b| {
        let first: Vec<_> =
            positions.iter().map(|p| (p.own(), p.other(), p.placements().first() & 63)).collect();
        b.iter(|| {
            let turned =
                first.iter().map(|&(own, other, cell)| flips::<8>(own, other, cell).count());
            assert!(turned.sum::<usize>() > positions.len());
        });
    });
    group.finish();
}

fn games_per_second(c: &mut Criterion) {
    const GAMES: u64 = 1_000;
    let mut group = c.benchmark_group("games");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("othello random against random", |b| {
        let options = MatchOptions { games: GAMES, root: 1, threads: 1 };
        b.iter(|| {
            let start = Othello8::default();
            let counts = play_match(&start, "random", "random", &options, &Control::default());
            assert_eq!(counts.expect("players of the game").games(), GAMES);
        });
    });
    group.finish();
}

criterion_group!(benches, counting, boards, games_per_second);
criterion_main!(benches);
