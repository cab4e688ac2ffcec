//! The inputs that a user names on the command line or on the web page, and errors that show the location: BASIC programs,
//! sources, memory images, tapes, key files, addresses and registers.
//!
//! [`Files`] is the file access that a host provides: the terminal program or the web page. This crate does no I/O.
//!
//! ```
//! use arcadian_files::{NoFiles, key_file, program};
//!
//! // ROTATE is built in.
//! let rotate = program::load(&NoFiles, "rotate".as_ref(), &program::Reading::default())?;
//! assert_eq!(rotate.machine(1)?.store().free(), 144);
//!
//! // An error shows the place.
//! let error = key_file::parse("keys", "#! arcadian keys\n8{GO\n").expect_err("a bracket is missing");
//! assert!(error.to_string().contains("8{GO"), "{error}");
//! # Ok::<(), arcadian_files::Error>(())
//! ```

pub mod address;
mod container;
pub mod diagnostic;
mod encoding;
pub mod error;
pub mod escape;
mod files;
pub mod image;
pub mod intel_hex;
pub mod key_file;
pub mod number;
pub mod program;
pub mod shard;
pub mod source;
#[cfg(feature = "tape")]
pub mod tape;

pub use encoding::Encoding;
pub use error::Error;
pub use files::{
    FileKind, Files, LONGEST_IMAGE, LONGEST_KEYS, LONGEST_PROGRAM, LONGEST_SOURCE, NoFiles, PROGRAM, PROJECT,
    decode, edited, source_text, with_line_feeds,
};

/// What a person should know of the tape of a program.
#[derive(Clone, Debug)]
pub struct TapeNotes {
    pub text: String,
    /// Whether all of the program could be read.
    pub is_whole: bool,
}

/// Returns a number with its noun, which has an `s` unless there is one: "1 byte", "2 bytes".
pub fn count<N: Copy + std::fmt::Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    format!("{number} {noun}{}", if number == N::from(1) { "" } else { "s" })
}
