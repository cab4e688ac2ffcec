//! The rows that an instruction selects, and its bytes.

use arcadian_isa::{Form, Mode, Operand, Page, Processor, Reg, Row, Status};

use crate::emit::instruction::OperandValue;
use crate::emit::rows::{Numbers, bounds, displacement, is_short, rows as matching_rows, select};
use crate::fault::{DialectFault, Fault};
use crate::names::study::Size as Bytes;
use crate::passes::Engine;
use crate::symbols::SymbolKind;
use crate::syntax::{Arithmetic, At, Base, Checked, Size, Statement, Value};

/// Instructions of the Z80 that may be written with and without the accumulator.
const ARITHMETIC: [&str; 8] = ["ADD", "ADC", "SUB", "SBC", "AND", "XOR", "OR", "CP"];

impl Engine<'_> {
    /// Returns the rows that match, with the accumulator added or left out where the operands need it.
    pub(crate) fn rows(&self, word: &str, given: &mut [OperandValue<'_>]) -> Vec<&'static Row> {
        let words = self.words;
        let find = |forms: &[Form<'_>]| matching_rows(words, word, forms);
        let found = select(words, word, given);
        if !found.is_empty() || words.processor == Processor::Mos6502 {
            return found;
        }
        let forms: Vec<Form<'_>> = given.iter().map(|operand| operand.form).collect();
        // zmac takes a value in parentheses where no instruction takes an address.
        if self.table.operands.intel_too
            && words.processor == Processor::Z80
            && forms.contains(&Form::AtValue)
        {
            for operand in given.iter_mut().filter(|operand| operand.form == Form::AtValue) {
                let number = operand.value.and_then(|value| u16::try_from(value.number).ok());
                operand.form = Form::Value(number);
            }
            return self.rows(word, given);
        }
        if words.processor == Processor::Z80
            && let [Form::Name(register)] = *forms
            && word.eq_ignore_ascii_case("JP")
            && !self.table.operands.hash
        {
            return find(&[Form::AtName(register)]);
        }
        let is_arithmetic = ARITHMETIC.iter().any(|other| other.eq_ignore_ascii_case(word));
        if words.processor == Processor::Z80
            && is_arithmetic
            && let [Form::Name(a), other] = &*forms
            && a.eq_ignore_ascii_case("A")
            && (!self.table.operands.repeats || self.pass.options.double_commas)
        {
            return find(&[*other]);
        }
        match &*forms {
            [other] if words.processor == Processor::Z80 && is_arithmetic => find(&[Form::Name("A"), *other]),
            _ => found,
        }
    }

    /// Returns whether a value in the zero page is of another module, so that only the linker knows whether it is too large.
    fn is_linked(&self, statement: &Statement<'_>, given: &OperandValue<'_>) -> bool {
        let text = statement.text.get(given.span.clone()).unwrap_or("");
        self.symbols.placeholders().any(|(name, address)| address < 0x100 && text.contains(name))
    }

    /// Whether only sdasz80's linker knows a value, or how far away it is, so that it is not refused where addresses do not matter.
    fn is_placed_by_linker(&self, given: &OperandValue<'_>, is_branch: bool) -> bool {
        let is_placed = |value: Value| match value.base {
            Base::Segment(segment) => !is_branch || segment != self.segments.current(),
            Base::Number => is_branch && !self.segments.is_absolute(),
            Base::Mixed | Base::Part { .. } => false,
        };
        self.options.has_placeholders
            && self.table.arithmetic == Arithmetic::Linked
            && given.value.is_some_and(is_placed)
    }

    /// Places the bytes of an instruction.
    pub(crate) fn encode(
        &mut self,
        statement: &Statement<'_>,
        row: &'static Row,
        given: &[OperandValue<'_>],
    ) -> Checked {
        let mut numbers = Numbers::default();
        // The accumulator may be left out, or added.
        let operands = row.operands();
        let written = given.get(given.len().saturating_sub(operands.len())..).unwrap_or(&[]);
        let operands = operands.get(operands.len().saturating_sub(written.len())..).unwrap_or(&[]);
        self.check_opcode(statement, row)?;
        for (operand, given) in operands.iter().zip(written) {
            self.check_mark(statement, row, given)?;
            let Some(bounds) = bounds(row, *operand) else { continue };
            let whole = |value: Value| {
                let is_byte = value_size(row, *operand) == 1;
                let value = if is_byte { value.byte() } else { value };
                value.whole().map_err(|fault| At::new(fault, given.span.clone()))
            };
            let number = given.value.map_or(Ok(0), |value| whole(value).map(|value| value.number))?;
            let is_branch = matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative));
            if is_branch {
                if let Some(value) = given.value {
                    self.check_distance(statement.record, &given.span, value);
                }
                let is_placed = self.is_placed_by_linker(given, true);
                let distance = if is_placed { 0 } else { self.branch(row, number, given)? };
                numbers.set(*operand, distance.into());
                continue;
            }
            let is_immediate = matches!(operand, Operand::Mos(Mode::Immediate));
            let is_cut =
                is_immediate && self.pass.cuts_values || is_short(row) && self.is_linked(statement, given);
            let number = if is_cut { number & 0xFF } else { number };
            if !self.is_placed_by_linker(given, false) {
                self.check_range(statement.record, bounds, number, given.span.clone())?;
            }
            numbers.set(*operand, number);
            let size = value_size(row, *operand);
            if size > 0 {
                let value = given.value.unwrap_or(Value::number(number));
                self.check_size(statement.record, &given.span, value, u8::try_from(size).unwrap_or(2));
                let offset = i64::from(row.length) - size;
                self.relocate(statement.record, value, offset, usize::try_from(size).unwrap_or(0));
            }
        }
        let bytes = numbers.bytes(row);
        self.input.change(statement.record, |record| record.row = record.row.or(Some(row)));
        self.define_operand_label(row);
        self.place(statement, bytes)
    }

    /// Refuses an instruction that the processor's manual does not have, where the source must ask for it.
    fn check_opcode(&self, statement: &Statement<'_>, row: &Row) -> Checked {
        if row.status == Status::Documented || !self.has_linker() {
            return Ok(());
        }
        let hint = match self.words.processor {
            Processor::Mos6502 if self.pass.has_all_opcodes => return Ok(()),
            Processor::Mos6502 => "ca65 takes undocumented instructions after `.setcpu \"6502X\"`",
            // sdasz80 has the halves of the index registers, and SLL, but no copies in registers and no port without data.
            // Version 4.2.0 takes these always.
            _ if matches!(row.page, Page::Dd | Page::Fd)
                && (row.mnemonic == "INC"
                    || row.mnemonic == "DEC"
                    || row.page == Page::Fd
                        && row.mnemonic == "LD"
                        && row
                            .operands()
                            .iter()
                            .all(|operand| matches!(operand, Operand::Reg(Reg::IYH | Reg::IYL)))) =>
            {
                return Ok(());
            }
            _ if self.pass.has_all_opcodes
                && (matches!(row.page, Page::Dd | Page::Fd)
                    || row.page != Page::Ed && row.operands().len() == 1) =>
            {
                return Ok(());
            }
            _ => "sdasz80 takes some undocumented instructions after `.allow_undocumented`",
        };
        Err(misfit(statement, None, hint))
    }

    /// Refuses a value that sdasz80 takes with `#` and has none, or the other way round.
    fn check_mark(&self, statement: &Statement<'_>, row: &Row, given: &OperandValue<'_>) -> Checked {
        let Some(value) = given.value.filter(|_| self.table.operands.hash) else { return Ok(()) };
        if !matches!(given.form, Form::Value(_)) {
            return Ok(());
        }
        let text = statement.text.get(given.span.clone()).unwrap_or("");
        let is_marked = text.trim_start_matches(['<', '>', ' ', '\t']).starts_with('#');
        let refused = |hint: &str| Err(misfit(statement, Some(given), hint));
        match row.mnemonic {
            "CALL" | "JR" | "DJNZ" => Ok(()),
            "RST" | "IM" | "BIT" | "RES" | "SET"
                if matches!(value.base, Base::Segment(_) | Base::Part { .. }) =>
            {
                refused("the linker does not change the opcode; write a number")
            }
            "RST" | "IM" | "BIT" | "RES" | "SET" => Ok(()),
            // Those with a condition take any expression.
            "JP" if row.operands().len() > 1 => Ok(()),
            "JP" if is_marked => refused("sdasz80 takes the address of a jump without `#`"),
            "JP" if text.starts_with('(') => {
                refused("sdasz80 takes what begins with a parenthesis for memory")
            }
            "JP" => Ok(()),
            _ if is_marked => Ok(()),
            _ => refused("sdasz80 takes a value only with `#` before it"),
        }
    }

    /// Defines the label that `NAME+*` gives the value in this instruction, which is at its end.
    fn define_operand_label(&mut self, row: &Row) {
        let Some((name, record, span)) = self.pass.operand_label.take() else { return };
        let size = row.operands().iter().map(|operand| value_size(row, *operand)).max().unwrap_or(0);
        if size == 0 {
            self.report(record, At::new(DialectFault::NoValue(name), span));
            return;
        }
        let value = self.location().plus(i64::from(row.length) - size);
        if self.symbols.define(&name, SymbolKind::Label, value, Some((record, span.clone()))).is_err() {
            self.report(record, At::new(Fault::Duplicate(name), span));
        }
    }

    /// Returns the displacement of a relative branch.
    fn branch(&mut self, row: &Row, to: i64, given: &OperandValue<'_>) -> Checked<i8> {
        match displacement(row, self.segments.here().number, to, !self.table.studies, &given.span) {
            Err(_) if self.symbols.pass() == 1 => Ok(0),
            outcome => outcome,
        }
    }
}

/// Returns the number of bytes of the value of an operand at the end of an instruction.
fn value_size(row: &Row, operand: Operand) -> i64 {
    match bounds(row, operand) {
        _ if matches!(operand, Operand::Indexed(_)) => 0,
        Some((_, _, most)) if most > 0xFF => 2,
        Some(_) => 1,
        None => 0,
    }
}

impl Engine<'_> {
    /// Chooses the row of an instruction whose operands several match.
    pub(crate) fn choose(
        &mut self,
        statement: &Statement<'_>,
        rows: &[&'static Row],
        all: &[OperandValue<'_>],
    ) -> Checked<&'static Row> {
        let given = all.first();
        let row = match given.and_then(|given| Some((given, given.value?))) {
            Some((given, value)) if self.table.studies => self.choose_studied(rows, given, value)?,
            _ => choose(rows, given, &self.segments, self.table.operands.sizes),
        };
        row.ok_or_else(|| self.bad_operands(statement, all))
    }

    /// Chooses as ca65 does: an address with a size takes no mode that is too small for it.
    fn choose_studied(
        &mut self,
        rows: &[&'static Row],
        given: &OperandValue<'_>,
        value: Value,
    ) -> Checked<Option<&'static Row>> {
        let short = rows.iter().find(|row| is_short(row) || matches!(row.mode(), Mode::IndirectX));
        let long = rows.iter().find(|row| takes_word(row));
        let is_memory = short.is_some() || long.is_some();
        if !is_memory || matches!(given.form, Form::Immediate) {
            return Ok(rows.first().copied());
        }
        let short = short.filter(|_| given.size != Some(Size::Wide));
        let long = long.filter(|_| given.size != Some(Size::Narrow));
        let size = match self.size_of_address(value, given.span.clone())? {
            Bytes::Unknown if long.is_none() => Bytes::Byte,
            Bytes::Unknown => Bytes::Word,
            size => size,
        };
        let row = match size {
            Bytes::Unknown | Bytes::Byte | Bytes::Long => short.or(long),
            Bytes::Word | Bytes::Far => long,
        };
        let fault = || At::new(DialectFault::NeedsZeroPage, given.span.clone()).hint(TWO_BYTES);
        row.map(|row| Some(*row)).ok_or_else(fault)
    }
}

/// The hint for an address that an instruction does not take.
const TWO_BYTES: &str =
    "ca65 gives an address in a segment two bytes, whatever its value; `<` before it takes its low byte";

const fn takes_word(row: &Row) -> bool {
    matches!(row.mode(), Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY | Mode::Indirect)
}

/// Chooses the zero-page form of a 6502 instruction if the address is known to be in the zero page.
fn choose(
    rows: &[&'static Row],
    given: Option<&OperandValue<'_>>,
    segments: &crate::place::segments::Segments,
    by_value: bool,
) -> Option<&'static Row> {
    let short = rows.iter().find(|row| is_short(row));
    let long = rows.iter().find(|row| !is_short(row));
    if by_value {
        return by_width(short, long, given).copied();
    }
    let (Some(short), Some(long)) = (short, long) else { return short.or(long).copied() };
    let is_near = given.and_then(|given| given.value).is_some_and(|value| match value.base {
        _ if value.is_byte => true,
        Base::Segment(index) => !value.is_forward && segments.is_zero_page(index),
        Base::Number => !value.is_forward && (0..=0xFF).contains(&value.number),
        Base::Mixed | Base::Part { .. } => false,
    });
    let size = given.and_then(|given| given.size);
    let takes_short = size.map_or(is_near, |size| size == Size::Narrow);
    Some(if takes_short { *short } else { *long })
}

/// Chooses as ACME does: by the size that the source asks for, by the digits of numbers, by the value if it was known wherever the
/// first pass needed it. Source: ACME's documentation, AddrModes.
fn by_width<'r>(
    short: Option<&'r &'static Row>,
    long: Option<&'r &'static Row>,
    given: Option<&OperandValue<'_>>,
) -> Option<&'r &'static Row> {
    let has_modes = short.or(long).is_some_and(|row| {
        !matches!(row.mode(), Mode::Implied | Mode::Accumulator | Mode::Immediate | Mode::Relative)
    });
    let Some((size, value)) = given.filter(|_| has_modes).and_then(|given| Some((given.size, given.value?)))
    else {
        return short.or(long);
    };
    match size {
        Some(Size::Narrow) => return short,
        Some(Size::Wide) => return long,
        None => {}
    }
    match (short, long) {
        // Three bytes are too many for this processor.
        _ if value.width > 2 => None,
        (_, long) if value.width == 2 => long,
        (Some(short), Some(long)) => {
            let fits = (0..=0xFF).contains(&value.number);
            let is_short = if value.is_forward { value.is_byte } else { fits };
            // The size of a negative address cannot be chosen.
            (value.is_forward || value.number >= 0).then_some(if is_short { short } else { long })
        }
        _ => short.or(long),
    }
}

/// The error of operands that the processor has and the assembler refuses: all of them, or one.
fn misfit(statement: &Statement<'_>, given: Option<&OperandValue<'_>>, hint: &str) -> At {
    let span = given.map_or_else(|| statement.code_span(), |given| given.span.clone());
    At::new(Fault::BadOperands(statement.word().to_owned()), span).hint(hint)
}
