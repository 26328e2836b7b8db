//! What a person does in a game: seats, moves, the tree of moves.

use bitgames_core::control::Control;
use bitgames_core::editing::{Change, Refused, edited};
use bitgames_core::rng::child_seed;
use bitgames_core::typed::read_move;
use bitgames_core::{Error, Move, claims, games};
use serde_json::{Value, json};

use super::clock::Clock;
use super::explorer::{Explorer, FIRST};
use super::game::{End, Game, HUMAN, How, dealt, forced_pass};
use super::messages::{Message, New};
use super::refusal::{Code, Refusal, Result};
use super::study::Study;
use super::tree::MAX_NODES;
use super::{Room, root};
use crate::work::Task;
use bitgames_core::scene::{Kind, Viewer, geometry};
use bitgames_core::sentences::Said;

/// Who played a move, or why it was played without anybody's choice.
#[derive(Clone, Copy)]
enum By {
    Person,
    Computer,
    Pass,
    Claim,
    Forced,
}

impl Room {
    pub(super) fn carry_out(&mut self, message: Message) -> Result<()> {
        match message {
            Message::Hello {} => self.tell(),
            Message::New(new) => self.renew(new)?,
            Message::Sit { seat, player } => self.sit(seat, player)?,
            Message::Play { i, text } => self.play(i, text)?,
            Message::Claim { tricks } => self.claim(tricks)?,
            Message::Forced {} => self.play_forced()?,
            Message::Undo {} => self.undo()?,
            Message::Redo {} => {
                let none = || Refusal::said(Code::Illegal, Said::plain("no-redo"));
                let target = self.game.next_choice().ok_or_else(none)?;
                self.go_to(target);
            }
            Message::Goto { node } => self.goto(node)?,
            Message::Branch { node, moves } => {
                if moves.is_empty() {
                    return Err(Refusal::damaged("a branch has moves"));
                }
                self.branch(node, &moves)?;
                self.tell();
            }
            Message::Promote { node } => {
                self.game.tree.node(node)?;
                self.game.tree.promote(node);
                self.tell();
            }
            Message::Delete { node } => self.delete(node)?,
            Message::Comment { node, text } => {
                self.game.tree.node(node)?;
                self.game.tree.at_mut(node).comment = text;
                self.tell();
            }
            Message::Go {} => {
                if !self.waits {
                    return Err(Refusal::said(Code::Illegal, Said::plain("no-wait")));
                }
                self.waits = false;
                self.settle();
            }
            Message::Resign {} => self.resign()?,
            Message::Rematch { seats, confirm } => self.rematch(seats, confirm)?,
            Message::Stop { job } => self.stop(job)?,
            Message::Import { data, confirm, .. } => self.import(&data, confirm)?,
            Message::Export { format } => self.export(&format)?,
            Message::Geometry { game, view, flip } => {
                let spec = game.unwrap_or_else(|| self.game.start().spec());
                let scene = games::start(&spec)?.scene(Some(Viewer::All), None, None)?;
                let places = geometry::of(&scene, view.as_deref(), flip)?;
                self.send("geometry", json!(places));
            }
            Message::Preview { i } => self.preview(Move(i))?,
            Message::Edit { text, cell, owner, turn, clear } => {
                self.edit(text, Change { cell, owner, turn, clear })?;
            }
            Message::Hint { count } => self.hint(count)?,
            Message::Analyze { node, seconds, depth } => self.analyze(node, seconds, depth)?,
            Message::Solve { node, wld, warn } => self.solve(node, wld, warn)?,
            Message::Graph { seconds } => self.graph(seconds)?,
            Message::Tree { node, offset, merge, solve, warn } => {
                self.browse(node, offset, merge, solve, warn)?;
            }
        }
        Ok(())
    }

    /// Begins another game.
    fn renew(&mut self, new: New) -> Result<()> {
        let New { game, start, seats, seed, moves, clock, confirm } = new;
        if game.is_some() && start.is_some() {
            return Err(Refusal::damaged("new takes game or start, not both"));
        }
        let now = self.seconds();
        let is_dealt = game.is_some() || seed.is_some();
        let seed = seed.map_or_else(|| root(&mut self.fresh), u128::from);
        let begin = match (start, game) {
            (Some(text), _) => games::position(&text)?.into(),
            (None, Some(spec)) => dealt(&*games::start(&spec)?, seed, 0),
            (None, None) if is_dealt => dealt(&**self.game.start(), seed, 0),
            (None, None) => self.game.start().clone(),
        };
        let mut fresh = Game::new(begin, seed);
        let clock = clock.map(|control| Clock::new(control, fresh.seats.len(), now));
        fresh.clock = clock.transpose()?;
        for text in moves.unwrap_or_default() {
            // The error's text might name hidden cards.
            let wrong = || Refusal::said(Code::Illegal, Said::plain("order"));
            let m = fresh.position().parse_move(&text).map_err(|_| wrong())?;
            fresh.play(m).map_err(|_| wrong())?;
        }
        self.need_confirm(confirm)?;
        let names = seats.unwrap_or_else(|| vec![HUMAN.into(); fresh.seats.len()]);
        seat_all(&mut fresh, &names)?;
        self.cancel();
        self.game = fresh;
        self.begin();
        Ok(())
    }

    /// Gives a seat to the person or to a player.
    fn sit(&mut self, seat: usize, player: String) -> Result<()> {
        if seat >= self.game.seats.len() {
            let last = self.game.seats.len() - 1;
            return Err(Refusal::damaged(format!("seat must be from 0 to {last}")));
        }
        if player == HUMAN {
            self.check_seat(seat)?;
        }
        check_player(&self.game, &player)?;
        self.cancel();
        self.jobs += 1;
        let since = self.jobs;
        let place = &mut self.game.seats[seat];
        (place.spec, place.since) = (player, since);
        self.settle();
        Ok(())
    }

    /// Plays a move of the person.
    fn play(&mut self, i: Option<u16>, text: Option<String>) -> Result<()> {
        self.need_turn_in_game()?;
        let position = self.game.position();
        let m = match (i, text) {
            (Some(i), None) => Move(i),
            (None, Some(text)) => read_move(&**position, &text)?,
            _ => return Err(Refusal::damaged("play needs either i or text")),
        };
        if !position.is_legal(m) {
            return Err(Refusal::said(Code::Illegal, Said::plain("not-legal")));
        }
        self.cancel();
        self.play_move(m, By::Person, false, None)?;
        self.settle();
        Ok(())
    }

    /// Ends the game by a claim of a number of the tricks to come, of all by default.
    fn claim(&mut self, tricks: Option<i64>) -> Result<()> {
        self.need_turn_in_game()?;
        let position = &**self.game.position();
        let left = position.tricks_left() as i64;
        let wanted = tricks.unwrap_or(left);
        let claimed = claims::claim(position, Some(wanted), &Control::default());
        let claimed = claimed.map_err(|error| match error {
            Error::Parameter { .. } => Refusal::said_in_english(Code::Illegal, error.to_string()),
            error => error.into(),
        })?;
        let refused = || Refusal::said(Code::Illegal, Said::new("claim-refused", [wanted.into()]));
        let moves = claimed.ok_or_else(refused)?;
        let name = position.facts().player_names[position.turn().index()];
        let words = Said::new("claimed", [name.into(), wanted.into(), left.into()]);
        self.play_out(moves, By::Claim, Some(words))
    }

    /// Plays the moves that leave no choice.
    fn play_forced(&mut self) -> Result<()> {
        self.need_turn_in_game()?;
        let moves = claims::forced_moves(&**self.game.position());
        if moves.is_empty() {
            return Err(Refusal::said(Code::Illegal, Said::plain("no-choice")));
        }
        self.play_out(moves, By::Forced, None)
    }

    /// Plays the moves that follow without anybody's choice, all or none of them; the words are said
    /// with the first one.
    fn play_out(&mut self, moves: Vec<Move>, by: By, mut words: Option<Said>) -> Result<()> {
        if self.game.tree.len() + moves.len() > MAX_NODES {
            return Err(Refusal::full_tree());
        }
        self.cancel();
        for (number, m) in moves.into_iter().enumerate() {
            // The claim is a choice, which can be taken back: that of the first move.
            self.play_move(m, by, number > 0, words.take())?;
        }
        self.settle();
        Ok(())
    }

    /// Tells a board that is set up, after a change; without a text it is that of the game.
    fn edit(&mut self, text: Option<String>, change: Change) -> Result<()> {
        if change.owner.is_some() && change.cell.is_none() {
            return Err(Refusal::damaged("the field owner of edit needs the field cell"));
        }
        let text = text.unwrap_or_else(|| self.game.position().to_string());
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let found = edited(&line, change).map_err(|refused| match refused {
            Refused::Said(said) => Refusal::said(Code::Unsupported, said),
            // The sender has the text before them.
            Refused::Error(Error::Parse { reason, .. }) => {
                Refusal::said(Code::Damaged, Said::new("not-read", [reason.into()]))
            }
            Refused::Error(error) => error.into(),
        })?;
        self.send("edited", json!(found));
        Ok(())
    }

    /// Goes back to the last choice of the person.
    fn undo(&mut self) -> Result<()> {
        if self.game.end.is_some() {
            self.cancel();
            self.game.end = None;
            self.settle();
        } else {
            let none = || Refusal::said(Code::Illegal, Said::plain("no-undo"));
            let target = self.game.last_choice().ok_or_else(none)?;
            self.cancel();
            self.game.goto(target);
            self.tell();
        }
        Ok(())
    }

    /// Deletes a node and all that follows.
    fn delete(&mut self, node: u32) -> Result<()> {
        self.game.tree.node(node)?;
        let here = self.game.tree.current();
        self.game.tree.delete(node)?;
        if self.game.tree.current() == here {
            self.tell();
        } else {
            self.go_to(self.game.tree.current());
        }
        Ok(())
    }

    /// Ends the game for the person.
    fn resign(&mut self) -> Result<()> {
        let own = self.game.own();
        let Some(&first) = own.first() else {
            return Err(Refusal::said(Code::Denied, Said::plain("need-seat")));
        };
        if self.game.is_over() {
            return Err(Refusal::said(Code::Illegal, Said::plain("over-already")));
        }
        let turn = self.game.turn();
        self.cancel();
        let seat = if own.contains(&turn) { turn } else { first };
        self.game.end = Some(End { how: How::Resigned, seat });
        self.tell();
        Ok(())
    }

    /// Begins the next game of the series.
    fn rematch(&mut self, seats: Option<Vec<String>>, confirm: Option<bool>) -> Result<()> {
        self.need_confirm(confirm)?;
        if let Some(names) = seats {
            seat_all(&mut self.game, &names)?;
        }
        self.cancel();
        self.game.again(self.now / 1000.0)?;
        self.begin();
        Ok(())
    }

    /// Ends a job: a player then waits for `go`.
    fn stop(&mut self, job: u32) -> Result<()> {
        if self.thinking == Some(job) {
            self.cancel();
            self.waits = true;
        } else if !self.end_studies(|study| study.job == job) {
            let text = format!("there is no job {job}");
            return Err(Refusal::said_in_english(Code::Stale, text));
        }
        self.tell();
        Ok(())
    }

    /// Goes to a node of the game tree, or to one that was browsed.
    fn goto(&mut self, node: u64) -> Result<()> {
        let node = if node < FIRST {
            node as u32
        } else {
            let place = self.explorer.place(&self.game.tree, node)?;
            let moves: Vec<_> = place.moves.iter().map(|m| m.0).collect();
            self.branch(place.base, &moves)?
        };
        self.game.tree.node(node)?;
        self.go_to(node);
        Ok(())
    }

    /// Tells the other cells that a move would change.
    fn preview(&mut self, m: Move) -> Result<()> {
        self.need_turn()?;
        let before = self.game.position().clone();
        if !before.is_legal(m) {
            return Err(Refusal::said(Code::Illegal, Said::plain("not-legal")));
        }
        let scene = before.play(m)?.scene(Some(Viewer::All), Some(m), Some(&*before))?;
        let waves = match scene.kind {
            Kind::Grid(grid) => grid.board.waves,
            Kind::Pyramid(pyramid) => pyramid.board.waves,
            Kind::Table(_) => Vec::new(),
        };
        self.send("preview", json!({"i": m.0, "waves": waves}));
        Ok(())
    }

    /// Adds moves below a node; the game stays where it is.
    fn branch(&mut self, node: u32, moves: &[u16]) -> Result<u32> {
        let mut position = self.game.tree.node(node)?.position.boxed_clone();
        let own = self.game.hides().then(|| self.game.own());
        for &i in moves {
            // Whether another seat's move is legal may tell hidden cards.
            if own.as_ref().is_some_and(|own| !own.contains(&position.turn().index())) {
                return Err(Refusal::said(Code::Denied, Said::plain("hidden-branch")));
            }
            let wrong = |_| Refusal::said(Code::Illegal, Said::plain("order"));
            position = position.play(Move(i)).map_err(wrong)?;
        }
        let moves: Vec<_> = moves.iter().copied().map(Move).collect();
        self.game.tree.branch(node, &moves)
    }

    fn need_turn(&self) -> Result<()> {
        if self.game.own().contains(&self.game.turn()) {
            return Ok(());
        }
        Err(Refusal::said(Code::Denied, Said::plain("not-your-turn")))
    }

    pub(super) fn need_turn_in_game(&self) -> Result<()> {
        if self.game.is_over() {
            return Err(Refusal::said(Code::Illegal, Said::plain("over")));
        }
        self.need_turn()
    }

    /// Refuses to put another game in the place of one that runs, unless that is confirmed.
    pub(super) fn need_confirm(&self, confirm: Option<bool>) -> Result<()> {
        if self.game.is_running() && confirm != Some(true) {
            return Err(Refusal::said(Code::Confirm, Said::plain("confirm")));
        }
        Ok(())
    }

    /// Begins a game: its cards have not been seen.
    pub(super) fn begin(&mut self) {
        for study in std::mem::take(&mut self.studies) {
            self.end(study.job);
        }
        self.serial += 1;
        self.seen.clear();
        self.explorer = Explorer::default();
        self.settle();
    }

    /// Ends the work that depends on the position.
    pub(super) fn cancel(&mut self) {
        if let Some(job) = self.thinking.take() {
            self.end(job);
        }
        self.end_studies(Study::is_of_the_position);
        self.due = None;
        self.waits = false;
    }

    /// Goes to a node; at the end of a line the game continues, elsewhere the computer waits.
    fn go_to(&mut self, node: u32) {
        self.cancel();
        self.game.goto(node);
        let here = self.game.tree.at(node);
        if here.children.is_empty() {
            self.settle();
        } else {
            self.waits = !here.position.is_over() && !self.game.has_choice(node);
            self.tell();
        }
    }

    /// Plays forced passes, lets the computer think if it is to move, and tells the state.
    pub(super) fn settle(&mut self) {
        while let Some(passing) = self.passing() {
            if let Err(full) = self.play_move(passing, By::Pass, false, None) {
                self.halt(&full);
                break;
            }
        }
        let is_computers = !self.game.seats[self.game.turn()].is_person();
        if !self.game.is_over() && !self.waits && is_computers && self.thinking.is_none() {
            // After the first move of a game in which no person plays, people watch.
            let is_watched = self.game.own().is_empty() && self.game.tree.current() != 0;
            if is_watched && self.pace > 0.0 {
                self.due = Some(self.now + self.pace);
            } else {
                self.think();
            }
        }
        self.tell();
    }

    fn passing(&self) -> Option<Move> {
        if self.game.is_over() { None } else { forced_pass(&**self.game.position()) }
    }

    /// Lets the player of the seat to move think.
    pub(super) fn think(&mut self) {
        let (game, seat) = (&self.game, self.game.turn());
        let child = (game.number.wrapping_mul(game.seats.len() as u64)).wrapping_add(seat as u64);
        let task = Task::Think {
            line: self.line(game.tree.current()),
            game: self.serial,
            place: (seat, game.seats[seat].since),
            spec: game.seats[seat].spec.clone(),
            seed: child_seed(game.seed, child),
        };
        self.thinking = Some(self.order(&task));
    }

    /// Plays the move that a player has chosen.
    pub(super) fn thought(&mut self, found: std::result::Result<Value, String>) {
        let seat = self.game.turn();
        let chosen = found.ok().and_then(|found| found["i"].as_u64()).map(|i| Move(i as u16));
        let illegal = || Refusal::said(Code::Illegal, Said::plain("not-legal"));
        let played =
            chosen.ok_or_else(illegal).and_then(|m| self.play_move(m, By::Computer, false, None));
        match played {
            Err(full) if full.is_limit() => self.halt(&full),
            Err(_) => {
                let how = How::Forfeit(Said::plain("no-move"));
                self.game.end = Some(End { how, seat });
            }
            Ok(()) => {}
        }
        self.settle();
    }

    /// Plays a move and tells it, with words before those of what it brought.
    fn play_move(&mut self, m: Move, by: By, is_forced: bool, words: Option<Said>) -> Result<()> {
        let seat = self.game.turn();
        let text = self.game.position().move_text(m);
        let node = self.game.play(m)?;
        self.game.tree.at_mut(node).is_forced = is_forced;
        let now = self.seconds();
        if let Some(clock) = &mut self.game.clock {
            clock.played(&self.game.tree, node, now);
        }
        let by = match by {
            By::Person => "person",
            By::Computer => "computer",
            By::Pass => "pass",
            By::Claim => "claim",
            By::Forced => "forced",
        };
        let said: Vec<_> = words.into_iter().chain(self.announcement()).collect();
        let words: Vec<_> = said.iter().map(Said::to_string).collect();
        let played = json!({
            "node": node, "seat": seat, "by": by, "i": m.0, "text": text, "words": words, "said": said,
        });
        self.send("played", played);
        Ok(())
    }
}

/// Gives every seat its player.
pub(super) fn seat_all(game: &mut Game, names: &[String]) -> Result<()> {
    if names.len() != game.seats.len() {
        return Err(Refusal::damaged(format!("seats must be a list of {}", game.seats.len())));
    }
    names.iter().try_for_each(|name| check_player(game, name))?;
    for (seat, name) in game.seats.iter_mut().zip(names) {
        seat.spec.clone_from(name);
    }
    Ok(())
}

/// Refuses a player that cannot play the game.
fn check_player(game: &Game, spec: &str) -> Result<()> {
    if spec != HUMAN {
        game.start().agent(spec)?;
    }
    Ok(())
}
