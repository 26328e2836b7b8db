//! Functions that calls get to call.

use pyo3::Borrowed;
use pyo3::prelude::*;
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript};

use crate::error::wrong_type;
use crate::typed::names;

// The macro lists types; it holds no flow.
macro_rules! callbacks {
    ($($(#[$doc:meta])* $name:ident($with:literal): [$($argument:expr),*] -> $result:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name(pub Py<PyAny>);

        impl<'a, 'py> FromPyObject<'a, 'py> for $name {
            type Error = PyErr;
            #[cfg(feature = "stub")]
            const INPUT_TYPE: PyStaticExpr = type_hint_subscript!(
                type_hint_identifier!("collections.abc", "Callable"),
                PyStaticExpr::List { elts: &[$($argument),*] },
                $result
            );

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
                if object.is_callable() {
                    return Ok($name(object.to_owned().unbind()));
                }
                Err(wrong_type(concat!("expected something callable with ", $with), &object))
            }
        }
    )*};
}

names! {
    ARRAY = type_hint_subscript!(
        type_hint_identifier!("numpy.typing", "NDArray"),
        type_hint_identifier!("typing", "Any")
    );
    INT = type_hint_identifier!("builtins", "int");
    OBJECT = type_hint_identifier!("builtins", "object");
    PAIR = type_hint_subscript!(type_hint_identifier!("builtins", "tuple"), OBJECT, OBJECT);
    RESULT = type_hint_identifier!("bitgames._core", "SearchResult");
    STR = type_hint_identifier!("builtins", "str");
}

callbacks! {
    /// Gets work done and its total, every 50 ms.
    Progress("(done, total)"): [INT, INT] -> OBJECT;
    /// Cancels a call when it returns True.
    Stop("no argument"): [] -> OBJECT;
    /// Gets each line of news of a very long call.
    News("(line)"): [STR] -> OBJECT;
    /// A network: gets planes and mask, returns logits and values.
    Evaluate("(planes, mask)"): [ARRAY, ARRAY] -> PAIR;
    /// Gets finished games.
    OnGame("a game"): [OBJECT] -> OBJECT;
    /// Gets the result of each depth of a search.
    OnDepth("a SearchResult"): [RESULT] -> OBJECT;
}
