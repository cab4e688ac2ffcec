//! Names: scopes, local labels, labels without names.

use std::rc::Rc;

use crate::fault::{DialectFault, Fault, Hint};
use crate::names::study::{MOST, Size};
use crate::names::{Check, LOCAL, NameKind, Role, Scope, WORD};
use crate::passes::Engine;
use crate::suggestions::nearest;
use crate::symbols::SymbolKind;
use crate::syntax::{
    Arithmetic, At, Base, Checked, CodeOffset, ELSEWHERE, Kind, Local, MADE, Span, Statement, Token, Tree,
    Value, is_one_of, unexpected,
};

/// The maximum length of what stands before the names of a scope.
const LONGEST_PREFIX: usize = 2048;

impl Engine<'_> {
    /// Enters a scope inside the current one.
    pub(crate) fn enter_scope(&mut self, statement: &Statement<'_>, name: &str) {
        let outer = Rc::clone(&self.pass.scope);
        self.enter(statement, name, outer);
    }

    /// Enters a scope. Each name in it has the names of all scopes around, so these may not be long together.
    pub(crate) fn enter(&mut self, statement: &Statement<'_>, name: &str, outer: Rc<Scope>) {
        let prefix = format!("{}{name}{}", self.pass.scope.prefix, self.table.naming.separator);
        if prefix.len() > LONGEST_PREFIX {
            let at = statement.fault(DialectFault::LongScope(LONGEST_PREFIX));
            return self.stop_at(statement.record, at);
        }
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

    pub(crate) fn is_local(&self, name: &str) -> bool {
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

    /// Returns the full name that a name has where nothing outside is meant, and the scopes around the one that it belongs to.
    fn own_place(&self, name: &str) -> (String, Option<Rc<Scope>>) {
        let is_local = self.local_kind(name).is_some();
        let Some((path, last)) = name.rsplit_once("::").filter(|_| !is_local) else {
            let outer = if is_local { None } else { self.pass.scope.outer.clone() };
            return (self.full_name(name), outer);
        };
        let scopes = || std::iter::successors(Some(&self.pass.scope), |scope| scope.outer.as_ref());
        let prefix = match path.strip_prefix("::") {
            Some(rest) => Some(format!("{rest}::")),
            None if path.is_empty() => Some(String::new()),
            None => {
                let (first, rest) = path.split_once("::").unwrap_or((path, ""));
                let found = scopes().map(|scope| format!("{}{first}::", scope.prefix));
                let found = found.into_iter().find(|prefix| self.pass.scopes.contains(prefix));
                found.map(|found| if rest.is_empty() { found } else { format!("{found}{rest}::") })
            }
        };
        let Some(prefix) = prefix else { return (format!("{}{name}", self.pass.scope.prefix), None) };
        // A scope that is open may still take the name from outside.
        let open = scopes().find(|scope| scope.prefix == prefix);
        (format!("{prefix}{last}"), open.and_then(|scope| scope.outer.clone()))
    }

    /// Returns the entry of a name in its scope, which is made if there is none.
    fn entry_of(&mut self, name: &str) -> (usize, String) {
        let (full, outer) = self.own_place(name);
        let last = name.rsplit_once("::").map_or(name, |(_, last)| last);
        (self.pass.study.entry(&full, last, outer.as_ref()), full)
    }

    /// Returns the entry that a name means so far: the nearest one.
    fn nearest_entry(&self, name: &str) -> Option<usize> {
        if self.is_local(name) || name.contains("::") {
            return self.pass.study.found(&self.own_place(name).0);
        }
        self.pass.study.nearest(name, &self.pass.scope)
    }

    /// Returns the entry of a name in its scope.
    pub(crate) fn entry(&mut self, name: &str) -> usize {
        self.entry_of(name).0
    }

    /// Gives a name an expression, in the dialect that keeps them.
    pub(crate) fn define_entry(&mut self, name: &str, tree: Tree, size: Option<Size>, kind: SymbolKind) {
        if !self.table.studies {
            return;
        }
        let (entry, full) = self.entry_of(name);
        self.pass.study.define(entry, tree, size, kind == SymbolKind::Variable);
        if !self.is_local(name) {
            self.set_owner(full);
        }
    }

    /// Says that a name belongs to another module, or may.
    pub(crate) fn import_entry(&mut self, name: &str, size: Size, is_certain: bool) {
        let (entry, _) = self.entry_of(name);
        self.pass.study.import(entry, size, is_certain);
    }

    /// Begins the constants of the command line, but for those that the source imports.
    pub(crate) fn define_outside(&mut self, name: &str, number: i64) {
        if self.table.studies && !self.pass.study.was_imported(name) {
            let (entry, _) = self.entry_of(name);
            self.pass.study.define(entry, Tree::Number(number), None, false);
        }
    }

    /// Returns an address in the current segment with its expression.
    pub(crate) fn located(&mut self, value: Value) -> Value {
        if !self.table.studies {
            return value;
        }
        let Some((segment, offset)) = self.segments.relative(value.number) else {
            return value.with_tree(Tree::Number(value.number));
        };
        self.pass.study.set_byte_segment(segment, self.segments.is_zero_page(segment));
        value.with_tree(self.pass.study.address(segment, offset))
    }

    pub(crate) fn size_of_address(&mut self, value: Value, span: Span) -> Checked<Size> {
        let size = self.pass.study.size(value);
        if self.pass.study.take_exhausted() {
            return Err(At::new(DialectFault::TooInvolved(MOST), span));
        }
        Ok(size)
    }

    /// Whether a value is constant where it stands.
    pub(crate) fn is_constant(&mut self, value: Value, span: Span) -> Checked<bool> {
        let is_constant = self.pass.study.is_constant(value);
        if self.pass.study.take_exhausted() {
            return Err(At::new(DialectFault::TooInvolved(MOST), span));
        }
        Ok(is_constant)
    }

    /// Returns the full name of a symbol that is defined here.
    pub(crate) fn full_name(&self, name: &str) -> String {
        let full = self.own_name(name);
        self.pass.aliases.get(&full).cloned().unwrap_or(full)
    }

    /// Returns the full name, also of a name that stands for another one.
    pub(crate) fn own_name(&self, name: &str) -> String {
        if self.table.lexis.paths && name.contains("::") && self.local_kind(name).is_none() {
            return self.own_place(name).0;
        }
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
    pub(crate) fn candidates(&self, name: &str) -> Vec<String> {
        let mut found = self.own_candidates(name);
        if !self.pass.aliases.is_empty() {
            for full in &mut found {
                if let Some(other) = self.pass.aliases.get(full) {
                    full.clone_from(other);
                }
            }
        }
        found
    }

    /// Returns them without regard to names that stand for others.
    pub(crate) fn own_candidates(&self, name: &str) -> Vec<String> {
        match self.local_kind(name) {
            Some(local @ Local::Label) => {
                let most = if self.table.naming.signs { 1 } else { usize::MAX };
                let owners = self.pass.owners.iter().rev().take(most);
                let found: Vec<String> = owners.map(|owner| self.local_name(name, local, owner)).collect();
                if found.is_empty() { vec![name.to_owned()] } else { found }
            }
            Some(local) => vec![self.local_name(name, local, "")],
            None => {
                let in_scopes = || Scope::names(Some(&self.pass.scope), name).collect();
                self.outermost(name).map_or_else(in_scopes, |rest| vec![rest.to_owned()])
            }
        }
    }

    /// Returns the full name of the symbol that a name means, if there is one.
    pub(crate) fn resolve(&self, name: &str) -> Option<String> {
        let is_plain = self.local_kind(name).is_none() && self.outermost(name).is_none();
        if is_plain && !(self.table.lexis.paths && name.contains("::")) {
            return self.resolve_plain(name);
        }
        let candidates = self.candidates(name);
        if self.table.lexis.paths && name.contains("::") {
            // A scope above counts before one that is further down.
            let (full, outer) = self.own_place(name);
            if self.symbols.exists(&full) {
                return Some(full);
            }
            let last = name.rsplit_once("::").map_or(name, |(_, last)| last);
            let outside = Scope::names(outer.as_ref(), last).find(|full| self.symbols.exists(full));
            return outside.or_else(|| candidates.into_iter().find(|full| self.symbols.exists(full)));
        }
        candidates.into_iter().find(|full| self.symbols.exists(full))
    }

    /// Returns the full name of the symbol that a plain name means, if there is one.
    fn resolve_plain(&self, name: &str) -> Option<String> {
        let mut full = String::new();
        for scope in std::iter::successors(Some(&self.pass.scope), |scope| scope.outer.as_ref()) {
            full.clear();
            full += &scope.prefix;
            full += name;
            if self.symbols.exists(&full) {
                return Some(full);
            }
        }
        None
    }

    pub(crate) fn is_name_defined(&self, name: &str) -> bool {
        if self.table.studies {
            return self.nearest_entry(name).is_some_and(|entry| self.pass.study.is_defined(entry));
        }
        self.candidates(name).iter().any(|full| self.symbols.is_defined(full))
    }

    pub(crate) fn is_name_used(&mut self, name: &str) -> bool {
        if self.table.studies {
            return self.nearest_entry(name).is_some_and(|entry| self.pass.study.is_used(entry));
        }
        // Only the name in its own module is meant, as in a definition.
        let full = self.full_name(name);
        let is_used = self.symbols.is_use_noted(&full);
        let record = self.input.records.len().saturating_sub(1);
        self.symbols.note_question(full, is_used, record);
        is_used
    }

    /// Returns the value of a name, with its expression.
    pub(crate) fn name(&mut self, token: &Token<'_>) -> Checked<Value> {
        let full = self.resolve(token.text);
        if !self.table.studies || self.words.is_register(token.text) {
            return self.value_of_name(token, full.as_deref());
        }
        let (entry, own) = self.entry_of(token.text);
        let (tree, number) = self.pass.study.reference(entry, full.as_deref().unwrap_or(&own), &own);
        let value = self.value_of_name(token, full.as_deref())?;
        Ok(number.map_or(value, |number| value.with_number(number)).with_tree(tree))
    }

    fn value_of_name(&mut self, token: &Token<'_>, full: Option<&str>) -> Checked<Value> {
        if let Some(full) = full
            && let Some(value) = self.symbols.look_up(full)
        {
            self.note_name(full, token, Role::Use);
            self.link_unresolved(full, token.text);
            return Ok(value);
        }
        if self.table.operands.register_numbers
            && let Some(number) = register_number(token.text)
        {
            return Ok(Value::number(number));
        }
        if self.words.is_register(token.text) {
            return Err(token.fault(Fault::Register));
        }
        let declared = self.symbols.declaration(token.text).map(|(record, _)| *record);
        if self.options.has_placeholders && self.symbols.pass() > 1 {
            if let Some(record) = declared {
                self.note_import(token);
                return Ok(self.placeholder(record, token.text));
            }
            if self.options.elsewhere.iter().any(|name| name == token.text) {
                self.note_import(token);
                let address = self.symbols.placeholder(token.text, false);
                return Ok(self.elsewhere(address));
            }
        }
        let full = self.full_name(token.text);
        self.symbols.use_early(&full);
        self.missing(&shown(token.text), declared.is_some(), token.span())
    }

    /// Keeps the name of a module that IFUSED finds, because nothing had defined it where it was used, the same as what it means.
    fn link_unresolved(&mut self, full: &str, written: &str) {
        if !self.pass.names.is_on {
            return;
        }
        let own = self.full_name(written);
        if own != full && self.symbols.is_use_noted(&own) {
            self.link_names(full, &own);
        }
    }

    /// Returns what stands for a name of another module, which a record declares.
    fn placeholder(&mut self, record: usize, name: &str) -> Value {
        let text = self.input.records.get(record).map_or("", |record| &*record.text);
        // ca65 has `.importzp` and `.globalzp`.
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        let is_zero_page = match self.pass.study.declared_size(name, &self.pass.scope) {
            // `: zeropage` after the name says so too.
            Some(size) => size == Size::Byte,
            None => word.to_ascii_lowercase().ends_with("zp"),
        };
        let address = self.symbols.placeholder(name, is_zero_page);
        self.elsewhere(address)
    }

    /// Returns an address in another module. For sdasz80 each is in a section of its own: only a number may be added to it.
    fn elsewhere(&self, address: i64) -> Value {
        if self.table.arithmetic == Arithmetic::Linked {
            Value::address(address, ELSEWHERE + usize::try_from(address).unwrap_or(0))
        } else {
            Value::number(address)
        }
    }

    /// In the first pass a name may still get a value.
    fn missing(&mut self, name: &str, is_declared: bool, span: Span) -> Checked<Value> {
        self.symbols.has_unknown = true;
        if self.symbols.pass() == 1 {
            return Ok(Value { is_forward: true, base: Base::Mixed, ..Value::number(0) });
        }
        Err(if is_declared {
            At::new(DialectFault::External(name.to_owned()), span)
                .hint("give its value with -D NAME=VALUE, or include its source")
        } else {
            let near = nearest(name, self.symbols.all().map(|(symbol, _)| &*symbol.name));
            let hint = near.map(Hint::did_you_mean);
            At { hint, ..At::new(Fault::Undefined(name.to_owned()), span) }
        })
    }

    /// Defines a label of the statement as its address.
    pub(crate) fn label_here(&mut self, statement: &Statement<'_>, label: &Token<'_>) -> Checked {
        if self.table.lexis.dollar_labels
            && self.is_local(label.text)
            && statement.text.get(label.end()..).is_some_and(|after| after.starts_with("::"))
        {
            return Err(At::new(Fault::Reserved(label.text.to_owned(), LOCAL), label.span()));
        }
        if self.table.studies {
            let mut named = statement.labels.iter().filter(|label| label.is_name());
            let is_second = named.next().is_some_and(|first| first.at < label.at);
            if is_second {
                return Err(unexpected(label).hint("ca65 takes one label in a line"));
            }
            if let Some(colons) =
                statement.tokens().iter().find(|token| token.at >= label.end()).filter(|next| next.is("::"))
            {
                return Err(unexpected(colons));
            }
        }
        let mut value = self.location();
        value = self.located(value);
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
            self.pass.study.define_unnamed(value.tree());
            let zone = if self.table.naming.signs { self.pass.zone.as_str() } else { "" };
            let full = self.next_unnamed(&format!("{zone}{}", label.text));
            self.pass.names.note_kind(NameKind::Unnamed, &full, &label.span(), Role::Definition);
            let place = Some((statement.record, label.span()));
            let _ = self.symbols.define(&full, SymbolKind::Label, value, place);
        }
        self.input.change(statement.record, |record| record.labelled = true);
        Ok(())
    }

    /// Makes a label the one that local names belong to.
    pub(crate) fn note_owner(&mut self, name: &str) {
        if self.local_kind(name).is_none() {
            self.set_owner(self.full_name(name));
        }
    }

    pub(crate) fn set_owner(&mut self, full: String) {
        match self.pass.owners.last_mut() {
            Some(owner) => *owner = full,
            None => self.pass.owners.push(full),
        }
    }

    pub(crate) fn define_name(
        &mut self,
        statement: &Statement<'_>,
        name: &Token<'_>,
        kind: SymbolKind,
        value: Value,
    ) -> Checked {
        let full = self.full_name(name.text);
        let place = Some((statement.record, name.span()));
        self.note_name(&full, name, Role::Definition);
        if self.words.is_register(name.text) && !self.table.naming.is_case_sensitive {
            return Err(At::new(Fault::Reserved(shown(name.text), "a register or a condition"), name.span()));
        }
        if self.is_taken(name, statement) {
            return Err(At::new(Fault::Reserved(shown(name.text), WORD), name.span()));
        }
        if self.table.studies && self.options.has_placeholders {
            let entry = self.entry(name.text);
            if self.pass.study.is_imported(entry) {
                return Err(At::new(Fault::Duplicate(shown(name.text)), name.span()).hint("it is imported"));
            }
        }
        self.define_entry(name.text, value.tree(), None, kind);
        if self.table.studies && matches!(value.tree(), Tree::Node(_)) {
            let entry = self.entry(name.text);
            self.pass.checks.push((statement.record, name.span(), Check::Constant(entry)));
        }
        let Err(other) = self.symbols.define(&full, kind, value, place) else { return Ok(()) };
        let line =
            other.and_then(|(record, _)| self.input.records.get(record)).map(|record| record.number + 1);
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
    pub(crate) fn unnamed_value(&mut self, is_next: bool, count: usize, span: Span) -> Checked<Value> {
        let (kind, count) = if self.table.naming.colons {
            (":".to_owned(), count)
        } else {
            (format!("{}{}", self.pass.zone, if is_next { "+" } else { "-" }.repeat(count)), 1)
        };
        self.unnamed_of(&kind, is_next, count, span)
    }

    fn unnamed_of(&mut self, kind: &str, is_next: bool, count: usize, span: Span) -> Checked<Value> {
        let so_far = self.pass.unnamed.get(kind).copied().unwrap_or(0);
        let index = if is_next { so_far + count } else { (so_far + 1).saturating_sub(count) };
        let full = unnamed(kind, index);
        let value = match self.symbols.look_up(&full) {
            Some(value) => {
                self.pass.names.note_kind(NameKind::Unnamed, &full, &span, Role::Use);
                value
            }
            None => {
                self.symbols.use_early(&full);
                let sign = if is_next { "+" } else { "-" };
                let name = if kind == ":" {
                    format!(":{}", sign.repeat(count))
                } else {
                    kind.rsplit(|c: char| c != '+' && c != '-').next().unwrap_or(kind).to_owned()
                };
                self.missing(&name, false, span)?
            }
        };
        Ok(if self.table.studies { value.with_tree(self.pass.study.unnamed(is_next, count)) } else { value })
    }

    /// Returns the value of `1_F` or `1_B`, and in branches of `1F` or `1B`, if numbers are labels.
    pub(crate) fn numbered(&mut self, token: &Token<'_>) -> Checked<Option<Value>> {
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
                self.pass.names.note_kind(NameKind::Unnamed, &full, &token.span(), Role::Use);
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
    let numbers = ["B", "C", "D", "E", "H", "L", "M SP PSW", "A"];
    numbers.iter().position(|names| is_one_of(names, name)).map(|number| number as i64)
}

fn unnamed(kind: &str, index: usize) -> String {
    format!("{kind}{MADE}{index}")
}

/// Returns a name without what the engine added.
pub(crate) fn shown(name: &str) -> String {
    name.split(MADE).next().unwrap_or("").to_owned()
}
