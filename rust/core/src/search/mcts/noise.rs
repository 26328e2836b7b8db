//! Noise for the root of a search.

use crate::rng::Rng;

/// Sum of the parameters of Dirichlet noise over the legal moves: 0.03 for each point of a Go board of
/// 19 x 19, as `AlphaZero` has it, and more where there are fewer moves.
const CONCENTRATION: f64 = 10.83;

pub fn dirichlet(rng: &mut Rng, moves: usize, out: &mut Vec<f32>) {
    let alpha = CONCENTRATION / moves.max(1) as f64;
    let drawn: Vec<f64> = (0..moves).map(|_| gamma(rng, alpha)).collect();
    let total: f64 = drawn.iter().sum();
    out.clear();
    // If all numbers are too small for the format, they tell nothing.
    let even = 1.0 / moves.max(1) as f64;
    out.extend(drawn.iter().map(|x| (if total > 0.0 { x / total } else { even }) as f32));
}

/// A number above 0 and below 1.
pub fn unit(rng: &mut Rng) -> f64 {
    ((rng.word() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

pub fn gumbel(rng: &mut Rng) -> f32 {
    -(-unit(rng).ln()).ln() as f32
}

/// A number of the normal distribution (George Box and Mervin Muller, 1958).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * unit(rng).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(rng)).cos()
}

/// A number of the gamma distribution (George Marsaglia and Wai Wan Tsang, "A simple method for
/// generating gamma variables", 2000).
fn gamma(rng: &mut Rng, alpha: f64) -> f64 {
    if alpha < 1.0 {
        let power = unit(rng).powf(1.0 / alpha);
        return power * gamma(rng, alpha + 1.0);
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && unit(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean and variance of a million numbers.
    fn moments(mut draw: impl FnMut(&mut Rng) -> f64) -> (f64, f64) {
        let mut rng = Rng::new(3);
        let n = 400_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..n {
            let x = draw(&mut rng);
            sum += x;
            squares += x * x;
        }
        let mean = sum / f64::from(n);
        (mean, squares / f64::from(n) - mean * mean)
    }

    fn near(found: (f64, f64), expected: (f64, f64)) {
        let close = |a: f64, b: f64| (a - b).abs() < 0.02 * b.abs().max(0.5);
        assert!(close(found.0, expected.0) && close(found.1, expected.1), "{found:?}");
    }

    #[test]
    fn numbers_have_the_moments_of_their_distributions() {
        near(moments(normal), (0.0, 1.0));
        near(moments(|rng| f64::from(gumbel(rng))), (0.577_216, 1.644_934));
        near(moments(|rng| gamma(rng, 0.3)), (0.3, 0.3));
        near(moments(|rng| gamma(rng, 4.0)), (4.0, 4.0));
        // Of five moves each has the mean 1/5 and the variance (1/5)(4/5) / (10.83 + 1).
        let mut out = Vec::new();
        let first = |rng: &mut Rng| {
            dirichlet(rng, 5, &mut out);
            f64::from(out[0])
        };
        let found = moments(first);
        assert!((found.0 - 0.2).abs() < 1e-3 && (found.1 - 0.16 / 11.83).abs() < 2e-4, "{found:?}");
    }
}
