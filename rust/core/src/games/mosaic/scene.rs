//! How a position looks: the layers, and who still has how many pieces.

use super::rules::Board;
use crate::bits::{Wide, Word, layer_start};
use crate::game::{Game, Move};
use crate::order::sort_few;
use crate::pyramid::{PyramidWord, geometry};
use crate::scene::{self, Kind, Pyramid, Scene, Shown, Viewer};
use crate::sentences::Said;

/// Letters that resemble the shapes of the pieces.
const LETTERS: [&str; 4] = ["o", "x", "^", "#"];
const SHAPES: [&str; 4] = ["circle", "cross", "triangle", "square"];

impl<W: PyramidWord, const SEATS: usize> Shown for Board<W, SEATS> {
    fn drawn(&self, viewer: Viewer) -> Scene {
        let size = self.size();
        let cells = layer_start(usize::from(size) + 1);
        let mut board = scene::board(self, size, size, cells);
        for cell in geometry::neutral::<Wide>(size).cells() {
            board.owners.replace_range(cell..=cell, "*");
        }
        let kind = Kind::Pyramid(Pyramid {
            size,
            layers: scene::layers(usize::from(size)).collect(),
            board,
            choosing: self.choosing().map(|seat| seat.0),
            offered: self.offered().cells().collect(),
        });
        let title = format!("{} of {size} layers", Self::FACTS.title);
        let mut scene = scene::scene(self, viewer, title, self.caption(), kind);
        for (seat, player) in scene.players.iter_mut().enumerate() {
            player.letter = LETTERS[seat];
            player.shape = Some(SHAPES[seat]);
            player.left = Some(self.pieces_left()[seat].into());
        }
        scene
    }

    /// The player to move or to choose, or the result, and the pieces left.
    fn caption(&self) -> Said {
        let left = self.pieces_left();
        let words = self.choosing().map_or_else(
            || scene::caption(self),
            |seat| {
                let name = Self::FACTS.player_names[seat.index()].into();
                match left[seat.index()] {
                    1 => Said::new("choosing-one", [name]),
                    count => Said::new("choosing", [name, i64::from(count).into()]),
                }
            },
        );
        let standing: Vec<_> =
            left.iter().zip(LETTERS).map(|(count, letter)| format!("{letter} {count}")).collect();
        Said::new("pieces-left", [words.into(), standing.join(", ").into()])
    }

    /// The cells that the chain fills, wave by wave.
    fn changes(&self, m: Move) -> Vec<Vec<usize>> {
        let mut waves: Vec<Vec<usize>> = Vec::new();
        let mut last = None;
        for (seat, cells) in self.waves(m) {
            // A wave serves the seats in order.
            if Some(seat) <= last {
                last = None;
            }
            if last.is_none() {
                waves.push(Vec::new());
            }
            let wave = waves.last_mut().expect("the first seat begins a wave");
            wave.extend(cells.cells());
            sort_few(wave, |&cell| cell);
            last = Some(seat);
        }
        waves
    }
}
