//! Verification of routines as a user asks for it: the routines by name or of a program ([`routine`]), the check, the report as text and
//! JSON, and the command line that steps through a counterexample.
//!
//! ```
//! use arcadian_files::NoFiles;
//! use arcadian_proof::{Engine, Settings};
//! use arcadian_verify::{Check, RoutineReport, Verdict, routine};
//!
//! let routines = routine::named(&NoFiles, "t2cw".as_ref(), None)?;
//! let check = Check { routine: &routines[0], engine: Engine::Own, settings: Settings::default() };
//! let outcome = check.outcome(&|check, inputs, count| check.one_at_a_time(inputs, count))?;
//! assert_eq!(RoutineReport::new(&routines[0], &outcome, Engine::Own).verdict, Verdict::Holds);
//! # Ok::<(), arcadian_files::Error>(())
//! ```

mod check;
mod json;
pub mod routine;
pub mod suite;
mod text;

use arcadian_proof::{Engine, Method, Routine};

pub use check::{Check, Checker, Exercise, Judgment, Outcome, PART, Sweeping, Tally, Undecided, Verdict};
pub use json::RoutineEntry;
pub use text::{HEAD, StepCommand};

pub struct RoutineReport<'a> {
    routine: &'a Routine,
    outcome: &'a Outcome,
    /// The fault of the stated cycles.
    fault: Option<String>,
    pub verdict: Verdict,
    pub mutants: Tally,
    /// Whether the report shows an input with the fewest cycles and one with the most.
    pub shows_times: bool,
}

impl<'a> RoutineReport<'a> {
    /// Judges an outcome that was found with an engine.
    pub fn new(routine: &'a Routine, outcome: &'a Outcome, engine: Engine) -> Self {
        let cycles = wrong_cycles(routine, outcome).filter(|_| engine.counts_cycles_of(routine.processor()));
        let fault = wrong_size(routine).or(cycles);
        let mutants = Tally::of(outcome.mutants.as_deref().unwrap_or_default());
        let verdict = Verdict::of(routine, outcome, fault.as_deref(), &mutants);
        RoutineReport { routine, outcome, fault, verdict, mutants, shows_times: false }
    }

    /// Returns what is wrong, on one line; empty if the contract holds.
    pub fn message(&self) -> String {
        let RoutineReport { outcome, verdict, .. } = *self;
        if verdict.is_passed() {
            return String::new();
        }
        let specification = outcome.specification_fault.as_ref().map(ToString::to_string);
        let found = outcome.counterexample.as_ref().and_then(|wrong| wrong.faults.first());
        let unproven = outcome.no_proof.as_ref().map(|reason| format!("no proof: {reason}"));
        specification
            .or(self.fault.clone())
            .or(found.map(ToString::to_string))
            .or(unproven)
            .unwrap_or_else(|| verdict.word().to_lowercase())
    }

    /// Returns the routine that fails: this one, or the one that it is compared with.
    pub fn failing(&self) -> &'a Routine {
        self.routine.reference().filter(|_| self.outcome.is_of_reference).map_or(self.routine, |other| other)
    }
}

/// Returns an error text if the code has more bytes than the sheet allows.
fn wrong_size(routine: &Routine) -> Option<String> {
    let stated = routine.exceeded_size()?;
    Some(format!("the sheet states {stated} bytes; the code has {}", routine.size()))
}

/// Returns an error text if the cycles that the sheet states are wrong and no counterexample is known. A run that decides nothing hides
/// no others.
fn wrong_cycles(routine: &Routine, outcome: &Outcome) -> Option<String> {
    let (stated, times) = (routine.stated_cycles?, outcome.finding.cost.as_ref()?);
    let found = &times.cycles;
    let is_proof = outcome.method == Method::Symbolic && !outcome.finding.is_open;
    let right = routine.matches_stated_cycles(&outcome.finding, is_proof);
    let are = if is_proof { "they are" } else { "those of some inputs are" };
    (!right && (outcome.counterexample.is_none() || outcome.finding.is_open))
        .then(|| format!("the sheet states {stated} cycles; {are} {}", text::span(found.min, found.max)))
}
