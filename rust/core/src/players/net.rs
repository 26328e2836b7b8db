//! Players by trained networks: `net` plays the move that a network prefers, `mcts:net=FILE` searches a
//! tree with it.

use std::path::Path;
use std::sync::Arc;

use crate::agent::{Agent, Considered, GameContext, Insight, PlayerOptions};
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::error::{Error, Result};
use crate::game::{Move, MoveList};
use crate::memory;
use crate::network::{Network, Purpose};
use crate::rng::Rng;
use crate::search::mcts::{AnyPool, MctsResult, Pool, PoolOptions, Rule, softmax};
use crate::specialists::Playable;

pub(super) const RULE: &str = "the move that a trained network prefers at one look, without a search: net:FILE, \
    or net:NAME, as net:connect4, for one of the package; mcts:net=FILE searches with it";
/// The options of a search with a network, as text for the user.
const SEARCH_OPTIONS: &str = "net, sims, policy, seconds, memory and proof, each once";
/// Simulations of a move when no number is given.
const SIMULATIONS: u64 = 64;
/// Memory of the tree in MiB by default.
const MEMORY_MIB: u64 = 64;

/// The player of a file, for the game of a position.
pub(super) fn make<G: Playable>(position: &G, file: &str) -> Result<Box<dyn Agent<G>>> {
    let network = opened(position, file, "player net")?;
    let planes = memory::filled(0, network.purpose().inputs())?;
    let logits = memory::filled(0.0, network.purpose().moves)?;
    Ok(Box::new(ByPolicy { network, planes, logits }))
}

/// The player that searches with the network of a file.
pub(super) fn search<G: Playable>(
    position: &G,
    file: &str,
    options: &mut PlayerOptions<'_>,
) -> Result<Box<dyn Agent<G>>> {
    options.narrow("mcts with net", SEARCH_OPTIONS);
    let simulations = options.number("sims", 1, 1 << 30)?.unwrap_or(SIMULATIONS);
    let own = Limits { depth: None, nodes: None, time: options.seconds("seconds")? };
    let gumbel = options.word("policy", &["puct", "gumbel"])? == Some(1);
    let how = PoolOptions {
        // PUCT wins 54.5, 51.5 and 51.8 % of games against Gumbel by the networks of the package.
        rule: if gumbel { Rule::default() } else { Rule::Puct { c: PoolOptions::C } },
        simulations: simulations as usize,
        noise: 0.0,
        proof: options.word("proof", &["no", "yes"])? != Some(0),
        mib: options.number("memory", 1, 65536)?.unwrap_or(MEMORY_MIB) as usize,
        ..PoolOptions::default()
    };
    Ok(Box::new(BySearch { network: opened(position, file, "player mcts")?, own, how }))
}

/// A network that plays the game of a position; `player` is what the user calls it.
fn opened<G: Playable>(position: &G, file: &str, player: &str) -> Result<Arc<Network>> {
    if file.is_empty() {
        let allowed = "the file of a trained network, as in net:FILE, or the name of one of the package, as in net:connect4";
        return Err(Error::parameter(player, allowed, "without one"));
    }
    let network = Arc::new(Network::open(Path::new(file))?);
    network.check_plays(&Purpose::of(position), player)?;
    Ok(network)
}

/// Plays the move of the largest logit.
struct ByPolicy {
    network: Arc<Network>,
    planes: Vec<u8>,
    logits: Vec<f32>,
}

impl ByPolicy {
    /// The legal moves in index order with their logits.
    fn moves<G: Playable>(
        &mut self,
        position: &G,
        control: &Control<'_>,
    ) -> Result<(MoveList, Vec<f32>)> {
        position.write_planes(position.turn(), &mut self.planes);
        self.network.evaluate(&self.planes, &mut self.logits, &mut [0.0], control)?;
        let moves = position.legal_moves();
        let logits = moves.iter().map(|m| self.logits[m.index()]).collect();
        Ok((moves, logits))
    }
}

impl<G: Playable> Agent<G> for ByPolicy {
    fn choose(
        &mut self,
        at: GameContext<'_, G>,
        _: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        let (moves, logits) = self.moves(at.position, control)?;
        let mut best = 0;
        for (number, logit) in logits.iter().enumerate() {
            if *logit > logits[best] {
                best = number;
            }
        }
        Ok(moves[best])
    }

    /// The softmax of the logits.
    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let (moves, mut shares) = self.moves(at.position, control)?;
        softmax(&mut shares);
        let sum: f64 = shares.iter().map(|&share| f64::from(share)).sum();
        let consider = |(m, share)| Considered {
            m,
            probability: f64::from(share) / sum,
            value: None,
            visits: 0,
        };
        Ok(Insight::Policy(moves.into_iter().zip(shares).map(consider).collect()))
    }

    fn remembers(&self) -> bool {
        false
    }

    fn is_deterministic(&self) -> bool {
        true
    }
}

/// Plays the move that a search with a network finds, without noise. Each search begins anew.
struct BySearch {
    network: Arc<Network>,
    own: Limits,
    how: PoolOptions,
}

impl BySearch {
    fn found<G: Playable>(
        &mut self,
        position: &G,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<MctsResult> {
        let time = super::within(self.own, position, control).time;
        let deadline = time.map(|time| Instant::now() + time);
        let how = PoolOptions { root: seed.into(), ..self.how.clone() };
        let mut pool = Pool::new(vec![position.clone()], how)?;
        self.network.search(&mut pool, deadline, control)?;
        pool.searches().result_of(0)
    }
}

impl<G: Playable> Agent<G> for BySearch {
    fn choose(
        &mut self,
        at: GameContext<'_, G>,
        rng: &mut Rng,
        control: &Control<'_>,
    ) -> Result<Move> {
        let seed = rng.word();
        if at.position.count_legal() == 1 {
            return Ok(at.position.nth_legal(0));
        }
        let found = self.found(at.position, seed, control)?;
        Ok(found.best_move.unwrap_or_else(|| at.position.nth_legal(0)))
    }

    /// The policy that the search has improved. The values are those of the game's score where this is
    /// win, draw or loss.
    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let found = self.found(at.position, 0, control)?;
        Ok(Insight::Policy(super::considered(at.position, &found)))
    }

    fn is_deterministic(&self) -> bool {
        !G::FACTS.hidden && self.own == Limits::default()
    }
}
