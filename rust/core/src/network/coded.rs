//! Bytes in about as many bits as they tell: an adaptive arithmetic code (Matt Mahoney, *Data Compression
//! Explained*, 2013, section 3.2).
//!
//! A byte is eight decisions, the highest bit first. Each has a probability of its own that follows what
//! came before in its place, and divides the range of 32-bit numbers that is left. Leading bytes on which
//! the whole range agrees are written.

/// Of 65,536, the part by which a probability comes nearer to what was seen: 1 in 64.
const SHIFT: u32 = 6;
/// More bytes than can come from one: no probability comes nearer to 1 than 1/1024, so the eight decisions
/// of a byte cost 1/90 bit at least.
const MOST_FROM_ONE: usize = 1024;

/// The range of numbers that is left, and for each beginning of a byte the probability that 1 follows.
struct Code {
    low: u32,
    high: u32,
    ones: [u16; 256],
}

impl Code {
    fn new() -> Self {
        Code { low: 0, high: u32::MAX, ones: [1 << 15; 256] }
    }

    /// The highest number of a 1 after this beginning.
    fn last_one(&self, begun: usize) -> u32 {
        let size = u64::from(self.high - self.low) * u64::from(self.ones[begun]);
        self.low + (size >> 16) as u32
    }

    /// Goes on with a bit after a beginning, and returns the beginning with it.
    fn take(&mut self, begun: usize, bit: bool) -> usize {
        let last = self.last_one(begun);
        let one = &mut self.ones[begun];
        if bit {
            self.high = last;
            *one += (u16::MAX - *one) >> SHIFT;
        } else {
            self.low = last + 1;
            *one -= *one >> SHIFT;
        }
        begun << 1 | usize::from(bit)
    }

    /// Drops the first byte if the whole range agrees on it.
    fn shift(&mut self) -> Option<u8> {
        let first = (self.high >> 24) as u8;
        let agrees = first == (self.low >> 24) as u8;
        agrees.then(|| {
            self.low <<= 8;
            self.high = self.high << 8 | 0xFF;
            first
        })
    }
}

/// The code of some bytes.
pub(super) fn coded(bytes: &[u8]) -> Vec<u8> {
    let (mut code, mut out) = (Code::new(), Vec::new());
    for byte in bytes {
        let mut begun = 1;
        for place in (0..8).rev() {
            begun = code.take(begun, byte >> place & 1 == 1);
            while let Some(first) = code.shift() {
                out.push(first);
            }
        }
    }
    out.extend(code.high.to_be_bytes());
    out
}

/// The bytes of a code, so many; `None` if it is not one of so many.
pub(super) fn decoded(code: &[u8], count: usize) -> Option<Vec<u8>> {
    if count / MOST_FROM_ONE > code.len() {
        return None;
    }
    let (first, mut rest) = code.split_first_chunk()?;
    let (mut number, mut code) = (u32::from_be_bytes(*first), Code::new());
    let mut out = Vec::with_capacity(count);
    for _ in 0..count {
        let mut begun = 1;
        while begun < 256 {
            begun = code.take(begun, number <= code.last_one(begun));
            while code.shift().is_some() {
                number = number << 8 | u32::from(*rest.split_off_first()?);
            }
        }
        out.push(begun as u8);
    }
    rest.is_empty().then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Numbers of few bits around zero, as weights are.
    fn drawn(count: usize, most: usize, rng: &mut Rng) -> Vec<u8> {
        let mut draw =
            || (0..4).map(|_| rng.below(most) as i32).sum::<i32>() - 2 * (most as i32 - 1);
        (0..count).map(|_| draw() as i8 as u8).collect()
    }

    #[test]
    fn bytes_come_back() {
        let mut rng = Rng::new(3);
        for count in [0, 1, 2, 7, 100, 5000] {
            for most in [1, 2, 5, 30] {
                let bytes = drawn(count, most, &mut rng);
                let code = coded(&bytes);
                assert_eq!(decoded(&code, count).as_ref(), Some(&bytes));
                // Cut short, too long, and of another number of bytes.
                assert_eq!(decoded(&code[..code.len() - 1], count), None);
                assert_eq!(decoded(&[&code[..], &[0]].concat(), count), None);
                assert_eq!(decoded(&code, count + 1_000_000), None);
            }
        }
        let any: Vec<u8> = (0..5000).map(|_| rng.below(256) as u8).collect();
        assert_eq!(decoded(&coded(&any), any.len()), Some(any));
    }

    #[test]
    fn a_code_has_the_bits_that_its_bytes_tell() {
        let bytes = drawn(50_000, 4, &mut Rng::new(4));
        let mut counts = [0.0_f64; 256];
        for &byte in &bytes {
            counts[usize::from(byte)] += 1.0;
        }
        let bits: f64 =
            counts.iter().filter(|&&n| n > 0.0).map(|n| -n * (n / 50_000.0).log2()).sum();
        let size = coded(&bytes).len() as f64;
        assert!((bits / 8.0..1.02 * bits / 8.0).contains(&size), "{size}");
    }
}
