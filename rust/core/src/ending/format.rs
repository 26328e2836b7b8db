//! The layout of a database file.
//!
//! All numbers are little endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 2 |
//! | 4 | kind of file, `ENDS` |
//! | 4 | length of the header, a multiple of 4096: where the data begin |
//! | 1, 1, 2 | strain (0 no trumps, 1 trumps); most cards in a hand; zeros |
//! | 32 | the program that wrote it, ASCII, padded with zeros |
//! | 8, 8, 8 | entries of the list of rows; bytes of tricks; checksum of the data |
//! | 152 a layer | for hands of 1, 2 ... cards: positions; checksum; positions by the leader's tricks, 14 numbers; positions with a costly lead (8 bytes each); the leader's tricks over all deals (16) |
//! | 8 | checksum of the header up to here; zeros follow |
//!
//! The data are three lists, see [`super::pool`]: for each pair of strings of the first two suits,
//! split by split and layer by layer, the number of the entry in the list of rows where its plane
//! begins (4 bytes); for each third string of each distinct plane the byte where its row begins, or
//! `ffffffff` (4 bytes); the tricks of each distinct row, two positions to a byte, the first in the
//! low half.
//!
//! Checksums are 64-bit XXH3. The checksum of a layer covers those of its slices, 8 bytes each; the
//! checksum of a slice covers the slice as [`super::pool::Packer`] packs it alone, so it depends on
//! the values only, not on how the table shares rows.

use super::build::LayerSummary;
use super::pool::NUMBER;
use super::rank::TrumpClass;
use super::table::EndingTable;
use super::{MAX_CARDS, build};
use crate::files::{self, checksum};

const VERSION: u32 = 2;
/// Bytes that identify the file.
pub(super) const FRONT: usize = 56;
const COUNTS: usize = 24;
const PER_LAYER: usize = 8 * (MAX_CARDS + 6);
const PAGE: usize = 4096;
/// Kinds of files: finished databases, and partial files.
const FINISHED: [u8; 4] = *b"ENDS";
pub(super) const PARTIAL: [u8; 4] = *b"SLIC";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub strain: TrumpClass,
    /// The program that made the file.
    pub generator: String,
    /// Entries of the list of rows.
    pub rows: usize,
    /// Bytes of tricks.
    pub values: usize,
    pub data_sum: u64,
    /// Layer 1 first.
    pub layers: Vec<LayerSummary>,
    pub layer_sums: Vec<u64>,
}

/// The checksum of a layer from those of its slices.
pub(super) fn layer_sum(slice_sums: &[u64]) -> u64 {
    checksum(&slice_sums.iter().flat_map(|sum| sum.to_le_bytes()).collect::<Vec<_>>())
}

/// The first bytes of a file.
pub(super) fn front(kind: [u8; 4], strain: TrumpClass, cards: usize, generator: &str) -> Vec<u8> {
    let mut bytes = files::head(VERSION, kind);
    bytes.extend((header_bytes(cards) as u32).to_le_bytes());
    bytes.extend([strain as u8, cards as u8, 0, 0]);
    bytes.extend(generator.bytes().take(32));
    bytes.resize(FRONT, 0);
    bytes
}

/// Bytes before the data.
pub(super) fn header_bytes(cards: usize) -> usize {
    (FRONT + COUNTS + cards * PER_LAYER + 8).next_multiple_of(PAGE)
}

/// Strain and cards of a finished file from its first bytes, or the reason why it is not a valid
/// database.
pub(super) fn read_front(bytes: &[u8]) -> Result<(TrumpClass, usize), String> {
    if bytes.len() < FRONT {
        return Err("it is too short to be a database".into());
    }
    files::check_head(bytes, VERSION, FINISHED, "a database of endings")?;
    let strain = TrumpClass::ALL.get(usize::from(bytes[20]));
    let length = files::number(bytes, 16);
    match (strain, usize::from(bytes[21])) {
        (Some(&strain), cards @ 1..=MAX_CARDS) if length == header_bytes(cards) => {
            Ok((strain, cards))
        }
        _ => Err("its header is damaged".into()),
    }
}

impl Header {
    pub fn data_bytes(&self) -> usize {
        let planes = EndingTable::planes(self.strain, self.layers.len());
        planes.saturating_add(self.rows).saturating_mul(NUMBER).saturating_add(self.values)
    }

    /// The header as bytes.
    pub fn write(&self) -> Vec<u8> {
        let cards = self.layers.len();
        let mut bytes = front(FINISHED, self.strain, cards, &self.generator);
        let mut put = |number: u64| bytes.extend(number.to_le_bytes());
        [self.rows as u64, self.values as u64, self.data_sum].into_iter().for_each(&mut put);
        for (layer, &sum) in self.layers.iter().zip(&self.layer_sums) {
            put(layer.positions());
            put(sum);
            layer.histogram.into_iter().for_each(&mut put);
            put(layer.costly_leads);
            put(layer.deal_tricks as u64);
            put((layer.deal_tricks >> 64) as u64);
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes.resize(header_bytes(cards), 0);
        bytes
    }

    /// Reads the header of a file of this strain and cards, or returns the reason why it is not
    /// valid.
    pub fn read(bytes: &[u8], strain: TrumpClass, cards: usize) -> Result<Header, String> {
        let end = FRONT + COUNTS + cards * PER_LAYER;
        let number = |at: usize| files::array(bytes, at).map(u64::from_le_bytes);
        if number(end) != Some(checksum(bytes.get(..end).unwrap_or_default())) {
            return Err("its header is damaged".into());
        }
        let at = |place: usize| number(place).unwrap_or_default();
        let layer = |index: usize| FRONT + COUNTS + index * PER_LAYER;
        let summary = |index: usize| LayerSummary {
            cards: index + 1,
            histogram: std::array::from_fn(|tricks| at(layer(index) + 8 * (tricks + 2))),
            costly_leads: at(layer(index) + PER_LAYER - 24),
            deal_tricks: u128::from(at(layer(index) + PER_LAYER - 16))
                | u128::from(at(layer(index) + PER_LAYER - 8)) << 64,
        };
        let generator = bytes[24..FRONT].split(|&byte| byte == 0).next().unwrap_or_default();
        let header = Header {
            strain,
            generator: String::from_utf8_lossy(generator).into_owned(),
            rows: at(FRONT) as usize,
            values: at(FRONT + 8) as usize,
            data_sum: at(FRONT + 16),
            layers: (0..cards).map(summary).collect(),
            layer_sums: (0..cards).map(|index| at(layer(index) + 8)).collect(),
        };
        if bytes.get(..header_bytes(cards)) != Some(&header.write()) {
            return Err("its header is damaged".into());
        }
        let all = build::positions(strain, cards);
        if header.layers.iter().map(LayerSummary::positions).sum::<u64>() != all {
            return Err("its header counts other positions than there are".into());
        }
        Ok(header)
    }
}
