//! Symbol files.
//!
//! A line is `NAME = NUMBER` in any number notation; `;` starts a comment and blank lines are ignored. The writer emits
//! labels and constants by name, values as `$1234`, negative ones in decimal.

use std::fmt::Write;

use crate::assembly::Assembly;
use crate::symbols::SymbolKind;
use crate::syntax::number::number;
use crate::syntax::scan::is_name;

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
