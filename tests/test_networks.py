"""Trained networks: what they say, their files, and the players that they make."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bitgames as bg
from bitgames.players.nets import network_file, reads_file, seal
from tests import commands, fake_network, rooms, torch_networks

GAMES = ["tictactoe", "connect4", "mosaic:3", "honeymoon"]


def dense(game: str, seed: int = 1, scale: float = 1.0) -> bg.Network:
    """A network of random weights with a hidden layer."""
    start, rng = bg.position(game), np.random.default_rng(seed)
    inputs, outputs = start.planes().size, start.num_moves + 1

    def layer(before: int, after: int) -> tuple[Any, Any]:
        weights = rng.normal(0, scale / before**0.5, (after, before)).astype(np.float32)
        return weights, rng.normal(0, 0.1, after).astype(np.float32)

    return bg.Network(game, [layer(inputs, 20), "relu", layer(20, outputs)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a network for Connect Four."""
    path = tmp_path / "some.net"
    dense("connect4", scale=3.0).save(path)
    return path


def test_what_pytorch_said_once_of_a_thousand_positions() -> None:
    layers, planes, logits, values = torch_networks.stored()
    found = bg.Network("connect4", layers)(planes)
    assert np.abs(found[0] - logits).max() < 1e-5 and np.abs(found[1] - values).max() < 1e-5


@pytest.mark.parametrize(("name", "game"), torch_networks.SHIPPED_GAMES.items())
def test_what_pytorch_said_once_of_the_networks_of_the_package(name: str, game: str) -> None:
    """Single precision has seven digits, and logits of what has learned are up to 60."""
    found = bg.Network.open(name)(torch_networks.positions(game, 100))
    with np.load(torch_networks.SHIPPED) as table:
        logits, values = table[f"{name}.torch.logits"], table[f"{name}.torch.values"]
    assert np.allclose(found[0], logits, rtol=1e-6, atol=1e-5)
    assert np.abs(found[1] - values).max() < 1e-5


@pytest.mark.deep
@pytest.mark.parametrize("name", torch_networks.SHAPES)
def test_what_pytorch_says_of_a_thousand_positions(name: str) -> None:
    pytest.importorskip("torch")
    made = torch_networks.network(name)
    planes = torch_networks.positions(torch_networks.SHAPES[name][0], 1000)
    logits, values = torch_networks.said(made, planes)
    found = made.written()(planes)
    assert np.abs(found[0] - logits).max() < 1e-5 and np.abs(found[1] - values).max() < 1e-5


@pytest.mark.deep
@pytest.mark.parametrize("name", torch_networks.SHIPPED_GAMES)
def test_what_pytorch_says_of_the_networks_of_the_package(name: str) -> None:
    pytest.importorskip("torch")
    planes = torch_networks.positions(torch_networks.SHIPPED_GAMES[name], 1000)
    logits, values = torch_networks.said(torch_networks.shipped(name), planes)
    found = bg.Network.open(name)(planes)
    assert np.allclose(found[0], logits, rtol=1e-6, atol=1e-5)
    assert np.abs(found[1] - values).max() < 1e-5


@pytest.mark.parametrize("game", GAMES)
def test_a_player_takes_the_move_of_the_largest_logit(game: str, tmp_path: Path) -> None:
    network, path, rng = dense(game), tmp_path / "some.net", np.random.default_rng(2)
    network.save(path, bits=32)
    player = bg.players.get(f"net:{path}")
    position = bg.position(game)
    if position.facts.chance:
        position = position.deal(3)
    while not position.is_over:
        mask = position.legal_mask()
        logits = np.where(mask, network(position.planes()[None])[0][0], -np.inf)
        assert int(bg.players.ask(player, bg.Record(position))) == logits.argmax()
        rows = bg.Agent(f"net:{path}").policy(position)
        shares = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
        assert np.allclose([share for _, share, _, _ in rows], shares[mask], atol=1e-6)
        position = position.play(int(rng.choice(np.flatnonzero(mask))))


@pytest.mark.parametrize("how", [{"policy": "puct", "temperature": 1.0}, {"policy": "gumbel"}])
def test_a_search_with_a_network_is_that_of_a_pool(how: Any, tmp_path: Path) -> None:
    network, path = dense("othello:4"), tmp_path / "some.net"
    network.save(path, bits=32)
    options = f"net={path},sims=30,proof=no,policy={how['policy']}"
    player = bg.players.get(f"mcts:{options}", seed=5)
    position = bg.position("othello:4")
    for _ in range(6):
        pool = bg.MctsPool([position], simulations=30, noise=0.0, proof=False, **how)
        while not pool.done:
            pool.update(*network(*pool.select()))
        chosen = player.choose(position)  # type: ignore[attr-defined]
        assert int(chosen) == pool.result()[0][0]
        rows = bg.Agent(f"mcts:{options}").policy(position)
        assert [visits for *_, visits in rows] == pool.result()[3][0][
            position.legal_mask()
        ].tolist()
        position = position.play(chosen)


@pytest.mark.parametrize("how", [{"policy": "puct"}, {"policy": "gumbel"}, {"leaves": 3}])
@pytest.mark.parametrize("game", GAMES)
def test_a_pool_runs_a_network_in_rust_as_by_its_arrays(game: str, how: Any) -> None:
    network, rng = dense(game, scale=3.0), np.random.default_rng(4)
    positions = []
    for _ in range(200):
        position = bg.position(game)
        for _ in range(int(rng.integers(3))):
            position = position.play(int(rng.choice(np.flatnonzero(position.legal_mask()))))
        positions.append(position)
    found, seen = [], list[tuple[int, int]]()

    def note(done: int, total: int) -> None:
        seen.append((done, total))

    for evaluate, threads in ((lambda planes, _: network(planes), 1), (network, 1), (network, 2)):
        pool = bg.MctsPool(positions, simulations=20, seed=3, threads=threads, **how)
        seen.clear()
        pool.run(evaluate, progress=note)
        assert pool.done and seen and seen[-1][0] == seen[-1][1]
        found.append([each.tolist() for each in pool.result()])
    assert found[0] == found[1] == found[2]


def test_a_pool_that_cannot_run_is_as_before() -> None:
    positions = [bg.ConnectFour().play(3)] * 3
    pool = bg.MctsPool(positions, simulations=10, seed=1)
    with pytest.raises(bg.UnsupportedError, match="its network is made for tictactoe"):
        pool.run(dense("tictactoe"))
    with pytest.raises(TypeError, match="callable with"):
        pool.run(3)  # type: ignore[arg-type]
    with pytest.raises(bg.ParameterError, match="returns logits and values, not one of int"):
        pool.run(lambda *_: 3)  # type: ignore[arg-type,return-value]
    endless = dense("connect4", scale=3e38)
    with pytest.raises(bg.UnsupportedError, match="not finite"):
        pool.run(endless)

    def stopped(done: int, total: int) -> None:
        raise ZeroDivisionError

    network = dense("connect4")
    with pytest.raises(ZeroDivisionError):
        pool.run(network, progress=stopped)
    pool.run(network)
    twin = bg.MctsPool(positions, simulations=10, seed=1)
    twin.run(network)
    assert [each.tolist() for each in pool.result()] == [each.tolist() for each in twin.result()]


def test_the_policy_of_a_hidden_game_follows_from_the_view(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    dense("honeymoon").save(path)
    position = bg.Honeymoon(7)
    other = position.determinize(position.turn, seed=3)
    for spec in (f"net:{path}", f"mcts:net={path},sims=20"):
        rows = [bg.Agent(spec, seed=1).policy(each) for each in (position, other)]
        assert rows[0] == rows[1]
        bg.match(spec, "random", "honeymoon", games=2, seed=1)


def test_they_play_wherever_a_player_is_named(file: Path, tmp_path: Path) -> None:
    looks, searches = f"net:{file}", f"mcts:net={file},sims=8"
    runs = [bg.match(looks, searches, "connect4", games=6, seed=1, threads=n) for n in (1, 2)]
    assert runs[0] == runs[1] and runs[0].opening_rule.startswith("random")
    shown = commands.run("match", "connect4", looks, "random", "--games", "4", "--seed", "1")
    assert shown.exit_code == 0 and looks in shown.stdout
    bg.tournament([looks, searches, "random"], "connect4", pairs=1, seed=1)
    found = bg.exam([looks, searches], "connect4", count=20, seed=1)
    assert len(found.marks) == 2
    assert bg.Agent(looks).is_deterministic(bg.position("connect4"))
    timed = bg.match(searches, "random", "connect4", games=2, seed=1, clock="move=0.05")
    assert timed.num_games == 2


def test_a_network_of_the_package_plays_by_its_name() -> None:
    assert bg.Network.shipped() == [*torch_networks.SHIPPED_GAMES]
    network, position = bg.Network.open("connect4"), bg.position("connect4")
    assert network.game == "connect4" and network.num_weights > 10_000
    assert reads_file("net:a.net") and not reads_file("net:connect4")
    player = bg.players.get("net:connect4")
    assert (
        int(bg.players.ask(player, bg.Record(position)))
        == network(position.planes()[None])[0].argmax()
    )
    looks, searches = "net:connect4", "mcts:net=connect4,sims=16"
    assert bg.match(looks, "random", "connect4", games=20, seed=1).score > 0.9
    assert bg.match(searches, looks, "connect4", games=2, seed=1).num_games == 2
    assert bg.hint(position, method=searches, level="quick", seed=1).moves[0].visits
    wire = rooms.Wire("connect4")
    assert not any(each["is"] == "note" for each in wire.say("new", seats=["human", looks]))
    for spec, game, reason in [
        (looks, "othello", "its network is made for connect4"),
        ("net:chess", "othello", "connect4, mnk-5-5-4, mosaic-5, othello, othello-6, not chess"),
        ("mcts:net=chess", "othello", "must be a file, or one of the package: connect4"),
    ]:
        with pytest.raises(bg.GameError, match=reason):
            bg.match(spec, "random", game, games=2)
    with pytest.raises(bg.ParameterError, match="one of the package"):
        bg.Network.open("chess")


@pytest.mark.parametrize(("name", "game"), torch_networks.SHIPPED_GAMES.items())
def test_what_the_networks_of_the_package_said_when_they_were_made(name: str, game: str) -> None:
    """Equal on every machine and at every level of the processor."""
    network = bg.Network.open(name)
    assert network.game == game
    logits, values = network(torch_networks.positions(game, 40))
    with np.load(torch_networks.SHIPPED) as table:
        assert (logits == table[f"{name}.logits"]).all()
        assert (values == table[f"{name}.values"]).all()


@pytest.mark.parametrize(("name", "game"), torch_networks.SHIPPED_GAMES.items())
def test_the_networks_of_the_package_pass_their_exams(name: str, game: str) -> None:
    found = bg.exam(["random", f"net:{name}"], game, count=200, seed=1).marks
    assert found[1].best.low > found[0].best.high
    assert found[1].kept.mean > 0.8


@pytest.mark.parametrize("bits", range(2, 9))
def test_whole_numbers_of_a_file_are_near(bits: int, tmp_path: Path) -> None:
    """A weight is off by half a step at most; steps part the largest weight of each output."""
    path, rng = tmp_path / "some.net", np.random.default_rng(3)
    weights = rng.normal(0, 1, (10, 18)).astype(np.float32)
    weights[3] = 0
    bg.Network("tictactoe", [(weights, np.zeros(10, np.float32))]).save(path, bits=bits)
    again, ones = bg.Network.open(path), np.eye(18, dtype=np.uint8).reshape(18, 2, 3, 3)
    off = np.abs(again(ones)[0].T - weights[:9]).max(axis=1)
    steps = np.abs(weights[:9]).max(axis=1) / (2 ** (bits - 1) - 1)
    assert (off <= 0.51 * steps).all() and off.max() > 0
    size = path.stat().st_size
    again.save(path, bits=bits)
    assert path.stat().st_size == size < 600
    assert np.abs(bg.Network.open(path)(ones)[0] - again(ones)[0]).max() < 0.01


def test_other_bits_are_refused(tmp_path: Path) -> None:
    for wrong in (1, 9, 0, -8, 64):
        with pytest.raises(bg.ParameterError, match="bits must be 32, 16 or from 2 to 8"):
            dense("connect4").save(tmp_path / "some.net", bits=wrong)


def test_a_results_file_goes_on_with_the_same_network_only(file: Path, tmp_path: Path) -> None:
    onnx, entrant = tmp_path / "other.onnx", f"mine=net:{file}"
    runs = {
        "exam": lambda path: bg.exam([entrant], "connect4", count=5, seed=1, results=path),
        "games": lambda path: bg.tournament(
            [entrant, "first"], "connect4", pairs=1, seed=1, results=path
        ),
    }
    for name, run in runs.items():
        dense("connect4", scale=3.0).save(file)
        run(tmp_path / name)
        run(tmp_path / name)
        dense("connect4", seed=2).save(file)
        with pytest.raises(bg.ParameterError, match="another configuration: its networks is"):
            run(tmp_path / name)
    onnx.write_bytes(b"some")
    first = seal(f"net:{onnx}")
    onnx.write_bytes(b"other")
    assert seal(f"mcts:net={onnx},sims=2") != first is not None


def test_a_room_reads_no_file_unless_its_owner_named_it(file: Path) -> None:
    for spec in (f"net:{file}", f"mcts:sims=5,net={file}", "net:/etc/passwd", "net:a.onnx"):
        wire = rooms.Wire("connect4")
        assert wire.note("new", seats=["human", spec]) == "unsupported"


def test_a_hint_asks_a_network(file: Path) -> None:
    position = bg.position("connect4")
    advice = bg.hint(position, method=f"mcts:net={file}", level="quick", seed=1)
    assert advice == bg.hint(position, method=f"mcts:net={file}", level="quick", seed=1)
    assert advice != bg.hint(position, method="mcts", level="quick", seed=1)
    assert advice.moves[0].visits and not advice.exact
    with pytest.raises(bg.UnsupportedError, match="made for connect4"):
        bg.hint(bg.Othello(), method=f"mcts:net={file}")
    with pytest.raises(bg.ParameterError, match="method must be alphabeta, mcts, mcts:net=FILE"):
        bg.hint(position, method="net:")


@pytest.mark.parametrize(
    "game", ["connect4", "othello:6 ------/--XO--/--XX--/--XX--/------/------ O"]
)
def test_a_hint_looks_by_a_network_alone(game: str) -> None:
    """Moves come in the order of the logits, with the value of what follows for who moves."""
    position = bg.position(game)
    spec = "net:connect4" if position.game == "connect4" else "net:othello-6"
    network, advice = bg.Network.open(spec[4:]), bg.hint(position, method=spec, level="quick")
    logits = network(position.planes()[None])[0][0]
    order = sorted(position.legal_moves, key=lambda move: -logits[int(move)])
    assert [each.move for each in advice.moves] == order
    assert advice.best.move == bg.Agent(spec).choose(position)
    for each in advice.moves:
        after = position.play(each.move)
        value = float(network(after.planes()[None])[1][0])
        assert each.value == (value if after.turn == position.turn else -value)
    assert advice.is_result and not advice.exact and advice.best.visits == 0


def test_a_look_knows_what_ends_the_game(file: Path) -> None:
    position = bg.position("connect4")
    for move in (1, 7, 2, 7, 3, 6):
        position = position.play(str(move))
    advice = bg.hint(position, method=f"net:{file}", level="quick")
    assert {str(each.move): each.value for each in advice.moves if each.exact} == {"4": 1.0}
    for other in (bg.Othello(), bg.Honeymoon(7)):
        with pytest.raises(bg.UnsupportedError, match="made for connect4"):
            bg.hint(other, method=f"net:{file}")
    with pytest.raises(bg.ParameterError, match="method alphabeta or None, not net:othello"):
        bg.hint(bg.Othello(), method="net:othello", book=True)


def test_the_file_that_a_spec_names() -> None:
    specs = ["net:a,b=c.net", "mcts:net=x,sims=1", "mcts:sims=1", "random", "netx:a", "mcts"]
    assert [network_file(spec) for spec in specs] == ["a,b=c.net", "x", None, None, None, None]


def test_files_are_refused_by_their_reason(file: Path, tmp_path: Path) -> None:
    def refused(spec: str, game: str = "connect4") -> str:
        with pytest.raises((bg.GameError, OSError)) as caught:
            bg.match(spec, "random", game, games=2)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    assert "its network is made for connect4, planes [2, 6, 7] and 7 moves" in refused(
        f"net:{file}", "othello"
    )
    assert "player mcts is not defined for tictactoe" in refused(f"mcts:net={file}", "tictactoe")
    assert "the file of a trained network, as in net:FILE" in refused("net")
    assert "No such file" in refused(f"net:{tmp_path / 'absent'}")
    assert "must be net, sims, policy, seconds" in refused(f"mcts:net={file},exact=3")
    assert "must be puct or gumbel, not" in refused(f"mcts:net={file},policy=uct")
    whole = file.read_bytes()
    for content, reason in [
        (whole[:20], "it is too short to be a network"),
        (whole[:-1], "its checksum is wrong"),
        (b"BITGAMES" + b"\1" + whole[9:], "its format is 1, not this program's 3"),
        (b"x" * 100, "it is not a network"),
    ]:
        file.write_bytes(content)
        text = refused(f"net:{file}")
        assert text.startswith("cannot read network") and reason in text
    shown = commands.run("match", "connect4", f"net:{file}", "random")
    assert "it is not a network" in commands.fails(shown, 1)


def test_layers_that_do_not_fit_are_refused() -> None:
    good = np.zeros((10, 18), np.float32), np.zeros(10, np.float32)
    for layers, reason in [
        ([], "18 outputs, not logits of 9 moves"),
        ([good, "soft"], "layer 1 must be"),
        (["threats", good], 'layer 0 must be "threats 4", "mobility", "relu"'),
        (["threats 4", good], "threats 4 in a row to 3 rows of 3 cells"),
        (["threats 3", good], "layer 1 has 18 inputs, not 36"),
        ([(good[0], good[1][:9])], "layer 0 has weights of another shape"),
        ([(good[0] * np.nan, good[1])], "layer 0 has weights that are not finite"),
        ([(good[0].astype(int), good[1])], "the weights of layer 0 must be an array of floats"),
        ([(np.zeros((10, 2, 5, 5)), good[1])], "the shape of layer 0"),
        ([good[0]], "layer 0 must be"),
        (["keep", good], "kept and never added"),
    ]:
        with pytest.raises(bg.ParameterError, match=reason):
            bg.Network("tictactoe", layers)
    with pytest.raises(bg.ParameterError, match="65504"):
        bg.Network("tictactoe", [(good[0] + 1e5, good[1])]).save("nowhere")
    network = bg.Network("tictactoe", [good])
    for planes in (np.zeros((1, 2, 3, 3)), np.zeros((2, 3, 3), np.uint8), None, [1]):
        with pytest.raises(bg.ParameterError, match="planes must be a C-contiguous array of uint8"):
            network(planes)
    assert [part.shape for part in network(np.zeros((0, 2, 3, 3), np.uint8))] == [(0, 9), (0,)]


def test_an_output_that_is_not_finite_is_an_error(tmp_path: Path) -> None:
    large = np.full((10, 18), 3e38, np.float32), np.zeros(10, np.float32)
    network = bg.Network("tictactoe", [large])
    with pytest.raises(bg.UnsupportedError, match="output of the network of row 1 is not finite"):
        network(np.stack([np.zeros((2, 3, 3), np.uint8), np.ones((2, 3, 3), np.uint8)]))
    network.save(tmp_path / "large.net", bits=32)
    player = bg.players.get(f"net:{tmp_path / 'large.net'}")
    with pytest.raises(bg.UnsupportedError, match=r"the network .*large\.net of row 0"):
        player.choose(bg.TicTacToe().play("b2").play("a1"))


class Session:
    """Stands for ONNX Runtime with a network that is a function of planes."""

    shape: tuple[Any, ...] = ("batch", 2, 6, 7)
    names = ("value", "policy")
    moves: int | str | None = 7
    scale = 1.0

    def __init__(self, path: str, options: Any, providers: list[str]) -> None:
        if Path(path).read_bytes() == b"bad":
            raise RuntimeError("protobuf parsing failed")

    def get_inputs(self) -> list[Any]:
        return [type("Input", (), {"name": "x", "shape": [*self.shape], "type": "tensor(float)"})]

    def get_outputs(self) -> list[Any]:
        shape = ["batch", self.moves]
        return [type("Output", (), {"name": name, "shape": shape}) for name in self.names]

    def run(self, outputs: list[str], fed: dict[str, Any]) -> list[Any]:
        if self.scale == 0:
            raise RuntimeError("wrong\nsizes")
        planes = fed["x"].astype(np.uint8)
        mask = np.ones((len(planes), 7), bool)
        logits, values = fake_network.network(planes, mask)
        found = {"policy": logits, "value": values[:, None] * self.scale}
        return [found[name] for name in outputs]


@pytest.fixture
def onnx(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file of a network for a stand-in of ONNX Runtime."""
    made = type("Module", (), {"InferenceSession": Session})
    made.SessionOptions = lambda: type("Options", (), {})()  # type: ignore[attr-defined]
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", made)
    path = tmp_path / "other.onnx"
    path.write_bytes(b"good")
    return path


def test_networks_of_other_programs_play(onnx: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = bg.position("connect4")
    mask = position.legal_mask()
    logits, _ = fake_network.network(position.planes()[None], mask[None])
    looks, searches = (bg.players.get(spec) for spec in (f"net:{onnx}", f"mcts:net={onnx},sims=9"))
    assert looks.choose(position) == logits[0].argmax()
    pool = bg.MctsPool([position], simulations=9, policy="puct", noise=0.0, temperature=1.0)
    assert searches.choose(position) == fake_network.run(pool)[0][0]
    assert bg.match(looks, "random", "connect4", games=2, seed=1).num_games == 2
    assert not bg.players.is_native(f"net:{onnx}")
    with pytest.raises(bg.UnsupportedError, match="its input is of shape"):
        looks.check(bg.Othello())
    with pytest.raises(bg.ParameterError, match="allowed are net and sims"):
        bg.players.get(f"mcts:net={onnx},c=1")
    with pytest.raises(bg.ParameterError, match="a whole number from 1 to"):
        bg.players.get(f"mcts:net={onnx},sims=0")
    monkeypatch.setattr(Session, "moves", "moves")
    bg.players.get(f"net:{onnx}").check(position)
    monkeypatch.setattr(Session, "moves", 65)
    with pytest.raises(bg.UnsupportedError, match="it has logits of 65 moves, not 7"):
        bg.match(f"net:{onnx}", "random", "connect4", games=2)
    monkeypatch.setattr(Session, "scale", 0.0)
    with pytest.raises(bg.DamagedFileError, match="wrong sizes"):
        looks.choose(position)
    monkeypatch.setattr(Session, "scale", 2.0)
    with pytest.raises(bg.DamagedFileError, match="values from -1 to 1"):
        looks.choose(position)
    monkeypatch.setattr(Session, "names", ("policy",))
    with pytest.raises(bg.DamagedFileError, match="two outputs, policy and value"):
        bg.players.get(f"net:{onnx}")
    onnx.write_bytes(b"bad")
    with pytest.raises(bg.DamagedFileError, match="protobuf parsing failed"):
        bg.players.get(f"net:{onnx}")


@pytest.mark.parametrize("batch", [1, "batch"])
def test_onnx_runtime_plays_as_the_same_layers_do(batch: int | str, tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    weights = np.random.default_rng(1).normal(0, 0.1, (8, 84)).astype(np.float32)
    network = bg.Network("connect4", [(weights, np.zeros(8, np.float32))])
    network.save(tmp_path / "our.net", bits=32)
    tensor, kind = onnx.helper.make_tensor_value_info, onnx.TensorProto.FLOAT
    parts = {"w": weights[:7].T.copy(), "v": weights[7:].T.copy()}
    steps = [("Flatten", "x", "f"), ("MatMul", "f w", "policy"), ("MatMul", "f v", "raw")]
    graph = onnx.helper.make_graph(
        [
            onnx.helper.make_node(kind, taken.split(), [given])
            for kind, taken, given in [*steps, ("Tanh", "raw", "value")]
        ],
        "graph",
        [tensor("x", kind, [batch, 2, 6, 7])],
        [tensor("policy", kind, None), tensor("value", kind, None)],
        [onnx.numpy_helper.from_array(array, name) for name, array in parts.items()],
    )
    path, opset = tmp_path / "other.onnx", [onnx.helper.make_opsetid("", 18)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=opset, ir_version=10), path)
    options: Any = {"game": "connect4", "count": 50, "seed": 1}
    for spec in ("net:{}", "mcts:net={},sims=9"):
        specs = [spec.format(tmp_path / "our.net"), spec.format(path)]
        marks = bg.exam(specs, **options).marks
        assert marks[0].loss == marks[1].loss
    for spec in (f"net:{path}", f"mcts:net={path}"):
        with pytest.raises(bg.UnsupportedError, match="its input is of shape"):
            bg.match(spec, "first", "othello", games=2)
        with pytest.raises(bg.UnsupportedError, match="logits of 7 moves, not 42"):
            bg.match(spec, "first", "mnk:7,6,4", games=2)
    path.write_bytes(b"bad")
    with pytest.raises(bg.DamagedFileError, match="cannot read network"):
        bg.players.get(f"net:{path}")


def test_without_onnx_runtime_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "onnxruntime":
            raise ModuleNotFoundError(name=name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(bg.UnsupportedError, match="bitgames\\[onnx\\]"):
        bg.players.get(f"net:{tmp_path / 'a.onnx'}")
