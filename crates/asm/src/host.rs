//! What the assembler asks of its host: other files.

/// A source that was included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Included {
    /// Its name, the same whenever it is the same file; by it circles are found.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Gives the files that a source names. The library opens none itself.
///
/// `from` is the name of the file in which `name` is written. An error is a text that ends the sentence
/// "… cannot be included: …".
pub trait Host {
    /// The source for INCLUDE.
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String>;
    /// The bytes for INCBIN.
    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String>;
}

/// A host without files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Host for NoFiles {
    fn source(&mut self, _: &str, _: &str) -> Result<Included, String> {
        Err("there are no other files here".to_owned())
    }

    fn binary(&mut self, _: &str, _: &str) -> Result<Vec<u8>, String> {
        Err("there are no other files here".to_owned())
    }
}
