//! Settings of a source for the statements below: processor, radix, codes of characters.

use arcadian_isa::Processor;

use crate::diagnostic::Severity;
use crate::fault::{DialectFault, Fault};
use crate::flow::SourceOptions;
use crate::passes::Engine;
use crate::syntax::{At, Checked, Kind, Statement, Token, content, slice, span};
use crate::words::{self, Words};

impl Engine<'_> {
    pub(crate) fn set_processor(&mut self, processor: Processor) {
        self.words = Words::of(processor);
        self.named = Some(processor);
    }

    pub(crate) fn named_processor(&mut self, statement: &Statement<'_>) -> Checked {
        let first = statement.operands().first().ok_or_else(|| statement.needs_operand())?;
        let name = slice(statement.text, first.at..statement.operands().last().map_or(0, Token::end));
        let name = name.trim_matches(['"', '\'']);
        // ca65 calls the 6502 with its undocumented opcodes 6502X.
        let is_all = self.table.studies && name.eq_ignore_ascii_case("6502X");
        // In ACME it is the 6510 or, from 0.97 on, nmos6502.
        let is_nmos = ["6510", "nmos6502"].iter().any(|other| name.eq_ignore_ascii_case(other));
        let is_mos = is_all || self.table.lexis.braces && is_nmos;
        let known = if is_mos { Some(Processor::Mos6502) } else { words::processor(name) };
        let Some(processor) = known else {
            return Err(At::new(Fault::BadProcessor(name.to_owned()), first.span()).hint(words::PROCESSORS));
        };
        self.set_processor(processor);
        self.pass.has_all_opcodes = is_all;
        Ok(())
    }

    pub(crate) fn processor_bits(&self) -> i64 {
        match self.words.processor {
            Processor::Mos6502 if self.pass.has_all_opcodes => 6,
            Processor::Mos6502 => 2,
            _ => 0,
        }
    }

    /// `.case +`
    pub(crate) fn set_case(&mut self, statement: &Statement<'_>) -> Checked {
        match statement.operands() {
            [] => Ok(()),
            [on] if on.is("+") || on.text.eq_ignore_ascii_case("on") => Ok(()),
            _ => {
                let hint = "here the case of names always matters; write each name as it is defined";
                Err(statement.not_supported(hint))
            }
        }
    }

    /// `.feature NAME, NAME`
    pub(crate) fn set_features(&mut self, statement: &Statement<'_>) -> Checked {
        for piece in statement.pieces() {
            let Some(name) = piece.first() else { return Err(statement.needs_operand()) };
            match name.text.to_ascii_lowercase().as_str() {
                "org_per_seg" => self.segments.set_org_per_segment(),
                "force_range" => self.pass.cuts_values = true,
                "bracket_as_indirect" => self.pass.has_bracket_addresses = true,
                "pc_assignment" => self.pass.has_assigned_place = true,
                "ubiquitous_idents" => self.pass.has_free_names = true,
                "leading_dot_in_identifiers" => self.pass.has_dot_names = true,
                "underline_in_numbers" => {}
                // Without them, what they allow is an error, so no byte depends on them.
                "dollar_is_pc"
                | "labels_without_colons"
                | "loose_string_term"
                | "loose_char_term"
                | "at_in_identifiers"
                | "dollar_in_identifiers"
                | "missing_char_term"
                | "c_comments"
                | "addrsize" => {
                    self.note(statement, "the syntax is that without this feature");
                }
                // String escapes change bytes.
                _ => return Err(name.fault(DialectFault::NotSupported)),
            }
        }
        Ok(())
    }

    pub(crate) fn set_radix(&mut self, statement: &Statement<'_>) -> Checked {
        let first = statement.operands().first().ok_or_else(|| statement.needs_operand())?;
        let radix = match first.text.to_ascii_lowercase().as_str() {
            "x" | "h" => 16,
            "d" => 10,
            "o" | "q" => 8,
            "b" => 2,
            // sdasz80 has only letters.
            text if self.table.operands.hash => {
                let fault = Fault::BadNumber(text.to_owned());
                return Err(At::new(fault, first.span()).hint("write x, d, o or b"));
            }
            text => text.parse().unwrap_or(0),
        };
        if !(2..=16).contains(&radix) {
            return Err(first.fault(Fault::BadNumber));
        }
        self.pass.radix = radix;
        Ok(())
    }

    /// `.charmap FROM, TO`
    pub(crate) fn map_character(&mut self, statement: &Statement<'_>) -> Checked {
        let pieces = statement.pieces();
        let [from, to] = &*pieces else { return Err(statement.needs_operand()) };
        let (from, to) = (self.number(from)?, self.number(to)?);
        let (Ok(from), Ok(byte)) = (u8::try_from(from), u8::try_from(to)) else {
            return Err(At::new(Fault::BadNumber(to.to_string()), span(statement.operands())));
        };
        self.pass.charmap.insert(from, byte);
        Ok(())
    }

    /// OPT push reset --syntax=a
    pub(crate) fn set_options(&mut self, statement: &Statement<'_>) {
        let start = statement.operation_span().end;
        for word in slice(statement.text, start..statement.text.len()).split_ascii_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "push" => self.pass.option_stack.push(self.pass.options),
                "pop" => self.pass.options = self.pass.option_stack.pop().unwrap_or_default(),
                "reset" => self.pass.options = SourceOptions::default(),
                "--dirbol" => self.pass.options.directives_in_column_one = true,
                "--reversepop" => self.pass.options.reverse_pop = true,
                other => {
                    if let Some(letters) = other.strip_prefix("--syntax=") {
                        self.pass.options.double_commas = letters.contains('a');
                    }
                }
            }
        }
    }

    pub(crate) fn assert(&mut self, statement: &Statement<'_>) -> Checked {
        let pieces = statement.pieces();
        let condition = pieces.first().copied().ok_or_else(|| statement.needs_operand())?;
        if self.evaluate(condition)?.number != 0 {
            return Ok(());
        }
        let text = pieces.last().and_then(|piece| piece.last()).filter(|last| last.kind == Kind::Text);
        let message = match text {
            Some(text) => String::from_utf8_lossy(&content(text, &self.table.lexis)?).into_owned(),
            None => slice(statement.text, span(condition)).to_owned(),
        };
        let is_warning = pieces.get(1).and_then(|piece| piece.first());
        let is_warning = is_warning.is_some_and(|token| token.text.to_ascii_lowercase().ends_with("warning"));
        let at = At::new(DialectFault::Assertion(message), span(condition));
        if is_warning {
            self.warn(statement.record, at);
            return Ok(());
        }
        Err(at)
    }

    pub(crate) fn message(&mut self, statement: &Statement<'_>, severity: Severity) -> Checked {
        let mut text = String::new();
        for token in statement.operands() {
            match token.kind {
                Kind::Text => text += &String::from_utf8_lossy(&content(token, &self.table.lexis)?),
                _ if token.is(",") => {}
                _ => text += token.text,
            }
        }
        let at = statement.fault(DialectFault::Message(text));
        match severity {
            Severity::Error => self.report(statement.record, at),
            _ => self.input.remark(statement.record, at, severity),
        }
        Ok(())
    }
}
