//! Endings of two hands.

use bitgames_core::Error;
use bitgames_core::bits::Word;
use bitgames_core::cards::{SUITS, Suit};
use bitgames_core::ending::{Ending as Core, MAX_CARDS};
use bitgames_core::rng::Rng;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Int, Items, Root, Text};
use crate::error::Result;
use crate::typed::{Reduced, Strings, Typed, reduced};

/// The play of a two-player bridge game: two open hands of the same number of cards.
///
/// ``suits`` holds a string for each of up to four suits, its highest card first: ``1`` for a card
/// of the leader, ``0`` for a card of the follower. Only this order matters, not the names of the
/// cards. ``trump`` is the number of the trump suit, None for no trumps. ``led`` is the card that
/// the leader has played, by its index; it stays in its string, and the follower is to play.
///
/// A card's index is its place in the joined strings: 0 is the highest card of suit 0. A value is
/// the number of tricks of the current leader, the current trick included: the leader maximizes it,
/// the follower minimizes it.
///
/// >>> import bitgames as bg
/// >>> ending = bg.honeymoon.Ending(["1101", "10", "", "0010"], trump=0)
/// >>> ending.legal_cards, ending.run_cards
/// ([0, 1, 3, 4, 8], [0, 3, 4, 8])
/// >>> bg.solve(ending).value
/// 4
/// >>> print(ending.play(0))
/// 0 [1]1 0 1   trumps
/// 1  1 0
/// 2  -
/// 3  0 0 1 0
/// 5 cards each, 1 has led, 0 to follow
#[pyclass(frozen, eq, hash, module = "bitgames.honeymoon")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ending(pub Core);

impl Ending {
    fn card(&self, card: Int) -> Result<usize> {
        let last = (2 * self.0.cards()).saturating_sub(1) as u64;
        Ok(card.within("card", 0, last)? as usize)
    }
}

/// The trump suit of an argument, if there is one.
fn trump(trump: Option<Int>) -> Result<Option<Suit>> {
    let suit = trump.map(|trump| trump.within("trump", 0, SUITS as u64 - 1)).transpose()?;
    Ok(suit.map(|suit| Suit(suit as u8)))
}

#[pymethods]
impl Ending {
    #[new]
    #[pyo3(signature = (suits, trump = None, led = None))]
    fn new(suits: Items<Text, SUITS>, trump: Option<Int>, led: Option<Int>) -> Result<Self> {
        let suits = suits.checked("suits")?;
        let mut strings: Vec<&str> = suits.iter().map(|suit| suit.0.as_str()).collect();
        strings.resize(SUITS, "");
        let trump = self::trump(trump)?.map(|trump| trump.0);
        let led = led.map(|led| led.within("led", 0, 2 * MAX_CARDS as u64 - 1)).transpose()?;
        Ok(Ending(Core::of_strings(
            [strings[0], strings[1], strings[2], strings[3]],
            trump,
            led.map(|led| led as u8),
        )?))
    }

    /// The ending of a line that ``to_string`` wrote.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.honeymoon.Ending.from_string("1101.10..0010 0").to_string()
    /// '1101.10..0010 0'
    #[staticmethod]
    fn from_string(text: Text) -> Result<Self> {
        Ok(Ending(text.0.parse()?))
    }

    /// The ending of two hands of cards, written as in PBN: the ranks of spades, hearts, diamonds and
    /// clubs, with a dot between suits. ``trump`` is the number of a suit in this order.
    ///
    /// Raises ParseError for text that is no hand, InvalidPositionError for a card in both hands and
    /// for hands of different sizes.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.honeymoon.Ending.from_hands("AK.Q..", "QJ..T.", trump=0).to_string()
    /// '1100.1.0. 0'
    #[staticmethod]
    #[pyo3(signature = (leader, follower, trump = None))]
    fn from_hands(leader: Text, follower: Text, trump: Option<Int>) -> Result<Self> {
        let trump = self::trump(trump)?;
        let (leader, follower) = (leader.0.parse()?, follower.0.parse()?);
        Ok(Ending(Core::of_hands(leader, follower, trump)?))
    }

    /// A random ending of ``cards`` cards a hand, 0 to 13, dealt uniformly from a pack of 52.
    ///
    /// ``seed`` is as in ``bitgames.seeding``; None gives a new deal at each call.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.honeymoon.Ending.random(13, seed=1).cards
    /// 13
    #[staticmethod]
    #[pyo3(signature = (cards, trump = None, *, seed = None))]
    fn random(py: Python<'_>, cards: Int, trump: Option<Int>, seed: Option<Root>) -> Result<Self> {
        let cards = cards.within("cards", 0, MAX_CARDS as u64)? as usize;
        let (trump, root) = (self::trump(trump)?, Root::or_fresh(py, seed)?.0);
        Ok(Ending(Core::random(cards, trump, &mut Rng::child(root, 0))))
    }

    /// The ending as one line: the owner strings joined by dots, ``n`` or the trump suit, and the
    /// index of a led card.
    #[pyo3(name = "to_string")]
    fn line(&self) -> String {
        self.0.to_string()
    }

    /// The owner strings of the four suits.
    #[getter]
    fn suits<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Strings>> {
        Ok(Typed::new(PyTuple::new(py, self.0.owner_strings())?))
    }

    /// Bit ``i`` is 1 when the leader holds card ``i``.
    #[getter]
    fn owners(&self) -> u32 {
        self.0.owners()
    }

    /// Number of cards of each suit in both hands together.
    #[getter]
    fn lengths(&self) -> (u8, u8, u8, u8) {
        self.0.lengths().into()
    }

    /// The trump suit; None for no trumps.
    #[getter]
    fn trump(&self) -> Option<u8> {
        self.0.trump()
    }

    /// The leader's card on the table; None before a trick.
    #[getter]
    fn led(&self) -> Option<u8> {
        self.0.led()
    }

    /// Cards in each hand, a led card included: the number of tricks to come.
    #[getter]
    fn cards(&self) -> usize {
        self.0.cards()
    }

    /// True once all tricks are over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.cards() == 0
    }

    /// The cards that may be played, in index order.
    #[getter]
    fn legal_cards(&self) -> Vec<usize> {
        self.0.legal().cells().collect()
    }

    /// The highest card of each run of equivalent legal cards.
    #[getter]
    fn run_cards(&self) -> Vec<usize> {
        self.0.runs().cells().collect()
    }

    /// Suit of a card, and its place from the top of its string.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.honeymoon.Ending(["10", "", "01"]).place(3)
    /// (2, 1)
    fn place(&self, card: Int) -> Result<(usize, usize)> {
        let wrong = || Error::parameter("card", "a card of the ending", "none");
        Ok(self.0.place(self.card(card)?).ok_or_else(wrong)?)
    }

    /// True if this reply takes the trick from the led card; False when no card is led.
    fn takes(&self, card: Int) -> Result<bool> {
        Ok(self.0.takes(self.card(card)?))
    }

    /// The ending after a card: with that card led, or after the trick with its winner as the
    /// leader.
    ///
    /// Raises IllegalMoveError for a card that may not be played here.
    ///
    /// >>> import bitgames as bg
    /// >>> ending = bg.honeymoon.Ending(["10", "1", "0"])
    /// >>> ending.play(0).play(1).to_string()
    /// '.1.0. n'
    fn play(&self, card: Int) -> Result<Self> {
        Ok(Ending(self.0.play(usize::try_from(card.0).unwrap_or(usize::MAX))?))
    }

    /// The ending before the current trick with the other player on lead.
    fn other_leads(&self) -> Self {
        Ending(self.0.other_leads())
    }

    /// The ending under each of the 24 orders of its suits, the identity first.
    fn symmetries(&self) -> Vec<Self> {
        self.0.symmetries().into_iter().map(Ending).collect()
    }

    /// The representative of the ending's symmetries: the trump suit first, then longer suits
    /// before shorter ones.
    fn canonical(&self) -> Self {
        Ending(self.0.canonical())
    }

    /// Transposition key of 64 bits: equal for equal endings, stable across releases.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    fn __str__(&self) -> String {
        self.0.picture()
    }

    /// A picture as SVG: a row of cards for each suit, the leader's cards high, the follower's low.
    fn to_svg(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("bitgames.render.ending")?.call_method1("to_svg", (slf,))?.extract()
    }

    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ending::to_svg(slf)
    }

    fn __repr__(&self) -> String {
        format!("Ending.from_string('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let read = py.get_type::<Ending>().getattr("from_string")?;
        reduced(read, (self.0.to_string(),))
    }
}
