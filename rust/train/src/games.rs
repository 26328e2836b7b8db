//! The games from which the weights of Othello are learned: how one is played, and its line of text.

use std::fmt::{self, Display, Formatter};

use bitgames_core::bits::Word;
use bitgames_core::budget::Budget;
use bitgames_core::control::Control;
use bitgames_core::exact::{ExactSolver, SolveOptions};
use bitgames_core::games::Othello8;
use bitgames_core::games::othello::flips::{flips, mobility};
use bitgames_core::games::othello::patterns::Features;
use bitgames_core::rng::Rng;
use bitgames_core::{Game, Move, Player, Specialists};

/// Root of all random numbers of the games, fixed for reproducible samples.
const ROOT: u128 = 20_261_122;
/// Least and most random moves at the start of a game.
const OPENING: (usize, usize) = (8, 50);
/// Least and most empty squares from which on every position is solved.
const SOLVED: (usize, usize) = (14, 16);
/// Depth of the search that chooses the other moves, in plies.
const DEPTH: usize = 4;
/// Of so many solved positions, one is followed by a random move, so that some labels are those of
/// the poor positions that a search meets.
const RANDOM_ONCE_IN: usize = 4;
/// Size of the solver's table; its values do not depend on it.
const TABLE_MIB: usize = 4;

/// A position from the mover's view, and the label: the final score for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub own: u64,
    pub other: u64,
    pub score: i8,
}

impl Sample {
    /// Number of empty squares.
    pub fn empties(&self) -> usize {
        64 - (self.own | self.other).count()
    }
}

/// A game with its labels.
///
/// Its text is a line: index, number of random moves at the start, all moves without passes, and
/// the scores for Black of the last positions up to the final one, in order. All of them are exact,
/// and the first of them labels the positions before, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledGame {
    pub index: u64,
    opening: usize,
    cells: Vec<u8>,
    scores: Vec<i8>,
}

impl Display for LabelledGame {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.index, self.opening)?;
        for cell in &self.cells {
            write!(f, "{}{}", char::from(b'a' + cell % 8), cell / 8 + 1)?;
        }
        for (place, score) in self.scores.iter().enumerate() {
            write!(f, "{}{score}", if place == 0 { ' ' } else { ',' })?;
        }
        Ok(())
    }
}

impl LabelledGame {
    /// The game of this line; `None` if it is not one.
    pub fn parse(line: &str) -> Option<LabelledGame> {
        let mut words = line.split(' ');
        let (index, opening) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let cell = |text: &[u8; 2]| {
            let (x, y) = (text[0].wrapping_sub(b'a'), text[1].wrapping_sub(b'1'));
            (x < 8 && y < 8).then_some(8 * y + x)
        };
        let (cells, rest) = words.next()?.as_bytes().as_chunks();
        let cells: Option<Vec<u8>> = cells.iter().map(cell).collect();
        let scores: Result<Vec<i8>, _> = words.next()?.split(',').map(str::parse).collect();
        let game = LabelledGame { index, opening, cells: cells?, scores: scores.ok()? };
        let whole = rest.is_empty() && words.next().is_none();
        (whole && (1..=game.cells.len() + 1).contains(&game.scores.len())).then_some(game)
    }

    /// Its positions after the random moves, without passes and the final one; `None` if a move is
    /// illegal or the last score is wrong.
    pub fn samples(&self) -> Option<Vec<Sample>> {
        let mut samples = Vec::new();
        let mut position = Othello8::default();
        let first = self.cells.len() + 1 - self.scores.len();
        for (ply, &cell) in self.cells.iter().enumerate() {
            if position.must_pass() {
                position.play_unchecked(Othello8::PASS);
            }
            if !position.is_legal(Move(u16::from(cell))) {
                return None;
            }
            if ply >= self.opening {
                let black = self.scores[ply.saturating_sub(first)];
                let score = if position.turn() == Player(0) { black } else { -black };
                samples.push(Sample { own: position.own(), other: position.other(), score });
            }
            position.play_unchecked(Move(u16::from(cell)));
        }
        let end = position.outcome()?.score(Player(0));
        (self.scores.last() == Some(&(end as i8))).then_some(samples)
    }
}

/// Plays games; it keeps the table of its solver.
pub struct GamePlayer {
    solver: Box<dyn ExactSolver<Othello8>>,
}

impl GamePlayer {
    pub fn new() -> bitgames_core::Result<GamePlayer> {
        let options = SolveOptions { table_mib: TABLE_MIB, ..SolveOptions::default() };
        let solver = Othello8::default().solver(&options)?.expect("Othello has a solver");
        Ok(GamePlayer { solver })
    }

    /// Game `index`, which depends on the index and the evaluation alone.
    pub fn play(&mut self, index: u64) -> LabelledGame {
        let mut rng = Rng::child(ROOT, index);
        let opening = OPENING.0 + rng.below(OPENING.1 - OPENING.0 + 1);
        let solve_from = SOLVED.0 + rng.below(SOLVED.1 - SOLVED.0 + 1);
        let mut game = LabelledGame { index, opening, cells: Vec::new(), scores: Vec::new() };
        let mut position = Othello8::default();
        loop {
            if let Some(outcome) = position.outcome() {
                game.scores.push(outcome.score(Player(0)) as i8);
                return game;
            }
            if position.must_pass() {
                position.play_unchecked(Othello8::PASS);
            }
            let begun = game.cells.len() >= opening;
            let solved = begun && position.empties().count() <= solve_from;
            if solved {
                let value = self.solve(&position);
                let black = if position.turn() == Player(0) { value } else { -value };
                game.scores.push(black as i8);
            }
            let m = if !begun || solved && rng.below(RANDOM_ONCE_IN) == 0 {
                position.nth_legal(rng.below(position.count_legal()))
            } else {
                shallow_move(&position)
            };
            game.cells.push(m.0 as u8);
            position.play_unchecked(m);
        }
    }

    fn solve(&mut self, position: &Othello8) -> i32 {
        let control = Control::default();
        let budget = Budget::unlimited(&control);
        self.solver.best(position, &budget).expect("nothing stops it").0
    }
}

/// The best placement after [`DEPTH`] plies, the first among equals.
fn shallow_move(position: &Othello8) -> Move {
    let (own, other) = (position.own(), position.other());
    let features = Features::new(own, other);
    let mut best = (-i32::MAX, Othello8::PASS);
    for (cell, turned) in ordered(own, other, position.placements()) {
        let next = features.after(cell, turned);
        let (next_own, next_other) = (other ^ turned, own ^ turned | 1 << cell);
        let value = -shallow(&next, next_own, next_other, (-i32::MAX, -best.0), DEPTH - 1);
        // The order of the search is not that of the cells.
        if value > best.0 {
            best = (value, Move(cell as u16));
        }
    }
    best.1
}

/// Alpha-beta search on the evaluation, fail-soft. The order of the moves changes its work, not the
/// chosen move.
fn shallow(
    features: &Features,
    own: u64,
    other: u64,
    (mut alpha, beta): (i32, i32),
    depth: usize,
) -> i32 {
    if depth == 0 {
        return features.value(own, other);
    }
    let moves = mobility::<8>(own, other);
    if moves == 0 {
        if mobility::<8>(other, own) == 0 {
            return 100 * Othello8::new(own, other, Player(0)).final_score();
        }
        return -shallow(&features.pass(), other, own, (-beta, -alpha), depth);
    }
    let mut best = -i32::MAX;
    // True at a cut.
    let mut search = |(cell, turned): (usize, u64)| {
        let next = features.after(cell, turned);
        let (next_own, next_other) = (other ^ turned, own ^ turned | 1 << cell);
        best = best.max(-shallow(&next, next_own, next_other, (-beta, -alpha), depth - 1));
        alpha = alpha.max(best);
        alpha >= beta
    };
    if depth == 1 {
        moves.cells().map(|cell| (cell, flips::<8>(own, other, cell))).any(&mut search);
    } else {
        ordered(own, other, moves).any(&mut search);
    }
    best
}

/// The moves and what they turn, those first that leave the fewest replies.
fn ordered(own: u64, other: u64, moves: u64) -> impl Iterator<Item = (usize, u64)> {
    let mut all: Vec<_> = moves.cells().map(|cell| (cell, flips::<8>(own, other, cell))).collect();
    all.sort_by_key(|&(cell, turned)| {
        mobility::<8>(other ^ turned, own ^ turned | 1 << cell).count()
    });
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value by plain search.
    fn plain(own: u64, other: u64) -> i32 {
        let board = Othello8::new(own, other, Player(0));
        if board.is_over() {
            return board.final_score();
        }
        let child = |cell| {
            let turned = flips::<8>(own, other, cell);
            -plain(other ^ turned, own ^ turned | 1 << cell)
        };
        board.placements().cells().map(child).max().unwrap_or_else(|| -plain(other, own))
    }

    #[test]
    fn a_game_depends_on_its_index_alone_and_its_labels_are_exact() {
        let mut player = GamePlayer::new().expect("memory");
        let games: Vec<_> = (0..6).map(|index| player.play(index)).collect();
        let (mut exact, mut same) = (0, 0);
        for game in games.iter().rev() {
            assert_eq!(*game, GamePlayer::new().expect("memory").play(game.index));
            assert_eq!(LabelledGame::parse(&game.to_string()).as_ref(), Some(game));
            let samples = game.samples().expect("legal moves");
            assert_eq!(samples.len(), game.cells.len().saturating_sub(game.opening));
            for sample in samples {
                if sample.empties() <= 6 {
                    assert_eq!(i32::from(sample.score), plain(sample.own, sample.other), "{game}");
                    exact += 1;
                } else if sample.empties() > SOLVED.1 {
                    same += 1;
                }
            }
        }
        assert!(exact >= 30 && same > 0);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let line = GamePlayer::new().expect("memory").play(0).to_string();
        let words: Vec<&str> = line.split(' ').collect();
        let [index, opening, moves, scores] = words[..] else { unreachable!() };
        let cut = &moves[..moves.len() - 2];
        let lines = [
            String::new(),
            format!("{index} {opening} {moves}"),
            format!("{line} 1"),
            format!("{index} {opening} {moves}z9 {scores}"),
            format!("{index} {opening} {moves} 1,x"),
            format!("{index} {opening} {} {scores}", &moves[..moves.len() - 1]),
        ];
        for line in lines {
            assert_eq!(LabelledGame::parse(&line), None, "{line}");
        }
        let unplayable = [
            format!("{index} {opening} a1{} {scores}", &moves[2..]),
            format!("{index} {opening} {cut} {scores}"),
            format!("{index} {opening} {moves} {scores},99"),
        ];
        for line in unplayable {
            let game = LabelledGame::parse(&line);
            assert_eq!(game.and_then(|game| game.samples()), None, "{line}");
        }
    }
}
