//! The functions of the module. One thread calls them. Their names are not those of the C library, which
//! the compiler knows and a native program has.

use std::cell::RefCell;
use std::slice;

use crate::engine::Engine;

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// Memory for so many bytes, zeroed; null if there is not enough.
#[expect(unsafe_code, reason = "a function of the module has its name")]
#[unsafe(no_mangle)]
pub extern "C" fn engine_alloc(length: usize) -> *mut u8 {
    let mut bytes = Vec::<u8>::new();
    if bytes.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    bytes.resize(length, 0);
    Box::into_raw(bytes.into_boxed_slice()).cast()
}

/// Gives memory back.
///
/// # Safety
/// The memory is from [`engine_alloc`] with the same length, or an answer of [`engine_call`], whose length is that
/// of its text and 4; it is not used any more.
#[expect(unsafe_code, reason = "the host owns what it has asked for")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn engine_free(bytes: *mut u8, length: usize) {
    if !bytes.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) });
    }
}

/// Answers a request in UTF-8. The answer is the length of its text in 4 bytes, lowest first, and the
/// text; the host gives it back. `data` are the bytes of a file for the request `load`.
///
/// # Safety
/// Both are memory of these lengths from [`engine_alloc`].
#[expect(unsafe_code, reason = "the host writes into memory")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn engine_call(
    request: *const u8,
    length: usize,
    data: *const u8,
    data_length: usize,
) -> *mut u8 {
    let bytes = |from: *const u8, length| {
        if from.is_null() {
            return &[][..];
        }
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts(from, length) }
    };
    let (request, data) = (bytes(request, length), bytes(data, data_length));
    let text = ENGINE.with_borrow_mut(|engine| engine.answer(request, data));
    let length = (text.len() as u32).to_le_bytes();
    Box::into_raw([&length, text.as_bytes()].concat().into_boxed_slice()).cast()
}

/// Tells the host what was found so far, while it waits for the answer.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn report(text: &str) {
    #[link(wasm_import_module = "env")]
    #[expect(unsafe_code, reason = "a function of the host")]
    unsafe extern "C" {
        fn report(text: *const u8, length: usize);
    }
    // SAFETY: the host reads this much, and keeps nothing.
    #[expect(unsafe_code, reason = "a function of the host")]
    unsafe {
        report(text.as_ptr(), text.len());
    }
}

/// Natively nobody waits.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn report(_: &str) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(unsafe_code, reason = "as a host does it")]
    fn an_answer_has_its_length_before_it() {
        let request = br#"{"do":"position","position":"tictactoe"}"#;
        let memory = engine_alloc(request.len());
        // SAFETY: as the functions say.
        unsafe {
            slice::from_raw_parts_mut(memory, request.len()).copy_from_slice(request);
            let answer = engine_call(memory, request.len(), std::ptr::null(), 0);
            let length = u32::from_le_bytes(*answer.cast::<[u8; 4]>()) as usize;
            let text = slice::from_raw_parts(answer, length + 4)[4..].to_vec();
            assert!(text.starts_with(br#"{"position":"tictactoe .../.../...""#));
            engine_free(answer, length + 4);
            engine_free(memory, request.len());
            engine_free(std::ptr::null_mut(), 0);
        }
        assert!(engine_alloc(usize::MAX).is_null());
    }
}
