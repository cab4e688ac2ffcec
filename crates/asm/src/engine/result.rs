//! Building the result.

use std::collections::BTreeMap;

use super::Engine;
use crate::assembly::{Attempt, Output, Symbol};
use crate::diagnostic::{Diagnostic, Severity};
use crate::sheet::HeaderScan;
use crate::source::location;
use crate::syntax::scan::At;

impl Engine<'_> {
    /// Runs both passes.
    pub(crate) fn run(mut self, header: HeaderScan) -> Attempt {
        for (line, at) in &header.faults {
            self.report_in_file(*line, at.clone());
        }
        self.read();
        let origin = self.location;
        let (memory, made) = self.emit();
        if header.is_sheet() {
            self.check_columns(&made);
        }
        self.check_size(&header.sheet, memory.count());
        let entry = self.entry_address();
        let output = Output {
            processor: self.words.processor,
            origin: origin as usize,
            memory,
            symbols: self.symbol_map(),
            names: self.all_names(),
            records: self.input.records,
            bytes: made,
            files: self.input.files,
            entry,
            sheet: Some(header.sheet).filter(|_| self.is_sheet),
            segments: Vec::new(),
            diagnostics: self.input.diagnostics,
        };
        output.attempt()
    }

    fn entry_address(&mut self) -> Option<u16> {
        let (line, expression) = self.entry.take()?;
        let value = self.symbols.value(&expression);
        let within = value.and_then(|value| {
            let fault = crate::emit::rows::range("the address", value, 0, 0xFFFF);
            fault.map(|()| value).map_err(|fault| At::new(fault, expression.span.clone()).into())
        });
        match within {
            Ok(value) => u16::try_from(value).ok(),
            Err(problem) => {
                self.settle(line, problem);
                None
            }
        }
    }

    fn symbol_map(&self) -> BTreeMap<String, Symbol> {
        let own = self.symbols.values().filter(|(entry, _)| !entry.name.contains('#'));
        own.map(|(entry, value)| {
            let symbol = Symbol {
                name: entry.name.clone(),
                kind: entry.kind,
                value: i32::try_from(value).unwrap_or(0),
                line: entry.place.as_ref().map(|(line, _)| *line),
            };
            (entry.name.to_ascii_uppercase(), symbol)
        })
        .collect()
    }

    /// Reports a fault in a line of the first file that has no record, such as a header line.
    pub(crate) fn report_in_file(&mut self, number: usize, at: At) {
        let text = self.input.files.first().and_then(|file| file.lines.get(number)).map_or("", |text| text);
        let location = location(&self.input.files, 0, number, text, at.span.clone());
        self.input.diagnostics.error(Diagnostic::new(Severity::Error, at, location));
    }

    /// Reports a fault found after the second pass.
    pub(crate) fn report_at(&mut self, index: usize, at: At) {
        self.report(index, at);
    }

    /// Defines a constant for the host.
    pub(crate) fn predefine(&mut self, name: &str, value: i32) {
        let value = crate::symbols::Definition::Value(value.into());
        // Of two definitions of the same name the first wins.
        let _ = self.symbols.define(name, crate::symbols::SymbolKind::Constant, None, value);
    }
}
