//! The counts of `tests/data/perft/*.perft`; the head of each file gives format and convention.

use std::fs;
use std::path::Path;

use bitgames_core::control::Control;
use bitgames_core::games::{self, GAMES};

/// Larger counts are left to the benches.
const MAX_LEAVES: u64 = 3_000_000;

#[test]
fn every_table_is_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    for entry in GAMES {
        let path = folder.join(format!("{}.perft", entry.name));
        let table = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("every game has a table; {}: {error}", path.display()));
        let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut checked = 0;
        for line in lines {
            let mut fields = line.split(';');
            let text = fields.next().expect("a line begins with a position");
            let position = games::position(text).expect("tables hold positions");
            for field in fields {
                let (depth, leaves) = field.trim_start_matches('D').split_once(' ').expect(line);
                let depth: usize = depth.parse().expect(line);
                let leaves: u64 = leaves.parse().expect(line);
                if leaves <= MAX_LEAVES {
                    let control = Control::default();
                    let counted = position.perft(depth, &control);
                    let split = position.divide(depth, &control);
                    assert_eq!(counted, Ok(leaves), "{text} depth {depth}: {split:?}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 0, "{}", path.display());
    }
}
