//! Stable discs, which can never be flipped.

use super::super::flips::{board, column};

/// Stable discs of `own`: along each of the four axes the line is full, or the disc stands at its
/// end, or a neighbour on it is stable. Found from the corners on; every disc found is stable, but
/// some stable discs are not found.
///
/// ```text
/// X X X O . . . .      X X X are stable: from the corner along the edge;
/// X X . . . . . .      the second row's X X too, each leaning on stable
/// X . . . . . . .      neighbours along all four axes
/// ```
pub(super) fn stable<const N: usize>(own: u64, other: u64) -> u64 {
    let occupied = own | other;
    let (first, last) = (column::<N>(0), column::<N>(N - 1));
    let top = (1 << N) - 1;
    let edges = top | top << (N * (N - 1));
    let border = first | last | edges;
    let across = first | last | full::<N>(occupied, 1, !first, !last);
    let down = edges | full::<N>(occupied, N, u64::MAX, u64::MAX);
    let falling = border | full::<N>(occupied, N + 1, !first, !last);
    let rising = border | full::<N>(occupied, N - 1, !last, !first);
    let mut stable = 0;
    loop {
        let leaning =
            |shift: usize, up: u64, down: u64| (stable << shift & up) | (stable >> shift & down);
        let grown = own
            & (across | leaning(1, !first, !last))
            & (down | leaning(N, u64::MAX, u64::MAX))
            & (falling | leaning(N + 1, !first, !last))
            & (rising | leaning(N - 1, !last, !first));
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The cells whose whole line along one axis is occupied: emptiness spreads along the line, and the
/// cells that it does not reach are on full lines. `up` and `down` are the cells that a shift may
/// reach without wrapping.
fn full<const N: usize>(occupied: u64, shift: usize, up: u64, down: u64) -> u64 {
    let mut empty = !occupied & board::<N>();
    for _ in 1..N {
        empty |= (empty << shift & up) | (empty >> shift & down);
    }
    board::<N>() & !empty
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardView;
    use crate::game::{Game, Player};
    use crate::games::Othello6;
    use crate::rng::Rng;

    /// Random playouts never flip a disc that is called stable.
    #[test]
    fn stable_discs_stay() {
        let mut rng = Rng::new(4);
        for _ in 0..300 {
            let mut position = Othello6::default();
            let (mut black, mut white) = (0, 0);
            while !position.is_over() {
                position.play_unchecked(position.nth_legal(rng.below(position.count_legal())));
                let discs = |seat| position.pieces(Player(seat)).bits().low as u64;
                assert_eq!((black & !discs(0), white & !discs(1)), (0, 0), "{position}");
                black |= stable::<6>(discs(0), discs(1));
                white |= stable::<6>(discs(1), discs(0));
            }
        }
    }
}
