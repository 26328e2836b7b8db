//! A pool of searches as a Python object: arrays out, arrays in.

use std::time::{Duration, Instant};

use bitgames_core::any::AnyGame;
use bitgames_core::search::mcts::{AnyPool, PoolOptions, Rule};
use bitgames_core::{self as core, Error, memory};
use numpy::ndarray::Ix1;
use numpy::{
    PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};

use crate::arguments::{self, Array, Int, Items, Real, Root, Text};
use crate::batch_arguments::{chosen_rows, given_positions};
use crate::buffers::{self, described, shape_text};
use crate::callbacks::{Evaluate, Progress};
use crate::error::{Result, kind_of};
use crate::exclusive::Exclusive;
use crate::integers::{Integers, foreign};
use crate::long_call::{Hooks, long_call, long_call_with};
use crate::network::{Network, purpose_of};
use crate::position::Position;
use crate::typed::{
    AnyPosition, AnyPositions, ArrayLike, Booleans, Bytes, Float32s, Int8s, Int64s, Keywords,
    Reduced, Typed, Words, reduced,
};

/// Time between two reports of a search.
pub const TICK: Duration = Duration::from_millis(50);

/// Planes and mask.
type Arrays<'py> = (Bound<'py, PyArrayDyn<u8>>, Bound<'py, PyArrayDyn<bool>>);

/// Moves, policy, values and visits.
type Found<'py> =
    (Typed<'py, Int64s>, Typed<'py, Float32s>, Typed<'py, Float32s>, Typed<'py, Words>);

/// The arrays of one round.
struct Buffer {
    planes: Py<PyArrayDyn<u8>>,
    mask: Py<PyArrayDyn<bool>>,
}

/// What a call holds.
struct Inner {
    pool: Box<dyn AnyPool>,
    /// Used in turn.
    buffers: [Buffer; 2],
    turn: usize,
}

/// Many searches that share a network: they stop where they need it, hand out positions as arrays, and
/// go on with its answers. The network is called in between, by you, so any framework will do.
///
/// ``positions`` are unfinished positions of one game, one for each search. A search evaluates its root
/// and then makes ``simulations`` simulations; ``policy`` says how they choose moves:
///
/// - ``"gumbel"`` (Danihelka and others, "Policy improvement by planning with Gumbel", 2022) improves
///   the network's policy with few simulations. The root tries ``considered`` moves. ``noise`` (default
///   1) scales the random part of the choice; 0 is for play without chance.
/// - ``"puct"`` (AlphaZero, 2018), with the settings of KataGo's self-play. ``c`` (default 1.25) is the
///   weight of moves that were seldom tried, ``noise`` (default 0.25) the share of Dirichlet noise in the
///   policy of the root, ``temperature`` (default 1.1) flattens that policy. ``play`` keeps the subtree.
///
/// ``noise`` may also be a float32 array of shape ``(len(positions), num_moves)``: the noise itself, with
/// ``"puct"`` from 0 to 1, with ``"gumbel"`` from -1e6 to 1e6.
/// With ``cheap``, only the share ``full`` of the searches, drawn at random, has all simulations; the
/// others have ``cheap`` ones and no Dirichlet noise, and a network does not learn from their policies
/// (``full_searches`` tells which). ``proof`` ends a search whose root is proven and skips moves that
/// are proven worse than others. ``symmetry="random"`` shows each position to the network under a random
/// symmetry of the board. ``threads`` change no result. ``leaves`` positions of one tree
/// may wait at a time. ``memory`` is the size of all trees in MiB: a full tree stops growing, and the
/// search goes on. With ``pad`` the arrays always have ``len(positions) * leaves`` rows, as compilers of
/// networks like it. ``seed`` is as in
/// ``bitgames.seeding``; equal seeds give equal searches.
///
/// A position that hides something from the player to move is searched in worlds that look the same to
/// them, a new one for each simulation: result and planes follow from ``seed`` and their view alone.
/// Nothing is proven there, and ``play`` keeps nothing. ``see_all`` searches the position as it is.
///
/// A pickle has positions and settings, but no trees: the searches begin again, with the same random
/// numbers.
///
/// Threads may share a pool; it does one call at a time. Raises ParameterError for a setting out of
/// its range, and for a finished position or one of another game, with its row.
///
/// >>> import bitgames as bg, numpy as np
/// >>> pool = bg.MctsPool([bg.Othello()] * 4, simulations=16, seed=1)
/// >>> while not pool.done:
/// ...     planes, mask = pool.select()
/// ...     logits = np.zeros(mask.shape, np.float32)  # here your network looks at the planes
/// ...     pool.update(logits, np.zeros(len(mask), np.float32))
/// >>> moves, policy, value, visits = pool.result()
/// >>> policy.shape, visits.sum(axis=1).tolist()
/// ((4, 65), [16, 16, 16, 16])
/// >>> pool.play(moves)
/// >>> pool.positions[0].ply
/// 1
#[pyclass(frozen, module = "bitgames")]
pub struct MctsPool {
    game: Box<dyn AnyGame>,
    positions: usize,
    /// Rows of the arrays.
    rows: usize,
    shape: [usize; 3],
    moves: usize,
    pad: bool,
    inner: Exclusive<Inner>,
}

/// How a pool or a search with a network chooses moves, by name, with its defaults for self-play.
pub fn rule(policy: &str, considered: usize, c: Option<Real>) -> Result<Rule> {
    match policy {
        "gumbel" if c.is_none() => Ok(Rule::Gumbel { considered }),
        "gumbel" => Err(Error::parameter("c", "None with policy='gumbel'", "a number").into()),
        "puct" => Ok(Rule::Puct { c: c.map_or(PoolOptions::C, |c| c.0) }),
        other => Err(Error::parameter("policy", "'gumbel' or 'puct'", format!("{other:?}")).into()),
    }
}

/// The noise argument: a number, or an array.
fn noise(
    options: &mut PoolOptions,
    given: Option<&Bound<'_, PyAny>>,
    rows: usize,
    moves: usize,
) -> Result<()> {
    let Some(given) = given else { return Ok(()) };
    if let Ok(Real(number)) = given.extract() {
        options.noise = number;
        return Ok(());
    }
    let values = Floats::new("noise", given, &[&[rows, moves]])?;
    let mut copy = memory::list(rows * moves)?;
    copy.extend_from_slice(values.values());
    options.given = Some(copy);
    Ok(())
}

/// The numbers of an array that a call reads, where they lie.
pub struct Floats<'py> {
    array: PyReadonlyArrayDyn<'py, f32>,
    /// A copy of an array that is not contiguous.
    copy: Option<Vec<f32>>,
}

impl<'py> Floats<'py> {
    /// A float32 array of one of these shapes, or what NumPy makes one of.
    fn new(name: &str, given: &Bound<'py, PyAny>, shapes: &[&[usize]]) -> Result<Self> {
        let array = match given.cast::<PyUntypedArray>() {
            Ok(array) => Some(array.clone()),
            Err(_) => foreign(given)?,
        };
        let typed = array.as_ref().and_then(|array| array.cast::<PyArrayDyn<f32>>().ok());
        let Some(typed) = typed.filter(|typed| shapes.contains(&typed.shape())) else {
            let shapes: Vec<_> = shapes.iter().map(|shape| shape_text(shape)).collect();
            let allowed = format!("an array of float32 and shape {}", shapes.join(" or "));
            let found = match array {
                Some(array) => described(&array),
                None => kind_of(given),
            };
            return Err(Error::parameter(name, allowed, found).into());
        };
        let in_use = |_| Error::parameter(name, "apart from other arrays of a call", "in use");
        let array = typed.try_readonly().map_err(in_use)?;
        let copy = if array.as_slice().is_ok() {
            None
        } else {
            let mut copy = memory::list(array.len())?;
            copy.extend(array.as_array());
            Some(copy)
        };
        Ok(Floats { array, copy })
    }

    fn values(&self) -> &[f32] {
        self.copy.as_deref().or_else(|| self.array.as_slice().ok()).unwrap_or_default()
    }
}

/// The arrays of a pool.
fn buffers_of(
    py: Python<'_>,
    rows: usize,
    [planes, height, width]: [usize; 3],
    moves: usize,
) -> PyResult<[Buffer; 2]> {
    let buffer = || {
        let planes = buffers::bytes(py, &[rows, planes, height, width])?.unbind();
        let mask = buffers::seen_as::<bool>(buffers::bytes(py, &[rows, moves])?.as_any())?.unbind();
        PyResult::Ok(Buffer { planes, mask })
    };
    Ok([buffer()?, buffer()?])
}

/// The first rows of an array.
fn first<T, H>(array: Bound<'_, PyArrayDyn<T>>, rows: usize, all: usize) -> PyResult<Typed<'_, H>> {
    if rows == all {
        return Ok(Typed::new(array));
    }
    let some = PySlice::new(array.py(), 0, rows as isize, 1);
    Ok(Typed::new(array.get_item(some)?))
}

/// Most simulations of a search.
pub const MAX_SIMULATIONS: u64 = 1 << 30;

pub fn simulations_of(name: &str, simulations: Int) -> Result<usize> {
    Ok(simulations.within(name, 1, MAX_SIMULATIONS)? as usize)
}

/// A number of positions that may wait at a time.
pub fn check_leaves(leaves: Int) -> Result<usize> {
    Ok(leaves.within("leaves", 1, 1024)? as usize)
}

impl MctsPool {
    /// A pool with these settings.
    pub fn of(
        py: Python<'_>,
        game: &dyn AnyGame,
        positions: &[&dyn AnyGame],
        options: PoolOptions,
        pad: bool,
    ) -> Result<Self> {
        let (count, moves, leaves) = (positions.len(), game.num_moves(), options.leaves);
        let pool = game.many().pool(positions, options)?;
        let shape = pool.planes_shape();
        let inner = Inner { pool, buffers: buffers_of(py, count * leaves, shape, moves)?, turn: 0 };
        let (game, inner) = (game.boxed_clone(), Exclusive::new("a pool of searches", inner));
        Ok(MctsPool { game, positions: count, rows: count * leaves, shape, moves, pad, inner })
    }

    /// Begins another search in each row.
    pub fn again(&mut self, py: Python<'_>, simulations: usize, leaves: usize) -> Result<()> {
        let inner = &mut *self.inner.lock(py)?;
        inner.pool.again(simulations, leaves)?;
        if self.rows != self.positions * leaves {
            self.rows = self.positions * leaves;
            inner.buffers = buffers_of(py, self.rows, self.shape, self.moves)?;
        }
        Ok(())
    }

    /// Searches on, as far as that goes without the network and until the deadline; true once all
    /// searches have ended.
    pub fn search(&self, py: Python<'_>, hooks: &Hooks, deadline: Option<Instant>) -> Result<bool> {
        let pool = &mut self.inner.lock(py)?.pool;
        long_call_with(py, hooks, |control, _| {
            pool.select(deadline, control)?;
            Ok(pool.searches().done())
        })
    }

    /// Asks a function for what the network says of the positions that wait.
    pub fn ask<'py>(&self, py: Python<'py>, evaluate: &Bound<'py, PyAny>) -> Result<()> {
        let answer = evaluate.call1(self.select(py, None)?)?;
        let Ok((logits, values)) = answer.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            let class = answer.get_type().name()?.to_string();
            let allowed = "a function that returns logits and values";
            return Err(Error::parameter("evaluate", allowed, format!("one of {class}")).into());
        };
        self.update(py, Typed::new(logits), Typed::new(values))
    }

    /// Works with the core of the pool, detached.
    pub fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyPool) -> core::Result<T> + Send,
    ) -> Result<T> {
        let pool = &mut self.inner.lock(py)?.pool;
        Ok(py.detach(|| work(pool.as_mut()))?)
    }

    /// The arrays given as `out`, if they are as they have to be.
    fn given<'py>(&self, out: &Bound<'py, PyAny>) -> Result<Arrays<'py>> {
        let Ok((planes, mask)) = out.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>() else {
            let allowed = "a tuple of planes and mask";
            return Err(Error::parameter("out", allowed, kind_of(out)).into());
        };
        let [count, height, width] = self.shape;
        let shape = [self.rows, count, height, width];
        let planes = buffers::given_of("planes of out", &planes, &shape)?;
        Ok((planes, buffers::given_of("mask of out", &mask, &[self.rows, self.moves])?))
    }
}

#[pymethods]
impl MctsPool {
    #[new]
    #[pyo3(
        signature = (
            positions, *, simulations = Int(32), policy = Text("gumbel".into()), considered = Int(16), c = None,
            noise = None, temperature = None, cheap = None, full = Real(0.25), proof = true,
            symmetry = None, leaves = Int(1), memory = Int(256), seed = None, threads = None, see_all = false,
            pad = false
        ),
        text_signature = "(positions, *, simulations=32, policy='gumbel', considered=16, c=None, noise=None, temperature=None, cheap=None, full=0.25, proof=True, symmetry=None, leaves=1, memory=256, seed=None, threads=None, see_all=False, pad=False)"
    )]
    fn new(
        py: Python<'_>,
        positions: Items<Bound<'_, Position>>,
        simulations: Int,
        policy: Text,
        considered: Int,
        c: Option<Real>,
        noise: Option<&Bound<'_, PyAny>>,
        temperature: Option<Real>,
        cheap: Option<Int>,
        full: Real,
        proof: bool,
        symmetry: Option<Text>,
        leaves: Int,
        memory: Int,
        seed: Option<Root>,
        threads: Option<Int>,
        see_all: bool,
        pad: bool,
    ) -> Result<Self> {
        let positions = positions.checked("positions")?;
        let Some(first) = positions.first() else {
            return Err(Error::parameter("positions", "at least one position", "none").into());
        };
        let game = first.get().game().boxed_clone();
        let considered = considered.within("considered", 1, 160)? as usize;
        let rule = rule(&policy.0, considered, c)?;
        let by_puct = matches!(rule, Rule::Puct { .. });
        let usual = if by_puct { PoolOptions::TEMPERATURE } else { 1.0 };
        if temperature.is_some() && !by_puct {
            let allowed = "None with policy='gumbel'";
            return Err(Error::parameter("temperature", allowed, "a number").into());
        }
        let symmetries = match symmetry.as_ref().map(|text| text.0.as_str()) {
            None => false,
            Some("random") => true,
            Some(other) => {
                let allowed = "'random' or None";
                return Err(Error::parameter("symmetry", allowed, format!("{other:?}")).into());
            }
        };
        let mut options = PoolOptions {
            rule,
            simulations: simulations_of("simulations", simulations)?,
            cheap: cheap.map(|n| simulations_of("cheap", n)).transpose()?,
            full: full.0,
            noise: if by_puct { PoolOptions::NOISE } else { 1.0 },
            temperature: temperature.map_or(usual, |given| given.0),
            proof,
            symmetries,
            see_all,
            leaves: check_leaves(leaves)?,
            mib: memory.within("memory", 1, i64::MAX as u64)? as usize,
            threads: arguments::threads(threads)?,
            root: Root::or_fresh(py, seed)?.0,
            ..PoolOptions::default()
        };
        self::noise(&mut options, noise, positions.len(), game.num_moves())?;
        let games: Vec<&dyn AnyGame> = positions.iter().map(|one| one.get().game()).collect();
        check_boards(&games)?;
        MctsPool::of(py, game.as_ref(), &games, options, pad)
    }

    /// True once all searches have ended. Asking for it searches on, as far as that goes without the
    /// network.
    #[getter]
    fn done(&self, py: Python<'_>) -> Result<bool> {
        self.search(py, &Hooks::default(), None)
    }

    /// Searches until all searches have ended. ``evaluate`` says what the network makes of positions: a
    /// ``Network``, which works in Rust on the threads of the pool, or a function of the planes and the
    /// mask that ``select`` returns, to what ``update`` takes. ``progress(done, total)`` is called with
    /// simulations now and then. If it is stopped, another call goes on.
    ///
    /// Raises UnsupportedError for a network of another game, ParameterError for a function that returns
    /// something else.
    ///
    /// >>> import bitgames as bg
    /// >>> pool = bg.MctsPool([bg.ConnectFour()] * 4, seed=1)
    /// >>> pool.run(bg.Network.open("connect4"))
    /// >>> pool.result()[0].tolist()
    /// [3, 3, 3, 3]
    #[pyo3(signature = (evaluate, *, progress = None))]
    fn run(&self, py: Python<'_>, evaluate: Evaluate, progress: Option<Progress>) -> Result<()> {
        let evaluate = evaluate.0.bind(py);
        if let Ok(network) = evaluate.cast::<Network>() {
            let network = &network.get().0;
            network.check_plays(&purpose_of(self.game.as_ref()), "a network")?;
            let pool = &mut self.inner.lock(py)?.pool;
            return long_call(py, progress, |control| network.search(pool.as_mut(), None, control));
        }
        let (hooks, mut reported) = (Hooks { progress, ..Hooks::default() }, Instant::now());
        loop {
            let ended = self.search(py, &Hooks::default(), None)?;
            if ended || reported.elapsed() >= TICK {
                reported = Instant::now();
                let (done, all) = self.with(py, |pool| Ok(pool.searches().progress()))?;
                hooks.report(py, done, all)?;
            }
            if ended {
                return Ok(());
            }
            self.ask(py, evaluate)?;
        }
    }

    /// Searches until each search needs the network or has ended. Returns the positions that it shall
    /// look at: planes, a uint8 array of shape ``(k, planes, height, width)``, as the player to move in
    /// each sees them, and mask, a bool array of shape ``(k, num_moves)`` of the legal moves.
    ///
    /// Positions whose value is known never leave the search. The arrays are the pool's own: the next
    /// ``select`` leaves them alone, the one after it writes them again. ``out`` takes a tuple of two
    /// arrays of your own, of shapes ``(rows, ...)`` with ``rows = len(positions) * leaves``; the result
    /// is their first ``k`` rows. Without an ``update`` in between, the same positions come again.
    ///
    /// Raises ParameterError for arrays of another shape or type, read-only or overlapping ones.
    #[pyo3(signature = (out = None))]
    pub fn select<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> Result<(Typed<'py, Bytes>, Typed<'py, Booleans>)> {
        let mut inner = self.inner.lock(py)?;
        let (planes, mask) = if let Some(out) = out {
            self.given(out)?
        } else {
            let buffer = &inner.buffers[inner.turn];
            (buffer.planes.bind(py).clone(), buffer.mask.bind(py).clone())
        };
        let waiting = {
            let mut planes = buffers::writable("planes of out", &planes)?;
            let mut mask = buffers::writable("mask of out", &mask)?;
            let planes = buffers::slice("planes of out", &mut planes)?;
            let mask = buffers::slice("mask of out", &mut mask)?;
            let (size, moves, pad) = (self.shape.iter().product::<usize>(), self.moves, self.pad);
            let pool = &mut inner.pool;
            long_call(py, None, move |control| {
                let waiting = pool.select(None, control)?;
                let rows = if pad { mask.len() / moves } else { waiting };
                pool.write(&mut planes[..rows * size], &mut mask[..rows * moves]);
                Ok(waiting)
            })?
        };
        if out.is_none() {
            inner.turn = 1 - inner.turn;
        }
        let rows = if self.pad { self.rows } else { waiting };
        Ok((first(planes, rows, self.rows)?, first(mask, rows, self.rows)?))
    }

    /// Takes what the network says of the positions of the last ``select``: logits, a float32 array of
    /// shape ``(k, num_moves)``, and values, a float32 array of shape ``(k,)``, from -1 to 1 for the
    /// player to move, or ``(k, seats)``, for each seat. What it says of illegal moves and of rows of
    /// padding is ignored.
    ///
    /// Raises ParameterError for another shape or type, and for logits of legal moves that are not
    /// finite or values out of range, with their row; UnsupportedError without a ``select`` before it.
    /// The searches have not changed then.
    pub fn update<'py>(
        &self,
        py: Python<'py>,
        logits: Typed<'py, ArrayLike>,
        values: Typed<'py, ArrayLike>,
    ) -> Result<()> {
        let mut inner = self.inner.lock(py)?;
        let waiting = inner.pool.searches().num_waiting();
        let rows = if self.pad { self.rows } else { waiting };
        let seats = self.game.facts().players();
        let logits = Floats::new("logits", &logits.into_inner(), &[&[rows, self.moves]])?;
        let values = Floats::new("values", &values.into_inner(), &[&[rows], &[rows, seats]])?;
        let (logits, values) = (logits.values(), values.values());
        if rows == 0 {
            return Ok(());
        }
        let pool = &mut inner.pool;
        Ok(py.detach(|| pool.searches_mut().update(logits, values))?)
    }

    /// What the searches have found, as new arrays: the chosen moves (int64, -1 where the game is over);
    /// the policy that a network learns (float32 of shape ``(len(positions), num_moves)``); the value
    /// for the player to move (float32, 0 where the game is over); the visits (uint32, like the policy).
    ///
    /// The policy is the improved one with ``"gumbel"``, and the shares of the visits with ``"puct"``; a
    /// move that is proven worse than another has none of it. Raises UnsupportedError before the
    /// network has seen the roots.
    fn result<'py>(&self, py: Python<'py>) -> Result<Found<'py>> {
        let found = self.with(py, |pool| pool.searches().result())?;
        let moves = found.moves.iter().map(|m| m.map_or(-1, |m| i64::from(m.0)));
        let shape = [self.positions, self.moves];
        Ok((
            Typed::new(PyArray1::from_iter(py, moves)),
            Typed::new(PyArray1::from_vec(py, found.policy).reshape(shape)?),
            Typed::new(PyArray1::from_vec(py, found.values)),
            Typed::new(PyArray1::from_vec(py, found.visits).reshape(shape)?),
        ))
    }

    /// Plays a move in each position, integers or an array of them, and begins the next searches. Those of
    /// finished games are ignored.
    ///
    /// Raises ParameterError for another number of moves, IllegalMoveError with the row for a move that
    /// is not legal there, UnsupportedError while positions wait for the network. Nothing has changed
    /// then.
    fn play(&self, py: Python<'_>, moves: Typed<'_, ArrayLike>) -> Result<()> {
        let moves = Integers::of("moves", &moves.into_inner(), self.positions)?;
        let index = |&m: &i64| core::Move(u16::try_from(m).unwrap_or(u16::MAX));
        let moves: Vec<core::Move> = moves.values()?.iter().map(index).collect();
        self.with(py, |pool| pool.play(&moves))
    }

    /// Begins new searches at other positions of the same game, as where a game is over. ``rows`` is a
    /// row, an array of their numbers, or one of ``len(pool)`` bools; ``positions`` is a position for all
    /// of them, or one for each.
    ///
    /// Raises ParameterError for a row that there is not or that is named twice, a finished position or one
    /// of another game, UnsupportedError while positions wait for the network. Nothing has changed then.
    fn reset(
        &self,
        py: Python<'_>,
        rows: Typed<'_, ArrayLike>,
        positions: Typed<'_, AnyPositions>,
    ) -> Result<()> {
        let rows = chosen_rows(Some(&rows.into_inner()), self.positions)?;
        let positions = given_positions(&positions.into_inner(), rows.len())?;
        let own: Vec<_> = positions.iter().map(|one| one.get().game().as_any()).collect();
        Ok(self.inner.lock(py)?.pool.reset(&rows, &own, None)?)
    }

    /// The planes of the roots as their players to move see them: uint8 of shape
    /// ``(len(pool), planes, height, width)``.
    fn planes<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Bytes>> {
        let [planes, height, width] = self.shape;
        let array = buffers::bytes(py, &[self.positions, planes, height, width])?;
        buffers::filled("planes", &array, |bytes| {
            self.with(py, |pool| {
                pool.write_roots(bytes, &mut []);
                Ok(())
            })
        })
    }

    /// The legal moves of the roots, all of them where the game is over: bool of shape
    /// ``(len(pool), num_moves)``.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Booleans>> {
        let bytes = buffers::bytes(py, &[self.positions, self.moves])?;
        let array = buffers::seen_as::<bool>(bytes.as_any())?;
        buffers::filled("mask", &array, |mask| {
            self.with(py, |pool| {
                pool.write_roots(&mut [], mask);
                Ok(())
            })
        })
    }

    /// The seat to move at each root: int8 of shape ``(len(pool),)``.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Int8s>> {
        let turns = self.inner.lock(py)?.pool.turns().into_iter().map(|turn| turn as i8);
        Ok(Typed::new(PyArray1::from_iter(py, turns)))
    }

    /// A pool with the settings of a pickled one, whose searches begin again.
    #[staticmethod]
    fn _reopen<'py>(
        positions: Items<Bound<'py, Position>>,
        settings: Typed<'py, Keywords>,
        begun: Array<'py, u32, Ix1>,
    ) -> Result<Bound<'py, MctsPool>> {
        let (positions, begun) = (positions.checked("positions")?, begun.list()?);
        let count = positions.len();
        if begun.len() != count {
            let allowed = format!("{count} numbers, one for each row");
            return Err(Error::parameter("begun", allowed, begun.len()).into());
        }
        let Some(first) = positions.first() else {
            return Err(Error::parameter("positions", "at least one position", "none").into());
        };
        let settings = settings.into_inner().cast_into::<PyDict>().map_err(PyErr::from)?;
        let py = settings.py();
        // A position that is over is none to begin with.
        let start = Position::object(py, first.get().game().start())?.into_bound(py);
        let starts = PyList::new(py, std::iter::repeat_n(&start, count))?;
        let pool = py.get_type::<MctsPool>().call((starts,), Some(&settings))?;
        let rows: Vec<usize> = (0..count).collect();
        let own: Vec<_> = positions.iter().map(|one| one.get().game().as_any()).collect();
        let pool = pool.cast_into::<MctsPool>().map_err(PyErr::from)?;
        pool.get().inner.lock(py)?.pool.reset(&rows, &own, Some(&begun))?;
        Ok(pool)
    }

    /// Positions and settings, without the trees: the searches begin again, with the same random
    /// numbers.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Result<Typed<'py, Reduced>> {
        let (py, pool) = (slf.py(), slf.get());
        let positions = pool.positions(py)?;
        let inner = pool.inner.lock(py)?;
        let searches = inner.pool.searches();
        let options = searches.options();
        let settings = PyDict::new(py);
        match options.rule {
            Rule::Gumbel { considered } => {
                settings.set_item("policy", "gumbel")?;
                settings.set_item("considered", considered)?;
            }
            Rule::Puct { c } => {
                settings.set_item("policy", "puct")?;
                settings.set_item("c", c)?;
                settings.set_item("temperature", options.temperature)?;
            }
        }
        match &options.given {
            None => settings.set_item("noise", options.noise)?,
            Some(given) => {
                let shape = [pool.positions, pool.moves];
                settings.set_item("noise", PyArray1::from_slice(py, given).reshape(shape)?)?;
            }
        }
        settings.set_item("simulations", options.simulations)?;
        settings.set_item("cheap", options.cheap)?;
        settings.set_item("full", options.full)?;
        settings.set_item("proof", options.proof)?;
        settings.set_item("symmetry", options.symmetries.then_some("random"))?;
        settings.set_item("see_all", options.see_all)?;
        settings.set_item("leaves", options.leaves)?;
        settings.set_item("memory", options.mib)?;
        settings.set_item("threads", options.threads)?;
        settings.set_item("seed", options.root)?;
        settings.set_item("pad", pool.pad)?;
        let begun = PyArray1::from_vec(py, searches.begun());
        let maker = slf.get_type().getattr("_reopen")?;
        Ok(reduced(maker, (positions, settings, begun))?)
    }

    /// The positions at the roots.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Result<Vec<Typed<'py, AnyPosition>>> {
        let inner = self.inner.lock(py)?;
        let all = (0..self.positions).filter_map(|row| self.game.of(inner.pool.position(row)));
        let object = |game| Ok(Typed::new(Position::object(py, game)?.into_bound(py)));
        all.map(object).collect()
    }

    /// For each position, whether its game is over: a bool array.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Booleans>> {
        let over = self.inner.lock(py)?.pool.searches().over();
        Ok(Typed::new(PyArray1::from_vec(py, over)))
    }

    /// For each position, whether its search has all simulations: a bool array. A network learns from
    /// the policies of those alone.
    #[getter]
    fn full_searches<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Booleans>> {
        let full = self.inner.lock(py)?.pool.searches().full();
        Ok(Typed::new(PyArray1::from_vec(py, full)))
    }

    /// Number of nodes of all trees; a node takes 32 bytes.
    #[getter]
    fn nodes(&self, py: Python<'_>) -> Result<usize> {
        Ok(self.inner.lock(py)?.pool.searches().nodes())
    }

    /// The spec of the game.
    #[getter]
    fn game(&self) -> String {
        self.game.spec()
    }

    fn __len__(&self) -> usize {
        self.positions
    }

    fn __repr__(&self) -> String {
        format!("<MctsPool of {} searches of {}>", self.positions, self.game.spec())
    }
}

/// Refuses positions of different boards, with the first row that differs.
fn check_boards(games: &[&dyn AnyGame]) -> core::Result<()> {
    let spec = games.first().map_or_else(String::new, |game| game.spec());
    let other = games.iter().position(|game| game.spec() != spec);
    other.map_or(Ok(()), |row| {
        let name = format!("the position of row {row}");
        Err(Error::parameter(&name, format!("of {spec}"), games[row].spec()))
    })
}
