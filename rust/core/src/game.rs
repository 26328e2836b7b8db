//! The rules of a game: seats, moves, outcomes, facts, and the trait that every game writes first.
//!
//! How positions and moves are written is [`crate::Notation`], how a board looks [`crate::BoardView`].

use std::fmt::Debug;
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::rng::Rng;

/// Most legal moves of one position: the room of a [`MoveList`].
pub const MAX_MOVES: usize = 160;
/// Most plies of one game: depths are kept in a byte.
pub const MAX_PLIES: usize = u8::MAX as usize;
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

/// A move: an index below [`Game::num_moves`], stable across releases. Its text is
/// [`crate::Notation::move_text`].
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

    /// True if the game is a draw.
    pub const fn is_draw(&self) -> bool {
        self.winners == 0
    }

    /// True if this seat is among the winners.
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
    /// Most legal moves of one position, on the largest board; at most [`MAX_MOVES`].
    pub most_moves: usize,
    /// Most plies of one game, on the largest board; at most [`MAX_PLIES`].
    pub most_plies: usize,
    /// True if some players do not see everything.
    pub hidden: bool,
    /// True if the start is dealt.
    pub chance: bool,
}

impl Facts {
    /// Checks that the game keeps to the limits on which the generic parts rely. A game meets it at
    /// compile time, when its type is erased ([`crate::any::AnyGame`]).
    ///
    /// # Panics
    /// If a limit is broken, with its name.
    pub const fn check(&self) {
        let seats = self.player_names.len();
        assert!(1 <= seats && seats <= MAX_PLAYERS, "a game has from 1 to MAX_PLAYERS seats");
        assert!(self.teams.len() == seats, "each seat has a team");
        assert!(self.most_moves <= MAX_MOVES, "a position has at most MAX_MOVES legal moves");
        assert!(self.most_plies <= MAX_PLIES, "a game has at most MAX_PLIES plies");
        assert!(self.max_score > 0, "a game has scores on both sides of 0");
    }

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

/// A position of a game under its rules: an immutable value.
///
/// A game writes the first group of methods. Those marked *may be faster* have a plain default that
/// a game overrides only to give the same answer quicker. The rest is given and not for overriding.
///
/// ```
/// use bitgames_core::{Game, Move, games::TicTacToe3};
/// let mut position = TicTacToe3::default();
/// position.play_unchecked(Move(4));
/// assert_eq!((position.ply(), position.count_legal()), (1, 8));
/// assert!(!position.is_legal(Move(4)));
/// ```
///
/// # Equality
/// `==` and `Hash` look at everything that changes the future (cells, turn, rules) and at nothing
/// else.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// What holds for every board of this game.
    const FACTS: Facts;

    /// The start of the game that this position belongs to.
    #[must_use]
    fn start(&self) -> Self;
    /// Size of the index space of moves.
    fn num_moves(&self) -> usize;
    /// Most plies a game can take.
    fn max_plies(&self) -> usize;
    /// The seat to move; once the game is over, the seat whose turn it would be.
    fn turn(&self) -> Player;
    /// Moves since the start, as far as the position shows them: a pass leaves no trace on a board of
    /// Othello, and each piece that a chain of Mosaic places counts as a move. Never decreases.
    fn ply(&self) -> usize;
    /// Calls `f` with every legal move in index order; with none once the game is over.
    fn for_each_legal(&self, f: impl FnMut(Move));
    /// Plays a move that is known to be legal. An illegal one leaves nonsense, never undefined
    /// behaviour. For loops over moves that the program made itself; any other caller uses
    /// [`crate::Notation::play`].
    fn play_unchecked(&mut self, m: Move);
    /// How the game ended, from the position alone; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// Transposition key: 64 bits, equal for equal positions and stable across releases.
    fn key(&self) -> u64;

    /// A fresh start of this game under the same rules, dealt by `rng`; the start itself where there
    /// is no chance.
    #[must_use]
    fn deal(&self, rng: &mut Rng) -> Self {
        let _ = rng;
        self.start()
    }

    /// True if the player to move knows the whole position. Always so in a game that hides nothing;
    /// a game that hides something says when.
    #[inline]
    fn is_open(&self) -> bool {
        !Self::FACTS.hidden
    }

    /// True if the game has ended. *May be faster.*
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

    /// The legal move whose number `choose` returns, called with the number of legal moves; `None`
    /// once the game is over. *May be faster.*
    #[inline]
    fn pick_legal(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        (!self.is_over()).then(|| self.nth_legal(choose(self.count_legal())))
    }

    /// True if this move may be played here; false for an index out of range. *May be faster.*
    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        let mut legal = false;
        self.for_each_legal(|other| legal |= other == m);
        legal
    }

    /// The legal moves in index order.
    #[inline]
    fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_legal(|m| list.push(m));
        list
    }
}
