//! Noting which name stands for what, for editors.

use std::collections::HashMap;
use std::ops::Range;

use super::Engine;
use crate::expression::{Expression, Name, Step};
use crate::flow::Parameter;
use crate::names::substitution::own_words;
use crate::names::{Key, Later, NameKind, NameParts, Names, Role, in_headers, parameter_key};
use crate::symbols::candidates;
use crate::syntax::scan::slice;
use crate::syntax::statement::Statement;
use crate::syntax::token::Token;

impl Engine<'_> {
    /// Notes that a name in the current line defines a symbol.
    pub(super) fn note_definition(&mut self, name: &Token<'_>, full: &str) {
        if self.names.is_on {
            self.names.note(parts_of(full, name.text), &name.span(), Role::Definition);
        }
    }

    /// Notes a macro.
    pub(super) fn note_macro(&mut self, name: &str, span: &Range<usize>, role: Role) {
        self.names.note_kind(NameKind::Macro, name.to_ascii_uppercase(), span, role);
    }

    /// Notes the names of an expression.
    pub(super) fn note_names(&mut self, expression: &Expression) {
        for step in &expression.steps {
            if self.names.is_on
                && let Step::Name(Name { name, scope, span }) = step
            {
                self.names.note_later(name, span, candidates(name, scope).collect(), Role::Use);
            }
        }
    }

    /// Notes a name that a condition asks for, or that is left out.
    pub(super) fn note_later(&mut self, name: &str, span: &Range<usize>, role: Role) {
        if self.names.is_on {
            self.names.note_later(name, span, candidates(name, &self.scope).collect(), role);
        }
    }

    /// Notes the names of a line that a condition leaves out, or that is the text of a macro with these parameters.
    pub(super) fn note_left_out(&mut self, line: &Statement<'_>, parameters: &[Parameter]) {
        if !self.names.is_on {
            return;
        }
        // A line that is one name has no operation.
        let operation = line.operation.map_or(0..line.text.len(), |(_, token)| token.span());
        if self.macros.contains_key(&slice(line.text, operation.clone()).to_ascii_uppercase()) {
            let name = slice(line.text, operation.clone());
            self.note_macro(name, &operation, Role::LeftOut);
        }
        let before = line.labels.first().or(line.name.as_ref());
        let start = before.map_or(line.operands_span().start, |name| name.at);
        let names = own_words(line.text, start..line.operands_span().end);
        for span in names.into_iter().filter(|span| *span != operation) {
            let name = slice(line.text, span.clone());
            let parameter = parameters.iter().find(|parameter| parameter.name.eq_ignore_ascii_case(name));
            match parameter {
                Some(Parameter { name: parameter, place, .. }) => {
                    let (kind, key) = parameter_key(parameter, *place);
                    self.names.note_kind(kind, key.to_ascii_uppercase(), &span, Role::Use);
                }
                None if self.words.is_register(name) => {}
                None => self.note_later(name, &span, Role::LeftOut),
            }
        }
    }

    /// Notes the parameters of a macro where they are defined.
    pub(super) fn note_parameters(&mut self, parameters: &[Parameter]) {
        for Parameter { name, place, .. } in parameters {
            let (kind, key) = parameter_key(name, *place);
            let written = NameParts::whole((kind, key.to_ascii_uppercase()), name.len());
            self.names.note_at(written, *place, Role::Definition);
        }
    }

    /// Returns the names of the source.
    pub(super) fn all_names(&mut self) -> Names {
        if !self.names.is_on {
            return Names::default();
        }
        for Later { candidates, written, place, role } in self.names.take_later() {
            if let Some(entry) = candidates.iter().find_map(|full| self.symbols.get(full)) {
                self.names.note_at(parts_of(&entry.name, &written), place, role);
            }
        }
        for (word, place) in in_headers(&self.input.records, &self.input.files) {
            if let Some(entry) = self.symbols.get(&word) {
                self.names.note_at(parts_of(&entry.name, &word), Some(place), Role::Use);
            }
        }
        let mut names = HashMap::new();
        for (entry, _) in self.symbols.values() {
            names.insert(entry.name.to_ascii_uppercase(), entry.name.clone());
        }
        let symbol = |key: &Key| {
            (key.0 == NameKind::Symbol && !key.1.contains('#') && names.contains_key(&key.1))
                .then(|| key.1.clone())
        };
        let shown = |key: &Key| {
            let text = key.1.split('\n').next().unwrap_or("");
            let own = if key.0 == NameKind::Symbol { names.get(&key.1) } else { None };
            let text = own.map_or(text, |name| name.as_str());
            // The names of an expansion belong to the macro.
            text.split_once('#')
                .map_or(text, |(_, rest)| rest.split_once('.').map_or(rest, |(_, name)| name))
                .to_owned()
        };
        std::mem::take(&mut self.names).names(symbol, shown)
    }
}

/// Returns the parts of a name and what each stands for, if the whole stands for `full`: `LOOP.NEXT`.
fn parts_of(full: &str, written: &str) -> NameParts {
    let length = written.len();
    let key = |full: &str| (NameKind::Symbol, full.to_ascii_uppercase());
    if written.starts_with(['.', '@']) {
        return NameParts { sign: 1, ..NameParts::whole(key(full), length) };
    }
    let base = full.len().saturating_sub(written.len());
    if !slice(full, base..full.len()).eq_ignore_ascii_case(written) {
        return NameParts::whole(key(full), length);
    }
    NameParts::path(full, (written, 0), ".", key)
}
