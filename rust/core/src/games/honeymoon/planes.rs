//! What a player knows, as planes for learning agents: the cards, and all public facts that decide
//! the score. Equal planes, legal moves and seats to move mean equal scores for equal moves.

use super::bids::FIRST_BID;
use super::options::{PlayLead, Scoring};
use super::rules::Honeymoon;
use super::seats::other;
use crate::bits::unpack;
use crate::capability::Planes;
use crate::cards::{CARDS, Hand, RANKS};
use crate::game::{Move, Player};

/// What the planes show, in their order.
const NAMES: [&str; 11] = [
    "own hand",
    "cards that the other player is known to hold",
    "cards that the other player may hold or the stock may have",
    "the card led",
    "the card face up",
    "cards that the player has played",
    "cards that the other player has played",
    "bids of the player: cell 0 is 1C, cell 34 is 7NT",
    "bids of the other player, likewise",
    "numbers, as ones from the left, a row each: tricks of the player in the play, tricks of the \
     other player, tens of points below the line of the player, those of the other player",
    "facts, a cell each: doubled, redoubled; the player deals; the player won the last trick of the \
     draw, the other player did; the player is vulnerable, the other player is; honours of 100 and \
     of 150 of the player, those of the other player; rules: the auction comes first, a card lies \
     face up, no trump may be bid, a deal of a rubber, the last winner leads to the play, the \
     declarer does",
];

/// The facts of the last plane, a cell each.
fn facts(game: &Honeymoon, me: Player) -> u64 {
    let (rules, state) = (game.rules(), game.state());
    let doubled = state.auction.contract().map_or(0, |contract| contract.doubled);
    let honours = if me == Player(0) { state.honours } else { -state.honours };
    let cells = [
        doubled == 1,
        doubled == 2,
        rules.dealer() == me,
        state.last_winner == Some(me),
        state.last_winner == Some(other(me)),
        rules.is_vulnerable(me),
        rules.is_vulnerable(other(me)),
        honours == 100,
        honours == 150,
        honours == -100,
        honours == -150,
        rules.auction_first(),
        rules.face_up(),
        rules.notrump(),
        rules.scoring() == Scoring::Rubber,
        rules.play_lead() == PlayLead::LastWinner,
        rules.play_lead() == PlayLead::Declarer,
    ];
    cells.into_iter().enumerate().fold(0, |bits, (cell, is_so)| bits | u64::from(is_so) << cell)
}

impl Planes for Honeymoon {
    fn num_planes(&self) -> usize {
        NAMES.len()
    }

    fn plane_names(&self) -> Vec<String> {
        NAMES.map(Into::into).into()
    }

    fn write_planes(&self, me: Player, out: &mut [u8]) {
        let known = self.knowledge(me);
        let bits = |card: Option<_>| card.map_or(0, |card| Hand::default().with(card).0);
        let mut bids = [0_u64; 2];
        self.replay(|before, Move(m), _| {
            if m >= FIRST_BID {
                bids[usize::from(before.turn != me)] |= 1 << (m - FIRST_BID);
            }
        });
        let seats = [me, other(me)].map(Player::index);
        let (tricks, points) = (self.state().tricks, self.rules().part_scores());
        let counts =
            [tricks[seats[0]], tricks[seats[1]], points[seats[0]] / 10, points[seats[1]] / 10];
        let counts = (0..).zip(counts).map(|(row, n)| ((1 << n) - 1) << (row * RANKS));
        let planes: [u64; NAMES.len()] = [
            known.own.0,
            known.theirs.0,
            known.unseen.0,
            bits(self.state().led),
            bits(self.face_up()),
            known.played[me.index()].0,
            known.played[other(me).index()].0,
            bids[0],
            bids[1],
            counts.fold(0, |plane, row: u64| plane | row),
            facts(self, me),
        ];
        for (plane, out) in planes.into_iter().zip(out.chunks_exact_mut(CARDS)) {
            unpack(plane, out);
        }
    }
}
