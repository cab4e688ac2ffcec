//! Why a search cannot start.

use arcadian_proof::{InitialState, ProveError, SpecificationFault};

/// Why a routine cannot be shortened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShortenError {
    /// The given routine violates its contract.
    #[error("{name} does not satisfy its contract; `arcadian verify` shows a counterexample")]
    Wrong {
        /// The name of the routine.
        name: String,
        /// A state from which it fails.
        failing: Box<InitialState>,
    },
    /// The given routine could not be proven.
    #[error("{name} cannot be proven, so no other code can be: {error}")]
    NotProven {
        /// The name of the routine.
        name: String,
        /// Why.
        error: ProveError,
    },
    /// The stated cycles are wrong.
    #[error("{0} does not take the cycles that its header states; `arcadian verify` shows them")]
    WrongCycles(String),
    /// No input satisfies the conditions of the header, or these say nothing about an output.
    #[error("{name}: {fault}")]
    Contract {
        /// The name of the routine.
        name: String,
        /// What is wrong with the conditions.
        fault: SpecificationFault,
    },
    /// The conditions cannot be evaluated for a test.
    #[error("the conditions of {0} are too large for a search")]
    Conditions(String),
    /// The routine is given pointers.
    #[error(
        "{0} is given pointers; shorten searches code for registers, flags and memory at fixed addresses"
    )]
    Pointers(String),
    /// The routine is given arguments on the stack.
    #[error("{0} has arguments on the stack, which the search does not simulate")]
    StackArguments(String),
    /// The routine returns a result on the stack.
    #[error(
        "{0} returns a result on the stack; shorten searches code for registers, flags and memory at fixed addresses"
    )]
    StackResult(String),
    /// The routine uses a device.
    #[error("{0} uses a device, which the search does not simulate")]
    Device(String),
    /// The header names too much memory.
    #[error("the header names {bytes} bytes of memory; shorten simulates up to {limit}")]
    TooMuchMemory { bytes: usize, limit: usize },
    /// The windows of code with branches are not searched.
    #[error(
        "{0} has branches, data, or instructions that code for its contract must not contain, or may change itself; only straight-line code has windows"
    )]
    NotStraight(String),
    /// The search has no memory for longer sequences.
    #[error("the memory does not suffice for longer sequences")]
    NoMemory,
    /// The given routine did not return for a test.
    #[error("{0} did not return for a test input: this is a bug in the verifier")]
    NoReturn(String),
}
