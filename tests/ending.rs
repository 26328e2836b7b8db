//! Tables of endings against published facts.

use bitgames_core::control::Control;
use bitgames_core::ending::{Strain, Table, Threads, verify};

/// Builds both strains and compares what they hold with the published counts.
fn layers(strain: Strain, cards: usize) -> Vec<bitgames_core::ending::LayerSummary> {
    let built = Table::build_with_summary(strain, cards, &Threads(2), &Control::default());
    built.expect("a table of few cards").1
}

#[test]
fn layers_hold_the_published_counts() {
    let plain = layers(Strain::NoTrump, 8);
    let trump = layers(Strain::Trump, 8);
    assert_eq!(plain[2].histogram[..4], [13, 42, 67, 58]);
    assert_eq!(plain[3].histogram[..5], [40, 173, 330, 310, 197]);
    assert_eq!(trump[2].histogram[..4], [69, 134, 156, 101]);
    assert_eq!(trump[3].histogram[..5], [251, 622, 905, 745, 347]);
    for layer in plain.iter().chain(&trump) {
        assert_eq!(layer.costly_leads, 0);
    }
}

#[test]
fn every_value_of_few_cards_follows_from_the_layer_below() {
    for strain in Strain::ALL {
        let table = Table::build(strain, 8, &Threads(1), &Control::default()).expect("a table");
        let all = verify(&table, 20_000, 1, &Control::default()).expect("a right table");
        assert!(all > 20_000);
    }
}
