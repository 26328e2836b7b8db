"""What a seat may know: a view hides the rest, and consistent worlds can be drawn from it."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator

import pytest

import bitgames as bg

RULES = ["taiwan", "bicycle", "face_up"]
WORLDS = 4


def positions(rules: str, seed: int) -> Iterator[bg.Honeymoon]:
    """Every position of a game that two rule players play."""
    position = bg.Honeymoon(seed, rules=rules)
    player = bg.players.get("rule", seed=seed)
    while not position.is_over:
        yield position
        position = position.play(player.choose(position))
    yield position


def attributes(view: bg.View) -> dict[str, object]:
    """Every value that a view hands out without an argument, and those with one."""
    found: dict[str, object] = {}
    for name in dir(view):
        if name.startswith("__"):
            continue
        value = getattr(view, name)
        if not callable(value):
            found[name] = value
        elif name in ("played", "is_vulnerable"):
            found[name] = [value(0), value(1)]
        elif name == "determinize":
            found[name] = [value(seed) for seed in range(WORLDS)]
        elif name == "legal_mask":
            found[name] = value().tolist()
        elif name in ("scene", "to_text", "to_svg", "_repr_svg_"):
            found[name] = value()
        else:
            assert name in ("is_legal", "parse_move"), f"{name} is new: say how it is looked at"
    found["legal"] = [view.is_legal(index) for index in range(view.num_moves)]
    return found


def refusals(view: bg.View) -> list[str]:
    """The texts of errors that a player can provoke."""
    texts = []
    for attempt in (
        lambda: view.parse_move("nonsense"),
        lambda: view.played(9),  # type: ignore[attr-defined]
        lambda: view.to_text(viewer=1 - view.player, legal=7, last_move="nonsense"),
        lambda: bg.View(view, 0),  # type: ignore[arg-type]
        lambda: bg.Agent("perfect", seed=1).choose(view),
        lambda: bg.Agent("alphabeta", seed=1).choose(view),
    ):
        try:
            texts.append(repr(attempt()))
        except Exception as error:
            texts.append(f"{type(error).__name__}: {error}")
    return texts


@pytest.mark.parametrize("rules", RULES)
def test_views_of_all_worlds_are_the_same(rules: str) -> None:
    """Attributes, texts, pictures, hash, pickle, errors and worlds do not tell worlds apart."""
    for number, position in enumerate(positions(rules, seed=5)):
        if number % 3:
            continue
        for seat in (0, 1):
            view = bg.View(position, seat)
            others = [bg.View(position.determinize(seat, seed), seat) for seed in range(WORLDS)]
            for other in others:
                assert other == view
                assert hash(other) == hash(view)
                assert pickle.dumps(other) == pickle.dumps(view)
                assert (repr(other), str(other)) == (repr(view), str(view))
            other = others[number % WORLDS]
            assert attributes(other) == attributes(view)
            if number % 9 == 0:
                assert refusals(other) == refusals(view)


@pytest.mark.parametrize("rules", RULES)
def test_worlds_depend_on_the_view_and_the_seed_alone(rules: str) -> None:
    for position in positions(rules, seed=8):
        for seat in (0, 1):
            twin = position.determinize(seat, 99)
            for seed in range(3):
                assert position.determinize(seat, seed) == twin.determinize(seat, seed)


def reachable(thing: object) -> list[object]:
    """All objects that the garbage collector finds from this one, modules and classes left out."""
    seen: dict[int, object] = {}
    queue = [thing]
    while queue:
        one = queue.pop()
        if id(one) in seen or isinstance(one, type) or type(one).__name__ == "module":
            continue
        seen[id(one)] = one
        queue += gc.get_referents(one)
    return list(seen.values())


def test_no_object_behind_a_view_is_the_position() -> None:
    position = bg.Honeymoon(7)
    view = bg.View(position, 0)
    theirs = position.hand(1)
    for thing in reachable(view):
        assert not isinstance(thing, bg.Position)
        assert theirs not in repr(thing)
    data = pickle.dumps(view)
    assert theirs.encode() not in data
    assert position.deal_text.encode() not in data
    assert pickle.loads(data) == view
    assert type(pickle.loads(data)) is bg.honeymoon.HoneymoonView
    assert not hasattr(view, "__dict__")


def test_views_of_different_seats_and_positions_differ() -> None:
    position = bg.Honeymoon(7)
    assert bg.View(position, 0) != bg.View(position, 1)
    assert bg.View(position, 0) != bg.View(position.play("pass"), 0)
    assert bg.View(position, 0) != position


def test_a_view_says_what_its_seat_knows() -> None:
    position = bg.Honeymoon(7).play("1C").play("pass")
    view = bg.View(position, 0)
    assert isinstance(view, bg.honeymoon.HoneymoonView)
    assert view.hand == position.hand(0)
    assert view.text == position.view(0)
    assert view.calls == position.calls
    assert view.moves == [position.parse_move("1C"), position.parse_move("pass")]
    assert (view.phase, view.contract, view.declarer, view.trump) == ("draw", "1C", 0, "C")
    assert view.legal_moves == position.legal_moves
    assert len(view.cards) == 13
    assert view.unseen == position.unseen(0)
    assert (view.stock_left, view.face_up) == (26, position.face_up)
    other = bg.View(position, 1)
    assert other.legal_moves == []
    assert not other.legal_mask().any()
    assert view.legal_mask().tolist() == position.legal_mask().tolist()


def test_a_view_of_an_open_game_is_the_position() -> None:
    position = bg.TicTacToe().play("b2")
    view = bg.View(position, 0)
    assert view.text == position.view(0)
    assert view.determinize(1) == position
    assert bg.View(position, 1).legal_moves == position.legal_moves
    assert bg.View(position, 1).to_text() == position.to_text()


class Spy(bg.players.Player):
    """Keeps what it is shown."""

    name = "spy"

    def __init__(self) -> None:
        """Nothing was shown yet."""
        self.shown: list[object] = []

    def choose(self, at: object) -> int:
        """Play the first legal move."""
        self.shown.append(at)
        return int(at.legal_moves[0])  # type: ignore[attr-defined]


@pytest.mark.parametrize("sees", ["position", "record"])
def test_python_players_of_a_hidden_game_get_views(sees: str) -> None:
    spy = Spy()
    spy.sees = sees  # type: ignore[assignment]
    bg.match(spy, "rule", "honeymoon", games=2, seed=1)
    assert {type(shown) for shown in spy.shown} == {bg.honeymoon.HoneymoonView}
    assert all(shown.player == shown.turn for shown in spy.shown)  # type: ignore[attr-defined]
    record = bg.Record(bg.Honeymoon(7))
    assert isinstance(spy.shown[0], bg.honeymoon.HoneymoonView)
    bg.players.ask(spy, record)
    assert spy.shown[-1] == bg.View(bg.Honeymoon(7), 0)


def test_a_caller_may_show_everything() -> None:
    spy = Spy()
    bg.match(spy, "rule", "honeymoon", games=2, seed=1, see_all=True)
    assert {type(shown) for shown in spy.shown} == {bg.Honeymoon}
    bg.players.ask(spy, bg.Record(bg.Honeymoon(7)), see_all=True)
    assert spy.shown[-1] == bg.Honeymoon(7)


def test_native_players_choose_alike_from_a_view() -> None:
    for position in list(positions("taiwan", seed=2))[:20:5]:
        view = bg.View(position, position.turn)
        for spec in ("rule", "montecarlo:samples=3"):
            assert bg.Agent(spec, seed=1).choose(view) == bg.Agent(spec, seed=1).choose(position)


def test_a_player_can_draw_worlds_and_search_them() -> None:
    def drawing(view: bg.View) -> bg.Move:
        world = view.determinize(seed=view.ply)
        assert bg.View(world, view.player) == view
        return bg.search(world, depth=1, see_all=True).best_move or view.legal_moves[0]

    result = bg.match(drawing, "rule", "honeymoon", games=2, seed=3)
    assert result.forfeits == ()


def test_a_person_of_a_hidden_game_sees_their_own_cards_only() -> None:
    shown: list[str] = []
    answers = iter(["SA", "zz", "pass"])
    human = bg.players.Human(ask=lambda prompt: next(answers), show=shown.append)
    position = bg.Honeymoon(7)
    assert str(bg.players.ask(human, bg.Record(position))) == "pass"
    assert position.hand(1) not in "".join(shown)
    assert shown[0] == position.to_text(viewer=0, legal=True)
