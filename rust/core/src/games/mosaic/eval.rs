//! What a search may know.

use super::quo::Quo;
use super::rules::Board;
use crate::capability::Evaluate;
use crate::pyramid::PyramidWord;

impl<W: PyramidWord> Evaluate for Board<W> {}

impl<W: PyramidWord> Evaluate for Quo<W> {}
