//! What a player knows, as planes for learning agents.

use super::bids::FIRST_BID;
use super::rules::Honeymoon;
use super::seats::other;
use crate::bits::unpack;
use crate::capability::Planes;
use crate::cards::{CARDS, Hand};
use crate::game::{Move, Player};

/// What the planes show, in their order.
const NAMES: [&str; 9] = [
    "own hand",
    "cards that the other player is known to hold",
    "cards that the other player may hold or the stock may have",
    "the card led",
    "the card face up",
    "cards that the player has played",
    "cards that the other player has played",
    "bids of the player: cell 0 is 1C, cell 34 is 7NT",
    "bids of the other player, likewise",
];

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
        ];
        for (plane, out) in planes.into_iter().zip(out.chunks_exact_mut(CARDS)) {
            unpack(plane, out);
        }
    }
}
