//! The types of the state of a run.

use std::ops::Range;
use std::rc::Rc;

use crate::expression::Scope;
use crate::flow::branches::Branches;
use crate::names::Role;
use crate::origins::{Origins, Place};
use crate::source::Call;

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

/// A name of which only the end of the source says what it stands for.
pub(super) struct Mention {
    pub(super) record: usize,
    pub(super) span: Range<usize>,
    pub(super) name: Rc<str>,
    pub(super) scope: Rc<Scope>,
    pub(super) role: Role,
}

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    pub(super) name: String,
    /// The names of the parameters, and where they stand.
    pub(super) parameters: Vec<(String, Option<Place>)>,
    pub(super) file: usize,
    pub(super) lines: Range<usize>,
    pub(super) record: usize,
    pub(super) span: Range<usize>,
}

/// An argument of a call.
pub(super) struct Argument {
    pub(super) text: String,
    pub(super) origins: Origins,
}

/// A macro being defined.
pub(super) struct Recording {
    pub(super) definition: Option<Macro>,
    pub(super) record: usize,
    pub(super) span: Range<usize>,
    /// Nested MACRO directives, which are errors.
    pub(super) depth: usize,
}

/// A file being read or a macro being expanded.
pub(super) struct Level {
    pub(super) file: usize,
    pub(super) next: usize,
    pub(super) end: usize,
    /// The record that it is read for.
    pub(super) caller: Option<usize>,
    pub(super) reading: usize,
    pub(super) expansion: Option<Expansion>,
    /// Whether it is an included sheet.
    pub(super) is_sheet: bool,
    /// The scope to restore at its end.
    pub(super) outer: Option<Rc<Scope>>,
    pub(super) conditions: Vec<Condition>,
}

pub(super) struct Expansion {
    pub(super) definition: Rc<Macro>,
    pub(super) arguments: Vec<Argument>,
    pub(super) call: Rc<Call>,
}
