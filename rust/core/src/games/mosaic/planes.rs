//! Layers as planes for learning agents.

use super::rules::Board;
use crate::bits::layer_start;
use crate::capability::{Planes, pieces_of};
use crate::game::{Game, Player};
use crate::grid;
use crate::pyramid::PyramidWord;
use crate::pyramid::geometry::width_of;

/// Writes planes of `size` by `size` cells one after the other.
struct Painter<'a> {
    out: &'a mut [u8],
    size: usize,
    next: usize,
}

impl Painter<'_> {
    /// A plane for each layer, the ground first; each layer begins at the top left.
    fn layers<W: PyramidWord>(&mut self, cells: W) {
        self.paint(cells);
        self.next += self.size;
    }

    /// `count` planes: that of `which` is all ones, the others all zeros.
    fn one_of(&mut self, which: Player, count: usize) {
        let area = self.size.pow(2);
        let start = (self.next + which.index()) * area;
        self.out[start..start + area].fill(1);
        self.next += count;
    }

    fn paint<W: PyramidWord>(&mut self, cells: W) {
        let size = self.size;
        for cell in cells.cells() {
            let width = width_of(cell);
            let (y, x) = ((cell - layer_start(width)) / width, (cell - layer_start(width)) % width);
            self.out[(self.next + size - width) * size * size + y * size + x] = 1;
        }
    }
}

/// The layers of the pieces of `player`, the ground first, each at the top left of its plane; those
/// of the seats after it; those of the cells on which `player` may place a piece now, empty while
/// another seat is to move; the neutral piece; then a plane for each seat, of which the one of
/// `player` is all ones, and with four seats as many for the seat whose turn it is, even while
/// another one chooses.
impl<W: PyramidWord, const SEATS: usize> Planes for Board<W, SEATS> {
    fn num_planes(&self) -> usize {
        let of_seats = if SEATS == 2 { SEATS } else { 2 * SEATS };
        (SEATS + 1) * usize::from(self.size()) + 1 + of_seats
    }

    fn plane_names(&self) -> Vec<String> {
        let pieces = (0..SEATS).map(|seat| pieces_of(seat, SEATS));
        let kinds = pieces.chain(["cells where the player may place a piece now".into()]);
        let layers =
            |kind: String| (1..=self.size()).map(move |layer| format!("{kind}, layer {layer}"));
        let names = kinds.flat_map(layers).chain(["the neutral piece".into()]);
        let roles = ["the player is", "it is the turn of"].into_iter().take(SEATS / 2);
        let one_of = roles.flat_map(|role| {
            Self::FACTS.player_names.iter().map(move |name| format!("all ones if {role} {name}"))
        });
        names.chain(one_of).collect()
    }

    fn write_planes(&self, player: Player, out: &mut [u8]) {
        out.fill(0);
        let mut painter = Painter { out, size: self.size().into(), next: 0 };
        for seat in 0..SEATS {
            painter.layers(self.pile().pieces((player.index() + seat) % SEATS));
        }
        painter.layers(if player == self.turn() { self.legal() } else { W::EMPTY });
        painter.paint(self.pile().neutral());
        painter.next += 1;
        painter.one_of(player, SEATS);
        if SEATS > 2 {
            painter.one_of(self.mover(), SEATS);
        }
    }

    /// Each plane has a layer at its top left or is all the same.
    fn plane_image(&self, place: usize, s: usize) -> usize {
        let size = usize::from(self.size());
        let (plane, y, x) = (place / (size * size), place / size % size, place % size);
        let width = size - plane % size;
        if x.max(y) >= width {
            return place;
        }
        let image = grid::image(width, width, y * width + x, s);
        plane * size * size + image / width * size + image % width
    }
}
