//! Data and space.

use super::input::file_name;
use super::{Datum, END, Engine, Item, Line, Outcome, What};
use crate::diagnostic::Problem;
use crate::emit::rows::range;
use crate::expression::{Expression, Step};
use crate::fault::Fault;
use crate::syntax::scan::{At, content, opens, quoted, slice};

/// The maximum number of bytes emitted; more would mean that bytes overlap.
const MOST_BYTES: usize = END as usize;

impl Engine<'_> {
    /// Places an item of `count` bytes at the location counter.
    pub(super) fn place(&mut self, line: &Line, count: usize, what: What) -> Outcome {
        let (record, address, lost) = (line.index, self.location, self.lost);
        self.advance(line, count)?;
        self.emitted += count;
        if self.emitted > MOST_BYTES {
            return Err(Problem::Reported(self.stop(record, "more than 65536 bytes")));
        }
        self.items.push(Item { record, address, lost, what });
        Ok(())
    }

    fn advance(&mut self, line: &Line, count: usize) -> Outcome {
        let end = u32::try_from(count).ok().and_then(|count| self.location.checked_add(count));
        if let Some(end) = end.filter(|end| *end <= END) {
            self.location = end;
            return Ok(());
        }
        let reported = self.lost.unwrap_or_else(|| self.report(line.index, line.fault(Fault::PastEnd)));
        self.lost = Some(reported);
        Err(Problem::Reported(reported))
    }

    pub(super) fn bytes(&mut self, line: &Line) -> Outcome {
        let data =
            line.pieces().into_iter().map(|piece| self.datum(line, piece)).collect::<Outcome<Vec<_>>>()?;
        if data.is_empty() {
            return Err(line.fault(Fault::NeedsOperand(line.operation().to_owned())).into());
        }
        let size = |datum: &Datum| match datum {
            Datum::Value(_) => 1,
            Datum::Text(text) => text.len(),
        };
        self.place(line, data.iter().map(size).sum(), What::Bytes(data))
    }

    /// Parses a piece of data: a string that spans the whole piece, or an expression.
    fn datum(&mut self, line: &Line, piece: std::ops::Range<usize>) -> Outcome<Datum> {
        let text = &line.text;
        if opens(text, piece.start) && !piece.is_empty() {
            let end = quoted(text, piece.start, line.style)
                .ok_or_else(|| At::new(Fault::Unterminated, piece.clone()))?;
            if end == piece.end {
                return Ok(Datum::Text(content(slice(text, piece.clone()), piece.start)?));
            }
        }
        if piece.is_empty() {
            return Err(At::new(Fault::ExpectedValue, line.statement.operands.clone()).into());
        }
        Ok(Datum::Value(self.expression(line, piece)?))
    }

    pub(super) fn word_data(&mut self, line: &Line, high_first: bool) -> Outcome {
        let pieces = line.pieces();
        if pieces.is_empty() {
            return Err(line.fault(Fault::NeedsOperand(line.operation().to_owned())).into());
        }
        let values =
            pieces.into_iter().map(|piece| self.expression(line, piece)).collect::<Result<Vec<_>, At>>()?;
        self.place(line, values.len() * 2, What::Words { values, high_first })
    }

    /// Reserves space; without a fill value nothing is emitted.
    pub(super) fn space(&mut self, line: &Line) -> Outcome {
        let pieces = line.pieces();
        let (count, value) = match &*pieces {
            [count] => (count, None),
            [count, value] => (count, Some(self.expression(line, value.clone())?)),
            [] => return Err(line.fault(Fault::NeedsOperand(line.operation().to_owned())).into()),
            more => return Err(line.count("a count and a value", more.len()).into()),
        };
        let size = self.needed(line, count.clone())?;
        range("the count", size, 0, END.into()).map_err(|fault| At::new(fault, count.clone()))?;
        let size = usize::try_from(size).unwrap_or(0);
        match value {
            None => self.advance(line, size),
            Some(value) => self.place(line, size, What::Fill { count: size, value }),
        }
    }

    pub(super) fn binary(&mut self, line: &Line) -> Outcome {
        let span = line.statement.operands.clone();
        let name = file_name(&line.text, span.clone()).to_owned();
        if name.is_empty() {
            return Err(line.fault(Fault::NeedsOperand(line.operation().to_owned())).into());
        }
        let from = self.current_file();
        let bytes = self.host.binary(&name, &from);
        let bytes = bytes.map_err(|why| At::new(Fault::Include { name, why }, span))?;
        self.place(line, bytes.len(), What::Binary(bytes))
    }
}

/// Returns an expression with a constant value.
pub(super) fn constant(value: i64) -> Expression {
    Expression { steps: vec![Step::Number(value)], span: 0..0 }
}
