//! Par of two open hands.

use std::hash::Hash;

use bitgames_core::Error;
use bitgames_core::games::Honeymoon as Game;
use bitgames_core::games::honeymoon::{Par as Core, SEATS};
use pyo3::prelude::*;

use super::seat;
use crate::arguments::{Int, Items, Text};
use crate::error::Result;
use crate::moves::{Move, moves};
use crate::typed::{Reduced, Typed, by_value, reduced};

/// The par result of two open hands. Immutable: it compares, hashes and pickles by value.
#[pyclass(frozen, eq, hash, module = "bitgames.honeymoon")]
pub struct Par {
    /// South's score.
    #[pyo3(get)]
    score: i16,
    /// The par contract; None if both players pass.
    #[pyo3(get)]
    contract: Option<String>,
    /// The declarer's seat; None if both players pass.
    #[pyo3(get)]
    declarer: Option<u8>,
    /// The calls that lead to the contract, the dealer's first.
    #[pyo3(get)]
    calls: Vec<Py<Move>>,
}

by_value!(Par);

impl Par {
    /// The object of a par, with its calls as objects.
    pub fn of(par: &Core, calls: Vec<Py<Move>>) -> Self {
        Par {
            score: par.score,
            contract: par.contract.map(|contract| contract.to_string()),
            declarer: par.contract.map(|contract| contract.declarer.0),
            calls,
        }
    }

    fn compared(&self) -> impl Hash + PartialEq {
        (self.score, &self.contract, self.declarer, moves(&self.calls))
    }
}

#[pymethods]
impl Par {
    /// A par with this score, contract, declarer and calls.
    #[new]
    fn new(
        score: Int,
        contract: Option<Text>,
        declarer: Option<Int>,
        calls: Items<Py<Move>, 128>,
    ) -> Result<Self> {
        let most = <Game as bitgames_core::Game>::FACTS.max_score;
        let score = i16::try_from(score.0)
            .ok()
            .filter(|n| (-most..=most).contains(n))
            .ok_or_else(|| Error::parameter("score", format!("from -{most} to {most}"), score.0))?;
        Ok(Par {
            score,
            contract: contract.map(|contract| contract.0),
            declarer: declarer.map(|declarer| seat(declarer).map(|seat| seat.0)).transpose()?,
            calls: calls.checked("calls")?,
        })
    }

    fn __repr__(&self) -> String {
        match (&self.contract, self.declarer) {
            (Some(contract), Some(declarer)) => {
                let seat = SEATS[usize::from(declarer)];
                format!("<Par {:+}, {contract} by {seat}>", self.score)
            }
            _ => format!("<Par {:+}, passed out>", self.score),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Reduced>> {
        let arguments = (self.score, &self.contract, self.declarer, &self.calls);
        reduced(py.get_type::<Par>(), arguments)
    }
}
