//! A network as a file.
//!
//! All numbers are little endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 1 |
//! | 4 | kind of file, `NETW` |
//! | 8 | checksum of all bytes that follow: 64-bit XXH3 |
//! | 4 | length of the text |
//! | | the text: a name and its values on each line |
//! | 2 or 4 a number | the weights of each layer, then its biases, in half or single precision |
//!
//! The text has the lines `game SPEC`, `planes COUNT HEIGHT WIDTH`, `moves COUNT`, `precision half` or
//! `single`, `by PROGRAM`, and one for each layer: `convolution INPUTS OUTPUTS`, `linear INPUTS OUTPUTS`,
//! `relu`, `keep`, `add`.

use std::fmt::Write as _;

use super::half::{from_half, to_half};
use super::layers::{Layer, Purpose, Weights};
use crate::error::{Error, Result};
use crate::files::{self, checksum, number};

const VERSION: u32 = 1;
const NAME: [u8; 4] = *b"NETW";
/// Bytes before the text.
const FRONT: usize = 28;
/// Bytes at the front that the checksum does not cover.
const UNSUMMED: usize = 24;

/// How weights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Two bytes each.
    Half,
    /// Four bytes each, exactly.
    Single,
}

impl Precision {
    fn name(self) -> &'static str {
        match self {
            Precision::Half => "half",
            Precision::Single => "single",
        }
    }

    fn bytes(self) -> usize {
        match self {
            Precision::Half => 2,
            Precision::Single => 4,
        }
    }
}

fn text(of: &Purpose, layers: &[Layer], precision: Precision, by: &str) -> String {
    let Purpose { game, shape: [planes, height, width], moves } = of;
    let mut text = format!(
        "game {game}\nplanes {planes} {height} {width}\nmoves {moves}\nprecision {}\nby {by}\n",
        precision.name()
    );
    for layer in layers {
        let _ = match layer {
            Layer::Convolution(of) => writeln!(text, "convolution {} {}", of.inputs, of.outputs),
            Layer::Linear(of) => writeln!(text, "linear {} {}", of.inputs, of.outputs),
            Layer::Relu => writeln!(text, "relu"),
            Layer::Keep => writeln!(text, "keep"),
            Layer::Add => writeln!(text, "add"),
        };
    }
    text
}

/// The bytes of a file.
pub(super) fn write(of: &Purpose, layers: &[Layer], precision: Precision) -> Result<Vec<u8>> {
    let text = text(of, layers, precision, &files::program());
    let mut bytes = files::head(VERSION, NAME);
    bytes.extend([0; 8]);
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    for x in layers.iter().filter_map(Layer::weights).flat_map(Weights::all) {
        match precision {
            Precision::Single => bytes.extend(x.to_le_bytes()),
            Precision::Half => {
                let half = to_half(x).ok_or_else(|| {
                    Error::parameter("a weight in half precision", "from -65504 to 65504", x)
                })?;
                bytes.extend(half.to_le_bytes());
            }
        }
    }
    let sum = checksum(&bytes[UNSUMMED..]);
    bytes[16..UNSUMMED].copy_from_slice(&sum.to_le_bytes());
    Ok(bytes)
}

/// The numbers of a line of the text after its name.
fn numbers<const N: usize>(line: &str, name: &str) -> Option<[usize; N]> {
    let numbers = line.strip_prefix(name)?.strip_prefix(' ')?.split(' ').map(str::parse);
    numbers.collect::<std::result::Result<Vec<_>, _>>().ok()?.try_into().ok()
}

/// Takes the weights of a layer from the front of some bytes.
fn weights(
    (inputs, outputs, each): (usize, usize, usize),
    precision: Precision,
    bytes: &mut &[u8],
) -> Option<Weights> {
    let mut take = |count: usize| {
        let (own, rest) = bytes.split_at_checked(count.checked_mul(precision.bytes())?)?;
        *bytes = rest;
        Some(match precision {
            Precision::Half => {
                own.as_chunks().0.iter().map(|&x| from_half(u16::from_le_bytes(x))).collect()
            }
            Precision::Single => own.as_chunks().0.iter().map(|&x| f32::from_le_bytes(x)).collect(),
        })
    };
    let weights = take(inputs.checked_mul(outputs)?.checked_mul(each)?)?;
    Some(Weights { outputs, inputs, weights, biases: take(outputs)? })
}

/// The purpose and the layers by a text and the bytes after it; `None` if it is not one of [`text`].
fn parsed(read: &str, mut bytes: &[u8]) -> Option<(Purpose, Vec<Layer>)> {
    let mut lines = read.lines();
    let game = lines.next()?.strip_prefix("game ")?.to_owned();
    let shape = numbers(lines.next()?, "planes")?;
    let [moves] = numbers(lines.next()?, "moves")?;
    let precision = match lines.next()? {
        "precision half" => Precision::Half,
        "precision single" => Precision::Single,
        _ => return None,
    };
    let by = lines.next()?.strip_prefix("by ")?;
    let mut layers = Vec::new();
    for line in lines {
        layers.push(match line {
            "relu" => Layer::Relu,
            "keep" => Layer::Keep,
            "add" => Layer::Add,
            _ => {
                let linear = numbers(line, "linear");
                let [inputs, outputs] = linear.or_else(|| numbers(line, "convolution"))?;
                let each = if linear.is_some() { 1 } else { 9 };
                let weights = weights((inputs, outputs, each), precision, &mut bytes)?;
                let make = if linear.is_some() { Layer::Linear } else { Layer::Convolution };
                make(weights)
            }
        });
    }
    let purpose = Purpose { game, shape, moves };
    let whole = bytes.is_empty() && text(&purpose, &layers, precision, by) == read;
    whole.then_some((purpose, layers))
}

/// Reads the bytes of a file, or returns the reason why they are not valid.
pub(super) fn read(bytes: &[u8]) -> std::result::Result<(Purpose, Vec<Layer>), String> {
    if bytes.len() < FRONT {
        return Err("it is too short to be a network".into());
    }
    files::check_head(bytes, VERSION, NAME, "a network")?;
    if bytes[16..UNSUMMED] != checksum(&bytes[UNSUMMED..]).to_le_bytes() {
        return Err("its checksum is wrong: it is damaged or cut short".into());
    }
    let front = FRONT.saturating_add(number(bytes, UNSUMMED));
    let text = bytes.get(FRONT..front).and_then(|text| std::str::from_utf8(text).ok());
    let read = text.and_then(|text| parsed(text, &bytes[front..]));
    read.ok_or_else(|| "its header is damaged".into())
}
