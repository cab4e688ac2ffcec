//! Contracts above labels: header lines of a sheet in the comments of a program.
//!
//! A contract is all lines `;! key: value` between code and the next instruction. Its routine is the label there, unless a line
//! `;! routine: LABEL` names another one. Lines that only state cycles, and what they require, are no contract: they are budgets.

use std::collections::BTreeSet;

use super::Sheet;
use super::header::{HeaderScan, MARKS, after_mark, is_about_part, is_key};
use crate::assembly::{Assembly, Line};
use crate::diagnostic::{Diagnostic, Failure, Severity, SourceLocation};
use crate::fault::Fault;
use crate::options::Dialect;
use crate::suggestions::nearest;
use crate::symbols::SymbolKind;
use crate::syntax::At;

/// The shortest word that can be a misspelled key. Short words of ordinary comments resemble keys too often.
const SHORTEST: usize = 4;

/// Keys that state cycles. Alone they are not a contract.
const OF_BUDGETS: [&str; 2] = ["cycles", "requires"];

/// Keys that make header lines a contract. The others are about a file, or add to these.
const OF_CONTRACTS: [&str; 10] =
    ["routine", "in", "out", "clobbers", "stack", "pops", "oracle", "ensures", "example", "same-as"];

const ABOVE: &str = "a contract is above the label of its routine";
const INNER: &str = "a label in a macro or in a scope without a name is not that of a routine; name the scope, or put a label above it";

/// The contract of a routine in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The label of the routine.
    pub label: String,
    /// The address of its first instruction.
    pub address: u16,
    /// The index of the file in [`Assembly::files`].
    pub file: usize,
    /// The header lines: their numbers in the file, from 1, and their texts.
    pub lines: Vec<(usize, String)>,
}

impl Contract {
    /// Returns the number of its first line.
    pub fn first(&self) -> usize {
        self.lines.first().map_or(1, |(number, _)| *number)
    }
}

/// Lines that may be header lines, with their indexes, and the index of the instruction below them.
type HeaderLines<'a> = (Vec<(usize, &'a Line)>, Option<usize>);

/// The meaning of header lines above code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// The contract of a routine.
    Contract,
    /// Cycles of a part, and what they require.
    Budget,
    /// Comments that only begin with the same sign.
    Other,
}

/// Returns the key that a word above code is probably meant to be.
pub fn near_key(word: &str) -> Option<&'static str> {
    let names = || super::keys().map(|(name, _)| name);
    let near = nearest(word, names()).filter(|_| word.len() >= SHORTEST)?;
    names().find(|name| *name == near)
}

/// Returns what lines are that may be header lines.
pub fn block<'a>(lines: impl IntoIterator<Item = &'a str> + Clone) -> Block {
    let keys = || lines.clone().into_iter().filter_map(key);
    let is_budget = |key: &str| is_about_part(key) || is_one_of(&OF_BUDGETS, key);
    let is_near = |key: &str| near_key(key).is_some();
    if keys().any(|key| is_one_of(&OF_CONTRACTS, key)) {
        Block::Contract
    } else if keys().any(is_budget) {
        Block::Budget
    } else if !keys().any(is_key) && keys().any(is_near) {
        Block::Contract
    } else {
        Block::Other
    }
}

/// Whether the comments at the top of a source name a routine, so that the source is the sheet of this routine. A sheet is not in the
/// dialect of another assembler.
pub fn names_routine(text: &str) -> bool {
    if Dialect::stated(text).is_some_and(|dialect| dialect != Dialect::OWN) {
        return false;
    }
    top_keys(text).any(|key| key.eq_ignore_ascii_case("routine"))
}

/// Whether the comments at the top of a source name a routine or a processor, so that it is in our own syntax.
pub fn has_header(text: &str) -> bool {
    top_keys(text).any(|key| is_one_of(&["routine", "cpu"], key))
}

/// Returns the keys of the header lines at the top of a source.
fn top_keys(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().take_while(|line| {
        let start = line.trim_start();
        start.is_empty() || start.starts_with(';')
    });
    lines.filter_map(key)
}

/// Whether comments that follow each other state the contract of a routine.
pub fn has_contract(text: &str) -> bool {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    groups(&lines).any(|lines| kind(lines) == Block::Contract) || text.lines().any(is_beside_code)
}

/// Returns the first line of each comment that states a contract or cycles.
pub fn stating(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let stating = groups(&lines).filter(|lines| kind(lines) != Block::Other);
    stating.filter_map(|lines| lines.iter().find(|(_, line)| header_text(line).is_some()).copied()).collect()
}

/// Separates lines that have only a comment from others.
fn groups<'a, 'b>(lines: &'a [(usize, &'b str)]) -> impl Iterator<Item = &'a [(usize, &'b str)]> {
    let is_comment = |line: &str| {
        let start = line.trim_start();
        start.is_empty() || start.starts_with(';') || start.starts_with("//")
    };
    lines.chunk_by(move |(_, one), (_, next)| is_comment(one) == is_comment(next))
}

fn kind(lines: &[(usize, &str)]) -> Block {
    block(lines.iter().map(|(_, line)| *line))
}

/// Whether header lines make an included file a sheet, which is a module that is verified by itself.
fn is_sheet(lines: &[&str]) -> bool {
    let has = |name: &str| lines.iter().any(|line| has_key(line, name));
    has("routine") && has("cpu")
}

/// Returns what follows the sign of a header line.
pub fn header_text(line: &str) -> Option<&str> {
    line.get(after_mark(line)?..).map(str::trim)
}

/// Whether a line of a contract is in the comment of a line with something else, where it states nothing.
pub fn is_beside_code(line: &str) -> bool {
    MARKS.iter().filter_map(|mark| line.split_once(mark).map(|(before, rest)| (mark, before, rest))).any(
        |(mark, before, rest)| {
            let start = before.trim_start();
            let is_comment = start.is_empty()
                || start.starts_with([';', '*', '#', '/'])
                || mark.starts_with(';') && before.contains(';');
            !is_comment && rest.split_once(':').is_some_and(|(key, _)| is_one_of(&OF_CONTRACTS, key.trim()))
        },
    )
}

fn is_one_of(names: &[&str], key: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(key))
}

fn has_key(line: &str, name: &str) -> bool {
    key(line).is_some_and(|key| key.eq_ignore_ascii_case(name))
}

/// Returns the key of a header line.
fn key(line: &str) -> Option<&str> {
    let (key, _) = line.get(after_mark(line)?..)?.split_once(':')?;
    Some(key.trim())
}

impl Assembly {
    /// Returns the contracts in the comments of the source, in its order, without that of a sheet.
    pub fn contracts(&self) -> Vec<Contract> {
        let blocks = self.blocks();
        let mut found: Vec<_> =
            blocks.iter().filter_map(|(lines, code)| self.contract(lines, (*code)?)).collect();
        let mut seen = BTreeSet::new();
        // A macro is judged in each place that calls it.
        found.retain(|contract| seen.insert((contract.file, contract.first(), contract.label.clone())));
        found
    }

    /// Returns the first of [`misplaced_contracts`](Self::misplaced_contracts) as an error.
    pub fn check_contracts(&self, is_header_only: bool) -> Result<(), Failure> {
        self.misplaced_contracts(is_header_only).into_iter().next().map_or(Ok(()), Err)
    }

    /// Returns an error for each contract at a place where it states nothing: without a label below it, or, if only the header of a
    /// sheet is read, below that.
    pub fn misplaced_contracts(&self, is_header_only: bool) -> Vec<Failure> {
        let mut found = Vec::new();
        for (lines, code) in self.blocks() {
            let texts: Vec<&str> = lines.iter().map(|(_, line)| line.text.as_str()).collect();
            let Some((_, first)) = lines.first().filter(|_| block(texts.iter().copied()) == Block::Contract)
            else {
                continue;
            };
            if first.file > 0 && is_sheet(&texts) {
                continue;
            }
            let (fault, hint) = match code.and_then(|code| self.contract(&lines, code)) {
                None => {
                    let inner =
                        lines.first().zip(code).and_then(|((first, _), code)| self.lines.get(*first..=code));
                    let has_label = inner.is_some_and(|lines| lines.iter().any(|line| line.labelled));
                    let hint = if has_label { INNER } else { ABOVE };
                    (Fault::HeaderWithoutLabel, hint.to_owned())
                }
                Some(contract) if is_header_only => {
                    (Fault::HeaderBelow, format!("use --routine {} for this contract", contract.label))
                }
                Some(_) => continue,
            };
            found.push(self.failure_at(first, fault, hint));
        }
        let beside = self.lines.iter().filter(|line| !line.is_left_out && is_beside_code(&line.text));
        found.extend(beside.map(|line| self.failure_at(line, Fault::HeaderBesideCode, ABOVE.to_owned())));
        found
    }

    fn failure_at(&self, line: &Line, fault: Fault, hint: String) -> Failure {
        let contract = Contract {
            label: String::new(),
            address: line.address,
            file: line.file,
            lines: vec![(line.number, line.text.clone())],
        };
        let at = At::new(fault, 0..line.text.len()).hint(hint);
        self.failure(&contract, vec![(line.number.saturating_sub(1), at)])
    }

    /// Returns the blocks of lines that may be header lines, without those of the header of a sheet, each with the index of the
    /// instruction below it.
    fn blocks(&self) -> Vec<HeaderLines<'_>> {
        let mut found = Vec::new();
        let mut header: Vec<(usize, &Line)> = Vec::new();
        let mut is_labelled = false;
        let lines = self.lines.iter().enumerate().skip(self.header_length());
        for (index, line) in lines.filter(|(_, line)| !line.is_left_out) {
            let is_header = after_mark(&line.text).is_some();
            let is_left = |(first, own): &(usize, &Line)| {
                line.is_outside(own, *first) || is_header && line.reading != own.reading
            };
            if header.first().is_some_and(is_left) {
                found.push((std::mem::take(&mut header), None));
            }
            if is_header {
                header.push((index, line));
            }
            if header.is_empty() {
                is_labelled = false;
                continue;
            }
            let names_routine = || header.iter().any(|(_, line)| has_key(&line.text, "routine"));
            if line.row.is_some() {
                found.push((std::mem::take(&mut header), Some(index)));
            } else if line.subject.stands_apart(is_labelled) && !names_routine() {
                // What is above data states nothing.
                found.push((std::mem::take(&mut header), None));
            }
            is_labelled |= line.labelled;
        }
        found.push((header, None));
        found
    }

    /// Returns the number of lines of the header, if the source is a sheet.
    fn header_length(&self) -> usize {
        let is_header = |line: &&Line| {
            let text = line.text.trim_start();
            line.file == 0 && (text.is_empty() || text.starts_with(';'))
        };
        let names_routine = self.sheet.as_ref().is_some_and(|sheet| sheet.routine.is_some());
        if names_routine { self.lines.iter().take_while(is_header).count() } else { 0 }
    }

    /// Returns the contract that lines above an instruction state.
    fn contract(&self, header: &[(usize, &Line)], code: usize) -> Option<Contract> {
        let (first, line) = header.first()?;
        let texts: Vec<&str> = header.iter().map(|(_, line)| line.text.as_str()).collect();
        if block(texts.iter().copied()) != Block::Contract || line.file > 0 && is_sheet(&texts) {
            return None;
        }
        let own = header.iter().filter(|(_, other)| other.file == line.file);
        let lines = own.map(|(_, line)| (line.number, line.text.clone())).collect();
        let mut naming = texts.iter().filter(|line| has_key(line, "routine"));
        let named = naming.find_map(|line| Some(line.split_once(':')?.1.trim().to_owned()));
        if named.as_ref().is_some_and(|name| self.inner_label(name).is_some()) {
            return None;
        }
        let address = self.lines.get(code)?.address;
        let label = named.or_else(|| self.label_between(*first, code, address))?;
        Some(Contract { label, address, file: line.file, lines })
    }

    /// Returns the label that is defined between two lines for an address: an ordinary one rather than a local one.
    fn label_between(&self, first: usize, last: usize, address: u16) -> Option<String> {
        let labels = self.symbols.values().filter(|symbol| {
            symbol.kind == SymbolKind::Label
                && symbol.value == i32::from(address)
                && symbol.line.is_some_and(|line| (first..=last).contains(&line))
        });
        let least = labels.min_by_key(|symbol| (symbol.name.contains(['.', '@', ':']), symbol.line));
        least.map(|symbol| symbol.name.clone())
    }

    /// Returns the program as a sheet with a contract. Only the bytes at some addresses are in it: what the program contains elsewhere
    /// may have changed when the routine is called.
    pub fn with_contract(
        &self,
        contract: &Contract,
        is_kept: &dyn Fn(u16) -> bool,
    ) -> Result<Assembly, Failure> {
        let mut sheet = self.header(contract)?;
        let mut assembly = self.keep(is_kept);
        sheet.routine = Some(contract.label.clone());
        sheet.processor = Some(self.processor);
        assembly.name_locals(&contract.label);
        if let (Some(bytes), Some((line, span))) = (&sheet.bytes, &sheet.bytes_at)
            && !bytes.value.is_budget
            && !bytes.value.is_met_by(assembly.size as u64, assembly.size as u64)
        {
            let fault = Fault::HeaderBytes { says: bytes.value.to_string(), has: assembly.size };
            return Err(self.failure(contract, vec![(*line, At::new(fault, span.clone()))]));
        }
        Ok(Assembly { sheet: Some(sheet), ..assembly })
    }

    /// Reads the lines of a contract.
    fn header(&self, contract: &Contract) -> Result<Sheet, Failure> {
        let (mut found, mut seen) = (HeaderScan::default(), Vec::new());
        for (number, text) in &contract.lines {
            let number = number.saturating_sub(1);
            let Some(start) = after_mark(text) else { continue };
            if key(text).is_some_and(is_about_part) {
                continue;
            }
            if let Err(at) = found.line(number, text, start, &mut seen) {
                found.faults.push((number, at));
            }
        }
        if let Some(says) = found.sheet.origin.filter(|origin| *origin != contract.address)
            && let Some((number, text)) = contract.lines.iter().find(|(_, text)| has_key(text, "org"))
        {
            let fault = Fault::HeaderOrigin { says, is: contract.address };
            found.faults.push((number.saturating_sub(1), At::new(fault, 0..text.len())));
        }
        if let (Some(is), Some((number, span))) = (found.sheet.processor, &found.cpu_at)
            && is != self.processor
        {
            let fault = Fault::OneProcessor { is: self.processor, not: is };
            found.faults.push((*number, At::new(fault, span.clone())));
        }
        if found.faults.is_empty() { Ok(found.sheet) } else { Err(self.failure(contract, found.faults)) }
    }

    fn failure(&self, contract: &Contract, faults: Vec<(usize, At)>) -> Failure {
        let file = self.files.get(contract.file).cloned().unwrap_or_default();
        let text = |number: usize| {
            let line = contract.lines.iter().find(|(own, _)| *own == number);
            line.map_or_else(String::new, |(_, text)| text.clone())
        };
        let diagnostic = |(number, at): (usize, At)| {
            let (file, line, span) = (file.clone(), number + 1, at.span.clone());
            Diagnostic::new(Severity::Error, at, SourceLocation { file, line, span, text: text(line) })
        };
        Failure { diagnostics: faults.into_iter().map(diagnostic).collect(), omitted: 0 }
    }

    /// Returns the program with the bytes at some addresses only.
    fn keep(&self, is_kept: &dyn Fn(u16) -> bool) -> Assembly {
        let mut assembly = self.clone();
        assembly.memory.retain(is_kept);
        assembly.size = assembly.memory.count();
        let (first, _) = assembly.memory.span().unwrap_or((self.origin.into(), 0));
        assembly.origin = u16::try_from(first).unwrap_or(u16::MAX);
        assembly.image = assembly.memory.image();
        for line in &mut assembly.lines {
            let end = usize::from(line.address) + line.bytes.len();
            let mut addresses =
                (usize::from(line.address)..end).map_while(|address| u16::try_from(address).ok());
            if !addresses.all(is_kept) {
                line.bytes.clear();
                line.row = None;
            }
        }
        assembly
    }

    /// Gives the labels in the scope of a routine names without it, unless these are taken.
    fn name_locals(&mut self, label: &str) {
        let inner: Vec<_> = self
            .symbols
            .values()
            .filter_map(|symbol| {
                let rest = symbol.name.strip_prefix(label)?;
                let name = ["::", ".", "@"].iter().find_map(|sign| rest.strip_prefix(sign))?;
                Some((name.to_ascii_uppercase(), symbol.clone()))
            })
            .collect();
        for (name, symbol) in inner {
            self.symbols.entry(name).or_insert(symbol);
        }
    }
}
