//! Trained networks as Python objects.

use bitgames_core::any::AnyGame;
use bitgames_core::network::{Layer, Network as Core, Precision, Purpose, Weights};
use bitgames_core::{Error, memory};
use numpy::{
    PyArray1, PyArray2, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{FilePath, Int, Items};
use crate::buffers;
use crate::error::{Result, kind_of};
use crate::game_arguments::GameLike;
use crate::integers::foreign;
use crate::long_call::long_call;
use crate::typed::{ArrayLike, Float32s, Layers, Typed};

/// A trained network, evaluated in Rust on one thread: what ``net:FILE`` and ``mcts:net=FILE`` play by.
///
/// ``game`` is what it plays, a spec or a position. ``layers`` is a sequence of these, from the planes
/// to the outputs:
///
/// - a pair of arrays of finite numbers, weights and biases, as PyTorch has them: of shapes
///   ``(outputs, inputs, 3, 3)`` and ``(outputs,)`` for a 3 by 3 convolution with a border of zeros, or
///   ``(outputs, inputs)`` and ``(outputs,)`` for a linear layer, before which a board is flattened
///   channel by channel;
/// - ``"threats 4"``, only at the front and for planes of two sides: adds a plane for each side, the
///   empty cells with which it would have 4, or another number, in a row; ``"mobility"`` likewise those
///   from which it would enclose a row of the other, its moves in Othello;
/// - ``"relu"``;
/// - ``"keep"``, and later ``"add"``, which adds what was kept: a residual block.
///
/// The last layer has ``num_moves + 1`` outputs: the logits of all moves, and a number whose tanh is the
/// value for the player to move. Batch normalization belongs into the weights of its convolution.
///
/// It is called with planes, as ``MctsPool`` hands them out, so it is an ``evaluate`` of ``Mcts``, too.
/// Equal planes give equal numbers on every machine.
///
/// Raises ParameterError for layers that do not fit together or have other weights.
///
/// >>> import bitgames as bg, numpy as np
/// >>> weights = np.zeros((10, 18), np.float32), np.zeros(10, np.float32)
/// >>> network = bg.Network("tictactoe", [weights])
/// >>> network
/// <Network tictactoe layers=1 weights=190>
/// >>> logits, values = network(bg.TicTacToe().planes()[None])
/// >>> logits.shape, values.tolist()
/// ((1, 9), [0.0])
/// >>> search = bg.Mcts(bg.TicTacToe(), policy="gumbel", evaluate=network)
/// >>> int(search.run(simulations=50).visits.sum())
/// 50
#[pyclass(frozen, module = "bitgames")]
pub struct Network(pub Core);

/// What a network is made for that plays the game of a position.
pub fn purpose_of(game: &dyn AnyGame) -> Purpose {
    let (width, height) = game.shape();
    let shape = [game.num_planes(), height.into(), width.into()];
    Purpose { game: game.spec(), shape, moves: game.num_moves() }
}

/// An array of finite floats in C order, from whatever NumPy makes one of; `shapes` names what is allowed.
fn floats<'py>(
    name: &str,
    given: &Bound<'py, PyAny>,
    shapes: &str,
) -> Result<Bound<'py, PyArrayDyn<f32>>> {
    let array = match given.cast::<PyUntypedArray>() {
        Ok(array) => Some(array.clone()),
        Err(_) => foreign(given)?,
    };
    let allowed = || format!("an array of floats and shape {shapes}");
    let Some(array) = array else {
        return Err(Error::parameter(name, allowed(), kind_of(given)).into());
    };
    if array.dtype().kind() != b'f' || !matches!(array.ndim(), 1 | 2 | 4) {
        return Err(Error::parameter(name, allowed(), buffers::described(&array)).into());
    }
    let made = given.py().import("numpy")?.call_method1("ascontiguousarray", (array, "float32"))?;
    Ok(made.cast_into().map_err(PyErr::from)?)
}

/// The numbers of an array.
fn values(array: &Bound<'_, PyArrayDyn<f32>>) -> Result<Vec<f32>> {
    let array = array.readonly();
    let values = array.as_slice().map_err(|_| Error::parameter("layers", "contiguous", "not"))?;
    let mut copy = memory::list(values.len())?;
    copy.extend_from_slice(values);
    Ok(copy)
}

/// The layer that an item of the list means.
fn layer(number: usize, given: &Bound<'_, PyAny>) -> Result<Layer> {
    let name = format!("layer {number}");
    let allowed =
        "\"threats 4\", \"mobility\", \"relu\", \"keep\", \"add\" or a pair of weights and biases";
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_string_lossy();
        let refused = || Error::parameter(&name, allowed, format!("{text:?}")).into();
        return Layer::plain(&text).ok_or_else(refused);
    }
    let Ok((weights, biases)) = given.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
        return Err(Error::parameter(&name, allowed, kind_of(given)).into());
    };
    let shapes = "(outputs, inputs) or (outputs, inputs, 3, 3)";
    let weights = floats(&format!("the weights of {name}"), &weights, shapes)?;
    let biases = floats(&format!("the biases of {name}"), &biases, "(outputs,)")?;
    let make = match *weights.shape() {
        [_, _] => Layer::Linear,
        [_, _, 3, 3] => Layer::Convolution,
        _ => {
            let given = buffers::shape_text(weights.shape());
            return Err(Error::parameter(&format!("the shape of {name}"), shapes, given).into());
        }
    };
    let (outputs, inputs) = (weights.shape()[0], weights.shape()[1]);
    let (weights, biases) = (values(&weights)?, values(&biases)?);
    Ok(make(Weights { outputs, inputs, weights, biases }))
}

#[pymethods]
impl Network {
    #[new]
    fn new(game: GameLike, layers: Typed<'_, Layers>) -> Result<Self> {
        let game = game.0;
        let given: Items<Bound<'_, PyAny>, 1024> = layers.into_inner().extract()?;
        let layers = given.checked("layers")?;
        let layers = layers.iter().enumerate().map(|(number, given)| layer(number, given));
        let layers = layers.collect::<Result<_>>()?;
        Ok(Network(Core::new(purpose_of(game.as_ref()), layers)?))
    }

    /// The network of a file, or a network of the package, by its name, one of ``shipped``.
    ///
    /// Raises DamagedFileError for a file that is damaged or something else, ParameterError for a name
    /// without an ending that is neither, and OSError.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Network.open("connect4").game
    /// 'connect4'
    #[staticmethod]
    fn open(py: Python<'_>, path: FilePath) -> Result<Self> {
        Ok(Network(py.detach(|| Core::open(&path.0))?))
    }

    /// Writes the network to a file, complete or not at all. ``bits`` is the precision of a weight:
    ///
    /// - 32: single precision, exact, four bytes;
    /// - 16 (default): half precision, 11 binary digits, two bytes;
    /// - 2 to 8: a whole number of ``bits`` bits, times a scale of its output, in fewer bits where some
    ///   numbers are rarer than others (an arithmetic code).
    ///
    /// With less than 32 the network of the file is a little different.
    ///
    /// Raises ParameterError for other ``bits`` and for a weight beyond half precision, 65504, and
    /// OSError.
    ///
    /// >>> import bitgames as bg, numpy as np, pathlib, tempfile
    /// >>> weights = np.ones((10, 18), np.float32), np.zeros(10, np.float32)
    /// >>> file = pathlib.Path(tempfile.mkdtemp(), "ones.net")
    /// >>> bg.Network("tictactoe", [weights]).save(file)
    /// >>> bg.Network.open(file).game
    /// 'tictactoe'
    /// >>> bg.players.get(f"net:{file}").choose(bg.TicTacToe())
    /// a1
    #[pyo3(signature = (path, *, bits = Int(16)), text_signature = "($self, path, *, bits=16)")]
    fn save(&self, py: Python<'_>, path: FilePath, bits: Int) -> Result<()> {
        let precision = match bits.0 {
            32 => Precision::Single,
            16 => Precision::Half,
            2..=8 => Precision::Byte(bits.0 as u32),
            _ => return Err(Error::parameter("bits", "32, 16 or from 2 to 8", bits.0).into()),
        };
        Ok(py.detach(|| self.0.save(&path.0, precision))?)
    }

    /// The names of the networks of the package, as ``net:NAME`` and ``open`` take them: the specs of their
    /// games with ``-`` in place of ``:`` and ``,``.
    ///
    /// >>> import bitgames as bg
    /// >>> bg.Network.shipped()
    /// ['connect4', 'mnk-5-5-4', 'mosaic-5', 'othello', 'othello-6']
    /// >>> bg.Network.open("othello-6").game
    /// 'othello:6'
    #[staticmethod]
    fn shipped() -> Vec<&'static str> {
        Core::shipped().collect()
    }

    /// A checksum of the whole network, 16 hexadecimal digits: another one means other weights.
    ///
    /// >>> import bitgames as bg, numpy as np
    /// >>> layers = [(np.zeros((10, 18), np.float32), np.zeros(10, np.float32))]
    /// >>> bg.Network("tictactoe", layers).seal == bg.Network("tictactoe", layers).seal
    /// True
    #[getter]
    fn seal(&self) -> Result<String> {
        Ok(format!("{:016x}", self.0.seal()?))
    }

    /// The spec of the game that it plays.
    #[getter]
    fn game(&self) -> &str {
        &self.0.purpose().game
    }

    /// Number of weights, biases included.
    #[getter]
    fn num_weights(&self) -> usize {
        self.0.size()
    }

    /// The logits of all moves, float32 of shape ``(k, num_moves)``, and the values for the player to
    /// move, float32 of shape ``(k,)`` and from -1 to 1, of ``k`` positions. ``planes`` is a uint8 array
    /// of shape ``(k, planes, height, width)``, as players to move see positions. ``mask`` is ignored.
    ///
    /// Raises ParameterError for an array of another shape or type, and UnsupportedError for an output
    /// that is not finite.
    #[pyo3(signature = (planes, mask = None))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        planes: Typed<'py, ArrayLike>,
        mask: Option<Typed<'py, ArrayLike>>,
    ) -> Result<(Typed<'py, Float32s>, Typed<'py, Float32s>)> {
        drop(mask);
        let (planes, Purpose { shape, moves, .. }) = (planes.into_inner(), self.0.purpose());
        let array = match planes.cast::<PyUntypedArray>() {
            Ok(array) => Some(array.clone()),
            Err(_) => foreign(&planes)?,
        };
        let typed = array.as_ref().and_then(|array| array.cast::<PyArrayDyn<u8>>().ok());
        let fits = |array: &&Bound<'py, PyArrayDyn<u8>>| {
            array.ndim() == 4 && array.shape()[1..] == *shape && array.is_c_contiguous()
        };
        let Some(typed) = typed.filter(fits) else {
            let [count, height, width] = shape;
            let allowed =
                format!("a C-contiguous array of uint8 and shape (k, {count}, {height}, {width})");
            let found = array.map_or_else(|| kind_of(&planes), |array| buffers::described(&array));
            return Err(Error::parameter("planes", allowed, found).into());
        };
        let in_use = |_| Error::parameter("planes", "apart from other arrays of a call", "in use");
        let planes = typed.try_readonly().map_err(in_use)?;
        let planes =
            planes.as_slice().map_err(|_| Error::parameter("planes", "contiguous", "not"))?;
        let rows = typed.shape()[0];
        buffers::check_room(rows.saturating_mul(*moves + 1).saturating_mul(size_of::<f32>()))?;
        let logits = PyArray2::<f32>::zeros(py, [rows, *moves], false).to_dyn().clone();
        let values = PyArray1::<f32>::zeros(py, [rows], false).to_dyn().clone();
        let (mut logits_out, mut values_out) = (logits.readwrite(), values.readwrite());
        let logits_out = buffers::slice("logits", &mut logits_out)?;
        let values_out = buffers::slice("values", &mut values_out)?;
        long_call(py, None, |control| self.0.evaluate(planes, logits_out, values_out, control))?;
        Ok((Typed::new(logits), Typed::new(values)))
    }

    fn __repr__(&self) -> String {
        let (game, layers) = (self.game(), self.0.num_layers());
        format!("<Network {game} layers={layers} weights={}>", self.0.size())
    }
}
