//! Planes that a network need not learn to see: the empty cells with which a side would have a line.

use crate::bits::{Word, gaps};

/// Planes of the sides, and those of their threats.
pub(super) const PLANES: usize = 4;

/// The reason why the planes of a game have no such threats.
pub(super) fn check([planes, height, width]: [usize; 3], length: usize) -> Result<(), String> {
    if planes != 2 {
        return Err(format!("adds threats to {planes} planes, not to two"));
    }
    if height * (width + 1) > u128::BITS as usize {
        return Err("adds threats to a board that is too large for it".into());
    }
    if !(2..=height.min(width)).contains(&length) {
        return Err(format!("adds threats of {length} in a row to {height} rows of {width} cells"));
    }
    Ok(())
}

/// A board on which marks in a row win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub height: usize,
    pub width: usize,
    pub length: usize,
}

impl Lines {
    /// Writes the two numbers of each cell of a position, and 1 or 0 for the threat of each side.
    ///
    /// A row has one more bit that stays empty: a line that leaves the board meets it, so lines need no
    /// masks.
    pub(super) fn add(&self, before: &[f32], out: &mut [f32]) {
        let stride = self.width + 1;
        let bits = (0..self.height).flat_map(|y| (0..self.width).map(move |x| y * stride + x));
        let mut sides = [0_u128; 2];
        for (bit, cell) in bits.clone().zip(before.as_chunks::<2>().0) {
            for (side, &x) in sides.iter_mut().zip(cell) {
                *side |= u128::from(x != 0.0) << bit;
            }
        }
        let along = |own| move |step| gaps(own, step, self.length);
        let lines = |own| [1, stride - 1, stride, stride + 1].map(along(own));
        let empty = !(sides[0] | sides[1]);
        let threats = sides.map(|own| lines(own).into_iter().fold(0, |all, one| all | one) & empty);
        let cells = before.as_chunks::<2>().0.iter().zip(out.as_chunks_mut::<PLANES>().0);
        for (bit, (before, out)) in bits.zip(cells) {
            let [own, other] = threats.map(|cells| f32::from(u8::from(cells.has(bit))));
            *out = [before[0], before[1], own, other];
        }
    }
}
