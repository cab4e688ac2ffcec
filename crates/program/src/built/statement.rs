//! A line of an assembler source as far as it must be known to compare it with bytes: labels, the first word, constants.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_isa::{Instruction, Processor, Row, Status};

/// The words between the name and the value of a constant.
const DEFINE: [&str; 5] = ["=", ":=", "equ", ".equ", "=="];
const MACRO: [&str; 4] = ["macro", ".macro", ".mac", "mac"];

#[derive(Clone, Copy)]
pub(super) struct Statement<'a> {
    /// The last label before the statement.
    pub(super) label: Option<&'a str>,
    /// The statement without label and comment.
    pub(super) text: &'a str,
    pub(super) word: &'a str,
    pub(super) kind: Word,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// There is no statement; perhaps a label.
    None,
    Mnemonic,
    /// A directive, or a word that this program does not know.
    Other,
}

/// The mnemonics of a processor.
pub(super) struct Mnemonics {
    processor: Processor,
    all: BTreeSet<String>,
}

impl Mnemonics {
    pub(super) fn new(processor: Processor) -> Self {
        let names = processor.rows().map(|row| row.mnemonic);
        let aliases = processor.aliases().iter().map(|(alias, _)| *alias);
        Mnemonics { processor, all: names.chain(aliases).map(str::to_ascii_lowercase).collect() }
    }

    fn has(&self, word: &str) -> bool {
        !word.is_empty() && self.all.contains(&word.to_ascii_lowercase())
    }

    /// Whether an instruction has a mnemonic, or an alternative one. Those that no manual describes have several names.
    pub(super) fn is_of(&self, word: &str, instruction: &Instruction) -> bool {
        let name = instruction.row.mnemonic;
        let is_documented =
            |row: &&Row| row.status == Status::Documented && row.mnemonic.eq_ignore_ascii_case(word);
        if instruction.row.status != Status::Documented
            && self.has(word)
            && !self.processor.rows().any(|row| is_documented(&row))
        {
            return true;
        }
        let is_alias = |(alias, of): &(&str, &str)| alias.eq_ignore_ascii_case(word) && *of == name;
        name.eq_ignore_ascii_case(word) || self.processor.aliases().iter().any(is_alias)
    }
}

impl<'a> Statement<'a> {
    /// Reads a line, whose mnemonics are those of a processor.
    pub(super) fn read(line: &'a str, mnemonics: &Mnemonics) -> Self {
        let mut text = uncommented(line).trim_end();
        let mut label = None;
        loop {
            let rest = text.trim_start();
            let word = rest.split([' ', '\t']).next().unwrap_or_default();
            let after = rest.get(word.len()..).unwrap_or_default();
            let next = after.split_whitespace().next().unwrap_or_default();
            if let Some((name, after)) = rest.split_once(':')
                && !name.contains(|c: char| c.is_whitespace() || "\"'(".contains(c))
                && !after.starts_with('=')
            {
                (label, text) = (Some(name), after.trim_start_matches(':'));
                continue;
            }
            // A label in the first column needs no colon.
            let is_first = text.len() == rest.len() && text.len() == uncommented(line).trim_end().len();
            if is_first && !mnemonics.has(word) && mnemonics.has(next) {
                (label, text) = (Some(word), after);
                continue;
            }
            let kind = match () {
                () if word.is_empty() => Word::None,
                () if mnemonics.has(word) => Word::Mnemonic,
                () if word.eq_ignore_ascii_case(".proc") => {
                    label = Some(next);
                    Word::None
                }
                () => Word::Other,
            };
            return Self { label, text: rest, word, kind };
        }
    }
}

/// Returns the names that a statement declares as those of other modules.
pub(super) fn imports<'a>(statement: Statement<'a>) -> impl Iterator<Item = &'a str> {
    let words = [".import", ".importzp", ".global", ".globalzp"];
    let is_it = words.iter().any(|word| word.eq_ignore_ascii_case(statement.word));
    let names = statement.text.get(statement.word.len()..).filter(|_| is_it).unwrap_or_default();
    names
        .split(',')
        .filter_map(|name| name.split([':', '=']).next())
        .map(str::trim)
        .filter(|name| !name.is_empty())
}

/// The lines that define constants, by the names; none if several lines define one.
pub(super) type Constants<'a> = BTreeMap<&'a str, Option<&'a str>>;

/// The directives whose bytes depend on the place of their segment, or on files.
pub(super) fn is_about_place(word: &str) -> bool {
    let word = word.trim_start_matches('.').to_ascii_lowercase();
    ["align", "org", "incbin", "include", "binary", "balign"].contains(&word.as_str())
}

/// The mnemonics of later processors of the 6502's family.
pub(super) fn is_foreign(word: &str) -> bool {
    const NAMES: [&str; 14] =
        ["bra", "stz", "phx", "phy", "plx", "ply", "trb", "tsb", "stp", "wai", "ina", "dea", "inc", "dec"];
    let word = word.to_ascii_lowercase();
    let is_about_bit = ["rmb", "smb", "bbr", "bbs"]
        .iter()
        .any(|start| word.starts_with(start) && word.len() == start.len() + 1);
    NAMES.contains(&word.as_str()) || is_about_bit
}

/// Returns a line without its comment.
pub(super) fn uncommented(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, ';') => return line.get(..at).unwrap_or_default(),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    line
}

pub(super) fn constants<'a>(lines: impl Iterator<Item = &'a String>) -> Constants<'a> {
    let mut all = Constants::new();
    for line in lines {
        let text = uncommented(line).trim();
        let mut words = text.split_whitespace();
        let (Some(name), Some(sign)) = (words.next(), words.next()) else { continue };
        if DEFINE.iter().any(|word| word.eq_ignore_ascii_case(sign)) {
            let known = all.entry(name).or_insert(Some(text));
            *known = known.filter(|known| *known == text);
        }
    }
    all
}

/// Returns the name of the macro that a line begins to define.
pub(super) fn macro_name(line: &str) -> Option<String> {
    let mut words = line.split([' ', '\t', ',', ':']).filter(|word| !word.is_empty());
    let (one, other) = (words.next()?, words.next()?);
    let is_sign = |word: &str| MACRO.iter().any(|sign| sign.eq_ignore_ascii_case(word));
    let name = if is_sign(one) { other } else { one };
    (is_sign(one) || is_sign(other)).then(|| name.to_ascii_lowercase())
}

/// Returns the word that a line of ca65 gives another meaning.
pub(super) fn defined_word(line: &str) -> Option<&str> {
    let mut words = line.split([' ', '\t', '(']).filter(|word| !word.is_empty());
    words.next().filter(|word| word.eq_ignore_ascii_case(".define")).and_then(|_| words.next())
}
