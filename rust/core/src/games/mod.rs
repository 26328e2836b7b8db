//! The one list of games.

pub mod connect4;
pub mod honeymoon;
pub mod mosaic;
pub mod othello;
pub mod tictactoe;

pub use self::connect4::{ConnectFour, ConnectFour128};
pub use self::honeymoon::Honeymoon;
pub use self::mosaic::{Mosaic5, Mosaic7, Quo7};
pub use self::othello::{Othello8, SmallOthello};
pub use self::tictactoe::{Mnk64, Mnk128, TicTacToe3};

use crate::any::AnyGame;
use crate::data::DataFile;
use crate::error::{Error, Result, shorten};
use crate::game::{Facts, Game};

/// A game in the registry.
pub struct GameEntry {
    /// Name before the colon of a spec.
    pub name: &'static str,
    /// Other usual names besides the title, each with what its colon is followed by unless another
    /// text is.
    pub other_names: &'static [(&'static str, &'static str)],
    /// Form of what follows the colon, in text for the user.
    pub parameters: &'static str,
    /// Facts of the game.
    pub facts: &'static Facts,
    /// Specs that tests and docs run through.
    pub examples: &'static [&'static str],
    /// Makes the start from what follows the colon; the text is empty without a colon.
    pub start: fn(&str) -> Result<Box<dyn AnyGame>>,
}

/// All games. A new game adds its entry here.
pub static GAMES: &[GameEntry] = &[
    GameEntry {
        name: "tictactoe",
        other_names: &[
            ("noughts and crosses", ""),
            ("三目並べ", ""),
            ("○×ゲーム", ""),
            ("井字棋", ""),
            ("圈圈叉叉", ""),
        ],
        parameters: "[:SIZE], 1 to 8, default 3",
        facts: &<TicTacToe3 as Game>::FACTS,
        examples: &["tictactoe", "tictactoe:4", "tictactoe:5", "tictactoe:8"],
        start: tictactoe::start_square,
    },
    GameEntry {
        name: "mnk",
        other_names: &[
            ("m,n,k", ""),
            ("gomoku", "11,11,5"),
            ("five in a row", "11,11,5"),
            ("五目並べ", "11,11,5"),
            ("五子棋", "11,11,5"),
        ],
        parameters: ":WIDTH,HEIGHT,K, at most 121 cells, K in a row",
        facts: &<TicTacToe3 as Game>::FACTS,
        examples: &["mnk:4,3,3", "mnk:6,5,4", "mnk:11,11,5"],
        start: tictactoe::start_mnk,
    },
    GameEntry {
        name: "othello",
        other_names: &[
            ("reversi", ""),
            ("オセロ", ""),
            ("リバーシ", ""),
            ("黑白棋", ""),
            ("翻轉棋", ""),
        ],
        parameters: "[:SIZE], 4, 6, 8, or 6,4 or 8,4, default 8",
        facts: &<Othello8 as Game>::FACTS,
        examples: &["othello", "othello:6", "othello:4", "othello:8,4", "othello:6,4"],
        start: othello::start_spec,
    },
    GameEntry {
        name: "connect4",
        other_names: &[
            ("connect four", ""),
            ("four in a row", ""),
            ("四目並べ", ""),
            ("屏風四子棋", ""),
            ("四子棋", ""),
        ],
        parameters: "[:WIDTH,HEIGHT], 4 to 12 each, default 7,6",
        facts: &<ConnectFour as Game>::FACTS,
        examples: &["connect4", "connect4:4,4", "connect4:8,7", "connect4:5,4", "connect4:10,11"],
        start: connect4::start_spec,
    },
    GameEntry {
        name: "mosaic",
        other_names: &[("モザイク", "")],
        parameters: "[:SIZE], 2 to 7, default 7",
        facts: &<Mosaic7 as Game>::FACTS,
        examples: &["mosaic", "mosaic:2", "mosaic:3", "mosaic:4", "mosaic:5", "mosaic:6"],
        start: mosaic::start_spec,
    },
    GameEntry {
        name: "quo",
        other_names: &[],
        parameters: "[:SIZE[,lowest]], 3 to 7, default 7; lowest: no choice of the last piece's cell",
        facts: &<Quo7 as Game>::FACTS,
        examples: &["quo", "quo:3", "quo:4", "quo:5", "quo:6", "quo:4,lowest", "quo:7,lowest"],
        start: mosaic::start_quo_spec,
    },
    GameEntry {
        name: "honeymoon",
        other_names: &[("ハネムーンブリッジ", ""), ("蜜月橋牌", "")],
        parameters: "[:taiwan|bicycle|face_up][,OPTION=VALUE...], default taiwan; options notrump, \
                     play_lead, scoring, vulnerable, part_scores, dealer",
        facts: &<Honeymoon as Game>::FACTS,
        examples: &[
            "honeymoon",
            "honeymoon:bicycle",
            "honeymoon:face_up",
            "honeymoon:taiwan,scoring=rubber,part_scores=60/0",
        ],
        start: honeymoon::start_spec,
    },
];

/// All files of data of the games.
pub static DATA: [&DataFile; 3] = [&othello::WEIGHTS, &othello::BOOK, &connect4::SCORES];

/// Gives the program a file of data, unless it has this one. The bytes are checked.
///
/// ```
/// use bitgames_core::{Error, games};
/// let [weights, ..] = games::DATA;
/// assert!(games::give("othello.weights", weights.bytes().unwrap_or_default().to_vec()).is_ok());
/// assert!(matches!(games::give("othello.weights", vec![1, 2, 3]), Err(Error::DamagedFile { .. })));
/// ```
///
/// # Errors
/// [`Error::Parameter`] for an unknown name, [`Error::DamagedFile`].
pub fn give(name: &str, bytes: Vec<u8>) -> Result<()> {
    let Some(file) = DATA.into_iter().find(|file| file.name == name) else {
        let known = DATA.map(|file| file.name).join(", ");
        return Err(Error::parameter("name", format!("one of {known}"), format!("{name:?}")));
    };
    file.give(bytes)
}

/// Reads a position from one line of text: a spec such as `tictactoe:5` names a start, and
/// [`Game`]'s `Display` names any position.
///
/// ```
/// use bitgames_core::games::position;
/// assert_eq!(position("tictactoe")?.to_string(), "tictactoe .../.../...");
/// assert_eq!(position("mnk:4,3,3 o.../.x../....")?.ply(), 2);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn position(text: &str) -> Result<Box<dyn AnyGame>> {
    match parts(text)? {
        (start, None) => Ok(start),
        (start, Some(cells)) => start.read(cells),
    }
}

/// The start of the game that a text begins with, and what follows its spec.
pub fn parts(text: &str) -> Result<(Box<dyn AnyGame>, Option<&str>)> {
    let (entry, rest) = named(text)?;
    Ok(match rest.split_once(' ') {
        None => (start_of(entry, rest)?, None),
        Some((parameters, cells)) => (start_of(entry, parameters)?, Some(cells)),
    })
}

/// The players of all games, the general ones first: name and rule.
pub fn all_agents() -> Result<Vec<(&'static str, &'static str)>> {
    let mut all = Vec::new();
    for spec in GAMES.iter().filter_map(|entry| entry.examples.first()) {
        for agent in start(spec)?.agents() {
            if !all.contains(&agent) {
                all.push(agent);
            }
        }
    }
    Ok(all)
}

/// The start of a game spec.
pub fn start(spec: &str) -> Result<Box<dyn AnyGame>> {
    let (entry, parameters) = named(spec)?;
    start_of(entry, parameters)
}

/// The start of a game with what follows its name: nothing, or a colon and the parameters.
fn start_of((entry, usual): Named, parameters: &str) -> Result<Box<dyn AnyGame>> {
    match parameters.strip_prefix(':') {
        None if parameters.is_empty() => (entry.start)(usual),
        Some(given) if !given.is_empty() => (entry.start)(given),
        _ => {
            let allowed = format!("{}{}", entry.name, entry.parameters);
            Err(Error::parameter(
                "spec",
                allowed,
                format!("{:?}", [entry.name, parameters].concat()),
            ))
        }
    }
}

/// A game, and the parameters that its name stands for.
type Named = (&'static GameEntry, &'static str);

/// The game whose name a text begins with, and what follows the name.
///
/// Case, spaces and hyphens do not count, and titles and other usual names are names, too. The
/// longest name counts: `mosaic quo` is not `mosaic`.
///
/// ```
/// use bitgames_core::games::named;
/// let ((entry, _), rest) = named("Mosaic Quo:5 ...")?;
/// assert_eq!((entry.name, rest), ("quo", ":5 ..."));
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn named(text: &str) -> Result<(Named, &str)> {
    let names = GAMES.iter().flat_map(|entry| {
        let own = [(entry.name, ""), (entry.facts.title, "")];
        let others = entry.other_names.iter().copied();
        own.into_iter().chain(others).map(move |(name, usual)| (name, (entry, usual)))
    });
    let fitting = names.filter_map(|(name, game)| Some((game, after(text, name)?)));
    fitting.min_by_key(|(_, rest)| rest.len()).ok_or_else(|| Error::UnknownGame {
        name: shorten(text.split([':', ' ']).next().unwrap_or_default()),
        known: GAMES.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "),
    })
}

/// What follows a name where a text begins with it: nothing, a colon, or a space.
fn after<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let counts = |&(_, letter): &(usize, char)| !matches!(letter, ' ' | '-' | '_');
    let mut typed = text.char_indices().filter(counts);
    let mut end = 0;
    for (_, letter) in name.char_indices().filter(counts) {
        let (at, found) = typed.next()?;
        if !found.to_lowercase().eq(letter.to_lowercase()) {
            return None;
        }
        end = at + found.len_utf8();
    }
    let rest = &text[end..];
    (rest.is_empty() || rest.starts_with([':', ' '])).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With new weights their checksum in `weights.rs` is another one.
    #[test]
    fn what_the_program_holds_passes_the_check_and_a_changed_byte_does_not() {
        for file in DATA {
            let mut bytes = file.bytes().expect("the tests have all data").to_vec();
            assert_eq!(file.checked(&bytes), Ok(()), "{}", file.name);
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            assert!(file.checked(&bytes).is_err(), "{}", file.name);
            assert!(file.checked(&bytes[..last]).is_err(), "{}", file.name);
            assert!(file.checked(&[]).is_err(), "{}", file.name);
        }
    }
}
