//! Inputs of an assembly: options, and a host that gives the files that a source includes.

use arcadian_isa::Processor;

use crate::syntax::Table;

/// Options for assembling a source.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The processor. If `None`, the sheet's header or a CPU directive as the first statement must name it.
    pub processor: Option<Processor>,
    /// The processor of a source that names none.
    pub default_processor: Option<Processor>,
    /// Constants defined before the first line.
    pub defines: Vec<(String, i32)>,
    /// The syntax. [`Dialect::guess`] recognizes that of other assemblers.
    pub dialect: Dialect,
    /// Addresses of segments, for dialects that have them.
    pub segments: Vec<(String, u16)>,
    /// The address of the first segment, for dialects that have them.
    pub origin: Option<u16>,
    /// Whether names of other modules stand for addresses of their own, which a linker would give them: for questions to which the
    /// addresses do not matter. Otherwise a use of such a name is an error.
    pub has_placeholders: bool,
    /// Names of other modules in addition to those that the source declares. With `has_placeholders` they stand for addresses too.
    pub elsewhere: Vec<String>,
    /// Whether the occurrences of names are noted, for editors.
    pub has_names: bool,
}

/// The syntax of a source: our own, or that of another assembler.
///
/// Without the feature `dialects` there is only our own.
#[derive(Clone, Copy)]
pub struct Dialect {
    pub(crate) table: &'static Table,
}

/// An included source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Included {
    /// The canonical name of the file: equal for the same file. Include cycles are detected by it.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// Provides the files that a source includes. The library itself opens no files.
///
/// `from` is the name of the including file. An error completes the sentence "cannot include NAME: …".
pub trait Host {
    /// Returns the source for INCLUDE.
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String>;
    /// Returns the bytes for INCBIN.
    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String>;
    /// Returns whether the result is no longer wanted. The assembler asks before each line and then reads no more.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// A host that has no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Host for NoFiles {
    fn source(&mut self, _: &str, _: &str) -> Result<Included, String> {
        Err("no other files are available here".to_owned())
    }

    fn binary(&mut self, _: &str, _: &str) -> Result<Vec<u8>, String> {
        Err("no other files are available here".to_owned())
    }
}
