//! Instructions: operands as the dialects write them, and the rows that they select.

use std::ops::Range;

use arcadian_isa::{Form, Mode, Operand, Processor, Row};

use super::engine::Engine;
use super::statement::{Statement, split};
use super::token::{Token, tokens};
use super::value::{Base, Value};
use crate::engine::{bounds, is_index};
use crate::fault::Fault;
use crate::scan::{At, slice};
use crate::words::Words;

/// An operand: its form, the value in it, and what its size must be.
struct Given<'t> {
    form: Form<'t>,
    value: Option<Value>,
    span: Range<usize>,
    size: Option<Size>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Narrow,
    Wide,
}

/// Returns the range of tokens.
pub(super) fn span(tokens: &[Token<'_>]) -> Range<usize> {
    tokens.first().map_or(0, |token| token.at)..tokens.last().map_or(0, Token::end)
}

/// Returns tokens without the `#` before them.
pub(super) fn without_hash<'a, 't>(tokens: &'a [Token<'t>], hash: bool) -> &'a [Token<'t>] {
    match tokens {
        [first, rest @ ..] if hash && first.is("#") => rest,
        other => other,
    }
}

impl Engine<'_> {
    /// Whether a word is an instruction, of the processor or of the dialect.
    pub(super) fn is_instruction(&self, word: &str) -> bool {
        let word = if self.table.operands.sizes { word.split('+').next().unwrap_or(word) } else { word };
        let fake =
            |row: &(&str, &str)| row.0.split(' ').next().is_some_and(|name| name.eq_ignore_ascii_case(word));
        let intel = self.table.operands.intel_too && Words::of(Processor::I8080).is_bare_mnemonic(word);
        self.words.is_bare_mnemonic(word) || intel || self.table.fakes.iter().any(fake)
    }

    /// Assembles an instruction; one that is none of this processor may be one of the 8080.
    pub(super) fn instruction(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let outcome = self.instruction_of_processor(statement);
        let is_none =
            outcome.as_ref().is_err_and(|at| matches!(at.fault, Fault::BadOperands(_) | Fault::Register(_)));
        if !(is_none && self.table.operands.intel_too && self.words.processor == Processor::Z80) {
            return outcome;
        }
        let own = std::mem::replace(&mut self.words, Words::of(Processor::I8080));
        let intel = self.instruction_of_processor(statement);
        self.words = own;
        intel.or(outcome)
    }

    fn instruction_of_processor(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let mut pieces = statement.pieces();
        let mut size = None;
        // ACME: `lda+1 address`
        let is_sized =
            self.table.operands.sizes && statement.operands().first().is_some_and(|token| token.is("+"));
        if let Some([plus, digit, rest @ ..]) = pieces.first().copied()
            && is_sized
            && plus.at == statement.operation_span().end
        {
            size = match digit.text {
                "1" => Some(Size::Narrow),
                "2" => Some(Size::Wide),
                _ => None,
            };
            if let Some(first) = pieces.first_mut() {
                *first = rest;
            }
            pieces.retain(|piece| !piece.is_empty());
        }
        if self.fake(statement, &pieces)? {
            return Ok(());
        }
        let repeats = self.table.operands.repeats && pieces.len() > 1;
        let mut given = self.given(statement, &pieces)?;
        if let (Some(first), Some(size)) = (given.first_mut(), size) {
            first.size = Some(size);
        }
        let rows = self.rows(statement.word(), &mut given);
        match choose(&rows, given.first(), &self.segments) {
            Some(row) => self.encode(statement, row, &given),
            None if repeats && given.iter().all(|one| self.has_row(statement.word(), one)) => {
                for one in given {
                    let rows = self.rows(statement.word(), &mut [Given { span: one.span.clone(), ..one }]);
                    let row = choose(&rows, Some(&one), &self.segments);
                    let row = row.ok_or_else(|| self.bad_operands(statement))?;
                    self.encode(statement, row, std::slice::from_ref(&one))?;
                }
                Ok(())
            }
            None => Err(self.bad_operands(statement)),
        }
    }

    fn has_row(&self, word: &str, given: &Given<'_>) -> bool {
        self.words.find(word, &[given.form]).any(|row| !row.alternative)
    }

    fn bad_operands(&self, statement: &Statement<'_>) -> At {
        let span = if statement.operands().is_empty() {
            statement.operation_span()
        } else {
            span(statement.operands())
        };
        At::new(Fault::BadOperands(statement.word().to_owned()), span)
    }

    /// Assembles an instruction of the dialect as those that it stands for. Returns whether it is one.
    fn fake(&mut self, statement: &Statement<'_>, pieces: &[&[Token<'_>]]) -> Result<bool, At> {
        let written = pieces.iter().map(|piece| piece.iter().map(|token| token.text).collect::<String>());
        let written: Vec<String> = written.collect();
        for (pattern, replacement) in self.table.fakes {
            let (name, forms) = pattern.split_once(' ').unwrap_or((pattern, ""));
            let forms: Vec<&str> = if forms.is_empty() { Vec::new() } else { forms.split(',').collect() };
            let fits = name.eq_ignore_ascii_case(statement.word())
                && forms.len() == written.len()
                && forms
                    .iter()
                    .zip(&written)
                    .all(|(form, written)| *form == "%" || form.eq_ignore_ascii_case(written));
            if !fits {
                continue;
            }
            let operand =
                forms.iter().zip(pieces).find(|(form, _)| **form == "%").map(|(_, piece)| span(piece));
            let operand = operand.map_or("", |span| slice(statement.text, span));
            for part in replacement.split('|') {
                self.part(statement, &part.replace('%', operand))?;
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Assembles an instruction that the engine wrote. Errors are those of the statement.
    fn part(&mut self, statement: &Statement<'_>, text: &str) -> Result<(), At> {
        let found = tokens(text, &self.table.lexis)?;
        let Some((word, rest)) = found.split_first() else { return Ok(()) };
        let whole = |at: At| At { span: span(statement.operands()), ..at };
        let pieces = split(rest);
        let mut given = self.given(statement, &pieces).map_err(whole)?;
        let rows = self.rows(word.text, &mut given);
        let row = choose(&rows, given.first(), &self.segments).ok_or_else(|| self.bad_operands(statement))?;
        self.encode(statement, row, &given).map_err(whole)
    }

    fn given<'t>(
        &mut self,
        statement: &Statement<'_>,
        pieces: &[&[Token<'t>]],
    ) -> Result<Vec<Given<'t>>, At> {
        if let Some(index) = pieces.iter().position(|piece| piece.is_empty()) {
            let at =
                index.checked_sub(1).and_then(|before| pieces.get(before)).map_or(0, |piece| span(piece).end);
            let at = if at == 0 { statement.operation_span().end } else { at };
            return Err(At::new(Fault::ExpectedValue, at..at + 1));
        }
        match (self.words.processor, pieces) {
            (Processor::Mos6502, [one]) => Ok(vec![self.mos(one)?]),
            (Processor::Mos6502, [one, index]) => Ok(vec![self.mos_indexed(one, index)?]),
            _ => pieces.iter().map(|piece| self.plain(piece)).collect(),
        }
    }

    /// Returns a register by its usual name.
    fn register<'t>(&self, word: &'t str) -> Option<&'t str> {
        if let Some((_, usual)) =
            self.table.registers.iter().find(|(other, _)| other.eq_ignore_ascii_case(word))
        {
            return Some(usual);
        }
        self.words.is_register(word).then_some(word)
    }

    fn operand<'t>(
        &mut self,
        form: Form<'t>,
        value: &[Token<'_>],
        whole: Range<usize>,
    ) -> Result<Given<'t>, At> {
        let value = self.evaluate(value)?;
        let form = match form {
            Form::Value(_) => Form::Value(u16::try_from(value.number).ok()),
            other => other,
        };
        Ok(Given { form, value: Some(value), span: whole, size: None })
    }

    /// Reads an operand of the 8080 or Z80.
    fn plain<'t>(&mut self, piece: &[Token<'t>]) -> Result<Given<'t>, At> {
        let whole = span(piece);
        let named = |form| Ok(Given { form, value: None, span: whole.clone(), size: None });
        if let [one] = piece
            && let Some(register) = self.register(one.text)
        {
            return named(Form::Name(register));
        }
        let piece = without_hash(piece, self.table.operands.hash);
        if self.words.processor == Processor::I8080 {
            return self.operand(Form::Value(None), piece, whole);
        }
        if self.table.operands.displacement_first
            && let [before @ .., open, register, close] = piece
            && !before.is_empty()
            && open.is("(")
            && close.is(")")
            && is_index(register.text)
        {
            return self.operand(Form::Indexed(register.text), without_hash(before, true), whole);
        }
        let Some(inner) = self.inside(piece) else { return self.operand(Form::Value(None), piece, whole) };
        match inner {
            [one] if self.register(one.text).is_some() => {
                named(Form::AtName(self.register(one.text).unwrap_or(one.text)))
            }
            [register, sign, ..] if is_index(register.text) && matches!(sign.text, "+" | "-") => {
                self.operand(Form::Indexed(register.text), inner.get(1..).unwrap_or(&[]), whole)
            }
            // `(4 + IX)`
            [before @ .., plus, register] if plus.is("+") && is_index(register.text) => {
                self.operand(Form::Indexed(register.text), before, whole)
            }
            inner => self.operand(Form::AtValue, without_hash(inner, self.table.operands.hash), whole),
        }
    }

    /// Returns what parentheses around the whole piece enclose.
    fn inside<'a, 't>(&self, piece: &'a [Token<'t>]) -> Option<&'a [Token<'t>]> {
        let [open, inner @ .., close] = piece else { return None };
        let brackets = self.table.lexis.brackets && open.is("[") && close.is("]");
        if !(open.is("(") && close.is(")") || brackets) {
            return None;
        }
        let mut depth = 0_usize;
        for token in inner {
            match token.text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        Some(inner)
    }

    /// Reads a 6502 operand without an index register after it.
    fn mos<'t>(&mut self, piece: &[Token<'t>]) -> Result<Given<'t>, At> {
        let whole = span(piece);
        if let [one] = piece
            && one.text.eq_ignore_ascii_case("A")
            && (self.resolve(one.text).is_none() || !self.table.lexis.braces)
        {
            return Ok(Given { form: Form::Name("A"), value: None, span: whole, size: None });
        }
        if let [hash, rest @ ..] = piece
            && hash.is("#")
        {
            return self.operand(Form::Immediate, rest, whole);
        }
        let Some(inner) = self.inside(piece) else { return self.direct(Form::Value(None), piece, whole) };
        match &*split(inner) {
            [address, [index]] => self.operand(Form::AtValueBy(index.text), address, whole),
            _ => self.operand(Form::AtValue, inner, whole),
        }
    }

    fn mos_indexed<'t>(&mut self, piece: &[Token<'t>], index: &[Token<'t>]) -> Result<Given<'t>, At> {
        let whole = span(piece).start..span(index).end;
        let [register] = index else {
            return Err(index
                .get(1)
                .map_or_else(|| At::new(Fault::ExpectedName, whole), super::expression::unexpected));
        };
        match self.inside(piece) {
            Some(inner) => self.operand(Form::AtValueThenBy(register.text), inner, whole),
            None => self.direct(Form::ValueBy(register.text), piece, whole),
        }
    }

    /// Reads an address, perhaps with its size before it: `a:address`, `z:address`.
    fn direct<'t>(
        &mut self,
        form: Form<'t>,
        piece: &[Token<'t>],
        whole: Range<usize>,
    ) -> Result<Given<'t>, At> {
        let operands = &self.table.operands;
        let size = match piece {
            [size, colon, ..]
                if colon.is(":")
                    && operands.narrow.split(' ').any(|name| name.eq_ignore_ascii_case(size.text)) =>
            {
                Some(Size::Narrow)
            }
            [size, colon, ..]
                if colon.is(":")
                    && operands.wide.split(' ').any(|name| name.eq_ignore_ascii_case(size.text)) =>
            {
                Some(Size::Wide)
            }
            _ => None,
        };
        let piece = if size.is_some() { piece.get(2..).unwrap_or(&[]) } else { piece };
        Ok(Given { size, ..self.operand(form, piece, whole)? })
    }

    /// Returns the rows that match, with the accumulator added or left out where the operands need it.
    fn rows(&self, word: &str, given: &mut [Given<'_>]) -> Vec<&'static Row> {
        let words = self.words;
        let find = |forms: &[Form<'_>]| -> Vec<&'static Row> {
            words.find(word, forms).filter(|row| !row.alternative).collect()
        };
        let forms: Vec<Form<'_>> = given.iter().map(|operand| operand.form).collect();
        let found = find(&forms);
        if !found.is_empty() {
            return found;
        }
        match (words.processor, &*forms) {
            (Processor::Mos6502, []) => return find(&[Form::Name("A")]),
            (Processor::Mos6502, _) => return found,
            (Processor::Z80, [Form::Name(register)]) if word.eq_ignore_ascii_case("JP") => {
                return find(&[Form::AtName(register)]);
            }
            _ => {}
        }
        let displaced = |form: Form<'_>| matches!(form, Form::AtName(name) if is_index(name));
        if words.processor == Processor::Z80 && forms.iter().any(|form| displaced(*form)) {
            for operand in given.iter_mut().filter(|operand| displaced(operand.form)) {
                if let Form::AtName(name) = operand.form {
                    operand.form = Form::Indexed(name);
                }
            }
            return self.rows(word, given);
        }
        if words.processor == Processor::Z80
            && let [Form::Name(a), other] = &*forms
            && a.eq_ignore_ascii_case("A")
            && !self.table.operands.repeats
        {
            return find(&[*other]);
        }
        match &*forms {
            [other] if words.processor == Processor::Z80 => find(&[Form::Name("A"), *other]),
            _ => found,
        }
    }

    /// Places the bytes of an instruction.
    fn encode(
        &mut self,
        statement: &Statement<'_>,
        row: &'static Row,
        given: &[Given<'_>],
    ) -> Result<(), At> {
        let (mut signed, mut word) = (0, 0);
        // The accumulator may be left out, or added.
        let operands = row.operands();
        let written = given.get(given.len().saturating_sub(operands.len())..).unwrap_or(&[]);
        let operands = operands.get(operands.len().saturating_sub(written.len())..).unwrap_or(&[]);
        for (operand, given) in operands.iter().zip(written) {
            let Some(bounds) = bounds(row, *operand) else { continue };
            let number = given.value.map_or(0, |value| value.number);
            let is_branch = matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative));
            if is_branch {
                signed = self.branch(row, number, given)?;
                continue;
            }
            self.check_range(statement.record, bounds, number, given.span.clone())?;
            match operand {
                Operand::Indexed(_) => signed = i8::try_from(number).unwrap_or(0),
                _ => word = low_word(number),
            }
        }
        let bytes = row.encode(signed, word).to_vec();
        if let Some(record) = self.pass.records.get_mut(statement.record) {
            record.row = record.row.or(Some(row));
        }
        self.place(statement, bytes)
    }

    /// Returns the displacement of a relative branch.
    fn branch(&mut self, row: &Row, to: i64, given: &Given<'_>) -> Result<i8, At> {
        let next = self.segments.here().number + i64::from(row.length);
        let distance = i64::from(i16::from_le_bytes(low_word(to - next).to_le_bytes()));
        i8::try_from(distance).or_else(|_| {
            if self.symbols.pass() == 1 {
                return Ok(0);
            }
            let by = if distance > 0 { distance - 127 } else { -128 - distance };
            Err(At::new(Fault::BranchRange { distance, by }, given.span.clone()))
        })
    }
}

/// Returns the low 16 bits, in two's complement.
const fn low_word(value: i64) -> u16 {
    let bytes = value.to_le_bytes();
    u16::from_le_bytes([bytes[0], bytes[1]])
}

const fn is_short(row: &Row) -> bool {
    matches!(row.mode(), Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY)
}

/// Chooses the zero-page form of a 6502 instruction if the address is known to be in the zero page.
fn choose(
    rows: &[&'static Row],
    given: Option<&Given<'_>>,
    segments: &super::segments::Segments,
) -> Option<&'static Row> {
    let short = rows.iter().find(|row| is_short(row));
    let long = rows.iter().find(|row| !is_short(row));
    let (Some(short), Some(long)) = (short, long) else { return short.or(long).copied() };
    let is_near = given.and_then(|given| given.value).is_some_and(|value| match value.base {
        _ if value.is_byte => true,
        Base::Segment(index) => !value.is_forward && segments.is_zero_page(index),
        Base::Number => !value.is_forward && (0..=0xFF).contains(&value.number),
        Base::Mixed => false,
    });
    let size = given.and_then(|given| given.size);
    let takes_short = size.map_or(is_near, |size| size == Size::Narrow);
    Some(if takes_short { *short } else { *long })
}
