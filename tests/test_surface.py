"""What `bitgames` shows: the names that a user needs, and one way to each thing."""

from __future__ import annotations

import bitgames as bg

PLUMBING = [
    "MatchCounts",
    "agent_names",
    "child_seed",
    "game_examples",
    "game_facts",
    "game_names",
    "play_game",
    "play_games",
    "play_match",
]


def test_dir_shows_what_a_user_needs() -> None:
    assert dir(bg) == sorted(bg.__all__)
    assert all(hasattr(bg, name) for name in dir(bg))
    assert [name for name in dir(bg) if name.startswith("_")] == ["__version__"]


def test_plumbing_is_not_at_the_top() -> None:
    assert [name for name in PLUMBING if hasattr(bg, name)] == []


def test_the_same_things_have_one_place() -> None:
    assert bg.games.names()[0] == "tictactoe"
    assert bg.games.examples("mnk")
    assert bg.games.facts("othello").num_moves == 65
    assert "ai14" in bg.players.names("tictactoe")
    assert bg.seeding.child_seed(1, 0) != bg.seeding.child_seed(1, 1)
