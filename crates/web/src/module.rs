//! Requests of the page, their dispatch, and answers: JSON, pictures and sound; and the functions that a WebAssembly module exports.
//!
//! The page gives the time in `advance`, and the module decides how much runs. The run of a link or of an earlier visit is
//! repeated in parts, one in each call, so that the page can show how far it is and stop it.

use std::{ops::Range, time::Duration};

use arcadian_asm::{Diagnostic, Severity};
use arcadian_files::Error;
use arcadian_screen::palette::{Scale, rgb};
use serde::Deserialize;
use serde_json::{Value, json};

/// The longest request, in bytes: a listing of a megabyte with everything escaped.
const LONGEST: usize = 1 << 24;

/// A request by its name, and what performs it. It reads its own fields, which takes much less code than one type for all.
pub type Handler<M> = (&'static str, fn(&mut M, Request) -> Reply);

#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    json: &'a [u8],
    /// The file that follows the JSON after a byte 0.
    pub file: &'a [u8],
}

impl<'a> Request<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let end = bytes.iter().position(|byte| *byte == 0);
        Request { json: &bytes[..end.unwrap_or(bytes.len())], file: end.map_or(&[], |end| &bytes[end + 1..]) }
    }

    pub fn read<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        serde_json::from_slice(self.json)
            .map_err(|error| refuse(format!("the request cannot be read: {error}")))
    }
}

/// The part that every request has: `{"do": "key", "key": "{GO}", "down": true}`.
#[derive(Deserialize)]
struct RequestName<'a> {
    #[serde(rename = "do")]
    name: &'a str,
}

/// A module of the page, with its machines.
pub trait Module: Default + 'static {
    const REQUESTS: &'static [Handler<Self>];

    /// Runs the machine up to a time, which must not decrease. Returns the bits of [`change`](crate::change).
    fn run(&mut self, _now: Duration) -> u32 {
        0
    }

    /// Returns the picture of a module that has one.
    fn pixels(&self) -> Option<&Pixels> {
        None
    }

    /// Takes the samples of sound since the last call.
    fn take_samples(&mut self) -> Vec<f32> {
        Vec::new()
    }

    /// Handles a request and returns the answer, both JSON: `{"ok":true, …}` or `{"error":"…"}`.
    fn handle(&mut self, request: &[u8]) -> Vec<u8> {
        encode(perform(self, Request::new(request)))
    }

    /// Runs the machine up to a time in milliseconds. Not a number and infinity count as 0.
    fn advance(&mut self, milliseconds: f64) -> u32 {
        self.run(Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default())
    }
}

fn perform<M: Module>(module: &mut M, request: Request) -> Reply {
    let length = request.json.len();
    if length > LONGEST {
        return Err(refuse(format!("the request has {length} bytes; at most {LONGEST}")));
    }
    let RequestName { name } = request.read()?;
    match M::REQUESTS.iter().find(|(known, _)| *known == name) {
        Some((_, perform)) => perform(module, request),
        None => Err(refuse(format!("there is no request `{name}` in this module"))),
    }
}

/// The changes in [`Module::advance`], in bits.
pub mod change {
    pub const PICTURE: u32 = 1;
    /// Anything else that a page shows.
    pub const STATE: u32 = 2;
    /// Nothing that a page shows, but there is more to do at once.
    pub const BUSY: u32 = 4;
    /// A recording is being repeated. Each call repeats a part of it, and keys must wait.
    pub const REPEATING: u32 = 8;
}

/// The result of a request: the fields of its answer, or a human-readable error.
pub type Reply = Result<Value, Error>;

/// Returns the answer as bytes: the fields and `"ok":true`, or `"error"`.
pub(crate) fn encode(reply: Reply) -> Vec<u8> {
    let answer = match reply {
        Ok(fields) => {
            let mut answer = json!({ "ok": true });
            if let (Some(answer), Value::Object(fields)) = (answer.as_object_mut(), fields) {
                answer.extend(fields);
            }
            answer
        }
        Err(error) => json!({ "error": error.to_string() }),
    };
    answer.to_string().into_bytes()
}

/// Returns the answer without fields.
pub fn done() -> Reply {
    Ok(Value::Null)
}

pub fn refuse(message: impl Into<String>) -> Error {
    Error::Message(message.into())
}

/// Returns an error or a warning with its line, from 1, and its place in the line.
pub fn fault(found: &Diagnostic) -> Value {
    let place = &found.location;
    json!({
        "isError": found.severity == Severity::Error,
        "line": place.line,
        "from": units(&place.text, &place.span).start,
        "to": units(&place.text, &place.span).end,
        "message": found.fault.to_string(),
        "hint": found.hint.as_ref().map(|hint| &hint.text),
    })
}

/// Returns a range of bytes in UTF-16 code units, in which the page counts.
pub fn units(text: &str, span: &Range<usize>) -> Range<usize> {
    column(text, span.start)..column(text, span.end)
}

/// Returns the column of a byte in UTF-16 code units.
pub(crate) fn column(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or_default().encode_utf16().count()
}

pub const SAMPLE_RATE: u32 = 44_100;

/// A picture of red, green, blue and opaque bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    /// Four bytes for each pixel, row by row.
    pub rgba: Vec<u8>,
    /// The pixels of all color bytes.
    palette: Vec<[u8; 4]>,
}

impl Default for Pixels {
    fn default() -> Self {
        let opaque = |byte| {
            let [red, green, blue] = rgb(byte, Scale::Full);
            [red, green, blue, 0xFF]
        };
        Pixels { width: 0, height: 0, rgba: Vec::new(), palette: (0..=0xFF).map(opaque).collect() }
    }
}

impl Pixels {
    /// Draws color bytes of the Bally, row by row.
    pub fn draw(&mut self, width: usize, colors: impl Iterator<Item = u8>) {
        self.rgba.clear();
        self.rgba.extend(colors.flat_map(|color| self.palette[usize::from(color)]));
        self.width = width;
        self.height = self.rgba.len() / 4 / width.max(1);
    }
}

/// Returns samples as the page takes them, from -1 to 1.
pub fn samples(samples: &[i16]) -> impl Iterator<Item = f32> {
    samples.iter().map(|sample| f32::from(*sample) / 32768.0)
}

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

/// Exports the functions of a module, each a method of [`Instance`](crate::Instance), under names that begin with that of the module.
#[macro_export]
macro_rules! exports {
    ($name:literal, $module:ty) => {
        $crate::exports! {
            $name, $module:
            buffer(length: usize) -> *mut u8;
            request() -> usize;
            answer() -> *const u8;
            advance(milliseconds: f64) -> u32;
            pixels() -> *const u8;
            width() -> usize;
            height() -> usize;
            sound() -> usize;
            samples() -> *const f32;
        }
    };
    ($name:literal, $module:ty: $($method:ident($($argument:ident: $type:ty)?) -> $result:ty;)*) => {
        #[cfg(target_family = "wasm")]
        const _: () = {
            thread_local! {
                static INSTANCE: std::cell::RefCell<$crate::Instance<$module>> = std::cell::RefCell::default();
            }
            $(
                #[unsafe(export_name = concat!($name, ".", stringify!($method)))]
                extern "C" fn $method($($argument: $type)?) -> $result {
                    INSTANCE.with_borrow_mut(|instance| instance.$method($($argument)?))
                }
            )*
        };
    };
}
