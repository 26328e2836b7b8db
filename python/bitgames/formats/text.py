"""Positions and moves as people type them: every text form of a position that this package prints.

``read_position`` reads one, ``read_moves`` reads moves with or without spaces between them.
"""

import json
import re

from bitgames._core import GameError, IllegalMoveError, Move, Othello, ParseError, Position
from bitgames._core import position as parse_position
from bitgames.arguments import instance
from bitgames.formats.drawing import is_drawing, read_drawing
from bitgames.formats.parsing import is_pass, shown
from bitgames.games import digits

# Longest text of a move in any game, as in `redouble`.
_LONGEST = 12
# Possessive repeats (`++`) do not backtrack, so every match takes linear time.
_GAPS = re.compile(r"[\s,;]++")
_OBF = re.compile(r"\s*+[-XOxo]{16,}+(?:\s|$)", re.ASCII)
_REPR = re.compile(r"(?:[A-Za-z]++\.)++from_string\((['\"])([^'\"]*+)\1\)", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,4}+\.+", re.ASCII)


def is_obf(text: str) -> bool:
    """Whether a text begins with the squares of a board in OBF."""
    return _OBF.match(text) is not None


def read_position(text: str) -> Position:
    """Read a position from any text form that this package prints.

    The forms are: the name of a game, with its sizes (its start); one line, as ``to_string`` writes
    it; a board in OBF, with or without scores; the result of ``repr``; the JSON of ``--json``; and
    a board as drawn, except of cards. Runs of white space count as one space.

    Raises ``ParseError``, ``UnknownGameError``, ``ParameterError`` or ``InvalidPositionError`` for
    any other text.

    >>> from bitgames.formats import read_position
    >>> read_position("tictactoe  o../.x./...").to_string()
    'tictactoe o../.x./...'
    >>> read_position("-----OX--XO----- X; b1:+8;").to_string()
    'othello:4 ----/-OX-/-XO-/---- X'
    """
    instance("a position", text, str, "text")
    if is_drawing(text):
        return read_drawing(text)
    line = " ".join(text.split())
    if is_obf(line):
        return Othello.from_obf(line.partition(";")[0].partition("%")[0].strip())
    if line.startswith("{"):
        return parse_position(_in_json(line))
    if found := _REPR.fullmatch(line):
        line = found[2]
    if not line:
        raise ParseError(
            "an empty text is not a position: allowed are a game and a position as text"
        )
    return parse_position(line)


def _in_json(text: str) -> str:
    """Return the position in the data of ``--json``."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError(f"{shown(text)} is not a position: not valid JSON") from None
    found = data.get("position")
    if not isinstance(found, str):
        raise ParseError(f"{shown(text)} is not a position: it has no field position")
    return found


def read_moves(position: Position, text: str) -> list[Move]:
    """Read moves from ``position`` on, with or without spaces or commas between them.

    Numbers of moves, as in ``1. f5 d6 2. c3``, are skipped. Moves that are numbers stand together
    where all of them have one digit: ``4453``. A pass that is forced may be missing;
    the result has it. Raises ``ParseError`` for text that is not a move, and ``IllegalMoveError``
    for a move that cannot be played; both name the number of the move, counted from 1.

    >>> import bitgames as bg
    >>> from bitgames.formats import read_moves
    >>> read_moves(bg.Othello(), "f5d6c3"), read_moves(bg.Mosaic(), "1A1 1b1, 1a2")
    ([f5, d6, c3], [1a1, 1b1, 1a2])
    """
    instance("moves", text, str, "text")
    instance("position", position, Position)
    moves: list[Move] = []
    for word in filter(None, _GAPS.split(text)):
        found = _NUMBER.match(word)
        at = found.end() if found else 0
        while at < len(word):
            move, at = _next(position, word, at, len(moves) + 1)
            forced = position.legal_moves[:2]
            if len(forced) == 1 and is_pass(forced[0]) and not is_pass(move):
                moves.append(forced[0])
                position = position.play(forced[0])
            try:
                position = position.play(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {len(moves) + 1}: {error}") from None
            moves.append(move)
    return moves


def _next(position: Position, word: str, at: int, number: int) -> tuple[Move, int]:
    """Return the move at a place of a word, the longest that can be read, and its end."""
    rest = word[at : at + _LONGEST]
    # Most moves are spelled as this package spells them: a look saves many attempts to read.
    folded = rest.lower()
    fitting = [move for move in position.legal_moves if folded.startswith(str(move).lower())]
    if fitting:
        move = max(fitting, key=lambda each: len(str(each)))
        end = len(str(move))
        if not rest[end : end + 1].isdigit():
            return move, at + end
    ends = range(len(rest), 0, -1)
    if rest[0].isdecimal() and (most := digits(position)):
        # Moves that are numbers stand together only where each of them has one digit.
        end = 1 if most == 1 else len(rest) - len(rest.lstrip("0123456789"))
        ends = range(end, end - 1, -1)
    refused: GameError | None = None
    for end in ends:
        try:
            return position.parse_move(rest[:end]), at + end
        except GameError as error:
            refused = refused or error
    raise ParseError(f"move {number}: {refused}") from None
