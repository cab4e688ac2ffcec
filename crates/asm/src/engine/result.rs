//! The result: an assembly, or code that is not placed, which has no addresses for names that are not defined.

use std::collections::BTreeMap;

use arcadian_isa::{Operand, Row};

use super::{Emission, Engine};
use crate::assembly::{Attempt, Output, Symbol};
use crate::diagnostic::{Diagnostic, Failure, Severity};
use crate::emit::rows::{Bounds, bounds};
use crate::expression::{Expression, Step};
use crate::fault::Fault;
use crate::fragment::{Defined, Fragment, Names, ORIGIN, Term, Unplaced};
use crate::sheet::{Hand, HeaderScan};
use crate::source::location;
use crate::symbols::{Definition, Meaning, Placed, SymbolKind};
use crate::syntax::At;

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
        match self.within(("the address", 0, 0xFFFF), &expression) {
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
    fn report_in_file(&mut self, number: usize, at: At) {
        self.remark_in_file(number, at, Severity::Error);
    }

    pub(crate) fn remark_in_file(&mut self, number: usize, at: At, severity: Severity) {
        let text = self.input.files.first().and_then(|file| file.lines.get(number)).map_or("", |text| text);
        let location = location(&self.input.files, 0, number, text, at.span.clone());
        let diagnostic = Diagnostic::new(severity, at, location);
        match severity {
            Severity::Error => drop(self.input.diagnostics.error(diagnostic)),
            _ => self.input.diagnostics.push(diagnostic),
        }
    }

    /// Defines constants for the host, or that another part defines.
    pub(crate) fn with_constants<V: Copy + Into<i64>>(mut self, constants: &[(String, V)]) -> Self {
        for (name, value) in constants {
            // Of two definitions of the same name the first wins.
            let value = Definition::Value((*value).into());
            let _ = self.symbols.define(name, SymbolKind::Constant, None, value);
        }
        self
    }

    /// Runs the first pass and returns what the code itself defines.
    pub(crate) fn into_definitions(mut self) -> Vec<Defined> {
        self.read_lines();
        let placed = self.symbols.placed();
        let own = self.symbols.values().filter(|(entry, _)| entry.place.is_some());
        let defined = own.map(|(entry, value)| Defined {
            name: entry.name.clone(),
            number: self.symbols.is_number(&entry.name, &placed).then_some(value),
            is_fixed: entry.kind != SymbolKind::Variable,
        });
        defined.collect()
    }

    /// Runs the first pass and returns its instructions. `other` is what the other part defines.
    pub(crate) fn into_fragment(mut self, other: &[Defined]) -> Result<Fragment, Failure> {
        self.read_lines();
        let placed = self.symbols.placed();
        let items = std::mem::take(&mut self.items);
        let addresses: Vec<u32> = items.iter().map(|item| item.address).chain([self.location]).collect();
        let mut names = Names { addresses: &addresses, parameters: Vec::new() };
        let mut instructions = Vec::new();
        let mut next = ORIGIN;
        for item in &items {
            let Emission::Instruction { row, operands, .. } = &item.what else {
                self.refuse(item.record, "write instructions with their mnemonics");
                continue;
            };
            if item.address != next {
                self.refuse(item.record, SKIPS);
            }
            next = item.address + u32::from(row.length);
            instructions.push(self.unplaced(row, operands, item.record, &placed, &mut names));
        }
        let parameters = names.parameters;
        if self.input.diagnostics.errors == 0 && self.location != next {
            self.refuse(self.input.records.len().saturating_sub(1), SKIPS);
        }
        self.report_lone_labels();
        self.report_placed_variables(&placed);
        self.report_other_values(other, &placed);
        self.warn_of_hashes();
        self.warn_of_columns();
        if self.input.diagnostics.errors > 0 {
            return Err(self.input.diagnostics.sorted());
        }
        let labels = self.labels(&addresses);
        let warnings = self.input.diagnostics.sorted().diagnostics;
        Ok(Fragment { processor: self.words.processor, instructions, parameters, labels, warnings })
    }

    /// Warns that the columns of a sheet are not compared.
    fn warn_of_columns(&mut self) {
        let Some(first) = self.input.records.iter().position(|record| record.hand.is_some()) else { return };
        let hint = "`arcadian asm` checks a whole sheet".to_owned();
        self.warn(first, At::new(Fault::Columns, Hand::ADDRESS).hint(hint));
    }

    fn unplaced(
        &mut self,
        row: &'static Row,
        operands: &[(Operand, Expression)],
        record: usize,
        placed: &Placed,
        names: &mut Names,
    ) -> Unplaced {
        let (mut displacement, mut value) = (Vec::new(), Vec::new());
        for (operand, expression) in operands {
            let Some(bounds) = bounds(row, *operand) else { continue };
            let terms = if self.is_number(expression, record, placed) {
                self.number(bounds, expression, record)
            } else {
                names.terms(expression, |name| self.symbols.meaning(name, placed))
            };
            match operand {
                Operand::Indexed(_) => displacement = terms,
                _ => value = terms,
            }
        }
        let record = self.input.records.get(record);
        Unplaced {
            row,
            displacement,
            value,
            line: record.map_or(0, |record| record.number + 1),
            text: record.map_or_else(String::new, |record| record.text.trim().to_owned()),
        }
    }

    /// Whether an expression is made of numbers only. Reports a name whose value depends on the address of the code.
    fn is_number(&mut self, expression: &Expression, record: usize, placed: &Placed) -> bool {
        self.symbols.note_uses(expression);
        let mut is_number = true;
        for step in &expression.steps {
            let meaning = match step {
                Step::Here(address) => Meaning::Address(*address),
                Step::Name(name) => self.symbols.meaning(name, placed),
                Step::Number(_) | Step::Unary(_) | Step::Binary(..) => continue,
            };
            is_number &= matches!(meaning, Meaning::Number(_));
            if let (Meaning::Placed, Step::Name(name)) = (meaning, step) {
                self.report(record, At::new(Fault::Placed(name.name.to_string()), name.span.clone()));
            }
        }
        is_number
    }

    /// Returns a number, or reports that it has no value or is out of bounds.
    fn number(&mut self, bounds: Bounds, expression: &Expression, record: usize) -> Vec<Term> {
        match self.within(bounds, expression) {
            Ok(number) => vec![Term::Number(number)],
            Err(problem) => {
                self.settle(record, problem);
                Vec::new()
            }
        }
    }

    /// Reports variables whose values depend on the address of the code.
    fn report_placed_variables(&mut self, placed: &Placed) {
        for (record, expression) in std::mem::take(&mut self.variables) {
            if self.symbols.is_placed(&expression, placed) {
                let text = self.input.records.get(record).map(|record| record.text.clone());
                let text = text.and_then(|text| text.get(expression.span.clone()).map(str::to_owned));
                let fault = Fault::Placed(text.unwrap_or_default());
                self.report(record, At::new(fault, expression.span));
            }
        }
    }

    /// Reports names that mean something else in the other part.
    fn report_other_values(&mut self, other: &[Defined], placed: &Placed) {
        let mut wrong = Vec::new();
        for (entry, value) in self.symbols.values().filter(|(entry, _)| entry.kind != SymbolKind::Variable) {
            let Some((record, span)) = entry.place.clone() else { continue };
            let is = |defined: &&Defined| defined.is_fixed && defined.name.eq_ignore_ascii_case(&entry.name);
            let Some(defined) = other.iter().find(is) else { continue };
            let number = self.symbols.is_number(&entry.name, placed).then_some(value);
            if number != defined.number {
                let fault = Fault::OtherValue {
                    name: entry.name.clone(),
                    meanings: Box::new([shown(number), shown(defined.number)]),
                };
                wrong.push((record, At::new(fault, span)));
            }
        }
        for (record, at) in wrong {
            self.report(record, at);
        }
    }

    fn labels(&self, addresses: &[u32]) -> Vec<(String, usize)> {
        let instruction_at = |address: i64| addresses.iter().position(|start| i64::from(*start) == address);
        let labels = self.symbols.values().filter(|(entry, _)| self.symbols.is_label(entry));
        labels.filter_map(|(entry, at)| Some((entry.name.clone(), instruction_at(at)?))).collect()
    }

    /// Reports a line that is no instruction.
    fn refuse(&mut self, record: usize, hint: &'static str) {
        let span = self.input.records.get(record).map_or(0..0, |record| 0..record.text.len());
        self.report(record, At::new(Fault::NoInstruction, span).hint(hint));
    }
}

/// The hint for bytes that are no instructions.
const SKIPS: &str = "leave out ORG, DS and what else skips bytes";

/// Returns what a name stands for in words.
fn shown(number: Option<i64>) -> String {
    number.map_or_else(|| "a label".to_owned(), |number| number.to_string())
}
