//! NumPy arrays that calls fill: new ones, and those that the caller owns.

use bitgames_core::{Error, memory};
use numpy::ndarray::IxDyn;
use numpy::{
    Element, PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::error::{Result, wrong_type};
use crate::typed::Typed;

/// The alignment of new arrays in bytes: that of a cache line, which other libraries need to share
/// the memory.
const ALIGNMENT: usize = 64;

/// Asks whether there is room for a new array of this size; NumPy would end the process without.
///
/// # Errors
/// `MemoryError`.
pub fn check_room(bytes: usize) -> Result<()> {
    // A small one always fits, and steps of microseconds do not ask.
    if bytes > 1 << 20 {
        memory::check(bytes)?;
    }
    Ok(())
}

/// A new array of zero bytes, aligned to a cache line.
///
/// # Errors
/// `MemoryError`.
pub fn bytes<'py>(py: Python<'py>, shape: &[usize]) -> Result<Bound<'py, PyArrayDyn<u8>>> {
    let size = shape.iter().product::<usize>();
    check_room(size + ALIGNMENT)?;
    let whole = PyArray1::<u8>::zeros(py, [size + ALIGNMENT - 1], false);
    let skip = (whole.data() as usize).wrapping_neg() % ALIGNMENT;
    let slice = PySlice::new(py, skip as isize, (skip + size) as isize, 1);
    let part = whole.get_item(slice)?.cast_into::<PyArray1<u8>>().map_err(PyErr::from)?;
    Ok(part.reshape(IxDyn(shape))?)
}

/// The same memory as bytes, or as another type of one byte.
pub fn seen_as<'py, T: Element>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let seen = array.call_method1("view", (dtype::<T>(array.py()),))?;
    Ok(seen.cast_into()?)
}

/// The array that the caller gave to be filled, if it has one of these types, this shape, C order,
/// and may be written.
///
/// # Errors
/// `ParameterError` says what is expected and what was given; `TypeError` for anything but an array.
pub fn given<'a, 'py>(
    name: &str,
    object: &'a Bound<'py, PyAny>,
    types: &[Bound<'py, PyArrayDescr>],
    shape: &[usize],
) -> Result<&'a Bound<'py, PyUntypedArray>> {
    let Ok(array) = object.cast::<PyUntypedArray>() else {
        let expected = format!("{name} is a NumPy array to be filled");
        return Err(wrong_type(&expected, object).into());
    };
    let (found, fits) = (array.dtype(), array.shape() == shape && array.is_c_contiguous());
    if types.iter().any(|known| known.is_equiv_to(&found)) && fits && array.is_aligned() {
        return Ok(array);
    }
    let names: Vec<_> = types.iter().map(ToString::to_string).collect();
    let allowed = format!(
        "an array of {} and shape {}, C-contiguous and aligned",
        names.join(" or "),
        shape_text(shape)
    );
    Err(Error::parameter(name, allowed, described(array)).into())
}

/// The same for arrays of one type.
pub fn given_of<'py, T: Element>(
    name: &str,
    object: &Bound<'py, PyAny>,
    shape: &[usize],
) -> Result<Bound<'py, PyArrayDyn<T>>> {
    let array = given(name, object, &[dtype::<T>(object.py())], shape)?;
    Ok(array.cast::<PyArrayDyn<T>>().map_err(PyErr::from)?.clone())
}

/// The right to write an array that [`given`] has passed.
///
/// # Errors
/// `ParameterError` if it is read-only, or another array of a running call has the same memory.
pub fn writable<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyArrayDyn<T>>,
) -> Result<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|error| {
        let wrong = match error {
            numpy::BorrowError::NotWriteable => "a read-only array",
            _ => "one that overlaps another array of a call",
        };
        Error::parameter(name, "an array that only this call writes", wrong).into()
    })
}

/// Lets `work` fill an array, which is of the call or which [`given`] has passed.
///
/// # Errors
/// Those of [`writable`] and of the work.
pub fn filled<'py, T: Element, H>(
    name: &str,
    array: &Bound<'py, PyArrayDyn<T>>,
    work: impl FnOnce(&mut [T]) -> Result<()>,
) -> Result<Typed<'py, H>> {
    let mut writable = writable(name, array)?;
    work(slice(name, &mut writable)?)?;
    Ok(Typed::new(array.clone()))
}

/// An array in words, for errors.
pub fn described(array: &Bound<'_, PyUntypedArray>) -> String {
    let order = if array.is_c_contiguous() { "" } else { ", not C-contiguous" };
    let place = if array.is_aligned() { "" } else { ", not aligned" };
    format!("one of {} and shape {}{order}{place}", array.dtype(), shape_text(array.shape()))
}

/// A shape as Python writes it.
pub fn shape_text(shape: &[usize]) -> String {
    let sides: Vec<_> = shape.iter().map(ToString::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    format!("({}{comma})", sides.join(", "))
}

/// The values of a contiguous array.
pub fn slice<'a, T: Element>(
    name: &str,
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
) -> Result<&'a mut [T]> {
    let wrong = |_| Error::parameter(name, "contiguous", "in pieces");
    Ok(array.as_slice_mut().map_err(wrong)?)
}
