//! What a tree search has found, as a Python object.

use std::hash::Hash;

use bitgames_core::search::mcts::{MctsResult as Found, MoveResult};
use numpy::PyArray1;
use numpy::ndarray::Ix1;
use pyo3::prelude::*;

use crate::arguments::{Array, Int, Real};
use crate::error::Result;
use crate::moves::{Line, Move, Shared, moves};
use crate::typed::{Float32s, Reduced, Typed, Words, by_value, reduced};

/// What a tree search has found. Values are from -1 to 1, for the side to move: the expected
/// difference of wins and losses. Arrays have one entry for each move index of the game, 0 for moves
/// that are not legal. Results compare by everything but the time.
///
/// >>> import bitgames as bg
/// >>> found = bg.Mcts(bg.TicTacToe(), seed=1).run(simulations=100)
/// >>> int(found.visits.sum()), found.visits.shape, found.proven
/// (99, (9,), False)
#[pyclass(frozen, eq, hash, module = "bitgames")]
pub struct MctsResult {
    /// The best move: one that is proven to win, else the most visited one that is not proven to be
    /// worse than another.
    #[pyo3(get)]
    best_move: Option<Py<Move>>,
    /// The value of the position, an estimate unless ``proven``.
    #[pyo3(get)]
    value: f64,
    /// Proven lower and upper bound of the value, each -1, 0 or 1; equal once it is proven.
    #[pyo3(get)]
    bounds: (i8, i8),
    /// Principal variation: the best move, the best answer to it, as far as the tree goes.
    #[pyo3(get)]
    pv: Vec<Py<Move>>,
    visits: Vec<u32>,
    q: Vec<f32>,
    prior: Vec<f32>,
    policy: Vec<f32>,
    /// Simulations of this run.
    #[pyo3(get)]
    simulations: u64,
    /// Nodes in the tree, 32 bytes each.
    #[pyo3(get)]
    nodes: u64,
    /// Time used.
    #[pyo3(get)]
    seconds: f64,
}

by_value!(MctsResult);

impl MctsResult {
    /// The Python form of a result on this board.
    pub fn of(py: Python<'_>, shared: &Shared, found: &Found) -> Self {
        fn spread<T: Copy + Default>(
            count: usize,
            moves: &[MoveResult],
            value: impl Fn(&MoveResult) -> T,
        ) -> Vec<T> {
            let mut all = vec![T::default(); count];
            for each in moves {
                all[each.m.index()] = value(each);
            }
            all
        }
        let (count, list) = (shared.moves.len(), &found.moves);
        MctsResult {
            best_move: found.best_move.map(|m| shared.get(py, m)),
            value: found.value,
            bounds: found.bounds,
            pv: shared.list(py, &found.pv),
            visits: spread(count, list, |each| each.visits),
            q: spread(count, list, |each| each.value as f32),
            prior: spread(count, list, |each| each.prior),
            policy: spread(count, list, |each| each.policy),
            simulations: found.simulations,
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
        }
    }

    /// All but the time.
    fn compared(&self) -> impl Hash + PartialEq {
        // 0.0 equals -0.0, so both have one hash.
        let bits = |list: &[f32]| list.iter().map(|x| (x + 0.0).to_bits()).collect::<Vec<_>>();
        let arrays = (self.visits.clone(), bits(&self.q), bits(&self.prior), bits(&self.policy));
        let value = (self.value + 0.0).to_bits();
        let counts = (self.simulations, self.nodes);
        (moves(&self.best_move), value, self.bounds, moves(&self.pv), arrays, counts)
    }
}

fn singles<'py>(py: Python<'py>, list: &[f32]) -> Typed<'py, Float32s> {
    Typed::new(PyArray1::from_slice(py, list))
}

#[pymethods]
impl MctsResult {
    #[new]
    #[pyo3(signature = (best_move, value, bounds, pv, visits, q, prior, policy, simulations, nodes, seconds))]
    fn new(
        best_move: Option<Py<Move>>,
        value: Real,
        bounds: (Int, Int),
        pv: Line,
        visits: Array<'_, u32, Ix1>,
        q: Array<'_, f32, Ix1>,
        prior: Array<'_, f32, Ix1>,
        policy: Array<'_, f32, Ix1>,
        simulations: Int,
        nodes: Int,
        seconds: Real,
    ) -> Result<Self> {
        let bound = |n: Int| {
            Ok::<_, crate::error::Raise>(
                Int(n.0.saturating_add(1)).within("a bound + 1", 0, 2)? as i8 - 1,
            )
        };
        Ok(MctsResult {
            best_move,
            value: value.0,
            bounds: (bound(bounds.0)?, bound(bounds.1)?),
            pv: pv.checked("pv")?,
            visits: visits.list()?,
            q: q.list()?,
            prior: prior.list()?,
            policy: policy.list()?,
            simulations: simulations.within("simulations", 0, i64::MAX as u64)?,
            nodes: nodes.within("nodes", 0, i64::MAX as u64)?,
            seconds: seconds.0,
        })
    }

    /// True if the value is proven.
    #[getter]
    fn proven(&self) -> bool {
        self.bounds.0 == self.bounds.1
    }

    /// Simulations through each move, those kept from earlier searches included: uint32.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> Typed<'py, Words> {
        Typed::new(PyArray1::from_slice(py, &self.visits))
    }

    /// Value of each move for the side that makes it, 0 without visits: float32.
    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> Typed<'py, Float32s> {
        singles(py, &self.q)
    }

    /// Probability of each move before the search: float32, equal for all legal moves under ``uct``.
    #[getter]
    fn prior<'py>(&self, py: Python<'py>) -> Typed<'py, Float32s> {
        singles(py, &self.prior)
    }

    /// Probability of each move after the search: float32. Under ``uct`` it is the share of visits, or
    /// all on the best move once the value is proven.
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> Typed<'py, Float32s> {
        singles(py, &self.policy)
    }

    fn __repr__(&self) -> String {
        let best = self.best_move.as_ref().map_or("None", |m| m.get().text.as_str());
        let known = if self.proven() { " proven" } else { "" };
        let (value, simulations) = (self.value, self.simulations);
        format!("<MctsResult value={value:.3}{known} best_move={best} simulations={simulations}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let fields = (
            &self.best_move,
            self.value,
            self.bounds,
            &self.pv,
            self.visits(py),
            self.q(py),
            self.prior(py),
            self.policy(py),
            self.simulations,
            self.nodes,
            self.seconds,
        );
        reduced(py.get_type::<MctsResult>(), fields)
    }
}
