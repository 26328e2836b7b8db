//! What a network is made for, its layers, and whether they fit together.

use super::sights::{self, Sight};
use crate::capability::Planes;
use crate::notation::Notation;

/// Most layers.
const MAX_LAYERS: usize = 1 << 10;
/// Most weights of a network.
const MAX_WEIGHTS: usize = 1 << 24;
/// Most channels, or numbers without a place on the board.
const MAX_WIDTH: usize = 1 << 14;

/// What a network is made for: a game by its spec, its planes and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// The spec of the game.
    pub game: String,
    /// Planes, height and width of the input.
    pub shape: [usize; 3],
    /// Number of moves: the output has a logit for each, and one number more.
    pub moves: usize,
}

impl Purpose {
    /// The purpose of a network that plays the game of a position.
    pub fn of<G: Planes + Notation>(position: &G) -> Self {
        let (width, height) = position.shape();
        let shape = [position.num_planes(), height.into(), width.into()];
        Purpose { game: position.spec(), shape, moves: position.num_moves() }
    }

    /// Numbers of an input.
    pub fn inputs(&self) -> usize {
        self.shape.iter().product()
    }
}

/// The weights of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Channels, or numbers, that come out.
    pub outputs: usize,
    /// Channels, or numbers, that go in.
    pub inputs: usize,
    /// For each output those of all inputs: nine each in a convolution, row by row, else one.
    pub weights: Vec<f32>,
    /// One for each output.
    pub biases: Vec<f32>,
}

impl Weights {
    pub(super) fn len(&self) -> usize {
        self.weights.len() + self.biases.len()
    }

    /// All numbers, in the order of files.
    pub(super) fn all(&self) -> impl Iterator<Item = f32> + '_ {
        self.weights.iter().chain(&self.biases).copied()
    }
}

/// A layer.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// Adds to the planes of two sides what each of them sees. The first layer, if any.
    Sight(Sight),
    /// A 3 by 3 convolution; what is beyond the edge of the board counts as zeros. Batch normalization
    /// is part of its weights.
    Convolution(Weights),
    /// A linear layer. A board before it is flattened channel by channel and row by row.
    Linear(Weights),
    /// Negative numbers become 0.
    Relu,
    /// Keeps what is there for [`Layer::Add`].
    Keep,
    /// Adds what the latest [`Layer::Keep`] has kept.
    Add,
}

impl Layer {
    /// The layer without weights that a text names.
    pub fn plain(text: &str) -> Option<Self> {
        Some(match text {
            "relu" => Layer::Relu,
            "keep" => Layer::Keep,
            "add" => Layer::Add,
            _ => Layer::Sight(Sight::named(text)?),
        })
    }

    /// Its weights, if it has any.
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            Layer::Convolution(weights) | Layer::Linear(weights) => Some(weights),
            Layer::Sight(_) | Layer::Relu | Layer::Keep | Layer::Add => None,
        }
    }
}

/// The reason why layers are not those of a network.
pub(super) fn check(purpose: &Purpose, layers: &[Layer]) -> Result<(), String> {
    let [planes, height, width] = purpose.shape;
    if layers.len() > MAX_LAYERS {
        return Err(format!("{} layers, more than {MAX_LAYERS}", layers.len()));
    }
    // Numbers at each place: of the board, or of none.
    let (mut channels, mut cells) = (planes, height * width);
    let (mut kept, mut total) = (Vec::new(), 0);
    for (number, layer) in layers.iter().enumerate() {
        let wrong = |reason: String| Err(format!("layer {number} {reason}"));
        match layer {
            Layer::Sight(sight) => {
                if number > 0 {
                    return wrong(format!("adds {sight} to what is no planes"));
                }
                if let Err(reason) = sight.check(purpose.shape) {
                    return wrong(reason);
                }
                channels = sights::PLANES;
            }
            Layer::Convolution(of) => {
                if of.inputs != channels || height * width != cells {
                    let inputs = of.inputs;
                    return wrong(format!(
                        "convolves {inputs} channels, not {channels} of {cells} cells"
                    ));
                }
                channels = of.outputs;
            }
            Layer::Linear(of) => {
                if of.inputs != channels * cells {
                    return wrong(format!("has {} inputs, not {}", of.inputs, channels * cells));
                }
                (channels, cells) = (of.outputs, 1);
            }
            Layer::Relu => {}
            Layer::Keep => kept.push((channels, cells)),
            Layer::Add => {
                if kept.pop() != Some((channels, cells)) {
                    return wrong("adds what was not kept, or another shape".into());
                }
            }
        }
        if let Some(of) = layer.weights() {
            let each = if matches!(layer, Layer::Linear(_)) { 1 } else { 9 };
            if !(1..=MAX_WIDTH).contains(&of.outputs)
                || of.biases.len() != of.outputs
                || of.inputs.saturating_mul(of.outputs * each) != of.weights.len()
            {
                return wrong("has weights of another shape".into());
            }
            if !of.all().all(f32::is_finite) {
                return wrong("has weights that are not finite".into());
            }
            total += of.len();
        }
        if total > MAX_WEIGHTS {
            return Err(format!("more than {MAX_WEIGHTS} weights"));
        }
    }
    if !kept.is_empty() {
        return Err("something that is kept and never added".into());
    }
    if (channels, cells) != (purpose.moves + 1, 1) {
        let (moves, found) = (purpose.moves, channels * cells);
        return Err(format!("{found} outputs, not logits of {moves} moves and a value"));
    }
    Ok(())
}
