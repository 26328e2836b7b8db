//! The state of an auction.

use super::bids::{BIDS, Bid, DOUBLE, FIRST_BID, PASS, REDOUBLE};
use super::options::DealRules;
use super::scoring::Contract;
use crate::game::{Move, Player};

/// The state of an auction: everything that rules and scores need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Auction {
    contract: Option<Contract>,
    passes: u8,
}

impl Auction {
    /// The last bid so far, with its doubles.
    #[inline]
    pub fn contract(&self) -> Option<Contract> {
        self.contract
    }

    /// True if it has ended: by a pass after a bid, or by two passes at the start.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.passes > u8::from(self.contract.is_none())
    }

    /// The auction after a call of `player` that is known to be legal.
    pub fn call(&mut self, player: Player, call: Move) {
        match (call, &mut self.contract) {
            (PASS, _) => self.passes += 1,
            (DOUBLE, Some(contract)) => contract.doubled = 1,
            (REDOUBLE, Some(contract)) => contract.doubled = 2,
            _ => {
                let bid = Bid(call.0.saturating_sub(FIRST_BID).min(BIDS as u16 - 1) as u8);
                *self = Auction {
                    contract: Some(Contract { bid, declarer: player, doubled: 0 }),
                    passes: 0,
                };
            }
        }
    }

    /// True, first, if `player` may double, and second, if `player` may redouble.
    pub fn doubles(&self, player: Player) -> [bool; 2] {
        self.contract.map_or([false; 2], |contract| {
            let own = contract.declarer == player;
            [contract.doubled == 0 && !own, contract.doubled == 1 && own]
        })
    }

    /// Calls `f` with the legal calls of `player`, in index order.
    pub fn for_each_legal(&self, rules: DealRules, player: Player, mut f: impl FnMut(Move)) {
        f(PASS);
        let [double, redouble] = self.doubles(player);
        if double {
            f(DOUBLE);
        }
        if redouble {
            f(REDOUBLE);
        }
        let lowest = self.contract.map_or(0, |contract| contract.bid.0 + 1);
        for bid in (lowest..BIDS as u8).map(Bid) {
            if rules.notrump() || bid.strain().trump().is_some() {
                f(bid.as_move());
            }
        }
    }

    /// The reason why a call is illegal for `player`; `None` for a legal one.
    pub fn objection(&self, rules: DealRules, player: Player, call: Move) -> Option<String> {
        let [double, redouble] = self.doubles(player);
        match call {
            PASS => None,
            DOUBLE if !double => {
                Some("only an undoubled bid of the other player can be doubled".into())
            }
            REDOUBLE if !redouble => {
                Some("only a player's own doubled bid can be redoubled".into())
            }
            _ => {
                let bid = Bid(call.0.checked_sub(FIRST_BID)? as u8);
                let last = self.contract.map(|contract| contract.bid);
                if !rules.notrump() && bid.strain().trump().is_none() {
                    return Some("bids at no trump are not allowed".into());
                }
                last.filter(|&last| bid <= last).map(|last| format!("{bid} is not above {last}"))
            }
        }
    }
}
