//! A Monte Carlo tree search as a Python object.

use bitgames_core::Error;
use bitgames_core::any::AnyGame;
use bitgames_core::control::Limits;
use bitgames_core::search::mcts::{AnyMcts, MctsOptions, PoolOptions, Rollout};
use pyo3::prelude::*;

use crate::arguments::{self, Int, Real, Root, Text, choice};
use crate::callbacks::{Evaluate, Progress, Stop};
use crate::error::Result;
use crate::exclusive::Exclusive;
use crate::game_arguments::PositionLike;
use crate::long_call::{Hooks, long_call, long_call_with};
use crate::mcts_result::MctsResult;
use crate::moves::MoveLike;
use crate::net_search::{NetSearch, Run};
use crate::pool;
use crate::position::Position;
use crate::search::own_end;
use crate::typed::{AnyPosition, Typed};

/// Most leaves of one batch.
const MAX_LEAVES: u64 = 4096;

/// A Monte Carlo tree search of an unfinished position, which may be given as text, and of those that
/// follow it.
///
/// Each simulation descends by upper confidence bounds, adds the children of a leaf at its second visit,
/// and estimates the value of one of them.
///
/// - ``c``: the weight of exploration, from 0 on; None for 0.8 with random moves and 0.5 with
///   evaluations.
/// - ``rollout``: how a leaf is estimated: ``"random"`` plays random moves to the end of the game,
///   ``"evaluate"`` asks the game's own evaluation. None takes the one that plays better in the
///   game: the evaluation in Othello and k in a row, random moves elsewhere.
/// - ``proof``: prove values. Moves whose value is known, or that are proven to be no better than
///   others, get no more visits, and a proven position ends the search.
/// - ``exact=E``: solve leaves with at most ``E`` empty squares exactly; in a game with hidden cards
///   leaves in which all cards are known. Each such leaf costs a solve: small numbers are fast.
/// - ``memory``: memory of the tree in MiB (1 to 65536; a node has 32 bytes). Once it is full, the
///   tree grows no more and the search goes on.
/// - ``seed``: as in ``bitgames.seeding``. The same seed gives the same tree, with any ``threads``.
/// - ``threads``: play out the leaves of a batch together; see ``leaves`` of ``run``.
/// - ``see_all``: search the position as it is. Without, a search of a position that hides something
///   draws a new world for each simulation that looks the same to the player to move; its result
///   depends on what they have seen alone. This is no equilibrium: an opponent who knows the
///   search can exploit it, at times more so after a longer search.
///
/// - ``policy``: ``"uct"`` searches as above. ``"gumbel"`` and ``"puct"`` search with a network, which
///   ``evaluate(planes, mask)`` asks: it gets arrays as ``MctsPool.select`` returns them and returns
///   logits and values as ``MctsPool.update`` takes them. ``noise`` is noise at the root, as there, with
///   default 0; ``exact``, ``rollout`` and ``threads`` are for ``"uct"``.
///
/// Raises ParameterError for values out of range, UnsupportedError for a finished game and for
/// ``rollout="evaluate"`` in a game without an evaluation.
///
/// Threads may share it: a call waits until the one before it has ended, and Ctrl-C ends the wait.
///
/// Sources: Kocsis and Szepesvári 2006 (UCT); Winands, Björnsson and Saito 2008, Cazenave and Saffidine
/// 2010 (proven bounds); Cowling, Powley and Whitehouse 2012 (hidden games).
///
/// >>> import bitgames as bg
/// >>> search = bg.Mcts("tictactoe oo./xx./...", seed=1)
/// >>> found = search.run(simulations=1000)
/// >>> found.best_move, found.value, found.proven
/// (c1, 1.0, True)
#[pyclass(frozen, module = "bitgames")]
pub struct Mcts {
    first: Py<Position>,
    options: MctsOptions,
    policy: Text,
    /// Threads that play out the leaves of a batch.
    #[pyo3(get)]
    threads: usize,
    kind: Kind,
}

/// What searches.
enum Kind {
    /// By random playouts.
    Uct(Exclusive<State>),
    /// With a network.
    Net(NetSearch),
}

/// A search and the position at its root.
struct State {
    search: Box<dyn AnyMcts>,
    root: Box<dyn AnyGame>,
}

/// Policies, and whether they do without a network.
const POLICIES: [(&str, bool); 3] = [("uct", true), ("puct", false), ("gumbel", false)];
const ROLLOUTS: [(&str, Rollout); 2] =
    [("random", Rollout::Random), ("evaluate", Rollout::Evaluate)];

#[pymethods]
impl Mcts {
    #[new]
    #[pyo3(signature = (
        position, *, policy = Text("uct".into()), c = None, evaluate = None, exact = Int(0),
        noise = None, memory = Int(64), seed = None, threads = None, see_all = false,
        proof = true, rollout = None
    ), text_signature = "(position, *, policy='uct', c=None, evaluate=None, exact=0, noise=None, memory=64, seed=None, threads=None, see_all=False, proof=True, rollout=None)")]
    fn new(
        position: PositionLike<'_>,
        policy: Text,
        c: Option<Real>,
        evaluate: Option<Evaluate>,
        exact: Int,
        noise: Option<Real>,
        memory: Int,
        seed: Option<Root>,
        threads: Option<Int>,
        see_all: bool,
        proof: bool,
        rollout: Option<Text>,
    ) -> Result<Self> {
        let position = position.0;
        let by_uct = choice("policy", &POLICIES, &policy.0)?;
        let root = Root::or_fresh(position.py(), seed)?;
        let rollout = rollout.map(|given| choice("rollout", &ROLLOUTS, &given.0));
        let options = MctsOptions {
            c: c.map(|c| c.0),
            exact: exact.within("exact", 0, 255)? as usize,
            proof,
            rollout: rollout.transpose()?,
            memory_mib: memory.within("memory", 1, 65536)? as usize,
            seed: root.stream(),
            see_all,
        };
        let threads = arguments::threads(threads)?;
        let game = position.get().game();
        let only = |name, allowed: &str, given: bool| {
            let wrong = || Error::parameter(name, format!("{allowed} with this policy"), "given");
            if given { Err(wrong()) } else { Ok(()) }
        };
        let kind = if by_uct {
            only("evaluate", "None", evaluate.is_some())?;
            only("noise", "None", noise.is_some())?;
            let state = State { search: game.mcts(&options)?, root: game.boxed_clone() };
            Kind::Uct(Exclusive::new("a tree search", state))
        } else {
            only("exact", "0", options.exact > 0)?;
            only("rollout", "None", options.rollout.is_some())?;
            let Some(Evaluate(evaluate)) = evaluate else {
                let allowed = format!("a function of planes and mask with policy={:?}", policy.0);
                return Err(Error::parameter("evaluate", allowed, "None").into());
            };
            let net = PoolOptions {
                rule: pool::rule(&policy.0, PoolOptions::CONSIDERED, c)?,
                noise: noise.map_or(0.0, |noise| noise.0),
                proof,
                see_all,
                mib: options.memory_mib,
                root: root.0,
                ..PoolOptions::default()
            };
            Kind::Net(NetSearch::new(position.py(), game, evaluate, net)?)
        };
        Ok(Mcts { first: position.unbind(), options, policy, threads, kind })
    }

    /// The position at the root.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> Result<Typed<'py, AnyPosition>> {
        let root = match &self.kind {
            Kind::Uct(uct) => uct.lock(py)?.root.boxed_clone(),
            Kind::Net(net) => net.root(py)?,
        };
        Ok(self.first.get().sibling(py, root)?)
    }

    /// Size of the tree's memory in MiB.
    #[getter]
    fn memory(&self) -> usize {
        self.options.memory_mib
    }

    /// Simulates until ``simulations`` are done, ``seconds`` are over, ``stop()`` is true or the value is
    /// proven, and returns what the tree knows then; one second without any of them. The tree stays for
    /// the next call.
    ///
    /// With ``leaves`` above 1 (at most 4096) that many simulations descend before the first of them is
    /// played out; until then each counts as a visit of mean value, so that they spread. The
    /// result depends on ``leaves``: more of them serve more threads, and find a little less. With a
    /// network they are the rows that it sees at a time, at most 1024. Gumbel plans its simulations:
    /// ``simulations`` must be given, and each run begins anew.
    ///
    /// ``stop()`` is called every 50 ms. With ``partial=True`` Ctrl-C ends the search too, instead of
    /// raising KeyboardInterrupt. ``progress(done, total)`` is called every 50 ms: ``done`` counts
    /// simulations, ``total`` is their limit or 0 without a limit.
    ///
    /// >>> import bitgames as bg
    /// >>> search = bg.Mcts(bg.Othello(4), seed=1)
    /// >>> found = search.run(simulations=10_000)
    /// >>> found.value, found.proven, found.simulations < 10_000
    /// (-1.0, True, True)
    #[pyo3(signature = (
        simulations = None, seconds = None, leaves = Int(1), progress = None, *, stop = None,
        partial = false
    ), text_signature = "($self, simulations=None, seconds=None, leaves=1, progress=None, *, stop=None, partial=False)")]
    fn run(
        &self,
        py: Python<'_>,
        simulations: Option<Int>,
        seconds: Option<Real>,
        leaves: Int,
        progress: Option<Progress>,
        stop: Option<Stop>,
        partial: bool,
    ) -> Result<MctsResult> {
        let hooks = Hooks { progress, stop, partial, ..Hooks::default() };
        let nodes = simulations.map(|n| n.within("simulations", 1, i64::MAX as u64)).transpose()?;
        let limits = Limits { depth: None, nodes, time: arguments::seconds(seconds)? };
        let limits = own_end(limits, &hooks);
        let found = match &self.kind {
            Kind::Uct(uct) => {
                let leaves = leaves.within("leaves", 1, MAX_LEAVES)? as usize;
                long_call_with(py, &hooks, |control, _| {
                    let mut state = uct.lock_in(control)?;
                    Ok(state.search.run(limits, leaves, self.threads, control))
                })?
            }
            Kind::Net(net) => {
                if simulations.is_none() && self.policy.0 == "gumbel" {
                    let allowed = "given with policy='gumbel', which plans them";
                    return Err(Error::parameter("simulations", allowed, "None").into());
                }
                let simulations =
                    simulations.map(|n| pool::simulations_of("simulations", n)).transpose()?;
                let simulations = simulations.unwrap_or(pool::MAX_SIMULATIONS as usize);
                let leaves = pool::check_leaves(leaves)?;
                net.run(py, &Run { simulations, time: limits.time, leaves }, &hooks)?
            }
        };
        Ok(MctsResult::of(py, self.first.get().shared(), &found))
    }

    /// Plays a move at the root. The subtree of the move is kept; True if it has any simulations. Where
    /// something is hidden nothing is kept, because the next player has seen other things.
    ///
    /// Raises IllegalMoveError; the search is then as before.
    ///
    /// >>> import bitgames as bg
    /// >>> search = bg.Mcts(bg.Othello(), seed=1)
    /// >>> before = search.run(simulations=1000)
    /// >>> search.advance(before.best_move), search.position.ply
    /// (True, 1)
    /// >>> after = search.run(simulations=1000)
    /// >>> int(after.visits.sum()) - 999 == int(before.visits.max())
    /// True
    #[pyo3(signature = (r#move))]
    fn advance(&self, py: Python<'_>, r#move: MoveLike<'_>) -> Result<bool> {
        let m = self.first.get().resolve(r#move)?;
        let uct = match &self.kind {
            Kind::Uct(uct) => uct,
            Kind::Net(net) => return net.advance(py, m),
        };
        let state = &mut *uct.lock(py)?;
        long_call(py, None, |_| {
            let root = state.root.play(m)?;
            let kept = state.search.advance(m)?;
            state.root = root;
            Ok(kept)
        })
    }

    fn __repr__(&self) -> String {
        let (game, mib) = (self.first.get().game().spec(), self.options.memory_mib);
        format!("<Mcts {game} policy={} memory={mib} threads={}>", self.policy.0, self.threads)
    }
}
