//! Names: scopes, local labels, labels without names.

use std::ops::Range;
use std::rc::Rc;

use super::engine::Engine;
use super::statement::{CodeOffset, Statement};
use super::table::Local;
use super::token::{Kind, MADE, Token};
use super::value::Value;
use crate::SymbolKind;
use crate::fault::Fault;
use crate::names::{NameKind, Role};
use crate::scan::At;

/// A scope: what stands before its names.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// The prefix, with the separator; empty for the outermost scope.
    pub(super) prefix: String,
    pub(super) outer: Option<Rc<Scope>>,
}

impl Engine<'_> {
    /// Enters a scope inside the current one.
    pub(super) fn enter_scope(&mut self, name: &str) {
        let outer = Rc::clone(&self.pass.scope);
        let prefix = format!("{}{name}{}", outer.prefix, self.table.naming.separator);
        self.pass.scopes.insert(prefix.clone());
        self.pass.scope = Rc::new(Scope { prefix, outer: Some(outer) });
    }

    fn local_kind(&self, name: &str) -> Option<Local> {
        let first = name.chars().next()?;
        if self.table.lexis.dollar_labels && first.is_ascii_digit() {
            return Some(Local::Label);
        }
        self.table.naming.locals.iter().find(|(prefix, _)| *prefix == first).map(|(_, local)| *local)
    }

    pub(super) fn is_local(&self, name: &str) -> bool {
        self.local_kind(name).is_some()
    }

    fn local_name(&self, name: &str, local: Local, owner: &str) -> String {
        match local {
            Local::Label => format!(
                "{owner}{}{name}",
                if name.starts_with(|c: char| c.is_ascii_digit()) { "." } else { "" }
            ),
            Local::Zone => format!("{}{name}", self.pass.zone),
        }
    }

    fn outermost<'n>(&self, name: &'n str) -> Option<&'n str> {
        let prefix = self.table.naming.outermost?;
        name.strip_prefix(prefix).filter(|rest| !rest.is_empty())
    }

    /// Returns the full name of a symbol that is defined here.
    pub(super) fn full_name(&self, name: &str) -> String {
        if let Some(local) = self.local_kind(name) {
            let owner = self.pass.owners.last().map_or("", |owner| owner);
            return self.local_name(name, local, owner);
        }
        match self.outermost(name) {
            Some(rest) => rest.to_owned(),
            None => format!("{}{name}", self.pass.scope.prefix),
        }
    }

    /// Returns the full names that a name can stand for, the nearest first.
    pub(super) fn candidates(&self, name: &str) -> Vec<String> {
        match self.local_kind(name) {
            Some(local @ Local::Label) => {
                let owners = self.pass.owners.iter().rev();
                let found: Vec<String> = owners.map(|owner| self.local_name(name, local, owner)).collect();
                if found.is_empty() { vec![name.to_owned()] } else { found }
            }
            Some(local) => vec![self.local_name(name, local, "")],
            None => match self.outermost(name) {
                Some(rest) => vec![rest.to_owned()],
                None => std::iter::successors(Some(&self.pass.scope), |scope| scope.outer.as_ref())
                    .map(|scope| format!("{}{name}", scope.prefix))
                    .collect(),
            },
        }
    }

    /// Returns the full name of the symbol that a name means, if there is one.
    pub(super) fn resolve(&self, name: &str) -> Option<String> {
        let candidates = self.candidates(name);
        // A scope above counts before one that is further in and further down.
        let is_above = |full: &&String| {
            let end = full.rfind("::").map_or(0, |at| at + 2);
            self.pass.scopes.contains(full.get(..end).unwrap_or("")) && self.symbols.exists(full)
        };
        let has_path = self.table.lexis.paths && name.contains("::");
        let above = candidates.iter().find(is_above).filter(|_| has_path).cloned();
        above.or_else(|| candidates.into_iter().find(|full| self.symbols.exists(full)))
    }

    pub(super) fn is_name_defined(&self, name: &str) -> bool {
        self.candidates(name).iter().any(|full| self.symbols.is_defined(full))
    }

    pub(super) fn is_name_used(&self, name: &str) -> bool {
        self.candidates(name).iter().any(|full| self.symbols.is_used(full))
    }

    /// Returns the value of a name.
    pub(super) fn name(&mut self, token: &Token<'_>) -> Result<Value, At> {
        if let Some(full) = self.resolve(token.text)
            && let Some(value) = self.symbols.look_up(&full)
        {
            self.note_name(&full, token, Role::Use);
            let prefix = &self.pass.scope.prefix;
            self.pass.outer_names += usize::from(!full.starts_with(prefix.as_str()));
            return Ok(value);
        }
        if self.table.operands.register_numbers
            && let Some(number) = register_number(token.text)
        {
            return Ok(Value::number(number));
        }
        if self.words.is_register(token.text) {
            return Err(At::new(Fault::Register(token.text.to_owned()), token.span()));
        }
        let declared = self.symbols.declaration(token.text).map(|(record, _)| *record);
        if let Some(record) = declared.filter(|_| self.options.has_placeholders && self.symbols.pass() > 1) {
            self.note_import(token);
            return Ok(self.placeholder(record, token.text));
        }
        self.missing(&shown(token.text), declared.is_some(), token.span())
    }

    /// Returns what stands for a name of another module, which a record declares.
    fn placeholder(&mut self, record: usize, name: &str) -> Value {
        let text = self.pass.records.get(record).map_or("", |record| &*record.text);
        // ca65 has `.importzp` and `.globalzp`.
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        let is_zero_page = word.to_ascii_lowercase().ends_with("zp");
        Value::number(self.symbols.placeholder(name, is_zero_page))
    }

    /// In the first pass a name may still get a value.
    fn missing(&mut self, name: &str, is_declared: bool, span: Range<usize>) -> Result<Value, At> {
        self.symbols.has_unknown = true;
        if self.symbols.pass() == 1 {
            return Ok(Value { is_forward: true, base: super::value::Base::Mixed, ..Value::number(0) });
        }
        Err(if is_declared {
            At::new(Fault::External(name.to_owned()), span)
                .hint("give its value with -D NAME=VALUE, or include its source")
        } else {
            let near = crate::nearest(name, self.symbols.all().map(|(symbol, _)| &*symbol.name));
            let hint = near.map(|near| format!("did you mean `{near}`?"));
            At { hint, ..At::new(Fault::Undefined(name.to_owned()), span) }
        })
    }

    /// Defines a label of the statement as its address.
    pub(super) fn label_here(&mut self, statement: &Statement<'_>, label: &Token<'_>) -> Result<(), At> {
        let mut value = self.location();
        if label.kind == Kind::Name {
            let offset = statement.code_offset().filter(|_| self.table.naming.code_labels);
            match offset {
                Some(CodeOffset::Bytes(bytes)) => value = value.plus(bytes),
                Some(CodeOffset::Operand) => {
                    let full = self.full_name(label.text);
                    self.note_name(&full, label, Role::Definition);
                    self.pass.operand_label = Some((full, statement.record, label.span()));
                }
                None => {}
            }
            if offset != Some(CodeOffset::Operand) {
                self.define_name(statement, label, SymbolKind::Label, value)?;
            }
            if !(self.table.naming.code_labels && statement.owns_nothing()) {
                self.note_owner(label.text);
            }
        } else {
            let full = self.next_unnamed(label.text);
            self.note_kind(NameKind::Unnamed, &full, &label.span(), Role::Definition);
            let place = Some((statement.record, label.span()));
            let _ = self.symbols.define(&full, SymbolKind::Label, value, place);
        }
        if let Some(record) = self.pass.records.get_mut(statement.record) {
            record.labelled = true;
        }
        Ok(())
    }

    /// Makes a label the one that local names belong to.
    pub(super) fn note_owner(&mut self, name: &str) {
        if self.local_kind(name).is_none() {
            let full = self.full_name(name);
            match self.pass.owners.last_mut() {
                Some(owner) => *owner = full,
                None => self.pass.owners.push(full),
            }
        }
    }

    pub(super) fn define_name(
        &mut self,
        statement: &Statement<'_>,
        name: &Token<'_>,
        kind: SymbolKind,
        value: Value,
    ) -> Result<(), At> {
        let full = self.full_name(name.text);
        let place = Some((statement.record, name.span()));
        self.note_name(&full, name, Role::Definition);
        if self.words.is_register(name.text) && !self.table.naming.is_case_sensitive {
            return Err(At::new(Fault::Reserved(shown(name.text), "a register or a condition"), name.span()));
        }
        let Err(other) = self.symbols.define(&full, kind, value, place) else { return Ok(()) };
        let line =
            other.and_then(|(record, _)| self.pass.records.get(record)).map(|record| record.number + 1);
        let at = At::new(Fault::Duplicate(shown(name.text)), name.span());
        Err(match line {
            Some(line) => at.hint(format!("first defined in line {line}")),
            None => at.hint("it is defined on the command line"),
        })
    }

    /// Returns the full name of the next label without a name: `:`, `+`, `--` or a number.
    fn next_unnamed(&mut self, text: &str) -> String {
        let count = self.pass.unnamed.entry(text.to_owned()).or_default();
        *count += 1;
        unnamed(text, *count)
    }

    /// Returns the value of a label without a name: `count` further, or back.
    pub(super) fn unnamed_value(
        &mut self,
        is_next: bool,
        count: usize,
        span: Range<usize>,
    ) -> Result<Value, At> {
        let (kind, count) = if self.table.naming.colons {
            (":".to_owned(), count)
        } else {
            (if is_next { "+" } else { "-" }.repeat(count), 1)
        };
        self.unnamed_of(&kind, is_next, count, span)
    }

    fn unnamed_of(
        &mut self,
        kind: &str,
        is_next: bool,
        count: usize,
        span: Range<usize>,
    ) -> Result<Value, At> {
        let so_far = self.pass.unnamed.get(kind).copied().unwrap_or(0);
        let index = if is_next { so_far + count } else { (so_far + 1).saturating_sub(count) };
        let full = unnamed(kind, index);
        match self.symbols.look_up(&full) {
            Some(value) => {
                self.note_kind(NameKind::Unnamed, &full, &span, Role::Use);
                Ok(value)
            }
            None => {
                let sign = if is_next { "+" } else { "-" };
                let name = if kind == ":" { format!(":{}", sign.repeat(count)) } else { kind.to_owned() };
                self.missing(&name, false, span)
            }
        }
    }

    /// Returns the value of `1_F` or `1_B`, and in branches of `1F` or `1B`, if numbers are labels.
    pub(super) fn numbered(&mut self, token: &Token<'_>) -> Result<Option<Value>, At> {
        let text = token.text;
        let is_next = text.ends_with(['f', 'F']);
        let bare = text.strip_suffix(['f', 'F', 'b', 'B']).unwrap_or("");
        let digits = bare.strip_suffix('_').unwrap_or(bare);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_label = self.table.naming.numbers && is_number && (digits != bare || self.pass.is_branch);
        if !is_label {
            return Ok(None);
        }
        let so_far = self.pass.unnamed.get(digits).copied().unwrap_or(0);
        let index = if is_next { so_far + 1 } else { so_far };
        let full = unnamed(digits, index);
        match self.symbols.look_up(&full) {
            Some(value) => {
                self.note_kind(NameKind::Unnamed, &full, &token.span(), Role::Use);
                Ok(Some(value))
            }
            // `JR 1B` without such a label is a jump to a binary number.
            None if digits == bare && !is_next => Ok(None),
            None => self.missing(text, false, token.span()).map(Some),
        }
    }
}

/// Returns the number of an 8080 register in opcodes.
fn register_number(name: &str) -> Option<i64> {
    const NUMBERS: [(&str, i64); 10] = [
        ("B", 0),
        ("C", 1),
        ("D", 2),
        ("E", 3),
        ("H", 4),
        ("L", 5),
        ("M", 6),
        ("A", 7),
        ("SP", 6),
        ("PSW", 6),
    ];
    NUMBERS.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, number)| *number)
}

fn unnamed(kind: &str, index: usize) -> String {
    format!("{kind}{MADE}{index}")
}

/// Returns a name without what the engine added.
pub(super) fn shown(name: &str) -> String {
    name.split(MADE).next().unwrap_or("").to_owned()
}
