"""What is fed with mutated input, and what must hold of it."""

from __future__ import annotations

import json
import random
import re
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames import formats
from bitgames.formats import ggf, obf, pbn, transcript, wthor, wthor_names
from bitgames.protocols import gtp, nboard
from bitgames.record import _checksum
from tests.fuzz.grammar import EDGES, Grammar, mutate
from tests.protocol_examples import Picker

CORPUS = Path(__file__).parents[1] / "data" / "corpus"
MAX_OF_AN_ERROR = 800
# Longest text of the corpus that is changed, in bytes; longer ones are read as they are.
LONGEST_TEXT = 4000


def corpus(name: str) -> list[Path]:
    return sorted(path for path in (CORPUS / name).iterdir() if path.is_file())


def check_error(error: Exception) -> None:
    """An error is one line that does not repeat its input."""
    text = str(error)
    assert text, repr(error)
    assert len(text) <= MAX_OF_AN_ERROR, f"{len(text)} characters: {text[:200]}"
    assert len(text.splitlines()) == 1, text


class Target(ABC):
    """Something that reads: a parser, or a session."""

    name: str
    grammar: Grammar
    least_share = 0.25
    """Part of the mutated inputs that has to be read without an error."""

    def __init__(self, folder: Path) -> None:
        """Use ``folder`` for files."""
        self.folder = folder
        texts = [path.read_bytes().decode("latin-1") for path in corpus(self.name)]
        self.texts = [text for text in texts if len(text) <= LONGEST_TEXT]

    def make(self, rng: random.Random) -> bytes:
        """Return one input."""
        return mutate(self.texts, rng, self.grammar).encode("latin-1", "replace")

    @abstractmethod
    def feed(self, data: bytes) -> float:
        """Return the part of an input that was read, from 0 to 1; assert all that must hold."""


class Positions(Target):
    """The one-line forms of all games, begun from random play."""

    name = "position"
    grammar = Grammar(
        r"(?P<spec>^[a-z]+(?::[^ ]*)?)|(?P<pass>pass|double|redouble)"
        r"|(?P<call>[1-7](?:NT|[SHDC])(?= |$))|(?P<card>[SHDC][AKQJT2-9])",
        numbers=("spec",),
        runs=("/", " "),
    )
    games = (
        "tictactoe", "tictactoe:5", "mnk:5,4,3", "othello", "othello:6", "mosaic:4", "mosaic",
        "quo:4", "quo:4,lowest", "honeymoon", "honeymoon:bicycle", "honeymoon:face_up",
        "honeymoon:taiwan,scoring=rubber,part_scores=60/0",
    )  # fmt: skip

    def make(self, rng: random.Random) -> bytes:
        game = rng.choice(self.games)
        texts = [self._played(game, rng) for _ in range(2)]
        if rng.random() < 0.1:
            texts = [rng.choice(self.texts)]
        return mutate(texts, rng, self.grammar).encode(errors="replace")

    def _played(self, game: str, rng: random.Random) -> str:
        position = bg.position(game)
        if position.facts.chance:
            position = position.deal(rng.randrange(1000))
        for _ in range(rng.randrange(30)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves))
        return position.to_string()

    def feed(self, data: bytes) -> float:
        try:
            position = bg.position(data.decode(errors="replace"))
        except bg.GameError as error:
            check_error(error)
            return 0.0
        text = position.to_string()
        again = bg.position(text)
        assert (again, hash(again), again.to_string()) == (position, hash(position), text)
        assert position.is_over == (not position.legal_moves)
        for move in position.legal_moves[:2]:
            after = position.play(move)
            assert bg.position(after.to_string()) == after
        return 1.0


class File(Target):
    """A format of files, read strictly and loosely, and written again."""

    def __init__(
        self,
        folder: Path,
        name: str,
        grammar: Grammar,
        loads: Callable[..., Any],
        dumps: Callable[[Any], str | bytes],
    ) -> None:
        self.name, self.grammar, self._loads, self._dumps = name, grammar, loads, dumps
        super().__init__(folder)

    def feed(self, data: bytes) -> float:
        loaded = self._loads(data, strict=False)
        for complaint in loaded.complaints:
            check_error(complaint)
        try:
            assert self._loads(data) == loaded
            assert not loaded.complaints
        except bg.ParseError as error:
            check_error(error)
            assert str(error) == str(loaded.complaints[0])
        share = len(loaded) / max(len(loaded) + len(loaded.complaints), 1)
        try:
            written = self._dumps(loaded)
        except bg.GameError as error:
            check_error(error)  # such as a game without moves, which a transcript cannot tell
            return share
        again = self._loads(written)
        assert self._dumps(again) == written
        # Deals of PBN get numbers when they are written, so they are not quite the same.
        assert again == loaded or (len(again) == len(loaded) and self.name == "pbn")
        return share


class Wthor(File):
    """The binary base: its fields are changed, not its bytes alone."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "wthor", Grammar("(?!)"), wthor.loads, wthor.dumps)

    def make(self, rng: random.Random) -> bytes:
        data = bytearray(rng.choice(self.texts).encode("latin-1"))
        games = (len(data) - 16) // 68
        for _ in range(rng.choice([1, 1, 2, 3])):
            game = 16 + 68 * rng.randrange(max(games, 1))
            kind = rng.choice(["header", "number", "score", "swap", "square", "square", "byte"])
            if kind == "header":
                data[rng.choice([*range(4), 10, 11, 12, 13, 14, 15])] = rng.choice(
                    [0, 1, 8, 19, 255]
                )
            elif kind == "number" and games:
                struct.pack_into("<H", data, game + rng.choice([0, 2, 4]), rng.randrange(65536))
            elif kind == "score" and games:
                data[game + rng.choice([6, 7])] = rng.randrange(70)
            elif kind == "swap" and games:
                a, b = (game + 8 + rng.randrange(60) for _ in range(2))
                data[a], data[b] = data[b], data[a]
            elif kind == "square" and games:
                data[game + 8 + rng.randrange(60)] = 10 * rng.randint(1, 8) + rng.randint(1, 8)
            elif kind == "byte" and data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.05:
            del data[rng.randrange(len(data) + 1) :]
        return bytes(data)

    def feed(self, data: bytes) -> float:
        share = super().feed(data)
        for game in wthor.loads(data, strict=False):
            try:
                game.record()
            except bg.ParseError as error:
                check_error(error)
        replayed = wthor.loads(data, strict=False, replay=True)
        for complaint in replayed.complaints:
            check_error(complaint)
        return share


class Records(Target):
    """Saved records, most of them signed anew so that more than the checksum is read."""

    name = "record"
    grammar = Grammar(
        r'(?P<key>"[a-z]+":)|(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>[0-9]+)|(?P<space>\s+)',
        runs=(",",),
    )

    def make(self, rng: random.Random) -> bytes:
        text = mutate(self.texts, rng, self.grammar)
        if rng.random() < 0.9:
            text = self._signed(text, rng)
        return text.encode("latin-1", "replace")

    def _signed(self, text: str, rng: random.Random) -> str:
        try:
            document = json.loads(text)
            parts = ("format", "version", "checksum")
            body = {key: value for key, value in document.items() if key not in parts}
            moves, start = list(body["moves"]), bg.position(body["start"])
            kind = rng.choice(["keep", "swap", "cut", "move"])
            if kind == "swap" and moves:
                a, b = rng.randrange(len(moves)), rng.randrange(len(moves))
                moves[a], moves[b] = moves[b], moves[a]
            elif kind == "cut":
                del moves[rng.randrange(len(moves) + 1) :]
            elif kind == "move":
                moves.append(rng.choice(["a1", "pass", 3, None, "", "zz", "c3"]))
            body["moves"] = moves
            if rng.random() < 0.7:
                end = start
                for move in moves:
                    end = end.play(move)
                body["end"] = end.to_string()
            document |= body
            document["checksum"] = _checksum(body)
            return json.dumps(document)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return text

    def feed(self, data: bytes) -> float:
        path = self.folder / "record.json"
        path.write_bytes(data)
        try:
            record = bg.Record.load(path)
        except bg.ParseError as error:
            check_error(error)
            return 0.0
        record.save(path)
        assert bg.Record.load(path) == record
        return 1.0


class AnyFormat(Target):
    """Files of no stated format: texts of all formats, mutated and joined."""

    name = "any"
    # A text that begins as one format and goes on as another is rarely read.
    least_share = 0.15
    grammar = Grammar(
        r"(?P<open>\(;)|(?P<tag>\[[A-Z][a-z]+)|(?P<move>[A-Ha-h][1-8])|(?P<cell>[-XO*](?=[-XO* ]))"
        r"|(?P<line>\n)|(?P<number>[0-9]+)|(?P<word>[A-Za-z]+)|(?P<space> +)",
        runs=("line",),
    )
    kinds = ("ggf", "pbn", "obf", "transcript", "record", "position", "wthor", "names")

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        texts = [
            path.read_bytes().decode("latin-1") for kind in self.kinds for path in corpus(kind)
        ]
        self.texts = [text for text in texts if len(text) <= LONGEST_TEXT]

    def feed(self, data: bytes) -> float:
        path = self.folder / "games"
        path.write_bytes(data)
        try:
            records = formats.read_any(data)
        except bg.GameError as error:
            check_error(error)
            with pytest.raises(type(error)):
                formats.read_any(path)
            return 0.0
        assert formats.read_any(path) == records
        for number, record in enumerate(records[:3], 1):
            assert formats.read_one(path, number) == record
            assert bg.Record.loads(record.dumps()) == record
        return 1.0


class Words(Target):
    """What people type: positions of any text form, and moves played from them."""

    name = "words"
    grammar = Grammar(
        r"(?P<spec>^[a-z]+(?::[^ ]*)?)|(?P<move>[A-Ha-h][1-8])|(?P<cell>[-XO](?=[-XO ]))"
        r"|(?P<card>[SHDC][AKQJT2-9])|(?P<number>[0-9]+)|(?P<space> +)",
        numbers=("spec",),
        runs=("/", " ", "cell"),
    )

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        texts = [path.read_text() for kind in ("position", "transcript") for path in corpus(kind)]
        boards = [path.read_text()[:66] for path in corpus("obf")]
        self.texts = [text for text in [*texts, *boards] if len(text) <= LONGEST_TEXT]

    def feed(self, data: bytes) -> float:
        text = data.decode(errors="replace")
        try:
            position = formats.read_position(text)
        except bg.GameError as error:
            check_error(error)
            position = bg.Othello()
        else:
            assert formats.read_position(position.to_string()) == position
        try:
            moves = formats.read_moves(position, text)
        except bg.GameError as error:
            check_error(error)
            return float(position != bg.Othello())
        for move in moves:
            position = position.play(move)
        return 1.0


LINES = r"(?P<line>\n)|(?P<word>[A-Za-z_-]+)|(?P<number>-?[0-9.]+)|(?P<space> +)"


class Session(Target):
    """Lines for an engine: each is answered, and the engine lives on."""

    grammar = Grammar(LINES, runs=("line",))

    def make(self, rng: random.Random) -> bytes:
        text = mutate(self.texts, rng, self.grammar)
        lines = text.split("\n")
        extra = [self.command(rng) for _ in range(rng.randrange(8))]
        at = rng.randint(0, len(lines))
        return "\n".join([*lines[:at], *extra, *lines[at:]]).encode("latin-1", "replace")

    @abstractmethod
    def command(self, rng: random.Random) -> str:
        """Return a line as the protocol has it."""


class GtpSession(Session):
    name = "gtp"
    commands = (
        *["play {color} {point}"] * 3, *["genmove {color}"] * 2, *["undo"] * 2,
        "reg_genmove {color}", "clear_board", "boardsize {number}", "komi {number}",
        "time_settings {number} {number} {number}", "time_left {color} {number} {number}",
        "{number} name", "list_commands", "known_command play", "showboard", "final_score",
        "gogui-rules_board", "gogui-rules_legal_moves", "gogui-rules_final_result",
    )  # fmt: skip

    def command(self, rng: random.Random) -> str:
        return rng.choice(self.commands).format(
            color=rng.choice(["b", "w", "black", "white", "B"]),
            point=rng.choice(["a1", "d3", "f5", "e6", "c4", "pass", "b2", "c3", "j9", "h8"]),
            number=rng.choice([*EDGES, "3", "8", "6", "4"]),
        )

    def feed(self, data: bytes) -> float:
        game = ("othello", "othello:4", "tictactoe", "mnk:5,4,3")[len(data) % 4]
        server = gtp.Server(bg.position(game), Picker())
        asked = good = 0
        for line in data.decode(errors="replace").split("\n"):
            if server.done:
                break
            reply = server.handle(line)
            if not reply:
                continue
            asked += 1
            assert re.match(r"[=?][0-9]*( |\n)", reply), (line, reply)
            assert reply.endswith("\n\n"), (line, reply)
            assert "internal error" not in reply, (line, reply)
            assert len(reply) < 4000 + len(line), (line, len(reply))
            assert "\n\n" not in reply[:-2].replace("=\n", "= "), (line, reply)
            good += reply[0] == "="
        self._undoes_everything(server)
        return good / max(asked, 1)

    @staticmethod
    def _undoes_everything(server: gtp.Server) -> None:
        for _ in range(5000):
            if server.handle("undo").startswith("?"):
                break
        board = server.handle("showboard")
        server.handle("clear_board")
        assert server.handle("showboard") == board


class NBoardSession(Session):
    name = "nboard"
    grammar = Grammar(r"(?P<set>set game)|(?P<move>[A-H][1-8])|" + LINES, runs=("line",))
    least_share = 0.5

    commands = (
        "move {move}", "move {move}", "go", "hint {number}", "set depth {number}",
        "ping {number}", "learn", "nboard {number}", "{move}", "set contempt {number}",
        "set game {number}",
    )  # fmt: skip

    def command(self, rng: random.Random) -> str:
        return rng.choice(self.commands).format(
            move=rng.choice(["F5", "D6", "C3", "PA", "d3//1.5", "E6/0.5", "A1"]),
            number=rng.choice([*EDGES, "1", "2"]),
        )

    def feed(self, data: bytes) -> float:
        said: list[str] = []
        server = nboard.Server(bg.Othello(), said.append, Picker())
        server.handle("set depth 1")
        lines = data.decode(errors="replace").split("\n")
        for line in lines:
            if server.done:
                break
            server.handle(line)
            if re.match(r"\s*set\s+depth", line):
                server.handle("set depth 1")  # deeper searches take their time
        errors = [line for line in said if line.startswith("status error")]
        for line in said:
            assert len(line.splitlines()) == 1, line
            assert "internal error" not in line, line
        for error in errors:
            assert len(error) <= MAX_OF_AN_ERROR, error
        server.done = False
        server.handle("ping 77")
        assert said[-1] == "pong 77"
        return 1 - min(len(errors) / max(len(lines), 1), 1)


GGF = Grammar(
    r"(?P<open>\(;)|(?P<close>;\))|(?P<move>(?<=\[)(?:[A-H][1-8]|PA))|(?P<tag>[A-Z]{1,2}(?=\[))"
    r"|(?P<cell>[-*O](?=[-*O ]))|(?P<number>-?[0-9]+(?:\.[0-9]+)?)|(?P<word>[A-Za-z]+)"
    r"|(?P<space>\s+)",
    runs=("tag", "open"),
)
PBN = Grammar(
    r"(?P<tag>\[[A-Z][a-z]+)|(?P<call>\b[1-7](?:NT|[SHDC])\b|\b(?:Pass|AP|XX?)\b)"
    r"|(?P<card>\b[SHDC][AKQJT2-9]\b)|(?P<rank>[AKQJT2-9](?=[AKQJT2-9. \"]))"
    r"|(?P<line>\n)|(?P<number>[0-9]+)|(?P<word>[A-Za-z]+)|(?P<space> +)",
    runs=("line",),
)
OBF = Grammar(
    r"(?P<cell>[-XO](?=[-XO ]))|(?P<move>[A-H][1-8](?=:)|PA(?=:))|(?P<number>[+-]?[0-9]+)"
    r"|(?P<line>\n)|(?P<word>[A-Za-z]+)|(?P<space> +)",
    runs=("line", ";"),
)
TRANSCRIPT = Grammar(
    r"(?P<move>[A-Ha-h][1-8])|(?P<pass>pass|pa|ps|--)|(?P<line>\n)|(?P<space> +)", runs=("line",)
)
NAMES = Grammar(r"(?P<name>[A-Za-z ,.]+)|(?P<zeros>\0+)", numbers=("name",), runs=("name",))


def targets(folder: Path) -> Iterable[Target]:
    """Return all targets; ``folder`` is for files."""
    yield Positions(folder)
    yield File(folder, "pbn", PBN, pbn.loads, pbn.dumps)
    yield File(folder, "ggf", GGF, ggf.loads, ggf.dumps)
    yield File(folder, "obf", OBF, obf.loads, obf.dumps)
    yield File(folder, "transcript", TRANSCRIPT, transcript.loads, transcript.dumps)
    yield Wthor(folder)
    yield File(
        folder,
        "names",
        NAMES,
        lambda data, **rest: wthor_names.loads(data, "players", **rest),
        lambda names: wthor_names.dumps(names, "players", created=names.created),
    )
    yield Records(folder)
    yield AnyFormat(folder)
    yield Words(folder)
    yield GtpSession(folder)
    yield NBoardSession(folder)
