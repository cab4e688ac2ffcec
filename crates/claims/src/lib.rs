//! Specifications of routines for five board games: a [`Claim`] for each function of the reference model (crate
//! `arcadian_board`), and the bundled sheets that are verified against them.
//!
//! ```
//! use arcadian_claims::BundledFiles;
//! use arcadian_proof::{Bounds, Routine, prove};
//!
//! let sheet = "\
//! ;! routine: HALF
//! ;! cpu: 8080
//! ;! org: 0100H
//! ;! in: HL = board
//! ;! out: HL = board
//! ;! clobbers: A
//! ;! oracle: f2_half
//! HALF:   MOV  A,H        ; a half turn of a 4 x 4 board swaps its two bytes
//!         MOV  H,L
//!         MOV  L,A
//!         RET
//! ";
//! let routine = Routine::read("half.asm", sheet, &mut BundledFiles, arcadian_claims::all())?;
//! assert!(prove(&routine, Bounds::default(), 1000)?.failing.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A claim has a function of the model and, as its formula, the same function over [`Domain`](arcadian_proof::Domain). The formulas are
//! derived from the layout tables or the rules of the game, not from the routines; the tests of each file compare both.

mod ataxx;
mod halma;
mod rook;
mod rotate;
mod sheets;
mod tactix;

use std::sync::LazyLock;

use arcadian_asm::{Assembly, Failure, Host, Included, Options};
use arcadian_isa::Processor;
use arcadian_proof::{Claim, Routine, SheetError};
pub use sheets::{
    ATAXX, HALMA, PARTS, PROGRAMS, ROOK, ROTATE, Sheet, TACTIX, all as sheets, included, provide,
};

static CLAIMS: LazyLock<Vec<Claim>> =
    LazyLock::new(|| [tactix::CLAIMS, rotate::CLAIMS, rook::CLAIMS, halma::CLAIMS, ataxx::CLAIMS].concat());

/// Returns all claims, grouped by game.
pub fn all() -> &'static [Claim] {
    &CLAIMS
}

pub fn read(sheet: &Sheet) -> Result<Routine, SheetError> {
    Routine::read(sheet.file, sheet.text(), &mut BundledFiles, all())
}

/// Reads a sheet of [`PARTS`]. TSOLVE and TBEST run for too long for a proof, so no claim of [`all`] is theirs; here they have one.
pub fn read_part(sheet: &Sheet) -> Result<Routine, SheetError> {
    let assembly = program(sheet)?;
    let label = assembly.sheet.as_ref().and_then(|header| header.routine.as_deref()).unwrap_or_default();
    match Claim::find(tactix::PLAYER, label) {
        Some(claim) => Routine::bind(sheet.file, assembly, claim),
        None => read(sheet),
    }
}

/// Reads the bundled routine with a label, for a processor. The Z80 executes the bytes of the 8080.
pub fn named(label: &str, processor: Processor) -> Option<Result<Routine, SheetError>> {
    let folder = if processor == Processor::Mos6502 { "6502" } else { "8080" };
    let file = format!("{folder}/{}.asm", label.to_ascii_lowercase());
    let is_named = |sheet: &&Sheet| sheet.file == file;
    let part = || PARTS.iter().find(|sheet| sheet.file.strip_prefix("programs/") == Some(&file));
    let routine = match sheets().find(is_named) {
        Some(sheet) => read(sheet),
        None => read_part(part()?),
    };
    Some(match processor {
        Processor::Z80 => routine.and_then(|routine| routine.on_z80()),
        _ => routine,
    })
}

pub fn program(source: &Sheet) -> Result<Assembly, Failure> {
    arcadian_asm::assemble(source.file, source.text(), &Options::default(), &mut BundledFiles)
}

#[derive(Clone, Copy, Debug, Default)]
pub struct BundledFiles;

impl Host for BundledFiles {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let file = path(name, from);
        let found = included().find(|source| source.file == file).ok_or_else(|| {
            "it is not a bundled source; those are `8080/NAME.asm`, `6502/NAME.asm`, and those of the programs' folders"
                .to_owned()
        })?;
        Ok(Included { name: file, text: found.text().to_owned() })
    }

    fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
        let file = name.rsplit('/').next().unwrap_or(name);
        let found = sheets::TABLES.iter().find(|table| table.file == file);
        found.map(|table| table.bytes.to_vec()).ok_or_else(|| format!("{file} is not available"))
    }
}

/// Returns the path of a file that is named in the folder of another one, without `..`.
fn path(name: &str, from: &str) -> String {
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use arcadian_proof::{Claim, Random};

    /// Asserts that a claim's formula computes what the oracle does.
    pub(crate) fn assert_agree(claim: &Claim, input: &[u8]) {
        assert_eq!(claim.formula_output(input), Some(claim.output(input)), "{} of {input:02X?}", claim.name);
    }

    pub(crate) fn assert_all_agree(claims: &[Claim], count: usize) {
        let mut random = Random::new(7);
        for claim in claims {
            (0..count).for_each(|_| assert_agree(claim, &claim.sample_input(&mut random)));
        }
    }
}
