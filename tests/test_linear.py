"""Every parser takes time in proportion to its input, and Ctrl-C ends it."""

from __future__ import annotations

import _thread
import contextlib
import gc
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest

import bitgames as bg
from bitgames.formats import convert, ggf, obf, pbn, transcript, wthor, wthor_names
from bitgames.protocols import gtp, nboard
from tests.protocol_examples import START, Picker

BOARD = "-" * 27 + "OX------XO" + "-" * 27
GGF = f"(;GM[Othello]BO[8 {START}]"
DEAL = '[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]\n'


def loosely(loads: Callable[..., object]) -> Callable[[str], object]:
    """Read past all errors, as for a file in which most is bad."""
    return lambda text: loads(text, strict=False)


def gtp_line(text: str) -> object:
    return [gtp.Server(bg.Othello(), Picker()).handle(line) for line in text.split("\n")]


def nboard_line(text: str) -> object:
    said: list[str] = []
    server = nboard.Server(bg.Othello(), said.append, Picker())
    for line in text.split("\n"):
        server.handle(line)
    return said


# For each parser: the beginning of a text, what is repeated, and the end.
SHAPES: dict[str, tuple[Callable[[str], object], list[tuple[str, str, str]]]] = {
    "pbn": (
        loosely(pbn.loads),
        [
            ("", "{", ""),
            ("", "}", ""),
            ("", "{}", ""),
            ("", "{ ", "}"),
            ("", ";{", ""),
            ("", "{\n", ""),
            ("", "{\n}", ""),
            ("", "$", ""),
            ("", "$1", ""),
            ("", "=1", ""),
            ("", "=" + "1" * 9, "="),
            ("", "!?", ""),
            ("", "[", ""),
            ("", "[\n\n", ""),
            ("", '[A "', ""),
            ('[A "', "\\", ""),
            ('[A "', '\\"', '"]'),
            ('[A "', " ", ""),
            ("[", " ", ""),
            ("[A", " ", ""),
            ("", '[A "b"]\n\n', ""),
            ("", '[A "b"]\n', ""),
            ("", DEAL + "\n", ""),
            (DEAL + '[Auction "S"]\n', "Pass ", ""),
            (DEAL + '[Auction "S"]\n1NT Pass Pass Pass\n[Play "W"]\n', "- ", ""),
            ('[Deal "', "S:", '"]'),
        ],
    ),
    "ggf": (
        loosely(ggf.loads),
        [
            ("", "(;", ""),
            ("", "(;;)", ""),
            ("", "(;x;)\n", ""),
            ("", "(;A[", ""),
            ("(;", "A[(;]", ""),
            ("(;", "A[b]", ""),
            ("(;A[", "(;", ""),
            ("", "1 ", ""),
            ("", "1", "(;"),
            ("", "1 (;;)", ""),
            ("", "9" * 40 + " (;;)\n", ""),
            ("", "a", ""),
            ("(;", "a", ""),
            ("(;", " ", ""),
            ("", "\n", ""),
            ("", GGF + ";)\n", ""),
            ("", GGF + "B[A1];)\n", ""),
            (GGF + "B[F5/", "1", "x];)"),
            (GGF + "B[F5/", "1", "e1x];)"),
            (GGF + "B[F5", "/", "];)"),
            (GGF, "B[F5]", ";)"),
            ("(;GM[Othello]BO[8 ", "-", " *];)"),
            ("(;GM[Othello]BO[8 ", "- ", " *];)"),
        ],
    ),
    "obf": (
        loosely(obf.loads),
        [
            ("", "X", ""),
            ("", "\n", ""),
            ("", "%", ""),
            ("", "X;\n", ""),
            ("", BOARD + " X; F5:+0;\n", ""),
            (BOARD + " X;", " ;", ""),
            (BOARD + " X; F5", " ", ":+x;"),
            (BOARD + " X; ", "F", ":+1;"),
            (BOARD + " X; ", "F5:+1;", ""),
            (BOARD, " ", "X"),
        ],
    ),
    "transcript": (
        loosely(transcript.loads),
        [
            ("", " ", ""),
            ("", "x\n", ""),
            ("", "f5", ""),
            ("", "f5d6\n", ""),
            ("f5", " ", "x"),
            ("", "-", ""),
            ("", "\x00\n", ""),
        ],
    ),
    "convert": (
        lambda text: convert.loads(text.encode(), "transcript", strict=False),
        [("", "f5\n", ""), ("", "a1\n", "")],
    ),
    "wthor": (
        lambda text: wthor.loads(text.encode("latin-1"), strict=False),
        [
            ("\0\0\0\0\xff\xff\0\0\0\0\0\0\x08\0\0\0", "\0" * 68, ""),
            ("\0\0\0\0\xff\xff\0\0\0\0\0\0\x08\0\0\0", "\xff" * 68, ""),
        ],
    ),
    "names": (
        lambda text: wthor_names.loads(text.encode("latin-1"), "players", strict=False),
        [("\0" * 8 + "\xff\xff" + "\0" * 6, "a", "")],
    ),
    "position": (
        bg.position,
        [("", "o", ""), ("tictactoe ", ".", ""), ("othello ", "X", " X"), ("honeymoon ", "A", "")],
    ),
    "gtp": (
        gtp_line,
        [
            ("boardsize ", "9", ""),
            ("", "play ", ""),
            ("", "1 ", ""),
            ("# ", "#", ""),
            ("", "\x01", ""),
        ],
    ),
    "nboard": (
        nboard_line,
        [("set depth ", "9", ""), ("set game ", "(;", ""), ("hint ", "1", ""), ("move ", "/", "")],
    ),
}
CASES = [(name, read, shape) for name, (read, shapes) in SHAPES.items() for shape in shapes]
# Characters of the shortest text of each shape, and seconds that need no second look.
SIZE = 1 << 14
QUICK = 0.01


@pytest.fixture(autouse=True)
def no_collection() -> Iterator[None]:
    """Collections of garbage come when they like, and swallow a Ctrl-C that comes in one."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def seconds(read: Callable[[str], object], shape: tuple[str, str, str], size: int) -> float:
    before, part, after = shape
    text = before + part * (size // len(part)) + after
    began = time.process_time()
    with contextlib.suppress(bg.GameError):
        read(text)
    return time.process_time() - began


def test_there_are_enough_shapes() -> None:
    assert len(CASES) >= 60


@pytest.mark.timed
@pytest.mark.deep
@pytest.mark.parametrize(
    ("read", "shape"), [case[1:] for case in CASES], ids=[f"{c[0]}-{c[2][1][:12]!r}" for c in CASES]
)
def test_time_grows_with_the_input(
    read: Callable[[str], object], shape: tuple[str, str, str]
) -> None:
    """At 4 times the size about 4 times the time; 16 times would be quadratic."""
    best = [math.inf] * 3
    for _ in range(6):  # a busy machine gets more than one chance
        times = [seconds(read, shape, SIZE * factor) for factor in (1, 2, 4)]
        best = [min(pair) for pair in zip(best, times, strict=True)]
        if best[2] < QUICK or (best[2] < 9 * best[0] and best[1] < 4 * best[0]):
            return
    pytest.fail(f"seconds at n, 2n, 4n: {best}")


@pytest.mark.timed
@pytest.mark.parametrize(
    ("name", "part"),
    [("pbn", '[A "b"]\n\n'), ("ggf", "(;x;)\n"), ("obf", "X;\n"), ("transcript", "x\n")],
)
def test_ctrl_c_ends_reading(name: str, part: str) -> None:
    """Bad games for many seconds; the signal comes after a moment."""
    text = part * 4_000_000
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    try:
        timer.start()
        began = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            SHAPES[name][0](text)
        assert time.perf_counter() - began < 10
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, old)
