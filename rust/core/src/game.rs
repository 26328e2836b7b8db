//! The rules of a game: seats, moves, outcomes, facts, and the trait that every game implements
//! first.
//!
//! [`crate::Notation`] has the texts of positions and moves, [`crate::BoardView`] the board.

use std::fmt::Debug;
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::bits::{self, Word};
use crate::rng::Rng;

/// Most legal moves of one position: the capacity of a [`MoveList`].
pub const MAX_MOVES: usize = 160;
/// Most move indices of a game: sets of moves have a bit for each, and archives a byte.
pub const MAX_INDICES: usize = 256;
/// Most plies of one game: depths are stored in a byte.
pub const MAX_PLIES: usize = u8::MAX as usize;
/// Most seats of a game.
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
    /// The reason in a few words: `"3 in a row"`, `"board full"`.
    pub reason: &'static str,
}

impl Outcome {
    /// A win for the seats in `winners` (bit per seat; 0 for a draw) with these scores.
    pub const fn new(winners: u8, scores: [i16; MAX_PLAYERS], reason: &'static str) -> Self {
        Outcome { winners, scores, reason }
    }

    /// A two-player result: `score` for player 0, its negative for player 1; the sign decides the
    /// winner.
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

/// Facts about a game that do not depend on the board, for the command line, docs and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Name in specs and in the registry: `"tictactoe"`.
    pub name: &'static str,
    /// Title for the user: `"Tic-tac-toe"`.
    pub title: &'static str,
    /// Short names of the seats, in order: `["o", "x"]`. Its length is the number of players.
    pub player_names: &'static [&'static str],
    /// Team of each seat; in a two-player game each is its own.
    pub teams: &'static [u8],
    /// Largest final score on the largest board ([`Game::max_score`]); scores are symmetric around 0.
    pub max_score: i16,
    /// Most legal moves of one position, on the largest board; at most [`MAX_MOVES`].
    pub most_moves: usize,
    /// Size of the index space of moves on the largest board ([`Game::num_moves`]); at most
    /// [`MAX_INDICES`].
    pub max_indices: usize,
    /// Most plies of one game, on the largest board; at most [`MAX_PLIES`].
    pub most_plies: usize,
    /// True if something is hidden from some players.
    pub hidden: bool,
    /// True if the start is dealt.
    pub chance: bool,
}

impl Facts {
    /// Checks that the game keeps the limits on which generic code relies; runs at compile time
    /// when the game's type is erased ([`crate::any::AnyGame`]).
    ///
    /// # Panics
    /// If a limit is broken, with its name.
    pub const fn check(&self) {
        let seats = self.player_names.len();
        assert!(1 <= seats && seats <= MAX_PLAYERS, "a game has from 1 to MAX_PLAYERS seats");
        assert!(self.teams.len() == seats, "each seat has a team");
        assert!(self.most_moves <= MAX_MOVES, "a position has at most MAX_MOVES legal moves");
        assert!(self.max_indices <= MAX_INDICES, "a game has at most MAX_INDICES move indices");
        assert!(self.most_moves <= self.max_indices, "a legal move has an index");
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

/// Methods of [`Game`] by a set of cells, `self.legal()`, in games whose moves are cells. A game that
/// finds the n-th cell faster gives a function for it.
macro_rules! legal_set {
    () => {
        legal_set!(|position: &Self, n| $crate::bits::Word::nth(position.legal(), n));
    };
    ($nth:expr) => {
        #[inline]
        fn for_each_legal(&self, f: impl FnMut(Move)) {
            self.legal().cells().map(|cell| Move(cell as u16)).for_each(f);
        }

        #[inline]
        fn count_legal(&self) -> usize {
            self.legal().count()
        }

        #[inline]
        fn nth_legal(&self, n: usize) -> Move {
            Move(($nth)(self, n) as u16)
        }

        #[inline]
        fn is_legal(&self, m: Move) -> bool {
            $crate::game::is_in(self.legal(), m)
        }

        #[inline]
        fn write_legal_bits(&self, out: &mut [u64]) {
            $crate::bits::write_pieces(self.legal(), out);
        }
    };
}
pub(crate) use legal_set;

/// True if a set of moves has this one, which may be beyond the word.
#[inline]
pub(crate) fn is_in<W: Word>(moves: W, m: Move) -> bool {
    m.index() < W::BITS && moves.has(m.index())
}

/// A position of a game under its rules: an immutable value.
///
/// A game implements the first group of methods. Those marked *may be faster* have a simple default
/// that a game overrides only to return the same result faster. The other methods are provided; do
/// not override them.
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
/// `==` and `Hash` compare everything that affects the future (cells, turn, rules) and nothing
/// else.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Facts about this game on every board.
    const FACTS: Facts;

    /// True if [`Game::play_unchecked`], which takes any index then, and [`Game::write_legal_bits`] have
    /// no branches: many positions at a time are played in vectors.
    const IN_LANES: bool = false;

    /// The start of the game that this position belongs to.
    #[must_use]
    fn start(&self) -> Self;
    /// Size of the index space of moves.
    fn num_moves(&self) -> usize;
    /// Upper bound on the plies of a game.
    fn max_plies(&self) -> usize;
    /// Upper bound on the final scores on this board, for either side.
    fn max_score(&self) -> i16 {
        Self::FACTS.max_score
    }
    /// The seat to move; once the game is over, the seat whose turn it would be.
    fn turn(&self) -> Player;
    /// Moves since the start, as far as the position shows them: on a board of Othello passes are
    /// not visible, and each piece that a chain of Mosaic places counts as a move. Never decreases.
    fn ply(&self) -> usize;
    /// Calls `f` with every legal move in index order; not at all once the game is over.
    fn for_each_legal(&self, f: impl FnMut(Move));
    /// Plays a move that is known to be legal. An illegal move gives a wrong position, never
    /// undefined behaviour. For loops over generated moves; all other callers use
    /// [`crate::Notation::play`].
    fn play_unchecked(&mut self, m: Move);
    /// The outcome, from the position alone; `None` before the end.
    fn outcome(&self) -> Option<Outcome>;
    /// Transposition key: 64 bits, equal for equal positions and stable across releases.
    fn key(&self) -> u64;

    /// A new start of this game under the same rules, dealt by `rng`; without chance, the start
    /// itself.
    #[must_use]
    fn deal(&self, rng: &mut Rng) -> Self {
        let _ = rng;
        self.start()
    }

    /// True if the player to move knows the whole position. Always true in a game that hides
    /// nothing.
    #[inline]
    fn is_open(&self) -> bool {
        !Self::FACTS.hidden
    }

    /// The result for the player to move of a game that goes on, where it shows without a search: 1 if a
    /// move wins, -1 if the other side wins with its next one whatever this one is.
    #[inline]
    fn sure_result(&self) -> Option<i8> {
        None
    }

    /// True if the game has ended. *May be faster.*
    #[inline]
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The position after a move that is known to be legal, as by [`Game::play_unchecked`].
    #[inline]
    #[must_use]
    fn child(&self, m: Move) -> Self {
        let mut child = self.clone();
        child.play_unchecked(m);
        child
    }

    /// The outcome of a game that is known to be over.
    ///
    /// # Panics
    /// If the game is not over.
    #[inline]
    fn final_outcome(&self) -> Outcome {
        self.outcome().expect("a game that is over has an outcome")
    }

    /// Plays uniformly random legal moves to the end, as [`crate::playout::playout`]. *May be faster.*
    #[inline]
    fn playout(mut self, rng: &mut Rng) -> (Outcome, usize) {
        let mut plies = 0;
        while let Some(m) = self.pick_legal(|n| rng.below(n)) {
            self.play_unchecked(m);
            plies += 1;
        }
        (self.final_outcome(), plies)
    }

    /// Number of legal moves. *May be faster.*
    #[inline]
    fn count_legal(&self) -> usize {
        let mut n = 0;
        self.for_each_legal(|_| n += 1);
        n
    }

    /// The leaves of the tree of two plies, as [`crate::perft`] counts them. *May be faster.*
    #[inline]
    fn leaves_below(&self) -> u64 {
        let mut leaves = 0;
        self.for_each_legal(|m| {
            // Not `child`: the compiler would copy the board, right after its words were written.
            let mut child = self.clone();
            child.play_unchecked(m);
            leaves += child.count_legal().max(1) as u64;
        });
        leaves.max(1)
    }

    /// The `n`-th legal move in index order, `n` below [`Game::count_legal`]. *May be faster.*
    #[inline]
    fn nth_legal(&self, n: usize) -> Move {
        self.legal_moves()[n]
    }

    /// The legal move at the index that `choose` returns for the number of legal moves; `None` once
    /// the game is over. *May be faster.*
    #[inline]
    fn pick_legal(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        (!self.is_over()).then(|| self.nth_legal(choose(self.count_legal())))
    }

    /// True if this move is legal here; false for an index out of range. *May be faster.*
    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        let mut legal = false;
        self.for_each_legal(|other| legal |= other == m);
        legal
    }

    /// Writes the legal moves as a set: bit `m % 64` of word `m / 64` is 1 if move `m` is legal, and
    /// all other bits are 0. `out` has `num_moves().div_ceil(64)` words. *May be faster.*
    fn write_legal_bits(&self, out: &mut [u64]) {
        out.fill(0);
        self.for_each_legal(|m| out[m.index() / 64] |= 1 << (m.index() % 64));
    }

    /// Writes a byte for each of the `num_moves()` moves: 1 if it is legal, else 0.
    ///
    /// ```
    /// use bitgames_core::{Game, Move, games::TicTacToe3};
    /// let mut position = TicTacToe3::default();
    /// position.play_unchecked(Move(4));
    /// let mut mask = [7; 9];
    /// position.write_legal(&mut mask);
    /// assert_eq!(mask, [1, 1, 1, 1, 0, 1, 1, 1, 1]);
    /// ```
    fn write_legal(&self, out: &mut [u8]) {
        // On the stack there is room for the moves of all games so far; others take the slow way.
        let mut words = [0; 3];
        if let Some(words) = words.get_mut(..out.len().div_ceil(64)) {
            self.write_legal_bits(words);
            bits::unpack_words(words, out);
        } else {
            out.fill(0);
            self.for_each_legal(|m| out[m.index()] = 1);
        }
    }

    /// The legal moves in index order.
    #[inline]
    fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_legal(|m| list.push(m));
        list
    }
}
