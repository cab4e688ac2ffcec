//! Structures and enumerations: names with offsets.

use crate::emit::rows::range;
use crate::fault::{DialectFault, Fault};
use crate::flow::DEEPEST_BLOCK;
use crate::names::{Kind, Leaf, LeafKind, OpenStructure, Role, Scope, Structure, WORD};
use crate::passes::Engine;
use crate::symbols::SymbolKind;
use crate::syntax::{
    At, Checked, Directive, Operation, Statement, Token, Tree, Value, Vocabulary, span, split, unexpected,
};

impl Engine<'_> {
    /// Whether a word places a structure, which only some dialects do by its name.
    pub(crate) fn is_placed_by_name(&self, word: &str) -> bool {
        self.table.optional_dot && self.structure(word).is_some()
    }

    fn structure(&self, word: &str) -> Option<&Structure> {
        Scope::names(Some(&self.pass.scope), word).find_map(|name| self.pass.structures.by_name.get(&name))
    }

    /// Returns a structure that is placed by its name.
    fn placed_structure(&mut self, word: &Token<'_>) -> Option<Structure> {
        let structure = self.structure(word.text)?.clone();
        self.note_name(&structure.name, word, Role::Use);
        Some(structure)
    }

    /// STRUCT, UNION or ENUM with its name.
    pub(crate) fn begin_structure(&mut self, statement: &Statement<'_>, directive: Directive) -> Checked {
        let kind = match directive {
            Directive::Union => Kind::Union,
            Directive::Enumeration => Kind::Enumeration,
            _ => Kind::Structure,
        };
        let pieces = statement.pieces();
        let name = pieces.first().and_then(|piece| piece.first()).or(statement.labels.last());
        let offset = pieces.get(1).map_or(Ok(0), |piece| self.number(piece))?;
        if let Some(name) = name.filter(|token| token.is_name()) {
            let full = self.full_name(name.text);
            self.note_name(&full, name, Role::Definition);
        }
        if let Some(name) = name {
            self.check_scope(name)?;
            // sjasmplus has a structure of a name once.
            let is_known = self.table.optional_dot
                && self.pass.structures.by_name.contains_key(&self.full_name(name.text));
            if is_known {
                return Err(name.fault(Fault::Duplicate));
            }
        }
        let name = name.filter(|token| token.is_name()).map(|token| token.text.to_owned());
        if let Some(name) = &name {
            self.enter_scope(statement, name);
        }
        let (record, span) = (statement.record, statement.operation_span());
        // Without a name, the fields go on where it is.
        let is_inner = name.is_none() && kind != Kind::Enumeration && !self.pass.structures.open.is_empty();
        let base = if is_inner { self.offset() } else { 0 };
        let open = OpenStructure { base, ..OpenStructure::new(kind, name, offset + base, (record, span)) };
        self.open_structure(open);
        Ok(())
    }

    fn open_structure(&mut self, open: OpenStructure) {
        if self.pass.structures.open.len() == DEEPEST_BLOCK {
            return self.stop_at(open.record, At::new(DialectFault::BlockDepth(DEEPEST_BLOCK), open.span));
        }
        self.pass.structures.open.push(open);
    }

    fn end_structure(&mut self, statement: &Statement<'_>) -> Checked {
        if let Err(at) = self.check_shape(statement) {
            self.report(statement.record, at);
        }
        let Some(open) = self.pass.structures.open.pop() else {
            return Err(statement.fault(DialectFault::Unopened(statement.word().to_owned())));
        };
        let size = if open.kind == Kind::Union { open.largest } else { open.offset - open.base };
        let Some(name) = open.name else {
            // The fields of a structure or union without a name belong to the structure around it.
            if let Some(label) = open.label {
                let full = self.full_name(&label);
                self.symbols.set_size(&full, size);
            }
            return self.pass_field(statement, size);
        };
        let full = self.pass.scope.prefix.trim_end_matches(self.table.naming.separator).to_owned();
        if let Some(outer) = self.pass.scope.outer.clone() {
            self.pass.scope = outer;
        }
        let (fields, bytes, leaves) = (open.fields, open.bytes, open.leaves);
        let structure = Structure { name: full.clone(), size, fields, bytes, leaves };
        self.pass.structures.by_name.insert(full.clone(), structure);
        if open.kind != Kind::Enumeration && self.table.optional_dot {
            let _ = self.symbols.define(&full, SymbolKind::Constant, Value::number(size), None);
        }
        if open.kind != Kind::Enumeration && self.table.studies {
            self.set_owner(format!("{full}::.size"));
        }
        if !self.pass.structures.open.is_empty() {
            return self.field(statement, Some(&name), size, &[]);
        }
        Ok(())
    }

    /// Handles a statement inside a structure. Returns whether it is done with.
    pub(crate) fn in_structure(&mut self, statement: &Statement<'_>) -> Checked<bool> {
        let Some(open) = self.pass.structures.open.last() else { return Ok(false) };
        if open.kind == Kind::Enumeration {
            return self.enumerated(statement).map(|()| true);
        }
        match statement.directive() {
            Some(Directive::EndStruct | Directive::EndEnumeration) => self.end_structure(statement)?,
            Some(directive @ (Directive::Struct | Directive::Union)) => {
                self.begin_structure(statement, directive)?;
            }
            Some(Directive::Constant | Directive::Variable | Directive::Ignored) => return Ok(false),
            None if self.is_inner(statement) => self.begin_inner(statement)?,
            _ => self.define_field(statement)?,
        }
        Ok(true)
    }

    /// Defines the labels before a condition, which may ask for them. A structure has fields only.
    pub(crate) fn labels_of_condition(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        match statement.labels.first() {
            Some(label) if !self.pass.structures.open.is_empty() => Err(unexpected(label)),
            _ => {
                self.labels_here(statement);
                Ok(())
            }
        }
    }

    /// Whether a structure begins inside another one: `NAME .struct`.
    fn is_inner(&self, statement: &Statement<'_>) -> bool {
        let next = statement.operands().first().and_then(|token| self.directive_of(token.text));
        matches!(next, Some(Directive::Struct | Directive::Union))
    }

    fn begin_inner(&mut self, statement: &Statement<'_>) -> Checked {
        let kind = match statement.operands().first().and_then(|token| self.directive_of(token.text)) {
            Some(Directive::Union) => Kind::Union,
            _ => Kind::Structure,
        };
        let (record, span) = (statement.record, statement.operation_span());
        let label = statement.word().to_owned();
        if let Some((_, word)) = statement.operation {
            let full = self.full_name(word.text);
            self.note_name(&full, &word, Role::Definition);
        }
        self.pass_name(&label, 0);
        let base = self.offset();
        let named = statement.operands().get(1).filter(|name| name.is_name());
        let open = match named {
            Some(name) => {
                let full = self.full_name(name.text);
                self.note_name(&full, name, Role::Definition);
                self.enter_scope(statement, name.text);
                OpenStructure::new(kind, Some(name.text.to_owned()), 0, (record, span))
            }
            None => OpenStructure {
                base,
                label: Some(label),
                ..OpenStructure::new(kind, None, base, (record, span))
            },
        };
        self.open_structure(open);
        Ok(())
    }

    fn define_field(&mut self, statement: &Statement<'_>) -> Checked {
        // ca65 writes `name .byte`, sjasmplus `name BYTE 5`.
        let name = statement.labels.last().map(|token| token.text.to_owned());
        let (name, directive, operands) = match statement.operation {
            None if name.is_some() => (name, None, statement.operands()),
            Some((Operation::Unknown, word)) if word.is_name() && name.is_none() => {
                let rest = statement.operands();
                let next = rest.first().and_then(|token| self.directive_of(token.text));
                (Some(word.text.to_owned()), next, rest.get(1..).unwrap_or(&[]))
            }
            _ => (name, statement.directive(), statement.operands()),
        };
        let word = statement.operation.map(|(_, word)| word);
        let named = statement.labels.last().copied().or(word);
        if let Some(token) = named.filter(|token| name.as_deref() == Some(token.text)) {
            if self.table.studies
                && ["A", "X", "Y"].iter().any(|other| other.eq_ignore_ascii_case(token.text))
            {
                return Err(At::new(Fault::Reserved(token.text.to_owned(), WORD), token.span()));
            }
            let full = self.full_name(token.text);
            self.note_name(&full, &token, Role::Definition);
        }
        let placed = match statement.operation {
            Some((Operation::Structure, word)) => self.placed_structure(&word),
            _ => None,
        };
        let pieces = split(operands);
        let first = pieces.first().copied().unwrap_or(&[]);
        let (size, bytes) = match (placed, directive) {
            (Some(inner), _) => self.inner_structure(statement, name.as_deref(), operands, inner)?,
            (None, None) => (0, Vec::new()),
            (None, Some(Directive::Tag)) => {
                let own = statement.operation.map_or(Token::EMPTY, |(_, token)| token);
                let word = first.first().copied().unwrap_or(own);
                let size = self.size_of(first, &word)?.number;
                let count = match first.get(1..) {
                    Some(count) if !count.is_empty() => self.count_of_fields(count)?,
                    _ => 1,
                };
                (size * count, Vec::new())
            }
            (None, Some(Directive::Space(unit))) => {
                let size = self.number_of_bytes(first, "the size")? * i64::from(unit);
                let fill = pieces.get(1).map_or(Ok(0), |piece| self.number(piece))?;
                (size, vec![fill.to_le_bytes()[0]; usize::try_from(size).unwrap_or(0)])
            }
            (None, Some(Directive::Text)) => self.text_field(statement, first, pieces.get(1).copied())?,
            (None, Some(Directive::Org)) => {
                // The fields are at addresses: `.struct` with `.org` describes registers of a chip.
                let address = self.number_of_bytes(first, "the address")?;
                if let Some(open) = self.pass.structures.open.last_mut() {
                    (open.offset, open.base) = (address, address);
                }
                return Ok(());
            }
            (None, Some(Directive::Align)) => {
                let (size, offset) = (self.number(first)?.max(1), self.offset());
                ((size - offset % size) % size, Vec::new())
            }
            (None, Some(directive)) => self.number_field(statement, directive, first)?,
        };
        self.field(statement, name.as_deref(), size, &bytes)
    }

    /// Adds the fields of a structure in the structure. Returns its size and bytes.
    fn inner_structure(
        &mut self,
        statement: &Statement<'_>,
        name: Option<&str>,
        operands: &[Token<'_>],
        inner: Structure,
    ) -> Checked<(i64, Vec<u8>)> {
        if let Some(name) = name {
            for (field, offset) in &inner.fields {
                let separator = self.table.naming.separator;
                let own = format!("{name}{separator}{field}");
                self.link_names(&self.full_name(&own), &format!("{}{separator}{field}", inner.name));
                self.pass_name(&own, *offset);
            }
        }
        let mut bytes = inner.bytes;
        bytes.resize(usize::try_from(inner.size).unwrap_or(0), 0);
        // The addresses of values are those where the structure is placed.
        if self.pass.relocation.is_open() && !operands.is_empty() {
            let fault =
                DialectFault::NotSupported("defaults of a structure inside RELOCATE_START".to_owned());
            return Err(At::new(fault, span(operands))
                .hint("define the structure before RELOCATE_START, or give the values where it is placed"));
        }
        let movement = self.pass.relocation.movement.take();
        let outcome = self.initialize(statement, operands, &inner.leaves, &mut bytes);
        self.pass.relocation.movement = movement;
        outcome?;
        let offset = self.offset();
        self.add_leaf(LeafKind::Open, 0);
        for leaf in &inner.leaves {
            self.add(Leaf { offset: leaf.offset + offset, ..*leaf });
        }
        self.add_leaf(LeafKind::Close, 0);
        Ok((inner.size, bytes))
    }

    /// Adds a field of numbers. Returns its size and bytes.
    fn number_field(
        &mut self,
        statement: &Statement<'_>,
        directive: Directive,
        first: &[Token<'_>],
    ) -> Checked<(i64, Vec<u8>)> {
        let unit = unit(directive).ok_or_else(|| self.unknown(statement))?;
        let counts = !self.table.optional_dot && !first.is_empty();
        let count = if counts { self.count_of_fields(first)? } else { 1 };
        let has_default = self.table.optional_dot && !first.is_empty();
        let default = if has_default { self.evaluate(first)? } else { Value::number(0) };
        self.add_leaf(LeafKind::Number(default), unit);
        let bytes = if has_default { default.number.to_le_bytes().to_vec() } else { Vec::new() };
        Ok((unit * count, bytes.into_iter().take(usize::try_from(unit).unwrap_or(0)).collect()))
    }

    /// Reads a number of bytes, of which there are no more than memory has.
    fn number_of_bytes(&mut self, tokens: &[Token<'_>], what: &'static str) -> Checked<i64> {
        let value = self.number(tokens)?;
        within_memory(what, value).map_err(|fault| At::new(fault, span(tokens)))
    }

    fn count_of_fields(&mut self, tokens: &[Token<'_>]) -> Checked<i64> {
        let count = self.number(tokens)?;
        if !(1..=LARGEST).contains(&count) {
            let fault = Fault::TooSmall { what: "the count", value: count, least: 1 };
            return Err(At::new(fault, span(tokens)));
        }
        Ok(count)
    }

    /// TEXT LENGTH, {characters}: the last one fills the field.
    fn text_field(
        &mut self,
        statement: &Statement<'_>,
        length: &[Token<'_>],
        characters: Option<&[Token<'_>]>,
    ) -> Checked<(i64, Vec<u8>)> {
        let length = self.number_of_bytes(length, "the length")?;
        let inner = crate::names::functions::unbraced(characters.unwrap_or(&[]));
        let mut bytes = self.listed(statement, inner)?;
        bytes.resize(usize::try_from(length).unwrap_or(0), bytes.last().copied().unwrap_or(0));
        self.add_leaf(LeafKind::Text, length);
        Ok((length, bytes))
    }

    /// Adds a place of the next field.
    fn add_leaf(&mut self, kind: LeafKind, size: i64) {
        let offset = self.offset();
        self.add(Leaf { kind, offset, size });
    }

    fn add(&mut self, leaf: Leaf) {
        if let Some(open) = self.pass.structures.open.last_mut() {
            open.leaves.push(leaf);
        }
    }

    fn offset(&self) -> i64 {
        let offset = |open: &OpenStructure| if open.kind == Kind::Union { open.base } else { open.offset };
        self.pass.structures.open.last().map_or(0, offset)
    }

    /// Defines a name of the open structure.
    fn pass_name(&mut self, name: &str, inner: i64) {
        let offset = self.offset() + inner;
        let full = self.full_name(name);
        self.define_entry(name, Tree::Number(offset), None, SymbolKind::Constant);
        let _ = self.symbols.define(&full, SymbolKind::Constant, Value::number(offset), None);
        if let Some(open) = self.pass.structures.open.last_mut() {
            open.fields.push((name.to_owned(), offset));
        }
    }

    fn field(&mut self, statement: &Statement<'_>, name: Option<&str>, size: i64, bytes: &[u8]) -> Checked {
        let end = self.end_of_field(statement, size)?;
        if let Some(name) = name {
            let full = self.full_name(name);
            self.symbols.set_size(&full, size);
            self.pass_name(name, 0);
        }
        if let Some(open) = self.pass.structures.open.last_mut() {
            let end = usize::try_from(end).unwrap_or(0);
            let start = usize::try_from(open.offset).unwrap_or(0);
            open.bytes.resize(open.bytes.len().max(start), 0);
            open.bytes.extend(bytes);
            open.bytes.resize(end, 0);
        }
        self.pass_field(statement, size)
    }

    /// Returns the offset after a field, and reports a structure that is larger than memory.
    fn end_of_field(&self, statement: &Statement<'_>, size: i64) -> Checked<i64> {
        let offset = self.pass.structures.open.last().map_or(0, |open| open.offset);
        within_memory("the size of the structure", offset.saturating_add(size))
            .map_err(|fault| At::new(fault, span(statement.tokens())))
    }

    fn pass_field(&mut self, statement: &Statement<'_>, size: i64) -> Checked {
        let end = self.end_of_field(statement, size)?;
        if let Some(open) = self.pass.structures.open.last_mut() {
            open.largest = open.largest.max(size);
            open.offset = end;
        }
        Ok(())
    }

    /// Defines a name of an enumeration: `NAME` or `NAME = 5`.
    fn enumerated(&mut self, statement: &Statement<'_>) -> Checked {
        if matches!(statement.directive(), Some(Directive::EndEnumeration | Directive::EndStruct)) {
            return self.end_structure(statement);
        }
        let (name, value) = match (statement.name, statement.operation) {
            (Some(name), _) => {
                self.symbols.begin_constant();
                (name, Some(self.evaluate(statement.operands())?))
            }
            (None, Some((operation, name)))
                if name.is_name() && !matches!(operation, Operation::Directive(_)) =>
            {
                (name, None)
            }
            _ => {
                return statement.tokens().first().map_or(Ok(()), |first| Err(unexpected(first)));
            }
        };
        let Some(open) = self.pass.structures.open.last_mut() else { return Ok(()) };
        if let Some(value) = value {
            (open.value, open.offset) = (value, 0);
        }
        let (base, offset) = (open.value, open.offset);
        open.offset += 1;
        let tree = self.pass.study.sum(base.tree(), offset);
        let value = base.plus(offset);
        let value = if self.table.studies { value.with_tree(tree) } else { value };
        self.define_name(statement, &name, SymbolKind::Constant, value)
    }

    /// Places a structure: `NAME STRUCTURE` defines its fields at this address.
    pub(crate) fn place_structure(&mut self, statement: &Statement<'_>) -> Checked {
        let word = statement.operation.map_or(Token::EMPTY, |(_, word)| word);
        let Some(structure) = self.placed_structure(&word) else {
            return Err(self.unknown(statement));
        };
        self.define_fields(statement, &structure, self.location());
        let mut bytes = structure.bytes.clone();
        bytes.resize(usize::try_from(structure.size).unwrap_or(0), 0);
        self.initialize(statement, statement.operands(), &structure.leaves, &mut bytes)?;
        // The assembler leaves what is in the gaps of a structure; which bytes they are is not kept here.
        let covered: i64 = structure.leaves.iter().map(|leaf| leaf.size).sum();
        let here = self.segments.location();
        if covered < structure.size
            && self.pass.banks.device().is_some()
            && (here..here + structure.size).any(|address| self.pass.banks.byte_at(address).is_some())
        {
            let fault = DialectFault::NotSupported("a structure with gaps over bytes of a device".to_owned());
            return Err(statement.fault(fault).hint("give its gaps fields with values"));
        }
        self.place(statement, bytes)
    }

    fn define_fields(&mut self, statement: &Statement<'_>, structure: &Structure, at: Value) {
        let Some(label) = statement.labels.last() else { return };
        for (field, offset) in &structure.fields {
            let full = self.full_name(&format!("{}{}{field}", label.text, self.table.naming.separator));
            let value = at.plus(*offset);
            self.link_names(&full, &format!("{}{}{field}", structure.name, self.table.naming.separator));
            let _ = self.symbols.define(&full, SymbolKind::Label, value, None);
        }
    }

    /// `NAME STRUCTURE = ADDRESS` names the fields of what is at an address. Returns whether the statement is one.
    pub(crate) fn structure_at(&mut self, statement: &Statement<'_>) -> Checked<bool> {
        let (Some(label), Some((Operation::Structure, word)), [equals, address @ ..]) =
            (statement.labels.last(), statement.operation, statement.operands())
        else {
            return Ok(false);
        };
        let structure = if equals.is("=") { self.placed_structure(&word) } else { None };
        let Some(structure) = structure else {
            return Ok(false);
        };
        let value = self.evaluate(address)?;
        let value = Value { relocated: self.pass.relocation.of_address(value), ..value };
        self.define_name(statement, label, SymbolKind::Label, value)?;
        self.note_owner(label.text);
        self.define_fields(statement, &structure, value);
        Ok(true)
    }

    /// `.tag NAME`: space for a structure.
    pub(crate) fn tag(&mut self, statement: &Statement<'_>) -> Checked {
        let word = statement.operation.map_or(Token::EMPTY, |(_, token)| token);
        let pieces = statement.pieces();
        let size = self.size_of(pieces.first().copied().unwrap_or(&[]), &word)?.number;
        let count = pieces.get(1).map_or(Ok(1), |count| self.count_of_fields(count))?;
        let size = within_memory("the size", size.saturating_mul(count))
            .map_err(|fault| At::new(fault, span(statement.operands())))?;
        self.place(statement, vec![0; usize::try_from(size).unwrap_or(0)])
    }

    /// Returns the size of a structure.
    pub(crate) fn size_of(&mut self, tokens: &[Token<'_>], function: &Token<'_>) -> Checked<Value> {
        let missing = || function.fault(Fault::NeedsOperand);
        let name = tokens.first().filter(|token| token.is_name()).ok_or_else(missing)?;
        if let Some(structure) = self.structure(name.text.trim_start_matches("::")).cloned() {
            self.note_name(&structure.name, name, Role::Use);
            return Ok(Value::number(structure.size));
        }
        self.note_later(name.text, &name.span(), Role::Use);
        let sizes = self.candidates(name.text);
        let mut sizes = sizes.iter().filter_map(|full| self.symbols.size(full));
        if let Some((size, _)) = sizes.find(|(_, is_above)| *is_above || !self.table.studies) {
            return Ok(Value::number(size));
        }
        if self.table.studies {
            return Err(name.fault(DialectFault::NoSize).hint(SIZE));
        }
        if self.symbols.pass() == 1 {
            self.symbols.has_unknown = true;
            return Ok(Value::number(0));
        }
        Err(name.fault(DialectFault::NoSize))
    }

    pub(crate) fn report_open_structures(&mut self) {
        for open in std::mem::take(&mut self.pass.structures.open) {
            self.report(open.record, At::new(DialectFault::Unclosed, open.span));
        }
    }
}

/// The hint for a name whose size ca65 does not know.
const SIZE: &str = "the size of a structure, scope or label is known after its end";

/// The size of the largest structure.
const LARGEST: i64 = 0x1_0000;

/// Returns a number of bytes that memory can have.
fn within_memory(what: &'static str, value: i64) -> Result<i64, Fault> {
    range(what, value, 0, LARGEST).map(|()| value)
}

/// Returns the size of a field of this kind.
fn unit(directive: Directive) -> Option<i64> {
    Some(match directive {
        Directive::Bytes(_) => 1,
        Directive::Little(size) | Directive::Big(size) => i64::from(size),
        _ => return None,
    })
}
