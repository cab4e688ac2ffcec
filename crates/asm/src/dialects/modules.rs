//! Scopes, modules and zones; names of other modules; the macros that an assembler brings with it.

use super::blocks::BlockKind;
use super::directive::Directive;
use super::engine::Engine;
use super::statement::Statement;
use super::token::{MADE, Token};
use crate::fault::Fault;
use crate::names::Role;
use crate::scan::At;
use crate::symbols::SymbolKind;

impl Engine<'_> {
    /// `.proc NAME` is a label too.
    pub(super) fn scope(&mut self, statement: &Statement<'_>, directive: Directive) -> Result<(), At> {
        let name = statement.operands().first().copied().filter(Token::is_name);
        let kind = if directive == Directive::Procedure { BlockKind::Procedure } else { BlockKind::Scope };
        match name {
            Some(name) if directive == Directive::Procedure => self.label_here(statement, &name)?,
            Some(name) => self.note_scope(&name),
            None => {}
        }
        self.open(statement, kind);
        self.pass.expansions += 1;
        let made = format!("{MADE}{}", self.pass.expansions);
        self.enter_scope(name.map_or(&made, |name| name.text));
        Ok(())
    }

    fn note_scope(&mut self, name: &Token<'_>) {
        let full = format!("{}{}", self.pass.scope.prefix, name.text);
        self.note_name(&full, name, Role::Definition);
    }

    /// MODULE: a scope whose names are joined with a dot. One without a name ends it, where it has no end.
    pub(super) fn module(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let name = statement.operands().first().copied().ok_or_else(|| self.needs_operand(statement))?;
        self.open(statement, BlockKind::Module);
        self.note_scope(&name);
        self.enter_scope(name.text);
        Ok(())
    }

    pub(super) fn zone(&mut self, statement: &Statement<'_>) -> Result<(), At> {
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
    pub(super) fn declare(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        for piece in statement.pieces() {
            let Some(name) = piece.first().filter(|token| token.is_name()) else { continue };
            self.symbols.declare(name.text, (statement.record, name.span()));
            self.note_later(name.text, &name.span(), Role::Use);
            // ca65 can export a name with a value.
            if let [_, sign, rest @ ..] = piece
                && matches!(sign.text, "=" | ":=")
            {
                let value = self.evaluate(rest)?;
                self.define_name(statement, name, SymbolKind::Constant, value)?;
            }
        }
        Ok(())
    }

    /// Reads the macros that the assembler brings with it.
    pub(super) fn package(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let name = statement.operands().first().copied().ok_or_else(|| self.needs_operand(statement))?;
        let is = |row: &&(&str, &str)| row.0.eq_ignore_ascii_case(name.text);
        let Some((package, text)) = self.table.packages.iter().find(is) else {
            return Err(At::new(Fault::NotSupported(name.text.to_owned()), name.span()));
        };
        let file = self.input.add_file(&format!("<{package}>"), text);
        self.input.push_file(file, Some(statement.record), self.pass.blocks.len());
        Ok(())
    }
}
