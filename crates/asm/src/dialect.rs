//! The syntax of a source.

use crate::options::Dialect;
use std::fmt;

use crate::diagnostic::Diagnostic;
#[cfg(feature = "dialects")]
use crate::dialects::TABLES;
#[cfg(feature = "dialects")]
use crate::source::File;

impl Dialect {
    /// Our own syntax: that of the processors' manufacturers.
    pub const OWN: Self = Self {
        #[cfg(feature = "dialects")]
        table: None,
    };

    /// Returns all dialects, our own first.
    pub fn all() -> impl Iterator<Item = Self> {
        let own = std::iter::once(Self::OWN);
        #[cfg(feature = "dialects")]
        let own = own.chain(TABLES.iter().map(|table| Self { table: Some(table) }));
        own
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
            let file = File::new(name, text);
            let guess = crate::dialects::guess(&file)?;
            Some((Self { table: Some(guess.table) }, guess.note(&file)))
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
        if let Some(table) = self.table {
            return crate::dialects::expression(table, expression, name);
        }
        let _ = name;
        Some(expression.to_owned())
    }

    /// Returns where the names in a text of the dialect are, directives and registers among them; nothing if it has no tokens.
    pub fn names_in(self, text: &str) -> Vec<std::ops::Range<usize>> {
        #[cfg(feature = "dialects")]
        if let Some(table) = self.table {
            return crate::dialects::name_ranges(table, text);
        }
        let _ = text;
        Vec::new()
    }

    /// Returns what the dialect has: features and how they are spelled. Our own syntax is described in `docs/assembler.md`.
    pub fn features(self) -> Vec<(&'static str, Vec<String>)> {
        #[cfg(feature = "dialects")]
        if let Some(table) = self.table {
            return crate::dialects::features(table);
        }
        Vec::new()
    }

    /// Returns every spelling of every directive; a dot that a directive may have is left out.
    pub fn directives(self) -> Box<dyn Iterator<Item = &'static str>> {
        #[cfg(feature = "dialects")]
        if let Some(table) = self.table {
            return Box::new(table.directives().map(|(name, _)| name));
        }
        Box::new(crate::words::directives())
    }

    /// Returns the assembler in words.
    pub fn title(self) -> &'static str {
        #[cfg(feature = "dialects")]
        if let Some(table) = self.table {
            return table.title;
        }
        "our own"
    }

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        #[cfg(feature = "dialects")]
        if let Some(table) = self.table {
            return table.name;
        }
        "arcadian"
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
