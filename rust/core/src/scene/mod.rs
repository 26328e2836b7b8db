//! Scenes: the data from which every front end draws a position, for one viewer.
//!
//! A game says by [`Shown`] how it looks. [`of`] makes the scene of a position with its last move, and
//! [`geometry`] says where the cells are in a drawing. What a viewer may not know is not in a scene.

mod data;
pub mod geometry;
mod parts;
mod viewer;

pub use self::data::{
    Board, Calls, CardMove, CardMoves, CellMove, CellMoves, Ending, Grid, HandData, Kind, Layer,
    PlayerData, Pyramid, RubberData, Scene, ScoreData, Table, Trick, VERSION,
};
pub use self::geometry::layers;
pub use self::parts::{Look, board, caption, grid, scene};
pub use self::viewer::Viewer;

use crate::bits::Word;
use crate::board::BoardView;
use crate::capability::HiddenInfo;
use crate::cards::Card;
use crate::error::{Error, Result};
use crate::game::Move;
use crate::sentences::Said;

/// How a position is shown. The defaults are those of an open game of two players on one flat board.
pub trait Shown: HiddenInfo + BoardView {
    /// The scene for a viewer, without the last move. It has nothing that the viewer does not know.
    fn drawn(&self, viewer: Viewer) -> Scene {
        grid(self, viewer, Look::default())
    }

    /// Whose turn it is, or the result, as all viewers know it.
    fn caption(&self) -> Said {
        caption(self)
    }

    /// The cell where a move that led to the position put its piece.
    fn last_cell(&self, m: Move) -> Option<usize> {
        self.cell_of(m)
    }

    /// True if a move can be the last one, as far as the position shows.
    fn can_be_last(&self, m: Move) -> bool {
        self.last_cell(m).is_none_or(|cell| self.occupied().bits().has(cell))
    }

    /// The other cells that a legal move changes, wave by wave.
    fn changes(&self, m: Move) -> Vec<Vec<usize>> {
        let _ = m;
        Vec::new()
    }
}

/// The scene of a position for a viewer, with its last move, if that is given. With the position
/// before it, too, the scene has the other cells that the move changed.
///
/// ```
/// use bitgames_core::scene::{self, Kind, Viewer};
/// use bitgames_core::{Notation, games::Othello8};
/// let before = Othello8::default();
/// let last = before.parse_move("f5")?;
/// let scene = scene::of(&before.play(last)?, Viewer::All, Some(last), Some(&before))?;
/// assert_eq!(scene.caption.to_string(), "white to move, black 4, white 1");
/// let Kind::Grid(grid) = scene.kind else { unreachable!() };
/// assert_eq!(grid.board.waves, [[36]]);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::IllegalMove`] for a move that cannot have led here, or not from that position; its text
/// has nothing that the viewer does not know.
pub fn of<G: Shown>(
    position: &G,
    viewer: Viewer,
    last: Option<Move>,
    before: Option<&G>,
) -> Result<Scene> {
    let Some(m) = last else { return Ok(position.drawn(viewer)) };
    if m.index() >= position.num_moves() {
        return Err(not_last(position, viewer, m.0.to_string()));
    }
    let text = position.move_text(m);
    if !position.can_be_last(m) {
        return Err(not_last(position, viewer, text));
    }
    if let Some(before) = before {
        let same = |after: &G| match viewer {
            Viewer::All => after == position,
            Viewer::Seat(seat) => after.view(seat) == position.view(seat),
            Viewer::Public => after.drawn(viewer) == position.drawn(viewer),
        };
        let leads =
            before.spec() == position.spec() && before.is_legal(m) && same(&before.child(m));
        if !leads {
            return Err(not_from(position, viewer, text, seen(before, viewer)));
        }
    }
    let mut scene = position.drawn(viewer);
    let (index, cell) = (m.0, position.last_cell(m));
    let board = match &mut scene.kind {
        Kind::Table(table) => {
            let card = cell.map(|cell| Card(cell as u8).to_string());
            table.last = Some(CardMove { index, text, card });
            return Ok(scene);
        }
        Kind::Grid(grid) => &mut grid.board,
        Kind::Pyramid(pyramid) => &mut pyramid.board,
    };
    board.last = Some(CellMove { index, text, cell });
    board.waves = before.map_or(Vec::new(), |before| before.changes(m));
    Ok(scene)
}

/// Refuses a move as the last one.
pub fn not_last<G: Shown>(position: &G, viewer: Viewer, text: String) -> Error {
    let reason = "it cannot be the last move".into();
    Error::IllegalMove { text, position: seen(position, viewer), reason }
}

/// Refuses a last move from the position of this text.
pub fn not_from<G: Shown>(position: &G, viewer: Viewer, text: String, before: String) -> Error {
    let reason = format!("it does not lead from there to '{}'", seen(position, viewer));
    Error::IllegalMove { text, position: before, reason }
}

/// A position as its viewer knows it; for one who sees everything, as the seat to move knows it.
fn seen<G: Shown>(position: &G, viewer: Viewer) -> String {
    match viewer {
        Viewer::All => position.view(position.turn()),
        Viewer::Seat(seat) => position.view(seat),
        Viewer::Public if G::FACTS.hidden => position.spec(),
        Viewer::Public => position.to_string(),
    }
}
