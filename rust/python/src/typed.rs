//! Values whose Python type the stub generator cannot see from the Rust one.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::marker::PhantomData;

use pyo3::inspect::PyStaticConstant;
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{Borrowed, BoundObject};
use pyo3::{type_hint_identifier, type_hint_subscript, type_hint_union};

/// The name of a Python type.
pub trait Hint {
    /// The type as the stub writes it.
    const HINT: PyStaticExpr;
}

/// An object that the stub gives the type `H`.
pub struct Typed<'py, H>(Bound<'py, PyAny>, PhantomData<H>);

impl<'py, H> Typed<'py, H> {
    /// The object under its type.
    pub fn new(object: Bound<'py, PyAny>) -> Self {
        Typed(object, PhantomData)
    }

    pub fn into_inner(self) -> Bound<'py, PyAny> {
        self.0
    }
}

impl<'py, H: Hint> IntoPyObject<'py> for Typed<'py, H> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = Infallible;
    const OUTPUT_TYPE: PyStaticExpr = H::HINT;

    fn into_pyobject(self, _: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(self.0)
    }
}

/// An argument that is passed on to Python, which checks it.
impl<'a, 'py, H: Hint> FromPyObject<'a, 'py> for Typed<'py, H> {
    type Error = Infallible;
    const INPUT_TYPE: PyStaticExpr = H::HINT;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> std::result::Result<Self, Infallible> {
        Ok(Typed::new(object.to_owned()))
    }
}

/// What `__reduce__` returns: the function that rebuilds the object, and its arguments.
pub fn reduced<'py>(
    maker: Bound<'py, PyAny>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Error: Into<PyErr>>,
) -> PyResult<Typed<'py, Reduced>> {
    let py = maker.py();
    let arguments = arguments.into_pyobject(py).map_err(Into::into)?.into_any().into_bound();
    Ok(Typed::new(PyTuple::new(py, [maker, arguments])?.into_any()))
}

/// A hash of these fields.
pub fn hash(fields: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    fields.hash(&mut hasher);
    hasher.finish()
}

// The macro lists types; it holds no flow.
macro_rules! hints {
    ($($(#[$doc:meta])* $name:ident = $hint:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name;
        impl Hint for $name {
            const HINT: PyStaticExpr = $hint;
        }
    )*};
}

const INT: PyStaticExpr = type_hint_identifier!("builtins", "int");
const LIST: PyStaticExpr = type_hint_identifier!("builtins", "list");
const PYRAMID: PyStaticExpr = type_hint_identifier!("bitgames._core", "PyramidSet");
const TUPLE: PyStaticExpr = type_hint_identifier!("builtins", "tuple");
const ARRAY: PyStaticExpr = type_hint_identifier!("numpy.typing", "NDArray");
const BYTE_ARRAY: PyStaticExpr =
    type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "uint8"));
const BOOLEAN_ARRAY: PyStaticExpr =
    type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "bool_"));
const FLOAT_ARRAY: PyStaticExpr =
    type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "float32"));
const MOVE: PyStaticExpr = type_hint_identifier!("bitgames._core", "Move");
const INDEX: PyStaticExpr = type_hint_identifier!("typing", "SupportsIndex");
const STR: PyStaticExpr = type_hint_identifier!("builtins", "str");
const FLOAT: PyStaticExpr = type_hint_identifier!("builtins", "float");
const ITERABLE: PyStaticExpr = type_hint_identifier!("collections.abc", "Iterable");
const MAPPING: PyStaticExpr = type_hint_identifier!("collections.abc", "Mapping");
/// A move, or a cell by its number or name.
const CELL: PyStaticExpr = type_hint_union!(MOVE, INDEX, STR);
const VALUE: PyStaticExpr = type_hint_union!(FLOAT, STR);
const ANY_LENGTH: PyStaticExpr = PyStaticExpr::Constant { value: PyStaticConstant::Ellipsis };

hints! {
    /// The class it is called on.
    SelfType = type_hint_identifier!("typing", "Self");
    /// One of the dictionaries of `bitgames.scene`.
    Scene = type_hint_identifier!("bitgames.scene", "Scene");
    /// Anything that is an integer.
    Index = INDEX;
    /// A seat by its number or name, or `all`.
    AnyViewer = type_hint_union!(INDEX, STR);
    AnyText = STR;
    /// A move, its index or its text.
    AnyMove = CELL;
    AnyPosition = type_hint_identifier!("bitgames._core", "Position");
    /// The name of a theme, or a theme.
    AnyTheme = type_hint_union!(STR, type_hint_identifier!("bitgames.render", "Theme"));
    /// Numbers or texts by cell.
    CellValues = type_hint_subscript!(MAPPING, CELL, VALUE);
    Cells = type_hint_subscript!(ITERABLE, CELL);
    /// Pairs of cells.
    Arrows = type_hint_subscript!(ITERABLE, type_hint_subscript!(TUPLE, CELL, CELL));
    Integer = INT;
    /// `CellSet`, or its subclass for a pyramid.
    AnyCells = type_hint_identifier!("bitgames._core", "CellSet");
    Pyramid = PYRAMID;
    Waves = type_hint_subscript!(LIST, type_hint_subscript!(TUPLE, INT, PYRAMID));
    MoveIterator = type_hint_subscript!(type_hint_identifier!("collections.abc", "Iterator"), MOVE);
    Moves = type_hint_subscript!(LIST, MOVE);
    SearchLines = type_hint_subscript!(
        TUPLE,
        type_hint_identifier!("bitgames._core", "SearchLine"),
        ANY_LENGTH
    );
    MoveCounts = type_hint_subscript!(type_hint_identifier!("builtins", "dict"), MOVE, INT);
    IntCounts = type_hint_subscript!(type_hint_identifier!("builtins", "dict"), INT, INT);
    Ints = type_hint_subscript!(TUPLE, INT, ANY_LENGTH);
    Floats = type_hint_subscript!(TUPLE, type_hint_identifier!("builtins", "float"), ANY_LENGTH);
    Strings = type_hint_subscript!(TUPLE, type_hint_identifier!("builtins", "str"), ANY_LENGTH);
    Reduced = type_hint_subscript!(TUPLE, type_hint_identifier!("typing", "Any"), ANY_LENGTH);
    Keywords = type_hint_subscript!(
        type_hint_identifier!("builtins", "dict"),
        STR,
        type_hint_identifier!("typing", "Any")
    );
    Booleans = BOOLEAN_ARRAY;
    Words = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "uint32"));
    /// Planes and mask.
    PoolArrays = type_hint_subscript!(TUPLE, BYTE_ARRAY, BOOLEAN_ARRAY);
    /// Moves, policy, values and visits.
    PoolResult = type_hint_subscript!(
        TUPLE,
        type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "int64")),
        FLOAT_ARRAY,
        FLOAT_ARRAY,
        type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "uint32"))
    );
    Int8s = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "int8"));
    Int16s = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "int16"));
    Int64s = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "int64"));
    Float32s = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "float32"));
    AnyArray = type_hint_subscript!(ARRAY, type_hint_identifier!("typing", "Any"));
    /// Anything that becomes an array.
    ArrayLike = type_hint_identifier!("numpy.typing", "ArrayLike");
    /// The type of the items of an array.
    DType = type_hint_identifier!("numpy.typing", "DTypeLike");
    /// A spec, or a position.
    GameStart = type_hint_union!(STR, type_hint_identifier!("bitgames._core", "Position"));
    /// A position, or some.
    AnyPositions = type_hint_union!(
        type_hint_identifier!("bitgames._core", "Position"),
        type_hint_subscript!(
            type_hint_identifier!("collections.abc", "Sequence"),
            type_hint_identifier!("bitgames._core", "Position")
        )
    );
    Sides = type_hint_subscript!(TUPLE, INT, INT, INT);
    Positions =
        type_hint_subscript!(LIST, type_hint_identifier!("bitgames._core", "Position"));
    Bytes = BYTE_ARRAY;
}
