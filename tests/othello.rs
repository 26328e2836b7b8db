//! The endgame solver of Othello against known scores and against itself.

use std::fs;
use std::path::Path;

use bitgames_core::any::AnyGame;
use bitgames_core::control::{Control, Limits};
use bitgames_core::cpu;
use bitgames_core::games::{self, Othello8};
use bitgames_core::rng::Rng;
use bitgames_core::solve::{ALL_MOVES, SolveOptions};
use bitgames_core::{Game, Move};

fn value(position: &dyn AnyGame, table_mib: usize, threads: usize) -> i32 {
    let options = SolveOptions { table_mib, threads, ..SolveOptions::default() };
    position.solve(&options, &Control::default()).expect("no limit is set").value
}

/// Problems of the FFO suite, by their numbers.
fn problems(numbers: std::ops::RangeInclusive<u32>) -> Vec<(Box<dyn AnyGame>, i32)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ffo/ffo.obf");
    let text = fs::read_to_string(path).expect("the suite is in the tree");
    let problem = |line: &str| {
        let (problem, number) = line.split_once('%').expect("a number behind each problem");
        let mut fields = problem.split(';');
        let position = format!("othello {}", fields.next()?.trim());
        let (_, score) = fields.next()?.split_once(':')?;
        let number: u32 = number.trim().parse().ok()?;
        numbers.contains(&number).then(|| {
            let position = games::position(&position).expect("a position");
            (position, score.parse().expect("a score"))
        })
    };
    text.lines().filter_map(problem).collect()
}

#[test]
fn known_scores_for_any_table_and_any_threads() {
    let problems = problems(1..=19);
    assert_eq!(problems.len(), 19);
    for (position, score) in &problems {
        for (table_mib, threads) in [(1, 1), (16, 1), (1, 2), (16, 3)] {
            assert_eq!(value(position.as_ref(), table_mib, threads), *score, "{position}");
        }
    }
}

/// Full-width search on the rules alone.
fn plain(position: &dyn AnyGame) -> i32 {
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.score(position.turn()));
    }
    let after = |m| -plain(position.play(m).expect("it is legal").as_ref());
    position.legal_moves().into_iter().map(after).max().expect("the game goes on")
}

/// Positions of random games with this number of empty cells, or at their end if it comes before.
fn endings(spec: &str, empties: usize, games: u64) -> impl Iterator<Item = Box<dyn AnyGame>> {
    (0..games).map(move |game| {
        let mut rng = Rng::child(30 + empties as u128, game);
        let mut position = games::start(spec).expect("a spec of the registry");
        let cells = position.num_moves() - 1;
        while !position.is_over() && cells - 4 - position.ply() > empties {
            let legal = position.legal_moves();
            position = position.play(legal[rng.below(legal.len())]).expect("it is legal");
        }
        position
    })
}

#[test]
fn random_endings_agree_with_full_width_search() {
    for (spec, empties) in [("othello", 7), ("othello:6", 8), ("othello:4", 9)] {
        for position in endings(spec, empties, 60) {
            assert_eq!(value(position.as_ref(), 1, 1), plain(position.as_ref()), "{position}");
        }
    }
}

#[test]
fn no_index_beyond_the_moves_is_legal() {
    for spec in ["othello:4", "othello:6", "othello"] {
        let start = games::start(spec).expect("a spec of the registry");
        for index in (start.num_moves() as u16..200).chain([u16::MAX]) {
            assert!(!start.is_legal(Move(index)), "{spec} {index}");
        }
    }
}

/// From 19 empty cells on selective passes come before the exact one; a move later there are none.
#[test]
fn selective_passes_change_no_value() {
    for (i, position) in endings("othello:6", 19, 59).enumerate() {
        // Positions with small trees.
        if ![12, 27, 31, 44, 53, 56, 58].contains(&i) {
            continue;
        }
        let after = |m| {
            let child = position.play(m).expect("it is legal");
            let value = value(child.as_ref(), 1, 1);
            if child.turn() == position.turn() { value } else { -value }
        };
        let best = position.legal_moves().into_iter().map(after).max();
        assert_eq!(Some(value(position.as_ref(), 1, 1)), best, "{position}");
    }
}

/// The same on the game's own type, for larger trees.
fn plain_of<G: Game>(position: &G) -> i32 {
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.score(position.turn()));
    }
    let mut best = i32::MIN;
    position.for_each_legal(|m| {
        let mut child = position.clone();
        child.play_unchecked(m);
        best = best.max(-plain_of(&child));
    });
    best
}

/// 200 endings for each number of empty cells up to ten.
#[test]
fn two_thousand_endings_agree_with_full_width_search() {
    let every_second = |first: usize| {
        for empties in 1..=10 {
            for position in endings("othello", empties, 200).skip(first).step_by(2) {
                let plain = plain_of::<Othello8>(position.as_any().downcast_ref().expect("8 x 8"));
                assert_eq!(value(position.as_ref(), 1, 1 + first), plain, "{position}");
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| every_second(0));
        every_second(1);
    });
}

/// Alpha-beta on the rules alone, fail-hard, moves in index order.
fn plain_within<G: Game>(position: &G, mut alpha: i32, beta: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.score(position.turn())).clamp(alpha, beta);
    }
    let mut moves = Vec::new();
    position.for_each_legal(|m| moves.push(m));
    for m in moves {
        let mut child = position.clone();
        child.play_unchecked(m);
        alpha = alpha.max(-plain_within(&child, -beta, -alpha));
        if alpha >= beta {
            return beta;
        }
    }
    alpha
}

/// Endings of 4 to 12 empty cells, so many of each for every `one_in`: the value of every move, on
/// every level of the processor, with one to three threads and tables of two sizes, is that of
/// alpha-beta without a cut, an order or a table.
fn every_move_agrees_with_alpha_beta(one_in: u64) {
    const EACH: [u64; 9] = [6_000, 5_000, 4_000, 3_000, 1_200, 500, 200, 80, 20];
    let levels: Vec<_> = cpu::levels().collect();
    for (empties, each) in (4..).zip(EACH) {
        for (i, position) in endings("othello", empties, each.div_ceil(one_in)).enumerate() {
            if position.is_over() {
                continue;
            }
            cpu::limit(levels[i % levels.len()]);
            let (threads, table_mib) = (1 + i % 3, 1 + 15 * (i % 2));
            let options =
                SolveOptions { lines: ALL_MOVES, threads, table_mib, ..SolveOptions::default() };
            let found = position.solve(&options, &Control::default()).expect("no limit is set");
            let start: &Othello8 = position.as_any().downcast_ref().expect("8 x 8");
            assert_eq!(found.values.len(), position.legal_moves().len());
            for &(m, value) in &found.values {
                let mut child = *start;
                child.play_unchecked(m);
                assert_eq!(value, -plain_within(&child, -64, 64), "{position} {m:?}");
            }
            assert_eq!(Some(found.value), found.values.iter().map(|&(_, v)| v).max());
        }
    }
    cpu::limit(cpu::Level::Avx512);
}

#[test]
fn every_move_of_some_endings_agrees_with_alpha_beta() {
    every_move_agrees_with_alpha_beta(40);
}

#[test]
#[ignore = "twenty thousand endings: a minute or more"]
fn every_move_of_twenty_thousand_endings_agrees_with_alpha_beta() {
    every_move_agrees_with_alpha_beta(1);
}

/// Problem #59: a player that finds the wipe-out first sees little of the tree of 34 empty cells.
#[test]
fn a_wipe_out_is_found_at_once() {
    let problems = problems(59..=59);
    let (position, score) = &problems[0];
    let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
    let options = SolveOptions { limits, ..SolveOptions::default() };
    let found = position.solve(&options, &Control::default()).expect("within the limit");
    assert_eq!((found.value, *score), (64, 64));
}

#[test]
fn win_loss_or_draw_is_the_sign_of_the_value() {
    let exact = SolveOptions { lines: ALL_MOVES, table_mib: 1, ..SolveOptions::default() };
    for (spec, empties) in [("othello", 10), ("othello:6", 10), ("othello:4", 9)] {
        for (i, position) in endings(spec, empties, 200).enumerate() {
            let wld = SolveOptions { wld: true, threads: 1 + i % 2, ..exact.clone() };
            let solved = |options| position.solve(options, &Control::default()).expect("no limit");
            let (exact, wld) = (solved(&exact), solved(&wld));
            assert_eq!(wld.value, exact.value.signum(), "{position}");
            let signs: Vec<_> = exact.values.iter().map(|&(m, v)| (m, v.signum())).collect();
            assert_eq!(wld.values, signs, "{position}");
            let kept = signs.iter().find(|&&(m, _)| Some(m) == wld.best_move);
            assert!(kept.is_none_or(|&(_, value)| value == wld.value), "{position}");
        }
    }
}
