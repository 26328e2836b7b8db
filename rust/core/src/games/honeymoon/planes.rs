//! What a player knows, as planes for learning agents.

use super::bids::FIRST_BID;
use super::rules::Honeymoon;
use super::seats::other;
use crate::bits::Word;
use crate::capability::Planes;
use crate::cards::{CARDS, Hand};
use crate::game::{Move, Player};

impl Planes for Honeymoon {
    /// Own hand; cards that the other is known to hold; cards that may be with the other or in the
    /// stock; the led card; the card face up; cards that the player has played; cards that the
    /// other has played; the bids made by the player, cell `n` for the bid `n` from one club up;
    /// the bids made by the other.
    fn num_planes(&self) -> usize {
        9
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
        let planes = [
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
        out.fill(0);
        for (plane, out) in planes.into_iter().zip(out.chunks_exact_mut(CARDS)) {
            for cell in plane.cells() {
                out[cell] = 1;
            }
        }
    }
}
