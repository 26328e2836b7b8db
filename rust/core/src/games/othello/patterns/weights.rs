//! The file of the learned weights, and the weights in the order of the indices.
#![allow(clippy::inline_always)]

use super::shapes::{
    LANES, LANES_OF_WINDOW, MIRRORS, PATTERNS, SHAPES, STARTS, WINDOW, contents, shared_contents,
};
use super::stages::{STAGES, stage};
use crate::bits::Word;
use crate::data::{DataFile, embedded};
use crate::files::checksum;
use crate::once::Once;

/// Numbers of moves with a weight: from 0 to 33. More, which hardly a game reaches, weigh as 33.
const MOVES: usize = 34;
/// Numbers of discs with a weight: from 0 to 64.
const DISCS: usize = 65;
/// Weights of the patterns of one stage.
const OF_PATTERNS: usize = {
    let (mut sum, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        sum += shared_contents(shape);
        shape += 1;
    }
    sum
};
/// Weights of one stage: by the contents of the patterns, a content and its mirror image sharing
/// one, then by the mover's number of moves, the other side's, and the mover's number of discs.
pub const WEIGHTS: usize = OF_PATTERNS + 2 * MOVES + DISCS;
/// Features of a position, each of which selects one weight.
pub const FEATURES: usize = PATTERNS + 3;
/// Bytes of the weights of a stage: its unit, and an `i8` each.
const STAGE_BYTES: usize = 2 + WEIGHTS;
/// Bytes of the file. Each is the difference from that of the stage before, first of the stages below
/// `MIXED`, side by side, then of each later one, which changes few: so it takes least room in a package.
pub const FILE_BYTES: usize = STAGES * STAGE_BYTES;
/// Stages whose bytes stand side by side in the file.
const MIXED: usize = 7;
/// Parts of a hundredth of a disc in which the unit of a stage is given.
pub const UNIT_PARTS: i32 = 256;

/// The file of the learned weights.
pub(crate) static FILE: DataFile =
    DataFile::new(("othello.weights", "othello", true), embedded!("weights.bin"), check);
/// The checksum of that file, which has no room for one.
const CHECKSUM: u64 = 0xfb94_3a8e_f9b7_848a;

fn check(bytes: &[u8]) -> Result<(), String> {
    match checksum(bytes) {
        CHECKSUM => Ok(()),
        found => Err(format!("its checksum is {found:#018x}, not {CHECKSUM:#018x}")),
    }
}

/// The file of the learned weights.
///
/// # Panics
/// If the program does not hold it and was not given it: see [`crate::data`]. What is reached through
/// [`crate::any::AnyGame`] asks before.
pub fn learned() -> &'static [u8] {
    FILE.bytes().expect("a search is refused while the weights are missing")
}

/// The place in a file of a byte of a stage.
const fn place_in_file(stage: usize, byte: usize) -> usize {
    if stage < MIXED { byte * MIXED + stage } else { stage * STAGE_BYTES + byte }
}

/// The bytes of all stages of a file, of each its unit, and its weights in that unit.
pub fn stages_of(file: &[u8]) -> Vec<Vec<u8>> {
    let mut bytes = vec![0_u8; STAGE_BYTES];
    let next = |stage| {
        for (number, byte) in bytes.iter_mut().enumerate() {
            *byte = byte.wrapping_add(file[place_in_file(stage, number)]);
        }
        bytes.clone()
    };
    (0..STAGES).map(next).collect()
}

/// The file of these bytes of all stages.
pub fn file_of(stages: &[Vec<u8>]) -> Vec<u8> {
    let mut file = vec![0; FILE_BYTES];
    let mut before = &vec![0; STAGE_BYTES];
    for (stage, bytes) in stages.iter().enumerate() {
        for (number, (byte, before)) in bytes.iter().zip(before).enumerate() {
            file[place_in_file(stage, number)] = byte.wrapping_sub(*before);
        }
        before = bytes;
    }
    file
}

const WINDOWS: usize = LANES_OF_WINDOW.len();

/// The number of the weight of each index among those of its stage.
pub(super) static NUMBERS: Once<Vec<[u32; WINDOW]>> = Once::new(|| {
    let mut numbers = vec![[0; WINDOW]; WINDOWS];
    let mut next = 0;
    for (shape, cells) in SHAPES.iter().enumerate() {
        let (window, start) = STARTS[shape];
        let numbers = &mut numbers[window][start..start + contents(shape)];
        // The indices of the mirror images, by as many cells as are known.
        let mut mirrored = vec![0_u32];
        for &place in &MIRRORS[shape][..cells.len()] {
            let step = 3_u32.pow(place as u32);
            let known = mirrored.len();
            for digit in 1..3 {
                mirrored.extend_from_within(..known);
                for index in &mut mirrored[known * digit..] {
                    *index += digit as u32 * step;
                }
            }
        }
        for index in 0..numbers.len() {
            let mirrored = mirrored[index] as usize;
            if mirrored < index {
                numbers[index] = numbers[mirrored];
            } else {
                numbers[index] = next;
                next += 1;
            }
        }
    }
    assert_eq!(next as usize, OF_PATTERNS);
    Box::new(numbers)
});

/// The numbers of the weights that the indices of the patterns, the mover's discs and the numbers of
/// moves select.
pub(super) fn selected(lanes: &[u16; LANES], own: u64, moves: [usize; 2]) -> [u32; FEATURES] {
    let numbers = &*NUMBERS;
    let mut all = [0; FEATURES];
    let windows = LANES_OF_WINDOW.iter().enumerate().flat_map(|(w, &count)| vec![w; count]);
    for ((number, window), &lane) in all.iter_mut().zip(windows).zip(lanes) {
        *number = numbers[window][usize::from(lane)];
    }
    let [ours, theirs] = moves.map(|count| count.min(MOVES - 1));
    all[PATTERNS] = (OF_PATTERNS + ours) as u32;
    all[PATTERNS + 1] = (OF_PATTERNS + MOVES + theirs) as u32;
    all[PATTERNS + 2] = (OF_PATTERNS + 2 * MOVES + own.count()) as u32;
    all
}

/// The weights of one stage that no pattern selects.
struct Stage {
    /// In parts of a hundredth of a disc.
    unit: i32,
    /// By the mover's number of moves, and by the other side's.
    moves: [[i8; 64]; 2],
    discs: [i8; DISCS],
}

/// Weights of all stages, ready for use.
pub struct Weights {
    stages: Vec<Stage>,
    /// Of the patterns, the windows of each stage in turn, in the order of the indices.
    windows: Vec<i8>,
}

impl Weights {
    /// The weights of a file; `None` if its size is wrong.
    pub fn read(file: &[u8]) -> Option<Weights> {
        if file.len() != FILE_BYTES {
            return None;
        }
        let mut windows = Vec::with_capacity(STAGES * WINDOWS * WINDOW);
        let mut stages = Vec::with_capacity(STAGES);
        for bytes in stages_of(file) {
            for numbers in NUMBERS.iter() {
                windows.extend(numbers.iter().map(|&number| bytes[2 + number as usize] as i8));
            }
            stages.push(Stage::read(&bytes));
        }
        Some(Weights { stages, windows })
    }

    #[inline]
    pub(super) fn learned() -> &'static Weights {
        static WEIGHTS: Once<Weights> =
            Once::new(|| Box::new(Weights::read(learned()).expect("its checksum is right")));
        &WEIGHTS
    }

    /// The value of a position by the indices of its patterns and the numbers of moves of both sides, in hundredths
    /// of a disc for the side to move.
    #[inline(always)]
    pub(super) fn value(
        &self,
        lanes: &[u16; LANES],
        own: u64,
        other: u64,
        moves: [usize; 2],
    ) -> i32 {
        let number = stage(64 - (own | other).count());
        // Arrays, so that the compiler unrolls the loops.
        let (windows, _) = self.windows.as_chunks::<WINDOW>().0.as_chunks::<WINDOWS>();
        let (stage, windows) = (&self.stages[number], &windows[number]);
        let (mut sum, mut from) = (0, 0);
        for (window, count) in windows.iter().zip(LANES_OF_WINDOW) {
            for &lane in &lanes[from..from + count] {
                sum += i32::from(window[usize::from(lane)]);
            }
            from += count;
        }
        sum += i32::from(stage.moves[0][moves[0] & 63]);
        sum += i32::from(stage.moves[1][moves[1] & 63]);
        sum += i32::from(stage.discs[own.count()]);
        sum * stage.unit / UNIT_PARTS
    }
}

impl Stage {
    fn read(bytes: &[u8]) -> Stage {
        let (unit, weights) = bytes.split_at(2);
        let weight = |index: usize| weights[index] as i8;
        let mut stage = Stage {
            unit: i32::from(u16::from_le_bytes([unit[0], unit[1]])),
            moves: [[0; 64]; 2],
            discs: [0; DISCS],
        };
        for (side, weights) in stage.moves.iter_mut().enumerate() {
            for (count, of_count) in weights.iter_mut().enumerate() {
                *of_count = weight(OF_PATTERNS + side * MOVES + count.min(MOVES - 1));
            }
        }
        for count in 0..DISCS {
            stage.discs[count] = weight(OF_PATTERNS + 2 * MOVES + count);
        }
        stage
    }
}
