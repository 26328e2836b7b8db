"""Honeymoon bridge against its plain-Python reference, and what each seat can know."""

from __future__ import annotations

import pickle
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from tests.reference import honeymoon as reference

seeds = st.integers(0, 2**64 - 1)
parts = st.sampled_from([0, 20, 30, 40, 50, 60, 70, 80, 90])
part_scores = st.tuples(parts, parts)
few = settings(max_examples=max(6, settings().max_examples // 4))
PRESETS = list(reference.PRESETS)
CARDS = ["".join(card) for card in reference.PACK]


@st.composite
def rules(draw: st.DrawFn) -> reference.Rules:
    return reference.Rules(
        draw(st.sampled_from(PRESETS)),
        draw(st.booleans()),
        draw(st.sampled_from(reference.PLAY_LEADS)),
        draw(st.sampled_from(list(reference.VULNERABLE))),
        draw(st.integers(0, 1)),
        scoring := draw(st.sampled_from(["duplicate", "rubber"])),
        draw(part_scores) if scoring == "rubber" else (0, 0),
    )


def low_move(game: reference.Game, chance: random.Random) -> int:
    """A random move; calls stay low most of the time, so that auctions last and contracts vary."""
    moves = game.legal_moves
    if game.table.phase == "auction" and chance.random() < 0.8:
        moves = moves[:5]
    return chance.choice(moves)


@few
@given(rules(), seeds, st.randoms(use_true_random=False))
def test_whole_games_under_all_rules_agree(
    given_rules: reference.Rules, seed: int, chance: random.Random
) -> None:
    game = reference.deal(given_rules, seed)
    position = bg.games.get(given_rules.spec).deal(seed)
    winner = None
    calls: list[tuple[int, int]] = []
    while True:
        assert position.to_string() == game.text
        assert position.game == given_rules.spec
        assert [int(move) for move in position.legal_moves] == game.legal_moves
        assert (position.turn, position.phase) == (game.turn, game.table.phase)
        assert position.ply == len(game.moves)
        assert position.tricks == tuple(game.table.tricks)
        assert position.trump == game.trump
        assert position.last_trick_winner == winner
        assert [(seat, int(call)) for seat, call in position.calls] == calls
        assert str(position.face_up) == ("".join(game.face_up) if game.face_up else "None")
        for seat in (0, 1):
            assert position.view(seat) == game.view(seat)
            assert list(position.pieces(seat)) == game.pieces(seat)
            assert position.hand(seat) == reference.hand_text(game.table.hands[seat])
        if game.is_over:
            break
        move = low_move(game, chance)
        if game.table.phase == "auction":
            winner = None
            calls.append((game.turn, move))
        elif game.table.led is not None:
            beaten = reference.beats(reference.PACK[move], game.table.led, game.trump)
            winner = game.turn if beaten else 1 - game.turn
        game, position = game.play(move), position.play(move)
    assert position.outcome.scores == (game.score, -game.score)
    assert position.is_over
    if game.contract is not None:
        made = game.table.tricks[game.contract.declarer] >= game.contract.level + 6
        assert position.outcome.reason == f"contract {'made' if made else 'defeated'}"


def test_the_class_takes_what_specs_take() -> None:
    start = bg.Honeymoon(
        5, rules="bicycle", notrump=False, play_lead="declarer", vulnerable="both", dealer="north"
    )
    spec = "honeymoon:bicycle,notrump=no,play_lead=declarer,vulnerable=both,dealer=north"
    assert start == bg.games.get(spec).deal(5)
    assert start.dealer == 1
    assert start.is_vulnerable(0)
    assert bg.Honeymoon() == bg.Honeymoon(rules="taiwan") == bg.games.get("honeymoon")
    assert bg.Honeymoon(5, deal=start.deal_text, rules=start.rules) == start


@given(st.integers(1, 7), st.integers(0, 4), st.integers(0, 2), st.integers(0, 13), st.booleans())
def test_scores_agree(level: int, strain: int, doubled: int, tricks: int, vulnerable: bool) -> None:
    contract = reference.Contract(level, reference.STRAINS[strain], 0, doubled)
    text = f"{level}{contract.strain}{'x' * doubled}"
    score = bg.Honeymoon.contract_score(text, tricks, vulnerable=vulnerable)
    assert score == reference.score(contract, tricks, vulnerable)


def shown_by(view: str) -> tuple[int, set[str], list[str]]:
    """The seat of a view, the cards that it was dealt or has drawn or seen, and the moves."""
    _, seat, south, north, stock, *moves = view.split(" ")
    own = (south, north)[seat == "north"]
    cards = {
        suit + rank for suit, ranks in zip("SHDC", own.split("."), strict=True) for rank in ranks
    }
    return ("south", "north").index(seat), cards, [*re.findall("..", stock), *moves]


@pytest.mark.parametrize("preset", PRESETS)
@few
@given(seed=seeds, chance=st.randoms(use_true_random=False))
def test_when_the_play_begins_views_tell_both_hands(
    preset: str, seed: int, chance: random.Random
) -> None:
    """From the text of a view alone: what has not been played and is not mine is the other's."""
    position = bg.Honeymoon(seed, rules=preset)
    while position.phase != "play":
        calls = position.legal_moves[: 9 if position.phase == "auction" else None]
        position = position.play(chance.choice(calls))
        if position.is_over:
            return  # passed out
    for seat in (0, 1):
        _, dealt, seen = shown_by(position.view(seat))
        stock, moves = seen[:26], seen[26:]
        played = {word for word in moves if word in CARDS}
        assert len(played) == 26
        own = {CARDS[cell] for cell in position.pieces(seat)}
        # My own cards are those that I was dealt or drew, which the view shows, less those played.
        assert own <= (dealt | set(stock)) - played
        theirs = set(CARDS) - played - own
        assert theirs == {CARDS[cell] for cell in position.pieces(1 - seat)}
        assert theirs == {CARDS[cell] for cell in position.known_theirs(seat)}
        assert not position.unseen(seat)
        assert position.is_open


@pytest.mark.parametrize("preset", PRESETS)
@few
@given(seed=seeds, chance=st.randoms(use_true_random=False), drawn=seeds)
def test_no_view_leaks(preset: str, seed: int, chance: random.Random, drawn: int) -> None:
    """A world drawn from a view has that view, after any common move too, and differs if it can."""
    position = bg.Honeymoon(seed, rules=preset)
    for _ in range(chance.randrange(70)):
        if position.is_over:
            break
        calls = position.legal_moves[: 4 if position.phase == "auction" else None]
        position = position.play(chance.choice(calls))
    for seat in (0, 1):
        world = position.determinize(seat, drawn)
        assert world.view(seat) == position.view(seat)
        assert world.hand(seat) == position.hand(seat)
        assert world.known_theirs(seat) == position.known_theirs(seat)
        assert world.unseen(seat) == position.unseen(seat)
        assert world.determinize(seat, 7) == position.determinize(seat, 7)
        assert world.to_text(viewer=seat) == position.to_text(viewer=seat)
        assert world.to_svg(viewer=seat) == position.to_svg(viewer=seat)
        assert (world.planes(seat) == position.planes(seat)).all()
        if world.turn == seat:
            assert world.legal_moves == position.legal_moves
            assert (world.planes() == position.planes()).all()
            assert position.is_over or faces(world) == faces(position)
            for move in (0, 51, 52, 89, 90):
                assert refusal(world, move) == refusal(position, move)


def faces(position: bg.Honeymoon) -> list[object]:
    """What is shown of a position where no viewer is named: what the player to move sees."""
    shown = [str(position), f"{position}", position.to_text(legal=True), position.to_svg()]
    record = bg.Record(position)
    more = [position._repr_svg_(), record.to_text(), record.to_svg(), str(record)]
    return [*shown, *more, position.scene()]


def refusal(position: bg.Honeymoon, move: int) -> str:
    """The error of a move; empty for a legal one."""
    try:
        position.play(move)
    except bg.IllegalMoveError as error:
        return str(error)
    return ""


def test_a_hand_that_nobody_has_seen_shows_nowhere() -> None:
    """Every text of a start but that of the whole position is free of the other's cards."""
    position = bg.Honeymoon(7)
    theirs = position.hand(1)
    for shown in (position.view(0), position.to_text(viewer=0), position.to_svg(viewer=0)):
        assert theirs not in shown
    for shown in faces(position):
        assert theirs not in str(shown)
    cards = [CARDS[cell] for cell in position.pieces(1)]
    assert not any(f">{card}<" in position.to_svg(viewer=0) for card in cards)
    assert not any(f">{card}<" in position.to_svg() for card in cards)


def test_both_hands_are_shown_to_all_and_at_the_end() -> None:
    position = bg.Honeymoon(7, rules="bicycle")
    hands = ["S 2  H QJ8  D KJT4  C KQ762", "S KQJ76  H 974  D 62  C J83"]
    assert [hand in str(position) for hand in hands] == [False, True]
    assert [hand in str(position.play("SK")) for hand in hands] == [True, False]
    assert all(hand in position.to_text(viewer="all") for hand in hands)
    assert position.scene("all")["viewer"] is None
    assert bg.Honeymoon.from_string(position.to_string()) == position
    assert position.hand(0) in repr(position) and position.hand(1) in repr(position)
    over = bg.Honeymoon(7).play("pass").play("pass")
    assert all(hand in str(over) for hand in hands)
    assert over.scene() == over.scene("all")
    assert "<text" in over.to_svg() and over.to_svg() == over.to_svg(viewer="all")


def test_a_game_without_hidden_cards_is_shown_to_all() -> None:
    position = bg.Othello()
    assert position.scene()["viewer"] is None
    assert position.scene() == position.scene("all")


def test_the_ending_of_the_play() -> None:
    """At every card of a deal: what the solver of deals says, in tricks."""
    hands = "AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82"
    chance = random.Random(4)
    for contract in ("1NT", "2S", "4D"):
        position = bg.Honeymoon(deal=hands).play(contract).play("pass")
        while not position.is_over:
            ending = position.ending()
            leader = 1 - position.turn if position.led is not None else position.turn
            trump = None if position.trump is None else "SHDC".index(position.trump)
            assert (ending.trump, ending.led is None) == (trump, position.led is None)
            assert len(ending.legal_cards) == len(position.legal_moves)
            won = position.tricks[leader] + bg.solve(ending).value
            best = position
            for move in bg.solve(position).pv:
                best = best.play(move)
            assert best.tricks[leader] == won
            position = position.play(chance.choice(position.legal_moves))


def test_an_ending_says_why_there_is_none() -> None:
    why = {
        "the play has not begun": [
            bg.Honeymoon(7),
            bg.Honeymoon(7, rules="bicycle"),
            bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82"),
        ],
        "the deal is over": [bg.Honeymoon(7).play("pass").play("pass")],
    }
    for reason, positions in why.items():
        for position in positions:
            with pytest.raises(bg.UnsupportedError, match=f"an ending is not defined .*: {reason}"):
                position.ending()


def test_open_hands_are_open_to_both() -> None:
    position = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    assert position.is_open
    assert len(position.known_theirs(0)) == len(position.known_theirs(1)) == 13
    assert position.determinize(0, 1) == position
    assert position.play("pass").play("pass").outcome.reason == "passed out"


def test_par_and_tables_are_values() -> None:
    position = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    par = position.par()
    again = pickle.loads(pickle.dumps(par))
    assert (again.score, again.contract, again.declarer, again.calls) == (
        par.score,
        par.contract,
        par.declarer,
        par.calls,
    )
    assert repr(again) == repr(par)
    table = position.trick_table()
    assert list(table) == ["NT", "S", "H", "D", "C"]
    for south, north in table.values():
        assert [a + b for a, b in zip(south, north, strict=True)] == [13, 13]


@pytest.mark.parametrize("preset", PRESETS)
def test_players_play_whole_games(preset: str) -> None:
    result = bg.match("rule", "random", f"honeymoon:{preset}", games=40, seed=1)
    assert sum(result.wins) > sum(result.losses)
    position = bg.Honeymoon(3, rules=preset)
    player = bg.Agent("montecarlo:samples=1")
    while not position.is_over:
        position = position.play(player.choose(position))


def test_matches_deal_alike_for_all_players() -> None:
    """A player of Python sees the deals that native ones see."""

    class Rule(bg.players.Player):
        name = "python"

        def __init__(self) -> None:
            self.agent = bg.Agent("rule")

        def choose(self, position: bg.Position) -> bg.Move:
            return self.agent.choose(position)

    native = bg.match("rule", "rule", "honeymoon", games=60, seed=9)
    python = bg.match(Rule(), "rule", "honeymoon", games=60, seed=9)
    assert (native.wins, native.losses, native.plies) == (
        python.wins,
        python.losses,
        python.plies,
    )
    # In a pair of games the same cards are played from both sides.
    assert native.wins == native.losses[::-1]


@pytest.mark.parametrize("preset", PRESETS)
def test_searches_look_at_no_hidden_cards(preset: str) -> None:
    """Refused from the deal until all cards are known, in the middle of the exchange too."""
    chance = random.Random(5)
    position, refused = bg.Honeymoon(5, rules=preset), 0
    while not position.is_over:
        if position.is_open:
            assert bg.search(position, depth=1).best_move in position.legal_moves
            assert bg.Agent("alphabeta:depth=1").choose(position) in position.legal_moves
        else:
            with pytest.raises(bg.UnsupportedError, match="hidden from the player to move"):
                bg.search(position, depth=1)
            refused += 1
        calls = position.legal_moves[: 4 if position.phase == "auction" else None]
        position = position.play(chance.choice(calls[position.ply == 0 :]))
    assert refused >= 26
    assert bg.search(position, depth=1).best_move is None
    # The end of a deal that was passed out hides cards, but there is nothing to look for.
    if preset == "taiwan":
        assert bg.search(bg.Honeymoon(5).play("pass").play("pass")).best_move is None


def test_worlds_are_searched_by_those_who_say_so() -> None:
    position = bg.Honeymoon(5, rules="face_up")
    world = position.determinize(position.turn, seed=1)
    found = bg.search(world, depth=2, see_all=True)
    assert found.best_move in position.legal_moves
    with pytest.raises(bg.UnsupportedError, match="see_all"):
        bg.search(world, depth=2)


def test_open_deals_are_searched() -> None:
    start = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    assert bg.search(start, depth=2).best_move in start.legal_moves
    agent = bg.Agent("alphabeta:depth=1")
    assert agent.choose(start) in start.legal_moves
    # The player was made for this game; a deal with a stock is refused all the same.
    with pytest.raises(bg.UnsupportedError, match="player alphabeta"):
        agent.choose(bg.Honeymoon(1))
    with pytest.raises(bg.GameError, match="player alphabeta"):
        bg.match("alphabeta:depth=1", "rule", start, games=2, seed=1)
