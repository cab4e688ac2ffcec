//! Errors in a sheet as a whole.

use arcadian_asm::Failure;

use crate::binding::BindingError;

/// Why a sheet cannot be verified.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SheetError {
    /// It does not assemble, or its hand-assembled bytes do not match.
    #[error(transparent)]
    Assembly(#[from] Failure),
    /// The header is missing, or does not name a routine.
    #[error("{file}: the header names no routine; add `;! routine: LABEL` and `;! oracle: NAME`")]
    NoRoutine {
        /// The sheet.
        file: String,
    },
    /// The routine is not a label.
    #[error("{file}: the routine `{name}` is not a label of the sheet")]
    NoLabel {
        /// The sheet.
        file: String,
        /// The routine.
        name: String,
    },
    /// The header does not name a claim.
    #[error(
        "{file}: the header does not say what {name} must compute; add `;! oracle: NAME` with a name from `arcadian verify --claims`"
    )]
    NoOracle {
        /// The sheet.
        file: String,
        /// The routine.
        name: String,
    },
    /// The claim does not exist.
    #[error("{file}: `{oracle}` is not a claim of the oracle{}", suggestion(.near))]
    UnknownOracle {
        /// The sheet.
        file: String,
        /// The name.
        oracle: String,
        /// A similar name that exists.
        near: Option<String>,
    },
    /// The device does not exist.
    #[error("{file}: `{device}` is not a known device; the only one is `permuter`")]
    UnknownDevice {
        /// The sheet.
        file: String,
        /// The name.
        device: String,
    },
    /// Code or variables overlap an address range that the verifier needs.
    #[error("{file}: the sheet uses address {address:04X}, which is reserved for {owner}")]
    Reserved {
        /// The sheet.
        file: String,
        /// The first address that overlaps.
        address: u16,
        /// What the range is reserved for.
        owner: &'static str,
    },
    /// The header does not fit the claim.
    #[error("{file}: {error}")]
    Binding {
        /// The sheet.
        file: String,
        /// The error.
        error: BindingError,
    },
}

fn suggestion(near: &Option<String>) -> String {
    near.as_ref().map_or("; `arcadian verify --claims` lists them".to_owned(), |near| {
        format!("; did you mean `{near}`?")
    })
}
