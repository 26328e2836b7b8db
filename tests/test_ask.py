"""Asking players: what they see, cancelling, progress, and threads and processes that share one."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

import bitgames as bg
from bitgames.players import ask

# Busy machines: what takes 0.1 s there may take longer here.
SLACK = 5.0
LONG = "alphabeta:seconds=60"
OTHELLO = bg.Record("othello")
# Long to solve, and not refused with much patience.
MIDDLE = bg.openings.random_openings("othello", 26, seed=1, balance=False)[0]
DEALS = bg.Record(bg.Honeymoon(7))


@contextmanager
def in_use(agent: bg.Agent) -> Iterator[None]:
    """A thread is inside `agent.choose` as long as the block runs."""
    inside, done = threading.Event(), threading.Event()

    def think() -> None:
        with pytest.raises(bg.CancelledError):
            agent.choose(OTHELLO, stop=done.is_set, progress=lambda *_: inside.set())

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    try:
        assert inside.wait(10)
        yield
    finally:
        done.set()
        thread.join(10)
        assert not thread.is_alive()


class Keeping(bg.players.Player):
    """Keeps what it is shown."""

    name = "keeping"

    def __init__(self) -> None:
        """Nothing was shown yet."""
        self.shown: list[object] = []

    def choose(self, at: object) -> int:
        """Play the first legal move."""
        self.shown.append(at)
        position = at.position if isinstance(at, bg.Record) else at
        return int(position.legal_moves[0])  # type: ignore[attr-defined]


def test_a_player_gets_what_it_asks_for() -> None:
    record = bg.Record("tictactoe", ["b2", "a1"])
    player = Keeping()
    ask(player, record)
    player.sees = "record"
    ask(player, record)
    assert player.shown == [record.position, record]


def test_a_player_that_sees_the_record_gets_every_game_from_its_start() -> None:
    player = Keeping()
    player.sees = "record"
    bg.match(player, "random", "othello:6", games=2, seed=1)
    assert all(isinstance(shown, bg.Record) for shown in player.shown)
    lengths = [len(shown) for shown in player.shown]  # type: ignore[arg-type]
    assert lengths[:3] == [0, 2, 4]
    assert all(shown.start == bg.position("othello:6") for shown in player.shown)  # type: ignore[attr-defined]


def test_an_unknown_wish_is_refused() -> None:
    player = Keeping()
    player.sees = "everything"  # type: ignore[assignment]
    with pytest.raises(bg.ParameterError, match="everything"):
        bg.match(player, "random", "tictactoe", games=1)


def test_a_function_is_a_player() -> None:
    last = bg.match(
        lambda position: position.legal_moves[-1], "random", "tictactoe", games=20, seed=1
    )
    assert (last.num_games, last.a) == (20, "lambda")

    def top(position: bg.Position) -> str:
        return str(position.legal_moves[0])

    assert (
        bg.match(top, "ai5", "tictactoe", games=20, seed=1).wins
        == bg.match("first", "ai5", "tictactoe", games=20, seed=1).wins
    )
    assert bg.players.as_player(top).name == "top"
    with pytest.raises(TypeError, match="function"):
        bg.players.as_player(Keeping)


@pytest.mark.timed
@pytest.mark.parametrize(
    ("spec", "record"),
    [
        (LONG, OTHELLO),
        ("perfect:patience=1000000", MIDDLE),
        ("montecarlo:samples=100000", DEALS),
    ],
    ids=str,
)
def test_a_choice_is_cancelled_soon(spec: str, record: bg.Record) -> None:
    begun = time.monotonic()
    asked: list[float] = []

    def stop() -> bool:
        asked.append(time.monotonic())
        return asked[-1] - begun > 0.3

    with pytest.raises(bg.CancelledError, match="stopped"):
        ask(bg.players.get(spec, seed=1), record, stop=stop)
    assert time.monotonic() - asked[-1] < 0.1 * SLACK
    assert asked


def test_a_player_that_was_cancelled_plays_on() -> None:
    player = bg.players.get("alphabeta:depth=3", seed=1)
    expected = ask(player, OTHELLO)
    slow = bg.Agent(LONG)
    with pytest.raises(bg.CancelledError):
        slow.choose(OTHELLO, stop=lambda: True)
    assert bg.Agent("alphabeta:depth=3").choose(OTHELLO) == expected
    with pytest.raises(bg.CancelledError):
        slow.choose(OTHELLO, stop=lambda: True)


def test_progress_is_reported_and_errors_of_callbacks_come_out() -> None:
    calls: list[tuple[int, int]] = []
    ask(
        bg.players.get("alphabeta:seconds=0.4", seed=1),
        OTHELLO,
        stop=lambda: False,
        progress=lambda *call: calls.append(call),
    )
    assert calls
    assert calls[-1][0] > 0

    class Enough(Exception):
        pass

    def fail(*_: object) -> bool:
        raise Enough

    for callbacks in ({"stop": fail}, {"progress": fail}):
        with pytest.raises(Enough):
            bg.Agent(LONG).choose(OTHELLO, **callbacks)  # type: ignore[arg-type]


def test_a_record_and_its_position_give_the_same_choice() -> None:
    record = bg.Record("othello:6", ["b3", "b4"][:0])
    for spec in ("first", "random", "alphabeta:depth=2"):
        assert bg.Agent(spec, seed=1).choose(record) == bg.Agent(spec, seed=1).choose(
            record.position
        )


def test_start_game_does_not_wait_while_it_holds_the_interpreter() -> None:
    """A thread inside `choose` needs the interpreter to end; it once waited forever."""
    agent = bg.Agent("alphabeta:seconds=0.5")
    inside = threading.Event()
    thread = threading.Thread(
        target=lambda: agent.choose(OTHELLO, progress=lambda *_: inside.set()), daemon=True
    )
    thread.start()
    assert inside.wait(10)
    agent.start_game(3)
    thread.join(10)
    assert not thread.is_alive()


def test_threads_share_a_player() -> None:
    agent = bg.Agent("alphabeta:depth=2", seed=1)
    expected = agent.choose(OTHELLO)
    quick = bg.Agent("random", seed=1)
    with ThreadPoolExecutor(4) as pool:
        slow = list(pool.map(lambda _: agent.choose(OTHELLO), range(40)))
        moves = list(pool.map(lambda _: quick.choose(OTHELLO), range(400)))
    assert set(slow) == {expected}
    alone = bg.Agent("random", seed=1)
    assert sorted(map(int, moves)) == sorted(int(alone.choose(OTHELLO)) for _ in range(400))


def test_a_wait_for_a_shared_player_can_be_cancelled() -> None:
    agent = bg.Agent("alphabeta:seconds=3")
    with in_use(agent), pytest.raises(bg.CancelledError):
        agent.choose(OTHELLO, stop=lambda: True)


@pytest.mark.timed
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to itself")
def test_a_wait_for_a_shared_player_hears_ctrl_c() -> None:
    """The main thread waits for a player that another one uses; Ctrl-C ends the wait."""
    agent = bg.Agent("alphabeta:seconds=20")
    with in_use(agent):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begun = time.monotonic()
        try:
            with pytest.raises(KeyboardInterrupt):
                agent.choose(OTHELLO)
            assert time.monotonic() - begun < 0.5 * SLACK
        finally:
            signal.signal(signal.SIGINT, before)


def test_a_player_that_asks_itself_is_told() -> None:
    agent = bg.Agent("alphabeta:seconds=2")
    with pytest.raises(bg.UnsupportedError, match="callback"):
        agent.choose(OTHELLO, progress=lambda *_: agent.choose(OTHELLO))
    assert str(bg.Agent("alphabeta:depth=1").choose(OTHELLO)) in "d3 c4 f5 e6"


def test_a_player_survives_a_new_deal() -> None:
    agent = bg.Agent("montecarlo:samples=2", seed=1)
    for seed in range(3):
        position = bg.Honeymoon(seed)
        assert agent.choose(position) == bg.Agent("montecarlo:samples=2", seed=1).choose(position)
