//! Statements: what the lines of a compiler's output consist of.

use std::collections::HashSet;

use super::compiler::without_comment;
use crate::listing::compiler::{Compiler, Syntax};

/// A statement. A line with a label and an instruction has two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement<'t> {
    /// The number of the line, from 1.
    pub(crate) line: usize,
    /// Its text, without comment.
    pub(crate) text: &'t str,
    pub(crate) kind: Kind<'t>,
}

/// Kind of a statement. Blanks in texts are as in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind<'t> {
    Section(&'t str),
    Label(&'t str),
    Begin(&'t str),
    End,
    Code,
    Data,
    Constant,
    /// Names that other files may use.
    Public(&'t str),
    /// A directive that sets how the file is assembled.
    Setting,
}

/// Returns the statements of a text. Lines without meaning for the code are left out.
pub(crate) fn statements<'t>(syntax: &Syntax, text: &'t str) -> Vec<Statement<'t>> {
    let (mut all, mut conditions) = (Vec::new(), Conditions::default());
    for (number, line) in text.lines().enumerate() {
        let mut rest = without_comment(line).trim();
        if conditions.takes(syntax, rest) {
            continue;
        }
        let mut add = |text, kind| all.push(Statement { line: number + 1, text, kind });
        while let Some((label, after)) = label(syntax, rest) {
            add(rest, Kind::Label(label));
            if let Some(after) = after.strip_prefix(':') {
                add(rest, Kind::Public(label));
                rest = after.trim();
            } else {
                rest = after.trim();
            }
        }
        let Some(kind) = kind(syntax, rest) else { continue };
        add(rest, kind);
        if has_attributes(kind, rest) {
            add(rest, Kind::Setting);
        }
    }
    all
}

/// Returns whether a section has more than a name: `.area _V (ABS)`.
fn has_attributes(kind: Kind<'_>, text: &str) -> bool {
    let Kind::Section(name) = kind else { return false };
    text.split_once(name).is_some_and(|(_, after)| !after.trim_matches(['"', ' ', '\t']).is_empty())
}

/// Returns a text with one blank where it has several. Those in strings stay.
pub(crate) fn with_single_blanks(text: &str) -> String {
    let (directive, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let operands = operands.trim();
    // A string of asxxxx may be in any delimiters.
    let is_string = [".asc", ".str"].iter().any(|start| directive.to_ascii_lowercase().starts_with(start));
    let mut result = directive.to_owned();
    if !operands.is_empty() {
        result.push(' ');
    }
    if is_string && !operands.starts_with('"') {
        return result + operands;
    }
    let mut is_quoted = false;
    for c in operands.chars() {
        is_quoted ^= c == '"';
        match c {
            c if is_quoted || !c.is_whitespace() => result.push(c),
            _ if result.ends_with(' ') => {}
            _ => result.push(' '),
        }
    }
    result
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | '?')
}

/// Returns the label at the beginning of a text, and the text after it.
fn label<'t>(syntax: &Syntax, text: &'t str) -> Option<(&'t str, &'t str)> {
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    if word.is_empty() {
        return None;
    }
    if let Some(after) = after.strip_prefix(':').filter(|after| !after.starts_with('=')) {
        return Some((word.trim_start_matches(if syntax.has_dot_labels { "." } else { "" }), after));
    }
    let name = word.strip_prefix('.').filter(|name| syntax.has_dot_labels && !name.is_empty())?;
    Some((name, after))
}

fn kind<'t>(syntax: &Syntax, text: &'t str) -> Option<Kind<'t>> {
    if text.is_empty() {
        return None;
    }
    let (word, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    let first =
        || operands.trim().split(|c: char| !is_part(c) && c != '"').next().unwrap_or("").trim_matches('"');
    let (begin, end) = syntax.function.unwrap_or_default();
    Some(match () {
        () if is(syntax.skipped) => return None,
        () if is(syntax.settings) => Kind::Setting,
        () if is(syntax.public) && !operands.contains('=') => Kind::Public(operands),
        () if is(syntax.sections) => Kind::Section(first()),
        () if is(syntax.named_sections) => Kind::Section(word),
        () if is(&[begin]) => Kind::Begin(first()),
        () if is(&[end]) => Kind::End,
        () if is(syntax.data) => Kind::Data,
        () if is(syntax.constants)
            || is_assignment(operands)
            || text.split_once('=').is_some_and(|(name, _)| name.trim().chars().all(is_part)) =>
        {
            Kind::Constant
        }
        () => Kind::Code,
    })
}

/// Returns whether a name comes before an equals sign: `NAME = 5`, `NAME := 5`, `NAME .equ 5`.
fn is_assignment(operands: &str) -> bool {
    let operands = operands.trim_start();
    ["=", ":=", ".equ", "equ "].iter().any(|sign| operands.starts_with(sign))
}

/// Returns the names of functions that return nothing, as the comments of a compiler's output say: `void name(`. SDCC copies whole lines
/// of the source, which can have these words in a comment, a parameter, a macro or a type as well.
pub(crate) fn void_functions(text: &str) -> HashSet<&str> {
    let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix(';'));
    comments.filter_map(void_function).collect()
}

fn void_function(comment: &str) -> Option<&str> {
    let (before, after) = comment.split_once("void ")?;
    let is_place = |word: &str| {
        let line = word.strip_suffix(':').and_then(|word| word.rsplit_once(':'));
        line.is_some_and(|(_, line)| !line.is_empty() && line.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let mut words = before.split_whitespace().peekable();
    words.next_if(|word| is_place(word));
    let begins_word = before.chars().next_back().is_none_or(char::is_whitespace);
    if !begins_word || !words.all(|word| ["static", "extern", "inline"].contains(&word)) {
        return None;
    }
    // cc65 writes in which memory the function is.
    let after = after.trim_start();
    let after = ["__near__", "__far__"]
        .iter()
        .find_map(|word| after.strip_prefix(word))
        .unwrap_or(after)
        .trim_start();
    let end = after.find(|c: char| !is_part(c))?;
    let (name, after) = after.split_at(end);
    (!name.is_empty() && after.trim_start().starts_with('(')).then_some(name)
}

/// The conditions around a line.
#[derive(Default)]
pub(crate) struct Conditions(Vec<Part>);

/// A part of a condition, from one of its lines to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Counts,
    Skipped,
    /// A part that counts, because it is not known whether it is assembled. The line that decides this cannot be read.
    Unknown,
}

impl Part {
    fn of(known: Option<bool>) -> Part {
        match known {
            Some(true) => Part::Counts,
            Some(false) => Part::Skipped,
            None => Part::Unknown,
        }
    }

    fn other(self) -> Part {
        match self {
            Part::Counts => Part::Skipped,
            Part::Skipped => Part::Counts,
            Part::Unknown => Part::Unknown,
        }
    }
}

/// Role of a line in conditional assembly.
enum Word {
    Begin,
    /// Another part with a condition of its own.
    OtherIf,
    Other,
    End,
}

impl Conditions {
    /// Returns whether a line is left out for the assembler: it is skipped, or belongs to a known condition.
    pub(crate) fn leaves_out(&mut self, syntax: &Syntax, line: &str) -> bool {
        let is_skipped = self.0.contains(&Part::Skipped);
        let is_unknown = self.0.last() == Some(&Part::Unknown);
        // The parts of an unknown condition are the assembler's.
        let is_for_assembler = is_unknown && !is_skipped;
        self.takes(syntax, line) && !is_for_assembler
    }

    /// Returns whether a line is not a statement: it is a known condition, or a condition is false.
    pub(crate) fn takes(&mut self, syntax: &Syntax, line: &str) -> bool {
        let (first, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let counts = self.0.iter().all(|part| *part != Part::Skipped);
        match (word(syntax, first), self.0.last_mut()) {
            (Some(Word::Begin), _) => {
                let known = known(syntax.compiler, first, operands);
                self.0.push(Part::of(known));
                known.is_some() || !counts
            }
            (Some(Word::OtherIf), Some(last)) => {
                *last = Part::Unknown;
                // Unless it is within another part that does not count.
                self.0.split_last().is_some_and(|(_, outer)| outer.contains(&Part::Skipped))
            }
            (Some(Word::Other), Some(last)) => {
                *last = last.other();
                true
            }
            (Some(Word::End), Some(_)) => {
                self.0.pop();
                true
            }
            _ => !counts,
        }
    }
}

fn word(syntax: &Syntax, word: &str) -> Option<Word> {
    let lower = word.to_ascii_lowercase();
    let name = if syntax.compiler == Compiler::Z88dk { Some(&*lower) } else { lower.strip_prefix('.') }?;
    match name {
        "if" | "ifdef" | "ifndef" => Some(Word::Begin),
        // Parts of a condition of asxxxx.
        "ift" | "iff" | "iftf" => Some(Word::OtherIf),
        "else" => Some(Word::Other),
        "endif" => Some(Word::End),
        _ if name.starts_with("elif") || name.starts_with("elseif") => Some(Word::OtherIf),
        _ if name.starts_with("if") && syntax.compiler != Compiler::Z88dk => Some(Word::Begin),
        _ => None,
    }
}

/// Returns whether a condition is true for the processor, if that is known.
fn known(compiler: Compiler, word: &str, operands: &str) -> Option<bool> {
    let text: String = operands.chars().filter(|c| !c.is_whitespace()).collect();
    match compiler {
        Compiler::Sdcc => None,
        Compiler::Z88dk if word.eq_ignore_ascii_case("ifndef") => {
            any_processor(&text).map(|is_true| !is_true)
        }
        Compiler::Z88dk => any_processor(&text),
        Compiler::Cc65 if word.eq_ignore_ascii_case(".if") => capability(&text),
        Compiler::Cc65 => None,
    }
}

/// Evaluates z88dk's `__CPU_Z80__ || !__CPU_8080__ && FAST`.
fn any_processor(text: &str) -> Option<bool> {
    let of_all = |text: &str| junction(text.split('&').filter(|part| !part.is_empty()).map(processor), false);
    junction(text.split('|').filter(|part| !part.is_empty()).map(of_all), true)
}

/// Returns whether one of the parts has the deciding value, or else whether all have the other one.
fn junction(parts: impl Iterator<Item = Option<bool>>, deciding: bool) -> Option<bool> {
    let parts: Vec<Option<bool>> = parts.collect();
    if parts.contains(&Some(deciding)) {
        return Some(deciding);
    }
    (!parts.contains(&None)).then_some(!deciding)
}

fn processor(name: &str) -> Option<bool> {
    if let Some(rest) = name.strip_prefix('!') {
        return processor(rest).map(|is_true| !is_true);
    }
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && name.starts_with("__CPU_")).then_some(name == "__CPU_Z80__")
}

/// Evaluates ca65's conditions that are true only for newer processors: `.cap(CPU_HAS_STZ)`, `(.cpu .bitand CPU_ISET_65SC02)`.
fn capability(text: &str) -> Option<bool> {
    if let Some(rest) = text.strip_prefix(".not") {
        return capability(rest).map(|is_true| !is_true);
    }
    let inner = |before: &str| text.strip_prefix(before)?.strip_suffix(')');
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if let Some(name) = inner(".cap(") {
        return (name.starts_with("CPU_HAS_") && is_name(name)).then_some(false);
    }
    let set = inner("(.cpu.bitand")?;
    let set = set.strip_prefix("::").unwrap_or(set);
    // The instruction sets of the 6502 itself are not among them.
    (is_name(set) && set.starts_with("CPU_ISET_65") && !set.starts_with("CPU_ISET_6502")).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_declarations_say_that_a_function_returns_nothing() {
        for comment in [
            "check.c:9: void clear(void) { count = 0; }",
            " void __near__ clear (void)",
            "check.c:10: static inline void clear(void)",
        ] {
            assert_eq!(void_function(comment), Some("clear"), "{comment}");
        }
        for comment in [
            "t.c:3: int clear(void) { // was: void clear(void)",
            "t.c:3: /* old: void clear(void); */ int clear(void);",
            "t.c:3: int g(void clear(void)) {",
            "t.c:3: #define void clear(a)",
            "t.c:3: typedef void clear(void);",
            "t.c:3: avoid clear(void)",
            "// void clear(void)",
        ] {
            assert_eq!(void_function(comment), None, "{comment}");
        }
    }

    #[test]
    fn what_is_known_of_conditions() {
        for (compiler, line, expected) in [
            (Compiler::Z88dk, "IF __CPU_Z80__", Some(true)),
            (Compiler::Z88dk, "IFNDEF __CPU_Z80__", Some(false)),
            (Compiler::Z88dk, "IF !__CPU_8080__ && !__CPU_GBZ80__", Some(true)),
            (Compiler::Z88dk, "IF __CPU_Z80__ && FAST", None),
            (Compiler::Z88dk, "IF __CPU_8085__ && FAST", Some(false)),
            (Compiler::Z88dk, "IF __CPU_Z80__ || FAST", Some(true)),
            (Compiler::Z88dk, "IF __CPU_INTEL__ | __CPU_GBZ80__", Some(false)),
            (Compiler::Z88dk, "IF __CPU_Z80__ = 0", None),
            (Compiler::Z88dk, "IFDEF FAST", None),
            (Compiler::Cc65, ".if .not .cap(CPU_HAS_STZ)", Some(true)),
            (Compiler::Cc65, ".if .cap(CPU_HAS_BRA8)", Some(false)),
            (Compiler::Cc65, ".if .cap(CPU_HAS_BRA8) .or (FAST)", None),
            (Compiler::Cc65, ".if (.cpu .bitand ::CPU_ISET_65SC02)", Some(false)),
            (Compiler::Cc65, ".if .not (.cpu .bitand CPU_ISET_65C02)", Some(true)),
            (Compiler::Cc65, ".if (.cpu .bitand CPU_ISET_6502)", None),
            (Compiler::Cc65, ".ifdef CPU_ISET_65C02", None),
            (Compiler::Sdcc, ".if 1", None),
        ] {
            let (word, operands) = line.split_once(' ').unwrap();
            assert_eq!(known(compiler, word, operands), expected, "{line}");
        }
    }

    /// The lines that are left, without the words of known conditions.
    #[test]
    fn the_lines_that_count() {
        let count = |compiler: Compiler, text: &str| -> String {
            let mut conditions = Conditions::default();
            let left: Vec<&str> =
                text.split(';').filter(|line| !conditions.takes(compiler.syntax(), line)).collect();
            left.join(";")
        };
        for (compiler, text, expected) in [
            (Compiler::Z88dk, "IF __CPU_Z80__;a;ELSE;b;ENDIF;c", "a;c"),
            (Compiler::Z88dk, "IF FAST;a;ELSE;b;ENDIF;c", "IF FAST;a;b;c"),
            (Compiler::Z88dk, "IF __CPU_Z80__;a;ELIF FAST;b;ENDIF;c", "a;ELIF FAST;b;c"),
            (Compiler::Z88dk, "IFNDEF __CPU_Z80__;IF FAST;a;ELSE;b;ENDIF;c;ENDIF;d", "d"),
            (Compiler::Cc65, ".if .cap(CPU_HAS_STZ);.ifpc02;a;.else;b;.endif;c;.endif;d", "d"),
            (Compiler::Sdcc, ".ifeq x;a;.else;b;.endif;c", ".ifeq x;a;b;c"),
        ] {
            assert_eq!(count(compiler, text), expected, "{text}");
        }
    }
}
