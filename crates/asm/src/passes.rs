//! The engine for sources of other assemblers: it reads a source in passes until no address changes.
//!
//! Each pass reads every line, evaluates expressions as it reads them, and places bytes. A name that is defined further down has the
//! value that it got in the pass before. The pass after which no value differs from the one before is the result; only its
//! diagnostics are reported.

use std::collections::HashMap;
use std::rc::Rc;

use arcadian_isa::Processor;

use crate::assembly::Attempt;
use crate::diagnostic::Severity;
use crate::fault::{DialectFault, Fault};
use crate::flow::{Block, Contest, FrameKind, Input, Macro, Recording, RecordingKind, SourceOptions};
use crate::names::symbols::Symbols;
use crate::names::{Role, Structures};
use crate::options::{Host, Options};
use crate::place::Item;
use crate::place::segments::Segments;
use crate::source::File;
use crate::symbols::SymbolKind;
use crate::syntax::{
    Arithmetic, At, Checked, Directive, Operation, Parser, Piece, Shape, Span, Spelling, Statement, Table,
    Value, tokens,
};
use crate::words::Words;

/// Assembles a source by a table.
pub(crate) fn assemble(table: &'static Table, file: File, options: &Options, host: &mut dyn Host) -> Attempt {
    let processor = options.processor.or(options.default_processor).or(table.processor);
    let processor = processor.unwrap_or(Processor::Z80);
    Engine::new(host, table, options, file, Words::of(processor)).run()
}

/// Returns an expression in our own syntax; `name` returns what to call a name.
pub(crate) fn expression(
    table: &'static Table,
    text: &str,
    name: &mut dyn FnMut(&str) -> String,
) -> Option<String> {
    let (mut host, options) = (crate::options::NoFiles, Options::default());
    let words = Words::of(table.processor.unwrap_or(Processor::Z80));
    let mut engine = Engine::new(&mut host, table, &options, File::new("", ""), words);
    // In the first pass every name has a value.
    engine.one_pass();
    engine.pass.spelling = Some(Spelling::default());
    let tokens = tokens(text, &table.lexis).ok()?;
    engine.evaluate(&tokens).ok()?;
    engine.pass.spelling.take()?.text(name)
}

/// The maximum number of passes.
const MOST_PASSES: u32 = 16;
/// The maximum number of processed statements in a pass. Each turn of a loop counts as one, so that loops without statements end too.
pub(crate) const MOST_STATEMENTS: usize = 500_000;
/// The maximum number of errors in a pass.
const MOST_ERRORS: usize = 10_000;

pub(crate) struct Engine<'h> {
    pub(crate) host: &'h mut dyn Host,
    pub(crate) table: &'static Table,
    pub(crate) options: &'h Options,
    pub(crate) directives: HashMap<&'static str, Directive>,
    pub(crate) shapes: HashMap<&'static str, Shape>,
    /// Instructions that stand for others, by their names in upper case.
    pub(crate) fakes: HashMap<String, Vec<(&'static str, &'static str)>>,
    pub(crate) words: &'static Words,
    pub(crate) symbols: Symbols,
    pub(crate) input: Input<FrameKind>,
    /// The files that the host gave, by name and including file, so that every pass reads the same.
    pub(crate) sources: HashMap<(String, String), usize>,
    pub(crate) binaries: HashMap<(String, String), Rc<[u8]>>,
    pub(crate) segments: Segments,
    /// The processor that the source has named.
    pub(crate) named: Option<Processor>,
    pub(crate) pass: Pass,
}

/// The state of one pass.
#[derive(Default)]
pub(crate) struct Pass {
    pub(crate) items: Vec<Item>,
    pub(crate) macros: HashMap<String, Rc<Macro>>,
    pub(crate) recording: Option<Recording<RecordingKind>>,
    /// The file and line of the end of what was kept, of which zmac does not read the rest.
    pub(crate) ended_line: Option<(usize, usize)>,
    pub(crate) defines: crate::names::Defines,
    pub(crate) names: crate::names::Recorder,
    pub(crate) structures: Structures,
    pub(crate) study: crate::names::study::Study,
    pub(crate) banks: crate::place::Banks,
    pub(crate) relocation: crate::place::Relocation,
    pub(crate) blocks: Vec<Block>,
    pub(crate) scope: Rc<crate::names::Scope>,
    /// The scopes above, by the prefix of their names.
    pub(crate) scopes: std::collections::HashSet<String>,
    /// The labels, innermost last, that local names belong to.
    pub(crate) owners: Vec<String>,
    pub(crate) zone: String,
    /// Counts labels without names, by kind.
    pub(crate) unnamed: HashMap<String, usize>,
    pub(crate) charmap: HashMap<u8, u8>,
    /// The conversion of characters in a statement.
    pub(crate) code: Option<fn(u8) -> u8>,
    /// Names of macros that stand for others, by full name.
    pub(crate) aliases: HashMap<String, String>,
    /// The byte in memory where nothing is placed.
    pub(crate) fill: Option<u8>,
    /// Labels alone in a statement without a colon.
    pub(crate) doubtful: Vec<(usize, Span, String)>,
    /// Words whose note was given.
    pub(crate) noted: std::collections::HashSet<String>,
    /// A label of the value in the next instruction: its name and place.
    pub(crate) operand_label: Option<(String, usize, Span)>,
    /// The expression that is read, in our own syntax.
    pub(crate) spelling: Option<Spelling>,
    pub(crate) radix: u32,
    /// ca65: `.setcpu "6502X"`, and `.feature force_range` and `bracket_as_indirect`. sdasz80: `.allow_undocumented`.
    pub(crate) has_all_opcodes: bool,
    pub(crate) cuts_values: bool,
    pub(crate) has_bracket_addresses: bool,
    /// ca65: `.linecont +`.
    pub(crate) continues_lines: bool,
    /// ca65: `.feature leading_dot_in_identifiers`, `ubiquitous_idents` and `pc_assignment`.
    pub(crate) has_dot_names: bool,
    pub(crate) has_free_names: bool,
    pub(crate) has_assigned_place: bool,
    pub(crate) checks: crate::names::Checks,
    pub(crate) contests: Vec<Contest>,
    pub(crate) options: SourceOptions,
    pub(crate) option_stack: Vec<SourceOptions>,
    /// Whether the statement is a branch, where `1B` is a label.
    pub(crate) is_branch: bool,
    /// The depth of the expression, or of statements in a statement.
    pub(crate) depth: usize,
    pub(crate) expansions: usize,
    /// The number of turns of loops.
    pub(crate) turns: usize,
    pub(crate) emitted: usize,
    pub(crate) entry: Option<i64>,
    /// The address of the statement.
    here: Option<Value>,
    done: bool,
    /// Whether a limit was reached, so that another pass would not help.
    pub(crate) is_stopped: bool,
}

impl<'h> Engine<'h> {
    pub(crate) fn new(
        host: &'h mut dyn Host,
        table: &'static Table,
        options: &'h Options,
        file: File,
        words: &'static Words,
    ) -> Self {
        let takes_twice = !(table.studies || table.lexis.devices);
        Self {
            host,
            table,
            options,
            directives: table.directives().collect(),
            shapes: table.shapes().collect(),
            fakes: table.fakes_by_name(),
            words,
            symbols: Symbols::new(table.naming.is_case_sensitive, table.operands.sizes, takes_twice),
            input: Input::new(file, &table.lexis, options.has_names),
            sources: HashMap::new(),
            binaries: HashMap::new(),
            segments: Segments::new(table, options),
            named: options.processor,
            pass: Pass::default(),
        }
    }

    /// Runs passes until no value changes.
    pub(crate) fn run(mut self) -> Attempt {
        loop {
            self.one_pass();
            let pass = self.symbols.pass();
            let settled = self.symbols.has_settled() && !self.segments.has_moved();
            let is_last = if pass == 1 { !self.symbols.has_unknown && settled } else { settled };
            if is_last || self.pass.is_stopped {
                break;
            }
            if pass == MOST_PASSES {
                self.report(0, At::new(DialectFault::Unsettled(MOST_PASSES), 0..0));
                break;
            }
        }
        self.result()
    }

    pub(crate) fn one_pass(&mut self) {
        let banks = std::mem::take(&mut self.pass.banks).next_pass();
        let relocation = std::mem::take(&mut self.pass.relocation).next_pass();
        let defines = crate::names::Defines::of(self.table);
        let fill = self.pass.fill;
        let study = std::mem::take(&mut self.pass.study).next_pass();
        let names = crate::names::Recorder::new(self.options.has_names);
        self.pass = Pass { radix: 10, banks, defines, relocation, fill, study, names, ..Pass::default() };
        self.symbols.begin_pass();
        self.segments.begin_pass();
        self.input.begin_pass();
        self.define_table_size();
        let options = self.options;
        for (name, value) in &options.defines {
            self.define_outside(name, i64::from(*value));
            let value = Value::number(i64::from(*value));
            // Of two definitions of the same name the first wins.
            let _ = self.symbols.define(name, SymbolKind::Constant, value, None);
            self.pass.defines.predefined.insert(name.clone());
        }
        while let Some(piece) = self.next_piece() {
            self.process(&piece);
        }
        self.settle_contests();
        self.report_unclosed();
        self.report_unfit();
        self.report_circles();
        self.report_contradictions();
        self.report_doubtful();
    }

    fn next_piece(&mut self) -> Option<Piece> {
        while !self.pass.done {
            if let Some(piece) = self.input.next() {
                return Some(piece);
            }
            if !self.leave_frame() {
                return None;
            }
        }
        None
    }

    fn process(&mut self, piece: &Piece) {
        self.settle_contests();
        let record = self.add_record(piece);
        if self.is_over(record) {
            return;
        }
        self.pass.names.origins = piece.origins.clone();
        if self.pass.recording.is_none() {
            match self.is_left_out(record, piece) {
                Ok(false) => {}
                Ok(true) => return,
                Err(at) => return self.report(record, at),
            }
        }
        if let Err(at) = self.check_line(piece) {
            return self.report(record, at);
        }
        if let Some(at) = piece.continued.filter(|_| !self.pass.continues_lines) {
            let at = At::new(Fault::Unexpected("\\".to_owned()), at..at + 1);
            return self.report(record, at.hint("ca65 continues lines after `.linecont +`"));
        }
        let text = self.expanded(record, &piece.text);
        let outcome = match Parser(&*self).parse(record, &text) {
            _ if self.pass.recording.is_some() => {
                let (text, origins) = (Rc::clone(&text), self.pass.names.origins.clone());
                self.keep_or_end(record, Piece { text, origins, ..piece.clone() })
            }
            Err(_) if self.is_skipping() => Ok(()),
            Err(at) => Err(at),
            Ok(statement) => {
                if self.is_skipping() {
                    self.note_skipped(&statement);
                }
                self.statement(&statement)
            }
        };
        if let Err(at) = outcome {
            self.report(record, at);
        }
        let end = self.segments.location();
        self.input.change(record, |record| record.end = u32::try_from(end).unwrap_or(0));
    }

    /// Stops reading where a limit is reached or the result is no longer wanted. Returns whether it does.
    pub(crate) fn is_over(&mut self, record: usize) -> bool {
        let why = match () {
            () if self.input.records.len() + self.pass.turns > MOST_STATEMENTS => {
                "more than 500000 statements, macro expansions and turns of loops included"
            }
            () if self.input.diagnostics.errors > MOST_ERRORS => "more than 10000 errors",
            () if self.host.is_cancelled() => "cancelled",
            () => return false,
        };
        self.stop(record, why);
        true
    }

    fn add_record(&mut self, piece: &Piece) -> usize {
        let location = self.segments.location();
        let address = u32::try_from(location).unwrap_or(0);
        let is_left_out = self.pass.recording.is_some() || self.is_skipping();
        let index = self.input.add_record(piece, address, is_left_out);
        self.pass.here = Some(self.location());
        index
    }

    /// Whether the assembler is one of two that write for a linker and refuse what follows a statement, ca65 and sdasz80.
    pub(crate) fn has_linker(&self) -> bool {
        self.table.studies || self.table.arithmetic == Arithmetic::Linked
    }

    /// Returns the address of the statement.
    pub(crate) fn here(&self) -> Value {
        self.pass.here.unwrap_or(Value::number(0))
    }

    pub(crate) fn set_here(&mut self, here: Value) {
        self.pass.here = Some(here);
    }

    pub(crate) fn statement(&mut self, statement: &Statement<'_>) -> Checked {
        if self.condition_or_skipped(statement)? {
            return Ok(());
        }
        if self.in_structure(statement)? {
            return Ok(());
        }
        self.input
            .change(statement.record, |record| record.subject = record.subject.max(statement.subject()));
        if self.structure_at(statement)? {
            return Ok(());
        }
        self.labels_here(statement);
        let start = self.segments.location();
        let outcome = self.operation_of_statement(statement);
        if let Some(label) = statement.labels.last().filter(|label| label.is_name()) {
            let full = self.full_name(label.text);
            self.symbols.set_size(&full, self.segments.location() - start);
        }
        outcome
    }

    /// Defines the labels of a statement as its address.
    pub(crate) fn labels_here(&mut self, statement: &Statement<'_>) {
        for label in &statement.labels {
            if let Err(at) = self.label_here(statement, label) {
                self.report(statement.record, at);
            }
        }
    }

    fn operation_of_statement(&mut self, statement: &Statement<'_>) -> Checked {
        match statement.operation {
            None => {
                self.note_doubtful(statement);
                Ok(())
            }
            Some((Operation::Directive(directive), _)) => self.directive(statement, directive),
            Some((Operation::Mnemonic, _)) => self.instruction(statement),
            Some((Operation::Macro, name)) => {
                self.note_macro(&name, Role::Use);
                self.call(statement)
            }
            Some((Operation::Structure, _)) => self.place_structure(statement),
            Some((Operation::Unknown, _)) if self.dot_repeat(statement)? => Ok(()),
            Some((Operation::Unknown, _)) => Err(self.unknown(statement)),
        }
    }

    pub(crate) fn report(&mut self, record: usize, at: At) {
        self.input.error(record, at, Vec::new());
    }

    pub(crate) fn warn(&mut self, record: usize, at: At) {
        self.input.remark(record, at, Severity::Warning);
    }

    /// Says once per word that something is read and has no effect.
    pub(crate) fn note(&mut self, statement: &Statement<'_>, why: &'static str) {
        let word = statement.word().to_owned();
        if self.pass.noted.insert(word.to_ascii_uppercase()) {
            let at = statement.fault(DialectFault::Ignored(word, why));
            self.input.remark(statement.record, at, Severity::Note);
        }
    }

    /// Stops reading and reports why.
    pub(crate) fn stop(&mut self, record: usize, why: &'static str) {
        self.stop_at(record, At::new(Fault::TooMuch(why), 0..0));
    }

    /// Stops reading and reports what is wrong here.
    pub(crate) fn stop_at(&mut self, record: usize, at: At) {
        (self.pass.done, self.pass.is_stopped) = (true, true);
        self.report(record, at);
    }

    /// `!EOF` ends the file, or the macro.
    pub(crate) fn end_of_file(&mut self, statement: &Statement<'_>) -> Checked {
        match self.input.frames.last_mut() {
            Some(frame) if matches!(frame.kind, FrameKind::Repeat(_)) => {
                Err(statement.not_supported("it is inside a repetition"))
            }
            Some(frame) => {
                frame.finish();
                Ok(())
            }
            None => Ok(()),
        }
    }

    pub(crate) fn end(&mut self, statement: &Statement<'_>) -> Checked {
        // ca65 ignores what follows.
        if !statement.operands().is_empty() && !self.table.studies {
            self.pass.entry = Some(self.number(statement.operands())?);
        }
        self.pass.done = true;
        Ok(())
    }
}
