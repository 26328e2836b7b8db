//! Tables and databases of endings against published facts, and damaged or interrupted files.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use bitgames_core::cards::Suit;
use bitgames_core::control::Control;
use bitgames_core::ending::{
    Database, Ending, EndingTable, LayerSummary, Scheduler, Threads, TrumpClass, verify,
};
use bitgames_core::rng::Rng;
use bitgames_core::{Error, Result};

/// Summaries of the layers of a strain.
fn layers(strain: TrumpClass, cards: usize) -> Vec<LayerSummary> {
    let built = EndingTable::build_with_summary(strain, cards, &Threads(2), &Control::default());
    built.expect("a table of few cards").1
}

#[test]
fn layers_hold_the_published_counts() {
    let plain = layers(TrumpClass::NoTrump, 8);
    let trump = layers(TrumpClass::Trump, 8);
    assert_eq!(plain[2].histogram[..4], [13, 42, 67, 58]);
    assert_eq!(plain[3].histogram[..5], [40, 173, 330, 310, 197]);
    assert_eq!(trump[2].histogram[..4], [69, 134, 156, 101]);
    assert_eq!(trump[3].histogram[..5], [251, 622, 905, 745, 347]);
    let positions = |layers: &[LayerSummary]| layers.iter().map(LayerSummary::positions).max();
    assert_eq!(positions(&plain), Some(772_200));
    assert_eq!(positions(&trump), Some(2_483_910));
    for layer in plain.iter().chain(&trump) {
        assert_eq!(layer.costly_leads, 0);
    }
}

#[test]
fn means_are_over_positions_or_over_deals() {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    let [plain, trump] = TrumpClass::ALL.map(|strain| layers(strain, 3));
    assert!(near(plain[2].mean(), (42.0 + 2.0 * 67.0 + 3.0 * 58.0) / 180.0));
    assert!(near(trump[2].mean(), (134.0 + 2.0 * 156.0 + 3.0 * 101.0) / 460.0));
    // One card each: a higher card of the suit beats the led one, and so does a trump.
    let higher = 6.0 / 51.0;
    let ruffed = 39.0 / 52.0 * 13.0 / 51.0;
    assert!(near(plain[0].deal_mean(), 1.0 - higher));
    assert!(near(trump[0].deal_mean(), 1.0 - higher - ruffed));
}

/// All hands of one suit: Johan Wästlund, "A solution of two-person single-suit whist", Electronic
/// Journal of Combinatorics 12 (2005), R43.
#[test]
fn single_suit_hands_take_the_published_sums() {
    let table = EndingTable::small(TrumpClass::NoTrump);
    // A suit has 13 cards, so longer strings are left out.
    for (cards, expected) in [(1, 1), (2, 5), (3, 28), (4, 128), (5, 594), (6, 2_603)] {
        let strings = (0..1_u16 << (2 * cards)).filter(|s| s.count_ones() == cards);
        let sum: usize = strings
            .map(|string| {
                let ending = Ending::new([string, 0, 0, 0], [2 * cards as u8, 0, 0, 0], None, None);
                table.value(&ending.expect("equal hands")).expect("few cards")
            })
            .sum();
        assert_eq!(sum, expected, "{cards} cards");
    }
}

#[test]
fn keys_tell_endings_apart_and_suits_have_all_orders() {
    let mut rng = Rng::new(9);
    let mut keys = HashMap::new();
    for deal in 0..2_000 {
        let trump = (deal % 2 == 1).then_some(Suit((deal / 2 % 4) as u8));
        let ending = Ending::random(1 + deal % 6, trump, &mut rng);
        assert_eq!(*keys.entry(ending.key()).or_insert(ending), ending, "two endings, one key");
    }
    // Suits of four different lengths: each order of them is another ending.
    let ending = Ending::new([0b11, 0b0101, 0b1, 0], [2, 4, 1, 3], None, None).expect("it is fair");
    let orders: HashSet<_> = ending.symmetries().iter().map(Ending::key).collect();
    assert_eq!(orders.len(), 24);
}

#[test]
fn every_value_of_few_cards_follows_from_the_layer_below() {
    for strain in TrumpClass::ALL {
        let table = EndingTable::small(strain);
        let all = verify(table, 100_000, 1, &Control::default()).expect("a right table");
        assert!(all > 150_000);
    }
}

/// An empty folder for one test, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("bitgames-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const CARDS: usize = 6;

fn build(folder: &Path, scheduler: &dyn Scheduler) -> Result<Database> {
    Database::build(folder, TrumpClass::Trump, CARDS, scheduler, &Control::default())
}

/// Runs some tasks, the last ones first, and is then interrupted.
struct Interrupted {
    left: AtomicUsize,
}

impl Scheduler for Interrupted {
    fn run(
        &self,
        tasks: usize,
        task: &(dyn Fn(usize) -> Result<()> + Sync),
        _: &Control<'_>,
    ) -> Result<()> {
        for number in (0..tasks).rev() {
            if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
                return Err(Error::Interrupted);
            }
            task(number)?;
        }
        Ok(())
    }
}

#[test]
fn the_bytes_depend_neither_on_threads_nor_on_interruptions() {
    let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
    let built = build(&whole.0, &Threads(2)).expect("room on the disk");
    let expected = fs::read(built.path()).expect("a file");
    for tasks in [0, 1, 7, 60, 150, 151] {
        let scheduler = Interrupted { left: AtomicUsize::new(tasks) };
        assert_eq!(build(&parts.0, &scheduler).err(), Some(Error::Interrupted));
        assert!(!parts.0.join(built.path().file_name().expect("a name")).exists());
    }
    // A slice torn by a crash is detected and made again.
    let partial = parts.0.join("honeymoon-trump-6.endings.partial");
    let mut bytes = fs::read(&partial).expect("a partial file");
    assert_ne!(bytes, expected);
    let place = bytes.iter().rposition(|&byte| byte != 0).expect("some slice");
    bytes[place] ^= 1;
    fs::write(&partial, bytes).expect("room on the disk");

    let again = build(&parts.0, &Threads(1)).expect("room on the disk");
    assert_eq!(fs::read(again.path()).expect("a file"), expected);
    assert_eq!(fs::read_dir(&parts.0).expect("a folder").count(), 1);
    assert!(again.verify(1000, 1, &Control::default()).is_ok_and(|looked_at| looked_at > 3000));
    let table = EndingTable::small(TrumpClass::Trump);
    let ending = "110100.0110.01. 1".parse().expect("an ending");
    assert_eq!(again.value(&ending).ok(), table.value(&ending));
}

/// The places that the documented layout names, read without the code that writes them.
#[test]
fn a_file_has_the_documented_layout() {
    let folder = Folder::new("layout");
    let built = build(&folder.0, &Threads(1)).expect("room on the disk");
    let bytes = fs::read(built.path()).expect("a file");
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
    assert_eq!(&bytes[..8], b"BITGAMES");
    assert_eq!((number(8) as u32, &bytes[12..16]), (2, b"ENDS".as_slice()));
    assert_eq!((number(16) as u32, &bytes[20..24]), (4096, [1, CARDS as u8, 0, 0].as_slice()));
    let expected = layers(TrumpClass::Trump, CARDS);
    let found: Vec<_> = built.layers().collect();
    assert_eq!(found.iter().map(|(layer, _)| *layer).collect::<Vec<_>>(), expected);
    for (index, (layer, sum)) in found.iter().enumerate() {
        let at = 80 + 152 * index;
        assert_eq!((number(at), number(at + 8)), (layer.positions(), *sum));
        let histogram = (0..14).map(|tricks| number(at + 16 + 8 * tricks));
        assert!(histogram.eq(layer.histogram));
        assert_eq!(number(at + 128), layer.costly_leads);
        assert_eq!(u128::from(number(at + 136)), layer.deal_tricks);
    }
    let end = 80 + 152 * CARDS;
    assert!(number(end) != 0 && bytes[end + 8..4096].iter().all(|&byte| byte == 0));
    // The data begin where the header ends, and end with the file.
    let data = bytes.len() as u64 - 4096;
    assert!(4 * number(56) + number(64) < data);
}

#[test]
fn two_builds_of_a_file_at_once_are_refused() {
    let folder = Folder::new("twice");
    fs::create_dir_all(&folder.0).expect("a folder");
    let name = "honeymoon-trump-6.endings.partial";
    let partial = fs::File::create(folder.0.join(name)).expect("a file");
    partial.lock().expect("a lock");
    let error = build(&folder.0, &Threads(1)).expect_err("another process builds").to_string();
    assert!(error.contains(name) && error.contains("another process"), "{error}");
    drop(partial);
    assert!(build(&folder.0, &Threads(1)).is_ok());
}

#[test]
fn damaged_files_are_refused_by_name_and_reason() {
    let folder = Folder::new("damaged");
    let path = build(&folder.0, &Threads(1)).expect("room on the disk").path().to_owned();
    let whole = fs::read(&path).expect("a file");
    let reason = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("room on the disk");
        let opened = build(&folder.0, &Threads(1));
        let checked = opened.and_then(|opened| opened.verify(10, 1, &Control::default()));
        let error = checked.expect_err("damage").to_string();
        assert!(error.contains("honeymoon-trump-6.endings") && !error.contains('\n'), "{error}");
        error
    };
    let changed = |place: usize, bits: u8| {
        let mut bytes = whole.clone();
        bytes[place] ^= bits;
        bytes
    };
    assert!(reason(&[]).contains("too short"));
    assert!(reason(&whole[..50]).contains("too short"));
    assert!(reason(&whole[..whole.len() - 1]).contains("bytes instead of"));
    assert!(reason(&[whole.as_slice(), b"x"].concat()).contains("bytes instead of"));
    assert!(reason(&changed(0, 1)).contains("not a database"));
    assert!(reason(&changed(8, 1)).contains("format is 3, not"));
    assert!(reason(&changed(8, 3)).contains("format is 1, not"));
    assert!(reason(&changed(20, 7)).contains("header is damaged"));
    assert!(reason(&changed(100, 1)).contains("header is damaged"));
    assert!(reason(&changed(4095, 1)).contains("header is damaged"));
    assert!(reason(&changed(whole.len() - 1, 16)).contains("layer 6 is wrong"));
    // Every bit is checked, also those that no lookup reads.
    for place in (0..whole.len()).step_by(97) {
        let error = reason(&changed(place, 1 << (place % 8)));
        assert!(error.contains("damaged") || error.contains("wrong") || place < 24, "{error}");
    }
    assert!(reason(b"<html>".repeat(99).as_slice()).contains("not a database"));
}
