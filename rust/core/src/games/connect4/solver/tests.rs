use super::super::sides::{Classic, Rect};
use super::*;
use crate::control::{Control, Limits};
use crate::once::Once;

const SMALL: Rect = Rect { width: 5, height: 5 };
const PLIES: usize = 4;
static SMALL_SCORES: Once<book::Scores> = Once::new(|| {
    let control = Control::default();
    let mut solver = Solver::new(SMALL, &options()).expect("a MiB");
    let mut score = |at: State<u64>| {
        let found = solver.best(&at.board(SMALL), &Budget::unlimited(&control));
        (at.hash(SMALL).0, found.expect("no limit is set").0 as i8)
    };
    Box::new(book::positions(SMALL, PLIES).into_iter().map(&mut score).collect())
});

fn options() -> SolveOptions {
    SolveOptions { table_mib: 1, ..SolveOptions::default() }
}

/// Some scores of the package again, as far as little work goes.
#[test]
fn scores_of_the_package_are_right() {
    let mut solver =
        Solver::new(Classic, &SolveOptions { book: false, ..options() }).expect("1 MiB");
    let control = Control::default();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let all = book::positions::<_, u64>(Classic, book::FILE.plies);
    let mut found = 0;
    for (at, &score) in all.iter().zip(&book::FILE.scores).step_by((all.len() / 2000).max(1)) {
        match solver.best(&at.board(Classic), &Budget::new(limits, &control)) {
            Ok((value, _)) => assert_eq!(value, i32::from(score)),
            Err(error) => {
                assert!(matches!(error, Error::Limit { .. }));
                continue;
            }
        }
        found += 1;
    }
    assert!(found >= 50, "{found}");
}

#[test]
fn a_search_ends_at_the_book() {
    let book = Book { plies: PLIES, scores: &SMALL_SCORES };
    for plies in 0..=PLIES {
        for at in book::positions::<_, u64>(SMALL, plies).into_iter().step_by(7) {
            let solved = |book| {
                let mut solver = Solver::new(SMALL, &options()).expect("a MiB");
                solver.book = book;
                let control = Control::default();
                let budget = Budget::unlimited(&control);
                let found = solver.best(&at.board(SMALL), &budget).expect("no limit is set");
                (found.0, budget.nodes())
            };
            let ((value, nodes), (plain, more)) = (solved(Some(book)), solved(None));
            assert_eq!(value, plain);
            assert!(nodes < more, "{nodes} {more}");
        }
    }
}
