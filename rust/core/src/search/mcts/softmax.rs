//! Exponentials and softmax in single precision, the same on every machine.

use crate::game::MAX_MOVES;

/// Below this the exponential counts as 0, above its negative as that of the bound.
const MIN: f32 = -87.0;

/// The exponential function, to two units in the last place.
///
/// `f32::exp` is the system's, so a search that chooses by it would play different moves on different
/// systems; this one consists of additions and multiplications alone, which compilers turn into
/// vectors. The polynomial is that of Stephen Moshier's Cephes library (1989).
#[inline]
pub fn exp(x: f32) -> f32 {
    // 1.5 * 2^23: the sum has no bits behind the point, so its low bits are a whole number.
    const ROUND: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let bounded = x.clamp(MIN, -MIN);
    let rounded = bounded * std::f32::consts::LOG2_E + ROUND;
    let whole = rounded - ROUND;
    let r = bounded - whole * LN_2_HIGH - whole * LN_2_LOW;
    let p = 1.987_569_1e-4 * r + 1.398_2e-3;
    let p = ((p * r + 8.333_452e-3) * r + 4.166_579_6e-2) * r + 0.166_666_65;
    let p = (p * r + 0.5) * r * r + r + 1.0;
    // The exponent of a power of two lies above its 23 bits of fraction.
    let power = f32::from_bits(rounded.to_bits().wrapping_add(127) << 23);
    if x < MIN { 0.0 } else { p * power }
}

/// Turns logits into probabilities.
pub fn softmax(values: &mut [f32]) {
    let most = largest(values);
    // Apart from the sum, which has an order, this is done for several numbers at once.
    for value in values.iter_mut() {
        *value = exp(*value - most);
    }
    let scale = 1.0 / values.iter().sum::<f32>();
    for value in values.iter_mut() {
        *value *= scale;
    }
}

/// Shifts logits, at most as many as a position has moves, so that their exponentials sum to 1.
pub fn log_softmax(values: &mut [f32]) {
    let most = largest(values);
    let mut powers = [0.0; MAX_MOVES];
    let powers = &mut powers[..values.len()];
    for (power, value) in powers.iter_mut().zip(&*values) {
        *power = exp(value - most);
    }
    let shift = most + f64::from(powers.iter().sum::<f32>()).ln() as f32;
    for value in values.iter_mut() {
        *value -= shift;
    }
}

#[inline]
pub fn largest(values: &[f32]) -> f32 {
    values.iter().fold(f32::MIN, |most, &value| if value > most { value } else { most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_that_of_the_library() {
        let steps = (-87_000..=87_000).map(|i| i as f32 / 1000.0);
        for x in steps {
            let (ours, exact) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((ours / exact - 1.0).abs() < 3e-7, "exp({x}) = {ours}, not {exact}");
        }
        assert_eq!((exp(0.0), exp(-88.0), exp(f32::MIN)), (1.0, 0.0, 0.0));
        assert!(exp(1e9).is_finite());
    }

    #[test]
    fn softmax_sums_to_one_for_any_logits() {
        for logits in [vec![0.0], vec![1e30, 0.0, -1e30], vec![1.0, 2.0, 3.0], vec![-500.0, -501.0]]
        {
            let (mut probabilities, mut logs) = (logits.clone(), logits);
            softmax(&mut probabilities);
            log_softmax(&mut logs);
            assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{probabilities:?}");
            for (p, log) in probabilities.iter().zip(logs) {
                assert!((exp(log) - p).abs() < 1e-6, "{p} and {log}");
            }
        }
    }
}
