//! Instructions and data, and the second pass, which evaluates values and emits bytes.

use arcadian_isa::{Mode, Operand, Row};

use super::{Datum, END, Emission, Engine, Item, Outcome, input::file_name};
use crate::diagnostic::Problem;
use crate::emit::rows::{
    Bounds, Known, Numbers, OperandValue, Unmatched, bad_operands, bounds, displacement, is_short, low_word,
    range, select,
};
use crate::expression::{Expression, Step};
use crate::fault::{Fault, Hint};
use crate::image::Memory;
use crate::syntax::{At, Kind, OperandForm, Size, Span, Statement, Token, content, opens, slice, span};
use crate::syntax::{operand, trim};
use crate::tables::own::TABLE;

/// The second pass.
impl Engine<'_> {
    /// Emits every item. Returns the memory and the bytes of each record.
    pub(crate) fn emit(&mut self) -> (Memory, Vec<Vec<u8>>) {
        let mut memory = Memory::new();
        let mut bytes = vec![Vec::new(); self.input.records.len()];
        for item in std::mem::take(&mut self.items) {
            match self.item(&item) {
                Ok(made) => {
                    self.put(&mut memory, &item, &made);
                    if let Some(all) = bytes.get_mut(item.record) {
                        all.extend(made);
                    }
                }
                Err(problem) => drop(self.settle(item.record, problem)),
            }
        }
        (memory, bytes)
    }

    fn put(&mut self, memory: &mut Memory, item: &Item, bytes: &[u8]) {
        let Err((address, other)) = memory.put(item.address, bytes, item.record) else { return };
        if item.lost.is_some() {
            return;
        }
        let whole = |index: usize| self.input.records.get(index).map_or(0..0, code);
        let related = self.input.related("placed by this line", other, whole(other));
        let at = At::new(Fault::Overlap(address), whole(item.record));
        self.report_with(item.record, at, related);
    }

    fn item(&mut self, item: &Item) -> Outcome<Vec<u8>> {
        match &item.what {
            Emission::Instruction { row, operands, was_unknown } => {
                let bytes = self.encode(row, operands, item)?;
                if *was_unknown {
                    self.warn_if_short(item, operands);
                }
                Ok(bytes)
            }
            Emission::Data(data) => self.data(data),
            Emission::Fill { count, value } => Ok(vec![self.byte(value)?; *count]),
        }
    }

    fn data(&mut self, data: &[Datum]) -> Outcome<Vec<u8>> {
        let mut bytes = Vec::new();
        for datum in data {
            match datum {
                Datum::Byte(value) => bytes.push(self.byte(value)?),
                Datum::Word { value, high_first } => {
                    let word = low_word(self.within(("the word", -32768, 65535), value)?);
                    bytes.extend(if *high_first { word.to_be_bytes() } else { word.to_le_bytes() });
                }
                Datum::Text(text) => bytes.extend(text),
            }
        }
        Ok(bytes)
    }

    fn encode(&mut self, row: &Row, operands: &[(Operand, Expression)], item: &Item) -> Outcome<Vec<u8>> {
        let mut numbers = Numbers::default();
        for (operand, expression) in operands {
            let Some(bounds) = bounds(row, *operand) else { continue };
            let number = self.within(bounds, expression)?;
            let is_branch = matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative));
            let number = if is_branch {
                let displacement = displacement(row, item.address.into(), number, true, &expression.span);
                displacement.map_err(|at| item.lost.map_or(Problem::New(at), Problem::Reported))?.into()
            } else {
                number
            };
            numbers.set(*operand, number);
        }
        Ok(numbers.bytes(row))
    }

    /// Returns the value of an expression, which must be within bounds.
    pub(super) fn within(&mut self, bounds: Bounds, value: &Expression) -> Outcome<i64> {
        let number = self.symbols.value(value)?;
        let (what, least, most) = bounds;
        range(what, number, least, most).map_err(|fault| At::new(fault, value.span.clone()))?;
        Ok(number)
    }

    fn byte(&mut self, value: &Expression) -> Outcome<u8> {
        self.within(("the byte", -128, 255), value).map(|value| low_word(value).to_le_bytes()[0])
    }

    /// Warns about a zero-page address assembled as absolute: correct, but maybe not intended.
    fn warn_if_short(&mut self, item: &Item, operands: &[(Operand, Expression)]) {
        let Some((_, expression)) = operands.first() else { return };
        if let (Ok(0..=0xFF), Some(name)) = (self.symbols.value(expression), expression.name()) {
            let hint = format!(
                "define `{name}` above this line, or prefix it with `<` for two bytes or `!` for three"
            );
            let at = At::new(Fault::TookAbsolute(name.to_owned()), expression.span.clone()).hint(hint);
            self.warn(item.record, at);
        }
    }
}

/// Returns the range of the code without surrounding blanks and comment.
fn code(record: &crate::source::Record) -> Span {
    let start = record.hand.as_ref().map_or(0, |hand| hand.rest);
    trim(&record.text, start..record.comment.start.max(start))
}

/// The maximum number of bytes emitted; more would mean that bytes overlap.
const MOST_BYTES: usize = END as usize;

/// Data and space.
impl Engine<'_> {
    /// Places an item of `count` bytes at the location counter.
    pub(super) fn place(&mut self, line: &Statement<'_>, count: usize, what: Emission) -> Outcome {
        let (record, address, lost) = (line.record, self.location, self.lost);
        self.advance(line, count)?;
        self.emitted += count;
        if self.emitted > MOST_BYTES {
            return Err(Problem::Reported(self.stop(record, "more than 65536 bytes")));
        }
        self.items.push(Item { record, address, lost, what });
        Ok(())
    }

    fn advance(&mut self, line: &Statement<'_>, count: usize) -> Outcome {
        let end = u32::try_from(count).ok().and_then(|count| self.location.checked_add(count));
        if let Some(end) = end.filter(|end| *end <= END) {
            self.location = end;
            return Ok(());
        }
        let reported = self.lost.unwrap_or_else(|| self.report(line.record, line.fault(Fault::PastEnd)));
        self.lost = Some(reported);
        Err(Problem::Reported(reported))
    }

    pub(super) fn bytes(&mut self, line: &Statement<'_>) -> Outcome {
        let values = line.values()?;
        let data = values.iter().map(|value| self.datum(line, value)).collect::<Outcome<Vec<_>>>()?;
        self.place_data(line, data)
    }

    fn place_data(&mut self, line: &Statement<'_>, data: Vec<Datum>) -> Outcome {
        let size = |datum: &Datum| match datum {
            Datum::Byte(_) => 1,
            Datum::Word { .. } => 2,
            Datum::Text(text) => text.len(),
        };
        self.place(line, data.iter().map(size).sum(), Emission::Data(data))
    }

    /// Parses an item of data: a string or an expression.
    fn datum(&mut self, line: &Statement<'_>, value: &[Token<'_>]) -> Outcome<Datum> {
        match value {
            [] => Err(At::new(Fault::ExpectedValue, line.operands_span()).into()),
            [text] if text.kind == Kind::Text && opens(line.text, text.at) => {
                Ok(Datum::Text(content(text, &TABLE.lexis)?))
            }
            [quote, ..] if (quote.is("'") || quote.is("\"")) && opens(line.text, quote.at) => {
                Err(At::new(Fault::Unterminated, span(value)).into())
            }
            _ => Ok(Datum::Byte(self.expression(value)?)),
        }
    }

    pub(super) fn word_data(&mut self, line: &Statement<'_>, high_first: bool) -> Outcome {
        let given = line.values()?;
        let word = |index| Ok(Datum::Word { value: self.value(line, &given, index)?, high_first });
        let data = (0..given.len()).map(word).collect::<Outcome<Vec<_>>>()?;
        self.place_data(line, data)
    }

    /// Reserves space; without a fill value nothing is emitted.
    pub(super) fn space(&mut self, line: &Statement<'_>) -> Outcome {
        let given = line.values()?;
        let value = match given.len() {
            1 => None,
            2 => Some(self.value(line, &given, 1)?),
            more => return Err(line.count("a count and a value", more).into()),
        };
        let count = self.value(line, &given, 0)?;
        let size = self.within(("the count", 0, END.into()), &count)?;
        let size = usize::try_from(size).unwrap_or(0);
        match value {
            None => self.advance(line, size),
            Some(value) => self.place(line, size, Emission::Fill { count: size, value }),
        }
    }

    pub(super) fn binary(&mut self, line: &Statement<'_>) -> Outcome {
        let span = line.operands_span();
        let name = file_name(line.text, span.clone()).to_owned();
        if name.is_empty() {
            return Err(line.needs_operand().into());
        }
        let from = self.current_file();
        let bytes = self.host.binary(&name, &from);
        let bytes = bytes.map_err(|why| At::new(Fault::Include { name, why }, span))?;
        self.place_data(line, vec![Datum::Text(bytes)])
    }
}

pub(super) fn constant(value: i64) -> Expression {
    Expression { steps: vec![Step::Number(value)], span: 0..0 }
}

/// The expression of an operand and, if already known, its value.
pub(super) struct Quantity {
    expression: Expression,
    number: Option<i64>,
}

impl Known for Quantity {
    fn known(&self) -> Option<i64> {
        self.number
    }

    fn unknown(text: &str) -> Option<Fault> {
        Some(Fault::OpcodeUnknown(text.to_owned()))
    }
}

type Operands<'t> = Vec<OperandValue<'t, Quantity>>;

/// Instruction selection: from mnemonic and operands to an opcode row.
impl Engine<'_> {
    pub(super) fn instruction(&mut self, line: &Statement<'_>) -> Outcome {
        let mut given = self.given(line)?;
        let rows = select(self.words, line.word(), &mut given);
        let Some((row, was_unknown)) = choose(&rows, &given) else {
            let without_a = |unmatched: &Unmatched<'_>| {
                let operand = slice(line.text, given.get(1)?.span.clone());
                let right = format!("{} {operand}", unmatched.without_a()?);
                Some(Hint::new(format!("write `{right}`"), right).of(line.whole_span()))
            };
            let hint = |unmatched: &Unmatched<'_>| self.foreign(line).or_else(|| without_a(unmatched));
            return Err(bad_operands(self.words, line, &given, hint).into());
        };
        let values =
            given.into_iter().map(|given| given.value.map_or_else(|| constant(0), |kept| kept.expression));
        let operands = row.operands().iter().copied().zip(values).collect();
        self.place(line, row.length.into(), Emission::Instruction { row, operands, was_unknown })?;
        self.input.change(line.record, |record| record.row = Some(row));
        Ok(())
    }

    fn given<'t>(&mut self, line: &Statement<'t>) -> Outcome<Operands<'t>> {
        let written = operand::own(self.words).read(&line.pieces(), line.operands_span().start)?;
        written.into_iter().map(|written| self.one_given(line, written)).collect()
    }

    fn one_given<'t>(
        &mut self,
        line: &Statement<'_>,
        written: OperandForm<'_, 't>,
    ) -> Outcome<OperandValue<'t, Quantity>> {
        let expression = written.value.map(|tokens| self.expression(tokens)).transpose();
        let expression = expression.map_err(|at| self.or_foreign(line, at))?;
        let number = expression.as_ref().and_then(|expression| self.symbols.value(expression).ok());
        Ok(OperandValue::new(written, expression.map(|expression| Quantity { expression, number }), number))
    }
}

/// Chooses the zero-page form if the address is known to be in the zero page. The flag says that the address was not
/// known in the first pass.
fn choose(rows: &[&'static Row], given: &[OperandValue<'_, Quantity>]) -> Option<(&'static Row, bool)> {
    let is_wide = given.iter().any(|operand| operand.size == Some(Size::Wide));
    let short = rows.iter().find(|row| is_short(row)).filter(|_| !is_wide);
    let long = rows.iter().find(|row| !is_short(row));
    let address = given.first().and_then(|given| given.value.as_ref());
    let number = address.and_then(|address| address.number);
    let is_byte = address.is_some_and(|address| address.expression.is_always_byte());
    let fits = is_byte || number.is_some_and(|number| (0..=0xFF).contains(&number));
    match (short, long) {
        (Some(short), Some(_)) if fits => Some((short, false)),
        (Some(_), Some(long)) => Some((long, number.is_none())),
        (short, long) => short.or(long).map(|row| (*row, false)),
    }
}
