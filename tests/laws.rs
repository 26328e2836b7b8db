//! Laws of all games of the registry, at every position of random games.

use std::collections::{HashMap, HashSet};

use bitgames_core::any::{AnyContext, AnyGame};
use bitgames_core::bits::{Shape, layer_start};
use bitgames_core::control::{Control, Limits};
use bitgames_core::editing::text_from_drawing;
use bitgames_core::error::Error;
use bitgames_core::games::{self, GAMES};
use bitgames_core::players::Insight;
use bitgames_core::rng::Rng;
use bitgames_core::scene::{Kind, Viewer};
use bitgames_core::search::{SearchResult, Searcher};
use bitgames_core::{Move, Player};

type Position = Box<dyn AnyGame>;

/// A search of a position with a table of its own, until a limit ends it.
fn search(at: &dyn AnyGame, limits: Limits, see_all: bool) -> Result<SearchResult, Error> {
    let mut deepening = at.deepening(see_all, 1, None)?;
    let mut searcher = Searcher::new(1, 1)?;
    while deepening.step(&mut searcher, limits, &Control::default()) {}
    Ok(deepening.found().clone())
}

/// The positions of random games of every example of every game, starts and ends included.
fn for_each_position(games_each: u64, mut check: impl FnMut(&dyn AnyGame)) {
    for spec in GAMES.iter().flat_map(|entry| entry.examples) {
        for game in 0..games_each {
            let mut rng = Rng::child(20_120_706, game);
            let mut position = games::start(spec).expect("an example starts");
            loop {
                check(position.as_ref());
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position = position.play(legal[rng.below(legal.len())]).expect("it is legal");
            }
        }
    }
}

fn same(a: &dyn AnyGame, b: &dyn AnyGame) -> bool {
    a.equals(b)
}

#[test]
fn legal_moves_are_sorted_unique_and_what_is_legal_says() {
    for_each_position(20, |position| {
        let legal = position.legal_moves();
        assert!(legal.is_sorted_by(|a, b| a < b), "{position}");
        for index in 0..position.num_moves() as u16 + 3 {
            assert_eq!(position.is_legal(Move(index)), legal.contains(&Move(index)), "{position}");
        }
        assert!(!position.is_legal(Move(u16::MAX)));
        let mut mask = vec![7; position.num_moves()];
        position.write_legal(&mut mask);
        let expected = (0..position.num_moves() as u16).map(|m| u8::from(legal.contains(&Move(m))));
        assert!(mask.into_iter().eq(expected), "{position}");
        assert_eq!(position.perft(1, &Control::default()), Ok(legal.len().max(1) as u64));
    });
}

#[test]
fn finished_means_no_legal_move() {
    for_each_position(20, |position| {
        assert_eq!(position.is_over(), position.legal_moves().is_empty(), "{position}");
        assert_eq!(position.is_over(), position.outcome().is_some(), "{position}");
        assert!(position.ply() <= position.max_plies());
    });
}

#[test]
fn outcomes_are_symmetric_between_the_sides() {
    for_each_position(20, |position| {
        let Some(outcome) = position.outcome() else { return };
        let facts = position.facts();
        let seats = (0..facts.players()).map(|seat| Player(seat as u8));
        let returns: Vec<f64> = seats.clone().map(|seat| outcome.returns(seat)).collect();
        assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{position}");
        assert!(seats.clone().all(|seat| outcome.score(seat).abs() <= facts.max_score));
        assert_eq!(outcome.is_draw(), seats.clone().all(|seat| !outcome.is_winner(seat)));
        assert!(seats.clone().all(|seat| outcome.is_winner(seat) == (outcome.score(seat) > 0)));
        assert!(!outcome.reason.is_empty());
    });
}

#[test]
fn play_changes_the_new_position_and_not_the_old() {
    for_each_position(10, |position| {
        let before = (position.to_string(), position.key(), position.boxed_clone());
        for m in position.legal_moves() {
            let next = position.play(m).expect("it is legal");
            assert!(!same(next.as_ref(), position));
            assert_ne!(next.key(), position.key());
            // One move can bring more than one piece onto the board, and a pass none.
            let grown = next.ply() > position.ply();
            assert!(grown || next.ply() == position.ply() && position.move_text(m) == "pass");
        }
        assert_eq!((position.to_string(), position.key()), (before.0, before.1));
        assert!(same(position, before.2.as_ref()));
    });
}

#[test]
fn illegal_moves_are_refused_by_name_and_change_nothing() {
    for_each_position(5, |position| {
        let legal = position.legal_moves();
        let before = position.to_string();
        let out_of_range = [position.num_moves() as u16, u16::MAX];
        let illegal = (0..position.num_moves() as u16).filter(|&i| !legal.contains(&Move(i)));
        for index in illegal.chain(out_of_range) {
            let refused = position.play(Move(index)).expect_err("it is illegal");
            let Error::IllegalMove { text, position: named, reason } = refused else {
                panic!("another error: {refused}");
            };
            assert!(!text.is_empty() && !reason.is_empty());
            assert_eq!(named, position.view(position.turn()));
        }
        assert_eq!(position.to_string(), before);
    });
}

#[test]
fn text_round_trips() {
    for_each_position(20, |position| {
        let line = position.to_string();
        assert!(!line.contains('\n') && line.is_ascii());
        let read = games::position(&line).expect("it was written by us");
        assert!(same(read.as_ref(), position), "{line}");
        assert_eq!(read.to_string(), line);
        let start = games::start(&position.spec()).expect("it is a spec");
        assert!(same(start.as_ref(), position.start().as_ref()));
        for m in position.legal_moves() {
            let text = position.move_text(m);
            assert_eq!(position.parse_move(&text), Ok(m));
            assert_eq!(position.parse_move(&text.to_uppercase()), Ok(m));
        }
    });
}

#[test]
fn equality_follows_the_text_and_keys_follow_equality() {
    let mut seen: HashMap<u64, Position> = HashMap::new();
    for_each_position(40, |position| {
        let known = seen.entry(position.key()).or_insert_with(|| position.boxed_clone());
        assert!(same(known.as_ref(), position), "{known} and {position} share a key");
    });
    let all: Vec<&Position> = seen.values().take(300).collect();
    for a in &all {
        for b in &all {
            assert_eq!(same(a.as_ref(), b.as_ref()), a.to_string() == b.to_string());
        }
    }
}

#[test]
fn symmetries_form_a_group_and_commute_with_play() {
    for_each_position(4, |position| {
        let n = position.num_symmetries();
        assert!(same(position.transform(0).as_ref(), position));
        // On moves alone: closed, each a permutation, each with an inverse.
        let moves = position.num_moves() as u16;
        let action =
            |s| -> Vec<u16> { (0..moves).map(|i| position.transform_move(Move(i), s).0).collect() };
        let actions: Vec<Vec<u16>> = (0..n).map(action).collect();
        for a in &actions {
            for b in &actions {
                let product: Vec<u16> = a.iter().map(|&i| b[usize::from(i)]).collect();
                assert!(actions.contains(&product));
            }
            assert!(
                actions.iter().any(|b| (0..moves).all(|i| b[usize::from(a[usize::from(i)])] == i))
            );
        }
        let canonical = position.canonical();
        for s in 0..n {
            let image = position.transform(s);
            let back = image.transform(position.inverse(s));
            assert!(same(back.as_ref(), position), "{position} {s}");
            assert!(same(image.canonical().as_ref(), canonical.as_ref()), "{position} {s}");
            assert_eq!(image.canonical_key(), canonical.key(), "{position} {s}");
            assert_eq!(image.outcome().is_some(), position.is_over());
            for m in position.legal_moves().into_iter().take(5) {
                let there = image.play(position.transform_move(m, s)).expect("it is legal");
                let here = position.play(m).expect("it is legal").transform(s);
                // The move that ends a game may break a tie by the order of cells, if the outcome
                // does not depend on it.
                let equal_end = here.is_over() && there.outcome() == here.outcome();
                assert!(equal_end || same(there.as_ref(), here.as_ref()), "{position} {s}");
            }
        }
    });
}

/// The seats of a game.
fn seats(position: &dyn AnyGame) -> impl Iterator<Item = Player> {
    (0..position.facts().players()).map(|seat| Player(seat as u8))
}

fn planes_of(position: &dyn AnyGame, player: Player) -> Vec<u8> {
    let (width, height) = position.shape();
    let cells = usize::from(width) * usize::from(height);
    // Earlier contents are overwritten.
    let mut planes = vec![7; position.num_planes() * cells];
    position.write_planes(player, &mut planes);
    planes
}

#[test]
fn every_plane_has_a_name() {
    for_each_position(6, |position| {
        let names: HashSet<String> = position.plane_names().into_iter().collect();
        assert_eq!(names.len(), position.num_planes(), "{position}");
        assert_eq!(position.plane_names().len(), position.num_planes(), "{position}");
    });
}

#[test]
fn planes_show_the_pieces_of_the_player_first() {
    for_each_position(5, |position| {
        let (width, height) = position.shape();
        let cells = usize::from(width) * usize::from(height);
        for player in seats(position) {
            let planes = planes_of(position, player);
            let own = position.pieces(player);
            // A flat board is one plane, a pyramid one for each layer, the ground first.
            let in_plane = |cell: usize| match own.shape() {
                Shape::Flat { .. } => cell,
                Shape::Pyramid { size } => {
                    let size = usize::from(size);
                    let side = (1..=size).rfind(|&side| cell >= layer_start(side)).unwrap();
                    let (y, x) =
                        ((cell - layer_start(side)) / side, (cell - layer_start(side)) % side);
                    (size - side) * cells + y * usize::from(width) + x
                }
            };
            let mut expected: Vec<usize> = own.cells().map(in_plane).collect();
            expected.sort_unstable();
            let layers = if cells == own.shape().cells() { 1 } else { usize::from(height) };
            let shown = (0..layers * cells).filter(|&cell| planes[cell] == 1);
            assert!(shown.eq(expected), "{position} {player:?}");
            assert!(planes.iter().all(|&value| value <= 1));
        }
    });
}

#[test]
fn views_are_worlds_that_look_the_same() {
    let mut rng = Rng::new(5);
    for_each_position(5, |position| {
        for seat in seats(position) {
            let world = position.determinize(seat, &mut rng);
            assert_eq!(world.view(seat), position.view(seat));
            assert_eq!(planes_of(world.as_ref(), seat), planes_of(position, seat), "{position}");
            if !position.facts().hidden {
                assert!(same(world.as_ref(), position));
            }
        }
    });
}

/// What a viewer gets to see of a position with a last move and the position before it: the scene as
/// JSON, or the refusal.
fn shown(at: &dyn AnyGame, viewer: Viewer, last: Option<Move>, before: &dyn AnyGame) -> String {
    let before = last.map(|_| before);
    match at.scene(Some(viewer), last, before) {
        Ok(scene) => serde_json::to_string(&scene).expect("a scene is plain data"),
        Err(refused) => refused.to_string(),
    }
}

#[test]
fn scenes_are_equal_in_all_worlds_that_look_alike() {
    let mut rng = Rng::new(4);
    let mut before: Option<Position> = None;
    for_each_position(4, |position| {
        let tried = [0, 25, 51, 52, 60, u16::MAX].map(|index| Some(Move(index)));
        let previous = before.replace(position.boxed_clone());
        let previous = previous.unwrap_or_else(|| position.boxed_clone());
        for seat in (0..position.facts().players()).map(|seat| Player(seat as u8)) {
            let world = position.determinize(seat, &mut rng);
            for viewer in [Viewer::Seat(seat), Viewer::Public] {
                for last in tried.into_iter().chain([None]) {
                    let texts = [position, world.as_ref()]
                        .map(|at| shown(at, viewer, last, previous.as_ref()));
                    assert_eq!(texts[0], texts[1], "{position}");
                }
            }
        }
    });
}

#[test]
fn a_scene_says_what_the_position_says() {
    for_each_position(5, |position| {
        let scene = position.scene(Some(Viewer::All), None, None).expect("without a last move");
        assert_eq!(scene.caption, position.caption());
        assert_eq!((scene.game, scene.ply), (position.spec(), position.ply()));
        let board = match scene.kind {
            Kind::Grid(grid) => grid.board,
            Kind::Pyramid(pyramid) => pyramid.board,
            Kind::Table(table) => {
                assert!(table.moves.index.into_iter().map(Move).eq(position.legal_moves()));
                return;
            }
        };
        assert!(board.moves.index.into_iter().map(Move).eq(position.legal_moves()));
        for seat in 0..position.facts().players() as u8 {
            let mark = char::from(b'0' + seat);
            let own = board.owners.chars().enumerate().filter(|&(_, owner)| owner == mark);
            assert!(own.map(|(cell, _)| cell).eq(position.pieces(Player(seat)).cells()));
        }
    });
}

#[test]
fn what_is_said_is_equal_in_all_worlds_that_look_alike() {
    let mut rng = Rng::new(7);
    for_each_position(4, |position| {
        for seat in (0..position.facts().players()).map(|seat| Player(seat as u8)) {
            let world = position.determinize(seat, &mut rng);
            assert_eq!(world.forced_move(), position.forced_move(), "{position}");
            assert_eq!(world.tricks_left(), position.tricks_left(), "{position}");
            if seat == position.turn() {
                for m in position.legal_moves() {
                    assert_eq!(world.reasons(&[m]), position.reasons(&[m]), "{position} {m:?}");
                }
            }
        }
    });
}

#[test]
fn what_is_said_has_its_sentence() {
    for_each_position(2, |position| {
        let viewers = [Viewer::All, Viewer::Public, Viewer::Seat(Player(0))];
        for m in position.legal_moves() {
            let announced = viewers.map(|viewer| position.announce(m, viewer));
            for said in announced.into_iter().flatten().chain(position.reasons(&[m])) {
                assert!(!said.to_string().is_empty());
            }
        }
    });
}

#[test]
fn a_drawing_tells_the_position_where_there_are_letters() {
    for_each_position(3, |position| {
        let scene = position.scene(Some(Viewer::All), None, None).expect("without a last move");
        let owners = match scene.kind {
            Kind::Pyramid(pyramid) if pyramid.choosing.is_some() => return,
            Kind::Grid(grid) => grid.board.owners,
            Kind::Pyramid(pyramid) => pyramid.board.owners,
            Kind::Table(_) => return assert!(position.letters().is_none()),
        };
        let text = text_from_drawing(position.start().as_ref(), &owners, position.turn());
        assert_eq!(text, Ok(position.to_string()));
    });
}

#[test]
fn errors_show_nothing_that_is_hidden_from_the_mover() {
    let mut rng = Rng::new(6);
    for_each_position(2, |position| {
        let world = position.determinize(position.turn(), &mut rng);
        for index in 0..position.num_moves() as u16 + 2 {
            let refusal = |at: &dyn AnyGame| at.play(Move(index)).err().map(|e| e.to_string());
            assert_eq!(refusal(world.as_ref()), refusal(position), "{position}");
        }
        let limits = Limits { depth: Some(1), nodes: Some(10), time: None };
        let refusal = |at: &dyn AnyGame| search(at, limits, false).err();
        assert_eq!(refusal(world.as_ref()), refusal(position), "{position}");
    });
}

#[test]
fn no_game_goes_beyond_its_facts() {
    for_each_position(10, |position| {
        let facts = position.facts();
        assert!(position.legal_moves().len() <= facts.most_moves, "{position}");
        assert!(position.num_moves() <= facts.max_indices, "{position}");
        assert!(position.max_plies() <= facts.most_plies, "{position}");
    });
}

#[test]
#[should_panic(expected = "a game has at most MAX_PLIES plies")]
fn a_game_too_long_for_the_generic_parts_is_refused() {
    let facts = *games::GAMES[0].facts;
    bitgames_core::Facts { most_plies: 256, ..facts }.check();
}

#[test]
#[should_panic(expected = "a game has at most MAX_INDICES move indices")]
fn a_game_with_too_many_moves_for_the_generic_parts_is_refused() {
    let facts = *games::GAMES[0].facts;
    bitgames_core::Facts { max_indices: 257, ..facts }.check();
}

#[test]
fn searches_end_with_a_legal_move_and_a_legal_line() {
    for_each_position(1, |position| {
        let limits = Limits { depth: Some(2), nodes: Some(2_000), time: None };
        let found = search(position, limits, true).expect("it is not stopped");
        assert_eq!(found.best_move.is_some(), !position.is_over());
        assert!(found.value.abs() <= f64::from(position.facts().max_score));
        // A forced pass of Othello adds no depth.
        let cells = found.pv.iter().filter(|&&m| position.cell_of(m).is_some()).count();
        assert!(cells <= found.depth, "{position}");
        let mut at = position.boxed_clone();
        for &m in &found.pv {
            at = at.play(m).expect("the line is legal");
        }
        assert!(found.pv.first().is_none_or(|&m| Some(m) == found.best_move));
    });
}

#[test]
fn searches_refuse_what_the_mover_cannot_know_and_nothing_else() {
    let mut rng = Rng::new(9);
    for_each_position(1, |position| {
        let limits = Limits { depth: Some(1), nodes: Some(100), time: None };
        match search(position, limits, false) {
            Ok(_) if position.is_over() => {}
            Ok(_) => {
                let world = position.determinize(position.turn(), &mut rng);
                for seat in (0..position.facts().players()).map(|seat| Player(seat as u8)) {
                    assert_eq!(world.pieces(seat), position.pieces(seat), "{position}");
                }
            }
            Err(Error::Hidden { .. }) => {
                assert!(position.facts().hidden && !position.is_over(), "{position}");
            }
            Err(error) => panic!("{error}"),
        }
    });
}

#[test]
fn every_player_of_a_game_chooses_legal_moves_or_says_why_not() {
    for_each_position(1, |position| {
        if position.is_over() || position.ply() + 6 < position.max_plies() {
            return;
        }
        for (name, _) in position.agents() {
            match position.agent(name) {
                Ok(mut agent) => {
                    let control = Control::default();
                    let at = AnyContext::position(position);
                    let insight = agent.insight(at, &control);
                    // A search that goes on in its table may find an equally good move.
                    agent.start_game(1).expect("it starts");
                    let chosen = agent.choose(at, &mut Rng::new(1), &control).expect("it chooses");
                    assert!(position.is_legal(chosen), "{name} {position}");
                    let candidates = match insight {
                        Ok(Insight::Candidates(candidates)) => candidates,
                        // A level slips in between: it has a probability for each move.
                        Ok(Insight::Policy(policy)) => {
                            let sum: f64 = policy.iter().map(|each| each.probability).sum();
                            assert!((sum - 1.0).abs() < 1e-9, "{name} {position}: {policy:?}");
                            if policy.iter().any(|each| each.visits > 0) {
                                // A tree search tells of one search, and chooses by another.
                                continue;
                            }
                            policy
                                .iter()
                                .filter(|each| each.probability > 0.0)
                                .map(|each| each.m)
                                .collect()
                        }
                        other => panic!("{name} has no candidates in {position}: {other:?}"),
                    };
                    assert!(candidates.iter().all(|&m| position.is_legal(m)), "{name} {position}");
                    assert!(candidates.contains(&chosen), "{name} {position}");
                }
                // A network needs its file.
                Err(Error::Parameter { .. }) if name == "net" => {}
                Err(error) => assert!(
                    matches!(error, Error::Unsupported { .. } | Error::Hidden { .. }),
                    "{error}"
                ),
            }
        }
    });
}
