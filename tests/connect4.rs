//! Known facts of Connect Four, and its solver against plain search.

use std::collections::HashSet;

use bitgames_core::bits::Integer;
use bitgames_core::control::{Control, Limits};
use bitgames_core::games::connect4::{Board, Sides};
use bitgames_core::games::{self, ConnectFour};
use bitgames_core::marks::{Fixed, Rect, Sides as _};
use bitgames_core::rng::Rng;
use bitgames_core::solve::{ALL_MOVES, SolveOptions, Solver, solve};
use bitgames_core::{Game, Move, Notation, Symmetric};

/// A small table.
fn options() -> SolveOptions {
    SolveOptions { table_mib: 16, ..SolveOptions::default() }
}

/// The position after columns counted from 1.
fn played(line: &str) -> ConnectFour {
    line.bytes().fold(ConnectFour::default(), |at, column| {
        at.play(Move(u16::from(column - b'1'))).expect("it is legal")
    })
}

/// OEIS A212693: positions after exactly n plies, finished games not continued.
#[test]
fn positions_by_plies() {
    let mut layer = HashSet::from([ConnectFour::default()]);
    for count in [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275] {
        assert_eq!(layer.len(), count);
        layer = layer
            .iter()
            .flat_map(|at| at.legal_moves().into_iter().map(|m| at.child(m)).collect::<Vec<_>>())
            .collect();
    }
}

/// John Tromp's Fhourstones benchmark; the sizes of wins by Pascal Pons's solver.
#[test]
fn positions_of_fhourstones() {
    for (line, value) in [("45461667", 11), ("35333571", -3), ("13333111", 0)] {
        let wld = SolveOptions { wld: true, ..options() };
        let found = solve(&played(line), &wld, &Control::default()).expect("no limit is set");
        assert_eq!(found.value, i32::signum(value), "{line}");
    }
    let found = solve(&played("45461667"), &options(), &Control::default());
    assert_eq!(found.expect("no limit is set").value, 11);
}

/// Width, height, and the value for the first player (Tromp; Steininger).
const SOLVED: [(i64, i64, i32); 12] = [
    (4, 4, 0),
    (5, 4, 0),
    (6, 4, -1),
    (7, 4, 0),
    (8, 4, -1),
    (4, 5, 0),
    (5, 5, 0),
    (6, 5, 0),
    (4, 6, 0),
    (5, 6, 0),
    (4, 7, 0),
    (4, 8, 0),
];

#[test]
fn solved_boards() {
    let solve = |threads| {
        for (width, height, value) in SOLVED {
            let start = games::connect4::start(width, height).expect("a board");
            let options = SolveOptions { threads, ..options() };
            let found = start.solve(&options, &Control::default()).expect("no limit is set");
            assert_eq!(found.value, value, "{width} x {height}");
            let mut at = start.boxed_clone();
            for &m in &found.pv {
                at = at.play(m).expect("the line is legal");
            }
            let end = at.outcome().expect("the line reaches the end");
            assert_eq!(i32::from(end.score(bitgames_core::Player(0))), value);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| solve(1));
        solve(2);
    });
}

/// The value by a search that knows nothing but the rules.
fn plain<G: Game>(at: &G, low: i32, high: i32) -> i32 {
    if let Some(outcome) = at.outcome() {
        return outcome.score(at.turn()).into();
    }
    let mut best = low;
    for m in at.legal_moves() {
        if best < high {
            best = best.max(-plain(&at.child(m), -high, -best));
        }
    }
    best
}

/// Random unfinished positions with so many empty cells. Both sides shun lines, as games with few empty
/// cells are rare otherwise.
fn random<G: Sides, W: Integer>(sides: G, empties: usize, rng: &mut Rng) -> Board<G, W> {
    loop {
        let mut at = Board::<G, W>::empty(sides);
        while sides.cells() - at.ply() > empties {
            let quiet = |&m: &Move| !at.child(m).is_over();
            let moves: Vec<Move> = at.legal_moves().into_iter().filter(quiet).collect();
            if moves.is_empty() {
                break;
            }
            at.play_unchecked(moves[rng.below(moves.len())]);
        }
        if sides.cells() - at.ply() == empties {
            return at;
        }
    }
}

fn agrees_with_plain_search<G: Sides, W: Integer>(sides: G, empties: usize, count: u64) {
    let mut solver = Solver::new(&Board::<G, W>::empty(sides), &options()).expect("a small table");
    let most = i32::from(ConnectFour::FACTS.max_score);
    for n in 0..count {
        let at: Board<G, W> = random(sides, empties, &mut Rng::child(7, n));
        let mut solve = |at: &Board<G, W>, lines| {
            solver.solve(at, lines, Limits::default(), false, &Control::default())
        };
        let found = solve(&at, ALL_MOVES).expect("no limit is set");
        assert_eq!(found.value, plain(&at, -most, most), "{at}");
        for (m, value) in found.values {
            assert_eq!(value, -plain(&at.child(m), -most, most), "{at}: {m:?}");
        }
        assert_eq!(solve(&at.transform(1), 0).expect("no limit is set").value, found.value);
        for beta in found.value - 1..=found.value + 1 {
            let said = solver.bound(&at, beta, Limits::default(), &Control::default());
            let (low, high) = said.expect("no limit is set").bounds;
            assert!(low <= found.value && found.value <= high && (low >= beta || high < beta));
        }
    }
}

#[test]
fn values_are_those_of_plain_search() {
    agrees_with_plain_search::<_, u64>(Fixed::<7, 6, 4>, 11, 100);
    let rect = |width, height| Rect::of(width, height, 4).expect("any board");
    for (width, height) in [(4, 4), (4, 5), (5, 4), (6, 5), (5, 7), (8, 7)] {
        agrees_with_plain_search::<_, u64>(rect(width, height), 10, 40);
        agrees_with_plain_search::<_, u128>(rect(width, height), 9, 20);
    }
    for (width, height) in [(10, 11), (12, 9), (9, 12)] {
        agrees_with_plain_search::<_, u128>(rect(width, height), 9, 10);
    }
}

/// A move that wins, or an answer that wins after each move: by the rules, in random games.
fn knows_sure_results<G: Sides, W: Integer>(sides: G) {
    let wins = |at: &Board<G, W>| {
        at.legal_moves().iter().any(|&m| at.child(m).outcome().is_some_and(|end| !end.is_draw()))
    };
    let mut seen = HashSet::new();
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let mut at = Board::<G, W>::empty(sides);
        while !at.is_over() {
            let loses = || at.legal_moves().iter().all(|&m| wins(&at.child(m)));
            let expected = if wins(&at) { Some(1) } else { loses().then_some(-1) };
            assert_eq!(at.sure_result(), expected, "{at}");
            seen.insert(expected);
            at.play_unchecked(at.nth_legal(rng.below(at.count_legal())));
        }
    }
    assert_eq!(seen.len(), 3);
}

#[test]
fn sure_results_follow_from_the_rules() {
    knows_sure_results::<_, u64>(Fixed::<7, 6, 4>);
    for (width, height) in [(4, 4), (6, 5), (9, 6)] {
        knows_sure_results::<_, u128>(Rect::of(width, height, 4).expect("a board"));
    }
}
