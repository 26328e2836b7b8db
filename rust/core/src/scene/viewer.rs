//! For whom scenes are made.

use crate::capability::HiddenInfo;
use crate::game::Player;

/// For whom a scene is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// One who sees everything.
    All,
    /// A seat.
    Seat(Player),
    /// One without a seat, who knows only what both players see.
    Public,
}

impl Viewer {
    /// The viewer of a scene that is asked for without one: the seat to move while something is
    /// hidden, later one who sees everything.
    pub fn usual<G: HiddenInfo>(position: &G) -> Self {
        if G::FACTS.hidden && !position.is_over() {
            Viewer::Seat(position.turn())
        } else {
            Viewer::All
        }
    }

    /// The seat of the viewer.
    pub fn seat(self) -> Option<Player> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::All | Viewer::Public => None,
        }
    }

    /// True if the viewer sees what this seat holds.
    pub fn sees(self, seat: Player) -> bool {
        self == Viewer::All || self == Viewer::Seat(seat)
    }
}
