//! The types of the state of a run.

use std::ops::Range;
use std::rc::Rc;

use crate::expression::Scope;
use crate::flow::Branches;

/// An open IF.
#[derive(Debug)]
pub(super) struct Condition {
    pub(super) record: usize,
    pub(super) span: Range<usize>,
    pub(super) branches: Branches,
}

/// A label without a colon.
#[derive(Debug)]
pub(super) struct Doubtful {
    pub(super) record: usize,
    pub(super) span: Range<usize>,
    pub(super) full: String,
    /// Whether no operation follows it.
    pub(super) is_alone: bool,
}

/// The numbers with `#` in a source.
#[derive(Debug, Default)]
pub(super) struct Hashes {
    /// Immediate operands of decimal digits whose two readings differ, with their records.
    pub(super) unclear: Vec<(usize, Range<usize>)>,
    /// Whether another number can only be meant as hexadecimal.
    pub(super) is_hexadecimal: bool,
}

/// A source that is read, with the scope to restore at its end.
pub(super) enum Source {
    File,
    /// An included sheet.
    Sheet(Rc<Scope>),
    Macro(Rc<Scope>),
}
