//! The view of a seat in a game with hidden information, as a Python object.

use std::hash::Hash;
use std::sync::OnceLock;

use bitgames_core::any::AnyGame;
use bitgames_core::rng::Rng;
use bitgames_core::{MoveList, Player};
use pyo3::prelude::*;

use crate::arguments::{Int, Root, Text};
use crate::error::Result;
use crate::moves::{Move, MoveLike, mask};
use crate::picture::{SceneOptions, SvgOptions, TextOptions};
use crate::position::Position;
use crate::typed::{
    AnyMove, AnyPosition, AnyText, AnyTheme, Arrows, Booleans, CellValues, Cells, Index, Reduced,
    Scene, Typed, by_value, reduced,
};
use crate::values::{Facts, Outcome};

/// The seed of the world that stands for all worlds of a view.
const CANONICAL: u64 = 0x5649_4557;

/// All that a seat may know of a position; the position itself in a game without hidden
/// information.
///
/// ``View(position, player)`` is the view of the seat ``player``. It keeps only one world, which
/// ``determinize`` draws with a fixed seed: the same world for all positions that the seat cannot
/// tell apart. Views are equal if the seats know the same. A game with hidden information has a
/// subclass with methods of its own.
///
/// >>> import bitgames as bg
/// >>> pos = bg.Honeymoon(7)
/// >>> view = bg.View(pos, 0)
/// >>> view.text == pos.view(0), view.player
/// (True, 0)
/// >>> view == bg.View(pos.determinize(0, seed=5), 0)
/// True
#[pyclass(frozen, eq, hash, subclass, module = "bitgames")]
pub struct View {
    /// A world that is possible for the seat.
    world: Position,
    player: Player,
    /// The view as one line, equal to ``Position.view``.
    #[pyo3(get)]
    text: String,
}

/// Turns a view into an object of the class that its game has for views.
pub type WrapView = fn(Python<'_>, View) -> PyResult<Py<PyAny>>;

/// The classes of games for views, as those for positions.
pub static CLASSES: OnceLock<&[(&str, WrapView)]> = OnceLock::new();

by_value!(View);

impl View {
    /// The view of a seat.
    pub fn of(position: &Position, player: Player) -> Self {
        let game = position.game();
        let world = game.determinize(player, &mut Rng::new(CANONICAL));
        View { world: position.same_board(world), player, text: game.view(player) }
    }

    /// The object of the view of a seat, in the game's class for views.
    pub fn object(py: Python<'_>, position: &Position, player: Player) -> PyResult<Py<PyAny>> {
        let name = position.game().facts().name;
        let known = CLASSES.get().and_then(|all| all.iter().find(|class| class.0 == name));
        let base: WrapView = |py, view| Ok(Py::new(py, view)?.into_any());
        known.map_or(base, |class| class.1)(py, View::of(position, player))
    }

    /// The world that stands for all worlds of the view.
    pub fn world(&self) -> &Position {
        &self.world
    }

    /// The seat of this view.
    pub fn seat(&self) -> Player {
        self.player
    }

    fn game(&self) -> &dyn AnyGame {
        self.world.game()
    }

    fn compared(&self) -> impl Hash + PartialEq {
        (self.player, &self.text)
    }

    /// The legal moves, if the seat is to move; those of another seat depend on what is hidden.
    fn legal(&self) -> MoveList {
        let is_to_move = self.game().turn() == self.player;
        if is_to_move { self.game().legal_moves() } else { MoveList::new() }
    }
}

#[pymethods]
impl View {
    #[new]
    #[allow(clippy::new_ret_no_self)] // the class of the object is that of the game's views
    fn new(py: Python<'_>, position: &Bound<'_, Position>, player: Int) -> Result<Py<PyAny>> {
        let position = position.get();
        Ok(View::object(py, position, position.player(player)?)?)
    }

    /// The seat of this view, 0 for the first player.
    #[getter]
    fn player(&self) -> u8 {
        self.player.0
    }

    /// The game and its parameters, as a spec.
    #[getter(game)]
    fn spec(&self) -> String {
        self.game().spec()
    }

    /// The facts of the game: players, sizes, ranges.
    #[getter]
    fn facts(&self) -> Facts {
        Facts::of(self.game())
    }

    /// The seat to move. After the end of the game it is the seat that would move next.
    #[getter]
    fn turn(&self) -> u8 {
        self.game().turn().0
    }

    /// Moves since the start, as in ``Position.ply``.
    #[getter]
    fn ply(&self) -> usize {
        self.game().ply()
    }

    /// Number of move indices of the game.
    #[getter]
    fn num_moves(&self) -> usize {
        self.game().num_moves()
    }

    /// True once the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().is_over()
    }

    /// The outcome of the game; None while it is not over.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome().map(|outcome| Outcome::of(self.game(), &outcome))
    }

    /// The legal moves in index order; empty while another seat is to move, and once the game is
    /// over.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> Vec<Py<Move>> {
        self.world.shared().list(py, &self.legal())
    }

    /// The legal moves as a boolean array of shape ``(num_moves,)``.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Typed<'py, Booleans> {
        mask(py, self.game().num_moves(), self.legal())
    }

    /// True if the seat is to move and may play this move; False for text or an index that names no
    /// move.
    #[pyo3(signature = (r#move))]
    fn is_legal(&self, r#move: MoveLike<'_>) -> bool {
        self.world.resolve(r#move).is_ok_and(|m| self.legal().contains(&m))
    }

    /// The move with this notation on this board, legal here or not. Raises ParseError for other
    /// text.
    fn parse_move(&self, py: Python<'_>, text: Text) -> Result<Py<Move>> {
        Ok(self.world.shared().get(py, self.game().parse_move(&text.0)?))
    }

    /// A random world: a position that is consistent with all that the seat knows.
    ///
    /// ``seed`` is as in ``bitgames.seeding``; None draws a new one at each call.
    ///
    /// >>> import bitgames as bg
    /// >>> view = bg.View(bg.Honeymoon(7), 0)
    /// >>> world = view.determinize(seed=1)
    /// >>> bg.View(world, 0) == view
    /// True
    #[pyo3(signature = (seed = None))]
    fn determinize<'py>(
        &self,
        py: Python<'py>,
        seed: Option<Root>,
    ) -> Result<Typed<'py, AnyPosition>> {
        let mut rng = Rng::new(Root::or_fresh(py, seed)?.stream());
        Ok(self.world.sibling(py, self.game().determinize(self.player, &mut rng))?)
    }

    /// The scene for this seat as JSON data; see ``Position.scene``.
    ///
    /// >>> import bitgames as bg
    /// >>> view = bg.View(bg.Honeymoon(7), 0)
    /// >>> view.scene() == bg.Honeymoon(7).scene(0)
    /// True
    #[pyo3(signature = (*, last_move = None))]
    fn scene<'py>(
        &self,
        py: Python<'py>,
        last_move: Option<Typed<'py, AnyMove>>,
    ) -> PyResult<Typed<'py, Scene>> {
        Ok(Typed::new(self.seen(py, last_move)?))
    }

    /// The view drawn as text; the options are those of ``Position.to_text``.
    #[pyo3(signature = (
        *, last_move = None, legal = false, numbers = false, cell_width = Int(1), color = false,
        flip = false, values = None
    ), text_signature = "($self, *, last_move=None, legal=False, numbers=False, cell_width=1, color=False, flip=False, values=None)")]
    fn to_text<'py>(
        &self,
        py: Python<'py>,
        last_move: Option<Typed<'py, AnyMove>>,
        legal: bool,
        numbers: bool,
        cell_width: Int,
        color: bool,
        flip: bool,
        values: Option<Typed<'py, CellValues>>,
    ) -> PyResult<String> {
        let options = TextOptions { legal, numbers, cell_width, color, flip, values };
        options.draw(self.seen(py, last_move)?)
    }

    /// The view drawn as SVG; the options are those of ``Position.to_svg``.
    #[pyo3(signature = (
        *, last_move = None, legal = false, view = None, size = None, flip = false, theme = None,
        values = None, marks = None, arrows = None
    ))]
    fn to_svg<'py>(
        &self,
        py: Python<'py>,
        last_move: Option<Typed<'py, AnyMove>>,
        legal: bool,
        view: Option<Typed<'py, AnyText>>,
        size: Option<Typed<'py, Index>>,
        flip: bool,
        theme: Option<Typed<'py, AnyTheme>>,
        values: Option<Typed<'py, CellValues>>,
        marks: Option<Typed<'py, Cells>>,
        arrows: Option<Typed<'py, Arrows>>,
    ) -> PyResult<String> {
        let options = SvgOptions { legal, view, size, flip, theme, values, marks, arrows };
        options.draw(self.seen(py, last_move)?)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        SvgOptions::default().draw(self.seen(py, None)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        reduced(py.get_type::<View>(), (self.object_of_world(py)?, self.player.0))
    }

    fn __repr__(&self) -> String {
        format!("<View {:?}>", self.text)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        TextOptions::default().draw(self.seen(py, None)?)
    }
}

impl View {
    /// The scene of the world, made for the seat.
    fn seen<'py>(
        &self,
        py: Python<'py>,
        last_move: Option<Typed<'py, AnyMove>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.player.0.into_pyobject(py)?.into_any();
        let options =
            SceneOptions { viewer: Some(Typed::new(seat)), last_move, ..SceneOptions::default() };
        Ok(options.scene(py, &self.world)?)
    }

    fn object_of_world<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, AnyPosition>> {
        self.world.sibling(py, self.game().boxed_clone())
    }
}
