//! Numbers in half precision (IEEE 754 binary16): a sign, five bits of exponent, ten of fraction.

/// What an exponent of half precision lacks to that of single precision.
const SHIFT: u32 = 127 - 15;
/// The least number with all binary digits.
const LEAST: f32 = 1.0 / 16384.0;
/// From here on numbers round to infinity.
const TOO_LARGE: f32 = 65520.0;
/// The unit of numbers below [`LEAST`].
const UNIT: f32 = LEAST / 1024.0;

/// The nearest number of half precision, ties to even; `None` where there is none.
pub(super) fn to_half(x: f32) -> Option<u16> {
    let (sign, size) = ((x.to_bits() >> 16) as u16 & 0x8000, x.abs());
    if size.is_nan() || size >= TOO_LARGE {
        return None;
    }
    if size < LEAST {
        // What rounds up to the least whole number gets its exponent by itself.
        return Some(sign | (size / UNIT).round_ties_even() as u16);
    }
    let bits = size.to_bits();
    let rounded = bits + 0xFFF + (bits >> 13 & 1);
    Some(sign | ((rounded - (SHIFT << 23)) >> 13) as u16)
}

/// The number of these bits; not finite where they are none.
pub(super) fn from_half(half: u16) -> f32 {
    let (exponent, fraction) = (u32::from(half >> 10 & 31), u32::from(half & 0x3FF));
    let size = match exponent {
        0 => fraction as f32 * UNIT,
        31 => f32::NAN,
        _ => f32::from_bits((exponent + SHIFT) << 23 | fraction << 13),
    };
    if half & 0x8000 == 0 { size } else { -size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back_and_what_lies_between_rounds_to_the_nearest() {
        for half in (0..0x7C00_u16).flat_map(|half| [half, half | 0x8000]) {
            let x = from_half(half);
            assert_eq!(to_half(x), Some(half), "{x}");
            let next = from_half(half + 1);
            if next.is_finite() {
                let (quarter, middle) = (x + (next - x) * 0.25, x + (next - x) * 0.5);
                assert_eq!(to_half(quarter), Some(half));
                assert_eq!(to_half(middle), Some(half + (half & 1)), "ties to even");
            }
        }
        assert_eq!(
            (from_half(0x3C00), from_half(0xC000), from_half(1)),
            (1.0, -2.0, 5.960_464_5e-8)
        );
        assert_eq!(to_half(65519.0), Some(0x7BFF));
        assert_eq!([65520.0, f32::INFINITY, f32::NAN].map(to_half), [None; 3]);
        assert!(!from_half(0x7C00).is_finite() && !from_half(0x7E00).is_finite());
    }
}
