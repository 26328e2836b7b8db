//! Planes that a network need not learn to see: cells that matter to a side, found by bit operations.

use std::fmt;

use crate::bits::{Word, gaps};

/// Planes of the sides, and those of what they see.
pub(super) const PLANES: usize = 4;

/// What a network sees besides the planes of two sides: a plane more for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The empty cells with which a side would have this number in a row.
    Threats(usize),
    /// The empty cells from which a side would enclose a row of the other, as in Othello.
    Mobility,
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sight::Threats(length) => write!(f, "threats {length}"),
            Sight::Mobility => f.write_str("mobility"),
        }
    }
}

impl Sight {
    /// What a text names.
    pub(super) fn named(text: &str) -> Option<Self> {
        if text == "mobility" {
            return Some(Sight::Mobility);
        }
        Some(Sight::Threats(text.strip_prefix("threats ")?.parse().ok()?))
    }

    /// The reason why the planes of a game cannot be seen so.
    pub(super) fn check(self, [planes, height, width]: [usize; 3]) -> Result<(), String> {
        if planes != 2 {
            return Err(format!("adds {self} to {planes} planes, not to two"));
        }
        if height * (width + 1) > u128::BITS as usize {
            return Err(format!("adds {self} to a board that is too large for it"));
        }
        match self {
            Sight::Threats(length) if !(2..=height.min(width)).contains(&length) => {
                Err(format!("adds {self} in a row to {height} rows of {width} cells"))
            }
            _ => Ok(()),
        }
    }
}

/// A board of two sides, and what is seen on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub height: usize,
    pub width: usize,
    pub sight: Sight,
}

impl Board {
    /// Writes the two numbers of each cell of a position, and 1 or 0 for what each side sees there.
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
        let empty = !(sides[0] | sides[1]);
        let [own, other] = sides;
        let seen = [(own, other), (other, own)].map(|(own, other)| {
            let along = |step| match self.sight {
                Sight::Threats(length) => gaps(own, step, length),
                Sight::Mobility => self.enclosing(own, other, step),
            };
            [1, stride - 1, stride, stride + 1].map(along).into_iter().fold(0, |all, one| all | one)
                & empty
        });
        let cells = before.as_chunks::<2>().0.iter().zip(out.as_chunks_mut::<PLANES>().0);
        for (bit, (before, out)) in bits.zip(cells) {
            let [own, other] = seen.map(|cells| f32::from(u8::from(cells.has(bit))));
            *out = [before[0], before[1], own, other];
        }
    }

    /// The cells next to a row of the other side that ends at a cell of the own one, both ways along a
    /// step.
    fn enclosing(&self, own: u128, other: u128, step: usize) -> u128 {
        let (mut up, mut down) = ((own << step) & other, (own >> step) & other);
        for _ in 3..self.height.max(self.width) {
            up |= (up << step) & other;
            down |= (down >> step) & other;
        }
        up << step | down >> step
    }
}
