//! Scopes, modules and zones; names of other modules; the macros that an assembler brings with it.

use std::rc::Rc;

use crate::fault::{DialectFault, Fault};
use crate::flow::{BlockKind, FrameKind};
use crate::names::study::Size;
use crate::names::{LOCAL, Role, WORD};
use crate::passes::Engine;
use crate::symbols::SymbolKind;
use crate::syntax::{At, Checked, Directive, MADE, Statement, Token};

/// Returns the size of an address that `: zeropage` gives.
fn size_word(piece: &[Token<'_>]) -> Option<Size> {
    let [colon, word] = piece else { return None };
    match word.text.to_ascii_lowercase().as_str() {
        _ if !colon.is(":") => None,
        "direct" | "zeropage" | "zp" => Some(Size::Byte),
        "absolute" | "abs" | "near" => Some(Size::Word),
        _ => None,
    }
}

impl Engine<'_> {
    /// `.proc NAME` is a label too.
    pub(crate) fn scope(&mut self, statement: &Statement<'_>, directive: Directive) -> Checked {
        let name = statement.operands().first().copied().filter(Token::is_name);
        let kind = if directive == Directive::Procedure { BlockKind::Procedure } else { BlockKind::Scope };
        if let Some(name) = name.filter(|_| directive == Directive::Scope) {
            self.note_scope(&name);
        }
        if let Some(name) = name.filter(|_| directive == Directive::Procedure) {
            self.label_here(statement, &name)?;
            let piece = statement.operands().get(1..).unwrap_or(&[]);
            if let Some(size) = size_word(piece).filter(|_| self.table.studies) {
                let value = self.location();
                let tree = self.located(value).tree();
                self.define_entry(name.text, tree, Some(size), SymbolKind::Label);
            }
        }
        self.open(statement, kind);
        let is_double = name.map_or(Ok(()), |name| self.check_scope(&name));
        self.pass.expansions += 1;
        let made = format!("{MADE}{}", self.pass.expansions);
        self.enter_scope(statement, name.map_or(&made, |name| name.text));
        is_double
    }

    /// Refuses a second scope of a name, as ca65 does.
    pub(crate) fn check_scope(&self, name: &Token<'_>) -> Checked {
        let prefix = format!("{}{}{}", self.pass.scope.prefix, name.text, self.table.naming.separator);
        if self.table.studies && name.is_name() && self.pass.scopes.contains(&prefix) {
            return Err(name.fault(Fault::Duplicate));
        }
        Ok(())
    }

    fn note_scope(&mut self, name: &Token<'_>) {
        let full = format!("{}{}", self.pass.scope.prefix, name.text);
        self.note_name(&full, name, Role::Definition);
    }

    /// MODULE: a scope whose names are joined with a dot. One without a name ends it, where it has no end.
    pub(crate) fn module(&mut self, statement: &Statement<'_>) -> Checked {
        let name = statement.operands().first().copied().ok_or_else(|| statement.needs_operand())?;
        self.open(statement, BlockKind::Module);
        self.note_scope(&name);
        // Names that it does not define are those outside all modules, not those of the modules around it.
        self.enter(statement, name.text, Rc::default());
        Ok(())
    }

    pub(crate) fn zone(&mut self, statement: &Statement<'_>) -> Checked {
        if self.table.lexis.braces && statement.opens() {
            self.open(statement, BlockKind::Scope);
        }
        self.pass.expansions += 1;
        let name =
            statement.operands().first().filter(|token| token.is_name()).map_or("", |token| token.text);
        self.pass.zone = format!("{name}{MADE}{}", self.pass.expansions);
        Ok(())
    }

    /// Names of other modules, and names for them.
    pub(crate) fn declare(&mut self, statement: &Statement<'_>) -> Checked {
        for piece in statement.pieces() {
            let Some(name) = piece.first().filter(|token| token.is_name()) else { continue };
            if self.is_taken(name, statement) {
                return Err(At::new(Fault::Reserved(name.text.to_owned(), WORD), name.span()));
            }
            if self.is_local(name.text) {
                return Err(At::new(Fault::Reserved(name.text.to_owned(), LOCAL), name.span()));
            }
            self.symbols.declare(name.text, (statement.record, name.span()));
            self.note_later(name.text, &name.span(), Role::Use);
            // ca65 can export a name with a value.
            let after = if piece.get(1).is_some_and(|colon| colon.is(":")) { 3 } else { 1 };
            if let Some([sign, rest @ ..]) = piece.get(after..)
                && matches!(sign.text, "=" | ":=")
            {
                let value = self.evaluate(rest)?;
                self.define_name(statement, name, SymbolKind::Constant, value)?;
            }
            if self.table.studies {
                let rest = piece.get(1..).unwrap_or(&[]);
                self.declare_entry(statement.record, statement.word(), name, rest)?;
            }
        }
        Ok(())
    }

    /// Notes what the declaration of a name says of its size.
    fn declare_entry(&mut self, record: usize, word: &str, name: &Token<'_>, piece: &[Token<'_>]) -> Checked {
        let word = word.to_ascii_uppercase();
        if word.contains("EXPORT") {
            let entry = self.entry(name.text);
            self.pass.study.mark_used(entry);
            self.check_export(record, name);
            return Ok(());
        }
        let is_byte = word.ends_with("ZP") || self.segments.is_zero_page(self.segments.current());
        let size = size_word(piece).unwrap_or(if is_byte { Size::Byte } else { Size::Word });
        let entry = self.entry(name.text);
        let (is_certain, is_other) = (word.contains("IMPORT"), self.pass.study.is_imported(entry));
        let differs = is_other && self.pass.study.size_of(entry) != size;
        let is_given = self.options.defines.iter().any(|(given, _)| given == name.text);
        let is_own = !is_given && self.pass.study.is_defined(entry);
        if is_certain && (differs || is_own) {
            return Err(name.fault(Fault::Duplicate));
        }
        self.import_entry(name.text, size, is_certain);
        Ok(())
    }

    /// Reads the macros that the assembler brings with it.
    pub(crate) fn package(&mut self, statement: &Statement<'_>) -> Checked {
        let name = statement.operands().first().copied().ok_or_else(|| statement.needs_operand())?;
        let is = |row: &&(&str, &str)| row.0.eq_ignore_ascii_case(name.text);
        let Some((package, text)) = self.table.packages.iter().find(is) else {
            return Err(name.fault(DialectFault::NotSupported));
        };
        let (file, _) = self.input.add_file(&format!("<{package}>"), text);
        let (call, blocks) = (self.input.call(), self.pass.blocks.len());
        self.input.push_file(file, FrameKind::File, call, Some(statement.record), blocks);
        Ok(())
    }
}
