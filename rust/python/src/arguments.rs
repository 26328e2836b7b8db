//! Arguments as Python gives them.

use std::path::PathBuf;
use std::time::Duration;

use bitgames_core::bits::Wide;
use bitgames_core::rng::child_seed;
use bitgames_core::solve::Checkpoint;
use bitgames_core::{Error, memory, table};
use numpy::ndarray::{Dimension, Ix1};
use numpy::{Element, PyReadonlyArray};
use pyo3::Borrowed;
use pyo3::exceptions::{PyException, PyOverflowError, PyTypeError, PyUnicodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PySequence, PyString};
#[cfg(feature = "stub")]
use pyo3::{inspect::PyStaticExpr, type_hint_identifier, type_hint_subscript, type_hint_union};

use crate::error::{Raise, Result, wrong_type};

/// A Python or NumPy integer of any size, but no bool. A value beyond 64 bits saturates, so that
/// the caller's range check reports it.
#[derive(Clone, Copy)]
pub struct Int(pub i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Int {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_identifier!("typing", "SupportsIndex");

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_exact_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err("expected an integer, not bool"));
        }
        match object.extract::<i64>() {
            Ok(n) => Ok(Int(n)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Int(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// A Python or NumPy real number, but no bool.
#[derive(Clone, Copy)]
pub struct Real(pub f64);

impl<'a, 'py> FromPyObject<'a, 'py> for Real {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = f64::INPUT_TYPE;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let wrong = || wrong_type("expected a number", &object);
        if object.is_exact_instance_of::<PyBool>() {
            return Err(wrong());
        }
        match object.extract() {
            Ok(number) => Ok(Real(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                Ok(Real(if object.lt(0)? { f64::NEG_INFINITY } else { f64::INFINITY }))
            }
            Err(error) if error.is_instance_of::<PyException>(py) => Err(wrong()),
            Err(error) => Err(error),
        }
    }
}

impl Int {
    /// The number, if it lies in `least..=most`.
    pub fn within(self, name: &str, least: u64, most: u64) -> Result<u64> {
        match u64::try_from(self.0) {
            Ok(n) if (least..=most).contains(&n) => Ok(n),
            _ => {
                Err(Error::parameter(name, format!("from {least} to {most}"), self.shown()).into())
            }
        }
    }

    /// The number for a check in the core, whose error would show the saturated value.
    pub fn checked_as(self, name: &str, allowed: &str) -> Result<i64> {
        match self.0 {
            i64::MIN | i64::MAX => Err(Error::parameter(name, allowed, self.shown()).into()),
            n => Ok(n),
        }
    }

    /// The place that it means among `count`, as an index of a Python sequence.
    pub fn place_among(self, count: usize) -> Option<usize> {
        let from_start =
            if self.0 < 0 { self.0.saturating_add_unsigned(count as u64) } else { self.0 };
        usize::try_from(from_start).ok().filter(|&place| place < count)
    }

    /// The number as errors show it.
    pub fn shown(self) -> String {
        match self.0 {
            i64::MAX => "a huge number".into(),
            i64::MIN => "a huge negative number".into(),
            n => n.to_string(),
        }
    }
}

/// Text from Python. A lone surrogate (an undecodable byte of a command line) becomes a replacement
/// character, which the reader of the text then rejects.
pub struct Text(pub String);

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_identifier!("builtins", "str");

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let Ok(text) = object.cast::<PyString>() else {
            return Err(wrong_type("expected text (str)", &object));
        };
        Ok(Text(text.to_string_lossy().into_owned()))
    }
}

/// Most items of a sequence that has no bound of its own.
pub const MAX_ITEMS: usize = 1 << 24;

/// A sequence of at most `N` items. What its `len()` says is not believed: at most `N + 1` items are
/// read, because the sequence may be endless, and memory is taken as they come.
pub struct Items<T, const N: usize = MAX_ITEMS>(Vec<T>);

impl<T, const N: usize> Default for Items<T, N> {
    fn default() -> Self {
        Items(Vec::new())
    }
}

impl<T, const N: usize> Items<T, N> {
    /// The items, if there are at most `N`.
    pub fn checked(self, name: &str) -> Result<Vec<T>> {
        if self.0.len() > N {
            let (allowed, given) =
                (format!("a sequence of at most {N}"), format!("{} or more", N + 1));
            return Err(Error::parameter(name, allowed, given).into());
        }
        Ok(self.0)
    }
}

impl<'py, T, const N: usize> FromPyObject<'_, 'py> for Items<T, N>
where
    T: for<'b> FromPyObject<'b, 'py, Error: Into<PyErr>>,
{
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_subscript!(
        type_hint_identifier!("collections.abc", "Sequence"),
        <T as FromPyObject<'_, '_>>::INPUT_TYPE
    );

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() || object.cast::<PySequence>().is_err() {
            return Err(wrong_type("expected a sequence", &object));
        }
        let mut items = Vec::new();
        for item in object.try_iter()?.take(N + 1) {
            let item = item?.extract().map_err(Into::into)?;
            memory::push(&mut items, item).map_err(Raise::from)?;
        }
        Ok(Items(items))
    }
}

impl<const N: usize> Items<Int, N> {
    /// These numbers, as a default.
    pub fn of(numbers: [i64; N]) -> Self {
        Items(numbers.map(Int).into())
    }
}

/// The bits of a set of cells, as an integer.
pub struct Bits(pub Wide);

impl Bits {
    /// The bits as a number below 2**64.
    pub fn word(&self, name: &str) -> Result<u64> {
        let fits = u64::try_from(self.0.low).ok().filter(|_| self.0.high == 0);
        fits.ok_or_else(|| Error::parameter(name, "below 2**64", "a larger number").into())
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Bits {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_identifier!("typing", "SupportsIndex");

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        match object.extract::<u128>() {
            Ok(low) => Ok(Bits(Wide::from(low))),
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                let number = object.call_method0("__index__")?;
                let wrong = |given| Raise::from(Error::parameter("bits", "from 0 up", given));
                if number.lt(0)? {
                    return Err(wrong("a negative number").into());
                }
                let low = number.bitand(u128::MAX)?.extract()?;
                let high = number.rshift(128)?.extract();
                let high = high.map_err(|_| {
                    Raise::from(Error::parameter("bits", "of cells on the board", "a huge number"))
                })?;
                Ok(Bits(Wide { high, low }))
            }
            Err(error) => Err(error),
        }
    }
}

/// A seed argument as its 128-bit root: an integer or a NumPy object. `bitgames.seeding` has the
/// contract and handles all but the plain integer.
#[derive(Clone, Copy)]
pub struct Root(pub u128);

impl<'a, 'py> FromPyObject<'a, 'py> for Root {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = type_hint_union!(
        type_hint_identifier!("typing", "SupportsIndex"),
        type_hint_identifier!("numpy.random", "SeedSequence"),
        type_hint_identifier!("numpy.random", "Generator")
    );

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_exact_instance_of::<PyInt>()
            && let Ok(small) = object.extract::<u64>()
        {
            return Ok(Root(small.into()));
        }
        let root = object.py().import("bitgames.seeding")?.getattr("root")?;
        root.call1((object,))?.extract().map(Root)
    }
}

impl Root {
    /// The root of a seed that may be left out: `None` asks the operating system for a fresh one.
    pub fn or_fresh(py: Python<'_>, seed: Option<Root>) -> PyResult<Root> {
        seed.map_or_else(|| py.None().extract(py), Ok)
    }

    /// The seed of a call that draws from one stream: a root below 2^64 itself, or the first child
    /// of a larger root.
    pub fn stream(self) -> u64 {
        u64::try_from(self.0).unwrap_or_else(|_| child_seed(self.0, 0))
    }
}

/// A NumPy array of exactly this type and number of dimensions, with any strides.
pub struct Array<'py, T: Element, D: Dimension>(pub PyReadonlyArray<'py, T, D>);

impl<T: Number + Copy> Array<'_, T, Ix1> {
    /// The numbers as a list. A strided array may be longer than its memory, so it is asked for.
    pub fn list(&self) -> Result<Vec<T>> {
        let array = self.0.as_array();
        let mut list = memory::list(array.len())?;
        list.extend(array);
        Ok(list)
    }
}

/// An element type of arrays.
pub trait Number: Element {
    /// Its name in NumPy.
    #[cfg(feature = "stub")]
    const HINT: PyStaticExpr;
}

impl Number for u32 {
    #[cfg(feature = "stub")]
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "uint32");
}

impl Number for f32 {
    #[cfg(feature = "stub")]
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "float32");
}

impl Number for u8 {
    #[cfg(feature = "stub")]
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "uint8");
}

impl Number for i8 {
    #[cfg(feature = "stub")]
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "int8");
}

impl<'py, T: Number, D: Dimension + 'static> FromPyObject<'_, 'py> for Array<'py, T, D> {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr =
        type_hint_subscript!(type_hint_identifier!("numpy.typing", "NDArray"), T::HINT);

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.to_owned().extract().map(Array)
    }
}

/// The choice with this name.
pub fn choice<T: Copy>(name: &str, all: &[(&str, T)], given: &str) -> Result<T> {
    let found = all.iter().find(|(known, _)| *known == given);
    let names: Vec<_> = all.iter().map(|(known, _)| *known).collect();
    let wrong = || Error::parameter(name, names.join(" or "), format!("{given:?}")).into();
    found.map(|(_, choice)| *choice).ok_or_else(wrong)
}

/// The name of a choice.
pub fn name_of<T: Copy + PartialEq>(all: &[(&'static str, T)], choice: T) -> &'static str {
    all.iter().find(|(_, known)| *known == choice).map_or("", |(name, _)| name)
}

/// Nodes to visit: `None`, or at least one.
pub fn nodes(nodes: Option<Int>) -> Result<Option<u64>> {
    nodes.map(|n| n.within("nodes", 1, i64::MAX as u64)).transpose()
}

/// Time to use: `None`, or more than zero seconds.
pub fn seconds(seconds: Option<Real>) -> Result<Option<Duration>> {
    match seconds {
        None => Ok(None),
        Some(Real(s)) if s > 0.0 && s <= 1e9 => Ok(Some(Duration::from_secs_f64(s))),
        Some(Real(s)) => Err(Error::parameter("seconds", "above 0 and at most 1e9", s).into()),
    }
}

/// Threads of a call whose result does not depend on their number: `None` stands for all processors.
pub fn threads(threads: Option<Int>) -> Result<usize> {
    const MAX: u64 = 1024;
    Ok(match threads {
        None => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        Some(n) => n.within("threads", 1, MAX)? as usize,
    })
}

/// Threads of a search or a solve, whose result depends on their number: `None` stands for one.
pub fn search_threads(threads: Option<Int>) -> Result<usize> {
    self::threads(threads.or(Some(Int(1))))
}

/// Size of a transposition table.
pub fn table_mib(mib: Int) -> Result<usize> {
    Ok(table::check_mib(mib.checked_as("table_mib", "from 1 to 65536 MiB")?)?)
}

/// The path of a file or folder: text or `os.PathLike`, without NUL characters and lone surrogates.
pub struct FilePath(pub PathBuf);

impl<'a, 'py> FromPyObject<'a, 'py> for FilePath {
    type Error = PyErr;
    #[cfg(feature = "stub")]
    const INPUT_TYPE: PyStaticExpr = PathBuf::INPUT_TYPE;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let wrong = |value: &str| {
            PyErr::from(Raise::from(Error::parameter(
                "path",
                "the name of a file or folder",
                value,
            )))
        };
        let path: PathBuf = match object.extract() {
            Ok(path) => path,
            Err(error) if error.is_instance_of::<PyUnicodeError>(object.py()) => {
                return Err(wrong("text with a lone surrogate"));
            }
            Err(error) => return Err(error),
        };
        match path.as_os_str().as_encoded_bytes() {
            [] => Err(wrong("an empty text")),
            bytes if bytes.contains(&0) => Err(wrong("text with a NUL character")),
            _ => Ok(FilePath(path)),
        }
    }
}

/// The checkpoint file of a solve, and the time between two writes.
pub fn checkpoint(path: Option<FilePath>, seconds: f64) -> Result<Option<Checkpoint>> {
    if !(0.0..=1e9).contains(&seconds) {
        let allowed = "from 0 to 1e9";
        return Err(Error::parameter("checkpoint_seconds", allowed, seconds).into());
    }
    let every = Duration::from_secs_f64(seconds);
    Ok(path.map(|path| Checkpoint { path: path.0, every }))
}
