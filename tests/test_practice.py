"""Practice: cards judged by slower means, days of FSRS, the deck as a file, sessions, exports."""

from __future__ import annotations

import csv
import json
import random
import xml.etree.ElementTree as ET
from base64 import b64decode
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.practice import (
    Answer,
    Card,
    Deck,
    MoveValue,
    Plan,
    Rating,
    Schedule,
    Session,
    book_lines,
    judge,
    mistakes,
    problems,
    to_anki,
    to_csv,
)
from bitgames.practice.export import HEADS
from tests import processes

GAMES = ["tictactoe", "mnk:5,4,4", "othello:6", "connect4", "mosaic:4", "quo:4", "honeymoon"]
NOW = datetime(2022, 11, 29, 12, 30, tzinfo=UTC)

# The steps of minutes with which the vectors of FSRS are published.
STEPS = Plan(steps=(1.0, 10.0), relearning=(10.0,))


@cache
def cards(
    game: str = "othello:6", count: int = 3, empties: int = 6, plies: int = 3
) -> tuple[Card, ...]:
    return tuple(islice(problems(game, seed=1, empties=empties, plies=plies), count))


def filled(game: str = "othello:6", count: int = 3) -> Deck:
    deck = Deck(game)
    assert deck.extend(cards(game, count)) == count
    return deck


# The published vectors: tests/test_basic.py of open-spaced-repetition/py-fsrs, version 6.3.1.


def after(ratings: list[Rating], days: list[float] | None, plan: Plan = STEPS) -> list[Schedule]:
    """The schedules after ratings: each when it is due, or after a number of days."""
    found: list[Schedule] = []
    now, kept = NOW, None
    for number, rating in enumerate(ratings):
        if days is not None:
            now += timedelta(days=days[number])
        kept = plan.after(kept, rating, now)
        found.append(kept)
        now = now if days is not None else kept.due
    return found


def test_published_intervals() -> None:
    good, again = Rating.GOOD, Rating.AGAIN
    found = after([good] * 6 + [again] * 2 + [good] * 5, None)
    days = [(each.due - each.last).days for each in found]
    assert days == [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]


@pytest.mark.parametrize("plan", [STEPS, Plan()], ids=["steps", "days"])
def test_published_memory(plan: Plan) -> None:
    """Stability and difficulty do not depend on the steps."""
    ratings = [Rating.AGAIN] + [Rating.GOOD] * 5
    last = after(ratings, [0, 0, 1, 3, 8, 21], plan)[-1]
    assert last.stability == pytest.approx(53.62691, abs=1e-4)
    assert last.difficulty == pytest.approx(6.3574867, abs=1e-4)


def test_published_steps() -> None:
    first, second = after([Rating.GOOD, Rating.GOOD], None)
    assert (first.state, first.step, round((first.due - first.last).total_seconds())) == (1, 1, 600)
    assert (second.state, second.step) == (2, None)
    assert second.due - second.last >= timedelta(days=1)
    (wrong,) = after([Rating.AGAIN], None)
    assert (wrong.state, wrong.step, wrong.due - wrong.last) == (1, 0, timedelta(minutes=1))
    (easy,) = after([Rating.EASY], None)
    assert easy.state == 2 and easy.due - easy.last >= timedelta(days=1)
    relearnt = after([Rating.GOOD, Rating.GOOD, Rating.GOOD, Rating.AGAIN], None)[-1]
    assert (relearnt.state, relearnt.due - relearnt.last) == (3, timedelta(minutes=10))


def test_the_easiest_answers_have_difficulty_one() -> None:
    assert after([Rating.EASY] * 10, [0.0] + [1e-6 / 86_400] * 9)[-1].difficulty == 1.0


def test_without_steps_every_interval_is_of_days() -> None:
    rng = random.Random(5)
    for _ in range(50):
        ratings = [rng.choice(list(Rating)) for _ in range(8)]
        for each in after(ratings, None, Plan()):
            assert each.due - each.last >= timedelta(days=1)
            assert (each.state, each.step) == (2, None)


def test_the_longest_interval_and_retention_count() -> None:
    ratings = [Rating.EASY] * 6
    assert (after(ratings, None, Plan(longest=30))[-1].due - NOW).days <= 6 * 30
    high, low = (after(ratings, None, Plan(retention=share))[-1].due for share in (0.95, 0.8))
    assert high < low


@pytest.mark.parametrize(
    "options", [{"retention": 1.5}, {"longest": 0}, {"steps": (-1.0,)}, {"relearning": (1e9,)}]
)
def test_plans_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(bg.ParameterError):
        Plan(**options)


def test_a_time_needs_a_zone() -> None:
    with pytest.raises(bg.ParameterError, match="time zone"):
        Plan().after(None, Rating.GOOD, datetime(2026, 1, 1))


def test_due_is_a_day_and_not_an_hour() -> None:
    zone = timezone(timedelta(hours=9))
    kept = Schedule(datetime(2026, 1, 3, 20, tzinfo=zone).astimezone(UTC), NOW, 2.0, 5.0, 2)
    assert not kept.is_due(datetime(2026, 1, 2, 23, 59, tzinfo=zone))
    assert kept.is_due(datetime(2026, 1, 3, 0, 1, tzinfo=zone))
    minutes = replace(kept, last=kept.due - timedelta(minutes=10))
    assert not minutes.is_due(kept.due - timedelta(minutes=1))
    assert minutes.is_due(kept.due)


def test_without_the_package_the_error_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['fsrs'] = None\n"
        "from bitgames.practice import Deck, problems\n"
        "deck = Deck('tictactoe'); deck.add(next(problems('tictactoe', seed=1)))\n"
        "try: deck.answer(0, None)\n"
        "except Exception as error: print(type(error).__name__, error, deck[0].answers)\n"
    )
    done = processes.python(code)
    assert "UnsupportedError practice needs the package fsrs: pip install 'bitgames[practice]'" in (
        done.stdout
    )
    assert done.stdout.rstrip().endswith("()")


def test_importing_is_light() -> None:
    code = "import sys, bitgames, bitgames.practice; print('fsrs' in sys.modules)"
    assert processes.python(code).stdout.strip() == "False"


# Sources and judging.


@pytest.mark.parametrize("game", GAMES)
def test_problems_of_all_games_have_exact_values(game: str) -> None:
    for card in cards(game, 3):
        solved = bg.solve(card.position, all_moves=True)
        values = {line.move: line.value for line in solved.lines}
        assert {each.move: each.value for each in card.values} == values
        assert card.exact
        assert 2 * len(card.best_moves) <= len(values)
        for move, value in values.items():
            verdict = judge(card, move)
            assert verdict.right == (value == max(values.values()))
            assert verdict.loss == max(values.values()) - value
            # The margin is the border.
            assert judge(card, move, margin=verdict.loss).right


def test_more_empty_cells_and_plies_are_harder() -> None:
    assert all(len(card.position.empty) == 9 for card in cards("othello", empties=9))
    assert all((card.plies or 0) >= 7 for card in cards("tictactoe", 2, empties=7, plies=7))


def test_endings_have_open_hands() -> None:
    for card in cards("honeymoon", 4, empties=4):
        position = card.position
        assert isinstance(position, bg.Honeymoon)
        assert position.is_open
        assert sum(map(str.isalnum, position.hand(position.turn))) <= 4


def test_two_good_moves_are_both_right() -> None:
    position = bg.position("tictactoe o../.x./...")
    solved = bg.solve(position, all_moves=True)
    values = tuple(MoveValue(line.move, line.value, True) for line in solved.lines)
    card = Card(position, values, "problem", "by hand")
    assert len(card.best_moves) > 1
    assert all(judge(card, move).right for move in card.best_moves)
    assert "as good" in judge(card, card.best_moves[0]).words


def test_estimates_are_said_and_count_within_their_noise() -> None:
    card = next(book_lines(bg.Book.of("othello")))
    entry = bg.Book.of("othello").look_up(card.position)
    assert entry is not None
    assert [(each.move, each.value) for each in card.values] == [
        (each.move, each.value) for each in entry.moves
    ]
    noise = bg.games.unit("othello").noise
    for each in card.values:
        verdict = judge(card, each.move)
        assert verdict.right == (card.value - each.value <= noise)
        assert verdict.words.endswith("(by the book)")
    found = replace(card, kind="mistake")
    assert judge(found, None).words.endswith("(estimated by a search)")
    shorter = replace(card, values=card.values[:2])
    verdict = judge(shorter, card.values[2].move, margin=64)
    assert (verdict.right, verdict.loss) == (False, None)
    assert "is not in the book" in verdict.words


def test_an_illegal_answer_changes_nothing() -> None:
    deck = filled()
    position = deck[0].position
    illegal = next(each for each in range(position.num_moves) if not position.is_legal(each))
    with pytest.raises(bg.IllegalMoveError):
        deck.answer(0, bg.Move(position.game, illegal))
    assert not deck[0].answers


def test_book_lines_begin_at_the_root_and_follow_good_moves() -> None:
    book = bg.Book.of("othello")
    found = list(islice(book_lines(book), 30))
    plies = [card.position.ply for card in found]
    assert plies == sorted(plies)
    assert len({card.key for card in found}) == len(found)
    for card in found:
        record = bg.Record("othello", card.origin.removeprefix("book: ").split())
        assert record.position == card.position
        for number, move in enumerate(record.moves):
            entry = book.look_up(record.positions[number])
            assert entry is not None
            value = next(each.value for each in entry.moves if each.move == move)
            assert entry.moves[0].value - value <= bg.games.unit("othello").noise


def lost_game() -> bg.Record:
    return bg.Record("tictactoe", ["a1", "b1", "b2", "c1", "c3"])


def test_mistakes_are_those_of_the_analysis() -> None:
    analysis = bg.analyze(lost_game())
    costly = [move for move in analysis.moves if move.loss > 0]
    for games in ([lost_game()], [analysis]):
        found = list(mistakes(games))
        assert [card.position for card in found] == [
            analysis.record.positions[move.number - 1] for move in costly
        ]
        for card, move in zip(found, costly, strict=True):
            assert not judge(card, move.move).right
            assert judge(card, move.best).right


def test_mistakes_of_one_player() -> None:
    game = lost_game()
    game.players = ["Ann", "Ben"]
    for name, count in (("ann", 0), ("BEN", 1), ("x", 1), ("o", 0), ("cy", 0)):
        assert len(list(mistakes([game], player=name))) == count
    assert not list(mistakes([game], least=2.5))


def test_games_that_are_known_are_not_looked_at_again() -> None:
    known: set[str] = set()
    assert len(list(mistakes([lost_game()], known=known))) == 1
    assert len(known) == 1
    assert not list(mistakes([lost_game()], known=known))
    # Another player's mistakes are others.
    assert list(mistakes([lost_game()], known=known, player="x"))


# Hidden information.


def random_deal(seed: int) -> bg.Record:
    rng = random.Random(seed)
    record: bg.Record = bg.Record(bg.Honeymoon(seed))
    while not record.is_over:
        record.play(rng.choice(list(record.position.legal_moves)))
    return record


def test_mistakes_of_a_deal_are_open_endings() -> None:
    found = [card for seed in range(4) for card in mistakes([random_deal(seed)], level="quick")]
    assert found
    for card in found:
        assert isinstance(card.position, bg.Honeymoon)
        assert card.position.is_open
        assert card.exact


def test_a_deck_holds_no_hidden_cards() -> None:
    position = next(
        each for each in random_deal(1).positions if len(each.legal_moves) > 1 and not each.is_open
    )
    values = tuple(MoveValue(move, 0.0, False) for move in position.legal_moves)
    card = Card(position, values, "mistake", "by hand")
    deck = Deck("honeymoon")
    with pytest.raises(bg.UnsupportedError, match="hidden") as error:
        deck.add(card)
    assert position.to_string() not in str(error.value)
    # Nor does a file that somebody else has written.
    ending = cards("honeymoon", 1)[0]
    deck.add(ending)
    data = deck.dumps()
    forged = rewritten(data, lambda line: {**line, "position": position.to_string(),
        "values": [[str(move), 0.0, False] for move in position.legal_moves]})  # fmt: skip
    with pytest.raises(bg.ParseError, match="hidden"):
        Deck.loads(forged)


# The file.


def rewritten(data: bytes, change: Any, head: Any = lambda header: header) -> bytes:
    """The bytes of a deck with changed lines and header, and the checksum that belongs to them."""
    from bitgames.practice.deck import _checksum, _line

    first, *lines = data.splitlines()
    body = b"".join(_line(change(json.loads(line))) for line in lines)
    header = {**json.loads(first)}
    del header["checksum"]
    header = head(header)
    return _line({**header, "checksum": _checksum(header, body)}) + body


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_comes_back_from_its_file(game: str, tmp_path: Path) -> None:
    deck = filled(game)
    deck.games.add("00ff")
    deck.answer(0, None, now=NOW)
    deck.answer(1, deck[1].best_moves[0], now=NOW, seconds=2.5)
    deck.answer(0, deck[0].best_moves[0], now=NOW + timedelta(days=1))
    deck.save(tmp_path / "my.deck")
    again = Deck.load(tmp_path / "my.deck")
    assert list(again) == list(deck)
    assert (again.game, again.plan, again.games) == (deck.game, deck.plan, deck.games)
    assert again.dumps() == deck.dumps()
    assert rewritten(deck.dumps(), lambda line: line) == deck.dumps()
    expected = [Answer(NOW, None, Rating.AGAIN), Rating.GOOD]
    assert [again[0].answers[0], again[0].answers[1].rating] == expected


def test_damaged_truncated_and_foreign_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.deck"
    data = filled().dumps()
    rng = random.Random(3)
    for _ in range(300):
        at, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
        path.write_bytes(data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :])
        with pytest.raises(bg.DamagedFileError, match=r"my\.deck"):
            Deck.load(path)
    for end in [*range(0, len(data), 17), len(data) - 1]:
        path.write_bytes(data[:end])
        with pytest.raises(bg.DamagedFileError, match=r"my\.deck"):
            Deck.load(path)
    for foreign in (b"", b"\0" * 100, b"{}\n", b"[]\n", b"f5d6c3\n", lost_game().dumps().encode()):
        path.write_bytes(foreign)
        with pytest.raises(bg.DamagedFileError, match="not a deck"):
            Deck.load(path)
    path.write_bytes(rewritten(data, lambda line: line, lambda head: {**head, "version": 9}))
    with pytest.raises(bg.DamagedFileError, match="9 is not a valid version of a deck"):
        Deck.load(path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("position", "othello ?"), ("position", "tictactoe .../.../... o"), ("values", []),
        ("values", [["z9", 1, True]]), ("kind", "other"), ("answers", [["today", None, 1, None]]),
        ("answers", [["2026-01-01T00:00:00", None, 1, None]]), ("schedule", {}), ("answers", 7),
        ("answers", [["2026-01-01T00:00:00+00:00", None, 9, None]]),
    ],
)  # fmt: skip
def test_wrong_content_with_a_right_checksum_is_refused(field: str, value: object) -> None:
    data = filled(count=1).dumps()
    with pytest.raises(bg.ParseError, match="damaged deck"):
        Deck.loads(rewritten(data, lambda line: {**line, field: value}))


def test_two_processes_cannot_have_one_deck(tmp_path: Path) -> None:
    path = tmp_path / "my.deck"
    with Deck.open(path, "othello:6") as deck:
        deck.extend(cards())
        code = f"from bitgames.practice import Deck; Deck.open({str(path)!r}, 'othello')"
        done = processes.python(code)
        assert "BlockingIOError" in done.stderr
        # Readers may look.
        assert len(Deck.load(path)) == 3
    with Deck.open(path, "othello") as deck:
        assert len(deck) == 3
    with pytest.raises(bg.ClosedError):
        deck.answer(0, None)
    assert not deck[0].answers


def test_a_deck_is_of_one_game(tmp_path: Path) -> None:
    path = tmp_path / "my.deck"
    with Deck.open(path, "othello") as deck:
        deck.add(cards("othello:6", 1)[0])
        with pytest.raises(bg.ParameterError, match="tictactoe"):
            deck.add(cards("tictactoe", 1, empties=5)[0])
    with pytest.raises(bg.ParameterError, match="is a deck of othello, not of mosaic:4"):
        Deck.open(path, "mosaic:4")
    # The failure has let the file go.
    Deck.open(path, "othello").close()


def test_a_write_that_fails_changes_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "my.deck"
    with Deck.open(path, "othello:6") as deck:
        deck.extend(cards())
        before = path.read_bytes()

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("bitgames.practice.deck.write_atomic", full)
        with pytest.raises(OSError, match="space"):
            deck.answer(0, None)
        assert not deck[0].answers
    assert path.read_bytes() == before == deck.dumps()


def test_symmetric_positions_are_one() -> None:
    card = cards("othello:6", 1)[0]
    deck = Deck("othello")
    assert deck.add(card)
    turned = card.position.transform(1)
    values = tuple(
        replace(each, move=card.position.transform_move(each.move, 1)) for each in card.values
    )
    assert not deck.add(replace(card, position=turned, values=values))
    assert turned in deck and len(deck) == 1


# Sessions.


def test_a_session_asks_what_is_due_then_what_is_new() -> None:
    deck = filled(count=6)
    for number, days in ((4, 3), (2, 9), (5, 0)):
        deck.answer(number, None, now=NOW - timedelta(days=days))
    session = Session(deck, count=4, new=10, now=NOW)
    # The one that is due longest first; that of today is not due; the new ones by plies.
    fresh = sorted([0, 1, 3], key=lambda number: deck[number].plies or 0)[:2]
    assert session.numbers == (2, 4, *fresh)
    assert Session(deck, new=1, now=NOW).numbers == (2, 4, fresh[0])
    assert Session(deck, new=0, now=NOW).numbers == (2, 4)


def test_wrong_answers_come_once_more_and_are_rated_once() -> None:
    deck = filled()
    session = Session(deck, now=NOW)
    wrong = session.number
    assert wrong is not None
    assert not session.answer(deck[wrong].values[-1].move, now=NOW).right
    for _ in range(2):
        assert session.card is not None and not session.again
        assert session.answer(session.card.best_moves[0], now=NOW).right
    assert session.again and session.number == wrong
    assert not session.answer(None).right
    assert session.again and session.left == 1
    assert session.answer(deck[wrong].best_moves[0]).right
    assert session.card is None and session.left == 0
    assert [len(card.answers) for card in deck] == [1, 1, 1]
    summary = session.summary
    assert (summary.answered, summary.right, summary.new, summary.left) == (3, 2, 3, 0)
    assert summary.loss == deck[wrong].value - deck[wrong].values[-1].value
    with pytest.raises(bg.ParameterError, match="over"):
        session.answer(None)


def test_a_quick_answer_is_easy_only_if_asked_for() -> None:
    ratings = []
    for easy, seconds in ((None, 1.0), (5.0, 1.0), (5.0, 6.0), (5.0, None)):
        deck = filled(count=1)
        session = Session(deck, easy=easy)
        session.answer(deck[0].best_moves[0], seconds=seconds)
        ratings.append(deck[0].answers[0].rating)
    assert ratings == [Rating.GOOD, Rating.EASY, Rating.GOOD, Rating.GOOD]


def test_days_of_practice_come_to_an_end() -> None:
    """Who always knows is asked ever less; who never knows, every day."""
    knows, forgets = filled(), filled()
    asked = [0, 0]
    for day in range(60):
        for who, deck in enumerate((knows, forgets)):
            session = Session(deck, now=NOW + timedelta(days=day))
            for number in session.numbers:
                move = deck[number].best_moves[0] if who == 0 else None
                deck.answer(number, move, now=NOW + timedelta(days=day))
                asked[who] += 1
    assert asked[0] <= 3 * 5
    assert asked[1] == 3 * 60


# Exports.


def test_csv_has_a_row_for_each_position() -> None:
    deck = filled()
    deck.answer(0, None, now=NOW)
    rows = list(csv.reader(StringIO(to_csv(deck))))
    assert tuple(rows[0]) == HEADS
    assert [bg.position(row[0]) for row in rows[1:]] == [card.position for card in deck]
    found = dict(zip(rows[0], rows[1], strict=True))
    assert (found["answers"], found["right"]) == ("1", "0")
    assert datetime.fromisoformat(found["last"]) == NOW


@pytest.mark.parametrize("game", GAMES)
def test_anki_has_pictures_and_keeps_identities(game: str) -> None:
    deck = filled(game)
    heads = dict(
        line[1:].split(":", 1) for line in to_anki(deck).splitlines() if line.startswith("#")
    )
    assert heads["html"] == "true" and heads["separator"] == "tab"
    assert heads["guid column"] == "1" and heads["tags column"] == "4"
    notes = [line.split("\t") for line in to_anki(deck).splitlines() if not line.startswith("#")]
    assert len({note[0] for note in notes}) == len(deck)
    for card, (guid, front, back, tags) in zip(deck, notes, strict=True):
        assert tags.split() == ["bitgames", deck.game, "problem"]
        for side in (front, back):
            data = side.split("base64,")[1].split('"')[0]
            assert ET.fromstring(b64decode(data)).tag == "{http://www.w3.org/2000/svg}svg"
        assert str(card.best_moves[0]) in back.split("<br>")[0]
        # An answer does not change who a note is.
        assert guid == f"bitgames-{card.key:016x}"
