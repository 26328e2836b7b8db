"""A transcript of one whole random game, kept in the tree so that a change of it is seen.

`python -m tests.playthrough tictactoe` (or `mnk:6,5,4`) plays a new random game and writes its
transcript to `tests/data/playthroughs`, one file for each name of the registry; with `--keep` it
replays the moves of the old one, for when a line changed on purpose. The test replays every
transcript and compares it line by line.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import bitgames as bg

FOLDER = Path(__file__).parent / "data" / "playthroughs"


def path_of(game: str) -> Path:
    """Where the transcript of a game is, by its name or its spec."""
    return FOLDER / f"{game.partition(':')[0]}.txt"


def said(transcript: str, word: str) -> list[str]:
    """What follows `word` on the lines that begin with it: `move: ` gives the moves."""
    return [line.removeprefix(word) for line in transcript.splitlines() if line.startswith(word)]


def random_moves(game: str, seed: int) -> list[str]:
    chance, position, moves = random.Random(seed), bg.games.get(game), []
    while not position.is_over:
        moves.append(str(chance.choice(position.legal_moves)))
        position = position.play(moves[-1])
    return moves


def transcript(game: str, moves: list[str]) -> str:
    """What every position of that game says, ply by ply."""
    position = bg.games.get(game)
    facts = position.facts
    lines = [
        f"game: {position.game}",
        f"title: {facts.title}",
        f"players: {' '.join(facts.player_names)}",
        f"moves: {facts.num_moves}",
        f"board: {facts.width} x {facts.height}",
        f"longest: {facts.max_ply}",
        "",
        *_about(position),
    ]
    for move in moves:
        position = position.play(move)
        lines += [f"move: {move}", "", *_about(position)]
    return "\n".join(lines) + "\n"


def _about(position: bg.Position) -> list[str]:
    lines = [
        f"ply: {position.ply}",
        f"position: {position.to_string()}",
        f"turn: {position.turn}",
        f"key: {position.key:016x}",
        f"canonical: {position.canonical().to_string()}",
    ]
    if position.outcome is None:
        return [*lines, f"legal: {' '.join(map(str, position.legal_moves))}"]
    outcome = position.outcome
    return [
        *lines,
        f"winner: {outcome.winner}",
        f"reason: {outcome.reason}",
        f"returns: {' '.join(map(str, position.returns))}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the transcript of a random game.")
    parser.add_argument("game", help="a game's spec, like tictactoe or mnk:6,5,4")
    parser.add_argument("--seed", type=int, default=1, help="seed of the game (default 1)")
    parser.add_argument("--keep", action="store_true", help="replay the moves written before")
    arguments = parser.parse_args()
    path = path_of(arguments.game)
    if arguments.keep:
        moves = said(path.read_text(encoding="utf-8"), "move: ")
    else:
        moves = random_moves(arguments.game, arguments.seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(transcript(arguments.game, moves), encoding="utf-8")
    print(f"{path}: {len(moves)} moves")


if __name__ == "__main__":
    main()
