//! Reading text files: never more than expected, and with a clear word about what is no text.

use std::{
    fs::{self, File},
    io::Read,
    path::Path,
};

use anyhow::{Context, Result, bail};

use crate::diagnostic::{self, Diagnostic};

/// The longest program file; the machine holds 1804 bytes.
pub const LONGEST_PROGRAM: u64 = 1 << 20;
/// The longest key file.
pub const LONGEST_KEYS: u64 = 1 << 24;

/// Reads a text file of at most `longest` bytes. `what` says what it should hold.
pub fn text(path: &Path, what: &str, longest: u64) -> Result<String> {
    decode(path, what, bytes(path, what, longest)?)
}

/// Reads a file of at most `longest` bytes. `what` says what it should hold.
pub fn bytes(path: &Path, what: &str, longest: u64) -> Result<Vec<u8>> {
    let shown = path.display();
    let found = fs::metadata(path).with_context(|| format!("{shown} cannot be read"))?;
    if found.is_dir() {
        bail!("{shown} is a directory; name {what}");
    }
    let mut bytes = Vec::new();
    if found.len() <= longest {
        let file = File::open(path).with_context(|| format!("{shown} cannot be read"))?;
        // A pipe or a device does not know its length, so one byte too many is asked for.
        file.take(longest + 1).read_to_end(&mut bytes).with_context(|| format!("{shown} cannot be read"))?;
    }
    if found.len() > longest || bytes.len() as u64 > longest {
        bail!("{shown} is longer than {} KB, so it is not {what}", longest >> 10);
    }
    Ok(bytes)
}

fn decode(path: &Path, what: &str, bytes: Vec<u8>) -> Result<String> {
    if bytes.contains(&0) {
        bail!("{} is a binary file; {what} is text", path.display());
    }
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => error,
    };
    let at = error.utf8_error().valid_up_to();
    let shown = String::from_utf8_lossy(error.as_bytes());
    let rendered = diagnostic::render(
        &path.display().to_string(),
        &shown,
        at..at + char::REPLACEMENT_CHARACTER.len_utf8(),
        &format!("byte {} is no UTF-8 text", at + 1),
        Some("save the file as UTF-8"),
    );
    Err(Diagnostic(rendered).into())
}
