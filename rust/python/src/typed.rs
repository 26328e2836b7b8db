//! Values whose Python type the stub generator cannot see from the Rust one.
//!
//! With the feature `stub` the module describes itself to that generator, here and in each argument with
//! a type of its own. What is installed has no need of it.

use std::convert::Infallible;
use std::marker::PhantomData;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{Borrowed, BoundObject};
#[cfg(feature = "stub")]
use pyo3::{
    inspect::{PyStaticConstant, PyStaticExpr},
    type_hint_identifier, type_hint_subscript, type_hint_union,
};

/// The name of a Python type.
pub trait Hint {
    /// The type as the stub writes it.
    #[cfg(feature = "stub")]
    const HINT: PyStaticExpr;
}

/// An object that the stub gives the type `H`.
pub struct Typed<'py, H>(Bound<'py, PyAny>, PhantomData<H>);

impl<'py, H> Typed<'py, H> {
    /// The object under its type.
    pub fn new<T>(object: Bound<'py, T>) -> Self {
        Typed(object.into_any(), PhantomData)
    }

    pub fn into_inner(self) -> Bound<'py, PyAny> {
        self.0
    }
}

impl<'py, H: Hint> IntoPyObject<'py> for Typed<'py, H> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = Infallible;
    #[cfg(feature = "stub")]
    const OUTPUT_TYPE: PyStaticExpr = H::HINT;

    fn into_pyobject(self, _: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(self.0)
    }
}

/// An argument that is passed on to Python, which checks it.
impl<'a, 'py, H: Hint> FromPyObject<'a, 'py> for Typed<'py, H> {
    type Error = Infallible;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = H::HINT;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> std::result::Result<Self, Infallible> {
        Ok(Typed::new(object.to_owned()))
    }
}

/// What `__reduce__` returns: the function that rebuilds the object, and its arguments.
pub fn reduced<'py, T>(
    maker: Bound<'py, T>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Error: Into<PyErr>>,
) -> PyResult<Typed<'py, Reduced>> {
    let py = maker.py();
    let arguments = arguments.into_pyobject(py).map_err(Into::into)?.into_any().into_bound();
    Ok(Typed::new(PyTuple::new(py, [maker.into_any(), arguments])?))
}

/// Lets Python compare and hash the objects of a class by what its method `compared` returns.
macro_rules! by_value {
    ($class:ty) => {
        impl PartialEq for $class {
            fn eq(&self, other: &Self) -> bool {
                self.compared() == other.compared()
            }
        }

        impl std::hash::Hash for $class {
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                self.compared().hash(hasher);
            }
        }
    };
}
pub(crate) use by_value;

/// Names of types, for those of the stub.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $hint:expr;)*) => {$(
        $(#[$doc])*
        #[cfg(feature = "stub")]
        const $name: PyStaticExpr = $hint;
    )*};
}
pub(crate) use names;

// The macro lists types; it holds no flow.
macro_rules! hints {
    ($($(#[$doc:meta])* $name:ident = $hint:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name;
        impl Hint for $name {
            #[cfg(feature = "stub")]
            const HINT: PyStaticExpr = $hint;
        }
    )*};
}

names! {
    INT = type_hint_identifier!("builtins", "int");
    TUPLE = type_hint_identifier!("builtins", "tuple");
    ARRAY = type_hint_identifier!("numpy.typing", "NDArray");
    ARRAY_LIKE = type_hint_identifier!("numpy.typing", "ArrayLike");
    DICT = type_hint_identifier!("builtins", "dict");
    POSITION = type_hint_identifier!("bitgames._core", "Position");
    MOVE = type_hint_identifier!("bitgames._core", "Move");
    INDEX = type_hint_identifier!("typing", "SupportsIndex");
    STR = type_hint_identifier!("builtins", "str");
    FLOAT = type_hint_identifier!("builtins", "float");
    ITERABLE = type_hint_identifier!("collections.abc", "Iterable");
    MAPPING = type_hint_identifier!("collections.abc", "Mapping");
    /// A move, or a cell by its number or name.
    CELL = type_hint_union!(MOVE, INDEX, STR);
    VALUE = type_hint_union!(FLOAT, STR);
    ANY_LENGTH = PyStaticExpr::Constant { value: PyStaticConstant::Ellipsis };
}

hints! {
    /// The class it is called on.
    SelfType = type_hint_identifier!("typing", "Self");
    /// One of the dictionaries of `bitgames.scene`.
    Scene = type_hint_identifier!("bitgames.scene", "Scene");
    Geometry = type_hint_identifier!("bitgames.scene", "Geometry");
    /// The code and the values of a sentence.
    SaidData = type_hint_subscript!(DICT, STR, type_hint_identifier!("typing", "Any"));
    Sentences = type_hint_subscript!(DICT, STR, STR);
    /// A sentence with its code; a text or a number in it.
    Sentence = STR;
    MoveTuple = type_hint_subscript!(TUPLE, MOVE, ANY_LENGTH);
    /// Anything that is an integer.
    Index = INDEX;
    /// A seat by its number or name, `public` or `all`.
    AnyViewer = type_hint_union!(INDEX, STR);
    AnyText = STR;
    /// A move, its index or its text.
    AnyMove = CELL;
    AnyPosition = POSITION;
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
    Pyramid = type_hint_identifier!("bitgames._core", "PyramidSet");
    MoveIterator = type_hint_subscript!(type_hint_identifier!("collections.abc", "Iterator"), MOVE);
    SearchLines = type_hint_subscript!(
        TUPLE,
        type_hint_identifier!("bitgames._core", "SearchLine"),
        ANY_LENGTH
    );
    MoveCounts = type_hint_subscript!(DICT, MOVE, INT);
    IntCounts = type_hint_subscript!(DICT, INT, INT);
    Ints = type_hint_subscript!(TUPLE, INT, ANY_LENGTH);
    Floats = type_hint_subscript!(TUPLE, FLOAT, ANY_LENGTH);
    Strings = type_hint_subscript!(TUPLE, STR, ANY_LENGTH);
    Reduced = type_hint_subscript!(TUPLE, type_hint_identifier!("typing", "Any"), ANY_LENGTH);
    Keywords = type_hint_subscript!(DICT, STR, type_hint_identifier!("typing", "Any"));
    Booleans = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "bool_"));
    Words = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "uint32"));
    Int8s = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "int8"));
    Int16s = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "int16"));
    Int64s = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "int64"));
    Float32s = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "float32"));
    AnyArray = type_hint_subscript!(ARRAY, type_hint_identifier!("typing", "Any"));
    /// Anything that becomes an array.
    ArrayLike = ARRAY_LIKE;
    /// The layers of a network.
    Layers = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Sequence"),
        type_hint_union!(STR, type_hint_subscript!(TUPLE, ARRAY_LIKE, ARRAY_LIKE))
    );
    /// The type of the items of an array.
    DType = type_hint_identifier!("numpy.typing", "DTypeLike");
    /// A position, or some.
    AnyPositions = type_hint_union!(
        POSITION,
        type_hint_subscript!(type_hint_identifier!("collections.abc", "Sequence"), POSITION)
    );
    Bytes = type_hint_subscript!(ARRAY, type_hint_identifier!("numpy", "uint8"));
}
