//! The games of a tournament as lines of its results file, written on the threads that play them.
//!
//! `bitgames.tournaments.games` says what a line is; what is the same in all games of two players
//! comes from there as bytes.

use std::io::Write as _;
use std::time::Duration;

use bitgames_core::files::checksum;
use bitgames_core::matches::PlayedGame;

use crate::moves::Shared;

/// What the lines of two players share; the arguments are bytes of JSON. The second of each two is
/// for the games with odd numbers, in which the other player begins.
pub struct Sheet {
    /// The place of these two players among all.
    place: u64,
    /// Number of the pair of the first opening.
    first_pair: u64,
    /// The beginning of what a key is made from, up to the opening.
    key: Vec<u8>,
    /// The opening of each pair.
    openings: Vec<Vec<u8>>,
    /// What follows the opening in a key, up to the number of the pair.
    key_players: [Vec<u8>; 2],
    /// The names of both players, as fields of a line.
    players: [Vec<u8>; 2],
}

/// The fields of a [`Sheet`] from Python.
pub type GivenSheet = (u64, u64, Vec<u8>, Vec<Vec<u8>>, (Vec<u8>, Vec<u8>), (Vec<u8>, Vec<u8>));

impl From<GivenSheet> for Sheet {
    fn from((place, first_pair, key, openings, key_players, players): GivenSheet) -> Self {
        let (key_players, players) = (key_players.into(), players.into());
        Sheet { place, first_pair, key, openings, key_players, players }
    }
}

/// A finished game: the place of its sheet, its number, the points of the player who began, forfeited or not, its line.
pub struct Line {
    pub place: u64,
    pub game: u64,
    pub points: f64,
    pub is_forfeit: bool,
    pub bytes: Vec<u8>,
}

impl Sheet {
    pub fn line(&self, played: &PlayedGame, shared: &Shared) -> Line {
        let (pair, odd) = (played.game / 2, (played.game % 2) as usize);
        let first = if odd == 0 { played.result } else { played.result.reversed() };
        let points = [0.0, 0.5, 1.0][first.half_points()];
        let place = pair.checked_sub(self.first_pair);
        let opening = place.and_then(|place| self.openings.get(place as usize));
        let mut key = self.key.clone();
        key.extend_from_slice(opening.map_or(b"null", Vec::as_slice));
        key.extend_from_slice(&self.key_players[odd]);
        let mut line = Vec::with_capacity(512);
        let _ = write!(key, "{pair}]");
        let _ = write!(line, r#"{{"key":"{:016x}","pair":{pair},"#, checksum(&key));
        let _ = write!(line, r#""game":{},"#, played.game);
        line.extend_from_slice(&self.players[odd]);
        let _ = write!(line, r#","score":{points:.1},"reason":"#);
        text(&mut line, &played.reason);
        let (forfeit, plies) = (played.is_forfeit, played.moves.len());
        let _ = write!(line, r#","forfeit":{forfeit},"plies":{plies},"given":{}"#, played.given);
        line.extend_from_slice(br#","seconds":["#);
        seconds(&mut line, played.times[odd]);
        line.push(b',');
        seconds(&mut line, played.times[1 - odd]);
        let (own, other) = (played.seeds[odd], played.seeds[1 - odd]);
        let _ = write!(line, r#"],"seeds":[{own},{other}],"start":"#);
        text(&mut line, &played.start);
        line.extend_from_slice(br#","moves":""#);
        for (number, m) in played.moves.iter().enumerate() {
            if number > 0 {
                line.push(b' ');
            }
            // Moves are letters, digits and signs that JSON writes as they are.
            line.extend_from_slice(shared.moves[m.index()].get().text.as_bytes());
        }
        line.push(b'"');
        let check = checksum(&line);
        let _ = writeln!(line, r#","check":"{check:016x}"}}"#);
        Line {
            place: self.place,
            game: played.game,
            points,
            is_forfeit: played.is_forfeit,
            bytes: line,
        }
    }
}

/// Writes a text as Python's `json` does with `ensure_ascii=False`.
fn text(line: &mut Vec<u8>, text: &str) {
    line.push(b'"');
    for &byte in text.as_bytes() {
        match byte {
            b'"' | b'\\' => line.extend_from_slice(&[b'\\', byte]),
            b'\n' => line.extend_from_slice(b"\\n"),
            b'\r' => line.extend_from_slice(b"\\r"),
            b'\t' => line.extend_from_slice(b"\\t"),
            8 => line.extend_from_slice(b"\\b"),
            12 => line.extend_from_slice(b"\\f"),
            0..32 => {
                let _ = write!(line, "\\u{byte:04x}");
            }
            _ => line.push(byte),
        }
    }
    line.push(b'"');
}

/// Writes seconds, rounded to microseconds, as Python writes such a float.
fn seconds(line: &mut Vec<u8>, time: Duration) {
    let micros = (time.as_nanos() + 500) / 1000;
    let (whole, part) = (micros / 1_000_000, micros % 1_000_000);
    let _ = match (whole, part) {
        (_, 0) => write!(line, "{whole}.0"),
        (0, 1..10) => write!(line, "{part}e-06"),
        (0, 10..100) if part % 10 == 0 => write!(line, "{}e-05", part / 10),
        (0, 10..100) => write!(line, "{}.{}e-05", part / 10, part % 10),
        _ => {
            let zeros = (1..6).take_while(|&zeros| part % 10_u128.pow(zeros) == 0).count() as u32;
            let digits = 6 - zeros as usize;
            write!(line, "{whole}.{:0digits$}", part / 10_u128.pow(zeros))
        }
    };
}
