//! Board and card games on bitboards: rules, counting, search, exact solving, matches.
//!
//! A game is a small type over machine words; all other code is generic over games.
//!
//! ```
//! use bitgames_core::{Notation, control::Control, games, perft, solve};
//!
//! let start = games::TicTacToe3::default();
//! let position = start.play(start.parse_move("b2")?)?;
//! assert_eq!(position.to_string(), "tictactoe .../.o./...");
//! assert_eq!(perft::perft(&start, 9), 255_168);
//!
//! let solution = solve::solve(&position, &solve::SolveOptions::default(), &Control::default())?;
//! assert_eq!(solution.value, 0);
//!
//! // By name, for programs that learn the game at run time:
//! let position = games::position("mnk:6,5,4")?;
//! assert_eq!(position.legal_moves().len(), 30);
//! # Ok::<(), bitgames_core::Error>(())
//! ```
//!
//! Layers: [`Game`], [`Notation`] and the types in [`games`] for loops in Rust, [`any::AnyGame`]
//! for a game named at run time, the Python package `bitgames` for everything else.

pub mod agent;
pub mod any;
pub mod archive;
pub mod batch;
pub mod bits;
pub mod board;
pub mod book;
pub mod budget;
pub mod capability;
pub mod cards;
pub mod census;
mod checkpoint;
pub mod claims;
pub mod clock;
pub mod control;
pub mod cpu;
pub mod data;
pub mod editing;
pub mod ending;
pub mod engine;
pub mod error;
pub mod exact;
pub mod expansion;
mod faults;
pub mod files;
pub mod game;
pub mod games;
pub mod grid;
mod job_slot;
pub mod levels;
pub mod marks;
pub mod matches;
pub mod memory;
pub mod network;
pub mod notation;
mod once;
pub mod openings;
mod order;
mod pages;
pub mod perft;
pub mod phrases;
pub mod players;
pub mod playout;
pub mod pyramid;
pub mod remarks;
pub mod replay;
pub mod rng;
pub mod scene;
pub mod search;
pub mod sentences;
pub mod slips;
pub mod solve;
pub mod solve_many;
pub mod specialists;
mod sync;
pub mod table;
mod threads;
pub mod typed;
mod workers;

pub use crate::board::BoardView;
pub use crate::capability::{Evaluate, HiddenInfo, Planes, Searchable, Symmetric};
pub use crate::error::{Error, Result};
pub use crate::game::{Facts, Game, Move, MoveList, Outcome, Player};
pub use crate::notation::Notation;
pub use crate::specialists::{Playable, Specialists};
