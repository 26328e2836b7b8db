//! Arrays of integers that calls read: those of NumPy and of other libraries, and lists.

use bitgames_core::{Error, memory};
use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyType};

use crate::arguments::Int;
use crate::buffers;
use crate::error::{Result, kind_of};

/// An array of integers: the caller's own memory if it is of 64-bit integers in one piece.
pub enum Integers<'py> {
    /// That memory.
    Borrowed(PyReadonlyArray1<'py, i64>),
    /// A copy of another array, or of what is no array.
    Copied(Vec<i64>),
}

impl<'py> Integers<'py> {
    /// The integers that an argument holds, `size` of them.
    ///
    /// # Errors
    /// `ParameterError`.
    pub fn of(name: &str, object: &Bound<'py, PyAny>, size: usize) -> Result<Self> {
        let array = as_array(name, object, size)?;
        let kind = array.dtype().kind();
        // An empty list becomes an array of floats.
        let fits = array.shape() == [size] && (matches!(kind, b'i' | b'u') || size == 0);
        if !fits {
            let allowed = format!("an array of integers and shape ({size},)");
            return Err(Error::parameter(name, allowed, buffers::described(&array)).into());
        }
        if let Ok(own) = array.cast::<PyArray1<i64>>() {
            let wrong = |_| {
                let wrong = "one that overlaps an array that a call fills";
                Error::parameter(name, "an array that nobody writes", wrong)
            };
            let own = own.try_readonly().map_err(wrong)?;
            return Ok(match own.as_slice() {
                Ok(_) => Integers::Borrowed(own),
                Err(_) => Integers::Copied(own.as_array().to_vec()),
            });
        }
        let py = array.py();
        let mut array = array.into_any();
        if kind == b'u' {
            // Larger numbers would come out negative.
            array = array.call_method1("astype", (dtype::<u64>(py),))?;
            array = py.import("numpy")?.call_method1("minimum", (array, i64::MAX as u64))?;
        }
        let wide = array.call_method1("astype", (dtype::<i64>(py),))?;
        let wide = wide.cast::<PyArray1<i64>>().map_err(PyErr::from)?;
        Ok(Integers::Copied(wide.readonly().as_array().to_vec()))
    }

    pub fn values(&self) -> Result<&[i64]> {
        match self {
            Integers::Borrowed(array) => {
                let wrong = |_| Error::parameter("moves", "contiguous", "in pieces");
                Ok(array.as_slice().map_err(wrong)?)
            }
            Integers::Copied(values) => Ok(values),
        }
    }
}

/// The object as an array. What is no array is read item by item, up to one more than `most`: NumPy
/// would follow a sequence that has no end.
pub fn as_array<'py>(
    name: &str,
    object: &Bound<'py, PyAny>,
    most: usize,
) -> Result<Bound<'py, PyUntypedArray>> {
    let py = object.py();
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    if let Some(array) = foreign(object)? {
        return Ok(array);
    }
    let wrong = || Error::parameter(name, "an array of integers", kind_of(object));
    let mut items = Vec::new();
    for item in object.try_iter().map_err(|_| wrong())?.take(most.saturating_add(1)) {
        memory::push(&mut items, item?)?;
    }
    if !items.is_empty() && items.iter().all(PyAnyMethods::is_exact_instance_of::<PyBool>) {
        let flags = items.iter().map(|item| item.extract().map_err(|_| wrong().into()));
        let flags: Vec<bool> = flags.collect::<Result<_>>()?;
        return Ok(PyArray1::from_vec(py, flags).as_untyped().clone());
    }
    let numbers = items.iter().map(|item| match item.extract() {
        Ok(Int(number)) => Ok(number),
        Err(_) => Err(wrong().into()),
    });
    let numbers: Vec<i64> = numbers.collect::<Result<_>>()?;
    Ok(PyArray1::from_vec(py, numbers).as_untyped().clone())
}

/// The array of another library, as far as it is in the memory of the processor; `None` for anything
/// that is no array.
pub fn foreign<'py>(object: &Bound<'py, PyAny>) -> Result<Option<Bound<'py, PyUntypedArray>>> {
    const MARKS: [&str; 3] = ["__array__", "__array_interface__", "__dlpack__"];
    let has = |mark: &&str| object.hasattr(*mark).unwrap_or(false);
    if object.is_instance_of::<PyType>() || !MARKS.iter().any(has) {
        return Ok(None);
    }
    let made = object.py().import("numpy")?.call_method1("asarray", (object,))?;
    Ok(Some(made.cast_into().map_err(PyErr::from)?))
}
