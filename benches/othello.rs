//! Speed of the core on Othello, on each level of the processor; every bench asserts its answer.

use std::hint::black_box;

use bitgames_core::Game;
use bitgames_core::bits::Word;
use bitgames_core::control::Control;
use bitgames_core::cpu::{Level, levels, limit};
use bitgames_core::games::Othello8;
use bitgames_core::games::othello::flips::{flips, mobility};
use bitgames_core::matches::Side::Spec;
use bitgames_core::matches::{Match, Openings, play_match};
use bitgames_core::perft::perft;
use bitgames_core::rng::Rng;
use bitgames_core::solve::{SolveOptions, solve};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Runs `each` with each level of the processor as the limit.
fn on_levels(mut each: impl FnMut(Level)) {
    for level in levels() {
        each(limit(level));
    }
}

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for (depth, leaves) in [(8, 390_216), (10, 24_571_284)] {
        group.throughput(Throughput::Elements(leaves));
        on_levels(|level| {
            group.bench_function(format!("othello {depth}, {level:?}"), |b| {
                b.iter(|| assert_eq!(perft(black_box(&Othello8::default()), depth), leaves));
            });
        });
    }
    group.finish();
}

/// Positions of random games, without finished ones and passes.
fn positions() -> Vec<Othello8> {
    let mut rng = Rng::new(2);
    let mut all = Vec::new();
    while all.len() < 1_000 {
        let mut position = Othello8::default();
        while let Some(m) = position.pick_legal(|n| rng.below(n)) {
            if m != Othello8::PASS {
                all.push(position);
            }
            position.play_unchecked(m);
        }
    }
    all
}

fn boards(c: &mut Criterion) {
    let positions = positions();
    let moves: Vec<_> = positions.iter().map(|p| (p, p.placements())).collect();
    let mut rng = Rng::new(3);
    let nth: Vec<_> = moves.iter().map(|&(_, set)| (set, rng.below(set.count()))).collect();
    let mut group = c.benchmark_group("othello");
    group.throughput(Throughput::Elements(positions.len() as u64));
    on_levels(|level| {
        group.bench_function(format!("mobility, {level:?}"), |b| {
            b.iter(|| {
                let moves = positions.iter().map(|p| mobility::<8>(p.own(), p.other()).count());
                assert!(moves.sum::<usize>() >= positions.len());
            });
        });
        group.bench_function(format!("flips of the first move, {level:?}"), |b| {
            b.iter(|| {
                let turned = moves
                    .iter()
                    .map(|(p, set)| flips::<8>(p.own(), p.other(), set.first()).count());
                assert!(turned.sum::<usize>() >= positions.len());
            });
        });
        group.bench_function(format!("n-th move, {level:?}"), |b| {
            b.iter(|| assert!(nth.iter().all(|&(set, n)| set.has(set.nth(n)))));
        });
    });
    group.finish();
}

fn games_per_second(c: &mut Criterion) {
    const GAMES: u64 = 1_000;
    let mut group = c.benchmark_group("games");
    group.throughput(Throughput::Elements(GAMES));
    on_levels(|level| {
        group.bench_function(format!("othello random against random, {level:?}"), |b| {
            let plan = Match::new(GAMES, 1);
            b.iter(|| {
                let start = Othello8::default();
                let counts = play_match(
                    &start,
                    [Spec("random"), Spec("random")],
                    &Openings::Start,
                    &plan,
                    &Control::default(),
                );
                assert_eq!(counts.expect("players of the game").games(), GAMES);
            });
        });
    });
    group.finish();
}

fn solving(c: &mut Criterion) {
    // Number 40 of the FFO endgame suite, see tests/data/ffo.
    const FFO_40: &str =
        "othello O--OOOOX/-OOOOOOX/OOXXOOOX/OOXOOOXX/OOOOOOXX/---OOOOX/----O--X/-------- X";
    let position: Othello8 = FFO_40.parse().expect("a position");
    let options = SolveOptions::default();
    let mut group = c.benchmark_group("solve");
    group.sample_size(10);
    on_levels(|level| {
        group.bench_function(format!("othello FFO 40, {level:?}"), |b| {
            b.iter(|| {
                let solution = solve(black_box(&position), &options, &Control::default());
                assert_eq!(solution.expect("no limit").value, 38);
            });
        });
    });
    group.finish();
}

criterion_group!(benches, counting, boards, games_per_second, solving);
criterion_main!(benches);
