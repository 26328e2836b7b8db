//! Trained networks, evaluated here without a framework: planes in, logits of moves and a value out.
//!
//! - `layers`: what a network consists of, checked.
//! - `evaluate`: what it says of positions, on one thread, a few positions at a time.
//! - `sights`: planes that follow from others.
//! - `search`: tree searches with it.
//! - `file`, `coded`, `half`: a network as a file, its small numbers and those in half precision.

mod coded;
mod evaluate;
mod file;
mod half;
mod layers;
mod search;
mod sights;

use std::io::Write as _;
use std::path::Path;

use self::evaluate::Plan;
pub use self::file::Precision;
pub use self::layers::{Layer, Purpose, Weights};
pub use self::sights::Sight;
use crate::control::Control;
use crate::data::embedded;
use crate::error::{Error, Result, shorten};
use crate::files;
use crate::game::MAX_MOVES;

/// The networks that the program holds, by the specs of their games, `-` in place of `:` and `,`.
static SHIPPED: [(&str, Option<&[u8]>); 5] = [
    ("connect4", embedded!("connect4.net")),
    ("mnk-5-5-4", embedded!("mnk-5-5-4.net")),
    ("mosaic-5", embedded!("mosaic-5.net")),
    ("othello", embedded!("othello.net")),
    ("othello-6", embedded!("othello-6.net")),
];

/// Most cells of all planes of a position.
const MAX_INPUTS: usize = 1 << 16;

/// A trained network.
///
/// The last layer gives the logits of all moves and then a number whose hyperbolic tangent is the value
/// for the player to move. All sums have one order, so a network says the same on every machine and at
/// every level of [`crate::cpu`].
///
/// ```
/// use bitgames_core::{control::Control, games::TicTacToe3};
/// use bitgames_core::network::{Layer, Network, Purpose, Weights};
/// let weights = Weights { outputs: 10, inputs: 18, weights: vec![0.5; 180], biases: vec![0.0; 10] };
/// let purpose = Purpose::of(&TicTacToe3::default());
/// let network = Network::new(purpose, vec![Layer::Linear(weights)])?;
/// let (mut logits, mut values) = ([0.0; 9], [0.0]);
/// let mut planes = [0; 18];
/// planes[4] = 1;
/// network.evaluate(&planes, &mut logits, &mut values, &Control::default())?;
/// assert!(logits[0] == 0.5 && (values[0] - 0.5_f32.tanh()).abs() < 1e-6);
/// # Ok::<(), bitgames_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Network {
    purpose: Purpose,
    layers: Vec<Layer>,
    plan: Plan,
    /// What messages call it.
    name: String,
}

impl Network {
    /// A network of these layers.
    ///
    /// # Errors
    /// [`Error::Parameter`] for layers that do not fit together, and for weights that are not finite.
    pub fn new(purpose: Purpose, layers: Vec<Layer>) -> Result<Self> {
        let refused = |reason| Error::parameter("layers", "those of a network", reason);
        Network::checked(purpose, layers).map_err(refused)
    }

    fn checked(purpose: Purpose, layers: Vec<Layer>) -> std::result::Result<Self, String> {
        if !(1..=MAX_INPUTS).contains(&purpose.inputs())
            || !(1..=MAX_MOVES).contains(&purpose.moves)
        {
            return Err("the planes or moves of no game".into());
        }
        layers::check(&purpose, &layers)?;
        let plan = Plan::new(purpose.shape, &layers);
        Ok(Network { purpose, layers, plan, name: "the network".into() })
    }

    /// The names of the networks that the program holds: the specs of their games, `-` in place of `:` and
    /// `,`.
    pub fn shipped() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().filter(|(_, bytes)| bytes.is_some()).map(|&(name, _)| name)
    }

    /// Opens a file, or a network that the program holds, by its name.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::DamagedFile`]; [`Error::Parameter`] for a name without an ending that
    /// is neither.
    pub fn open(path: &Path) -> Result<Self> {
        let held = SHIPPED.iter().find(|(name, _)| path == Path::new(name));
        let bytes = match held.and_then(|&(_, bytes)| bytes) {
            Some(bytes) => bytes.into(),
            None => files::read(path).map_err(|error| {
                let is_name = path.extension().is_none() && path.components().count() == 1;
                if !is_name || path.exists() {
                    return error;
                }
                let names = Network::shipped().collect::<Vec<_>>().join(", ");
                let allowed = format!("a file, or one of the package: {names}");
                Error::parameter("the network", allowed, shorten(&path.display().to_string()))
            })?,
        };
        let read = file::read(&bytes);
        let made = read.and_then(|(purpose, layers)| Network::checked(purpose, layers));
        let name = format!("the network {}", shorten(&path.display().to_string()));
        let named = made.map(|network| Network { name, ..network });
        named.map_err(|reason| Error::damaged("network", path, reason))
    }

    /// Writes the network to a file, which is complete or absent. In half precision weights have 11
    /// binary digits, and whole numbers have those of the largest weight of their output, so the network
    /// of the file is a little different.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Parameter`] for a weight beyond half precision, 65,504.
    pub fn save(&self, path: &Path, precision: Precision) -> Result<()> {
        let bytes = file::write(&self.purpose, &self.layers, precision, &files::program())?;
        files::replace(path, |file| file.write_all(&bytes))
    }

    /// A checksum of all that it is: networks that say different things have different ones.
    ///
    /// # Errors
    /// None for a network that was made.
    pub fn seal(&self) -> Result<u64> {
        let bytes = file::write(&self.purpose, &self.layers, Precision::Single, "")?;
        Ok(files::checksum(&bytes))
    }

    /// What it is made for.
    pub fn purpose(&self) -> &Purpose {
        &self.purpose
    }

    /// Number of layers.
    pub fn num_layers(&self) -> usize {
        self.layers.len()
    }

    /// Number of weights.
    pub fn size(&self) -> usize {
        self.layers.iter().filter_map(Layer::weights).map(Weights::len).sum()
    }

    /// Refuses positions of another game, or seen in other planes; `name` is what the caller calls the
    /// network.
    ///
    /// # Errors
    /// [`Error::Unsupported`].
    pub fn check_plays(&self, purpose: &Purpose, name: &str) -> Result<()> {
        let Purpose { game, shape, moves } = &self.purpose;
        if self.purpose == *purpose {
            return Ok(());
        }
        Err(Error::Unsupported {
            what: name.into(),
            game: purpose.game.clone(),
            reason: format!("its network is made for {game}, planes {shape:?} and {moves} moves"),
        })
    }

    /// What it says of positions, given by their planes one after the other: the logits of all moves of
    /// each, and its value for the player to move.
    ///
    /// # Errors
    /// [`Error::Parameter`] for lists of other lengths; [`Error::Unsupported`] for an output that is not
    /// finite, which names the row; [`Error::Interrupted`].
    pub fn evaluate(
        &self,
        planes: &[u8],
        logits: &mut [f32],
        values: &mut [f32],
        control: &Control<'_>,
    ) -> Result<()> {
        let (rows, inputs, moves) = (values.len(), self.purpose.inputs(), self.purpose.moves);
        if planes.len() != rows * inputs || logits.len() != rows * moves {
            let allowed = format!("{rows} rows of {inputs} planes and {moves} logits");
            let given = format!("{} and {}", planes.len(), logits.len());
            return Err(Error::parameter("the input of a network", allowed, given));
        }
        self.plan.run(planes, logits, values, control)?;
        let finite = |row: &usize| {
            logits[row * moves..][..moves].iter().chain([&values[*row]]).all(|x| x.is_finite())
        };
        match (0..rows).find(|row| !finite(row)) {
            None => Ok(()),
            Some(row) => Err(Error::Unsupported {
                what: "an evaluation".into(),
                game: self.purpose.game.clone(),
                reason: format!("the output of {} of row {row} is not finite", self.name),
            }),
        }
    }
}

#[cfg(test)]
mod tests;
