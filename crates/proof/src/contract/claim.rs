//! A claim: what a routine must compute.

use crate::{
    contract::field::{Field, Values},
    values::{bdd::BddRef, byte::Byte, lanes::Lanes, random::Random},
};

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
    /// Generates a valid random input, for claims whose valid or interesting inputs the fields do not describe. Such claims are
    /// never enumerated.
    pub sample: Option<fn(&mut Random, &mut [u8])>,
}

/// What a claim says, written once over `Domain` and instantiated for each representation of a byte.
#[derive(Clone, Copy, Debug)]
pub enum Formula {
    /// The output is a function of the input.
    Function(Function),
    /// The output is a least set, with which a proof by induction deals.
    Least(&'static LeastSet),
}

/// A claim's function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub(crate) lanes: fn(&[Lanes], &mut [Lanes]),
    pub(crate) symbolic: fn(&[Byte<BddRef>], &mut [Byte<BddRef>]),
}

/// The least set that contains a first element and, with each element, its successors.
///
/// A proof cannot compute it in a bounded number of steps. It shows instead that the output is closed, and that it is contained in
/// a set of which nothing is known but that it is closed: the fields `element`, `direction` and `least` are universally quantified.
/// So is the field that the successors depend on. It is a function of the inputs, but while it has variables of its own, the
/// successors are a small function of these.
#[derive(Debug)]
pub struct LeastSet {
    /// The size of a set in bytes.
    pub bytes: usize,
    /// The number of directions, each of which has its own successors.
    pub directions: u8,
    /// What the successors depend on, besides the element and the direction.
    pub context: Field,
    /// What is assumed of `least` and of the context, which must follow from the inputs.
    pub requires: &'static [&'static str],
    /// What an output must satisfy. `least` is a closed set that contains the first element.
    pub ensures: &'static [&'static str],
    /// The successors: reads an element, a direction and the context, and writes a set.
    pub(crate) concrete: fn(&[u8], &mut [u8]),
    /// The same function for many inputs at once.
    pub(crate) symbolic: fn(&[Byte<BddRef>], &mut [Byte<BddRef>]),
}

impl LeastSet {
    /// Returns the fields that are universally quantified: any element, any direction, a closed set that contains the first
    /// element, and the context.
    pub(crate) fn quantified(&self) -> [Field<String>; 4] {
        [
            ("element", Values::Any(1)),
            ("direction", Values::Below(self.directions)),
            ("least", Values::Any(self.bytes)),
            (self.context.name, self.context.values),
        ]
        .map(|(name, values)| Field::new(name.to_owned(), values))
    }
}

/// Makes a formula of a function `fn name<D: Domain>(input: &[D], output: &mut [D])`.
macro_rules! formula {
    ($function:path) => {
        Some(crate::contract::claim::Formula::Function(crate::contract::claim::Function {
            lanes: $function,
            symbolic: $function,
        }))
    };
}
pub(crate) use formula;
