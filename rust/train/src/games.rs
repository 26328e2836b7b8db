//! The games from which the weights of Othello are learned: how one is played, and its line of text.

use std::fmt::{self, Display, Formatter};

use bitgames_core::bits::Word;
use bitgames_core::control::{Control, Limits};
use bitgames_core::games::Othello8;
use bitgames_core::rng::Rng;
use bitgames_core::search::{Deepening, Searcher};
use bitgames_core::{Game, Move};

/// Root of all random numbers of the games, fixed for reproducible samples.
const ROOT: u128 = 20_261_129;
/// Least and most random moves at the start of a game.
const OPENING: (usize, usize) = (8, 24);
/// Most hundredths of a disc by which a side leads after them, in the first search.
const BALANCED: i16 = 1_500;
/// Level of the searches that choose the other moves and label their positions.
const LEVEL: u64 = 10;
/// Empty squares from which on they reach the end of the game. The level's own ends begin earlier and
/// make a game many times as dear.
const SOLVED: usize = 18;
/// One position of this number is followed by a random move, as a search meets poor positions, too.
const RANDOM_ONCE_IN: usize = 10;
/// How far the label of a position goes from the value of its own search to the label after its best
/// move: from 0 to 1.
const AHEAD: f32 = 0.7;
/// Highest value, in hundredths of a disc.
const MOST: i16 = 6_400;
/// Size of the table of a search.
const TABLE_MIB: usize = 4;

/// A position from the mover's view, and the label: its value for the mover, in hundredths of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub own: u64,
    pub other: u64,
    pub value: f32,
}

impl Sample {
    /// Number of empty squares.
    pub fn empties(&self) -> usize {
        64 - (self.own | self.other).count()
    }

    /// The label in discs.
    pub fn discs(&self) -> f32 {
        self.value / 100.0
    }
}

/// What a search says of a position, in hundredths of a disc for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Searched {
    value: i16,
    /// True if a random move follows, in place of the best.
    random: bool,
}

/// A game with its labels.
///
/// Its text is a line: index, number of random moves at the start, all moves without passes, and the
/// values of the positions after that start, with `?` where a random move follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledGame {
    pub index: u64,
    opening: usize,
    cells: Vec<u8>,
    searched: Vec<Searched>,
}

impl Display for LabelledGame {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.index, self.opening)?;
        for cell in &self.cells {
            write!(f, "{}{}", char::from(b'a' + cell % 8), cell / 8 + 1)?;
        }
        for (place, Searched { value, random }) in self.searched.iter().enumerate() {
            let mark = if *random { "?" } else { "" };
            write!(f, "{}{value}{mark}", if place == 0 { ' ' } else { ',' })?;
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
        let searched = |text: &str| {
            let value = text.trim_end_matches('?');
            let random = value.len() < text.len();
            let value = value.parse().ok().filter(|value| (-MOST..=MOST).contains(value))?;
            Some(Searched { value, random })
        };
        let searched: Option<Vec<_>> = words.next()?.split(',').map(searched).collect();
        let game = LabelledGame { index, opening, cells: cells?, searched: searched? };
        let whole = rest.is_empty() && words.next().is_none();
        let labelled = opening.checked_add(game.searched.len()) == Some(game.cells.len());
        (whole && labelled).then_some(game)
    }

    /// Its positions after the random moves, without passes and the final one; `None` if a move is
    /// illegal or the game does not end. A label goes [`AHEAD`] of the way from the value of its own
    /// search to the label of the position after its best move, which has seen further.
    pub fn samples(&self) -> Option<Vec<Sample>> {
        let mut samples = Vec::new();
        let mut position = Othello8::default();
        for (ply, &cell) in self.cells.iter().enumerate() {
            if position.must_pass() {
                position.play_unchecked(Othello8::PASS);
            }
            if !position.is_legal(Move(u16::from(cell))) {
                return None;
            }
            if let Some(at) = ply.checked_sub(self.opening) {
                let (own, other) = (position.own(), position.other());
                let value = f32::from(self.searched[at].value);
                samples.push((Sample { own, other, value }, position.turn()));
            }
            position.play_unchecked(Move(u16::from(cell)));
        }
        for at in (1..samples.len()).rev() {
            let (after, same) = (samples[at].0.value, samples[at].1 == samples[at - 1].1);
            let before = &mut samples[at - 1].0.value;
            if !self.searched[at - 1].random {
                *before += AHEAD * (if same { after } else { -after } - *before);
            }
        }
        position.is_over().then(|| samples.into_iter().map(|(sample, _)| sample).collect())
    }
}

/// Plays games; it keeps the memory of its searches.
pub struct GamePlayer {
    searcher: Searcher,
}

impl GamePlayer {
    pub fn new() -> bitgames_core::Result<GamePlayer> {
        Ok(GamePlayer { searcher: Searcher::new(TABLE_MIB, 1)? })
    }

    /// Game `index`, which depends on the index and the evaluation alone.
    pub fn play(&mut self, index: u64) -> LabelledGame {
        let mut rng = Rng::child(ROOT, index);
        let opening = OPENING.0 + rng.below(OPENING.1 - OPENING.0 + 1);
        self.searcher.clear();
        loop {
            let mut game = LabelledGame { index, opening, cells: Vec::new(), searched: Vec::new() };
            if self.finish(&mut game, &mut rng) {
                return game;
            }
        }
    }

    /// Plays a game that has not begun to its end; false if it is unbalanced.
    fn finish(&mut self, game: &mut LabelledGame, rng: &mut Rng) -> bool {
        let mut position = Othello8::default();
        while !position.is_over() {
            if position.must_pass() {
                position.play_unchecked(Othello8::PASS);
            }
            let mut m = position.nth_legal(rng.below(position.count_legal()));
            if game.cells.len() >= game.opening {
                let (value, best) = self.search(&position);
                if game.searched.is_empty() && value.abs() > BALANCED {
                    return false;
                }
                let random = rng.below(RANDOM_ONCE_IN) == 0;
                game.searched.push(Searched { value, random });
                if !random {
                    m = best;
                }
            }
            game.cells.push(m.0 as u8);
            position.play_unchecked(m);
        }
        !game.searched.is_empty()
    }

    /// The value of a position in hundredths of a disc, and the best move.
    fn search(&mut self, position: &Othello8) -> (i16, Move) {
        let search = Deepening::new(position).level(Some(LEVEL)).expect("a level of Othello");
        let near_end = position.empties().count() <= SOLVED;
        let depth = (!near_end).then_some(LEVEL as usize);
        let limits = Limits { depth, ..Limits::default() };
        let found = self.searcher.run(search, limits, &Control::default(), |_| ());
        let value = (100.0 * found.value).round().clamp(-f64::from(MOST), MOST.into()) as i16;
        (value, found.best_move.expect("the game goes on"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitgames_core::Player;
    use bitgames_core::games::othello::flips::flips;

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
    fn a_game_depends_on_its_index_alone_and_its_last_labels_are_exact() {
        let mut player = GamePlayer::new().expect("memory");
        let games: Vec<_> = (0..6).map(|index| player.play(index)).collect();
        let (mut exact, mut random) = (0, 0);
        for game in games.iter().rev() {
            assert_eq!(*game, GamePlayer::new().expect("memory").play(game.index));
            assert_eq!(LabelledGame::parse(&game.to_string()).as_ref(), Some(game));
            let samples = game.samples().expect("legal moves");
            assert_eq!(samples.len(), game.searched.len());
            for (sample, searched) in samples.iter().zip(&game.searched) {
                if sample.empties() <= 6 {
                    let value = 100 * plain(sample.own, sample.other);
                    assert_eq!(
                        (sample.value.round() as i32, i32::from(searched.value)),
                        (value, value)
                    );
                    exact += 1;
                }
                random += usize::from(searched.random);
            }
        }
        assert!(exact >= 30 && random >= 20, "{exact} {random}");
    }

    #[test]
    fn a_label_has_seen_what_follows_the_best_move() {
        let game = GamePlayer::new().expect("memory").play(1);
        let (samples, mut mixed) = (game.samples().expect("legal moves"), 0);
        for (at, searched) in game.searched.iter().enumerate() {
            let own = f32::from(searched.value);
            if searched.random || at + 1 == samples.len() {
                assert!((samples[at].value - own).abs() < 0.01);
                continue;
            }
            let ahead = samples[at + 1].value.abs();
            let (least, most) = (own.abs().min(ahead), own.abs().max(ahead));
            assert!(samples[at].value.abs() <= most + 0.01);
            mixed += usize::from(least < most);
        }
        assert!(mixed > 10);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let line = GamePlayer::new().expect("memory").play(0).to_string();
        let words: Vec<&str> = line.split(' ').collect();
        let [index, opening, moves, values] = words[..] else { unreachable!() };
        let lines = [
            String::new(),
            format!("{index} {opening} {moves}"),
            format!("{line} 1"),
            format!("{index} {opening} {moves} 1,x"),
            format!("{index} {opening} {moves}z9 {values},1"),
            format!("{index} {opening} {} {values}", &moves[..moves.len() - 1]),
            format!("{index} {opening} {moves} {values},1"),
            format!("{index} {opening} {moves} 6401{}", &values[values.find(',').unwrap_or(0)..]),
        ];
        for line in lines {
            assert_eq!(LabelledGame::parse(&line), None, "{line}");
        }
        let (most, _) = values.rsplit_once(',').expect("several values");
        let unplayable = [
            format!("{index} {opening} a1{} {values}", &moves[2..]),
            format!("{index} {opening} {} {most}", &moves[..moves.len() - 2]),
        ];
        for line in unplayable {
            let game = LabelledGame::parse(&line).expect("a line of that form");
            assert_eq!(game.samples(), None, "{line}");
        }
    }
}
