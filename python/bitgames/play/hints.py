"""Hints as a room gives them: advice as data."""

from typing import Any

from bitgames.analysis import Advice

__all__ = ["hint_data"]


def hint_data(advice: Advice) -> dict[str, Any]:
    """Return the data of the answer ``hint``.

    >>> import bitgames as bg
    >>> data = hint_data(bg.hint(bg.position("tictactoe oo./xx./..."), 1))
    >>> data["final"], data["words"]
    (True, 'c1 wins: completes a line; c2 draws')
    >>> [(each["text"], each["value"]) for each in data["moves"]]
    [('c1', 1.0)]
    """
    return {
        "final": advice.final,
        "words": advice.words,
        "unit": advice.unit,
        "worlds": advice.worlds,
        "moves": [
            {
                "i": int(each.move),
                "text": str(each.move),
                "value": each.value,
                "exact": each.exact,
                "depth": each.depth,
                "line": [str(move) for move in each.line],
                "error": each.error,
                "words": each.words,
            }
            for each in advice.moves
        ],
    }
