//! Statements that are kept: macros, and what is kept until its end.

use std::ops::Range;
use std::rc::Rc;

use crate::names::substitution::Argument;
use crate::origins::Place;
use crate::syntax::lines::Piece;

/// The maximum nesting depth of macro calls and repetitions.
pub(crate) const DEEPEST: usize = 64;

/// A parameter of a macro.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    #[cfg_attr(
        not(feature = "dialects"),
        expect(dead_code, reason = "no statement of our own syntax has it")
    )]
    pub(crate) default: Option<Argument>,
    /// Where the name stands, if it stands in the source.
    pub(crate) place: Option<Place>,
}

#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) pieces: Rc<[Piece]>,
    /// Where it is defined.
    pub(crate) record: usize,
    pub(crate) span: Range<usize>,
}

/// Statements being kept: those of a macro or of a repetition.
#[derive(Debug)]
pub(crate) struct Recording<W> {
    pub(crate) what: W,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) record: usize,
    pub(crate) span: Range<usize>,
    /// The number of those inside that are open.
    pub(crate) depth: usize,
    /// Whether it ends with a brace.
    #[cfg_attr(
        not(feature = "dialects"),
        expect(dead_code, reason = "no statement of our own syntax has it")
    )]
    pub(crate) in_braces: bool,
}

impl<W> Recording<W> {
    pub(crate) const fn new(what: W, record: usize, span: Range<usize>) -> Self {
        Self { what, pieces: Vec::new(), record, span, depth: 0, in_braces: false }
    }
}
