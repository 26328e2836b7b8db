//! Speed of the core on tic-tac-toe; every bench asserts its answer.

use std::hint::black_box;

use bitgames_core::bits::{Word, runs, spread};
use bitgames_core::control::Control;
use bitgames_core::games::tictactoe::judge::{self, Tally};
use bitgames_core::games::{self, TicTacToe3};
use bitgames_core::matches::Side::Spec;
use bitgames_core::matches::{Match, Openings, play_match};
use bitgames_core::perft::perft;
use bitgames_core::playout::playout;
use bitgames_core::rng::Rng;
use bitgames_core::solve::SolveOptions;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(255_168));
    group.bench_function("tictactoe 9", |b| {
        b.iter(|| assert_eq!(perft(black_box(&TicTacToe3::default()), 9), 255_168));
    });
    let mnk = games::start("mnk:11,11,5").expect("a spec of the registry");
    group.throughput(Throughput::Elements(121 * 120 * 119));
    group.bench_function("mnk:11,11,5 3", |b| {
        b.iter(|| assert_eq!(mnk.perft(3, &Control::default()), Ok(121 * 120 * 119)));
    });
    group.finish();
}

fn games_per_second(c: &mut Criterion) {
    const GAMES: u64 = 10_000;
    let mut group = c.benchmark_group("games");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("playouts", |b| {
        b.iter(|| {
            let mut rng = Rng::new(1);
            let plies: usize = (0..GAMES).map(|_| playout(TicTacToe3::default(), &mut rng).1).sum();
            assert!((7 * GAMES..8 * GAMES).contains(&(plies as u64)));
        });
    });
    for (a, b_name) in [("ai2", "ai2"), ("ai14", "ai2"), ("perfect", "ai2")] {
        group.bench_function(format!("{a} against {b_name}"), |b| {
            let plan = Match::new(GAMES, 1);
            b.iter(|| {
                let start = TicTacToe3::default();
                let counts = play_match(
                    &start,
                    [Spec(a), Spec(b_name)],
                    &Openings::Start,
                    &plan,
                    &Control::default(),
                );
                assert_eq!(counts.expect("players of the game").games(), GAMES);
            });
        });
    }
    group.finish();
}

fn tricks(c: &mut Criterion) {
    let mut group = c.benchmark_group("bits");
    let sets: Vec<u128> =
        (0..1024_u128).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) << 40 | i).collect();
    group.throughput(Throughput::Elements(sets.len() as u64));
    group.bench_function("cells", |b| {
        b.iter(|| {
            let cells: usize = sets.iter().map(|set| set.cells().fold(0, |n, _| n + 1)).sum();
            assert_eq!(cells, sets.iter().map(|set| set.count()).sum::<usize>());
        });
    });
    group.bench_function("runs of 5, spread", |b| {
        b.iter(|| {
            assert!(sets.iter().all(|&set| spread(runs(black_box(set), 12, 5), 12, 5) & !set == 0));
        });
    });
    group.finish();
}

fn judging(c: &mut Criterion) {
    const RECORDS: usize = 100_000;
    let record = b"79538246\n42198637563\n12\n142583697\n";
    let input = record.repeat(RECORDS / 4);
    let mut group = c.benchmark_group("judge");
    group.throughput(Throughput::Elements(RECORDS as u64));
    group.bench_function("stream", |b| {
        b.iter(|| {
            let (mut out, mut err) = (Vec::with_capacity(1 << 21), Vec::new());
            let control = Control::default();
            let tally = judge::judge_stream("bench", &mut &*input, &mut out, &mut err, &control);
            let expected = Tally { records: RECORDS as u64, errors: RECORDS as u64 / 4 };
            assert_eq!(tally.expect("memory does not fail"), expected);
        });
    });
    group.finish();
}

fn solving(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve");
    group.sample_size(10);
    for (spec, value) in [("tictactoe", 0), ("mnk:4,3,3", 1), ("tictactoe:4", 0)] {
        let start = games::start(spec).expect("a spec of the registry");
        let options = SolveOptions { table_mib: 16, ..SolveOptions::default() };
        group.bench_function(spec, |b| {
            b.iter(|| {
                let solution = start.solve(&options, &Control::default()).expect("no limit");
                assert_eq!(solution.value, value);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, counting, games_per_second, tricks, judging, solving);
criterion_main!(benches);
