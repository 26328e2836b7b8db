//! The arrays of a call, cut into the parts of its threads.

/// Arrays with some values for each row. One that the call does not use is empty.
#[derive(Debug, Default)]
pub(super) struct RowArrays<'a> {
    pub moves: &'a [i64],
    pub viewers: &'a [u8],
    pub samples: &'a mut [i64],
    pub rewards: &'a mut [f32],
    pub ends: &'a mut [bool],
    pub planes: &'a mut [u8],
    pub mask: &'a mut [u8],
    pub flags: &'a mut [bool],
}

impl<'a> RowArrays<'a> {
    /// The values of a row in each array, at least one, if the arrays have this number of rows.
    pub fn widths(&self, rows: usize) -> Widths {
        Widths {
            moves: self.moves.len() / rows,
            viewers: self.viewers.len() / rows,
            samples: self.samples.len() / rows,
            rewards: self.rewards.len() / rows,
            ends: self.ends.len() / rows,
            planes: self.planes.len() / rows,
            mask: self.mask.len() / rows,
            flags: self.flags.len() / rows,
        }
    }

    /// Cuts off the first `rows`.
    pub fn take(&mut self, rows: usize, widths: &Widths) -> RowArrays<'a> {
        RowArrays {
            moves: self.moves.split_off(..rows * widths.moves).unwrap_or_default(),
            viewers: self.viewers.split_off(..rows * widths.viewers).unwrap_or_default(),
            samples: first(&mut self.samples, rows * widths.samples),
            rewards: first(&mut self.rewards, rows * widths.rewards),
            ends: first(&mut self.ends, rows * widths.ends),
            planes: first(&mut self.planes, rows * widths.planes),
            mask: first(&mut self.mask, rows * widths.mask),
            flags: first(&mut self.flags, rows * widths.flags),
        }
    }
}

/// The values of a row in each array of [`RowArrays`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Widths {
    moves: usize,
    viewers: usize,
    samples: usize,
    rewards: usize,
    ends: usize,
    planes: usize,
    mask: usize,
    flags: usize,
}

/// Cuts off a part of an array.
#[expect(clippy::mut_mut, reason = "as `split_off_mut` does")]
fn first<'a, T>(values: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    values.split_off_mut(..length).unwrap_or_default()
}
