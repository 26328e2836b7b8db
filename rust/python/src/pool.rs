//! A pool of searches as a Python object: arrays out, arrays in.

use std::sync::{Mutex, MutexGuard, TryLockError};

use bitgames_core::any::AnyGame;
use bitgames_core::search::mcts::{AnyPool, PoolOptions, Rule};
use bitgames_core::{self as core, Error};
use numpy::{
    PyArray1, PyArray2, PyArray4, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};

use crate::arguments::{self, Int, Real, Root, Text};
use crate::error::Result;
use crate::long_call::long_call;
use crate::position::Position;
use crate::typed::{AnyArrays, Booleans, PoolArrays, PoolResult, Positions, Typed};

/// Bytes to whose multiples the arrays of a pool are aligned: a line of the cache, and the widest
/// vector.
const ALIGNMENT: usize = 64;

/// The arrays of one round: planes and mask.
struct Buffer {
    planes: Py<PyArray4<u8>>,
    mask: Py<PyArray2<bool>>,
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
/// ``noise`` may also be a float32 array of shape ``(len(positions), num_moves)``: the noise itself.
/// With ``cheap``, only the share ``full`` of the searches, drawn at random, has all simulations; the
/// others have ``cheap`` ones and no Dirichlet noise, and a network does not learn from their policies
/// (``full_searches`` tells which). ``proof`` ends a search whose root is proven and skips moves that
/// are proven worse than others. ``symmetry="random"`` shows each position to the network under a random
/// symmetry of the board. ``leaves`` positions of one tree may wait at a time. ``memory`` is the size of
/// all trees in MiB: a full tree stops growing, and the search goes on. With ``pad`` the arrays always
/// have ``len(positions) * leaves`` rows, as compilers of networks like it. ``seed`` is as in
/// ``bitgames.seeding``; equal seeds give equal searches.
///
/// A pool is for one thread at a time: a call while another thread is in one raises UnsupportedError.
/// So does a position that hides something from the player to move. Raises ParameterError for a setting
/// out of its range, and for a finished position or one of another game, with its row.
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
    inner: Mutex<Inner>,
}

/// How a pool or a search with a network chooses moves, by name, with its defaults for self-play.
fn rule(policy: &str, considered: usize, c: Option<Real>) -> Result<Rule> {
    match policy {
        "gumbel" if c.is_none() => Ok(Rule::Gumbel { considered }),
        "gumbel" => Err(Error::parameter("c", "None with policy='gumbel'", "a number").into()),
        "puct" => Ok(Rule::Puct { c: c.map_or(PoolOptions::C, |c| c.0 as f32) }),
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
        options.noise = number as f32;
        return Ok(());
    }
    let values = floats("noise", given, &[&[rows, moves]])?;
    if let Some(at) = values.iter().position(|value| !value.is_finite()) {
        let name = format!("noise of row {}", at / moves);
        return Err(Error::parameter(&name, "finite numbers", values[at]).into());
    }
    options.given = Some(values);
    Ok(())
}

/// The numbers of a float32 array of one of these shapes, or of what NumPy makes one of.
fn floats(name: &str, given: &Bound<'_, PyAny>, shapes: &[&[usize]]) -> Result<Vec<f32>> {
    let py = given.py();
    let array = match given.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        // Arrays of other frameworks, as far as they are in the memory of the processor.
        Err(_) => py
            .import("numpy")?
            .call_method1("asarray", (given,))?
            .cast_into()
            .map_err(PyErr::from)?,
    };
    let wanted = || {
        let shapes: Vec<_> = shapes.iter().map(|shape| format!("{shape:?}")).collect();
        format!("a float32 array of shape {}", shapes.join(" or "))
    };
    let shown = || {
        let kind = array.dtype().str().map_or_else(|_| "?".into(), |kind| kind.to_string());
        format!("{kind} of shape {:?}", array.shape())
    };
    let Ok(typed) = array.cast::<PyArrayDyn<f32>>() else {
        return Err(Error::parameter(name, wanted(), shown()).into());
    };
    if !shapes.contains(&array.shape()) {
        return Err(Error::parameter(name, wanted(), shown()).into());
    }
    let typed = typed.try_readonly().map_err(PyErr::from)?;
    Ok(match typed.as_slice() {
        Ok(values) => values.to_vec(),
        Err(_) => typed.as_array().iter().copied().collect(),
    })
}

/// A new array of zeros whose memory begins at a multiple of [`ALIGNMENT`].
fn aligned<'py>(py: Python<'py>, kind: &str, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let size: usize = shape.iter().product();
    let flat = PyArray1::<u8>::zeros(py, size + ALIGNMENT, false);
    let begin = (ALIGNMENT - flat.data() as usize % ALIGNMENT) % ALIGNMENT;
    let part = flat.get_item(PySlice::new(py, begin as isize, (begin + size) as isize, 1))?;
    part.call_method1("view", (kind,))?.call_method1("reshape", (PyTuple::new(py, shape)?,))
}

impl Buffer {
    fn new(py: Python<'_>, rows: usize, shape: [usize; 3], moves: usize) -> PyResult<Self> {
        let [planes, height, width] = shape;
        let planes = aligned(py, "uint8", &[rows, planes, height, width])?;
        let mask = aligned(py, "bool", &[rows, moves])?;
        let planes = planes.cast_into().map_err(PyErr::from)?.unbind();
        Ok(Buffer { planes, mask: mask.cast_into().map_err(PyErr::from)?.unbind() })
    }
}

/// The first rows of an array.
fn first<'py>(array: Bound<'py, PyAny>, rows: usize, all: usize) -> PyResult<Bound<'py, PyAny>> {
    if rows == all {
        return Ok(array);
    }
    array.get_item(PySlice::new(array.py(), 0, rows as isize, 1))
}

impl MctsPool {
    /// The pool, unless another thread is in a call of it.
    fn lock(&self) -> Result<MutexGuard<'_, Inner>> {
        match self.inner.try_lock() {
            Ok(inner) => Ok(inner),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Error::Unsupported {
                what: "a second call at the same time".into(),
                game: "a pool of searches".into(),
                reason: "another thread is in a call of it; make a pool for each thread".into(),
            }
            .into()),
        }
    }

    fn full_shape(&self) -> [usize; 4] {
        let [planes, height, width] = self.shape;
        [self.rows, planes, height, width]
    }

    /// The arrays given as `out`, if they are as they have to be.
    fn given<'py>(
        &self,
        out: &Bound<'py, PyAny>,
    ) -> Result<(Bound<'py, PyArray4<u8>>, Bound<'py, PyArray2<bool>>)> {
        let pair: Vec<Bound<'py, PyAny>> = match out.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 => pair.iter().collect(),
            _ => {
                let class = out.get_type().name()?.to_string();
                let allowed = "a tuple of two arrays, planes and mask";
                return Err(Error::parameter("out", allowed, class).into());
            }
        };
        let planes = exact("planes of out", &pair[0], "uint8", &self.full_shape())?;
        let mask = exact("mask of out", &pair[1], "bool", &[self.rows, self.moves])?;
        let planes = planes.cast_into().map_err(PyErr::from)?;
        Ok((planes, mask.cast_into().map_err(PyErr::from)?))
    }
}

/// An array of exactly this type and shape, contiguous and writable.
fn exact<'py>(
    name: &str,
    given: &Bound<'py, PyAny>,
    kind: &str,
    shape: &[usize],
) -> Result<Bound<'py, PyAny>> {
    let py = given.py();
    let Ok(array) = given.cast::<PyUntypedArray>() else {
        let class = given.get_type().name()?.to_string();
        return Err(Error::parameter(name, format!("a {kind} array"), class).into());
    };
    let right = if kind == "bool" { numpy::dtype::<bool>(py) } else { numpy::dtype::<u8>(py) };
    let writable: bool = given.getattr("flags")?.getattr("writeable")?.extract()?;
    if !array.dtype().is_equiv_to(&right) || array.shape() != shape {
        let allowed = format!("a {kind} array of shape {shape:?}");
        let given = format!("{} of shape {:?}", array.dtype(), array.shape());
        return Err(Error::parameter(name, allowed, given).into());
    }
    if !array.is_c_contiguous() || !writable {
        let given = if writable { "one with gaps" } else { "a read-only one" };
        return Err(Error::parameter(name, "a contiguous, writable array", given).into());
    }
    Ok(given.clone())
}

/// Access to the memory of an array.
fn open<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
    name: &str,
    array: &Bound<'py, numpy::PyArray<T, D>>,
) -> Result<PyReadwriteArray<'py, T, D>> {
    let overlap = |_| Error::parameter(name, "apart from the other array", "an array in use");
    Ok(array.try_readwrite().map_err(overlap)?)
}

#[pymethods]
impl MctsPool {
    #[new]
    #[pyo3(
        signature = (
            positions, *, simulations = Int(32), policy = Text("gumbel".into()), considered = Int(16), c = None,
            noise = None, temperature = None, cheap = None, full = Real(0.25), proof = true,
            symmetry = None, leaves = Int(1), memory = Int(256), seed = Some(Root(0)), threads = None,
            pad = false
        ),
        text_signature = "(positions, *, simulations=32, policy='gumbel', considered=16, c=None, noise=None, temperature=None, cheap=None, full=0.25, proof=True, symmetry=None, leaves=1, memory=256, seed=0, threads=None, pad=False)"
    )]
    // Keyword arguments in Python.
    #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)]
    fn new(
        py: Python<'_>,
        positions: Vec<Bound<'_, Position>>,
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
        pad: bool,
    ) -> Result<Self> {
        let _ = arguments::threads(threads)?;
        let Some(first) = positions.first() else {
            return Err(Error::parameter("positions", "at least one position", "none").into());
        };
        let game = first.get().game().boxed_clone();
        let considered = considered.within("considered", 1, 160)? as usize;
        let rule = rule(&policy.0, considered, c)?;
        let by_puct = matches!(rule, Rule::Puct { .. });
        if temperature.is_some() && !by_puct {
            return Err(
                Error::parameter("temperature", "None with policy='gumbel'", "a number").into()
            );
        }
        let symmetries = match symmetry.as_ref().map(|text| text.0.as_str()) {
            None => false,
            Some("random") => true,
            Some(other) => {
                let allowed = "'random' or None";
                return Err(Error::parameter("symmetry", allowed, format!("{other:?}")).into());
            }
        };
        let most = i64::MAX as u64;
        let mut options = PoolOptions {
            rule,
            simulations: simulations.within("simulations", 1, 1 << 30)? as usize,
            cheap: cheap.map(|n| n.within("cheap", 1, 1 << 30)).transpose()?.map(|n| n as usize),
            full: full.0,
            noise: if by_puct { PoolOptions::NOISE } else { 1.0 },
            temperature: match temperature {
                Some(Real(temperature)) => temperature as f32,
                None if by_puct => PoolOptions::TEMPERATURE,
                None => 1.0,
            },
            proof,
            symmetries,
            leaves: leaves.within("leaves", 1, 1024)? as usize,
            mib: memory.within("memory", 1, most)? as usize,
            root: Root::or_fresh(py, seed)?.0,
            ..PoolOptions::default()
        };
        let (count, moves, leaves) = (positions.len(), game.num_moves(), options.leaves);
        self::noise(&mut options, noise, count, moves)?;
        let games: Vec<&dyn AnyGame> = positions.iter().map(|one| one.get().game()).collect();
        let pool = check_boards(&games).and_then(|()| game.pool(&games, options))?;
        let (rows, shape) = (count * leaves, pool.planes_shape());
        let buffer = || Buffer::new(py, rows, shape, moves);
        let inner = Mutex::new(Inner { pool, buffers: [buffer()?, buffer()?], turn: 0 });
        Ok(MctsPool { game, positions: count, rows, shape, moves, pad, inner })
    }

    /// True once all searches have ended. Asking for it searches on, as far as that goes without the
    /// network.
    #[getter]
    fn done(&self, py: Python<'_>) -> Result<bool> {
        let mut inner = self.lock()?;
        let pool = &mut inner.pool;
        long_call(py, None, |control| {
            pool.select(control)?;
            Ok(pool.rows().done())
        })
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
    fn select<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> Result<Typed<'py, PoolArrays>> {
        let mut inner = self.lock()?;
        let (planes, mask) = match out {
            Some(out) => self.given(out)?,
            None => {
                let buffer = &inner.buffers[inner.turn];
                (buffer.planes.bind(py).clone(), buffer.mask.bind(py).clone())
            }
        };
        let waiting = {
            let mut planes = open("planes of out", &planes)?;
            let mut mask = open("mask of out", &mask)?;
            let planes = planes.as_slice_mut().map_err(PyErr::from)?;
            let mask = mask.as_slice_mut().map_err(PyErr::from)?;
            let (size, moves, pad) = (self.shape.iter().product::<usize>(), self.moves, self.pad);
            let pool = &mut inner.pool;
            long_call(py, None, move |control| {
                let waiting = pool.select(control)?;
                let rows = if pad { mask.len() / moves } else { waiting };
                pool.write(&mut planes[..rows * size], &mut mask[..rows * moves]);
                Ok(waiting)
            })?
        };
        if out.is_none() {
            inner.turn = 1 - inner.turn;
        }
        let rows = if self.pad { self.rows } else { waiting };
        let planes = first(planes.into_any(), rows, self.rows)?;
        let mask = first(mask.into_any(), rows, self.rows)?;
        Ok(Typed::new(PyTuple::new(py, [planes, mask])?.into_any()))
    }

    /// Takes what the network says of the positions of the last ``select``: logits, a float32 array of
    /// shape ``(k, num_moves)``, and values, a float32 array of shape ``(k,)``, from -1 to 1 for the
    /// player to move, or ``(k, seats)``, for each seat. What it says of illegal moves and of rows of
    /// padding is ignored.
    ///
    /// Raises ParameterError for another shape or type, and for logits of legal moves that are not
    /// finite or values out of range, with their row; UnsupportedError without a ``select`` before it.
    /// The searches have not changed then.
    fn update<'py>(
        &self,
        py: Python<'py>,
        logits: Typed<'py, AnyArrays>,
        values: Typed<'py, AnyArrays>,
    ) -> Result<()> {
        let mut inner = self.lock()?;
        let waiting = inner.pool.rows().num_waiting();
        let rows = if self.pad { self.rows } else { waiting };
        let seats = self.game.facts().players();
        let logits = floats("logits", &logits.into_inner(), &[&[rows, self.moves]])?;
        let values = floats("values", &values.into_inner(), &[&[rows], &[rows, seats]])?;
        if rows == 0 {
            return Ok(());
        }
        let pool = &mut inner.pool;
        Ok(py.detach(|| pool.rows_mut().update(&logits, &values))?)
    }

    /// What the searches have found, as new arrays: the chosen moves (int64, -1 where the game is over);
    /// the policy that a network learns (float32 of shape ``(len(positions), num_moves)``); the value
    /// for the player to move (float32, 0 where the game is over); the visits (uint32, like the policy).
    ///
    /// The policy is the improved one with ``"gumbel"``, and the shares of the visits with ``"puct"``; a
    /// move that is proven worse than another has none of it. Raises UnsupportedError before the
    /// network has seen the roots.
    fn result<'py>(&self, py: Python<'py>) -> Result<Typed<'py, PoolResult>> {
        let mut inner = self.lock()?;
        let pool = &mut inner.pool;
        let found = py.detach(|| pool.rows_mut().found())?;
        let moves = found.moves.iter().map(|m| m.map_or(-1, |m| i64::from(m.0)));
        let shape = [self.positions, self.moves];
        let policy = PyArray1::from_vec(py, found.policy).reshape(shape)?;
        let visits = PyArray1::from_vec(py, found.visits).reshape(shape)?;
        let all = [
            PyArray1::from_iter(py, moves).into_any(),
            policy.into_any(),
            PyArray1::from_vec(py, found.values).into_any(),
            visits.into_any(),
        ];
        Ok(Typed::new(PyTuple::new(py, all)?.into_any()))
    }

    /// Plays a move in each position, integers or an array of them, and begins the next searches. Those of
    /// finished games are ignored.
    ///
    /// Raises ParameterError for another number of moves, IllegalMoveError with the row for a move that
    /// is not legal there, UnsupportedError while positions wait for the network. Nothing has changed
    /// then.
    fn play(&self, py: Python<'_>, moves: Vec<Int>) -> Result<()> {
        let mut inner = self.lock()?;
        let index = |m: Int| core::Move(u16::try_from(m.0).unwrap_or(u16::MAX));
        let moves: Vec<core::Move> = moves.into_iter().map(index).collect();
        let pool = &mut inner.pool;
        Ok(py.detach(|| pool.play(&moves))?)
    }

    /// Begins a new search at another position of the same game in a row, as for a game that is over.
    ///
    /// Raises ParameterError for a row that there is not, a finished position or one of another game,
    /// UnsupportedError while positions wait for the network.
    fn reset(&self, row: Int, position: &Bound<'_, Position>) -> Result<()> {
        let row = row.within("row", 0, self.positions as u64 - 1)? as usize;
        let mut inner = self.lock()?;
        Ok(inner.pool.reset(row, position.get().game().as_any())?)
    }

    /// The positions at the roots.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Positions>> {
        let inner = self.lock()?;
        let all = (0..self.positions).map(|row| {
            let game = core::games::position(&inner.pool.position(row))?;
            Ok(Position::object(py, game)?)
        });
        let all: Vec<Py<PyAny>> = all.collect::<Result<_>>()?;
        Ok(Typed::new(all.into_pyobject(py)?))
    }

    /// For each position, whether its game is over: a bool array.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Booleans>> {
        let over = self.lock()?.pool.rows().over();
        Ok(Typed::new(PyArray1::from_vec(py, over).into_any()))
    }

    /// For each position, whether its search has all simulations: a bool array. A network learns from
    /// the policies of those alone.
    #[getter]
    fn full_searches<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Booleans>> {
        let full = self.lock()?.pool.rows().full();
        Ok(Typed::new(PyArray1::from_vec(py, full).into_any()))
    }

    /// Number of nodes of all trees; a node takes 32 bytes.
    #[getter]
    fn nodes(&self) -> Result<usize> {
        Ok(self.lock()?.pool.rows().nodes())
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
