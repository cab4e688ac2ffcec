//! Labels, constants and variables, and the names that editors ask for.

use std::{collections::HashMap, rc::Rc};

use super::{END, Engine, Outcome};
use crate::diagnostic::Problem;
use crate::expression::{Expression, Name, Scope, Step};
use crate::fault::Fault;
use crate::flow::Parameter;
use crate::names::substitution::own_words;
use crate::names::{Key, Later, NameKind, NameParts, Names, Role, in_headers, parameter_key};
use crate::symbols::{Definition, SymbolKind, candidates, full_name};
use crate::syntax::{At, Span, Statement, Token, slice};
use crate::tables::own::TABLE;
use crate::words;

/// Noting which name stands for what, for editors.
impl Engine<'_> {
    /// Notes that a name in the current line defines a symbol.
    pub(super) fn note_definition(&mut self, name: &Token<'_>, full: &str) {
        if self.names.is_on {
            self.names.note(parts_of(full, name.text), &name.span(), Role::Definition);
        }
    }

    /// Notes a macro.
    pub(super) fn note_macro(&mut self, name: &str, span: &Span, role: Role) {
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
    pub(super) fn note_later(&mut self, name: &str, span: &Span, role: Role) {
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

/// A label without a colon.
#[derive(Debug)]
pub(super) struct Doubtful {
    record: usize,
    span: Span,
    full: String,
    /// Whether no operation follows it.
    is_alone: bool,
}

/// Labels, constants, variables and the location counter.
impl Engine<'_> {
    /// Defines the label of the line, if any, as the location counter.
    pub(super) fn label(&mut self, line: &Statement<'_>) -> Outcome {
        let Some(label) = line.labels.first() else { return Ok(()) };
        let name = label.text;
        if let Some(at) = self.repeated_directive(line, label) {
            self.doubtful.pop();
            return Err(at.into());
        }
        let value = Definition::Value(self.location.into());
        self.define(line, label, SymbolKind::Label, value)?;
        self.input.change(line.record, |record| record.labelled = true);
        if !name.starts_with(['.', '@']) {
            let Scope { sheet, outer, .. } = &*self.scope;
            let (sheet, outer) = (sheet.clone(), outer.clone());
            self.scope = Rc::new(Scope { name: full_name(name, &self.scope), sheet, outer });
        }
        Ok(())
    }

    /// Remembers a label without a colon that may be meant as an operation, which it is if nothing refers to it.
    pub(super) fn note_doubtful_label(&mut self, line: &Statement<'_>) {
        let Some(label) = line.labels.first().filter(|_| !line.has_colon) else { return };
        let is_alone = line.operation.is_none();
        if is_alone || label.text.starts_with('.') {
            let (full, record, span) = (full_name(label.text, &self.scope), line.record, label.span());
            self.doubtful.push(Doubtful { record, span, full, is_alone });
        }
    }

    /// Returns the fault for a doubtful label that is already defined: no label is defined twice, but a directive occurs again.
    fn repeated_directive(&self, line: &Statement<'_>, label: &Token<'_>) -> Option<At> {
        self.symbols.get(&full_name(label.text, &self.scope)).filter(|_| !line.has_colon)?;
        let at = self.misread(line.text, label.span(), line.operation.is_none())?;
        Some(at).filter(|at| at.fault != Fault::LoneName)
    }

    pub(super) fn report_doubtful_labels(&mut self) {
        for Doubtful { record, span, full, is_alone } in std::mem::take(&mut self.doubtful) {
            if self.symbols.is_used(&full) {
                continue;
            }
            let text = self.input.records.get(record).map(|record| Rc::clone(&record.text));
            let at = text.and_then(|text| self.misread(&text, span, is_alone));
            match at {
                Some(at) if at.fault == Fault::LoneName => self.warn(record, at),
                Some(at) => drop(self.report(record, at)),
                None => {}
            }
        }
    }

    /// Reports labels that stand alone, have no colon, and that nothing refers to: in code that is compared, they are misspelled
    /// instructions.
    pub(super) fn report_lone_labels(&mut self) {
        for Doubtful { record, span, full, is_alone } in std::mem::take(&mut self.doubtful) {
            if self.symbols.is_used(&full) || !is_alone {
                continue;
            }
            let Some(text) = self.input.records.get(record).map(|record| Rc::clone(&record.text)) else {
                continue;
            };
            let word = slice(&text, span.clone()).to_owned();
            let (hint, colon) = (self.near_mnemonic(&word), format!("a label is written `{word}:`"));
            let fault = Fault::UnknownMnemonic { word, processor: self.words.processor };
            let _ = self.report(record, At { hint, ..At::new(fault, span) }.also(&colon));
        }
    }

    pub(super) fn near_operation(&self, word: &str) -> Option<String> {
        let is_full = self.input.diagnostics.is_full();
        if is_full { None } else { self.words.near(word, &TABLE, &self.macros) }
    }

    fn define(
        &mut self,
        line: &Statement<'_>,
        name: &Token<'_>,
        kind: SymbolKind,
        value: Definition,
    ) -> Outcome {
        let (token, name, span) = (name, name.text, name.span());
        if let Some(why) = self.words.reserved(name) {
            return Err(At::new(Fault::Reserved(name.to_owned(), why), span).into());
        }
        let full = full_name(name, &self.scope);
        self.note_definition(token, &full);
        let defined = self.symbols.define(&full, kind, Some((line.record, span.clone())), value);
        let Err((spelling, place)) = defined else { return Ok(()) };
        let mut at = At::new(Fault::Duplicate(name.to_owned()), span);
        if spelling != full {
            at = at.hint(format!("names are case-insensitive: `{spelling}` is the same name"));
        } else if line.text.len() > at.span.end && self.scope.outer.is_some() {
            at = at.hint("a label in a macro is local to each expansion if it begins with a dot");
        }
        let related = place
            .map_or_else(Vec::new, |(index, span)| self.input.related("first defined here", index, span));
        Err(Problem::Reported(self.report_with(line.record, at, related)))
    }

    pub(super) fn constant(&mut self, line: &Statement<'_>) -> Outcome {
        let name = name_before(line)?;
        let value = line.single().and_then(|operand| self.expression(operand));
        let definition = match value {
            Ok(expression) => Definition::Later(expression),
            Err(at) => Definition::Wrong(self.settle(line.record, at.into())),
        };
        self.define(line, &name, SymbolKind::Constant, definition)
    }

    pub(super) fn variable(&mut self, line: &Statement<'_>) -> Outcome {
        let name = name_before(line)?;
        let value = line.single().map_err(Problem::from).and_then(|operand| {
            let expression = self.expression(operand)?;
            let value = self.symbols.value(&expression);
            self.variables.push((line.record, expression));
            value
        });
        let definition = match value {
            Ok(value) => Definition::Value(value),
            Err(problem) => Definition::Wrong(self.settle(line.record, problem)),
        };
        self.define(line, &name, SymbolKind::Variable, definition)
    }

    pub(super) fn origin(&mut self, line: &Statement<'_>) -> Outcome {
        let place = line.single().map_err(Problem::from).and_then(|operand| {
            let address = self.expression(operand)?;
            self.within(("the address", 0, 0xFFFF), &address)
        });
        match place {
            Ok(value) => {
                self.lost = None;
                self.location = value.try_into().unwrap_or(END);
            }
            Err(problem) => self.lost = Some(self.settle(line.record, problem)),
        }
        Ok(())
    }

    pub(super) fn end(&mut self, line: &Statement<'_>) -> Outcome {
        self.done = true;
        if !line.operands().is_empty() {
            let entry = self.expression(line.single()?)?;
            self.entry = Some((line.record, entry));
        }
        if !self.rest_is_empty() {
            self.warn(line.record, line.fault(Fault::AfterEnd));
        }
        Ok(())
    }

    /// Checks a CPU directive against the processor of the source.
    pub(super) fn cpu(&mut self, line: &Statement<'_>) -> Outcome {
        let name = named_processor(line);
        let span = line.code_span();
        let fault = match words::processor(name) {
            Some(named) if named == self.words.processor => return Ok(()),
            Some(not) => Fault::OneProcessor { is: self.words.processor, not },
            None => Fault::BadProcessor(name.to_owned()),
        };
        Err(At::new(fault, span).hint(words::PROCESSORS).into())
    }
}

/// Returns the name before EQU or SET.
fn name_before<'t>(line: &Statement<'t>) -> Result<Token<'t>, At> {
    line.name.ok_or_else(|| line.fault(Fault::NeedsName(line.word().to_owned())))
}

/// Returns the processor name in `CPU z80` or `.z80`.
fn named_processor<'t>(line: &Statement<'t>) -> &'t str {
    match line.word().strip_prefix('.') {
        Some(name) if words::processor(name).is_some() => name,
        _ => slice(line.text, line.operands_span()),
    }
}
