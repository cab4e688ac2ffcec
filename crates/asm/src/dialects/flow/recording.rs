//! Keeping the statements of a macro or a repetition.

use crate::dialects::flow::{Kept, Recording};
use std::rc::Rc;

use crate::dialects::engine::Engine;
use crate::dialects::flow::Macro;
use crate::dialects::syntax::directive::Directive;
use crate::dialects::syntax::lines::Piece;
use crate::dialects::syntax::statement::Statement;
use crate::dialects::syntax::table::Parameters;

impl Engine<'_> {
    pub(crate) fn begin_keeping(&mut self, statement: &Statement<'_>, what: Kept) {
        let (record, span) = (statement.record, statement.operation_span());
        let in_braces = self.table.lexis.braces && statement.opens();
        self.pass.recording = Some(Recording { what, pieces: Vec::new(), record, span, depth: 0, in_braces });
    }

    pub(crate) fn keep(&mut self, piece: &Piece) {
        if let Some(recording) = &mut self.pass.recording {
            recording.pieces.push(piece.clone());
        }
    }

    /// Keeps a statement, unless it ends what is kept.
    pub(crate) fn keep_or_end(&mut self, piece: &Piece, statement: &Statement<'_>) {
        let is_flat = self.table.studies;
        let has_one_end = self.directives.values().any(|directive| *directive == Directive::EndAny);
        let misfit = self.check_shape(statement);
        let Some(recording) = &mut self.pass.recording else { return };
        let is_macro = matches!(recording.what, Kept::Macro { .. } | Kept::Nothing { is_macro: true });
        let (begins, ends) = match statement.directive() {
            _ if recording.in_braces => {
                let closes = statement.word() == "}";
                (statement.opens() && !closes, closes && !statement.opens())
            }
            Some(Directive::EndAny) => (false, true),
            // The first `.endmacro` of ca65 ends the outermost macro.
            Some(Directive::Macro) => (is_macro && !is_flat || has_one_end, false),
            Some(directive) if directive.repeats() => (!is_macro || has_one_end, false),
            Some(Directive::EndMacro) => (false, is_macro),
            Some(Directive::EndRepeat) => (false, !is_macro),
            _ => (false, false),
        };
        match (ends, recording.depth) {
            (true, 0) => {
                let operands = statement.operands();
                let outcome = match &mut recording.what {
                    Kept::Repeat(repeat) if recording.in_braces => {
                        repeat.end_with(statement.text, &self.pass.origins, operands)
                    }
                    _ => Ok(()),
                };
                if let Err(at) = outcome.and(misfit) {
                    self.report(statement.record, at);
                }
                return self.end_keeping();
            }
            (true, _) => recording.depth -= 1,
            _ => recording.depth += usize::from(begins),
        }
        self.keep(piece);
    }

    fn end_keeping(&mut self) {
        let Some(recording) = self.pass.recording.take() else { return };
        let is_text = self.table.parameters != Parameters::Symbols;
        match &recording.what {
            Kept::Macro { parameters, .. } => {
                let places: Vec<_> =
                    parameters.iter().map(|parameter| (parameter.name.clone(), parameter.place)).collect();
                self.note_kept(&recording.pieces, &places, is_text);
            }
            Kept::Repeat(repeat) => {
                let is_replaced = !self.table.counts_by_variable;
                let counter = repeat.counter().filter(|_| is_replaced);
                self.note_kept(&recording.pieces, &counter.into_iter().collect::<Vec<_>>(), true);
            }
            Kept::Nothing { .. } => self.note_kept(&recording.pieces, &[], true),
        }
        let pieces = recording.pieces.into();
        match recording.what {
            Kept::Macro { name, parameters } => {
                let mut key = self.macro_key(&name);
                if self.table.parameters == Parameters::Symbols {
                    key = crate::dialects::flow::macros::by_count(&key, parameters.len());
                }
                self.pass.macros.insert(key, Rc::new(Macro { name, parameters, pieces }));
            }
            Kept::Repeat(repeat) => {
                if let Err(at) = self.begin_loop(repeat, pieces, recording.record) {
                    self.report(recording.record, at);
                }
            }
            Kept::Nothing { .. } => {}
        }
    }
}
