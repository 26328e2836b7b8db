//! The player that searches a tree by random playouts.

#[cfg(feature = "many")]
use super::net;
use crate::agent::{Agent, GameContext, Insight, PlayerOptions};
use crate::control::{Control, Limits};
use crate::error::Result;
use crate::game::Move;
use crate::rng::Rng;
use crate::search::mcts::{Mcts, MctsOptions, Rollout};
use crate::solve;
use crate::specialists::{Playable, Specialists};

/// Simulations of a move when no limit is given.
const SIMULATIONS: u64 = 1000;
/// Memory of the tree in MiB by default.
const MEMORY_MIB: u64 = 64;

/// The options that the player takes, as text for the user.
pub(super) const OPTIONS: &str =
    "sims, seconds, exact, c, memory, proof, rollout and net, each once";
pub(super) const RULE: &str = "the most visited move of a tree search by random playouts; options sims=N (default 1000 when no \
    limit is given), seconds=S, exact=E (solve leaves of at most E empty squares), c=C (exploration), \
    memory=MIB (default 64), proof=yes|no (default yes), rollout=random|evaluate \
    (default: the stronger one in the game); net=FILE takes the policy and values of a trained network \
    in place of playouts (sims default 64; the file's name has no comma), with sims, \
    policy=puct|gumbel (default puct), seconds, memory, proof";

pub(super) fn make<G: Playable>(
    position: &G,
    options: &mut PlayerOptions<'_>,
) -> Result<Box<dyn Agent<G>>> {
    #[cfg(feature = "many")]
    if let Some(file) = options.text("net") {
        return net::search(position, file, options);
    }
    let limits = Limits {
        depth: None,
        nodes: options.number("sims", 1, 1 << 53)?,
        time: options.seconds("seconds")?,
    };
    let usual = MctsOptions::default();
    let how = MctsOptions {
        exact: options.number("exact", 0, 255)?.map_or(usual.exact, |n| n as usize),
        c: options.real("c", 1e6)?,
        memory_mib: options.number("memory", 1, 65536)?.unwrap_or(MEMORY_MIB) as usize,
        proof: options.word("proof", &["no", "yes"])?.map_or(usual.proof, |word| word == 1),
        rollout: options
            .word("rollout", &["random", "evaluate"])?
            .map(|word| [Rollout::Random, Rollout::Evaluate][word]),
        ..usual
    };
    // A game without an evaluation refuses the rollout now.
    Mcts::check(position, &how)?;
    Ok(Box::new(ByPlayouts { how, limits, kept: None }))
}

/// Plays the best move of a tree search, and keeps the tree for its next move.
struct ByPlayouts<G> {
    how: MctsOptions,
    limits: Limits,
    kept: Option<Kept<G>>,
}

/// The search of an earlier move, and where in its game it stands.
struct Kept<G> {
    start: G,
    moves: Vec<Move>,
    search: Mcts<G>,
}

impl<G: Specialists> ByPlayouts<G> {
    /// The limits for the next move.
    fn within(&self, position: &G, control: &Control<'_>) -> Limits {
        let mut limits = super::within(self.limits, position, control);
        if limits == Limits::default() {
            limits.nodes = Some(SIMULATIONS);
        }
        limits
    }

    /// The search at a position: the one of an earlier move of this game, if there is one.
    fn search(&mut self, at: GameContext<'_, G>, seed: u64) -> Result<&mut Mcts<G>> {
        let kept = if let Some(mut kept) = self.kept.take() {
            let played = kept.moves.len();
            let follows = kept.start == *at.start && at.moves.starts_with(&kept.moves);
            let mut reached = follows && !at.moves.is_empty();
            for &m in at.moves.iter().skip(played).take_while(|_| follows) {
                reached = reached && kept.search.advance(m).is_ok();
            }
            if reached && kept.search.position() == at.position {
                kept.search.reseed(seed);
            } else {
                kept.search.restart(at.position, seed);
            }
            kept.start = at.start.clone();
            kept.moves = at.moves.to_vec();
            kept
        } else {
            let how = MctsOptions { seed, ..self.how.clone() };
            let search = Mcts::new(at.position, &how, solve::solver)?;
            Kept { start: at.start.clone(), moves: at.moves.to_vec(), search }
        };
        Ok(&mut self.kept.insert(kept).search)
    }
}

impl<G: Specialists> Agent<G> for ByPlayouts<G> {
    fn start_game(&mut self, _: u64) -> Result<()> {
        self.kept = None;
        Ok(())
    }

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
        let limits = self.within(at.position, control);
        let found = self.search(at, seed)?.run(limits, 1, 1, control);
        // A stopped search has a result, but a stopped player makes no move.
        control.poll()?;
        Ok(found.best_move.unwrap_or_else(|| at.position.nth_legal(0)))
    }

    /// The share of visits of each move. The values are those of the game's score where this is win,
    /// draw or loss.
    fn insight(&mut self, at: GameContext<'_, G>, control: &Control<'_>) -> Result<Insight> {
        let mut search = Mcts::new(at.position, &self.how, solve::solver)?;
        let found = search.run(self.within(at.position, control), 1, 1, control);
        control.poll()?;
        Ok(Insight::Policy(super::considered(at.position, &found)))
    }
}
