"""Boards as this package draws them, read back: grids and pyramids, with any player to move."""

import re
from string import ascii_lowercase

from bitgames._core import GameError, ParseError, Position, text_from_drawing
from bitgames._core import position as parse_position
from bitgames.games import get as start_of
from bitgames.games import names

# Possessive repeats (`++`) do not backtrack, so every match takes linear time.
_HEAD = re.compile(r" *+a(?: ++[a-z])*+ *+", re.ASCII)
_ROW = re.compile(r" *+([0-9]{1,3})[ \[(]", re.ASCII)
_TURN = re.compile(r"([a-z]++) to ", re.ASCII)
_EMPTY = ". +0123456789"


def is_drawing(text: str) -> bool:
    """Whether a text has the line of letters above a board that is drawn."""
    lines = text.split("\n")
    return len(lines) > 2 and any(_HEAD.fullmatch(line) for line in lines[:3])


def read_drawing(text: str) -> Position:
    """Read a board as ``to_text`` draws it, with or without marks, numbers and legal moves.

    The caption has to name the player to move. Raises ``ParseError`` for another text, and where
    a drawing does not tell the position: cards, m,n,k games on other than square boards.
    """
    boards, caption = _boards(text)
    turn = _TURN.match(caption)
    if turn is None:
        raise ParseError("a drawing of a position ends with the player to move, as in: o to move")
    size, rows = len(boards[0][0]), len(boards[0])
    for name in names():
        for spec in (name, f"{name}:{size}", f"{name}:{size},{rows}"):
            found = _as_game(spec, boards, turn[1])
            if found is not None and str(found).split("\n")[-1] == caption:
                return found
    raise ParseError(
        f"the drawing of {size} columns is not a position of a game with the player {turn[1]}: "
        "write it in one line, as show --json does"
    )


def _boards(text: str) -> tuple[list[list[str]], str]:
    """Return the cells of the boards beside each other, and the caption."""
    lines = [line.rstrip() for line in text.rstrip().split("\n")]
    head = next(number for number, line in enumerate(lines) if _HEAD.fullmatch(line))
    columns: list[list[int]] = []
    for place, letter in enumerate(lines[head]):
        if letter == "a":
            columns.append([])
        if letter != " ":
            if letter != ascii_lowercase[len(columns[-1])]:
                raise ParseError("the letters above a board are a b c, and so on")
            columns[-1].append(place)
    rows: list[str] = []
    numbers: list[int] = []
    for line in lines[head + 1 :]:
        found = _ROW.match(f"{line} ")
        if found is None:
            break
        rows.append(line)
        numbers.append(int(found[1]))
    # Where discs fall, the first row is at the bottom.
    expected = [*range(1, len(rows) + 1)]
    if numbers not in (expected, expected[::-1]):
        raise ParseError("the rows of a board are numbered 1 2 3, and so on")
    boards = []
    for board in columns:
        # The layers of a pyramid are square; a single board has all rows.
        high = len(board) if len(columns) > 1 else len(rows)
        cells = [[line[place : place + 1] or " " for place in board] for line in rows[:high]]
        boards.append(["".join("." if each in _EMPTY else each for each in row) for row in cells])
    if not rows or any(len(board) < len(each) for board, each in zip(boards, columns, strict=True)
                       if len(columns) > 1):  # fmt: skip
        raise ParseError("the drawing of a board lacks rows")
    return boards, lines[-1]


def _as_game(spec: str, boards: list[list[str]], turn: str) -> Position | None:
    """Return the drawn position if it is one of a game, else ``None``."""
    try:
        start = start_of(spec)
        facts = start.facts
        if (facts.width, facts.height) != (len(boards[0][0]), len(boards[0])):
            return None
        if turn not in facts.player_names:
            return None
        letters = {each["letter"]: str(n) for n, each in enumerate(start.scene()["players"])}
        # A scene begins at the top of a pyramid.
        cells = "".join(cell for board in reversed(boards) for row in board for cell in row)
        owners = "".join(cell if cell in ".*" else letters[cell] for cell in cells)
        return parse_position(text_from_drawing(start, owners, facts.player_names.index(turn)))
    except (GameError, KeyError):
        return None
