//! Known facts of tic-tac-toe, through the public interface of the core.

use std::collections::HashSet;

use bitgames_core::control::{Control, Limits};
use bitgames_core::games::tictactoe::judge::judge;
use bitgames_core::games::{self, TicTacToe3};
use bitgames_core::search::Searcher;
use bitgames_core::solve::{SolveOptions, solve};
use bitgames_core::{Error, Game, Notation, Player, Symmetric};

/// Nodes and games below a position; games by length and by result (first, second, draw).
#[derive(Default)]
struct Tree {
    nodes: u64,
    by_length: [u64; 10],
    by_result: [u64; 3],
    seen: HashSet<TicTacToe3>,
}

fn walk(position: TicTacToe3, tree: &mut Tree) {
    tree.nodes += 1;
    tree.seen.insert(position);
    if let Some(outcome) = position.outcome() {
        tree.by_length[position.ply()] += 1;
        let result = match outcome.score(Player(0)) {
            1 => 0,
            -1 => 1,
            _ => 2,
        };
        tree.by_result[result] += 1;
    }
    for m in position.legal_moves() {
        walk(position.play(m).expect("it is legal"), tree);
    }
}

#[test]
fn the_whole_tree_of_3_x_3() {
    let mut tree = Tree::default();
    walk(TicTacToe3::default(), &mut tree);
    assert_eq!(tree.nodes, 549_946);
    assert_eq!(tree.by_length[5..], [1_440, 5_328, 47_952, 72_576, 127_872]);
    assert_eq!(tree.by_result, [131_184, 77_904, 46_080]);
    assert_eq!(tree.seen.len(), 5_478);
    let classes: HashSet<_> = tree.seen.iter().map(|p| p.canonical().0).collect();
    assert_eq!(classes.len(), 765);
    let finals: Vec<_> = classes.iter().filter_map(Game::outcome).collect();
    let of = |score| finals.iter().filter(|o| o.score(Player(0)) == score).count();
    assert_eq!((finals.len(), of(1), of(-1), of(0)), (138, 91, 44, 3));
}

/// Width, height, length of a line, and the first player's value with best play.
const SOLVED: [(&str, i32); 6] = [
    ("tictactoe", 0),
    ("mnk:4,3,3", 1),
    ("mnk:4,4,3", 1),
    ("tictactoe:4", 0),
    ("mnk:5,5,4", 0),
    ("mnk:6,5,4", 1),
];

#[test]
fn solved_boards() {
    let solve = |table_mib| {
        for (spec, value) in SOLVED {
            let options = SolveOptions { table_mib, ..SolveOptions::default() };
            let start = games::start(spec).expect("a spec of the registry");
            let solution = start.solve(&options, &Control::default()).expect("no limit is set");
            assert_eq!(solution.value, value, "{spec}");
            let mut at = start;
            for &m in &solution.pv {
                at = at.play(m).expect("the line is legal");
            }
            assert_eq!(at.outcome().map(|o| i32::from(o.score(Player(0)))), Some(value), "{spec}");
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| solve(1));
        solve(64);
    });
}

#[test]
fn a_stopped_or_limited_solve_says_so() {
    let control = Control::default();
    control.stop();
    let start = TicTacToe3::default();
    assert_eq!(solve(&start, &SolveOptions::default(), &control), Err(Error::Interrupted));
    let mut options = SolveOptions::default();
    options.limits.nodes = Some(2_000);
    let large = games::start("mnk:11,11,5").expect("a spec of the registry");
    let limited = large.solve(&options, &Control::default());
    assert!(matches!(limited, Err(Error::Limit { nodes, .. }) if nodes >= 2_000));
}

#[test]
fn a_solve_counts_its_nodes() {
    for (spec, least) in [("tictactoe", 100), ("othello:4", 100), ("mosaic:3", 100)] {
        let start = games::start(spec).expect("a spec of the registry");
        let control = Control::default();
        let solution = start.solve(&SolveOptions::default(), &control).expect("no limit is set");
        assert!(solution.nodes >= least, "{spec}: {} nodes", solution.nodes);
        assert!(control.progress().0 <= solution.nodes, "{spec}");
    }
}

/// A table that is kept knows a longer line.
#[test]
fn a_line_is_no_longer_than_its_depth() {
    for spec in ["tictactoe:4", "othello:6", "mosaic:5"] {
        let start = games::start(spec).expect("a spec of the registry");
        let mut searcher = Searcher::new(1, 1).expect("a MiB");
        for depth in [6, 2] {
            let mut deepening = start.deepening(false, 1, None).expect("nothing is hidden");
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            while deepening.step(&mut searcher, limits, &Control::default()) {}
            let found = deepening.found();
            assert!(found.depth == depth && found.pv.len() <= depth, "{spec}: {found:?}");
        }
    }
}

#[test]
fn the_judge_s_samples() {
    let expected = ["x won.", "Foul : x won.", "o won.", "Foul : o won.", "Draw game."];
    let samples = "79538246 35497162193 61978543 254961323121 6134278187 \
                   4319581 9625663381 7975662 2368799597 18652368566 \
                   965715 38745796 371929 758698769 42683953 \
                   618843927 36535224 882973 653675681 9729934662 \
                   972651483927 5439126787 142583697 42198637563 657391482";
    for (i, record) in samples.split_whitespace().enumerate() {
        let judgement = judge(record.as_bytes()).expect("a decided game");
        assert_eq!(judgement.verdict.text(), expected[i / 5], "{record}");
    }
}
