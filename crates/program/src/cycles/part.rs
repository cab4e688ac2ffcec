//! The parts of a source whose cycles are asked for.

use std::collections::BTreeSet;

use arcadian_asm::sheet::Cycles;
use arcadian_compare::{Condition, ConditionError, conditions};
use arcadian_isa::Control;

use crate::cycles::{
    code::{Code, Row},
    error::PartError,
};

/// A part of a source: what is executed from an address on, up to another one or to the return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The label where it begins, or the address.
    pub name: String,
    /// The address where it begins.
    pub start: u16,
    /// The label where it ends, and its address; `None` if it ends with the return.
    pub end: Option<(String, u16)>,
    /// What is true on entry.
    pub requires: Vec<Condition>,
    pub stated: Option<Cycles>,
    /// The file and the line that state the cycles, else those where the part begins.
    pub place: (String, usize),
}

impl Part {
    /// Returns the part from a label, or from where the program starts, to another label or to the return.
    pub fn between(code: &dyn Code, from: Option<&str>, to: Option<&str>) -> Result<Part, PartError> {
        let start = from.map_or(Ok(code.start()), |name| code.label(name, ""))?;
        let end =
            to.map(|name| Ok((name.to_owned(), code.label(name, from.unwrap_or_default())?))).transpose()?;
        let name = from.map(str::to_owned);
        let part = Part::at(code, start);
        Ok(Part { end, name: name.unwrap_or(part.name.clone()), ..part })
    }

    /// Returns the part that begins at an address.
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

/// Returns the file and the number of a line.
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
