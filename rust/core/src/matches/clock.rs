//! The clocks of a game: what each player may use, and who has used too much.

use std::time::Duration;

use crate::control::Allowance;

/// The clock of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Time for each move.
    pub per_move: Option<Duration>,
    /// Time of a player for all its moves of a game.
    pub game: Option<Duration>,
    /// Time that each move adds to that.
    pub increment: Duration,
    /// Positions, or simulations, for each move.
    pub nodes: Option<u64>,
    /// Time by which a player may be late.
    pub margin: Duration,
}

/// The clocks of the two players in a running game.
pub(super) struct Clocks {
    clock: Clock,
    /// What is left of the time for the game.
    left: [Duration; 2],
}

impl Clocks {
    pub(super) fn new(clock: &Clock) -> Self {
        Clocks { clock: *clock, left: [clock.game.unwrap_or_default(); 2] }
    }

    /// What a player may use for its next move.
    pub(super) fn allowance(&self, player: usize) -> Allowance {
        let Clock { per_move, game, increment, nodes, margin } = self.clock;
        let left = game.map(|_| [self.left[player], self.left[1 - player]]);
        let whole = left.map(|[own, _]| own);
        // `None` is no limit.
        let time = match (per_move, whole) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Allowance { time, nodes, left, increment, margin }
    }

    /// Counts the time of a move. Returns the reason if the player was late by more than the
    /// margin.
    pub(super) fn spend(&mut self, player: usize, spent: Duration) -> Option<String> {
        let Allowance { time, margin, .. } = self.allowance(player);
        let left = &mut self.left[player];
        let allowed = time.filter(|&time| spent > time + margin);
        *left = left.saturating_sub(spent) + self.clock.increment;
        allowed.map(|time| {
            let (spent, time) = (spent.as_secs_f64(), time.as_secs_f64());
            format!("late: {spent:.3} s for a move that had {time:.3} s")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_move_may_be_late_by_the_margin() {
        let clock = Clock { per_move: Some(ms(100)), margin: ms(20), ..Clock::default() };
        let mut clocks = Clocks::new(&clock);
        assert_eq!(clocks.spend(0, ms(120)), None);
        let late = clocks.spend(1, ms(121));
        assert_eq!(late.as_deref(), Some("late: 0.121 s for a move that had 0.100 s"));
        assert_eq!(clocks.spend(1, ms(1)), None);
    }

    #[test]
    fn a_game_has_one_time_for_all_moves_and_an_increment() {
        let game = Some(ms(100));
        let clock = Clock { game, increment: ms(10), margin: ms(20), ..Clock::default() };
        let mut clocks = Clocks::new(&clock);
        assert_eq!(clocks.spend(0, ms(70)), None);
        assert_eq!(clocks.allowance(0).left, Some([ms(40), ms(100)]));
        assert_eq!(clocks.allowance(1).left, Some([ms(100), ms(40)]));
        // The margin is not lost time: it does not come back as a debt, and it adds nothing.
        assert_eq!(clocks.spend(0, ms(60)), None);
        assert_eq!(clocks.allowance(0).time, Some(ms(10)));
        assert!(clocks.spend(0, ms(31)).is_some());
    }

    #[test]
    fn the_tighter_time_counts_and_no_time_is_no_limit() {
        let (per_move, game) = (Some(ms(50)), Some(ms(80)));
        let mut clocks = Clocks::new(&Clock { per_move, game, ..Clock::default() });
        assert_eq!(clocks.allowance(0).time, Some(ms(50)));
        assert_eq!(clocks.spend(0, ms(50)), None);
        assert_eq!(clocks.allowance(0).time, Some(ms(30)));
        let mut clocks = Clocks::new(&Clock { nodes: Some(9), ..Clock::default() });
        assert_eq!(clocks.allowance(0).time, None);
        assert_eq!(clocks.allowance(0).nodes, Some(9));
        assert_eq!(clocks.spend(0, ms(1 << 40)), None);
    }
}
