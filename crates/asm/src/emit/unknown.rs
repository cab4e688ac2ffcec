//! Errors about words that are not known, and blocks that are not closed.

use crate::fault::{DialectFault, Fault, Hint};
use crate::names::scope::shown;
use crate::names::symbols::Symbol;
use crate::passes::Engine;
use crate::symbols::circle;
use crate::syntax::{At, BareLabels, Operation, Span, Statement, Table, Token, Vocabulary, is_one_of};

/// The hint for a word in column one.
const INDENT: &str = "put blanks before it, or use `OPT --dirbol` for directives in column one";

impl Engine<'_> {
    /// Returns the error for an operation that is not known, with the nearest word.
    pub(crate) fn unknown(&self, statement: &Statement<'_>) -> At {
        let word = shown(statement.word());
        let span = statement.operation_span();
        // `FOO 1` in column one was read as a label and an operation.
        let (word, span) = match (statement.operation, statement.labels.last()) {
            (Some((Operation::Unknown, token)), Some(label)) if !token.is_name() && !statement.has_colon => {
                (label.text.to_owned(), label.span())
            }
            _ => (word, span),
        };
        if self.is_label_only(&word) {
            return At::new(DialectFault::InColumnOne(word), span).hint(INDENT);
        }
        self.unknown_word(&word, span)
    }

    /// Whether this is a word of the dialect that column one makes a label.
    fn is_label_only(&self, word: &str) -> bool {
        self.table.naming.bare_labels == BareLabels::OnlyInColumnOne && self.is_word(word)
    }

    fn unknown_word(&self, word: &str, span: Span) -> At {
        let fault = DialectFault::UnknownWord { word: word.to_owned(), dialect: self.table.name };
        let at = At::new(fault, span);
        let hint = self.near(word).map(Hint::did_you_mean).or_else(|| self.of_another(word).map(Hint::from));
        At { hint, ..at }
    }

    fn is_word(&self, word: &str) -> bool {
        self.directive_of(word).is_some() || self.is_any_instruction(word)
    }

    fn near(&self, word: &str) -> Option<String> {
        let is_none = self.input.diagnostics.is_full() || word.is_empty();
        if is_none { None } else { self.words.near(word, self.table, &self.pass.macros) }
    }

    /// Says which dialect or processor has this word.
    fn of_another(&self, word: &str) -> Option<String> {
        use arcadian_isa::Processor::{I8080, Mos6502, Z80};
        let other = [I8080, Z80, Mos6502].into_iter().find(|processor| {
            *processor != self.words.processor && crate::words::Words::of(*processor).is_bare_mnemonic(word)
        });
        if let Some(other) = other {
            return Some(format!(
                "the {other} has an instruction with this name; name the processor with --cpu"
            ));
        }
        let has = |table: &&&Table| {
            !table.lexis.is_own && table.directives.iter().any(|row| is_one_of(row.0, word))
        };
        let other = crate::tables::TABLES.iter().find(has);
        other.map(|table| format!("{} has a directive with this name", table.title))
    }

    /// Remembers a label that stands alone without a colon: it may be a misspelled word.
    pub(crate) fn note_doubtful(&mut self, statement: &Statement<'_>) {
        let is_bare =
            |label: &&Token<'_>| !statement.has_colon && label.is_name() && !self.is_local(label.text);
        if let Some(label) = statement.labels.last().filter(is_bare) {
            let full = self.full_name(label.text);
            self.pass.doubtful.push((statement.record, label.span(), full));
        }
    }

    /// Reports labels that stand alone, that nothing refers to and that are nearly a word of the dialect.
    pub(crate) fn report_doubtful(&mut self) {
        for (record, span, full) in std::mem::take(&mut self.pass.doubtful) {
            let word = self.input.records.get(record).and_then(|record| record.text.get(span.clone()));
            let Some(word) = word.map(str::to_owned).filter(|_| !self.symbols.is_used(&full)) else {
                continue;
            };
            if word.len() > 1
                && (self.is_word(&word)
                    || word.len() > 2 && self.near(&word).is_some()
                    || word.len() > 2 && self.of_another(&word).is_some())
            {
                let at = self.unknown_word(&word, span.clone());
                let at = at.also(&format!("a label is written `{word}:`"));
                if self.is_label_only(&word) {
                    let fault = DialectFault::InColumnOne(word).into();
                    self.warn(record, At { fault, ..at.hint(INDENT) });
                } else if self.table.naming.bare_labels == BareLabels::OnlyInColumnOne {
                    self.warn(record, At { fault: Fault::LoneName, ..at });
                } else {
                    self.report(record, at);
                }
            }
        }
    }

    /// Reports conditions that leave out all uses of the name that they ask for: sjasmplus answers by the pass.
    pub(crate) fn report_contradictions(&mut self) {
        for (record, name) in self.symbols.contradicted_questions() {
            let text =
                self.input.records.get(record).map_or_else(String::new, |record| record.text.to_string());
            let start = text.len() - text.trim_start().len();
            let fault = DialectFault::NotSupported(shown(&name));
            let hint = "all uses of this name are in lines that this condition leaves out, so the answer depends on the pass";
            self.report(record, At::new(fault, start..text.trim_end().len()).hint(hint));
        }
    }

    /// Reports constants that are defined in terms of themselves, where they are not 0 as some assemblers have it.
    pub(crate) fn report_circles(&mut self) {
        if self.table.takes_circles || self.table.studies {
            return;
        }
        let circle = |members: Vec<&Symbol>| {
            let first = members.first()?;
            let path = circle(members.iter().map(|symbol| shown(&symbol.name)).collect());
            let fault = Fault::Cycle { name: shown(&first.name), path };
            let (record, span) = first.place.clone()?;
            Some((record, At::new(fault, span)))
        };
        let circles: Vec<(usize, At)> = self.symbols.circles().into_iter().filter_map(circle).collect();
        for (record, at) in circles {
            self.report(record, at);
        }
    }

    /// Reports what is still open at the end of a file.
    pub(crate) fn report_unclosed(&mut self) {
        // Where reading stopped, the ends may stand below.
        if self.pass.is_stopped {
            return;
        }
        if let Some(recording) = self.pass.recording.take() {
            self.report(recording.record, At::new(DialectFault::Unclosed, recording.span));
        }
        if self.input.frames.is_empty() {
            self.close_blocks(0);
            self.report_open_structures();
        }
    }
}
