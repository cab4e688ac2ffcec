//! Operands of a compiler's assembler with their expressions in our own syntax, as its dialect computes them.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use arcadian_isa::{Form, Processor};

use crate::{listing::compiler::Compiler, rules::syntax};

/// Returns an instruction with the expressions in our own syntax. Marks, parentheses and registers stay as they are.
pub(crate) fn in_own_syntax(compiler: Compiler, text: &str) -> Result<String, String> {
    let Some((mnemonic, operands)) = text.split_once(' ') else { return Ok(text.to_owned()) };
    let operands: Option<Vec<String>> =
        split(operands).into_iter().map(|operand| rewritten(compiler, operand.trim())).collect();
    let operands = operands.ok_or("an expression cannot be read")?;
    Ok(format!("{mnemonic} {}", operands.join(",")))
}

/// Returns the operands, which commas outside of parentheses and quotes separate.
fn split(operands: &str) -> Vec<&str> {
    let (mut all, mut start, mut depth, mut is_quoted, mut before) = (Vec::new(), 0, 0, false, ' ');
    let mut chars = operands.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => is_quoted = !is_quoted,
            // A character, perhaps closed by another apostrophe; not that of AF'.
            '\'' if !is_quoted && !before.is_alphanumeric() => {
                chars.next();
                chars.next_if(|(_, c)| *c == '\'');
            }
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted => depth -= 1,
            ',' if !is_quoted && depth == 0 => {
                all.extend(operands.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    all.extend(operands.get(start..));
    all
}

fn rewritten(compiler: Compiler, operand: &str) -> Option<String> {
    if is_simple(operand) || is_register(operand) {
        return Some(operand.to_owned());
    }
    if let Some(constant) = operand.strip_prefix('#').filter(|_| compiler != Compiler::Z88dk) {
        return Some(format!("#{}", expression(compiler, constant)?));
    }
    if let Some(inner) = enclosed(operand) {
        return Some(format!("({})", inside(compiler, inner.trim())?));
    }
    if compiler == Compiler::Sdcc
        && let Some((register, offset)) = index_after(operand)
    {
        let offset = offset.strip_prefix('#').unwrap_or(offset);
        return Some(format!("({register}{})", signed(&expression(compiler, offset)?)));
    }
    expression(compiler, operand)
}

/// Returns what is in parentheses.
fn inside(compiler: Compiler, inner: &str) -> Option<String> {
    if is_simple(inner) || is_register(inner) {
        return Some(inner.to_owned());
    }
    if compiler == Compiler::Cc65 {
        return match inner.rsplit_once(',') {
            Some((address, index)) => Some(format!("{},{}", expression(compiler, address)?, index.trim())),
            None => expression(compiler, inner),
        };
    }
    let index = ["ix", "iy", "sp"].iter().find_map(|index| {
        let (register, rest) =
            inner.split_at_checked(2).filter(|(name, _)| name.eq_ignore_ascii_case(index))?;
        rest.trim_start().starts_with(['+', '-']).then_some((register, rest.trim_start()))
    });
    match index {
        Some((register, offset)) if offset.len() == 1 => Some(format!("{register}{offset}")),
        Some((register, offset)) => Some(format!("{register}{}", signed(&expression(compiler, offset)?))),
        // `(hl+)` of z88dk.
        None if inner.get(..2).is_some_and(is_register) => Some(inner.to_owned()),
        None => expression(compiler, inner.strip_prefix('#').unwrap_or(inner)),
    }
}

fn signed(offset: &str) -> String {
    if offset.starts_with('-') { offset.to_owned() } else { format!("+{offset}") }
}

/// Returns the register and the offset before it of an operand such as `5 (ix)`.
fn index_after(operand: &str) -> Option<(&str, &str)> {
    let (offset, register) = operand.strip_suffix(')')?.rsplit_once('(')?;
    let (offset, register) = (offset.trim(), register.trim());
    let is_index = ["ix", "iy"].iter().any(|index| index.eq_ignore_ascii_case(register));
    (is_index && !offset.is_empty()).then_some((register, offset))
}

fn expression(compiler: Compiler, text: &str) -> Option<String> {
    if is_simple(text.trim()) {
        return Some(text.trim().to_owned());
    }
    compiler.dialect()?.in_own_syntax(text, &mut str::to_owned)
}

/// Returns whether a text is one name, or one number that has the same value in all dialects.
fn is_simple(text: &str) -> bool {
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix('$'));
    let is_hexadecimal =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    match text.bytes().next() {
        Some(first) if first.is_ascii_alphabetic() || first == b'_' => is_word(text),
        Some(b'0'..=b'9') => {
            text.bytes().all(|byte| byte.is_ascii_digit())
                || hexadecimal.is_some_and(is_hexadecimal)
                || text
                    .strip_suffix('$')
                    .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        }
        _ => hexadecimal.is_some_and(is_hexadecimal),
    }
}

/// Returns whether a text is a register of the Z80 that is not a name: `af'`. Others are words.
fn is_register(text: &str) -> bool {
    ["af'", "hl", "bc", "de", "sp", "ix", "iy"].iter().any(|name| name.eq_ignore_ascii_case(text))
}

/// Returns what parentheses around the whole operand enclose.
fn enclosed(operand: &str) -> Option<&str> {
    let inner = operand.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0_i32;
    let stays = inner.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    stays.then_some(inner)
}

/// The names of two listings.
#[derive(Debug)]
pub(crate) struct Names {
    reserved: HashSet<&'static str>,
    by_original: HashMap<String, String>,
    used: HashSet<String>,
}

impl Names {
    pub(crate) fn new(processor: Processor) -> Names {
        let forms = processor.rows().flat_map(|row| row.forms());
        let reserved = forms.filter_map(register).collect();
        Names { reserved, by_original: HashMap::new(), used: HashSet::new() }
    }

    /// Returns a name that no other name has. Registers and conditions are what they are.
    pub(crate) fn name(&mut self, original: &str) -> String {
        if self.reserved.contains(&*original.to_ascii_uppercase()) {
            return original.to_owned();
        }
        if let Some(known) = self.by_original.get(original) {
            return known.clone();
        }
        let mut plain = syntax::name(original);
        if is_made(&plain) {
            plain.push('_');
        }
        let mut name = plain.clone();
        let mut number = 2;
        while !self.used.insert(name.to_ascii_uppercase()) {
            name = format!("{plain}_{number}");
            number += 1;
        }
        self.by_original.insert(original.to_owned(), name.clone());
        name
    }
}

/// Returns whether a name looks like one that is made for a place in a region.
fn is_made(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    ["OLD_", "NEW_", "LINE_", "HERE_", "END_OF_FUNCTION"].iter().any(|start| upper.starts_with(start))
}

fn register(form: Form<'static>) -> Option<&'static str> {
    match form {
        Form::Name(name)
        | Form::AtName(name)
        | Form::Indexed(name)
        | Form::ValueBy(name)
        | Form::AtValueBy(name)
        | Form::AtValueThenBy(name) => Some(name),
        Form::Value(_) | Form::AtValue | Form::Immediate => None,
    }
}

pub(crate) fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | '?')
}

/// Replaces the names in a text. Numbers and what is in quotes stay.
pub(crate) fn renamed(text: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => rest.get(1..).and_then(|inner| inner.find('"')).map_or(rest.len(), |end| end + 2),
            c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        let is_number = first.is_ascii_digit() && !word.ends_with('$') || first == '$';
        if is_part(first) && !is_number {
            result += &name(word);
        } else {
            result += word;
        }
        rest = after;
    }
    result
}

/// A statement of the compiler's assembler with our names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Name(String),
    /// Text between names, with strings and numbers.
    Other(String),
}

impl Text {
    /// Reads a text of the compiler's assembler; `name` returns our name for one of the compiler's.
    pub(crate) fn read(compiler: Compiler, text: &str, name: &mut dyn FnMut(&str) -> String) -> Text {
        let mut pieces = Vec::new();
        let mut end = 0;
        for range in compiler.dialect().map_or(Vec::new(), |dialect| dialect.names_in(text)) {
            let (before, word) = (text.get(end..range.start), text.get(range.clone()));
            pieces.push(Piece::Other(before.unwrap_or("").to_owned()));
            pieces.push(Piece::Name(name(word.unwrap_or(""))));
            end = range.end;
        }
        pieces.push(Piece::Other(text.get(end..).unwrap_or("").to_owned()));
        Text(pieces)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Name(name) => Some(name),
            Piece::Other(_) => None,
        })
    }

    pub(crate) fn rename(&mut self, name: &mut dyn FnMut(&str) -> String) {
        for piece in &mut self.0 {
            if let Piece::Name(known) = piece {
                *known = name(known);
            }
        }
    }

    /// Returns the names of each expression in it.
    pub(crate) fn expressions(&self) -> Vec<Vec<&String>> {
        let mut all = vec![Vec::new()];
        // The first name is the directive.
        for piece in self.0.iter().skip(2) {
            match piece {
                Piece::Name(name) => all.last_mut().into_iter().for_each(|names| names.push(name)),
                Piece::Other(text) if text.contains(',') => all.push(Vec::new()),
                Piece::Other(_) => {}
            }
        }
        all
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Name(text) | Piece::Other(text) => f.write_str(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::in_own_syntax;
    use crate::listing::compiler::Compiler::{Cc65, Sdcc, Z88dk};

    #[test]
    fn constants_are_computed_by_the_precedence_of_the_dialect() {
        for (compiler, text, expected) in [
            // In our own syntax `>` applies to everything that follows.
            (Cc65, "lda #>_v+1", "lda #(>_v)+1"),
            (Cc65, "lda #<(_v+1)", "lda #<(_v+1)"),
            (Cc65, "lda #<(_v)", "lda #<_v"),
            (Cc65, "lda #1+2*3", "lda #7"),
            // `&` binds as `*` does, `|` as `+` does.
            (Cc65, "lda #1|2&3+4", "lda #7"),
            (Cc65, "lda (ptr1),y", "lda (ptr1),y"),
            (Cc65, "lda (ptr1+1,x)", "lda (ptr1+1,x)"),
            (Cc65, "lda _v+1,y", "lda _v+1,y"),
            (Cc65, "sta _v-$02", "sta _v-$02"),
            (Cc65, "lda #'a'", "lda #97"),
            (Cc65, "beq *+4", "beq $+4"),
            // Shifts are below sums.
            (Sdcc, "ld a, #2+1<<2", "ld a,#12"),
            (Sdcc, "ld a, #_v+1<<2", "ld a,#(_v+1)<<2"),
            (Sdcc, "ld a, #<(_v + 1)", "ld a,#<(_v+1)"),
            (Sdcc, "ld hl, #(_v + 1)", "ld hl,#_v+1"),
            (Sdcc, "ld a, (_v + 1)", "ld a,(_v+1)"),
            (Sdcc, "ld -2 (ix), #0x01", "ld (ix-2),#0x01"),
            (Sdcc, "ld a, #','", "ld a,#44"),
            (Sdcc, "ld a, #'\"", "ld a,#34"),
            (Sdcc, "ex af, af'", "ex af,af'"),
            (Sdcc, "jr NZ, 00101$", "jr NZ,00101$"),
            (Sdcc, "jr NZ, .+4", "jr NZ,$+4"),
            (Z88dk, "ld hl,i_1+0", "ld hl,i_1+0"),
            (Z88dk, "ld hl,1+2*3", "ld hl,7"),
            (Z88dk, "ld a,(ix+_n-1)", "ld a,(ix+_n-1)"),
            (Z88dk, "ld a,(hl+)", "ld a,(hl+)"),
        ] {
            assert_eq!(in_own_syntax(compiler, text).as_deref(), Ok(expected), "{text}");
        }
    }
}
