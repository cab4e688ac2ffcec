//! Repetitions: a number of times, for each item, while a condition holds.

use std::rc::Rc;

use crate::fault::{DialectFault, Fault};
use crate::flow::{Condition, Counter, DEEPEST, Frame, FrameKind, Items, Loop, RecordingKind, condition};
use crate::names::{Argument, Role, Substitution};
use crate::passes::{Engine, MOST_STATEMENTS};
use crate::symbols::SymbolKind;
use crate::syntax::{
    At, Checked, Directive, Kind, Parameters, Piece, Statement, Token, Value, content, slice, span, split,
    tokens, tokens_in,
};

/// The maximum number of repetitions of one loop.
const MOST: i64 = 0x1_0000;

impl Engine<'_> {
    /// Begins to keep the statements of a repetition.
    pub(crate) fn repeat(&mut self, statement: &Statement<'_>, directive: Directive) -> Checked {
        let (what, outcome) = match self.items(statement, directive) {
            Ok((name, items)) => {
                // `!for i, 1, 5` leaves 6 in `i`, the older `!for i, 5` leaves 5.
                let leaves_next = directive == Directive::For && statement.pieces().len() > 2;
                let repeat = Loop { name, items, count: 0, leaves_next, is_statement: false };
                (RecordingKind::Repeat(repeat), Ok(()))
            }
            Err(at) => (RecordingKind::Nothing { is_macro: false }, Err(at)),
        };
        self.begin_keeping(statement, what);
        outcome
    }

    fn items(
        &mut self,
        statement: &Statement<'_>,
        directive: Directive,
    ) -> Checked<(Option<Counter>, Items)> {
        let missing = || statement.needs_operand();
        let operands = self.operands_of(statement);
        let pieces = split(operands);
        let piece = |index: usize| pieces.get(index).copied().unwrap_or(&[]);
        if directive == Directive::Do {
            let before = condition(statement.text, &self.pass.names.origins, operands)?;
            return Ok((None, Items::While(before, None)));
        }
        let first = piece(0).first().ok_or_else(missing)?;
        let counter = |token: &Token<'_>| Counter {
            name: token.text.to_owned(),
            full: self.full_name(token.text),
            place: self.pass.names.place(&token.span()),
        };
        let name = |tokens: &[Token<'_>]| tokens.first().filter(|token| token.is_name()).map(counter);
        let [first_name, second_name] = [name(piece(0)), name(piece(1))];
        match directive {
            Directive::While => {
                // sjasmplus takes the most repetitions after a comma.
                let end = piece(0).last().map_or(first.at, Token::end);
                let text = self.written(statement.text, first.at..end);
                Ok((None, Items::While(Some(Condition { text, is_inverted: false }), None)))
            }
            Directive::For => {
                let (from, to) = if pieces.len() > 2 {
                    (self.number(piece(1))?, self.number(piece(2))?)
                } else {
                    (1, self.number(piece(1))?)
                };
                let step = if to < from { -1 } else { 1 };
                // `!for i, 0` repeats nothing.
                let is_none = pieces.len() == 2 && to < 1;
                let turns = i64::try_from(to.abs_diff(from)).unwrap_or(i64::MAX).saturating_add(1);
                let count = if is_none { 0 } else { turns };
                // No statement could be processed so often.
                if usize::try_from(count).is_ok_and(|count| count > MOST_STATEMENTS) {
                    let fault = DialectFault::Repetitions { count, most: MOST_STATEMENTS as i64 };
                    return Err(At::new(fault, span(operands)));
                }
                Ok((first_name, Items::Numbers { count, first: from, step }))
            }
            Directive::Each | Directive::EachCharacter if self.table.parameters == Parameters::Blanks => {
                let mut texts = self.divided(statement.text, first.end())?;
                if directive == Directive::EachCharacter {
                    texts = texts.first().map_or("", |text| &text.text).chars().map(Argument::made).collect();
                }
                Ok((first_name, Items::Texts(texts)))
            }
            Directive::Each | Directive::EachCharacter => {
                let texts = self.texts(statement, directive, &pieces)?;
                Ok((first_name, Items::Texts(texts)))
            }
            _ => {
                let count = self.number(piece(0))?;
                if !(0..=MOST).contains(&count) {
                    let fault = DialectFault::Repetitions { count, most: MOST };
                    return Err(At::new(fault, first.at..operands.last().map_or(first.at, Token::end)));
                }
                Ok((second_name, Items::Numbers { count, first: 0, step: 1 }))
            }
        }
    }

    /// Returns the items of IRP, and the characters of IRPC.
    fn texts(
        &self,
        statement: &Statement<'_>,
        directive: Directive,
        pieces: &[&[Token<'_>]],
    ) -> Checked<Vec<Argument>> {
        let text_of = |tokens: &[Token<'_>], shift: usize| match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => self.written(statement.text, shift + first.at..shift + last.end()),
            _ => Argument::default(),
        };
        let rest = pieces.get(1..).unwrap_or(&[]);
        let (Some(first), Some(last)) =
            (rest.first().and_then(|piece| piece.first()), rest.last().and_then(|piece| piece.last()))
        else {
            return Ok(Vec::new());
        };
        let whole = slice(statement.text, first.at..last.end());
        let list = whole.strip_prefix('<').and_then(|inner| inner.strip_suffix('>'));
        if directive == Directive::EachCharacter {
            let text = match first.kind {
                Kind::Text => String::from_utf8(content(first, &self.table.lexis)?).unwrap_or_default(),
                _ => list.unwrap_or(whole).to_owned(),
            };
            return Ok(text.chars().map(Argument::made).collect());
        }
        Ok(match list {
            Some(list) => {
                let found = tokens(list, &self.table.lexis)?;
                let items = split(&found).into_iter();
                items.map(|piece| text_of(piece, first.at + 1)).collect()
            }
            None => rest.iter().map(|piece| text_of(piece, 0)).collect(),
        })
    }

    /// Begins the repetitions of what was kept.
    pub(crate) fn begin_loop(&mut self, repeat: Loop, pieces: Rc<[Piece]>, record: usize) -> Checked {
        if self.input.frames.len() > DEEPEST {
            return Err(At::new(Fault::MacroDepth(DEEPEST), 0..0));
        }
        let call = self.input.records.get(record).and_then(|record| record.call.clone());
        let blocks = self.pass.blocks.len();
        self.input.push(Frame::new(pieces, FrameKind::Repeat(repeat), call, Some(record), blocks));
        if let Some(frame) = self.input.frames.last_mut() {
            frame.finish();
        }
        Ok(())
    }

    /// Begins the next repetition of the innermost frame, if it has one.
    pub(crate) fn next_repetition(&mut self) -> bool {
        if !matches!(self.input.frames.last(), Some(Frame { kind: FrameKind::Repeat(_), .. })) {
            return false;
        }
        self.pass.turns += 1;
        if self.is_over(self.input.records.len().saturating_sub(1)) {
            return false;
        }
        let Some(Frame { kind: FrameKind::Repeat(repeat), .. }) = self.input.frames.last() else {
            return false;
        };
        let (count, name, is_statement) = (repeat.count, repeat.name.clone(), repeat.is_statement);
        let after = match &repeat.items {
            Items::Numbers { count: most, first, step } if repeat.leaves_next => Some(first + step * most),
            _ => None,
        };
        let item = match &repeat.items {
            Items::Numbers { count: most, first, step } => {
                (count < *most).then(|| Argument::made((first + step * count).to_string()))
            }
            Items::Texts(texts) => usize::try_from(count).ok().and_then(|index| texts.get(index).cloned()),
            Items::While(before, after) => {
                let mut conditions =
                    [after.clone().filter(|_| count > 0), before.clone()].into_iter().flatten();
                let goes_on = conditions.all(|condition| self.goes_on(&condition, count));
                goes_on.then(Argument::default)
            }
        };
        let Some(item) = item else {
            if let (Some(name), Some(after)) = (&name, after) {
                let _ = self.symbols.define(&name.full, SymbolKind::Variable, Value::number(after), None);
            }
            return false;
        };
        let variable = name.as_ref().filter(|_| self.table.counts_by_variable);
        if let (Some(Counter { name, full, place }), Ok(number)) = (variable, item.text.parse()) {
            self.note_name_at(full, name, *place, Role::Definition);
            let _ = self.symbols.define(full, SymbolKind::Variable, Value::number(number), None);
        }
        let name = name.filter(|_| !self.table.counts_by_variable);
        let how = match self.table.parameters {
            Parameters::Symbols => Parameters::Text { join: None, in_strings: false },
            text => text,
        };
        if let Some(frame) = self.input.frames.last_mut() {
            if let FrameKind::Repeat(repeat) = &mut frame.kind {
                repeat.count += 1;
            }
            frame.substitution = name.map(|counter| Substitution::new(vec![counter.name], vec![item], how));
        }
        self.input.restart(!is_statement);
        true
    }

    /// Assembles statements several times.
    pub(crate) fn repeat_pieces(&mut self, pieces: Vec<Piece>, count: i64, record: usize) -> Checked {
        if !(0..=MOST).contains(&count) {
            return Err(At::new(DialectFault::Repetitions { count, most: MOST }, 0..0));
        }
        let items = Items::Numbers { count, first: 0, step: 1 };
        let repeat = Loop { name: None, items, count: 0, leaves_next: false, is_statement: true };
        self.begin_loop(repeat, pieces.into(), record)
    }

    fn goes_on(&mut self, condition: &Condition, count: i64) -> bool {
        let record = self.input.records.len().saturating_sub(1);
        let Argument { text, origins } = &condition.text;
        let own = std::mem::replace(&mut self.pass.names.origins, origins.clone().unwrap_or_default());
        let value = tokens(text, &self.table.lexis).and_then(|tokens| self.number(&tokens));
        self.pass.names.origins = own;
        let value = value.map(|value| i64::from((value != 0) != condition.is_inverted));
        match value {
            Ok(value) if value != 0 && count >= MOST => {
                self.report(record, At::new(DialectFault::Repetitions { count, most: MOST }, 0..0));
                false
            }
            Ok(value) => value != 0,
            Err(at) => {
                self.report(record, at);
                false
            }
        }
    }

    /// Repeats the rest of the statement, if it begins with a count. Returns whether it does.
    pub(crate) fn dot_repeat(&mut self, statement: &Statement<'_>) -> Checked<bool> {
        if !self.table.lexis.dot_counts {
            return Ok(false);
        }
        let start = statement.operation_span().start;
        let rest = slice(statement.text, start..statement.text.len());
        let Some(after_dot) = rest
            .strip_prefix('.')
            .filter(|after| after.starts_with(|c: char| c == '(' || c.is_ascii_digit()))
        else {
            return Ok(false);
        };
        let length = count_end(after_dot);
        let shift = start + 1;
        let count = self.number(&tokens_in(slice(after_dot, 0..length), shift, &self.table.lexis)?)?;
        // The blanks keep the columns of messages.
        let text = " ".repeat(shift + length) + slice(after_dot, length..after_dot.len());
        if text.trim().is_empty() {
            return Err(At::new(Fault::ExpectedValue, start..statement.text.len()));
        }
        let Some(record) = self.input.records.get(statement.record) else { return Ok(true) };
        let origins = self.pass.names.origins.part(shift + length..statement.text.len());
        let origins = crate::names::naming::moved(origins, shift + length);
        let piece = Piece::new(record.file, record.number, text.into(), origins);
        self.repeat_pieces(vec![piece], count, statement.record)?;
        Ok(true)
    }
}

/// Returns the end of a number or of an expression in parentheses.
fn count_end(text: &str) -> usize {
    if !text.starts_with('(') {
        return text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    }
    let mut depth = 0_usize;
    for (index, found) in text.char_indices() {
        match found {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    text.len()
}
