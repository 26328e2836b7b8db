//! Packs a book of Othello, as `bitgames book build` makes it, into the form in which programs hold it.
//!
//! ```sh
//! cargo run --release -p bitgames-train --bin pack_book -- othello.book rust/core/src/games/othello/opening.book
//! ```

use std::path::Path;
use std::process::ExitCode;

use bitgames_core::Result;
use bitgames_core::book::Book;
use bitgames_core::games::Othello8;

fn pack(from: &str, to: &str) -> Result<()> {
    let packed = Book::open(Path::new(from))?.packed(&Othello8::default())?;
    std::fs::write(to, packed).map_err(|error| bitgames_core::Error::file(Path::new(to), &error))
}

fn main() -> ExitCode {
    let names: Vec<_> = std::env::args().skip(1).collect();
    let [from, to] = names.as_slice() else {
        eprintln!("usage: pack_book FROM TO");
        return ExitCode::from(2);
    };
    match pack(from, to) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
