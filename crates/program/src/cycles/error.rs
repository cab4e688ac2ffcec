//! Errors.

use arcadian_asm::SourceLocation;
use arcadian_compare::ConditionError;

/// Why a part cannot be found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// A label that the source does not define.
    #[error("the {kind} has no label `{name}`{}", hint(.near.as_deref()))]
    NoLabel {
        /// The word for the code.
        kind: &'static str,
        name: String,
        /// A label with a similar name.
        near: Option<String>,
    },
    /// A name of a constant.
    #[error("`{name}` is a constant of the {kind}; a label is expected")]
    NotALabel {
        /// The word for the code.
        kind: &'static str,
        name: String,
    },
    /// A name in a condition that stands for nothing.
    #[error("`{name}` is neither a register, nor a flag, nor a name of the {kind}")]
    UnknownName {
        /// The word for the code.
        kind: &'static str,
        name: String,
    },
    /// A condition that cannot be read.
    #[error("{0}")]
    Condition(ConditionError),
}

fn hint(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// What is wrong with a comment that states cycles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}: {problem}", .location.file, .location.line)]
pub struct StatedError {
    /// Where.
    pub location: Box<SourceLocation>,
    /// What.
    pub problem: StatedProblem,
}

/// What is wrong with a comment that states cycles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatedProblem {
    /// Text after `;!` without a colon.
    #[error("a line with `;!` is `;! key: value`, as in `;! cycles: <= 114`")]
    NoColon,
    /// A key that does not exist.
    #[error(
        "there is no key `{key}`; did you mean `{near}`? Above code, cycles are stated by `cycles`, `cycles to LABEL` and `requires`"
    )]
    Key {
        key: String,
        /// A key with a similar name.
        near: &'static str,
    },
    /// A number of cycles that cannot be read.
    #[error("the cycles are a number, two as in 17-23, or a budget as in <= 114")]
    Cycles,
    /// A second statement about the same part.
    #[error("the cycles of this part are stated twice")]
    Twice,
    /// No instruction follows.
    #[error("no instruction follows whose cycles this could state")]
    NoCode,
    /// `requires` without cycles.
    #[error("`requires` belongs to a `cycles` line above the same code, and there is none")]
    Alone,
    /// A label or a condition.
    #[error(transparent)]
    Part(Box<PartError>),
}

impl From<PartError> for StatedProblem {
    fn from(error: PartError) -> Self {
        StatedProblem::Part(Box::new(error))
    }
}

/// Why a source has no parts.
pub(crate) type Result<T> = std::result::Result<T, StatedError>;
