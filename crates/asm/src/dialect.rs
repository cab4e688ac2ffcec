//! The syntax of a source.

use crate::options::Dialect;
use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::syntax::token::{Token, tokens};
use crate::tables::{TABLES, own};

impl Dialect {
    /// Our own syntax: that of the processors' manufacturers.
    pub const OWN: Self = Self { table: &own::TABLE };

    /// Returns all dialects, our own first.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLES.iter().map(|table| Self { table })
    }

    /// Returns the dialect with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|dialect| dialect.name().eq_ignore_ascii_case(name))
    }

    /// Returns the dialect of a source with statements that only one assembler has, and a note that says so. `name` is the file name
    /// used in the note.
    #[cfg_attr(not(feature = "dialects"), expect(unused_variables, reason = "there is nothing to recognize"))]
    pub fn guess(name: &str, text: &str) -> Option<(Self, Diagnostic)> {
        #[cfg(feature = "dialects")]
        {
            let file = crate::source::File::new(name, text);
            let guess = crate::tables::guess::guess(&file)?;
            Some((Self { table: guess.table }, guess.note(&file)))
        }
        #[cfg(not(feature = "dialects"))]
        None
    }

    /// Returns the dialect that a header line `;! dialect: NAME` names. It may be anywhere in the source, at the end of a line too.
    pub fn stated(text: &str) -> Option<Self> {
        let mut values = text.lines().filter_map(|line| {
            let (key, value) = line.split_once(";!")?.1.split_once(':')?;
            key.trim().eq_ignore_ascii_case("dialect").then_some(value)
        });
        values.find_map(|value| Self::named(value.split_whitespace().next()?))
    }

    /// Returns an expression of the dialect in our own syntax; `name` returns what to call a name. Constants are computed as the
    /// dialect computes them. Returns `None` for what is not one expression, or has no equal in our syntax.
    pub fn in_own_syntax(self, expression: &str, name: &mut dyn FnMut(&str) -> String) -> Option<String> {
        #[cfg(feature = "dialects")]
        if self != Self::OWN {
            return crate::passes::expression(self.table, expression, name);
        }
        let _ = name;
        Some(expression.to_owned())
    }

    /// Returns where the names in a text of the dialect are, directives and registers among them; nothing if it has no tokens.
    pub fn names_in(self, text: &str) -> Vec<std::ops::Range<usize>> {
        let found = tokens(text, &self.table.lexis).unwrap_or_default();
        found.iter().filter(|token| token.is_name()).map(Token::span).collect()
    }

    /// Returns what the dialect has: features and how they are spelled.
    pub fn features(self) -> Vec<(&'static str, Vec<String>)> {
        crate::tables::features::features(self.table)
    }

    /// Returns every spelling of every directive; a dot that a directive may have is left out.
    pub fn directives(self) -> impl Iterator<Item = &'static str> {
        self.table.directives().map(|(name, _)| name)
    }

    /// Returns the assembler in words.
    pub const fn title(self) -> &'static str {
        self.table.title
    }

    /// Returns its name on the command line.
    pub const fn name(self) -> &'static str {
        self.table.name
    }
}

impl Default for Dialect {
    fn default() -> Self {
        Self::OWN
    }
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Dialect {}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dialect").field(&self.name()).finish()
    }
}
