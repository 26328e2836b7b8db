"""A deck for other programs: CSV for spreadsheets, and text for Anki with pictures."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import SupportsIndex

from bitgames._core import Move
from bitgames.files import csv_text
from bitgames.practice.cards import Card, judge
from bitgames.practice.deck import Deck

HEADS = (
    "position", "kind", "origin", "plies", "best_moves", "value", "exact", "answers", "right",
    "last", "due", "stability", "difficulty",
)  # fmt: skip
"""The columns of the CSV."""

_PICTURE = 320
"""Width of the pictures in pixels."""


def to_csv(deck: Deck) -> str:
    """Return a deck as CSV: a line of names, then a line for each position.

    Moves are separated by spaces, ``value`` is in points of the game's score, times are in UTC, and
    ``stability`` is in days.

    >>> from bitgames.practice import problems
    >>> deck = Deck("tictactoe")
    >>> _ = deck.add(next(problems("tictactoe", empties=5, seed=3)))
    >>> print(to_csv(deck).splitlines()[1])
    tictactoe o.x/.x./..o,problem,"problem, 3 plies",3,a3,1.0,True,0,0,,,,
    """
    return csv_text(HEADS, map(_row, deck))


def _row(card: Card) -> tuple[object, ...]:
    kept = card.schedule
    return (
        card.position.to_string(), card.kind, card.origin, card.plies,
        " ".join(map(str, card.best_moves)), card.value, card.exact, len(card.answers),
        sum(each.right for each in card.answers),
        *((None,) * 4 if kept is None else (
            kept.last.isoformat(), kept.due.isoformat(), kept.stability, kept.difficulty,
        )),
    )  # fmt: skip


def to_anki(deck: Deck) -> str:
    r"""Return a deck as text that Anki imports: a note of the type Basic for each position.

    The front is a picture of the position and who is to move, the back the answer in words and a
    picture with the values of the moves. Pictures are SVG in the text itself, so it is one file.
    Notes keep their identity: a later import renews them, and Anki keeps their schedule.

    >>> from bitgames.practice import problems
    >>> deck = Deck("tictactoe")
    >>> _ = deck.add(next(problems("tictactoe", empties=5, seed=3)))
    >>> *heads, note = to_anki(deck).splitlines()
    >>> heads[:3], note.count("\t"), note.count("<img")
    (['#separator:tab', '#html:true', '#notetype:Basic'], 3, 2)
    """
    return "".join(f"{line}\n" for line in _notes(deck))


def _notes(deck: Deck) -> Iterator[str]:
    yield from (
        "#separator:tab", "#html:true", "#notetype:Basic", f"#deck:bitgames {deck.game}",
        "#guid column:1", "#tags column:4", "#columns:guid\tFront\tBack\tTags",
    )  # fmt: skip
    for card in deck:
        position = card.position
        values: dict[Move | SupportsIndex | str, float | str] = {
            each.move: each.value for each in card.values
        }
        words = escape(position.scene()["caption"])
        front = f"{_picture(position.to_svg(size=_PICTURE))}<br>{words}"
        answer = _picture(position.to_svg(size=_PICTURE, values=values, marks=card.best_moves))
        back = f"{escape(judge(card, None).words)}<br>{answer}<br>{escape(card.origin)}"
        guid = f"bitgames-{card.key:016x}"
        yield "\t".join((guid, front, back, f"bitgames {deck.game} {card.kind}"))


def _picture(svg: str) -> str:
    """Return an image whose data is in its address."""
    return f'<img src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
