//! Data and space.

use super::input::file_name;
use super::{Datum, END, Emission, Engine, Item, Outcome};
use crate::diagnostic::Problem;
use crate::emit::rows::range;
use crate::expression::{Expression, Step};
use crate::fault::Fault;
use crate::syntax::scan::{At, content, opens};
use crate::syntax::statement::Statement;
use crate::syntax::token::{Kind, Token, span};

/// The maximum number of bytes emitted; more would mean that bytes overlap.
const MOST_BYTES: usize = END as usize;

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
        let values = needed(line)?;
        let data = values.iter().map(|value| self.datum(line, value)).collect::<Outcome<Vec<_>>>()?;
        let size = |datum: &Datum| match datum {
            Datum::Value(_) => 1,
            Datum::Text(text) => text.len(),
        };
        self.place(line, data.iter().map(size).sum(), Emission::Bytes(data))
    }

    /// Parses an item of data: a string or an expression.
    fn datum(&mut self, line: &Statement<'_>, value: &[Token<'_>]) -> Outcome<Datum> {
        match value {
            [] => Err(At::new(Fault::ExpectedValue, line.operands_span()).into()),
            [text] if text.kind == Kind::Text && opens(line.text, text.at) => {
                Ok(Datum::Text(content(text.text, text.at)?))
            }
            [quote, ..] if (quote.is("'") || quote.is("\"")) && opens(line.text, quote.at) => {
                Err(At::new(Fault::Unterminated, span(value)).into())
            }
            _ => Ok(Datum::Value(self.expression(value)?)),
        }
    }

    pub(super) fn word_data(&mut self, line: &Statement<'_>, high_first: bool) -> Outcome {
        let given = needed(line)?;
        let values =
            (0..given.len()).map(|index| self.value(line, &given, index)).collect::<Result<Vec<_>, At>>()?;
        self.place(line, values.len() * 2, Emission::Words { values, high_first })
    }

    /// Reserves space; without a fill value nothing is emitted.
    pub(super) fn space(&mut self, line: &Statement<'_>) -> Outcome {
        let given = needed(line)?;
        let value = match given.len() {
            1 => None,
            2 => Some(self.value(line, &given, 1)?),
            more => return Err(line.count("a count and a value", more).into()),
        };
        let count = self.value(line, &given, 0)?;
        let size = self.symbols.value(&count)?;
        range("the count", size, 0, END.into()).map_err(|fault| At::new(fault, count.span))?;
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
        self.place(line, bytes.len(), Emission::Binary(bytes))
    }
}

/// Returns the values of a directive, which needs one.
fn needed<'s, 't>(line: &'s Statement<'t>) -> Result<Vec<&'s [Token<'t>]>, At> {
    let values = line.values();
    if values.is_empty() { Err(line.needs_operand()) } else { Ok(values) }
}

/// Returns an expression with a constant value.
pub(super) fn constant(value: i64) -> Expression {
    Expression { steps: vec![Step::Number(value)], span: 0..0 }
}
