//! Solved open hands: the table of tricks, and the auction over it.

use super::auction::Auction;
use super::bids::{BIDS, Bid, PASS, STRAINS, Strain};
use super::deal::HAND;
use super::options::DealRules;
use super::rubber::honours;
use super::rules::Honeymoon;
use super::scoring::Contract;
use super::seats::{other, south};
use super::state::{Phase, State, first_leader};
use super::tricks::{Tricks, ending_of};
use crate::budget::Budget;
use crate::capability::HiddenInfo;
use crate::cards::Hand;
use crate::control::Control;
use crate::ending::Ending;
use crate::error::{Error, Result};
use crate::game::{Game, Move, MoveList, Player};
use crate::notation::Notation;
use crate::solve::{ExactSolver, PartialResult, SolveOptions};

/// Tricks of two open hands of 13 cards with best play, for each strain and each leader.
///
/// ```
/// use bitgames_core::{Player, control::Control, games::honeymoon::{Strain, TrickTable}};
/// let hands = ["AKQJT98765432...".parse()?, ".AKQJT98765432..".parse()?];
/// let table = TrickTable::of(hands, &Control::default())?;
/// let spades: Strain = "S".parse()?;
/// let notrump: Strain = "NT".parse()?;
/// assert_eq!(table.tricks(Player(0), spades, Player(1)), 13);
/// assert_eq!(table.tricks(Player(0), notrump, Player(1)), 0);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrickTable([[u8; STRAINS]; 2]);

impl TrickTable {
    /// The table of south's hand and north's.
    pub fn of(hands: [Hand; 2], control: &Control<'_>) -> Result<Self> {
        TrickTable::with(&mut Tricks::default(), hands, &Budget::unlimited(control))
    }

    fn with(tricks: &mut Tricks, hands: [Hand; 2], budget: &Budget<'_>) -> Result<Self> {
        let mut table = [[0; STRAINS]; 2];
        for (leader, row) in table.iter_mut().enumerate() {
            for (strain, won) in Strain::all().zip(row) {
                let [own, theirs] = [hands[leader], hands[1 - leader]];
                *won = tricks.value(&Ending::of_hands(own, theirs, strain.trump())?, budget)?;
            }
        }
        Ok(TrickTable(table))
    }

    /// The tricks of `declarer` when `leader` leads to the first trick.
    pub fn tricks(&self, declarer: Player, strain: Strain, leader: Player) -> u8 {
        let won = self.0[leader.index()][strain.index()];
        if declarer == leader { won } else { HAND as u8 - won }
    }
}

/// The value of an auction to south from each of its states on, if both players know the value of
/// each contract.
///
/// Minimax over all calls. The state of an auction is its last bid, the player who made it, and its
/// doubles; from the highest bid down, each state is worth the best of a pass, a double, and the
/// best higher bid.
pub(super) struct Calls<W> {
    rules: DealRules,
    worth: W,
    /// By bid, bidder and doubles.
    values: [[[f64; 3]; 2]; BIDS],
}

impl<W: Fn(Contract) -> f64> Calls<W> {
    /// `worth` is the value of a contract to south.
    pub(super) fn new(rules: DealRules, worth: W) -> Self {
        let mut calls = Calls { rules, worth, values: [[[0.0; 3]; 2]; BIDS] };
        for bid in (0..BIDS as u8).rev().map(Bid) {
            for declarer in [Player(0), Player(1)] {
                let rival = other(declarer);
                let pass = |doubled| (calls.worth)(Contract { bid, declarer, doubled });
                let raise = |player| calls.best_raise(player, bid.0 + 1);
                let redoubled = best(rival, pass(2), raise(rival));
                let doubled = best(declarer, best(declarer, pass(1), redoubled), raise(declarer));
                let plain = best(rival, best(rival, pass(0), doubled), raise(rival));
                calls.values[usize::from(bid.0)][declarer.index()] = [plain, doubled, redoubled];
            }
        }
        calls
    }

    /// The best value for `player` of a bid of `lowest` or more.
    fn best_raise(&self, player: Player, lowest: u8) -> f64 {
        (lowest..BIDS as u8)
            .map(Bid)
            .filter(|bid| self.rules.notrump() || bid.strain().trump().is_some())
            .map(|bid| self.values[usize::from(bid.0)][player.index()][0])
            .fold(worst(player), |value, next| best(player, value, next))
    }

    /// The value of the auction from its beginning.
    pub(super) fn value(&self) -> f64 {
        let dealer = self.rules.dealer();
        let pass = self.after(Auction::default(), dealer, PASS);
        best(dealer, pass, self.best_raise(dealer, 0))
    }

    /// Each legal call with its value for the player who makes it.
    pub(super) fn of_calls(&self, auction: Auction, player: Player) -> Vec<(Move, f64)> {
        let mut values = Vec::new();
        auction.for_each_legal(self.rules, player, |call| {
            values.push((call, south(player, self.after(auction, player, call))));
        });
        values
    }

    /// The value to south of this call by `player`.
    fn after(&self, auction: Auction, player: Player, call: Move) -> f64 {
        let mut next = auction;
        next.call(player, call);
        match next.contract() {
            Some(contract) if next.is_over() => (self.worth)(contract),
            Some(contract) => {
                let value = self.values[usize::from(contract.bid.0)][contract.declarer.index()];
                value[usize::from(contract.doubled)]
            }
            None if next.is_over() => 0.0,
            None => best(other(player), 0.0, self.best_raise(other(player), 0)),
        }
    }
}

fn best(player: Player, a: f64, b: f64) -> f64 {
    if player.0 == 0 { a.max(b) } else { a.min(b) }
}

fn worst(player: Player) -> f64 {
    if player.0 == 0 { f64::NEG_INFINITY } else { f64::INFINITY }
}

/// The outcome of open hands with best play by both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Par {
    /// South's score.
    pub score: i16,
    /// The contract of this score; none when both pass.
    pub contract: Option<Contract>,
    /// The calls that lead to it.
    pub calls: Vec<Move>,
}

/// An open auction: the value of each contract is known.
pub(super) struct Open {
    rules: DealRules,
    last_winner: Option<Player>,
    hands: [Hand; 2],
    table: TrickTable,
}

impl Open {
    /// The auction over the hands of `state`.
    pub(super) fn new(
        rules: DealRules,
        state: &State,
        tricks: &mut Tricks,
        budget: &Budget<'_>,
    ) -> Result<Self> {
        let table = TrickTable::with(tricks, state.hands, budget)?;
        Ok(Open { rules, last_winner: state.last_winner, hands: state.hands, table })
    }

    /// South's score for a contract.
    fn score(&self, contract: Contract) -> i16 {
        let (declarer, strain) = (contract.declarer, contract.bid.strain());
        let leader = first_leader(self.rules, declarer, self.last_winner);
        let tricks = self.table.tricks(declarer, strain, leader);
        self.rules.points(contract, tricks, honours(self.hands, strain))
    }

    /// The values of calls, if both players call best.
    pub(super) fn calls(&self) -> Calls<impl Fn(Contract) -> f64> {
        Calls::new(self.rules, |contract| f64::from(self.score(contract)))
    }

    fn par(&self) -> Par {
        let mut auction = Auction::default();
        let mut player = self.rules.dealer();
        let (values, mut calls) = (self.calls(), Vec::new());
        while !auction.is_over() {
            let call = first_best(&values.of_calls(auction, player));
            calls.push(call);
            auction.call(player, call);
            player = other(player);
        }
        let contract = auction.contract();
        Par { score: contract.map_or(0, |contract| self.score(contract)), contract, calls }
    }
}

/// The best of some calls, the first among equals.
pub(super) fn first_best(values: &[(Move, f64)]) -> Move {
    let better = |best: (Move, f64), &next: &(Move, f64)| if next.1 > best.1 { next } else { best };
    values.iter().fold((PASS, f64::NEG_INFINITY), better).0
}

impl Honeymoon {
    /// The table of tricks of the current hands, if these are two whole open hands.
    pub fn trick_table(&self, control: &Control<'_>) -> Result<TrickTable> {
        self.check_whole_open_hands("the table of tricks")?;
        TrickTable::of(self.state().hands, control)
    }

    /// The outcome of the auction from its beginning, if both players know both hands and play
    /// best.
    ///
    /// ```
    /// use bitgames_core::{control::Control, games::honeymoon::Honeymoon};
    /// let open: Honeymoon = "honeymoon AKQJT98765432... .AKQJT98765432.. -".parse()?;
    /// let par = open.par(&Control::default())?;
    /// assert_eq!((par.score, par.contract.map(|contract| contract.to_string())), (1510, Some("7S".into())));
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    pub fn par(&self, control: &Control<'_>) -> Result<Par> {
        self.check_whole_open_hands("par")?;
        let budget = Budget::unlimited(control);
        let open = Open::new(*self.rules(), self.state(), &mut Tricks::default(), &budget)?;
        Ok(open.par())
    }

    /// The ending of the play: the cards in both hands and the card led, with the hand that leads the
    /// trick as its leader and the strain of the contract.
    ///
    /// ```
    /// use bitgames_core::{Game, games::honeymoon::Honeymoon};
    /// let open: Honeymoon = "honeymoon AKQJT98765432... .AKQJT98765432.. - 7S pass".parse()?;
    /// assert_eq!(open.ending()?.to_string(), "0000000000000.1111111111111.. 0");
    /// # Ok::<(), bitgames_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] outside the play.
    pub fn ending(&self) -> Result<Ending> {
        let reason = match self.state().phase {
            Phase::Play => return ending_of(self.state()),
            Phase::Auction | Phase::Draw => "the play has not begun",
            Phase::Over => "the deal is over",
        };
        let (what, game) = ("an ending".into(), self.spec());
        Err(Error::Unsupported { what, game, reason: reason.into() })
    }

    fn check_whole_open_hands(&self, what: &str) -> Result<()> {
        let whole = self.state().hands.iter().all(|hand| hand.len() == HAND);
        if whole && self.is_open() {
            return Ok(());
        }
        let reason = "it takes two open hands of 13 cards, as after the exchange".into();
        Err(Error::Unsupported { what: what.into(), game: self.spec(), reason })
    }

    /// Adds each legal move with its value for the player who makes it, if both know both hands and
    /// play best. After an error the values found so far stay. It is an error while the stock hides
    /// cards.
    pub(super) fn exact_values(
        &self,
        values: &mut Vec<(Move, i32)>,
        tricks: &mut Tricks,
        budget: &Budget<'_>,
    ) -> Result<()> {
        self.check_open("a solution")?;
        match self.state().phase {
            Phase::Auction => {
                let open = Open::new(*self.rules(), self.state(), tricks, budget)?;
                let calls = open.calls().of_calls(self.state().auction, self.turn());
                values.extend(calls.into_iter().map(|(call, value)| (call, value as i32)));
            }
            Phase::Play => {
                for m in self.legal_moves() {
                    let mut state: State = *self.state();
                    state.apply(*self.rules(), self.dealt().stock(), m);
                    let score = self.score(&state, tricks.in_the_end(&state, budget)?);
                    values.push((m, south(self.turn(), score).into()));
                }
            }
            // The hands are never open during the draw.
            Phase::Draw | Phase::Over => {}
        }
        Ok(())
    }

    /// The moves with the best exact value.
    pub(super) fn best_moves(
        &self,
        tricks: &mut Tricks,
        budget: &Budget<'_>,
        list: &mut MoveList,
    ) -> Result<()> {
        let mut values = Vec::new();
        self.exact_values(&mut values, tricks, budget)?;
        let best = values.iter().map(|&(_, value)| value).max();
        list.extend(values.iter().filter(|&&(_, value)| Some(value) == best).map(|&(m, _)| m));
        Ok(())
    }
}

/// The solver for a position and its successors. It solves open hands by their tricks; while the
/// stock hides cards there is no exact value.
pub(super) fn solver(
    position: &Honeymoon,
    options: &SolveOptions,
) -> Result<Box<dyn ExactSolver<Honeymoon>>> {
    position.check_open("a solution")?;
    Ok(Box::new(Exact { tricks: Tricks::default(), wld: options.wld, values: Vec::new() }))
}

/// The exact solver of open hands.
struct Exact {
    tricks: Tricks,
    wld: bool,
    /// Values of the moves of the last position, as far as found.
    values: Vec<(Move, i32)>,
}

impl ExactSolver<Honeymoon> for Exact {
    fn best(&mut self, position: &Honeymoon, budget: &Budget<'_>) -> Result<(i32, Move)> {
        self.values.clear();
        position.exact_values(&mut self.values, &mut self.tricks, budget)?;
        let (value, m) = cheapest_best(&self.values);
        Ok((if self.wld { value.signum() } else { value }, m))
    }

    fn partial_result(&self, _: &Honeymoon) -> PartialResult {
        if self.values.is_empty() {
            return PartialResult::default();
        }
        let (value, m) = cheapest_best(&self.values);
        let most = i32::from(Honeymoon::FACTS.max_score);
        PartialResult { bounds: Some((value, most)), best_move: Some(m) }
    }
}

/// The best of some values; of equal cards the lowest in rank, of equal calls the first.
fn cheapest_best(values: &[(Move, i32)]) -> (i32, Move) {
    let best = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
    let equals = || values.iter().filter(|&&(_, value)| value == best).map(|&(m, _)| m);
    let cards = equals().filter(|&m| m < PASS);
    let cheapest = cards.max_by_key(|&Move(card)| (card % HAND as u16, card));
    (best, cheapest.or(equals().next()).unwrap_or(PASS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_an_auction_is_that_of_its_best_first_call() {
        for spec in ["dealer=south", "dealer=north", "bicycle,dealer=south", "face_up,dealer=north"]
        {
            let rules: DealRules = spec.parse().expect("rules");
            let dealer = rules.dealer();
            // Some value for each contract, better for south the lower the bid is.
            let worth = |contract: Contract| {
                let sign = if contract.declarer.0 == 0 { 1.0 } else { -1.0 };
                let doubled = f64::from(contract.doubled);
                sign * 7.0 * (20.0 - f64::from(contract.bid.0) * (1.0 + doubled))
            };
            let calls = Calls::new(rules, worth);
            let mut expected = worst(dealer);
            Auction::default().for_each_legal(rules, dealer, |call| {
                expected = best(dealer, expected, calls.after(Auction::default(), dealer, call));
            });
            assert!((calls.value() - expected).abs() < 1e-9, "{spec}: {expected}");
        }
    }
}
