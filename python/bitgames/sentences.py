"""Sentences that keep their code and values, so that a page can say them in any language.

``Said`` is the English text, for scripts and the terminal; ``Said.data`` is what travels.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any, Self, TypeAlias

from bitgames import _core

__all__ = ["SENTENCES", "Said", "joined", "said", "said_by", "said_each"]

SENTENCES = _core.sentences()
"""Every sentence in English by its code; ``{0}`` and so on stand for the values.

A code keeps its meaning and its values, while the words may change.
"""

Value: TypeAlias = str | int


class Said(str):
    """A sentence of ``SENTENCES`` in English, with its code and values.

    A value is a number, a text such as a card or the name of a seat, or another sentence.

    >>> sentence = Said("wins-by", "black", Said("full"))
    >>> print(sentence)
    black wins: board full
    >>> sentence.data
    {'code': 'wins-by', 'values': ['black', {'code': 'full', 'values': []}]}
    """

    __slots__ = ("code", "values")
    code: str
    """Its code in ``SENTENCES``."""
    values: tuple[Value, ...]

    def __new__(cls, code: str, *values: Value) -> Self:
        """Return a sentence with its values; raises ``KeyError`` for a code that is not known."""
        self = super().__new__(cls, SENTENCES[code].format(*values))
        self.code, self.values = code, values
        return self

    # What `str` gives here is its text; a sentence is made again from its code.
    def __getnewargs__(self) -> tuple[Value, ...]:  # type: ignore[override]
        return (self.code, *self.values)

    @property
    def data(self) -> dict[str, Any]:
        """The code and the values as JSON data."""
        values = [each.data if isinstance(each, Said) else each for each in self.values]
        return {"code": self.code, "values": values}


def joined(code: str, texts: Iterable[str]) -> str:
    """Return texts, at least one, as one sentence; ``code`` is that of two.

    >>> joined("with", [Said("completes"), Said("ends-game")])
    'completes a line, ends the game'
    """
    return reduce(lambda one, other: Said(code, one, other), texts)


def said(text: str) -> dict[str, Any]:
    """Return the field ``said`` of an answer for a text, empty if the text is in English alone.

    >>> said(Said("full")), said("board full")
    ({'said': {'code': 'full', 'values': []}}, {})
    """
    return {"said": text.data} if isinstance(text, Said) else {}


def said_each(texts: Iterable[str]) -> list[dict[str, Any] | None]:
    """Return what ``said`` has for each of some texts, ``None`` for one in English alone.

    >>> said_each([Said("full"), "board full"])
    [{'code': 'full', 'values': []}, None]
    """
    return [said(text).get("said") for text in texts]


def said_by(error: BaseException) -> str:
    """Return the words of an error, with their code where they have one.

    >>> said_by(ValueError(Said("full"))).code, said_by(ValueError("full"))
    ('full', 'full')
    """
    words = error.args[0] if error.args else ""
    return words if isinstance(words, Said) else str(error)
