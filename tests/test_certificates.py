"""Certificates of Othello boards: made, checked in plain Python, tampered with and resumed."""

from __future__ import annotations

import ast
import hashlib
import json
import random
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.certificates import (
    Certificate,
    CertificateError,
    check,
    checker,
    load,
    make,
    maker,
    save,
    storage,
)
from bitgames.spread import Failed
from tests import processes
from tests.commands import fails, run
from tests.reference import othello

ROOT = Path(__file__).parents[1]
SOLVED = sorted((ROOT / "docs" / "certificates").glob("*.json"))
EMPTIES = 6


def some_game(size: othello.Size, choices: list[int]) -> othello.Game:
    """The position of the reference after some legal moves."""
    game = othello.Game(size)
    for choice in choices:
        moves = game.legal_moves
        if not moves:
            break
        game = game.play(moves[choice % len(moves)])
    return game


def discs(game: othello.Game) -> tuple[int, int]:
    """The discs of the side to move and of the other side, as the checker has them."""
    own, other = (
        sum(1 << cell for cell in game.pieces(side)) for side in (game.turn, 1 - game.turn)
    )
    return own, other


positions = st.builds(
    some_game, st.sampled_from(othello.SIZES), st.lists(st.integers(0, 60), max_size=64)
)


@settings(max_examples=40)
@given(positions)
def test_the_rules_of_the_checker_are_those_of_the_reference(game: othello.Game) -> None:
    rules = checker.board(*game.size)
    assert checker.start_of(game.text) == (rules, *discs(game))
    own, other = discs(game)
    after = {}
    for disc, *each in rules.children(own, other):
        after[rules.cell_text(disc)] = tuple(each)
    placements = [move for move in game.legal_moves if move != game.pass_move]
    assert after == {game.move_text(move): discs(game.play(move)) for move in placements}
    assert rules.score(own, other) == (game.score if game.turn == 0 else -game.score)
    assert rules.empties(own, other) == game.empties
    images = [discs(game.transformed(each)) for each in othello.symmetries(game.size)]
    assert rules.canonical(own, other) == min(images)
    assert sorted(checker.ordered(rules, own, other)) == sorted(after.values())


@settings(max_examples=40)
@given(st.lists(st.integers(0, 60), min_size=6, max_size=12), st.integers(-9, 9))
def test_the_search_of_the_checker_finds_the_value_of_the_reference(
    choices: list[int], half: int
) -> None:
    game = some_game((4, 4), choices)
    expected = othello.value(game) >= 2 * half
    assert checker.reaches(checker.board(4, 4), *discs(game), 2 * half, {}) == expected


@pytest.fixture(scope="module")
def four() -> Certificate:
    return make("othello:4", empties=EMPTIES)


def test_the_whole_set_of_4_x_4_is_right(four: Certificate) -> None:
    report = check(four, None)
    assert (four.value, four.empties) == (-10, EMPTIES)
    assert [(proof.move, proof.value) for proof in four.proofs] == [("b1", -10)]
    assert len(report.seconds) == four.positions == len(checker.proof_positions(four).lines)
    assert report.claims > four.positions > 5


def test_the_set_alone_proves_the_value_by_the_reference(four: Certificate) -> None:
    """Without the moves: every game down to the set is looked at, by the judge of all the rest."""
    lines = checker.proof_positions(four).lines
    claimed: dict[str, set[str]] = {}
    for line in lines:
        cells, claim = line.split(" ", 1)
        claimed.setdefault(cells, set()).add(claim)
    known: dict[tuple[str, int], tuple[bool, bool]] = {}

    def proven(game: othello.Game, bound: int) -> tuple[bool, bool]:
        """Whether the value is proven to be at least the bound, and proven to be less."""
        key = (game.obf, bound)
        if key not in known:
            known[key] = found(game, bound)
        return known[key]

    def found(game: othello.Game, bound: int) -> tuple[bool, bool]:
        if game.is_over:
            value = game.score if game.turn == 0 else -game.score
            return value >= bound, value < bound
        if game.empties == EMPTIES and not game.must_pass:
            claims: set[str] = set()
            for image in othello.symmetries((4, 4)):
                turned = game.transformed(image)
                cells = "".join(turned.cells)
                if game.turn == 1:
                    cells = cells.translate(str.maketrans("XO", "OX"))
                claims |= claimed.get(cells, set())
            return f">= {bound + bound % 2}" in claims, f"<= {bound - 2 + bound % 2}" in claims
        after = [proven(game.play(move), 1 - bound) for move in game.legal_moves]
        return any(less for _, less in after), all(more for more, _ in after)

    start = othello.Game((4, 4))
    assert proven(start, -10)[0] and proven(start, -8)[1]
    assert not proven(start, -8)[0] and not proven(start, -10)[1]


def test_every_claim_of_the_set_is_right_by_the_native_solver(four: Certificate) -> None:
    solver = bg.Solver("othello:4")
    for line in checker.proof_positions(four).lines:
        cells, sign, bound = line.split()
        value = solver.solve(bg.position(f"othello:4 {cells} X")).value
        assert value >= int(bound) if sign == ">=" else value <= int(bound)


@pytest.mark.parametrize("size", othello.SIZES)
def test_endings_of_every_size(size: othello.Size) -> None:
    """Values of first moves are those of a solve; passes and early ends are on the way."""
    rng = random.Random(sum(size))
    for _ in range(2):
        position = bg.Othello(*size)
        while position.empties > 7:
            if position.is_over:
                position = bg.Othello(*size)
            position = position.play(rng.choice(position.legal_moves))
        if position.is_over or position.must_pass:
            continue
        certificate = make(position, empties=3)
        values = bg.solve(position, all_moves=True).values
        for proof in certificate.proofs:
            assert proof.value == values[position.parse_move(proof.move)]
        assert certificate.value == max(values.values())
        assert check(certificate, None).certificate == certificate


def tampered(four: Certificate, change: str) -> Certificate:
    """The certificate with one thing changed."""
    proof = four.proofs[0]
    if change == "a missing move":
        proof = proof._replace(at_most=proof.at_most[:-1])
    elif change == "one move more":
        proof = proof._replace(at_least=[*proof.at_least, 0])
    elif change == "a changed move":
        first = 0 if proof.at_most[0] else 1
        proof = proof._replace(at_most=[first, *proof.at_most[1:]])
    elif change == "a rank that is not there":
        proof = proof._replace(at_most=[30, *proof.at_most[1:]])
    elif change == "a wrong bound":
        proof = proof._replace(value=proof.value + 2)
    elif change == "an odd value":
        proof = proof._replace(value=proof.value + 1)
    elif change == "a value out of range":
        proof = proof._replace(value=-18, at_least=[])
    elif change == "another first move":
        proof = proof._replace(move="a2")
    elif change == "a missing position":
        return four._replace(positions=four.positions - 1)
    elif change == "another set":
        return four._replace(sha256="0" * 64)
    elif change == "another start":
        return four._replace(position=four.position.replace("OX", "XO", 1))
    return four._replace(proofs=[proof])


CHANGES = [
    "a missing move", "one move more", "a changed move", "a rank that is not there",
    "a wrong bound", "an odd value", "a value out of range", "another first move",
    "a missing position", "another set", "another start",
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_certificate_is_refused(four: Certificate, change: str) -> None:
    with pytest.raises(CertificateError):
        check(tampered(four, change), 0)


def refitted(certificate: Certificate) -> Certificate | None:
    """The same with the number and the hash of the set that its moves lead to, if to any."""
    try:
        lines = checker.proof_positions(certificate).lines
    except CertificateError:
        return None
    return certificate._replace(positions=len(lines), sha256=checker.digest(lines))


def test_a_forger_who_fits_the_hash_too_is_refused(four: Certificate) -> None:
    """Every other value, and every other move: the tree or the set is wrong."""
    forged = []
    for value in range(-16, 17, 2):
        if value != -10:
            forged.append(four._replace(proofs=[four.proofs[0]._replace(value=value)]))
    refused = 0
    for each in forged:
        fitted = refitted(each)
        if fitted is not None:
            with pytest.raises(CertificateError, match="is wrong"):
                check(fitted, None)
            refused += 1
    assert refused > 0, "some forgeries have a tree, and are found by its set"


def test_a_proof_of_another_move_is_as_good_where_it_holds(four: Certificate) -> None:
    """A changed move that proves as much, with its own set, is another right certificate."""
    proof = four.proofs[0]
    kinds = set()
    for place, rank in enumerate(proof.at_most):
        for other in range(3):
            if other == rank:
                continue
            ranks = [*proof.at_most[:place], other, *proof.at_most[place + 1 :]]
            fitted = refitted(four._replace(proofs=[proof._replace(at_most=ranks)]))
            if fitted is None:
                kinds.add("no tree")
                continue
            wrong = [line for line in checker.proof_positions(fitted).lines if not right(line)]
            if wrong:
                kinds.add("wrong")
                with pytest.raises(CertificateError, match="is wrong"):
                    check(fitted, None)
            else:
                kinds.add("right")
                check(fitted, None)
    assert kinds == {"no tree", "wrong", "right"}


def right(line: str) -> bool:
    """Whether the reference agrees with a line."""
    cells, sign, bound = line.split()
    value = othello.value(othello.parse_obf(f"{cells} X"))
    return value >= int(bound) if sign == ">=" else value <= int(bound)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data[:-30], "not a certificate of bitgames"),
        (lambda data: b"o x o", "not a certificate of bitgames"),
        (lambda data: b"[]", "not a certificate of bitgames"),
        (lambda data: data.replace(b'"version": 1', b'"version": 2'), "2 is not a valid version"),
        (lambda data: data.replace(b'"value": -10', b'"value": -12'), "damaged: its check does"),
        (lambda data: data.replace(b'"empties": 6', b'"empties": 5'), "damaged: its check does"),
    ],
)
def test_other_files_are_refused(
    four: Certificate, tmp_path: Path, change: Callable[[bytes], bytes], reason: str
) -> None:
    path = tmp_path / "c.json"
    save(four, path)
    assert load(path) == four
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(CertificateError, match=rf"c\.json: .*{reason}"):
        load(path)
    assert "c.json" in fails(run("certificate", "check", str(path)), 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [("moves", 5), ("empties", "x"), ("position", None), ("position", "tictactoe"), ("moves", [])],
)
def test_a_file_with_nonsense_and_a_right_check_is_refused(
    four: Certificate, tmp_path: Path, field: str, value: Any
) -> None:
    document = json.loads(storage.write(four))
    del document["check"]
    document[field] = value
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    document["check"] = hashlib.sha256(text.encode()).hexdigest()
    with pytest.raises(CertificateError):
        check(checker.read(json.dumps(document).encode()))


@given(st.lists(st.sampled_from([0] * 40 + list(range(36))), max_size=300))
def test_ranks_are_packed_and_unpacked(ranks: list[int]) -> None:
    assert checker.unpacked(storage.packed(ranks)) == ranks


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_the_bytes_do_not_depend_on_the_tasks(
    four: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plies: int
) -> None:
    monkeypatch.setattr(maker, "TASK_PLIES", plies)
    again = make("othello:4", empties=EMPTIES)
    assert storage.write(again) == storage.write(four)
    # Answers come in another order, and some of them were not needed.
    monkeypatch.setattr(maker, "spread", backwards)
    assert storage.write(make("othello:4", empties=EMPTIES)) == storage.write(four)


def backwards(
    task: Callable[[bytes], bytes], specs: Iterator[bytes], **_: Any
) -> Iterator[tuple[bytes, bytes]]:
    """A `spread` that asks for all tasks first, and answers the last one first."""
    yield from [(spec, task(spec)) for spec in reversed(list(specs))]


# Ends itself by a signal once it has kept so many answers.
KILLED = """
import os, signal, sys
from bitgames.certificates import maker
from bitgames.cluster.result_log import ResultLog

maker.TASK_PLIES, left = 1, [int(sys.argv.pop(1))]
number = int(sys.argv.pop(1))
put = ResultLog.put

def kept(log, spec, result):
    put(log, spec, result)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), number)

ResultLog.put = kept
"""


@processes.posix
def test_interruptions_cost_nothing_that_was_answered(four: Certificate, tmp_path: Path) -> None:
    out, tasks = tmp_path / "c.json", tmp_path / "c.json.tasks"
    command = ["certificate", "make", "othello:4", "--empties", str(EMPTIES), "--out", str(out)]

    def ended(answers: int, number: int) -> int:
        code = KILLED + processes.MAIN
        return processes.python(code, str(answers), str(number), *command).returncode

    assert ended(3, signal.SIGKILL) == -signal.SIGKILL
    assert tasks.read_bytes().count(b"\n") == 1 + 3
    # A line that was cut is dropped.
    with open(tasks, "ab") as file:
        file.write(b'{"key":"00')
    assert ended(3, signal.SIGINT) == 130
    assert tasks.read_bytes().count(b"\n") == 1 + 6 and not out.exists()
    assert ended(-1, 0) == 0
    assert out.read_bytes() == storage.write(four) and not tasks.exists()


def test_the_answers_of_other_work_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    make("othello:4", empties=6, results=path)
    assert path.read_bytes().count(b"\n") > 1
    with pytest.raises(bg.ParameterError, match="its empties is 6, not 5"):
        make("othello:4", empties=5, results=path)


def test_a_task_whose_workers_die_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def spread(_: Any, specs: Iterator[bytes], **__: Any) -> Iterator[tuple[bytes, Any]]:
        yield next(specs), Failed("4 workers died while it ran")

    monkeypatch.setattr(maker, "spread", spread)
    with pytest.raises(bg.ClusterError, match="4 workers died"):
        make("othello:4")


def test_commands_make_check_and_list(four: Certificate, tmp_path: Path) -> None:
    out = str(tmp_path / "c.json")
    result = run("certificate", "make", "othello:4", "--out", out, "--json")
    assert result.exit_code == 0, result.output
    facts = {
        "position": four.position,
        "value": -10,
        "values": {"b1": -10},
        "empties": EMPTIES,
        "positions": four.positions,
        "sha256": four.sha256,
    }
    made = json.loads(result.stdout)
    assert made.pop("seconds") > 0 and made == facts
    assert [path.name for path in tmp_path.iterdir()] == ["c.json"]
    listed = run("certificate", "positions", out).stdout
    assert hashlib.sha256(listed.encode()).hexdigest() == four.sha256
    checked = json.loads(run("certificate", "check", out, "--sample", "3", "--json").stdout)
    assert {key: checked[key] for key in facts} == facts
    assert len(checked["seconds"]["sample"]) == 3
    assert "proven again" in run("certificate", "check", out, "--sample", "all").stdout
    assert "proven again" not in run("certificate", "check", out, "--sample", "0").stdout


def test_a_sample_is_seeded(four: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def is_right(line: str) -> bool:
        asked[-1].append(line)
        return True

    monkeypatch.setattr(checker, "is_right", is_right)
    for seed in (1, 1, 2):
        asked.append([])
        check(four, 5, seed)
    assert asked[0] == asked[1] != asked[2]
    assert len(set(asked[0])) == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tictactoe"], "tictactoe has no certificates: only Othello has"),
        (["othello:4 XXXXXXXXXXXXXXXX X"], "in which a disc can be placed"),
        (["othello:4", "--empties", "12"], "empties must be from 0 to 11, not 12"),
        (["chess"], "chess"),
    ],
)
def test_what_has_no_certificate_is_said_in_a_line(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    line = fails(run("certificate", "make", *arguments, "--out", str(tmp_path / "c")), 2)
    assert words in line
    assert list(tmp_path.iterdir()) == []


def test_a_sample_that_is_no_number_is_a_mistake(tmp_path: Path) -> None:
    line = fails(run("certificate", "check", str(tmp_path / "c"), "--sample", "few"), 2)
    assert "allowed are numbers, and all" in line


def test_the_checker_stands_alone(four: Certificate, tmp_path: Path) -> None:
    """It imports the standard library only, and runs where this package is not."""
    path = Path(checker.__file__)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)
    certificate = tmp_path / "c.json"
    save(four, certificate)
    alone = [sys.executable, "-I", "-S", str(path)]
    done = processes.run([*alone, str(certificate), "7"])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "b1 -10" and "proven again: 7" in done.stdout
    certificate.write_bytes(certificate.read_bytes().replace(b"-10", b"-12"))
    done = processes.run([*alone, str(certificate)])
    assert done.returncode == 1 and done.stderr.startswith("error: ")
    assert processes.run(alone).returncode == 2


VALUES = {
    "othello-6": -4, "othello-6-parallel": -2,
    "othello-6x4": 16, "othello-6x4-rows": 6, "othello-6x4-columns": 22,
    "othello-8x4": 32, "othello-8x4-rows": 28, "othello-8x4-columns": 32,
}  # fmt: skip


def test_the_page_says_what_the_files_prove() -> None:
    """Those of 6 x 6 are the values of Joel Feinstein, 1993."""
    assert {path.stem for path in SOLVED} == set(VALUES)
    page = (ROOT / "docs" / "solved-boards.md").read_text(encoding="utf-8")
    for path in SOLVED:
        certificate = load(path)
        assert certificate.value == VALUES[path.stem]
        assert certificate.empties == bg.position(certificate.position).empties // 2
        assert certificate.sha256 in page
        assert f"{certificate.positions:,}" in page
        for proof in certificate.proofs:
            assert f"| {proof.move} | {proof.value:+} |" in page


@pytest.mark.deep
@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_solved_boards_are_proven(path: Path) -> None:
    """The trees by the checker, with a sample; all proof positions by the solver. Minutes."""
    certificate = load(path)
    check(certificate, 200, seed=1)
    start = bg.position(certificate.position)
    solver = bg.Solver(start)
    for line in checker.proof_positions(certificate).lines:
        cells, sign, text = line.split()
        bound = int(text)
        position = bg.position(f"{start.game} {cells} X")
        if sign == ">=":
            assert solver.bound(position, bound).bounds[0] >= bound, line
        else:
            assert solver.bound(position, bound + 1).bounds[1] <= bound, line


@pytest.mark.deep
@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_the_certificates_are_made_again(path: Path) -> None:
    """Byte for byte. An hour."""
    made = make(load(path).position)
    assert storage.write(made) == path.read_bytes()
