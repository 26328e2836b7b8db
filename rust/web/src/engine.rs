//! The state between requests, and how each is answered.

use std::collections::HashMap;
use std::time::Duration;

use bitgames_core::any::{AnyAgent, AnyContext, AnyDeepening, AnyGame, AnySolver};
use bitgames_core::clock::Instant;
use bitgames_core::control::{Control, Limits};
use bitgames_core::game::MAX_MOVES;
use bitgames_core::rng::Rng;
use bitgames_core::search::Searcher;
use bitgames_core::solve::SolveOptions;
use bitgames_core::{Error, Move, Player, Result, games, table};

use crate::abi;
use crate::answer::{
    Answer, FileAnswer, GameAnswer, MoveAnswer, PositionAnswer, Refusal, SearchAnswer, SolveAnswer,
};
use crate::request::{self, Asked, MoveName, Request};
use crate::room::Room;
use crate::work::Worker;

/// Deepest search; no game here is longer.
const MAX_DEPTH: u64 = 250;
/// Most time of a call, which is more than anyone waits.
const MAX_SECONDS: f64 = 1e9;

/// What a host has begun and may go on with.
enum Begun {
    Search {
        position: Box<dyn AnyGame>,
        search: Box<dyn AnyDeepening>,
        by: Searcher,
        limits: Limits,
    },
    Solve(Solve),
    Player {
        player: Box<dyn AnyAgent>,
        rng: Rng,
    },
}

/// A solve in parts: each begins anew, on the table that the parts before it have left.
struct Solve {
    position: Box<dyn AnyGame>,
    solver: Box<dyn AnySolver>,
    lines: usize,
    limits: Limits,
    nodes: u64,
    time: Duration,
}

/// Answers requests. Whatever a request is, it gets an answer; after an error nothing has changed.
///
/// ```
/// use bitgames_web::Engine;
/// let mut engine = Engine::default();
/// let answer = engine.answer(br#"{"do":"perft","position":"tictactoe","depth":9}"#, &[]);
/// assert_eq!(answer, r#"{"count":255168}"#);
/// ```
#[derive(Default)]
pub struct Engine {
    begun: HashMap<u32, Begun>,
    /// The handle given last.
    last: u32,
    room: Option<Room>,
    worker: Worker,
}

impl Engine {
    /// The answer to a request in JSON; `data` are the bytes of a file that comes with it.
    pub fn answer(&mut self, request: &[u8], data: &[u8]) -> String {
        let answer = match serde_json::from_slice(request) {
            Ok(request) => self.run(request, data).map_err(Refusal::from),
            Err(error) => Err(Refusal::request(error.to_string())),
        };
        let text = match answer {
            Ok(answer) => serde_json::to_string(&answer),
            Err(refusal) => serde_json::to_string(&refusal),
        };
        // It does not fail: the keys of answers are text.
        text.unwrap_or_default()
    }

    fn ask_room(&mut self, now: f64, ask: Asked) -> Result<Answer> {
        if let Asked::Open { seed, pace, kept } = ask {
            let mut room = Room::new(seed, pace);
            let answers = kept.map_or_else(Vec::new, |kept| room.reopen(now, kept));
            let rests = room.rests(now);
            self.room = Some(room);
            return Ok(Answer::Room { answers, rests });
        }
        let none = || Error::parameter("room", "open", "none");
        let room = self.room.as_mut().ok_or_else(none)?;
        let answers = match ask {
            Asked::Open { .. } | Asked::Tick {} => room.tick(now),
            Asked::Keep {} => return Ok(Answer::Found(room.kept())),
            Asked::Message { message } => room.handle(now, message),
            Asked::Report { job, found, error, is_final } => {
                let found = error.map_or(Ok(found.unwrap_or_default()), Err);
                room.report(now, job, found, is_final)
            }
        };
        Ok(Answer::Room { answers, rests: room.rests(now) })
    }

    fn run(&mut self, request: Request, data: &[u8]) -> Result<Answer> {
        Ok(match request {
            Request::Games {} => Answer::Games {
                games: games::GAMES.iter().map(GameAnswer::of).collect(),
                files: games::DATA.into_iter().map(FileAnswer::of).collect(),
            },
            Request::Load { name } => {
                games::give(&name, data.to_vec())?;
                Answer::Done {}
            }
            Request::Position { position } => {
                let position = games::position(&position)?;
                Answer::Position(PositionAnswer::of(position.as_ref()))
            }
            Request::Deal { position, seed } => {
                let dealt = games::position(&position)?.deal(&mut Rng::new(seed));
                Answer::Position(PositionAnswer::of(dealt.as_ref()))
            }
            Request::Play { position, m } => {
                let position = games::position(&position)?;
                let after = position.play(named(position.as_ref(), m)?)?;
                Answer::Position(PositionAnswer::of(after.as_ref()))
            }
            Request::View { position, player } => {
                let position = games::position(&position)?;
                let players = position.facts().players();
                if usize::from(player) >= players {
                    let allowed = format!("from 0 to {}", players - 1);
                    return Err(Error::parameter("player", allowed, player));
                }
                Answer::View { view: position.view(Player(player)) }
            }
            Request::Players { position } => {
                let position = games::position(&position)?;
                let levels = position.levels().into_iter().map(|level| level.0).collect();
                Answer::Players { players: position.agents(), levels }
            }
            Request::Perft { position, depth, ms } => {
                let position = games::position(&position)?;
                let count = within(time(ms)?, |control| position.perft(depth, control))?;
                Answer::Count { count }
            }
            Request::Room { now, ask } => self.ask_room(now, ask)?,
            Request::Run { task } => Answer::Found(self.worker.run(task, &tell)?),
            Request::Search { position, lines, level, see_all, limits, table_mib } => {
                let position = games::position(&position)?;
                let lines = number("lines", lines.unwrap_or(1), 1, MAX_MOVES as u64)? as usize;
                let search = position.deepening(see_all, lines, level)?;
                let by = Searcher::new(mib(table_mib)?, 1)?;
                self.keep(Begun::Search { position, search, by, limits: checked(&limits)? })
            }
            Request::Solve { position, lines, wld, book, limits, table_mib } => {
                let position = games::position(&position)?;
                let options = SolveOptions {
                    wld,
                    book: book.unwrap_or(true),
                    table_mib: mib(table_mib)?,
                    ..SolveOptions::default()
                };
                let solver = position.solver(&options)?;
                let lines = number("lines", lines, 0, MAX_MOVES as u64)? as usize;
                let (limits, nodes, time) = (checked(&limits)?, 0, Duration::ZERO);
                self.keep(Begun::Solve(Solve { position, solver, lines, limits, nodes, time }))
            }
            Request::Step { handle, ms } => self.step(handle, time(ms)?)?,
            Request::Player { player, position, seed } => {
                let player = games::position(&position)?.agent(&player)?;
                // As a player of the Python package with this seed draws.
                let rng = Rng::child(seed.into(), 0);
                self.keep(Begun::Player { player, rng })
            }
            Request::Choose { handle, position, moves, ms } => {
                let Begun::Player { player, rng } = self.begun(handle)? else {
                    return Err(no_handle("player", handle));
                };
                let start = games::position(&position)?;
                let mut position = start.boxed_clone();
                let mut played = Vec::new();
                for m in moves {
                    let m = named(position.as_ref(), m)?;
                    position = position.play(m)?;
                    played.push(m);
                }
                let (start, moves, position) = (start.as_ref(), &played[..], position.as_ref());
                let at = AnyContext { start, moves, position };
                if !player.plays(position) {
                    let (what, game) = ("a choice of this player".into(), position.spec());
                    let reason = "it was made for another board".into();
                    return Err(Error::Unsupported { what, game, reason });
                }
                let mut drawn = rng.clone();
                let m = within(time(ms)?, |control| player.choose(at, &mut drawn, control))?;
                *rng = drawn;
                Answer::Move(MoveAnswer::of(position, m))
            }
            Request::Free { handle } => {
                self.begun.remove(&handle).ok_or_else(|| no_handle("handle", handle))?;
                Answer::Done {}
            }
        })
    }

    fn keep(&mut self, begun: Begun) -> Answer {
        self.last += 1;
        self.begun.insert(self.last, begun);
        Answer::Handle { handle: self.last }
    }

    fn begun(&mut self, handle: u32) -> Result<&mut Begun> {
        self.begun.get_mut(&handle).ok_or_else(|| no_handle("handle", handle))
    }

    fn step(&mut self, handle: u32, most: Option<Duration>) -> Result<Answer> {
        Ok(match self.begun(handle)? {
            Begun::Search { position, search, by, limits } => {
                let (going, stopped) = within(most, |control| {
                    let going = search.step(by, *limits, control);
                    (going, control.poll().is_err())
                });
                if stopped {
                    search.resume();
                }
                let over = !going && !stopped;
                Answer::Search(SearchAnswer::of(position.as_ref(), search.found(), over))
            }
            Begun::Solve(solve) => solve.step(most)?,
            Begun::Player { .. } => return Err(no_handle("search or solve", handle)),
        })
    }
}

impl Solve {
    fn step(&mut self, most: Option<Duration>) -> Result<Answer> {
        let Solve { position, solver, lines, limits, nodes, time } = self;
        let position = position.as_ref();
        let left = Limits {
            depth: None,
            nodes: limits.nodes.map(|most| most.saturating_sub(*nodes)),
            time: limits.time.map(|most| most.saturating_sub(*time)),
        };
        let (found, stopped) = within(most, |control| {
            let found = solver.solve(position, *lines, left, true, control);
            (found, control.poll().is_err())
        });
        let mut found = found?;
        *nodes += found.nodes;
        *time += found.time;
        (found.nodes, found.time) = (*nodes, *time);
        Ok(Answer::Solve(SolveAnswer::of(position, &found, !stopped)))
    }
}

/// Runs `work` with a control that stops it after this time, if there is one.
fn within<T>(most: Option<Duration>, work: impl FnOnce(&Control<'_>) -> T) -> T {
    let began = Instant::now();
    let go_on = |_, _| most.is_none_or(|most| began.elapsed() < most);
    work(&Control::new(most.is_some().then_some(&go_on)))
}

fn named(position: &dyn AnyGame, m: MoveName) -> Result<Move> {
    match m {
        MoveName::Index(index) => Ok(Move(index)),
        MoveName::Text(text) => position.parse_move(&text),
    }
}

fn number(name: &str, value: u64, least: u64, most: u64) -> Result<u64> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(Error::parameter(name, format!("from {least} to {most}"), value))
    }
}

fn time(ms: Option<f64>) -> Result<Option<Duration>> {
    ms.map(|ms| seconds("ms", ms, ms / 1000.0)).transpose()
}

/// A time in seconds, which the user gave as `given`.
fn seconds(name: &str, given: f64, seconds: f64) -> Result<Duration> {
    if seconds > 0.0 && seconds <= MAX_SECONDS {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(Error::parameter(name, "above 0 and at most 1e9 seconds", given))
    }
}

fn checked(limits: &request::Limits) -> Result<Limits> {
    let request::Limits { depth, nodes, seconds: time } = *limits;
    Ok(Limits {
        depth: depth.map(|n| number("depth", n, 1, MAX_DEPTH)).transpose()?.map(|n| n as usize),
        nodes: nodes.map(|n| number("nodes", n, 1, i64::MAX as u64)).transpose()?,
        time: time.map(|time| seconds("seconds", time, time)).transpose()?,
    })
}

fn mib(table_mib: Option<i64>) -> Result<usize> {
    table::check_mib(table_mib.unwrap_or(SolveOptions::default().table_mib as i64))
}

fn no_handle(what: &str, handle: u32) -> Error {
    Error::parameter("handle", format!("that of a {what} which is not freed"), handle)
}

/// Tells the host what a task has found so far.
#[expect(clippy::needless_pass_by_value, reason = "a report is handed over")]
fn tell(found: serde_json::Value) {
    abi::report(&found.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer as JSON. The files of data are given first, as a host does.
    fn ask(engine: &mut Engine, request: &str) -> serde_json::Value {
        serde_json::from_str(&engine.answer(request.as_bytes(), &[])).expect("an answer is JSON")
    }

    fn kind(engine: &mut Engine, request: &str) -> String {
        ask(engine, request)["error"].as_str().unwrap_or("none").into()
    }

    #[test]
    fn a_search_goes_on_where_it_was_stopped() {
        let engine = &mut Engine::default();
        let begin = r#"{"do":"search","position":"othello:6","limits":{"depth":9},"tableMib":1}"#;
        let handle = ask(engine, begin)["handle"].clone();
        let mut step = |ms: &str| ask(engine, &format!(r#"{{"do":"step","handle":{handle}{ms}}}"#));
        let mut depths = Vec::new();
        loop {
            let found = step(r#","ms":0.001"#);
            if found["over"] == true {
                break;
            }
            depths.push(found["depth"].as_u64().expect("a number"));
        }
        assert!(depths.is_sorted() && depths.last() == Some(&9), "{depths:?}");
        // At its end it stays there.
        assert_eq!(step("")["depth"], 9);
        assert_eq!(kind(engine, &format!(r#"{{"do":"free","handle":{handle}}}"#)), "none");
        assert_eq!(kind(engine, &format!(r#"{{"do":"step","handle":{handle}}}"#)), "parameter");
    }

    #[test]
    fn a_solve_in_parts_ends_with_the_value() {
        let engine = &mut Engine::default();
        let begin = r#"{"do":"solve","position":"connect4:5,4","tableMib":1}"#;
        let handle = ask(engine, begin)["handle"].clone();
        let request = format!(r#"{{"do":"step","handle":{handle},"ms":1}}"#);
        let found = (0..10_000).map(|_| ask(engine, &request)).find(|found| found["over"] == true);
        let found = found.expect("it ends");
        let once = games::position("connect4:5,4").expect("it is a game");
        let solved = once.solve(&SolveOptions::default(), &Control::default()).expect("no limit");
        assert_eq!((&found["value"], &found["proven"]), (&solved.value.into(), &true.into()));
    }

    #[test]
    fn limits_of_a_solve_count_for_all_its_parts() {
        let engine = &mut Engine::default();
        let begin = r#"{"do":"solve","position":"mosaic:4","limits":{"nodes":20000}}"#;
        let handle = ask(engine, begin)["handle"].clone();
        let request = format!(r#"{{"do":"step","handle":{handle},"ms":0.001}}"#);
        let found = (0..10_000).map(|_| ask(engine, &request)).find(|found| found["over"] == true);
        assert!(found.is_some_and(|found| found["nodes"].as_u64() < Some(40_000)));
    }

    #[test]
    fn what_is_wrong_is_said_by_its_kind() {
        let engine = &mut Engine::default();
        for (request, expected) in [
            ("", "request"),
            ("\u{0}", "request"),
            (r#"{"do":"fly"}"#, "request"),
            (r#"{"do":"position"}"#, "request"),
            (r#"{"do":"position","position":"othello","x":1}"#, "request"),
            (r#"{"do":"games","x":1}"#, "request"),
            (r#"{"do":"search","position":"othello","limits":{"x":1}}"#, "request"),
            (r#"{"do":"perft","position":"othello","depth":1e99}"#, "request"),
            (r#"{"do":"play","position":"tictactoe","move":70000}"#, "request"),
            (r#"{"do":"play","position":"tictactoe","move":60000}"#, "illegalMove"),
            (r#"{"do":"play","position":"tictactoe","move":"z9"}"#, "parse"),
            (r#"{"do":"position","position":"chess"}"#, "unknownGame"),
            (r#"{"do":"view","position":"tictactoe","player":2}"#, "parameter"),
            (r#"{"do":"load","name":"x"}"#, "parameter"),
            (r#"{"do":"load","name":"othello.book"}"#, "damagedFile"),
            (r#"{"do":"step","handle":9}"#, "parameter"),
            (r#"{"do":"search","position":"tictactoe","lines":0}"#, "parameter"),
            (r#"{"do":"search","position":"tictactoe","tableMib":0}"#, "parameter"),
            (r#"{"do":"search","position":"tictactoe","limits":{"seconds":-1}}"#, "parameter"),
            (r#"{"do":"search","position":"honeymoon","tableMib":1}"#, "hidden"),
            (r#"{"do":"player","position":"tictactoe","player":"x","seed":1}"#, "unknownPlayer"),
            (r#"{"do":"perft","position":"quo","depth":99,"ms":1}"#, "interrupted"),
        ] {
            assert_eq!(kind(engine, request), expected, "{request}");
        }
        assert!(engine.answer(&[0xFF, 0xFE], &[]).contains("request"));
    }

    #[test]
    fn a_player_of_another_board_is_refused() {
        let engine = &mut Engine::default();
        let begin = r#"{"do":"player","player":"random","position":"tictactoe","seed":1}"#;
        let handle = ask(engine, begin)["handle"].clone();
        let choose = |position: &str| {
            format!(r#"{{"do":"choose","handle":{handle},"position":"{position}","moves":["b2"]}}"#)
        };
        assert_eq!(kind(engine, &choose("tictactoe:4")), "unsupported");
        assert!(ask(engine, &choose("tictactoe"))["index"].is_u64());
    }

    /// Whatever bytes come, an answer follows.
    #[test]
    fn mutated_requests_are_answered() {
        let whole: [&[u8]; 5] = [
            br#"{"do":"play","position":"othello:4 ----/-OX-/-XO-/---- X","move":"a2"}"#,
            br#"{"do":"search","position":"quo:3","limits":{"depth":2},"tableMib":1,"lines":3}"#,
            br#"{"do":"step","handle":1,"ms":2}"#,
            br#"{"do":"deal","position":"honeymoon:taiwan,scoring=rubber","seed":12}"#,
            br#"{"do":"choose","handle":1,"position":"tictactoe","moves":["a1",4],"ms":2}"#,
        ];
        let (mut rng, engine) = (Rng::new(3), &mut Engine::default());
        for round in 0..5_000 {
            let mut request = whole[rng.below(whole.len())].to_vec();
            for _ in 0..=rng.below(3) {
                let at = rng.below(request.len());
                request[at] = rng.word() as u8;
            }
            let answer = engine.answer(&request, &[]);
            assert!(serde_json::from_str::<serde_json::Value>(&answer).is_ok(), "{answer}");
            if round % 50 == 0 {
                *engine = Engine::default();
            }
        }
    }
}
