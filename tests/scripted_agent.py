"""A program that reads prompts and answers in text, and misbehaves at a chosen prompt.

``python tests/scripted_agent.py FOLDER VICE PROMPT`` answers with the first free cell of tictactoe
in a sentence. Each process writes a file with its number in the folder. At its PROMPT-th prompt,
counted from 1 in each process, and at all that follow, it does what the vice says; of ``once`` no
later process answers. It imports nothing of ours, so that it starts quickly.
"""

from __future__ import annotations

import json
import os
import sys
import time

STUCK = 600.0


def first_free(prompt: str) -> str:
    """The first free cell in the picture of the position."""
    _, _, picture = prompt.partition("The position:\n")
    rows = [line.split(maxsplit=1) for line in picture.partition("to move")[0].splitlines()]
    marks = [(row[0], row[1].replace("[", " ").replace("]", " ")) for row in rows[1:] if row[1:]]
    for y, row in marks:
        for x, mark in zip("abcd", row.split(), strict=False):
            if mark == ".":
                return x + y
    raise ValueError("no free cell")


def misbehave(vice: str, prompt: str) -> str | None:
    """Do it; the text is the answer instead of a sentence with a move."""
    if vice == "silent":
        time.sleep(STUCK)
    elif vice == "late":
        time.sleep(1.0)
    elif vice in ("die", "once"):
        sys.exit("out of tokens")
    elif vice == "flood":
        while True:
            sys.stdout.write("and so on " * 1000)
    elif vice == "lines":
        while True:
            print()
    elif vice == "plain":
        print(first_free(prompt), flush=True)
        time.sleep(STUCK)
    elif vice == "number":
        print(5, flush=True)
    elif vice == "long":
        return "I think. " * 10_000 + first_free(prompt)
    elif vice == "chatty":
        return (
            f"Not a1! **Let me think:**\n\n1. b2?\n2. No.\n\n> My move is _{first_free(prompt)}_.\n"
        )
    elif vice == "learns" and "cannot be played" in prompt:
        return first_free(prompt)
    return {"illegal": "I take z9, no: I take a1, as ever.", "learns": "a1 a1 a1"}.get(vice)


def main(folder: str, vice: str, at: str = "1") -> None:
    if vice == "once" and os.listdir(folder):
        sys.exit("out of tokens")
    open(os.path.join(folder, str(os.getpid())), "w", encoding="utf-8").close()
    if vice == "stillborn":
        sys.exit("no key")
    if vice == "brood":
        sleeping = [sys.executable, "-c", f"import time; time.sleep({STUCK})"]
        child = os.spawnv(os.P_NOWAIT, sys.executable, sleeping)
        open(os.path.join(folder, str(child)), "w", encoding="utf-8").close()
    for number, line in enumerate(sys.stdin, 1):
        prompt = json.loads(line)
        said = misbehave(vice, prompt) if number >= int(at) else None
        print(json.dumps(f"I play {first_free(prompt)}." if said is None else said), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
