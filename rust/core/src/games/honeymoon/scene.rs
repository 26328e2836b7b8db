//! How a position looks: the table, as far as a viewer knows the cards.

use super::rubber::Rubber;
use super::rules::Honeymoon;
use super::seats::other;
use super::state::Phase;
use crate::cards::{CARDS, Card, Hand, RANKS, Suit};
use crate::game::{Game, Move, Player};
use crate::notation::Notation;
use crate::scene::{
    self, Calls, CardMoves, HandData, Kind, RubberData, Scene, ScoreData, Shown, Table, Trick,
    Viewer,
};
use crate::sentences::{Said, reason};

const BOTH: [Player; 2] = [Player(0), Player(1)];

impl Shown for Honeymoon {
    fn drawn(&self, viewer: Viewer) -> Scene {
        let (state, rules) = (self.state(), self.rules());
        let led = state.led.map(|_| other(self.turn()));
        let (seats, calls) = self.calls().into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
        let last_bid = state.auction.contract();
        let contract = self.contract();
        let table = Table {
            phase: state.phase.name(),
            hands: BOTH.map(|seat| self.hand_for(viewer, seat)).into(),
            moves: self.moves_for(viewer),
            last: None,
            trick: BOTH.map(|seat| state.led.filter(|_| led == Some(seat)).map(text)).into(),
            led: led.map(|seat| seat.0),
            stock: self.dealt().stock().len() - 2 * usize::from(state.draws),
            up: self.face_up().map(text),
            dealer: rules.dealer().0,
            auction: Calls {
                seats: seats.into_iter().map(|seat| seat.0).collect(),
                calls: calls.into_iter().map(|call| self.move_text(call)).collect(),
            },
            last_bid: last_bid.map(|bid| bid.to_string()),
            contract: contract.map(|contract| contract.to_string()),
            declarer: last_bid.map(|bid| bid.declarer.0),
            trump: state.trump().map(Suit::letter),
            tricks: state.tricks.into(),
            needs: contract.map(|contract| {
                let makes = contract.wanted();
                let defeats = RANKS as u8 + 1 - makes;
                BOTH.map(|seat| if seat == contract.declarer { makes } else { defeats }).into()
            }),
            last_trick: self.trick_data(),
            vulnerable: BOTH.map(|seat| rules.is_vulnerable(seat)).into(),
            rubber: Rubber::before(rules).map(|rubber| RubberData {
                games: rubber.games().into(),
                part_scores: rubber.part_scores().into(),
            }),
            score: self
                .score_lines()
                .into_iter()
                .map(|line| ScoreData {
                    kind: line.kind.name(),
                    seat: line.player.0,
                    points: line.points,
                })
                .collect(),
        };
        let title = format!("{}, {rules}", Self::FACTS.title);
        scene::scene(self, viewer, title, self.caption(), Kind::Table(Box::new(table)))
    }

    /// Who is to call or to play, or the score.
    fn caption(&self) -> Said {
        let names = Self::FACTS.player_names;
        let turn = |code| Said::new(code, [names[self.turn().index()].into()]);
        match self.state().phase {
            Phase::Auction => turn("turn-call"),
            Phase::Draw => turn("turn-stock"),
            Phase::Play => turn("turn-play"),
            Phase::Over => {
                let outcome = self.final_outcome();
                let end = reason(outcome.reason);
                let winner = BOTH.into_iter().find(|&seat| outcome.is_winner(seat));
                winner.map_or(end.clone(), |winner| {
                    let score = i64::from(outcome.score(winner)).into();
                    Said::new("scores", [end.into(), names[winner.index()].into(), score])
                })
            }
        }
    }

    /// True if the card has been played; of a call the table tells nothing.
    fn can_be_last(&self, m: Move) -> bool {
        m.index() >= CARDS || self.moves().any(|played| played == m)
    }
}

impl Honeymoon {
    /// The legal moves, which reveal the cards of the seat to move.
    fn moves_for(&self, viewer: Viewer) -> CardMoves {
        let mut moves = CardMoves::default();
        if !viewer.sees(self.turn()) {
            return moves;
        }
        self.for_each_legal(|m| {
            moves.index.push(m.0);
            moves.text.push(self.move_text(m));
            moves.card.push((m.index() < CARDS).then(|| text(Card(m.0 as u8))));
        });
        moves
    }

    /// A hand as the viewer knows it: whole for its own seat.
    fn hand_for(&self, viewer: Viewer, seat: Player) -> HandData {
        let (held, known) = (self.hand(seat), self.knowledge(other(seat)).theirs);
        let shown = if viewer.sees(seat) { held } else { known };
        let cards = |hand: Hand| hand.cards().map(text).collect();
        HandData { cards: cards(shown), hidden: held.len() - shown.len(), known: cards(known) }
    }

    fn trick_data(&self) -> Option<Trick> {
        let cards = self.last_trick()?;
        Some(Trick {
            seats: cards.map(|(seat, _)| seat.0).into(),
            cards: cards.map(|(_, card)| text(card)).into(),
            winner: self.last_trick_winner()?.0,
        })
    }
}

fn text(card: Card) -> String {
    card.to_string()
}
