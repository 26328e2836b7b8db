//! The extension module `bitgames._core`: translation, nothing else.

mod agent;
mod archive;
mod arguments;
mod batch;
mod batch_arguments;
mod batch_results;
mod book;
mod buffers;
mod callbacks;
mod cells;
mod ending;
mod ending_build;
mod ending_database;
mod error;
mod exclusive;
mod forks;
mod functions;
mod game_arguments;
mod games;
mod integers;
mod legal_moves;
mod lines;
mod long_call;
mod matches;
mod mcts;
mod mcts_result;
mod moves;
mod net_search;
mod network;
mod picture;
mod pool;
mod position;
mod pyramid;
mod remarks;
mod run_lock;
mod search;
mod searcher;
mod shown;
mod solve;
mod solve_many;
mod solver;
mod typed;
mod values;
mod view;

use pyo3::prelude::*;

/// The native part of bitgames; everything public is re-exported by the package itself.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        agent::{Agent, agent_names, own_agents},
        archive::{canonical_key, find_marks, find_position, replay_games},
        batch::Batch,
        batch_results::{BatchFinal, BatchStep},
        book::BookTable,
        cells::{CellIter, CellSet, PyramidSet},
        ending::Ending,
        ending_build::{EndingBuild, make_slices, slice_positions},
        ending_database::{EndingDatabase, EndingLayer},
        error::{
            CancelledError, ClosedError, DamagedFileError, ForfeitError, GameError,
            IllegalMoveError, InvalidPositionError, LimitError, ParameterError, ParseError,
            UnknownGameError, UnknownPlayerError, UnsupportedError,
        },
        functions::{
            census, checksum, child_seed, cpu_levels, divide, effort, game_examples, game_facts,
            game_names, levels, moves_to_time, perft, playout, position, sampled,
        },
        games::connect4::ConnectFour,
        games::honeymoon::{Honeymoon, HoneymoonView, Par, Rubber},
        games::mosaic::{Mosaic, PyramidPosition, Quo},
        games::othello::Othello,
        games::tictactoe::{Judgement, TicTacToe, judge_file, judge_record, mnk},
        legal_moves::Moves,
        lines::SearchLine,
        matches::{draw_openings, play_match, play_queue},
        mcts::Mcts,
        mcts_result::MctsResult,
        moves::Move,
        network::Network,
        pool::MctsPool,
        position::Position,
        remarks::{
            Unit, account, aim, announce, claim, edited, forced_moves, has_tricks, phrases,
            read_move, reasons, result_decides, strongest, text_from_drawing, tricks, tricks_left,
            unit, usual_line,
        },
        run_lock::RunLock,
        search::search,
        searcher::{Deepening, Searcher},
        shown::{caption, cells_under, project, reason, sentences},
        solve::solve,
        solve_many::{Solutions, solve_many},
        solver::Solver,
        values::{Facts, Outcome, SearchResult, Solution},
        view::View,
    };

    /// Tells Python what the classes are: sequences, sets, exceptions with attributes.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        bitgames_core::cpu::detect().map_err(crate::error::Raise::from)?;
        let _ = crate::position::CLASSES.set(crate::games::CLASSES);
        let _ = crate::view::CLASSES.set(crate::games::VIEWS);
        let kinds = py.import("collections.abc")?;
        kinds.getattr("Sequence")?.call_method1("register", (py.get_type::<Moves>(),))?;
        kinds.getattr("Set")?.call_method1("register", (py.get_type::<CellSet>(),))?;
        crate::forks::watch(py)?;
        crate::error::declare_attributes(py)
    }

    /// Version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)] // Python's name for it
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
