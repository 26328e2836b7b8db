"""Draw the picture of the first page: a position of each game, drawn by the package.

``python docs/picture.py`` writes ``docs/games.svg``.
"""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path
from xml.etree import ElementTree as ET

import bitgames as bg
from bitgames.files import write_atomic

FILE = Path(__file__).with_name("games.svg")
SVG = "http://www.w3.org/2000/svg"
INK, PAPER, RIM = "#3d3d3a", "#fbf9f4", "#d9d5c8"
WIDTH, HEIGHT, GAP, TITLE = 1000, 620, 14, 32
SEED = 3
EMPTY = 14


def ending(seed: int) -> tuple[bg.Position, bg.Move | int | str, bg.Position]:
    """An ending of Othello between two searches, the last move, and what was before it."""
    chance, player = random.Random(seed), bg.players.get("alphabeta:depth=2", seed=seed)
    position = bg.Othello()
    while position.empties > EMPTY or position.must_pass:
        opening = position.ply < 8
        move = chance.choice(position.legal_moves) if opening else player.choose(position)
        before, position = position, position.play(move)
    return position, move, before


def othello() -> str:
    """The first ending in which one move wins and all others lose, with its exact values."""
    for seed in itertools.count(SEED):
        position, move, before = ending(seed)
        values = bg.solve(position, all_moves=True).values or {}
        signs = sorted(math.copysign(1, value) for value in values.values() if value)
        if len(signs) == len(values) > 5 and sum(signs) == 2 - len(signs):
            break
    return position.to_svg(last_move=move, previous=before, values=values)


def mosaic() -> str:
    """The longest chain of some random games."""
    chance = random.Random(SEED)
    length = (0, 0)
    for _ in range(50):
        position = bg.Mosaic(size=6)
        while not position.is_over:
            move = chance.choice(position.legal_moves)
            waves = [len(cells) for _, cells in position.waves(move)]
            before, position = position, position.play(move)
            if (len(waves), sum(waves)) > length:
                length = len(waves), sum(waves)
                longest = position, move, before
    position, move, before = longest
    return position.to_svg(view="isometric", last_move=move, previous=before)


def quo() -> str:
    """The longest chain of a game of four tree searches."""
    players = [bg.players.get("mcts:sims=300", seed=SEED + seat) for seat in range(4)]
    position = bg.Quo(5)
    most = -1
    while not position.is_over:
        move = players[position.mover].choose(position)
        filled = sum(len(cells) for _, cells in position.waves(move))
        before, position = position, position.play(move)
        if filled > most:
            most, longest = filled, (position, move, before)
    position, move, before = longest
    return position.to_svg(view="isometric", last_move=move, previous=before)


def honeymoon() -> str:
    """What south sees after some tricks of the draw."""
    player = bg.Agent("rule", seed=SEED)
    position = bg.Honeymoon(SEED, rules="face_up")
    for _ in range(5):
        move = player.choose(position)
        before, position = position, position.play(move)
    return position.to_svg(viewer=0, last_move=move, previous=before)


def connect4() -> str:
    """A position in which one column wins, with the exact value of each."""
    record = bg.Record("connect4", "44444223335")
    values = bg.solve(record.position, all_moves=True).values
    return record.position.to_svg(last_move=record.last_move, values=values)


def tictactoe() -> str:
    """A game that is won."""
    players = [bg.players.get(name, seed=SEED) for name in ("ai14", "ai2")]
    record = bg.Record("tictactoe")
    while not record.position.is_over:
        record.play(players[record.position.turn].choose(record.position))
    return record.position.to_svg(last_move=record.last_move)


def panel(words: str, drawn: str, x: float, y: float, width: float, height: float) -> list[str]:
    """A picture in a frame, as large as fits, under its words."""
    inner = ET.fromstring(drawn)
    _, _, wide, high = (float(part) for part in inner.attrib["viewBox"].split())
    scale = min((width - GAP) / wide, (height - TITLE - GAP / 2) / high)
    inner.set("width", f"{wide * scale:.1f}")
    inner.set("height", f"{high * scale:.1f}")
    inner.set("x", f"{x + (width - wide * scale) / 2:.1f}")
    inner.set("y", f"{y + TITLE + (height - TITLE - GAP / 2 - high * scale) / 2:.1f}")
    return [
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10" fill="{PAPER}" '
        f'stroke="{RIM}"/>',
        f'<text x="{x + width / 2}" y="{y + 23}" text-anchor="middle">{words}</text>',
        ET.tostring(inner, encoding="unicode"),
    ]


def picture() -> str:
    """Return the whole picture."""
    ET.register_namespace("", SVG)
    top = 364
    low = HEIGHT - top - GAP
    parts = [
        *panel("Mosaic: a chain, wave by wave", mosaic(), 0, 0, 516, top),
        *panel("Othello: the exact value of every move", othello(), 530, 0, 470, top),
        *panel("Honeymoon bridge: south's view", honeymoon(), 0, top + GAP, 318, low),
        *panel("Mosaic Quo: four players", quo(), 332, top + GAP, 242, low),
        *panel("Connect Four", connect4(), 588, top + GAP, 230, low),
        *panel("Tic-tac-toe", tictactoe(), 832, top + GAP, 168, low),
    ]
    games = "Mosaic, Othello, honeymoon bridge, Mosaic Quo, Connect Four and tic-tac-toe"
    head = (
        f'<svg xmlns="{SVG}" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{games}">'
    )
    style = f'<g font-family="system-ui, sans-serif" font-size="17" fill="{INK}">'
    return "\n".join([head, style, *parts, "</g>", "</svg>", ""])


if __name__ == "__main__":
    write_atomic(FILE, picture().encode())
