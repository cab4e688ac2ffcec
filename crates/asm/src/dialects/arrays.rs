//! DEFARRAY: text constants with numbers, `NAME[2]`, and their count, `NAME[#]`.

use super::engine::Engine;
use super::statement::Statement;
use super::token::{Token, tokens};
use crate::fault::Fault;
use crate::scan::{At, blanks, slice};

impl Engine<'_> {
    /// DEFARRAY NAME item, item; `DEFARRAY+` adds items.
    pub(super) fn define_array(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let mut operands = statement.operands();
        let adds =
            operands.first().is_some_and(|plus| plus.is("+") && plus.at == statement.operation_span().end);
        operands = operands.get(usize::from(adds)..).unwrap_or(&[]);
        let missing = || At::new(Fault::NeedsName(statement.word().to_owned()), statement.operation_span());
        let name = operands.first().filter(|token| token.is_name()).ok_or_else(missing)?;
        let rest = slice(statement.text, name.end()..statement.text.len());
        let items = items(rest);
        let array = self.pass.defines.arrays.entry(name.text.to_owned()).or_default();
        if !adds {
            array.clear();
        }
        array.extend(items);
        Ok(())
    }

    /// Returns the text of `NAME[INDEX]` and where it ends, if an array with this name stands before `at`.
    pub(super) fn array_item(
        &mut self,
        record: usize,
        name: &str,
        text: &str,
        at: usize,
    ) -> Result<Option<(String, usize)>, At> {
        let Some(count) = self.pass.defines.arrays.get(name).map(Vec::len) else { return Ok(None) };
        let open = blanks(text, at);
        let Some(close) = slice(text, open..text.len()).strip_prefix('[').and_then(closing) else {
            return Ok(None);
        };
        let (start, end) = (open + 1, open + 1 + close);
        let inner = slice(text, start..end);
        if self.pass.depth > super::expression::DEEPEST {
            return Err(At::new(Fault::TooNested(super::expression::DEEPEST), start..end));
        }
        self.pass.depth += 1;
        let inner = self.expanded(record, &inner.into());
        self.pass.depth -= 1;
        let inner = &*inner;
        if inner.trim() == "#" {
            return Ok(Some((count.to_string(), end + 1)));
        }
        let found = tokens(inner, &self.table.lexis)?;
        let moved: Vec<Token<'_>> =
            found.iter().map(|token| Token { at: token.at + start, ..*token }).collect();
        let index = self.number(&moved)?;
        let item =
            usize::try_from(index).ok().and_then(|index| self.pass.defines.arrays.get(name)?.get(index));
        let outside = || {
            let most = count as i64 - 1;
            let what = "the index";
            let fault = if index < 0 {
                Fault::TooSmall { what, value: index, least: 0 }
            } else {
                Fault::TooLarge { what, value: index, most }
            };
            At::new(fault, start..end)
        };
        item.cloned().map(|item| Some((item, end + 1))).ok_or_else(outside)
    }
}

/// Returns the position of the bracket that closes an open one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(index, found)| {
        match found {
            '[' => depth += 1,
            ']' if depth == 0 => return Some(index),
            ']' => depth -= 1,
            _ => {}
        }
        None
    })
}

/// Returns the items of a list, divided at commas outside strings and `<…>`.
///
/// In angle brackets, `!` takes the next character as it is.
pub(super) fn items(text: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut item = String::new();
    let (mut quote, mut enclosed, mut was_enclosed) = (None, false, false);
    let mut rest = text.trim().chars().peekable();
    while let Some(found) = rest.next() {
        match found {
            '!' if enclosed => item.extend(rest.next()),
            '>' if enclosed && quote.is_none() => (enclosed, was_enclosed) = (false, true),
            '<' if !enclosed && quote.is_none() && item.trim().is_empty() => {
                enclosed = true;
                item.clear();
            }
            ',' if !enclosed && quote.is_none() => {
                items.push(finished(&mut item, &mut was_enclosed));
            }
            '\\' if quote == Some('"') => {
                item.push(found);
                item.extend(rest.next());
            }
            '"' | '\'' if quote == Some(found) => {
                quote = None;
                item.push(found);
            }
            '"' | '\'' if quote.is_none() => {
                quote = Some(found);
                item.push(found);
            }
            _ if was_enclosed && found.is_whitespace() => {}
            _ => item.push(found),
        }
    }
    if !(items.is_empty() && item.trim().is_empty() && !was_enclosed) {
        items.push(finished(&mut item, &mut was_enclosed));
    }
    items
}

fn finished(item: &mut String, was_enclosed: &mut bool) -> String {
    *was_enclosed = false;
    std::mem::take(item).trim().to_owned()
}
