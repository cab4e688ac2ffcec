//! Routines with one bit flipped: a verifier that lets them pass is worth nothing.

use crate::{
    finding::Finding,
    plan::{Plan, Settings},
    replay::check_singly,
    routine::Routine,
    single::Engine,
    sweep::{Inputs, Sweep},
};

/// A routine with one bit of its code flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The byte's address.
    pub address: u16,
    /// The bit's number.
    pub bit: u32,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was found wrong, or its cycles are not those that the sheet states.
    Killed,
    /// It was verified for every input: it does the same as the routine, in the time that the sheet states.
    Equivalent,
    /// No input tried showed it to be wrong.
    Survived,
}

/// So many inputs by chance are tried first, one at a time; hardly any mutant passes even a few of them.
const FIRST: u64 = 1 << 12;

/// Bytes of data that are taken for part of the code.
const MOST_DATA: usize = 512;

impl Mutant {
    /// Every mutant of a routine: each bit of each instruction, and of its data unless that is a large table.
    pub fn all(routine: &Routine) -> Vec<Mutant> {
        let lines = || routine.assembly.lines.iter();
        let data: usize = lines().filter(|line| line.row.is_none()).map(|line| line.bytes.len()).sum();
        let mutable = lines().filter(|line| line.row.is_some() || data <= MOST_DATA);
        let bytes = mutable.flat_map(|line| (line.address..).take(line.bytes.len()));
        bytes.flat_map(|address| (0..8).map(move |bit| Mutant { address, bit })).collect()
    }

    /// The routine with the bit flipped.
    pub fn make(&self, routine: &Routine) -> Routine {
        let mut mutant = routine.clone();
        let at = usize::from(self.address.wrapping_sub(routine.assembly.origin));
        if let Some(byte) = mutant.assembly.image.get_mut(at) {
            *byte ^= 1 << self.bit;
        }
        mutant
    }

    /// Verifies it. `most` is what the routine itself takes at most, in instructions.
    pub fn fate(&self, routine: &Routine, settings: &Settings, most: u64) -> Fate {
        let mutant = self.make(routine);
        // One that runs on is lost soon.
        let settings = Settings { limit: 4 * most + 256, ..*settings };
        let singly = |inputs, count| {
            check_singly(&mutant, Engine::Own, inputs, 0..count, settings.limit).unwrap_or_default()
        };
        let is_wrong =
            |finding: &Finding, exact| finding.wrong.is_some() || !mutant.is_as_stated(finding, exact);
        if is_wrong(&singly(Inputs::Sampled(settings.seed), FIRST), false) {
            return Fate::Killed;
        }
        let (finding, passed) = match settings.plan(&mutant) {
            Ok(Plan::Done(finding)) => (finding, Fate::Equivalent),
            Ok(Plan::Sweep(Inputs::All, count)) => {
                (Sweep::new(&mutant, Inputs::All, settings.limit).check(0..count), Fate::Equivalent)
            }
            // As in verifying: machines that part for good are slow in lock step.
            Ok(Plan::Sweep(inputs, count)) => (singly(inputs, count), Fate::Survived),
            Err(_) => return Fate::Survived,
        };
        if is_wrong(&finding, passed == Fate::Equivalent) { Fate::Killed } else { passed }
    }
}
