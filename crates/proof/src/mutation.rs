//! Mutation testing: flips single bits of a routine's code and checks that verification notices.

use crate::{
    check_result::CheckResult,
    engine::Engine,
    plan::{Plan, Settings},
    replay::check_one_by_one,
    routine::Routine,
    sweep::{Inputs, Sweep},
};

/// A single-bit change of a routine's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The address of the byte.
    pub address: u16,
    /// The number of the flipped bit, 0 to 7.
    pub bit: u32,
}

/// The outcome of verifying a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It does not hold, or its cycles are not those that the sheet states.
    Killed,
    /// It holds for every input, in the cycles that the sheet states.
    Equivalent,
    /// It was run on some inputs only, and none showed a difference.
    Survived,
}

/// The number of random inputs tried first: they kill almost every mutant, and quickly.
const QUICK_SAMPLES: u64 = 1 << 12;

/// Data is mutated only up to this number of bytes; larger tables would dominate the run.
const MAX_DATA: usize = 512;

impl Mutant {
    /// Returns every mutant of a routine: each bit of each instruction, and of its data up to 512 bytes.
    pub fn all(routine: &Routine) -> Vec<Mutant> {
        let lines = || routine.assembly.lines.iter();
        let data: usize = lines().filter(|line| line.row.is_none()).map(|line| line.bytes.len()).sum();
        let mutable = lines().filter(|line| line.row.is_some() || data <= MAX_DATA);
        let bytes = mutable.flat_map(|line| (line.address..).take(line.bytes.len()));
        bytes.flat_map(|address| (0..8).map(move |bit| Mutant { address, bit })).collect()
    }

    /// Returns a copy of the routine with the bit flipped.
    pub fn apply(&self, routine: &Routine) -> Routine {
        let mut mutant = routine.clone();
        let offset = usize::from(self.address.wrapping_sub(routine.assembly.origin));
        if let Some(byte) = mutant.assembly.image.get_mut(offset) {
            *byte ^= 1 << self.bit;
        }
        mutant
    }

    /// Verifies the mutant. `max_instructions` is the greatest number of instructions that the unchanged routine
    /// executes.
    pub fn verify(&self, routine: &Routine, settings: &Settings, max_instructions: u64) -> Fate {
        let mutant = self.apply(routine);
        // A tight limit detects mutants that loop forever early.
        let settings = Settings { instruction_limit: 4 * max_instructions + 256, ..*settings };
        let run_scalar = |inputs, count| {
            check_one_by_one(&mutant, Engine::Own, inputs, 0..count, settings.instruction_limit)
                .unwrap_or_default()
        };
        let is_killed = |result: &CheckResult, is_proof| {
            result.failing.is_some() || !mutant.matches_stated_cycles(result, is_proof)
        };
        if is_killed(&run_scalar(Inputs::Sampled(settings.seed), QUICK_SAMPLES), false) {
            return Fate::Killed;
        }
        let plan = settings.plan(&mutant);
        let is_proof = matches!(plan, Ok(Plan::Done(_)));
        let (result, fate) = match plan {
            Ok(Plan::Done(result)) => (*result, Fate::Equivalent),
            Ok(Plan::Sweep(Inputs::All, count)) => {
                let mut sweep = Sweep::new(&mutant, Inputs::All, settings.instruction_limit);
                (sweep.check(0..count), Fate::Equivalent)
            }
            // Routines that can only be sampled have many paths, which makes lock step slower than scalar runs.
            Ok(Plan::Sweep(inputs, count)) => (run_scalar(inputs, count), Fate::Survived),
            Err(_) => return Fate::Survived,
        };
        if is_killed(&result, is_proof) { Fate::Killed } else { fate }
    }
}
