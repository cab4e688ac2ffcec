//! The parts of a source whose cycles are asked for.

use std::collections::BTreeSet;

use arcadian_asm::{Assembly, Line, SymbolKind, nearest, sheet::Cycles};
use arcadian_compare::{Condition, ConditionError, conditions};
use arcadian_isa::Control;

use crate::error::PartError;

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
    /// The cycles that are stated.
    pub stated: Option<Cycles>,
    /// The file and the line that state the cycles, else those where the part begins.
    pub place: (String, usize),
}

impl Part {
    /// Returns the part from a label, or from where the program starts, to another label or to the return.
    pub fn between(assembly: &Assembly, from: Option<&str>, to: Option<&str>) -> Result<Part, PartError> {
        let start = from.map_or(Ok(assembly.start()), |name| label(assembly, name))?;
        let end = to.map(|name| Ok((name.to_owned(), label(assembly, name)?))).transpose()?;
        Ok(Part { end, ..Part::at(assembly, start) })
    }

    /// Returns the part that begins at an address.
    pub(crate) fn at(assembly: &Assembly, start: u16) -> Part {
        let place = assembly.line_at(start).map_or_else(
            || (assembly.files.first().cloned().unwrap_or_default(), 1),
            |line| place(assembly, line),
        );
        let name = name(assembly, start).unwrap_or_else(|| format!("{start:04X}"));
        Part { name, start, end: None, requires: Vec::new(), stated: None, place }
    }

    /// Adds conditions that are true on entry, as in `B <= 10, HL != DE`. Names of the source stand for their values.
    pub fn require(&mut self, assembly: &Assembly, text: &str) -> Result<(), PartError> {
        let read = conditions(text).map_err(PartError::Condition)?;
        for name in read.iter().flat_map(|condition| condition.constants(assembly.processor)) {
            if assembly.symbol(&name).is_none() {
                return Err(PartError::UnknownName { name });
            }
        }
        self.requires.extend(read);
        Ok(())
    }

    /// Returns the values of the names in its conditions.
    pub(crate) fn constants(&self, assembly: &Assembly) -> Vec<(String, u16)> {
        let names = self.requires.iter().flat_map(|condition| condition.constants(assembly.processor));
        names.filter_map(|name| Some((name.clone(), assembly.symbol(&name)?.value as u16))).collect()
    }
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

/// Returns the file and the number of a line.
pub(crate) fn place(assembly: &Assembly, line: &Line) -> (String, usize) {
    (assembly.files.get(line.file).cloned().unwrap_or_default(), line.number)
}

/// Returns the name of a label at an address.
pub(crate) fn name(assembly: &Assembly, address: u16) -> Option<String> {
    let labels = assembly.symbols.values().filter(|symbol| symbol.kind == SymbolKind::Label);
    let mut here = labels.filter(|symbol| symbol.value == i32::from(address));
    // A routine is known by its own name rather than that of a loop in the routine before.
    let first = here.next()?;
    let whole = std::iter::once(first).chain(here).find(|symbol| !symbol.name.contains('.'));
    Some(whole.unwrap_or(first).name.clone())
}

/// Returns the address of a label.
pub(crate) fn label(assembly: &Assembly, name: &str) -> Result<u16, PartError> {
    let Some(symbol) = assembly.symbol(name) else {
        let names = assembly.symbols.values().map(|symbol| symbol.name.as_str());
        let near = nearest(name, names).map(str::to_owned);
        return Err(PartError::NoLabel { name: name.to_owned(), near });
    };
    if symbol.kind != SymbolKind::Label {
        return Err(PartError::NotALabel { name: name.to_owned() });
    }
    Ok(symbol.value as u16)
}

/// Returns the part from the start of the program, and every routine that it calls by its address, in the order of their addresses.
pub fn routines(assembly: &Assembly) -> Vec<Part> {
    let called = assembly.lines.iter().filter_map(|line| {
        let instruction = assembly.processor.decode(&line.bytes).ok().filter(|_| line.row.is_some())?;
        match Control::of(instruction.row) {
            Control::Call => Some(instruction.value),
            Control::Restart(vector) => Some(vector),
            _ => None,
        }
    });
    let starts: BTreeSet<u16> = called.chain([assembly.start()]).collect();
    let has_code = |start: &u16| assembly.line_at(*start).is_some_and(|line| line.row.is_some());
    starts.into_iter().filter(has_code).map(|start| Part::at(assembly, start)).collect()
}
