//! Index of an ending in a table: suit lengths, owners per suit, ranks of owner strings.
//!
//! A layer of a table has all endings with the same number of cards, at the start of a trick. It is
//! divided into *splits*, the ways to divide the cards among the suits, up to the order of
//! equivalent suits. A split is divided into *blocks* by the number of cards of each suit that the
//! leader holds. A block is an array with four axes, one for each suit: the rank of its owner
//! string among the strings of equal length with the same number of ones. Ranks are those of the
//! combinatorial number system (D. E. Knuth, *The Art of Computer Programming*, volume 4A,
//! 7.2.1.3), so they follow the order of the strings read as numbers.
//!
//! Exchanging the players complements every string, which reverses the order of ranks, of blocks,
//! and so of the whole split: the same cards with the other player on lead have the mirrored index.

use super::Ending;
use crate::bits::Word;
use crate::cards::{RANKS, SUITS};
use crate::once::Once;

/// `BINOMIAL[n][k]`: ways to choose `k` of `n`.
pub(super) const BINOMIAL: [[u32; 27]; 27] = {
    let mut table = [[0; 27]; 27];
    let mut n = 0;
    while n < 27 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// Number of owner strings by their length and their number of ones.
#[inline]
pub(super) fn strings(length: u8, ones: u8) -> usize {
    BINOMIAL[usize::from(length)][usize::from(ones)] as usize
}

/// Positions of a split with `cards` cards in a hand.
#[inline]
pub(super) fn split_size(cards: usize) -> usize {
    BINOMIAL[2 * cards][cards] as usize
}

/// `RANK[s]`: the number of smaller numbers with as many ones as `s`. The same for every length.
static RANK: Once<[u16; 1 << RANKS]> = Once::new(|| {
    let mut rank = Box::new([0; 1 << RANKS]);
    let mut seen = [0; RANKS + 1];
    for string in 0..1_u16 << RANKS {
        let ones = string.count();
        rank[usize::from(string)] = seen[ones];
        seen[ones] += 1;
    }
    rank
});

#[inline]
pub(super) fn rank(string: u16) -> usize {
    usize::from(RANK[usize::from(string)])
}

/// The owner strings of one length and one number of ones, by rank.
pub(super) fn all_strings(length: u8, ones: u8) -> impl Iterator<Item = u16> {
    (0..1_u16 << length).filter(move |string| string.count() == usize::from(ones))
}

/// No trumps, or one suit that beats the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrumpClass {
    /// Four plain suits.
    NoTrump,
    /// Three plain suits and trumps.
    Trump,
}

impl TrumpClass {
    /// Both kinds.
    pub const ALL: [TrumpClass; 2] = [TrumpClass::NoTrump, TrumpClass::Trump];

    /// `notrump` or `trump`.
    pub const fn name(self) -> &'static str {
        match self {
            TrumpClass::NoTrump => "notrump",
            TrumpClass::Trump => "trump",
        }
    }

    /// The strain of an ending.
    pub fn of(ending: &Ending) -> Self {
        if ending.trump().is_some() { TrumpClass::Trump } else { TrumpClass::NoTrump }
    }
}

impl std::fmt::Display for TrumpClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Lengths of four suits in the order of a table's axes: shorter suits first, so that the innermost
/// axis is the longest; trumps before a plain suit of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SuitSplit {
    pub lengths: [u8; SUITS],
    pub trump: Option<u8>,
}

/// The positions of a split that differ in the last axis only, by the rank of its string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankRow {
    /// The strings of the first two axes, see [`SuitSplit::pair`].
    pub pair: usize,
    /// The string of the third axis.
    pub third: usize,
    /// Number of positions.
    pub length: usize,
}

impl SuitSplit {
    /// The split of suits in any order, and the suit of each axis.
    #[inline]
    pub fn sorted(lengths: [u8; SUITS], trump: Option<u8>) -> (SuitSplit, [usize; SUITS]) {
        let weight = |suit: usize| (lengths[suit] << 1) + u8::from(trump != Some(suit as u8));
        let mut order = [0, 1, 2, 3];
        // A sorting network for four: this runs for every position that is looked up.
        for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            if weight(order[a]) > weight(order[b]) {
                order.swap(a, b);
            }
        }
        let trump = trump.map(|trump| {
            order.iter().position(|&suit| suit == usize::from(trump)).unwrap_or_default() as u8
        });
        (SuitSplit { lengths: order.map(|suit| lengths[suit]), trump }, order)
    }

    /// The splits that a trick can leave: two cards less, of one suit or of two.
    pub fn below(self) -> Vec<SuitSplit> {
        let mut found = Vec::new();
        for first in 0..SUITS {
            for second in first..SUITS {
                let mut lengths = self.lengths.map(Some);
                for axis in [first, second] {
                    lengths[axis] = lengths[axis].and_then(|length| length.checked_sub(1));
                }
                if let [Some(a), Some(b), Some(c), Some(d)] = lengths {
                    found.push(SuitSplit::sorted([a, b, c, d], self.trump).0);
                }
            }
        }
        found
    }

    /// A small number that identifies a split of a strain and number of cards: three lengths as the
    /// digits of a number, that of trumps first.
    #[inline]
    fn code(self) -> usize {
        let [a, b, c, d] = self.lengths.map(usize::from);
        let base = RANKS + 1;
        match self.trump {
            // Trumps and the two shortest plain suits determine the longest.
            Some(0) | None => (a * base + b) * base + c,
            Some(1) => (b * base + a) * base + c,
            Some(2) => (c * base + a) * base + b,
            Some(_) => (d * base + a) * base + b,
        }
    }

    /// Number of ways to take cards from a pack so that its suits, in some order, have these
    /// lengths.
    pub fn deals(self) -> u128 {
        let cards = self.lengths.map(|length| u128::from(BINOMIAL[RANKS][usize::from(length)]));
        let plain = (0..SUITS as u8).filter(|&axis| self.trump != Some(axis));
        let plain: Vec<u8> = plain.map(|axis| self.lengths[usize::from(axis)]).collect();
        // Number of distinct orders of the plain suits: each next suit can go before, between or
        // behind the others, but equal lengths count once.
        let mut orders = 1;
        for (place, length) in (1..).zip(&plain) {
            let equals: u128 = plain[..place].iter().map(|other| u128::from(other == length)).sum();
            orders = orders * place as u128 / equals;
        }
        cards.iter().product::<u128>() * orders
    }

    /// Array sizes of the block in which the leader holds `ones[a]` cards of axis `a`.
    #[inline]
    pub fn dims(self, ones: [u8; SUITS]) -> [usize; SUITS] {
        std::array::from_fn(|axis| strings(self.lengths[axis], ones[axis]))
    }

    /// Positions of the split before the block with these ones. Blocks are ordered by `ones`, the
    /// first axis first.
    #[inline]
    pub fn block_start(self, ones: [u8; SUITS]) -> usize {
        let [a, b, c, d] = self.lengths.map(usize::from);
        let [i, j, k, l] = ones.map(usize::from);
        let (bcd, cd) = (b + c + d, c + d);
        let before_a = before(a, bcd, i + j + k + l, i);
        let before_b = before(b, cd, j + k + l, j);
        let before_c = before(c, d, k + l, k);
        let with_a = BINOMIAL[a][i] as usize;
        before_a + with_a * (before_b + BINOMIAL[b][j] as usize * before_c)
    }

    /// Pairs of strings of the first two axes.
    #[inline]
    pub fn pairs(self) -> usize {
        1 << (self.lengths[0] + self.lengths[1])
    }

    /// Strings of the third axis.
    #[inline]
    pub fn thirds(self) -> usize {
        1 << self.lengths[2]
    }

    /// The index of a pair of strings of the first two axes.
    #[inline]
    pub fn pair(self, first: u16, second: u16) -> usize {
        usize::from(first) << self.lengths[1] | usize::from(second)
    }

    /// Calls `f` for every row of the split for hands of `cards` cards, in the order of the table.
    pub fn for_each_row(self, cards: usize, mut f: impl FnMut(RankRow)) {
        let by_ones = |axis: usize| -> Vec<Vec<u16>> {
            let length = self.lengths[axis];
            (0..=length).map(|ones| all_strings(length, ones).collect()).collect()
        };
        let [first, second, third] = [0, 1, 2].map(by_ones);
        for ones in self.blocks(cards) {
            let [a, b, c, _] = ones.map(usize::from);
            let length = strings(self.lengths[3], ones[3]);
            for &own in &first[a] {
                for &next in &second[b] {
                    let pair = self.pair(own, next);
                    for &third in &third[c] {
                        f(RankRow { pair, third: third.into(), length });
                    }
                }
            }
        }
    }

    /// The `ones` of all the split's blocks for hands of `cards` cards, in the order of the blocks.
    pub fn blocks(self, cards: usize) -> Vec<[u8; SUITS]> {
        let [a, b, c, d] = self.lengths;
        let mut blocks = Vec::new();
        for i in 0..=a {
            for j in 0..=b {
                for k in 0..=c {
                    let taken = usize::from(i + j + k);
                    if taken <= cards && cards - taken <= usize::from(d) {
                        blocks.push([i, j, k, (cards - taken) as u8]);
                    }
                }
            }
        }
        blocks
    }
}

/// Number of strings of `length + rest` cards with `ones` ones, fewer than `most` of them among the
/// first `length`.
#[inline]
fn before(length: usize, rest: usize, ones: usize, most: usize) -> usize {
    static TABLE: Once<[u32; BEFORE]> = Once::new(before_table);
    let at = ((length * 27 + rest) * (RANKS + 1) + ones) * (RANKS + 1) + most;
    TABLE[at] as usize
}

/// Numbers of [`before`].
const BEFORE: usize = (RANKS + 1) * 27 * (RANKS + 1) * (RANKS + 1);

fn before_table() -> Box<[u32; BEFORE]> {
    let mut table = Vec::new();
    for (length, ways) in BINOMIAL[..=RANKS].iter().enumerate() {
        for (rest, others) in BINOMIAL.iter().enumerate() {
            for ones in 0..=RANKS {
                let mut sum = 0;
                for most in 0..=RANKS {
                    table.push(sum);
                    if most <= ones && length + rest <= 2 * RANKS {
                        sum += ways[most] * others[ones - most];
                    }
                }
            }
        }
    }
    table.try_into().expect("as many as there are arguments")
}

/// The numbered splits of one layer of one strain.
#[derive(Clone, Debug)]
pub(super) struct LayerShape {
    pub cards: usize,
    /// Positions of each split.
    pub size: usize,
    /// The splits in the order of the table.
    pub splits: Vec<SuitSplit>,
    numbers: Vec<u16>,
}

impl LayerShape {
    /// The layer of hands of `cards` cards. Splits are ordered by the length of trumps, if there
    /// are any, then by the other lengths, shortest first.
    pub fn new(strain: TrumpClass, cards: usize) -> Self {
        let trump = (strain == TrumpClass::Trump).then_some(0);
        let mut splits = Vec::new();
        for a in 0..=RANKS.min(2 * cards) {
            // Plain suits come in the order of their lengths.
            let least = if trump.is_some() { 0 } else { a };
            let rest = 2 * cards - a;
            for b in least..=rest / 3 {
                for c in b..=(rest - b) / 2 {
                    let lengths = [a, b, c, rest - b - c];
                    if lengths[3] <= RANKS {
                        splits.push(SuitSplit::sorted(lengths.map(|n| n as u8), trump).0);
                    }
                }
            }
        }
        let mut numbers = vec![u16::MAX; (RANKS + 1).pow(3)];
        for (number, split) in splits.iter().enumerate() {
            numbers[split.code()] = number as u16;
        }
        LayerShape { cards, size: split_size(cards), splits, numbers }
    }

    #[inline]
    pub fn number(&self, split: SuitSplit) -> usize {
        usize::from(self.numbers[split.code()])
    }

    pub fn positions(&self) -> u64 {
        self.size as u64 * self.splits.len() as u64
    }

    /// The ending at an index of the layer, in the order of the axes.
    pub fn ending(&self, index: usize) -> Option<Ending> {
        let split = *self.splits.get(index / self.size)?;
        let inside = index % self.size;
        let blocks = split.blocks(self.cards);
        let ones =
            blocks.into_iter().take_while(|&ones| split.block_start(ones) <= inside).last()?;
        let dims = split.dims(ones);
        let mut rest = inside - split.block_start(ones);
        let mut suits = [0; SUITS];
        for axis in (0..SUITS).rev() {
            let strings = all_strings(split.lengths[axis], ones[axis]);
            suits[axis] = { strings }.nth(rest % dims[axis])?;
            rest /= dims[axis];
        }
        Ending::new(suits, split.lengths, split.trump, None).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_split_has_three_lengths_as_digits() {
        let code = |lengths, trump| SuitSplit { lengths, trump }.code();
        assert_eq!(code([2, 4, 7, 13], None), 2 * 14 * 14 + 4 * 14 + 7);
        assert_eq!(code([2, 4, 7, 13], Some(0)), 2 * 14 * 14 + 4 * 14 + 7);
        assert_eq!(code([2, 4, 7, 13], Some(1)), 4 * 14 * 14 + 2 * 14 + 7);
        assert_eq!(code([2, 4, 7, 13], Some(2)), 7 * 14 * 14 + 2 * 14 + 4);
        assert_eq!(code([2, 4, 7, 13], Some(3)), 13 * 14 * 14 + 2 * 14 + 4);
    }

    fn index(shape: &LayerShape, ending: &Ending) -> usize {
        let (split, order) = SuitSplit::sorted(ending.lengths(), ending.trump());
        let suits = order.map(|suit| ending.suit(suit));
        let ones = suits.map(|suit| suit.count() as u8);
        let dims = split.dims(ones);
        let inside = (0..SUITS).fold(0, |at, axis| at * dims[axis] + rank(suits[axis]));
        shape.number(split) * shape.size + split.block_start(ones) + inside
    }

    #[test]
    fn rows_are_the_positions_in_order() {
        for strain in TrumpClass::ALL {
            for cards in 1..=4 {
                let shape = LayerShape::new(strain, cards);
                for (number, &split) in shape.splits.iter().enumerate() {
                    let mut at = number * shape.size;
                    split.for_each_row(cards, |row| {
                        for place in at..at + row.length {
                            let ending = shape.ending(place).expect("an index of the layer");
                            let [a, b, c, d] = ending.words();
                            assert_eq!((row.pair, row.third), (split.pair(a, b), c.into()));
                            assert_eq!(rank(d), place - at);
                        }
                        at += row.length;
                    });
                    assert_eq!(at, (number + 1) * shape.size);
                }
            }
        }
    }

    #[test]
    fn every_index_is_one_ending() {
        for strain in TrumpClass::ALL {
            for cards in 0..=4 {
                let shape = LayerShape::new(strain, cards);
                for at in 0..shape.positions() as usize {
                    let ending = shape.ending(at).expect("an index of the layer");
                    assert_eq!(index(&shape, &ending), at);
                    let mirrored = at - at % shape.size + shape.size - 1 - at % shape.size;
                    assert_eq!(index(&shape, &ending.other_leads()), mirrored, "{ending}");
                    for other in ending.symmetries() {
                        let split = index(&shape, &other) / shape.size;
                        assert_eq!(split, at / shape.size);
                    }
                }
                assert!(shape.ending(shape.positions() as usize).is_none());
            }
        }
    }

    #[test]
    fn layers_have_the_published_numbers_of_positions() {
        let positions = |strain, cards| LayerShape::new(strain, cards).positions();
        for (cards, plain, trump) in [
            (6, 31_416, 94_248),
            (8, 772_200, 2_483_910),
            (10, 15_704_260, 52_655_460),
            (12, 275_823_912, 938_342_132),
            (13, 1_081_662_400, 3_702_613_600),
        ] {
            assert_eq!(positions(TrumpClass::NoTrump, cards), plain);
            assert_eq!(positions(TrumpClass::Trump, cards), trump);
        }
    }
}
