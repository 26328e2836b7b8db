//! What a game may know beyond its rules. Each trait has a default that is true of every game (the
//! trivial symmetry group, an evaluation that knows nothing, a view that hides nothing), so a game
//! writes only what it has and the machinery asks every game the same questions.

use crate::game::{Game, Move, MoveList, Player};
use crate::rng::Rng;

/// The symmetries of the board, as a group of transforms `0..num_symmetries()`; 0 is the identity.
///
/// They commute with play: `p.play(m).transform(s) == p.transform(s).play(p.transform_move(m, s))`. A
/// move that ends the game may make an exception, if rules break a tie by the order of cells: the two
/// finished positions then have the same outcome, and so symmetries keep the value of every position.
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

    /// Where symmetry `s` takes a move of this board.
    fn transform_move(&self, m: Move, s: usize) -> Move {
        debug_assert_eq!(s, 0);
        m
    }

    /// The symmetry that undoes `s`. *May be faster:* the default tries them all.
    fn inverse(&self, s: usize) -> usize {
        let moves = || (0..self.num_moves() as u16).map(Move);
        let undoes =
            |t: &usize| moves().all(|m| self.transform_move(self.transform_move(m, s), *t) == m);
        (0..self.num_symmetries()).find(undoes).unwrap_or_default()
    }

    /// The representative of the position's class (the image with the least key, by board order on a
    /// tie of keys), and the symmetry that leads to it. Equal for all members of a class.
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
}

/// What a search may know about a position without looking ahead.
pub trait Evaluate: Game {
    /// How many units of [`Evaluate::evaluate`] make one point of the game's score. Evaluations of
    /// positions that are not over stay strictly inside the range of reachable scores.
    const UNIT: i32 = 1;

    /// A guess at the value for the side to move, in units; 0 knows nothing.
    fn evaluate(&self) -> i32 {
        0
    }

    /// Proven bounds on the value for the side to move, in points of the game's score. The search
    /// cuts on them, so they must hold in every reachable position.
    fn bounds(&self) -> (i32, i32) {
        let most = i32::from(Self::FACTS.max_score);
        (-most, most)
    }

    /// Legal moves among which a best one is certain to be: a forced block alone, one card of a run
    /// of equals. In index order; all legal moves is always right.
    fn essential_moves(&self) -> MoveList {
        self.legal_moves()
    }

    /// Adds to `scores[i]` how promising `moves[i]` looks; larger is searched earlier.
    fn order_moves(&self, moves: &[Move], scores: &mut [i32]) {
        debug_assert_eq!(moves.len(), scores.len());
    }
}

/// What each player sees of a game with hidden information. A game that hides nothing keeps the
/// defaults, and its view is its position.
pub trait HiddenInfo: Game {
    /// The position as `player` knows it, in one line; nothing else may leak into it.
    fn view(&self, player: Player) -> String {
        debug_assert!(player.index() < Self::FACTS.players());
        self.to_string()
    }

    /// A random position among those that look to `player` exactly like this one.
    #[must_use]
    fn determinize(&self, player: Player, rng: &mut Rng) -> Self {
        let _ = (player, rng);
        self.clone()
    }
}

/// The position as planes of a picture for learning agents, channel first: `planes x height x
/// width` bytes, the mover's pieces before the others'.
pub trait Planes: Game {
    /// Number of planes.
    fn num_planes(&self) -> usize {
        Self::FACTS.players()
    }

    /// Writes the planes, each cell 0 or 1. `out` has `num_planes * height * width` bytes.
    fn write_planes(&self, out: &mut [u8]) {
        let (width, height) = self.shape();
        let cells = usize::from(width) * usize::from(height);
        let players = Self::FACTS.players();
        out.fill(0);
        for (plane, out) in out.chunks_exact_mut(cells).enumerate() {
            let player = (self.turn().index() + plane) % players;
            for cell in self.pieces(Player(player as u8)).cells() {
                out[cell] = 1;
            }
        }
    }
}

/// A game that can be searched.
pub trait Searchable: Symmetric + Evaluate {}

impl<G: Symmetric + Evaluate> Searchable for G {}
