"""Players by trained networks: ``net:FILE`` and ``mcts:net=FILE``.

Files of ``Network`` are played by native players. This module reads what a spec names, and plays
networks of other programs, ``net:FILE.onnx``, by ONNX Runtime: ``pip install 'bitgames[onnx]'``.
"""

from collections.abc import Callable, Sequence
from hashlib import file_digest
from typing import TYPE_CHECKING, Any

from bitgames._core import (
    DamagedFileError,
    MctsPool,
    Network,
    ParameterError,
    Position,
    UnsupportedError,
)
from bitgames.arguments import quoted, shortened
from bitgames.players.player import Answer, NativePlayer, Player

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Evaluate = Callable[[NDArray[Any], NDArray[Any]], tuple[NDArray[Any], NDArray[Any]]]

_SIMULATIONS = 64


def network_file(spec: str) -> str | None:
    """Return the file, or the name, of the network that a spec names; ``None`` if it names none.

    >>> network_file("net:good.net"), network_file("mcts:sims=9,net=a.onnx"), network_file("net")
    ('good.net', 'a.onnx', '')
    >>> network_file("mcts:sims=9") is None
    True
    """
    name, _, rest = spec.partition(":")
    if name == "net":
        return rest
    return dict(_pairs(rest)).get("net") if name == "mcts" else None


def reads_file(spec: str) -> bool:
    """Whether a spec names a file, and not a network of the package.

    >>> reads_file("net:good.net"), reads_file("net:connect4"), reads_file("mcts:sims=9")
    (True, False, False)
    """
    file = network_file(spec)
    return bool(file) and file not in Network.shipped()


def is_onnx(spec: str) -> bool:
    """Whether a spec names a network of another program."""
    return (network_file(spec) or "").endswith(".onnx")


def seal(spec: str) -> str | None:
    """Return a checksum of the network that a spec names; ``None`` if it names none.

    >>> seal("random") is None, seal("net:connect4") == seal("mcts:net=connect4,sims=8")
    (True, True)
    """
    file = network_file(spec)
    if not file:
        return None
    if not is_onnx(spec):
        return Network.open(file).seal
    with open(file, "rb") as opened:
        return file_digest(opened, "sha256").hexdigest()[:16]


def evaluation(spec: str) -> "Evaluate":
    """Return what the network that a spec names says of planes and a mask."""
    return OnnxPlayer(spec).evaluate if is_onnx(spec) else Network.open(network_file(spec) or "")


def looks(player: Player) -> "Evaluate | None":
    """Return what a player says of many positions at once; ``None`` if no network plays alone.

    >>> from bitgames.players.registry import get
    >>> [looks(get(spec)) is None for spec in ("net:connect4", "mcts:net=connect4", "first")]
    [False, True, True]
    """
    if isinstance(player, OnnxPlayer):
        alone = _simulations(player.name) is None
        return player.evaluate if alone and player.takes_many else None
    # Exactly this class: a subclass may choose differently.
    native = type(player) is NativePlayer and player.name.startswith("net:")
    return evaluation(player.name) if native else None


def preferred(evaluate: "Evaluate", positions: Sequence[Position]) -> list[int]:
    """Return the move of the largest logit in each position, by one evaluation.

    >>> import bitgames as bg
    >>> preferred(Network.open("connect4"), [bg.ConnectFour()] * 2)
    [3, 3]
    """
    import numpy as np

    mask = np.stack([position.legal_mask() for position in positions])
    logits, _ = evaluate(np.stack([position.planes() for position in positions]), mask)
    moves: list[int] = np.where(mask, logits, -np.inf).argmax(axis=1).tolist()
    return moves


def _pairs(options: str) -> list[tuple[str, str]]:
    parts = (part.partition("=") for part in options.split(",") if part)
    return [(key, value) for key, _, value in parts]


class OnnxPlayer(Player):
    """A player by a network in the format ONNX, with or without a search.

    The network has one input, float32 of shape ``(batch, planes, height, width)``: positions as
    their players to move see them, in numbers 0 and 1. Its outputs, float32, are ``policy`` of
    shape ``(batch, num_moves)``, logits, and ``value`` of shape ``(batch,)`` or ``(batch, 1)``,
    from -1 to 1 for the player to move; outputs of other names are taken in this order.
    """

    deterministic = True

    def __init__(self, spec: str) -> None:
        """Read the file of ``net:FILE.onnx`` or ``mcts:net=FILE.onnx,sims=N``."""
        self.name = spec
        self._file = network_file(spec) or ""
        self._simulations = _simulations(spec)
        try:
            import onnxruntime
        except ModuleNotFoundError as error:
            raise UnsupportedError(
                f"networks in ONNX need the package {error.name}: pip install 'bitgames[onnx]' "
                "installs it"
            ) from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        with open(self._file, "rb"):
            pass  # It is there: from here on errors are those of its content.
        try:
            # By its name: weights may lie in a file beside it.
            self._session = onnxruntime.InferenceSession(
                self._file, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise self._damaged(_reason(error)) from None
        inputs = self._session.get_inputs()
        outputs = {each.name: each.shape for each in self._session.get_outputs()}
        if len(inputs) != 1 or len(inputs[0].shape) != 4 or inputs[0].type != "tensor(float)":
            raise self._damaged("it must have one input of float32 and four dimensions")
        if len(outputs) != 2:
            raise self._damaged(f"it must have two outputs, policy and value, not {len(outputs)}")
        self._input = inputs[0]
        self.takes_many = not isinstance(self._input.shape[0], int)
        named = set(outputs) == {"policy", "value"}
        self._outputs = ["policy", "value"] if named else [*outputs]
        self._moves = (outputs[self._outputs[0]] or [None])[-1]

    def _damaged(self, reason: str) -> DamagedFileError:
        return DamagedFileError(f"cannot read network {quoted(self._file)}: {reason}")

    def check(self, position: Position) -> None:
        """Refuse a game with other planes than those of the network's input, or other moves."""
        batch, *shape = self._input.shape
        planes = position.planes().shape
        sizes = zip(shape, planes, strict=True)
        takes_one = self.takes_many or batch in (0, 1)
        reason = ""
        if not takes_one or any(isinstance(size, int) and size != given for size, given in sizes):
            reason = f"its input is of shape {(batch, *shape)}, not {('batch', *planes)}"
        elif isinstance(self._moves, int) and self._moves != position.num_moves:
            reason = f"it has logits of {self._moves} moves, not {position.num_moves}"
        if reason:
            raise UnsupportedError(
                f"player {self.name} is not defined for {position.facts.spec}: {reason}"
            )

    def evaluate(
        self, planes: "NDArray[Any]", mask: "NDArray[Any]"
    ) -> tuple["NDArray[Any]", "NDArray[Any]"]:
        """Return logits and values of positions, as ``MctsPool`` takes them."""
        import numpy as np

        fed = {self._input.name: planes.astype(np.float32)}
        try:
            logits, values = self._session.run(self._outputs, fed)
        except Exception as error:
            raise self._damaged(_reason(error)) from None
        if logits.shape != mask.shape or values.size != len(mask):
            raise self._damaged(
                f"its outputs must be of shapes {mask.shape} and {(len(mask),)}, not "
                f"{logits.shape} and {values.shape}"
            )
        if not (np.isfinite(logits[mask]).all() and (abs(values) <= 1).all()):
            raise self._damaged("its logits must be finite, and values from -1 to 1")
        return logits.astype(np.float32), values.astype(np.float32).reshape(-1)

    def choose(self, at: Any) -> Answer:
        """Return the move of the largest logit, or what the search finds."""
        # Planes of a hidden game show what the player to move knows, in each world the same.
        position = at if isinstance(at, Position) else at.determinize(seed=0)
        if self._simulations is None:
            return preferred(self.evaluate, [position])[0]
        # As native players by a network.
        how: dict[str, Any] = {"policy": "puct", "noise": 0.0, "temperature": 1.0, "seed": 0}
        pool = MctsPool([position], simulations=self._simulations, **how)
        pool.run(self.evaluate)
        return int(pool.result()[0][0])


def _reason(error: Exception) -> str:
    """Return in one line what ONNX Runtime says."""
    return shortened(" ".join(str(error).split()), 300)


def _simulations(spec: str) -> int | None:
    """Return the simulations of a search; ``None`` for a player without one."""
    name, _, rest = spec.partition(":")
    if name == "net":
        return None
    found = _SIMULATIONS
    for key, value in _pairs(rest):
        if key not in ("net", "sims"):
            raise ParameterError(
                f"{quoted(key)} is not a valid option of mcts with a network in ONNX: allowed are "
                "net and sims"
            )
        if key == "sims":
            if not (value.isascii() and value.isdigit() and 1 <= int(value) <= 1 << 30):
                raise ParameterError(
                    f"the option sims of mcts must be a whole number from 1 to {1 << 30}, not "
                    f"{quoted(value)}"
                )
            found = int(value)
    return found
