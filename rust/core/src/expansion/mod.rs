//! Best-first expansion of opening books.
//!
//! A round expands the leaves that are nearest to the root, where a move that loses against the best
//! one counts as more plies, and searches their successors; then each value becomes the best of its
//! successors' values. A line that turns out worse thereby makes room for others: "drop-out
//! expansion" (Thomas R. Lincke, "Strategies for the automatic construction of opening books",
//! Computers and Games 2000).
//!
//! What a round expands does not depend on threads, and each search begins with an empty table, so a
//! book depends on its plan alone.

mod graph;

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use self::graph::Graph;
pub use self::graph::Listed;
use crate::any::AnyGame;
use crate::book::{Book, BookEntry, Kind, MAX_VALUE, Settings, Strength, UNIT};
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::error::{Error, Result};
use crate::files;
use crate::search::Searcher;
use crate::threads;

/// What to build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Ends after the round that reaches this number of positions.
    pub positions: usize,
    /// How to search leaves.
    pub strength: Strength,
    /// As [`Settings::within`].
    pub within: u32,
    /// As [`Settings::weight`].
    pub weight: u32,
    /// As [`Settings::batch`].
    pub batch: u32,
}

impl Default for Plan {
    fn default() -> Self {
        let strength = Strength::Depth(8);
        Plan { positions: 1000, strength, within: 200, weight: 2, batch: 32 }
    }
}

/// Time between two saves.
const BETWEEN_SAVES: Duration = Duration::from_secs(5);
/// Size of the table of a search.
const TABLE_MIB: usize = 4;
/// Leaves that are searched again before a build goes on.
const CHECKED: usize = 4;

/// Builds a book from a position. `save` gets the book after some rounds, and when the build ends or
/// fails. Progress counts positions.
///
/// # Errors
/// Those of `save`; [`Error::Interrupted`]; [`Error::Hidden`] for a game that hides something, and
/// [`Error::Unsupported`] for one whose scores do not fit into an entry.
pub fn build(
    root: &dyn AnyGame,
    plan: &Plan,
    threads: usize,
    control: &Control<'_>,
    save: impl FnMut(&Book) -> Result<()>,
) -> Result<Book> {
    if i32::from(root.facts().max_score) > MAX_VALUE / UNIT {
        return Err(Error::Unsupported {
            what: "an opening book".into(),
            game: root.spec(),
            reason: format!("its scores go beyond {}", MAX_VALUE / UNIT),
        });
    }
    let root = root.canonical();
    let settings = Settings {
        game: root.spec(),
        strength: plan.strength,
        within: plan.within,
        weight: plan.weight,
        batch: plan.batch.max(1),
        generator: files::program(),
        roots: vec![root.to_string()],
    };
    let mut builder = Builder::new(Graph::new(), settings, plan.positions, threads, control);
    let entries = builder.search(&[root.as_ref()])?;
    builder.graph.add_root(root, entries[0]);
    builder.run(save)
}

/// Goes on with a book until it has this many positions; as [`build`]. A book that was built in parts
/// is equal to one that was built at once.
///
/// # Errors
/// As [`build`]; [`Error::Parameter`] for a book that contradicts itself, or that another search has
/// made than this program's.
pub fn resume(
    book: &Book,
    positions: usize,
    threads: usize,
    control: &Control<'_>,
    save: impl FnMut(&Book) -> Result<()>,
) -> Result<Book> {
    let settings = Settings { generator: files::program(), ..book.settings().clone() };
    let mut builder = Builder::new(Graph::of(book)?, settings, positions, threads, control);
    builder.check_search()?;
    // The successors that a pruned book lacks.
    for some in builder.graph.incomplete()?.chunks(builder.settings.batch as usize) {
        builder.expand(some)?;
    }
    builder.run(save)
}

/// A book with the entries of both. A position that one of them has expanded is expanded, and all
/// values are settled anew.
///
/// # Errors
/// [`Error::Parameter`] for books of different games or searches, and for those whose leaves differ.
pub fn merge(a: &Book, b: &Book) -> Result<Book> {
    let (of_a, of_b) = (a.settings(), b.settings());
    if of_a.game != of_b.game {
        return Err(Error::parameter("a book to merge", format!("of {}", of_a.game), &of_b.game));
    }
    if of_a.strength != of_b.strength {
        let allowed = format!("searched by {}", of_a.strength);
        return Err(Error::parameter("a book to merge", allowed, of_b.strength));
    }
    // Settled values would hide that one contradicts itself.
    Graph::of(a)?;
    Graph::of(b)?;
    let mut entries: HashMap<u64, BookEntry> = a.entries().collect();
    for (key, new) in b.entries() {
        let known = entries.entry(key).or_insert(new);
        match (known.kind, new.kind) {
            (Kind::Expanded, _) => {}
            (_, Kind::Expanded) => *known = new,
            _ if *known == new => {}
            _ => {
                let given = "one with other values of the same positions";
                return Err(Error::parameter("a book to merge", "made by the same search", given));
            }
        }
    }
    let mut roots = [&of_a.roots[..], &of_b.roots[..]].concat();
    roots.sort();
    roots.dedup();
    let settings = Settings {
        within: of_a.within.max(of_b.within),
        weight: of_a.weight.max(of_b.weight),
        batch: of_a.batch.max(of_b.batch),
        generator: files::program(),
        roots,
        ..of_a.clone()
    };
    let mut graph = Graph::read(&settings, &entries)?;
    graph.settle();
    graph.book(&settings, None)
}

/// The book without the entries that lose more than `within`, in hundredths of a point, against the
/// best moves.
///
/// # Errors
/// [`Error::Parameter`] for a book that contradicts itself.
pub fn prune(book: &Book, within: u32) -> Result<Book> {
    Graph::of(book)?.book(book.settings(), Some(within))
}

/// All entries with their positions, by plies and then by key.
///
/// # Errors
/// [`Error::Parameter`] for a book that contradicts itself.
pub fn list(book: &Book) -> Result<Vec<Listed>> {
    Ok(Graph::of(book)?.list(book))
}

struct Builder<'a> {
    graph: Graph,
    settings: Settings,
    positions: usize,
    threads: usize,
    control: &'a Control<'a>,
}

impl<'a> Builder<'a> {
    fn new(
        graph: Graph,
        settings: Settings,
        positions: usize,
        threads: usize,
        control: &'a Control<'a>,
    ) -> Self {
        control.report(graph.len() as u64, positions as u64);
        Builder { graph, settings, positions, threads, control }
    }

    fn run(mut self, mut save: impl FnMut(&Book) -> Result<()>) -> Result<Book> {
        let mut saved = Instant::now();
        let ended = loop {
            self.graph.settle();
            let next = self.graph.next(&self.settings);
            if self.graph.len() >= self.positions || next.is_empty() {
                break Ok(());
            }
            if saved.elapsed() >= BETWEEN_SAVES {
                save(&self.graph.book(&self.settings, None)?)?;
                saved = Instant::now();
            }
            if let Err(error) = self.expand(&next) {
                break Err(error);
            }
        };
        let book = self.graph.book(&self.settings, None)?;
        save(&book)?;
        ended.map(|()| book)
    }

    /// Expands these nodes, or changes nothing.
    fn expand(&mut self, nodes: &[usize]) -> Result<()> {
        let mut new: Vec<Box<dyn AnyGame>> = Vec::new();
        let mut seen = HashSet::new();
        for &node in nodes {
            for (after, _) in graph::successors(self.graph.position(node))? {
                if !self.graph.has(after.as_ref()) && seen.insert(after.key()) {
                    new.push(after);
                }
            }
        }
        let positions: Vec<_> = new.iter().map(AsRef::as_ref).collect();
        let entries = self.search(&positions)?;
        for (position, entry) in new.into_iter().zip(entries) {
            self.graph.add(position, entry);
        }
        nodes.iter().try_for_each(|&node| self.graph.expand(node))
    }

    /// Refuses to go on with a book of another search.
    fn check_search(&self) -> Result<()> {
        let leaves = self.graph.leaves(CHECKED, |_| Some(0));
        let positions: Vec<_> = leaves.iter().map(|&node| self.graph.position(node)).collect();
        let entries = self.search(&positions)?;
        if leaves.iter().zip(entries).all(|(&node, entry)| self.graph.entry(node) == entry) {
            return Ok(());
        }
        let given = "one of another search: its leaves have other values";
        Err(Error::parameter("a book to go on with", "made by this program's search", given))
    }

    /// Searches positions, each alone, on all threads.
    fn search(&self, positions: &[&dyn AnyGame]) -> Result<Vec<BookEntry>> {
        let state = || Ok((Searcher::new(TABLE_MIB, 1)?, self.control.quiet()));
        let work = |(searcher, quiet): &mut (Searcher, Control<'_>), number: usize| {
            let entry = search(positions[number], self.settings.strength, searcher, quiet)?;
            self.control.add_done(1);
            Ok(entry)
        };
        threads::in_order(positions.len(), self.threads, self.control, state, work)
    }
}

/// The entry of a leaf.
fn search(
    position: &dyn AnyGame,
    strength: Strength,
    searcher: &mut Searcher,
    control: &Control<'_>,
) -> Result<BookEntry> {
    let (depth, level) = match strength {
        Strength::Depth(depth) => (Some(depth.into()), None),
        Strength::Level(level) => (None, Some(level.into())),
    };
    let limits = Limits { depth, ..Limits::default() };
    searcher.clear();
    let mut deepening = position.deepening(false, 1, level)?;
    while deepening.step(searcher, limits, control) {}
    control.poll()?;
    let found = deepening.found();
    let value = (found.value * f64::from(UNIT)).round() as i32;
    let kind = if found.exact { Kind::Exact } else { Kind::Leaf };
    Ok(BookEntry { value: value.clamp(-MAX_VALUE, MAX_VALUE), kind })
}
