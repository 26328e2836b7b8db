//! The layout of a database file.
//!
//! All numbers are little endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `BITGAMES` |
//! | 4 | format version, 1 |
//! | 4 | kind of file, `ENDS` |
//! | 4 | length of the header, a multiple of 4096: where the data begin |
//! | 1, 1, 2 | strain (0 no trumps, 1 trumps); most cards in a hand; zeros |
//! | 32 | who made it, ASCII, filled up with zeros |
//! | 152 a layer | for hands of 1, 2 ... cards: positions; checksum; positions by the leader's tricks, 14 numbers; positions with a costly lead (8 bytes each); the leader's tricks over all deals (16) |
//! | 8 a slice | checksum of each split's slice, layer by layer |
//! | 8 | checksum of the header up to here; zeros follow |
//!
//! The data are the slices in the same order, two positions to a byte, the first in the low half.
//! Checksums are XXH3, 64 bits: of a slice over its bytes, of a layer over the checksums of its
//! slices. A slice that is not made yet has checksum 0; one whose bytes really sum to 0 says 1.

use xxhash_rust::xxh3::xxh3_64;

use super::build::LayerSummary;
use super::rank::{Shape, Strain};
use super::{MAX_CARDS, build};

const MAGIC: &[u8; 8] = b"BITGAMES";
const KIND: &[u8; 4] = b"ENDS";
const VERSION: u32 = 1;
const FRONT: usize = 56;
const PER_LAYER: usize = 8 * (MAX_CARDS + 6);
const PAGE: usize = 4096;
/// Bytes that say what file this is.
pub(super) const FRONT_BYTES: usize = FRONT;

/// The checksum of a slice.
pub(super) fn checksum(slice: &[u8]) -> u64 {
    xxh3_64(slice).max(1)
}

/// Where everything stands in a file of a strain and number of cards.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub strain: Strain,
    /// Layers 1, 2 ...: where its data begin, its number of slices, and their size in bytes.
    layers: Vec<(u64, usize, usize)>,
    header: usize,
    end: u64,
}

/// The contents of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The program that made the file.
    pub generator: String,
    /// Layer 1 first.
    pub layers: Vec<LayerSummary>,
    /// Checksums of the layers.
    pub layer_sums: Vec<u64>,
    /// Checksums of all slices.
    pub slice_sums: Vec<u64>,
}

impl Layout {
    pub fn new(strain: Strain, cards: usize) -> Self {
        let shapes: Vec<_> = (1..=cards).map(|cards| Shape::new(strain, cards)).collect();
        let slices: usize = shapes.iter().map(|shape| shape.splits.len()).sum();
        let header = (FRONT + cards * PER_LAYER + 8 * slices + 8).next_multiple_of(PAGE);
        let mut end = header as u64;
        let layers = shapes.iter().map(|shape| {
            let start = end;
            end += shape.splits.len() as u64 * shape.slice_bytes() as u64;
            (start, shape.splits.len(), shape.slice_bytes())
        });
        let layers = layers.collect();
        Layout { strain, layers, header, end }
    }

    /// Most cards in a hand.
    pub fn cards(&self) -> usize {
        self.layers.len()
    }

    /// Bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        self.end
    }

    /// Bytes of the header.
    pub fn header_bytes(&self) -> usize {
        self.header
    }

    /// Number of slices of a layer.
    pub fn slices(&self, cards: usize) -> usize {
        self.layers[cards - 1].1
    }

    /// Where a slice begins, and its length.
    pub fn slice(&self, cards: usize, split: usize) -> (u64, usize) {
        let (start, _, bytes) = self.layers[cards - 1];
        (start + (split * bytes) as u64, bytes)
    }

    /// Where the data of a layer begin, and their length.
    pub fn layer(&self, cards: usize) -> (u64, u64) {
        let (start, slices, bytes) = self.layers[cards - 1];
        (start, slices as u64 * bytes as u64)
    }

    /// The number of a slice among all slices.
    pub fn slice_number(&self, cards: usize, split: usize) -> usize {
        self.layers[..cards - 1].iter().map(|layer| layer.1).sum::<usize>() + split
    }

    /// Where the checksum of a slice stands.
    pub fn sum_place(&self, cards: usize, split: usize) -> u64 {
        let before = FRONT + self.cards() * PER_LAYER;
        (before + 8 * self.slice_number(cards, split)) as u64
    }

    /// The first bytes of the file.
    pub fn front(&self, generator: &str) -> Vec<u8> {
        let mut bytes = Vec::from(*MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(KIND);
        bytes.extend((self.header as u32).to_le_bytes());
        bytes.extend([self.strain as u8, self.cards() as u8, 0, 0]);
        bytes.extend(generator.bytes().take(32));
        bytes.resize(FRONT, 0);
        bytes
    }

    /// The whole header of a finished file.
    pub fn header(&self, header: &Header) -> Vec<u8> {
        let mut bytes = self.front(&header.generator);
        let mut put = |number: u64| bytes.extend(number.to_le_bytes());
        for (layer, &sum) in header.layers.iter().zip(&header.layer_sums) {
            put(layer.positions());
            put(sum);
            layer.histogram.into_iter().for_each(&mut put);
            put(layer.costly_leads);
            put(layer.deal_tricks as u64);
            put((layer.deal_tricks >> 64) as u64);
        }
        header.slice_sums.iter().copied().for_each(&mut put);
        let sum = xxh3_64(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes.resize(self.header, 0);
        bytes
    }

    /// Checksums of the layers from those of the slices.
    pub fn layer_sums(&self, slice_sums: &[u64]) -> Vec<u64> {
        let sum = |cards: usize| {
            let first = self.slice_number(cards, 0);
            let sums = &slice_sums[first..first + self.slices(cards)];
            xxh3_64(&sums.iter().flat_map(|sum| sum.to_le_bytes()).collect::<Vec<_>>())
        };
        (1..=self.cards()).map(sum).collect()
    }

    /// Reads the first bytes of a file, or says why it is not ours.
    pub fn read_front(bytes: &[u8]) -> Result<Layout, String> {
        if bytes.len() < FRONT {
            return Err("it is too short to be a database".into());
        }
        if &bytes[..8] != MAGIC || &bytes[12..16] != KIND {
            return Err("it is not a database of endings".into());
        }
        let version = u32::from_le_bytes(array(&bytes[8..]));
        if version > VERSION {
            return Err(format!("its format is {version}, newer than this program's {VERSION}"));
        }
        let strain = Strain::ALL.get(usize::from(bytes[20]));
        let (Some(&strain), cards @ 1..=13) = (strain, usize::from(bytes[21])) else {
            return Err("its header is damaged".into());
        };
        let layout = Layout::new(strain, cards);
        let length = u32::from_le_bytes(array(&bytes[16..])) as usize;
        if version != VERSION || length != layout.header {
            return Err("its header is damaged".into());
        }
        Ok(layout)
    }

    /// Reads a whole header, or says what is wrong with it.
    pub fn read_header(&self, bytes: &[u8]) -> Result<Header, String> {
        let slices: usize = (1..=self.cards()).map(|cards| self.slices(cards)).sum();
        let end = FRONT + self.cards() * PER_LAYER + 8 * slices;
        let number =
            |at: usize| bytes.get(at..at + 8).map(|bytes| u64::from_le_bytes(array(bytes)));
        if number(end) != Some(xxh3_64(bytes.get(..end).unwrap_or_default())) {
            return Err("its header is damaged".into());
        }
        let at = |place: usize| number(place).unwrap_or_default();
        let layer = |index: usize| FRONT + index * PER_LAYER;
        let summary = |index: usize| LayerSummary {
            cards: index + 1,
            histogram: std::array::from_fn(|tricks| at(layer(index) + 8 * (tricks + 2))),
            costly_leads: at(layer(index) + PER_LAYER - 24),
            deal_tricks: u128::from(at(layer(index) + PER_LAYER - 16))
                | u128::from(at(layer(index) + PER_LAYER - 8)) << 64,
        };
        let sums = FRONT + self.cards() * PER_LAYER;
        let generator = bytes[24..FRONT].split(|&byte| byte == 0).next().unwrap_or_default();
        let header = Header {
            generator: String::from_utf8_lossy(generator).into_owned(),
            layers: (0..self.cards()).map(summary).collect(),
            layer_sums: (0..self.cards()).map(|index| at(layer(index) + 8)).collect(),
            slice_sums: (0..slices).map(|slice| at(sums + 8 * slice)).collect(),
        };
        let all = build::positions(self.strain, self.cards());
        if header.layers.iter().map(LayerSummary::positions).sum::<u64>() != all {
            return Err("its header counts other positions than there are".into());
        }
        Ok(header)
    }
}

/// The first bytes as an array; there are enough.
pub(super) fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|index| bytes[index])
}
