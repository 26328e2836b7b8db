"""Mosaic and Mosaic Quo from the rules, with dictionaries of cells.

This is what the native games are compared with, so it is written to be read, not to be fast, and
it imports nothing of the package. A cell is (layer, row, column): layer 1 is the ground, rows and
columns count from 0 at the top left of their layer, and the cell (l, r, c) rests on the cells
(l - 1, r, c) to (l - 1, r + 1, c + 1). A board is a dictionary from cells to what stands there. A
move is the place of its cell in the list that begins with the top cell and ends with the ground.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from tests.reference.interface import Reference

Cell = tuple[int, int, int]

EMPTY, NEUTRAL, OFFERED = ".", "*", "?"
SEATS = "1234"
COLUMNS = "abcdefg"
LARGEST = 7


@cache
def all_cells(size: int) -> list[Cell]:
    """The cells of a pyramid, the top first, each layer row by row."""
    found = []
    for layer in range(size, 0, -1):
        width = width_of(size, layer)
        found += [(layer, row, column) for row in range(width) for column in range(width)]
    return found


@cache
def index_of(size: int) -> dict[Cell, int]:
    return {cell: index for index, cell in enumerate(all_cells(size))}


def width_of(size: int, layer: int) -> int:
    """Cells along the side of a layer."""
    return size + 1 - layer


@cache
def below(cell: Cell) -> list[Cell]:
    """The four cells that `cell` rests on; none on the ground."""
    layer, row, column = cell
    if layer == 1:
        return []
    return [(layer - 1, row + down, column + right) for down in (0, 1) for right in (0, 1)]


def neutral_cell(size: int) -> Cell | None:
    """Where the neutral piece stands, if the board has one."""
    return (1, size // 2, size // 2) if size % 2 == 1 else None


def cell_text(cell: Cell) -> str:
    layer, row, column = cell
    return f"{layer}{COLUMNS[column]}{row + 1}"


# Plain sets of cells


PROMOTIONS: dict[str, Callable[[int], bool]] = {
    "promote_zero": lambda count: count == 0,
    "promote_one": lambda count: count == 1,
    "promote_two": lambda count: count == 2,
    "promote_three": lambda count: count == 3,
    "promote_four": lambda count: count == 4,
    "promote_half_or_more": lambda count: count >= 2,
    "promote_majority": lambda count: count >= 3,
}
"""Which counts of the four cells below take a cell into the promoted set."""

# From (row, column, last row or column) to (row, column).
TRANSFORMS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "mirror_horizontal": lambda row, column, last: (row, last - column),
    "flip_vertical": lambda row, column, last: (last - row, column),
    "flip_anti_diagonal": lambda row, column, last: (last - column, last - row),
    "transpose": lambda row, column, last: (column, row),
    "rotate90": lambda row, column, last: (column, last - row),
    "rotate180": lambda row, column, last: (last - row, last - column),
    "rotate270": lambda row, column, last: (last - column, row),
}
"""Where a cell of a layer goes; every layer is turned or mirrored alike."""


def promoted(size: int, members: Iterable[Cell], name: str) -> list[Cell]:
    """The cells whose four cells below hold a given number of `members`; never on the ground.

    The cells are looked at as they are: what stands on them plays no part.
    """
    chosen = set(members)
    return [
        cell
        for cell in all_cells(size)
        if below(cell) and PROMOTIONS[name](sum(each in chosen for each in below(cell)))
    ]


def transformed(size: int, cell: Cell, name: str) -> Cell:
    """Where `cell` goes."""
    layer, row, column = cell
    return (layer, *TRANSFORMS[name](row, column, width_of(size, layer) - 1))


# The games


class Game:
    """One position of either game. `play` gives a new one and leaves the old one as it was."""

    name: str
    teams: tuple[int, ...]
    sizes: range
    needed: int
    """How many of the four cells below a chain must find in one colour."""

    def __init__(self, size: int = LARGEST) -> None:
        """The start."""
        self.size = size
        self.cells = dict.fromkeys(all_cells(size), EMPTY)
        if (centre := neutral_cell(size)) is not None:
            self.cells[centre] = NEUTRAL
        self.mover = 0
        # A decision about last pieces: the player who decides, and the cells.
        self.choosing: int | None = None
        self.offered: list[Cell] = []
        # What the last move filled by chain: the seat and its cells, in the order of the waves.
        self.waves: list[tuple[int, list[int]]] = []

    def _copy(self) -> Game:
        after = self.__class__.__new__(self.__class__)
        after.__dict__ = dict(self.__dict__)
        after.cells = dict(self.cells)
        after.offered = list(self.offered)
        after.waves = []
        return after

    @property
    def seats(self) -> range:
        return range(len(self.teams))

    @property
    def pieces_each(self) -> int:
        raise NotImplementedError

    @property
    def places(self) -> int:
        """Cells that are not the neutral piece's."""
        return len(self.cells) - (neutral_cell(self.size) is not None)

    def left(self, seat: int) -> int:
        """Pieces that `seat` has not placed."""
        return self.pieces_each - list(self.cells.values()).count(SEATS[seat])

    @property
    def placed_out(self) -> list[int]:
        """The teams that have placed all their pieces."""
        return [
            team
            for team in (0, 1)
            if all(self.left(seat) == 0 for seat in self.seats if self.teams[seat] == team)
        ]

    @property
    def open_cells(self) -> list[Cell]:
        """Empty squares on the ground or on four occupied ones."""
        return [
            cell
            for cell, piece in self.cells.items()
            if piece == EMPTY and all(self.cells[each] != EMPTY for each in below(cell))
        ]

    @property
    def turn(self) -> int:
        return self.mover if self.choosing is None else self.choosing

    @property
    def is_over(self) -> bool:
        return self.choosing is None and bool(self.placed_out or not self.open_cells)

    @property
    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        cells = self.open_cells if self.choosing is None else self.offered
        return [index_of(self.size)[cell] for cell in cells]

    @property
    def winner(self) -> int | None:
        """The team that has won."""
        if not self.is_over or len(self.placed_out) == 2:
            return None
        if self.placed_out:
            return self.placed_out[0]
        # A full board on which nobody is done.
        pieces = [0, 0]
        for seat in self.seats:
            pieces[self.teams[seat]] += self.left(seat)
        return None if pieces[0] == pieces[1] else pieces.index(min(pieces))

    def play(self, move: int) -> Game:
        if move not in self.legal_moves:
            raise ValueError(f"{move} is not a legal move")
        after = self._copy()
        cell = all_cells(self.size)[move]
        after.cells[cell] = SEATS[self.turn]
        if after.choosing is None:
            if not after.placed_out:
                after._run_chain(0, False)
        else:
            after.offered.remove(cell)
            if after.left(after.choosing) > 0:
                return after
            seat, after.choosing, after.offered = after.choosing, None, []
            after._run_chain(seat + 1, True)
        if after.choosing is None:
            after.mover = after._next_mover()
        return after

    def _run_chain(self, seat: int, changed: bool) -> None:
        """Waves, from the part of `seat` in one of them, until one changes nothing.

        `changed` tells whether that first wave has filled anything before. The end of the game is
        looked at between waves only. Stops where a seat has to choose.
        """
        while True:
            for each in self.seats[seat:]:
                cells = self.offers(each)
                left = self.left(each)
                if self.must_choose(left, len(cells)):
                    self.choosing, self.offered = each, cells
                    return
                filled = cells[:left]
                for cell in filled:
                    self.cells[cell] = SEATS[each]
                if filled:
                    self.waves.append((each, [index_of(self.size)[cell] for cell in filled]))
                    changed = True
            if not changed or self.placed_out:
                return
            seat, changed = 0, False

    def offers(self, seat: int) -> list[Cell]:
        """The cells that the chain has for `seat` now."""
        piece = SEATS[seat]
        return [
            cell
            for cell in self.open_cells
            if sum(self.cells[each] == piece for each in below(cell)) >= self.needed
        ]

    def must_choose(self, left: int, offered: int) -> bool:
        """Whether a seat has to say which of the offered cells get its last pieces."""
        return False

    def _next_mover(self) -> int:
        return (self.mover + 1) % len(self.teams)

    @property
    def ply(self) -> int:
        """Pieces on the board without the neutral one."""
        return sum(self.pieces_each - self.left(seat) for seat in self.seats)

    def pieces(self, player: int) -> list[int]:
        return [index for index, piece in enumerate(self.cells.values()) if piece == SEATS[player]]

    def move_text(self, move: int) -> str:
        return cell_text(all_cells(self.size)[move])

    @property
    def spec(self) -> str:
        return self.name if self.size == LARGEST else f"{self.name}:{self.size}"

    @property
    def text(self) -> str:
        layers = []
        for layer in range(self.size, 0, -1):
            cells = [cell for cell in self.cells if cell[0] == layer]
            layers.append(
                "".join(OFFERED if cell in self.offered else self.cells[cell] for cell in cells)
            )
        return f"{self.spec} {'/'.join(layers)} {self.side}"

    @property
    def side(self) -> str:
        return str(self.mover + 1)

    def is_possible(self) -> bool:
        """Whether the board passes all tests of reachability."""
        centre = neutral_cell(self.size)
        if [cell for cell in self.cells if self.cells[cell] == NEUTRAL] != [centre] * (
            centre is not None
        ):
            return False
        if any(self.left(seat) < 0 for seat in self.seats):
            return False
        for cell, piece in self.cells.items():
            if piece != EMPTY and any(self.cells[each] == EMPTY for each in below(cell)):
                return False
        if self.choosing is not None:
            offers = self.offers(self.choosing)
            return self.must_choose(self.left(self.choosing), len(self.offered)) and all(
                cell in offers for cell in self.offered
            )
        if self.is_over:
            return True
        # The chain has left nothing to fill.
        return not any(self.left(seat) > 0 and self.offers(seat) for seat in self.seats)

    def moved(self, name: str) -> Game:
        """The position turned or mirrored."""
        after = self._copy()
        for cell, piece in self.cells.items():
            after.cells[transformed(self.size, cell, name)] = piece
        offered = [transformed(self.size, cell, name) for cell in self.offered]
        after.offered = sorted(offered, key=index_of(self.size).__getitem__)
        return after


class Mosaic(Game):
    """Two players; the chain needs three or four of a colour."""

    name = "mosaic"
    teams = (0, 1)
    sizes = range(2, LARGEST + 1)
    needed = 3

    @property
    def pieces_each(self) -> int:
        """Half of the places, halves rounded up."""
        return (self.places + 1) // 2


class Quo(Game):
    """Four players in two teams; the chain needs two of a colour.

    Where two and two face each other, the earlier seat takes the cell, because it is asked first.
    """

    name = "quo"
    teams = (0, 1, 0, 1)
    sizes = range(3, LARGEST + 1)
    needed = 2

    def __init__(self, size: int = LARGEST, last_piece: str = "owner") -> None:
        super().__init__(size)
        self.last_piece = last_piece

    @property
    def pieces_each(self) -> int:
        """A quarter of the places, rounded to the nearest, halves up."""
        return (self.places + 2) // 4

    def must_choose(self, left: int, offered: int) -> bool:
        return self.last_piece == "owner" and 1 <= left < offered

    def _next_mover(self) -> int:
        """The next seat with pieces; the next seat if no seat has pieces."""
        order = [(self.mover + step) % 4 for step in (1, 2, 3, 4)]
        return next((seat for seat in order if self.left(seat) > 0), order[0])

    @property
    def spec(self) -> str:
        if self.last_piece == "owner":
            return super().spec
        return f"quo:{self.size},{self.last_piece}"

    @property
    def side(self) -> str:
        mover = super().side
        return mover if self.choosing is None else f"{self.choosing + 1}@{mover}"

    def is_possible(self) -> bool:
        """The player to move has a piece to place, if any player has one."""
        left = [self.left(seat) for seat in self.seats]
        if self.choosing is None and left[self.mover] <= 0 and any(each > 0 for each in left):
            return False
        return super().is_possible()


def start(spec: str) -> Game:
    """The start that a spec names; raises ValueError for any other."""
    found = re.fullmatch(r"(mosaic|quo)(?::([2-7])(,lowest)?)?", spec)
    if found is None:
        raise ValueError(f"unknown game {spec!r}")
    name, digit, lowest = found.groups()
    size = int(digit or LARGEST)
    if name == "mosaic" and not lowest:
        return Mosaic(size)
    if name == "quo" and size in Quo.sizes:
        return Quo(size, "lowest" if lowest else "owner")
    raise ValueError(f"{spec!r} names no game")


def parse(text: str) -> Game:
    """Reads a line as `Game.text` writes it; raises ValueError for any other spelling."""
    spec, board, side = text.split(" ")
    game = start(spec)
    layers = board.split("/")
    if list(map(len, layers)) != [width * width for width in range(1, game.size + 1)]:
        raise ValueError(f"{board!r} is no pyramid of size {game.size}")
    known = EMPTY + NEUTRAL + OFFERED + SEATS[: len(game.teams)]
    for cell, piece in zip(game.cells, "".join(layers), strict=True):
        if piece not in known:
            raise ValueError(f"{piece!r} is no piece")
        game.cells[cell] = EMPTY if piece == OFFERED else piece
        if piece == OFFERED:
            game.offered.append(cell)
    chooser, _, mover = side.rpartition("@")
    seats = list(SEATS[: len(game.teams)])
    game.mover = seats.index(mover)
    if chooser:
        game.choosing = seats.index(chooser)
    if (game.choosing is None) != (not game.offered) or game.text != text:
        raise ValueError(f"{text!r} is not spelled as a position is")
    return game


def perft(game: Game, depth: int, known: dict[tuple[str, int], int] | None = None) -> int:
    """Leaves of the game tree at `depth`; a game that ends earlier counts as one leaf."""
    if depth == 0 or game.is_over:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    known = {} if known is None else known
    key = game.text, depth
    if key not in known:
        known[key] = sum(perft(game.play(move), depth - 1, known) for move in game.legal_moves)
    return known[key]


# Positions, each with the depth of its deepest count.
POSITIONS = [
    (Mosaic(2).text, 6),
    (Mosaic(3).text, 8),
    (Mosaic(4).text, 5),
    (Mosaic(5).text, 4),
    (Mosaic(6).text, 3),
    (Mosaic(7).text, 3),
    ("mosaic:2 ./12.1 2", 3),
    ("mosaic:2 1/1221 2", 2),
    ("mosaic:3 ./..../2211*.21. 1", 6),
    ("mosaic:3 ./1211/1121*1222 2", 2),
    ("mosaic:4 ./..../........./12.221.2...1121. 1", 7),
    ("mosaic:4 ./..../..2.1..1./121221222111121. 2", 8),
    ("mosaic:4 ./...2/..1112.22/..21212111222221 1", 6),
    ("mosaic:4 ./1212/121112122/1121212111222221 2", 2),
    ("mosaic:5 ./..../........./...............1/22.21.12.121*222..11..111 2", 5),
    ("mosaic:5 ./..../..2.22..1/2.21.1222221..11/221212122121*22221112.111 1", 6),
    ("mosaic:5 ./2111/221211211/1221211122112112/122212122122*112221221122 1", 2),
    (
        "mosaic:6 ./..../........./................/...2.1..2............2.../"
        ".1111111.22.11.221.1...2222221.21.2. 1",
        4,
    ),
    (
        "mosaic:6 ./..../..2....../1.221122..11..../1122211222111122.11122..2/"
        "211111112222111221111112222221221.21 1",
        7,
    ),
    (
        "mosaic ./..../........./................/.....................2.../"
        "......1.............1....22....22.../"
        "2.211121121...112.2.2..2*22.2121..1.222..11122111 2",
        4,
    ),
    (
        "mosaic ./..../........./.112...2...2...2/.1122.112221.222.12222122/"
        "111222.11122211221211221222122122121/"
        "121222111121222211221211*121221222111211211122211 2",
        8,
    ),
    (
        "mosaic ./..../.....2..2/...2..22..222221/1..22122221.2222222112221/"
        "221111112222112222221221122211122211/"
        "222111211212211122222212*221212121112221111122111 2",
        2,
    ),
]

QUO_POSITIONS = [
    (Quo(3).text, 6),
    (Quo(4).text, 4),
    (Quo(5).text, 4),
    (Quo(6).text, 3),
    (Quo(7).text, 3),
    (Quo(3, "lowest").text, 6),
    (Quo(7, "lowest").text, 2),
    ("quo:3 ./..../3.1.*4.21 2", 6),
    ("quo:3,lowest ./..1./24.3*.12. 3", 5),
    ("quo:4 ./..../........./23.4..2.1.1....3 4", 5),
    # A seat chooses, at once or in a few plies.
    ("quo:4 ./..../3..1..144/234214.231411243 1", 6),
    ("quo:4 ./..../3..1??144/2342141231411243 1@1", 6),
    ("quo:4 ./..../...1..1../.3.214.231..1243 4", 10),
    ("quo:4,lowest ./..../...1..1../.3.214.231..1243 4", 10),
    ("quo:5 ./.3../232133.../4222233311431..1/312213233441*234141321.41 1", 4),
    ("quo:5 ./..../........./...3...........2/142344..31..*3....2221413 1", 5),
    ("quo:5,lowest ./..../........./13............../123..4134.2.*.23.11314.24 2", 5),
    (
        "quo:6 ./..../........./...............1/...22..11.4..1.4..4123311/"
        "2424233.312213211.44.141243321423113 3",
        8,
    ),
    (
        "quo ./..../......2../........22..33../...11.....222..333..33113/"
        "2..4112..2114222..1234..333141231133/"
        "232341412.24133221214412*2.4123314143314312211343 2",
        6,
    ),
    (
        "quo ./..../......2../........22..33../???11???..222..333..33113/"
        "2224112222114222..1234..333141231133/"
        "232341412224133221214412*2.4123314143314312211343 2@2",
        6,
    ),
    (
        "quo ./..../........./4...4...1......./4423344..113...11......../"
        "112233444312434.11213..1213..22..444/"
        "311223314231324444312233*1114114.42223342412.1443 2",
        8,
    ),
    # Over: a team is out; the board is full and nobody is.
    ("quo:3 ./32.1/4211*2334 4", 2),
    ("quo:4 1/1134/424222341/3144422332211313 3", 2),
]


def _reference(title: str, positions: list[tuple[str, int]]) -> Reference:
    return Reference(
        title, start, parse, perft, lambda game: game.is_possible(), positions=positions
    )


REFERENCES = {
    "mosaic": _reference("Mosaic", POSITIONS),
    "quo": _reference("Mosaic Quo", QUO_POSITIONS),
}
