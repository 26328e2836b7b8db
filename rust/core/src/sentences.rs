//! Sentences that keep their code and values, so that a page can say them in any language.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

/// Every sentence in English with its code; `{0}` and so on stand for the values, `{0:5}` for one that
/// is as wide as 5 characters at least.
///
/// A code keeps its meaning and its values, while the words may change.
pub static SENTENCES: &[(&str, &str)] = &[
    // Whose turn it is, and the result.
    ("turn", "{0} to move"),
    ("turn-call", "{0} to call"),
    ("turn-stock", "{0} to play for the stock"),
    ("turn-play", "{0} to play"),
    ("turn-pass", "{0} to move, must pass"),
    ("choosing", "{0} chooses where the last {1} pieces go"),
    ("choosing-one", "{0} chooses where the last piece goes"),
    ("draw", "draw"),
    ("draw-by", "draw: {0}"),
    ("wins-by", "{0} wins: {1}"),
    ("team-wins-by", "{0} and {1} win: {2}"),
    ("wins-discs", "{0} wins by {1}"),
    ("wins-empty", "{0} wins by {1}, or {2} with the empty cells"),
    ("scores", "{0}: {1} scores {2}"),
    ("discs", "black {0}, white {1}"),
    ("with", "{0}, {1}"),
    ("result", "{0}: {1}"),
    ("result-early", "{0}: {1}; {2}"),
    ("pieces-left", "{0}, pieces left: {1}"),
    // Why a game ended.
    ("line", "{0} in a row"),
    ("full", "board full"),
    ("one-colour", "one colour left"),
    ("stuck", "neither side can move"),
    ("placed", "all pieces placed"),
    ("both-out", "both sides out at once"),
    ("no-cell", "no legal cell left"),
    ("passed-out", "passed out"),
    ("made", "contract made"),
    ("defeated", "contract defeated"),
    ("resigned", "{0} resigned"),
    ("no-time", "{0} has no time left"),
    ("forfeits", "{0} forfeits the game: {1}"),
    ("no-move", "the player gave no legal move"),
    // What a move brought. The sentence of a seat has another form for that seat itself, `you-`.
    ("shows-out", "{0} shows out of {1}"),
    ("you-shows-out", "you show out of {0}"),
    ("then", "{0}; {1}"),
    ("wins-draws", "{0} wins the trick and draws {1}"),
    ("you-wins-draws", "you win the trick and draw {0}"),
    ("wins-takes", "{0} wins the trick and takes {1} from the stock"),
    ("you-wins-takes", "you win the trick and take {0} from the stock"),
    ("draws", "{0} draws {1}"),
    ("you-draws", "you draw {0}"),
    ("a-card", "a card"),
    ("all-known", "the stock is used up, both hands are known: {0}"),
    ("contract-is", "the contract is {0} by {1}: {2}"),
    ("calls-first", "{0} calls first"),
    ("you-calls-first", "you call first"),
    ("leads-exchange", "{0} leads to the exchange"),
    ("you-leads-exchange", "you lead to the exchange"),
    ("leads-play", "{0} leads to the play"),
    ("you-leads-play", "you lead to the play"),
    ("claimed", "{0} claims {1} of the {2} tricks left: granted"),
    ("dealt", "new cards were dealt: somebody else had seen the hand of a player"),
    ("undo?", "undo?"),
    // What a move does, in a hint.
    ("amount", "{0} {1}"),
    ("about", "about {0}"),
    ("about-error", "about {0} (+-{1})"),
    ("move-wins", "{0} wins"),
    ("move-wins-by", "{0} wins by {1}"),
    ("move-draws", "{0} draws"),
    ("move-loses", "{0} loses"),
    ("move-loses-by", "{0} loses by {1}"),
    ("too", "{0} too"),
    ("is-as-good", "{0} is as good"),
    ("surer", "surer than {0}"),
    ("better", "better than {0}"),
    ("better-by", "{0} better than {1}"),
    ("better-about", "about {0} better than {1}"),
    ("only-move", "it is the only move"),
    ("completes", "completes a line"),
    ("blocks", "blocks a line"),
    ("threatens", "threatens a line"),
    ("threatens-odd", "threatens a line on the odd row {0}"),
    ("threatens-even", "threatens a line on the even row {0}"),
    ("forks", "forks: threatens {0} lines"),
    ("forks-two", "forks: threatens two lines at once"),
    ("leaves-line", "leaves the rival a line to complete"),
    ("lets-complete", "lets the rival complete a line on top"),
    ("has-to-pass", "has to pass"),
    ("ends-game", "ends the game"),
    ("takes-corner", "takes a corner"),
    ("gives-corner", "gives the corner {0}"),
    ("leaves-none", "leaves the rival no move"),
    ("leaves-one", "leaves the rival 1 move"),
    ("leaves-moves", "leaves the rival {0} moves"),
    ("chain-one", "sets off a chain of {0} cell"),
    ("chain", "sets off a chain of {0} cells"),
    ("makes", "makes {0}"),
    // How the score of a deal comes about.
    ("account", "{0:10}  {1}"),
    ("account-contract", "contract"),
    ("account-score", "score"),
    ("account-best", "best play"),
    ("account-par", "par"),
    ("account-dealt", "dealt"),
    ("account-stock", "stock"),
    ("bid-by", "{0} by {1}"),
    ("one-trick", "{0} trick"),
    ("tricks", "{0} tricks"),
    ("tricks-down", "{0}, {1} down"),
    ("tricks-made", "{0}, made"),
    ("tricks-over", "{0}, made with {1} over"),
    ("points-for", "{0:5}  {1}, {2}"),
    ("one-overtrick", "{0} overtrick"),
    ("overtricks", "{0} overtricks"),
    ("one-undertrick", "{0} undertrick"),
    ("undertricks", "{0} undertricks"),
    ("doubled", "{0} doubled"),
    ("redoubled", "{0} redoubled"),
    ("bid-made", "{0} bid and made"),
    ("insult", "doubled contract made"),
    ("insult-redoubled", "redoubled contract made"),
    ("small-slam", "small slam"),
    ("grand-slam", "grand slam"),
    ("both-scores", "{0} {1}, {2} {3}"),
    ("no-score", "none, both passed"),
    ("both-pass", "both pass"),
    ("did-better", "{0} did {1} better"),
    ("as-scored", "as scored here"),
    ("hand", "{0}  {1}"),
    ("trick", "trick"),
    ("winner", "winner"),
    ("exchange", "exchange {0}"),
    ("leads", "{0} (leads)"),
    // Tables of players, and the estimate of a solve.
    ("repeats", "games repeat, so the intervals are too narrow"),
    ("vary", "random openings vary them"),
    ("pairs-more", "{0} and {1} more"),
    ("sprt", "SPRT {0}: {1} after {2} pairs, llr {3} ({4} to {5})"),
    ("accepts", "accepts {0}"),
    ("not-decided", "not decided"),
    ("no-verdict", "no verdict, because the games repeat,"),
    ("late-games", "{0} of the listed games ended after a verdict, and do not count"),
    ("apart", "no game joins {0} players with the others: no Elo"),
    ("not-shown", "game {0} cannot be shown: {1}"),
    ("game-number", "game {0}"),
    ("long-solve", "solving {0} with {1} empty squares takes an estimated {2} positions and {3}"),
    ("seconds", "{0} seconds"),
    ("minutes", "{0} minutes"),
    ("hours", "{0} hours"),
    ("days", "{0} days"),
    ("years", "{0} years"),
    // What is wrong with a board, or with a text.
    (
        "counts-alternate",
        "o moves first and sides alternate, so o has as many marks as x or one more",
    ),
    ("two-lines", "both sides have a line, and the first line ends the game"),
    ("ended-before", "the side to move has a line, so the game ended before the last move"),
    ("no-last-move", "no single last move completes all the lines on the board"),
    ("disc-floats", "a disc floats: each lies on the bottom or on another disc"),
    ("piece-floats", "the piece on cell {0} floats: {1} is empty"),
    ("too-many", "seat {0} has {1} pieces, not {2}: the one on cell {3} is too many"),
    ("chain-gives", "the chain would have given cell {0} to seat {1}"),
    ("none-left", "seat {0} is to move and has no piece left"),
    ("neutral-stays", "the neutral piece of cell {0} stays where it is"),
    ("no-board", "{0} has no board to set up: a game begins from the text of a position"),
    // Few people meet what is wrong with a file or a text: it has no codes of its own.
    ("not-read", "{0}"),
    // Moves that cannot be played.
    ("not-legal", "this move is not legal now"),
    ("illegal", "illegal move"),
    ("not-now", "{0} cannot be played now"),
    ("no-such-move", "{0} is not a valid move: moves look like {1}"),
    ("no-such-number", "{0} is not a valid move: allowed are 1 to {1}"),
    ("means", "{0} is ambiguous: it can mean {1} or {2}"),
    ("means-many", "{0} is ambiguous: it can mean {1} moves, like {2}"),
    ("not-your-turn", "it is not your turn"),
    ("over", "the game is over"),
    ("over-already", "the game is over already"),
    ("not-over", "the game is not over"),
    ("confirm", "the game is not over: confirm that it shall end"),
    ("order", "the moves cannot be played in this order"),
    ("no-choice", "no move is forced: there is a choice, or cards are hidden"),
    ("claim-refused", "the claim of {0} is refused: best defence takes more tricks"),
    ("no-undo", "nothing to undo: you have not moved yet"),
    ("no-redo", "nothing to redo: no move was undone here"),
    ("undo-hidden", "moves are not taken back where cards are hidden"),
    ("disagrees", "the other player does not agree"),
    ("closed-question", "this question is closed"),
    ("changed", "the game has changed since this message"),
    ("no-wait", "the computer does not wait"),
    // Who may do what.
    ("seat-taken", "the seat belongs to another player"),
    ("seen-cards", "you have seen the cards of another seat"),
    ("chosen-cards", "you chose these cards: others play only with dealt ones"),
    ("need-seat", "this is for players: take a seat first"),
    ("another-plays", "another person plays in this game"),
    ("owner-only", "only the owner of the room can do this"),
    ("watch-only", "spectators only watch"),
    ("another-seat", "the link is for another seat"),
    ("no-game", "there is no game yet: begin a new one"),
    ("no-tournament", "this room shows no tournament"),
    ("tournament-room", "this room shows a tournament: begin a game of your own first"),
    (
        "link-unknown",
        "this link is not valid here: its game has ended, or the server was started anew. The \
         owner opens the address that the server printed, a guest asks for another link",
    ),
    (
        "link-used",
        "this link was used: open it in the browser that used it, or ask for another one",
    ),
    // What is hidden, and what there is nothing of.
    ("hidden-file", "a game with hidden cards can be saved only at its end"),
    ("hidden-graph", "the graph shows all cards: it comes at the end"),
    ("hidden-tree", "the tree shows all cards: it comes at the end"),
    ("hidden-branch", "moves of others would tell hidden cards"),
    ("hidden-values", "values of this move would tell hidden cards"),
    ("hidden-proof", "cards are hidden here: there is nothing to prove yet"),
    ("values-later", "values come after the game: another person plays in it"),
    ("over-values", "the game is over here: no move has a value"),
    ("over-solve", "the game is over here: there is nothing to solve"),
    ("over-hint", "the game is over: there is nothing to hint at"),
    ("match-gone", "this match is gone"),
    ("ended", "this game has ended"),
    // Limits.
    ("busy-hint", "another hint is still being computed"),
    ("busy-analysis", "another viewer analyzes this game"),
    ("busy-match", "a match is being played already"),
    ("busy-machine", "the machine cannot start more work"),
    ("busy-clients", "there are too many clients: try again later"),
    ("too-fast", "too many messages: some were dropped"),
    ("too-long", "the player thought longer than {0} s and waits"),
    ("tree-full", "the tree is full: it can hold {0} positions"),
    ("too-many-games", "there are {0} games already"),
    ("match-size", "a match must have from 1 to {0} games"),
    ("import-size", "an import must have at most {0} bytes"),
    ("message-size", "a message must have at most {0} bytes"),
    ("failed", "the server made a mistake"),
    ("server-ends", "the server ends"),
];

/// The words of a code of [`SENTENCES`].
fn words(code: &str) -> Option<&'static str> {
    SENTENCES.iter().find(|(known, _)| *known == code).map(|(_, words)| *words)
}

/// A sentence of [`SENTENCES`] with its values. `Display` writes it in English.
///
/// ```
/// use bitgames_core::sentences::Said;
/// let said = Said::new("wins-by", ["black".into(), Said::plain("full").into()]);
/// assert_eq!(said.to_string(), "black wins: board full");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// Its code in [`SENTENCES`].
    pub code: &'static str,
    /// Its values, in the order of their numbers.
    pub values: Vec<Value>,
}

/// A value of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A text such as a card or the name of a seat.
    Text(Cow<'static, str>),
    /// Another sentence.
    Said(Said),
}

impl Said {
    /// The sentence of this code with these values.
    pub fn new(code: &'static str, values: impl Into<Vec<Value>>) -> Self {
        debug_assert!(words(code).is_some(), "no sentence has the code {code}");
        Said { code, values: values.into() }
    }

    /// A sentence without values.
    pub fn plain(code: &'static str) -> Self {
        Said::new(code, [])
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = words(self.code).unwrap_or(self.code);
        while let Some((before, after)) = rest.split_once('{') {
            f.write_str(before)?;
            let (place, after) = after.split_once('}').unwrap_or((after, ""));
            let (number, width) = place.split_once(':').unwrap_or((place, ""));
            let width = width.parse().unwrap_or(0);
            match number.parse::<usize>().ok().and_then(|number| self.values.get(number)) {
                Some(Value::Number(n)) => write!(f, "{n:width$}")?,
                Some(Value::Text(text)) => write!(f, "{text:width$}")?,
                Some(Value::Said(said)) => write!(f, "{:width$}", said.to_string())?,
                None => debug_assert!(false, "{} needs a value {number}", self.code),
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Self {
        Value::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

impl From<Said> for Value {
    fn from(said: Said) -> Self {
        Value::Said(said)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Number(number)
    }
}

/// The reasons for which games end, beside lines.
const ENDS: [&str; 9] = [
    "full",
    "one-colour",
    "stuck",
    "placed",
    "both-out",
    "no-cell",
    "passed-out",
    "made",
    "defeated",
];

/// What the rules find wrong with a board.
const FAULTS: [&str; 9] = [
    "counts-alternate",
    "two-lines",
    "ended-before",
    "no-last-move",
    "disc-floats",
    "piece-floats",
    "too-many",
    "chain-gives",
    "none-left",
];

/// What the rules find wrong with a board, in their words, with its code, if it has one.
///
/// ```
/// use bitgames_core::sentences::fault;
/// let said = fault("the piece on cell 2a1 floats: 1b1 is empty").unwrap();
/// assert_eq!((said.code, said.values.len()), ("piece-floats", 2));
/// ```
pub fn fault(text: &str) -> Option<Said> {
    FAULTS.into_iter().find_map(|code| Some(Said::new(code, read(words(code)?, text)?)))
}

/// The values of a text in the order of their places in a form.
fn read(form: &str, text: &str) -> Option<Vec<Value>> {
    let mut literals = form.split(['{', '}']).step_by(2);
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut values = Vec::new();
    for literal in literals {
        let (value, after) = match literal {
            "" => (rest, ""),
            _ => rest.split_once(literal)?,
        };
        values.push(value.parse().map_or_else(|_| value.to_owned().into(), Value::Number));
        rest = after;
    }
    rest.is_empty().then_some(values)
}

/// The reason of an end, as the rules name it, with its code.
///
/// ```
/// use bitgames_core::sentences::{Said, reason};
/// assert_eq!(reason("5 in a row").code, "line");
/// assert_eq!(reason("board full"), Said::plain("full"));
/// ```
pub fn reason(text: &'static str) -> Said {
    let count = text.strip_suffix(" in a row").and_then(|count| count.parse().ok());
    if let Some(count) = count {
        return Said::new("line", [Value::Number(count)]);
    }
    let end = ENDS.into_iter().find(|end| words(end) == Some(text));
    end.map_or_else(|| Said::new("not-read", [text.into()]), Said::plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_values_are_counted_from_zero() {
        for (place, (code, words)) in SENTENCES.iter().enumerate() {
            assert!(SENTENCES[..place].iter().all(|(other, _)| other != code), "{code}");
            let count = (0..10).take_while(|n| words.contains(&format!("{{{n}"))).count();
            assert_eq!(words.matches('{').count(), count, "{code}");
        }
    }

    #[test]
    fn wide_values_are_filled_numbers_on_the_left() {
        let points = Said::new("points-for", [Value::Number(50), "north".into(), "game".into()]);
        let line = Said::new("account", [Said::plain("account-score").into(), points.into()]);
        assert_eq!(line.to_string(), "score          50  north, game");
    }

    #[test]
    fn a_person_s_text_is_a_value_and_no_form() {
        let said = Said::new("not-now", ["{0}{9}".into()]);
        assert_eq!(said.to_string(), "{0}{9} cannot be played now");
    }
}
