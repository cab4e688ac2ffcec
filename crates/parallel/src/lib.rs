//! Many machines at once: bits with a value for each machine, the bytes made of them, and the cores that compute with them.
//!
//! A bit is a [`bitslice`] (up to 4,096 machines in lock step), or a Boolean function of all inputs at once: a decision diagram
//! ([`bdd`]) or, with the feature `circuits`, a wire of a `circuit` or a `formula`, which is either of these. [`byte`] builds
//! bytes and words of them. A [`handle`] is a bit of any kind, for what is compiled once. [`any_core`] is a core of any
//! processor on a [`byte::ParallelBus`]; where machines differ in what they do next, the bus chooses. `sat` decides what is too
//! large for decision diagrams, with the feature of this name. [`flow`] runs a core on bits that know only what they depend on.
//! [`cancellation`] stops any work from outside.
//!
//! ```
//! use arcadian_cpu::Domain;
//! use arcadian_parallel::{bdd::{self, BddRef, Bounds}, symbol};
//!
//! // Two unknown bytes. Their sum does not depend on the order of the operands.
//! bdd::reset(16, Bounds::default());
//! let [one, other] = symbol::interleaved(2)[..] else { panic!("two bytes") };
//! assert_eq!(one.sum(other, false.into()), other.sum(one, false.into()));
//! assert_eq!((one ^ one).is_zero(), BddRef::TRUE);
//! ```

pub mod any_core;
pub mod bdd;
pub mod bitslice;
pub mod byte;
pub mod cancellation;
#[cfg(feature = "circuits")]
pub mod circuit;
pub mod domain;
pub mod flow;
#[cfg(feature = "circuits")]
pub mod formula;
pub mod handle;
pub mod random;
#[cfg(feature = "sat")]
pub mod sat;
pub mod symbol;
