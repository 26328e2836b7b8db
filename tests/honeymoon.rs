//! Honeymoon bridge: knowledge of the seats, values of contracts, and the play of deals.

use std::collections::HashMap;

use bitgames_core::cards::Suit;
use bitgames_core::control::Control;
use bitgames_core::games::honeymoon::{
    Auction, Bid, Contract, DealRules, Honeymoon, Phase, Rubber, Strain, TrickTable,
};
use bitgames_core::matches::{Match, Openings, Side, play_match};
use bitgames_core::players::{self, GameContext};
use bitgames_core::rng::Rng;
use bitgames_core::solve::{ALL_MOVES, SolveOptions, solve};
use bitgames_core::{Game, HiddenInfo, Move, Notation, Player};

const PRESETS: [&str; 3] = ["taiwan", "bicycle", "face_up"];
const SEATS: [Player; 2] = [Player(0), Player(1)];

fn start(rules: &str, seed: u64) -> Honeymoon {
    Honeymoon::of_seed(rules.parse().expect("rules"), seed)
}

/// The positions of random games of every preset; half of the auctions stay low.
fn for_each_position(games: u64, mut check: impl FnMut(&Honeymoon, &mut Rng)) {
    for (preset, seed) in PRESETS.into_iter().flat_map(|p| (0..games).map(move |seed| (p, seed))) {
        let mut rng = Rng::child(7, seed);
        let mut position = start(preset, seed);
        loop {
            check(&position, &mut rng);
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let some = if position.state().phase == Phase::Auction { 4 } else { legal.len() };
            position.play_unchecked(legal[rng.below(legal.len().min(some))]);
        }
    }
}

#[test]
fn worlds_of_a_view_have_that_view_and_the_same_worlds() {
    for_each_position(30, |position, rng| {
        for seat in SEATS {
            let world = position.determinize(seat, rng);
            assert_eq!(world.view(seat), position.view(seat));
            assert_eq!(world.legal_moves().is_empty(), position.legal_moves().is_empty());
            if world.turn() == seat {
                assert_eq!(world.legal_moves(), position.legal_moves());
            }
            assert_eq!(world.knowledge(seat), position.knowledge(seat));
            // The sample does not depend on anything that the seat has not seen.
            let seed = rng.word();
            let drawn = [position, &world].map(|p| p.determinize(seat, &mut Rng::new(seed)));
            assert_eq!(drawn[0], drawn[1]);
        }
    });
}

#[test]
fn knowledge_is_true_and_complete() {
    for_each_position(30, |position, _| {
        for seat in SEATS {
            let rival = Player(1 - seat.0);
            let known = position.knowledge(seat);
            assert_eq!(known.own, position.hand(seat));
            assert_eq!(known.theirs.0 & !position.hand(rival).0, 0);
            assert_eq!(position.hand(rival).0 & !(known.theirs.0 | known.unseen.0), 0);
            if position.is_open() {
                assert_eq!((known.theirs, known.unseen.len()), (position.hand(rival), 0));
            }
            if matches!(position.state().phase, Phase::Play) {
                assert!(position.is_open());
            }
        }
    });
}

/// A game of bicycle in which south could not follow to the first lead, and the suit of that lead.
fn south_shows_out() -> (Honeymoon, Suit) {
    for seed in 0.. {
        let mut position = start("bicycle", seed);
        let hands = position.dealt().hands();
        let Some(suit) = Suit::all().find(|&suit| hands[0].suit(suit) == 0) else { continue };
        let lead = hands[1].of_suit(suit).cards().next().expect("north has what south lacks");
        position.play_unchecked(Move(lead.0.into()));
        position.play_unchecked(position.nth_legal(0));
        return (position, suit);
    }
    unreachable!("some hand lacks a suit")
}

#[test]
fn worlds_are_drawn_evenly_where_a_suit_was_not_followed() {
    // For north the cards of the suit are all equivalent, and so are their possible places: the
    // cards that south has drawn, and the rest of the stock.
    let (position, suit) = south_shows_out();
    let hidden = position.knowledge(Player(1)).unseen.suit(suit).count_ones();
    let worlds = 4000;
    let mut counts = [0_u32; 26];
    let mut rng = Rng::new(3);
    for _ in 0..worlds {
        let world = position.determinize(Player(1), &mut rng);
        assert_eq!(world.dealt().hand(Player(0)).suit(suit), 0);
        for (place, card) in world.dealt().stock().iter().enumerate() {
            counts[place] += u32::from(card.suit() == suit);
        }
    }
    let expected = worlds * hidden / 25;
    // North won the first trick and has seen the first card of the stock.
    for count in &counts[1..] {
        assert!(count.abs_diff(expected) < expected / 6, "{counts:?}, not about {expected}");
    }
}

#[test]
fn players_choose_by_what_their_seat_has_seen() {
    let mut players = ["rule", "montecarlo:samples=2"]
        .map(|spec| players::build(spec, &start("taiwan", 0)).expect("a player of this game"));
    let control = Control::default();
    for_each_position(2, |position, rng| {
        if position.is_over() {
            return;
        }
        let world = position.determinize(position.turn(), rng);
        for player in &mut players {
            let here =
                player.insight(GameContext::position(position), &control).expect("it chooses");
            let there =
                player.insight(GameContext::position(&world), &control).expect("it chooses");
            assert_eq!(here, there, "{position}");
        }
    });
}

#[test]
fn both_games_of_a_pair_have_the_same_deal_and_the_next_pair_another() {
    // Two equal players without chance: the winner of a deal as south loses it as north.
    let root = start("bicycle", 0);
    let plan = Match::new(400, 5);
    let rules = || [Side::Spec("rule"), Side::Spec("rule")];
    let play =
        |start, plan| play_match(start, rules(), &Openings::Start, plan, &Control::default());
    let counts = play(&root, &plan).expect("played");
    let [[won, lost, drawn], [won_north, lost_north, drawn_north]] = counts.results;
    assert_eq!((won, lost, drawn), (lost_north, won_north, drawn_north));
    assert!(won > 0 && lost > 0, "all deals are the same");
    let threads = Match { threads: 3, ..plan };
    assert_eq!(play(&root, &threads), Ok(counts));
    // A position in the middle of a deal is played as it is.
    let amid = root.play(root.legal_moves()[0]).expect("legal");
    let counts = play(&amid, &plan).expect("played");
    assert!(counts.results[0].contains(&200), "{counts:?}");
}

/// Plain minimax over the calls: south's score.
fn minimax(
    rules: DealRules,
    table: &TrickTable,
    auction: Auction,
    player: Player,
    last: u8,
) -> i32 {
    if auction.is_over() {
        let Some(contract) = auction.contract() else { return 0 };
        let declarer = contract.declarer;
        let leader = Player(1 - declarer.0);
        let tricks = table.tricks(declarer, contract.bid.strain(), leader);
        let score = contract.score(tricks, rules.is_vulnerable(declarer)).into();
        return if declarer.0 == 0 { score } else { -score };
    }
    let mut values = Vec::new();
    auction.for_each_legal(rules, player, |call| {
        if call.0 < 55 || call.0 >= u16::from(last) {
            let mut next = auction;
            next.call(player, call);
            values.push(minimax(rules, table, next, Player(1 - player.0), last));
        }
    });
    let best = if player.0 == 0 { values.into_iter().max() } else { values.into_iter().min() };
    best.expect("a pass is always legal")
}

#[test]
fn the_auction_over_open_hands_is_plain_minimax() {
    for seed in 0..6 {
        let deal = start("bicycle", seed);
        let hands = deal.dealt().hands();
        let rules = ["bicycle", "bicycle,vulnerable=north,notrump=no"][seed as usize % 2];
        let line = format!("honeymoon:{rules} {} {} -", hands[0], hands[1]);
        // From a high bid on the tree is small.
        let open: Honeymoon = format!("{line} 6S").parse().expect("a position");
        let table = TrickTable::of(hands, &Control::default()).expect("solved");
        let expected = minimax(*open.rules(), &table, open.state().auction, Player(1), 55);
        let options = SolveOptions { lines: ALL_MOVES, ..SolveOptions::default() };
        let solution = solve(&open, &options, &Control::default()).expect("solved");
        assert_eq!(solution.value, -expected, "{open}");
        let best = solution.values.iter().map(|&(_, value)| value).max();
        assert_eq!(best, Some(solution.value));
        let mut end = open.clone();
        for &m in &solution.pv {
            end = end.play(m).expect("the line is legal");
        }
        let score = end.outcome().expect("the line ends").score(Player(1));
        assert_eq!(i32::from(score), solution.value, "{open}");
    }
}

#[test]
fn par_is_what_the_line_of_the_solution_scores() {
    for seed in 0..20 {
        let hands = start("taiwan", seed).dealt().hands();
        let line = format!("honeymoon:taiwan,vulnerable=south {} {} -", hands[0], hands[1]);
        let open: Honeymoon = line.parse().expect("a position");
        let control = Control::default();
        let par = open.par(&control).expect("solved");
        let solution = solve(&open, &SolveOptions::default(), &control).expect("solved");
        assert_eq!(i32::from(par.score), solution.value);
        assert!(solution.pv.starts_with(&par.calls));
    }
}

/// Both seats see the face-up card, and who wins the trick takes it and leads next.
#[test]
fn the_face_up_card_is_seen_by_both_and_taken_by_the_winner() {
    let mut taken = 0;
    for_each_position(3, |position, rng| {
        let drawn = position.state().phase == Phase::Draw;
        let shown = position.face_up();
        assert_eq!(shown.is_some(), drawn && position.rules().face_up(), "{position}");
        let Some(card) = shown else { return };
        for seat in SEATS {
            assert_eq!(position.determinize(seat, rng).face_up(), Some(card));
        }
        if position.state().led.is_some() {
            let mut after = position.clone();
            after.play_unchecked(position.legal_moves()[0]);
            // After the last trick of the exchange the rules say who leads.
            if after.state().phase == Phase::Draw {
                assert!(after.state().hands[after.turn().index()].has(card), "{position}");
                taken += 1;
            }
        }
    });
    assert_eq!(taken, 2 * 3 * 12);
}

#[test]
fn par_takes_two_open_hands_of_thirteen_cards() {
    let control = Control::default();
    for_each_position(2, |position, _| {
        let whole = position.state().hands.iter().all(|hand| hand.len() == 13);
        let expected = whole && position.is_open();
        // A position of the auction alone is quick to solve.
        if !expected || position.state().auction == Auction::default() {
            assert_eq!(position.par(&control).is_ok(), expected, "{position}");
        }
    });
}

/// Of cards that are worth the same the solver plays the lowest, of any suit.
#[test]
fn the_lowest_of_the_best_cards_is_played() {
    let options = SolveOptions { lines: ALL_MOVES, ..SolveOptions::default() };
    let mut choices = 0;
    for_each_position(2, |position, _| {
        let cards = position.state().hands[0].len();
        if position.state().phase == Phase::Play && cards < 8 && !position.is_over() {
            let solution = solve(position, &options, &Control::default()).expect("solved");
            let best = solution.values.iter().filter(|&&(_, value)| value == solution.value);
            choices += usize::from(best.clone().count() > 1);
            let lowest = best.map(|&(m, _)| m).max_by_key(|&Move(card)| (card % 13, card));
            assert_eq!(solution.best_move, lowest, "{position}");
        }
    });
    assert!(choices > 20);
}

#[test]
fn starts_under_different_rules_have_different_keys() {
    let mut keys = HashMap::new();
    for preset in PRESETS {
        for dealer in ["south", "north"] {
            for vulnerable in ["none", "south", "north", "both"] {
                for scoring in ["duplicate", "rubber,part_scores=20/40", "rubber,part_scores=40/20"]
                {
                    let rules = format!(
                        "{preset},dealer={dealer},vulnerable={vulnerable},scoring={scoring}"
                    );
                    let other = keys.insert(start(&rules, 7).key(), rules.clone());
                    assert_eq!(other, None, "{rules}");
                }
            }
        }
    }
}

#[test]
fn the_table_of_tricks_gives_thirteen_to_both_together() {
    let hands = start("taiwan", 3).dealt().hands();
    let table = TrickTable::of(hands, &Control::default()).expect("solved");
    for (strain, leader) in Strain::all().flat_map(|s| SEATS.map(|leader| (s, leader))) {
        let tricks = SEATS.map(|declarer| table.tricks(declarer, strain, leader));
        assert_eq!(tricks[0] + tricks[1], 13);
        // Having the lead costs at most one trick.
        let other = table.tricks(leader, strain, Player(1 - leader.0));
        assert!(table.tricks(leader, strain, leader) + 1 >= other);
    }
}

#[test]
fn scores_fit_the_largest_score_of_the_facts() {
    let most = Bid::all().flat_map(|bid| (0..=13).map(move |tricks| (bid, tricks)));
    let scores = most.flat_map(|(bid, tricks)| {
        let contract = Contract { bid, declarer: Player(0), doubled: 2 };
        let rubber = Rubber::new([1, 0], [60, 0], [60, 0], [0, 0]).expect("a rubber");
        let deals = [150, -150].map(|honours| {
            let after = rubber.score(contract, tricks, honours).expect("a deal").totals();
            (after[0] as i16 - 60 - after[1] as i16).abs()
        });
        [contract.score(tricks, true).abs(), deals[0], deals[1]]
    });
    assert_eq!(scores.max(), Some(Honeymoon::FACTS.max_score));
}
