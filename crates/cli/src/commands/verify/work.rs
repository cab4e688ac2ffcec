//! Verification on all cores.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow};
use arcadian_proof::{
    Cancelled, CheckResult, Counterexample, Engine, Fate, Inputs, Method, Mutant, Plan, ProveError, Routine,
    Settings, SpecificationFault, Sweep, cancellable, check_one_by_one,
};

use super::{VerifyArgs, progress::Progress};
use crate::terminal::deadline::Deadline;

/// The outcome for one routine.
pub struct Outcome {
    /// The method that was used.
    pub method: Method,
    /// The number of inputs, such as `2^16`.
    pub inputs: String,
    /// The result of the check.
    pub finding: CheckResult,
    /// The counterexample, replayed.
    pub counterexample: Option<Counterexample>,
    /// Why nothing was found out, if so.
    pub undecided: Option<Undecided>,
    /// Why a proof was tried and given up, if so.
    pub no_proof: Option<ProveError>,
    /// What is wrong with the specification itself.
    pub specification_fault: Option<SpecificationFault>,
    /// Whether the counterexample is one of the routine that this one is compared with.
    pub is_of_reference: bool,
    /// The fates of the mutants, if requested. A mutant without a fate is undecided.
    pub mutants: Option<Vec<(Mutant, Option<Fate>)>>,
    /// The elapsed time in seconds.
    pub seconds: f64,
}

/// Why a check has no result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    /// The time limit was reached.
    TimeLimit,
    /// No random input satisfies `requires`.
    NoInput,
}

/// Verifies routines.
pub struct Worker {
    settings: Settings,
    engine: Engine,
    threads: usize,
    mutants: bool,
    time_limit: Option<Duration>,
    /// Set by Ctrl-C.
    interrupted: Arc<AtomicBool>,
}

/// The largest number of inputs that are all run one at a time. This is much slower than lock step, so more are sampled.
const MOST_SINGLY: u64 = 1 << 18;

/// The number of inputs run one at a time first. They detect an endless loop sooner than lock step does.
const PRELIMINARY: u64 = 64;

/// The number of inputs in a work item.
const PART: u64 = 1 << 16;

impl Worker {
    /// Creates a worker from the arguments.
    pub fn new(args: &VerifyArgs, settings: Settings, interrupted: Arc<AtomicBool>) -> Self {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = args.threads.map_or_else(cores, usize::from);
        Worker {
            settings,
            engine: args.engine.engine(),
            threads,
            mutants: args.mutants,
            time_limit: args.time_limit,
            interrupted,
        }
    }

    /// Verifies routines, several at once, and calls `done` with each outcome, in the order of the routines. Ends early if it
    /// fails, or after Ctrl-C.
    pub fn verify_all(
        &self,
        routines: &[Routine],
        mut done: impl FnMut(&Routine, Outcome, &Progress) -> Result<()>,
    ) -> Result<()> {
        let at_once = self.threads.min(routines.len()).max(1);
        let progress = Progress::new(routines.len(), at_once);
        let threads = if at_once > 1 { 1 } else { self.threads };
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, outcomes) = mpsc::channel();
        let work = |sender: Sender<(usize, Result<Outcome>)>| {
            while !is_over.load(Ordering::Relaxed) && !self.is_interrupted() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(routine) = routines.get(number) else { break };
                progress.start(number + 1, routine);
                let outcome = self.verify(routine, threads, &progress);
                progress.finish(routine);
                // An interrupted verification says nothing.
                if !self.is_interrupted() && sender.send((number, outcome)).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            let work = &work;
            for sender in vec![sender; at_once] {
                scope.spawn(move || work(sender));
            }
            let mut early = BTreeMap::new();
            let mut report = || {
                for (number, routine) in routines.iter().enumerate() {
                    let outcome = loop {
                        if let Some(outcome) = early.remove(&number) {
                            break outcome;
                        }
                        let Ok((number, outcome)) = outcomes.recv() else { return Ok(()) };
                        early.insert(number, outcome);
                    };
                    done(routine, outcome?, &progress)?;
                }
                Ok(())
            };
            let result = report();
            is_over.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Verifies a routine, and its mutants if requested.
    fn verify(&self, routine: &Routine, threads: usize, progress: &Progress) -> Result<Outcome> {
        let (start, deadline) = (Instant::now(), Deadline::after(self.time_limit, &self.interrupted));
        let job = Job {
            worker: self,
            routine,
            engine: self.engine,
            threads,
            is_expired: deadline.flag(),
            progress,
        };
        let mut outcome = match cancellable(job.is_expired, || job.check()) {
            Ok(outcome) => outcome?,
            Err(Cancelled) => self.undecided(routine),
        };
        let is_right = outcome.undecided.is_none()
            && outcome.counterexample.is_none()
            && outcome.specification_fault.is_none();
        if self.mutants && is_right {
            outcome.mutants = Some(job.mutants(&outcome.finding));
        }
        outcome.seconds = start.elapsed().as_secs_f64();
        Ok(outcome)
    }

    fn undecided(&self, routine: &Routine) -> Outcome {
        let inputs = routine.input_count().to_string();
        let method = self.settings.method;
        let undecided = Some(Undecided::TimeLimit);
        Outcome { undecided, ..Outcome::of(method, inputs, CheckResult::default()) }
    }
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
            specification_fault: None,
            is_of_reference: false,
            mutants: None,
            seconds: 0.0,
        }
    }
}

/// The verification of one routine.
#[derive(Clone, Copy)]
struct Job<'a> {
    worker: &'a Worker,
    routine: &'a Routine,
    engine: Engine,
    /// The maximum number of threads.
    threads: usize,
    /// Whether the time limit has expired.
    is_expired: &'a Arc<AtomicBool>,
    progress: &'a Progress,
}

impl Job<'_> {
    /// Verifies the routine, after its specification and the routine that it is compared with. If the time limit expires, the
    /// result is incomplete.
    fn check(&self) -> Result<Outcome> {
        if let Some(fault) = self.routine.specification_fault() {
            let inputs = self.routine.input_count().to_string();
            let outcome = Outcome::of(self.worker.settings.method, inputs, CheckResult::default());
            return Ok(Outcome { specification_fault: Some(fault), ..outcome });
        }
        let Some(reference) = self.routine.reference() else { return self.check_routine() };
        // The other engines emulate one family of processors each.
        let engine = if self.engine.emulates(reference.processor()) { self.engine } else { Engine::Own };
        let of_reference = Job { routine: reference, engine, ..*self }.check_routine()?;
        if of_reference.counterexample.is_some() {
            return Ok(Outcome { is_of_reference: true, ..of_reference });
        }
        let own = self.check_routine()?;
        let is_proven = of_reference.method.is_proof() && of_reference.undecided.is_none();
        if is_proven || own.counterexample.is_some() {
            return Ok(own);
        }
        // What is compared with a routine that was only run on some inputs is itself not proven.
        let Outcome { method, inputs, undecided, .. } = of_reference;
        Ok(Outcome { method, inputs, undecided: own.undecided.or(undecided), ..own })
    }

    fn check_routine(&self) -> Result<Outcome> {
        let all = self.routine.input_count().to_string();
        let mut no_proof = None;
        let (method, inputs, finding) = match self.plan()? {
            Plan::Done(finding) => (Method::Symbolic, all, *finding),
            Plan::Inductive(finding) => (Method::Induction, all, *finding),
            Plan::Failed(finding, count) => (Method::Random, count.to_string(), *finding),
            Plan::Sweep(which, count, reason) => {
                no_proof = reason;
                match which {
                    Inputs::All => (Method::Exhaustive, all, self.sweep(which, count)),
                    Inputs::Sampled(_) => (Method::Random, count.to_string(), self.sweep(which, count)),
                }
            }
        };
        let is_empty = finding.failing.is_none() && finding.cost.is_none() && !method.is_proof();
        let undecided = is_empty.then_some(Undecided::NoInput);
        let counterexample = finding.failing.as_ref().map(|start| self.replay(start)).transpose()?;
        Ok(Outcome { counterexample, undecided, no_proof, ..Outcome::of(method, inputs, finding) })
    }

    fn replay(&self, start: &arcadian_proof::InitialState) -> Result<Counterexample> {
        let limit = self.worker.settings.instruction_limit;
        Counterexample::explain(self.routine, self.engine, limit, start).ok_or_else(|| {
            let name = &self.routine.name;
            anyhow!("cannot reproduce the counterexample for {name}: this is a bug in the verifier")
        })
    }

    fn plan(&self) -> Result<Plan> {
        let mut settings = self.worker.settings;
        // The other routine need not have invariants.
        if settings.method == Method::Induction
            && self.routine.is_reference()
            && !self.routine.has_cut_points()
        {
            settings.method = Method::Auto;
        }
        if self.engine == Engine::Own || settings.method != Method::Auto {
            return Ok(settings.plan(self.routine)?);
        }
        let settings = Settings { exhaustive_limit: MOST_SINGLY, ..settings };
        Ok(settings.plan_without_proof(self.routine))
    }

    /// Checks inputs in parts, on all threads. The result does not depend on the assignment of parts to threads.
    fn sweep(&self, inputs: Inputs, count: u64) -> CheckResult {
        let (settings, engine) = (self.worker.settings, self.engine);
        let (samples, limit) = (Inputs::Sampled(settings.seed), settings.instruction_limit);
        let first = check_one_by_one(self.routine, engine, samples, 0..PRELIMINARY.min(count), limit);
        if let Some(found) = first.filter(|found| found.failing.is_some()) {
            return found;
        }
        self.progress.count(if inputs == Inputs::All { "exhaustive" } else { "random" }, count);
        let next = AtomicU64::new(0);
        let wrong = AtomicU64::new(u64::MAX);
        let parts = Mutex::new(Vec::new());
        self.on_threads(count.div_ceil(PART), || {
            let mut checker = Checker::new(self, inputs);
            while !self.is_expired.load(Ordering::Relaxed) {
                let first = next.fetch_add(PART, Ordering::Relaxed);
                if first >= count || first > wrong.load(Ordering::Relaxed) {
                    break;
                }
                let part = first..count.min(first + PART);
                let length = part.end - part.start;
                let finding = checker.check(part);
                self.progress.advance(length);
                if finding.failing.is_some() {
                    wrong.fetch_min(first, Ordering::Relaxed);
                }
                if let Ok(mut parts) = parts.lock() {
                    parts.push((first, finding));
                }
            }
        });
        let mut parts = parts.into_inner().unwrap_or_default();
        parts.sort_by_key(|(first, _)| *first);
        parts.into_iter().fold(CheckResult::default(), |all, (_, part)| all.merge(part))
    }

    /// Verifies each mutant. A fate is `None` if the time limit expired first.
    fn mutants(&self, finding: &CheckResult) -> Vec<(Mutant, Option<Fate>)> {
        let most = finding.cost.as_ref().map_or(0, |cost| cost.instructions.max);
        let all = Mutant::all(self.routine);
        self.progress.count("mutants", all.len() as u64);
        let next = AtomicU64::new(0);
        let fates = Mutex::new(Vec::new());
        self.on_threads(all.len() as u64, || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed) as usize;
                let Some(mutant) = all.get(number) else { break };
                let verify = || mutant.verify(self.routine, &self.worker.settings, most);
                let fate = cancellable(self.is_expired, verify).ok();
                self.progress.advance(1);
                if let Ok(mut fates) = fates.lock() {
                    fates.push((number, mutant.clone(), fate));
                }
            }
        });
        let mut fates = fates.into_inner().unwrap_or_default();
        fates.sort_by_key(|(number, ..)| *number);
        fates.into_iter().map(|(_, mutant, fate)| (mutant, fate)).collect()
    }

    /// Runs the work on up to the requested number of threads, at most one per part.
    fn on_threads(&self, parts: u64, work: impl Fn() + Sync) {
        let threads = self.threads.min(usize::try_from(parts).unwrap_or(usize::MAX));
        // The flag records that a cancelled thread left work undone.
        let work = || {
            let _ = cancellable(self.is_expired, &work);
        };
        thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
    }
}

/// Checks parts of the inputs on one thread.
enum Checker<'a> {
    Lanes(Box<Sweep<'a>>),
    Singly { routine: &'a Routine, engine: Engine, inputs: Inputs, limit: u64 },
}

impl<'a> Checker<'a> {
    fn new(job: &Job<'a>, inputs: Inputs) -> Self {
        let (routine, engine, limit) = (job.routine, job.engine, job.worker.settings.instruction_limit);
        match (engine, inputs) {
            (Engine::Own, Inputs::All) => Checker::Lanes(Box::new(Sweep::new(routine, inputs, limit))),
            // A routine that cannot be proven has many execution paths, and path groups that never merge are not faster in lock step.
            _ => Checker::Singly { routine, engine, inputs, limit },
        }
    }

    fn check(&mut self, numbers: Range<u64>) -> CheckResult {
        match self {
            Checker::Lanes(sweep) => sweep.check(numbers),
            // `choose` has excluded routines that the engine cannot run.
            Checker::Singly { routine, engine, inputs, limit } => {
                check_one_by_one(routine, *engine, *inputs, numbers, *limit).unwrap_or_default()
            }
        }
    }
}
