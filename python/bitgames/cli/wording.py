"""Texts of the terminal: lists of moves, hints, the tree of moves."""

import textwrap
from collections.abc import Iterator
from typing import Any

from bitgames._core import Position
from bitgames.play.moves import has_numbers
from bitgames.play.tree import Node, Tree

WIDTH = 79
_MAX_LINES = 200


def value_words(position: Position, value: float) -> str:
    """Name the winner from a value for the side to move, in a game of two players.

    >>> import bitgames as bg
    >>> value_words(bg.TicTacToe(), 0), value_words(bg.TicTacToe(), -1)
    ('draw (0)', 'x wins (-1)')
    """
    names = position.facts.player_names
    if value == 0:
        return "draw (0)"
    mover = position.turn
    winner = mover if value > 0 else (mover + 1) % len(names)
    return f"{names[winner]} wins ({value:+g})"


def list_moves(position: Position) -> str:
    """Return the legal moves with their numbers, as lines.

    >>> import bitgames as bg
    >>> print(list_moves(bg.Othello()))
    moves: 1 d3, 2 c4, 3 f5, 4 e6
    """
    moves = [str(move) for move in position.legal_moves]
    if has_numbers(position):
        # A no-break space keeps a number on the line of its move.
        moves = [f"{number}\0{move}" for number, move in enumerate(moves, 1)]
    listed = textwrap.fill(f"moves: {', '.join(moves)}", WIDTH, subsequent_indent="       ")
    return listed.replace("\0", " ")


def hint_words(position: Position, answer: dict[str, Any]) -> str:
    """Return a room's answer ``hint`` as text: the advice, and each move with its line.

    >>> import bitgames as bg
    >>> from bitgames.play.room.studies import hint_data
    >>> position = bg.position("tictactoe oo./xx./...")
    >>> print(hint_words(position, hint_data(bg.hint(position, lines=2))))
    hint: c1 wins: completes a line; c2 draws
    c1  win, better than c2; completes a line
    c2  draw, better than a3; blocks a line; threatens a line: c2 c1 a3 b3 c3
    """
    worlds = "" if answer["worlds"] is None else f" ({answer['worlds']} sampled worlds)"
    rows = [f"hint: {answer['words']}{worlds}"]
    moves = answer["moves"]
    if len(moves) == 1:
        if len(moves[0]["line"]) > 1:
            rows.append(f"line: {' '.join(moves[0]['line'])}")
        return "\n".join(textwrap.fill(row, WIDTH, subsequent_indent="      ") for row in rows)
    wide = max(len(each["text"]) for each in moves)
    for each in moves:
        line = f": {' '.join(each['line'])}" if len(each["line"]) > 1 else ""
        rows.append(f"{each['text'].ljust(wide)}  {each['words']}{line}")
    return "\n".join(textwrap.fill(row, WIDTH, subsequent_indent=" " * (wide + 2)) for row in rows)


def tree_lines(tree: Tree) -> Iterator[str]:
    """Yield the moves of a tree: a line for each run of moves, branches indented further.

    >>> import bitgames as bg
    >>> tree = Tree(bg.TicTacToe())
    >>> for move in ("b2", "a1", None, "c1"):
    ...     node = tree.undo() if move is None else tree.play(move)
    >>> print("\\n".join(tree_lines(tree)))
    0 start  1 b2
      2 a1
      3 c1 <
    """
    waiting: list[tuple[Node, int]] = [(tree.root, 0)]
    lines = 0
    while waiting:
        node, depth = waiting.pop()
        run = [node]
        while len(node.children) == 1:
            node = node.children[0]
            run.append(node)
        words = "  ".join(
            f"{each.number} {each.move or 'start'}{' <' if each is tree.current else ''}"
            for each in run
        )
        indent = "  " * min(depth, 20)
        yield textwrap.fill(words, WIDTH, initial_indent=indent, subsequent_indent=indent)
        lines += 1
        if lines == _MAX_LINES and waiting:
            yield f"and {len(tree)} positions in all"
            return
        waiting += [(child, depth + 1) for child in reversed(node.children)]
