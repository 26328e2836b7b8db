//! Scenes and pictures of positions: made in Python, by modules that are imported at first use.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Int;
use crate::typed::{
    AnyMove, AnyPosition, AnyText, AnyTheme, AnyViewer, Arrows, CellValues, Cells, Index, Typed,
};

#[derive(Default)]
pub struct SceneOptions<'py> {
    /// The seat of the viewer, or `all`.
    pub viewer: Option<Typed<'py, AnyViewer>>,
    /// The move that led to the position.
    pub last_move: Option<Typed<'py, AnyMove>>,
    /// The position before the last move.
    pub previous: Option<Typed<'py, AnyPosition>>,
}

impl<'py> SceneOptions<'py> {
    pub fn scene(self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let options = PyDict::new(position.py());
        options.set_item("last_move", self.last_move)?;
        options.set_item("previous", self.previous)?;
        let module = position.py().import("bitgames.games")?;
        module.call_method("describe", (position, self.viewer), Some(&options))
    }
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
