//! The notation of BASIC.

use crate::{
    debuggee::{Language, Space},
    notation::Notation,
};

/// `@(n)`.
pub(super) const AT: Space = Space::Array(0);
/// `*(n)`.
pub(super) const STAR: Space = Space::Array(1);
/// `%(a)`: memory by words.
pub(super) const PERCENT: Space = Space::Array(2);

pub(super) static BASIC: Language = Language {
    name: "BASIC",
    description: "BASIC program",
    steps: "statements",
    cycles: "T-states",
    notation: Notation::Decimal,
    bases: &[],
    arrays: &[("@(", AT), ("*(", STAR), ("%(", PERCENT)],
    has_hash_operator: true,
};
