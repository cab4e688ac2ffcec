//! A program as every command reads it: image, processor, symbols, lines, contracts.
//!
//! [`open`] tells a source from Intel HEX and from a memory image, assembles or loads it, and reads the maps that the tools of a binary
//! wrote: `map.rs` finds them and decides where the bytes belong, [`debug_data`] reads them, and `sources.rs` finds the sources. What
//! does not fit is an error, or a warning if the map can still be right.
//!
//! A [`Program`] gives what a command needs: its [`Source`] for the debugger, its [`Code`](cycles::Code) for [`cycles`],
//! its routines with contracts for proofs (`routine.rs`), and these as sheets (`sheet.rs`). [`devices`] reads the file of what is attached
//! to the machine around it, [`ending`] reports how a run ended.
//!
//! ```
//! use arcadian_files::NoFiles;
//! use arcadian_program::{Options, Program};
//!
//! let text = "        CPU z80\n        ORG 4000H\nHALVE:  SRL A\n        RET\n";
//! let program = Program::of_text(&NoFiles, "halve.asm".as_ref(), text.to_owned(), &Options::default())?;
//! assert_eq!(program.source.address_of("halve"), Ok(0x4000));
//! # Ok::<(), arcadian_files::Error>(())
//! ```

#[cfg(feature = "tools")]
mod built;
mod code;
pub mod cycles;
pub mod debug_data;
pub mod devices;
pub mod ending;
mod lines;
mod map;
mod open;
pub mod project;
mod routine;
mod sheet;
pub mod source;
mod sources;

use std::path::{Path, PathBuf};

use arcadian_asm::{Assembly, Dialect};
use arcadian_files::{
    error::{Result, message},
    source as syntax,
};
use arcadian_isa::Processor;

use map::Part;
use open::Linked;
use project::Project;
use source::Source;

pub use code::{BinaryCode, ProgramCode};
pub use lines::{CompiledLines, Variable};
pub use map::beside as map_beside;
pub use open::{Kind, Located, Options, Sheets, open, warning};
pub use routine::{RoutineOptions, line_of, routine_of, to_error};
pub use source::read_names;

pub struct Program {
    /// The file, as messages name it.
    pub name: String,
    /// Bytes with their first addresses.
    pub parts: Vec<Part>,
    pub source: Source,
    /// The notes for the user: the dialect that was recognized, the file of the map, and possible problems.
    pub notes: Vec<String>,
    path: PathBuf,
    processor: Option<Processor>,
    content: Content,
    /// The options that the user typed.
    options: Options,
    project: Project,
}

enum Content {
    Source(Box<SourceText>),
    /// A binary with its map.
    Linked(Box<Linked>),
    /// A binary without a map, and the start address that its file states.
    Image(Option<u16>),
}

struct SourceText {
    text: String,
    /// `None` for the sheet of a routine, which is assembled with its contract.
    assembly: Option<Assembly>,
    recognized: Option<Dialect>,
}

impl Program {
    /// Returns the processor: the one that the user names, or the one that the source or the map names.
    pub fn processor(&self) -> Result<Processor> {
        self.processor.ok_or_else(|| {
            message!("{} does not say for which processor it is; use --cpu 8080, z80 or 6502", self.name)
        })
    }

    /// Returns the source as it was assembled, if the program is one.
    pub fn assembly(&self) -> Option<&Assembly> {
        match &self.content {
            Content::Source(source) => source.assembly.as_ref(),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Source(source) => Some(&source.text),
            _ => None,
        }
    }

    /// Returns the dialect of a source, if its statements showed it.
    pub fn recognized(&self) -> Option<Dialect> {
        match &self.content {
            Content::Source(source) => source.recognized,
            _ => None,
        }
    }

    /// Returns the binary with its map, if the program is one.
    pub(crate) fn linked(&self) -> Option<&Linked> {
        match &self.content {
            Content::Linked(linked) => {
                linked.tools.exist();
                Some(linked)
            }
            _ => None,
        }
    }

    /// Returns the names of the sources of a binary with a map that were read.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        let all = self.linked().into_iter().flat_map(|linked| linked.sources.iter());
        all.filter(|source| !source.lines.is_empty()).map(|source| source.name.as_str())
    }

    /// Returns the folders in which the sources of a binary can be.
    pub fn source_folders(&self) -> Vec<PathBuf> {
        let beside = self.path.parent().map(Path::to_owned);
        [&self.options.source_dir[..], &self.project.source_dir].concat().into_iter().chain(beside).collect()
    }

    pub fn has_map(&self) -> bool {
        self.linked().is_some()
    }

    /// Returns the variables of a binary with a map, by their addresses.
    pub fn variables(&self) -> Vec<Variable> {
        self.linked().map_or_else(Vec::new, |linked| lines::variables(&linked.data, &self.parts))
    }

    pub fn compiled(&self) -> CompiledLines {
        self.linked()
            .map_or_else(CompiledLines::default, |linked| lines::compiled(&linked.data, &linked.sources))
    }

    /// Returns the address of the first instruction: the one that the file states, that of a 6502's reset vector in the image, or the first
    /// address.
    pub fn start(&self) -> u16 {
        let stated = match &self.content {
            Content::Source(source) => source.assembly.as_ref().map(Assembly::start),
            Content::Image(start) => *start,
            Content::Linked(_) => None,
        };
        let first = || self.parts.first().map_or(0, |(first, _)| *first);
        stated.or_else(|| self.reset_vector()).unwrap_or_else(first)
    }

    fn reset_vector(&self) -> Option<u16> {
        let vector = map::loaded(&self.parts, RESET_VECTOR, 2)
            .filter(|_| self.processor == Some(Processor::Mos6502))?;
        vector.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
    }

    pub fn cpm_image(&self) -> Result<&[u8]> {
        match self.assembly() {
            Some(assembly) => syntax::cpm_program(assembly),
            None => Ok(self.parts.first().map_or(&[], |(_, bytes)| bytes)),
        }
    }
}

/// The address of the 6502's reset vector, which contains the start address.
const RESET_VECTOR: u32 = 0xFFFC;

/// Returns the file of a program as a command's argument names it.
fn argument(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
