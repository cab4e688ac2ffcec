//! Splitting a statement into tokens.

use std::borrow::Cow;

use crate::fault::Fault;
use crate::syntax::lexis::{FOREIGN, Lexis, Quote};
use crate::syntax::number;
use crate::syntax::scan::{
    Apostrophe, At, Checked, Span, blanks, byte, character, is_one_of, opens, quoted, run, slice,
};

/// A character of names that the engine makes, which no source has in a name.
pub(crate) const MADE: char = '\x7F';

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    Number(i64),
    /// A string with its quotes.
    Text,
    Sign,
    /// A word that begins with a digit and is not a number.
    Wrong,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    /// Its place in the statement.
    pub(crate) at: usize,
}

impl Token<'_> {
    pub(crate) const EMPTY: Self = Self { kind: Kind::Sign, text: "", at: 0 };

    pub(crate) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    pub(crate) fn span(&self) -> Span {
        self.at..self.end()
    }

    pub(crate) fn is(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }

    /// Whether it may be an operator.
    pub(crate) fn is_word(&self) -> bool {
        matches!(self.kind, Kind::Sign | Kind::Name)
    }

    pub(crate) fn is_name(&self) -> bool {
        self.kind == Kind::Name
    }

    /// Returns a fault of the token, which its text is a part of.
    pub(crate) fn fault<T: Into<Fault>>(&self, fault: impl FnOnce(String) -> T) -> At {
        At::new(fault(self.text.to_owned()), self.span())
    }
}

pub(crate) fn unexpected(token: &Token<'_>) -> At {
    token.fault(if token.kind == Kind::Wrong { Fault::BadNumber } else { Fault::Unexpected })
}

/// Splits a text that stands in a statement from `start` on into tokens of the statement.
pub(crate) fn tokens_in<'t>(text: &'t str, start: usize, lexis: &Lexis) -> Checked<Vec<Token<'t>>> {
    let moved = |token: Token<'t>| Token { at: token.at + start, ..token };
    Ok(tokens(text, lexis)?.into_iter().map(moved).collect())
}

/// Returns the range of tokens.
pub(crate) fn span(tokens: &[Token<'_>]) -> Span {
    tokens.first().map_or(0, |token| token.at)..tokens.last().map_or(0, Token::end)
}

/// Splits a statement into tokens.
pub(crate) fn tokens<'t>(text: &'t str, lexis: &Lexis) -> Checked<Vec<Token<'t>>> {
    tokens_from(text, 0, lexis)
}

/// Splits the text from `at` on into tokens.
pub(crate) fn tokens_from<'t>(text: &'t str, at: usize, lexis: &Lexis) -> Checked<Vec<Token<'t>>> {
    let mut found: Vec<Token<'t>> = Vec::new();
    let mut at = blanks(text, at);
    let mut is_value = false;
    while at < text.len() {
        let after_value = found.last().is_some_and(|last| match last.kind {
            Kind::Sign => matches!(last.text, ")" | "]" | "$") || is_value,
            Kind::Name if FOREIGN && lexis.word_operators.is_empty() => last.end() == at,
            Kind::Name => !is_one_of(lexis.word_operators, last.text),
            _ => true,
        });
        let token = token(text, at, lexis, after_value, found.last())?;
        is_value = lexis.foreign().is_none() && !after_value && token.is("*");
        at = blanks(text, token.end());
        found.push(token);
    }
    Ok(found)
}

/// Splits at commas outside parentheses, brackets and braces. Returns no pieces for no tokens.
pub(crate) fn split<'a, 't>(tokens: &'a [Token<'t>]) -> Vec<&'a [Token<'t>]> {
    let mut pieces = Vec::new();
    let (mut start, mut depth, mut braces) = (0, 0_usize, 0_usize);
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            _ if token.kind != Kind::Sign => {}
            "{" => braces += 1,
            "}" => braces = braces.saturating_sub(1),
            // What braces enclose need not be balanced.
            _ if braces > 0 => {}
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                pieces.push(tokens.get(start..index).unwrap_or(&[]));
                start = index + 1;
            }
            _ => {}
        }
    }
    let last = tokens.get(start..).unwrap_or(&[]);
    if !(pieces.is_empty() && last.is_empty()) {
        pieces.push(last);
    }
    pieces
}

fn token<'t>(
    text: &'t str,
    at: usize,
    lexis: &Lexis,
    after_value: bool,
    last: Option<&Token<'_>>,
) -> Checked<Token<'t>> {
    let piece = |kind, end| Token { kind, text: slice(text, at..end), at };
    if let Some(end) = quote_end(text, at, lexis) {
        return match end {
            Some(end) => Ok(piece(Kind::Text, end)),
            // What is before it may be wrong too.
            None if lexis.foreign().is_none() => Ok(piece(Kind::Sign, at + 1)),
            None => Err(At::new(Fault::Unterminated, at..text.len())),
        };
    }
    if let Some(lexis) = lexis.foreign() {
        if let Some(end) = dollar_label(text, at, lexis) {
            return Ok(piece(Kind::Name, end));
        }
        if let Some((value, end)) = pixels(text, at, lexis).filter(|_| !after_value) {
            return Ok(piece(Kind::Number(value), end));
        }
        if let Some(end) = page_sign(text, at, lexis) {
            return Ok(piece(Kind::Sign, end));
        }
    }
    if let Some((value, end)) = number(
        text,
        at,
        lexis,
        after_value
            && (!FOREIGN || !lexis.word_operators.is_empty() || last.is_some_and(|last| !last.is_name())),
    ) {
        return Ok(piece(value.map_or(Kind::Wrong, Kind::Number), end));
    }
    if FOREIGN
        && lexis.braces
        && byte(text, at) == Some(b'!')
        && last.is_some_and(|last| takes_value(text, last))
    {
        let length = if byte(text, at + 1) == Some(b'=') { 2 } else { 1 };
        return Ok(piece(Kind::Sign, at + length));
    }
    let end = name_end(text, at, lexis);
    if end > at {
        let alternate = slice(text, at..end).eq_ignore_ascii_case("AF") && byte(text, end) == Some(b'\'');
        return Ok(piece(Kind::Name, end + usize::from(alternate)));
    }
    // Where a value is expected, each sign is a prefix operator of its own.
    let is_whole = after_value || lexis.foreign().is_some();
    let is_sign = |sign: &&&str| is_whole && slice(text, at..text.len()).starts_with(**sign);
    let sign = lexis.signs.iter().find(is_sign);
    let end = sign.map_or_else(|| character(text, at).end, |sign| at + sign.len());
    Ok(piece(Kind::Sign, end.max(at + 1)))
}

/// Whether a value follows a token, so that `!` is an operator there and not the beginning of a directive. Signs at the beginning of a
/// statement are a label.
fn takes_value(text: &str, last: &Token<'_>) -> bool {
    const WORDS: [&str; 11] = ["AND", "OR", "XOR", "EOR", "DIV", "MOD", "NOT", "ASL", "LSL", "ASR", "LSR"];
    match last.kind {
        Kind::Sign if matches!(last.text, "+" | "-") => {
            !slice(text, 0..last.at).trim_start().bytes().all(|byte| last.text.as_bytes() == [byte])
        }
        Kind::Sign => !matches!(last.text, "{" | "}" | ":" | ")"),
        Kind::Name => {
            last.text.starts_with('!') || WORDS.iter().any(|word| word.eq_ignore_ascii_case(last.text))
        }
        _ => false,
    }
}

/// Returns the value and end of a number of dots and hashes: `%..##..##`.
fn pixels(text: &str, at: usize, lexis: &Lexis) -> Option<(i64, usize)> {
    let end = run(text, at + 1, |byte| matches!(byte, b'.' | b'#' | b'0' | b'1'));
    let digits = slice(text, at + 1..end);
    let is_number = lexis.braces && byte(text, at) == Some(b'%') && digits.contains(['.', '#']);
    let value = i64::from_str_radix(&digits.replace('.', "0").replace('#', "1"), 2);
    value.ok().filter(|value| is_number && *value <= i64::from(u32::MAX)).map(|value| (value, end))
}

/// Returns the end of `$$`, `$$$` or `$$$$`.
fn page_sign(text: &str, at: usize, lexis: &Lexis) -> Option<usize> {
    let end = run(text, at, |byte| byte == b'$');
    (lexis.devices && (2..=4).contains(&(end - at))).then_some(end)
}

fn is_start(byte: u8, lexis: &Lexis) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || lexis.starts.as_bytes().contains(&byte)
}

fn is_part(byte: u8, lexis: &Lexis) -> bool {
    byte.is_ascii_alphanumeric()
        || byte == b'_'
        || lexis.foreign().is_some() && byte == MADE as u8
        || lexis.parts.as_bytes().contains(&byte)
}

/// Returns the end of the characters of a name; `!` is one of them before others.
fn parts_end(text: &str, at: usize, lexis: &Lexis) -> usize {
    let mut end = run(text, at, |byte| is_part(byte, lexis));
    while FOREIGN
        && lexis.only_first_labels
        && byte(text, end) == Some(b'!')
        && byte(text, end + 1).is_some_and(|byte| is_part(byte, lexis))
    {
        end = run(text, end + 1, |byte| is_part(byte, lexis));
    }
    end
}

/// Returns the end of the name at `at`, or `at` if there is none.
pub(crate) fn name_end(text: &str, at: usize, lexis: &Lexis) -> usize {
    let paths = |end: usize| {
        let joins = FOREIGN && lexis.paths && slice(text, end..end + 2) == "::";
        joins && byte(text, end + 2).is_some_and(|byte| is_start(byte, lexis) && byte != b'.')
    };
    let mut end = match byte(text, at) {
        Some(first) if is_start(first, lexis) => parts_end(text, at + 1, lexis),
        Some(b':') if paths(at) => at,
        _ => return at,
    };
    // A start that is no letter needs something after it.
    if lexis.foreign().is_some()
        && end == at + 1
        && !byte(text, at).is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
    {
        return at;
    }
    while paths(end) {
        end = run(text, end + 3, |byte| is_part(byte, lexis));
    }
    end
}

/// Returns the end of a local label such as `1$`.
fn dollar_label(text: &str, at: usize, lexis: &Lexis) -> Option<usize> {
    let end = run(text, at, |byte| byte.is_ascii_digit());
    let follows = byte(text, end + 1).is_some_and(|byte| byte.is_ascii_alphanumeric());
    (lexis.dollar_labels && end > at && byte(text, end) == Some(b'$') && !follows).then_some(end + 1)
}

/// Returns the value of the number at `at`, or `None` if it is wrong, and its end.
pub(crate) fn number(
    text: &str,
    at: usize,
    lexis: &Lexis,
    after_value: bool,
) -> Option<(Option<i64>, usize)> {
    let Some(lexis) = lexis.foreign() else {
        let is_sign = after_value && !byte(text, at).is_some_and(|byte| byte.is_ascii_digit());
        return match number::at(text, at, lexis.has_hash).filter(|_| !is_sign)? {
            Ok((value, end)) => Some((Some(value), end)),
            Err(wrong) => Some((None, wrong.span.end)),
        };
    };
    let digit = |at: usize, base| byte(text, at).is_some_and(|byte| char::from(byte).is_digit(base));
    let prefixed = lexis.number_prefixes.iter().find(|(prefix, base)| {
        let end = at + prefix.len();
        let is_sign = !prefix.starts_with(|c: char| c.is_ascii_digit());
        slice(text, at..end).eq_ignore_ascii_case(prefix)
            && digit(end, *base)
            && !(is_sign && after_value && !(lexis.devices && matches!(*prefix, "$" | "#")))
    });
    if let Some((prefix, base)) = prefixed {
        let start = at + prefix.len();
        let end = digits_end(text, start, lexis);
        // `0B` before hexadecimal digits and `H` is a hexadecimal number.
        let suffixed = prefix.starts_with('0').then(|| suffixed(slice(text, at..end), lexis)).flatten();
        return Some((suffixed.or_else(|| value(slice(text, start..end), *base)), end));
    }
    digit(at, 10).then(|| {
        let end = digits_end(text, at, lexis);
        let whole = slice(text, at..end);
        (suffixed(whole, lexis).or_else(|| value(whole, 10)), end)
    })
}

/// Returns the end of the digits and letters of a number.
fn digits_end(text: &str, at: usize, lexis: &Lexis) -> usize {
    let mut end = at;
    loop {
        end = run(text, end, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let divides = lexis.quoted_digits && byte(text, end) == Some(b'\'') && end > at;
        if !(divides && byte(text, end + 1).is_some_and(|byte| byte.is_ascii_alphanumeric())) {
            return end;
        }
        end += 1;
    }
}

fn suffixed(whole: &str, lexis: &Lexis) -> Option<i64> {
    lexis.number_suffixes.iter().find_map(|(suffix, base)| {
        let at = whole.len().checked_sub(suffix.len()).filter(|at| *at > 0)?;
        let ends = slice(whole, at..whole.len()).eq_ignore_ascii_case(suffix);
        if ends { value(slice(whole, 0..at), *base) } else { None }
    })
}

fn value(digits: &str, base: u32) -> Option<i64> {
    let is_bare = !digits.contains(['_', '\'']);
    let bare = if is_bare { Cow::from(digits) } else { Cow::from(digits.replace(['_', '\''], "")) };
    i64::from_str_radix(&bare, base).ok().filter(|value| *value <= i64::from(u32::MAX))
}

/// Returns the end of the string at `at`, or `None` inside if it is not closed.
pub(crate) fn quote_end(text: &str, at: usize, lexis: &Lexis) -> Option<Option<usize>> {
    let quote = byte(text, at)?;
    let how = match quote {
        b'"' => lexis.double,
        b'\'' => lexis.single,
        _ => return None,
    };
    if let Quote::Own(style) = how {
        let is_cut = matches!(style, Apostrophe::Data | Apostrophe::Either) && !opens(text, at);
        let end = if is_cut { run(text, at, |byte| byte != b',') } else { text.len() };
        return Some(quoted(slice(text, 0..end), at, style));
    }
    if !FOREIGN {
        return None;
    }
    if how == Quote::One {
        let (_, end) = octal(text, at + 1)?;
        return Some(Some(end + usize::from(byte(text, end) == Some(quote))));
    }
    if how == Quote::Character {
        let end = character(text, at + 1).end;
        return Some((byte(text, end) == Some(quote) && end > at + 1).then_some(end + 1));
    }
    let mut end = at + 1;
    loop {
        match byte(text, end) {
            None => return Some(None),
            Some(b'\\') if how == Quote::Escaped => end += 2,
            Some(found) if found == quote => {
                if how == Quote::Doubled && byte(text, end + 1) == Some(quote) {
                    end += 2;
                } else {
                    return Some(Some(end + 1));
                }
            }
            Some(_) => end = character(text, end).end.max(end + 1),
        }
    }
}

/// Returns the bytes of a string token.
pub(crate) fn content(token: &Token<'_>, lexis: &Lexis) -> Checked<Vec<u8>> {
    let text = token.text;
    let how = if text.starts_with('"') { lexis.double } else { lexis.single };
    let quote = text.chars().next().unwrap_or('"');
    // The closing quote of one character may be left out.
    let closes = match how {
        Quote::One => text.len() > 2 && text.ends_with(quote),
        Quote::Own(_) => text.len() > 1 && text.ends_with(quote),
        _ => true,
    };
    let closes = usize::from(closes);
    let inner = text.get(1..text.len().saturating_sub(closes)).unwrap_or("");
    if let Some((at, other)) = inner.char_indices().find(|(_, c)| !c.is_ascii()) {
        let start = token.at + 1 + at;
        return Err(At::new(Fault::NotAscii(other), start..start + other.len_utf8()));
    }
    match how {
        _ if !FOREIGN || matches!(how, Quote::Doubled | Quote::Own(_)) => {
            Ok(inner.replace(&[quote; 2].iter().collect::<String>(), &quote.to_string()).into_bytes())
        }
        Quote::Octal | Quote::One => Ok(octals(inner)),
        Quote::Escaped => escaped(inner).ok_or_else(|| At::new(Fault::BadEscape, token.span())),
        _ => Ok(inner.as_bytes().to_vec()),
    }
}

/// Returns the character at `at`, which a backslash may write, and its end.
fn octal(text: &str, at: usize) -> Option<(u8, usize)> {
    let first = byte(text, at)?;
    if first != b'\\' {
        return Some((first, character(text, at).end));
    }
    let control = match byte(text, at + 1) {
        Some(b'b') => 8,
        Some(b'f') => 12,
        Some(b'n') => 10,
        Some(b'r') => 13,
        Some(b't') => 9,
        _ => {
            let end = run(text, at + 1, |byte| matches!(byte, b'0'..=b'7')).min(at + 4);
            let digits = u16::from_str_radix(slice(text, at + 1..end), 8);
            return Some(digits.map_or((b'\\', at + 1), |value| (value.to_le_bytes()[0], end)));
        }
    };
    Some((control, at + 2))
}

/// Returns the characters of a text in which a backslash may write them.
pub(crate) fn octals(text: &str) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some((found, end)) = octal(text, at) {
        out.push(found);
        at = end;
    }
    out
}

fn escaped(inner: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = inner.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        out.push(match rest.next()? {
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'0' => 0,
            b'a' => 7,
            b'b' => 8,
            b'e' => 27,
            b'f' => 12,
            b'v' => 11,
            b'x' => {
                let mut digit =
                    || rest.next_if(u8::is_ascii_hexdigit).and_then(|digit| char::from(digit).to_digit(16));
                let high = digit()?;
                digit().map_or(high, |low| high * 16 + low).to_le_bytes()[0]
            }
            other @ (b'\\' | b'\'' | b'"' | b'?') => other,
            _ => return None,
        });
    }
    Some(out)
}
