//! Monte Carlo tree search.

mod tree;

pub use self::tree::{Node, NodeId, Path, Tree};
