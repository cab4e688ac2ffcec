//! Bally BASIC (1978) and AstroBASIC (1981): the words, the program store with its byte counts, the
//! interpreter, and printed listings with their checksums.
//!
//! Every behaviour carries one of four words for how sure it is: **listing** (follows from Robert
//! Newman's ROTATE), **period** (a period text or the hardware), **patb** (measured on Palo Alto Tiny
//! BASIC, the ancestor), **choice** (unknown; what this project does). docs/bally-basic.md has them all.
//!
//! Nothing here does I/O or reads a clock: time, seed and keys are inputs.

pub mod console;
pub mod cost;
mod dialect;
mod fault;
mod hint;
pub mod key;
pub mod keypad;
mod line;
pub mod listing;
mod machine;
mod op;
mod random;
pub mod script;
pub mod store;
mod transcript;
mod translate;
pub mod words;

pub use dialect::{Dialect, UnknownDialect};
pub use fault::{Fault, ShortWord, Why, Word};
pub use key::Key;
pub use line::{Convention, LAST_NUMBER, Line, UnknownCharacter, scan, scan_text, text_of, width_before};
pub use machine::{Basic, Controller, DoesNotFit, Ending, MidStatement, Pause, Position, StackFrame, Tape};
pub use random::Random;
pub use translate::{first_error, statements};
