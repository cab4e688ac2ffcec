//! The syntax of a source.

use std::{collections::BTreeSet, fmt};

use arcadian_isa::Processor;

use crate::diagnostic::Diagnostic;
use crate::options::Dialect;
use crate::passes;
use crate::recognize::{guess, looks_like};
use crate::source::File;
use crate::syntax::{BareLabels, FOREIGN, Lexis, Local, Naming, Table, Token, tokens};
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
    pub fn guess(name: &str, text: &str) -> Option<(Self, Diagnostic)> {
        if !FOREIGN {
            return None;
        }
        let file = File::new(name, text);
        let guess = guess(&file)?;
        Some((Self { table: guess.table }, guess.note(&file)))
    }

    /// Returns the dialect that most statements of a source look like, as the advice for a source that names no processor has it, and
    /// the processor.
    pub fn likely(name: &str, text: &str) -> (Option<Self>, Option<Processor>) {
        if !FOREIGN {
            return (None, None);
        }
        let (table, processor) = looks_like(&File::new(name, text));
        (table.map(|table| Self { table }), processor)
    }

    /// Returns the dialect that a header line `;! dialect: NAME` names. It may be anywhere in the source, at the end of a line too.
    pub fn stated(text: &str) -> Option<Self> {
        let mut values = text.lines().filter_map(|line| {
            let (key, value) = line.split_once(";!")?.1.split_once(':')?;
            key.trim().eq_ignore_ascii_case("dialect").then_some(value)
        });
        values.find_map(|value| Self::named(value.split_whitespace().next()?))
    }

    /// Returns the processor of sources that name none.
    pub const fn processor(self) -> Option<Processor> {
        self.table.processor
    }

    /// Whether the dialect is of an assembler for this processor. Our own is for all.
    pub fn is_for(self, processor: Processor) -> bool {
        let is_6502 = |processor| processor == Processor::Mos6502;
        self.table.processor.is_none_or(|own| is_6502(own) == is_6502(processor))
    }

    /// Returns an expression of the dialect in our own syntax; `name` returns what to call a name. Constants are computed as the
    /// dialect computes them. Returns `None` for what is not one expression, or has no equal in our syntax.
    pub fn in_own_syntax(self, expression: &str, name: &mut dyn FnMut(&str) -> String) -> Option<String> {
        if FOREIGN && self != Self::OWN {
            return passes::expression(self.table, expression, name);
        }
        Some(expression.to_owned())
    }

    /// Returns where the names in a text of the dialect are, directives and registers among them; nothing if it has no tokens.
    pub fn names_in(self, text: &str) -> Vec<std::ops::Range<usize>> {
        let found = tokens(text, &self.table.lexis).unwrap_or_default();
        found.iter().filter(|token| token.is_name()).map(Token::span).collect()
    }

    /// Returns what the dialect has: features and how they are spelled.
    pub fn features(self) -> Vec<(&'static str, Vec<String>)> {
        features(self.table)
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

/// Returns the features of a dialect with their spellings.
pub(crate) fn features(table: &Table) -> Vec<(&'static str, Vec<String>)> {
    let mut found = syntax(&table.lexis);
    found.extend(naming(&table.naming, &table.lexis));
    found.push(("Address of the statement", owned(table.here)));
    let spelled = |words: &'static str| words.split(' ').map(str::to_owned);
    found.push(("Operators", table.operators.iter().flat_map(|row| spelled(row.0)).collect()));
    found.push(("Prefix operators", table.prefixes.iter().flat_map(|row| spelled(row.0)).collect()));
    found.push(("Functions", table.functions.iter().flat_map(|row| spelled(row.0)).collect()));
    let mut words: Vec<(&'static str, Vec<String>)> = Vec::new();
    for (word, directive) in table.directives() {
        match words.iter_mut().find(|(feature, _)| *feature == directive.feature()) {
            Some((_, words)) => words.push(word.to_owned()),
            None => words.push((directive.feature(), vec![word.to_owned()])),
        }
    }
    found.extend(words);
    let fakes = table.fakes_by_name().into_keys().collect::<BTreeSet<_>>();
    found.push(("Instructions that stand for several", fakes.into_iter().collect()));
    found.push(("Macro packages", owned(table.packages.iter().map(|row| &row.0))));
    found
}

fn owned<'a>(words: impl IntoIterator<Item = &'a &'static str>) -> Vec<String> {
    words.into_iter().map(|word| (*word).to_owned()).collect()
}

fn syntax(lexis: &Lexis) -> Vec<(&'static str, Vec<String>)> {
    let star = lexis.star.then(|| "* in column one".to_owned());
    let block = lexis.block.map(|(open, close)| format!("{open} {close}"));
    let prefixes = lexis.number_prefixes.iter().map(|(prefix, base)| format!("{prefix} ({base})"));
    let suffixes = lexis.number_suffixes.iter().map(|(suffix, base)| format!("{suffix} after ({base})"));
    vec![
        ("Comments", owned(lexis.comments).into_iter().chain(star).chain(block).collect()),
        ("Between statements", lexis.separator.map(String::from).into_iter().collect()),
        ("Blocks", if lexis.braces { vec!["{ }".to_owned()] } else { Vec::new() }),
        ("Numbers", prefixes.chain(suffixes).collect()),
    ]
}

fn naming(naming: &Naming, lexis: &Lexis) -> Vec<(&'static str, Vec<String>)> {
    let labels = match naming.bare_labels {
        BareLabels::Never => "NAME:",
        BareLabels::ColumnOne | BareLabels::OnlyInColumnOne => "NAME: or column one",
        BareLabels::Anywhere => "NAME",
    };
    let locals = naming.locals.iter().map(|(sign, local)| match local {
        Local::Label => format!("{sign}NAME"),
        Local::Zone => format!("{sign}NAME (in a zone)"),
    });
    let dollar = lexis.dollar_labels.then(|| "1$".to_owned());
    let unnamed = [(naming.colons, ": :+ :-"), (naming.signs, "+ -"), (naming.numbers, "1 1F 1B")];
    let unnamed = unnamed.into_iter().filter(|(has, _)| *has).map(|(_, text)| text.to_owned());
    let case = if naming.is_case_sensitive { "matters" } else { "is ignored" };
    vec![
        ("Case", vec![case.to_owned()]),
        ("Labels", vec![labels.to_owned()]),
        ("Local labels", locals.chain(dollar).collect()),
        ("Labels without names", unnamed.collect()),
    ]
}
