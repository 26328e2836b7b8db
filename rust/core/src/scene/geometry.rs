//! Where the cells of a board are in a drawing, for SVG and every other front end.
//!
//! Lengths are in units of the drawing; x runs to the right and y down.

use std::f64::consts::SQRT_2;

use serde::{Serialize, Serializer};

use super::data::{Kind, Layer, Scene};
use crate::bits::layer_start;
use crate::error::{Error, Result};

/// The side of a cell of a flat board, and the unit of pyramids.
const CELL: f64 = 60.0;
/// The border of a flat board with the coordinates.
const MARGIN: f64 = 26.0;
/// The side of a cell in the plan of a pyramid.
const PLAN_CELL: f64 = 42.0;
/// The border of a drawing of a pyramid.
const PADDING: f64 = 16.0;

/// Radius and height of a disc of a pyramid, in cells.
const RADIUS: f64 = 0.47;
const THICK: f64 = 0.4;
/// Border and thickness of the table below a pyramid, in cells.
const RIM: f64 = 0.55;
const SLAB: f64 = 0.3;
// Seen at an angle of 50 degrees, a pyramid of this slope hides no disc behind it.
/// Height divided by width of a circle on the table: the sine of the angle.
const FLAT: f64 = 0.766_044_443_118_978;
/// Height in the drawing of a length that stands upright: its cosine.
const DEEP: f64 = 0.642_787_609_686_539_4;
const MIN_WIDTH: f64 = 330.0;
/// How far the baseline of a label is below its middle.
const LABEL_DROP: f64 = 5.0;

/// In the plan of a pyramid: room for labels, for a heading, and between layers.
const LABELS: f64 = 22.0;
const HEADING: f64 = 26.0;
const GAP: f64 = 18.0;
const MAX_IN_A_ROW: usize = 4;

/// Where the cells of a board are in a drawing. The package's `bitgames.scene` says what each field
/// means.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Geometry {
    pub game: String,
    pub view: &'static str,
    pub flip: bool,
    #[serde(rename = "box", serialize_with = "as_list")]
    pub frame: [f64; 4],
    #[serde(serialize_with = "as_lists")]
    pub cells: Vec<[f64; 5]>,
    pub under: Vec<Vec<usize>>,
    pub height: f64,
    pub labels: Vec<Label>,
    #[serde(serialize_with = "as_lists")]
    pub table: Vec<[f64; 2]>,
    pub slab: f64,
}

// Arrays would be tuples, which JSON does not tell from lists but other forms do.
fn as_list<S: Serializer>(list: &[f64; 4], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(list)
}

fn as_lists<S: Serializer, const N: usize>(
    lists: &[[f64; N]],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(lists.iter().map(|list| &list[..]))
}

/// A text beside the board; `x` is its middle, `y` its baseline, both in thousandths.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Label {
    pub text: String,
    pub x: f64,
    pub y: f64,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A flat board from above.
    Flat,
    /// A board that stands upright.
    Upright,
    /// A pyramid from above its front corner.
    Isometric,
    /// The layers of a pyramid as boards.
    Layers,
    /// A table of cards, which has no cells.
    Table,
}

impl View {
    /// The name of the view.
    pub const fn name(self) -> &'static str {
        match self {
            View::Flat | View::Upright | View::Layers => "plan",
            View::Isometric => "isometric",
            View::Table => "table",
        }
    }

    /// The views of a scene, the default first.
    pub fn all(scene: &Scene) -> &'static [View] {
        match &scene.kind {
            Kind::Grid(grid) if grid.falls => &[View::Upright],
            Kind::Grid(_) => &[View::Flat],
            Kind::Pyramid(_) => &[View::Isometric, View::Layers],
            Kind::Table(_) => &[View::Table],
        }
    }
}

/// Where the cells of a scene's board are in a drawing, by default in its first view.
///
/// ```
/// use bitgames_core::scene::{self, Viewer, geometry};
/// let scene = scene::of(&bitgames_core::games::TicTacToe3::default(), Viewer::All, None, None)?;
/// let found = geometry::of(&scene, None, false)?;
/// assert_eq!((found.frame, found.cells[4]), ([0., 0., 232., 232.], [116., 116., 30., 30., 0.]));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for a view that the scene does not have.
pub fn of(scene: &Scene, view: Option<&str>, flip: bool) -> Result<Geometry> {
    let views = View::all(scene);
    let found = view.map_or(views.first(), |name| views.iter().find(|view| view.name() == name));
    let names: Vec<_> = views.iter().map(|view| view.name()).collect();
    let wrong =
        || Error::parameter("view", names.join(" or "), format!("{:?}", view.unwrap_or_default()));
    let view = *found.ok_or_else(wrong)?;
    let (columns, rows): (&[_], &[_]) = match &scene.kind {
        Kind::Grid(grid) => (&grid.board.columns, &grid.board.rows),
        Kind::Pyramid(pyramid) => (&pyramid.board.columns, &pyramid.board.rows),
        Kind::Table(_) => (&[], &[]),
    };
    Ok(project(scene.game.clone(), view, columns, rows, flip).rounded())
}

/// The geometry of a board with these labels, as many as it has columns and rows. But for its labels
/// lengths are exact.
pub fn project(
    game: String,
    view: View,
    columns: &[String],
    rows: &[String],
    flip: bool,
) -> Geometry {
    let whole = Geometry {
        game,
        view: view.name(),
        flip,
        frame: [0.0; 4],
        cells: Vec::new(),
        under: Vec::new(),
        height: 0.0,
        labels: Vec::new(),
        table: Vec::new(),
        slab: 0.0,
    };
    match view {
        View::Flat | View::Upright => flat(whole, columns, rows, view == View::Upright),
        View::Isometric => isometric(whole, columns, rows),
        View::Layers => plan(whole, columns, rows),
        View::Table => whole,
    }
}

impl Geometry {
    /// The same with all lengths in thousandths.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let cells = self.cells.iter_mut().flatten();
        let table = self.table.iter_mut().flatten();
        let lengths = [&mut self.height, &mut self.slab];
        let all = self.frame.iter_mut().chain(cells).chain(table).chain(lengths);
        all.for_each(|length| *length = rounded(*length));
        self
    }
}

fn label(text: &str, x: f64, y: f64) -> Label {
    Label { text: text.into(), x: rounded(x), y: rounded(y) }
}

/// The nearest length with three decimals, as text has it.
fn rounded(length: f64) -> f64 {
    format!("{length:.3}").parse().unwrap_or(length)
}

/// The layers of a pyramid of so many layers, the ground first.
pub fn layers(size: usize) -> impl Iterator<Item = Layer> {
    let widths = (1..=size).rev().enumerate();
    widths.map(|(under, width)| Layer { level: under + 1, width, first: layer_start(width) })
}

/// For each cell of a pyramid the four cells below it, row by row; none for a cell of the ground.
pub fn under(size: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new(); layer_start(size + 1)];
    for layer in layers(size).skip(1) {
        let wide = layer.width + 1;
        for place in 0..layer.width * layer.width {
            let corner = layer_start(wide) + place / layer.width * wide + place % layer.width;
            found[layer.first + place] = vec![corner, corner + 1, corner + wide, corner + wide + 1];
        }
    }
    found
}

/// From the other side a flat board is turned by half; one that stands upright is seen from behind.
fn flat(whole: Geometry, columns: &[String], rows: &[String], upright: bool) -> Geometry {
    let (width, height, flip) = (columns.len(), rows.len(), whole.flip);
    let (right, bottom) = (width as f64 * CELL + MARGIN, height as f64 * CELL + MARGIN);
    let middle = |place: usize| MARGIN + (place as f64 + 0.5) * CELL;
    let (flip_x, flip_y) = (flip, flip && !upright);
    let seen =
        |place: usize, count: usize, flip: bool| if flip { count - 1 - place } else { place };
    let half = CELL / 2.0;
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let cells = places
        .map(|(x, y)| {
            let (x, y) = (middle(seen(x, width, flip_x)), middle(seen(y, height, flip_y)));
            [x, y, half, half, 0.0]
        })
        .collect();
    // Baselines are computed, because some renderers ignore `dominant-baseline`.
    let (edge, drop) = (MARGIN / 2.0, MARGIN * 0.19);
    let mut labels = Vec::new();
    for place in 0..width {
        let column = seen(place, width, flip_x);
        let text = &columns[column];
        // Below an upright board columns have the number that is their move.
        let first = columns.iter().position(|each| each == text).unwrap_or(column);
        let foot = if upright { (first + 1).to_string() } else { text.clone() };
        labels.push(label(text, middle(place), edge + drop));
        labels.push(label(&foot, middle(place), bottom + edge + drop));
    }
    for place in 0..height {
        let text = &rows[seen(place, height, flip_y)];
        for x in [edge, right + edge] {
            labels.push(label(text, x, middle(place) + drop));
        }
    }
    Geometry {
        frame: [0.0, 0.0, right + MARGIN, bottom + MARGIN],
        cells,
        under: vec![Vec::new(); width * height],
        labels,
        table: vec![[MARGIN, MARGIN], [right, MARGIN], [right, bottom], [MARGIN, bottom]],
        ..whole
    }
}

/// A pyramid from above its front corner: a1 is at the back. Flipped, it is seen from the opposite
/// corner; the table fills the same part of the drawing.
fn isometric(whole: Geometry, columns: &[String], rows: &[String]) -> Geometry {
    let (size, flip) = (columns.len(), whole.flip);
    let side = size as f64;
    let width = f64::max(MIN_WIDTH, (side + 2.0 * RIM) * SQRT_2 * CELL + 2.0 * PADDING);
    // The place of a point from its column, row and height, all in cells.
    let point = |x: f64, y: f64, z: f64| {
        let (x, y) = if flip { (side - x, side - y) } else { (x, y) };
        let across = (x - y) / SQRT_2;
        let down = (x + y + 2.0 * RIM) / SQRT_2 * FLAT - z * DEEP;
        [width / 2.0 + across * CELL, PADDING + down * CELL]
    };
    let (back, front) = if flip { (side + RIM, -RIM) } else { (-RIM, side + RIM) };
    let mut cells = vec![[0.0; 5]; layer_start(size + 1)];
    for layer in layers(size) {
        let (shift, level) = (layer.level as f64 / 2.0, layer.level as f64 - 1.0);
        for place in 0..layer.width * layer.width {
            let (row, column) = (place / layer.width, place % layer.width);
            let [x, y] = point(column as f64 + shift, row as f64 + shift, level * THICK);
            let wide = RADIUS * CELL;
            cells[layer.first + place] = [x, y, wide, wide * FLAT, level];
        }
    }
    // The coordinates along the two edges in front.
    let beyond = if flip { -RIM / 2.0 } else { side + RIM / 2.0 };
    let mut labels = Vec::new();
    for (place, (column, row)) in columns.iter().zip(rows).enumerate() {
        let at = place as f64 + 0.5;
        for (place, text) in [([at, beyond], column), ([beyond, at], row)] {
            let [x, y] = point(place[0], place[1], 0.0);
            labels.push(label(text, x, y + LABEL_DROP));
        }
    }
    let ends = [(back, front), (front, front), (front, back), (back, back)];
    Geometry {
        frame: [0.0, 0.0, width, point(front, front, -SLAB)[1] + PADDING / 2.0],
        cells,
        under: under(size),
        height: THICK * DEEP * CELL,
        labels,
        table: ends.into_iter().map(|(x, y)| point(x, y, 0.0)).collect(),
        slab: SLAB * DEEP * CELL,
        ..whole
    }
}

/// The layers of a pyramid as boards, the ground first: all in one row up to size 4, else three in the
/// first of two rows.
fn plan(whole: Geometry, columns: &[String], rows: &[String]) -> Geometry {
    let (size, flip) = (columns.len(), whole.flip);
    let all: Vec<_> = layers(size).collect();
    let cut = if size <= MAX_IN_A_ROW { size } else { 3 };
    let rows_of_layers = [&all[..cut], &all[cut..]].into_iter().filter(|row| !row.is_empty());
    let extent = |layer: &Layer| LABELS + layer.width as f64 * PLAN_CELL;
    let row_width =
        |row: &[Layer]| row.iter().map(extent).sum::<f64>() + GAP * (row.len() as f64 - 1.0);
    let widest = rows_of_layers.clone().map(row_width).fold(MIN_WIDTH, f64::max);
    let width = widest + 2.0 * PADDING;
    let mut cells = vec![[0.0; 5]; layer_start(size + 1)];
    let (mut labels, mut top) = (Vec::new(), PADDING);
    for row in rows_of_layers {
        let mut edge = (width - row_width(row)) / 2.0;
        for layer in row {
            let (left, upper) = (edge + LABELS, top + HEADING + LABELS);
            let middle = |place: usize| (place as f64 + 0.5) * PLAN_CELL;
            let seen = |place: usize| if flip { layer.width - 1 - place } else { place };
            for place in 0..layer.width * layer.width {
                let (x, y) = (seen(place % layer.width), seen(place / layer.width));
                let (half, level) = (PLAN_CELL / 2.0, layer.level as f64 - 1.0);
                cells[layer.first + place] =
                    [left + middle(x), upper + middle(y), half, half, level];
            }
            let across = left + layer.width as f64 * PLAN_CELL / 2.0;
            let above = upper - HEADING - LABELS + 16.0;
            labels.push(label(&format!("layer {}", layer.level), across, above));
            for place in 0..layer.width {
                let (column, row) = (&columns[seen(place)], &rows[seen(place)]);
                let at = middle(place);
                labels.push(label(column, left + at, upper - 7.0));
                labels.push(label(row, left - 11.0, upper + at + 4.5));
            }
            edge += extent(layer) + GAP;
        }
        top += HEADING + extent(&row[0]) + GAP;
    }
    Geometry { frame: [0.0, 0.0, width, top], cells, under: under(size), labels, ..whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_cells_carry_each_cell_above_the_ground() {
        assert_eq!(under(3)[4], [9, 10, 12, 13]);
        assert_eq!(under(3)[0], [1, 2, 3, 4]);
        assert!(under(3)[5..].iter().all(Vec::is_empty));
        let firsts: Vec<_> = layers(3).map(|layer| layer.first).collect();
        assert_eq!(firsts, [5, 1, 0]);
    }

    #[test]
    fn from_the_other_side_an_upright_board_is_a_mirror_image() {
        let labels = |count: u8| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
        let seen = |view, flip| project(String::new(), view, &labels(7), &labels(6), flip).cells;
        let (usual, mirrored) = (seen(View::Upright, false), seen(View::Upright, true));
        assert_eq!((usual[1], usual[1][1]), (mirrored[5], mirrored[1][1]));
        let turned = seen(View::Flat, true);
        assert!(usual.iter().eq(turned.iter().rev()));
    }

    #[test]
    fn lengths_are_rounded_to_the_even_neighbour() {
        let found = [0.0625, 0.1875, -0.0625, 2.0].map(|length| rounded(length).to_string());
        assert_eq!(found, ["0.062", "0.188", "-0.062", "2"]);
    }
}
