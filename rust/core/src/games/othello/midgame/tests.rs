use std::collections::HashSet;
use std::time::Duration;

use super::super::sides::Fixed;
use super::cuts::{self, FULL};
use super::levels::LEVELS;
use super::node::{SearchNode, turned};
use super::root::Midgame;
use super::search::{MAX, Search};
use crate::bits::Word;
use crate::budget::Budget;
use crate::control::{Control, Limits};
use crate::cpu::InUse;
use crate::engine::{CERTAIN, Engine, EngineOptions, SearchGoal, SearchResult};
use crate::game::{Game, Move};
use crate::grid;
use crate::rng::Rng;
use crate::table::Table;

type Board = super::super::Othello8;

/// A position of a random game with this number of empty squares, or with more if the game is over
/// before.
fn random(seed: u64, empties: usize) -> Board {
    let mut rng = Rng::child(12, seed);
    loop {
        let mut at = Board::default();
        while !at.is_over() && at.empties().count() > empties {
            at.play_unchecked(at.nth_legal(rng.below(at.count_legal())));
        }
        if !at.is_over() {
            return at;
        }
    }
}

/// The slow, obvious search: every move, no table, no window.
fn plain(at: &SearchNode, depth: usize) -> i32 {
    let moves = at.discs.moves();
    if moves == 0 {
        let is_over = at.discs.passed().moves() == 0;
        return if is_over { at.final_value() } else { -plain(&at.passed(), depth) };
    }
    if depth == 0 {
        return at.estimate(InUse, moves);
    }
    let values = moves
        .cells()
        .map(|cell| -plain(&at.after(cell, at.discs.flips_on(InUse, cell)), depth - 1));
    values.max().expect("there is a move")
}

/// Runs a search to its end; the results of all its steps.
fn run(
    at: &Board,
    lines: usize,
    level: Option<usize>,
    limits: Limits,
    threads: usize,
) -> Vec<SearchResult> {
    let control = Control::default();
    let budget = Budget::new(limits, &control);
    let table = Table::new(4).expect("memory");
    let mut engine = Midgame::new(EngineOptions { table_mib: 4, threads });
    let mut found = SearchResult {
        value: 0.0,
        best_move: None,
        pv: Vec::new(),
        depth: 0,
        certainty: CERTAIN,
        nodes: 0,
        time: Duration::ZERO,
        exact: false,
        lines: Vec::new(),
    };
    let mut all = Vec::new();
    loop {
        let goal = SearchGoal { lines, level, before: &found };
        let Some(step) = engine.step(at, goal, &table, &budget) else { return all };
        let (best, is_last) = (step.lines[0].clone(), step.complete);
        found = SearchResult {
            value: best.value,
            best_move: Some(best.m),
            pv: best.pv,
            depth: step.depth,
            certainty: step.certainty,
            nodes: budget.nodes(),
            exact: step.exact,
            lines: step.lines,
            ..found
        };
        all.push(found.clone());
        if is_last {
            return all;
        }
    }
}

fn to_depth(depth: usize) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn without_cuts_values_are_those_of_the_plain_search() {
    let (control, table) = (Control::default(), Table::new(4).expect("memory"));
    let budget = Budget::unlimited(&control);
    for number in 0..50 {
        // At the start of a game symmetric positions share their values; the evaluation of an image
        // may differ a little.
        let at = SearchNode::of(&random(number, 3 + number as usize));
        let deepest = if at.empties() > 40 { 4 } else { 5 };
        for depth in 0..=deepest {
            let mut search = Search::new(&table, &budget, FULL);
            let value = search.value(&at, -MAX, MAX, depth);
            assert_eq!(value, plain(&at, depth), "{} to depth {depth}", at.board());
        }
    }
}

#[test]
fn lines_have_the_values_of_their_moves() {
    for number in 0..12 {
        let at = random(number, 40);
        let all = run(&at, 60, Some(3), Limits::default(), 1);
        let last = all.last().expect("a level ends");
        assert_eq!((last.depth, last.certainty, last.lines.len()), (3, CERTAIN, at.count_legal()));
        for line in &last.lines {
            let after = at.child(line.m);
            assert_eq!(line.value, f64::from(-plain(&SearchNode::of(&after), 2)) / 100.0);
            assert_eq!((line.pv[0], line.depth), (line.m, Some(3)));
        }
        assert!(last.lines.is_sorted_by(|a, b| a.value >= b.value));
        let best = run(&at, 1, Some(3), Limits::default(), 1);
        assert_eq!(best.last().map(|found| found.value), Some(last.value));
        let three = run(&at, 3, Some(3), Limits::default(), 1);
        let values = |lines: &[crate::engine::Line]| -> Vec<f64> {
            lines.iter().take(3).map(|line| line.value).collect()
        };
        assert_eq!(values(&three.last().expect("it ends").lines), values(&last.lines));
    }
}

#[test]
fn the_end_of_the_game_is_exact() {
    for number in 0..30 {
        let at = random(number, 1 + number as usize % 10);
        let empties = at.empties().count();
        let value = f64::from(plain_end(&at));
        for (lines, limits) in [(1, Limits::default()), (2, to_depth(empties)), (1, to_depth(200))]
        {
            let all = run(&at, lines, None, limits, 1);
            let found = all.last().expect("it ends");
            assert!(found.exact && found.value == value, "{at}");
            assert_eq!((found.depth, found.certainty), (empties, CERTAIN));
            let mut end = at;
            for &m in &found.pv {
                assert!(end.is_legal(m));
                end.play_unchecked(m);
            }
            let score = if end.turn() == at.turn() { 1 } else { -1 } * end.final_score();
            assert!(end.is_over() && f64::from(score) == value, "{at}");
        }
    }
}

/// The exact value, by the solver.
fn plain_end(at: &Board) -> i32 {
    let options = crate::exact::SolveOptions { table_mib: 1, ..Default::default() };
    let mut solver = super::super::solver::solver::<Fixed<8>, 8, 8>(&options).expect("memory");
    solver.best(at, &Budget::unlimited(&Control::default())).expect("no limit").0
}

/// Searches to the end with and without selective cuts, then the solver.
#[test]
fn selective_searches_to_the_end_come_first() {
    let at = random(5, 16);
    let all = run(&at, 1, None, Limits::default(), 1);
    let certainties: Vec<u8> =
        all.iter().filter(|found| found.depth == 16).map(|found| found.certainty).collect();
    assert!(certainties.is_sorted() && certainties.last() == Some(&CERTAIN));
    let found = all.last().expect("it ends");
    assert!(found.exact && found.value == f64::from(plain_end(&at)));
    assert!(all.iter().all(|other| other.exact == (other == found)));
}

#[test]
fn selective_cuts_save_nodes_and_one_thread_repeats_itself() {
    let at = random(1, 44);
    let nodes = |selectivity| {
        let (control, table) = (Control::default(), Table::new(4).expect("memory"));
        let budget = Budget::unlimited(&control);
        let mut search = Search::new(&table, &budget, selectivity);
        search.value(&SearchNode::of(&at), -MAX, MAX, 7);
        search.finish();
        budget.nodes()
    };
    assert!(nodes(0) < nodes(3) && nodes(3) < nodes(FULL));
    let twice = [0; 2].map(|_| run(&at, 2, None, to_depth(7), 1));
    assert_eq!(twice[0], twice[1]);
    assert_eq!(twice[0].iter().map(|found| found.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn threads_find_a_move_of_the_same_value_where_the_end_is_in_reach() {
    let at = random(3, 15);
    let one = run(&at, 1, None, Limits::default(), 1).pop().expect("it ends");
    let three = run(&at, 1, None, Limits::default(), 3).pop().expect("it ends");
    assert!(three.exact && three.value == one.value);
    let at = random(4, 40);
    let found = run(&at, 1, None, to_depth(8), 3).pop().expect("it ends");
    assert_eq!((found.depth, found.lines.len()), (8, 1));
    assert!(at.is_legal(found.lines[0].m));
}

#[test]
fn limits_and_stops_end_a_search() {
    let at = random(2, 50);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let found = run(&at, 1, None, limits, 1).pop().expect("a depth is finished");
    assert!(found.depth > 3 && found.nodes < 22_000);
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    assert_eq!(run(&at, 1, None, limits, 1).pop().expect("one ply").depth, 1);
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert!(run(&at, 1, None, limits, 1).is_empty());
}

#[test]
fn a_forced_pass_is_searched_through() {
    let mut seed = 0;
    let at = loop {
        let at = random(seed, 20 + seed as usize % 20);
        if at.must_pass() {
            break at;
        }
        seed += 1;
    };
    let found = run(&at, 3, Some(4), Limits::default(), 1).pop().expect("a level ends");
    assert_eq!((found.best_move, found.lines.len()), (Some(Board::PASS), 1));
    assert_eq!(found.pv[0], Board::PASS);
    assert_eq!(found.value, f64::from(plain(&SearchNode::of(&at), 4)) / 100.0);
}

#[test]
fn a_better_move_counts_before_its_depth_is_finished() {
    let (mut before, mut after) = (0, 0);
    for number in 0..40 {
        let at = random(number, 38);
        let all = run(&at, 1, None, to_depth(10), 1);
        let step = all.windows(2).find(|step| {
            step[0].best_move != step[1].best_move && step[1].nodes > step[0].nodes + 20_000
        });
        let Some([last, next]) = step else { continue };
        for part in 1..20 {
            let nodes = Some(last.nodes + (next.nodes - last.nodes) * part / 20);
            let found = run(&at, 1, None, Limits { nodes, ..Limits::default() }, 1);
            let found = found.last().expect("a depth");
            assert_eq!((found.depth, found.exact), (last.depth, false));
            assert_eq!(found.lines[0].depth, Some(last.depth));
            if found.best_move == last.best_move {
                before += 1;
            } else {
                assert!(at.is_legal(found.best_move.expect("the game goes on")));
                after += usize::from(found.best_move == next.best_move);
            }
            let several = run(&at, 2, None, Limits { nodes, ..Limits::default() }, 1);
            let lines = &several.last().expect("a depth").lines;
            assert!(lines.len() == 2 && lines[0].depth == lines[1].depth);
        }
    }
    assert!(before >= 10 && after >= 10, "{before} {after}");
}

#[test]
fn levels_look_ever_further() {
    for pair in LEVELS.windows(2) {
        assert!(pair[0].depth <= pair[1].depth);
        assert!(pair[0].certainty <= pair[1].certainty || pair[0].certainty == CERTAIN);
        for &(from, certainty) in pair[0].ends {
            let is_further = |&(f, c): &(usize, u8)| f >= from && c >= certainty;
            assert!(pair[1].ends.iter().any(is_further), "{pair:?}");
        }
    }
    for level in &LEVELS {
        assert!(level.ends.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1), "{level:?}");
        for certainty in level.ends.iter().map(|end| end.1).chain([level.certainty]) {
            assert_eq!(cuts::certainty(cuts::selectivity(certainty)), certainty);
        }
    }
    let at = random(7, 24);
    for level in [0, 1, 6, 10] {
        let all = run(&at, 1, Some(level), Limits::default(), 1);
        let found = all.last().expect("a level ends");
        let end = LEVELS[level].ends.iter().find(|end| end.0 >= 24);
        let expected =
            end.map_or((LEVELS[level].depth, LEVELS[level].certainty), |end| (24, end.1));
        assert_eq!(
            (found.depth, found.certainty),
            (expected.0, if expected.0 < 3 { CERTAIN } else { expected.1 })
        );
    }
    assert_eq!(run(&at, 1, Some(10), to_depth(4), 1).last().map(|found| found.depth), Some(4));
}

#[test]
fn deviations_are_sane() {
    for empties in 1..=60 {
        for depth in cuts::MIN_DEPTH..=empties {
            let found = cuts::deviation_of_probe(empties, depth);
            assert!((50..3_000).contains(&found), "{empties} {depth}");
        }
    }
}

#[test]
fn moves_of_images_are_mapped_back() {
    for symmetry in 0..8 {
        for cell in 0..64 {
            assert_eq!(turned(turned(cell, symmetry), grid::inverse(symmetry)), cell);
        }
    }
    assert_eq!(Move(64), Board::PASS);
}

/// A game that ends by taking all discs is proven long before the board is full.
#[test]
fn a_wipe_out_is_proven() {
    let discs = |cells: &[usize]| cells.iter().fold(0, |set, &cell| set | 1 << cell);
    let at = Board::new(discs(&[0, 8, 16]), discs(&[1, 2, 9]), crate::game::Player(0));
    let value = plain(&SearchNode::of(&at), 4);
    assert_eq!(value, MAX);
    let found = run(&at, 1, None, to_depth(6), 1).pop().expect("it ends");
    assert!(found.exact && found.value == 64.0 && found.certainty == CERTAIN && found.depth <= 4);
}

/// The discs of the longest continuation, and the value, by visiting the whole game tree.
fn whole_tree(at: &Board) -> (usize, i32) {
    if at.is_over() {
        return (0, at.final_score());
    }
    let (mut longest, mut best) = (0, i32::MIN);
    at.for_each_legal(|m| {
        let after = at.child(m);
        let (discs, value) = whole_tree(&after);
        longest = longest.max(discs + usize::from(m != Board::PASS));
        best = best.max(-value);
    });
    (longest, best)
}

/// A search as deep as the game can still last visits the whole tree, also where no side can fill the
/// last squares.
#[test]
fn games_that_end_early_are_proven_by_the_depth_that_ends_them() {
    let check = |at: &Board| {
        let (longest, value) = whole_tree(at);
        if longest == at.empties().count() {
            return 0;
        }
        for lines in [1, 2, 60] {
            for depth in 1..=longest.max(1) {
                let found = run(at, lines, None, to_depth(depth), 1).pop().expect("it ends");
                assert!(found.exact || depth < longest, "{at} to depth {depth}");
                let is_right = !found.exact || found.value == f64::from(value);
                assert!(is_right, "{at} to depth {depth}: {}", found.value);
                assert!(found.lines.iter().all(|line| line.exact) || depth < longest);
                assert!(!found.exact || found.certainty == CERTAIN);
                for line in found.lines.iter().filter(|line| line.exact) {
                    let after = at.child(line.m);
                    assert_eq!(line.value, f64::from(-whole_tree(&after).1), "{at} {:?}", line.m);
                }
            }
        }
        1
    };
    let text = "othello XXOXXXXX/XXOOOXXO/XXOOOXXO/XXXOOXXO/XXOXXOXX/XOXXXXXX/OOOOXXXO/-XXXXX-O X";
    assert_eq!(check(&text.parse().expect("a position")), 1);
    let mut all: HashSet<Board> = (0..400).map(|seed| random(seed, 5)).collect();
    let mut waiting: Vec<Board> = all.iter().copied().collect();
    while let Some(at) = waiting.pop() {
        at.for_each_legal(|m| {
            let after = at.child(m);
            if !after.is_over() && all.insert(after) {
                waiting.push(after);
            }
        });
    }
    let checked: usize = all.iter().map(check).sum();
    assert!(checked > 50, "{checked} of {}", all.len());
}

/// A null window asks the solver for a bound alone, which must not cost the table the move that an
/// earlier search found.
#[test]
fn a_bound_keeps_the_move_of_the_table() {
    let (control, table) = (Control::default(), Table::new(4).expect("memory"));
    let budget = Budget::unlimited(&control);
    let options = crate::exact::SolveOptions { table_mib: 1, ..Default::default() };
    let mut solver = super::super::solver::solver::<Fixed<8>, 8, 8>(&options).expect("memory");
    for number in 0..20 {
        let at = SearchNode::of(&random(number, 9));
        if at.discs.moves() == 0 {
            continue;
        }
        let value = Search::new(&table, &budget, FULL).value(&at, -MAX, MAX, 5);
        let mut search = Search::new(&table, &budget, FULL).solving(Some(solver.as_mut()));
        let before = search.table_move(&at);
        assert!(before.is_some_and(|cell| at.discs.moves().has(cell)));
        search.value(&at, value, value + 1, 9);
        assert_eq!(search.table_move(&at), before, "{}", at.board());
    }
}
