//! Messages and assertions.

use crate::diagnostic::Severity;
use crate::dialects::engine::Engine;
use crate::dialects::syntax::statement::Statement;
use crate::fault::Fault;
use crate::syntax::scan::{At, slice};
use crate::syntax::token::{Kind, content};

impl Engine<'_> {
    pub(crate) fn assert(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let pieces = statement.pieces();
        let condition = pieces.first().copied().ok_or_else(|| self.needs_operand(statement))?;
        if self.evaluate(condition)?.number != 0 {
            return Ok(());
        }
        let text = pieces.last().and_then(|piece| piece.last()).filter(|last| last.kind == Kind::Text);
        let message = match text {
            Some(text) => String::from_utf8_lossy(&content(text, &self.table.lexis)?).into_owned(),
            None => {
                let span = crate::syntax::token::span(condition);
                slice(statement.text, span).to_owned()
            }
        };
        let is_warning = pieces.get(1).and_then(|piece| piece.first());
        let is_warning = is_warning.is_some_and(|token| token.text.to_ascii_lowercase().ends_with("warning"));
        let at = At::new(Fault::Assertion(message), crate::syntax::token::span(condition));
        if is_warning {
            self.warn(statement.record, at);
            return Ok(());
        }
        Err(at)
    }

    pub(crate) fn message(&mut self, statement: &Statement<'_>, severity: Severity) -> Result<(), At> {
        let mut text = String::new();
        for token in statement.operands() {
            match token.kind {
                Kind::Text => text += &String::from_utf8_lossy(&content(token, &self.table.lexis)?),
                _ if token.is(",") => {}
                _ => text += token.text,
            }
        }
        self.report_as(
            statement.record,
            At::new(Fault::Message(text), statement.operation_span()),
            severity,
            Vec::new(),
        );
        Ok(())
    }
}
