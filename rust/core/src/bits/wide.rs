//! The 144-bit word, for pyramids of seven layers with 140 cells.

use std::ops::{BitAndAssign, BitOrAssign, Not, Shl, Shr};

use super::Word;

/// A word of 144 bits, 128 low and 16 high ones. It compares as the number that it represents.
///
/// ```
/// use bitgames_core::bits::{Wide, Word};
/// let b = Wide::bit(139) | Wide::bit(3);
/// assert_eq!(b.cells().collect::<Vec<_>>(), [3, 139]);
/// assert_eq!((b >> 136).low, 0b1000);
/// assert!(Wide::bit(128) > Wide::from(u128::MAX));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide {
    /// Bits 128 to 143.
    pub high: u16,
    /// Bits 0 to 127.
    pub low: u128,
}

impl From<u128> for Wide {
    #[inline]
    fn from(low: u128) -> Self {
        Wide { high: 0, low }
    }
}

impl From<u64> for Wide {
    #[inline]
    fn from(low: u64) -> Self {
        Wide::from(u128::from(low))
    }
}

impl Word for Wide {
    const BITS: usize = 144;
    const EMPTY: Self = Wide { high: 0, low: 0 };

    /// Without a branch, because the half of a cell is not predictable.
    #[inline]
    fn bit(cell: usize) -> Self {
        let is_high = cell >= 128;
        Wide { high: u16::from(is_high) << (cell & 15), low: u128::from(!is_high) << (cell & 127) }
    }

    #[inline]
    fn low(n: usize) -> Self {
        Wide { high: u16::low(n.saturating_sub(128)), low: u128::low(n.min(128)) }
    }

    #[inline]
    fn lowest(self) -> Self {
        let high = if self.low == 0 { self.high.lowest() } else { 0 };
        Wide { high, low: self.low.lowest() }
    }

    #[inline]
    fn clear_lowest(self) -> Self {
        let high = if self.low == 0 { self.high.clear_lowest() } else { self.high };
        Wide { high, low: self.low.clear_lowest() }
    }

    #[inline]
    fn wrapping_sub(self, a: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(a.low);
        Wide { high: self.high.wrapping_sub(a.high).wrapping_sub(u16::from(borrow)), low }
    }

    #[inline]
    fn first(self) -> usize {
        if self.low == 0 { 128 + self.high.first() } else { self.low.first() }
    }

    #[inline]
    fn count(self) -> usize {
        self.low.count() + self.high.count()
    }

    #[inline]
    fn piece(self, i: usize) -> u64 {
        if i == 2 { self.high.into() } else { self.low.piece(i) }
    }

    /// Finds the 64-bit piece first, so that the other steps work on one machine word.
    #[inline]
    fn nth(self, n: usize) -> usize {
        let (low, middle) = (self.piece(0), self.piece(1));
        let (in_low, in_middle) = (low.count(), middle.count());
        if n < in_low {
            low.nth(n)
        } else if n < in_low + in_middle {
            64 + middle.nth(n - in_low)
        } else {
            128 + self.high.nth(n - in_low - in_middle)
        }
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Wide { high: !self.high, low: !self.low }
    }
}

operators! { Wide:
    BitAnd::bitand |a, b| Wide { high: a.high & b.high, low: a.low & b.low };
    BitOr::bitor |a, b| Wide { high: a.high | b.high, low: a.low | b.low };
    BitXor::bitxor |a, b| Wide { high: a.high ^ b.high, low: a.low ^ b.low };
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Shifts by fewer than 144 places.
impl Shl<usize> for Wide {
    type Output = Self;
    #[inline]
    fn shl(self, n: usize) -> Self {
        if n >= 128 {
            return Wide { high: (self.low as u16) << (n - 128), low: 0 };
        }
        let kept = if n < 16 { self.high << n } else { 0 };
        // A shift by 128 would exceed the word, so it is done in two steps.
        let carried = (self.low >> 1 >> (127 - n)) as u16;
        Wide { high: kept | carried, low: self.low << n }
    }
}

/// Shifts by fewer than 144 places.
impl Shr<usize> for Wide {
    type Output = Self;
    #[inline]
    fn shr(self, n: usize) -> Self {
        if n >= 128 {
            return Wide { high: 0, low: u128::from(self.high >> (n - 128)) };
        }
        let kept = if n < 16 { self.high >> n } else { 0 };
        let carried = u128::from(self.high) << 1 << (127 - n);
        Wide { high: kept, low: self.low >> n | carried }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mix;

    /// A word as a list of its bits, lowest first.
    fn list(b: Wide) -> Vec<bool> {
        (0..144).map(|cell| b.has(cell)).collect()
    }

    fn word(bits: &[bool]) -> Wide {
        let cells = (0..144).filter(|&cell| bits[cell]);
        cells.fold(Wide::EMPTY, |set, cell| set | Wide::bit(cell))
    }

    fn samples() -> Vec<Wide> {
        let mixed = |i: u64| Wide {
            high: mix(i) as u16,
            low: u128::from(mix(i + 1000)) << 64 | u128::from(mix(i + 2000)),
        };
        let full = Wide { high: u16::MAX, low: u128::MAX };
        let edges = [0, 1, 63, 64, 127, 128, 143].map(Wide::bit);
        let all: Vec<Wide> = (0..40).map(mixed).chain(edges).chain([full, Wide::EMPTY]).collect();
        // Sparse words too, so that whole halves are empty.
        all.iter().flat_map(|&b| [b, Wide { low: 0, ..b }, Wide { high: 0, ..b }]).collect()
    }

    #[test]
    fn every_operation_agrees_with_lists_of_bits() {
        for b in samples() {
            let bits = list(b);
            assert_eq!(word(&bits), b);
            let cells: Vec<usize> = (0..144).filter(|&cell| bits[cell]).collect();
            assert!(b.cells().eq(cells.iter().copied()));
            assert_eq!(b.count(), cells.len());
            assert_eq!(b.first(), cells.first().copied().unwrap_or(144));
            for (n, &cell) in cells.iter().enumerate() {
                assert_eq!(b.nth(n), cell);
            }
            let first = cells.first().map_or(Wide::EMPTY, |&cell| Wide::bit(cell));
            assert_eq!((b.lowest(), b.clear_lowest()), (first, b ^ first));
            for n in 0..144 {
                let left: Vec<bool> = (0..144).map(|i| i >= n && bits[i - n]).collect();
                let right: Vec<bool> = (0..144).map(|i| i + n < 144 && bits[i + n]).collect();
                assert_eq!((b << n, b >> n), (word(&left), word(&right)), "{n}");
                let low: Vec<bool> = (0..144).map(|i| i < n).collect();
                assert_eq!(Wide::low(n), word(&low));
            }
        }
        assert_eq!(Wide::low(144), !Wide::EMPTY);
    }

    #[test]
    fn pairs_agree_with_lists_of_bits() {
        let samples = samples();
        for (&a, &b) in samples.iter().zip(samples.iter().rev()) {
            let pair = |f: fn(bool, bool) -> bool| {
                let bits: Vec<bool> =
                    list(a).into_iter().zip(list(b)).map(|(x, y)| f(x, y)).collect();
                word(&bits)
            };
            assert_eq!(a & b, pair(|x, y| x & y));
            assert_eq!(a | b, pair(|x, y| x | y));
            assert_eq!(a ^ b, pair(|x, y| x ^ y));
            assert_eq!(!a, word(&list(a).iter().map(|x| !x).collect::<Vec<_>>()));
            assert_eq!(a.wrapping_sub(a & b), a & !b);
            assert_eq!(a.wrapping_sub(b).wrapping_sub(a), Wide::EMPTY.wrapping_sub(b));
            assert_eq!(a.cmp(&b), list(a).iter().rev().cmp(list(b).iter().rev()));
        }
    }
}
