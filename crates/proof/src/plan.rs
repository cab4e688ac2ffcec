//! How a routine is verified.

use std::fmt;

use crate::{
    diagrams::Bounds,
    finding::Finding,
    prove::{NoProof, prove},
    routine::Routine,
    space::Count,
    sweep::Inputs,
};

/// A way to verify.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Symbolic; where that is not possible exhaustive, where that would take too long random.
    #[default]
    Auto,
    /// Every input, many in lock step.
    Exhaustive,
    /// All inputs at once.
    Symbolic,
    /// Inputs by chance.
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

/// How it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The way to verify.
    pub method: Method,
    /// How many inputs by chance.
    pub samples: u64,
    /// What they depend on.
    pub seed: u64,
    /// Bounds of the symbolic method.
    pub bounds: Bounds,
    /// Instructions that a routine may take.
    pub limit: u64,
    /// The most inputs that [`Method::Auto`] tries one and all.
    pub exhaustive: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            method: Method::Auto,
            samples: 1 << 16,
            seed: 1,
            bounds: Bounds::default(),
            limit: 1_000_000,
            exhaustive: 1 << 28,
        }
    }
}

/// What there is to do, or was already done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// It was verified for all inputs at once.
    Done(Finding),
    /// These inputs, so many, are to be swept.
    Sweep(Inputs, u64),
}

/// Why a routine cannot be verified so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlan {
    /// No symbolic proof.
    #[error("{0} cannot be proven symbolically: {1}")]
    NoProof(String, NoProof),
    /// Too many inputs.
    #[error("{0} has {1} inputs; nobody can wait for all of them")]
    TooMany(String, Count),
    /// Its inputs cannot be counted.
    #[error("{0} takes only certain inputs, which are made by chance; `--method random` does that")]
    Sampled(String),
}

impl Settings {
    /// Plans, and does what needs no sweep.
    pub fn plan(&self, routine: &Routine) -> Result<Plan, NoPlan> {
        match self.method {
            Method::Random => Ok(self.by_chance()),
            Method::Exhaustive => self.one_and_all(routine),
            Method::Symbolic => match prove(routine, self.bounds, self.limit) {
                Ok(finding) => Ok(Plan::Done(finding)),
                Err(error) => Err(NoPlan::NoProof(routine.name.clone(), error)),
            },
            Method::Auto => match prove(routine, self.bounds, self.limit) {
                Ok(finding) => Ok(Plan::Done(finding)),
                Err(_) => Ok(self.without_proof(routine)),
            },
        }
    }

    /// What is to be swept where no symbolic proof is wanted or possible.
    pub fn without_proof(&self, routine: &Routine) -> Plan {
        match self.one_and_all(routine) {
            Ok(Plan::Sweep(inputs, count)) if count <= self.exhaustive => Plan::Sweep(inputs, count),
            _ => self.by_chance(),
        }
    }

    fn by_chance(&self) -> Plan {
        Plan::Sweep(Inputs::Sampled(self.seed), self.samples)
    }

    fn one_and_all(&self, routine: &Routine) -> Result<Plan, NoPlan> {
        if routine.claim.sample.is_some() {
            return Err(NoPlan::Sampled(routine.name.clone()));
        }
        let all = routine.inputs();
        match all.exact().filter(|count| *count < 1 << 48) {
            Some(count) => Ok(Plan::Sweep(Inputs::All, count)),
            None => Err(NoPlan::TooMany(routine.name.clone(), all)),
        }
    }
}
