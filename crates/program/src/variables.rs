//! The variables of a program: labels of memory that has no code.

use crate::debug_data::{DebugData, Segment, SymbolKind};

use crate::{check::loaded, layout::Part};

/// The longest variable in bytes, if nothing says where it ends.
const LONGEST: u32 = 256;
/// The end of the memory.
const END: u32 = 0x1_0000;

/// A name for bytes of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// The first address.
    pub address: u16,
    /// The number of bytes.
    pub size: u16,
}

/// Returns the variables of a program by their addresses. A map does not say what they are, so a variable ends where the next one
/// or its segment does.
pub(crate) fn variables(data: &DebugData, parts: &[Part]) -> Vec<Variable> {
    let labels =
        data.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Label && !is_local(&symbol.name));
    let mut found: Vec<(u32, &str)> = labels
        .filter(|label| is_variable(data, parts, label.value))
        .map(|label| (label.value, label.name.as_str()))
        .collect();
    found.sort_unstable();
    let variable = |(address, name): &(u32, &str)| {
        let next = found.get(found.partition_point(|(other, _)| other <= address));
        let end = next.map_or(END, |(next, _)| *next).min(end(data, *address));
        let size = u16::try_from(end.saturating_sub(*address)).ok()?;
        Some(Variable { name: (*name).to_owned(), address: u16::try_from(*address).ok()?, size })
    };
    found.iter().filter_map(variable).collect()
}

/// Whether a label belongs to the one before it, as ca65 writes it. It can be the end of a table, where another segment begins.
fn is_local(name: &str) -> bool {
    name.contains('@')
}

/// Whether the memory at an address is the program's data. A map that does not say what can be written has the variables outside
/// of the binary.
fn is_variable(data: &DebugData, parts: &[Part], address: u32) -> bool {
    let is_writable = segment(data, address).and_then(|segment| segment.is_writable);
    let has_code = || {
        let covers = |first: u32, length: u32| (first..first.saturating_add(length)).contains(&address);
        let code = data.lines.iter().filter(|line| !line.is_data);
        code.into_iter().any(|line| covers(line.address, line.length.unwrap_or(1)))
    };
    address < END && is_writable.unwrap_or_else(|| loaded(parts, address, 1).is_none()) && !has_code()
}

fn segment(data: &DebugData, address: u32) -> Option<&Segment> {
    let is_in = |segment: &&Segment| {
        (segment.address..segment.address.saturating_add(segment.size)).contains(&address)
    };
    data.segments.iter().find(is_in)
}

/// Returns the end of the segment that an address is in. Memory that is in none may be a single byte or a device's.
fn end(data: &DebugData, address: u32) -> u32 {
    let end = |segment: &Segment| segment.address.saturating_add(segment.size);
    segment(data, address).map_or(address + 1, end).min(address + LONGEST)
}
