//! What every game is: seats, moves, outcomes, facts, and the trait that ties them together.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::bits::{CellSet, Wide, Word};
use crate::error::{Error, Result};
use crate::rng::Rng;

/// Most moves any position of any game here can offer.
pub const MAX_MOVES: usize = 160;
/// Most seats at one table.
pub const MAX_PLAYERS: usize = 4;

/// A seat: 0 moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The seat as an index into lists of players.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move: an index below [`Game::num_moves`], stable for ever. Its text belongs to the game and
/// the board ([`Game::move_text`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u16);

impl Move {
    /// The move as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Moves on the stack, in index order when they come from [`Game::legal_moves`].
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    winners: u8,
    scores: [i16; MAX_PLAYERS],
    /// Why it ended, in a few words: `"3 in a row"`, `"board full"`.
    pub reason: &'static str,
}

impl Outcome {
    /// A win for the team of seats in `winners` (bit per seat; 0 for a draw) with these scores.
    pub const fn new(winners: u8, scores: [i16; MAX_PLAYERS], reason: &'static str) -> Self {
        Outcome { winners, scores, reason }
    }

    /// A two-player result: `score` for player 0, its negative for player 1, the sign decides.
    pub const fn two_player(score: i16, reason: &'static str) -> Self {
        let winners = if score > 0 {
            0b01
        } else if score < 0 {
            0b10
        } else {
            0
        };
        Outcome { winners, scores: [score, -score, 0, 0], reason }
    }

    /// True when nobody won.
    pub const fn is_draw(&self) -> bool {
        self.winners == 0
    }

    /// True when this seat is among the winners.
    pub const fn is_winner(&self, player: Player) -> bool {
        self.winners >> player.0 & 1 == 1
    }

    /// The game's own score from this seat: -1, 0, 1, or a difference of discs, of tricks.
    #[inline]
    pub const fn score(&self, player: Player) -> i16 {
        self.scores[player.index()]
    }

    /// +1.0 for a win, -1.0 for a loss, 0.0 for a draw.
    pub fn returns(&self, player: Player) -> f64 {
        if self.is_draw() {
            0.0
        } else if self.is_winner(player) {
            1.0
        } else {
            -1.0
        }
    }
}

/// What is true of a game whatever its board: data that the command line, docs and tests read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Name in specs and in the registry: `"tictactoe"`.
    pub name: &'static str,
    /// Name for people: `"Tic-tac-toe"`.
    pub title: &'static str,
    /// Short names of the seats, in order: `["o", "x"]`. Its length is the number of players.
    pub player_names: &'static [&'static str],
    /// Team of each seat; in a two-player game each is its own.
    pub teams: &'static [u8],
    /// Largest score a game on this board can end with, from either side; scores are symmetric around 0.
    pub max_score: i16,
    /// Some players do not see everything.
    pub hidden: bool,
    /// The start is dealt.
    pub chance: bool,
}

impl Facts {
    /// Number of seats.
    pub const fn players(&self) -> usize {
        self.player_names.len()
    }

    /// The first seat of a team.
    pub const fn first_seat(&self, team: u8) -> Player {
        let mut seat = 0;
        while self.teams[seat] != team {
            seat += 1;
        }
        Player(seat as u8)
    }

    /// The team of a seat.
    #[inline]
    pub const fn team(&self, player: Player) -> u8 {
        self.teams[player.index()]
    }
}

/// A position of a game: an immutable value that knows its rules.
///
/// A game writes the first group of methods; those marked *may be faster* have a plain default that
/// a game overrides only to answer the same question quicker; the rest is given and not for
/// overriding.
///
/// ```
/// use bitgames_core::{Game, games::TicTacToe3};
/// let start = TicTacToe3::default();
/// let centre = start.parse_move("b2")?;
/// let next = start.play(centre)?;
/// assert_eq!(next.legal_moves().len(), 8);
/// assert!(next.play(centre).is_err());
/// # Ok::<(), bitgames_core::Error>(())
/// ```
///
/// # Equality
/// `==` and `Hash` look at everything that changes the future (cells, turn, rules) and at nothing
/// else.
pub trait Game:
    Clone + Eq + Hash + Debug + Display + FromStr<Err = Error> + Send + Sync + 'static
{
    /// What holds for every board of this game.
    const FACTS: Facts;

    /// The name and parameters that make this game's start: `tictactoe:5`, `mnk:6,5,4`.
    fn spec(&self) -> String;
    /// The start of the game that this position belongs to.
    #[must_use]
    fn start(&self) -> Self;
    /// The position of this same board that `cells` spells: what the one-line form has after the
    /// spec. [`Error::Parse`] for a wrong spelling, [`Error::InvalidPosition`] for a position that
    /// no game reaches.
    fn read(&self, cells: &str) -> Result<Self>;
    /// Columns and rows of the board; of its ground layer on a pyramid.
    fn shape(&self) -> (u8, u8);
    /// Size of the index space of moves.
    fn num_moves(&self) -> usize;
    /// Most plies a game can take.
    fn max_plies(&self) -> usize;
    /// The seat to move; once the game is over, the seat whose turn it would be.
    fn turn(&self) -> Player;
    /// Moves since the start, as far as the position shows them: a pass leaves no trace on a board of
    /// Othello, and what a move of Mosaic set off looks like moves.
    fn ply(&self) -> usize;
    /// Calls `f` with every legal move in index order; with none once the game is over.
    fn for_each_legal(&self, f: impl FnMut(Move));
    /// Plays a move that is known to be legal. An illegal one leaves nonsense, never undefined
    /// behaviour. For loops over moves we made ourselves; everybody else calls [`Game::play`].
    fn play_unchecked(&mut self, m: Move);
    /// How the game ended, from the position alone; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// A 64-bit key, equal for equal positions and stable across releases.
    fn key(&self) -> u64;
    /// The cells that hold this seat's pieces, numbered as [`crate::bits::Shape`] says: on a flat
    /// board row by row from the top left.
    fn pieces(&self, player: Player) -> CellSet;
    /// The move in the game's notation, for an index below [`Game::num_moves`].
    fn move_text(&self, m: Move) -> String;
    /// Reads a move in the game's notation, in either case, legal here or not.
    fn parse_move(&self, text: &str) -> Result<Move>;

    /// A fresh start of this game under the same rules, dealt by `rng`; the start itself where there
    /// is no chance.
    #[must_use]
    fn deal(&self, rng: &mut Rng) -> Self {
        let _ = rng;
        self.start()
    }

    /// Why an illegal move of an unfinished game is illegal, in the game's own words, where they say
    /// more than the list of legal moves.
    fn objection(&self, m: Move) -> Option<String> {
        let _ = m;
        None
    }

    /// The cell on which a move places or moves a piece, for pictures; `None` for a pass. Unless a
    /// game says otherwise, the first moves name the cells in order and those beyond them none.
    fn cell_of(&self, m: Move) -> Option<usize> {
        let (width, height) = self.shape();
        (m.index() < usize::from(width) * usize::from(height)).then_some(m.index())
    }

    /// Does whoever is to move know the whole position? Always, unless the game hides something; then
    /// the game itself says.
    #[inline]
    fn is_open(&self) -> bool {
        !Self::FACTS.hidden
    }

    /// Refuses `what`, which looks at the position itself, where that would show what is hidden from
    /// whoever is to move.
    ///
    /// # Errors
    /// [`Error::Unsupported`], which says what is allowed.
    fn check_open(&self, what: &str) -> Result<()> {
        if self.is_open() || self.is_over() {
            return Ok(());
        }
        let reason = "it would look at what is hidden from the player to move; search a world that \
                      determinize draws, with see_all, or ask a player that goes by its view, as \
                      montecarlo does; where all is known nothing is refused";
        Err(Error::Unsupported { what: what.into(), game: self.spec(), reason: reason.into() })
    }

    /// Has the game ended? *May be faster.*
    #[inline]
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// How a game ended that is known to be over.
    ///
    /// # Panics
    /// If it goes on.
    #[inline]
    fn final_outcome(&self) -> Outcome {
        self.outcome().expect("a game that is over has an outcome")
    }

    /// Number of legal moves. *May be faster.*
    #[inline]
    fn count_legal(&self) -> usize {
        let mut n = 0;
        self.for_each_legal(|_| n += 1);
        n
    }

    /// The `n`-th legal move in index order, `n` below [`Game::count_legal`]. *May be faster.*
    #[inline]
    fn nth_legal(&self, n: usize) -> Move {
        self.legal_moves()[n]
    }

    /// The legal move whose number `choose` names when it is told how many there are; `None` once
    /// the game is over. *May be faster.*
    #[inline]
    fn pick_legal(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        (!self.is_over()).then(|| self.nth_legal(choose(self.count_legal())))
    }

    /// May this move be played here? False for an index out of range. *May be faster.*
    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        let mut legal = false;
        self.for_each_legal(|other| legal |= other == m);
        legal
    }

    /// The cells and lines that decided the game, to be marked in pictures; empty while it goes on.
    fn highlights(&self) -> CellSet {
        self.pieces(Player(0)).with(Wide::EMPTY)
    }

    /// The cells that hold a piece, whoever's.
    fn occupied(&self) -> CellSet {
        let seats = (0..Self::FACTS.players()).map(|seat| self.pieces(Player(seat as u8)));
        seats.reduce(|all, own| all.with(all.bits() | own.bits())).expect("a game has seats")
    }

    /// The legal moves in index order.
    #[inline]
    fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_legal(|m| list.push(m));
        list
    }

    /// The position after a move, or why the move is illegal. `self` stays as it is.
    fn play(&self, m: Move) -> Result<Self> {
        if !self.is_legal(m) {
            return Err(illegal_move(self, m));
        }
        let mut next = self.clone();
        next.play_unchecked(m);
        Ok(next)
    }
}

/// Why `m` cannot be played in `position`, in words that name both and say what could be.
fn illegal_move<G: Game>(position: &G, m: Move) -> Error {
    let in_range = m.index() < position.num_moves();
    let text = if in_range { position.move_text(m) } else { m.0.to_string() };
    let reason = if let Some(outcome) = position.outcome() {
        format!("the game is over ({})", outcome.reason)
    } else if in_range {
        let legal = position.legal_moves();
        let list: Vec<_> = legal.iter().map(|&m| position.move_text(m)).collect();
        let list = format!("legal moves are {}", list.join(" "));
        position.objection(m).map_or(list.clone(), |objection| format!("{objection}; {list}"))
    } else {
        format!("move indices go from 0 to {}", position.num_moves() - 1)
    };
    Error::IllegalMove { text, position: position.to_string(), reason }
}
