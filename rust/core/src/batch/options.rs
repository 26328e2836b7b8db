//! The choices of a batch.

/// When the game after a finished one begins; the names are those of Gymnasium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoReset {
    /// In the step after the one that ended it, whose move is ignored.
    NextStep,
    /// In the step that ended it; [`super::Batch::ended`] keeps its last position.
    SameStep,
    /// When it is asked for.
    Disabled,
}

/// What an illegal move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnIllegal {
    /// It is an error, and no row has changed.
    Raise,
    /// It loses the game.
    Lose,
}

/// The order of the values of planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Planes, rows, columns.
    Chw,
    /// Rows, columns, planes.
    Hwc,
}

/// The choices of a batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// Root of all deals and random moves.
    pub root: u128,
    /// The number of the first row, for batches that are parts of a larger one.
    pub first: u64,
    /// When the game after a finished one begins.
    pub autoreset: AutoReset,
    /// What an illegal move does.
    pub on_illegal: OnIllegal,
    /// The order of the values of planes.
    pub layout: Layout,
    /// Random moves with which a game begins, fewer if it would be over by then.
    pub random_plies: u16,
    /// Threads of a call, at least 1; the results do not depend on it.
    pub threads: usize,
}
