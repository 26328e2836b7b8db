"""A program that speaks GTP or NBoard, notes what it is told, and misbehaves at a chosen move.

``python tests/scripted_engine.py FOLDER VICE MOVE [nboard]`` plays the first free cell of
tictactoe, or D3, C5 ... by NBoard. Each process notes what it is told in a file of its own in the
folder. At its MOVE-th move, counted from 1 in each process, or at the start for a vice of starting,
it does what the vice says. It imports nothing of ours, so that it starts quickly.
"""

from __future__ import annotations

import os
import sys
import time

CELLS = [column + row for row in "123" for column in "ABC"]
NBOARD = ["D3", "C5", "D6", "E3"]
STUCK = 600.0
REFUSED = {("size", "boardsize"), ("timeless", "time_settings"), ("timeless", "time_left")}


def misbehave(vice: str) -> str | None:
    """Do it; the text is the answer instead of a move."""
    if vice == "hang":
        time.sleep(STUCK)
    elif vice == "late":
        time.sleep(0.3)
    elif vice == "exit":
        sys.exit("out of memory")
    return {"illegal": "A1", "nonsense": "e4!", "resign": "resign", "empty": ""}.get(vice)


def main(folder: str, vice: str, at: str, protocol: str = "gtp") -> None:
    path = os.path.join(folder, f"{len(os.listdir(folder)):03}")
    if vice == "silent":
        time.sleep(STUCK)
    if vice == "stillborn" or (vice == "once" and os.listdir(folder)):
        open(path, "w", encoding="utf-8").close()
        sys.exit("no evaluation file")
    taken: set[str] = set()
    asked = 0
    with open(path, "w", encoding="utf-8", buffering=1) as log:
        for line in sys.stdin:
            log.write(line)
            word, *rest = line.split()
            if word == "quit":
                return
            answer: str | None = ""
            if word == "clear_board":
                taken.clear()
            elif word == "play":
                taken.add(rest[1])
            elif (vice, word) in REFUSED:
                answer = None
            elif word in ("genmove", "go"):
                asked += 1
                said = misbehave("exit" if vice == "once" else vice) if asked == int(at) else None
                free = [cell for cell in CELLS if cell not in taken]
                move = NBOARD[asked - 1] if protocol == "nboard" else free[0]
                answer = move if said is None else said
                taken.add(answer)
                if vice == "leave" and asked == int(at):
                    print(f"= {answer}\n", flush=True)
                    return
            if protocol == "gtp":
                print("? no\n" if answer is None else f"= {answer}\n", flush=True)
            elif word == "ping":
                print("pong", rest[0], flush=True)
            elif word == "go":
                print("===", answer, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
