//! Layers as planes for learning agents.

use super::chain::Pile;
use super::quo::Quo;
use super::rules::Board;
use crate::bits::layer_start;
use crate::capability::{Planes, pieces_of};
use crate::game::{Game, Player};
use crate::grid;
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

    /// The planes that both games have: the layers of each seat from `first` on, the layers of the
    /// cells in `legal`, and the ground layer with the neutral piece.
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

    /// A plane for each layer, the ground first; each layer begins at the top left.
    fn layers<W: PyramidWord>(&mut self, cells: W) {
        self.paint(cells);
        self.next += usize::from(self.size);
    }

    /// `count` planes: that of `which` is all ones, the others all zeros.
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

/// The names of the planes that [`Painter::board`] paints for a game of these players.
fn board_names(size: u8, players: usize) -> Vec<String> {
    let pieces = (0..players).map(|seat| pieces_of(seat, players));
    let kinds = pieces.chain(["cells where the player may place a piece now".into()]);
    let layers = |kind: String| (1..=size).map(move |layer| format!("{kind}, layer {layer}"));
    kinds.flat_map(layers).chain(["the neutral piece".into()]).collect()
}

/// The names of the planes that [`Painter::one_of`] paints: all ones where `what` holds.
fn one_of_names<'a>(what: &'a str, players: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    players.iter().map(move |name| format!("all ones if {what} {name}"))
}

/// The image of a place of planes, each of which has a layer at its top left or is all the same.
fn plane_image(size: u8, place: usize, s: usize) -> usize {
    let size = usize::from(size);
    let (plane, y, x) = (place / (size * size), place / size % size, place % size);
    let width = size - plane % size;
    if x.max(y) >= width {
        return place;
    }
    let image = grid::image(width, width, y * width + x, s);
    plane * size * size + image / width * size + image % width
}

/// The layers of the pieces of `player`, the ground first, each at the top left of its plane; those
/// of the other's pieces; those of the cells on which `player` may place a piece now, empty while
/// the other is to move; the neutral piece; then two planes, of which the one of `player` is all
/// ones.
impl<W: PyramidWord> Planes for Board<W> {
    fn num_planes(&self) -> usize {
        3 * usize::from(self.size()) + 3
    }

    fn plane_names(&self) -> Vec<String> {
        let mut names = board_names(self.size(), 2);
        names.extend(one_of_names("the player is", Self::FACTS.player_names));
        names
    }

    fn write_planes(&self, player: Player, out: &mut [u8]) {
        let legal = if player == self.turn() { self.legal() } else { W::EMPTY };
        let mut painter = Painter::new(out, self.size());
        painter.board(self.pile(), player.index(), legal);
        painter.one_of(player.index(), 2);
    }

    fn plane_image(&self, place: usize, s: usize) -> usize {
        plane_image(self.size(), place, s)
    }
}

/// The layers of the pieces of `player`, the ground first, each at the top left of its plane; those
/// of the seats after it; those of the cells on which `player` may place a piece now, empty while
/// another seat is to move; the neutral piece; then four planes, of which the one of `player` is
/// all ones, and four for the seat whose turn it is, even while another one chooses.
impl<W: PyramidWord> Planes for Quo<W> {
    fn num_planes(&self) -> usize {
        5 * usize::from(self.size()) + 9
    }

    fn plane_names(&self) -> Vec<String> {
        let mut names = board_names(self.size(), 4);
        names.extend(one_of_names("the player is", Self::FACTS.player_names));
        names.extend(one_of_names("it is the turn of", Self::FACTS.player_names));
        names
    }

    fn write_planes(&self, player: Player, out: &mut [u8]) {
        let legal = if player == self.turn() { self.legal() } else { W::EMPTY };
        let mut painter = Painter::new(out, self.size());
        painter.board(self.pile(), player.index(), legal);
        painter.one_of(player.index(), 4);
        painter.one_of(self.mover().index(), 4);
    }

    fn plane_image(&self, place: usize, s: usize) -> usize {
        plane_image(self.size(), place, s)
    }
}
