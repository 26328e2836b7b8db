//! Exact values of many positions in one call.

use crate::any::{AnyGame, AnySolver};
use crate::control::Control;
use crate::error::Result;
use crate::solve::{Solution, SolveOptions};
use crate::threads;

/// Solves positions of one game on several threads, each with a solver of its own, which keeps its
/// table from one position to the next. The limits of the options are those of each position.
///
/// # Errors
/// As a solve of each position; the first error ends the call.
///
/// ```
/// use bitgames_core::control::Control;
/// use bitgames_core::games;
/// use bitgames_core::solve::SolveOptions;
/// use bitgames_core::solve_many::solve_many;
/// let boards = ["tictactoe .../.../...", "tictactoe oo./xx./..."].map(|text| games::position(text).unwrap());
/// let boards: Vec<_> = boards.iter().map(|board| board.as_ref()).collect();
/// let solved = solve_many(&boards, &SolveOptions::default(), 2, &Control::default()).unwrap();
/// assert_eq!([solved[0].value, solved[1].value], [0, 1]);
/// ```
pub fn solve_many(
    positions: &[&dyn AnyGame],
    options: &SolveOptions,
    threads: usize,
    control: &Control<'_>,
) -> Result<Vec<Solution>> {
    let Some(first) = positions.first() else { return Ok(Vec::new()) };
    control.set_total(positions.len() as u64);
    let solve = |solver: &mut Box<dyn AnySolver>, number: usize| {
        control.poll()?;
        // Progress counts positions, not nodes.
        let part = control.quiet();
        let (lines, limits) = (options.lines, options.limits);
        let solved = solver.solve(positions[number], lines, limits, options.partial, &part)?;
        control.add_done(1);
        Ok(solved)
    };
    threads::in_order(positions.len(), threads, control, || first.solver(options), solve)
}
