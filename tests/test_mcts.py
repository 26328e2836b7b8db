"""Monte Carlo tree search: the tree, what it proves, and that it reveals nothing."""

from __future__ import annotations

import pickle
import random
import threading

import numpy as np
import pytest

import bitgames as bg
from tests import processes
from tests.slow_mcts import Node, SlowMcts

GAMES = ["tictactoe", "mnk:6,5,4", "othello", "othello:6", "mosaic:4", "quo:4", "honeymoon"]


def late(spec: str, seed: int, empties: int) -> bg.Position:
    """A position with at most ``empties`` empty squares, or plies to come in a game of cards."""
    rng = random.Random(f"{spec} {seed}")
    while True:
        line = [bg.position(spec).deal(rng.randrange(1 << 32))]
        while not line[-1].is_over:
            line.append(line[-1].play(rng.choice(line[-1].legal_moves)))
        if line[0].facts.hidden:
            return line[-1 - empties]
        for position in line[:-1]:
            if len(position.empty) <= empties:
                return position


def middle(spec: str, seed: int, plies: int) -> bg.Position:
    """A position ``plies`` after the start of a random game."""
    rng = random.Random(f"{spec} {seed}")
    position = bg.position(spec).deal(seed)
    for _ in range(plies):
        after = position.play(rng.choice(position.legal_moves))
        position = position if after.is_over else after
    return position


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


# The twin


def check_twin(position: bg.Position, simulations: int, seed: int, **options: float) -> None:
    """The visits and the values of the root's moves are those of the slow search."""
    slow = SlowMcts(position, seed, **options)  # type: ignore[arg-type]
    search = bg.Mcts(position, seed=seed, rollout="random", **options)  # type: ignore[arg-type]
    found = search.run(simulations)
    root = slow.run(simulations)
    assert found.simulations == root.visits
    visits = {int(m): found.visits[int(m)] for m in position.legal_moves}
    assert visits == {m: child.visits for m, child in sorted(root.children.items())}
    side = 1 if position.facts.teams[position.turn] == 0 else -1
    assert found.bounds == ((root.low, root.high) if side == 1 else (-root.high, -root.low))
    if not slow.hidden:  # there the growth of a node leaves places free
        assert found.nodes == count(root)
    for m, child in root.children.items():
        if child.visits:
            mean = min(max(child.total / child.visits, child.low), child.high)
            assert found.q[m] == pytest.approx(side * mean, abs=1e-6)


def count(node: Node) -> int:
    return 1 + sum(map(count, node.children.values()))


@pytest.mark.parametrize(
    ("spec", "plies", "simulations"),
    [("tictactoe", 2, 400), ("othello:6", 26, 200), ("quo:3", 1, 200), ("honeymoon", 30, 60)],
)
def test_the_tree_is_that_of_the_slow_search(spec: str, plies: int, simulations: int) -> None:
    check_twin(middle(spec, 1, plies), simulations, seed=5)


@pytest.mark.deep
@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_many_trees_are_those_of_the_slow_search(spec: str, seed: int) -> None:
    for plies in (0, 3, 6):
        check_twin(middle(spec, seed, plies), 300, seed)
        check_twin(middle(spec, seed, plies), 100, seed, c=0.3)
    check_twin(late(spec, seed, 5), 2000, seed)
    if not bg.games.facts(spec).hidden:
        check_twin(late(spec, seed, 5), 500, seed, proof=False)


# Proofs


@pytest.mark.parametrize("rollout", ["random", None])
@pytest.mark.parametrize(
    ("spec", "most", "value"),
    [("tictactoe", 20_000, 0), ("mnk:4,3,3", 20_000, 1), ("othello:4", 10_000, -1)],
)
def test_small_games_are_proven(spec: str, most: int, value: int, rollout: str | None) -> None:
    start = bg.position(spec)
    for seed in range(3):
        found = bg.Mcts(start, seed=seed, rollout=rollout).run(most)
        assert found.proven and found.value == value == sign(bg.solve(start, wld=True).value)
        assert found.simulations < most
        assert found.policy[int(found.best_move)] == 1 and found.policy.sum() == 1
        assert bg.solve(start.play(found.best_move), wld=True).value == -value


ENDINGS = {
    "tictactoe": 7,
    "mnk:5,4,4": 9,
    "othello:6": 8,
    "othello": 8,
    "mosaic:4": 6,
    "mosaic": 6,
    "quo:4": 8,
    "quo:5,lowest": 8,
    "honeymoon": 8,
}


def check_ending(position: bg.Position, **options: int) -> None:
    """The proven value is the solver's, and so is that of the best move."""
    found = bg.Mcts(position, seed=1, **options).run(400_000)  # type: ignore[arg-type]
    assert found.proven, position.to_string()
    value = bg.solve(position, wld=True).value
    assert sign(found.value) == value, position.to_string()
    after = position.play(found.best_move)
    teams = position.facts.teams
    side = 1 if teams[after.turn] == teams[position.turn] else -1
    reached = sign(after.returns[position.turn]) if after.is_over else None
    assert value == (side * bg.solve(after, wld=True).value if reached is None else reached)


@pytest.mark.parametrize("spec", ENDINGS)
def test_a_proven_ending_has_its_exact_value(spec: str) -> None:
    for seed in range(2):
        check_ending(late(spec, seed, ENDINGS[spec]))


@pytest.mark.deep
@pytest.mark.parametrize("spec", ENDINGS)
def test_500_proven_endings_have_their_exact_values(spec: str) -> None:
    for seed in range(500):
        check_ending(late(spec, seed, ENDINGS[spec]))


@pytest.mark.parametrize("spec", ["tictactoe", "othello", "mosaic:4", "quo:4", "honeymoon"])
def test_leaves_are_solved_exactly(spec: str) -> None:
    position = late(spec, 3, 9)
    solved = bg.Mcts(position, seed=1, exact=8).run(100_000)
    plain = bg.Mcts(position, seed=1).run(400_000)
    assert solved.proven and plain.proven
    assert solved.value == plain.value and solved.simulations <= plain.simulations


def losing(position: bg.Position) -> set[int]:
    """The moves that lose although another does not."""
    values = bg.solve(position, all_moves=True, wld=True).values
    best = max(values.values())
    return {int(m) for m, value in values.items() if value < 0 <= best}


def check_no_losing_move(spec: str, seeds: range, plies: int, simulations: int) -> None:
    player = bg.players.get(f"mcts:sims={simulations}", seed=1)
    for seed in seeds:
        position = late(spec, seed, plies)
        if len(position.legal_moves) > 1:
            assert int(player.choose(position)) not in losing(position), position.to_string()


@pytest.mark.parametrize("spec", ["tictactoe", "othello:6", "mosaic:4", "quo:3"])
def test_no_losing_move_is_played(spec: str) -> None:
    check_no_losing_move(spec, range(5), 6, 100_000)


@pytest.mark.deep
@pytest.mark.parametrize("spec", ENDINGS)
def test_no_losing_move_is_played_in_200_endings(spec: str) -> None:
    check_no_losing_move(spec, range(200), ENDINGS[spec], 400_000)


def test_without_proof_it_goes_on_to_the_limit() -> None:
    position = late("tictactoe", 1, 4)
    found = bg.Mcts(position, seed=1, proof=False).run(5000)
    assert (found.simulations, found.proven, found.bounds) == (5000, False, (-1, 1))
    assert bg.Mcts(position, seed=1).run(5000).proven
    # A win at once is found by its visits.
    won = bg.position("tictactoe oo./xx./...")
    assert bg.Mcts(won, seed=1, proof=False).run(1000).best_move == won.parse_move("c1")


# Invariants


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("leaves", [1, 7])
def test_each_simulation_is_counted_once(spec: str, leaves: int) -> None:
    position = middle(spec, 2, 3)
    search = bg.Mcts(position, seed=3, proof=False)
    done = 0
    for simulations in (1, 2, 50, 300):
        found = search.run(simulations, leaves=leaves)
        done += simulations
        assert found.simulations == simulations
        assert found.visits.sum() == done - 1
        assert found.visits.shape == found.q.shape == (position.num_moves,)
    legal = position.legal_mask()
    for array in (found.visits, found.q, found.prior, found.policy):
        assert not array[~legal].any()
    assert found.prior.sum() == pytest.approx(1) and found.policy.sum() == pytest.approx(1)
    assert abs(found.q).max() <= 1 and abs(found.value) <= 1
    assert found.visits.dtype == np.uint32 and found.q.dtype == np.float32
    assert found.pv[0] == found.best_move and found.best_move in position.legal_moves
    world = position
    for m in found.pv:
        assert position.facts.hidden or m in world.legal_moves
        world = world if position.facts.hidden else world.play(m)


@pytest.mark.parametrize("spec", GAMES)
def test_the_same_seed_gives_the_same_tree(spec: str) -> None:
    position = middle(spec, 4, 4)

    def run(seed: int, threads: int = 1, leaves: int = 1) -> bg.MctsResult:
        return bg.Mcts(position, seed=seed, threads=threads, exact=2).run(200, leaves=leaves)

    assert run(1) == run(1) and hash(run(1)) == hash(run(1))
    assert run(1, threads=2) == run(1)
    batch = run(1, leaves=16)
    assert all(run(1, threads=threads, leaves=16) == batch for threads in (1, 2, 3))
    assert pickle.loads(pickle.dumps(batch)) == batch
    assert run(2) != run(1) or run(1).proven


def test_a_run_in_parts_is_a_run() -> None:
    whole = bg.Mcts(bg.Othello(), seed=1).run(1000)
    parts = bg.Mcts(bg.Othello(), seed=1)
    for _ in range(10):
        found = parts.run(100)
    assert (found.visits == whole.visits).all() and found.value == whole.value


@pytest.mark.parametrize("spec", ["othello", "mnk:6,5,4", "mosaic:4", "quo:4"])
def test_a_move_keeps_its_subtree(spec: str) -> None:
    search = bg.Mcts(bg.position(spec), seed=1)
    for _ in range(6):
        before = search.run(500)
        move = before.best_move
        played = search.position.play(move)
        assert search.advance(move) and search.position == played
        kept = int(before.visits[int(move)])
        after = search.run(1)
        assert after.visits.sum() == kept and after.nodes < before.nodes
    with pytest.raises(bg.IllegalMoveError):
        search.advance(move)
    assert search.position == played


def test_a_move_without_visits_begins_anew() -> None:
    search = bg.Mcts(bg.Othello(), seed=1)
    assert not search.advance("d3")
    assert search.run(10).visits.sum() == 9


def test_a_solved_leaf_that_becomes_the_root_is_searched() -> None:
    """The solver knows the value of a leaf, not its best move."""
    position = late("othello:6", 2, 7)
    search = bg.Mcts(position, seed=1, exact=6)
    first = search.run(10_000)
    assert first.proven
    search.advance(first.best_move)
    if not search.position.is_over:
        again = search.run(10_000)
        assert again.proven and abs(again.value) == abs(first.value)
        assert again.best_move in search.position.legal_moves


def test_a_game_is_searched_to_its_end() -> None:
    search = bg.Mcts(bg.TicTacToe(), seed=1)
    while not search.position.is_over:
        search.advance(search.run(20_000).best_move)
    assert search.position.outcome.winners == ()
    found = search.run(10)
    assert (found.best_move, found.simulations, found.visits.sum()) == (None, 0, 0)


def test_at_the_cap_the_search_goes_on() -> None:
    search = bg.Mcts(bg.Mosaic(), memory=1, seed=1)
    found = search.run(8_000)
    most = (1 << 20) // 32
    assert found.simulations == 8_000 and 0.95 * most < found.nodes <= most
    assert search.run(500).nodes == found.nodes
    assert search.advance(found.best_move)
    assert search.run(500).nodes < most


# Teams and hidden things


def swapped(text: str) -> str:
    """A position of Quo with the seats one on, so that the teams change sides."""
    board, turn = text.rsplit(" ", 1)
    head, cells = board.split(" ")
    seats = str.maketrans("1234", "2341")
    return f"{head} {cells.translate(seats)} {turn.translate(seats)}"


@pytest.mark.parametrize("plies", range(8))
def test_quo_is_searched_by_teams(plies: int) -> None:
    """The same position with the teams changed has the same visits, and the values of the others.

    Size 3, where no chain depends on the numbers of the seats.
    """
    position = middle("quo:3", plies, plies)
    other = bg.position(swapped(position.to_string()))
    assert other.turn == (position.turn + 1) % 4
    mine, theirs = (bg.Mcts(each, seed=1).run(300) for each in (position, other))
    assert (mine.visits == theirs.visits).all() and (mine.q == theirs.q).all()
    assert (mine.value, mine.bounds) == (theirs.value, theirs.bounds)


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("honeymoon", 0),
        ("honeymoon", 7),
        ("honeymoon", 41),
        ("honeymoon:bicycle", 9),
        ("honeymoon:face_up", 30),
    ],
)
def test_a_hidden_game_is_searched_from_the_view(spec: str, plies: int) -> None:
    """The tree is equal in 100 worlds that look the same to the player to move."""
    position = middle(spec, 5, plies)
    search = bg.Mcts(position, seed=1).run(40)
    chosen = bg.players.get("mcts:sims=40", seed=2).choose(position)
    for seed in range(100):
        world = position.determinize(position.turn, seed=seed)
        assert bg.Mcts(world, seed=1).run(40) == search
        assert bg.players.get("mcts:sims=40", seed=2).choose(world) == chosen
    seen = bg.Mcts(position, seed=1, see_all=True).run(40)
    assert plies > 0 or (seen.visits != search.visits).any()


def test_nothing_is_kept_where_something_is_hidden() -> None:
    search = bg.Mcts(bg.Honeymoon(1), seed=1)
    assert not search.advance(search.run(100).best_move)
    assert search.run(50).visits.sum() == 49
    whole = bg.Mcts(bg.Honeymoon(1), seed=1, see_all=True)
    assert whole.advance(whole.run(100).best_move)


# The player


def test_the_player_repeats_its_game() -> None:
    def game() -> bg.MatchResult:
        return bg.match("mcts:sims=50", "mcts:sims=30,c=0.5", "othello:6", games=4, seed=3)

    assert game() == game()
    threaded = bg.match(
        "mcts:sims=50", "mcts:sims=30,c=0.5", "othello:6", games=4, seed=3, threads=2
    )
    assert threaded == game()


@pytest.mark.parametrize("spec", GAMES)
def test_the_player_plays_every_game(spec: str) -> None:
    result = bg.match("mcts:sims=20,exact=2,memory=1", "random", spec, games=2, seed=1)
    assert result.num_games == 2
    assert "mcts" in bg.players.names(spec)


def test_the_player_tells_visits_and_values() -> None:
    agent = bg.Agent("mcts:sims=500", seed=1)
    rows = agent.policy(bg.TicTacToe())
    assert [row[0] for row in rows] == bg.TicTacToe().legal_moves
    assert sum(row[3] for row in rows) == 499
    assert sum(row[1] for row in rows) == pytest.approx(1)
    assert all(row[2] is not None and abs(row[2]) <= 1 for row in rows)
    assert [row[1:] for row in bg.Agent("ai14").policy(bg.TicTacToe())][4] == (1.0, None, 0)
    with pytest.raises(bg.ParameterError):
        bg.Agent("mcts:sims=x").policy(bg.TicTacToe())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("sims=0", "sims of mcts must be a whole number from 1"),
        ("sims=x", "sims of mcts"),
        ("c=-1", "c of mcts must be a number from 0"),
        ("c=nan", "c of mcts"),
        ("memory=0", "memory of mcts must be a whole number from 1 to 65536"),
        ("exact=300", "exact of mcts must be a whole number from 0 to 255"),
        ("proof=perhaps", "proof of mcts must be no or yes"),
        ("rollout=best", "rollout of mcts must be random or evaluate"),
        ("width=3", "sims, seconds, exact, c, memory, proof, rollout and net, each once"),
    ],
)
def test_options_of_the_player(options: str, words: str) -> None:
    with pytest.raises(bg.ParameterError, match=words):
        bg.Agent(f"mcts:{options}").choose(bg.TicTacToe())


def test_a_game_without_an_evaluation_has_no_such_rollout() -> None:
    with pytest.raises(bg.UnsupportedError, match="no evaluation"):
        bg.Agent("mcts:rollout=evaluate").choose(bg.Honeymoon(1))
    with pytest.raises(bg.UnsupportedError, match="no evaluation"):
        bg.Mcts(bg.Honeymoon(1), rollout="evaluate")


# Limits and stops


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"policy": "best"}, "policy must be"),
        ({"c": -1.0}, "c must be"),
        ({"c": float("nan")}, "c must be"),
        ({"exact": -1}, "exact must be"),
        ({"memory": 0}, "memory must be"),
        ({"threads": 0}, "threads must be"),
        ({"rollout": "none"}, "rollout must be"),
    ],
)
def test_options_of_a_search(options: dict[str, object], words: str) -> None:
    with pytest.raises(bg.ParameterError, match=words):
        bg.Mcts(bg.TicTacToe(), **options)  # type: ignore[arg-type]


def test_limits_of_a_run() -> None:
    search = bg.Mcts(bg.TicTacToe(), seed=1)
    for wrong in ({"simulations": 0}, {"seconds": 0.0}, {"leaves": 0}, {"leaves": 5000}):
        with pytest.raises(bg.ParameterError):
            search.run(**wrong)  # type: ignore[arg-type]
    with pytest.raises(bg.UnsupportedError, match="the game is over"):
        bg.Mcts(bg.position("tictactoe ooo/xx./..."))
    assert search.run(1).best_move in bg.TicTacToe().legal_moves


def test_a_run_ends_in_time_and_by_stop() -> None:
    search = bg.Mcts(bg.Mosaic(), seed=1, memory=16)
    seen: list[tuple[int, int]] = []
    found = search.run(seconds=0.15, progress=lambda done, total: seen.append((done, total)))
    assert found.seconds >= 0.15 and seen[-1] == (found.simulations, 0)
    asked = iter([False, True])
    found = search.run(stop=lambda: next(asked, True))
    assert found.best_move in bg.Mosaic().legal_moves


def test_threads_take_turns() -> None:
    search = bg.Mcts(bg.Othello(), seed=1)
    threads = [threading.Thread(target=search.run, args=(100,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert search.run(1).visits.sum() == 400


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.deep
@processes.linux
def test_a_thousand_searches_leave_no_memory_behind() -> None:
    def search() -> None:
        tree = bg.Mcts(bg.Othello(), seed=1, memory=4)
        tree.advance(tree.run(20_000).best_move)
        tree.run(2_000)

    for _ in range(100):
        search()
    before = resident()
    for _ in range(900):
        search()
    assert resident() - before < 8 << 20


@pytest.mark.deep
@processes.linux
def test_the_memory_of_a_tree_is_what_it_may_be() -> None:
    before = resident()
    search = bg.Mcts(bg.Othello(), seed=1, memory=256)
    found = search.run(6_000_000)
    used = (resident() - before) / (1 << 20)
    assert found.nodes * 32 <= 256 << 20
    assert 0.95 * 256 < used < 1.05 * 256
