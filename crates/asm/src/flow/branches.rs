//! The branches of a condition.

use crate::fault::Fault;

/// What is assembled of a condition that is open.
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
