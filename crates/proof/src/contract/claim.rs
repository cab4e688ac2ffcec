//! A claim: what a routine must compute.
//!
//! A claim is a table entry: the fields, the function of the reference model as plain Rust, and the same function over
//! [`Domain`](crate::Domain), the type of a byte, so that it can be computed for all inputs at once
//! ([`formula!`](crate::formula)). Both are written independently, one on the model's own types, one on bits. A test compares them:
//!
//! ```
//! use arcadian_proof::{Bounds, Claim, Domain, Field, Random, Routine, Values, formula, prove};
//!
//! fn absolute(input: &[u8], output: &mut [u8]) {
//!     output[0] = (input[0] as i8).unsigned_abs();
//! }
//!
//! fn absolute_formula<D: Domain>(input: &[D], output: &mut [D]) {
//!     let (negated, _) = (!input[0]).sum(1.into(), false.into());
//!     output[0] = D::select(input[0].bit(7), negated, input[0]);
//! }
//!
//! static CLAIMS: [Claim; 1] = [Claim {
//!     name: "absolute",
//!     about: "the absolute value of a signed byte",
//!     inputs: &[Field::new("x", Values::Any(1))],
//!     outputs: &[Field::new("y", Values::Any(1))],
//!     reference: absolute,
//!     formula: formula!(absolute_formula),
//!     sample: None,
//! }];
//!
//! let mut random = Random::new(1);
//! for _ in 0..1000 {
//!     let input = CLAIMS[0].sample_input(&mut random);
//!     assert_eq!(CLAIMS[0].formula_output(&input), Some(CLAIMS[0].output(&input)));
//! }
//!
//! let sheet = "\
//! ;! routine: ABS
//! ;! cpu: 8080
//! ;! org: 0100H
//! ;! in: A = x
//! ;! out: A = y
//! ;! clobbers: F
//! ;! oracle: absolute
//! ABS:    ORA  A
//!         RP
//!         CMA
//!         INR  A
//!         RET
//! ";
//! let routine = Routine::read("abs.asm", sheet, &mut arcadian_asm::NoFiles, &CLAIMS)?;
//! assert!(prove(&routine, Bounds::default(), 1000)?.failing.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A function over `Domain` cannot branch on a value: `D::select` takes the place of `if`. What depends on constants only, such as
//! the squares of a board, is ordinary Rust.

use arcadian_parallel::{
    bdd::{self, BddRef},
    bitslice::BitSlice,
    byte::Byte,
    byte::ParallelBit,
    handle::{self, Handle, HandleBit},
    random::Random,
    symbol::SymbolicByte,
};

use crate::contract::{
    field::{Field, Values},
    input_space::InputSpace,
};

/// A function of the oracle (the reference model) that routines are verified against.
///
/// Inputs and outputs are the concatenated bytes of the fields.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The name that a sheet's `;! oracle:` line refers to.
    pub name: &'static str,
    pub about: &'static str,
    pub inputs: &'static [Field],
    pub outputs: &'static [Field],
    /// The oracle: reads the bytes of the input and overwrites those of the output.
    pub reference: fn(&[u8], &mut [u8]),
    /// The same function for many inputs at once. `None` excludes the symbolic method.
    pub formula: Option<Formula>,
    /// Generates a valid random input, for claims whose valid or interesting inputs the fields do not describe. Such claims are
    /// never enumerated.
    pub sample: Option<fn(&mut Random, &mut [u8])>,
}

impl Claim {
    /// Returns the claim with a name among some, ignoring case.
    pub fn find(claims: &'static [Claim], name: &str) -> Option<&'static Claim> {
        claims.iter().find(|claim| claim.name.eq_ignore_ascii_case(name))
    }

    /// Returns what the oracle computes.
    pub fn output(&self, input: &[u8]) -> Vec<u8> {
        let mut output = vec![0; Field::all_bytes(self.outputs)];
        (self.reference)(input, &mut output);
        output
    }

    /// Returns what the formula computes, or `None` if it is not a function.
    pub fn formula_output(&self, input: &[u8]) -> Option<Vec<u8>> {
        let Formula::Function(function) = self.formula? else { return None };
        // Not 0, so that a byte that it does not write shows.
        Some(function.overwrite(input, vec![0x55; Field::all_bytes(self.outputs)]))
    }

    pub fn sample_input(&self, random: &mut Random) -> Vec<u8> {
        let Some(sample) = self.sample else { return InputSpace::new(self.inputs).sample(random) };
        let mut input = vec![0; Field::all_bytes(self.inputs)];
        sample(random, &mut input);
        input
    }
}

/// The statement of a claim, for many inputs at once.
#[derive(Clone, Copy, Debug)]
pub enum Formula {
    Function(Function),
    /// The output is a least set, with which a proof by induction deals.
    Least(&'static LeastSet),
}

/// A function of bytes over [`Domain`](crate::Domain) ([`function!`](crate::function)). It overwrites all bytes of its output.
///
/// Its bytes are those of the kind that is computed with, so that it is compiled once.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    compute: fn(&[Byte<Handle>], &mut [Byte<Handle>]),
}

impl Function {
    #[doc(hidden)]
    pub const fn new(compute: fn(&[Byte<Handle>], &mut [Byte<Handle>])) -> Self {
        Function { compute }
    }

    pub(crate) fn compute<B: HandleBit>(&self, input: &[Byte<B>], output: &mut [Byte<B>]) {
        handle::compute(self.compute, input, output);
    }

    pub fn output(&self, input: &[u8], bytes: usize) -> Vec<u8> {
        self.overwrite(input, vec![0; bytes])
    }

    /// Computes with constants, which needs no diagrams: an instance of each function for plain bytes would be much code.
    fn overwrite(&self, input: &[u8], output: Vec<u8>) -> Vec<u8> {
        let symbols = |bytes: &[u8]| bytes.iter().map(|byte| SymbolicByte::from(*byte)).collect::<Vec<_>>();
        let mut output = symbols(&output);
        self.compute(&symbols(input), &mut output);
        let value = |byte: &SymbolicByte| {
            byte.0.iter().rev().fold(0, |value, bit| value << 1 | u8::from(*bit == BddRef::TRUE))
        };
        output.iter().map(value).collect()
    }
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
    /// The field that the successors depend on, in addition to the element and the direction.
    pub context: Field,
    /// The assumptions about `least` and the context, which must follow from the inputs.
    pub requires: &'static [&'static str],
    /// The conditions that an output must satisfy. `least` is a closed set that contains the first element.
    pub ensures: &'static [&'static str],
    /// The successors: reads an element, a direction and the context, and writes a set.
    pub successors: Function,
}

/// There is one of each.
impl PartialEq for LeastSet {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
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

/// Makes a [`Function`] of a function `fn name<D: Domain>(input: &[D], output: &mut [D])`.
#[macro_export]
macro_rules! function {
    ($function:path) => {
        $crate::Function::new($function)
    };
}

/// Makes the formula of a [`Claim`] of a function `fn name<D: Domain>(input: &[D], output: &mut [D])`.
#[macro_export]
macro_rules! formula {
    ($function:path) => {
        Some($crate::Formula::Function($crate::function!($function)))
    };
}

/// A bit for which conditions can be evaluated.
pub(crate) trait Evaluable: ParallelBit {
    fn output(function: &Function, input: &[[Self; 8]], bytes: usize) -> Vec<[Self; 8]>;
}

impl Evaluable for bool {
    fn output(function: &Function, input: &[[Self; 8]], bytes: usize) -> Vec<[Self; 8]> {
        let byte = |bits: &[bool; 8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        let input: Vec<u8> = input.iter().map(byte).collect();
        let output = function.output(&input, bytes);
        output.into_iter().map(|byte| std::array::from_fn(|n| byte >> n & 1 != 0)).collect()
    }
}

impl Evaluable for BddRef {
    fn output(function: &Function, input: &[[Self; 8]], bytes: usize) -> Vec<[Self; 8]> {
        bdd::remembered(input, || output(function, input, bytes))
    }
}

impl Evaluable for BitSlice {
    fn output(function: &Function, input: &[[Self; 8]], bytes: usize) -> Vec<[Self; 8]> {
        output(function, input, bytes)
    }
}

fn output<B: HandleBit>(function: &Function, input: &[[B; 8]], bytes: usize) -> Vec<[B; 8]> {
    let input: Vec<_> = input.iter().map(|bits| Byte(*bits)).collect();
    let mut output = vec![Byte::from(0); bytes];
    function.compute(&input, &mut output);
    output.into_iter().map(|byte| byte.0).collect()
}
