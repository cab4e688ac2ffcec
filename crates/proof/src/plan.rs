//! The choice of a verification method.

use std::fmt;

use crate::{
    contract::{input_space::InputCount, inputs::Inputs, routine::Routine},
    methods::{
        induction::{CycleProof, prove_by_induction},
        replay::Replay,
        result::{CheckResult, ProveError},
        sweep::{check_examples, check_one_by_one},
        symbolic::{prove, prove_from, prove_quickly},
    },
    run::engine::Engine,
};
use arcadian_parallel::bdd::Bounds;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By induction if the sheet has invariants; else symbolic if possible; else exhaustive if there are few enough inputs; else
    /// random.
    #[default]
    Auto,
    /// Every input, 4,096 in lock step.
    Exhaustive,
    /// All inputs at once.
    Symbolic,
    /// All inputs at once, loops by induction over the invariants of the sheet.
    Induction,
    Random,
    Examples,
}

impl Method {
    /// Returns whether a result of this method without a fault is a proof.
    pub fn is_proof(self) -> bool {
        matches!(self, Method::Symbolic | Method::Induction)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Auto => "auto",
            Method::Exhaustive => "exhaustive",
            Method::Symbolic => "symbolic",
            Method::Induction => "induction",
            Method::Random => "random",
            Method::Examples => "examples",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The method. Default: [`Method::Auto`].
    pub method: Method,
    /// The number of random inputs. Default: 65,536.
    pub samples: u64,
    /// The seed of the random inputs. Default: 1.
    pub seed: u64,
    /// Limits of the symbolic method.
    pub bounds: Bounds,
    /// The maximum number of instructions per run of the routine. Default: 1,000,000.
    pub instruction_limit: u64,
    /// The maximum number of inputs that [`Method::Auto`] runs exhaustively. Default: 2^28.
    pub exhaustive_limit: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            method: Method::Auto,
            samples: 1 << 16,
            seed: 1,
            bounds: Bounds::default(),
            instruction_limit: 1_000_000,
            exhaustive_limit: 1 << 28,
        }
    }
}

/// The work that remains to be done to verify a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Nothing: it was checked symbolically, for all inputs.
    Done(Box<CheckResult>),
    /// Nothing: it was proven by induction, for all inputs. The cost is that of some random inputs, or unknown if one of these
    /// takes more instructions than the limit; the cycles that the sheet states may be proven.
    Inductive(Box<CheckResult>, CycleProof),
    /// Nothing: the examples of the header were run, of this number. If none failed, nothing else was asked for.
    Examples(Box<CheckResult>, u64),
    /// Nothing: one of this number of random inputs failed.
    Failed(Box<CheckResult>, u64),
    /// Run the inputs with the numbers `0..count`. If a proof was tried, why it failed.
    Sweep(Inputs, u64, Option<ProveError>),
}

/// The reason why a method cannot be applied to a routine. The first field is the routine's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The symbolic method failed.
    #[error("cannot prove {0} symbolically: {1}; `--method auto` falls back to running it")]
    NotProven(String, ProveError),
    #[error("cannot prove {0} by induction: {1}; `--method auto` tries other methods")]
    NotInductive(String, ProveError),
    #[error("cannot prove {0} by induction: its header has no `at` lines; see docs/verify.md")]
    NoCutPoints(String),
    #[error("cannot run the examples of {0}: its header has no `example` lines; see docs/verify.md")]
    NoExamples(String),
    #[error("cannot run {0} exhaustively: it has {1} inputs; use `--method symbolic` or `random`")]
    TooManyInputs(String, InputCount),
    /// The valid inputs cannot be enumerated.
    #[error("cannot run {0} exhaustively: its inputs can only be sampled; use `--method random`")]
    OnlySampled(String),
}

/// The number of instructions per run in the first, short proof.
const QUICK_LIMIT: u64 = 1 << 14;

/// The number of random inputs after it.
const QUICK_SAMPLES: u64 = 256;

/// Returns whether a result is a failure that a greater limit of instructions may change.
fn is_limited(routine: &Routine, result: &CheckResult, limit: u64) -> bool {
    result.failing.as_ref().is_some_and(|start| {
        let Some(mut replay) = Replay::new(routine, Engine::Own, limit) else { return true };
        replay.run(start).is_ok_and(|result| result.err().is_none_or(|wrong| wrong.is_limited()))
    })
}

/// The number of inputs from which an exhaustive run is refused.
const MAX_EXHAUSTIVE: u64 = 1 << 48;

impl Settings {
    /// Runs the examples of a routine, then chooses a method, trying a symbolic proof if the settings ask for one.
    pub fn plan(&self, routine: &Routine) -> Result<Plan, PlanError> {
        match self.examples(routine, Engine::Own)? {
            Some(Plan::Examples(result, count)) if result.is_open && self.method != Method::Examples => {
                // A proof and a run of all inputs find what these examples lead to, and perhaps a fault; random runs need not.
                let has_only_examples = routine.specification.has_only_examples();
                Ok(match self.plan_all(routine) {
                    Ok(Plan::Sweep(inputs, ..)) if has_only_examples || inputs != Inputs::All => {
                        let sampled = self.first_samples(routine);
                        if sampled.is_fault() {
                            Plan::Failed(Box::new(sampled), QUICK_SAMPLES)
                        } else {
                            Plan::Examples(Box::new(result.merge(sampled)), count)
                        }
                    }
                    Ok(plan) => plan,
                    Err(_) => Plan::Examples(result, count),
                })
            }
            Some(plan) => Ok(plan),
            None => self.plan_all(routine),
        }
    }

    /// Chooses a method for all inputs.
    fn plan_all(&self, routine: &Routine) -> Result<Plan, PlanError> {
        match self.method {
            Method::Random => Ok(Plan::Sweep(Inputs::Sampled(self.seed), self.samples, None)),
            Method::Exhaustive => self.exhaustive(routine),
            Method::Symbolic => match prove(routine, self.bounds, self.instruction_limit) {
                Ok(result) => Ok(Plan::Done(Box::new(result))),
                Err(error) => Err(PlanError::NotProven(routine.name.clone(), error)),
            },
            Method::Induction if !routine.has_cut_points() => {
                Err(PlanError::NoCutPoints(routine.name.clone()))
            }
            Method::Induction => {
                self.inductive(routine).map_err(|error| PlanError::NotInductive(routine.name.clone(), error))
            }
            // Whether all of them hold was found above.
            Method::Auto | Method::Examples => Ok(self.automatic(routine)),
        }
    }

    /// Runs the examples of a routine. Returns a plan if one fails, or if nothing else is asked for.
    fn examples(&self, routine: &Routine, engine: Engine) -> Result<Option<Plan>, PlanError> {
        let count = routine.specification.example_count() as u64;
        let is_last = self.method == Method::Examples;
        if count == 0 {
            let missing = || PlanError::NoExamples(routine.name.clone());
            return if is_last { Err(missing()) } else { Ok(None) };
        }
        let result = check_examples(routine, engine, self.instruction_limit).unwrap_or_default();
        Ok((is_last || result.failing.is_some()).then(|| Plan::Examples(Box::new(result), count)))
    }

    /// Runs a few random inputs: a wrong routine usually shows itself there, and should not wait for a proof.
    fn first_samples(&self, routine: &Routine) -> CheckResult {
        let samples = Inputs::Sampled(self.seed);
        let sampled =
            check_one_by_one(routine, Engine::Own, samples, 0..QUICK_SAMPLES, self.instruction_limit);
        sampled.unwrap_or_default()
    }

    /// Runs a few random inputs, also for their cost, and tries a proof by induction.
    fn inductive(&self, routine: &Routine) -> Result<Plan, ProveError> {
        let sampled = self.first_samples(routine);
        let is_limited = is_limited(routine, &sampled, self.instruction_limit);
        if sampled.is_fault() && !is_limited {
            return Ok(Plan::Failed(Box::new(sampled), QUICK_SAMPLES));
        }
        let cycles = match prove_by_induction(routine, self.bounds, self.instruction_limit) {
            // No other method is tried.
            Err(_) if sampled.is_open && self.method == Method::Induction => {
                return Ok(Plan::Failed(Box::new(sampled), QUICK_SAMPLES));
            }
            proven => proven?,
        };
        Ok(if is_limited {
            // The proof covers runs of any length; their cost remains unknown.
            Plan::Inductive(Box::default(), cycles)
        } else {
            Plan::Inductive(Box::new(sampled), cycles)
        })
    }

    /// Tries a proof that does not take long, then a few random inputs, then a long proof.
    fn automatic(&self, routine: &Routine) -> Plan {
        let mut reason = None;
        if routine.has_cut_points() {
            match self.inductive(routine) {
                Ok(plan) => return plan,
                Err(error) => reason = Some(error),
            }
        }
        let quick_limit = self.instruction_limit.min(QUICK_LIMIT);
        let is_large = match prove_quickly(routine, self.bounds, quick_limit) {
            Ok(result) if !is_limited(routine, &result, quick_limit) => return Plan::Done(Box::new(result)),
            Ok(_) => false,
            // Who states only examples does not wait for a long proof of the rest.
            Err(error) if routine.specification.has_only_examples() => {
                return Plan::Sweep(Inputs::Sampled(self.seed), self.samples, reason.or(Some(error)));
            }
            Err(ProveError::TooLarge(_)) => true,
            Err(error) => return self.sweep(routine, reason.or(Some(error))),
        };
        let sampled = self.first_samples(routine);
        if sampled.is_fault() {
            return Plan::Failed(Box::new(sampled), QUICK_SAMPLES);
        }
        let first_split = usize::from(is_large);
        match prove_from(routine, self.bounds, self.instruction_limit, first_split) {
            Ok(result) => Plan::Done(Box::new(result)),
            Err(error) => self.sweep(routine, reason.or(Some(error))),
        }
    }

    /// Runs the examples of a routine on an engine, then chooses between an exhaustive and a random run.
    pub fn plan_without_proof(&self, routine: &Routine, engine: Engine) -> Result<Plan, PlanError> {
        Ok(self.examples(routine, engine)?.unwrap_or_else(|| self.sweep(routine, None)))
    }

    fn sweep(&self, routine: &Routine, reason: Option<ProveError>) -> Plan {
        match self.exhaustive(routine) {
            Ok(Plan::Sweep(inputs, count, _)) if count <= self.exhaustive_limit => {
                Plan::Sweep(inputs, count, reason)
            }
            _ => Plan::Sweep(Inputs::Sampled(self.seed), self.samples, reason),
        }
    }

    fn exhaustive(&self, routine: &Routine) -> Result<Plan, PlanError> {
        if routine.specification.is_only_sampled() {
            return Err(PlanError::OnlySampled(routine.name.clone()));
        }
        let all = routine.input_count();
        match all.exact().filter(|count| *count < MAX_EXHAUSTIVE) {
            Some(count) => Ok(Plan::Sweep(Inputs::All, count, None)),
            None => Err(PlanError::TooManyInputs(routine.name.clone(), all)),
        }
    }
}
