//! Parts of scenes that games share.

use super::data::{Board, CellMoves, Ending, Grid, Kind, PlayerData, Scene, VERSION};
use super::viewer::Viewer;
use crate::board::BoardView;
use crate::game::{Game, Player};
use crate::notation::Notation;
use crate::sentences::{Said, reason};

/// How a flat board of two players looks, where it differs from the usual one.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Look {
    /// The title; `None` for that of the game with the sides of the board.
    pub title: Option<String>,
    /// The caption; `None` for the usual one.
    pub caption: Option<Said>,
    /// The marks of the players in text; `None` for the first letters of their names.
    pub letters: Option<[&'static str; 2]>,
    pub shapes: [&'static str; 2],
    pub scores: Option<[usize; 2]>,
    pub lines: Vec<Vec<usize>>,
    pub falls: bool,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            title: None,
            caption: None,
            letters: None,
            shapes: ["ring", "cross"],
            scores: None,
            lines: Vec::new(),
            falls: false,
        }
    }
}

/// The scene of an open game of two players on one flat board.
pub fn grid<G: Notation + BoardView>(position: &G, viewer: Viewer, look: Look) -> Scene {
    let (width, height) = position.shape();
    let names = G::FACTS.player_names;
    let title = look.title.unwrap_or_else(|| format!("{} {width} x {height}", G::FACTS.title));
    let mut board = board(position, width, height, usize::from(width) * usize::from(height));
    if look.falls {
        board.rows.reverse();
    }
    let kind = Kind::Grid(Grid {
        width,
        height,
        board,
        falls: look.falls,
        won: position.highlights().cells().collect(),
        lines: look.lines,
    });
    let caption = look.caption.unwrap_or_else(|| caption(position));
    let mut scene = scene(position, viewer, title, caption, kind);
    for (seat, player) in scene.players.iter_mut().enumerate() {
        player.letter = look.letters.map_or(&names[seat][..1], |letters| letters[seat]);
        player.shape = Some(look.shapes[seat]);
        player.score = look.scores.map(|scores| scores[seat]);
    }
    scene
}

/// A scene of any kind. Players have no shape yet, and their names as letters.
pub fn scene<G: Notation>(
    position: &G,
    viewer: Viewer,
    title: String,
    caption: Said,
    kind: Kind,
) -> Scene {
    let outcome = position.outcome();
    let seats = || (0..G::FACTS.players() as u8).map(Player);
    Scene {
        version: VERSION,
        game: position.spec(),
        title,
        caption,
        viewer: viewer.seat().map(|seat| seat.0),
        ply: position.ply(),
        turn: outcome.is_none().then(|| position.turn().0),
        outcome: outcome.map(|outcome| Ending {
            winners: seats().filter(|&seat| outcome.is_winner(seat)).map(|seat| seat.0).collect(),
            scores: seats().map(|seat| outcome.score(seat)).collect(),
            reason: outcome.reason,
        }),
        players: seats()
            .map(|seat| PlayerData {
                name: G::FACTS.player_names[seat.index()],
                letter: G::FACTS.player_names[seat.index()],
                shape: None,
                team: G::FACTS.team(seat),
                left: None,
                score: None,
            })
            .collect(),
        kind,
    }
}

/// The fields of a board with so many cells; `width` and `height` are those of the labels.
pub fn board<G: Notation + BoardView>(position: &G, width: u8, height: u8, cells: usize) -> Board {
    let mut owners = vec![b'.'; cells];
    for seat in 0..G::FACTS.players() as u8 {
        for cell in position.pieces(Player(seat)).cells() {
            owners[cell] = b'0' + seat;
        }
    }
    let mut moves = CellMoves::default();
    position.for_each_legal(|m| {
        moves.index.push(m.0);
        moves.text.push(position.move_text(m));
        moves.cell.push(position.cell_of(m));
    });
    Board {
        columns: (b'a'..b'a' + width).map(|letter| char::from(letter).to_string()).collect(),
        rows: (1..=height).map(|row| row.to_string()).collect(),
        owners: owners.into_iter().map(char::from).collect(),
        moves,
        last: None,
        waves: Vec::new(),
    }
}

/// The player to move, or the winner and the reason.
pub fn caption<G: Game>(position: &G) -> Said {
    let names = G::FACTS.player_names;
    let Some(outcome) = position.outcome() else {
        return Said::new("turn", [names[position.turn().index()].into()]);
    };
    let reason = reason(outcome.reason).into();
    let winners = (0..names.len()).filter(|&seat| outcome.is_winner(Player(seat as u8)));
    let mut values: Vec<_> = winners.map(|seat| names[seat].into()).collect();
    values.push(reason);
    Said::new(["draw-by", "wins-by", "team-wins-by"][values.len() - 1], values)
}
