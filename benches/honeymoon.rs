//! Speed of endings of two hands; every bench asserts its answer.
//!
//! The seed article describes how a loop over the cards of a hand became faster in two steps, and
//! how building a database of endings became 120 times faster. The first group times the three
//! loops, the last report compares naive programs with this one for the database of 6 cards.

use std::hint::black_box;
use std::time::Instant;

use bitgames_core::bits::{Word, mix};
use bitgames_core::budget::Budget;
use bitgames_core::cards::Suit;
use bitgames_core::control::Control;
use bitgames_core::cpu;
use bitgames_core::ending::{Ending, EndingSolver, EndingTable, Threads, TrumpClass, remove_pair};
use bitgames_core::rng::Rng;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const CARDS: usize = 26;

/// The article's first loop tests every bit, and the one above it. As printed it compares the
/// masked word with 1 where 0 is right.
fn leads_by_every_bit(board: u32, mut visit: impl FnMut(usize)) {
    for i in 0..CARDS {
        if board & (1 << i) != 0 && board & (1 << (i + 1)) == 0 {
            visit(i);
        }
    }
}

/// The second loop: clears the lowest one bit repeatedly.
fn leads_by_lowest_bit(mut board: u32, mut visit: impl FnMut(usize)) {
    while board != 0 {
        let lowest = board.lowest();
        board ^= lowest;
        visit(lowest.trailing_zeros() as usize);
    }
}

/// The third loop: clears a whole run of equals at once.
fn leads_by_run(mut board: u32, mut visit: impl FnMut(usize)) {
    while board != 0 {
        let lowest = board.lowest();
        board &= board + lowest;
        visit(lowest.trailing_zeros() as usize);
    }
}

/// The article's way to remove a card from a board: it rebuilds the board from all other cards.
fn reorder(board: u32, choose: usize, cards: usize) -> u32 {
    let mut left = 0;
    for i in (0..cards).rev() {
        if i != choose {
            left <<= 1;
            if board & (1 << i) != 0 {
                left += 1;
            }
        }
    }
    left
}

fn loops(c: &mut Criterion) {
    let boards: Vec<u32> = (0..4096).map(|i| mix(i) as u32 & u32::low(CARDS)).collect();
    let runs: usize = boards.iter().map(|&b| (b & !(b << 1)).count()).sum();
    let ones: usize = boards.iter().map(|&b| b.count()).sum();
    let mut group = c.benchmark_group("leads of a board");
    group.throughput(Throughput::Elements(boards.len() as u64));
    let count = |walk: fn(u32, &mut dyn FnMut(usize))| {
        let mut visits = 0;
        for &board in &boards {
            walk(black_box(board), &mut |place| {
                black_box(place);
                visits += 1;
            });
        }
        visits
    };
    group.bench_function("every bit", |b| {
        b.iter(|| assert_eq!(count(|b, visit| leads_by_every_bit(b, visit)), runs));
    });
    group.bench_function("lowest one bit", |b| {
        b.iter(|| assert_eq!(count(|b, visit| leads_by_lowest_bit(b, visit)), ones));
    });
    group.bench_function("lowest one bit, run by run", |b| {
        b.iter(|| assert_eq!(count(|b, visit| leads_by_run(b, visit)), runs));
    });
    group.finish();
}

fn removal(c: &mut Criterion) {
    let pairs: Vec<(u32, usize, usize)> = (0..4096_u64)
        .map(|i| (mix(i) as u32 & u32::low(CARDS), i as usize % 26, (i as usize + 7) % 26))
        .collect();
    let expected = pairs.iter().fold(0, |sum, &(b, x, y)| sum ^ remove_pair(b, x, y));
    let mut group = c.benchmark_group("take a pair off");
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("reorder", |b| {
        let one = |(board, x, y): (u32, usize, usize)| {
            reorder(reorder(board, x.max(y), CARDS), x.min(y), CARDS - 1)
        };
        b.iter(|| assert_eq!(black_box(&pairs).iter().fold(0, |s, &p| s ^ one(p)), expected));
    });
    for level in cpu::levels() {
        cpu::limit(level);
        group.bench_function(format!("at once, {level:?}"), |b| {
            let one = |(board, x, y)| remove_pair(board, x, y);
            b.iter(|| assert_eq!(black_box(&pairs).iter().fold(0, |s, &p| s ^ one(p)), expected));
        });
    }
    group.finish();
}

fn building(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(10);
    for cards in [6, 8] {
        let name = format!("both strains to {cards} cards");
        group.bench_function(name, |b| b.iter(|| assert_eq!(both(cards), 2 * cards)));
    }
    group.finish();
}

/// Builds both strains and checks one count.
fn both(cards: usize) -> usize {
    let tables = TrumpClass::ALL.map(|strain| {
        EndingTable::build(strain, cards, &Threads(1), &Control::default()).expect("a small table")
    });
    tables.iter().map(EndingTable::cards).sum()
}

/// Both strains, with a trump suit for one of them.
const STRAINS: [(TrumpClass, Option<Suit>); 2] =
    [(TrumpClass::NoTrump, None), (TrumpClass::Trump, Some(Suit::SPADES))];

fn solving(c: &mut Criterion) {
    let deals = |cards, trump| -> Vec<Ending> {
        let mut rng = Rng::new(1);
        (0..1000).map(|_| Ending::random(cards, trump, &mut rng)).collect()
    };
    let mut group = c.benchmark_group("look up and solve");
    for (strain, trump) in STRAINS {
        let table = EndingTable::small(strain);
        let endings = deals(8, trump);
        group.throughput(Throughput::Elements(endings.len() as u64));
        group.bench_function(format!("look up 8 cards, {strain}"), |b| {
            b.iter(|| {
                let sum: usize = endings.iter().filter_map(|ending| table.value(ending)).sum();
                assert!((3000..6000).contains(&sum));
            });
        });
        group.bench_function(format!("look up 8 cards at a time, {strain}"), |b| {
            b.iter(|| {
                let values = table.values(black_box(&endings)).expect("8 cards");
                let sum: usize = values.iter().map(|&v| usize::from(v)).sum();
                assert!((3000..6000).contains(&sum));
            });
        });
        let endings = deals(13, trump);
        let control = Control::default();
        let budget = Budget::unlimited(&control);
        for (name, table) in [("none", None), ("8 cards", Some(table))] {
            group.bench_function(format!("solve 13 cards, {strain}, table {name}"), |b| {
                b.iter(|| {
                    let solve = |ending| EndingSolver::new(table).value(ending, &budget);
                    let sum: usize = endings.iter().filter_map(|ending| solve(ending).ok()).sum();
                    assert!((6000..7500).contains(&sum));
                });
            });
        }
    }
    group.finish();
}

/// The naive program: each suit is a board, every card is tried, boards are rebuilt.
#[derive(Clone, Copy)]
struct Naive {
    boards: [u32; 4],
    lengths: [usize; 4],
    trump: Option<usize>,
}

impl Naive {
    fn new(ending: &Ending) -> Self {
        Naive {
            boards: std::array::from_fn(|suit| u32::from(ending.suit(suit))),
            lengths: ending.lengths().map(usize::from),
            trump: ending.trump().map(usize::from),
        }
    }

    /// The board after a trick, seen by its winner.
    fn after(&self, lead: (usize, usize), reply: (usize, usize), lost: bool) -> Self {
        let mut next = *self;
        for (suit, place) in if reply > lead { [reply, lead] } else { [lead, reply] } {
            next.boards[suit] = reorder(next.boards[suit], place, next.lengths[suit]);
            next.lengths[suit] -= 1;
        }
        for suit in 0..if lost { 4 } else { 0 } {
            next.boards[suit] ^= (1 << next.lengths[suit]) - 1;
        }
        next
    }

    /// The leader's tricks; `below` gives the values of the endings with a card less.
    fn value(&self, below: &dyn Fn(&Naive) -> usize) -> usize {
        let mut best = 0;
        for suit in 0..4 {
            for place in 0..self.lengths[suit] {
                let is_own = self.boards[suit] & (1 << place) != 0;
                let is_last = self.boards[suit] & (1 << (place + 1)) == 0;
                if is_own && is_last {
                    best = best.max(self.lead((suit, place), below));
                }
            }
        }
        best
    }

    fn lead(&self, lead: (usize, usize), below: &dyn Fn(&Naive) -> usize) -> usize {
        let follows = (0..self.lengths[lead.0]).any(|i| self.boards[lead.0] & (1 << i) == 0);
        let mut worst = usize::MAX;
        for suit in (0..4).filter(|&suit| !follows || suit == lead.0) {
            for place in 0..self.lengths[suit] {
                if self.boards[suit] & (1 << place) == 0 {
                    let lost = if follows { place < lead.1 } else { self.trump == Some(suit) };
                    let next = self.after(lead, (suit, place), lost);
                    let left = next.lengths.iter().sum::<usize>() / 2;
                    let value = below(&next);
                    worst = worst.min(if lost { left - value } else { 1 + value });
                }
            }
        }
        worst
    }

    /// Plain minimax to the end.
    fn minimax(&self) -> usize {
        if self.lengths.iter().sum::<usize>() == 0 { 0 } else { self.value(&Naive::minimax) }
    }

    fn look_up(&self, table: &EndingTable) -> usize {
        let boards = self.boards.map(|board| board as u16);
        let lengths = self.lengths.map(|length| length as u8);
        let ending = Ending::new(boards, lengths, self.trump.map(|suit| suit as u8), None);
        table.value(&ending.expect("equal hands")).expect("in the table")
    }
}

/// The slowdown of the naive ways for the database of 6 cards, both strains: minimax to the end for
/// every position, and one trick over a table of the layer below. Both are timed on uniformly
/// random positions of the last layer, this program in full.
fn ratios(_: &mut Criterion) {
    const SAMPLE: usize = 2000;
    const POSITIONS: f64 = 31_416.0 + 94_248.0;
    let seconds = |work: &mut dyn FnMut()| {
        let started = Instant::now();
        work();
        started.elapsed().as_secs_f64()
    };
    let mut rng = Rng::new(6);
    let sample: Vec<Ending> = (0..SAMPLE)
        .map(|i| Ending::random(6, (i % 4 > 0).then_some(Suit::SPADES), &mut rng))
        .collect();
    let (mut ours, mut minimax, mut one_trick) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..5 {
        ours.push(seconds(&mut || assert_eq!(both(6), 12)));
        let some = &sample[round * SAMPLE / 5..(round + 1) * SAMPLE / 5];
        let each = POSITIONS / some.len() as f64;
        let check = |value: &dyn Fn(&Ending) -> usize| {
            for ending in some {
                let table = EndingTable::small(if ending.trump().is_some() {
                    TrumpClass::Trump
                } else {
                    TrumpClass::NoTrump
                });
                assert_eq!(table.value(ending), Some(value(ending)), "{ending}");
            }
        };
        minimax.push(each * seconds(&mut || check(&|ending| Naive::new(ending).minimax())));
        one_trick.push(
            each * seconds(&mut || {
                check(&|ending| {
                    let strain = if ending.trump().is_some() {
                        TrumpClass::Trump
                    } else {
                        TrumpClass::NoTrump
                    };
                    let table = EndingTable::small(strain);
                    Naive::new(ending).value(&|next| next.look_up(table))
                });
            }),
        );
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let (ours, minimax, one_trick) =
        (median(&mut ours), median(&mut minimax), median(&mut one_trick));
    println!("6 cards, both strains, one thread: ours {ours:.4} s");
    println!("  naive minimax {minimax:.1} s, {:.0} times ours", minimax / ours);
    println!("  naive loops over a table {one_trick:.3} s, {:.1} times ours", one_trick / ours);
}

/// Time to solve a random deal of 13 cards with the given tables: median and 95th percentile of
/// 1,000 deals of each strain.
fn percentiles(_: &mut Criterion) {
    let control = Control::default();
    let budget = Budget::unlimited(&control);
    for (strain, trump) in STRAINS {
        let ten =
            EndingTable::build(strain, 10, &Threads(2), &control).expect("a table of ten cards");
        for (name, table) in [
            ("none", None),
            ("8 cards", Some(EndingTable::small(strain))),
            ("10 cards", Some(&ten)),
        ] {
            let mut rng = Rng::new(2);
            let mut times: Vec<f64> = (0..1000)
                .map(|_| {
                    let ending = Ending::random(13, trump, &mut rng);
                    let started = Instant::now();
                    let value = EndingSolver::new(table).value(black_box(&ending), &budget);
                    assert!(value.is_ok_and(|tricks| tricks <= 13));
                    started.elapsed().as_secs_f64() * 1e3
                })
                .collect();
            times.sort_by(f64::total_cmp);
            let (median, high) = (times[500], times[950]);
            println!("{strain}, tables {name}: {median:.3} ms, 95th percentile {high:.3} ms");
        }
    }
}

criterion_group!(benches, loops, removal, building, solving, ratios, percentiles);
criterion_main!(benches);
