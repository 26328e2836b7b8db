//! The search of a root that hides something from the player to move there: information set Monte
//! Carlo tree search (Peter Cowling, Edward Powley and Daniel Whitehouse, 2012) with a network.
//!
//! Each simulation draws a world that looks to that player like the root. The tree is over the moves,
//! which all see; a node stands for the positions after its moves in all worlds, and a simulation
//! chooses among the moves that are legal in its own. Where a node lacks one of them, the simulation
//! ends: the network sees the position of that world as its player to move does, and the node gets
//! the moves that it lacks. So everything follows from the seed and the view of the player at the
//! root, and nothing can be proven.

use super::options::PoolOptions;
use super::row::Row;
use super::share::Scratch;
use super::{Watch, ask};
use crate::capability::Searchable;
use crate::search::mcts::tree::Tree;
use crate::search::mcts::uct::seed_of_view;

/// What the view of the player to move adds to the seeds of a search; `None` if nothing is hidden
/// from them, or if the search sees all.
pub fn view<G: Searchable>(root: &G, see_all: bool) -> Option<u64> {
    let hides = G::FACTS.hidden && !see_all && !root.is_open();
    hides.then(|| seed_of_view(&root.view(root.turn())))
}

/// Searches one tree until its positions wait or its search ends.
pub fn search<G: Searchable>(
    row: &mut Row,
    (root, waiting): (&G, &mut [G]),
    options: &PoolOptions,
    symmetries: usize,
    watch: &Watch<'_>,
    Scratch { edges, path }: &mut Scratch,
) {
    if !row.waiting().is_empty() {
        return;
    }
    let mut known = 0_u32;
    while row.waiting().len() < waiting.len() && row.goes_on(options.proof) {
        // All worlds look the same at the root: one answer serves all simulations.
        if !row.tree[Tree::ROOT].is_expanded() && !row.waiting().is_empty() {
            break;
        }
        let mut position = root.determinize(root.turn(), &mut row.world());
        let mut id = Tree::ROOT;
        path.clear();
        path.push(id);
        while !position.is_over() {
            let moves = position.legal_moves();
            let Some(kid) = row.choose_in_world(options, edges, id, &moves) else { break };
            id = kid;
            path.push(id);
            position.play_unchecked(row.tree[id].m);
        }
        let Some(outcome) = position.outcome() else {
            ask(row, path, position, waiting, symmetries);
            continue;
        };
        row.finish(path, outcome.returns(G::FACTS.first_seat(0)));
        known += 1;
        if watch.ends(known) {
            break;
        }
    }
}
