//! The functions of a WebAssembly module.

use crate::Module;

/// A module, and what the page reads of its memory.
///
/// The page writes a request, JSON in UTF-8, into the buffer and calls `request`; the answer is in the same place. A file can
/// follow the request after a byte 0. Memory can grow in every call, so the page makes its typed arrays anew after each one.
#[derive(Debug, Default)]
pub struct Instance<M> {
    module: M,
    buffer: Vec<u8>,
    samples: Vec<f32>,
}

impl<M: Module> Instance<M> {
    /// Makes room for a request. Returns its address.
    pub fn buffer(&mut self, length: usize) -> *mut u8 {
        self.buffer.clear();
        self.buffer.resize(length, 0);
        self.buffer.as_mut_ptr()
    }

    /// Handles the request in the buffer. Returns the length of the answer.
    pub fn request(&mut self) -> usize {
        self.buffer = self.module.handle(&self.buffer);
        self.buffer.len()
    }

    /// Returns the address of the answer to the last request.
    pub fn answer(&mut self) -> *const u8 {
        self.buffer.as_ptr()
    }

    /// Runs the machine up to a time in milliseconds. Returns the bits of [`change`](crate::change).
    pub fn advance(&mut self, milliseconds: f64) -> u32 {
        self.module.advance(milliseconds)
    }

    /// Returns the address of the picture: 4 bytes (red, green, blue, 255) for each pixel, row by row.
    pub fn pixels(&mut self) -> *const u8 {
        self.module.pixels().map_or(std::ptr::null(), |pixels| pixels.rgba.as_ptr())
    }

    /// Returns the width of the picture in pixels; 0 without one.
    pub fn width(&mut self) -> usize {
        self.module.pixels().map_or(0, |pixels| pixels.width)
    }

    /// Returns the height of the picture in pixels; 0 without one.
    pub fn height(&mut self) -> usize {
        self.module.pixels().map_or(0, |pixels| pixels.height)
    }

    /// Takes the new samples of sound, numbers of 32 bits from -1 to 1. Returns how many there are.
    pub fn sound(&mut self) -> usize {
        self.samples = self.module.take_samples();
        self.samples.len()
    }

    /// Returns the address of the samples that `sound` took.
    pub fn samples(&mut self) -> *const f32 {
        self.samples.as_ptr()
    }
}

/// Exports the functions of a module, each a method of [`Instance`](crate::Instance).
#[macro_export]
macro_rules! exports {
    ($module:ty) => {
        $crate::exports! {
            $module:
            arcadian_buffer = buffer(length: usize) -> *mut u8;
            arcadian_request = request() -> usize;
            arcadian_answer = answer() -> *const u8;
            arcadian_advance = advance(milliseconds: f64) -> u32;
            arcadian_pixels = pixels() -> *const u8;
            arcadian_width = width() -> usize;
            arcadian_height = height() -> usize;
            arcadian_sound = sound() -> usize;
            arcadian_samples = samples() -> *const f32;
        }
    };
    ($module:ty: $($name:ident = $method:ident($($argument:ident: $type:ty)?) -> $result:ty;)*) => {
        // A name that the host calls must not be mangled. In a test, where several modules can meet, the names would clash.
        #[cfg(target_family = "wasm")]
        const _: () = {
            thread_local! {
                static INSTANCE: std::cell::RefCell<$crate::Instance<$module>> = std::cell::RefCell::default();
            }
            $(
                #[unsafe(no_mangle)]
                extern "C" fn $name($($argument: $type)?) -> $result {
                    INSTANCE.with_borrow_mut(|instance| instance.$method($($argument)?))
                }
            )*
        };
    };
}
