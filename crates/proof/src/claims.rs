//! What is claimed of the routines, a file for each game, and their sheets.

mod ataxx;
mod halma;
mod rook;
mod rotate;
mod tactix;

use arcadian_asm::{Host, Included};

use crate::claim::Claim;

/// Every claim.
pub(crate) static CLAIMS: [&[Claim]; 5] =
    [tactix::CLAIMS, rotate::CLAIMS, rook::CLAIMS, halma::CLAIMS, ataxx::CLAIMS];

/// Every sheet.
pub(crate) static SHEETS: [&[Listing]; 5] =
    [tactix::SHEETS, rotate::SHEETS, rook::SHEETS, halma::SHEETS, ataxx::SHEETS];

/// Every file that sheets include.
pub(crate) static BINARIES: [&[Binary]; 1] = [rook::BINARIES];

/// A file of bytes as it stands in `asm/`.
#[derive(Clone, Copy, Debug)]
pub struct Binary {
    /// Its file: `rook.bin`.
    pub file: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// Gives sheets the files that they include.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shelf;

impl Host for Shelf {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("there is no {name}; a sheet is one file"))
    }

    fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
        let file = name.rsplit('/').next().unwrap_or(name);
        let found = BINARIES.into_iter().flatten().find(|binary| binary.file == file);
        found.map(|binary| binary.bytes.to_vec()).ok_or_else(|| format!("there is no {file}"))
    }
}

/// A sheet as it stands in `asm/`.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Its file: `8080/t2cw.asm`.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The sheets of these names, for both processors: `sheets!["t2cw"]`.
macro_rules! sheets {
    ($($name:literal),* $(,)?) => {
        &[$(
            crate::claims::Listing {
                file: concat!("8080/", $name, ".asm"),
                text: include_str!(concat!("../../../../asm/8080/", $name, ".asm")),
            },
            crate::claims::Listing {
                file: concat!("6502/", $name, ".asm"),
                text: include_str!(concat!("../../../../asm/6502/", $name, ".asm")),
            },
        )*]
    };
}
use sheets;

/// Every claim, in the order of the games.
pub fn all() -> impl Iterator<Item = &'static Claim> {
    CLAIMS.into_iter().flatten()
}

/// The claim of this name.
pub fn find(name: &str) -> Option<&'static Claim> {
    all().find(|claim| claim.name.eq_ignore_ascii_case(name))
}

/// Every sheet, for the 8080 first in each pair.
pub fn listings() -> impl Iterator<Item = &'static Listing> {
    SHEETS.into_iter().flatten()
}
