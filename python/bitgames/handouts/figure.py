"""What stands on a sheet: a picture, its caption, and the solution of the last page."""

import re
from dataclasses import dataclass
from functools import partial

from bitgames._core import Honeymoon, Move, Position, UnsupportedError, result_decides
from bitgames.analysis import hint
from bitgames.games import unit
from bitgames.handouts.words import translated
from bitgames.practice import is_open
from bitgames.problems import Problem

__all__ = ["Figure", "of_position", "of_problem", "problems_title", "title_of"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its words."""

    svg: str
    """The picture, as SVG."""
    caption: str
    """What stands below it, and is said for it to readers who do not see it."""
    solution: str = ""
    """What the page of solutions says."""
    solved: str = ""
    """The picture beside it, as SVG; that of the figure by default."""


def of_position(
    position: Position,
    *,
    viewer: int | str | None = None,
    last_move: Move | None = None,
    previous: Position | None = None,
    view: str | None = None,
    legal: bool = False,
    level: str | int | None = None,
    solve: bool = False,
    language: str = "en",
) -> Figure:
    """Return a figure of a position as a ``viewer`` sees it, as for ``Position.to_svg``.

    The caption says who is to move, and after which move. With ``solve`` the solution is the best
    move by ``analysis.hint`` at a ``level``, and says so if that is an estimate.

    Raises ``UnsupportedError`` for the solution of a position in which cards are hidden.

    >>> import bitgames as bg
    >>> of_position(bg.position("tictactoe oo./xx./..."), solve=True, language="ja").caption
    '○の番'
    >>> of_position(bg.position("tictactoe oo./xx./..."), solve=True).solution
    'c1 wins: completes a line; c2 draws'
    """
    scene = position.scene(viewer, last_move=last_move, previous=previous)
    if language == "en":
        caption = str(scene["caption"])
    elif scene["outcome"] is not None:
        caption = translated(language, "the game is over")
    else:
        name = scene["players"][position.turn]["name"]
        caption = translated(language, "{0} to move", name)
    if scene["last"] is not None:
        after = translated(language, "after move {0}, {1}", scene["ply"], scene["last"]["text"])
        caption = f"{after}: {caption}"
    drawn = partial(
        position.to_svg, viewer=viewer, last_move=last_move, previous=previous, view=view,
    )  # fmt: skip
    solution, best = _solution(position, level, language) if solve else ("", [])
    return Figure(drawn(legal=legal), caption, solution, drawn(marks=best) if best else "")


def _solution(position: Position, level: str | int | None, language: str) -> tuple[str, list[Move]]:
    """Return the solution in words, and the best moves."""
    if position.is_over:
        return translated(language, "the game is over"), []
    if not is_open(position):
        raise UnsupportedError(
            "solutions are for positions that hide nothing: cards are hidden in this one"
        )
    advice = hint(position, level=level)
    words = translated(language, advice.words)
    if not advice.exact:
        words = translated(language, "{0} (estimated by a search)", words)
    return words, [advice.best.move]


def of_problem(problem: Problem, *, view: str | None = None, language: str = "en") -> Figure:
    """Return a figure of a problem: the caption says what to find, the solution what it brings.

    >>> from bitgames.problems import generate
    >>> figure = of_problem(next(generate("tictactoe", empties=5, seed=3)))
    >>> figure.caption, figure.solution
    ('o to move: only one move wins', 'c3 wins; c1 loses')
    """
    position = problem.position
    of, second = unit(position), problem.values[1][1]
    name = position.facts.player_names[position.turn]
    if result_decides(position) and problem.win_in is not None:
        asked = "{0} to move, wins in {1}"
    # Equal cards of a run win alike.
    elif problem.value > 0 >= second and not isinstance(position, Honeymoon):
        asked = "{0} to move: only one move wins"
    elif problem.value == 0:
        asked = "{0} to move: only one move draws"
    else:
        asked = "{0} to move: find the best move"
    results = (of.result(str(move), value) for move, value in problem.values[:2])
    return Figure(
        position.to_svg(view=view),
        translated(language, asked, name, problem.win_in),
        "; ".join(translated(language, result) for result in results),
        position.to_svg(view=view, marks=[problem.best_move]),
    )


def title_of(position: Position, language: str = "en") -> str:
    """Return the title of a game with its size, in a language.

    >>> import bitgames as bg
    >>> title_of(bg.Othello()), title_of(bg.Othello(), "ja")
    ('Othello', 'オセロ')
    """
    title = position.facts.title
    name = re.split(r",? \d", title, maxsplit=1)[0]
    return translated(language, name) + title.removeprefix(name)


def problems_title(position: Position, language: str = "en") -> str:
    """Return the title of a sheet of problems of a game, in a language.

    >>> import bitgames as bg
    >>> problems_title(bg.Othello())
    'Problems: Othello'
    """
    return translated(language, "Problems: {0}", title_of(position, language))
