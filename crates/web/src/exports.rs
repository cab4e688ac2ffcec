//! The functions of the WebAssembly module.
//!
//! A page writes a request, JSON in UTF-8, into [`arcadian_buffer`] and calls [`arcadian_request`]; the answer is in the same
//! place. A file can follow the request after a byte 0. Memory can grow in every call, so a page makes its typed arrays anew after each one.
#![expect(
    unsafe_code,
    reason = "a function that the host calls by name needs an attribute that counts as unsafe"
)]

use std::cell::RefCell;

use crate::module::Module;

#[derive(Default)]
struct State {
    buffer: Vec<u8>,
    module: Module,
    #[cfg(feature = "step")]
    samples: Vec<f32>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn with_state<T>(f: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(f)
}

/// Makes room for a request of `length` bytes. Returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_buffer(length: usize) -> *mut u8 {
    with_state(|state| {
        state.buffer.clear();
        state.buffer.resize(length, 0);
        state.buffer.as_mut_ptr()
    })
}

/// Handles the request in the buffer. Returns the length of the answer, which is at [`arcadian_answer`].
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_request() -> usize {
    with_state(|state| {
        state.buffer = state.module.handle(&state.buffer);
        state.buffer.len()
    })
}

/// Returns the address of the answer to the last request.
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_answer() -> *const u8 {
    with_state(|state| state.buffer.as_ptr())
}

/// Runs the machine up to a time in milliseconds. Returns what has changed: the bits of [`change`](crate::module::change).
#[cfg(feature = "machine")]
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_advance(milliseconds: f64) -> u32 {
    with_state(|state| state.module.advance(milliseconds))
}

/// Returns the address of the picture: 4 bytes (red, green, blue, 255) for each pixel, row by row.
#[cfg(feature = "machine")]
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_pixels() -> *const u8 {
    with_state(|state| state.module.pixels().rgba.as_ptr())
}

/// Returns the width of the picture in pixels.
#[cfg(feature = "machine")]
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_width() -> usize {
    with_state(|state| state.module.pixels().width)
}

/// Returns the height of the picture in pixels.
#[cfg(feature = "machine")]
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_height() -> usize {
    with_state(|state| state.module.pixels().height)
}

/// Takes the new samples of sound, numbers of 32 bits from -1 to 1. Returns how many there are, at [`arcadian_samples`].
#[cfg(feature = "step")]
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_sound() -> usize {
    with_state(|state| {
        state.samples = state.module.take_samples();
        state.samples.len()
    })
}

/// Returns the address of the samples that [`arcadian_sound`] took.
#[cfg(feature = "step")]
#[unsafe(no_mangle)]
pub extern "C" fn arcadian_samples() -> *const f32 {
    with_state(|state| state.samples.as_ptr())
}
