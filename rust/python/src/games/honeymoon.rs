//! The classes of honeymoon bridge.

mod par;
mod rubber;
mod view;

pub use self::par::Par;
pub use self::rubber::Rubber;
pub use self::view::HoneymoonView;

use bitgames_core::any::AnyGame;
use bitgames_core::cards::{Card, Hand, RANKS, SUITS};
use bitgames_core::games::Honeymoon as Game;
use bitgames_core::games::honeymoon::{Bid, Contract, DealRules, Strain};
use bitgames_core::{Error, Player};
use pyo3::prelude::*;
use pyo3::types::PyDict;
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier as name, type_hint_subscript as of};

use crate::arguments::{Int, Root, Text};
use crate::cells::CellSet;
use crate::ending::Ending;
use crate::error::Result;
use crate::long_call::long_call;
use crate::moves::Move;
use crate::position::Position;
use crate::typed::{Hint, Typed, names};

/// A position of honeymoon bridge: bridge for two players, who win cards from a stock before the
/// play.
///
/// ``Honeymoon(seed=0)`` is the start of a random deal (seed None: a new deal at each call).
/// ``deal`` gives the cards instead: south's hand, north's hand and the stock, as in ``to_string``;
/// without a stock both hands are open. ``rules`` is a preset: ``taiwan`` (the default),
/// ``bicycle`` or ``face_up``. The other options change it: ``notrump`` False bars bids at no
/// trump, ``play_lead`` is ``last_winner``, ``defender`` or ``declarer``, ``scoring`` is
/// ``duplicate`` or ``rubber``, ``vulnerable`` is ``none``, ``south``, ``north`` or ``both``,
/// ``part_scores`` are the part scores of south and north in a rubber, such as ``60/0``, ``dealer``
/// is ``south`` or ``north``.
///
/// Raises ParameterError for a value that is not allowed, ParseError and InvalidPositionError for a
/// deal that is not valid.
///
/// >>> import bitgames as bg
/// >>> pos = bg.Honeymoon(7)
/// >>> pos.phase, pos.hand(0)
/// ('auction', '2.QJ8.KJT4.KQ762')
/// >>> pos.play("1C").play("pass").phase
/// 'draw'
#[pyclass(frozen, extends = Position, freelist = 256, module = "bitgames")]
pub struct Honeymoon;

names! {
    INT = name!("builtins", "int");
    TUPLE = name!("builtins", "tuple");
    PAIR = of!(TUPLE, INT, INT);
}

/// `dict[str, tuple[tuple[int, int], tuple[int, int]]]`.
struct TrickTable;

impl Hint for TrickTable {
    #[cfg(feature = "stub")]
    const HINT: PyStaticExpr =
        of!(name!("builtins", "dict"), name!("builtins", "str"), of!(TUPLE, PAIR, PAIR));
}

/// Moves, each with its seat.
type Seated = Vec<(u8, Py<Move>)>;

/// The game in an object of this class.
fn game(position: &Position) -> Result<&Game> {
    let any: &dyn AnyGame = position.game();
    let found = any.as_any().downcast_ref();
    Ok(found.ok_or_else(|| {
        Error::parse("position", &any.to_string(), "it is not a position of honeymoon bridge")
    })?)
}

fn seat(player: Int) -> Result<Player> {
    Ok(Player(player.within("player", 0, 1)? as u8))
}

/// Reads a contract such as `4Sx`.
fn contract(text: &Text, declarer: Player) -> Result<Contract> {
    let text = text.0.as_str();
    let bid = text.trim_end_matches(['x', 'X']);
    let doubled = text.len() - bid.len();
    if doubled > 2 {
        return Err(Error::parse("contract", text, "a contract has at most two x").into());
    }
    Ok(Contract { bid: bid.parse::<Bid>()?, declarer, doubled: doubled as u8 })
}

fn cells(hand: Hand) -> CellSet {
    CellSet(bitgames_core::bits::CellSet::new(hand.0.into(), RANKS as u8, SUITS as u8))
}

/// The move that plays a card.
fn card(py: Python<'_>, position: &Position, card: Card) -> Py<Move> {
    position.shared().get(py, bitgames_core::Move(card.0.into()))
}

fn calls(py: Python<'_>, position: &Position) -> Result<Seated> {
    let calls = game(position)?.calls().into_iter();
    Ok(calls.map(|(seat, call)| (seat.0, position.shared().get(py, call))).collect())
}

fn last_trick(py: Python<'_>, position: &Position) -> Result<Seated> {
    let cards = game(position)?.last_trick().into_iter().flatten();
    Ok(cards.map(|(seat, played)| (seat.0, card(py, position, played))).collect())
}

fn led(py: Python<'_>, position: &Position) -> Result<Option<Py<Move>>> {
    Ok(game(position)?.state().led.map(|led| card(py, position, led)))
}

fn face_up(py: Python<'_>, position: &Position) -> Result<Option<Py<Move>>> {
    Ok(game(position)?.face_up().map(|up| card(py, position, up)))
}

/// The last bid, doubled or not.
fn last_bid(position: &Position) -> Result<Option<Contract>> {
    Ok(game(position)?.state().auction.contract())
}

#[pymethods]
impl Honeymoon {
    #[new]
    #[pyo3(
        signature = (
            seed = Some(Root(0)), *, deal = None, rules = None, notrump = None, play_lead = None,
            scoring = None, vulnerable = None, part_scores = None, dealer = None
        ),
        text_signature = "(seed=0, *, deal=None, rules=None, notrump=None, play_lead=None, scoring=None, vulnerable=None, part_scores=None, dealer=None)"
    )]
    fn new(
        py: Python<'_>,
        seed: Option<Root>,
        deal: Option<Text>,
        rules: Option<Text>,
        notrump: Option<bool>,
        play_lead: Option<Text>,
        scoring: Option<Text>,
        vulnerable: Option<Text>,
        part_scores: Option<Text>,
        dealer: Option<Text>,
    ) -> Result<PyClassInitializer<Self>> {
        let rules: DealRules = rules.map_or(Ok(DealRules::default()), |rules| rules.0.parse())?;
        let notrump = notrump.map(|allowed| Text(if allowed { "yes" } else { "no" }.into()));
        let options = [
            ("notrump", &notrump),
            ("play_lead", &play_lead),
            ("scoring", &scoring),
            ("vulnerable", &vulnerable),
            ("part_scores", &part_scores),
            ("dealer", &dealer),
        ];
        let given =
            options.iter().filter_map(|(key, value)| Some((*key, value.as_ref()?.0.as_str())));
        let rules = rules.with(given)?;
        let start = match deal {
            None => Game::of_seed(rules, Root::or_fresh(py, seed)?.stream()),
            Some(deal) => bitgames_core::Notation::read(&Game::of_seed(rules, 0), &deal.0)?,
        };
        Ok((Honeymoon, Position::new(py, Box::new(start))?).into())
    }

    /// The phase of the game: ``auction``, ``draw`` (the exchange), ``play`` or ``over``.
    #[getter]
    fn phase(slf: PyRef<'_, Self>) -> Result<&'static str> {
        Ok(game(slf.as_super())?.state().phase.name())
    }

    /// The rules: a preset with its changes.
    #[getter]
    fn rules(slf: PyRef<'_, Self>) -> Result<String> {
        Ok(game(slf.as_super())?.rules().to_string())
    }

    /// The seat that dealt.
    #[getter]
    fn dealer(slf: PyRef<'_, Self>) -> Result<u8> {
        Ok(game(slf.as_super())?.rules().dealer().0)
    }

    /// The rubber of this deal, as far as the rules of the deal have it: without the points of
    /// earlier games. None unless the scoring is ``rubber``.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Honeymoon(7, scoring="rubber", vulnerable="north", part_scores="60/0").rubber
    /// <Rubber games 0/1, part scores 60/0, below 60/0, above 0/0>
    #[getter]
    fn rubber(slf: PyRef<'_, Self>) -> Result<Option<Rubber>> {
        let rubber = bitgames_core::games::honeymoon::Rubber::before(game(slf.as_super())?.rules());
        Ok(rubber.map(Rubber))
    }

    /// Points for honours in the hands at the start of the play: 100 or 150 for south, -100 or -150
    /// for north, else 0; 0 before the play. They count in a rubber.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    /// >>> pos.play("1S").play("pass").honours, pos.play("1H").play("pass").honours
    /// (0, 0)
    /// >>> pos = bg.Honeymoon(deal="AKQT.QJ2.AK3.T94 J32.AK43.QJ2.A82")
    /// >>> pos.play("1S").play("pass").honours
    /// 100
    #[getter]
    fn honours(slf: PyRef<'_, Self>) -> Result<i16> {
        Ok(game(slf.as_super())?.state().honours)
    }

    /// True if this player is vulnerable; in a rubber, if they have won a game.
    fn is_vulnerable(slf: PyRef<'_, Self>, player: Int) -> Result<bool> {
        Ok(game(slf.as_super())?.rules().is_vulnerable(seat(player)?))
    }

    /// The deal: south's hand, north's hand, and the stock from its top.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.Honeymoon(7).play("1C")
    /// >>> bg.Honeymoon(deal=pos.deal_text) == bg.Honeymoon(7)
    /// True
    #[getter]
    fn deal_text(slf: PyRef<'_, Self>) -> Result<String> {
        let game = game(slf.as_super())?;
        let line = bitgames_core::Game::start(game).to_string();
        Ok(line.split_once(' ').map_or(String::new(), |(_, deal)| deal.into()))
    }

    /// The last bid, with ``x`` if it is doubled and ``xx`` if redoubled; None before the first
    /// bid.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Honeymoon(7).play("1C").play("double").last_bid
    /// '1Cx'
    #[getter]
    fn last_bid(slf: PyRef<'_, Self>) -> Result<Option<String>> {
        Ok(last_bid(slf.as_super())?.map(|bid| bid.to_string()))
    }

    /// The contract; None during the auction, and if both players passed.
    #[getter]
    fn contract(slf: PyRef<'_, Self>) -> Result<Option<String>> {
        Ok(game(slf.as_super())?.contract().map(|contract| contract.to_string()))
    }

    /// The seat that made the last bid; None before the first bid.
    #[getter]
    fn declarer(slf: PyRef<'_, Self>) -> Result<Option<u8>> {
        Ok(last_bid(slf.as_super())?.map(|bid| bid.declarer.0))
    }

    /// The trump suit, ``S``, ``H``, ``D`` or ``C``; None at no trump and before the contract.
    #[getter]
    fn trump(slf: PyRef<'_, Self>) -> Result<Option<String>> {
        Ok(game(slf.as_super())?.state().trump().map(|suit| suit.to_string()))
    }

    /// Tricks won in the play, south's and north's.
    #[getter]
    fn tricks(slf: PyRef<'_, Self>) -> Result<(u8, u8)> {
        Ok(game(slf.as_super())?.state().tricks.into())
    }

    /// The card led to the trick on the table; None between tricks.
    #[getter]
    fn led(slf: PyRef<'_, Self>) -> Result<Option<Py<Move>>> {
        led(slf.py(), slf.as_super())
    }

    /// The auction so far: the calls in their order, each with its seat.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Honeymoon(7).play("1C").play("double").calls
    /// [(0, 1C), (1, double)]
    #[getter]
    fn calls(slf: PyRef<'_, Self>) -> Result<Seated> {
        calls(slf.py(), slf.as_super())
    }

    /// The last complete trick since the auction: the cards in the order of play, each with its
    /// seat; None before the first.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Honeymoon(7, rules="bicycle").play("SK").play("S2").last_trick
    /// [(1, SK), (0, S2)]
    #[getter]
    fn last_trick(slf: PyRef<'_, Self>) -> Result<Seated> {
        last_trick(slf.py(), slf.as_super())
    }

    /// The seat that won ``last_trick``; None before the first trick.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Honeymoon(7, rules="bicycle").play("SK").play("S2").last_trick_winner
    /// 1
    #[getter]
    fn last_trick_winner(slf: PyRef<'_, Self>) -> Result<Option<u8>> {
        Ok(game(slf.as_super())?.last_trick_winner().map(|seat| seat.0))
    }

    /// The face-up card of the stock; None if there is none.
    #[getter]
    fn face_up(slf: PyRef<'_, Self>) -> Result<Option<Py<Move>>> {
        face_up(slf.py(), slf.as_super())
    }

    /// Cards left in the stock.
    #[getter]
    fn stock_left(slf: PyRef<'_, Self>) -> Result<usize> {
        let game = game(slf.as_super())?;
        Ok(game.dealt().stock().len() - 2 * usize::from(game.state().draws))
    }

    /// True if the cards played and seen let both players know both hands.
    #[getter]
    fn is_open(slf: PyRef<'_, Self>) -> Result<bool> {
        Ok(bitgames_core::Game::is_open(game(slf.as_super())?))
    }

    /// The hand of a player: the ranks of spades, hearts, diamonds and clubs.
    fn hand(slf: PyRef<'_, Self>, player: Int) -> Result<String> {
        Ok(game(slf.as_super())?.hand(seat(player)?).to_string())
    }

    /// The cards that a player knows to be in the other hand.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.Honeymoon(7)
    /// >>> len(pos.known_theirs(0)), len(pos.unseen(0))
    /// (0, 39)
    fn known_theirs(slf: PyRef<'_, Self>, player: Int) -> Result<CellSet> {
        Ok(cells(game(slf.as_super())?.knowledge(seat(player)?).theirs))
    }

    /// The cards whose place a player does not know: each may be in the other hand or in the stock.
    fn unseen(slf: PyRef<'_, Self>, player: Int) -> Result<CellSet> {
        Ok(cells(game(slf.as_super())?.knowledge(seat(player)?).unseen))
    }

    /// The cards that a player has played.
    fn played(slf: PyRef<'_, Self>, player: Int) -> Result<CellSet> {
        let player = seat(player)?;
        Ok(cells(game(slf.as_super())?.knowledge(player).played[player.index()]))
    }

    /// Double-dummy tricks of two open hands: for each strain the tricks of south as declarer
    /// (south leads, north leads), then of north likewise.
    ///
    /// Raises UnsupportedError unless the hands are open and have 13 cards.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..")
    /// >>> pos.trick_table()["S"], pos.trick_table()["NT"]
    /// (((13, 13), (0, 0)), ((13, 0), (0, 13)))
    fn trick_table<'py>(slf: &Bound<'py, Self>) -> Result<Typed<'py, TrickTable>> {
        let py = slf.py();
        let position = slf.as_super().get();
        let game = game(position)?;
        let table = long_call(py, None, |control| game.trick_table(control))?;
        let dict = PyDict::new(py);
        for strain in Strain::all().rev() {
            let row = [Player(0), Player(1)].map(|declarer| {
                let tricks = |leader| table.tricks(declarer, strain, Player(leader));
                (tricks(0), tricks(1))
            });
            dict.set_item(strain.to_string(), (row[0], row[1]))?;
        }
        Ok(Typed::new(dict))
    }

    /// Par of two open hands: the result of the auction if both players call and play best.
    ///
    /// Raises UnsupportedError unless the hands are open and have 13 cards.
    ///
    /// >>> import bitgames as bg
    /// >>> par = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..").par()
    /// >>> par.score, par.contract, par.declarer
    /// (1510, '7S', 0)
    fn par(slf: &Bound<'_, Self>) -> Result<Par> {
        let py = slf.py();
        let position = slf.as_super().get();
        let game = game(position)?;
        let par = long_call(py, None, |control| game.par(control))?;
        Ok(Par::of(&par, position.shared().list(py, &par.calls)))
    }

    /// The open ending of the play: its leader is the hand that leads the trick, or has led it.
    ///
    /// ``bitgames.solve`` and databases of endings tell what it is worth, in tricks of its leader.
    /// The suits are in the order spades, hearts, diamonds, clubs.
    ///
    /// Raises UnsupportedError outside the play.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..").play("7S").play("pass")
    /// >>> bg.solve(pos.ending()).value, pos.turn
    /// (0, 1)
    /// >>> bg.Honeymoon(7).ending()
    /// Traceback (most recent call last):
    ///     ...
    /// bitgames.UnsupportedError: an ending is not defined for honeymoon: the play has not begun
    fn ending(slf: PyRef<'_, Self>) -> Result<Ending> {
        Ok(Ending(game(slf.as_super())?.ending()?))
    }

    /// What the score of a finished deal is made of: for each part what it is for, the seat that
    /// gets the points, and their number. Empty before the end, and if both passed.
    ///
    /// The parts are ``tricks``, ``overtricks``, ``insult`` (a doubled contract made), ``slam``,
    /// ``part score``, ``game``, ``undertricks``, ``honours`` and ``rubber``; south's points less
    /// north's are south's score.
    ///
    /// >>> import bitgames as bg
    /// >>> pos = bg.Honeymoon(deal="AKQJT98765432... .AKQJT98765432..").play("6S").play("double")
    /// >>> pos = pos.play("pass")
    /// >>> while not pos.is_over:
    /// ...     pos = pos.play(pos.legal_moves[0])
    /// >>> pos.score_lines, pos.outcome.scores
    /// ([('tricks', 0, 360), ('overtricks', 0, 100), ('insult', 0, 50), ('slam', 0, 500), ('game', 0, 300)], (1310, -1310))
    #[getter]
    fn score_lines(slf: PyRef<'_, Self>) -> Result<Vec<(&'static str, u8, u16)>> {
        let lines = game(slf.as_super())?.score_lines().into_iter();
        Ok(lines.map(|line| (line.kind.name(), line.player.0, line.points)).collect())
    }

    /// The declarer's score for a contract such as ``4S``, ``1NTx`` or ``7Cxx``, by the laws of
    /// duplicate bridge.
    ///
    /// Raises ParseError for text that is not a contract, ParameterError for more than 13 tricks.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Honeymoon.contract_score("4S", 10), bg.Honeymoon.contract_score("3NTx", 8)
    /// (420, -100)
    #[staticmethod]
    #[pyo3(signature = (contract, tricks, *, vulnerable = false))]
    fn contract_score(contract: Text, tricks: Int, vulnerable: bool) -> Result<i16> {
        let contract = self::contract(&contract, Player(0))?;
        Ok(contract.score(tricks.within("tricks", 0, 13)? as u8, vulnerable))
    }
}
