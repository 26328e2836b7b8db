"""An engine that insists on legal sequences, as a program: ``python -m tests.strict_engine GAME``.

It knows the rules from the references alone, plays every move it is told from the start on, and
refuses one that is not legal there. Its answer depends on all the moves so far, which shows when a
controller tells it another way to the same position.

Options: ``nboard`` speaks NBoard instead of GTP; ``no-undo`` has no undo; ``silent`` lets a side
without a move pass by itself and refuses to hear of it, where other programs insist on hearing it.
"""

from __future__ import annotations

import re
import sys

from tests.reference import REFERENCES, Game

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COLORS = ("black", "white")
PASS = 64


def answer(moves: list[int], legal: list[int]) -> int:
    """The move that the engine chooses after ``moves``, passes among them left out."""
    told = [move for move in moves if move != PASS]
    return legal[sum((ply + 1) * (move + 7) for ply, move in enumerate(told)) % len(legal)]


class Board:
    """The game as it was told."""

    def __init__(self, spec: str, *, silent: bool) -> None:
        self.silent = silent
        self.moves: list[int] = []
        self.plies: list[int] = []
        # The start and the position after each move.
        self._games = [REFERENCES[spec.partition(":")[0]].start(spec)]

    @property
    def game(self) -> Game:
        return self._games[-1]

    def push(self, move: int) -> None:
        assert move in self.game.legal_moves
        self._games.append(self.game.play(move))
        self.moves.append(move)

    def cut(self, plies: int) -> None:
        """Take back all moves but the first ones."""
        del self.moves[plies:], self._games[plies + 1 :]

    def pass_silently(self, turn: int) -> None:
        """Let the other side pass if it has no move, where nobody says so."""
        if self.silent and self.game.turn != turn and self.game.legal_moves == [PASS]:
            self.push(PASS)

    def play(self, turn: int, move: int) -> bool:
        """Play a move if it is legal for this side; passes before it as the style wants."""
        before = len(self.moves)
        if self.silent and move == PASS:
            return False
        self.pass_silently(turn)
        if self.game.turn != turn or move not in self.game.legal_moves:
            self.cut(before)
            return False
        self.push(move)
        self.plies.append(before)
        return True


def gtp(board: Board, width: int, *, has_undo: bool) -> None:
    for line in sys.stdin:
        command, *words = line.split()
        reply: str | None = ""
        if command == "quit":
            return
        if command == "clear_board":
            board.cut(0)
            board.plies.clear()
        elif command == "play":
            turn = COLORS.index(words[0])
            column, row = words[1][0], words[1][1:]
            move = PASS if words[1] == "pass" else (int(row) - 1) * width + COLUMNS.index(column)
            reply = "" if board.play(turn, move) else None
        elif command == "undo":
            if has_undo and board.plies:
                board.cut(board.plies.pop())
            else:
                reply = None
        elif command == "genmove":
            turn = COLORS.index(words[0])
            board.pass_silently(turn)
            game = board.game
            if game.turn != turn or game.is_over:
                reply = None
            else:
                move = answer(board.moves, game.legal_moves)
                board.play(turn, move)
                reply = f"{COLUMNS[move % width]}{move // width + 1}"
        print("? illegal" if reply is None else f"= {reply}", "\n", flush=True)


def nboard(spec: str) -> None:
    moves: list[int] = []
    game = REFERENCES["othello"].start(spec)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        if word == "ping":
            print(f"pong {rest}", flush=True)
        elif word == "set" and rest.startswith("game"):
            game, moves = REFERENCES["othello"].start(spec), []
            played = re.findall(r"([BW])\[(PA|[A-H][1-8])[^]]*\]", rest.partition("BO[")[2])
            for color, text in played:
                at = PASS if text == "PA" else (int(text[1]) - 1) * 8 + "ABCDEFGH".index(text[0])
                if "BW"[game.turn] != color or at not in game.legal_moves:
                    sys.exit(f"{color} {text} is illegal")
                game = game.play(at)
                moves.append(at)
        elif word == "go":
            move = answer(moves, game.legal_moves)
            print(f"=== {'ABCDEFGH'[move % 8]}{move // 8 + 1}", flush=True)


if __name__ == "__main__":
    spec, *options = sys.argv[1:]
    if "nboard" in options:
        nboard(spec)
    else:
        width = {"othello": 8, "tictactoe": 3}.get(spec) or int(re.findall(r"\d+", spec)[0])
        board = Board(spec, silent="silent" in options)
        gtp(board, width, has_undo="no-undo" not in options)
