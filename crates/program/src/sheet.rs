//! Sheets of the routines of programs: a contract, the symbols that it names, and the code. Contracts are header lines of a
//! sheet in the comments of a source above a label, or in a file.
//!
//! The bytes are those that a proof knows. All other memory is unconstrained, as in any sheet: the value of a variable at the time of the
//! build proves nothing.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use arcadian_asm::{
    Content, Disassembly, Range, Subject, disassemble,
    sheet::{
        Block, Contract, block, header_text, is_beside_code, keys, near_key, read_line, subject, unmarked,
    },
};
use arcadian_files::{
    Files, LONGEST_SOURCE, diagnostic,
    error::{Context, Result, message},
    escape,
};
use arcadian_isa::Processor;
use arcadian_proof::Routine;

use crate::{
    Located, Program,
    debug_data::{Level, LineRange, Symbol},
    lines::is_left_out,
    map::{self, Part, loaded},
    open::Linked,
    source::{declared, ends_block, ends_function, is_comment, is_condition, words},
    sources::{Doubt, is_instruction},
};

/// The keys that a program states by other means.
const REPLACED: [&str; 4] = ["routine", "cpu", "org", "dialect"];
/// Those of them whose values are checked here; a routine is found by its name.
const CHECKED: [&str; 3] = ["cpu", "org", "dialect"];

/// Code that becomes a sheet.
struct Sheet<'a> {
    processor: Processor,
    label: Cow<'a, str>,
    entry: u16,
    parts: Vec<Part>,
    /// The symbols that the header names.
    symbols: BTreeSet<(String, u16)>,
}

/// Returns the sheet by which a routine of a binary is verified: the lines of the contract have the numbers that they have in their file.
pub(crate) fn of_contract(
    program: &Program,
    processor: Processor,
    contract: &BinaryContract,
    entry: u16,
    is_kept: &dyn Fn(u16) -> bool,
) -> Result<String> {
    check_replaced(program, processor, contract)?;
    let mut text = ";\n".repeat(contract.first.saturating_sub(1));
    for line in &contract.lines {
        let is_kept = header_text(line).is_some_and(|header| !is_replaced(header));
        text += &if is_kept { line.replacen("//!", " ;!", 1) } else { ";".to_owned() };
        text += "\n";
    }
    let symbol = |name: &str| Some((name.to_owned(), address_for(program, &contract.name, entry, name)?));
    let sheet = Sheet {
        processor,
        label: label(&contract.name),
        entry,
        parts: runs(program.bytes().into_iter().filter(|(address, _)| is_kept(*address))),
        symbols: terms(contract).into_iter().filter_map(symbol).collect(),
    };
    text += &sheet.names();
    text += &sheet.code()?;
    Ok(text)
}

/// Returns the address of a name as a routine has it: in its own scope, in its own module, elsewhere.
fn address_for(program: &Program, routine: &str, entry: u16, name: &str) -> Option<u16> {
    let symbols = &program.linked()?.data.symbols;
    let address = |symbol: &Symbol| u16::try_from(symbol.value).ok();
    let own = symbols.iter().find(|symbol| symbol.name == routine && address(symbol) == Some(entry));
    let inner = ["::", ".", "@"].map(|sign| format!("{routine}{sign}{name}"));
    let wanted = inner.into_iter().chain([name.to_owned(), format!("_{name}")]);
    let of_module = |module: Option<&String>| {
        let has = |wanted: String| {
            let mut found =
                symbols.iter().filter(|symbol| symbol.module.as_ref() == module && symbol.name == wanted);
            found.next().filter(|_| found.next().is_none()).and_then(address)
        };
        wanted.clone().find_map(has)
    };
    let module = own.and_then(|own| own.module.as_ref());
    of_module(module).or_else(|| of_module(None)).or_else(|| program.source.address_of(name).ok())
}

pub(crate) fn of_source(routine: &Routine, contract: &Contract) -> Result<String> {
    own(routine, contract.lines.iter().map(|(_, line)| line.as_str()))
}

pub(crate) fn of_binary(routine: &Routine, contract: &BinaryContract) -> Result<String> {
    own(routine, contract.lines.iter().map(String::as_str))
}

/// Returns the sheet of a routine whose bytes are those that its proof knows.
fn own<'a>(routine: &Routine, lines: impl Iterator<Item = &'a str>) -> Result<String> {
    let assembly = &routine.assembly;
    let lines: Vec<&str> = lines.filter_map(header_text).filter(|line| !is_replaced(line)).collect();
    let symbol =
        |name: &str| Some((name.to_owned(), u16::try_from(assembly.symbol(name)?.value).unwrap_or(u16::MAX)));
    let sheet = Sheet {
        processor: routine.processor(),
        label: label(&routine.name),
        entry: routine.entry,
        parts: assembly.parts().into_iter().map(|(first, bytes)| (first, bytes.to_vec())).collect(),
        symbols: lines.iter().flat_map(|line| words(line)).filter_map(symbol).collect(),
    };
    let header = lines.iter().fold(sheet.names(), |text, line| text + &format!(";! {line}\n"));
    Ok(header + &sheet.code()?)
}

impl Sheet<'_> {
    /// Returns the header lines that name the routine.
    fn names(&self) -> String {
        format!(";! routine: {}\n;! cpu: {}\n", self.label, self.processor.to_string().to_ascii_lowercase())
    }

    /// Returns the symbols outside of the code, and the code.
    fn code(&self) -> Result<String> {
        let has = |address: u16| {
            self.parts.iter().any(|(first, bytes)| {
                address.checked_sub(*first).is_some_and(|offset| usize::from(offset) < bytes.len())
            })
        };
        let mut text = String::new();
        let mut symbols: Vec<(String, i32)> = vec![(self.label.to_string(), self.entry.into())];
        for (name, value) in self.symbols.iter().filter(|(name, _)| !name.eq_ignore_ascii_case(&self.label)) {
            if has(*value) {
                symbols.push((name.clone(), (*value).into()));
            } else {
                let _ = writeln!(text, "{name:<8}EQU {}", self.processor.hex(*value, 4));
            }
        }
        for (origin, bytes) in &self.parts {
            let last =
                origin.saturating_add(u16::try_from(bytes.len().saturating_sub(1)).unwrap_or(u16::MAX));
            let entries = [self.entry];
            let is_code = (*origin..=last).contains(&self.entry);
            let ranges = [Range { first: *origin, last, content: Content::Data }];
            let how = Disassembly {
                origin: *origin,
                symbols: &symbols,
                ranges: if is_code { &[] } else { &ranges },
                trace: is_code.then_some(&entries),
                ..Disassembly::default()
            };
            let source =
                disassemble(self.processor, bytes, &how).context("cannot write the routine as a sheet")?;
            let body = source.lines().filter(|line| !line.trim_start().starts_with("CPU "));
            body.for_each(|line| text += &format!("{line}\n"));
        }
        Ok(text)
    }
}

/// Joins bytes that follow each other.
fn runs(bytes: impl Iterator<Item = (u16, u8)>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (address, byte) in bytes {
        match parts.last_mut() {
            Some((first, run)) if usize::from(*first) + run.len() == usize::from(address) => run.push(byte),
            _ => parts.push((address, vec![byte])),
        }
    }
    parts
}

/// Returns the last word of a name, which a label of a sheet can be.
fn word(name: &str) -> &str {
    name.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or(name)
}

/// Returns the label of a routine in a sheet. One without a label is named by its address.
fn label(name: &str) -> Cow<'_, str> {
    match word(name) {
        address if address.starts_with(|c: char| c.is_ascii_digit()) => format!("at_{address}").into(),
        label => label.into(),
    }
}

fn is_replaced(line: &str) -> bool {
    has_key(line, &REPLACED)
}

fn has_key(line: &str, names: &[&str]) -> bool {
    let key = line.split(':').next().unwrap_or_default().trim();
    names.iter().any(|name| key.eq_ignore_ascii_case(name))
}

/// Refuses what the lines that are replaced state wrongly: nothing else would read them.
fn check_replaced(program: &Program, processor: Processor, contract: &BinaryContract) -> Result<()> {
    for (line, number) in contract.lines.iter().zip(contract.first..) {
        let Some(header) = header_text(line).filter(|header| has_key(header, &CHECKED)) else { continue };
        let message = match read_line(header) {
            Err(fault) => fault.to_string(),
            Ok(sheet) => match sheet.processor.filter(|other| *other != processor) {
                None => continue,
                Some(other) => {
                    format!("this contract is for the {other}, and {} is for the {processor}", program.name)
                }
            },
        };
        let end = line.trim_end().len();
        let span = end - header.len()..end;
        let name = escape::source_name(&contract.file);
        return Err(diagnostic::render_in_line(&name, number, line, span, &message, None).into());
    }
    Ok(())
}

/// Keys whose values are expressions.
const EXPRESSIONS: [&str; 7] =
    ["requires", "ensures", "example", "invariant", "decreases", "expands", "remaining"];

/// Keys whose values are terms such as `(SYMBOL:2) = field`.
const TERMS: [&str; 5] = ["in", "out", "clobbers", "stack", "at"];

/// Returns the identifiers of a contract that can be symbols: those in parentheses in its terms, the labels of `at`, and those of
/// expressions that are not fields.
fn terms(contract: &BinaryContract) -> BTreeSet<&str> {
    let lines = || contract.lines.iter().filter_map(|line| header_text(line)?.split_once(':'));
    let of = |keys: &'static [&str]| {
        lines().filter(|(key, _)| keys.contains(&key.trim())).map(|(key, value)| (key.trim(), value))
    };
    let inside =
        of(&TERMS).flat_map(|(_, value)| value.split('(').skip(1).filter_map(|rest| rest.split(')').next()));
    let labels = of(&TERMS).filter(|(key, _)| *key == "at").filter_map(|(_, value)| value.split(':').next());
    let fields: BTreeSet<&str> =
        of(&TERMS).flat_map(|(_, value)| value.split(['=', '>']).skip(1).flat_map(words)).collect();
    let of_expressions =
        of(&EXPRESSIONS).flat_map(|(_, value)| words(value)).filter(|word| !fields.contains(word));
    inside.chain(labels).flat_map(words).chain(of_expressions).collect()
}

/// The marks that begin a header line: in assembler sources and in C.
const STARTS: [&str; 2] = [";!", "//!"];

#[derive(Clone, Debug)]
pub(crate) struct BinaryContract {
    /// The label.
    pub(crate) name: String,
    /// Its address, if it is known: several sources can have a label of this name.
    pub(crate) entry: Option<u16>,
    /// The file with the lines, for messages.
    pub(crate) file: PathBuf,
    /// The number of the first line, counted from 1.
    pub(crate) first: usize,
    /// The lines as they are in the file; empty if they are not of the contract.
    pub(crate) lines: Vec<String>,
}

impl BinaryContract {
    /// Returns the error for a contract in a file of its own whose code may not be in the binary.
    pub(crate) fn doubted(self, Doubt { message, help }: &Doubt) -> Located {
        let error = message!("the code of {} is not known: {message}; {help}", escape::text(&self.name));
        Located { file: Some(self.file), line: self.first - 1, error }
    }
}

/// Returns a header line in the form of a sheet: `;! key: value`.
fn header_line(line: &str) -> Option<String> {
    let line = line.trim();
    STARTS.iter().find_map(|start| line.strip_prefix(start)).map(|rest| format!(";!{rest}"))
}

fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (found, value) = line.strip_prefix(";!")?.split_once(':')?;
    found.trim().eq_ignore_ascii_case(key).then_some(value.trim())
}

/// Reads the contracts in a file, each of which begins with a line `;! routine: NAME`, and what is wrong with other lines.
pub(crate) fn in_file(files: &dyn Files, path: &Path) -> Result<Vec<Result<BinaryContract, Located>>> {
    let text = files.text(path, "a file of contracts", LONGEST_SOURCE)?;
    let mut all: Vec<BinaryContract> = Vec::new();
    let mut wrong = Vec::new();
    let refuse = |number: usize, line: &str, message: &str, help: Option<&str>| {
        let span = line.len() - line.trim_start().len()..line.trim_end().len();
        let error = diagnostic::render_in_line(&escape::source_name(path), number, line, span, message, help);
        Err(Located { file: Some(path.to_owned()), line: number, error: error.into() })
    };
    let unmarked = unmarked(&text);
    for found in &unmarked {
        let line = text.lines().nth(found.line.saturating_sub(1)).unwrap_or_default();
        wrong.push(refuse(found.line, line, &found.to_string(), None));
    }
    for (text, number) in text.lines().zip(1..) {
        let Some(line) = header_line(text) else {
            if states_nothing(text.trim()) && unmarked.iter().all(|found| found.line != number) {
                let help = "a line of a contract is `;! key: value`; a comment begins with `;`, and one with a key with `; ;!`";
                wrong.push(refuse(number, text, "this is not a line of a contract", Some(help)));
            }
            continue;
        };
        match (value(&line, "routine"), all.last_mut()) {
            (Some(name), _) => {
                let (name, file) = (name.to_owned(), path.to_owned());
                all.push(BinaryContract { name, entry: None, file, first: number + 1, lines: Vec::new() });
            }
            (None, Some(contract)) => {
                // Lines between stay, so that numbers in messages are right.
                contract.lines.resize(number - contract.first, String::new());
                contract.lines.push(text.to_owned());
            }
            (None, None) => {
                let help = "begin the contract with `;! routine: LABEL`";
                wrong.push(refuse(number, text, "this is about no routine", Some(help)));
            }
        }
    }
    Ok(all.into_iter().map(Ok).chain(wrong).collect())
}

/// Whether a line of a file of contracts is neither a comment nor blank, or is a comment that is meant as a line of a contract.
fn states_nothing(line: &str) -> bool {
    let sign = [";", "//", "#"].iter().find(|sign| line.starts_with(**sign));
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || ";/#".contains(c));
    let key = |text: &str| text.split_once(':').map(|(key, _)| key.trim().to_owned());
    let is_near = |key: &String| near_key(key).is_some() || keys().any(|(name, _)| name == key);
    let after_sign = sign.and_then(|sign| line.strip_prefix(*sign)).unwrap_or_default();
    // A contract to be filled in is commented out by a sign and a blank.
    let is_apart = after_sign.starts_with(char::is_whitespace);
    let is_misspelled = !is_apart && text.strip_prefix('!').and_then(key).is_some_and(|key| is_near(&key));
    // Ordinary comments have keys of text, such as a title, as well.
    let is_key = |key: &str| keys().any(|(name, takes)| name == key && takes != "a text");
    let is_unmarked = key(after_sign).is_some_and(|key| is_key(&key));
    !line.is_empty() && (sign.is_none() || is_misspelled || is_unmarked)
}

/// Returns the contracts in the sources of a binary, each with its routine, or with why it has none.
pub(crate) fn in_sources(
    files: &dyn Files,
    program: &Program,
    binary: &Linked,
) -> Vec<Result<BinaryContract, Located>> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (file, source) in binary.sources.iter().enumerate() {
        let mut header: Vec<usize> = Vec::new();
        for (line, number) in source.lines.iter().map(String::as_str).chain(["end"]).zip(1..) {
            if is_beside_code(line) {
                let message = "a line of a contract states nothing beside code".to_owned();
                found.push(Err(Misplaced::new(message, ABOVE).in_line(binary, file, number)));
            }
            if header_line(line).is_some() {
                header.push(number);
            } else if !is_comment(line) {
                let lines = std::mem::take(&mut header);
                let texts: Vec<&str> = lines.iter().map(|number| binary.text(file, *number)).collect();
                let first = lines.first().copied().unwrap_or_default();
                if block(texts.iter().copied()) != Block::Contract || !seen.insert((&source.name, first)) {
                    continue;
                }
                let name = &source.name;
                let note = format!("note: {name}:{first} is in a part of a condition that was left out");
                match is_left_out(&binary.placed, file, &source.lines, first) {
                    true => files.note(&note),
                    false => found.push(of_header(program, binary, file, &lines)),
                }
            }
        }
    }
    found
}

/// Returns the contract in header lines.
fn of_header(
    program: &Program,
    binary: &Linked,
    file: usize,
    lines: &[usize],
) -> Result<BinaryContract, Located> {
    let (first, last) = (lines.first().copied().unwrap_or(1), lines.last().copied().unwrap_or(1));
    let texts = || (first..=last).map(|number| header_line(binary.text(file, number)).unwrap_or_default());
    let named = texts().find_map(|line| Some(value(&line, "routine")?.to_owned()));
    let routine = binary.code_below(program, file, last).and_then(|below| match named {
        Some(name) => Ok((name, None)),
        None => binary.routine_at(program, file, last, below).map(|(name, address)| (name, Some(address))),
    });
    let (name, entry) = routine.map_err(|misplaced| misplaced.in_line(binary, file, first))?;
    let lines = (first..=last).map(|number| binary.text(file, number).to_owned()).collect();
    let file = binary.sources.get(file).map(|source| PathBuf::from(&source.name)).unwrap_or_default();
    Ok(BinaryContract { name, entry, file, first, lines })
}

/// The reason why comments in a source state nothing about the binary.
pub(crate) struct Misplaced {
    pub(crate) message: String,
    help: &'static str,
}

impl Misplaced {
    fn new(message: String, help: &'static str) -> Self {
        Misplaced { message, help }
    }

    /// Returns the reason for a comment in a macro, or in a file that is included twice.
    fn several(one: u16, other: u16) -> Self {
        let message = format!("the code of this is at {one:04X} and at {other:04X}");
        Misplaced::new(message, "write it above the code that calls the macro or includes the file")
    }

    /// Returns the error, which underlines the first line of the comments.
    fn in_line(self, binary: &Linked, file: usize, number: usize) -> Located {
        let name = binary.sources.get(file).map_or("", |source| &source.name);
        let text = binary.text(file, number);
        let span = text.len() - text.trim_start().len()..text.trim_end().len();
        let error =
            diagnostic::render_in_line(name, number, text, span, &self.message, Some(self.help)).into();
        Located { file: Some(PathBuf::from(name)), line: number, error }
    }
}

const WITHIN: &str =
    "write it within the condition, directly above its routine; each part of the condition can have its own";
const ABOVE: &str = "write it directly above its routine, or add `;! routine: LABEL` to it; if the source is newer than the binary, build again";
const ELSEWHERE: &str = "name the binary that has it; if the source is newer than the binary, build again";
const OVERLAID: &str = "its segment shares addresses with variables, so its code is there only at the start; judge it in a build that has the segment elsewhere";
const BANKS: &str = "judge it in a build without the other banks at this address";

impl Linked {
    /// Returns a line, counted from 1.
    fn text(&self, file: usize, number: usize) -> &str {
        let source = self.sources.get(file);
        source.and_then(|source| source.lines.get(number.checked_sub(1)?)).map_or("", String::as_str)
    }

    /// Returns the first line with code from a line on, if what the line states is about it.
    pub(crate) fn code_below(
        &self,
        program: &Program,
        file: usize,
        number: usize,
    ) -> Result<usize, Misplaced> {
        let own = self.sources.get(file).and_then(|source| source.doubt.as_ref());
        if let Some(doubt) = own.or_else(|| self.doubt(program)) {
            return Err(Misplaced::new(
                format!("the code of this is not known: {}", doubt.message),
                doubt.help,
            ));
        }
        let lines = (file, number)..=(file, usize::MAX);
        let next = self.placed.range(lines.clone()).next();
        if let Some((place, address)) = self.banks.lines.range(lines).next()
            && next.is_none_or(|(other, _)| place <= other)
        {
            let message = format!(
                "the code of this is at {address:04X}, where banks share addresses and nothing says which of them is there"
            );
            return Err(Misplaced::new(message, BANKS));
        }
        let Some(((_, line), placed)) = next else {
            return Err(Misplaced::new(
                format!("no code of {} follows this in the source", program.name),
                ABOVE,
            ));
        };
        if placed.is_data {
            return Err(Misplaced::new(format!("data follow this, in line {line}"), ABOVE));
        }
        if placed.level == Level::Compiled && self.is_of_sdcc() && ends_block(self.text(file, *line)) {
            let message =
                format!("line {line} ends a block, and SDCC notes only the address of the end for it");
            return Err(Misplaced::new(message, "write the `}` in a line of its own, and build again"));
        }
        let is_loaded = |address: &&u16| loaded(&program.parts, u32::from(**address), 1).is_some();
        if let (Some(first), None) = (placed.addresses.first(), placed.addresses.iter().find(is_loaded)) {
            let message =
                format!("the code of this is at {first:04X}, and {} has nothing there", program.name);
            let is_it = |range: &&LineRange| (range.file, range.line as usize) == (file, *line);
            let segment = self.data.lines.iter().find(is_it).and_then(|range| range.segment.as_deref());
            let is_overlaid = segment.is_some_and(|name| map::is_overlaid(&self.data, name));
            return Err(Misplaced::new(message, if is_overlaid { OVERLAID } else { ELSEWHERE }));
        }
        let mut places = placed.addresses.iter();
        if let (Level::MacroBody, Some(one), Some(other)) = (placed.level, places.next(), places.next()) {
            return Err(Misplaced::several(*one, *other));
        }
        if placed.level != Level::Compiled {
            self.check_between(program, file, number + 1..=*line)?;
        }
        let own = self.text(file, number).split("//").next().unwrap_or_default();
        if placed.level == Level::Compiled && *line != number && own.contains([';', '}']) && !is_comment(own)
        {
            return Err(Misplaced::new(
                format!("line {number} has data or a declaration, and no code"),
                ABOVE,
            ));
        }
        let is_other = |text: &str| match placed.level {
            Level::Compiled => ends_function(text),
            Level::Assembly | Level::MacroBody => is_instruction(program.processor, text),
        };
        let others = number + 1..*line;
        let other = others.clone().find(|number| is_other(self.text(file, *number)));
        if let (Some(_), Some(condition)) =
            (other, others.clone().find(|number| is_condition(self.text(file, *number))))
        {
            let message = format!(
                "line {condition}, between this and the code, is a condition: it is not known which of its parts this is about"
            );
            return Err(Misplaced::new(message, WITHIN));
        }
        match other {
            Some(other) => Err(Misplaced::new(
                format!("{} has no code of line {other}, which follows this", program.name),
                ABOVE,
            )),
            None => Ok(*line),
        }
    }

    /// Refuses lines of an assembler between a comment and code if the comment is about one of them.
    fn check_between(
        &self,
        program: &Program,
        file: usize,
        lines: std::ops::RangeInclusive<usize>,
    ) -> Result<(), Misplaced> {
        let (mut is_labelled, last) = (false, *lines.end());
        for line in lines {
            let (subject, has_label) = self.subject(program, self.text(file, line));
            // A macro that is called in the line with the code makes the code.
            if subject.stands_apart(is_labelled || has_label || line == last) {
                let what = if subject == Subject::Data {
                    "data follow this, in"
                } else {
                    "a constant, a macro or another file follows this, in"
                };
                return Err(Misplaced::new(format!("{what} line {line}"), ABOVE));
            }
            is_labelled |= has_label;
        }
        Ok(())
    }

    /// Returns what a comment above a line of an assembler is about, and whether the line has a label.
    pub(crate) fn subject(&self, program: &Program, line: &str) -> (Subject, bool) {
        if is_instruction(program.processor, line) {
            return (Subject::Code, false);
        }
        let (found, is_labelled) = subject(line, &|word| program.source.has_label(word));
        // The map does not say that the bytes of a macro are data.
        let code = line.split(';').next().unwrap_or_default();
        let is_data = code.split_whitespace().take(2).any(|word| self.data_macros.contains(word));
        (if is_data { Subject::Data } else { found }, is_labelled)
    }

    /// Returns the label and the address of the routine whose code begins in a line below header lines.
    fn routine_at(
        &self,
        program: &Program,
        file: usize,
        last: usize,
        line: usize,
    ) -> Result<(String, u16), Misplaced> {
        let Some(placed) = self.placed.get(&(file, line)) else {
            return Err(Misplaced::new(format!("line {line} has no code"), ABOVE));
        };
        let text: Vec<&str> = (last + 1..=line).map(|number| self.text(file, number)).collect();
        let text = match placed.level {
            Level::Compiled => declared(&text.join("\n")),
            Level::Assembly | Level::MacroBody => text.join("\n"),
        };
        let labels =
            || program.source.labels_with_addresses().filter(|(_, at)| placed.addresses.contains(at));
        let is_there = |label: &str| {
            let own = word(label);
            words(&text).any(|word| word == own || own.strip_prefix('_') == Some(word))
        };
        let mut found = labels().filter(|(label, _)| is_there(label));
        if let Some((label, address)) = found.next() {
            return match found.find(|(_, other)| *other != address) {
                None => Ok((label.to_owned(), address)),
                Some((_, other)) => Err(Misplaced::several(address, other)),
            };
        }
        let message = match labels().next() {
            Some((label, _)) => format!(
                "the next code of {} is that of {}, in line {line}, and this is not directly above its name",
                program.name,
                escape::text(label)
            ),
            None => format!("the next code of {}, in line {line}, has no label", program.name),
        };
        Err(Misplaced::new(message, ABOVE))
    }
}
