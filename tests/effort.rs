//! Sizes of search trees. What orders moves and what keeps positions in a table shows in no value,
//! only in the number of positions visited: on one thread the same number on every machine.
//!
//! A search that became better visits fewer; lower its bound then.

use std::fs;
use std::path::Path;

use bitgames_core::any::AnyGame;
use bitgames_core::cards::Suit;
use bitgames_core::control::{Control, Limits};
use bitgames_core::ending::{Ending, EndingOptions, EndingTable, TrumpClass, solve};
use bitgames_core::games;
use bitgames_core::rng::Rng;
use bitgames_core::search::Searcher;
use bitgames_core::solve::SolveOptions;

/// Checks that a search visits at most one position in a hundred more than it did when this was
/// written.
fn check(what: &str, visited: u64, before: u64) {
    assert!(visited <= before + before / 100, "{what}: {visited} positions, {before} before");
}

fn solved(position: &dyn AnyGame, wld: bool) -> u64 {
    let options = SolveOptions { table_mib: 1, wld, ..SolveOptions::default() };
    position.solve(&options, &Control::default()).expect("no limit is set").nodes
}

/// Problems #1 to #19 of the FFO suite, of 13 to 19 empty cells. The evaluation in the order of moves with
/// eleven and twelve empties would save a tenth of them; a table for four empties, and moves kept in those for
/// more, a fortieth. Each costs more time than that.
#[test]
fn endgames_of_othello_take_few_positions() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ffo/ffo.obf");
    let text = fs::read_to_string(path).expect("the suite is in the tree");
    let lines = text.lines().filter(|line| !line.starts_with('%')).take(19);
    let all: Vec<_> = lines
        .map(|line| {
            let squares = line.split(';').next().unwrap_or_default().trim();
            games::position(&format!("othello {squares}")).expect("a position")
        })
        .collect();
    let sum = |wld| all.iter().map(|position| solved(position.as_ref(), wld)).sum();
    check("exact", sum(false), 1_262_325);
    check("win, loss or draw", sum(true), 304_375);
}

/// From 19 empty cells on selective passes come before the exact one. The third of them costs a small
/// board, whose evaluation predicts little, a fortieth; it pays on 8 x 8.
#[test]
fn selective_passes_take_few_positions() {
    let mut visited = 0;
    for seed in [
        0xC5B2_FFB9_C4F6_1E50,
        0x1ED3_4D67_7A46_5D4E,
        0x1765_9C4A_A17A_4C79,
        0x6B74_9A4F_F84A_1225,
        0x966E_2FB3_B82C_7528,
        0x2805_E0CF_BF9C_CF7B,
    ] {
        let mut rng = Rng::new(seed);
        let mut position = games::start("othello:6").expect("a spec of the registry");
        while position.ply() < 13 {
            let legal = position.legal_moves();
            position = position.play(legal[rng.below(legal.len())]).expect("it is legal");
        }
        visited += solved(position.as_ref(), false);
    }
    check("6 x 6", visited, 383_901);
}

#[test]
fn solves_of_small_boards_take_few_positions() {
    for (spec, before) in [
        ("othello:4", 461),
        ("tictactoe", 158),
        ("tictactoe:4", 23_560),
        ("mosaic:3", 3_603),
        ("mosaic:4", 54_673),
        ("quo:3", 368),
        ("connect4:5,5", 48_717),
        ("connect4:6,5", 256_043),
        ("connect4:7,5", 2_257_113),
    ] {
        let start = games::start(spec).expect("a spec of the registry");
        check(spec, solved(start.as_ref(), false), before);
    }
}

#[test]
fn searches_to_a_depth_take_few_positions() {
    for (spec, depth, before) in [
        ("othello", 7, 512),
        ("mnk:11,11,5", 4, 22_837),
        ("mosaic", 5, 38_593),
        ("quo:5", 5, 7_041),
        ("tictactoe:6", 5, 7_765),
    ] {
        let start = games::start(spec).expect("a spec of the registry");
        let mut searcher = Searcher::new(1, 1).expect("a MiB");
        let mut deepening = start.deepening(false, 1, None).expect("nothing is hidden");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        while deepening.step(&mut searcher, limits, &Control::default()) {}
        assert_eq!(deepening.found().depth, depth);
        check(spec, deepening.found().nodes, before);
    }
}

#[test]
fn endings_of_all_cards_take_few_positions() {
    let mut rng = Rng::new(5);
    for (trump, before) in [(None, 3_215), (Some(Suit(1)), 3_800)] {
        let mut visited = 0;
        for _ in 0..20 {
            let ending = Ending::random(13, trump, &mut rng);
            let table = Some(EndingTable::small(TrumpClass::of(&ending)));
            let options = EndingOptions { table, ..EndingOptions::default() };
            let solution = solve(&ending, &options, &Control::default());
            visited += solution.expect("no limit is set").nodes;
        }
        check("13 cards", visited, before);
    }
}
