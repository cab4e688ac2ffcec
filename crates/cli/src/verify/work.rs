//! The work, on all cores.

use std::{
    io::{IsTerminal, stderr},
    ops::Range,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow};
use arcadian_proof::{
    CheckResult, Counterexample, Engine, Fate, Inputs, LANES, Method, Mutant, Plan, Replay, Routine,
    Settings, Sweep, check_one_by_one,
};
use indicatif::{ProgressBar, ProgressStyle};

use super::VerifyArgs;
use crate::output;

/// What came out of one routine.
pub struct Outcome {
    /// How it was verified.
    pub method: Method,
    /// How many inputs that were.
    pub inputs: String,
    /// What was found.
    pub finding: CheckResult,
    /// The case in which it is wrong, replayed.
    pub counterexample: Option<Counterexample>,
    /// What became of its mutants.
    pub mutants: Option<Vec<(Mutant, Fate)>>,
    /// How long it took.
    pub seconds: f64,
}

/// Verifies routines one after the other.
pub struct Worker {
    settings: Settings,
    engine: Engine,
    threads: usize,
    mutants: bool,
}

/// One input at a time takes so much longer than in lock step; more than these are sampled.
const MOST_SINGLY: u64 = 1 << 18;

/// Inputs tried one by one before all are: a routine that runs away does so soon, and in lock step for long.
const FIRST: u64 = 64;

/// Inputs in a part of the work.
const PART: u64 = 1 << 16;

/// From so short a time one can tell how long the whole takes.
const GLANCE: Duration = Duration::from_millis(50);

/// From so long on people want to know how long.
const LONG: Duration = Duration::from_secs(3);

impl Worker {
    /// A worker as the arguments want it.
    pub fn new(args: &VerifyArgs, settings: Settings) -> Self {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = args.threads.map_or_else(cores, usize::from);
        Worker { settings, engine: args.engine.engine(), threads, mutants: args.mutants }
    }

    /// Verifies a routine.
    pub fn verify(&self, routine: &Routine) -> Result<Outcome> {
        let began = Instant::now();
        let (method, inputs, finding) = match self.plan(routine)? {
            Plan::Done(finding) => (Method::Symbolic, routine.input_count().to_string(), finding),
            Plan::Sweep(Inputs::All, count) => (
                Method::Exhaustive,
                routine.input_count().to_string(),
                self.sweep(routine, Inputs::All, count),
            ),
            Plan::Sweep(inputs, count) => {
                (Method::Random, count.to_string(), self.sweep(routine, inputs, count))
            }
        };
        let replay =
            |start| Replay::new(routine, self.engine, self.settings.instruction_limit)?.run(start).err();
        let counterexample = match &finding.failing {
            None => None,
            Some(start) => Some(replay(start).ok_or_else(|| {
                anyhow!(
                    "{} was found wrong in a case in which it is right: a fault of the verifier",
                    routine.name
                )
            })?),
        };
        let mutants = (self.mutants && finding.failing.is_none()).then(|| self.mutants(routine, &finding));
        let seconds = began.elapsed().as_secs_f64();
        Ok(Outcome { method, inputs, finding, counterexample, mutants, seconds })
    }

    fn plan(&self, routine: &Routine) -> Result<Plan> {
        if self.engine == Engine::Own || self.settings.method != Method::Auto {
            return Ok(self.settings.plan(routine)?);
        }
        let settings = Settings { exhaustive_limit: MOST_SINGLY, ..self.settings };
        Ok(settings.plan_without_proof(routine))
    }

    /// Checks inputs in parts, on all threads. Which thread does which part does not show in what comes out.
    fn sweep(&self, routine: &Routine, inputs: Inputs, count: u64) -> CheckResult {
        let chance = Inputs::Sampled(self.settings.seed);
        let first = check_one_by_one(
            routine,
            self.engine,
            chance,
            0..FIRST.min(count),
            self.settings.instruction_limit,
        );
        if let Some(found) = first.filter(|found| found.failing.is_some()) {
            return found;
        }
        let progress = self.progress(routine, inputs, count);
        let next = AtomicU64::new(0);
        let wrong = AtomicU64::new(u64::MAX);
        let parts = Mutex::new(Vec::new());
        let work = || {
            let mut checker = Checker::new(self, routine, inputs);
            loop {
                let first = next.fetch_add(PART, Ordering::Relaxed);
                if first >= count || first > wrong.load(Ordering::Relaxed) {
                    break;
                }
                let part = first..count.min(first + PART);
                progress.inc(part.end - part.start);
                let finding = checker.check(part);
                if finding.failing.is_some() {
                    wrong.fetch_min(first, Ordering::Relaxed);
                }
                if let Ok(mut parts) = parts.lock() {
                    parts.push((first, finding));
                }
            }
        };
        thread::scope(|scope| {
            let threads = self.threads.min(count.div_ceil(PART) as usize);
            (1..threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        progress.finish_and_clear();
        let mut parts = parts.into_inner().unwrap_or_default();
        parts.sort_by_key(|(first, _)| *first);
        parts.into_iter().fold(CheckResult::default(), |all, (_, part)| all.merge(part))
    }

    /// Tells how long it will take, if it will take long, and shows how it goes on.
    fn progress(&self, routine: &Routine, inputs: Inputs, count: u64) -> ProgressBar {
        let mut checker = Checker::new(self, routine, inputs);
        let mut size = LANES as u64;
        let one = loop {
            let began = Instant::now();
            let _ = checker.check(0..size.min(count));
            if began.elapsed() > GLANCE || size >= count {
                break began.elapsed().as_secs_f64() / size.min(count) as f64;
            }
            size *= 2;
        };
        let whole = one * count as f64 / self.threads as f64;
        let estimate = Duration::try_from_secs_f64(whole).unwrap_or(Duration::MAX);
        if estimate < LONG || !stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let cores =
            if self.threads == 1 { "1 thread".to_owned() } else { format!("{} threads", self.threads) };
        let time = indicatif::HumanDuration(estimate);
        output::note(&format!(
            "{} {}: {count} inputs, about {time} on {cores}",
            routine.name,
            routine.processor()
        ));
        let style = ProgressStyle::with_template("{bar:40} {percent}%  {eta} left");
        ProgressBar::new(count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    }

    fn mutants(&self, routine: &Routine, finding: &CheckResult) -> Vec<(Mutant, Fate)> {
        let most = finding.cost.as_ref().map_or(0, |cost| cost.instructions.max);
        let all = Mutant::all(routine);
        let next = AtomicU64::new(0);
        let fates = Mutex::new(Vec::new());
        let work = || {
            while let Some(mutant) = all.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                let fate = mutant.verify(routine, &self.settings, most);
                if let Ok(mut fates) = fates.lock() {
                    fates.push((*mutant, fate));
                }
            }
        };
        thread::scope(|scope| {
            (1..self.threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let mut fates = fates.into_inner().unwrap_or_default();
        fates.sort_by_key(|(mutant, _)| (mutant.address, mutant.bit));
        fates
    }
}

/// Checks parts of the inputs on one thread.
enum Checker<'a> {
    Lanes(Box<Sweep<'a>>),
    Singly { routine: &'a Routine, engine: Engine, inputs: Inputs, limit: u64 },
}

impl<'a> Checker<'a> {
    fn new(worker: &Worker, routine: &'a Routine, inputs: Inputs) -> Self {
        let (engine, limit) = (worker.engine, worker.settings.instruction_limit);
        match (engine, inputs) {
            (Engine::Own, Inputs::All) => Checker::Lanes(Box::new(Sweep::new(routine, inputs, limit))),
            // What cannot be proven takes many ways, and machines that part for good are no faster together.
            _ => Checker::Singly { routine, engine, inputs, limit },
        }
    }

    fn check(&mut self, numbers: Range<u64>) -> CheckResult {
        match self {
            Checker::Lanes(sweep) => sweep.check(numbers),
            // Routines that the engine cannot run are not chosen.
            Checker::Singly { routine, engine, inputs, limit } => {
                check_one_by_one(routine, *engine, *inputs, numbers, *limit).unwrap_or_default()
            }
        }
    }
}
