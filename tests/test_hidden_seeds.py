"""Seeds count as observations: from all that a player is given, the hidden cards do not follow."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.envs.single import GameEnv
from bitgames.play.seating import Seating
from bitgames.play.seating import dealt as dealt_at
from bitgames.seeding import child_seed
from tests.reference import seeds

GAMES = 6


class Spy(bg.players.Player):
    """Keeps its seeds and what it sees, and plays the first legal move."""

    name = "spy"

    def __init__(self) -> None:
        self.games: list[tuple[int, list[str]]] = []

    def start_game(self, seed: int) -> None:
        """Keep the seed of a game."""
        self.games.append((seed, []))

    def choose(self, view: bg.View) -> bg.Move:
        """Keep the view."""
        self.games[-1][1].append(str(view))
        return view.legal_moves[0]


def unmixed(word: int) -> int:
    """The argument of ``SplitMix64``'s step and mixing that gives a word."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9)):
        word ^= word >> shift ^ word >> 2 * shift
        word = word * pow(factor, -1, 2**64) & seeds.WORD
    word ^= word >> 30 ^ word >> 60
    return (word - 0x9E3779B97F4A7C15) & seeds.WORD


def old_child(root: int, index: int) -> int:
    """A child as the generator's version 1 made it, for a root below 2**64."""
    word = (root + index * 0xD1B54A32D192ED03 + 0x9E3779B97F4A7C15) & seeds.WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & seeds.WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & seeds.WORD
    return word ^ word >> 31


def guesses(seed: int) -> set[str]:
    """The deals that a player can compute from a seed: the seed itself, roots that it was made of
    by steps that can be taken back, and children of all these that deal.
    """
    roots = {seed, unmixed(seed)}
    for index in range(2 * GAMES + 4):
        roots.add((unmixed(seed) - index * 0xD1B54A32D192ED03) & seeds.WORD)
    deals = set(roots)
    for root in roots:
        for index in (*range(GAMES), *(first + n for first in FIRST_DEALS for n in range(GAMES))):
            deals |= {old_child(root, index), seeds.child(root, index)}
    return {dealt(deal) for deal in deals}


FIRST_DEALS = (seeds.DEAL_OF_PAIR, 2**62 + 2**61, 2**32)


def dealt(seed: int) -> str:
    """The text of the cards of a seed."""
    return bg.Honeymoon(seed).to_string().rpartition(" ")[0]


def cards(start: str) -> str:
    """The text of the cards of a start."""
    return bg.position(start).to_string().rpartition(" ")[0]


def test_children_are_those_of_the_contract() -> None:
    assert seeds.child(int.from_bytes(bytes(range(16)), "little"), 0x0706050403020100) == (
        0x93F5F5799A932462
    )
    chance = random.Random(1)
    for _ in range(200):
        root, index = chance.getrandbits(128), chance.getrandbits(64)
        assert child_seed(root, index) == seeds.child(root, index)
        low = root & seeds.WORD
        assert unmixed(old_child(low, index)) == (low + index * 0xD1B54A32D192ED03) & seeds.WORD


@pytest.mark.parametrize("index", [-1, 2**64, 10**30])
def test_children_have_numbers_of_64_bits(index: int) -> None:
    with pytest.raises(bg.ParameterError, match=r"index must be from 0 to 2\*\*64 - 1"):
        child_seed(7, index)
    assert child_seed(7, 2**64 - 1) != child_seed(7, 2**63 - 1)


@pytest.mark.parametrize("seed", [77, 2**64 - 5, 2**100 + 3])
def test_a_match(seed: int) -> None:
    spy = Spy()
    result = bg.match(spy, "first", bg.Honeymoon(0), games=GAMES, seed=seed, keep_games=True)
    for (told, seen), game in zip(spy.games, result.games, strict=True):
        assert seen and cards(game.start) not in guesses(told)
        side = game.game % 2
        assert told == seeds.child(seed, 2 * game.game + side)
        deal = seeds.child(seed, seeds.DEAL_OF_PAIR + game.game // 2)
        assert cards(game.start) == dealt(deal)


@pytest.mark.parametrize("seed", [0, None])
def test_a_tournament_and_its_file(tmp_path: Path, seed: int | None) -> None:
    path, headers = tmp_path / "r.jsonl", []

    class Reader(Spy):
        def choose(self, view: bg.View) -> bg.Move:
            headers.append(path.read_bytes().partition(b"\n")[0])
            return super().choose(view)

    spy = Reader()
    players: dict[str, Any] = {"spy": spy, "first": "first"}
    played = bg.tournament(players, "honeymoon", pairs=GAMES // 2, seed=seed, results=path)
    games = sorted(played.games, key=lambda game: game.game)
    for (told, _), game in zip(spy.games, games, strict=True):
        assert cards(game.start) not in guesses(told)
    sealed = json.loads(headers[0])["config"]["seed"]
    assert isinstance(sealed, str)
    if seed is not None:
        again = bg.tournament(players, "honeymoon", pairs=GAMES // 2, seed=seed, results=path)
        assert again.taken_over == GAMES
    with pytest.raises(bg.ParameterError, match="has its seed sealed: to go on, give the seed"):
        bg.tournament(players, "honeymoon", pairs=GAMES // 2, results=path)
    with pytest.raises(bg.ParameterError, match="its seed is"):
        bg.tournament(players, "honeymoon", pairs=GAMES // 2, seed=1, results=path)


def test_environments() -> None:
    spy = Spy()
    env = GameEnv("honeymoon", opponent=spy)
    starts = []
    for episode in range(GAMES):
        observation, info = env.reset(seed=5 if episode == 0 else None)
        starts.append(env._position)
        done = False
        while not done:
            observation, _, done, *_ = env.step(int(observation["action_mask"].argmax()))
        assert not any("seed" in key for key in info)
    for (told, _), start in zip(spy.games, starts, strict=True):
        assert cards(start.to_string()) not in guesses(told)


def test_a_game_between_people_and_computers() -> None:
    start, seed = bg.Honeymoon(0), 9
    seating = Seating(start)
    for seat in seating.seats:
        seat.player = Spy()
    for number in range(GAMES):
        seating.begin(seed, number)
        for told in seating.seeds.values():
            assert cards(dealt_at(start, seed, number).to_string()) not in guesses(told)
