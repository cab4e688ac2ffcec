//! The cycles of the parts of a source, proven, and the budgets that its comments state.
//!
//! ```
//! use arcadian_asm::{NoFiles, Options, assemble};
//! use arcadian_program::cycles::{Finding, stated};
//!
//! let source = "\
//!         CPU  z80
//!         ORG  4000H
//! ;! cycles: <= 40
//! HALVE:  SRL  A
//!         RET  NC
//!         INC  A
//!         RET
//! ";
//! let assembly = assemble("halve.asm", source, &Options::default(), &mut NoFiles)?;
//! let parts = stated(&assembly).into_iter().collect::<Result<Vec<_>, _>>()?;
//! let [part] = &parts[..] else { panic!("one budget") };
//! let finding = Finding::of(&assembly, part);
//! assert_eq!(finding.line(), "HALVE            return           19-27         <= 40         holds");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`stated`] reads the budgets, [`routines`] finds what a source calls, [`Part::between`] takes two labels.
//!
//! Above an instruction, `;! cycles: <= 114` states the cycles from there to the return, `;! cycles to NEXT: 20-23` those up to a label,
//! and `;! requires: B <= 10` what is true on entry. The header of a sheet, and the contract of a routine above its label, are read
//! elsewhere.

mod code;
mod finding;

use std::collections::BTreeSet;

use arcadian_asm::{
    SourceLocation, nearest,
    sheet::{Amount, keys, near_key},
};
use arcadian_compare::{Condition, ConditionError, conditions};
use arcadian_isa::Control;

use code::StatedProblem;

pub use code::{Code, PartError, Row, StatedError};
pub use finding::{Finding, HEAD, PartEntry, Verdict};

/// A part of a source: what is executed from an address on, up to another one or to the return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The label where it begins, or the address.
    pub name: String,
    pub start: u16,
    /// The label where it ends, and its address; `None` if it ends with the return.
    pub end: Option<(String, u16)>,
    pub requires: Vec<Condition>,
    pub stated: Option<Amount>,
    /// The file and the line that state the cycles, else those where the part begins.
    pub place: (String, usize),
}

impl Part {
    /// Returns the part from a label, or from where the program starts, to another label or to the return.
    pub fn between(code: &dyn Code, from: Option<&str>, to: Option<&str>) -> Result<Part, PartError> {
        let start = from.map_or(Ok(code.start()), |name| code.label(name, ""))?;
        if code.is_in_banks(start) {
            return Err(PartError::Banks(start));
        }
        if from.is_some() && code.byte_at(start).is_none() {
            return Err(PartError::NoCode { address: start, kind: code.kind() });
        }
        let end =
            to.map(|name| Ok((name.to_owned(), code.label(name, from.unwrap_or_default())?))).transpose()?;
        let name = from.map(str::to_owned);
        let part = Part::at(code, start);
        Ok(Part { end, name: name.unwrap_or(part.name.clone()), ..part })
    }

    pub(crate) fn at(code: &dyn Code, start: u16) -> Part {
        let place = code.row_at(start).map_or_else(|| (code.file().to_owned(), 1), |row| place(&row));
        let name = code.name_at(start).map_or_else(|| format!("{start:04X}"), str::to_owned);
        Part { name, start, end: None, requires: Vec::new(), stated: None, place }
    }

    /// Adds conditions that are true on entry, as in `B <= 10, HL != DE`. Names of the source stand for their values.
    pub fn require(&mut self, code: &dyn Code, text: &str) -> Result<(), PartError> {
        let read = conditions(text).map_err(PartError::Condition)?;
        for name in read.iter().flat_map(|condition| condition.constants(code.processor())) {
            if code.value(&name).is_none() {
                return Err(PartError::UnknownName { kind: code.kind(), name });
            }
        }
        self.requires.extend(read);
        Ok(())
    }

    /// Returns the values of the names in its conditions.
    pub(crate) fn constants(&self, code: &dyn Code) -> Vec<(String, u16)> {
        let names = self.requires.iter().flat_map(|condition| condition.constants(code.processor()));
        names.filter_map(|name| Some((name.clone(), code.value(&name)?))).collect()
    }
}

pub(crate) fn place(row: &Row) -> (String, usize) {
    (row.file.to_owned(), row.number)
}

impl PartError {
    /// Returns the error in a condition, and its place in the text.
    pub fn in_condition(&self) -> Option<&ConditionError> {
        match self {
            PartError::Condition(error) => Some(error),
            _ => None,
        }
    }
}

/// Returns the part from the start of the code, and every routine that it calls by its address, in the order of their addresses.
pub fn routines(code: &dyn Code) -> Vec<Part> {
    let is_code: BTreeSet<u16> = code.instructions().into_iter().collect();
    let called = is_code.iter().filter_map(|address| {
        let bytes: Vec<u8> =
            (0..LONGEST).map_while(|offset| code.byte_at(address.wrapping_add(offset))).collect();
        let instruction = code.processor().decode(&bytes).ok()?;
        match Control::of(instruction.row) {
            Control::Call => Some(instruction.value),
            Control::Restart(vector) => Some(vector),
            _ => None,
        }
    });
    let starts: BTreeSet<u16> = called.chain([code.start()]).collect();
    starts.into_iter().filter(|start| is_code.contains(start)).map(|start| Part::at(code, start)).collect()
}

/// The longest instruction, in bytes.
const LONGEST: u16 = 4;

/// A line `;! key: value`.
struct Note<'a> {
    row: Row<'a>,
    key: &'a str,
    value: &'a str,
    /// The number of the comments to which it belongs.
    group: usize,
}

/// Returns the parts whose cycles the comments of a source state, in its order, and what is wrong with other comments.
pub fn stated(code: &dyn Code) -> Vec<Result<Part, StatedError>> {
    let mut parts = Vec::new();
    let mut block: Vec<Note> = Vec::new();
    let (mut scope, mut group, mut is_labelled) = (String::new(), 0, false);
    for row in code.rows() {
        if block.first().is_some_and(|note| row.is_outside(&note.row)) {
            end(code, &mut block, Err(StatedProblem::NoCode), &scope, &mut parts);
        }
        if let Some(text) = row.note {
            match read(row, text, group) {
                Ok(note) => block.extend(note),
                Err(error) => parts.push(Err(error)),
            }
        }
        group += usize::from(row.is_between);
        if let Some(label) = row.label {
            label.clone_into(&mut scope);
        }
        if let Some(address) = row.code {
            end(code, &mut block, Ok(address), &scope, &mut parts);
        } else if row.subject.stands_apart(is_labelled) {
            end(code, &mut block, Err(StatedProblem::AboveData(row.number)), &scope, &mut parts);
        }
        is_labelled = !block.is_empty() && (is_labelled || row.is_labelled);
    }
    end(code, &mut block, Err(StatedProblem::NoCode), &scope, &mut parts);
    parts
}

/// Adds what comments state about the code at an address, or why they state nothing.
fn end(
    code: &dyn Code,
    block: &mut Vec<Note>,
    address: Result<u16, StatedProblem>,
    scope: &str,
    parts: &mut Vec<Result<Part, StatedError>>,
) {
    for notes in std::mem::take(block).chunk_by(|one, next| one.group == next.group) {
        let added = add(code, notes, address.clone(), scope, parts);
        parts.extend(added.err().map(Err));
    }
}

/// Reads a line. Other comments can begin with these signs too; what looks like a slip of the pen is an error.
fn read<'a>(row: Row<'a>, text: &'a str, group: usize) -> Result<Option<Note<'a>>, StatedError> {
    let Some((key, value)) = text.split_once(':') else {
        let is_meant = target(text).is_some() || is_requires(text) || states_cycles_without_colon(text);
        return if is_meant { Err(error(&row, StatedProblem::NoColon)) } else { Ok(None) };
    };
    let (key, value) = (key.trim(), value.trim());
    if is_about_cycles(key) || keys().any(|(name, _)| name.eq_ignore_ascii_case(key)) {
        return Ok(Some(Note { row, key, value, group }));
    }
    let first = key.split_whitespace().next().unwrap_or_default();
    let own = nearest(first, ["cycles", "requires"])
        .and_then(|near| ["cycles", "requires"].into_iter().find(|name| *name == near));
    match own.or_else(|| near_key(key)) {
        Some(near) => Err(error(&row, StatedProblem::Key { key: key.to_owned(), near })),
        None => Ok(None),
    }
}

/// Whether a line is `cycles` and a number.
fn states_cycles_without_colon(text: &str) -> bool {
    let rest = text.split_once(char::is_whitespace).filter(|(word, _)| word.eq_ignore_ascii_case("cycles"));
    rest.is_some_and(|(_, rest)| Amount::parse(rest.trim_start_matches(['=', ' '])).is_some())
}

/// Returns the label up to which cycles are counted; it is empty for the return. `None` if the key is another one.
fn target(key: &str) -> Option<&str> {
    let mut words = key.splitn(3, char::is_whitespace);
    match (words.next()?, words.next(), words.next()) {
        (cycles, None, None) if cycles.eq_ignore_ascii_case("cycles") => Some(""),
        (cycles, Some(to), Some(label))
            if cycles.eq_ignore_ascii_case("cycles") && to.eq_ignore_ascii_case("to") =>
        {
            Some(label.trim())
        }
        _ => None,
    }
}

fn is_requires(key: &str) -> bool {
    key.eq_ignore_ascii_case("requires")
}

fn is_about_cycles(key: &str) -> bool {
    target(key).is_some() || is_requires(key)
}

/// Whether lines are the contract of a routine, to which their cycles and conditions belong.
fn is_contract(block: &[Note]) -> bool {
    block.iter().any(|note| !is_about_cycles(note.key))
}

/// Adds the parts that lines above an instruction state.
fn add(
    code: &dyn Code,
    block: &[Note],
    address: Result<u16, StatedProblem>,
    scope: &str,
    parts: &mut Vec<Result<Part, StatedError>>,
) -> Result<(), StatedError> {
    let Some(first) = block.iter().find(|note| is_about_cycles(note.key)).filter(|_| !is_contract(block))
    else {
        return Ok(());
    };
    if let Some(reason) = code.misplaced(&first.row) {
        return Err(error(&first.row, StatedProblem::Misplaced(reason)));
    }
    let address = address.map_err(|problem| error(&first.row, problem))?;
    let mut part = Part::at(code, address);
    for note in block.iter().filter(|note| is_requires(note.key)) {
        part.require(code, note.value).map_err(|problem| error(&note.row, problem.into()))?;
    }
    let mut count = 0;
    for note in block {
        let Some(to) = target(note.key) else { continue };
        let fail = |problem| error(&note.row, problem);
        let (cycles, _) = Amount::parse(note.value).ok_or_else(|| fail(StatedProblem::Cycles))?;
        let end = if to.is_empty() {
            None
        } else {
            let end = code.label(to, scope).map_err(|problem| fail(problem.into()))?;
            Some((to.to_owned(), end))
        };
        let part = Part { end, stated: Some(cycles), place: place(&note.row), ..part.clone() };
        if parts.iter().flatten().any(|other| (other.start, &other.end) == (part.start, &part.end)) {
            return Err(fail(StatedProblem::Twice));
        }
        parts.push(Ok(part));
        count += 1;
    }
    if count == 0 { Err(error(&first.row, StatedProblem::Alone)) } else { Ok(()) }
}

fn error(row: &Row, problem: StatedProblem) -> StatedError {
    let (file, line) = place(row);
    let mark = row.text.find(";!").or_else(|| row.text.find("//!"));
    let span = mark.map_or(0..row.text.len(), |from| from..row.text.len());
    let location = SourceLocation { file, line, span, text: row.text.to_owned() };
    StatedError { location: Box::new(location), problem }
}
