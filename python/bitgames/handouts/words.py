"""The words of a sheet in its language: those of the page, and a few of its own."""

import json
import re
from functools import cache
from importlib.resources import files

from bitgames.arguments import choice
from bitgames.games.rulebook import LANGUAGES
from bitgames.sentences import Said

__all__ = ["LANGUAGES", "translated"]

_AMOUNT = re.compile(r"([+-]?[\d.,]+) (.+)")
"""A number and its unit."""


@cache
def _catalogue(language: str) -> dict[str, str]:
    """The translations by their English texts; those of sentences by ``@`` and their codes."""
    if choice("language", language, LANGUAGES) == "en":
        return {}
    own, page = (
        json.loads((files("bitgames") / folder / "locales" / f"{language}.json").read_bytes())
        for folder in ("handouts", "web/static")
    )
    return {**page, **own}


def translated(language: str, text: str, *values: object) -> str:
    """Return a text in a language, with values in the places ``{0}`` and so on, translated too.

    A text without a translation stays as it is. Raises ``ParameterError`` for another language.

    >>> translated("ja", "{0} to move", "black"), translated("zh-Hant", "Solutions")
    ('黒の番', '解答')
    >>> translated("ja", Said("move-wins-by", "f5", "6 discs"))
    'f5で6石差の勝ち'
    """
    known = _catalogue(language)
    if isinstance(text, Said):
        if f"@{text.code}" not in known:
            return str(text)
        pattern, values = known[f"@{text.code}"], text.values
    elif (amount := _AMOUNT.fullmatch(text)) and amount[2] in known:
        return f"{amount[1]}{known[amount[2]]}"
    else:
        pattern = known.get(text, text)
    said = [translated(language, each) if isinstance(each, str) else each for each in values]
    return pattern.format(*said) if said else pattern
