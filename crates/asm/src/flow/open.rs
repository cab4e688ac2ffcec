//! Things that are open while a source is read: macros and repetitions that are recorded, and conditions.

use std::ops::Range;
use std::rc::Rc;

use crate::fault::Fault;
use crate::names::substitution::Argument;
use crate::origins::Place;
use crate::syntax::lines::Piece;

/// The maximum nesting depth of macro calls and repetitions.
pub(crate) const DEEPEST: usize = 64;

/// A parameter of a macro.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) default: Option<Argument>,
    /// The place of the name, if it stands in the source.
    pub(crate) place: Option<Place>,
}

#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) pieces: Rc<[Piece]>,
    /// The place of its definition.
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
    pub(crate) in_braces: bool,
}

impl<W> Recording<W> {
    pub(crate) const fn new(what: W, record: usize, span: Range<usize>) -> Self {
        Self { what, pieces: Vec::new(), record, span, depth: 0, in_braces: false }
    }
}

/// The state of a condition that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branches {
    /// Whether the current branch is assembled.
    pub(crate) is_active: bool,
    /// Whether a later one may be.
    pub(crate) is_open: bool,
    /// Whether the current branch is that of ELSE.
    is_else: bool,
}

impl Branches {
    /// A condition in lines that are skipped.
    pub(crate) const SKIPPED: Self = Self { is_active: false, is_open: false, is_else: false };

    /// Begins with a branch that holds or not. No branch of a condition with an error is assembled.
    pub(crate) const fn new<E>(holds: &Result<bool, E>) -> Self {
        Self { is_active: matches!(holds, Ok(true)), is_open: matches!(holds, Ok(false)), is_else: false }
    }

    /// Returns the fault of a further branch after ELSE. `word` begins the branch.
    pub(crate) fn check(self, word: &str) -> Result<(), Fault> {
        if self.is_else { Err(Fault::AfterElse(word.to_owned())) } else { Ok(()) }
    }

    /// Goes on with ELSE.
    pub(crate) const fn otherwise(&mut self) {
        *self = Self { is_active: self.is_open, is_open: false, is_else: true };
    }
}
