"""Parts of scenes that games share."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from bitgames._core import Position
from bitgames.scene.types import EMPTY, VERSION, CellMoves, Common, GridScene


def common(
    position: Position,
    viewer: int | None,
    *,
    title: str,
    words: str,
    letters: Sequence[str],
    shapes: Sequence[str | None],
    left: Sequence[int | None] = (),
    scores: Sequence[int | None] = (),
) -> Common:
    """Return the fields that every scene has; ``words`` is its caption.

    >>> import bitgames as bg
    >>> start = bg.TicTacToe()
    >>> fields = common(start, 1, title="t", words="w", letters="ox", shapes=("ring", "cross"))
    >>> fields["players"][1]["name"], fields["viewer"], fields["turn"]
    ('x', 1, 0)
    """
    facts, outcome = position.facts, position.outcome
    seats = range(facts.players)
    return {
        "version": VERSION,
        "game": position.game,
        "title": title,
        "caption": words,
        "viewer": viewer,
        "ply": position.ply,
        "turn": position.turn if outcome is None else None,
        "outcome": None
        if outcome is None
        else {
            "winners": list(outcome.winners),
            "scores": list(outcome.scores),
            "reason": outcome.reason,
        },
        "players": [
            {
                "name": facts.player_names[seat],
                "letter": letters[seat],
                "shape": shapes[seat],
                "team": facts.teams[seat],
                "left": left[seat] if left else None,
                "score": scores[seat] if scores else None,
            }
            for seat in seats
        ],
    }


def grid_scene(
    position: Position,
    viewer: int | None,
    *,
    title: str | None = None,
    words: str | None = None,
    letters: Sequence[str] = (),
    shapes: Sequence[str] = ("ring", "cross"),
    scores: Sequence[int] = (),
    lines: Iterable[Sequence[int]] = (),
    falls: bool = False,
) -> GridScene:
    """Return the scene of any open game of two players on one flat board.

    >>> import bitgames as bg
    >>> scene = grid_scene(bg.mnk(4, 3, 3).play("b1"), None)
    >>> scene["title"], scene["owners"], scene["columns"]
    ('Tic-tac-toe 4 x 3', '.0..........', ['a', 'b', 'c', 'd'])
    """
    facts = position.facts
    shared = common(
        position,
        viewer,
        title=title or f"{facts.title} {facts.width} x {facts.height}",
        words=words or caption(position),
        letters=letters or [name[0] for name in facts.player_names],
        shapes=shapes,
        scores=scores,
    )
    columns, rows = labels(facts.width, facts.height)
    return {
        **shared,
        "kind": "grid",
        "width": facts.width,
        "height": facts.height,
        "columns": columns,
        "rows": rows[::-1] if falls else rows,
        "falls": falls,
        "owners": owners(position, facts.width * facts.height),
        "moves": cell_moves(position),
        "last": None,
        "waves": [],
        "won": list(position.highlights),
        "lines": [list(line) for line in lines],
    }


def labels(width: int, height: int) -> tuple[list[str], list[str]]:
    """Return the labels of columns from the left (a, b, c ...) and of rows from the top (1, 2 ...).

    >>> labels(3, 2)
    (['a', 'b', 'c'], ['1', '2'])
    """
    return list(ascii_lowercase[:width]), [str(row + 1) for row in range(height)]


def owners(position: Position, cells: int, neutral: Iterable[int] = ()) -> str:
    """Return one character for each cell: the seat whose piece is there, ``.`` or ``*``.

    >>> import bitgames as bg
    >>> owners(bg.TicTacToe(2).play("b1"), 4)
    '.0..'
    """
    found = [EMPTY] * cells
    for player in range(position.facts.players):
        for cell in position.pieces(player):
            found[cell] = str(player)
    for cell in neutral:
        found[cell] = "*"
    return "".join(found)


def cell_moves(position: Position) -> CellMoves:
    """Return the legal moves of a board, each with its cell.

    >>> import bitgames as bg
    >>> cell_moves(bg.TicTacToe(2).play("b1"))
    {'index': [0, 2, 3], 'text': ['a1', 'a2', 'b2'], 'cell': [0, 2, 3]}
    """
    moves = position.legal_moves
    return {
        "index": [int(move) for move in moves],
        "text": [str(move) for move in moves],
        "cell": [position.cell_of(move) for move in moves],
    }


def caption(position: Position) -> str:
    """Return the caption: the player to move, or the winner and the reason.

    >>> import bitgames as bg
    >>> caption(bg.TicTacToe())
    'o to move'
    """
    names = position.facts.player_names
    outcome = position.outcome
    if outcome is None:
        return f"{names[position.turn]} to move"
    if outcome.is_draw:
        return f"draw: {outcome.reason}"
    winners = " and ".join(names[winner] for winner in outcome.winners)
    return f"{winners} {'wins' if len(outcome.winners) == 1 else 'win'}: {outcome.reason}"
