//! The one list of games.

pub mod honeymoon;
pub mod mosaic;
pub mod othello;
pub mod tictactoe;

pub use self::honeymoon::Honeymoon;
pub use self::mosaic::{Mosaic5, Mosaic7, Quo5, Quo7};
pub use self::othello::{Othello4, Othello6, Othello8};
pub use self::tictactoe::{Mnk64, Mnk128, TicTacToe3};

use crate::any::AnyGame;
use crate::error::{Error, Result, shorten};
use crate::game::{Facts, Game};

/// A game in the registry.
pub struct GameEntry {
    /// Name before the colon of a spec.
    pub name: &'static str,
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
        parameters: "[:SIZE], 1 to 8, default 3",
        facts: &<TicTacToe3 as Game>::FACTS,
        examples: &["tictactoe", "tictactoe:4", "tictactoe:5", "tictactoe:8"],
        start: tictactoe::start_square,
    },
    GameEntry {
        name: "mnk",
        parameters: ":WIDTH,HEIGHT,K, at most 121 cells, K in a row",
        facts: &<TicTacToe3 as Game>::FACTS,
        examples: &["mnk:4,3,3", "mnk:6,5,4", "mnk:11,11,5"],
        start: tictactoe::start_mnk,
    },
    GameEntry {
        name: "othello",
        parameters: "[:SIZE], 4, 6 or 8, default 8",
        facts: &<Othello8 as Game>::FACTS,
        examples: &["othello", "othello:6", "othello:4"],
        start: othello::start_spec,
    },
    GameEntry {
        name: "mosaic",
        parameters: "[:SIZE], 2 to 7, default 7",
        facts: &<Mosaic7 as Game>::FACTS,
        examples: &["mosaic", "mosaic:2", "mosaic:3", "mosaic:4", "mosaic:5", "mosaic:6"],
        start: mosaic::start_spec,
    },
    GameEntry {
        name: "quo",
        parameters: "[:SIZE[,lowest]], 3 to 7, default 7; lowest: no choice of the last piece's cell",
        facts: &<Quo7 as Game>::FACTS,
        examples: &["quo", "quo:3", "quo:4", "quo:5", "quo:6", "quo:4,lowest", "quo:7,lowest"],
        start: mosaic::start_quo_spec,
    },
    GameEntry {
        name: "honeymoon",
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
    match text.split_once(' ') {
        None => start(text),
        Some((spec, cells)) => start(spec)?.read(cells),
    }
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
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let Some(entry) = GAMES.iter().find(|entry| entry.name == name) else {
        return Err(Error::UnknownGame {
            name: shorten(name),
            known: GAMES.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "),
        });
    };
    if parameters.is_empty() && spec.contains(':') {
        let allowed = format!("{}{}", entry.name, entry.parameters);
        return Err(Error::parameter("spec", allowed, format!("{spec:?}")));
    }
    (entry.start)(parameters)
}
