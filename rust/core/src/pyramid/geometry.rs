//! Cells of a pyramid: places, supporting cells, supported cells, symmetries.
//!
//! Cells are numbered from the top layer down, so a cell has the same number in a pyramid of any size,
//! and one table serves all sizes.

use crate::bits::{Wide, Word, layer_start};
use crate::error::{Error, Result};
use crate::grid;

/// Layers of the largest pyramid.
pub const MAX_SIZE: u8 = 7;
/// Cells of the largest pyramid.
pub const MAX_CELLS: usize = layer_start(MAX_SIZE as usize + 1);

/// A word that holds pyramids.
pub trait PyramidWord: Word + Into<Wide> {
    /// Size of the largest pyramid that fits.
    const MAX_SIZE: u8;

    /// The low bits of a wide word.
    fn narrow(wide: Wide) -> Self;
}

impl PyramidWord for Wide {
    const MAX_SIZE: u8 = MAX_SIZE;

    #[inline]
    fn narrow(wide: Wide) -> Self {
        wide
    }
}

impl PyramidWord for u64 {
    const MAX_SIZE: u8 = 5;

    #[inline]
    fn narrow(wide: Wide) -> Self {
        wide.low as u64
    }
}

/// Width of the layer of a cell.
#[inline]
pub fn width_of(cell: usize) -> usize {
    usize::from(WIDTH[cell])
}

/// The four cells of the layer below on which a cell rests, even if a pyramid lacks that layer;
/// empty for the cells of the widest possible layer.
#[inline]
pub fn below<W: PyramidWord>(cell: usize) -> W {
    W::narrow(BELOW[cell])
}

/// The cells, at most four, that rest on this one; empty for the top.
#[inline]
pub fn above(cell: usize) -> &'static [u8] {
    let above = &ABOVE[cell];
    &above.cells[..usize::from(above.count)]
}

/// The image of a cell under a symmetry of the square, in its own layer; numbered as in
/// [`grid::image`].
///
/// ```
/// use bitgames_core::pyramid::geometry::image;
/// // The corners of the second layer, cells 1 to 4, turned clockwise:
/// assert_eq!([1, 2, 3, 4].map(|cell| image(cell, 6)), [2, 4, 1, 3]);
/// ```
#[inline]
pub fn image(cell: usize, s: usize) -> usize {
    usize::from(IMAGE[s][cell])
}

/// A set seen through a symmetry.
#[inline]
pub fn map<W: Word>(cells: W, s: usize) -> W {
    cells.cells().fold(W::EMPTY, |set, cell| set | W::bit(image(cell, s)))
}

/// All cells of a pyramid.
#[inline]
pub fn filled<W: Word>(size: u8) -> W {
    W::low(layer_start(usize::from(size) + 1))
}

/// The ground layer.
#[inline]
pub fn ground<W: Word>(size: u8) -> W {
    filled::<W>(size).wrapping_sub(filled(size - 1))
}

/// The centre of the ground layer if the size is odd, else the empty set.
#[inline]
pub fn neutral<W: PyramidWord>(size: u8) -> W {
    W::narrow(NEUTRAL[usize::from(size)])
}

/// The name of a cell: layer from the ground up (1 is the ground), column, row.
///
/// ```
/// use bitgames_core::pyramid::geometry::{cell_text, parse_cell};
/// assert_eq!((cell_text(7, 115), cell_text(7, 0)), ("1d4".into(), "7a1".into()));
/// assert_eq!(parse_cell(7, "1D4"), Ok(115));
/// ```
pub fn cell_text(size: u8, cell: usize) -> String {
    let width = width_of(cell);
    let layer = usize::from(size) + 1 - width;
    format!("{layer}{}", grid::cell_text(width, cell - layer_start(width)))
}

/// Reads the name of a cell, in either case.
pub fn parse_cell(size: u8, text: &str) -> Result<usize> {
    let layer = text.as_bytes().first().filter(|b| b.is_ascii_digit()).map(|b| b - b'0');
    let Some(layer) = layer.filter(|&layer| (1..=size).contains(&layer)) else {
        let top = cell_text(size, 0);
        let reason = format!(
            "moves are a layer from 1 (ground) to {size} (top), a column and a row: 1a1 to {top}"
        );
        return Err(Error::parse("move", text, reason));
    };
    let width = usize::from(size + 1 - layer);
    let cell = grid::parse_cell(width, width, &text[1..]).map_err(|_| {
        let last = cell_text(size, layer_start(width + 1) - 1);
        let reason = format!("cells of layer {layer} go from {layer}a1 to {last}");
        Error::parse("move", text, reason)
    })?;
    Ok(layer_start(width) + cell)
}

#[derive(Clone, Copy)]
struct Above {
    cells: [u8; 4],
    count: u8,
}

static WIDTH: [u8; MAX_CELLS] = widths();
static BELOW: [Wide; MAX_CELLS] = below_table();
static NEUTRAL: [Wide; MAX_SIZE as usize + 1] = neutrals();
static ABOVE: [Above; MAX_CELLS] = above_table();
static IMAGE: [[u8; MAX_CELLS]; 8] = images();

const fn widths() -> [u8; MAX_CELLS] {
    let mut table = [0; MAX_CELLS];
    let mut cell = 0;
    let mut width = 1;
    while cell < MAX_CELLS {
        if cell == layer_start(width + 1) {
            width += 1;
        }
        table[cell] = width as u8;
        cell += 1;
    }
    table
}

/// Layer width, row and column of a cell.
const fn place(cell: usize) -> (usize, usize, usize) {
    let width = widths()[cell] as usize;
    let within = cell - layer_start(width);
    (width, within / width, within % width)
}

const fn bit(cell: usize) -> Wide {
    if cell < 128 {
        Wide { high: 0, low: 1 << cell }
    } else {
        Wide { high: 1 << (cell - 128), low: 0 }
    }
}

/// The four cells under a cell that is not on the widest layer.
const fn four_below(cell: usize) -> [usize; 4] {
    let (width, y, x) = place(cell);
    let first = layer_start(width + 1) + y * (width + 1) + x;
    [first, first + 1, first + width + 1, first + width + 2]
}

const fn below_table() -> [Wide; MAX_CELLS] {
    let mut table = [Wide { high: 0, low: 0 }; MAX_CELLS];
    let mut cell = 0;
    while cell < layer_start(MAX_SIZE as usize) {
        let four = four_below(cell);
        let mut i = 0;
        while i < 4 {
            let under = bit(four[i]);
            table[cell].low |= under.low;
            table[cell].high |= under.high;
            i += 1;
        }
        cell += 1;
    }
    table
}

const fn neutrals() -> [Wide; MAX_SIZE as usize + 1] {
    let mut table = [Wide { high: 0, low: 0 }; MAX_SIZE as usize + 1];
    let mut size = 1;
    while size <= MAX_SIZE as usize {
        table[size] = bit(layer_start(size) + size * size / 2);
        size += 2;
    }
    table
}

const fn above_table() -> [Above; MAX_CELLS] {
    let mut table = [Above { cells: [0; 4], count: 0 }; MAX_CELLS];
    let mut cell = 0;
    while cell < layer_start(MAX_SIZE as usize) {
        let four = four_below(cell);
        let mut i = 0;
        while i < 4 {
            let under = &mut table[four[i]];
            under.cells[under.count as usize] = cell as u8;
            under.count += 1;
            i += 1;
        }
        cell += 1;
    }
    table
}

const fn images() -> [[u8; MAX_CELLS]; 8] {
    let mut table = [[0; MAX_CELLS]; 8];
    let mut s = 0;
    while s < 8 {
        let mut cell = 0;
        while cell < MAX_CELLS {
            let (width, _, _) = place(cell);
            let start = layer_start(width);
            table[s][cell] = (start + grid::image(width, width, cell - start, s)) as u8;
            cell += 1;
        }
        s += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells of the layer of this width, by row and column, counted by hand.
    fn cell(width: usize, y: usize, x: usize) -> usize {
        (1..width).map(|w| w * w).sum::<usize>() + y * width + x
    }

    #[test]
    fn tables_agree_with_rows_and_columns() {
        for width in 1..=7 {
            for (y, x) in (0..width).flat_map(|y| (0..width).map(move |x| (y, x))) {
                let at = cell(width, y, x);
                assert_eq!(width_of(at), width);
                let mut resting = Vec::new();
                for (dy, dx) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if y >= dy && x >= dx && y - dy + 1 < width && x - dx + 1 < width {
                        resting.push(cell(width - 1, y - dy, x - dx));
                    }
                }
                resting.sort_unstable();
                assert!(above(at).iter().map(|&c| usize::from(c)).eq(resting.iter().copied()));
                for &up in &resting {
                    assert!(below::<Wide>(up).has(at) && below::<Wide>(up).count() == 4);
                    assert!(width > 5 || below::<u64>(up) == below::<Wide>(up).low as u64);
                }
                for s in 0..8 {
                    let flat = grid::image(width, width, y * width + x, s);
                    assert_eq!(image(at, s), cell(width, 0, 0) + flat);
                }
                for size in width..=7 {
                    let text = cell_text(size as u8, at);
                    assert_eq!(parse_cell(size as u8, &text), Ok(at));
                    assert_eq!(text.as_bytes()[0] - b'0', (size - width + 1) as u8);
                }
            }
        }
    }

    #[test]
    fn wrong_names_of_cells_are_refused() {
        for text in
            ["", "1", "a1", "0a1", "8a1", "1h1", "1a8", "2g1", "7b1", "1a0", "é", "1é", "1a1 "]
        {
            assert!(matches!(parse_cell(7, text), Err(Error::Parse { .. })), "{text}");
        }
    }
}
