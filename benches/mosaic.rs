//! Speed of the core on Mosaic and Mosaic Quo; every bench asserts its answer.

use std::hint::black_box;

use bitgames_core::Game;
use bitgames_core::bits::Word;
use bitgames_core::control::Control;
use bitgames_core::games::mosaic::LastPiece;
use bitgames_core::games::{self, Mosaic5, Mosaic7, Quo7};
use bitgames_core::playout::playout;
use bitgames_core::pyramid::{PyramidSet, Wide};
use bitgames_core::rng::Rng;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The benchmark of the third seed article: always the first legal move. Returns the moves of a
/// game.
fn first_legal_moves(mut position: Mosaic7) -> usize {
    let mut moves = 0;
    while !position.is_over() {
        position.play_unchecked(position.nth_legal(0));
        moves += 1;
    }
    moves
}

fn first_moves(c: &mut Criterion) {
    const GAMES: usize = 100;
    let mut group = c.benchmark_group("first legal move");
    group.throughput(Throughput::Elements(GAMES as u64));
    group.bench_function("100 games of mosaic", |b| {
        b.iter(|| {
            let start = black_box(Mosaic7::empty(7));
            let moves: usize = (0..GAMES).map(|_| first_legal_moves(start)).sum();
            assert_eq!(moves, 80 * GAMES);
        });
    });
    group.finish();
}

fn random_games<G: Game>(start: &G, games: u64) -> usize {
    let mut rng = Rng::new(1);
    (0..games).map(|_| playout(start.clone(), &mut rng).1).sum()
}

fn playouts(c: &mut Criterion) {
    const GAMES: u64 = 1_000;
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("mosaic:4", |b| {
        b.iter(|| assert!(random_games(&Mosaic5::empty(4), GAMES) > 10 * GAMES as usize));
    });
    group.bench_function("mosaic", |b| {
        b.iter(|| assert!(random_games(&Mosaic7::empty(7), GAMES) > 50 * GAMES as usize));
    });
    group.bench_function("quo", |b| {
        let start = Quo7::empty(7, LastPiece::Owner);
        b.iter(|| assert!(random_games(&start, GAMES) > 50 * GAMES as usize));
    });
    group.finish();
}

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (spec, depth, leaves) in [("mosaic:3", 8, 249_936), ("mosaic", 4, 4_669_944)] {
        let start = games::start(spec).expect("a spec of the registry");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{spec} {depth}"), |b| {
            b.iter(|| assert_eq!(start.perft(depth, &Control::default()), Ok(leaves)));
        });
    }
    group.finish();
}

fn promotion(c: &mut Criterion) {
    let mut group = c.benchmark_group("promotion");
    let mut rng = Rng::new(1);
    let mut random_set = |size: u8| {
        let cells = (0..140).filter(|_| rng.below(2) == 1);
        PyramidSet::of(cells.fold(Wide::EMPTY, |set, cell| set | Wide::bit(cell)), size)
    };
    for size in [4, 7] {
        let sets: Vec<PyramidSet> = (0..256).map(|_| random_set(size)).collect();
        group.throughput(Throughput::Elements(sets.len() as u64));
        group.bench_function(format!("majority of 256 boards, size {size}"), |b| {
            b.iter(|| {
                let counts = sets.iter().map(|&set| black_box(set).promote_majority().count());
                assert!(counts.sum::<usize>() > sets.len());
            });
        });
    }
    group.finish();
}

criterion_group!(benches, first_moves, playouts, counting, promotion);
criterion_main!(benches);
