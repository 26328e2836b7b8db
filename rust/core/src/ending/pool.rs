//! Rows and planes of a table, each distinct one stored once.
//!
//! The positions of a split that differ in the longest suit only are a *row*; the rows that differ
//! in the suit before it are a *plane*. The complete tables have 42 million rows, 0.3 million of
//! them distinct, and 2.2 million planes, 0.3 million of them distinct. So a table is three lists:
//! where the plane of each pair of the first two strings begins, where the rows of each distinct
//! plane begin, and the tricks of each distinct row. That is a sixth of a bit per position, and a
//! lookup is three loads without unpacking.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::MAX_CARDS;
use super::rank::{LayerShape, RankRow};
use crate::error::Result;
use crate::files::number;
use crate::memory;

/// Marks a row of a plane that does not exist because no hand has that many cards.
const NO_ROW: u32 = u32::MAX;
/// Bytes of a number in a list.
pub(super) const NUMBER: usize = 4;

/// The three lists, for reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lists<'a> {
    /// For each pair of strings of the first two suits, the index in `rows` where its plane begins.
    pub planes: &'a [u8],
    /// For each third string of a plane, the first byte of its row in `values`.
    pub rows: &'a [u8],
    /// Tricks, two positions to a byte, the first in the low half; each row starts at a byte.
    pub values: &'a [u8],
}

impl<'a> Lists<'a> {
    /// Splits bytes into lists: first `planes` planes, then `rows` rows, then the values.
    #[inline]
    pub fn new(bytes: &'a [u8], planes: usize, rows: usize) -> Self {
        let (planes, rest) = bytes.split_at_checked(planes * NUMBER).unwrap_or((bytes, &[]));
        let (rows, values) = rest.split_at_checked(rows * NUMBER).unwrap_or((rest, &[]));
        Lists { planes, rows, values }
    }

    /// The index at which the rows of a plane begin.
    #[inline]
    pub fn plane(&self, pair: usize) -> usize {
        number(self.planes, pair * NUMBER)
    }

    /// The byte at which the tricks of a row begin.
    #[inline]
    pub fn row(&self, plane: usize, third: usize) -> usize {
        number(self.rows, (plane + third) * NUMBER)
    }

    #[inline]
    pub fn value(&self, row: usize, place: usize) -> usize {
        let byte = self.values.get(row + place / 2).copied().unwrap_or_default();
        usize::from(byte >> (4 * (place % 2)) & 15)
    }

    /// The bytes of a row of `length` positions.
    fn packed_row(&self, start: usize, length: usize) -> &'a [u8] {
        self.values.get(start..start + length.div_ceil(2)).unwrap_or_default()
    }
}

/// Parts of one list, each distinct one stored once.
#[derive(Debug, Default)]
struct Stretches<T> {
    items: Vec<T>,
    /// Start, end and number of uses of each part, in the order of the list.
    kept: Vec<(u32, u32, u64)>,
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<T: Copy + Eq + Hash> Stretches<T> {
    /// Returns where the part begins; a new part is added at the end.
    fn place(&mut self, stretch: &[T]) -> u32 {
        let Stretches { items, kept, places, hasher } = self;
        let inside = |place: u32| {
            let (start, end, _) = kept[place as usize];
            &items[start as usize..end as usize]
        };
        let hash = hasher.hash_one(stretch);
        if let Some(&place) = places.find(hash, |&place| inside(place) == stretch) {
            let (start, _, count) = &mut kept[place as usize];
            *count += 1;
            return *start;
        }
        places.insert_unique(hash, kept.len() as u32, |&place| hasher.hash_one(inside(place)));
        let start = items.len() as u32;
        items.extend_from_slice(stretch);
        kept.push((start, items.len() as u32, 1));
        start
    }

    fn clear(&mut self) {
        self.items.clear();
        self.kept.clear();
        self.places.clear();
    }
}

/// Distinct rows and planes in the order of their first appearance, so that the bytes depend on the
/// tricks alone.
#[derive(Debug, Default)]
struct DistinctParts {
    rows: Stretches<u8>,
    planes: Stretches<u32>,
}

impl DistinctParts {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.planes.items.iter().flat_map(|row| row.to_le_bytes()));
        out.extend_from_slice(&self.rows.items);
    }
}

/// Packs slices, one split each, into bytes: the numbers of rows and of bytes of tricks, then the
/// three lists.
#[derive(Debug, Default)]
pub(super) struct Packer {
    pool: DistinctParts,
    /// Where each row begins, by plane and third string.
    starts: Vec<u32>,
    row: Vec<u8>,
    /// The bytes of the slice packed last.
    pub bytes: Vec<u8>,
}

impl Packer {
    /// Packs a slice of `shape`. Calls `fill` for every row in the order of the table, to write its
    /// bytes into an empty vector.
    pub fn pack(
        &mut self,
        shape: &LayerShape,
        split: usize,
        mut fill: impl FnMut(RankRow, &mut Vec<u8>),
    ) -> &[u8] {
        let split = shape.splits[split];
        self.pool.rows.clear();
        self.pool.planes.clear();
        self.starts.clear();
        self.starts.resize(split.pairs() * split.thirds(), NO_ROW);
        split.for_each_row(shape.cards, |row| {
            self.row.clear();
            fill(row, &mut self.row);
            self.starts[row.pair * split.thirds() + row.third] = self.pool.rows.place(&self.row);
        });
        self.bytes.clear();
        self.bytes.resize(2 * NUMBER, 0);
        for plane in self.starts.chunks_exact(split.thirds()) {
            self.bytes.extend(self.pool.planes.place(plane).to_le_bytes());
        }
        self.pool.write(&mut self.bytes);
        let counts = [self.pool.planes.items.len(), self.pool.rows.items.len()];
        for (place, count) in self.bytes.chunks_exact_mut(NUMBER).zip(counts) {
            place.copy_from_slice(&(count as u32).to_le_bytes());
        }
        &self.bytes
    }

    /// Packs a slice whose tricks are given in the order of the table, a byte each.
    pub fn pack_tricks(&mut self, shape: &LayerShape, split: usize, tricks: &[u8]) -> &[u8] {
        let mut rest = tricks;
        self.pack(shape, split, |row, bytes| {
            let (tricks, after) = rest.split_at(row.length);
            let (pairs, last) = tricks.as_chunks::<2>();
            bytes.extend(pairs.iter().map(|two| two[0] | two[1] << 4));
            bytes.extend_from_slice(last);
            rest = after;
        })
    }

    /// Histogram of the tricks in the slice packed last, which has `positions` positions.
    pub fn histogram(&self, positions: usize) -> [u64; MAX_CARDS + 1] {
        let mut histogram = [0; 16];
        for &(start, end, count) in &self.pool.rows.kept {
            for byte in &self.pool.rows.items[start as usize..end as usize] {
                histogram[usize::from(byte & 15)] += count;
                histogram[usize::from(byte >> 4)] += count;
            }
        }
        // The half byte after a row of odd length is not a position.
        histogram[0] -= histogram.iter().sum::<u64>() - positions as u64;
        std::array::from_fn(|tricks| histogram[tricks])
    }
}

/// The lists of a packed slice.
fn lists_of<'a>(shape: &LayerShape, split: usize, bytes: &'a [u8]) -> Lists<'a> {
    let data = bytes.get(2 * NUMBER..).unwrap_or_default();
    Lists::new(data, shape.splits[split].pairs(), number(bytes, 0))
}

/// Unpacks the tricks of a slice, a byte each, in the order of the table.
pub(super) fn unpack(shape: &LayerShape, split: usize, bytes: &[u8], tricks: &mut [u8]) {
    let lists = lists_of(shape, split, bytes);
    let mut rest = tricks;
    shape.splits[split].for_each_row(shape.cards, |row| {
        let start = lists.row(lists.plane(row.pair), row.third);
        let packed = lists.packed_row(start, row.length);
        let (own, after) = std::mem::take(&mut rest).split_at_mut(row.length);
        let (pairs, last) = own.as_chunks_mut::<2>();
        for (two, byte) in pairs.iter_mut().zip(packed) {
            *two = [byte & 15, byte >> 4];
        }
        if let ([last], Some(byte)) = (last, packed.last()) {
            *last = byte & 15;
        }
        rest = after;
    });
}

/// Assembles a table from packed slices.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    planes: Vec<u8>,
    pool: DistinctParts,
}

impl Assembly {
    /// Adds a slice; slices must come in the order of the table.
    pub fn add(&mut self, shape: &LayerShape, split: usize, bytes: &[u8]) {
        let lists = lists_of(shape, split, bytes);
        let split = shape.splits[split];
        let mut lengths = vec![0; split.pairs() * split.thirds()];
        split.for_each_row(shape.cards, |row| {
            lengths[row.pair * split.thirds() + row.third] = row.length;
        });
        // The new place of each plane of the slice.
        let mut known = vec![NO_ROW; lists.rows.len() / NUMBER];
        let mut plane = Vec::with_capacity(split.thirds());
        for (pair, lengths) in lengths.chunks_exact(split.thirds()).enumerate() {
            let own = lists.plane(pair);
            if known[own] == NO_ROW {
                plane.clear();
                plane.extend(lengths.iter().enumerate().map(|(third, &length)| match length {
                    0 => NO_ROW,
                    _ => self.pool.rows.place(lists.packed_row(lists.row(own, third), length)),
                }));
                known[own] = self.pool.planes.place(&plane);
            }
            self.planes.extend(known[own].to_le_bytes());
        }
    }

    /// The bytes of the table, and the number of entries in the list of rows.
    pub fn finish(self) -> Result<(Vec<u8>, usize)> {
        let mut bytes = self.planes;
        let more = self.pool.planes.items.len() * NUMBER + self.pool.rows.items.len();
        memory::reserve(&mut bytes, more)?;
        self.pool.write(&mut bytes);
        Ok((bytes, self.pool.planes.items.len()))
    }
}

/// Copies a row of a table in the form that a slice has.
pub(super) fn copy_row(lists: Lists<'_>, first_pair: usize, row: RankRow, bytes: &mut Vec<u8>) {
    let start = lists.row(lists.plane(first_pair + row.pair), row.third);
    bytes.extend_from_slice(lists.packed_row(start, row.length));
}
