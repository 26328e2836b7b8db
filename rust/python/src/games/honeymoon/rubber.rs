//! Rubbers: series of deals of honeymoon bridge with a common score.

use bitgames_core::games::honeymoon::{DealRules, Rubber as Core};
use bitgames_core::{Error, Game};
use pyo3::prelude::*;

use super::{Honeymoon, contract, game, seat};
use crate::arguments::{Int, Items, Text};
use crate::error::Result;
use crate::typed::{Reduced, Typed, reduced};

/// The state of a rubber. Immutable: adding a deal makes a new rubber.
///
/// Pairs are south's and north's. ``games`` counts games won, ``part_scores`` are the points below
/// the line in the current game, ``below`` and ``above`` all points below and above the line
/// (``below`` None: equal to ``part_scores``). A side that wins two games ends the rubber.
///
/// Raises ParameterError for numbers that are impossible in a rubber.
///
/// >>> import bitgames as bg
/// >>> rubber = bg.honeymoon.Rubber().score("2H", 0, 9)
/// >>> rubber.part_scores, rubber.above
/// ((60, 0), (30, 0))
/// >>> rubber = rubber.score("2H", 0, 8, honours=100)
/// >>> rubber
/// <Rubber games 1/0, part scores 0/0, below 120/0, above 130/0>
/// >>> rubber.rules("bicycle")
/// 'bicycle,scoring=rubber,vulnerable=south'
#[pyclass(frozen, eq, hash, module = "bitgames.honeymoon")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rubber(pub(super) Core);

/// Two whole numbers.
fn pair(name: &str, given: Items<Int, 2>, most: u64) -> Result<[u64; 2]> {
    let given = given.checked(name)?;
    let [south, north] = given.as_slice() else {
        return Err(
            Error::parameter(name, "a pair of numbers, south's and north's", given.len()).into()
        );
    };
    Ok([south.within(name, 0, most)?, north.within(name, 0, most)?])
}

fn small_pair(name: &str, given: Items<Int, 2>) -> Result<[u8; 2]> {
    Ok(pair(name, given, u8::MAX.into())?.map(|number| number as u8))
}

#[pymethods]
impl Rubber {
    #[new]
    #[pyo3(
        signature = (games = Items::of([0; 2]), part_scores = Items::of([0; 2]), below = None, above = Items::of([0; 2])),
        text_signature = "(games=(0, 0), part_scores=(0, 0), below=None, above=(0, 0))"
    )]
    fn new(
        games: Items<Int, 2>,
        part_scores: Items<Int, 2>,
        below: Option<Items<Int, 2>>,
        above: Items<Int, 2>,
    ) -> Result<Self> {
        let part_scores = small_pair("part_scores", part_scores)?;
        let below = match below {
            Some(below) => pair("below", below, u64::MAX)?,
            None => part_scores.map(u64::from),
        };
        let above = pair("above", above, u64::MAX)?;
        Ok(Rubber(Core::new(small_pair("games", games)?, part_scores, below, above)?))
    }

    /// Games won.
    #[getter]
    fn games(&self) -> (u8, u8) {
        self.0.games().into()
    }

    /// Points below the line in the current game.
    #[getter]
    fn part_scores(&self) -> (u16, u16) {
        self.0.part_scores().into()
    }

    /// All points below the line.
    #[getter]
    fn below(&self) -> (u64, u64) {
        self.0.below().into()
    }

    /// All points above the line.
    #[getter]
    fn above(&self) -> (u64, u64) {
        self.0.above().into()
    }

    /// All points so far.
    #[getter]
    fn totals(&self) -> (u64, u64) {
        self.0.totals().into()
    }

    /// All points if the rubber ends now. In an unfinished rubber a side that alone has won a game
    /// gets 300 points more, and a side that alone has a part score gets 100.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.honeymoon.Rubber(games=(1, 1), part_scores=(0, 40)).settled
    /// (0, 140)
    #[getter]
    fn settled(&self) -> (u64, u64) {
        self.0.settled().into()
    }

    /// True once a side has won two games.
    #[getter]
    fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// The seat with the larger total of a finished rubber; None for an unfinished rubber or equal
    /// totals.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner().map(|winner| winner.0)
    }

    /// True if this side has won a game.
    fn is_vulnerable(&self, player: Int) -> Result<bool> {
        Ok(self.0.is_vulnerable(seat(player)?))
    }

    /// The rubber after a deal: ``contract`` is text such as ``4S`` or ``1NTx``, ``declarer`` a
    /// seat, ``tricks`` the declarer's tricks. ``honours`` are points for honours: 100 or 150 for
    /// south, -100 or -150 for north.
    ///
    /// Raises ParseError for text that is not a contract; ParameterError for more than 13 tricks, for honours that the strain does not have, and for a finished rubber.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.honeymoon.Rubber(games=(1, 0)).score("3NT", 0, 9).above
    /// (700, 0)
    #[pyo3(signature = (contract, declarer, tricks, *, honours = Int(0)), text_signature = "($self, contract, declarer, tricks, *, honours=0)")]
    fn score(&self, contract: Text, declarer: Int, tricks: Int, honours: Int) -> Result<Self> {
        let contract = self::contract(&contract, seat(declarer)?)?;
        let tricks = tricks.within("tricks", 0, 13)? as u8;
        let wrong = |_| Error::parameter("honours", "0, 100, 150, -100 or -150", honours.0);
        let points = i16::try_from(honours.0).map_err(wrong)?;
        Ok(Rubber(self.0.score(contract, tricks, points)?))
    }

    /// The rubber after a finished deal, which started from the state of this rubber. A deal in
    /// which both players passed changes nothing.
    ///
    /// Raises ParameterError for a deal that is not finished, or started from another state.
    fn after(&self, deal: &Bound<'_, Honeymoon>) -> Result<Self> {
        let game = game(deal.as_super().get())?;
        let expected = self.0.rules(*game.rules())?;
        if !game.is_over() || expected != *game.rules() {
            let allowed = format!("a finished one of {expected}");
            return Err(Error::parameter("a deal of this rubber", allowed, game).into());
        }
        Ok(Rubber(game.contract().map_or(Ok(self.0), |contract| {
            let tricks = game.state().tricks[contract.declarer.index()];
            self.0.score(contract, tricks, game.state().honours)
        })?))
    }

    /// The rules of the next deal: ``rules`` with the scoring and the state of this rubber.
    ///
    /// Raises ParameterError for a finished rubber and for unknown rules.
    ///
    /// >>> import bitgames as bg
    /// >>> rubber = bg.honeymoon.Rubber(games=(1, 0), part_scores=(0, 60))
    /// >>> start = bg.Honeymoon(7, rules=rubber.rules())
    /// >>> start.rubber == rubber
    /// True
    #[pyo3(signature = (rules = None))]
    fn rules(&self, rules: Option<Text>) -> Result<String> {
        let rules = rules.map_or(Ok(DealRules::default()), |rules| rules.0.parse())?;
        Ok(self.0.rules(rules)?.to_string())
    }

    fn __repr__(&self) -> String {
        let [south, north] = self.0.games();
        let parts = self.0.part_scores();
        let (below, above) = (self.0.below(), self.0.above());
        format!(
            "<Rubber games {south}/{north}, part scores {}/{}, below {}/{}, above {}/{}>",
            parts[0], parts[1], below[0], below[1], above[0], above[1]
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let arguments = (self.games(), self.part_scores(), self.below(), self.above());
        reduced(py.get_type::<Rubber>(), arguments)
    }
}
