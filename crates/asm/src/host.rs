//! The interface through which the assembler asks its host for other files.

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
