//! Batches against single positions, for every game of the registry.

use bitgames_core::any::{AnyBatch, AnyGame};
use bitgames_core::batch::MAX_ROWS;
use bitgames_core::error::Error;
use bitgames_core::games::{self, GAMES};
use bitgames_core::rng::Rng;
use bitgames_core::{Move, Player};

const ROWS: usize = 5;

fn positions(batch: &dyn AnyBatch) -> Vec<Box<dyn AnyGame>> {
    (0..batch.len()).map(|row| batch.position(row).expect("a row")).collect()
}

/// Every array of the batch agrees with the positions of its rows.
fn check(batch: &dyn AnyBatch) {
    let rows = positions(batch);
    let moves = batch.num_moves();
    let mut legal = vec![true; ROWS * moves];
    let (mut turns, mut over) = (vec![9; ROWS], vec![true; ROWS]);
    batch.write_legal(&mut legal).expect("the right size");
    batch.write_turns(&mut turns).expect("the right size");
    batch.write_over(&mut over).expect("the right size");
    let size: usize = batch.planes_shape().iter().product();
    for (row, position) in rows.iter().enumerate() {
        assert_eq!(turns[row], position.turn().0);
        assert_eq!(over[row], position.is_over());
        for index in 0..moves {
            assert_eq!(legal[row * moves + index], position.is_legal(Move(index as u16)));
        }
    }
    for seat in (0..batch.facts().players() as u8).map(Player) {
        let mut planes = vec![7; ROWS * size];
        let mut returns = vec![9.0; ROWS];
        batch.write_planes(Some(seat), &mut planes).expect("the right size");
        batch.write_returns(seat, &mut returns).expect("the right size");
        for (row, position) in rows.iter().enumerate() {
            let mut own = vec![7; size];
            position.write_planes(seat, &mut own);
            assert_eq!(planes[row * size..][..size], own);
            let expected = position.outcome().map_or(0.0, |outcome| outcome.returns(seat));
            assert_eq!(f64::from(returns[row]).to_bits(), expected.to_bits());
        }
    }
    let mut planes = vec![7; ROWS * size];
    batch.write_planes(None, &mut planes).expect("the right size");
    for (row, position) in rows.iter().enumerate() {
        let mut own = vec![7; size];
        position.write_planes(position.turn(), &mut own);
        assert_eq!(planes[row * size..][..size], own);
    }
}

#[test]
fn a_batch_plays_as_its_positions_do() {
    for spec in GAMES.iter().flat_map(|entry| entry.examples) {
        let start = games::start(spec).expect("an example");
        let mut batch = start.batch(ROWS, 3).expect("a few rows");
        let mut rng = Rng::new(11);
        for ply in 0..40 {
            let rows = positions(batch.as_ref());
            if ply % 8 == 0 {
                check(batch.as_ref());
            }
            let mut choose = |position: &dyn AnyGame| {
                let legal = position.legal_moves();
                if legal.is_empty() { Move(0) } else { legal[rng.below(legal.len())] }
            };
            let moves: Vec<_> = rows.iter().map(|position| choose(position.as_ref())).collect();
            batch.step(&moves).expect("legal moves");
            for ((before, m), after) in rows.iter().zip(moves).zip(positions(batch.as_ref())) {
                let expected = if before.is_over() {
                    before.boxed_clone()
                } else {
                    before.play(m).expect("legal")
                };
                assert!(after.equals(expected.as_ref()), "{before}");
            }
        }
        check(batch.as_ref());
    }
}

#[test]
fn rows_begin_again_on_their_own() {
    for spec in ["othello", "honeymoon"] {
        let start = games::start(spec).expect("a game");
        let mut batch = start.batch(ROWS, 3).expect("a few rows");
        let first = positions(batch.as_ref());
        let chance = batch.facts().chance;
        assert_eq!(first[0].equals(first[1].as_ref()), !chance, "rows are dealt apart");
        let moves: Vec<_> = first.iter().map(|position| position.legal_moves()[0]).collect();
        batch.step(&moves).expect("legal moves");
        let stepped = positions(batch.as_ref());
        batch.reset(&[false, true, false, false, false]).expect("the right size");
        let now = positions(batch.as_ref());
        assert_eq!(now[1].ply(), 0);
        assert_eq!(now[1].equals(first[1].as_ref()), !chance, "each game has a deal of its own");
        for row in [0, 2, 3, 4] {
            assert!(now[row].equals(stepped[row].as_ref()));
        }
        // The deals depend on the seed alone.
        let again = start.batch(ROWS, 3).expect("a few rows");
        for (one, other) in first.iter().zip(positions(again.as_ref())) {
            assert!(one.equals(other.as_ref()));
        }
    }
}

#[test]
fn wrong_arguments_change_nothing() {
    let start = games::start("tictactoe").expect("a game");
    let mut batch = start.batch(2, 0).expect("two rows");
    assert!(matches!(batch.step(&[Move(0)]), Err(Error::Parameter { .. })));
    assert!(matches!(batch.reset(&[true]), Err(Error::Parameter { .. })));
    assert!(matches!(batch.write_legal(&mut [false; 17]), Err(Error::Parameter { .. })));
    assert!(matches!(batch.position(2), Err(Error::Parameter { .. })));
    assert!(matches!(start.batch(MAX_ROWS + 1, 0), Err(Error::Parameter { .. })));
    batch.step(&[Move(0), Move(1)]).expect("legal moves");
    match batch.step(&[Move(3), Move(1)]) {
        Err(Error::IllegalMove { reason, .. }) => assert!(reason.contains("row 1"), "{reason}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(batch.position(0).expect("a row").ply(), 1);
    assert!(start.batch(0, 0).expect("no rows").is_empty());
}
