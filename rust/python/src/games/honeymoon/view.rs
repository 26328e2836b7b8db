//! The view of a seat in honeymoon bridge.

use bitgames_core::games::Honeymoon as Game;
use bitgames_core::games::honeymoon::Knowledge;
use pyo3::prelude::*;

use super::{Seated, calls, cells, face_up, game, last_bid, last_trick, led, seat};
use crate::arguments::Int;
use crate::cells::CellSet;
use crate::error::Result;
use crate::moves::Move;
use crate::position::Position;
use crate::view::View;

/// All that a seat may know of a position of honeymoon bridge: its own cards, the cards it has
/// seen, the calls and the tricks.
///
/// >>> import bitgames as bg
/// >>> view = bg.View(bg.Honeymoon(7).play("1C"), 1)
/// >>> view.hand, view.calls, len(view.unseen)
/// ('KQJ76.974.62.J83', [(0, 1C)], 39)
#[pyclass(frozen, extends = View, module = "bitgames.honeymoon")]
pub struct HoneymoonView;

/// The world of the view; the methods here tell only what is the same in all possible worlds.
fn world<'a>(slf: &'a PyRef<'_, HoneymoonView>) -> Result<&'a Game> {
    game(position(slf))
}

fn position<'a>(slf: &'a PyRef<'_, HoneymoonView>) -> &'a Position {
    slf.as_super().world()
}

fn knowledge(slf: &PyRef<'_, HoneymoonView>) -> Result<Knowledge> {
    Ok(world(slf)?.knowledge(slf.as_super().seat()))
}

#[pymethods]
impl HoneymoonView {
    /// The hand of the seat: the ranks of spades, hearts, diamonds and clubs.
    #[getter]
    fn hand(slf: PyRef<'_, Self>) -> Result<String> {
        Ok(world(&slf)?.hand(slf.as_super().seat()).to_string())
    }

    /// The hand of the seat as a set of cards.
    #[getter]
    fn cards(slf: PyRef<'_, Self>) -> Result<CellSet> {
        Ok(cells(knowledge(&slf)?.own))
    }

    /// The cards that the seat knows to be in the other hand.
    #[getter]
    fn known_theirs(slf: PyRef<'_, Self>) -> Result<CellSet> {
        Ok(cells(knowledge(&slf)?.theirs))
    }

    /// The cards whose place the seat does not know: each may be in the other hand or in the stock.
    #[getter]
    fn unseen(slf: PyRef<'_, Self>) -> Result<CellSet> {
        Ok(cells(knowledge(&slf)?.unseen))
    }

    /// The cards that a player has played.
    fn played(slf: PyRef<'_, Self>, player: Int) -> Result<CellSet> {
        Ok(cells(knowledge(&slf)?.played[seat(player)?.index()]))
    }

    /// The moves of the deal so far, of both seats.
    #[getter]
    fn moves(slf: PyRef<'_, Self>) -> Result<Vec<Py<Move>>> {
        let moves: Vec<_> = world(&slf)?.moves().collect();
        Ok(position(&slf).shared().list(slf.py(), &moves))
    }

    /// The phase of the game: ``auction``, ``draw`` (the exchange), ``play`` or ``over``.
    #[getter]
    fn phase(slf: PyRef<'_, Self>) -> Result<&'static str> {
        Ok(world(&slf)?.state().phase.name())
    }

    /// The rules: a preset with its changes.
    #[getter]
    fn rules(slf: PyRef<'_, Self>) -> Result<String> {
        Ok(world(&slf)?.rules().to_string())
    }

    /// The seat that dealt.
    #[getter]
    fn dealer(slf: PyRef<'_, Self>) -> Result<u8> {
        Ok(world(&slf)?.rules().dealer().0)
    }

    /// True if a player is vulnerable.
    fn is_vulnerable(slf: PyRef<'_, Self>, player: Int) -> Result<bool> {
        Ok(world(&slf)?.rules().is_vulnerable(seat(player)?))
    }

    /// The auction so far: the calls in their order, each with its seat.
    #[getter]
    fn calls(slf: PyRef<'_, Self>) -> Result<Seated> {
        calls(slf.py(), position(&slf))
    }

    /// The last bid, with ``x`` if it is doubled and ``xx`` if redoubled; None before the first
    /// bid.
    #[getter]
    fn last_bid(slf: PyRef<'_, Self>) -> Result<Option<String>> {
        Ok(last_bid(position(&slf))?.map(|bid| bid.to_string()))
    }

    /// The contract; None during the auction, and if both players passed.
    #[getter]
    fn contract(slf: PyRef<'_, Self>) -> Result<Option<String>> {
        Ok(world(&slf)?.contract().map(|contract| contract.to_string()))
    }

    /// The seat that made the last bid; None before the first bid.
    #[getter]
    fn declarer(slf: PyRef<'_, Self>) -> Result<Option<u8>> {
        Ok(last_bid(position(&slf))?.map(|bid| bid.declarer.0))
    }

    /// The trump suit, ``S``, ``H``, ``D`` or ``C``; None at no trump and before the contract.
    #[getter]
    fn trump(slf: PyRef<'_, Self>) -> Result<Option<String>> {
        Ok(world(&slf)?.state().trump().map(|suit| suit.to_string()))
    }

    /// Tricks won in the play, south's and north's.
    #[getter]
    fn tricks(slf: PyRef<'_, Self>) -> Result<(u8, u8)> {
        Ok(world(&slf)?.state().tricks.into())
    }

    /// The card led to the trick on the table; None between tricks.
    #[getter]
    fn led(slf: PyRef<'_, Self>) -> Result<Option<Py<Move>>> {
        led(slf.py(), position(&slf))
    }

    /// The last complete trick since the auction: the cards in the order of play, each with its
    /// seat; None before the first.
    #[getter]
    fn last_trick(slf: PyRef<'_, Self>) -> Result<Seated> {
        last_trick(slf.py(), position(&slf))
    }

    /// The seat that won ``last_trick``; None before the first trick.
    #[getter]
    fn last_trick_winner(slf: PyRef<'_, Self>) -> Result<Option<u8>> {
        Ok(world(&slf)?.last_trick_winner().map(|seat| seat.0))
    }

    /// The face-up card of the stock; None if there is none.
    #[getter]
    fn face_up(slf: PyRef<'_, Self>) -> Result<Option<Py<Move>>> {
        face_up(slf.py(), position(&slf))
    }

    /// Cards left in the stock.
    #[getter]
    fn stock_left(slf: PyRef<'_, Self>) -> Result<usize> {
        let game = world(&slf)?;
        Ok(game.dealt().stock().len() - 2 * usize::from(game.state().draws))
    }

    /// True if the cards played and seen let both players know both hands.
    #[getter]
    fn is_open(slf: PyRef<'_, Self>) -> Result<bool> {
        Ok(bitgames_core::Game::is_open(world(&slf)?))
    }
}
