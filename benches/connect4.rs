//! Exact scores of Connect Four against the crate connect-four-ai, without its book: the same random
//! positions, one thread, a table of 64 MiB that is empty before each round. Scores are compared.

use bitgames_core::budget::Budget;
use bitgames_core::control::Control;
use bitgames_core::games::ConnectFour;
use bitgames_core::rng::Rng;
use bitgames_core::solve::{ExactSolver, SolveOptions};
use bitgames_core::specialists::Specialists;
use bitgames_core::{Game, Move};
use connect_four_ai::{Position, Solver};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

/// Random games of so many plies without a win at once after them, as columns counted from 1.
fn lines(plies: usize, count: usize) -> Vec<String> {
    let mut rng = Rng::new(plies as u64);
    let mut found = Vec::new();
    while found.len() < count {
        let (mut at, mut line) = (ConnectFour::default(), String::new());
        while let Some(m) = at.pick_legal(|n| rng.below(n)).filter(|_| line.len() < plies) {
            line.push(char::from(b'1' + m.0 as u8));
            at.play_unchecked(m);
        }
        let wins = |m: &Move| at.child(*m).outcome().is_some_and(|end| !end.is_draw());
        if line.len() == plies && !at.is_over() && !at.legal_moves().iter().any(wins) {
            found.push(line);
        }
    }
    found
}

fn ours() -> Box<dyn ExactSolver<ConnectFour>> {
    let solver = ConnectFour::default().solver(&SolveOptions::default());
    solver.expect("64 MiB").expect("the game has a solver")
}

fn score(solver: &mut dyn ExactSolver<ConnectFour>, line: &str) -> i32 {
    let play = |at: ConnectFour, column: u8| at.child(Move(u16::from(column - b'1')));
    let at = line.bytes().fold(ConnectFour::default(), play);
    let control = Control::default();
    solver.best(&at, &Budget::unlimited(&control)).expect("no limit is set").0
}

fn peer_score(solver: &mut Solver, line: &str) -> i32 {
    solver.solve(&Position::from_moves(line).expect("it is legal")).into()
}

fn scores(c: &mut Criterion) {
    for (plies, count) in [(8, 10), (12, 100), (16, 300), (24, 1_000), (32, 1_000)] {
        let lines = lines(plies, count);
        let (mut solver, mut peer) = (ours(), Solver::empty());
        for line in &lines {
            assert_eq!(score(solver.as_mut(), line), peer_score(&mut peer, line), "{line}");
        }
        let mut group = c.benchmark_group(format!("connect4, {plies} plies"));
        group.sample_size(10).throughput(Throughput::Elements(lines.len() as u64));
        group.bench_function("bitgames", |b| {
            let all = |mut solver: Box<dyn ExactSolver<ConnectFour>>| -> i32 {
                lines.iter().map(|line| score(solver.as_mut(), line)).sum()
            };
            b.iter_batched(ours, all, BatchSize::PerIteration);
        });
        group.bench_function("connect-four-ai", |b| {
            b.iter(|| {
                peer.reset();
                lines.iter().map(|line| peer_score(&mut peer, line)).sum::<i32>()
            });
        });
        group.finish();
    }
}

criterion_group!(benches, scores);
criterion_main!(benches);
