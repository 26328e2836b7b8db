//! The crate connect-four-ai without its book, for `connect4.py`: reads lines of games, each as columns
//! counted from 1, and answers each line by the scores of its games. The table stays.

use std::io;

use connect_four_ai::{Position, Solver};

fn main() -> io::Result<()> {
    let mut solver = Solver::empty();
    for games in io::stdin().lines() {
        for game in games?.split(' ') {
            print!("{} ", solver.solve(&Position::from_moves(game).expect("it is legal")));
        }
        println!();
    }
    Ok(())
}
