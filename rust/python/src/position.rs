//! The base class of every game's positions: what all games share, once.

use std::sync::OnceLock;

use bitgames_core::any::AnyGame;
use bitgames_core::rng::Rng;
use bitgames_core::{self as core, Error};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::arguments::{Int, Root, Text};
use crate::cells;
use crate::error::{IllegalMoveError, ParseError, Raise, Result, tell};
use crate::legal_moves::Moves;
use crate::moves::{Board, Move, MoveLike, Shared, mask, same_board};
use crate::picture::{SceneOptions, SvgOptions, TextOptions};
use crate::typed::{
    AnyCells, AnyMove, AnyPosition, AnyText, AnyTheme, AnyViewer, Arrows, Booleans, Bytes,
    CellValues, Cells, Floats, Index, Int64s, Reduced, Scene, SelfType, Typed, reduced,
};
use crate::values::{Facts, Outcome};

/// A position that becomes a Python object of the same class as its origin.
type Same<'py> = Typed<'py, SelfType>;

/// A position of a game: an immutable, hashable, picklable value that knows its rules.
///
/// Every game has a subclass; ``bitgames.position`` makes one from a spec or from a line of text.
///
/// >>> import bitgames as bg
/// >>> pos = bg.position("tictactoe")
/// >>> pos.legal_moves
/// [a1, b1, c1, a2, b2, c2, a3, b3, c3]
/// >>> after = pos.play("b2")
/// >>> after.to_string(), pos.ply, after.turn
/// ('tictactoe .../.o./...', 0, 1)
#[pyclass(frozen, subclass, module = "bitgames")]
pub struct Position {
    game: Box<dyn AnyGame>,
    shared: Board,
    wrap: Wrap,
}

/// Turns a position into an object of its game's class.
pub type Wrap = fn(Python<'_>, Position) -> PyResult<Py<PyAny>>;

/// The classes of games, by the names in their facts; the module sets them when it is made.
pub static CLASSES: OnceLock<&[(&str, Wrap)]> = OnceLock::new();

impl Position {
    /// The parts of a new object, for a position without an origin.
    pub fn new(py: Python<'_>, game: Box<dyn AnyGame>) -> PyResult<Self> {
        let (shared, name) = (Shared::of(py, game.as_ref())?, game.facts().name);
        let known = CLASSES.get().and_then(|all| all.iter().find(|class| class.0 == name));
        let base: Wrap = |py, position| Ok(Py::new(py, position)?.into_any());
        Ok(Position { game, shared, wrap: known.map_or(base, |class| class.1) })
    }

    /// The object of a position without an origin.
    pub fn object(py: Python<'_>, game: Box<dyn AnyGame>) -> PyResult<Py<PyAny>> {
        let position = Position::new(py, game)?;
        (position.wrap)(py, position)
    }

    /// The position itself.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// The data that the board's positions share.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Why a move that is not legal here cannot be played.
    pub fn illegal(&self, py: Python<'_>, m: core::Move) -> Raise {
        let refusal = self.game.play(m).err();
        let refusal = refusal.unwrap_or_else(|| Error::parameter("move", "a legal move", m.0));
        self.refused(py, refusal.into())
    }

    /// An error about a move here; in a game without hidden information it has the legal moves.
    fn refused(&self, py: Python<'_>, raise: Raise) -> Raise {
        if raise.error().is_instance_of::<IllegalMoveError>(py)
            && !self.game.facts().hidden
            && let Ok(position) = self.sibling::<AnyPosition>(py, self.game.boxed_clone())
        {
            let position = position.into_inner();
            if let Ok(legal) = position.getattr("legal_moves") {
                tell(py, raise.error(), "legal_moves", legal);
            }
            tell(py, raise.error(), "position", position);
        }
        raise
    }

    /// Another position on the same board, without an object.
    pub fn same_board(&self, game: Box<dyn AnyGame>) -> Self {
        Position { game, shared: self.shared.clone(), wrap: self.wrap }
    }

    /// The same as an object.
    pub fn sibling<'py, H>(
        &self,
        py: Python<'py>,
        game: Box<dyn AnyGame>,
    ) -> PyResult<Typed<'py, H>> {
        Ok(Typed::new((self.wrap)(py, self.same_board(game))?.into_bound(py)))
    }

    /// The move that an argument means on this board, legal here or not.
    pub fn resolve(&self, m: MoveLike<'_>) -> Result<core::Move> {
        self.resolve_in(self.game(), m)
    }

    /// The same in another position on the same board, which the errors name.
    pub fn resolve_in(&self, game: &dyn AnyGame, m: MoveLike<'_>) -> Result<core::Move> {
        match m {
            MoveLike::Move(m) => same_board(&self.shared, game, game.turn(), &m),
            MoveLike::Text(text) => Ok(game.parse_move(&text)?),
            MoveLike::Index(index) => match u16::try_from(index) {
                Ok(index) if usize::from(index) < self.shared.moves.len() => Ok(core::Move(index)),
                _ => Err(Error::IllegalMove {
                    text: index.to_string(),
                    position: game.view(game.turn()),
                    reason: format!("move indices go from 0 to {}", self.shared.moves.len() - 1),
                }
                .into()),
            },
        }
    }

    /// A seat of this game.
    pub fn player(&self, player: Int) -> Result<core::Player> {
        let last = self.game.facts().players() as u64 - 1;
        Ok(core::Player(player.within("player", 0, last)? as u8))
    }

    fn symmetry(&self, symmetry: Int) -> Result<usize> {
        let last = self.game.num_symmetries() as u64 - 1;
        Ok(symmetry.within("symmetry", 0, last)? as usize)
    }
}

#[pymethods]
impl Position {
    /// The game and its parameters, as a spec: ``tictactoe``, ``mnk:6,5,4``.
    #[getter(game)]
    fn spec(&self) -> String {
        self.game.spec()
    }

    /// The facts of the game: players, sizes, ranges.
    #[getter]
    fn facts(&self) -> Facts {
        Facts::of(self.game())
    }

    /// The seat to move, 0 for the first player. After the end of the game it is the seat that
    /// would move next.
    #[getter]
    fn turn(&self) -> u8 {
        self.game.turn().0
    }

    /// Moves since the start, as far as the position shows them: Othello counts discs and so no
    /// passes; Mosaic also counts the pieces that a chain places.
    #[getter]
    fn ply(&self) -> usize {
        self.game.ply()
    }

    /// Number of move indices of the game.
    #[getter]
    fn num_moves(&self) -> usize {
        self.shared.moves.len()
    }

    /// True once the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The outcome of the game; None while it is not over.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(|outcome| Outcome::of(self.game(), &outcome))
    }

    /// One float per player: 1.0 for a win, -1.0 for a loss, 0.0 for a draw or an unfinished game.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Floats>> {
        let outcome = self.game.outcome();
        let seats = (0..self.game.facts().players() as u8).map(core::Player);
        let returns: Vec<f64> =
            seats.map(|seat| outcome.map_or(0.0, |outcome| outcome.returns(seat))).collect();
        Ok(Typed::new(PyTuple::new(py, returns)?))
    }

    /// The legal moves in index order: a sequence whose ``in`` also takes text; empty once the game
    /// is over.
    ///
    /// >>> import bitgames as bg
    /// >>> "b2" in bg.TicTacToe().legal_moves
    /// True
    #[getter]
    fn legal_moves(slf: &Bound<'_, Self>) -> Moves {
        Moves::of(slf)
    }

    /// Transposition key of 64 bits: equal for equal positions, stable across releases.
    #[getter]
    fn key(&self) -> u64 {
        self.game.key()
    }

    /// The cells with a piece.
    #[getter]
    fn occupied<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, AnyCells>> {
        cells::object(py, self.game.occupied())
    }

    /// The cells without a piece.
    #[getter]
    fn empty<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, AnyCells>> {
        let occupied = self.game.occupied();
        cells::object(py, occupied.with(!occupied.bits()))
    }

    /// The cells with a piece of a player, 0 for the first player.
    ///
    /// Raises ParameterError for a seat that the game does not have.
    fn pieces<'py>(&self, py: Python<'py>, player: Int) -> Result<Typed<'py, AnyCells>> {
        Ok(cells::object(py, self.game.pieces(self.player(player)?))?)
    }

    /// The cells that decided the game, which pictures mark; empty while it is not over.
    #[getter]
    fn highlights<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, AnyCells>> {
        cells::object(py, self.game.highlights())
    }

    /// The start of this game under the same rules; a game of chance is dealt by ``seed``.
    ///
    /// ``seed`` is as in ``bitgames.seeding``; None gives a new deal at each call.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.TicTacToe().play("b2").deal(7) == bg.TicTacToe()
    /// True
    #[pyo3(signature = (seed = None))]
    fn deal<'py>(&self, py: Python<'py>, seed: Option<Root>) -> Result<Same<'py>> {
        let seed = Root::or_fresh(py, seed)?.stream();
        Ok(self.sibling(py, self.game.deal(&mut Rng::new(seed)))?)
    }

    /// The position after a move: a Move, an index, or text. This position does not change.
    ///
    /// Raises IllegalMoveError for a move that is not legal here, ParseError for text that is not a
    /// move.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.TicTacToe().play("b2").play("b2")
    /// Traceback (most recent call last):
    /// ...
    /// bitgames.IllegalMoveError: illegal move b2 in 'tictactoe .../.o./...': legal moves are a1 b1 c1 a2 c2 a3 b3 c3
    #[pyo3(signature = (r#move))]
    fn play<'py>(&self, py: Python<'py>, r#move: MoveLike<'_>) -> Result<Same<'py>> {
        let next = self.resolve(r#move).and_then(|m| Ok(self.game.play(m)?));
        Ok(self.sibling(py, next.map_err(|raise| self.refused(py, raise))?)?)
    }

    /// True if this move may be played here; False for text or an index that names no move.
    ///
    /// Raises TypeError for an object that is not a Move, an index or text.
    #[pyo3(signature = (r#move))]
    fn is_legal(&self, r#move: MoveLike<'_>) -> bool {
        self.resolve(r#move).is_ok_and(|m| self.game.is_legal(m))
    }

    /// The move with this notation on this board, legal here or not.
    ///
    /// Raises ParseError for text that is not a move of the board.
    ///
    /// >>> import bitgames as bg
    /// >>> int(bg.Othello().parse_move("D3"))
    /// 19
    fn parse_move(&self, py: Python<'_>, text: Text) -> Result<Py<Move>> {
        Ok(self.shared.get(py, self.game.parse_move(&text.0)?))
    }

    /// The cell on which a move places or moves a piece, numbered as in the sets of cells; None for a
    /// pass.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Othello().cell_of("d3"), bg.Othello().cell_of("pass")
    /// (19, None)
    #[pyo3(signature = (r#move))]
    fn cell_of(&self, r#move: MoveLike<'_>) -> Result<Option<usize>> {
        Ok(self.game.cell_of(self.resolve(r#move)?))
    }

    /// The legal moves as a new array of shape ``(num_moves,)`` and dtype bool, indexed by move.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Othello().legal_mask().nonzero()[0].tolist()
    /// [19, 26, 37, 44]
    fn legal_mask<'py>(&self, py: Python<'py>) -> Typed<'py, Booleans> {
        mask(py, self.num_moves(), self.game.legal_moves())
    }

    /// The position as planes for learning: a uint8 array of shape ``(planes, height, width)`` with
    /// values 0 and 1. It shows what ``player`` (default: the player to move) may know, their own
    /// pieces first.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.TicTacToe().play("b2")
    /// >>> int(pos.planes(0)[0].sum()), int(pos.planes()[0].sum())
    /// (1, 0)
    #[pyo3(signature = (player = None))]
    fn planes<'py>(&self, py: Python<'py>, player: Option<Int>) -> Result<Typed<'py, Bytes>> {
        let player = player.map_or(Ok(self.game.turn()), |player| self.player(player))?;
        let (width, height) = self.game.shape();
        let shape = [self.game.num_planes(), usize::from(height), usize::from(width)];
        let mut planes = vec![0; shape.iter().product()];
        self.game.write_planes(player, &mut planes);
        let flat = PyArray1::from_vec(py, planes);
        Ok(Typed::new(flat.reshape(shape)?))
    }

    /// What each of the planes shows, in their order: as many texts as there are planes.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Othello().plane_names
    /// ['own pieces', 'pieces of the other player']
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.game.plane_names()
    }

    /// The position as a player knows it, in one line; the whole position in a game without hidden
    /// information.
    fn view(&self, player: Int) -> Result<String> {
        Ok(self.game.view(self.player(player)?))
    }

    /// A random position that ``player`` cannot tell from this one; the position itself in a game
    /// without hidden information.
    ///
    /// ``seed`` is as in ``bitgames.seeding``; None draws a new one at each call.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.Honeymoon(7)
    /// >>> world = pos.determinize(0, 1)
    /// >>> world.view(0) == pos.view(0), world == pos
    /// (True, False)
    #[pyo3(signature = (player, seed = None))]
    fn determinize<'py>(
        &self,
        py: Python<'py>,
        player: Int,
        seed: Option<Root>,
    ) -> Result<Same<'py>> {
        let (player, seed) = (self.player(player)?, Root::or_fresh(py, seed)?.stream());
        Ok(self.sibling(py, self.game.determinize(player, &mut Rng::new(seed)))?)
    }

    /// Number of symmetries of the board, the identity included.
    #[getter]
    fn num_symmetries(&self) -> usize {
        self.game.num_symmetries()
    }

    /// The position after a symmetry of the board, 0 to ``num_symmetries - 1``; 0 is the identity.
    ///
    /// Raises ParameterError for another number.
    fn transform<'py>(&self, py: Python<'py>, symmetry: Int) -> Result<Same<'py>> {
        let symmetry = self.symmetry(symmetry)?;
        Ok(self.sibling(py, self.game.transform(symmetry))?)
    }

    /// The move after a symmetry of the board.
    #[pyo3(signature = (r#move, symmetry))]
    fn transform_move(
        &self,
        py: Python<'_>,
        r#move: MoveLike<'_>,
        symmetry: Int,
    ) -> Result<Py<Move>> {
        let symmetry = self.symmetry(symmetry)?;
        let m = self.game.transform_move(self.resolve(r#move)?, symmetry);
        Ok(self.shared.get(py, m))
    }

    /// The position after each symmetry of the board, the identity first.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Same<'py>>> {
        let all = 0..self.game.num_symmetries();
        all.map(|s| self.sibling(py, self.game.transform(s))).collect()
    }

    /// The symmetries of the board as indices that turn arrays, such as those a network learns from: of
    /// planes that are flat, int64 of shape ``(num_symmetries, planes * height * width)``, and of moves,
    /// int64 of shape ``(num_symmetries, num_moves)``. All positions of a board have the same.
    ///
    /// >>> import bitgames as bg
    /// >>> position = bg.Othello().play("f5")
    /// >>> planes, moves = position.symmetry_indices()
    /// >>> turned = position.transform(3)
    /// >>> bool((turned.planes().ravel() == position.planes().ravel()[planes[3]]).all())
    /// True
    /// >>> bool((turned.legal_mask() == position.legal_mask()[moves[3]]).all())
    /// True
    fn symmetry_indices<'py>(
        &self,
        py: Python<'py>,
    ) -> Result<(Typed<'py, Int64s>, Typed<'py, Int64s>)> {
        let (game, (width, height)) = (&self.game, self.game.shape());
        let count = game.num_symmetries();
        let indices = |length: usize, image: &dyn Fn(usize, usize) -> usize| {
            let mut indices = vec![0; count * length];
            for (s, indices) in indices.chunks_exact_mut(length).enumerate() {
                for place in 0..length {
                    indices[image(place, s)] = place as i64;
                }
            }
            let indices = PyArray1::from_vec(py, indices).reshape([count, length])?;
            Result::Ok(Typed::new(indices))
        };
        let places = game.num_planes() * usize::from(width) * usize::from(height);
        let move_image = |m: usize, s| game.transform_move(core::Move(m as u16), s).index();
        Ok((
            indices(places, &|place, s| game.plane_image(place, s))?,
            indices(game.num_moves(), &move_image)?,
        ))
    }

    /// The representative of the positions that symmetries make equal: the same for all of them.
    fn canonical<'py>(&self, py: Python<'py>) -> PyResult<Same<'py>> {
        self.sibling(py, self.game.canonical())
    }

    /// The position as one line, which ``from_string`` and ``bitgames.position`` read back.
    #[pyo3(name = "to_string")]
    fn line(&self) -> String {
        self.game.to_string()
    }

    /// The position from a line that ``to_string`` wrote.
    ///
    /// Raises ParseError for text that is not such a line or is of another game,
    /// InvalidPositionError for a position that no game can reach.
    #[classmethod]
    fn from_string<'py>(cls: &Bound<'py, PyType>, text: Text) -> Result<Same<'py>> {
        let (py, text) = (cls.py(), text.0.as_str());
        if !text.contains(' ') {
            let reason = "a position is a spec, a space and cells: 'tictactoe .../.../...'";
            return Err(Error::parse("position", text, reason).into());
        }
        let object = Position::object(py, core::games::position(text)?)?.into_bound(py);
        if object.is_instance(cls)? {
            return Ok(Typed::new(object));
        }
        let class = cls.name()?;
        Err(ParseError::new_err(format!(
            "{text:?} is not a position of {class}, but of another game"
        ))
        .into())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| self.game.equals(other.get().game()))
    }

    fn __hash__(&self) -> isize {
        self.game.key() as isize
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let read = py.import("bitgames._core")?.getattr("position")?;
        reduced(read, (self.game.to_string(),))
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        let _ = memo;
        slf
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let class = slf.get_type().name()?;
        Ok(format!("{class}.from_string('{}')", slf.get().game))
    }

    /// The scene of the position, from which pictures are drawn: JSON data, a dictionary of at most
    /// 4 KB.
    ///
    /// ``viewer`` is a seat, by its number or name: the scene holds only what this seat may know.
    /// ``public`` is a viewer without a seat, ``all`` shows everything. By default the viewer is the player to move while cards are hidden,
    /// and sees everything once the game is over.
    /// ``last_move`` is the move that led here, ``previous`` the position before it. With both, the
    /// scene also has the other cells that the move changed.
    ///
    /// Raises ParameterError for a seat that the game does not have or for ``previous`` without
    /// ``last_move``, ParseError or IllegalMoveError for a last move that cannot lead here.
    ///
    /// >>> import bitgames as bg
    /// >>> scene = bg.TicTacToe().play("b2").scene(last_move="b2")
    /// >>> scene["version"], scene["kind"], scene["owners"], scene["last"]
    /// (1, 'grid', '....0....', {'index': 4, 'text': 'b2', 'cell': 4})
    #[pyo3(signature = (viewer = None, *, last_move = None, previous = None))]
    fn scene<'py>(
        slf: &Bound<'py, Self>,
        viewer: Option<Typed<'py, AnyViewer>>,
        last_move: Option<Typed<'py, AnyMove>>,
        previous: Option<Typed<'py, AnyPosition>>,
    ) -> Result<Typed<'py, Scene>> {
        let options = SceneOptions { viewer, last_move, previous };
        Ok(Typed::new(options.scene(slf.py(), slf.get())?))
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        TextOptions::default().draw(SceneOptions::default().scene(slf.py(), slf.get())?)
    }

    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        SvgOptions::default().draw(SceneOptions::default().scene(slf.py(), slf.get())?)
    }

    /// The position drawn as text: a grid with coordinates, or a table of cards, and a caption.
    ///
    /// ``viewer``, ``last_move`` and ``previous`` are as in ``scene``, the other options as in
    /// ``bitgames.render.to_text``.
    ///
    /// >>> import bitgames as bg
    /// >>> print(bg.TicTacToe().play("b2").to_text(last_move="b2", values={"a1": 1}))
    ///     a  b  c
    /// 1  +1  .  .
    /// 2   . [o] .
    /// 3   .  .  .
    /// x to move
    #[pyo3(signature = (
        *, viewer = None, last_move = None, previous = None, legal = false, numbers = false,
        cell_width = Int(1), color = false, flip = false, values = None
    ), text_signature = "($self, *, viewer=None, last_move=None, previous=None, legal=False, numbers=False, cell_width=1, color=False, flip=False, values=None)")]
    fn to_text<'py>(
        slf: &Bound<'py, Self>,
        viewer: Option<Typed<'py, AnyViewer>>,
        last_move: Option<Typed<'py, AnyMove>>,
        previous: Option<Typed<'py, AnyPosition>>,
        legal: bool,
        numbers: bool,
        cell_width: Int,
        color: bool,
        flip: bool,
        values: Option<Typed<'py, CellValues>>,
    ) -> PyResult<String> {
        let scene = SceneOptions { viewer, last_move, previous }.scene(slf.py(), slf.get())?;
        TextOptions { legal, numbers, cell_width, color, flip, values }.draw(scene)
    }

    /// The position as an SVG document.
    ///
    /// ``viewer``, ``last_move`` and ``previous`` are as in ``scene``, the other options as in
    /// ``bitgames.render.to_svg``.
    ///
    /// >>> import bitgames as bg
    /// >>> svg = bg.Othello().to_svg(values={"d3": 6}, arrows=[("f5", "d6")], theme="dark")
    /// >>> svg.count("data-cell"), "+6" in svg
    /// (64, True)
    #[pyo3(signature = (
        *, viewer = None, last_move = None, previous = None, legal = false, view = None,
        size = None, flip = false, theme = None, values = None, marks = None, arrows = None
    ))]
    fn to_svg<'py>(
        slf: &Bound<'py, Self>,
        viewer: Option<Typed<'py, AnyViewer>>,
        last_move: Option<Typed<'py, AnyMove>>,
        previous: Option<Typed<'py, AnyPosition>>,
        legal: bool,
        view: Option<Typed<'py, AnyText>>,
        size: Option<Typed<'py, Index>>,
        flip: bool,
        theme: Option<Typed<'py, AnyTheme>>,
        values: Option<Typed<'py, CellValues>>,
        marks: Option<Typed<'py, Cells>>,
        arrows: Option<Typed<'py, Arrows>>,
    ) -> PyResult<String> {
        let scene = SceneOptions { viewer, last_move, previous }.scene(slf.py(), slf.get())?;
        SvgOptions { legal, view, size, flip, theme, values, marks, arrows }.draw(scene)
    }
}
