//! Written results of an assembly: the listing with address, bytes and cycles of every line and the symbol table, and symbol files.
//!
//! A line of a symbol file is `NAME = NUMBER` in any number notation; `;` starts a comment and blank lines are ignored. The writer
//! emits labels and constants by name, values as `$1234`, negative ones in decimal.

use std::fmt::Write;

use arcadian_isa::{Cycles, hex};

use crate::assembly::{Assembly, Line};
use crate::symbols::SymbolKind;
use crate::syntax::is_name;
use crate::syntax::number::number;

/// Bytes per row.
const BESIDE: usize = 4;
/// The maximum width of the names in the symbol table; longer ones leave their column.
const WIDEST: usize = 200;

impl Assembly {
    /// Returns the listing: address, bytes, clock cycles, line number, source; then the symbols by name.
    ///
    /// `5/11` are the cycles of a branch not taken and taken (or a block instruction that ends and repeats); `4+1` adds a
    /// cycle for crossing a page. A `+` after the line number marks a line of a macro expansion.
    pub fn listing(&self) -> String {
        let mut out = String::from("addr  bytes        cycles   line   source\n");
        let mut file = 0;
        for line in &self.lines {
            if line.file != file {
                file = line.file;
                let name = self.files.get(file).map_or("", |name| name);
                let _ = writeln!(out, "{:30} {name}:", "");
            }
            list(&mut out, line);
        }
        self.symbol_table(&mut out);
        out
    }

    fn symbol_table(&self, out: &mut String) {
        let widest = self.symbols.values().map(|symbol| symbol.name.chars().count()).max();
        let Some(widest) = widest.map(|widest| widest.min(WIDEST)) else { return };
        out.push_str("\nsymbols\n");
        for symbol in self.symbols.values() {
            let kind = match symbol.kind {
                SymbolKind::Label => "label",
                SymbolKind::Constant => "constant",
                SymbolKind::Variable => "variable",
            };
            let value = match u16::try_from(symbol.value) {
                Ok(value) => format!("{value:04X}"),
                Err(_) => symbol.value.to_string(),
            };
            let _ = writeln!(out, "{:widest$}  {value:>6}  {kind}", symbol.name);
        }
    }
}

fn list(out: &mut String, line: &Line) {
    let (beside, below) = line.bytes.split_at(line.bytes.len().min(BESIDE));
    let address =
        if line.bytes.is_empty() && !line.labelled { String::new() } else { format!("{:04X}", line.address) };
    let cycles = line.row.map(|row| time(row.cycles)).unwrap_or_default();
    let mark = if line.depth > 0 { "+" } else { " " };
    let row = format!(
        "{address:4}  {:11}  {cycles:>7} {:>5}{mark}  {}",
        hex::bytes(beside),
        line.number,
        line.text.trim_end()
    );
    let _ = writeln!(out, "{}", row.trim_end());
    for (index, chunk) in below.chunks(BESIDE).enumerate() {
        let address = usize::from(line.address) + BESIDE * (index + 1);
        let _ = writeln!(out, "{address:04X}  {}", hex::bytes(chunk));
    }
}

fn time(cycles: Cycles) -> String {
    let Cycles { base, taken, crossed } = cycles;
    let mut text = base.to_string();
    if taken > 0 {
        let _ = write!(text, "/{}", base + taken);
    }
    if crossed > 0 {
        let _ = write!(text, "+{crossed}");
    }
    text
}

/// A malformed line of a symbol file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: `{text}` is not a symbol definition; write NAME = $1234")]
pub struct SymbolLineError {
    /// The line number, from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
}

/// Returns the symbols of an assembled source as a symbol file.
pub fn write_symbols(assembly: &Assembly) -> String {
    let mut out = String::new();
    for symbol in assembly.symbols.values().filter(|symbol| symbol.kind != SymbolKind::Variable) {
        let _ = match u16::try_from(symbol.value) {
            Ok(value) => writeln!(out, "{} = ${value:04X}", symbol.name),
            Err(_) => writeln!(out, "{} = {}", symbol.name, symbol.value),
        };
    }
    out
}

/// Parses a symbol file into names and values in file order.
pub fn read_symbols(text: &str) -> Result<Vec<(String, i32)>, SymbolLineError> {
    let mut symbols = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split(';').next().unwrap_or("").trim();
        if code.is_empty() {
            continue;
        }
        let wrong = || SymbolLineError { line: index + 1, text: line.trim().to_owned() };
        let (name, value) = code.split_once('=').ok_or_else(wrong)?;
        let (name, value) = (name.trim(), number(value.trim()).ok_or_else(wrong)?);
        if !is_name(name) {
            return Err(wrong());
        }
        symbols.push((name.to_owned(), value));
    }
    Ok(symbols)
}
