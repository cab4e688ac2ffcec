//! Tests with files: sheets of the examples, exercises, sheets that deceive, and the BASIC cartridge.
#![expect(clippy::disallowed_methods, reason = "the sheets are files")]

mod deceiving;
mod examples;
mod support {
    use std::{
        fs,
        path::{Path, PathBuf},
    };

    use arcadian_asm::{Host, Included};

    /// Supplies the sheets in a folder that others are compared with. Names are relative to the sheet that has them.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Host for Folder {
        fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
            let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
            let text = fs::read_to_string(self.0.join(&path)).map_err(|error| error.to_string())?;
            Ok(Included { name: path.display().to_string(), text })
        }

        fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
            Err(format!("{name} is not available"))
        }
    }
}
