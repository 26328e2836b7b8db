"""The questions before a game: which game, against whom, on which side."""

from collections.abc import Callable
from typing import TypeVar

from bitgames import games
from bitgames._core import GameError, Position
from bitgames.arguments import printable
from bitgames.cli.console import print_columns
from bitgames.cli.errors import advised
from bitgames.cli.session import LEAVING
from bitgames.play.seating import player_choices, read_choice, read_player, sides
from bitgames.players import USUAL_LEVEL

T = TypeVar("T")
Read = Callable[[str], str]
"""Reads a line after a prompt, or raises ``EOFError``."""


def ask_game(read: Read) -> str:
    """Ask for a game, by its number, its name or a spec with a size."""
    specs = [games.examples(name)[0] for name in games.names()]
    rows = [(spec, games.aim(spec)) for spec in specs]
    print_columns([("", "game", ""), *((str(n), *row) for n, row in enumerate(rows, 1))])

    def chosen(answer: str) -> str:
        spec = _numbered(answer, specs)
        games.facts(spec)
        return spec

    return _ask(read, "your game: a number, or a name with a size like othello:6", "1", chosen)


def ask_opponent(read: Read, start: Position) -> str | None:
    """Ask for the opponent; ``None`` for another person."""
    offers = player_choices(start)
    specs = list(offers)
    usual = specs.index(USUAL_LEVEL) + 1
    print_columns(
        [("", "player", ""), *((str(n), *each) for n, each in enumerate(offers.items(), 1))]
    )
    question = "your opponent: a number, or any other player by its name"
    return _ask(read, question, str(usual), lambda answer: rival(_numbered(answer, specs), start))


def ask_side(read: Read, start: Position) -> str:
    """Ask for the side of the person."""
    choices = sides(start)
    listed = ", ".join(f"{number} {choice}" for number, choice in enumerate(choices, 1))
    return _ask(
        read, f"your side: {listed}", "1", lambda answer: read_choice(answer, choices, "side")
    )


def ask_yes(read: Read, question: str) -> bool:
    """Ask a question whose usual answer is yes."""
    answers = ("yes", "no", "y", "n")
    answer = _ask(
        read, f"{question} yes, no", "yes", lambda text: read_choice(text, answers, "answer")
    )
    return answer.startswith("y")


def rival(spec: str, start: Position) -> str | None:
    """Return the spec of a player that can play the game; ``None`` for another person."""
    return None if read_player(spec, start) is None else spec


def _numbered(answer: str, choices: list[str]) -> str:
    """Return the choice of this number, from 1, or else the answer itself."""
    numbers = map(str, range(1, len(choices) + 1))
    return choices[int(answer) - 1] if answer in numbers else answer


def _ask(read: Read, question: str, usual: str, take: Callable[[str], T]) -> T:
    """Ask until the answer is valid; an empty line means the default.

    Raises ``EOFError`` if the person quits.
    """
    while True:
        answer = read(f"{question} [{usual}]> ").strip()
        if answer.lower() in LEAVING:
            raise EOFError
        try:
            return take(answer or usual)
        except GameError as error:
            print(printable(advised(error)))
