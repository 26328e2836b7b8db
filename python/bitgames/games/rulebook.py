"""The rules of the games on one screen: text from ``rules/<game>.md``, and a small picture.

The pages of the documentation include the same files. In other languages the text is in
``rules/<language>/<game>.md``, a line for each paragraph.
"""

import re
from dataclasses import dataclass
from importlib.resources import files

from bitgames._core import Facts, Move, Position, UnsupportedError
from bitgames._core import position as parse_position
from bitgames.arguments import choice
from bitgames.games.registry import start

LANGUAGES = ("en", "ja", "zh-Hant")
"""The languages of the rules, by their tags."""

SCREEN = (80, 23)
"""Columns and lines that the rules of a game fit into; a line is left for a prompt."""


@dataclass(frozen=True)
class _Example:
    """The picture beside the rules: the position ``spec`` after ``moves``, as a viewer sees it."""

    spec: str
    moves: str = ""
    viewer: int | None = None


_DEAL = "2.QJ8.KJT4.KQ762 KQJ76.974.62.J83 H2S4H5D9S5S9D7STC9H3H6D5C4SAHTS3C5HKDQDAHACAD8S8D3CT"

EXAMPLES = {
    "tictactoe": _Example("tictactoe", "b2 b1"),
    "othello": _Example("othello", "f5 d6"),
    "connect4": _Example("connect4", "4 4 3 4 5"),
    "mosaic": _Example("mosaic:4", "1a1 1c3 1b1 1d4 1a2 1b2"),
    "quo": _Example("quo:4", "1a1 1c3 1b1 1d4 1a2 1b2"),
    "honeymoon": _Example(f"honeymoon {_DEAL}", "1C 1S 2C pass", viewer=0),
}
"""The pictures beside the rules, by the names of the games, which are those of the files, too."""


@dataclass(frozen=True)
class Rules:
    """The rules of a game: its facts, the rules as text, and a position as their picture."""

    facts: Facts
    text: str
    position: Position
    last_move: Move | None
    previous: Position | None
    viewer: int | None

    @property
    def paragraphs(self) -> str:
        """The text with one line for each paragraph, for screens of other widths."""
        return re.sub(r"(?<=\S)\n(?!- |\n) *", " ", self.text)

    @property
    def picture(self) -> str:
        """The position, drawn as text."""
        return self.position.to_text(
            last_move=self.last_move, previous=self.previous, viewer=self.viewer
        )

    def __str__(self) -> str:
        """Return the title, the picture and the rules, for a screen of 80 columns."""
        facts = self.facts
        named = f"{facts.title} ({facts.spec})"
        titles = (f"{named}, players {', '.join(facts.player_names)}", named, facts.title)
        title = next(each for each in titles if len(each) <= SCREEN[0] or each is facts.title)
        return f"{title}\n\n{self.picture}\n\n{self.text}"


def rules(game: str | Position, language: str = "en") -> Rules:
    """Return the rules of a game, named by its spec or by a position of it.

    The text is in a ``language``: ``"en"``, ``"ja"`` or ``"zh-Hant"``. Raises ``UnknownGameError``
    for a spec that names no game, and ``ParameterError`` for another language.

    >>> from bitgames import games
    >>> games.rules("tictactoe").text.splitlines()[0]
    '- The board begins empty. o moves first, then the players move in turn.'
    >>> games.rules("tictactoe", "zh-Hant").text.splitlines()[3]
    '- 棋盤下滿而沒有連線為和局。'
    """
    folder = [choice("language", language, LANGUAGES)] if language != "en" else []
    asked = start(game)
    name = asked.facts.name
    shown = EXAMPLES.get(name)
    if shown is None:
        raise UnsupportedError(f"{asked.game} has no file of rules")
    file = files("bitgames.games").joinpath("rules", *folder, f"{name}.md")
    text = file.read_text(encoding="utf-8").replace("`", "").rstrip()
    position, move, previous = parse_position(shown.spec), None, None
    for word in shown.moves.split():
        previous, move = position, position.parse_move(word)
        position = position.play(move)
    return Rules(asked.facts, text, position, move, previous, shown.viewer)


def rules_text(game: str | Position) -> str:
    """Return the rules of a game on one screen: at most 23 lines of 80 columns.

    ``game`` is a spec or a position. Raises what ``rules`` raises.

    >>> from bitgames import games
    >>> print(games.rules_text("tictactoe"))
    Tic-tac-toe (tictactoe), players o, x
    <BLANKLINE>
       a b c
    1  .[x].
    2  . o .
    3  . . .
    o to move
    ...
    """
    return str(rules(game))
