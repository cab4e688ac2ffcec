//! The debug data that assemblers and linkers write beside a binary, in one type.
//!
//! ```
//! use arcadian_program::debug_data::{Format, parse};
//!
//! let labels = "al C:0300 .start\nal C:0308 .loop\n";
//! assert_eq!(Format::of("game.lbl", labels), Some(Format::Vice));
//! let data = parse(Format::Vice, "game.lbl", labels)?;
//! assert_eq!(data.symbols[1].name, "loop");
//! assert_eq!(data.symbols[1].value, 0x308);
//! # Ok::<(), arcadian_program::debug_data::ParseError>(())
//! ```
//!
//! Each format has a module, which says where the format is described. A parser refuses a record that it knows but cannot read,
//! with its line and column. Records that it does not know are counted in [`DebugData::unknown`]. The result is at most a
//! constant times as large as the text. Nothing here reads a file: the caller finds the map and the sources that it names.

mod cursor;
mod error;
mod format;
mod ld65;
mod model;
mod sdcc;
mod sld;
mod vice;
mod z88dk;

pub use error::{Fault, ParseError};
pub use format::{Format, parse};
pub use model::{DebugData, FilePart, Level, LineRange, Segment, SourceFile, Symbol, SymbolKind, Unknown};
