//! The claims about each game, and the sheets in `asm/` that are verified against them.

mod ataxx;
mod halma;
mod rook;
mod rotate;
mod tactix;

use arcadian_asm::{Host, Included};

use crate::claim::Claim;

static CLAIMS: [&[Claim]; 5] = [tactix::CLAIMS, rotate::CLAIMS, rook::CLAIMS, halma::CLAIMS, ataxx::CLAIMS];

static SHEETS: [&[SheetFile]; 5] =
    [tactix::SHEETS, rotate::SHEETS, rook::SHEETS, halma::SHEETS, ataxx::SHEETS];

/// The binary files that sheets include.
static BINARIES: [&[BinaryFile]; 1] = [rook::BINARIES];

/// A binary file of `asm/`.
#[derive(Clone, Copy, Debug)]
pub struct BinaryFile {
    /// Its name, for example `rook.bin`.
    pub file: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// Supplies the binary files that the sheets of `asm/` include; they are compiled into this crate.
#[derive(Clone, Copy, Debug, Default)]
pub struct BundledFiles;

impl Host for BundledFiles {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("{name} is not available; a sheet cannot include sources"))
    }

    fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
        let file = name.rsplit('/').next().unwrap_or(name);
        let found = BINARIES.into_iter().flatten().find(|binary| binary.file == file);
        found.map(|binary| binary.bytes.to_vec()).ok_or_else(|| format!("{file} is not available"))
    }
}

/// A sheet of `asm/`.
#[derive(Clone, Copy, Debug)]
pub struct SheetFile {
    /// Its path below `asm/`, for example `8080/t2cw.asm`.
    pub file: &'static str,
    /// Its content.
    pub text: &'static str,
}

/// Embeds the sheets with these names, for both processors: `embed_sheets!["t2cw"]`.
macro_rules! embed_sheets {
    ($($name:literal),* $(,)?) => {
        &[$(
            crate::claims::SheetFile {
                file: concat!("8080/", $name, ".asm"),
                text: include_str!(concat!("../../../../asm/8080/", $name, ".asm")),
            },
            crate::claims::SheetFile {
                file: concat!("6502/", $name, ".asm"),
                text: include_str!(concat!("../../../../asm/6502/", $name, ".asm")),
            },
        )*]
    };
}
use embed_sheets;

/// Iterates over all claims, grouped by game.
pub fn all() -> impl Iterator<Item = &'static Claim> {
    CLAIMS.into_iter().flatten()
}

/// Returns the claim with this name, ignoring case.
pub fn find(name: &str) -> Option<&'static Claim> {
    all().find(|claim| claim.name.eq_ignore_ascii_case(name))
}

/// Iterates over the sheets of `asm/`: for each routine the one for the 8080, then the one for the 6502.
pub fn sheets() -> impl Iterator<Item = &'static SheetFile> {
    SHEETS.into_iter().flatten()
}
