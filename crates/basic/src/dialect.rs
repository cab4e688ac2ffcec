//! The two BASIC cartridges of the Bally Professional Arcade.

use std::{fmt, str::FromStr};

/// A dialect of BASIC: one of the two cartridges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Bally BASIC, 1978: the 300-baud interface, `$` for the calculator, `:RETURN`.
    #[default]
    Bally,
    /// AstroBASIC, 1981: 2000 baud and names for the sound registers.
    Astro,
}

impl Dialect {
    /// Both dialects with their names on the command line and in listing headers.
    pub const NAMES: [(&'static str, Dialect); 2] = [("bally", Dialect::Bally), ("astro", Dialect::Astro)];
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Bally => "bally",
            Dialect::Astro => "astro",
        })
    }
}

/// The name of a dialect is unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a dialect; use `bally` (Bally BASIC, 1978) or `astro` (AstroBASIC, 1981)")]
pub struct UnknownDialect(pub String);

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|&(_, dialect)| dialect).ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}
