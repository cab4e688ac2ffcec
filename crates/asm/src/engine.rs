//! The two-pass assembler.
//!
//! The first pass reads every line once, expands includes, conditions and macros, chooses every instruction's opcode and
//! length, and produces a list of [`Item`]s. The second pass only evaluates and emits that list, so the two passes cannot
//! disagree about an address.

mod emit;
mod hint;
mod input;
mod names;
mod result;

use std::collections::HashMap;
use std::rc::Rc;

use arcadian_isa::{Operand, Row};

use crate::diagnostic::{Problem, Related, Reported, Severity};
use crate::expression::{Expression, Scope, parse};
use crate::fault::{Fault, Hint};
use crate::flow::{Input, Macro, Recording};
use crate::names::Recorder;
use crate::options::Host;
use crate::source::{File, Opening};
use crate::symbols::{Failing, Symbols};
use crate::syntax::statement::own::Reading;
use crate::syntax::{At, Directive, Operation, Statement, Token};
use crate::tables::own::TABLE;
use crate::words::Words;

type Outcome<T = ()> = Result<T, Problem>;

/// The end of memory.
pub(crate) const END: u32 = 0x1_0000;

/// The state of the assembler.
pub(crate) struct Engine<'h> {
    host: &'h mut dyn Host,
    pub(crate) input: Input<input::Source>,
    pub(crate) words: &'static Words,
    pub(crate) symbols: Symbols,
    pub(crate) names: Recorder,
    scope: Rc<Scope>,
    macros: HashMap<String, Rc<Macro>>,
    recording: Option<Recording<Option<Macro>>>,
    conditions: Vec<input::Condition>,
    /// Whether the first file is a sheet.
    is_sheet: bool,
    /// Labels that may be meant as instructions or directives.
    doubtful: Vec<names::Doubtful>,
    hashes: hint::Hashes,
    /// The values of variables, with their records.
    variables: Vec<(usize, Expression)>,
    location: u32,
    /// Whether the location counter is invalid after a wrong ORG or the end of memory.
    lost: Option<Reported>,
    items: Vec<Item>,
    entry: Option<(usize, Expression)>,
    /// Bytes emitted, bytes of text read or expanded, macro calls; each has a limit.
    emitted: usize,
    read: usize,
    expansions: usize,
    done: bool,
}

/// A piece of output for the second pass.
#[derive(Debug)]
struct Item {
    record: usize,
    address: u32,
    lost: Option<Reported>,
    what: Emission,
}

#[derive(Debug)]
enum Emission {
    Instruction { row: &'static Row, operands: Vec<(Operand, Expression)>, was_unknown: bool },
    Data(Vec<Datum>),
    Fill { count: usize, value: Expression },
}

#[derive(Debug)]
enum Datum {
    Byte(Expression),
    Word { value: Expression, high_first: bool },
    Text(Vec<u8>),
}

fn ends_macro(statement: &Statement<'_>) -> bool {
    statement.directive() == Some(Directive::EndMacro)
}

/// A name before EQU, SET, `=` or MACRO needs neither column one nor a colon.
fn opening(statement: &Statement<'_>) -> Opening {
    if statement.labels.is_empty() || statement.has_colon { Opening::Statement } else { Opening::Label }
}

impl<'h> Engine<'h> {
    pub(crate) fn new(
        host: &'h mut dyn Host,
        words: &'static Words,
        file: File,
        location: u32,
        is_sheet: bool,
        has_names: bool,
    ) -> Self {
        let read = file.lines.iter().map(|line| line.len()).sum();
        let mut input = Input::new(file, &TABLE.lexis, has_names);
        input.push_file(0, input::Source::File, None, None, 0);
        Self {
            host,
            input,
            words,
            symbols: Symbols::default(),
            names: Recorder::new(has_names),
            scope: Rc::default(),
            macros: HashMap::new(),
            recording: None,
            conditions: Vec::new(),
            is_sheet,
            doubtful: Vec::new(),
            hashes: hint::Hashes::default(),
            variables: Vec::new(),
            location,
            lost: None,
            items: Vec::new(),
            entry: None,
            emitted: 0,
            read,
            expansions: 0,
            done: false,
        }
    }

    /// The first pass, with all its warnings.
    pub(crate) fn read(&mut self) {
        self.read_lines();
        self.report_doubtful_labels();
        self.warn_of_hashes();
    }

    /// Reads every line and evaluates the constants.
    fn read_lines(&mut self) {
        while let Some(index) = self.next_line() {
            self.process(index);
        }
        self.symbols.complete();
        self.report_symbols();
    }

    fn process(&mut self, index: usize) {
        let is_text = self.recording.is_some();
        self.keep(index);
        let Some(record) = self.input.records.get_mut(index) else { return };
        let text = Rc::clone(&record.text);
        let macros = &self.macros;
        let is_macro = |word: &str| macros.contains_key(&word.to_ascii_uppercase());
        let reading = Reading { words: self.words, is_macro: &is_macro };
        let mut read = reading.read(index, &text, record.hand.as_ref().map_or(0, |hand| hand.rest));
        // An expansion takes the lines of a macro as they are, so only the end of a definition has hand columns.
        if is_text && record.hand.is_some() && !read.as_ref().is_ok_and(ends_macro) {
            record.hand = None;
            read = reading.read(index, &text, 0);
        }
        record.opening = match &read {
            Ok(statement) if is_text && !ends_macro(statement) => Opening::Verbatim,
            Ok(statement) => opening(statement),
            Err(_) if is_text => Opening::Verbatim,
            Err(_) => Opening::Statement,
        };
        if let Some(span) = record.hand.as_ref().and_then(|hand| hand.unclear.clone()) {
            let _ = self.report(index, At::new(Fault::HandEnd, span));
            return self.keep_step(index);
        }
        match read {
            Ok(statement) => self.line(&statement),
            Err(_) if self.is_skipping() || is_text => {}
            Err(at) => drop(self.report(index, at)),
        }
    }

    fn line(&mut self, line: &Statement<'_>) {
        self.input.change(line.record, |record| {
            record.comment = line.comment..line.text.len();
            record.subject = line.subject();
        });
        let outcome = match line.directive() {
            _ if self.recording.is_some() => self.record(line),
            Some(directive) if directive.is_condition() => {
                if self.is_skipping() {
                    self.note_left_out(line, &[]);
                } else {
                    self.define_label(line);
                }
                self.condition(line, directive)
            }
            _ if self.is_skipping() => {
                self.note_left_out(line, &[]);
                Ok(())
            }
            _ => self.statement(line),
        };
        if let Err(problem) = outcome {
            self.settle(line.record, problem);
        }
        self.report_symbols();
        self.keep_step(line.record);
    }

    /// Gives a wrong line of a sheet its hand-assembled length, so that the lines after it can be checked.
    fn keep_step(&mut self, index: usize) {
        let location = self.location;
        if let Some(record) = self.input.records.get_mut(index) {
            let hand_length = record.hand.as_ref().map_or(0, |hand| hand.bytes.len()) as u32;
            if record.wrong && location == record.address {
                self.location = (location + hand_length).min(END);
            }
            record.end = self.location;
        }
    }

    fn statement(&mut self, line: &Statement<'_>) -> Outcome {
        if let Some(meant) = self.in_column_one(line) {
            return Err(self.unknown(&meant).into());
        }
        if line.operation.is_some() {
            self.note_hashes(line);
        }
        self.define_label(line);
        match line.operation {
            None => Ok(()),
            Some((Operation::Directive(directive), _)) => self.directive(line, directive),
            Some((Operation::Mnemonic, _)) => self.instruction(line),
            Some((Operation::Macro, _)) => self.call(line),
            Some((Operation::Structure | Operation::Unknown, _)) => Err(self.unknown(line).into()),
        }
    }

    /// Defines the label of a line. What follows it can have an error of its own.
    fn define_label(&mut self, line: &Statement<'_>) {
        self.note_doubtful_label(line);
        if let Err(problem) = self.label(line) {
            self.settle(line.record, problem);
        }
    }

    fn directive(&mut self, line: &Statement<'_>, directive: Directive) -> Outcome {
        match directive {
            Directive::Org => self.origin(line),
            Directive::Constant => self.constant(line),
            Directive::Variable => self.variable(line),
            Directive::Bytes(_) => self.bytes(line),
            Directive::Little(_) => self.word_data(line, false),
            Directive::Big(_) => self.word_data(line, true),
            Directive::Space(_) => self.space(line),
            Directive::Macro => self.begin_macro(line),
            Directive::EndMacro => Err(line.fault(Fault::NoMacro(line.word().to_owned())).into()),
            Directive::Include => self.include(line),
            Directive::Binary => self.binary(line),
            Directive::End => self.end(line),
            Directive::ProcessorNamed => self.cpu(line),
            // What only the printed listing needs; conditions are handled before, and our own syntax has no others.
            _ => Ok(()),
        }
    }

    /// Parses a value, which may be missing, with the current values of variables.
    fn value(
        &mut self,
        line: &Statement<'_>,
        values: &[&[Token<'_>]],
        index: usize,
    ) -> Result<Expression, At> {
        match values.get(index) {
            Some([]) | None => Err(line.missing(index)),
            Some(tokens) => self.expression(tokens),
        }
    }

    /// Parses tokens, which must be one expression.
    fn expression(&mut self, tokens: &[Token<'_>]) -> Result<Expression, At> {
        let here = i64::from(self.location);
        let mut expression = parse(tokens, self.words, here, &self.scope)?;
        self.note_names(&expression);
        self.symbols.bind(&mut expression);
        Ok(expression)
    }

    /// Reports a problem unless it is the consequence of a reported one.
    fn settle(&mut self, index: usize, problem: Problem) -> Reported {
        let reported = match problem {
            Problem::New(at) => self.report(index, at),
            Problem::Undefined(undefined) => {
                let (full, at) = *undefined;
                let reported = self.report(index, at);
                self.symbols.mark_undefined(&full, reported);
                reported
            }
            Problem::Reported(reported) => reported,
        };
        self.input.change(index, |record| record.wrong = true);
        reported
    }

    /// Reports the constants whose definitions turned out to be wrong.
    fn report_symbols(&mut self) {
        while let Some(Failing { entry, record, problem }) = self.symbols.next_failing() {
            let reported = self.settle(record, problem);
            self.symbols.fail(entry, reported);
        }
    }

    pub(crate) fn report(&mut self, index: usize, at: At) -> Reported {
        self.report_with(index, at, Vec::new())
    }

    fn report_with(&mut self, index: usize, mut at: At, related: Vec<Related>) -> Reported {
        at.hint = at.hint.or_else(|| self.symbol_hint(&at.fault));
        self.input.error(index, at, related)
    }

    fn warn(&mut self, index: usize, at: At) {
        self.input.remark(index, at, Severity::Warning);
    }

    /// Returns a suggestion for an undefined name.
    fn symbol_hint(&self, fault: &Fault) -> Option<Hint> {
        match fault {
            _ if self.input.diagnostics.is_full() => None,
            Fault::Undefined(name) => self.symbols.hint(name),
            Fault::NotYet(name) if !self.symbols.is_defined(name, &self.scope) => self.symbols.hint(name),
            _ => None,
        }
    }
}
