//! Building by tasks: one process keeps the slices of a database, others make them.
//!
//! The process that builds ([`SliceBuild`]) is the only one to write. A task ([`make_slices`]) makes
//! slices of one layer, and reads those of the layer below that it needs from the partial file in a
//! folder that both see. A slice has a number and depends on it alone, so tasks may run in any order,
//! anywhere, and twice.

use std::path::{Path, PathBuf};

use super::block::Pairs;
use super::build::{Maker, Store as _};
use super::file::{Begun, Database};
use super::partial::{Others, Partial, read_slice, record};
use super::rank::{LayerShape, TrumpClass, split_size};
use super::scheduler::Scheduler;
use super::slice::{Counts, join_pairs};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::memory;

/// A database whose slices are made elsewhere.
pub struct SliceBuild {
    folder: PathBuf,
    begun: Begun,
}

impl SliceBuild {
    /// Continues a build in a folder, starts one, or finds the database finished. Until this is
    /// dropped no other process can build the same database there.
    ///
    /// # Errors
    /// As [`Database::build`].
    pub fn open(folder: &Path, strain: TrumpClass, cards: usize) -> Result<Self> {
        let begun = Database::begin(folder, strain, cards)?;
        Ok(SliceBuild { folder: folder.to_owned(), begun })
    }

    /// The missing slices of the layer with hands of `cards` cards.
    pub fn missing(&self, cards: usize) -> Vec<usize> {
        match &self.begun {
            Begun::Finished(_) => Vec::new(),
            Begun::Partial(work) => {
                let splits = LayerShape::new(work.strain, cards).splits.len();
                (0..splits).filter(|&split| !work.has(cards, split)).collect()
            }
        }
    }

    /// Adds slices as [`make_slices`] returns them; those that are there already stay as they are.
    ///
    /// # Errors
    /// [`Error::DamagedFile`] for bytes that are not whole slices of this table, none of which is kept
    /// then; [`Error::Io`].
    pub fn keep(&self, made: &[u8]) -> Result<()> {
        let Begun::Partial(work) = &self.begun else { return Ok(()) };
        let (mut rest, mut found) = (made, Vec::new());
        while !rest.is_empty() {
            let slice = read_slice(&mut rest).ok().flatten();
            match slice.filter(|(number, kept)| is_slice(work, *number, kept)) {
                Some(slice) => found.push(slice),
                None => return Err(Error::damaged("slices for", &work.path, "not whole slices")),
            }
        }
        for ((cards, split), kept) in found {
            if !work.has(cards, split) {
                work.save(cards, split, &kept).map_err(|error| work.kept(error))?;
            }
        }
        Ok(())
    }

    /// The checksum of the layer with hands of `cards` cards, once it is finished and on the disk.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a layer that is not finished; [`Error::Io`].
    pub fn seal(&self, cards: usize) -> Result<u64> {
        let Begun::Partial(work) = &self.begun else { return Ok(0) };
        work.sync()?;
        work.seal(cards).ok_or_else(|| Error::parameter("cards", "of a finished layer", cards))
    }

    /// Puts the database together from its slices, makes those that it lacks, and opens it.
    ///
    /// # Errors
    /// As [`Database::build`].
    pub fn finish(self, scheduler: &dyn Scheduler, control: &Control<'_>) -> Result<Database> {
        match self.begun {
            Begun::Finished(database) => Ok(database),
            Begun::Partial(work) => Database::complete(&self.folder, &work, scheduler, control),
        }
    }
}

/// True if these bytes are the counts and tricks of a slice of a table.
fn is_slice(work: &Partial, (cards, split): (usize, usize), kept: &[u8]) -> bool {
    (1..=work.cards).contains(&cards)
        && split < LayerShape::new(work.strain, cards).splits.len()
        && Counts::split(kept)
            .is_some_and(|(counts, _)| counts.positions() == split_size(cards) as u64)
}

/// Positions of a slice of the layer with hands of `cards` cards.
pub fn slice_positions(cards: usize) -> u64 {
    split_size(cards) as u64
}

/// Makes slices of the layer with hands of `layer` cards, for the build of a database to `cards`
/// cards in this folder. `below` is the [`SliceBuild::seal`] of the layer below.
///
/// # Errors
/// [`Error::Io`] if the folder does not have the build, or cannot be read, and
/// [`Error::DamagedFile`] if it has another one; [`Error::Parameter`] for a layer or a slice that does
/// not exist; [`Error::Interrupted`].
pub fn make_slices(
    folder: &Path,
    (strain, cards): (TrumpClass, usize),
    layer: usize,
    splits: &[usize],
    below: u64,
    control: &Control<'_>,
) -> Result<Vec<u8>> {
    if !(1..=cards).contains(&layer) {
        return Err(Error::parameter("layer", format!("from 1 to {cards}"), layer));
    }
    let shape = LayerShape::new(strain, layer);
    if let Some(split) = splits.iter().find(|&&split| split >= shape.splits.len()) {
        return Err(Error::parameter("split", format!("below {}", shape.splits.len()), split));
    }
    let mut others = Others::open(folder, strain, cards)?;
    if others.seal(layer - 1) != Some(below) {
        let reason = format!("its layer {} is not that of this build", layer - 1);
        return Err(Error::damaged("build", &others.path, reason));
    }
    let mut maker = Maker::default();
    let below = pairs_below(&shape, strain, splits, &mut others, &mut maker, control)?;
    let mut made = Vec::new();
    for &split in splits {
        let (_, kept) = maker.make(&shape, split, &below, control)?;
        made.extend(record(layer, split, &kept));
    }
    Ok(made)
}

/// The splits that these ones can become by a trick.
fn pairs_below(
    shape: &LayerShape,
    strain: TrumpClass,
    splits: &[usize],
    others: &mut Others,
    maker: &mut Maker,
    control: &Control<'_>,
) -> Result<Pairs> {
    if shape.cards == 1 {
        return Ok(Pairs::without_cards(strain));
    }
    let below = LayerShape::new(strain, shape.cards - 1);
    let each = splits.iter().flat_map(|&split| shape.splits[split].below());
    let mut needed: Vec<usize> = each.map(|split| below.number(split)).collect();
    needed.sort_unstable();
    needed.dedup();
    let mut pairs = memory::zeroed(needed.len() * below.size)?;
    for (&split, pairs) in needed.iter().zip(pairs.chunks_exact_mut(below.size)) {
        control.poll()?;
        let kept = others.load(below.cards, split)?;
        let Some((_, packed)) = Counts::split(&kept) else {
            return Err(Error::damaged("build", &others.path, "a slice in it is damaged"));
        };
        maker.unpack(&below, split, packed);
        join_pairs(&maker.tricks, below.cards as u8, pairs);
    }
    Ok(Pairs::of(below, &needed, pairs))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::ending::{Threads, file_name};
    use crate::files::tests::Folder;
    use crate::files::with_suffix;

    const CARDS: usize = 4;

    /// Builds by tasks of one, two, three ... slices, each of which runs twice.
    fn build(folder: &Path, strain: TrumpClass) -> Result<Vec<u8>> {
        let control = Control::default();
        let work = SliceBuild::open(folder, strain, CARDS)?;
        for layer in 1..=CARDS {
            let below = work.seal(layer - 1)?;
            let missing = work.missing(layer);
            for splits in missing.chunks(layer).rev() {
                for _ in 0..2 {
                    let table = (strain, CARDS);
                    work.keep(&make_slices(folder, table, layer, splits, below, &control)?)?;
                }
            }
            assert!(work.missing(layer).is_empty());
        }
        let database = work.finish(&Threads(1), &control)?;
        fs::read(database.path()).map_err(|error| Error::file(database.path(), &error))
    }

    #[test]
    fn a_database_built_by_tasks_is_the_one_built_here() -> Result<()> {
        for strain in TrumpClass::ALL {
            let (here, tasks) = (Folder::new("here"), Folder::new("tasks"));
            let alone = Database::build(&here.0, strain, CARDS, &Threads(1), &Control::default())?;
            assert!(build(&tasks.0, strain)? == fs::read(alone.path()).unwrap_or_default());
            assert_eq!(tasks.names(), here.names());
            // A finished one has nothing to do.
            assert!(SliceBuild::open(&tasks.0, strain, CARDS)?.missing(CARDS).is_empty());
        }
        Ok(())
    }

    #[test]
    fn a_build_begun_by_tasks_goes_on_here_and_the_other_way_round() -> Result<()> {
        let (folder, strain, control) =
            (Folder::new("begun"), TrumpClass::Trump, Control::default());
        let work = SliceBuild::open(&folder.0, strain, CARDS)?;
        work.keep(&make_slices(&folder.0, (strain, CARDS), 1, &[0, 1], work.seal(0)?, &control)?)?;
        let left = work.missing(1).len();
        drop(work);
        let work = SliceBuild::open(&folder.0, strain, CARDS)?;
        assert_eq!(work.missing(1).len(), left);
        let built = work.finish(&Threads(1), &control)?;
        let whole = Folder::new("whole");
        let alone = Database::build(&whole.0, strain, CARDS, &Threads(1), &control)?;
        assert!(fs::read(built.path()).ok() == fs::read(alone.path()).ok());
        Ok(())
    }

    #[test]
    fn a_task_refuses_a_folder_without_the_build_and_one_with_another_build() -> Result<()> {
        let (folder, strain, control) =
            (Folder::new("shared"), TrumpClass::NoTrump, Control::default());
        let table = (strain, CARDS);
        let make = |folder: &Path, layer, below| {
            make_slices(folder, table, layer, &[0], below, &control).expect_err("refused")
        };
        let work = SliceBuild::open(&folder.0, strain, CARDS)?;
        let begin = work.seal(0)?;
        let elsewhere = Folder::new("elsewhere");
        assert!(matches!(make(&elsewhere.0, 1, begin), Error::Io { code: Some(2), .. }));
        assert!(matches!(make(&folder.0, 1, begin ^ 1), Error::DamagedFile { .. }));
        assert!(matches!(make(&folder.0, 2, begin), Error::DamagedFile { .. }));
        assert!(matches!(make(&folder.0, 5, begin), Error::Parameter { .. }));
        let far = make_slices(&folder.0, table, 1, &[99], begin, &control).expect_err("refused");
        assert!(matches!(far, Error::Parameter { .. }));
        // A slice that has changed on the disk since it was written.
        let all = make_slices(&folder.0, table, 1, &work.missing(1), begin, &control)?;
        work.keep(&all)?;
        let below = work.seal(1)?;
        drop(work);
        let path = with_suffix(&folder.0.join(file_name(strain, CARDS)), ".partial");
        let mut bytes = fs::read(&path).expect("it is there");
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        fs::write(&path, bytes).expect("it can be written");
        let splits: Vec<usize> = (0..2).collect();
        let refused = make_slices(&folder.0, table, 2, &splits, below, &control);
        assert!(refused.is_err_and(|error| error.to_string().contains("damaged")));
        Ok(())
    }

    #[test]
    fn what_is_not_whole_slices_is_not_kept() -> Result<()> {
        let (folder, strain, control) =
            (Folder::new("answers"), TrumpClass::Trump, Control::default());
        let work = SliceBuild::open(&folder.0, strain, CARDS)?;
        let made = make_slices(&folder.0, (strain, CARDS), 1, &[0, 1], work.seal(0)?, &control)?;
        let missing = work.missing(1);
        let flipped = (0..made.len()).map(|at| {
            let mut wrong = made.clone();
            wrong[at] ^= 1;
            wrong
        });
        let cut = [made[..made.len() - 1].to_vec(), made[1..].to_vec()];
        let (_, slice) = read_slice(&mut &made[..]).ok().flatten().expect("a slice");
        let of_other_tables = [record(CARDS + 1, 0, &slice), record(2, 0, &slice)];
        for wrong in flipped.chain(cut).chain(of_other_tables) {
            assert!(matches!(work.keep(&wrong), Err(Error::DamagedFile { .. })));
            assert_eq!(work.missing(1), missing);
        }
        assert!(work.seal(1).is_err());
        work.keep(&made)?;
        assert_eq!(work.missing(1), missing[2..]);
        Ok(())
    }
}
