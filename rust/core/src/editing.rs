//! Setting up a position piece by piece: what is drawn so far, and what is still wrong with it.

use serde::Serialize;

use crate::any::AnyGame;
use crate::error::{Error, Result};
use crate::game::{Move, Player};
use crate::games;
use crate::remarks::Letters;
use crate::scene::{Board, CellMoves, Kind, Scene, Viewer};
use crate::sentences::{self, Said};

/// An empty cell in a scene.
const EMPTY: char = '.';
/// A neutral piece, in scenes and in texts.
const NEUTRAL: char = '*';

/// A change of a drawn board; the default changes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    /// A cell that gets another piece.
    pub cell: Option<i64>,
    /// The seat of that piece; `None` takes the piece away.
    pub owner: Option<i64>,
    /// The player to move.
    pub turn: Option<i64>,
    /// Takes all pieces away.
    pub clear: bool,
}

/// A drawn board.
#[derive(Clone, Debug, Serialize)]
pub struct Edited {
    /// Its text, also where it is no position.
    pub text: String,
    /// The player to move; `None` where the pieces tell whose turn it is.
    pub turn: Option<u8>,
    /// How it looks.
    pub scene: Scene,
    /// Why no game reaches it; `None` for a position.
    pub reason: Option<String>,
    /// The same with its code, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Said>,
}

/// Why a change is refused.
#[derive(Clone, Debug)]
pub enum Refused {
    /// The board does not have this change.
    Said(Said),
    /// Another reason, without a code.
    Error(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Refused::Error(error)
    }
}

/// A drawn board after a change. The text is one of a position, or of a board that no game reaches, as
/// this function returns them.
///
/// Where pieces fall, one that is put into an empty cell comes to rest in its column, and those above
/// one that is taken away fall.
///
/// ```
/// use bitgames_core::editing::{Change, edited};
/// let put = |text: &str, cell, owner| {
///     edited(text, Change { cell: Some(cell), owner: Some(owner), ..Change::default() }).unwrap()
/// };
/// let found = put("tictactoe", 4, 1);
/// assert_eq!(found.text, "tictactoe .../.x./...");
/// assert_eq!(found.said.unwrap().code, "counts-alternate");
/// assert_eq!(put(&found.text, 0, 0).reason, None);
/// ```
///
/// # Errors
/// [`Refused`] for a text that is none of a position, for a cell, an owner or a player out of range, for
/// a change that the board does not have, and where no board tells the position, as in card games.
pub fn edited(text: &str, change: Change) -> std::result::Result<Edited, Refused> {
    let (start, cells) = games::parts(text)?;
    let no_board = || Refused::Said(Said::new("no-board", [start.spec().into()]));
    let letters = start.letters().ok_or_else(no_board)?;
    let empty = start.scene(Some(Viewer::All), None, None)?;
    let (mut owners, mut seat, mut line) = match cells.map(|cells| (cells, start.read(cells))) {
        None => (owners(&empty), start.turn(), start.to_string()),
        Some((_, Ok(position))) => {
            let scene = position.scene(Some(Viewer::All), None, None)?;
            (owners(&scene), position.turn(), position.to_string())
        }
        Some((cells, Err(Error::InvalidPosition { .. }))) => {
            let (owners, seat) = letters.read(cells);
            (owners, seat, format!("{} {cells}", start.spec()))
        }
        Some((_, Err(error))) => return Err(error.into()),
    };
    let last = start.facts().players() as i64 - 1;
    let allowed = |name: &str, seat: i64| {
        let wrong = || Error::parameter(name, format!("from 0 to {last}"), seat);
        (0..=last).contains(&seat).then_some(Player(seat as u8)).ok_or_else(wrong)
    };
    let owner = change.owner.map(|owner| allowed("owner", owner)).transpose()?;
    if let Some(turn) = change.turn {
        if !letters.turn {
            let what = "a choice of the player to move".into();
            let reason = "the pieces tell whose turn it is".into();
            return Err(Error::Unsupported { what, game: start.spec(), reason }.into());
        }
        seat = allowed("turn", turn)?;
    }
    if change.clear {
        for cell in &mut owners {
            *cell = if *cell == NEUTRAL { NEUTRAL } else { EMPTY };
        }
    }
    if let Some(cell) = change.cell {
        let piece = owner.map_or(EMPTY, |seat| char::from(b'0' + seat.0));
        put(&*start, &empty, &mut owners, cell, piece)?;
    }
    if change.clear || change.cell.is_some() || change.turn.is_some() {
        line = letters.write(&*start, owners.iter().copied(), seat);
    }
    let turn = |seat: Player| letters.turn.then_some(seat.0);
    match games::position(&line) {
        Ok(position) => {
            let scene = position.scene(Some(Viewer::All), None, None)?;
            let (text, turn) = (position.to_string(), turn(position.turn()));
            Ok(Edited { text, turn, scene, reason: None, said: None })
        }
        Err(Error::InvalidPosition { reason, .. }) => {
            let (mut scene, said) = (empty, sentences::fault(&reason));
            let words = || Said::new("not-read", [reason.clone().into()]);
            scene.caption = said.clone().unwrap_or_else(words);
            scene.turn = turn(seat);
            if let Some(board) = board(&mut scene) {
                board.owners = owners.into_iter().collect();
                board.moves = CellMoves::default();
            }
            Ok(Edited { text: line, turn: turn(seat), scene, reason: Some(reason), said })
        }
        Err(error) => Err(error.into()),
    }
}

/// The text of the position of a drawn board, which need not be possible. `owners` are the cells as in
/// a scene.
///
/// ```
/// use bitgames_core::{Player, editing::text_from_drawing, games};
/// let text = text_from_drawing(&*games::start("othello:4")?, "01..............", Player(1))?;
/// assert_eq!(text, "othello:4 XO--/----/----/---- O");
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Unsupported`] where a drawing does not tell the position.
pub fn text_from_drawing(start: &dyn AnyGame, owners: &str, turn: Player) -> Result<String> {
    let refused = || Error::Unsupported {
        what: "a position from a drawing".into(),
        game: start.spec(),
        reason: "a board does not tell it".into(),
    };
    let letters = start.letters().ok_or_else(refused)?;
    Ok(letters.write(start, owners.chars(), turn))
}

impl Letters {
    /// The text of a board of the game from `start`, whose own text has the ends of the rows.
    fn write(
        self,
        start: &dyn AnyGame,
        owners: impl IntoIterator<Item = char>,
        turn: Player,
    ) -> String {
        let letter = |seat: usize| self.pieces.chars().nth(seat);
        let mut owners = owners.into_iter().map(|owner| match owner.to_digit(10) {
            Some(seat) => letter(seat as usize).unwrap_or(owner),
            None if owner == EMPTY => self.empty,
            None => owner,
        });
        let text = start.to_string();
        let mut words = text.split(' ');
        let (spec, cells) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let cell = |form| if form == '/' { Some(form) } else { owners.next() };
        let mut line = format!("{spec} {}", cells.chars().map_while(cell).collect::<String>());
        if let Some(letter) = letter(turn.index()).filter(|_| self.turn) {
            line.extend([' ', letter]);
        }
        line
    }

    /// The cells as in a scene, and the player to move, of a text of a valid form; a seat without a
    /// letter of its own in the text is the first.
    fn read(self, text: &str) -> (Vec<char>, Player) {
        let seat = |letter: char| self.pieces.find(letter).filter(|_| letter.is_ascii());
        let mut words = text.split(' ');
        let cells = words.next().unwrap_or_default().chars().filter(|&cell| cell != '/');
        let owners = cells.map(|cell| match seat(cell) {
            Some(seat) => char::from(b'0' + seat as u8),
            // Cells on offer are empty, and the first of two seats is to choose.
            None if cell == self.empty || cell == '?' => EMPTY,
            None => cell,
        });
        let turn = words.next().and_then(|word| seat(word.chars().next()?));
        (owners.collect(), Player(turn.filter(|_| self.turn).unwrap_or(0) as u8))
    }
}

fn board(scene: &mut Scene) -> Option<&mut Board> {
    match &mut scene.kind {
        Kind::Grid(grid) => Some(&mut grid.board),
        Kind::Pyramid(pyramid) => Some(&mut pyramid.board),
        Kind::Table(_) => None,
    }
}

fn owners(scene: &Scene) -> Vec<char> {
    match &scene.kind {
        Kind::Grid(grid) => grid.board.owners.chars().collect(),
        Kind::Pyramid(pyramid) => pyramid.board.owners.chars().collect(),
        Kind::Table(_) => Vec::new(),
    }
}

/// Puts a piece, or none, on a cell.
fn put(
    start: &dyn AnyGame,
    empty: &Scene,
    cells: &mut [char],
    cell: i64,
    mut piece: char,
) -> std::result::Result<(), Refused> {
    let wrong = || Error::parameter("cell", format!("from 0 to {}", cells.len() - 1), cell);
    let at = usize::try_from(cell).ok().filter(|&at| at < cells.len()).ok_or_else(wrong)?;
    if owners(empty)[at] == NEUTRAL {
        if cells[at] == NEUTRAL {
            // A move has the number and the name of its cell in games with neutral pieces.
            let name = start.move_text(Move(at as u16));
            return Err(Refused::Said(Said::new("neutral-stays", [name.into()])));
        }
        piece = NEUTRAL;
    }
    let was_empty = cells[at] == EMPTY;
    let width = match &empty.kind {
        Kind::Grid(grid) if grid.falls => usize::from(grid.width),
        _ => {
            cells[at] = piece;
            return Ok(());
        }
    };
    let column: Vec<usize> = (at % width..cells.len()).step_by(width).collect();
    if !was_empty {
        cells[at] = piece;
    }
    let mut rest: Vec<char> =
        column.iter().map(|&cell| cells[cell]).filter(|&cell| cell != EMPTY).collect();
    if was_empty && piece != EMPTY {
        rest.insert(0, piece);
    }
    let free = column.len() - rest.len();
    for (place, cell) in column.into_iter().enumerate() {
        cells[cell] = if place < free { EMPTY } else { rest[place - free] };
    }
    Ok(())
}
