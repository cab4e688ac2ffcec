//! The verification of one routine, by proof or by running it; its verdict, and its exercise.

use std::{fmt, ops::Range, path::Path};

use arcadian_files::{
    Files, LONGEST_SOURCE,
    error::{Error, Result, refuse},
    escape,
    source::Folders,
};
use arcadian_proof::{
    Cancelled, CheckResult, Counterexample, CycleProof, Engine, Fate, Fault, Inputs, Method, Mutant, Plan,
    ProveError, Routine, Settings, SpecificationFault, Sweep, check_one_by_one, is_cancelled,
};

use crate::routine;

pub struct Outcome {
    pub method: Method,
    /// The number of inputs, such as `2^16`.
    pub inputs: String,
    pub finding: CheckResult,
    /// The counterexample, replayed.
    pub counterexample: Option<Counterexample>,
    pub undecided: Option<Undecided>,
    /// The reason why a proof was tried and given up, if so.
    pub no_proof: Option<ProveError>,
    pub cycles: CycleProof,
    pub specification_fault: Option<SpecificationFault>,
    /// Whether the counterexample is one of the routine that this one is compared with.
    pub is_of_reference: bool,
    /// The fates of the mutants, if requested. A mutant without a fate is undecided.
    pub mutants: Option<Vec<(Mutant, Option<Fate>)>>,
    pub seconds: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    TimeLimit,
    /// No random input satisfies `requires`.
    NoInput,
}

impl Outcome {
    fn of(method: Method, inputs: String, finding: CheckResult) -> Self {
        Outcome {
            method,
            inputs,
            finding,
            counterexample: None,
            undecided: None,
            no_proof: None,
            cycles: CycleProof::NotStated,
            specification_fault: None,
            is_of_reference: false,
            mutants: None,
            seconds: 0.0,
        }
    }

    /// Returns whether the routine violates its contract, whatever code that is missing does.
    fn is_wrong(&self, routine: &Routine) -> bool {
        let is_known = |wrong: &Counterexample| !wrong.is_limited() && !wrong.is_of_absent_code();
        self.finding.is_fault() && self.counterexample.as_ref().is_some_and(is_known)
            || !routine.matches_stated_cycles(&self.finding, false)
    }
}

#[derive(Clone, Copy)]
pub struct Check<'a> {
    pub routine: &'a Routine,
    pub engine: Engine,
    pub settings: Settings,
}

/// Runs a routine on a number of inputs. A host decides about threads; [`Check::one_at_a_time`] needs none.
pub type Sweeping<'a> = &'a dyn Fn(&Check, Inputs, u64) -> CheckResult;

/// The largest number of inputs that are all run one at a time. This is much slower than lock step, so more are sampled.
const MOST_SINGLY: u64 = 1 << 18;

/// The number of inputs run one at a time first. They detect an endless loop sooner than lock step does.
const PRELIMINARY: u64 = 64;

/// The number of inputs in a work item.
pub const PART: u64 = 1 << 16;

impl<'a> Check<'a> {
    /// Verifies the routine, after its specification and the routine that it is compared with. If the verification is
    /// [cancelled](arcadian_proof::interruptible) before there is a result, the outcome is undecided. A counterexample that is known
    /// by then is reported as it is.
    pub fn outcome(&self, sweep: Sweeping) -> Result<Outcome> {
        let fault = self.routine.specification_fault();
        if is_cancelled() {
            return Ok(self.undecided());
        }
        if let Some(fault) = fault {
            let inputs = self.routine.input_count().to_string();
            let outcome = Outcome::of(self.settings.method, inputs, CheckResult::default());
            return Ok(Outcome { specification_fault: Some(fault), ..outcome });
        }
        let Some(reference) = self.routine.reference() else { return self.of_routine(sweep) };
        // The other engines emulate one family of processors each.
        let engine = if self.engine.emulates(reference.processor()) { self.engine } else { Engine::Own };
        let of_reference = Check { routine: reference, engine, ..*self }.of_routine(sweep)?;
        let wrong = of_reference.counterexample.as_ref();
        let is_absent = wrong.is_some_and(Counterexample::is_of_absent_code);
        let of_reference = Outcome { is_of_reference: wrong.is_some(), ..of_reference };
        if of_reference.is_of_reference && !is_absent {
            return Ok(of_reference);
        }
        if of_reference.undecided == Some(Undecided::TimeLimit) {
            return Ok(self.undecided());
        }
        let own = self.of_routine(sweep);
        if is_absent {
            // Where the other routine returns, the outputs can be wrong.
            return Ok(own.ok().filter(|own| own.is_wrong(self.routine)).unwrap_or(of_reference));
        }
        let own = own?;
        let is_proven = of_reference.method.is_proof() && of_reference.undecided.is_none();
        if is_proven || own.counterexample.is_some() {
            return Ok(own);
        }
        // What is compared with a routine that was only run on some inputs is itself not proven.
        let Outcome { method, inputs, undecided, .. } = of_reference;
        Ok(Outcome { method, inputs, undecided: own.undecided.or(undecided), ..own })
    }

    fn of_routine(&self, sweep: Sweeping) -> Result<Outcome> {
        let all = self.routine.input_count().to_string();
        let (mut no_proof, mut cycles) = (None, CycleProof::NotStated);
        let plan = match self.plan() {
            Err(_) if is_cancelled() => return Ok(self.undecided()),
            plan => plan?,
        };
        let (method, inputs, finding) = match plan {
            Plan::Done(finding) => (Method::Symbolic, all, *finding),
            Plan::Inductive(finding, proof) => {
                cycles = proof;
                (Method::Induction, all, *finding)
            }
            Plan::Examples(finding, count) => (Method::Examples, count.to_string(), *finding),
            Plan::Failed(finding, count) => (Method::Random, count.to_string(), *finding),
            Plan::Sweep(which, count, reason) => {
                no_proof = reason;
                match which {
                    Inputs::All => (Method::Exhaustive, all, sweep(self, which, count)),
                    Inputs::Sampled(_) => (Method::Random, count.to_string(), sweep(self, which, count)),
                }
            }
        };
        let Some(start) = &finding.failing else {
            if is_cancelled() {
                return Ok(self.undecided());
            }
            let is_empty = finding.cost.is_none() && !method.is_proof();
            let undecided = is_empty.then_some(Undecided::NoInput);
            return Ok(Outcome { undecided, no_proof, cycles, ..Outcome::of(method, inputs, finding) });
        };
        let counterexample = match self.replay(start) {
            // What is not known to the end may return later.
            Ok(found) if is_cancelled() && found.as_ref().is_none_or(Counterexample::is_limited) => {
                return Ok(self.undecided());
            }
            Err(Cancelled) => return Ok(self.undecided()),
            Ok(found) => found,
        };
        if counterexample.is_none() {
            let name = &self.routine.name;
            refuse!("cannot reproduce the counterexample for {name}: this is a bug in the verifier");
        }
        Ok(Outcome { counterexample, no_proof, cycles, ..Outcome::of(method, inputs, finding) })
    }

    fn replay(
        &self,
        start: &arcadian_proof::InitialState,
    ) -> std::result::Result<Option<Counterexample>, Cancelled> {
        Counterexample::explain(self.routine, self.engine, self.settings.instruction_limit, start)
    }

    fn plan(&self) -> Result<Plan> {
        let mut settings = self.settings;
        // The other routine need not have invariants.
        if settings.method == Method::Induction
            && self.routine.is_reference()
            && !self.routine.has_cut_points()
        {
            settings.method = Method::Auto;
        }
        if self.engine == Engine::Own || settings.method != Method::Auto {
            return settings.plan(self.routine).map_err(|error| Error::of(&error));
        }
        let settings = Settings { exhaustive_limit: MOST_SINGLY, ..settings };
        settings.plan_without_proof(self.routine, self.engine).map_err(|error| Error::of(&error))
    }

    /// Runs the first random inputs. Returns a result if one of them fails.
    pub fn preliminary(&self, count: u64) -> Option<CheckResult> {
        let first = self.one_by_one(Inputs::Sampled(self.settings.seed), 0..PRELIMINARY.min(count));
        first.filter(|found| found.failing.is_some())
    }

    /// Runs the routine on inputs one at a time, up to the first fault. Lock step is faster, but a host that need not be fast
    /// does without its code, which is a third of that of all proofs.
    pub fn one_at_a_time(&self, inputs: Inputs, count: u64) -> CheckResult {
        self.one_by_one(inputs, 0..count).unwrap_or_default()
    }

    fn one_by_one(&self, inputs: Inputs, numbers: Range<u64>) -> Option<CheckResult> {
        check_one_by_one(self.routine, self.engine, inputs, numbers, self.settings.instruction_limit)
    }

    /// Returns the outcome without a result, because the verification was cancelled.
    fn undecided(&self) -> Outcome {
        let inputs = self.routine.input_count().to_string();
        let undecided = Some(Undecided::TimeLimit);
        Outcome { undecided, ..Outcome::of(self.settings.method, inputs, CheckResult::default()) }
    }
}

pub enum Checker<'a> {
    Lanes(Box<Sweep<'a>>),
    Singly(Check<'a>, Inputs),
}

impl<'a> Checker<'a> {
    pub fn new(check: &Check<'a>, inputs: Inputs) -> Self {
        let limit = check.settings.instruction_limit;
        match (check.engine, inputs) {
            (Engine::Own, Inputs::All) => Checker::Lanes(Box::new(Sweep::new(check.routine, inputs, limit))),
            // A routine that cannot be proven has many execution paths, and path groups that never merge are not faster in
            // lock step.
            _ => Checker::Singly(*check, inputs),
        }
    }

    pub fn check(&mut self, numbers: Range<u64>) -> CheckResult {
        match self {
            Checker::Lanes(sweep) => sweep.check(numbers),
            // A host refuses routines that the engine cannot run.
            Checker::Singly(check, inputs) => check.one_by_one(*inputs, numbers).unwrap_or_default(),
        }
    }
}

#[derive(Debug)]
pub struct Exercise(Routine);

/// The judgment on a routine as the solution of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// The routine has the contract of the exercise, which is proven.
    Solved,
    /// Its contract is another one: the key of a header line that demands something else.
    Changed(&'static str),
    Unproven,
}

impl Exercise {
    /// Reads the sheet in a file. Its instructions may be missing, but not its label and what its header names.
    pub fn read(files: &dyn Files, path: &Path) -> Result<Self> {
        let text = files.text(path, "an exercise", LONGEST_SOURCE)?;
        let name = escape::source_name(path);
        let mut folders = Folders::new(files, path, &[]);
        let found = Routine::read_exercise(&name, &text, &mut folders, arcadian_claims::all());
        found.map(Exercise).map_err(routine::to_error)
    }

    pub fn title(&self) -> String {
        escape::line(&routine::title(&self.0)).into_owned()
    }

    /// Changes an outcome to that of a solution: all code of an exercise is in its sheet.
    pub fn close(&self, outcome: &mut Outcome) {
        let faults = outcome.counterexample.as_mut().map(|wrong| &mut wrong.faults[..]);
        if let Some([first, ..]) = faults
            && let Fault::Absent(pc) = *first
        {
            *first = Fault::NoCode(pc);
        }
    }

    /// Judges a routine with the verdict on its own contract.
    pub fn judge(&self, routine: &Routine, verdict: Verdict) -> Judgment {
        match routine.changed_demand(&self.0) {
            Some(key) => Judgment::Changed(key),
            None if verdict == Verdict::Holds => Judgment::Solved,
            None => Judgment::Unproven,
        }
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Judgment::Solved => f.write_str("solves the exercise"),
            Judgment::Changed(key) => {
                write!(f, "the header is not that of the exercise: `{key}` demands something else")
            }
            Judgment::Unproven => f.write_str("the contract of the exercise is not proven"),
        }
    }
}

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
    /// A run needs code that the sheet lacks.
    NotJudged,
}

impl Verdict {
    pub(crate) fn of(routine: &Routine, outcome: &Outcome, fault: Option<&str>, mutants: &Tally) -> Self {
        let counterexample = outcome.counterexample.as_ref();
        if outcome.specification_fault.is_some() || routine.exceeded_size().is_some() {
            Verdict::Fails
        } else if outcome.undecided.is_some() || counterexample.is_some_and(Counterexample::is_limited) {
            Verdict::Undecided
        } else if counterexample.is_some_and(Counterexample::is_of_absent_code) && fault.is_none() {
            Verdict::NotJudged
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

    /// Whether nothing is known.
    pub fn is_open(self) -> bool {
        matches!(self, Verdict::Undecided | Verdict::NotJudged)
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
            Verdict::NotJudged => "not judged",
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

    pub fn add(&mut self, other: Tally) {
        self.killed += other.killed;
        self.equivalent += other.equivalent;
        self.survived += other.survived;
        self.undecided += other.undecided;
    }

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
