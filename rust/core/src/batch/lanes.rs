//! The arrays of a call, cut into the parts of its threads.

/// Arrays with some values for each row. One that the call does not use is empty.
#[derive(Debug, Default)]
pub(super) struct Lanes<'a> {
    pub moves: &'a [i64],
    pub viewers: &'a [u8],
    pub samples: &'a mut [i64],
    pub rewards: &'a mut [f32],
    pub ends: &'a mut [bool],
    pub planes: &'a mut [u8],
    pub mask: &'a mut [u8],
    pub flags: &'a mut [bool],
}

impl<'a> Lanes<'a> {
    /// Cuts off the first `rows` of the `all` rows that are here.
    pub fn take(&mut self, rows: usize, all: usize) -> Lanes<'a> {
        let part = |length: usize| length.checked_div(all).unwrap_or(0) * rows;
        Lanes {
            moves: self.moves.split_off(..part(self.moves.len())).unwrap_or_default(),
            viewers: self.viewers.split_off(..part(self.viewers.len())).unwrap_or_default(),
            samples: first(&mut self.samples, part),
            rewards: first(&mut self.rewards, part),
            ends: first(&mut self.ends, part),
            planes: first(&mut self.planes, part),
            mask: first(&mut self.mask, part),
            flags: first(&mut self.flags, part),
        }
    }
}

/// Cuts off a part of an array.
#[expect(clippy::mut_mut, reason = "as `split_off_mut` does")]
fn first<'a, T>(values: &mut &'a mut [T], part: impl Fn(usize) -> usize) -> &'a mut [T] {
    let length = part(values.len());
    values.split_off_mut(..length).unwrap_or_default()
}
