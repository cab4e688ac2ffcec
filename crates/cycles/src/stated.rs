//! The cycles that comments state.
//!
//! Above an instruction, `;! cycles: <= 114` states the cycles from there to the return, `;! cycles to NEXT: 20-23` those up to a label,
//! and `;! requires: B <= 10` what is true on entry. The header of a sheet, and the contract of a routine above its label, are read
//! elsewhere.

use std::collections::HashMap;

use arcadian_asm::{
    Assembly, Line, SourceLocation, SymbolKind, nearest,
    sheet::{Cycles, keys},
};

use crate::{
    error::{Result, StatedError, StatedProblem},
    part::{Part, label, place},
};

/// A line `;! key: value`.
struct Note<'a> {
    line: &'a Line,
    key: &'a str,
    value: &'a str,
}

/// Returns the parts whose cycles the comments of a source state, in its order.
pub fn stated(assembly: &Assembly) -> Result<Vec<Part>> {
    // An editor asks after each key, and most sources state nothing.
    if !assembly.lines.iter().any(|line| line.text.contains(";!")) {
        return Ok(Vec::new());
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut block = Vec::new();
    let mut scope = "";
    let labels = own_labels(assembly);
    for line in body(assembly) {
        if let Some(text) = note(line) {
            block.extend(read(assembly, line, text)?);
        }
        if let Some(name) = own_label(&labels, line) {
            scope = name;
        }
        if line.row.is_some() {
            let notes = std::mem::take(&mut block);
            add(assembly, &notes, line, scope, &mut parts)?;
        }
    }
    match block.iter().find(|note| is_about_cycles(note.key)) {
        Some(note) if !is_contract(&block) => Err(error(assembly, note.line, StatedProblem::NoCode)),
        _ => Ok(parts),
    }
}

/// Returns the lines without the header of a sheet.
fn body(assembly: &Assembly) -> impl Iterator<Item = &Line> {
    let is_header = |line: &&Line| {
        let text = line.text.trim_start();
        assembly.sheet.is_some() && line.file == 0 && (text.is_empty() || text.starts_with(';'))
    };
    assembly.lines.iter().skip_while(is_header).filter(|line| !line.is_left_out)
}

/// Returns the text of a comment after `;!`.
fn note(line: &Line) -> Option<&str> {
    let line = Some(line).filter(|line| line.text.contains(";!"))?;
    line.comment.trim_start().strip_prefix('!').map(str::trim)
}

/// Reads a line. Other comments can begin with these signs too; what looks like a slip of the pen is an error.
fn read<'a>(assembly: &Assembly, line: &'a Line, text: &'a str) -> Result<Option<Note<'a>>> {
    let Some((key, value)) = text.split_once(':') else {
        let is_meant = target(text).is_some() || is_requires(text);
        return if is_meant { Err(error(assembly, line, StatedProblem::NoColon)) } else { Ok(None) };
    };
    let (key, value) = (key.trim(), value.trim());
    if is_about_cycles(key) || keys().any(|(name, _)| name.eq_ignore_ascii_case(key)) {
        return Ok(Some(Note { line, key, value }));
    }
    let first = key.split_whitespace().next().unwrap_or_default();
    match nearest(first, ["cycles", "requires"]) {
        Some(_) => Err(error(assembly, line, StatedProblem::Key { key: key.to_owned() })),
        None => Ok(None),
    }
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

/// Returns the labels that are not local, by their addresses. A long source has many, and each line is asked for its own.
fn own_labels(assembly: &Assembly) -> HashMap<i32, &str> {
    let mut labels = HashMap::new();
    for symbol in assembly.symbols.values() {
        if symbol.kind == SymbolKind::Label && !symbol.name.contains('.') {
            labels.entry(symbol.value).or_insert(symbol.name.as_str());
        }
    }
    labels
}

/// Returns the name of the label in a line to which local labels belong.
fn own_label<'a>(labels: &HashMap<i32, &'a str>, line: &Line) -> Option<&'a str> {
    let name = *labels.get(&i32::from(line.address))?;
    line.text.to_ascii_uppercase().contains(&name.to_ascii_uppercase()).then_some(name)
}

/// Adds the parts that lines above an instruction state.
fn add(assembly: &Assembly, block: &[Note], code: &Line, scope: &str, parts: &mut Vec<Part>) -> Result<()> {
    if block.is_empty() || is_contract(block) {
        return Ok(());
    }
    let mut part = Part::at(assembly, code.address);
    for note in block.iter().filter(|note| is_requires(note.key)) {
        part.require(assembly, note.value).map_err(|problem| error(assembly, note.line, problem.into()))?;
    }
    let mut count = 0;
    for note in block {
        let Some(to) = target(note.key) else { continue };
        let fail = |problem| error(assembly, note.line, problem);
        let (cycles, _) = Cycles::parse(note.value).ok_or_else(|| fail(StatedProblem::Cycles))?;
        let end = if to.is_empty() {
            None
        } else {
            Some(local(assembly, scope, to).map_err(|problem| fail(problem.into()))?)
        };
        let place = place(assembly, note.line);
        let part = Part { end, stated: Some(cycles), place, ..part.clone() };
        if parts.iter().any(|other| (other.start, &other.end) == (part.start, &part.end)) {
            return Err(fail(StatedProblem::Twice));
        }
        parts.push(part);
        count += 1;
    }
    match block.first() {
        Some(first) if count == 0 => Err(error(assembly, first.line, StatedProblem::Alone)),
        _ => Ok(()),
    }
}

/// Returns a label by its name, or by its local name below another one.
fn local(
    assembly: &Assembly,
    scope: &str,
    name: &str,
) -> std::result::Result<(String, u16), crate::error::PartError> {
    let whole = format!("{scope}.{}", name.trim_start_matches(['.', '@']));
    let is_local = name.starts_with(['.', '@']) && assembly.symbol(&whole).is_some();
    let whole = if is_local { whole } else { name.to_owned() };
    label(assembly, &whole).map(|address| (name.to_owned(), address))
}

fn error(assembly: &Assembly, line: &Line, problem: StatedProblem) -> StatedError {
    let (file, number) = place(assembly, line);
    let span = line.text.find(";!").map_or(0..line.text.len(), |from| from..line.text.len());
    StatedError { location: SourceLocation { file, line: number, span, text: line.text.clone() }, problem }
}
