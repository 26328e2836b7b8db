//! Matches one after the other on the same threads, none of which waits between two of them.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use super::{Match, Openings, PlayedGame, Referee, check};
use crate::control::Control;
use crate::error::Result;
use crate::players;
use crate::specialists::Playable;
use crate::threads::on_threads;

/// A match of a queue.
pub struct Queued<'a, O> {
    /// Both players of this library by their specs.
    pub specs: [String; 2],
    /// Where the games begin.
    pub openings: O,
    /// How to play it; the queue has the threads and the sink.
    pub plan: Match<'a>,
    /// Receives every game when it ends, as [`Match::sink`].
    pub sink: Box<dyn Fn(PlayedGame) -> Result<()> + Send + Sync + 'a>,
}

/// Gives the next match, and `None` at the end; while the next one is not ready it waits a few
/// milliseconds and is pending. One thread at a time asks.
pub type Queue<'a, O> = dyn Fn() -> Result<Poll<Option<Queued<'a, O>>>> + Sync + 'a;

/// Plays all matches of a queue. A thread that finds no game left in a match begins the next one
/// while the others end theirs, so two matches overlap and the games of each are as if alone.
///
/// # Errors
/// As [`play_match`](super::play_match), and what the queue returns.
pub fn play_queue<G: Playable>(
    start: &G,
    queue: &Queue<'_, Openings<G>>,
    threads: usize,
    control: &Control<'_>,
) -> Result<()> {
    // How many matches were begun, and the last of them with its first game that no thread has
    // taken; none after the end.
    let begun = Mutex::new((0_u64, None));
    let work = || {
        let mut seen = 0;
        // To make players costs more than short games: their tables are large.
        let mut made: Option<([String; 2], _)> = None;
        loop {
            control.poll()?;
            let current = {
                let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
                if begun.0 == seen {
                    let Poll::Ready(next) = queue()? else { continue };
                    begun.1 = next.map(|queued| Arc::new((queued.plan.begin(), queued)));
                    begun.0 += 1;
                }
                seen = begun.0;
                begun.1.clone()
            };
            let Some(current) = current else { return Ok(()) };
            let (next, Queued { specs, openings, plan, sink }): &(AtomicU64, _) = &current;
            let plan = &Match { threads, sink: Some(sink), ..*plan };
            check(start, plan)?;
            let (_, agents) = match &mut made {
                Some(made) if made.0 == *specs => made,
                _ => {
                    let [a, b] = specs;
                    let agents = [players::build(a, start)?, players::build(b, start)?];
                    made.insert((specs.clone(), agents))
                }
            };
            Referee { start, openings, plan, control, next }.work(agents)?;
        }
    };
    on_threads(threads, work, control).map(drop)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::games::TicTacToe3;
    use crate::matches::{Side, play_match};

    /// A queue of these matches, each of `games` games; every second question is in vain.
    fn play(
        games: u64,
        sinks: Vec<Box<dyn Fn(PlayedGame) -> Result<()> + Send + Sync + '_>>,
        threads: usize,
    ) -> Result<()> {
        let rest = Mutex::new((0, sinks.into_iter()));
        let queue = || {
            let mut rest = rest.lock().expect("no panic");
            rest.0 += 1;
            if rest.0 % 2 == 1 {
                return Ok(Poll::Pending);
            }
            Ok(Poll::Ready(rest.1.next().map(|sink| {
                let specs = ["random".into(), "ai2".into()];
                let plan = Match { first: 5, ..Match::new(games, rest.0) };
                Queued { specs, openings: Openings::Start, plan, sink }
            })))
        };
        play_queue(&TicTacToe3::default(), &queue, threads, &Control::default())
    }

    #[test]
    fn the_games_of_a_queue_are_those_of_its_matches() {
        let expected: Vec<_> = [2, 4, 6]
            .map(|root| {
                let games = Mutex::new(Vec::new());
                let sink = |game| {
                    games.lock().expect("no panic").push(game);
                    Ok(())
                };
                let plan = Match { first: 5, sink: Some(&sink), ..Match::new(40, root) };
                let sides = [Side::Spec("random"), Side::Spec("ai2")];
                let start = TicTacToe3::default();
                play_match(&start, sides, &Openings::Start, &plan, &Control::default())
                    .expect("played");
                sorted(games)
            })
            .into();
        for threads in [1, 2, 5] {
            let games = [(); 3].map(|()| Mutex::new(Vec::new()));
            let sinks = games.iter().map(|games| {
                let sink = |game| {
                    games.lock().expect("no panic").push(game);
                    Ok(())
                };
                Box::new(sink) as Box<dyn Fn(PlayedGame) -> Result<()> + Send + Sync + '_>
            });
            play(40, sinks.collect(), threads).expect("played");
            assert_eq!(games.map(sorted).to_vec(), expected);
        }
    }

    /// Games by their numbers, without the time they took.
    fn sorted(games: Mutex<Vec<PlayedGame>>) -> Vec<PlayedGame> {
        let mut games = games.into_inner().expect("no panic");
        for game in &mut games {
            game.times = [Duration::ZERO; 2];
        }
        games.sort_by_key(|game| game.game);
        games
    }

    /// The first game of the first match ends only after one of the second match has.
    #[test]
    fn a_thread_without_a_game_begins_the_next_match() {
        let (tell, told) = mpsc::channel();
        let told = Mutex::new(told);
        let wait = |played: PlayedGame| {
            if played.game == 5 {
                let told = told.lock().expect("no panic");
                told.recv_timeout(Duration::from_secs(60)).expect("a game of the second match");
            }
            Ok(())
        };
        let tell = move |_| {
            let _ = tell.send(());
            Ok(())
        };
        play(8, vec![Box::new(wait), Box::new(tell)], 2).expect("played");
    }
}
