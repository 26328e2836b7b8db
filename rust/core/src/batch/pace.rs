//! When a call is worth all threads: that depends on the machine, where two threads may share a core, and
//! on what the program does between calls, as threads that slept have to wake up. So it is measured.

use std::time::Duration;

use super::row_arrays::Widths;

/// Work that is not worth meeting other threads for: they come and leave in about two microseconds, and
/// two of them save half of the work at most.
const SHORT: Duration = Duration::from_micros(4);
/// Work that is always worth it. Between them it depends on the machine, as two threads may share a core,
/// and on what the program does meanwhile, as threads may have to wake up: [`Pace`] tells.
pub(super) const LONG: Duration = Duration::from_micros(64);

/// Whether calls with the same arrays are faster on one thread or on all. The first calls of a round try
/// both, and the others are as the fastest of them.
#[derive(Debug, Default)]
pub(super) struct Pace {
    widths: Widths,
    /// Calls of this round so far.
    calls: u32,
    /// The shortest tries.
    alone: Duration,
    together: Duration,
}

impl Pace {
    const ROUND: u32 = 512;
    /// Tries on one thread, and those on all after them, of which the first may have to wake threads.
    const ALONE: u32 = 2;
    const TOGETHER: u32 = 16;

    /// That of calls with arrays of these widths, among those that there are.
    pub fn of<'a>(widths: &Widths, all: &'a mut Vec<Pace>) -> &'a mut Pace {
        let index = all.iter().position(|pace| pace.widths == *widths).unwrap_or(all.len());
        if index == all.len() {
            all.push(Pace { widths: *widths, ..Pace::default() });
        }
        &mut all[index]
    }

    /// Whether nothing is known yet in this round.
    pub fn begins(&self) -> bool {
        self.calls == 0
    }

    /// Whether the next call is to be on one thread.
    pub fn is_alone(&self) -> bool {
        match self.calls {
            ..Self::ALONE => true,
            calls if calls < Self::ALONE + Self::TOGETHER => false,
            _ => self.alone <= self.together,
        }
    }

    /// Counts a call that took this time.
    pub fn count(&mut self, is_alone: bool, time: Duration) {
        if self.calls == 0 {
            (self.alone, self.together) = (Duration::MAX, Duration::MAX);
        }
        if self.calls < Self::ALONE + Self::TOGETHER {
            let shortest = if is_alone { &mut self.alone } else { &mut self.together };
            *shortest = time.min(*shortest);
        }
        // What is short or long needs no tries. Work that becomes so ends the round.
        let is_clear = if is_alone { !(SHORT..LONG).contains(&time) } else { self.calls == 0 };
        self.calls = if is_clear { 0 } else { (self.calls + 1) % Self::ROUND };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts `calls` calls, each of `alone` microseconds on one thread or of `together` on all, and returns
    /// how many of them were on one thread.
    fn run(pace: &mut Pace, calls: u32, alone: u64, together: u64) -> u32 {
        let micros = |is_alone| Duration::from_micros(if is_alone { alone } else { together });
        let mut count = 0;
        for _ in 0..calls {
            // As a batch: what begins and is long goes to all threads.
            let is_alone = pace.is_alone() && !(pace.begins() && micros(true) >= LONG);
            count += u32::from(is_alone);
            pace.count(is_alone, micros(is_alone));
        }
        count
    }

    #[test]
    fn calls_are_as_the_fastest_tries() {
        let tries = Pace::ALONE;
        assert_eq!(run(&mut Pace::default(), Pace::ROUND, 20, 12), tries);
        assert_eq!(run(&mut Pace::default(), Pace::ROUND, 20, 21), Pace::ROUND - Pace::TOGETHER);
        // Short ones need no tries, nor do long ones.
        assert_eq!(run(&mut Pace::default(), 1000, 3, 1), 1000);
        assert_eq!(run(&mut Pace::default(), 1000, 100, 90), 0);
    }

    #[test]
    fn work_that_changes_is_tried_anew() {
        let mut pace = Pace::default();
        assert_eq!(run(&mut pace, 100, 20, 30), 100 - Pace::TOGETHER);
        assert_eq!(run(&mut pace, 100, 5000, 2600), 1);
        assert_eq!(run(&mut pace, 100, 3, 9), 100);
        run(&mut pace, 1000, 20, 12);
        assert!(!pace.is_alone());
        // The next round finds it out.
        run(&mut pace, 2 * Pace::ROUND, 20, 30);
        assert!(pace.is_alone());
    }
}
