//! Scenes of positions as Python data, and pictures, which modules in Python draw that are imported
//! at first use.

use bitgames_core::scene::Viewer;
use bitgames_core::{self as core, Error};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arguments::Int;
use crate::error::{ParameterError, Raise, Result, kind_of};
use crate::moves::{MoveLike, same_board};
use crate::position::Position;
use crate::typed::{
    AnyMove, AnyPosition, AnyText, AnyTheme, AnyViewer, Arrows, CellValues, Cells, Index, Typed,
};

/// The viewers without a seat: one knows what every seat knows, the other sees everything.
const OTHERS: [(&str, Viewer); 2] = [("public", Viewer::Public), ("all", Viewer::All)];

#[derive(Default)]
pub struct SceneOptions<'py> {
    /// The seat of the viewer, `public` or `all`.
    pub viewer: Option<Typed<'py, AnyViewer>>,
    /// The move that led to the position.
    pub last_move: Option<Typed<'py, AnyMove>>,
    /// The position before the last move.
    pub previous: Option<Typed<'py, AnyPosition>>,
}

impl<'py> SceneOptions<'py> {
    /// The scene of a position, as data of Python.
    pub fn scene(self, py: Python<'py>, position: &Position) -> Result<Bound<'py, PyAny>> {
        let viewer = self.viewer.map(|given| viewer(position, &given.into_inner())).transpose()?;
        let previous = self.previous.map(|given| before(&given.into_inner())).transpose()?;
        if previous.is_some() && self.last_move.is_none() {
            let words = "previous needs last_move, the move that was played there";
            return Err(ParameterError::new_err(words).into());
        }
        let last = self.last_move.map(|m| last(position, viewer, &m.into_inner())).transpose()?;
        let before = previous.as_ref().map(|previous| previous.get().game());
        let scene = position.game().scene(viewer, last, before)?;
        Ok(pythonize::pythonize(py, &scene).map_err(PyErr::from)?)
    }
}

fn viewer(position: &Position, given: &Bound<'_, PyAny>) -> Result<Viewer> {
    let names = position.game().facts().player_names;
    if let Ok(name) = given.cast::<PyString>() {
        let name = name.to_string_lossy();
        let seats = (0..names.len()).map(|seat| Viewer::Seat(core::Player(seat as u8)));
        let all: Vec<_> = names.iter().copied().zip(seats).chain(OTHERS).collect();
        if let Some((_, viewer)) = all.iter().find(|(known, _)| *known == name) {
            return Ok(*viewer);
        }
        let known: Vec<_> = all.iter().map(|(known, _)| *known).collect();
        let allowed = format!("one of {}", known.join(", "));
        return Err(Error::parameter("viewer", allowed, given.repr()?).into());
    }
    let Ok(seat) = given.extract::<Int>() else {
        let words = format!("viewer must be an integer, not {}", kind_of(given));
        return Err(PyTypeError::new_err(words).into());
    };
    let seats = 0..names.len() as i64;
    if !seats.contains(&seat.0) {
        let allowed = format!("a seat from 0 to {}", seats.end - 1);
        return Err(Error::parameter("viewer", allowed, seat.shown()).into());
    }
    Ok(Viewer::Seat(core::Player(seat.0 as u8)))
}

fn before<'py>(given: &Bound<'py, PyAny>) -> Result<Bound<'py, Position>> {
    given.cast::<Position>().cloned().map_err(|_| {
        let words = format!("previous must be a position, not {}", kind_of(given));
        Raise::from(PyTypeError::new_err(words))
    })
}

/// The last move, whose errors show the position as its viewer knows it.
fn last(
    position: &Position,
    viewer: Option<Viewer>,
    given: &Bound<'_, PyAny>,
) -> Result<core::Move> {
    let game = position.game();
    let seat = viewer.and_then(Viewer::seat).unwrap_or(game.turn());
    Ok(match given.extract::<MoveLike<'_>>()? {
        MoveLike::Text(text) => game.parse_move(&text)?,
        MoveLike::Move(m) => same_board(position.shared(), game, seat, &m)?,
        MoveLike::Index(index) => match u16::try_from(index) {
            Ok(index) if usize::from(index) < game.num_moves() => core::Move(index),
            _ => {
                return Err(Error::IllegalMove {
                    text: Int(index).shown(),
                    position: game.view(seat),
                    reason: "an index out of range cannot be the last move".into(),
                }
                .into());
            }
        },
    })
}

pub struct TextOptions<'py> {
    /// Dots on legal cells only.
    pub legal: bool,
    /// Numbers of the legal moves.
    pub numbers: bool,
    /// Width of a cell in characters.
    pub cell_width: Int,
    /// Colours by the escape codes of a terminal.
    pub color: bool,
    /// From the other side.
    pub flip: bool,
    /// Values on cells.
    pub values: Option<Typed<'py, CellValues>>,
}

impl Default for TextOptions<'_> {
    fn default() -> Self {
        TextOptions {
            legal: false,
            numbers: false,
            cell_width: Int(1),
            color: false,
            flip: false,
            values: None,
        }
    }
}

impl<'py> TextOptions<'py> {
    pub fn draw(self, scene: Bound<'py, PyAny>) -> PyResult<String> {
        let options = PyDict::new(scene.py());
        options.set_item("legal", self.legal)?;
        options.set_item("numbers", self.numbers)?;
        options.set_item("cell_width", self.cell_width.0)?;
        options.set_item("color", self.color)?;
        options.set_item("flip", self.flip)?;
        options.set_item("values", self.values)?;
        draw("text", scene, &options)
    }
}

#[derive(Default)]
pub struct SvgOptions<'py> {
    /// Dots on legal cells.
    pub legal: bool,
    pub view: Option<Typed<'py, AnyText>>,
    /// Width in pixels.
    pub size: Option<Typed<'py, Index>>,
    /// From the other side.
    pub flip: bool,
    pub theme: Option<Typed<'py, AnyTheme>>,
    /// Values on cells.
    pub values: Option<Typed<'py, CellValues>>,
    /// Cells with a ring.
    pub marks: Option<Typed<'py, Cells>>,
    /// Arrows between cells.
    pub arrows: Option<Typed<'py, Arrows>>,
}

impl<'py> SvgOptions<'py> {
    pub fn draw(self, scene: Bound<'py, PyAny>) -> PyResult<String> {
        let options = PyDict::new(scene.py());
        options.set_item("legal", self.legal)?;
        options.set_item("view", self.view)?;
        options.set_item("size", self.size)?;
        options.set_item("flip", self.flip)?;
        options.set_item("values", self.values)?;
        // An option that is not given keeps the function's default.
        if let Some(theme) = self.theme {
            options.set_item("theme", theme)?;
        }
        if let Some(marks) = self.marks {
            options.set_item("marks", marks)?;
        }
        if let Some(arrows) = self.arrows {
            options.set_item("arrows", arrows)?;
        }
        draw("svg", scene, &options)
    }
}

fn draw<'py>(
    kind: &str,
    scene: Bound<'py, PyAny>,
    options: &Bound<'py, PyDict>,
) -> PyResult<String> {
    let module = scene.py().import(format!("bitgames.render.{kind}"))?;
    module.call_method(format!("to_{kind}").as_str(), (scene,), Some(options))?.extract()
}
