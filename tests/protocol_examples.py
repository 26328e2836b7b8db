"""Games, a game file and a player for the tests of GTP and NBoard."""

from __future__ import annotations

import bitgames as bg

GAMES = ["tictactoe", "tictactoe:5", "mnk:4,3,3", "mnk:3,4,3", "mnk:11,11,5", "othello"]
START = "-" * 27 + "O*------*O" + "-" * 27 + " *"
# The session that the description of NBoard shows.
EXAMPLE = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    f"BO[8 {START}]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)


class Picker:
    """Takes the first or the last legal move, and remembers the seeds of its games."""

    name = "picker"

    def __init__(self, index: int = 0) -> None:
        self.index = index
        self.seeds: list[int] = []

    def start_game(self, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, position: bg.Position) -> bg.Move:
        return position.legal_moves[self.index]
