//! The solver against plain minimax.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use super::*;
use crate::control::Control;
use crate::error::Error;
use crate::games::mosaic::Mosaic5;
use crate::rng::Rng;
use crate::solve::solve;

/// Value for the side to move, by full minimax.
fn minimax(board: Mosaic5, known: &mut HashMap<Mosaic5, i32>) -> i32 {
    if let Some(outcome) = board.outcome() {
        return outcome.score(board.turn()).into();
    }
    if let Some(&value) = known.get(&board) {
        return value;
    }
    let children = board.legal_moves().into_iter().map(|m| {
        let child = board.child(m);
        -minimax(child, known)
    });
    let value = children.collect::<Vec<_>>().into_iter().max().unwrap_or_default();
    known.insert(board, value);
    value
}

fn options() -> SolveOptions {
    SolveOptions { table_mib: 1, ..SolveOptions::default() }
}

fn value(board: &Mosaic5, options: &SolveOptions) -> i32 {
    solve(board, options, &Control::default()).expect("nothing limits it").value
}

/// A random position with few pieces left.
fn ending(size: u8, left: u32, rng: &mut Rng) -> Mosaic5 {
    loop {
        let mut board = Mosaic5::empty(size);
        while !board.is_over() && board.pieces_left().map(u32::from).iter().sum::<u32>() > left {
            board.play_unchecked(board.nth_legal(rng.below(board.count_legal())));
        }
        if !board.is_over() {
            return board;
        }
    }
}

#[test]
fn whole_trees_of_small_boards_are_minimax() {
    for size in [2, 3] {
        let mut known = HashMap::new();
        minimax(Mosaic5::empty(size), &mut known);
        let mut solver =
            solver(&Mosaic5::empty(size), &options()).expect("it fits").expect("size 5 at most");
        let control = Control::default();
        let budget = Budget::unlimited(&control);
        let step = if size == 2 { 1 } else { 97 };
        let mut positions: Vec<_> = known.into_iter().collect();
        positions.sort_by_key(|(board, _)| board.key());
        for (board, value) in positions.into_iter().step_by(step) {
            let (found, m) = solver.best(&board, &budget).expect("nothing limits it");
            assert_eq!(found, value, "{board}");
            assert!(board.is_legal(m), "{board}");
            for bound in -1..=2 {
                let reaches = solver.reaches(&board, bound, &budget);
                assert_eq!(reaches, Ok(value >= bound), "{board} {bound}");
            }
        }
    }
}

#[test]
fn endings_are_minimax() {
    for seed in 0..150 {
        let mut rng = Rng::child(21, seed);
        let size = 3 + (seed % 3) as u8;
        let board = ending(size, 11, &mut rng);
        let expected = minimax(board, &mut HashMap::new());
        let solution = solve(&board, &options(), &Control::default()).expect("nothing limits it");
        assert_eq!(solution.value, expected, "{board}");
        let mut end = board;
        for &m in &solution.pv {
            assert!(end.is_legal(m), "{board}");
            end.play_unchecked(m);
        }
        let score = end.outcome().map(|outcome| i32::from(outcome.score(board.turn())));
        assert_eq!(score, Some(expected), "the line of {board}");
    }
}

#[test]
fn tables_and_threads_do_not_change_the_value() {
    for seed in 0..12 {
        let mut rng = Rng::child(22, seed);
        let board = ending(4 + (seed % 2) as u8, 26, &mut rng);
        let expected = value(&board, &options());
        for (table_mib, threads) in [(64, 1), (1, 3), (16, 2)] {
            let other = SolveOptions { table_mib, threads, ..options() };
            assert_eq!(value(&board, &other), expected, "{board} {table_mib} {threads}");
        }
    }
}

#[test]
fn images_have_the_same_value() {
    use crate::capability::Symmetric;
    for seed in 0..10 {
        let board = ending(5, 22, &mut Rng::child(23, seed));
        let expected = value(&board, &options());
        assert!((1..8).all(|s| value(&board.transform(s), &options()) == expected), "{board}");
    }
}

#[test]
fn the_first_player_wins_small_pyramids() {
    for size in 2..=4 {
        assert_eq!(value(&Mosaic5::empty(size), &options()), 1);
    }
}

fn file(name: &str) -> Checkpoint {
    let path = std::env::temp_dir().join(format!("bitgames-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    Checkpoint { path, every: Duration::ZERO }
}

#[test]
fn a_resumed_solve_goes_on_where_it_stopped() {
    let checkpoint = file("resume");
    let start = Mosaic5::empty(4);
    let plain = solve(&start, &options(), &Control::default()).expect("nothing limits it");
    let mut limited = SolveOptions { checkpoint: Some(checkpoint.clone()), ..options() };
    limited.limits.nodes = Some(plain.nodes / 2);
    let stopped = solve(&start, &limited, &Control::default());
    assert!(matches!(stopped, Err(Error::Limit { .. })), "{stopped:?}");
    limited.limits.nodes = None;
    let lines = Mutex::new(Vec::new());
    let listener = |line: &str| lines.lock().expect("one thread").push(line.to_string());
    let control = Control::default().telling(Some(&listener));
    let resumed = solve(&start, &limited, &control).expect("nothing limits it");
    assert_eq!(resumed.value, plain.value);
    assert!(resumed.nodes < plain.nodes * 5 / 4, "{} {}", resumed.nodes, plain.nodes);
    assert!(lines.lock().expect("one thread")[0].starts_with("resumed from the checkpoint after"));
    let _ = std::fs::remove_file(checkpoint.path);
}

#[test]
fn a_solve_writes_its_checkpoint_once_however_long_its_line() {
    let mut checkpoint = file("once");
    checkpoint.every = Duration::from_secs(3600);
    let with = SolveOptions { checkpoint: Some(checkpoint.clone()), ..options() };
    checkpoint::WRITES.set(0);
    let solution = solve(&Mosaic5::empty(3), &with, &Control::default()).expect("no limit");
    assert!(solution.pv.len() > 5);
    assert_eq!(checkpoint::WRITES.get(), 1);
    let _ = std::fs::remove_file(checkpoint.path);
}

#[test]
fn a_stopped_solve_knows_bounds() {
    let start = Mosaic5::empty(5);
    let mut limited = SolveOptions { partial: true, ..options() };
    limited.limits.nodes = Some(10_000);
    let open = solve(&start, &limited, &Control::default()).expect("a part of it");
    assert_eq!((open.bounds, open.is_proven()), ((-1, 1), false));
    assert!(open.best_move.is_some_and(|m| start.is_legal(m)));
}

#[test]
fn a_limit_on_the_line_leaves_the_value() {
    let start = Mosaic5::empty(4);
    let whole = solve(&start, &options(), &Control::default()).expect("nothing limits it");
    let mut found = 0;
    for nodes in (1..50).map(|n| whole.nodes - n * 20) {
        let mut limited = options();
        limited.limits.nodes = Some(nodes);
        match solve(&start, &limited, &Control::default()) {
            Ok(solution) => {
                assert_eq!(solution.value, 1);
                let mut at = start;
                solution.pv.iter().for_each(|&m| at.play_unchecked(m));
                found += usize::from(!at.is_over());
            }
            Err(error) => assert!(matches!(error, Error::Limit { .. })),
        }
    }
    assert!(found > 0, "no limit fell while the line was followed");
}

/// The main thread fails: the helpers hear of it instead of searching on, and the solver works on.
#[test]
fn a_panic_of_the_main_thread_ends_the_helpers() {
    with_parts(3, |mut solver, root, budget| {
        let unheard = AtomicBool::new(false);
        let question = |search: &mut Search<'_>| {
            assert!(search.thread > 0, "as a test");
            let heard = (0..10_000).any(|_| {
                thread::sleep(Duration::from_millis(1));
                search.found.load(Ordering::Relaxed)
            });
            unheard.fetch_or(!heard, Ordering::Relaxed);
        };
        let asked = catch_unwind(AssertUnwindSafe(|| solver.search_root(root, budget, question)));
        assert!(asked.is_err() && !unheard.into_inner());
        assert_eq!(solver.search_root(root, budget, |search| root.best(search).0), Ok(1));
    });
}

/// A solver of size 4, its root, and a budget, for a test of what is between them.
fn with_parts<T>(threads: usize, test: impl FnOnce(Pyramid, &Root, &Budget<'_>) -> T) -> T {
    let solver = Pyramid::new(4, &SolveOptions { threads, ..options() }).expect("it fits");
    let root = Root::new(&Mosaic5::empty(4), &solver.frame);
    let control = Control::default();
    test(solver, &root, &Budget::unlimited(&control))
}

#[test]
fn the_nodes_of_all_threads_are_counted_once() {
    with_parts(3, |mut solver, root, budget| {
        let question = |search: &mut Search<'_>| (search.nodes, search.asked) = (10, 4);
        solver.search_root(root, budget, question).expect("no limit");
        assert_eq!(budget.nodes(), 18);
    });
}

#[test]
fn the_trail_names_the_move_that_is_searched() {
    with_parts(1, |mut solver, root, budget| {
        let trails = Mutex::new(Vec::new());
        let ask = |_: u64, trail: &[Step]| {
            trails.lock().expect("one thread").push(place(trail));
            Ok(())
        };
        let question = |search: &mut Search<'_>| {
            let (trail, stopped) = (ArrayVec::new(), None);
            root.best(&mut Search { ask: &ask, trail, stopped, ..*search })
        };
        assert_eq!(solver.search_root(root, budget, question).expect("no limit").0, 1);
        let trails = trails.into_inner().expect("one thread");
        assert!(trails.len() > 5);
        for trail in &trails {
            let steps = trail.strip_prefix("; at move ").expect("the words before it").split(' ');
            for step in steps {
                let (number, count) = step.split_once('/').expect("a number of moves");
                let (number, count): (u8, u8) =
                    (number.parse().expect("a number"), count.parse().expect("a number"));
                assert!((1..=count).contains(&number), "{trail}");
            }
        }
    });
}

#[test]
fn what_is_known_after_a_solve_is_its_result() {
    with_parts(1, |mut solver, root, budget| {
        // A move that is known to lose is not the best one while others are open.
        let [(_, _, lost), (second, ..), ..] = &root.children[..] else { unreachable!() };
        solver.table.put(&search::key(lost, &solver.frame), (-1, -1), 0);
        let partial_result = root.partial_result(&solver.frame, &solver.table);
        assert_eq!(
            (partial_result.bounds, partial_result.best_move),
            (Some((-1, 1)), Some(*second))
        );
        solver.table = BoundsTable::new(1, 1).expect("a MiB");
        let (value, best) =
            solver.search_root(root, budget, |search| root.best(search)).expect("no limit");
        let partial_result = root.partial_result(&solver.frame, &solver.table);
        assert_eq!(
            (partial_result.bounds, partial_result.best_move),
            (Some((value, value)), Some(best))
        );
    });
}

#[test]
fn the_best_move_so_far_reaches_the_lower_bound_and_then_the_upper_one() {
    let best = |known: [(i8, i8); 2]| {
        with_parts(1, |solver, root, _| {
            for (at, (_, _, child)) in root.children.iter().enumerate() {
                // The others are known to lose.
                let bounds = known.get(at).copied().unwrap_or((-1, -1));
                let bounds = if root.aim() { bounds } else { (-bounds.1, -bounds.0) };
                solver.table.put(&search::key(child, &solver.frame), bounds, 0);
            }
            let partial_result = root.partial_result(&solver.frame, &solver.table);
            (
                partial_result.bounds,
                root.children.iter().position(|&(m, ..)| partial_result.best_move == Some(m)),
            )
        })
    };
    assert_eq!(best([(0, 0), (0, 1)]), (Some((0, 1)), Some(1)));
    assert_eq!(best([(-1, 1), (0, 0)]), (Some((0, 1)), Some(1)));
    assert_eq!(best([(0, 0), (-1, 1)]), (Some((0, 1)), Some(0)));
}

#[test]
fn progress_is_told_once_in_an_interval() {
    with_parts(1, |solver, root, budget| {
        let watch = Watch::new(&solver, root, budget);
        let next = watch.due().progress;
        assert!(next >= PROGRESS_INTERVAL);
        watch.due().progress = Duration::ZERO;
        watch.owner(0, &[]).expect("no limit");
        assert!(watch.due().progress >= next);
    });
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let checkpoint = file("damaged");
    let with = SolveOptions { checkpoint: Some(checkpoint.clone()), ..options() };
    assert_eq!(value(&Mosaic5::empty(4), &with), 1);
    let refused = |size: u8, why: &str| {
        let error = solve(&Mosaic5::empty(size), &with, &Control::default()).expect_err(why);
        assert!(error.to_string().contains(why), "{error}");
        assert!(!error.to_string().contains('\n'));
    };
    refused(3, "it belongs to size 4, not to size 3");
    let good = std::fs::read(&checkpoint.path).expect("it was written");
    let change = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        std::fs::write(&checkpoint.path, bytes).expect("it can be written");
    };
    change(0);
    refused(4, "not a checkpoint");
    change(16);
    refused(4, "another version");
    change(good.len() - 30);
    refused(4, "checksum");
    std::fs::write(&checkpoint.path, &good[..good.len() - 8]).expect("it can be written");
    refused(4, "length");
    std::fs::write(&checkpoint.path, &good[..20]).expect("it can be written");
    refused(4, "cut off");
    let _ = std::fs::remove_file(checkpoint.path);
}

#[test]
fn whatever_fails_a_checkpoint_is_the_old_one_or_the_new_one() {
    use crate::faults::Armed;
    use crate::files::tests::Folder;
    let folder = Folder::new("checkpoint");
    let checkpoint = Checkpoint { path: folder.0.join("solve"), every: Duration::from_secs(3600) };
    let with = SolveOptions { checkpoint: Some(checkpoint), ..options() };
    let solved = || solve(&Mosaic5::empty(3), &with, &Control::default());
    assert_eq!(solved().expect("nothing fails").value, 1);
    for passes in 0.. {
        let armed = Armed::disk(&folder.0, passes);
        let result = solved();
        let failed = armed.has_failed();
        drop(armed);
        assert_eq!(folder.names(), ["solve"], "{passes}");
        assert_eq!(solved().expect("the file is whole").value, 1);
        if !failed {
            assert!(result.is_ok() && passes > 4, "{passes}");
            return;
        }
        assert!(matches!(result, Err(Error::Io { .. })), "{result:?}");
    }
}

/// A partial solve returns its bounds after a limit or a stop, not after an error.
#[test]
fn a_failing_disk_is_the_error_of_a_partial_solve_too() {
    use crate::faults::Armed;
    use crate::files::tests::Folder;
    let folder = Folder::new("partial");
    let checkpoint = Checkpoint { path: folder.0.join("solve"), every: Duration::ZERO };
    let with = SolveOptions { checkpoint: Some(checkpoint), partial: true, ..options() };
    let armed = Armed::disk(&folder.0, 0);
    let solved = solve(&Mosaic5::empty(4), &with, &Control::default());
    assert!(armed.has_failed());
    assert!(matches!(solved, Err(Error::Io { .. })), "{solved:?}");
}
