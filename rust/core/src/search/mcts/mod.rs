//! Monte Carlo tree search.
//!
//! - `tree`, `node`: the arena of all tree searches, with proven bounds and compaction.
//! - `select`: which child a simulation visits, and which move is best in the end.
//! - `uct`, `options`: the search of one position by random playouts, open or hidden.
//! - `result`: what a search has found.
//! - `gumbel`, `puct`: the rules of searches with a network; `edges`, `softmax`, `noise` serve them.
//! - `pool`: many searches that share a network, and stop where they need it, open or hidden.
//! - `any`: a search of a game whose type is known at run time only.

mod any;
mod edges;
mod gumbel;
mod node;
mod noise;
mod options;
mod pool;
mod puct;
mod result;
mod select;
mod softmax;
mod tree;
mod uct;

pub use self::any::AnyMcts;
pub use self::node::{Node, NodeId};
pub use self::options::{MctsOptions, Rollout};
pub use self::pool::{AnyPool, Pool, PoolOptions, PoolResult, Rule, Searches};
pub use self::result::{MctsResult, MoveResult};
pub(crate) use self::softmax::exp;
#[cfg(feature = "many")]
pub(crate) use self::softmax::softmax;
pub use self::tree::{NodePath, Tree};
pub use self::uct::{MakeSolver, Mcts};
