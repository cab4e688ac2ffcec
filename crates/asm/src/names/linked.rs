//! Checks of ca65 after it has read a source: whether values fit, and whether names for other modules are defined.

use arcadian_isa::Processor;

use crate::fault::{DialectFault, Fault};
use crate::names::Check;
use crate::names::study::{Fit, Size};
use crate::passes::Engine;
use crate::symbols::circle;
use crate::syntax::{At, Base, Binary, Span, Statement, Token, Value};

impl Engine<'_> {
    /// Notes a value that must fit in a number of bytes.
    pub(crate) fn check_size(&mut self, record: usize, span: &Span, value: Value, bytes: u8) {
        if self.table.studies && !self.pass.cuts_values {
            // The addresses of other modules are known if the options give them, those of segments are the linker's.
            let is_known = value.base == Base::Number && self.options.elsewhere.is_empty();
            let linked = is_known.then_some(value.number);
            self.pass.checks.push((record, span.clone(), Check::Size { tree: value.tree(), bytes, linked }));
        }
    }

    /// Notes a branch, which the assembler must be able to measure.
    pub(crate) fn check_distance(&mut self, record: usize, span: &Span, value: Value) {
        if self.table.studies {
            let here = self.segments.here();
            let here = self.located(here);
            let (to, truth) = (value.tree(), self.table.truth);
            let distance = self.pass.study.binary(Binary::Subtract, to, here.tree(), truth);
            self.pass.checks.push((record, span.clone(), Check::Distance(distance)));
        }
    }

    /// Notes a name that another module gets.
    pub(crate) fn check_export(&mut self, record: usize, name: &Token<'_>) {
        if self.table.studies {
            let entry = self.entry(name.text);
            self.pass.checks.push((record, name.span(), Check::Export(entry, name.text.to_owned())));
        }
    }

    /// Reports what does not hold at the end of the source.
    pub(crate) fn report_unfit(&mut self) {
        for name in self.options.elsewhere.iter().filter(|_| self.table.studies) {
            let entry = self.entry(name);
            if self.pass.study.size_of(entry) == Size::Unknown {
                self.import_entry(name, Size::Word, false);
            }
        }
        self.pass.study.end();
        let checks = std::mem::take(&mut self.pass.checks);
        let constant = |check: &(usize, Span, Check)| match check.2 {
            Check::Constant(entry) => Some(entry),
            _ => None,
        };
        let mut circles = self.pass.study.circles(checks.iter().filter_map(constant));
        for (record, span, check) in checks {
            let at = match check {
                Check::Constant(entry) => {
                    // Each circle is reported once.
                    let Some(index) = circles.iter().position(|members| members.contains(&entry)) else {
                        continue;
                    };
                    let members = circles.swap_remove(index);
                    let path = members.iter().map(|entry| self.pass.study.name(*entry).to_owned()).collect();
                    let name = self.pass.study.name(entry).to_owned();
                    At::new(Fault::Cycle { name, path: circle(path) }, span)
                }
                Check::Export(entry, name) if !self.pass.study.is_known(entry) => {
                    At::new(Fault::Undefined(name), span).hint("what a module exports it must define")
                }
                Check::Export(..) => continue,
                Check::Distance(tree) => match self.pass.study.fit(tree) {
                    Fit::Address(_) => At::new(DialectFault::FarBranch, span),
                    _ => continue,
                },
                Check::Size { tree, bytes, linked } => match self.pass.study.fit(tree) {
                    Fit::Address(size) if size > bytes => {
                        At::new(DialectFault::WideAddress(size, bytes), span)
                            .hint("write `<` for the low byte, or `>` for the high one")
                    }
                    Fit::Number(number) => {
                        let most = (1_i64 << (8 * u32::from(bytes))) - 1;
                        match number {
                            _ if number > most => {
                                At::new(Fault::TooLarge { what: "the number", value: number, most }, span)
                            }
                            _ if number < 0 => {
                                let fault = Fault::TooSmall { what: "the number", value: number, least: 0 };
                                At::new(fault, span).hint("write `<` before it for the low byte")
                            }
                            _ => continue,
                        }
                    }
                    Fit::Address(_) if linked.is_some_and(|value| value < 0) => {
                        let value = linked.unwrap_or_default();
                        At::new(Fault::TooSmall { what: "the linked value", value, least: 0 }, span)
                            .hint("ld65 cuts no value; write `<` or `>` before it for a byte, or `& $FFFF`")
                    }
                    _ => continue,
                },
            };
            let is_known = self.input.records.get(record).is_some_and(|record| record.wrong);
            if !is_known {
                self.report(record, at);
            }
        }
    }

    /// Whether ca65 reads a name as another word: an instruction, a register, or a size before an address.
    pub(crate) fn is_taken(&self, name: &Token<'_>, statement: &Statement<'_>) -> bool {
        if !self.table.studies {
            return false;
        }
        let is = |names: &[&str]| names.iter().any(|other| other.eq_ignore_ascii_case(name.text));
        let has_colon = statement.text.get(name.end()..).is_some_and(|rest| rest.starts_with(':'));
        // Fields and enumerators may have the names of instructions.
        let begins = statement.tokens().first().is_some_and(|first| first.at == name.at)
            && !self.pass.structures.is_inside();
        is(&["A", "X", "Y"])
            || begins
                && (has_colon && is(&["Z", "F"])
                    || self.is_own_mnemonic(name.text) && !self.pass.has_free_names)
    }

    /// Whether a word is an instruction of the processor that the source names.
    pub(crate) fn is_own_mnemonic(&self, word: &str) -> bool {
        self.words.is_bare_mnemonic(word)
            && (self.words.processor != Processor::Mos6502
                || self.pass.has_all_opcodes
                || self
                    .words
                    .rows(&word.to_ascii_uppercase())
                    .any(|row| row.status == arcadian_isa::Status::Documented))
    }
}
