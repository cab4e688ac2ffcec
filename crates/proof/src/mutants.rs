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
    /// It was found wrong.
    Killed,
    /// It was verified for every input: it does the same as the routine.
    Equivalent,
    /// No input tried showed it to be wrong.
    Survived,
}

/// As many inputs are tried first; hardly any mutant passes them.
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
        let first = Sweep::new(&mutant, Inputs::Sampled(settings.seed), settings.limit).check(0..FIRST);
        if first.wrong.is_some() {
            return Fate::Killed;
        }
        match settings.plan(&mutant) {
            Ok(Plan::Done(finding)) => fate(&finding, Fate::Equivalent),
            Ok(Plan::Sweep(inputs, count)) => {
                let all = inputs == Inputs::All;
                // As in verifying: machines that part for good are slow in lock step.
                let singly = || {
                    check_singly(&mutant, Engine::Own, inputs, 0..count, settings.limit).unwrap_or_default()
                };
                let together = || Sweep::new(&mutant, inputs, settings.limit).check(0..count);
                fate(
                    &if all { together() } else { singly() },
                    if all { Fate::Equivalent } else { Fate::Survived },
                )
            }
            Err(_) => Fate::Survived,
        }
    }
}

fn fate(finding: &Finding, passed: Fate) -> Fate {
    if finding.wrong.is_some() { Fate::Killed } else { passed }
}
