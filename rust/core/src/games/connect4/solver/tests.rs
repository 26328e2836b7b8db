use super::super::sides::CLASSIC;
use super::*;
use crate::control::Control;
use crate::game::Game as _;
use crate::marks::Rect;
use crate::once::Once;
use crate::solve::best_moves;

const SMALL: Rect = Rect { width: 5, height: 5, k: 4 };
const PLIES: usize = 4;
static SMALL_SCORES: Once<book::Scores> = Once::new(|| {
    let control = Control::default();
    let mut solver = Solver::new(SMALL, &options()).expect("a MiB");
    let mut score = |at: &State<u64>| {
        let found = solver.value(&at.board(SMALL), &Budget::unlimited(&control));
        book::Score { value: found.expect("no limit is set") as i8, is_long: false }
    };
    let positions = book::positions(SMALL, PLIES);
    let scores: Vec<_> = positions.iter().map(&mut score).collect();
    Box::new(book::by_hash(SMALL, &positions, &scores))
});

fn options() -> SolveOptions {
    SolveOptions { table_mib: 1, ..SolveOptions::default() }
}

/// Scores of the package again: those of near lines, which take little work.
#[test]
fn scores_of_the_package_are_right() {
    let mut solver =
        Solver::new(CLASSIC, &SolveOptions { book: false, ..options() }).expect("a MiB");
    let control = Control::default();
    let all = book::Positions::<_, u64>::of(CLASSIC, &book::FILE).all.into_iter();
    let is_near = |(_, score): &(State<u64>, &book::Score)| score.value.abs() >= 10;
    let near: Vec<_> = all.zip(&book::FILE.scores).filter(is_near).collect();
    let step = near.len() / 200;
    assert!(step > 0);
    for (at, score) in near.into_iter().step_by(step) {
        let found = solver.value(&at.board(CLASSIC), &Budget::unlimited(&control));
        assert_eq!(found.expect("no limit is set"), i32::from(score.value));
    }
}

#[test]
fn a_search_ends_at_the_book() {
    let book = Book { plies: PLIES, most_plies: PLIES, scores: &SMALL_SCORES };
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
            // All of its children are looked up, also where moves are forced.
            assert!(plies + 1 != PLIES || nodes < 20, "{nodes}");
        }
    }
}

#[test]
fn a_best_move_keeps_the_value() {
    let control = Control::default();
    let budget = Budget::unlimited(&control);
    for wld in [false, true] {
        let solver = || Solver::new(SMALL, &SolveOptions { wld, ..options() }).expect("a MiB");
        for at in book::positions::<_, u64>(SMALL, PLIES + 2).into_iter().step_by(23) {
            let at = at.board(SMALL);
            let value = solver().value(&at, &budget).expect("no limit is set");
            // Of a solver that has seen nothing of the position.
            let m = solver().best_move(&at, value, &budget).expect("no limit is set");
            let child = solver().value(&at.child(m), &budget).expect("no limit is set");
            assert_eq!(child, -value);
        }
    }
}

/// The hardest positions that were found: the best moves among which a player draws are little work with
/// the book.
#[test]
fn best_moves_of_hard_positions_are_soon_found() {
    let control = Control::default();
    for line in ["77571662", "676327217", "53352322", "566612115"] {
        let columns = line.bytes().map(|digit| Move(u16::from(digit - b'1')));
        let at = columns.fold(Board::<_, u64>::empty(CLASSIC), |at, m| at.child(m));
        let mut solver = Solver::new(CLASSIC, &SolveOptions::default()).expect("a table");
        let budget = Budget::unlimited(&control);
        let best = best_moves(&mut solver, &at, &budget).expect("no limit is set");
        assert!(budget.nodes() < 3_500_000, "{line}: {}", budget.nodes());
        let value = solver.value(&at, &budget).expect("no limit is set");
        assert!(!best.is_empty());
        for m in best {
            let child = solver.value(&at.child(m), &budget).expect("no limit is set");
            assert_eq!(child, -value, "{line} {m:?}");
        }
    }
}
