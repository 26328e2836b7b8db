//! Batches as Python objects.

use std::any::Any;
use std::path::Path;

use bitgames_core::any::AnyGame;
use bitgames_core::batch::{
    Batch as Core, BatchOptions, MAX_FIRST, MAX_ROWS, Mask, Saved, StepArrays,
};
use bitgames_core::{self as core, Error, Player};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyUntypedArray, dtype,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::arguments::{self, FilePath, Int, Root, Text, choice, name_of};
use crate::batch_arguments::{
    ILLEGAL, LAYOUTS, MaskArray, RESETS, Seats, chosen_rows, given_positions, random_plies,
};
use crate::batch_results::{BatchFinal, BatchStep};
use crate::buffers;
use crate::callbacks::Progress;
use crate::error::{Result, kind_of};
use crate::exclusive::Exclusive;
use crate::game_arguments::GameLike;
use crate::integers::Integers;
use crate::long_call::long_call;
use crate::position::Position;
use crate::typed::{
    AnyArray, AnyPosition, AnyPositions, ArrayLike, Booleans, Bytes, DType, Float32s, Int8s,
    Int16s, Int64s, Reduced, SelfType, Typed, reduced,
};

/// Many games of one kind, stepped together: a row is a game, arrays are row by row.
///
/// ``game`` is a spec, or the position in which every game begins; each game of chance is dealt
/// anew. ``n`` is the number of rows. ``seed`` is as in ``bitgames.seeding``. ``first`` is the number
/// of the first row: two halves of 500 rows with ``first=0`` and ``first=500`` play the games of one
/// batch of 1000. ``threads`` change no result; short calls use one.
///
/// ``autoreset`` says when the game after a finished one begins: with ``next_step`` in the next step,
/// which ignores the row's move and gives reward 0; with ``same_step`` at once, and ``final`` keeps
/// the position at the end; with ``disabled`` when ``reset`` is called. ``on_illegal`` is ``raise``,
/// and no row has moved, or ``lose``: the team of the seat to move loses. ``layout`` is ``CHW`` or
/// ``HWC``: planes come first or last. With ``openings="random:6"`` every game begins with 6 moves drawn
/// uniformly, or as many as do not end it; ``ply`` counts them.
///
/// Each call returns new arrays, or fills those that it is given, which must have the exact shape and
/// dtype, be C-contiguous, aligned and writable, and not overlap. Threads may share a batch; it does one
/// call at a time.
///
/// Raises ParameterError for a value that is not allowed, and for a start in which the game is over.
///
/// >>> import bitgames as bg
/// >>> batch = bg.Batch("tictactoe", 3, seed=7)
/// >>> step = batch.step([4, 0, 8])
/// >>> batch[0].to_string(), batch.turn.tolist(), step.terminated.tolist()
/// ('tictactoe .../.o./...', [1, 1, 1], [False, False, False])
/// >>> while not (step := batch.step(batch.sample())).terminated.any():
/// ...     pass
/// >>> step.rewards.shape, batch.planes().shape, batch.legal_mask().shape
/// ((3, 2), (3, 2, 3, 3), (3, 9))
#[pyclass(frozen, module = "bitgames")]
pub struct Batch {
    start: Position,
    core: Exclusive<Core>,
    len: usize,
    /// Number of the first row.
    #[pyo3(get)]
    first: u64,
    /// ``next_step``, ``same_step`` or ``disabled``.
    #[pyo3(get)]
    autoreset: &'static str,
    /// ``raise`` or ``lose``.
    #[pyo3(get)]
    on_illegal: &'static str,
    /// ``CHW`` or ``HWC``.
    #[pyo3(get)]
    layout: &'static str,
    random_plies: u16,
    /// Most threads of a call.
    #[pyo3(get)]
    threads: usize,
    /// Number of move indices of the game.
    #[pyo3(get)]
    num_moves: usize,
    /// The shape of the planes of a row, in the layout of the batch.
    #[pyo3(get)]
    planes_shape: (usize, usize, usize),
}

impl Batch {
    fn of(py: Python<'_>, start: Box<dyn AnyGame>, core: Core) -> PyResult<Self> {
        let options = core.options();
        Ok(Batch {
            len: core.len(),
            first: options.first,
            autoreset: name_of(&RESETS, options.autoreset),
            on_illegal: name_of(&ILLEGAL, options.on_illegal),
            layout: name_of(&LAYOUTS, options.layout),
            random_plies: options.random_plies,
            threads: options.threads,
            num_moves: start.num_moves(),
            planes_shape: core.planes_shape().into(),
            core: Exclusive::new("a batch", core),
            start: Position::new(py, start)?,
        })
    }

    /// Runs `work` with the games, detached.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Core) -> core::Result<T> + Send,
    ) -> Result<T> {
        let core = &mut *self.core.lock(py)?;
        Ok(py.detach(|| work(core))?)
    }

    /// A new array with something of each row.
    fn each<'py, T: Element, H>(
        &self,
        py: Python<'py>,
        of: impl FnOnce(&mut Core) -> Vec<T> + Send,
    ) -> Result<Typed<'py, H>> {
        Ok(Typed::new(PyArray1::from_vec(py, self.with(py, |core| Ok(of(core)))?)))
    }

    /// The rows of an array of planes.
    pub(crate) fn planes_sides(&self, rows: usize) -> [usize; 4] {
        let (a, b, c) = self.planes_shape;
        [rows, a, b, c]
    }

    fn mask_shape(&self) -> [usize; 2] {
        [self.len, self.num_moves]
    }

    /// The given array for a mask of one of these types.
    fn mask_out<'py>(
        &self,
        name: &str,
        given: &Bound<'py, PyAny>,
        types: &[Bound<'py, PyArrayDescr>],
    ) -> Result<MaskArray<'py>> {
        let array = buffers::given(name, given, types, &self.mask_shape())?;
        if let Ok(flags) = array.cast::<PyArrayDyn<bool>>() {
            return Ok(MaskArray::Flags(buffers::writable(name, flags)?));
        }
        Ok(MaskArray::Bytes(buffers::writable(name, &buffers::seen_as(array)?)?))
    }

    /// The seats as which planes are written.
    pub(crate) fn seats(&self, viewer: Option<&Bound<'_, PyAny>>, rows: usize) -> Result<Seats> {
        let Some(viewer) = viewer else { return Ok(Seats::Mover) };
        let last = self.start.game().facts().players() as u64 - 1;
        if viewer.cast::<PyUntypedArray>().is_err_and(|_| viewer.extract::<Int>().is_ok()) {
            let seat = viewer.extract::<Int>()?.within("viewer", 0, last)?;
            return Ok(Seats::One(Player(seat as u8)));
        }
        Ok(Seats::Each(self.seat_of_each("viewer", viewer, rows)?))
    }

    /// A seat for each row.
    fn seat_of_each(&self, name: &str, given: &Bound<'_, PyAny>, rows: usize) -> Result<Vec<u8>> {
        let last = self.start.game().facts().players() as u64 - 1;
        let seats = Integers::of(name, given, rows)?;
        if let Some((row, &seat)) =
            (0..).zip(seats.values()?).find(|(_, seat)| **seat as u64 > last)
        {
            let allowed = format!("from 0 to {last} in each row");
            return Err(Error::parameter(name, allowed, format!("{seat} in row {row}")).into());
        }
        Ok(seats.values()?.iter().map(|&seat| seat as u8).collect())
    }

    fn given_moves<'py>(
        &self,
        moves: Option<Typed<'py, ArrayLike>>,
    ) -> Result<Option<Integers<'py>>> {
        let moves = moves.map(|given| Integers::of("moves", &given.into_inner(), self.len));
        moves.transpose()
    }

    /// Does ``work`` with the given arrays; those for rewards and ends are new ones without ``out``.
    fn stepped<'py>(
        &self,
        py: Python<'py>,
        planes: Option<Typed<'py, Bytes>>,
        mask: Option<Typed<'py, AnyArray>>,
        out: Option<Bound<'py, BatchStep>>,
        work: impl FnOnce(Python<'py>, StepArrays<'_>) -> Result<()>,
    ) -> Result<Bound<'py, BatchStep>> {
        let sides = self.planes_sides(self.len);
        let planes = planes.map(|given| buffers::given_of("planes", &given.into_inner(), &sides));
        let planes = planes.transpose()?;
        let types = [dtype::<bool>(py), dtype::<i8>(py)];
        let mask = mask.map(|given| self.mask_out("mask", &given.into_inner(), &types));
        let mut mask = mask.transpose()?;
        let seats = self.start.game().facts().players();
        let step = match out {
            None => Bound::new(py, BatchStep::new(py, self.len, seats)?)?,
            Some(out) => out,
        };
        let (mut rewards, mut ends) = step.get().writable(py, self.len, seats)?;
        let mut planes = planes.map(|array| buffers::writable("planes", &array)).transpose()?;
        let arrays = StepArrays {
            rewards: buffers::slice("out", &mut rewards)?,
            ends: buffers::slice("out", &mut ends)?,
            planes: planes
                .as_mut()
                .map_or(Ok(Default::default()), |array| buffers::slice("planes", array))?,
            mask: mask.as_mut().map_or(Ok(Mask::default()), MaskArray::values)?,
        };
        work(py, arrays)?;
        Ok(step)
    }

    pub(crate) fn object<'py>(
        &self,
        py: Python<'py>,
        position: &dyn Any,
    ) -> PyResult<Typed<'py, AnyPosition>> {
        let game = self.start.game();
        self.start.sibling(py, game.of(position).unwrap_or_else(|| game.boxed_clone()))
    }

    fn restored(py: Python<'_>, saved: Saved, threads: Option<Int>) -> Result<Typed<'_, SelfType>> {
        let start = core::games::position(saved.start())?;
        let core = saved.restore(start.many().rows()?, arguments::threads(threads)?)?;
        Ok(Typed::new(Bound::new(py, Batch::of(py, start, core)?)?))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (
            game, n, seed = None, first = Int(0), autoreset = Text("next_step".into()),
            on_illegal = Text("raise".into()), layout = Text("CHW".into()), threads = None,
            openings = Text("none".into())
        ),
        text_signature = "(game, n, seed=None, first=0, autoreset='next_step', \
                          on_illegal='raise', layout='CHW', threads=None, openings='none')"
    )]
    fn new(
        py: Python<'_>,
        game: GameLike,
        n: Int,
        seed: Option<Root>,
        first: Int,
        autoreset: Text,
        on_illegal: Text,
        layout: Text,
        threads: Option<Int>,
        openings: Text,
    ) -> Result<Self> {
        let n = n.within("n", 0, MAX_ROWS as u64)?;
        let options = BatchOptions {
            first: first.within("first", 0, MAX_FIRST - n)?,
            autoreset: choice("autoreset", &RESETS, &autoreset.0)?,
            on_illegal: choice("on_illegal", &ILLEGAL, &on_illegal.0)?,
            layout: choice("layout", &LAYOUTS, &layout.0)?,
            random_plies: random_plies(&openings.0)?,
            threads: arguments::threads(threads)?,
            root: Root::or_fresh(py, seed)?.0,
        };
        let start = game.0;
        let core = py.detach(|| Core::new(start.many().rows()?, n as usize, &options))?;
        Ok(Batch::of(py, start, core)?)
    }

    /// The game and its parameters, as a spec.
    #[getter]
    fn game(&self) -> String {
        self.start.game().spec()
    }

    /// The position in which games begin; a game of chance that has not begun there is dealt anew.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, AnyPosition>> {
        self.start.sibling(py, self.start.game().boxed_clone())
    }

    /// ``none``, or ``random:PLIES`` for the random moves with which each game begins.
    #[getter]
    fn openings(&self) -> String {
        match self.random_plies {
            0 => "none".into(),
            plies => format!("random:{plies}"),
        }
    }

    fn __len__(&self) -> usize {
        self.len
    }

    /// The position of a row; negative numbers count from the end.
    fn __getitem__<'py>(&self, py: Python<'py>, row: Int) -> Result<Typed<'py, AnyPosition>> {
        let Some(place) = row.place_among(self.len) else {
            let text = format!("row {} of a batch of {} rows", row.0, self.len);
            return Err(PyIndexError::new_err(text).into());
        };
        Ok(self.object(py, self.core.lock(py)?.position(place)?)?)
    }

    /// The seat to move of each row: int8 of shape ``(n,)``.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Int8s>> {
        self.each(py, |core| core.turns_and_plies().map(|(turn, _)| turn as i8).collect())
    }

    /// Moves since the start of each row, as ``Position.ply``: int16 of shape ``(n,)``.
    #[getter]
    fn ply<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Int16s>> {
        self.each(py, |core| core.turns_and_plies().map(|(_, ply)| ply as i16).collect())
    }

    /// The number of the game of each row, counted from 0: int64 of shape ``(n,)``.
    #[getter]
    fn episode<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Int64s>> {
        self.each(py, |core| core.episodes().map(|episode| episode as i64).collect())
    }

    /// Whether the game of each row is over: bool of shape ``(n,)``. With ``autoreset="same_step"`` no
    /// game is over after a step.
    #[getter]
    fn finished<'py>(&self, py: Python<'py>) -> Result<Typed<'py, Booleans>> {
        self.each(py, |core| core.finished().collect())
    }

    /// Begins the next game in some rows.
    ///
    /// ``rows`` is an array of row numbers or of n bools; None is all rows. ``positions`` is a
    /// position of the game that is not over, or one for each of these rows; None begins at the start
    /// of the batch, with a new deal in games of chance, and with random moves as ``openings`` says,
    /// "none" or "random:6"; None is as the batch was made.
    ///
    /// Raises ParameterError for a row that is not there or is named twice, for a position of
    /// another game or in which the game is over, and for positions with openings; no row has changed
    /// then.
    ///
    /// >>> import bitgames as bg
    /// >>> batch = bg.Batch("tictactoe", 2)
    /// >>> batch.reset([1], [bg.TicTacToe().play("b2")])
    /// >>> batch.ply.tolist(), batch.episode.tolist()
    /// ([0, 1], [0, 1])
    /// >>> batch.reset(openings="random:2")
    /// >>> batch.ply.tolist()
    /// [2, 2]
    #[pyo3(signature = (rows = None, positions = None, *, openings = None))]
    fn reset(
        &self,
        py: Python<'_>,
        rows: Option<Typed<'_, ArrayLike>>,
        positions: Option<Typed<'_, AnyPositions>>,
        openings: Option<Text>,
    ) -> Result<()> {
        let rows = chosen_rows(rows.map(Typed::into_inner).as_ref(), self.len)?;
        let plies = openings.as_ref().map(|openings| random_plies(&openings.0)).transpose()?;
        let Some(positions) = positions else {
            return self.with(py, |core| core.reset(&rows, None, plies));
        };
        if let Some(Text(openings)) = openings {
            return Err(Error::parameter("openings", "None with positions", openings).into());
        }
        let positions = given_positions(&positions.into_inner(), rows.len())?;
        let own: Vec<_> = positions.iter().map(|position| position.get().game().as_any()).collect();
        Ok(self.core.lock(py)?.reset(&rows, Some(&own), None)?)
    }

    /// A legal move for each row, drawn uniformly from the stream of its game: int64 of shape
    /// ``(n,)``. A finished row gets 0. ``out`` is filled and returned if it is given.
    #[pyo3(signature = (out = None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        out: Option<Typed<'py, Int64s>>,
    ) -> Result<Typed<'py, Int64s>> {
        let array = match out.map(Typed::into_inner) {
            None => PyArray1::<i64>::zeros(py, [self.len], false).to_dyn().clone(),
            Some(out) => buffers::given_of("out", &out, &[self.len])?,
        };
        buffers::filled("out", &array, |moves| self.with(py, |core| core.sample(moves)))
    }

    /// Plays a move in each row: an array of integers of shape ``(n,)``, or without ``moves`` those that
    /// ``sample()`` would draw, in one pass. Finished rows take any number. ``planes`` and ``mask`` are
    /// filled with what ``planes()`` and ``legal_mask()`` would return after the step, in the same pass.
    /// ``out``, an earlier step of n rows, is filled and returned if it is given.
    ///
    /// Raises IllegalMoveError for the first row with an illegal move, if ``on_illegal`` is
    /// ``raise``; no row has moved then.
    #[pyo3(signature = (moves = None, planes = None, mask = None, out = None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        moves: Option<Typed<'py, ArrayLike>>,
        planes: Option<Typed<'py, Bytes>>,
        mask: Option<Typed<'py, AnyArray>>,
        out: Option<Bound<'py, BatchStep>>,
    ) -> Result<Bound<'py, BatchStep>> {
        let moves = self.given_moves(moves)?;
        let values = moves.as_ref().map(Integers::values).transpose()?;
        self.stepped(py, planes, mask, out, |py, arrays| {
            self.with(py, |core| core.step(values, arrays))
        })
    }

    /// Plays ``moves`` as ``step`` does, if they are given, and lets a native player answer.
    ///
    /// In each row whose game goes on, ``opponent``, the spec of a player, plays all seats but one,
    /// until that seat is to move or the game is over. ``seats`` is an array of integers of shape
    /// ``(n,)``.
    ///
    /// Each move is that of a new player with a seed of its own, child ``2 + ply`` of the game's seed,
    /// so it depends on nothing but the game. ``terminated`` tells which games are over, and ``rewards``
    /// are their results, also of those that were over before. ``planes`` and ``mask`` are filled
    /// with what ``planes(seats)`` and ``legal_mask()`` would return after them, and ``out`` as by
    /// ``step``.
    ///
    /// Raises UnknownPlayerError, UnsupportedError or ParameterError for a player or a seat that the
    /// game does not have, and with ``autoreset="same_step"``, where no game waits for answers; no row
    /// has moved then.
    ///
    /// >>> import bitgames as bg
    /// >>> batch = bg.Batch("tictactoe", 3, seed=7, autoreset="disabled")
    /// >>> step = batch.reply([0, 0, 0], "perfect", moves=[4, 4, 0])
    /// >>> batch.turn.tolist(), batch[2].to_string()
    /// ([0, 0, 0], 'tictactoe o../.x./...')
    #[pyo3(
        signature = (
            seats, opponent = Text("random".into()), moves = None, planes = None, mask = None,
            out = None
        ),
        text_signature = "($self, seats, opponent='random', moves=None, planes=None, mask=None, \
                          out=None)"
    )]
    fn reply<'py>(
        &self,
        py: Python<'py>,
        seats: Typed<'py, ArrayLike>,
        opponent: Text,
        moves: Option<Typed<'py, ArrayLike>>,
        planes: Option<Typed<'py, Bytes>>,
        mask: Option<Typed<'py, AnyArray>>,
        out: Option<Bound<'py, BatchStep>>,
    ) -> Result<Bound<'py, BatchStep>> {
        let seats = self.seat_of_each("seats", &seats.into_inner(), self.len)?;
        let moves = self.given_moves(moves)?;
        let moves = moves.as_ref().map(Integers::values).transpose()?;
        self.stepped(py, planes, mask, out, |py, arrays| {
            let core = &mut *self.core.lock(py)?;
            long_call(py, None, |control| core.reply(moves, &seats, &opponent.0, arrays, control))
        })
    }

    /// The planes of each row: uint8 of shape ``(n, planes, height, width)``, or with layout ``HWC``
    /// ``(n, height, width, planes)``. ``viewer`` is a seat, or an array with a seat for each row; by
    /// default it is the seat to move. They show nothing that is hidden from the viewer. ``out`` is
    /// filled and returned if it is given.
    #[pyo3(signature = (viewer = None, out = None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<Typed<'py, ArrayLike>>,
        out: Option<Typed<'py, Bytes>>,
    ) -> Result<Typed<'py, Bytes>> {
        let seats = self.seats(viewer.map(Typed::into_inner).as_ref(), self.len)?;
        let sides = self.planes_sides(self.len);
        let array = match out.map(Typed::into_inner) {
            None => buffers::bytes(py, &sides)?,
            Some(out) => buffers::given_of("out", &out, &sides)?,
        };
        buffers::filled("out", &array, |bytes| {
            self.with(py, |core| core.write_planes(seats.viewers(), bytes))
        })
    }

    /// The legal moves of each row as an array of shape ``(n, num_moves)``; all true for a finished
    /// row. ``dtype`` is bool or int8; by default it is that of ``out``, which is filled and returned
    /// if it is given, or else bool.
    #[pyo3(signature = (dtype = None, out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Typed<'py, DType>>,
        out: Option<Typed<'py, AnyArray>>,
    ) -> Result<Typed<'py, AnyArray>> {
        let mut types = vec![numpy::dtype::<bool>(py), numpy::dtype::<i8>(py)];
        if let Some(dtype) = dtype {
            let dtype = dtype.into_inner();
            let wrong = |_| Error::parameter("dtype", "bool or int8", kind_of(&dtype));
            let wanted = PyArrayDescr::new(py, &dtype).map_err(wrong)?;
            types.retain(|known| known.is_equiv_to(&wanted));
            if types.is_empty() {
                return Err(Error::parameter("dtype", "bool or int8", wanted).into());
            }
        }
        let array = match out.map(Typed::into_inner) {
            None => buffers::bytes(py, &self.mask_shape())?.call_method1("view", (&types[0],))?,
            Some(out) => out,
        };
        let mut filled = self.mask_out("out", &array, &types)?;
        let mask = filled.values()?;
        self.with(py, |core| core.write_legal(mask))?;
        drop(filled);
        Ok(Typed::new(array))
    }

    /// The games that ended in the last step and began anew in it; none unless ``autoreset`` is
    /// ``same_step``.
    #[getter]
    fn r#final(slf: &Bound<'_, Self>) -> Result<BatchFinal> {
        let (py, batch) = (slf.py(), slf.get());
        let found = |core: &mut Core| {
            Ok((core.ended().map(|row| row as i64).collect::<Vec<_>>(), core.finals()))
        };
        let (rows, finals) = batch.with(py, found)?;
        Ok(BatchFinal { rows, finals, batch: slf.clone().unbind() })
    }

    /// Plays a random game from each row on and returns the results: float32 of shape
    /// ``(n, seats)``, 1 for a win, -1 for a loss, 0 for a draw. No row changes, but the streams of
    /// ``sample`` go on. A finished row gives its result.
    ///
    /// ``progress(done, total)`` is called every 50 ms.
    #[pyo3(signature = (*, progress = None))]
    fn playout<'py>(
        &self,
        py: Python<'py>,
        progress: Option<Progress>,
    ) -> Result<Typed<'py, Float32s>> {
        let seats = self.start.game().facts().players();
        buffers::check_room(4 * self.len * seats)?;
        let results = PyArray2::<f32>::zeros(py, [self.len, seats], false);
        let mut writable = results.readwrite();
        let out = writable.as_slice_mut().unwrap_or_default();
        let core = &mut *self.core.lock(py)?;
        long_call(py, progress, |control| core.playout(out, control))?;
        drop(writable);
        Ok(Typed::new(results))
    }

    /// The same games, which go on apart from these.
    fn copy(&self, py: Python<'_>) -> Result<Batch> {
        let core = self.with(py, |core| core.copy())?;
        Ok(Batch::of(py, self.start.game().boxed_clone(), core)?)
    }

    fn __copy__(&self, py: Python<'_>) -> Result<Batch> {
        self.copy(py)
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Result<Batch> {
        self.copy(py)
    }

    /// Writes the batch to a file: games, streams and choices, but not the number of threads. The file
    /// is whole or absent. It also holds what is hidden from players.
    ///
    /// Raises OSError.
    ///
    /// >>> import bitgames as bg, pathlib, tempfile
    /// >>> batch = bg.Batch("quo:3", 4, seed=1)
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     batch.save(pathlib.Path(folder, "batch"))
    /// ...     again = bg.Batch.load(pathlib.Path(folder, "batch"))
    /// >>> bool((batch.sample() == again.sample()).all())
    /// True
    fn save(&self, py: Python<'_>, path: FilePath) -> Result<()> {
        self.with(py, |core| core.save(&path.0))
    }

    /// The batch of a file that ``save`` wrote; it goes on as the one that was saved.
    ///
    /// Raises DamagedFileError for a file that is damaged, cut short, of another kind or version, and
    /// OSError.
    #[classmethod]
    #[pyo3(signature = (path, *, threads = None))]
    fn load<'py>(
        _cls: &Bound<'py, PyType>,
        py: Python<'py>,
        path: FilePath,
        threads: Option<Int>,
    ) -> Result<Typed<'py, SelfType>> {
        Batch::restored(py, py.detach(|| Saved::open(&path.0))?, threads)
    }

    /// The batch as bytes, as ``save`` writes them.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.with(py, |core| Ok(core.to_bytes()))?))
    }

    /// The batch of the bytes that ``to_bytes`` returned.
    ///
    /// Raises DamagedFileError as ``load``.
    #[classmethod]
    #[pyo3(signature = (data, *, threads = None))]
    fn from_bytes<'py>(
        _cls: &Bound<'py, PyType>,
        py: Python<'py>,
        data: &Bound<'py, PyBytes>,
        threads: Option<Int>,
    ) -> Result<Typed<'py, SelfType>> {
        Batch::restored(py, Saved::of_bytes(data.as_bytes(), Path::new("bytes"))?, threads)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Result<Typed<'py, Reduced>> {
        let bytes = slf.get().to_bytes(slf.py())?;
        Ok(reduced(slf.get_type().getattr("from_bytes")?, (bytes,))?)
    }

    fn __repr__(&self) -> String {
        let rows = if self.len == 1 { "row" } else { "rows" };
        format!("<Batch {}, {} {rows}>", self.start.game().spec(), self.len)
    }
}
