//! Exact values of Othello positions.
//!
//! A null-window search in tiers; each tier drops a technique that no longer pays as the board
//! fills:
//!
//! - with many empties (here): principal variation search on a transposition table, which looks up
//!   all children before it searches one and orders moves by a shallow search of the evaluation. At
//!   the root selective passes (`ProbCut`) come first, which cut where the evaluation is far
//!   outside the window; only their moves are kept, and their value, around which the next pass
//!   searches (aspiration);
//! - with twelve empties or fewer (`lean.rs`): one thread alone, a table small enough for its cache,
//!   moves ordered by the replies they leave ("fastest first") and by parity;
//! - with five or fewer (`last.rs`): one function for each number, cells in order of parity only.
//!
//! In all tiers stable discs bound the score. The lean tiers and the shallow search are compiled for
//! each level of the processor (`compiled.rs`).
//!
//! Threads share the large table and the moves of single positions (`split_point.rs`); the value is
//! the same for any number of threads. The techniques are the field's: fastest first and parity
//! ordering as Gunnar Andersson describes them ("Writing an Othello program", 2007), the lookup of
//! children as in Aske Plaat's thesis ("Research re: search & re-search", 1996), stability as a
//! bound as in Michael Buro's and Richard Delorme's programs. The code is our own.

mod compiled;
mod endgame;
mod estimate;
mod kept;
mod last;
mod lean;
mod local_table;
mod search;
mod shallow;
mod split_point;
mod stable;

use super::order;

pub(super) use self::endgame::solver;
