//! Verification on all cores, for the commands that verify several routines, and its progress.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arcadian_files::escape;
use arcadian_proof::{
    CheckResult, Engine, Fate, Inputs, Mutant, Routine, Settings, cancellable, interruptible,
};
use arcadian_verify::{Check, Checker, Outcome, PART};

use crate::terminal::{bar::Bar, deadline::Deadline};

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

impl Worker {
    /// Creates a worker on all cores, or on a number of threads.
    pub fn new(settings: Settings, threads: Option<u16>, interrupted: Arc<AtomicBool>) -> Self {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.map_or_else(cores, usize::from);
        Worker { settings, engine: Engine::Own, threads, mutants: false, time_limit: None, interrupted }
    }

    /// Lets each routine take some time at most.
    pub fn with_time_limit(self, time_limit: Option<Duration>) -> Self {
        Worker { time_limit, ..self }
    }

    pub fn on(self, engine: Engine) -> Self {
        Worker { engine, ..self }
    }

    pub fn with_mutants(self, mutants: bool) -> Self {
        Worker { mutants, ..self }
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
            let start = |sender| thread::Builder::new().spawn_scoped(scope, move || work(sender));
            let started: Vec<_> = vec![sender; at_once].into_iter().map(start).collect();
            // Without memory for another thread, there are fewer of them.
            if started.iter().all(io::Result::is_err) {
                started.into_iter().collect::<io::Result<Vec<_>>>().context("cannot start a thread")?;
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

    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Verifies a routine, and its mutants if requested.
    fn verify(&self, routine: &Routine, threads: usize, progress: &Progress) -> Result<Outcome> {
        let start = Instant::now();
        let deadline =
            Deadline::after(self.time_limit, &self.interrupted).context("cannot start a thread")?;
        let check = Check { routine, engine: self.engine, settings: self.settings };
        let job = Job { check, threads, is_expired: deadline.flag(), progress };
        let mut outcome = interruptible(job.is_expired, || {
            check.outcome(&|check, inputs, count| job.sweep(check, inputs, count))
        })?;
        let is_right = outcome.undecided.is_none()
            && outcome.counterexample.is_none()
            && outcome.specification_fault.is_none();
        if self.mutants && is_right {
            outcome.mutants = Some(job.mutants(&outcome.finding));
        }
        outcome.seconds = start.elapsed().as_secs_f64();
        Ok(outcome)
    }
}

/// The verification of one routine.
#[derive(Clone, Copy)]
struct Job<'a> {
    check: Check<'a>,
    /// The maximum number of threads.
    threads: usize,
    is_expired: &'a Arc<AtomicBool>,
    progress: &'a Progress,
}

impl Job<'_> {
    /// Checks inputs in parts, on all threads. The result does not depend on the assignment of parts to threads.
    fn sweep(&self, check: &Check, inputs: Inputs, count: u64) -> CheckResult {
        let first = check.preliminary(count).unwrap_or_default();
        if first.is_fault() {
            return first;
        }
        self.progress.count(if inputs == Inputs::All { "exhaustive" } else { "random" }, count);
        let next = AtomicU64::new(0);
        let wrong = AtomicU64::new(u64::MAX);
        let parts = Mutex::new(Vec::new());
        self.on_threads(count.div_ceil(PART), || {
            let mut checker = Checker::new(check, inputs);
            while !self.is_expired.load(Ordering::Relaxed) {
                let first = next.fetch_add(PART, Ordering::Relaxed);
                if first >= count || first > wrong.load(Ordering::Relaxed) {
                    break;
                }
                let part = first..count.min(first + PART);
                let length = part.end - part.start;
                let finding = checker.check(part);
                self.progress.advance(length);
                if finding.is_fault() {
                    wrong.fetch_min(first, Ordering::Relaxed);
                }
                if let Ok(mut parts) = parts.lock() {
                    parts.push((first, finding));
                }
            }
        });
        let mut parts = parts.into_inner().unwrap_or_default();
        parts.sort_by_key(|(first, _)| *first);
        // How many parts after the first with a fault were checked depends on the threads.
        let last = parts.iter().position(|(_, part)| part.is_fault()).unwrap_or(parts.len());
        parts.into_iter().take(last + 1).fold(first, |all, (_, part)| all.merge(part))
    }

    /// Verifies each mutant. A fate is `None` if the time limit expired first.
    fn mutants(&self, finding: &CheckResult) -> Vec<(Mutant, Option<Fate>)> {
        let most = finding.cost.as_ref().map_or(0, |cost| cost.instructions.max);
        let all = Mutant::all(self.check.routine);
        self.progress.count("mutants", all.len() as u64);
        let next = AtomicU64::new(0);
        let fates = Mutex::new(Vec::new());
        self.on_threads(all.len() as u64, || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed) as usize;
                let Some(mutant) = all.get(number) else { break };
                let verify = || mutant.verify(self.check.routine, &self.check.settings, most);
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
            // Without memory for another thread, there are fewer of them.
            (1..threads).for_each(|_| drop(thread::Builder::new().spawn_scoped(scope, work)));
            work();
        });
    }
}

const COUNTED: &str = "{prefix} {msg} {wide_bar} {percent}%{left}";
const UNCOUNTED: &str = "{prefix} {msg} {spinner} {elapsed}";
const SEVERAL: &str = "{pos}/{len} {msg} {wide_bar} {elapsed}{left}";
/// The same before the first result, from which the time is estimated.
const COUNTED_FIRST: &str = "{prefix} {msg} {wide_bar} {percent}%";
const SEVERAL_FIRST: &str = "{pos}/{len} {msg} {wide_bar} {elapsed}";

/// The progress line: the stage of one routine at a time, or the number of routines verified if there are several at once.
pub struct Progress {
    bar: Bar,
    routines: usize,
    /// The routines being verified, if there are several at once.
    running: Option<Mutex<Vec<String>>>,
}

impl Progress {
    pub fn new(routines: usize, at_once: usize) -> Self {
        let (length, template) =
            if at_once > 1 { (Some(routines as u64), SEVERAL_FIRST) } else { (None, UNCOUNTED) };
        let bar = Bar::new(length, template);
        Progress { bar, routines, running: (at_once > 1).then(Mutex::default) }
    }

    /// Starts a routine. Numbers count from 1.
    pub fn start(&self, number: usize, routine: &Routine) {
        let name = name(routine);
        match &self.running {
            Some(_) => self.list_running(|running| running.push(name)),
            None => {
                self.bar.set_prefix(format!("{number}/{} {name}", self.routines));
                self.wait("symbolic");
            }
        }
    }

    pub fn finish(&self, routine: &Routine) {
        if self.running.is_some() {
            self.list_running(|running| running.retain(|other| *other != name(routine)));
            self.advance_by(1, SEVERAL);
        }
    }

    /// Adds completed items. Time left can be estimated after the first ones.
    fn advance_by(&self, count: u64, template: &str) {
        if self.bar.position() == 0 {
            self.bar.set_template(template);
        }
        self.bar.inc(count);
    }

    fn list_running(&self, change: impl FnOnce(&mut Vec<String>)) {
        if let Some(Ok(mut running)) = self.running.as_ref().map(Mutex::lock) {
            change(&mut running);
            self.bar.set_message(running.join(", "));
        }
    }

    /// Starts a stage of unknown length.
    pub fn wait(&self, what: &'static str) {
        if self.running.is_some() {
            return;
        }
        self.bar.reset_elapsed();
        self.stage(what, UNCOUNTED);
    }

    /// Starts a stage of `count` items.
    pub fn count(&self, what: &'static str, count: u64) {
        if self.running.is_some() {
            return;
        }
        self.bar.set_length(count);
        self.bar.set_position(0);
        self.bar.reset_eta();
        self.stage(what, COUNTED_FIRST);
    }

    fn stage(&self, what: &'static str, template: &str) {
        self.bar.set_message(what);
        self.bar.set_template(template);
    }

    /// Adds `count` completed items.
    pub fn advance(&self, count: u64) {
        if self.running.is_none() {
            self.advance_by(count, COUNTED);
        }
    }

    /// Hides the line while `print` runs.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

fn name(routine: &Routine) -> String {
    format!("{} {}", escape::line(&routine.name), routine.processor())
}
