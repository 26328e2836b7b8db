//! A network as a file.
//!
//! All numbers are little endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 3 |
//! | 4 | kind of file, `NETW` |
//! | 8 | checksum of all bytes that follow: 64-bit XXH3 |
//! | 4 | length of the text |
//! | | the text: a name and its values on each line |
//! | | of each layer the weights, scales and biases |
//!
//! | precision | weights | scales | biases |
//! |---|---|---|---|
//! | `single` | single | none | single |
//! | `half` | half | none | half |
//! | `byte` | a signed byte, to be multiplied by the scale of its output | half | half |
//!
//! The bytes of a layer are coded, as `coded` does, with the length of the code before it in 4 bytes.
//!
//! The text has the lines `game SPEC`, `planes COUNT HEIGHT WIDTH`, `moves COUNT`, `precision NAME`,
//! `by PROGRAM`, and one for each layer: `threats LENGTH`, `mobility`,
//! `convolution INPUTS OUTPUTS`, `linear INPUTS OUTPUTS`, `relu`, `keep`, `add`.

use std::fmt::Write as _;

use super::coded::{coded, decoded};
use super::half::{from_half, to_half};
use super::layers::{Layer, Purpose, Weights};
use crate::error::{Error, Result};
use crate::files::{self, checksum, number};

const VERSION: u32 = 3;
const NAME: [u8; 4] = *b"NETW";
/// Bytes before the text.
const FRONT: usize = 28;
/// Bytes at the front that the checksum does not cover.
const UNSUMMED: usize = 24;

/// How weights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Four bytes each, exactly.
    Single,
    /// Two bytes each.
    Half,
    /// A whole number each of this many bits, 2 to 8, sign included, in about as many bits as it tells.
    Byte(u32),
}

impl Precision {
    fn name(self) -> &'static str {
        match self {
            Precision::Single => "single",
            Precision::Half => "half",
            Precision::Byte(_) => "byte",
        }
    }

    /// How numbers are written that are not whole.
    fn of_others(self) -> Self {
        if self == Precision::Single { self } else { Precision::Half }
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
            Layer::Sight(sight) => writeln!(text, "{sight}"),
            Layer::Relu => writeln!(text, "relu"),
            Layer::Keep => writeln!(text, "keep"),
            Layer::Add => writeln!(text, "add"),
        };
    }
    text
}

fn half(x: f32) -> Result<u16> {
    let refused = || Error::parameter("a weight in half precision", "from -65504 to 65504", x);
    to_half(x).ok_or_else(refused)
}

/// Writes numbers in single or half precision.
fn push(numbers: &[f32], precision: Precision, bytes: &mut Vec<u8>) -> Result<()> {
    for &x in numbers {
        match precision {
            Precision::Single => bytes.extend(x.to_le_bytes()),
            _ => bytes.extend(half(x)?.to_le_bytes()),
        }
    }
    Ok(())
}

/// The bytes of a file that a program writes.
pub(super) fn write(
    of: &Purpose,
    layers: &[Layer],
    precision: Precision,
    by: &str,
) -> Result<Vec<u8>> {
    let text = text(of, layers, precision, by);
    let mut bytes = files::head(VERSION, NAME);
    bytes.extend([0; 8]);
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    for of in layers.iter().filter_map(Layer::weights) {
        let others = precision.of_others();
        if let Precision::Byte(bits) = precision {
            let steps = ((1 << (bits - 1)) - 1) as f32;
            let rows = || of.weights.chunks(of.weights.len() / of.outputs);
            let mut scales = Vec::with_capacity(of.outputs);
            for row in rows() {
                let largest = row.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
                scales.push(from_half(half(largest / steps)?));
            }
            let mut numbers = Vec::with_capacity(of.weights.len());
            for (row, scale) in rows().zip(&scales) {
                // Rounding the scale may leave more than the steps; a scale of 0 has no numbers.
                let whole =
                    |x: &f32| (x / scale).round_ties_even().clamp(-steps, steps) as i8 as u8;
                numbers.extend(row.iter().map(whole));
            }
            let code = coded(&numbers);
            bytes.extend((code.len() as u32).to_le_bytes());
            bytes.extend(code);
            push(&scales, others, &mut bytes)?;
        } else {
            push(&of.weights, precision, &mut bytes)?;
        }
        push(&of.biases, others, &mut bytes)?;
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

/// Takes numbers in single or half precision from the front of some bytes.
fn take(count: usize, precision: Precision, bytes: &mut &[u8]) -> Option<Vec<f32>> {
    let each = if precision == Precision::Single { 4 } else { 2 };
    let own = cut(count.checked_mul(each)?, bytes)?;
    Some(match precision {
        Precision::Single => own.as_chunks().0.iter().map(|&x| f32::from_le_bytes(x)).collect(),
        _ => own.as_chunks().0.iter().map(|&x| from_half(u16::from_le_bytes(x))).collect(),
    })
}

/// Takes some bytes from the front of others.
fn cut<'a>(count: usize, bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (own, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(own)
}

/// Takes the weights of a layer from the front of some bytes.
fn weights(
    (inputs, outputs, each): (usize, usize, usize),
    precision: Precision,
    bytes: &mut &[u8],
) -> Option<Weights> {
    let row = inputs.checked_mul(each)?;
    let (count, others) = (row.checked_mul(outputs)?, precision.of_others());
    let weights = if let Precision::Byte(_) = precision {
        let length = u32::from_le_bytes(*cut(4, bytes)?.first_chunk()?);
        let whole = decoded(cut(length as usize, bytes)?, count)?;
        let scales = take(outputs, others, bytes)?;
        let rows = whole.chunks(row.max(1)).zip(&scales);
        rows.flat_map(|(row, scale)| row.iter().map(move |&x| f32::from(x as i8) * scale)).collect()
    } else {
        take(count, precision, bytes)?
    };
    Some(Weights { outputs, inputs, weights, biases: take(outputs, others, bytes)? })
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
        "precision byte" => Precision::Byte(8),
        _ => return None,
    };
    let by = lines.next()?.strip_prefix("by ")?;
    let mut layers = Vec::new();
    for line in lines {
        if let Some(layer) = Layer::plain(line) {
            layers.push(layer);
            continue;
        }
        let linear = numbers(line, "linear");
        let [inputs, outputs] = linear.or_else(|| numbers(line, "convolution"))?;
        let each = if linear.is_some() { 1 } else { 9 };
        let weights = weights((inputs, outputs, each), precision, &mut bytes)?;
        let make = if linear.is_some() { Layer::Linear } else { Layer::Convolution };
        layers.push(make(weights));
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
