//! Sets of cells in the public interface: bits, and the shape of their board.

use std::fmt;

use super::{Cells, Wide, Word};

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A rectangle; cells go row by row from the top left.
    Flat {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
    /// Square layers of sides 1 to `size`, one above the other; cells go from the top layer down,
    /// row by row in each layer.
    Pyramid {
        /// Side of the ground layer.
        size: u8,
    },
}

impl Shape {
    /// Number of cells.
    ///
    /// ```
    /// use bitgames_core::bits::Shape;
    /// assert_eq!(Shape::Flat { width: 4, height: 3 }.cells(), 12);
    /// assert_eq!(Shape::Pyramid { size: 3 }.cells(), 1 + 4 + 9);
    /// ```
    #[inline]
    pub const fn cells(self) -> usize {
        match self {
            Shape::Flat { width, height } => width as usize * height as usize,
            Shape::Pyramid { size } => layer_start(size as usize + 1),
        }
    }

    /// Columns and rows; on a pyramid those of the ground layer.
    #[inline]
    pub const fn sides(self) -> (u8, u8) {
        match self {
            Shape::Flat { width, height } => (width, height),
            Shape::Pyramid { size } => (size, size),
        }
    }
}

/// The first cell of the layer of this width in a pyramid: the sum of the squares below `width`.
///
/// ```
/// use bitgames_core::bits::layer_start;
/// assert_eq!([1, 2, 3, 4].map(layer_start), [0, 1, 5, 14]);
/// ```
#[inline]
pub const fn layer_start(width: usize) -> usize {
    (width - 1) * width * (2 * width - 1) / 6
}

/// A set of cells of a board.
///
/// ```
/// use bitgames_core::bits::{CellSet, Shape, Wide};
/// let diagonal = CellSet::new(0b100_010_001, 3, 3);
/// assert_eq!(diagonal.to_string(), "# . .\n. # .\n. . #");
/// assert_eq!(diagonal.cells().collect::<Vec<_>>(), [0, 4, 8]);
///
/// // The layers of a pyramid stand side by side, the ground first.
/// let pyramid = Shape::Pyramid { size: 3 };
/// let top_and_corner = CellSet::shaped(Wide::from(0b10_0001_u64), pyramid);
/// assert_eq!(top_and_corner.to_string(), "# . .   . .   #\n. . .   . .\n. . .");
/// ```
///
/// # Equality
/// Two sets are equal if their bits and shapes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellSet {
    bits: Wide,
    shape: Shape,
}

impl CellSet {
    /// The set with these bits on a flat board of at most 128 cells; bits beyond it are dropped.
    #[inline]
    pub fn new(bits: u128, width: u8, height: u8) -> Self {
        Self::shaped(Wide::from(bits), Shape::Flat { width, height })
    }

    /// The set with these bits on a board of this shape; bits beyond it are dropped.
    #[inline]
    pub fn shaped(bits: Wide, shape: Shape) -> Self {
        CellSet { bits: bits & Wide::low(shape.cells().min(Wide::BITS)), shape }
    }

    /// The set with these bits on the same board; bits beyond it are dropped.
    #[inline]
    #[must_use]
    pub fn with(self, bits: Wide) -> Self {
        Self::shaped(bits, self.shape)
    }

    /// The bits, cell 0 lowest.
    #[inline]
    pub fn bits(self) -> Wide {
        self.bits
    }

    /// The shape of the board.
    #[inline]
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// Columns of the board; on a pyramid of its ground layer.
    #[inline]
    pub fn width(self) -> u8 {
        self.shape.sides().0
    }

    /// Rows of the board; on a pyramid of its ground layer.
    #[inline]
    pub fn height(self) -> u8 {
        self.shape.sides().1
    }

    /// Number of cells in the set.
    #[inline]
    pub fn count(self) -> usize {
        self.bits.count()
    }

    /// The cells in ascending order.
    #[inline]
    pub fn cells(self) -> Cells<Wide> {
        self.bits.cells()
    }

    /// Writes a row of cells that begins at `start`.
    fn write_row(self, f: &mut fmt::Formatter<'_>, start: usize, width: usize) -> fmt::Result {
        for cell in start..start + width {
            f.write_str(if cell > start { " " } else { "" })?;
            f.write_str(if self.bits.has(cell) { "#" } else { "." })?;
        }
        Ok(())
    }
}

impl fmt::Display for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (usize::from(self.width()), usize::from(self.height()));
        for y in 0..height {
            f.write_str(if y > 0 { "\n" } else { "" })?;
            match self.shape {
                Shape::Flat { .. } => self.write_row(f, y * width, width)?,
                // A narrower layer has fewer rows, so the layers that have this row are the widest
                // ones.
                Shape::Pyramid { .. } => {
                    for side in (y + 1..=width).rev() {
                        f.write_str(if side < width { "   " } else { "" })?;
                        self.write_row(f, layer_start(side) + y * side, side)?;
                    }
                }
            }
        }
        Ok(())
    }
}
