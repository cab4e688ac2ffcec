//! Rows of the opcode tables, the operands that select one, and its bytes.

use arcadian_isa::{Form, Mode, Operand, Processor, Row};

use crate::fault::{Fault, Hint};
use crate::syntax::number::number;
use crate::syntax::{At, Checked, OperandForm, Size, Statement, Token, is_index, slice, span, split};
use crate::syntax::{Span, operand};
use crate::words::Words;

/// Returns the rows that match. Alternative encodings match only if a suffix names them.
pub(crate) fn rows(words: &Words, mnemonic: &str, forms: &[Form<'_>]) -> Vec<&'static Row> {
    let exact = mnemonic.contains('.');
    words.find(mnemonic, forms).filter(|row| exact || !row.alternative).collect()
}

pub(crate) const fn is_short(row: &Row) -> bool {
    matches!(row.mode(), Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY)
}

/// The name of a number, the least and the greatest value.
pub(crate) type Bounds = (&'static str, i64, i64);

/// Returns the bounds of an operand that is a number.
pub(crate) fn bounds(row: &Row, operand: Operand) -> Option<Bounds> {
    match operand {
        Operand::Relative | Operand::Mos(Mode::Relative) => Some(("the address", -32768, 65535)),
        Operand::Indexed(_) => Some(("the displacement", -128, 127)),
        Operand::Byte | Operand::Mos(Mode::Immediate) => Some(("the byte", -128, 255)),
        Operand::Port => Some(("the port", 0, 255)),
        Operand::Word | Operand::Memory => Some(("the word", -32768, 65535)),
        Operand::Mos(Mode::Implied | Mode::Accumulator) => None,
        Operand::Mos(_) if row.length == 2 => Some(("the zero-page address", 0, 255)),
        Operand::Mos(_) => Some(("the address", -32768, 65535)),
        _ => None,
    }
}

/// Returns the low 16 bits, in two's complement.
pub(crate) const fn low_word(value: i64) -> u16 {
    let bytes = value.to_le_bytes();
    u16::from_le_bytes([bytes[0], bytes[1]])
}

/// Suggests an instruction with a longer range than a relative branch.
fn farther(row: &Row) -> String {
    match row.mnemonic {
        "JR" => "JP has no range limit".to_owned(),
        "DJNZ" => "DEC B and JP NZ have no range limit".to_owned(),
        _ => "use the opposite branch over a JMP".to_owned(),
    }
}

/// Checks that a value is within bounds.
pub(crate) const fn range(what: &'static str, value: i64, least: i64, most: i64) -> Result<(), Fault> {
    match value {
        _ if value < least => Err(Fault::TooSmall { what, value, least }),
        _ if value > most => Err(Fault::TooLarge { what, value, most }),
        _ => Ok(()),
    }
}

/// Returns the displacement of a relative branch, or its fault with what to use instead. If it wraps around the end of memory, it does so
/// as on the processor.
pub(crate) fn displacement(row: &Row, here: i64, to: i64, wraps: bool, span: &Span) -> Checked<i8> {
    let distance = to - here - i64::from(row.length);
    let wrapped = i16::from_le_bytes(low_word(distance).to_le_bytes());
    let distance = if wraps { wrapped.into() } else { distance };
    i8::try_from(distance).map_err(|_| {
        let by = if distance > 0 { distance - 127 } else { -128 - distance };
        At::new(Fault::BranchRange { distance, by }, span.clone()).hint(farther(row))
    })
}

/// Returns the row of a processor that matches the line, and the texts of its values.
pub(crate) fn instruction<'l>(
    line: &Statement<'l>,
    processor: Processor,
) -> Option<(&'static Row, Vec<String>)> {
    let words = Words::of(processor);
    let tokens = line.tokens_on(processor);
    let written = operand::own(words).read(&split(&tokens), 0).ok()?;
    // `#` marks an immediate on the 6502 and a hexadecimal number in Zilog syntax only.
    let hash = |written: &OperandForm<'_, '_>| slice(line.text, written.span.clone()).starts_with('#');
    if processor == Processor::I8080 && written.iter().any(hash) {
        return None;
    }
    let text = |tokens: &[Token<'_>]| slice(line.text, span(tokens)).to_owned();
    let form = |written: &OperandForm<'_, 'l>| match (written.form, written.value) {
        (Form::Value(_), Some(tokens)) => {
            Form::Value(number(&text(tokens)).and_then(|value| u16::try_from(value).ok()))
        }
        (form, _) => form,
    };
    let forms: Vec<Form<'l>> = written.iter().map(form).collect();
    let row = rows(words, line.word(), &forms).first().copied()?;
    Some((row, written.iter().filter_map(|written| written.value).map(text).collect()))
}

/// An instruction whose operands match no row.
pub(crate) struct Unmatched<'a> {
    pub(crate) words: &'a Words,
    pub(crate) mnemonic: &'a str,
    /// The operands as written.
    pub(crate) written: &'a [Form<'a>],
}

impl Unmatched<'_> {
    /// Returns the rows with this mnemonic, ignoring operands.
    fn named(&self) -> Vec<&'static Row> {
        self.words.rows(self.mnemonic).filter(|row| !row.alternative).collect()
    }

    /// Lists the operand forms, the most similar first.
    pub(crate) fn forms(&self) -> String {
        let (mut rows, given) = (self.named(), self.written);
        rows.sort_by_key(|row| {
            (usize::MAX - matching(row, given), row.operands().len().abs_diff(given.len()))
        });
        let mut forms: Vec<String> = Vec::new();
        for row in rows {
            let form = spelled(row, &mut std::iter::empty());
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        let more = forms.len().saturating_sub(MOST_FORMS);
        forms.truncate(MOST_FORMS);
        let rest = if more == 0 { String::new() } else { format!("; and {more} more") };
        let noun = if forms.len() == 1 { "the form is" } else { "the forms are" };
        format!("{noun} {}{rest}", forms.join("; "))
    }

    /// Returns the mnemonic to write without the accumulator, for `SUB A,B`.
    pub(crate) fn without_a(&self) -> Option<&'static str> {
        let [Form::Name(accumulator), other] = self.written else { return None };
        // A number that selects an opcode is none that an accumulator is given.
        let other = if matches!(other, Form::Value(_)) { Form::Value(None) } else { *other };
        let is_a = accumulator.eq_ignore_ascii_case("A");
        let rows = if is_a { rows(self.words, self.mnemonic, &[other]) } else { Vec::new() };
        rows.first().map(|row| row.mnemonic)
    }

    /// Returns the operand that is part of the opcode and may not have its value, if everything else matches. `value` returns the
    /// values of operands. Without a value, there is no fault.
    pub(crate) fn wrong_digit(&self, value: impl Fn(usize) -> Option<i64>) -> Option<(usize, Option<Fault>)> {
        let given = self.written;
        let mut digits = Vec::new();
        for row in self.named() {
            if row.operands().len() == given.len() && matching(row, given) == given.len() {
                digits.extend(row.operands().iter().filter_map(digit));
            }
        }
        digits.sort_unstable();
        digits.dedup();
        let (least, most) = (digits.first().copied()?, digits.last().copied()?);
        let index = given.iter().position(|form| matches!(form, Form::Value(_)))?;
        let Some(value) = value(index) else { return Some((index, None)) };
        let gapless = digits.len() == usize::from(most - least) + 1 && digits.len() > 1;
        let fault = match range("the number", value, least.into(), most.into()) {
            Err(fault) if gapless => fault,
            _ => {
                let shown = digits.iter().map(|digit| {
                    if most < 8 {
                        digit.to_string()
                    } else {
                        self.words.processor.hex((*digit).into(), 2).to_string()
                    }
                });
                let choices = shown.collect::<Vec<_>>().join(", ");
                Fault::Choice { mnemonic: self.mnemonic.to_owned(), choices, value }
            }
        };
        Some((index, Some(fault)))
    }
}

fn digit(operand: &Operand) -> Option<u8> {
    match operand {
        Operand::Digit(digit) | Operand::Vector(digit) => Some(*digit),
        _ => None,
    }
}

/// Returns the number of operands that match the row's forms, ignoring the values of numbers.
fn matching(row: &Row, given: &[Form<'_>]) -> usize {
    let alike = |own: Form<'_>, written: Form<'_>| match (own, written) {
        (Form::Value(_), Form::Value(_)) => true,
        (Form::Name(own), Form::Name(other))
        | (Form::AtName(own), Form::AtName(other))
        | (Form::Indexed(own), Form::Indexed(other)) => own.eq_ignore_ascii_case(other),
        (own, other) => own == other,
    };
    row.forms().zip(given).filter(|(own, given)| alike(*own, **given)).count()
}

/// Returns the row of `own` with the same bytes and meaning: between the 8080 and the Z80, every documented 8080 row.
pub(crate) fn twin(own: Processor, row: &Row) -> Option<&'static Row> {
    let foreign = row.page.processor();
    if own == Processor::Mos6502 || foreign == Processor::Mos6502 {
        return None;
    }
    let same = |other: &&'static Row| other.code().eq(row.code()) && other.length == row.length;
    own.rows().find(same).filter(|other| !other.alternative && !row.alternative)
}

/// Formats a row; its values are the given texts, or letters as in data sheets.
pub(crate) fn spelled(row: &Row, values: &mut dyn Iterator<Item = String>) -> String {
    let mut text = row.mnemonic.to_owned();
    for (index, (operand, form)) in row.operands().iter().zip(row.forms()).enumerate() {
        text += if index == 0 { " " } else { "," };
        let mut value = || values.next().unwrap_or_else(|| letter(*operand).to_owned());
        text += &match form {
            Form::Name(name) => name.to_owned(),
            Form::Value(Some(number)) if matches!(operand, Operand::Vector(_)) => {
                row.page.processor().hex(number, 2).to_string()
            }
            Form::Value(Some(number)) => number.to_string(),
            Form::Value(None) => value(),
            Form::AtName(name) => format!("({name})"),
            Form::AtValue => format!("({})", value()),
            Form::Indexed(name) => format!("({name}+{})", value()),
            Form::Immediate => format!("#{}", value()),
            Form::ValueBy(register) => format!("{},{register}", value()),
            Form::AtValueBy(register) => format!("({},{register})", value()),
            Form::AtValueThenBy(register) => format!("({}),{register}", value()),
        };
    }
    text
}

const fn letter(operand: Operand) -> &'static str {
    match operand {
        Operand::Indexed(_) => "d",
        Operand::Relative | Operand::Mos(Mode::Relative) => "e",
        Operand::Word | Operand::Memory => "nn",
        Operand::Mos(Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY | Mode::Indirect) => "nn",
        _ => "n",
    }
}

/// The maximum number of operand forms in a hint.
const MOST_FORMS: usize = 6;

/// A value of an operand.
pub(crate) trait Known {
    /// Returns the number, if it is known where the statement stands.
    fn known(&self) -> Option<i64>;

    /// Returns the fault of a number that selects the opcode and is not known there, if that is one.
    fn unknown(text: &str) -> Option<Fault>;
}

/// An operand: its form, the value in it, and what the size of its address must be.
pub(crate) struct OperandValue<'t, V> {
    pub(crate) form: Form<'t>,
    pub(crate) value: Option<V>,
    pub(crate) span: Span,
    pub(crate) size: Option<Size>,
}

impl<'t, V> OperandValue<'t, V> {
    /// Creates an operand as written, with a value that is this number, if anything says so.
    pub(crate) fn new(written: OperandForm<'_, 't>, value: Option<V>, number: Option<i64>) -> Self {
        let OperandForm { form, span, size, .. } = written;
        let form = match form {
            Form::Value(_) => Form::Value(number.and_then(|number| u16::try_from(number).ok())),
            other => other,
        };
        Self { form, value, span, size }
    }
}

fn find<V>(words: &Words, mnemonic: &str, given: &[OperandValue<'_, V>]) -> Vec<&'static Row> {
    let forms: Vec<Form<'_>> = given.iter().map(|operand| operand.form).collect();
    rows(words, mnemonic, &forms)
}

/// Returns the rows that match. `ASL` means `ASL A`, and `(IX)` means `(IX+0)` unless it matches as it stands.
pub(crate) fn select<V>(
    words: &Words,
    mnemonic: &str,
    given: &mut [OperandValue<'_, V>],
) -> Vec<&'static Row> {
    let found = find(words, mnemonic, given);
    match words.processor {
        _ if !found.is_empty() => found,
        Processor::Mos6502 if given.is_empty() => rows(words, mnemonic, &[Form::Name("A")]),
        Processor::Z80 => {
            for operand in &mut *given {
                if let Form::AtName(name) = operand.form
                    && is_index(name)
                {
                    operand.form = Form::Indexed(name);
                }
            }
            find(words, mnemonic, given)
        }
        _ => found,
    }
}

/// Returns the fault of operands that match no row. `hint` returns what to do about them, instead of the forms that there are.
pub(crate) fn bad_operands<V: Known>(
    words: &Words,
    statement: &Statement<'_>,
    given: &[OperandValue<'_, V>],
    hint: impl FnOnce(&Unmatched<'_>) -> Option<Hint>,
) -> At {
    let written: Vec<Form<'_>> = given.iter().map(|given| given.form).collect();
    let unmatched = Unmatched { words, mnemonic: statement.word(), written: &written };
    let span = |index: usize| given.get(index).map_or(0..0, |given| given.span.clone());
    if let Some((index, fault)) =
        unmatched.wrong_digit(|index| given.get(index)?.value.as_ref().and_then(Known::known))
    {
        let fault = fault.or_else(|| V::unknown(slice(statement.text, span(index))));
        if let Some(fault) = fault {
            return At::new(fault, span(index));
        }
    }
    let hint = hint(&unmatched).unwrap_or_else(|| unmatched.forms().into());
    At::new(Fault::BadOperands(statement.word().to_owned()), statement.code_span()).hint(hint)
}

/// The numbers in an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Numbers {
    /// The distance of a branch, or the displacement from an index register.
    signed: i8,
    value: u16,
}

impl Numbers {
    /// Sets the number of an operand, which is within its bounds; that of a branch is its distance.
    pub(crate) fn set(&mut self, operand: Operand, number: i64) {
        match operand {
            Operand::Relative | Operand::Mos(Mode::Relative) | Operand::Indexed(_) => {
                self.signed = i8::try_from(number).unwrap_or(0);
            }
            _ => self.value = low_word(number),
        }
    }

    /// Returns the bytes of an instruction.
    pub(crate) fn bytes(self, row: &Row) -> Vec<u8> {
        row.encode(self.signed, self.value).to_vec()
    }
}
