//! What each directive does.

use super::blocks::BlockKind;
use super::directive::{Directive, Segment};
use super::engine::Engine;
use super::statement::Statement;
use super::token::{Kind, MADE, Token, content};
use crate::diagnostic::Severity;
use crate::fault::Fault;
use crate::scan::{At, slice};
use crate::symbols::SymbolKind;
use crate::words::Words;

impl Engine<'_> {
    pub(super) fn directive(&mut self, statement: &Statement<'_>, directive: Directive) -> Result<(), At> {
        use Directive as D;
        match directive {
            D::Org => self.origin(statement),
            D::Constant => self.constant(statement, SymbolKind::Constant),
            D::Variable => self.constant(statement, SymbolKind::Variable),
            D::Address => self.constant(statement, SymbolKind::Label),
            D::ConstantList => self.constant_list(statement),
            D::ConstantOne => self.constant_one(statement),
            D::SetVariable => self.set_variable(statement),
            D::Petscii => self.converted(statement, super::data::petscii),
            D::ScreenCodes => self.converted(statement, super::data::screen_code),
            D::Comment => self.begin_comment(statement),
            D::Inline => self.inline(statement),
            D::Bytes(ending) => self.bytes(statement, ending),
            D::Words => self.numbers(statement, 2, false),
            D::BigWords => self.numbers(statement, 2, true),
            D::Threes => self.numbers(statement, 3, false),
            D::Longs => self.numbers(statement, 4, false),
            D::LowBytes => self.parts(statement, 0),
            D::HighBytes => self.parts(statement, 8),
            D::BankBytes => self.parts(statement, 16),
            D::Hex => self.hexadecimal(statement),
            D::Space(unit) => self.space(statement, unit),
            D::Align | D::Even | D::Odd => self.align(statement, directive),
            D::Macro => self.begin_macro(statement),
            D::ExitMacro => self.exit_macro(statement),
            D::Local => self.local(statement),
            D::Repeat | D::For | D::Each | D::EachCharacter | D::While => self.repeat(statement, directive),
            D::Include => self.include(statement),
            D::Binary => self.binary(statement),
            D::End => self.end(statement),
            D::Processor(processor) => {
                self.set_processor(processor);
                Ok(())
            }
            D::ProcessorNamed => self.named_processor(statement),
            D::Segment(segment) => self.segment(statement, segment),
            D::PushSegment => {
                self.segments.push();
                Ok(())
            }
            D::PopSegment if self.segments.pop() => Ok(()),
            D::Phase => self.phase(statement),
            D::Dephase => {
                self.segments.set_shift(None);
                Ok(())
            }
            D::Procedure | D::Scope => self.scope(statement, directive),
            D::EndProcedure => self.close(statement, BlockKind::Procedure),
            D::EndScope => self.close(statement, BlockKind::Scope),
            D::Module => self.module(statement),
            D::EndModule => self.close(statement, BlockKind::Module),
            D::Zone => self.zone(statement),
            D::Struct | D::Union | D::Enumeration => self.begin_structure(statement, directive),
            D::Tag => self.tag(statement),
            D::Define => self.define_text(statement),
            D::Undefine => {
                self.undefine(statement);
                Ok(())
            }
            D::Assert => self.assert(statement),
            D::Message(severity) => self.message(statement, severity),
            D::Declare => self.declare(statement),
            D::Package => self.package(statement),
            D::Radix => self.set_radix(statement),
            D::CharacterMap => self.map_character(statement),
            D::Ignored => Ok(()),
            D::Noted(why) => {
                self.note(statement, why);
                Ok(())
            }
            D::Refused(why) => {
                Err(At::new(Fault::NotSupported(statement.word().to_owned()), statement.operation_span())
                    .hint(why))
            }
            D::EndMacro | D::EndAny | D::EndRepeat | D::PopSegment | D::EndStruct | D::EndEnumeration => {
                Err(At::new(Fault::Unopened(statement.word().to_owned()), statement.operation_span()))
            }
            // Conditions are handled before.
            D::If(_) | D::ElseIf(_) | D::Else | D::EndIf => Ok(()),
        }
    }

    fn needs_operand(&self, statement: &Statement<'_>) -> At {
        At::new(Fault::NeedsOperand(statement.word().to_owned()), statement.operation_span())
    }

    fn origin(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let pieces = statement.pieces();
        let tokens = pieces.first().copied().ok_or_else(|| self.needs_operand(statement))?;
        let value = self.evaluate(tokens)?;
        let span = super::instruction::span(tokens);
        self.check_range(statement.record, ("the address", 0, 0xFFFF), value.number, span)?;
        // `. = . + 3` reserves space.
        if matches!(value.base, super::value::Base::Segment(_)) && !self.segments.is_absolute() {
            let count = value.number - self.segments.location();
            return self.skip(statement, count);
        }
        self.segments.set_location(value.number);
        // The labels of the statement are at the new address.
        for label in &statement.labels {
            let here = self.segments.here();
            let full = self.full_name(label.text);
            let _ = self.symbols.define(&full, SymbolKind::Variable, here, None);
        }
        Ok(())
    }

    fn constant(&mut self, statement: &Statement<'_>, kind: SymbolKind) -> Result<(), At> {
        let mut operands = statement.operands();
        let named = statement.name.or_else(|| {
            // `.equ NAME, 5`
            let (name, rest) = operands.split_first()?;
            let rest = rest.split_first().filter(|(comma, _)| comma.is(",")).map(|(_, rest)| rest)?;
            operands = rest;
            Some(*name)
        });
        let missing = || At::new(Fault::NeedsName(statement.word().to_owned()), statement.operation_span());
        let name = named.filter(Token::is_name).ok_or_else(missing)?;
        if operands.is_empty() {
            return Err(self.needs_operand(statement));
        }
        let operands = super::instruction::without_hash(operands, self.table.operands.hash);
        let value = self.evaluate(operands)?;
        self.define_name(statement, &name, kind, value)?;
        if kind == SymbolKind::Label {
            self.note_owner(name.text);
        }
        Ok(())
    }

    /// `DEFC NAME = 5, OTHER = 6`
    fn constant_list(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        for piece in statement.pieces() {
            match piece {
                [name, sign, rest @ ..] if name.is_name() && sign.is("=") => {
                    let value = self.evaluate(rest)?;
                    self.define_name(statement, name, SymbolKind::Constant, value)?;
                }
                _ => {
                    return Err(At::new(
                        Fault::NeedsName(statement.word().to_owned()),
                        statement.operation_span(),
                    ));
                }
            }
        }
        Ok(())
    }

    /// `DEFINE NAME`: a constant with the value 1.
    fn constant_one(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        for piece in statement.pieces() {
            let Some(name) = piece.first().filter(|token| token.is_name()) else { continue };
            let value = match piece.get(1) {
                Some(sign) if sign.is("=") => self.evaluate(piece.get(2..).unwrap_or(&[]))?,
                _ => super::value::Value::number(1),
            };
            self.define_name(statement, name, SymbolKind::Constant, value)?;
        }
        Ok(())
    }

    /// `!set NAME = 5`
    fn set_variable(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        match statement.operands() {
            [name, sign, rest @ ..] if name.is_name() && sign.is("=") => {
                let value = self.evaluate(rest)?;
                self.define_name(statement, name, SymbolKind::Variable, value)
            }
            _ => Err(At::new(Fault::NeedsName(statement.word().to_owned()), statement.operation_span())),
        }
    }

    /// Assembles the statement after the directive: `!addr NAME = 5`.
    fn inline(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        if statement.opens() {
            self.open(statement, BlockKind::Scope);
            return Ok(());
        }
        match statement.operands() {
            [name, sign, rest @ ..] if name.is_name() && sign.is("=") => {
                let value = self.evaluate(rest)?;
                self.define_name(statement, name, SymbolKind::Constant, value)
            }
            _ => Err(At::new(Fault::NeedsName(statement.word().to_owned()), statement.operation_span())),
        }
    }

    /// `.COMMENT *`: text up to the same character.
    fn begin_comment(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let first = statement.operands().first().ok_or_else(|| self.needs_operand(statement))?;
        let Some(sign) = first.text.chars().next() else { return Ok(()) };
        let rest = slice(statement.text, first.at + sign.len_utf8()..statement.text.len());
        if !rest.contains(sign) {
            self.input.skip_to(sign);
        }
        Ok(())
    }

    pub(super) fn set_processor(&mut self, processor: arcadian_isa::Processor) {
        self.words = Words::of(processor);
        self.named = Some(processor);
    }

    fn named_processor(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let first = statement.operands().first().ok_or_else(|| self.needs_operand(statement))?;
        let name = slice(statement.text, first.at..statement.operands().last().map_or(0, Token::end));
        let name = name.trim_matches(['"', '\'']);
        match crate::words::processor(name) {
            Some(processor) => {
                self.set_processor(processor);
                Ok(())
            }
            None => Err(At::new(Fault::BadProcessor(name.to_owned()), first.span()).hint(crate::PROCESSORS)),
        }
    }

    fn segment(&mut self, statement: &Statement<'_>, segment: Segment) -> Result<(), At> {
        match segment {
            Segment::Is(name) => self.segments.enter(name),
            Segment::Absolute => {
                self.segments.enter("ASEG");
                if !self.segments.is_absolute() {
                    self.segments.set_location(0);
                }
            }
            Segment::Common => {
                let name = statement.operands().iter().find(|token| token.is_name());
                self.segments.enter(name.map_or("COMMON", |name| name.text));
            }
            Segment::Operand => {
                let first = statement.operands().first().ok_or_else(|| self.needs_operand(statement))?;
                let name = match first.kind {
                    Kind::Text => String::from_utf8(content(first, &self.table.lexis)?).unwrap_or_default(),
                    _ => first.text.to_owned(),
                };
                self.segments.enter(&name);
                let attributes = statement.operands().get(1..).unwrap_or(&[]);
                let has = |word: &str| attributes.iter().any(|token| token.text.eq_ignore_ascii_case(word));
                if has("zeropage") || has("zp") {
                    self.segments.set_zero_page();
                }
                if has("ABS") && !self.segments.is_absolute() {
                    self.segments.set_location(0);
                }
            }
        }
        Ok(())
    }

    fn phase(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let mut operands = statement.operands();
        let in_braces = self.table.lexis.braces && statement.opens();
        if in_braces {
            operands = operands.get(..operands.len().saturating_sub(1)).unwrap_or(&[]);
            self.open(statement, BlockKind::Phase);
        }
        let value = self.number(operands)?;
        self.segments.set_shift(Some(value));
        Ok(())
    }

    /// `.proc NAME` is a label too.
    fn scope(&mut self, statement: &Statement<'_>, directive: Directive) -> Result<(), At> {
        let name = statement.operands().first().copied().filter(Token::is_name);
        let kind = if directive == Directive::Procedure { BlockKind::Procedure } else { BlockKind::Scope };
        if let Some(name) = name.filter(|_| directive == Directive::Procedure) {
            self.label_here(statement, &name)?;
        }
        self.open(statement, kind);
        self.pass.expansions += 1;
        let made = format!("{MADE}{}", self.pass.expansions);
        self.enter_scope(name.map_or(&made, |name| name.text));
        Ok(())
    }

    /// MODULE: a scope whose names are joined with a dot. One without a name ends it, where it has no end.
    fn module(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let name = statement.operands().first().copied().ok_or_else(|| self.needs_operand(statement))?;
        self.open(statement, BlockKind::Module);
        self.enter_scope(name.text);
        Ok(())
    }

    fn zone(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        if self.table.lexis.braces && statement.opens() {
            self.open(statement, BlockKind::Scope);
        }
        self.pass.expansions += 1;
        let name =
            statement.operands().first().filter(|token| token.is_name()).map_or("", |token| token.text);
        self.pass.zone = format!("{name}{MADE}{}", self.pass.expansions);
        Ok(())
    }

    fn assert(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let pieces = statement.pieces();
        let condition = pieces.first().copied().ok_or_else(|| self.needs_operand(statement))?;
        if self.number(condition)? != 0 {
            return Ok(());
        }
        let text = pieces.last().and_then(|piece| piece.last()).filter(|last| last.kind == Kind::Text);
        let message = match text {
            Some(text) => String::from_utf8_lossy(&content(text, &self.table.lexis)?).into_owned(),
            None => {
                let span = super::instruction::span(condition);
                slice(statement.text, span).to_owned()
            }
        };
        let is_warning = pieces.get(1).and_then(|piece| piece.first());
        let is_warning = is_warning.is_some_and(|token| token.text.to_ascii_lowercase().ends_with("warning"));
        let at = At::new(Fault::Assertion(message), super::instruction::span(condition));
        if is_warning {
            self.warn(statement.record, at);
            return Ok(());
        }
        Err(at)
    }

    fn message(&mut self, statement: &Statement<'_>, severity: Severity) -> Result<(), At> {
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

    /// Names of other modules, and names for them.
    fn declare(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        for piece in statement.pieces() {
            let Some(name) = piece.first().filter(|token| token.is_name()) else { continue };
            self.symbols.declare(name.text, (statement.record, name.span()));
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
    fn package(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let name = statement.operands().first().copied().ok_or_else(|| self.needs_operand(statement))?;
        let is = |row: &&(&str, &str)| row.0.eq_ignore_ascii_case(name.text);
        let Some((package, text)) = self.table.packages.iter().find(is) else {
            return Err(At::new(Fault::NotSupported(name.text.to_owned()), name.span()));
        };
        let file = self.input.add_file(&format!("<{package}>"), text);
        self.input.push_file(file, self.pass.blocks.len());
        Ok(())
    }

    fn set_radix(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let first = statement.operands().first().ok_or_else(|| self.needs_operand(statement))?;
        let radix = match first.text.to_ascii_lowercase().as_str() {
            "x" | "h" => 16,
            "d" => 10,
            "o" | "q" => 8,
            "b" => 2,
            text => text.parse().unwrap_or(0),
        };
        if !(2..=16).contains(&radix) {
            return Err(At::new(Fault::BadNumber(first.text.to_owned()), first.span()));
        }
        self.pass.radix = radix;
        Ok(())
    }

    /// `.charmap FROM, TO`
    fn map_character(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let pieces = statement.pieces();
        let [from, to] = &*pieces else { return Err(self.needs_operand(statement)) };
        let (from, to) = (self.number(from)?, self.number(to)?);
        match (u8::try_from(from), u8::try_from(to)) {
            (Ok(from), Ok(to)) => drop(self.pass.charmap.insert(from, to)),
            _ => {
                return Err(At::new(
                    Fault::BadNumber(to.to_string()),
                    super::instruction::span(statement.operands()),
                ));
            }
        }
        Ok(())
    }

    pub(super) fn processor_bits(&self) -> i64 {
        i64::from(self.words.processor == arcadian_isa::Processor::Mos6502)
    }

    pub(super) fn are_alike(&self, left: &[Token<'_>], right: &[Token<'_>], exact: bool) -> bool {
        left.len() == right.len()
            && left.iter().zip(right).all(|(left, right)| {
                let kind = std::mem::discriminant(&left.kind) == std::mem::discriminant(&right.kind);
                let same = left.text.eq_ignore_ascii_case(right.text);
                kind && (same || !exact && left.kind != Kind::Sign && !self.words.is_register(left.text))
            })
    }
}
