//! Monte Carlo tree search.

mod edges;
pub mod gumbel;
mod noise;
mod pool;
pub mod puct;
mod softmax;
mod tree;

pub use self::edges::Edges;
pub use self::pool::{AnyPool, Found, Outputs, Pool, PoolOptions, Rows, Rule};
pub use self::tree::{Node, NodeId, Path, Tree};
