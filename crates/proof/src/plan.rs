//! The choice of a verification method.

use std::fmt;

use crate::{
    bdd::Bounds,
    check_result::CheckResult,
    engine::Engine,
    input_count::InputCount,
    prove::{ProveError, prove, prove_quickly, prove_within},
    replay::{Replay, check_one_by_one},
    routine::Routine,
    sweep::Inputs,
};

/// A verification method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Symbolic if possible; else exhaustive if there are few enough inputs; else random.
    #[default]
    Auto,
    /// Every input, 4,096 in lock step.
    Exhaustive,
    /// All inputs at once.
    Symbolic,
    /// Random inputs.
    Random,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Auto => "auto",
            Method::Exhaustive => "exhaustive",
            Method::Symbolic => "symbolic",
            Method::Random => "random",
        })
    }
}

/// What to verify with, and how hard to try.
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

/// What remains to be done to verify a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Nothing: it was checked symbolically, for all inputs.
    Done(Box<CheckResult>),
    /// Nothing: one of this number of random inputs failed.
    Failed(Box<CheckResult>, u64),
    /// Run the inputs with the numbers `0..count`.
    Sweep(Inputs, u64),
}

/// Why a method cannot be applied to a routine. The first field is the routine's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The symbolic method failed.
    #[error("cannot prove {0} symbolically: {1}; `--method auto` falls back to running it")]
    NotProven(String, ProveError),
    /// There are too many inputs to run.
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

/// Whether a result is a failure that a greater limit of instructions may change.
fn is_limited(routine: &Routine, result: &CheckResult, limit: u64) -> bool {
    result.failing.as_ref().is_some_and(|start| {
        let replay = Replay::new(routine, Engine::Own, limit);
        replay.and_then(|mut replay| replay.run(start).err()).is_none_or(|wrong| wrong.is_limited())
    })
}

/// The number of inputs from which an exhaustive run is refused.
const MAX_EXHAUSTIVE: u64 = 1 << 48;

impl Settings {
    /// Chooses a method for a routine, trying a symbolic proof if the settings ask for one.
    pub fn plan(&self, routine: &Routine) -> Result<Plan, PlanError> {
        match self.method {
            Method::Random => Ok(self.random()),
            Method::Exhaustive => self.exhaustive(routine),
            Method::Symbolic => match prove(routine, self.bounds, self.instruction_limit) {
                Ok(result) => Ok(Plan::Done(Box::new(result))),
                Err(error) => Err(PlanError::NotProven(routine.name.clone(), error)),
            },
            Method::Auto => Ok(self.automatic(routine)),
        }
    }

    /// Tries a proof that does not take long, then a few random inputs, then a long proof: a wrong routine should not wait for it.
    fn automatic(&self, routine: &Routine) -> Plan {
        let quick_limit = self.instruction_limit.min(QUICK_LIMIT);
        match prove_quickly(routine, self.bounds, quick_limit) {
            Ok(result) if !is_limited(routine, &result, quick_limit) => return Plan::Done(Box::new(result)),
            Ok(_) | Err(ProveError::TooLarge(_)) => {}
            Err(_) => return self.plan_without_proof(routine),
        }
        let samples = Inputs::Sampled(self.seed);
        let sampled =
            check_one_by_one(routine, Engine::Own, samples, 0..QUICK_SAMPLES, self.instruction_limit);
        if let Some(sampled) = sampled.filter(|sampled| sampled.failing.is_some()) {
            return Plan::Failed(Box::new(sampled), QUICK_SAMPLES);
        }
        match prove_within(routine, self.bounds, self.instruction_limit) {
            Ok(result) => Plan::Done(Box::new(result)),
            Err(_) => self.plan_without_proof(routine),
        }
    }

    /// Chooses between an exhaustive and a random run.
    pub fn plan_without_proof(&self, routine: &Routine) -> Plan {
        match self.exhaustive(routine) {
            Ok(Plan::Sweep(inputs, count)) if count <= self.exhaustive_limit => Plan::Sweep(inputs, count),
            _ => self.random(),
        }
    }

    fn random(&self) -> Plan {
        Plan::Sweep(Inputs::Sampled(self.seed), self.samples)
    }

    fn exhaustive(&self, routine: &Routine) -> Result<Plan, PlanError> {
        if routine.specification.is_only_sampled() {
            return Err(PlanError::OnlySampled(routine.name.clone()));
        }
        let all = routine.input_count();
        match all.exact().filter(|count| *count < MAX_EXHAUSTIVE) {
            Some(count) => Ok(Plan::Sweep(Inputs::All, count)),
            None => Err(PlanError::TooManyInputs(routine.name.clone(), all)),
        }
    }
}
