//! Conditional assembly: which lines of a text count.

use crate::listing::compiler::{Compiler, Syntax};

/// The conditions around a line.
#[derive(Default)]
pub(crate) struct Conditions(Vec<Part>);

/// A part of a condition, from one of its lines to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Counts,
    Skipped,
    /// It is not known whether the part is assembled, so it counts. The line that says so cannot be read.
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

/// What a line is for the conditions.
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
