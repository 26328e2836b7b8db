"""Parts of scenes that games share."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from bitgames._core import Position
from bitgames.scene.types import EMPTY, VERSION, BoardData, Common, GridScene
from bitgames.sentences import Said

_ENDS = (
    "full", "one-colour", "stuck", "placed", "both-out", "no-cell",
    "passed-out", "made", "defeated",
)  # fmt: skip
_LONGEST_LINE = 121
_REASONS = {
    str(words): words
    for words in (
        *map(Said, _ENDS),
        *(Said("line", length) for length in range(1, _LONGEST_LINE + 1)),
    )
}
"""The reasons for which games end, by the words of their rules."""


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
        "caption": str(words),
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
    fields = board(position, facts.width, facts.height, facts.width * facts.height)
    if falls:
        fields["rows"].reverse()
    return {
        **shared,
        "kind": "grid",
        "width": facts.width,
        "height": facts.height,
        **fields,
        "falls": falls,
        "won": list(position.highlights),
        "lines": [list(line) for line in lines],
    }


def board(
    position: Position, width: int, height: int, cells: int, neutral: Iterable[int] = ()
) -> BoardData:
    """Return the fields of a board: its labels, the pieces on its cells and the legal moves.

    ``width`` and ``height`` are those of the labels; ``neutral`` are cells with neutral pieces.

    >>> import bitgames as bg
    >>> fields = board(bg.TicTacToe(2).play("b1"), 2, 2, 4)
    >>> fields["columns"], fields["rows"], fields["owners"]
    (['a', 'b'], ['1', '2'], '.0..')
    >>> fields["moves"]
    {'index': [0, 2, 3], 'text': ['a1', 'a2', 'b2'], 'cell': [0, 2, 3]}
    """
    owners = [EMPTY] * cells
    for player in range(position.facts.players):
        for cell in position.pieces(player):
            owners[cell] = str(player)
    for cell in neutral:
        owners[cell] = "*"
    moves = position.legal_moves
    return {
        "columns": list(ascii_lowercase[:width]),
        "rows": [str(row + 1) for row in range(height)],
        "owners": "".join(owners),
        "moves": {
            "index": [int(move) for move in moves],
            "text": [str(move) for move in moves],
            "cell": [position.cell_of(move) for move in moves],
        },
        "last": None,
        "waves": [],
    }


def reason(text: str) -> str:
    """Return the reason of an end, as the rules name it, with its code.

    >>> reason("5 in a row").data
    {'code': 'line', 'values': [5]}
    """
    return _REASONS.get(text, text)


def caption(position: Position) -> str:
    """Return the caption: the player to move, or the winner and the reason.

    >>> import bitgames as bg
    >>> caption(bg.TicTacToe())
    'o to move'
    """
    names = position.facts.player_names
    outcome = position.outcome
    if outcome is None:
        return Said("turn", names[position.turn])
    if outcome.is_draw:
        return Said("draw-by", reason(outcome.reason))
    winners = [names[winner] for winner in outcome.winners]
    code = "wins-by" if len(winners) == 1 else "team-wins-by"
    return Said(code, *winners, reason(outcome.reason))
