//! The effects of directives.

use crate::fault::{DialectFault, Fault};
use crate::flow::BlockKind;
use crate::passes::Engine;
use crate::symbols::SymbolKind;
use crate::syntax::{At, Checked, Directive, Statement, Table, Token, Vocabulary, misfit, slice, unexpected};

impl Vocabulary for Engine<'_> {
    fn table(&self) -> &'static Table {
        self.table
    }

    fn directive_of(&self, word: &str) -> Option<Directive> {
        let upper = word.to_ascii_uppercase();
        let bare = upper.strip_prefix('.').filter(|_| self.table.optional_dot);
        self.directives.get(bare.unwrap_or(&upper)).copied()
    }

    fn is_macro(&self, word: &str) -> bool {
        self.macro_of(word).is_some()
    }

    fn is_instruction(&self, word: &str) -> bool {
        self.is_any_instruction(word)
    }

    fn is_mnemonic(&self, word: &str) -> bool {
        self.words.is_bare_mnemonic(word)
    }

    fn is_structure(&self, word: &str) -> bool {
        self.is_placed_by_name(word)
    }

    fn has_directives_in_column_one(&self) -> bool {
        self.pass.options.directives_in_column_one
    }
}

impl Engine<'_> {
    /// Refuses what does not belong after a directive.
    pub(crate) fn check_shape(&self, statement: &Statement<'_>) -> Checked {
        if self.shapes.is_empty() {
            return Ok(());
        }
        let Some(shape) = self.shapes.get(&*statement.word().to_ascii_uppercase()) else { return Ok(()) };
        let operands = statement.operands();
        let is_name = |token: &Token<'_>| token.is_name() && !self.is_taken(token, statement);
        let Some(index) = misfit(shape, operands, &is_name) else { return Ok(()) };
        Err(match operands.get(index) {
            Some(token) => unexpected(token),
            None if operands.is_empty() => statement.needs_operand(),
            None => {
                let end = operands.last().map_or(0, Token::end);
                At::new(Fault::ExpectedValue, end.saturating_sub(1)..end)
            }
        })
    }

    pub(crate) fn directive(&mut self, statement: &Statement<'_>, directive: Directive) -> Checked {
        use Directive as D;
        self.check_shape(statement)?;
        match directive {
            D::Org => self.origin(statement),
            D::Constant => self.constant(statement, SymbolKind::Constant),
            D::Variable => self.constant(statement, SymbolKind::Variable),
            D::Address => self.constant(statement, SymbolKind::Label),
            D::ConstantList => self.constant_list(statement),
            D::ConstantOne => self.constant_one(statement),
            D::SetVariable => self.assign(statement, statement.operands(), SymbolKind::Variable),
            D::Petscii => self.converted(statement, crate::emit::data::petscii),
            D::ScreenCodes => self.converted(statement, crate::emit::data::screen_code),
            D::Comment => self.begin_comment(statement),
            D::Inline => self.inline(statement),
            D::Fill => self.fill_memory(statement),
            D::Skip => self.skip_filled(statement),
            D::Bytes(ending) => self.bytes(statement, ending),
            D::Repeated => self.repeated(statement),
            D::Delimited(ending) => self.delimited(statement, ending),
            D::Little(size) => self.numbers(statement, size.into(), false),
            D::Big(size) => self.numbers(statement, size.into(), true),
            D::Parts(shift) => self.parts(statement, shift),
            D::Hex => self.hexadecimal(statement),
            D::Space(unit) => self.space(statement, unit),
            D::Align | D::Even | D::Odd => self.align(statement, directive),
            D::Macro => self.begin_macro(statement),
            D::ExitMacro => self.exit_macro(statement),
            D::Local => self.local(statement),
            D::Repeat | D::For | D::Each | D::EachCharacter | D::While | D::Do => {
                self.repeat(statement, directive)
            }
            D::Include => self.include(statement),
            D::Binary => self.binary(statement, None),
            D::BinaryAfter(header) => self.binary(statement, Some(header)),
            D::End => self.end(statement),
            D::EndOfFile => self.end_of_file(statement),
            D::ProcessorNamed => self.named_processor(statement),
            D::Segment(segment) => self.segment(statement, segment),
            D::PopSegment if self.segments.pop() => Ok(()),
            D::Phase => self.phase(statement),
            D::Procedure | D::Scope => self.scope(statement, directive),
            D::EndProcedure => self.close(statement, BlockKind::Procedure),
            D::EndScope => self.close(statement, BlockKind::Scope),
            D::Module => self.module(statement),
            D::EndModule => self.close(statement, BlockKind::Module),
            D::Zone => self.zone(statement),
            D::Struct | D::Union | D::Enumeration => self.begin_structure(statement, directive),
            D::Text => Err(statement.fault(DialectFault::OnlyInStructures(statement.word().to_owned()))),
            D::Tag => self.tag(statement),
            D::Define => self.define_text(statement),
            D::Undefine => self.undefine(statement),
            D::RelocateStart => self.begin_relocation(statement),
            D::RelocateEnd => self.end_relocation(statement),
            D::RelocateTable => self.relocation_table(statement),
            D::Device => self.select_device(statement),
            D::DefineDevice => self.define_device(statement),
            D::Slot => self.select_slot(statement),
            D::Page => self.select_page(statement, statement.operands()),
            D::Mmu => self.map_slots(statement),
            D::Assert => self.assert(statement),
            D::Message(severity) => self.message(statement, severity),
            D::Declare => self.declare(statement),
            D::Package => self.package(statement),
            D::Radix => self.set_radix(statement),
            D::CharacterMap => self.map_character(statement),
            D::Shifted(ending) => self.shifted(statement, ending),
            D::Pixels => self.pixels(statement),
            D::Array => self.define_array(statement),
            D::Output => self.begin_output(statement),
            D::Case => self.set_case(statement),
            D::Feature => self.set_features(statement),
            D::Snapshot(why) => self.snapshot(statement, why),
            D::Foreign(end, why) => {
                self.input.skip_past(end);
                Err(statement.not_supported(why))
            }
            D::Noted(why) => {
                // The linker makes a table of these, which must be defined.
                let is_in_table = self.table.studies && !statement.word().eq_ignore_ascii_case(".autoimport");
                if let Some(name) = statement.operands().first().filter(|_| is_in_table) {
                    self.check_export(statement.record, name);
                }
                self.note(statement, why);
                Ok(())
            }
            D::Refused(why) | D::RefusedCondition(why) => Err(statement.not_supported(why)),
            D::EndMacro | D::EndAny | D::EndRepeat | D::PopSegment | D::EndStruct | D::EndEnumeration => {
                Err(statement.fault(DialectFault::Unopened(statement.word().to_owned())))
            }
            D::Processor(_)
            | D::Undocumented
            | D::PushSegment
            | D::Relative
            | D::Dephase
            | D::OutputEnd
            | D::Options
            | D::Continued
            | D::Ignored => {
                self.set(statement, directive);
                Ok(())
            }
            // Conditions are handled before.
            D::If(_) | D::ElseIf(_) | D::Else | D::EndIf => Ok(()),
        }
    }

    /// Executes a directive that sets something and cannot fail.
    fn set(&mut self, statement: &Statement<'_>, directive: Directive) {
        use Directive as D;
        match directive {
            D::Processor(processor) => self.set_processor(processor),
            D::Undocumented => self.pass.has_all_opcodes = true,
            D::PushSegment => self.segments.push(),
            D::Relative => self.segments.set_absolute(None),
            D::Dephase => {
                self.pass.relocation.is_phased_inside = false;
                self.segments.set_shift(None);
            }
            D::OutputEnd => self.end_output(),
            D::Options => self.set_options(statement),
            D::Continued => {
                let first = statement.operands().first();
                let is_off = first.is_some_and(|word| word.is("-") || word.text.eq_ignore_ascii_case("off"));
                self.pass.continues_lines = !is_off;
            }
            _ => {}
        }
    }

    /// `.COMMENT *`: text up to the same character.
    pub(crate) fn begin_comment(&mut self, statement: &Statement<'_>) -> Checked {
        let first = statement.operands().first().ok_or_else(|| statement.needs_operand())?;
        let Some(sign) = first.text.chars().next() else { return Ok(()) };
        let rest = slice(statement.text, first.at + sign.len_utf8()..statement.text.len());
        if !rest.contains(sign) {
            self.input.skip_to(sign);
        }
        Ok(())
    }
}
