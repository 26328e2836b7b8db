//! Layers as planes of a picture for learning agents.

use super::chain::Pile;
use crate::bits::layer_start;
use crate::pyramid::PyramidWord;
use crate::pyramid::geometry::width_of;

/// Writes planes of `size` by `size` cells one after the other.
pub(super) struct Painter<'a> {
    out: &'a mut [u8],
    size: u8,
    next: usize,
}

impl<'a> Painter<'a> {
    /// Begins on a blank canvas.
    pub fn new(out: &'a mut [u8], size: u8) -> Self {
        out.fill(0);
        Painter { out, size, next: 0 }
    }

    /// The planes that both games have: the layers of each seat from `first` on, of the cells in
    /// `legal`, and of the neutral piece its ground layer.
    pub fn board<W: PyramidWord, const SEATS: usize>(
        &mut self,
        pile: &Pile<W, SEATS>,
        first: usize,
        legal: W,
    ) {
        for seat in 0..SEATS {
            self.layers(pile.pieces((first + seat) % SEATS));
        }
        self.layers(legal);
        self.paint(pile.neutral());
        self.next += 1;
    }

    /// A plane for each layer, the ground first; each begins at the top left.
    fn layers<W: PyramidWord>(&mut self, cells: W) {
        self.paint(cells);
        self.next += usize::from(self.size);
    }

    /// Planes that are all ones for `which` and all zeros for the others of `count`.
    pub fn one_of(&mut self, which: usize, count: usize) {
        let area = usize::from(self.size).pow(2);
        let start = (self.next + which) * area;
        self.out[start..start + area].fill(1);
        self.next += count;
    }

    fn paint<W: PyramidWord>(&mut self, cells: W) {
        let size = usize::from(self.size);
        for cell in cells.cells() {
            let width = width_of(cell);
            let (y, x) = ((cell - layer_start(width)) / width, (cell - layer_start(width)) % width);
            self.out[(self.next + size - width) * size * size + y * size + x] = 1;
        }
    }
}
