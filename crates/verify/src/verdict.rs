//! What is said of a routine after its verification.

use std::fmt;

use arcadian_proof::{Counterexample, CycleProof, Fate, Method, Mutant, Routine};

use crate::Outcome;

/// The verdict on a routine, including its mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The contract is proven for all inputs and initial states.
    Holds,
    /// The contract is proven except for the stated cycles: only those of some runs are within them.
    CyclesSampled,
    /// No run violates the contract, but not all inputs and initial states were run.
    Sampled,
    /// All examples of the header hold, and only they say what the outputs are. Everything else is proven.
    Examples,
    /// All examples of the header hold. Something else that the header states was only run on samples, or was not to be checked.
    ExamplesOnly,
    /// There is a counterexample, the stated cycles are wrong, or a mutant survived.
    Fails,
    /// The time limit was reached, or a run took too many instructions.
    Undecided,
}

impl Verdict {
    pub(crate) fn of(routine: &Routine, outcome: &Outcome, fault: Option<&str>, mutants: &Tally) -> Self {
        let counterexample = outcome.counterexample.as_ref();
        if outcome.specification_fault.is_some() {
            Verdict::Fails
        } else if outcome.undecided.is_some() || counterexample.is_some_and(Counterexample::is_limited) {
            Verdict::Undecided
        } else if counterexample.is_some() || fault.is_some() || mutants.survived > 0 {
            Verdict::Fails
        } else if mutants.undecided > 0 {
            Verdict::Undecided
        } else if routine.specification.has_only_examples() && outcome.method.is_proof() {
            Verdict::Examples
        } else if outcome.method == Method::Examples || routine.specification.has_only_examples() {
            Verdict::ExamplesOnly
        } else if !outcome.method.is_proof() {
            Verdict::Sampled
        } else if matches!(outcome.cycles, CycleProof::NotProven(_)) {
            Verdict::CyclesSampled
        } else {
            Verdict::Holds
        }
    }

    /// Whether no run violates the contract, but a part of it was only tested on samples.
    pub fn is_sampled(self) -> bool {
        matches!(self, Verdict::Sampled | Verdict::CyclesSampled | Verdict::ExamplesOnly)
    }

    /// Whether everything holds that was to be checked.
    pub fn is_passed(self) -> bool {
        matches!(self, Verdict::Holds | Verdict::Examples)
    }

    /// Returns the word in the table.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::CyclesSampled => "holds, cycles sampled",
            Verdict::Sampled => "sampled",
            Verdict::Examples => "examples hold",
            Verdict::ExamplesOnly => "examples hold, rest unproven",
            Verdict::Fails => "FAILS",
            Verdict::Undecided => "undecided",
        }
    }
}

/// The number of mutants with each fate; those without a fate are undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Mutants with a counterexample.
    pub killed: usize,
    /// Mutants that fulfil the contract as well.
    pub equivalent: usize,
    /// Mutants that the verification should have detected.
    pub survived: usize,
    /// Mutants that were not verified in time.
    pub undecided: usize,
}

impl Tally {
    pub(crate) fn of(fates: &[(Mutant, Option<Fate>)]) -> Self {
        let count = |which| fates.iter().filter(|(_, fate)| *fate == which).count();
        Tally {
            killed: count(Some(Fate::Killed)),
            equivalent: count(Some(Fate::Equivalent)),
            survived: count(Some(Fate::Survived)),
            undecided: count(None),
        }
    }

    /// Adds the mutants of another routine.
    pub fn add(&mut self, other: Tally) {
        self.killed += other.killed;
        self.equivalent += other.equivalent;
        self.survived += other.survived;
        self.undecided += other.undecided;
    }

    /// Returns the number of mutants.
    pub fn all(&self) -> usize {
        self.killed + self.equivalent + self.survived + self.undecided
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { killed, equivalent, survived, undecided } = self;
        write!(f, "{} mutants: {killed} killed, {equivalent} equivalent, {survived} survived", self.all())?;
        if *undecided > 0 { write!(f, ", {undecided} undecided") } else { Ok(()) }
    }
}
