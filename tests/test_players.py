"""Players by name, and players that a program brings along."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

import bitgames as bg

CORNER = bg.TicTacToe().play("a1")


class Last(bg.players.Player):
    """The last legal move.

    Its shape may be set.
    """

    name = "last"

    def __init__(self, shape: str = "round") -> None:
        """Remember the shape."""
        self.shape = shape
        self.seeds: list[int] = []

    def start_game(self, seed: int) -> None:
        """Remember the seed."""
        self.seeds.append(seed)

    def choose(self, position: bg.Position) -> bg.Move:
        """Return the last legal move."""
        return position.legal_moves[-1]


def test_the_ladder_is_known() -> None:
    names = bg.players.names("tictactoe")
    ladder = [f"ai{n}" for n in range(1, 15)]
    assert {"random", "first", "perfect", "alphabeta", "human", *ladder} <= set(names)
    assert len(names) == len(set(names))
    rules = bg.players.rules()
    assert all(rule and "\n" not in rule for rule in rules.values())


def test_names_know_the_board() -> None:
    large = bg.players.names("mnk:6,5,4")
    assert "alphabeta" in large
    assert "ai14" not in large
    with pytest.raises(bg.UnknownGameError):
        bg.players.names("chess")


@pytest.mark.parametrize("name", ["random", "first", "ai1", "ai14", "perfect", "alphabeta:depth=3"])
def test_native_players_choose_legal_moves(name: str) -> None:
    player = bg.players.get(name, seed=3)
    assert isinstance(player, bg.players.NativePlayer)
    assert player.name == name
    assert player.choose(CORNER) in CORNER.legal_moves
    assert set(player.candidates(CORNER)) <= set(CORNER.legal_moves)


def test_seeds_repeat() -> None:
    def moves(seed: int) -> list[bg.Move]:
        player = bg.players.get("random", seed=seed)
        return [player.choose(CORNER) for _ in range(30)]  # type: ignore[misc]

    assert moves(1) == moves(1) != moves(2)


def test_start_game_starts_again() -> None:
    player = bg.players.get("random", seed=1)
    runs = []
    for _ in range(2):
        player.start_game(17)
        runs.append([player.choose(CORNER) for _ in range(30)])
    assert runs[0] == runs[1]


def test_candidates_are_chosen_alike() -> None:
    player = bg.players.get("random", seed=0)
    counts = Counter(str(player.choose(CORNER)) for _ in range(4000))
    assert len(counts) == 8
    assert min(counts.values()) > 380


def test_native_players_pickle() -> None:
    player = bg.players.get("ai14", seed=5)
    again = pickle.loads(pickle.dumps(player))
    assert again.name == "ai14"
    assert [again.choose(CORNER) for _ in range(9)] == [player.choose(CORNER) for _ in range(9)]


def test_registered_players_play() -> None:
    bg.players.register("last", Last)
    assert bg.players.names()[-1] == "last"
    assert bg.players.rules()["last"] == "The last legal move."
    assert not bg.players.is_native("last")
    assert bg.match("last", "first", "tictactoe", games=10, seed=0).num_games == 10
    player = bg.players.get("last:shape=square", seed=4)
    assert isinstance(player, Last)
    assert player.shape == "square"
    assert player.seeds == [bg.seeding.child_seed(4, 0)]
    assert repr(player) == "<Last last>"


@pytest.mark.parametrize("name", ["ai14", "human", "random", "", "Last", "a b", "9", "a:b", "é"])
def test_names_that_cannot_be_registered(name: str) -> None:
    with pytest.raises(bg.ParameterError):
        bg.players.register(name, Last)


def test_a_name_is_replaced_only_on_request() -> None:
    bg.players.register("last", Last)
    with pytest.raises(bg.ParameterError, match="exists already"):
        bg.players.register("last", Last)
    bg.players.register("last", Last, replace=True)
    with pytest.raises(bg.ParameterError, match="exists already"):
        bg.players.register("ai14", Last, replace=True)
    with pytest.raises(TypeError):
        bg.players.register("mine", 3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spec", ["nobody", "", ":", "AI14", "ai15", "ai", "ai14x", "é", "a" * 9999]
)
def test_unknown_players(spec: str) -> None:
    with pytest.raises(bg.UnknownPlayerError):
        bg.players.get(spec)


@pytest.mark.parametrize(
    "spec",
    [
        "last:shape",
        "last:=3",
        "last:size=3",
        "human:x=1",
        "alphabeta:depth",
        "alphabeta:depth=x",
        "alphabeta:depth=-1",
        "alphabeta:depth=99999999999999999999",
        "alphabeta:seconds=nan",
        "alphabeta:colour=red",
    ],
)
def test_bad_options(spec: str) -> None:
    bg.players.register("last", Last)
    with pytest.raises(bg.ParameterError):
        bg.players.get(spec)


@pytest.mark.parametrize("spec", [None, 3, b"ai14", ["ai14"]])
def test_a_spec_is_text(spec: object) -> None:
    with pytest.raises(TypeError):
        bg.players.get(spec)  # type: ignore[arg-type]


def test_the_base_class_is_abstract() -> None:
    with pytest.raises(TypeError):
        bg.players.Player()  # type: ignore[abstract]


def test_a_person_is_asked_until_the_move_is_legal() -> None:
    answers = iter(["", "zz", "a1", "c9", " B2 "])
    shown: list[str] = []
    human = bg.players.Human(ask=lambda prompt: next(answers), show=shown.append)
    assert human.choose(CORNER) == CORNER.parse_move("b2")
    assert shown[0] == CORNER.to_text(legal=True)
    assert len(shown) == 5
    assert all("legal moves: b1 c1" in text for text in shown[1:])


def test_a_person_who_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(EOFError):
        bg.players.get("human").choose(CORNER)
