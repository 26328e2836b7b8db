//! Optional capabilities of a game beyond its rules. Each trait has a default that is correct for
//! every game (the trivial symmetry group, a constant evaluation, a single world), so a game
//! implements only what it has, and generic code treats all games alike.

use crate::bits::{Order, unpack};
use crate::board::BoardView;
use crate::error::{Error, Result};
use crate::game::{Game, Move, MoveList, Player};
use crate::grid;
use crate::notation::Notation;
use crate::rng::Rng;

/// The symmetries of the board, as a group of transforms `0..num_symmetries()`; 0 is the identity.
///
/// They commute with play: `p.play(m).transform(s) == p.transform(s).play(p.transform_move(m, s))`.
/// A move that ends the game may be an exception if rules break a tie by the order of cells: the
/// two finished positions then have the same outcome, so symmetries still keep the value of every
/// position.
pub trait Symmetric: Game {
    /// Order of the group.
    fn num_symmetries(&self) -> usize {
        1
    }

    /// The position seen through symmetry `s`.
    #[must_use]
    fn transform(&self, s: usize) -> Self {
        debug_assert_eq!(s, 0);
        self.clone()
    }

    /// The image of a move of this board under symmetry `s`.
    fn transform_move(&self, m: Move, s: usize) -> Move {
        debug_assert_eq!(s, 0);
        m
    }

    /// The inverse symmetry of `s`, of those of a board: see [`grid`].
    fn inverse(&self, s: usize) -> usize {
        grid::inverse(s)
    }

    /// The representative of the position's class (the image with the least key, by board order if
    /// keys are equal), and the symmetry that maps to it. Equal for all members of a class.
    #[inline]
    fn canonical(&self) -> (Self, usize) {
        let mut best = (self.clone(), 0);
        let mut key = self.key();
        for s in 1..self.num_symmetries() {
            let image = self.transform(s);
            let image_key = image.key();
            if image_key < key {
                (best, key) = ((image, s), image_key);
            }
        }
        best
    }

    /// The position as a number, for long lists of positions of one board: equal for positions that the
    /// side to move sees alike. `None` if the game has no such numbers.
    fn number(&self) -> Option<u128> {
        None
    }

    /// A position of this board with such a number.
    #[must_use]
    fn numbered(&self, number: u128) -> Self {
        let _ = number;
        self.clone()
    }

    /// The key of the representative: equal for all positions of a class.
    fn canonical_key(&self) -> u64 {
        (1..self.num_symmetries()).fold(self.key(), |least, s| least.min(self.transform(s).key()))
    }
}

/// Static evaluation of a position, for searches.
pub trait Evaluate: Game {
    /// Number of units of [`Evaluate::evaluate`] per point of the game's score. Evaluations of
    /// unfinished positions stay strictly inside the range of reachable scores.
    const UNIT: i32 = 1;

    /// The largest value, in units and for either side, of a position that counts as even: random
    /// openings of matches are drawn until a quick search finds no more.
    const EVEN: i32 = 0;

    /// True if a tree search plays better with [`Evaluate::evaluate`] at its leaves than with random
    /// moves to the end of the game, in the same time.
    const JUDGES_LEAVES: bool = false;

    /// An estimate of the value for the side to move, in units; 0 if nothing is known.
    fn evaluate(&self) -> i32 {
        0
    }

    /// Proven bounds on the value for the side to move, in points of the game's score. The search
    /// cuts on them, so they must hold in every reachable position.
    fn bounds(&self) -> (i32, i32) {
        let most = i32::from(self.max_score());
        (-most, most)
    }

    /// Legal moves that certainly include a best one: a forced block alone, one card of a run of
    /// equals. In index order; all legal moves is always correct.
    fn essential_moves(&self) -> MoveList {
        self.legal_moves()
    }

    /// Adds the ordering score of `moves[i]` to `scores[i]`; larger scores are searched earlier.
    fn order_moves(&self, moves: &[Move], scores: &mut [i32]) {
        debug_assert_eq!(moves.len(), scores.len());
    }
}

/// Games with hidden information. A game that hides nothing keeps the defaults. [`Notation::view`]
/// is what a player sees.
pub trait HiddenInfo: Notation {
    /// A random position among those that look exactly like this one to `player`.
    #[must_use]
    fn determinize(&self, player: Player, rng: &mut Rng) -> Self {
        let _ = (player, rng);
        self.clone()
    }

    /// Refuses `what`, an action that uses the position itself, if that would reveal what is hidden
    /// from the player to move. Provided; do not override.
    ///
    /// # Errors
    /// [`Error::Hidden`].
    fn check_open(&self, what: &str) -> Result<()> {
        if self.is_open() || self.is_over() {
            return Ok(());
        }
        Err(Error::Hidden { what: what.into(), game: self.spec() })
    }
}

/// A position as planes for learning agents, channel first: `planes x height x width` bytes, each 0
/// or 1, as one player sees it.
pub trait Planes: BoardView {
    /// Number of planes.
    fn num_planes(&self) -> usize {
        Self::FACTS.players()
    }

    /// What each plane shows, in one line, as seen by the player for whom the planes are written.
    fn plane_names(&self) -> Vec<String> {
        let seats = 0..Self::FACTS.players();
        seats.map(|seat| pieces_of(seat, Self::FACTS.players())).collect()
    }

    /// Writes the planes that `player` sees into all of `out`, `num_planes * height * width` bytes.
    /// They show nothing that is hidden from `player`. The default is a plane of pieces for each
    /// seat: first `player`, then the seats after it.
    fn write_planes(&self, player: Player, out: &mut [u8]) {
        let (width, height) = self.shape();
        let cells = usize::from(width) * usize::from(height);
        let players = Self::FACTS.players();
        for (plane, out) in out.chunks_exact_mut(cells).enumerate() {
            let seat = (player.index() + plane) % players;
            unpack(self.pieces(Player(seat as u8)).bits(), out);
        }
    }

    /// Where symmetry `s` takes a place of the planes, counted through all of them. The default turns
    /// each plane as the board.
    fn plane_image(&self, place: usize, s: usize) -> usize {
        let (width, height) = self.shape();
        let (width, height) = (usize::from(width), usize::from(height));
        let cell = place % (width * height);
        place - cell + grid::image(width, height, cell, s)
    }

    /// The planes that the player to move sees, a word each with the first cell as the lowest bit,
    /// where they are two of at most 64 cells: its pieces and those of the other player. To the other
    /// player they are the same, exchanged. All positions of a board answer alike. The planes of many
    /// positions at a time are written from them.
    #[inline]
    fn plane_words(&self) -> Option<[u64; 2]> {
        None
    }

    /// The order of the cells in [`Planes::ordered_words`], where it is not that of the planes. Vectors can
    /// write planes in any order, which may save time before it.
    const PLANE_ORDER: Option<&'static Order> = None;

    /// The words of [`Planes::plane_words`] with their cells in the other order, if there is one.
    #[inline]
    fn ordered_words(&self) -> [u64; 2] {
        self.plane_words().unwrap_or_default()
    }
}

/// The name of a plane of the pieces of the seat that is `after` seats after the viewer.
pub fn pieces_of(after: usize, players: usize) -> String {
    match (after, players) {
        (0, _) => "own pieces".into(),
        (_, 2) => "pieces of the other player".into(),
        (1, _) => "pieces of the next player".into(),
        _ => format!("pieces of the player {after} seats after"),
    }
}

/// A game that can be searched.
pub trait Searchable: Symmetric + Evaluate + HiddenInfo {}

impl<G: Symmetric + Evaluate + HiddenInfo> Searchable for G {}
