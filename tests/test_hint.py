"""Hints: values of moves with reasons, refined, stopped, and blind to what is hidden."""

from __future__ import annotations

import random
import threading
from itertools import pairwise
from types import SimpleNamespace

import pytest

import bitgames as bg
from bitgames._core import reasons
from bitgames.analysis import hints, refine
from bitgames.games import unit
from tests.test_lines import SMALL, late, values_of

OPEN = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("seed", range(3))
def test_values_are_those_of_plain_minimax(spec: str, seed: int) -> None:
    position = late(spec, seed, 7)
    values = values_of(position)
    advice = bg.hint(position)
    assert {move.move: move.value for move in advice.moves} == values
    assert advice.exact and advice.final and advice.unit == unit(position).plural
    assert [move.value for move in advice.moves] == sorted(values.values(), reverse=True)
    for move in advice.moves:
        assert move.line[0] == move.move and move.depth is None and move.words
    for count in (1, 2):
        some = bg.hint(position, lines=count)
        assert [move.value for move in some.moves] == [m.value for m in advice.moves][:count]


def test_all_is_the_default() -> None:
    position = late("othello", 1, 10)
    assert bg.hint(position, all_moves=True) == bg.hint(position, lines=None) == bg.hint(position)
    with pytest.raises(bg.ParameterError, match="None together with all_moves, not 2"):
        bg.hint(position, lines=2, all_moves=True)
    assert len(bg.hint(position).moves) == len(position.legal_moves)


def test_an_ending_of_othello_is_solved_exactly() -> None:
    position = late("othello", 3, 15)
    advice = bg.hint(position, threads=2)
    values = bg.solve(position, all_moves=True).values
    assert {move.move: move.value for move in advice.moves} == values and advice.exact


def test_advice_is_refined() -> None:
    position = late("othello", 4, 19)
    heard: list[bg.Advice] = []
    advice = bg.hint(position, lines=2, level="normal", on_advice=heard.append)
    assert heard[-1] == advice and advice.exact
    assert [each.final for each in heard] == [False] * (len(heard) - 1) + [True]
    depths = [each.best.depth or 99 for each in heard]
    assert depths == sorted(depths) and len(heard) > 3
    assert list(refine(bg.TicTacToe(), lines=1))[-1] == bg.hint(bg.TicTacToe(), lines=1)


def test_a_solve_that_finds_nothing_in_its_time_leaves_what_the_search_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    empty = SimpleNamespace(solve=lambda *arguments, **options: SimpleNamespace(lines=[]))
    monkeypatch.setattr(hints, "Solver", lambda *arguments, **options: empty)
    monkeypatch.setattr(hints, "can_solve", lambda position, seconds: seconds > hints._AT_ONCE)
    *_, before, last = refine(bg.ConnectFour(), lines=1, level="quick")
    assert last.final and [each.move for each in last.moves] == [each.move for each in before.moves]


def test_a_hint_takes_a_position_a_view_or_a_record() -> None:
    position = bg.position("tictactoe oo./xx./...")
    advice = bg.hint(position)
    assert bg.hint(bg.Record(position)) == advice
    assert bg.hint(bg.View(position, position.turn)) == advice


def test_differences_are_in_the_unit_of_the_game() -> None:
    advice = bg.hint(bg.position("tictactoe oo./xx./..."), lines=2)
    assert advice.words == "c1 wins: completes a line; c2 draws"
    assert advice.moves[1].words == "draw, better than a3; blocks a line; threatens a line"
    position = late("othello", 3, 12)
    moves = bg.hint(position).moves
    for move, other in pairwise(moves):
        gap = move.value - other.value
        discs = "1 disc" if gap == 1 else f"{gap:g} discs"
        said = f"{discs} better than {other.move}" if gap else f"as good as {other.move}"
        assert move.words.startswith(f"{move.value:+g}, {said}"), move.words


def test_the_only_move_is_called_so() -> None:
    (move,) = bg.hint(bg.position("tictactoe oxo/xxo/o.x")).moves
    assert str(move.move) == "b3"
    assert bg.hint(bg.position("tictactoe oxo/xxo/o.x")).words.endswith("it is the only move")


def why(position: bg.Position, move: str) -> list[str]:
    return reasons(position, [position.parse_move(move)])


def test_reasons_of_tic_tac_toe() -> None:
    start = bg.position("tictactoe oo./xx./...")
    assert why(start, "c1") == ["completes a line"]
    assert why(start, "c2") == ["blocks a line", "threatens a line"]
    assert why(start, "a3") == ["leaves the rival a line to complete"]
    assert why(bg.position("tictactoe ox./.../x.o"), "b2") == ["completes a line"]
    assert why(bg.position("tictactoe o../.x./x.o"), "c1") == [
        "blocks a line", "forks: threatens 2 lines"
    ]  # fmt: skip


def test_reasons_of_othello() -> None:
    rng = random.Random(6)
    found = set()
    for _ in range(20):
        position: bg.Position = bg.Othello()
        while not position.is_over:
            for move in position.legal_moves:
                words = reasons(position, [move])
                found.update(word.split()[0] for word in words)
                after = position.play(move)
                takes = str(move) in ("a1", "a8", "h1", "h8")
                assert ("takes a corner" in words) == (takes and not after.is_over)
                if any(word.startswith("gives") for word in words):
                    assert {str(m) for m in after.legal_moves} & {"a1", "a8", "h1", "h8"}
            position = position.play(rng.choice(list(position.legal_moves)))
    assert found == {"takes", "gives", "leaves", "has", "ends"}


def test_a_move_that_leaves_no_reply_says_so() -> None:
    position = bg.position("othello:4 X-O-/XOOO/OOOO/XXXX X")
    assert why(position, "b1") == ["leaves the rival no move"]
    assert str(position.play("b1").legal_moves[0]) == "pass"


@pytest.mark.parametrize(
    ("played", "move", "words"),
    [
        ("1 2 1 2 1 2", "1", ["completes a line"]),
        ("1 2 1 2 1 2", "2", ["blocks a line"]),
        ("4 2 6 7", "3", ["threatens a line"]),
        ("4 4 3 3", "5", ["forks: threatens two lines at once"]),
        ("1 4 2 4 2 4", "4", ["blocks a line", "threatens a line on the odd row 3"]),
        ("3 3 2 2 5", "5", ["threatens a line on the even row 2"]),
        ("5 2 5 4 4 6 2", "3", ["lets the rival complete a line on top"]),
        ("4 4", "3", []),
    ],
)
def test_reasons_of_connect_four(played: str, move: str, words: list[str]) -> None:
    assert why(bg.Record("connect4", played).position, move) == words


def test_reasons_of_mosaic() -> None:
    rng = random.Random(2)
    chains = 0
    for spec in ("mosaic:4", "quo:4"):
        position = bg.games.start(spec)
        while not position.is_over:
            move = rng.choice(list(position.legal_moves))
            words = reasons(position, [move])
            gained = len(position.play(move).occupied) - len(position.occupied) - 1
            if words and words[0].startswith("sets off"):
                chains += 1
                assert words[0].split()[5] == str(gained)
            position = position.play(move)
    assert chains > 3


# Limits and stops.


def test_seconds_limit_the_time() -> None:
    for seconds in (0.001, 0.3):
        advice = bg.hint(bg.Othello().play("f5"), seconds=seconds)
        assert len(advice.moves) == 3 and advice.final


def test_a_stop_returns_the_advice_so_far() -> None:
    heard: list[bg.Advice] = []
    advice = bg.hint(
        bg.mnk(9, 9, 5), lines=2, level="deep", stop=lambda: len(heard) > 1, on_advice=heard.append
    )
    assert advice == heard[-1] and len(advice.moves) == 2 and not advice.exact


@pytest.mark.parametrize("position", [bg.mnk(9, 9, 5), bg.Honeymoon(3)])
def test_a_stop_before_there_is_advice(position: bg.Position) -> None:
    with pytest.raises(bg.CancelledError):
        bg.hint(position, stop=lambda: True)


def test_hints_of_threads_do_not_disturb_each_other() -> None:
    position = late("othello", 5, 12)
    expected = bg.hint(position)
    heard: list[bg.Advice] = []
    threads = [threading.Thread(target=lambda: heard.append(bg.hint(position))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == [expected] * 4


def test_progress_is_told() -> None:
    heard: list[tuple[int, int]] = []
    bg.hint(late("othello", 5, 18), progress=lambda done, total: heard.append((done, total)))
    assert heard


# Hidden cards.


def hidden(seed: int, plies: int, rules: str = "taiwan") -> bg.Position:
    rng = random.Random(seed)
    position: bg.Position = bg.Honeymoon(seed, rules=rules)
    for _ in range(plies):
        legal = list(position.legal_moves)
        bids = [move for move in legal if str(move) in ("pass", "1S", "2H")]
        position = position.play(rng.choice(bids or legal))
    return position


@pytest.mark.parametrize("rules", ["taiwan", "bicycle", "face_up"])
@pytest.mark.parametrize("plies", [0, 1, 5, 12])
def test_advice_is_equal_in_all_worlds(rules: str, plies: int) -> None:
    position = hidden(4, plies, rules)
    if position.is_over:
        pytest.skip("both passed")
    view = bg.View(position, position.turn)
    heard: list[bg.Advice] = []
    expected = bg.hint(position, level="quick", seed=7, on_advice=heard.append)
    assert heard[-1] == expected
    assert bg.hint(view, level="quick", seed=7) == expected
    for seed in range(6):
        world = position.determinize(position.turn, seed)
        again: list[bg.Advice] = []
        bg.hint(world, level="quick", seed=7, on_advice=again.append)
        assert again == heard


def test_sampled_values_are_means_with_errors() -> None:
    position = hidden(5, 3)
    assert position.phase == "draw"  # type: ignore[attr-defined]
    advice = bg.hint(position, level="quick", seed=1)
    assert advice.worlds == 16 and not advice.exact and advice.unit == "points"
    assert len(advice.moves) == len(position.legal_moves)
    for move in advice.moves:
        assert move.error is not None and move.error >= 0 and move.line == (move.move,)
    small, large = (bg.hint(position, level=level, seed=1) for level in ("quick", "deep"))
    assert large.worlds is not None and large.worlds > 16
    assert sum(m.error or 0 for m in large.moves) < sum(m.error or 0 for m in small.moves)


def test_open_hands_are_solved() -> None:
    advice = bg.hint(OPEN)
    values = bg.solve(OPEN, all_moves=True).values
    assert {move.move: move.value for move in advice.moves} == values
    assert advice.exact and advice.worlds is None
    played = OPEN.play("1NT").play("pass")
    assert bg.hint(played, lines=1).best.words.endswith("makes 5 tricks")
    assert bg.hint(played, seconds=0.001).exact


def test_see_all_uses_the_position() -> None:
    position = hidden(5, 3)
    advice = bg.hint(position, level="quick", see_all=True, seconds=0.2)
    assert advice.worlds is None and advice.best.error is None
    with pytest.raises(bg.ParameterError, match="see_all takes a position"):
        bg.hint(bg.View(position, position.turn), see_all=True)


def test_a_view_of_another_seat_is_refused() -> None:
    position = bg.Honeymoon(2)
    with pytest.raises(bg.ParameterError, match="a hint is for the player to move: south, not nor"):
        bg.hint(bg.View(position, 1))


# Bad input.


def test_a_tree_advises_where_it_plays_better() -> None:
    position = bg.games.get("mosaic:5")
    *_, last = refine(position, level="quick", seed=3)
    plain = bg.Mcts(position, seed=bg.seeding.child_seed(3, 0)).run(5000)
    assert last.final and last.best.move == plain.best_move
    values = {move.move: (move.value, move.visits) for move in last.moves}
    assert values == {
        move: (float(plain.q[int(move)]), int(plain.visits[int(move)]))
        for move in position.legal_moves
        if plain.visits[int(move)]
    }
    assert last.moves[0].line == tuple(plain.pv)
    # By an own choice elsewhere; endings are solved, then.
    assert bg.hint(bg.Othello(), method="mcts", level="quick", seed=3).unit == "half points"
    ending = late("othello:6", 1, 8)
    assert bg.hint(ending, method="mcts", seed=3).moves == bg.hint(ending).moves
    assert bg.hint("mosaic:5", method="alphabeta", level="quick").best.visits is None


def test_a_tree_proves_a_win() -> None:
    advice = bg.hint(late("mosaic:4", 5, 14), method="mcts", level="quick", seed=1)
    assert advice.best.exact and abs(advice.best.value) == 1


def test_advice_of_a_tree_is_equal_in_all_worlds() -> None:
    deal = bg.Honeymoon(7).play("1C").play("pass")
    told = [
        bg.hint(deal.determinize(deal.turn, seed=seed), method="mcts", level="quick", seed=1)
        for seed in range(4)
    ]
    assert told[0].worlds is not None and told[0].worlds > 4000
    assert all(advice == told[0] for advice in told)


def test_bad_input() -> None:
    with pytest.raises(bg.ParameterError, match="net:FILE or None, not 'a'"):
        bg.hint(bg.Othello(), method="a")
    with pytest.raises(TypeError, match="method must be a name or None, not int"):
        bg.hint(bg.Othello(), method=1)  # type: ignore[arg-type]
    with pytest.raises(bg.ParameterError, match="see_all"):
        bg.hint(bg.Honeymoon(7), method="alphabeta")
    start = bg.TicTacToe()
    with pytest.raises(bg.ParameterError, match="the game is over"):
        bg.hint(bg.position("tictactoe ooo/xx./..."))
    for lines in (0, -1):
        with pytest.raises(bg.ParameterError, match="lines must be from 1"):
            bg.hint(start, lines=lines)
    with pytest.raises(TypeError, match="lines must be an integer, not str"):
        bg.hint(start, lines="few")  # type: ignore[arg-type]
    with pytest.raises(bg.ParameterError, match=r"level must be quick, .* level, not 'x'"):
        bg.hint(start, level="x")
    for seconds in (0, -1.0, float("nan"), float("inf")):
        with pytest.raises(bg.ParameterError, match="seconds must be above 0"):
            bg.hint(start, seconds=seconds)
    with pytest.raises(bg.ParameterError, match="threads must be from 1"):
        bg.hint(start, threads=0)
    for wrong in (3, b"tictactoe", None):
        with pytest.raises(TypeError, match="takes a Position, its text, a View or a Record"):
            bg.hint(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="level must be a name"):
        bg.hint(start, level=3.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seconds must be a number"):
        bg.hint(start, seconds="1")  # type: ignore[arg-type]
