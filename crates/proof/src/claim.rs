//! A claim: what a routine must compute.

use crate::{bdd::BddRef, byte::Byte, field::Field, lanes::Lanes, random::Random};

/// A function of the oracle (the reference model) that routines are verified against.
///
/// Inputs and outputs are the concatenated bytes of the fields.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The name that a sheet's `;! oracle:` line refers to.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The input fields.
    pub inputs: &'static [Field],
    /// The output fields.
    pub outputs: &'static [Field],
    /// The oracle: reads the bytes of the input and overwrites those of the output.
    pub reference: fn(&[u8], &mut [u8]),
    /// The same function for many inputs at once. `None` excludes the symbolic method.
    pub formula: Option<Formula>,
    /// Generates a valid random input, for claims whose valid inputs the fields cannot describe. Such claims are only
    /// sampled, never enumerated or proven.
    pub sample: Option<fn(&mut Random, &mut [u8])>,
}

/// A claim's function, written once over `Domain` and instantiated for each representation of a byte.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    pub(crate) lanes: fn(&[Lanes], &mut [Lanes]),
    pub(crate) symbolic: fn(&[Byte<BddRef>], &mut [Byte<BddRef>]),
}

/// Makes a formula of a function `fn name<D: Domain>(input: &[D], output: &mut [D])`.
macro_rules! formula {
    ($function:path) => {
        Some(crate::claim::Formula { lanes: $function, symbolic: $function })
    };
}
pub(crate) use formula;
