//! The claims about each game, and the bundled sheets that are verified against them.

mod ataxx;
mod halma;
mod rook;
mod rotate;
mod tactix;

use arcadian_asm::{Host, Included};
pub use arcadian_sheets::Sheet;

use crate::contract::claim::Claim;

static CLAIMS: [&[Claim]; 5] = [tactix::CLAIMS, rotate::CLAIMS, rook::CLAIMS, halma::CLAIMS, ataxx::CLAIMS];

/// Supplies the tables that the bundled sheets include.
#[derive(Clone, Copy, Debug, Default)]
pub struct BundledFiles;

impl Host for BundledFiles {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        Err(format!("{name} is not available; a sheet cannot include sources"))
    }

    fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
        let file = name.rsplit('/').next().unwrap_or(name);
        let found = arcadian_sheets::TABLES.iter().find(|table| table.file == file);
        found.map(|table| table.bytes.to_vec()).ok_or_else(|| format!("{file} is not available"))
    }
}

/// Iterates over all claims, grouped by game.
pub fn all() -> impl Iterator<Item = &'static Claim> {
    CLAIMS.into_iter().flatten()
}

/// Returns the claim with this name, ignoring case.
pub fn find(name: &str) -> Option<&'static Claim> {
    all().find(|claim| claim.name.eq_ignore_ascii_case(name))
}

/// Iterates over the bundled sheets: for each routine the one for the 8080, then the one for the 6502.
pub fn sheets() -> impl Iterator<Item = &'static Sheet> {
    arcadian_sheets::all()
}

/// Compares a formula with the oracle for an input. Returns the output.
#[cfg(test)]
fn assert_agree(claim: &Claim, formula: fn(&[u8], &mut [u8]), input: &[u8]) -> Vec<u8> {
    let bytes = crate::contract::field::Field::all_bytes(claim.outputs);
    let (mut expected, mut found) = (vec![0xAA; bytes], vec![0x55; bytes]);
    (claim.reference)(input, &mut expected);
    formula(input, &mut found);
    assert_eq!(found, expected, "{} of {input:?}", claim.name);
    expected
}
