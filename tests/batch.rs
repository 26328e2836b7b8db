//! Batches against single positions, for every game of the registry; `test_batch.py` compares every
//! array with a slow batch.

use bitgames_core::any::AnyGame;
use bitgames_core::batch::{
    AutoReset, Batch, BatchOptions, Layout, MAX_FIRST, MAX_ROWS, Mask, OnIllegal, Saved,
    StepArrays, Viewers,
};
use bitgames_core::control::Control;
use bitgames_core::error::Error;
use bitgames_core::games::{self, GAMES};
use bitgames_core::{Move, Player};

const ROWS: usize = 5;
const OPTIONS: BatchOptions = BatchOptions {
    root: 3,
    first: 0,
    autoreset: AutoReset::NextStep,
    random_plies: 0,
    on_illegal: OnIllegal::Raise,
    layout: Layout::Chw,
    threads: 1,
};

fn batch(start: &dyn AnyGame, rows: usize, options: &BatchOptions) -> Batch {
    Batch::new(start.many().rows().expect("the game goes on"), rows, options).expect("a few rows")
}

fn positions(start: &dyn AnyGame, batch: &Batch) -> Vec<Box<dyn AnyGame>> {
    let row = |row| start.of(batch.position(row).expect("a row")).expect("its own game");
    (0..batch.len()).map(row).collect()
}

/// A step without planes and mask; whether each game ended.
fn step(batch: &mut Batch, moves: &[i64]) -> Result<Vec<bool>, Error> {
    let mut rewards = vec![7.0; batch.len() * batch.facts().players()];
    let mut ends = vec![true; batch.len()];
    let arrays = StepArrays { rewards: &mut rewards, ends: &mut ends, ..StepArrays::default() };
    batch.step(Some(moves), arrays)?;
    Ok(ends)
}

fn sample(batch: &mut Batch) -> Vec<i64> {
    let mut moves = vec![-1; batch.len()];
    batch.sample(&mut moves).expect("the right size");
    moves
}

/// Planes and masks of the batch are those of its positions.
fn check(start: &dyn AnyGame, batch: &mut Batch) {
    let rows = positions(start, batch);
    let (moves, finished) = (batch.num_moves(), batch.finished().collect::<Vec<_>>());
    let mut legal = vec![7; ROWS * moves];
    batch.write_legal(Mask::Bytes(&mut legal)).expect("the right size");
    for (row, position) in rows.iter().enumerate() {
        assert_eq!(finished[row], position.is_over());
        let mut flags = vec![true; ROWS * moves];
        batch.write_legal(Mask::Flags(&mut flags)).expect("the right size");
        assert!(flags.into_iter().map(u8::from).eq(legal.iter().copied()));
        for index in 0..moves {
            let expected = finished[row] || position.is_legal(Move(index as u16));
            assert_eq!(legal[row * moves + index], u8::from(expected));
        }
    }
    let size: usize = batch.planes_shape().iter().product();
    let seats = (0..batch.facts().players() as u8).map(Player);
    for viewer in seats.map(Some).chain([None]) {
        let mut planes = vec![7; ROWS * size];
        let viewers = viewer.map_or(Viewers::Mover, Viewers::Seat);
        batch.write_planes(viewers, &mut planes).expect("the right size");
        for (row, position) in rows.iter().enumerate() {
            let mut own = vec![7; size];
            position.write_planes(viewer.unwrap_or(position.turn()), &mut own);
            assert_eq!(planes[row * size..][..size], own);
        }
    }
}

#[test]
fn a_batch_plays_as_its_positions_do() {
    for spec in GAMES.iter().flat_map(|entry| entry.examples) {
        let start = games::start(spec).expect("an example");
        let mut batch = batch(start.as_ref(), ROWS, &OPTIONS);
        for ply in 0..40 {
            let before = positions(start.as_ref(), &batch);
            if ply % 8 == 0 {
                check(start.as_ref(), &mut batch);
            }
            let moves = sample(&mut batch);
            step(&mut batch, &moves).expect("legal moves");
            let after = positions(start.as_ref(), &batch);
            for ((before, m), after) in before.iter().zip(moves).zip(after) {
                if before.is_over() {
                    assert_eq!(after.ply(), 0, "{before}");
                } else {
                    let expected = before.play(Move(m as u16)).expect("legal");
                    assert!(after.equals(expected.as_ref()), "{before}");
                }
            }
        }
        check(start.as_ref(), &mut batch);
    }
}

#[test]
fn threads_and_divisions_change_nothing() {
    let start = games::start("honeymoon").expect("a game");
    let rows = 500;
    let run = |options: &BatchOptions, rows| {
        let mut batch = batch(start.as_ref(), rows, options);
        let mut all = Vec::new();
        for _ in 0..120 {
            let moves = sample(&mut batch);
            step(&mut batch, &moves).expect("legal moves");
            all.push(moves);
        }
        let mut results = vec![9.0; rows * 2];
        batch.playout(&mut results, &Control::default()).expect("nobody stops it");
        let results: Vec<i8> = results.into_iter().map(|result| result as i8).collect();
        (all, results, batch.to_bytes())
    };
    let alone = run(&OPTIONS, rows);
    for threads in [2, 3] {
        assert!(run(&BatchOptions { threads, ..OPTIONS }, rows) == alone, "{threads} threads");
    }
    let halves = [0, 250].map(|first| run(&BatchOptions { first, ..OPTIONS }, 250));
    for (at, moves) in alone.0.iter().enumerate() {
        assert_eq!(*moves, [&halves[0].0[at][..], &halves[1].0[at]].concat());
    }
    assert_eq!(alone.1, [&halves[0].1[..], &halves[1].1].concat());
}

#[test]
fn rows_begin_again_on_their_own() {
    for spec in ["othello", "honeymoon"] {
        let start = games::start(spec).expect("a game");
        let mut batch = batch(start.as_ref(), ROWS, &OPTIONS);
        let first = positions(start.as_ref(), &batch);
        let chance = batch.facts().chance;
        assert_eq!(first[0].equals(first[1].as_ref()), !chance, "rows are dealt apart");
        let moves = sample(&mut batch);
        step(&mut batch, &moves).expect("legal moves");
        let stepped = positions(start.as_ref(), &batch);
        batch.reset(&[1], None, None).expect("a row");
        let now = positions(start.as_ref(), &batch);
        assert_eq!(now[1].ply(), 0);
        assert_eq!(now[1].equals(first[1].as_ref()), !chance, "each game has a deal of its own");
        for row in [0, 2, 3, 4] {
            assert!(now[row].equals(stepped[row].as_ref()));
        }
        let other = stepped[0].as_any();
        batch.reset(&[4, 2], Some(&[other, other]), None).expect("positions of the game");
        let now = positions(start.as_ref(), &batch);
        assert!([0, 2, 4].iter().all(|&row| now[row].equals(stepped[0].as_ref())));
        assert_eq!(batch.episodes().collect::<Vec<_>>(), [0, 1, 1, 0, 1]);
    }
}

#[test]
fn wrong_arguments_change_nothing() {
    let start = games::start("tictactoe").expect("a game");
    let mut batch = batch(start.as_ref(), 2, &OPTIONS);
    let is_parameter = |result| matches!(result, Err(Error::Parameter { .. }));
    assert!(is_parameter(step(&mut batch, &[0]).map(drop)));
    assert!(is_parameter(batch.write_legal(Mask::Bytes(&mut [0; 17]))));
    assert!(is_parameter(batch.position(2).map(drop)));
    assert!(is_parameter(batch.reset(&[0, 0], None, None)));
    assert!(is_parameter(batch.reset(&[2], None, None)));
    let other = games::start("tictactoe:4").expect("a game");
    let over = games::position("tictactoe ooo/xx./...").expect("a position");
    for wrong in [&other, &over] {
        assert!(is_parameter(batch.reset(&[0], Some(&[wrong.as_any()]), None)));
    }
    assert!(is_parameter(over.many().rows().map(drop)));
    let make = |rows, first| {
        let options = BatchOptions { first, ..OPTIONS };
        Batch::new(start.many().rows().expect("it goes on"), rows, &options).map(drop)
    };
    assert!(is_parameter(make(MAX_ROWS + 1, 0)));
    assert!(is_parameter(make(2, MAX_FIRST - 1)));
    assert_eq!(make(2, MAX_FIRST - 2), Ok(()));
    step(&mut batch, &[0, 1]).expect("legal moves");
    for illegal in [1, 9, -1, i64::MAX] {
        match step(&mut batch, &[3, illegal]) {
            Err(Error::IllegalMove { text, reason, .. }) => {
                assert!(reason.contains("row 1"), "{reason}");
                assert!(text == "b1" || text == illegal.to_string(), "{text}");
            }
            other => panic!("{other:?}"),
        }
    }
    let plies: Vec<_> = batch.turns_and_plies().collect();
    assert_eq!(plies, [(1, 1), (1, 1)]);
    assert_eq!(batch.episodes().sum::<u64>(), 0);
    assert_eq!(make(0, 0), Ok(()));
}

/// Every change of one byte is noticed, and every length.
#[test]
fn damaged_bytes_are_refused() {
    let start = games::start("mnk:4,3,3").expect("a game");
    let options = BatchOptions { autoreset: AutoReset::SameStep, ..OPTIONS };
    let mut batch = batch(start.as_ref(), 3, &options);
    while batch.ended().next().is_none() {
        let moves = sample(&mut batch);
        step(&mut batch, &moves).expect("legal moves");
    }
    let bytes = batch.to_bytes();
    let path = std::path::Path::new("bytes");
    let load = |bytes: &[u8]| {
        let saved = Saved::of_bytes(bytes, path)?;
        saved.restore(games::position(saved.start())?.many().rows()?, 1)
    };
    let again = load(&bytes).expect("what was written");
    assert_eq!(again.to_bytes(), bytes);
    assert!(again.ended().eq(batch.ended()));
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        for wrong in [&changed[..], &bytes[..at]] {
            assert!(matches!(load(wrong), Err(Error::DamagedFile { .. })), "{at}");
        }
    }
}
