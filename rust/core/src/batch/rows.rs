//! Rows in the type of their game: all that depends on the game, and nothing else.

use std::any::Any;
use std::fmt::Debug;

use arrayvec::ArrayVec;

use crate::bits::{Word, unpack_each, unpack_pairs};
use crate::control::Control;
use crate::cpu::{self, Level, Work};
use crate::error::{Error, Result};
use crate::game::{Facts, Move, Outcome, Player};
use crate::openings;
use crate::players::{self, BoxedAgent, GameContext};
use crate::playout::playout;
use crate::rng::{Rng, child_seed};
use crate::specialists::Playable;

/// Rows of a block: a few microseconds of work.
pub(super) const ROWS: usize = 64;
/// The first child of a game's seed that is the seed of a move, of the one at ply 0.
const REPLIES: u64 = 2;

/// A player in the type of the game, [`crate::players::BoxedAgent`].
#[derive(Debug)]
pub struct Opponent {
    agent: Box<dyn Any + Send>,
    /// It answers in microseconds, and cannot fail.
    pub is_quick: bool,
}

/// The seats as which planes are written.
#[derive(Clone, Copy, Debug)]
pub enum Viewers<'a> {
    /// The seat to move of each row.
    Mover,
    /// One seat.
    Seat(Player),
    /// A seat for each row.
    Each(&'a [u8]),
}

impl Viewers<'_> {
    fn of(self, row: usize, mover: Player) -> Player {
        match self {
            Viewers::Mover => mover,
            Viewers::Seat(seat) => seat,
            Viewers::Each(seats) => Player(seats[row]),
        }
    }
}

/// Some positions of one game, in its own type behind this face.
///
/// A set of legal moves is `num_moves().div_ceil(64)` words, as [`crate::Game::write_legal_bits`]
/// writes it; it is empty once the game is over.
pub trait Rows: Debug + Send + Sync {
    /// A list without rows for the same game.
    fn empty(&self) -> Box<dyn Rows>;
    /// The same rows.
    fn boxed_clone(&self) -> Box<dyn Rows>;
    /// Bytes of a row.
    fn row_bytes(&self) -> usize;
    /// Facts about the game.
    fn facts(&self) -> &'static Facts;
    /// Size of the index space of moves.
    fn num_moves(&self) -> usize;
    /// Planes, rows and columns of the planes of a position.
    fn planes_shape(&self) -> [usize; 3];
    /// The line of text of the start.
    fn start_text(&self) -> String;

    /// The position of a row, in its own type.
    fn position(&self, row: usize) -> &dyn Any;
    /// The game of a row as the text of its cells, which [`Rows::read`] reads.
    fn text(&self, row: usize) -> String;
    /// The seat to move, and the moves since the start.
    fn turn_and_ply(&self, row: usize) -> (Player, usize);
    /// The outcome of a row; `None` before the end.
    fn outcome(&self, row: usize) -> Option<Outcome>;
    /// Writes the results of some rows for each seat, 0 before the end. `some` has a bit for each of at
    /// most 64 rows.
    fn write_returns(&self, some: u64, out: &mut [f32]);
    /// The error for an illegal move of a row: index and text of the move, position, reason.
    fn refusal(&self, row: usize, m: Option<Move>) -> Error;

    /// Adds a row with the start.
    fn push_start(&mut self);
    /// Adds a row that `other`, rows of the same game, has.
    fn push_of(&mut self, other: &dyn Rows, row: usize);
    /// Removes all rows.
    fn clear(&mut self);
    /// Begins games in some rows: dealt from their `seed` if the start is the start of a game of chance,
    /// else the start as it is; then with `random_plies` random moves from it. `some` has a bit for each of at
    /// most 64 rows.
    fn begin(
        &mut self,
        some: u64,
        seed: &dyn Fn(usize) -> u64,
        random_plies: u16,
        legal: &mut [u64],
    );
    /// Refuses a position of another game, or one in which the game is over.
    fn check(&self, name: &str, position: &dyn Any) -> Result<()>;
    /// Puts a position into a row that [`Rows::check`] has passed.
    fn put(&mut self, row: usize, position: &dyn Any, legal: &mut [u64]);
    /// Puts a position into a row, from its text.
    fn read(&mut self, row: usize, text: &str, legal: &mut [u64]) -> Result<()>;

    /// The player of a spec, for all seats.
    fn opponent(&self, spec: &str) -> Result<Opponent>;
    /// Lets that player answer in these `rows`, of at most 64, until the seat of each in `seats` is to
    /// move or its game is over. The move at ply `p` is drawn from child `REPLIES + p` of the game's
    /// `seed`. Writes the legal moves of the rows in which it has moved, and returns those whose game
    /// is over now.
    fn reply(
        &mut self,
        rows: u64,
        seats: &[u8],
        seed: &dyn Fn(usize) -> u64,
        opponent: &mut Opponent,
        legal: &mut [u64],
        control: &Control<'_>,
    ) -> Result<u64>;
    /// Plays the moves of some rows, which are legal, and writes the legal moves after them. `some` has
    /// a bit for each of at most 64 rows. Returns the rows whose game is over now.
    fn play(&mut self, moves: &[i64], some: u64, legal: &mut [u64]) -> u64;
    /// Writes the planes of the rows from `first` on, as many as fit `out`.
    fn write_planes(&self, first: usize, viewers: Viewers<'_>, out: &mut [u8]);
    /// The outcome of a random game from a row on.
    fn playout(&self, row: usize, rng: &mut Rng) -> Outcome;
}

impl Clone for Box<dyn Rows> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Rows without any, for the game that begins with this position.
///
/// # Errors
/// [`Error::Parameter`] if the game is over there.
pub fn rows_of<G: Playable>(start: &G) -> Result<Box<dyn Rows>> {
    let rows = Typed { start: start.clone(), rows: Vec::new() };
    rows.check("game", start)?;
    Ok(Box::new(rows))
}

#[derive(Clone, Debug)]
struct Typed<G> {
    start: G,
    rows: Vec<G>,
}

impl<G: Playable> Typed<G> {
    /// Words of a set of legal moves.
    fn words(&self) -> usize {
        self.start.num_moves().div_ceil(64)
    }

    #[inline]
    fn set(&mut self, row: usize, position: G, legal: &mut [u64]) {
        position.write_legal_bits(legal);
        self.rows[row] = position;
    }
}

impl<G: Playable> Rows for Typed<G> {
    fn empty(&self) -> Box<dyn Rows> {
        Box::new(Typed { start: self.start.clone(), rows: Vec::new() })
    }
    fn boxed_clone(&self) -> Box<dyn Rows> {
        Box::new(self.clone())
    }
    fn row_bytes(&self) -> usize {
        size_of::<G>()
    }
    fn facts(&self) -> &'static Facts {
        &G::FACTS
    }
    fn num_moves(&self) -> usize {
        self.start.num_moves()
    }
    fn planes_shape(&self) -> [usize; 3] {
        let (width, height) = self.start.shape();
        [self.start.num_planes(), height.into(), width.into()]
    }
    fn start_text(&self) -> String {
        self.start.to_string()
    }

    fn position(&self, row: usize) -> &dyn Any {
        &self.rows[row]
    }
    fn text(&self, row: usize) -> String {
        let line = self.rows[row].to_string();
        line.split_once(' ').map_or(String::new(), |(_, cells)| cells.into())
    }
    fn turn_and_ply(&self, row: usize) -> (Player, usize) {
        (self.rows[row].turn(), self.rows[row].ply())
    }
    fn outcome(&self, row: usize) -> Option<Outcome> {
        self.rows[row].outcome()
    }
    fn write_returns(&self, some: u64, out: &mut [f32]) {
        let seats = G::FACTS.players();
        for row in some.cells() {
            let outcome = self.rows[row].outcome();
            for (seat, out) in (0..).map(Player).zip(&mut out[row * seats..][..seats]) {
                *out = outcome.as_ref().map_or(0.0, |outcome| outcome.returns(seat) as f32);
            }
        }
    }
    fn refusal(&self, row: usize, m: Option<Move>) -> Error {
        let refused = self.rows[row].play(m.unwrap_or(Move(u16::MAX))).err();
        refused.unwrap_or_else(|| Error::parameter("moves", "illegal here", "a legal move"))
    }

    fn push_start(&mut self) {
        self.rows.push(self.start.clone());
    }
    fn push_of(&mut self, other: &dyn Rows, row: usize) {
        if let Some(position) = other.position(row).downcast_ref::<G>() {
            self.rows.push(position.clone());
        }
    }
    fn clear(&mut self) {
        self.rows.clear();
    }
    fn begin(
        &mut self,
        some: u64,
        seed: &dyn Fn(usize) -> u64,
        random_plies: u16,
        legal: &mut [u64],
    ) {
        let words = self.words();
        let is_dealt = G::FACTS.chance && self.start.ply() == 0;
        for row in some.cells() {
            let start = &self.start;
            let game = if is_dealt { start.deal(&mut Rng::new(seed(row))) } else { start.clone() };
            let game = if random_plies == 0 {
                game
            } else {
                openings::random(&game, random_plies, seed(row))
            };
            self.set(row, game, &mut legal[row * words..][..words]);
        }
    }
    fn check(&self, name: &str, position: &dyn Any) -> Result<()> {
        let spec = self.start.spec();
        let wrong = |given: &str| {
            Err(Error::parameter(name, format!("a position of {spec} that is not over"), given))
        };
        match position.downcast_ref::<G>() {
            Some(position) if position.is_over() => wrong("a finished game"),
            Some(position) if position.spec() == spec => Ok(()),
            Some(position) => wrong(&format!("a position of {}", position.spec())),
            None => wrong("a position of another game"),
        }
    }
    fn put(&mut self, row: usize, position: &dyn Any, legal: &mut [u64]) {
        if let Some(position) = position.downcast_ref::<G>() {
            self.set(row, position.clone(), legal);
        }
    }
    fn read(&mut self, row: usize, text: &str, legal: &mut [u64]) -> Result<()> {
        let position = G::read(&self.start, text)?;
        self.set(row, position, legal);
        Ok(())
    }

    fn play(&mut self, moves: &[i64], some: u64, legal: &mut [u64]) -> u64 {
        let words = self.words();
        if G::IN_LANES && words == 1 {
            return cpu::tuned(PlayAll { rows: &mut self.rows, moves, some, legal });
        }
        let mut over = 0;
        for row in some.cells() {
            let (position, legal) = (&mut self.rows[row], &mut legal[row * words..][..words]);
            position.play_unchecked(Move(moves[row] as u16));
            position.write_legal_bits(legal);
            over |= u64::from(legal.iter().all(|&word| word == 0)) << row;
        }
        over
    }
    fn opponent(&self, spec: &str) -> Result<Opponent> {
        let agent = players::build(spec, &self.start)?;
        Ok(Opponent { is_quick: !agent.remembers(), agent: Box::new(agent) })
    }
    fn reply(
        &mut self,
        rows: u64,
        seats: &[u8],
        seed: &dyn Fn(usize) -> u64,
        opponent: &mut Opponent,
        legal: &mut [u64],
        control: &Control<'_>,
    ) -> Result<u64> {
        let Some(agent) = opponent.agent.downcast_mut::<BoxedAgent<G>>() else { return Ok(0) };
        let words = self.words();
        let mut over = 0;
        for row in rows.cells() {
            let position = &mut self.rows[row];
            if position.turn().0 == seats[row] {
                continue;
            }
            let seed = seed(row);
            while position.turn().0 != seats[row] {
                let seed = child_seed(seed.into(), REPLIES + position.ply() as u64);
                if !opponent.is_quick {
                    control.poll()?;
                    agent.start_game(seed)?;
                }
                let chosen =
                    agent.choose(GameContext::position(position), &mut Rng::new(seed), control)?;
                let Some(m) = chosen else { break };
                position.play_unchecked(m);
            }
            let legal = &mut legal[row * words..][..words];
            position.write_legal_bits(legal);
            over |= u64::from(legal.iter().all(|&word| word == 0)) << row;
        }
        Ok(over)
    }
    fn write_planes(&self, first: usize, viewers: Viewers<'_>, out: &mut [u8]) {
        let size = self.planes_shape().iter().product();
        let count = out.len() / size;
        if self.start.plane_words().is_some() {
            let rows = &self.rows[first..][..count];
            return cpu::tuned(WriteWords { first, rows, cells: size / 2, viewers, out });
        }
        let rows = self.rows[first..].iter().zip(out.chunks_exact_mut(size));
        for (row, (position, out)) in (first..).zip(rows) {
            position.write_planes(viewers.of(row, position.turn()), out);
        }
    }
    fn playout(&self, row: usize, rng: &mut Rng) -> Outcome {
        playout(self.rows[row].clone(), rng).0
    }
}

/// Plays moves in some of at most 64 rows of a game whose legal moves are a word, and writes them.
struct PlayAll<'a, G> {
    rows: &'a mut [G],
    moves: &'a [i64],
    some: u64,
    legal: &'a mut [u64],
}

impl<G: Playable> Work for PlayAll<'_, G> {
    type Result = u64;

    #[expect(clippy::inline_always, reason = "for vectors")]
    #[inline(always)]
    fn run(self) -> u64 {
        let PlayAll { rows, moves, some, legal } = self;
        // All are played, because vectors with gaps take longer, and the others are put back.
        let others = (u64::low(rows.len()) & !some).cells();
        let others: ArrayVec<_, ROWS> =
            others.map(|row| (row, rows[row].clone(), legal[row])).collect();
        for ((position, &m), legal) in rows.iter_mut().zip(moves).zip(legal.iter_mut()) {
            position.play_unchecked(Move(m as u16));
            position.write_legal_bits(std::slice::from_mut(legal));
        }
        let over =
            (0..).zip(&*legal).fold(0, |over, (row, &set)| over | u64::from(set == 0) << row);
        // Not by value: the array is large.
        for &(row, ref position, set) in &others {
            rows[row].clone_from(position);
            legal[row] = set;
        }
        over & some
    }
}

/// Writes the planes of rows whose planes are words.
struct WriteWords<'a, G> {
    /// The number of the first row.
    first: usize,
    rows: &'a [G],
    cells: usize,
    viewers: Viewers<'a>,
    out: &'a mut [u8],
}

impl<G: Playable> Work for WriteWords<'_, G> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "for vectors")]
    #[inline(always)]
    fn run(self) {
        let WriteWords { first, rows, cells, viewers, out } = self;
        let is_mover = matches!(viewers, Viewers::Mover);
        let seen = |row, position: &G, [own, other]: [u64; 2]| {
            let is_turned = !is_mover && viewers.of(row, Player(0)) != position.turn();
            if is_turned { [other, own] } else { [own, other] }
        };
        let mut positions = (first..first + rows.len()).zip(rows);
        if let Some(order) = G::PLANE_ORDER.filter(|_| cpu::level() > Level::Portable) {
            let words = positions.map(|(row, at)| seen(row, at, at.ordered_words()));
            return unpack_pairs(words, order, out);
        }
        for out in out.chunks_mut(ROWS * 2 * cells) {
            let mut words = [[0; 2]; ROWS];
            let words = &mut words[..out.len() / (2 * cells)];
            for (words, (row, at)) in words.iter_mut().zip(&mut positions) {
                *words = seen(row, at, at.plane_words().unwrap_or_default());
            }
            if 2 * cells > 64 {
                unpack_each(words.as_flattened(), cells, out);
                continue;
            }
            let mut joined = [0; ROWS];
            for (joined, &[near, far]) in joined.iter_mut().zip(&*words) {
                *joined = near | far << cells;
            }
            unpack_each(&joined[..words.len()], 2 * cells, out);
        }
    }
}
