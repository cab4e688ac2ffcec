//! DEFARRAY: text constants with numbers, `NAME[2]`, and their count, `NAME[#]`.

use crate::emit::rows::range;
use crate::fault::Fault;
use crate::names::{Argument, NameKind, Role};
use crate::origins::Origins;
use crate::passes::Engine;
use crate::syntax::{At, Checked, Statement, blanks, slice, tokens_in};

impl Engine<'_> {
    /// DEFARRAY NAME item, item; `DEFARRAY+` adds items.
    pub(crate) fn define_array(&mut self, statement: &Statement<'_>) -> Checked {
        let mut operands = statement.operands();
        let adds =
            operands.first().is_some_and(|plus| plus.is("+") && plus.at == statement.operation_span().end);
        operands = operands.get(usize::from(adds)..).unwrap_or(&[]);
        let missing = || statement.fault(Fault::NeedsName(statement.word().to_owned()));
        let name = operands.first().filter(|token| token.is_name()).ok_or_else(missing)?;
        let rest = slice(statement.text, name.end()..statement.text.len());
        let items = self.arguments_in(rest, name.end());
        self.pass.names.note_kind(NameKind::Text, name.text, &name.span(), Role::Definition);
        let array = self.pass.defines.arrays.entry(name.text.to_owned()).or_default();
        if !adds {
            array.clear();
        }
        array.extend(items);
        Ok(())
    }

    /// Returns the items of a list that stands in the current statement from `start` on, with their origins.
    pub(crate) fn arguments_in(&self, text: &str, start: usize) -> Vec<Argument> {
        let mut at = 0;
        let argument = |item: String| {
            let rest = slice(text, at..text.len());
            let from = at + rest.len() - rest.trim_start_matches([' ', '\t', ',', '<', '>']).len();
            // A list can have signs that its items do not have.
            let is_here = slice(text, from..text.len()).starts_with(&item);
            let range = start + from..start + from + item.len();
            let origins = if is_here { self.pass.names.origins.part(range) } else { Origins::default() };
            at = if is_here { from + item.len() } else { at };
            Argument { text: item, origins: Some(origins) }
        };
        items(text).into_iter().map(argument).collect()
    }

    /// Returns the text of `NAME[INDEX]` with its origins and where it ends, if an array with this name stands before `at`.
    pub(crate) fn array_item(
        &mut self,
        record: usize,
        name: &str,
        text: &str,
        at: usize,
    ) -> Checked<Option<(String, Origins, usize)>> {
        let Some(count) = self.pass.defines.arrays.get(name).map(Vec::len) else { return Ok(None) };
        let open = blanks(text, at);
        let Some(close) = slice(text, open..text.len()).strip_prefix('[').and_then(closing) else {
            return Ok(None);
        };
        let (start, end) = (open + 1, open + 1 + close);
        let inner = slice(text, start..end);
        if self.pass.depth > crate::syntax::expression::DEEPEST {
            return Err(At::new(Fault::TooNested(crate::syntax::expression::DEEPEST), start..end));
        }
        let own = self.pass.names.origins.clone();
        self.pass.names.origins = own.part(start..end);
        self.pass.depth += 1;
        let inner = self.expanded(record, &inner.into());
        self.pass.depth -= 1;
        self.pass.names.origins =
            crate::names::naming::moved(std::mem::take(&mut self.pass.names.origins), start);
        let index = self.index_of(&inner, start);
        self.pass.names.origins = own;
        let Some(index) = index? else { return Ok(Some((count.to_string(), Origins::default(), end + 1))) };
        range("the index", index, 0, count as i64 - 1).map_err(|fault| At::new(fault, start..end))?;
        let items = self.pass.defines.arrays.get(name);
        let item =
            items.and_then(|items| items.get(usize::try_from(index).ok()?)).cloned().unwrap_or_default();
        Ok(Some((item.text, item.origins.unwrap_or_default(), end + 1)))
    }

    /// Returns the value of an index that stands in a statement from `start` on; none for the count, `#`.
    fn index_of(&mut self, inner: &str, start: usize) -> Checked<Option<i64>> {
        if inner.trim() == "#" {
            return Ok(None);
        }
        self.number(&tokens_in(inner, start, &self.table.lexis)?).map(Some)
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
pub(crate) fn items(text: &str) -> Vec<String> {
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
