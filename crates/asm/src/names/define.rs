//! Text constants: names that are replaced by text before a statement is parsed.

use std::ops::Range;
use std::rc::Rc;

use crate::fault::Fault;
use crate::names::{
    Argument, Defines, Definition, LONGEST_LINE, NameKind, Role, Substitution, WORD, join, part_of, word_end,
};
use crate::origins::{Origins, Place};
use crate::passes::Engine;
use crate::syntax::{
    At, Checked, Code, Lexis, Parameters, Piece, Span, Statement, Token, blanks, character, is_one_of,
    name_end, quote_end, slice,
};

/// The maximum number of replacements in a statement.
const MOST: usize = 200;

impl Engine<'_> {
    /// Returns the current statement with its text constants replaced, and its origins with them.
    pub(crate) fn expanded(&mut self, record: usize, text: &Rc<str>) -> Rc<str> {
        let in_tokens = self.table.parameters == Parameters::Tokens;
        // ca65 replaces in what it keeps, too.
        let is_kept = self.pass.recording.is_some() && !in_tokens;
        if self.pass.defines.is_empty() || is_kept || !in_tokens && keeps_names(text) {
            return Rc::clone(text);
        }
        let starts_here = in_tokens && self.pass.recording.is_none();
        let start = if starts_here { after_defined_name(text, &self.table.lexis) } else { 0 };
        self.replaced(record, text, start)
    }

    /// Returns a text with its text constants replaced from a position on; nothing if one of them is wrong.
    fn replaced(&mut self, record: usize, text: &Rc<str>, start: usize) -> Rc<str> {
        let (own, mut out) = (self.pass.names.origins.clone(), text.to_string());
        match self.replace(record, &mut out, start) {
            Ok(0) => Rc::clone(text),
            Ok(_) => out.into(),
            Err(at) => {
                let is_long = matches!(at.fault, Fault::LongLine(_));
                self.report(record, at);
                if !is_long || self.table.parameters == Parameters::Tokens {
                    return "".into();
                }
                self.pass.names.origins = own;
                Rc::clone(text)
            }
        }
    }

    /// Replaces the text constants from a position on. Returns how many were replaced.
    fn replace(&mut self, record: usize, out: &mut String, start: usize) -> Checked<usize> {
        let (mut at, mut count) = (start, 0);
        while at < out.len() {
            let name = match self.constant_at(out, at) {
                Ok(name) => name,
                Err(after) => {
                    at = after;
                    continue;
                }
            };
            self.pass.names.note_kind(NameKind::Text, slice(out, name.clone()), &name, Role::Use);
            if self.table.parameters == Parameters::Tokens {
                // Arguments are read after what is in them is replaced.
                self.with_arguments(record, out, &name)?;
            } else {
                let Some((body, origins, rest)) = self.replacement(record, out, &name)? else {
                    at = name.end;
                    continue;
                };
                out.replace_range(name.start..rest, &body);
                self.pass.names.origins.replace(name.start..rest, body.len(), origins);
            }
            count += 1;
            if count > MOST || out.len() > LONGEST_LINE {
                return Err(At::new(Fault::LongLine(LONGEST_LINE), 0..0));
            }
        }
        Ok(count)
    }

    /// Returns the range of a text constant at `at`, or the position after what is there.
    fn constant_at(&self, text: &str, at: usize) -> Result<Span, usize> {
        let lexis = &self.table.lexis;
        let in_words = self.table.parameters == Parameters::Words;
        let end = if in_words { word_end(text, at, lexis) } else { name_end(text, at, lexis) };
        if end == at {
            return Err(quote_end(text, at, lexis).flatten().unwrap_or_else(|| next(text, at, lexis)));
        }
        let word = slice(text, at..end);
        let defines = &self.pass.defines;
        if !in_words {
            // Each name of a path is one of its own.
            let mut start = at;
            for part in word.split("::") {
                if defines.replaces(part) {
                    return Ok(start..start + part.len());
                }
                start += part.len() + 2;
            }
            return Err(end);
        }
        let found = part_of(word, 0, |part| defines.replaces(part).then_some(()));
        found.map(|(range, ())| at + range.start..at + range.end).ok_or(end)
    }

    /// Returns the text for a text constant, and the end of what it stands for. An array without an index stays.
    fn replacement(
        &mut self,
        record: usize,
        text: &str,
        name: &Span,
    ) -> Checked<Option<(String, Origins, usize)>> {
        let word = slice(text, name.clone());
        if let Some(definition) = self.pass.defines.by_name.get(word) {
            let (origins, lexis) = (&self.pass.names.origins, &self.table.lexis);
            return Ok(Some(applied(definition, text, origins, name.end, lexis)));
        }
        self.array_item(record, word, text, name.end)
    }

    /// Replaces a text constant and its arguments, which end at a comma or at the end of the statement, parentheses or not.
    fn with_arguments(&mut self, record: usize, out: &mut String, name: &Span) -> Checked {
        let Some(definition) = self.pass.defines.by_name.get(slice(out, name.clone())).cloned() else {
            return Ok(());
        };
        let parameters = definition.parameters.unwrap_or_default();
        let (mut body, mut end): (Rc<str>, usize) = (definition.text.into(), name.end);
        let mut origins = definition.origins;
        if !parameters.is_empty() {
            if self.pass.depth > crate::syntax::expression::DEEPEST {
                return Err(At::new(Fault::MacroDepth(crate::syntax::expression::DEEPEST), name.clone()));
            }
            self.pass.depth += 1;
            let (rest, range): (Rc<str>, _) = (slice(out, name.end..out.len()).into(), name.end..out.len());
            let of_rest = self.pass.names.origins.part(range.clone());
            let own = std::mem::replace(&mut self.pass.names.origins, of_rest);
            let rest = self.replaced(record, &rest, 0);
            let of_rest = std::mem::replace(&mut self.pass.names.origins, own);
            self.pass.names.origins.replace(range.clone(), rest.len(), of_rest);
            self.pass.depth -= 1;
            out.replace_range(range, &rest);
            let missing = || At::new(Fault::NeedsOperand(slice(out, name.clone()).to_owned()), name.clone());
            let (arguments, after) =
                crate::flow::macros::comma_arguments(&rest, &self.table.lexis, Some(parameters.len()))?;
            if arguments.len() < parameters.len() || arguments.iter().any(Range::is_empty) {
                return Err(missing());
            }
            end = name.end + after;
            let argument = |range: Span| self.written(out, name.end + range.start..name.end + range.end);
            let arguments = arguments.into_iter().map(argument).collect();
            let substitution = Substitution::new(parameters, arguments, Parameters::Tokens);
            (body, origins) = substitution.apply(&body, &origins, &self.table.lexis);
        }
        let mut all = Code::default();
        all.push(slice(out, 0..name.start), self.pass.names.origins.part(0..name.start));
        join(&mut all, &body, origins);
        join(&mut all, slice(out, end..out.len()), self.pass.names.origins.part(end..out.len()));
        (*out, self.pass.names.origins) = (all.text, all.origins);
        Ok(())
    }

    /// DEFINE NAME text, or `.define name(a, b) text`.
    pub(crate) fn define_text(&mut self, statement: &Statement<'_>) -> Checked {
        let mut operands = statement.operands();
        // `DEFINE+` may define a name again.
        if operands.first().is_some_and(|plus| plus.is("+") && plus.at == statement.operation_span().end) {
            operands = operands.get(1..).unwrap_or(&[]);
        }
        let missing = || statement.fault(Fault::NeedsName(statement.word().to_owned()));
        let name = operands.first().filter(|token| token.is_name()).ok_or_else(missing)?;
        if self.table.studies && (self.pass.defines.has(name.text) || self.macro_of(name.text).is_some()) {
            return Err(name.fault(Fault::Duplicate));
        }
        if self.table.studies && self.is_own_mnemonic(name.text) && !self.pass.has_free_names {
            return Err(At::new(Fault::Reserved(name.text.to_owned(), WORD), name.span()));
        }
        let text = statement.text;
        let in_tokens = self.table.parameters == Parameters::Tokens;
        let opens = operands.get(1).filter(|open| open.is("(") && (open.at == name.end() || in_tokens));
        let close = opens.and_then(|_| operands.iter().position(|token| token.is(")")));
        let (parameters, start) = match close {
            Some(close) => {
                let inner = operands.get(2..close).unwrap_or(&[]);
                let names: Vec<Token<'_>> = inner.iter().filter(|token| token.is_name()).copied().collect();
                (Some(names), operands.get(close).map_or(0, Token::end))
            }
            None => (None, name.end()),
        };
        let rest = slice(text, start..text.len());
        let start = start + rest.len() - rest.trim_start().len();
        let body = rest.trim().to_owned();
        let origins = self.pass.names.origins.part(start..start + body.len());
        self.pass.names.note_kind(NameKind::Text, name.text, &name.span(), Role::Definition);
        let place = |token: &Token<'_>| (token.text.to_owned(), self.pass.names.place(&token.span()));
        let places: Vec<(String, Option<Place>)> = parameters.iter().flatten().map(place).collect();
        if self.pass.names.is_on {
            let record = self.input.records.get(statement.record);
            let (file, number) = record.map_or((0, 0), |record| (record.file, record.number));
            let piece = Piece::new(file, number, body.as_str().into(), origins.clone());
            self.note_kept(&[piece], &places, true);
        }
        let parameters = parameters.map(|_| places.into_iter().map(|(name, _)| name).collect());
        let definition = Definition { parameters, text: body, origins };
        self.pass.defines.by_name.insert(name.text.to_owned(), definition);
        Ok(())
    }

    pub(crate) fn undefine(&mut self, statement: &Statement<'_>) -> Checked {
        if let Some(name) = statement.operands().first() {
            if self.table.studies && !self.pass.defines.has(name.text) && self.macro_of(name.text).is_none() {
                return Err(name.fault(Fault::Undefined));
            }
            if self.pass.defines.has(name.text) {
                self.pass.names.note_kind(NameKind::Text, name.text, &name.span(), Role::Use);
            }
            if name.is("*") {
                self.pass.defines = Defines::default();
            }
            self.pass.defines.arrays.remove(name.text);
            self.pass.defines.by_name.remove(name.text);
            self.pass.macros.remove(&self.macro_key(name.text));
        }
        Ok(())
    }
}

/// Returns the position after the name that `.define` or `.undefine` takes as it is, or 0.
fn after_defined_name(text: &str, lexis: &Lexis) -> usize {
    let start = blanks(text, 0);
    let end = name_end(text, start, lexis);
    let word = slice(text, start..end);
    if !is_one_of(".define .undefine .undef", word) {
        return 0;
    }
    name_end(text, blanks(text, end), lexis)
}

/// Whether a statement takes names as they are: those that define or test text constants.
fn keeps_names(text: &str) -> bool {
    let word = text.trim_start().trim_start_matches(['.', '!']);
    let word = word.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
    is_one_of("DEFINE UNDEFINE UNDEF IFDEF IFNDEF REDEFINE DEFARRAY MACRO", word)
}

/// Returns the position after the number or character at `at`.
fn next(text: &str, at: usize, lexis: &Lexis) -> usize {
    let number = crate::syntax::token::number(text, at, lexis, false);
    let end = number.map_or_else(|| character(text, at).end, |(_, end)| end);
    end.max(at + 1)
}

/// Returns the text of a definition with its arguments, its origins, and where they end.
fn applied(
    definition: &Definition,
    text: &str,
    origins: &Origins,
    end: usize,
    lexis: &Lexis,
) -> (String, Origins, usize) {
    let whole = || (definition.text.clone(), definition.origins.clone(), end);
    let Some(parameters) = &definition.parameters else { return whole() };
    let open = blanks(text, end);
    let Some(inner) = slice(text, open..text.len()).strip_prefix('(') else {
        return whole();
    };
    let (mut depth, mut arguments, mut start) = (0_usize, Vec::new(), 0);
    let mut close = inner.len();
    for (index, found) in inner.char_indices() {
        match found {
            '(' => depth += 1,
            ')' if depth == 0 => {
                close = index;
                break;
            }
            ')' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(start..index);
                start = index + 1;
            }
            _ => {}
        }
    }
    arguments.push(start..close);
    let argument = |range: Span| {
        let part = slice(inner, range.clone());
        let at = open + 1 + range.start + part.len() - part.trim_start().len();
        let text = part.trim().to_owned();
        Argument { origins: Some(origins.part(at..at + text.len())), text }
    };
    let arguments = arguments.into_iter().map(argument).collect();
    let how = Parameters::Text { join: None, in_strings: false };
    let substitution = Substitution::new(parameters.clone(), arguments, how);
    let (body, origins) = substitution.apply(&definition.text, &definition.origins, lexis);
    (body.to_string(), origins, (open + 1 + close + 1).min(text.len()))
}
