"""What a player that reads text is told for a move, and the move in what it answers.

A prompt depends on what the seat to move may know, and on nothing else: in a game with hidden
information it is made from the ``View`` of the seat.
"""

import re
from functools import cache

from bitgames._core import Honeymoon, HoneymoonView, Move, ParseError, Position, View, announce
from bitgames._core import position as parse_position
from bitgames.arguments import flag
from bitgames.games import rules
from bitgames.games import start as start_of
from bitgames.record import Record

# Words as moves may be written in a sentence: cards also with the signs of their suits.
_WORD = re.compile(r"[♠♥♦♣]?[^\W_]+[♠♥♦♣]?")
_LONGEST = 16


def prompt(at: Record | Position | View, *, legal: bool = False) -> str:
    """Return the rules, the position, the game so far and the form of the answer as text.

    ``at`` is a game that is not over, as a record, a position or a view; of a hidden game only the
    view of the seat to move is used. With ``legal`` the legal moves are listed.

    >>> import bitgames as bg
    >>> print(bg.players.prompt(bg.Record("tictactoe", ["b2"])))
    A game of Tic-tac-toe 3 x 3, 3 in a row. You are x, against o.
    <BLANKLINE>
    The rules:
    - The board begins empty. o moves first, then the players move in turn.
    ...
    <BLANKLINE>
    The position:
       a b c
    1  . . .
    2  .[o].
    3  . . .
    x to move
    <BLANKLINE>
    The game so far:
    1. o b2
    <BLANKLINE>
    You are x, and it is your move. End your answer with it: the last move in your answer counts.
    """
    seen, legal = known(at), flag("legal", legal)
    position = seen.position if isinstance(seen, Record) else seen
    scene = seen.scene() if isinstance(seen, View) else seen.position.scene()
    players = [_named(each["name"], each["letter"]) for each in scene["players"]]
    turn, teams = position.turn, position.facts.teams
    partners = [players[seat] for seat in _others(turn, teams) if teams[seat] == teams[turn]]
    rivals = [players[seat] for seat in _others(turn, teams) if teams[seat] != teams[turn]]
    beside = f" with {' and '.join(partners)}" if partners else ""
    parts = [
        f"A game of {scene['title']}. You are {players[turn]}{beside}, against "
        f"{' and '.join(rivals)}.",
        f"The rules:\n{_rules(position.game)}",
        f"The position:\n{seen.to_text()}",
    ]
    record = seen if isinstance(seen, Record) else _game_of(seen)
    if record is not None and record.moves:
        start = record.start
        is_usual = isinstance(seen, View) or start == start_of(start.game)
        since = "" if is_usual else f", from {start.to_string()}"
        parts.append(f"The game so far{since}:\n{_moves(record, turn)}")
    if legal:
        parts.append(f"The legal moves: {legal_text(position)}")
    parts.append(
        f"You are {players[turn]}, and it is your move. "
        "End your answer with it: the last move in your answer counts."
    )
    return "\n\n".join(parts)


def known(at: Record | Position | View) -> Record | View:
    """Return what the seat to move may know: its view in a hidden game, else the record."""
    if isinstance(at, View):
        return at
    position = at.position if isinstance(at, Record) else at
    if not isinstance(position, Position):
        raise TypeError(f"at must be a record, a position or a view, not {type(at).__name__}")
    if position.facts.hidden:
        return View(position, position.turn)
    return at if isinstance(at, Record) else Record(position)


def find_move(at: Position | View, text: str) -> tuple[Move | None, str]:
    """Return the last move in an answer, legal or not, and what is wrong with it, if anything.

    A move is a word that the game reads as one. Punctuation around it does not matter.

    >>> import bitgames as bg
    >>> find_move(bg.Othello(), "Not c3, which is illegal. My move: **F5**.")
    (f5, '')
    >>> find_move(bg.Othello(), "a1!"), find_move(bg.Othello(), "I resign")
    ((a1, 'a1 is not a legal move now'), (None, 'there is no move in it'))
    """
    for word in reversed(_WORD.findall(text)):
        if len(word) <= _LONGEST:
            try:
                move = at.parse_move(word)
            except ParseError:
                continue
            return move, "" if at.is_legal(move) else f"{move} is not a legal move now"
    return None, "there is no move in it"


def _named(name: str, letter: str) -> str:
    return name if name == letter else f"{name} ({letter})"


def _others(turn: int, teams: tuple[int, ...]) -> list[int]:
    return [seat for seat in range(len(teams)) if seat != turn]


def legal_text(position: Position | View) -> str:
    """Return the legal moves in a line."""
    return " ".join(map(str, position.legal_moves))


@cache
def _rules(game: str) -> str:
    return rules(game).text


def _game_of(view: View) -> Record | None:
    """Return a game that looks to the seat as the true one did; ``None`` if the view keeps none."""
    if not isinstance(view, HoneymoonView):
        return None
    # Always the same world, so that worlds that look alike have the same game.
    world = view.determinize(seed=0)
    assert isinstance(world, Honeymoon)
    return Record(parse_position(f"{world.game} {world.deal_text}"), view.moves)


def _moves(record: Record, viewer: int) -> str:
    """Return the moves, a line each, with what they brought, as the viewer knows it."""
    names, positions = record.start.facts.player_names, record.positions
    lines: list[str] = []
    for number, (before, move) in enumerate(zip(positions, record.moves, strict=False), 1):
        brought = "; ".join(announce(before, move, viewer))
        lines.append(f"{number}. {names[before.turn]} {move}{f' ({brought})' if brought else ''}")
    return "\n".join(lines)
