//! A two-pass assembler and a disassembler for the Intel 8080, Zilog Z80 and MOS 6502, each in its vendor's syntax.
//!
//! ```
//! use arcadian_asm::{NoFiles, Options, assemble};
//! use arcadian_isa::Processor;
//!
//! let source = "        ORG  100H\nLOOP:   DCR  B\n        JNZ  LOOP\n";
//! let options = Options { processor: Some(Processor::I8080), ..Options::default() };
//! let assembly = assemble("loop.asm", source, &options, &mut NoFiles)?;
//! assert_eq!(assembly.image, [0x05, 0xC2, 0x00, 0x01]);
//! assert_eq!(assembly.symbol("loop").map(|symbol| symbol.value), Some(0x100));
//!
//! // All errors are reported at once, each with its location and usually with a fix.
//! let failure = assemble("loop.asm", " MVI A,FFH\n LD A,B\n", &options, &mut NoFiles).unwrap_err();
//! let shown: Vec<String> = failure.diagnostics.iter().map(ToString::to_string).collect();
//! assert_eq!(shown, [
//!     "loop.asm:1:8: error: `FFH` is not defined; a number begins with a digit: 0FFH",
//!     "loop.asm:2:2: error: the 8080 has no instruction `LD`; this is Z80 syntax; on the 8080 write `MOV A,B`",
//! ]);
//! # Ok::<(), arcadian_asm::Failure>(())
//! ```
//!
//! # Where to begin
//!
//! `tables` says how each syntax is written. `engine` assembles our own: its first pass fixes every length and address, its second
//! emits bytes. `passes` assembles the sources of other assemblers. The rooms of both are the phases of a statement: `syntax` reads it,
//! `flow` decides whether, `names` has its names, `place` its address, `emit` its bytes. Both read from the same `Input`, which keeps a
//! record of each line and what is wrong with it, and end with the same `Output`. Without the feature `dialects` nothing calls `passes`,
//! so that the compiler leaves out what only it needs. [`sheet`] compares hand-assembled bytes with the assembled ones,
//! [`mod@disassemble`] turns bytes into source. The syntax is described in `docs/assembler.md`.

#![warn(missing_docs)]

pub mod assembly;
pub mod diagnostic;
mod dialect;
pub mod disassemble;
/// Bytes: the rows of instructions, their operands, data, and the result.
mod emit {
    pub(crate) mod data;
    pub(crate) mod encode;
    pub(crate) mod initial;
    pub(crate) mod instruction;
    pub(crate) mod last_pass;
    pub(crate) mod rows;
    pub(crate) mod unknown;
}
mod engine;
mod expression;
pub mod fault;
/// The statements that are read: files, macros, repetitions, conditions; and the effects of directives.
mod flow {
    pub(crate) mod blocks;
    pub(crate) mod directives;
    pub(crate) mod include;
    pub(crate) mod input;
    pub(crate) mod macros;
    mod open;
    pub(crate) mod recording;
    pub(crate) mod repeat;
    pub(crate) mod settings;
    pub(crate) mod skipping;

    pub(crate) use input::{Frame, Input};
    pub(crate) use open::*;
}
pub mod fragment;
mod image;
mod listing;
pub mod names;
mod options;
mod origins;
mod passes;
mod place;
mod recognize;
pub mod sheet;
mod source;
mod suggestions;

mod symbols;
mod syntax;
mod tables;
mod words;

use std::rc::Rc;

use arcadian_isa::Processor;

pub use assembly::{Assembly, Attempt, Line, Segment, Symbol};
pub use diagnostic::{Diagnostic, Failure, Related, Severity, SourceLocation};
pub use disassemble::{
    Content, Disassembly, DisassemblyError, Range, Row, Source, code_ranges, disassemble, source,
};
pub use fault::{DialectFault, Fault, Hint, Replacement};
pub use fragment::{Fragment, read_fragment};
pub use listing::{SymbolLineError, read_symbols, write_symbols};
pub use names::Names;
pub use options::{Dialect, Host, Included, NoFiles, Options};
pub use sheet::Sheet;
pub use suggestions::{did_you_mean, nearest, or_near};
pub use symbols::SymbolKind;
pub use syntax::directive::Subject;
pub use syntax::number::number;

use engine::Engine;
use recognize::{Likeness, likeness};
use source::{File, location};
use syntax::lexis::FOREIGN;
use syntax::scan::{At, run, slice, trim};
use words::Words;

/// Assembles a source. `name` is the file name used in messages.
pub fn assemble(name: &str, text: &str, options: &Options, host: &mut dyn Host) -> Result<Assembly, Failure> {
    attempt(name, text, options, host).complete()
}

/// Assembles as much of a source as possible in spite of errors, for editors.
pub fn attempt(name: &str, text: &str, options: &Options, host: &mut dyn Host) -> Attempt {
    let file = File::new(name, text);
    if FOREIGN && options.dialect != Dialect::OWN {
        return passes::assemble(options.dialect.table, file, options, host);
    }
    let header = sheet::read(&file.lines);
    let processor = match chosen(&file, options, &header) {
        Ok(processor) => processor,
        Err((line, at)) => return refuse(file, line, at),
    };
    let origin = header.sheet.origin.map_or(0, u32::from);
    let (words, is_sheet) = (Words::of(processor), header.is_sheet());
    let engine = Engine::new(host, words, file, origin, is_sheet, options.has_names);
    engine.with_constants(&options.defines).run(header)
}

/// Returns the processor named by the caller, the header or a directive.
fn chosen(file: &File, options: &Options, header: &sheet::HeaderScan) -> Result<Processor, (usize, At)> {
    if let (Some(is), Some(not), Some((line, span))) =
        (options.processor, header.sheet.processor, &header.cpu_at)
        && is != not
    {
        return Err((*line, At::new(Fault::OneProcessor { is, not }, span.clone())));
    }
    let unknown = || {
        let wrong = header.cpu_fault().cloned().or_else(|| wrong_directive(&file.lines));
        wrong.unwrap_or_else(|| no_processor(file, header.is_sheet()))
    };
    let stated = options.processor.or(header.sheet.processor).or_else(|| named(&file.lines));
    stated.or(options.default_processor).ok_or_else(unknown)
}

/// Returns the processor that the first statement names, or that all directives further down name.
fn named(lines: &[Rc<str>]) -> Option<Processor> {
    let mut statements = lines.iter().filter_map(|line| first_statement(line));
    let first = statements.next()?;
    let mut later = statements.flatten();
    first.or_else(|| later.next().filter(|one| later.all(|other| other == *one)))
}

/// Returns the fault of a source that names no processor, at the statement that shows what the source is.
fn no_processor(file: &File, is_sheet: bool) -> (usize, At) {
    // The page has one dialect, and leaves this out.
    if cfg!(feature = "dialects")
        && let Some(Likeness { line, span, advice }) = likeness(file, is_sheet)
    {
        return (line, At::new(Fault::NoProcessor, span).hint(advice));
    }
    let Some(first) = file.lines.iter().position(|line| first_statement(line).is_some()) else {
        let is_blank = file.lines.iter().all(|line| line.trim().is_empty());
        return (0, At::new(if is_blank { Fault::Empty } else { Fault::OnlyComments }, 0..0));
    };
    let span = 0..file.lines.get(first).map_or(0, |line| line.len());
    let hint = "name it: 8080, z80 or 6502, by a directive `CPU z80` or a header line `;! cpu: z80`";
    (first, At::new(Fault::NoProcessor, span).hint(hint))
}

/// Returns the fault for a first statement such as `CPU 8086` that names an unknown processor.
fn wrong_directive(lines: &[Rc<str>]) -> Option<(usize, At)> {
    let (number, line) = lines.iter().enumerate().find(|(_, line)| first_statement(line).is_some())?;
    let code = trim(line, 0..run(line, 0, |byte| byte != b';'));
    let name = trim(line, run(line, code.start, |byte| !byte.is_ascii_whitespace())..code.end);
    let directive = slice(line, code.start..name.start).trim().trim_start_matches('.');
    let wrong = directive.eq_ignore_ascii_case("CPU") && !name.is_empty();
    let fault = || Fault::BadProcessor(slice(line, name.clone()).to_owned());
    wrong.then(|| (number, At::new(fault(), name.clone()).hint(words::PROCESSORS)))
}

/// Returns `None` for an empty line, otherwise the processor named by the statement, if any.
fn first_statement(line: &str) -> Option<Option<Processor>> {
    let code = slice(line, 0..run(line, 0, |byte| byte != b';')).trim();
    let mut words = code.split_ascii_whitespace();
    let first = words.next()?;
    let bare = first.strip_prefix('.').unwrap_or(first);
    if bare.eq_ignore_ascii_case("CPU") {
        Some(words.next().and_then(words::processor))
    } else {
        Some(first.strip_prefix('.').and_then(words::processor))
    }
}

fn refuse(file: File, line: usize, at: At) -> Attempt {
    let text = file.lines.get(line).map_or_else(String::new, ToString::to_string);
    let location = location(&[file], 0, line, &text, at.span.clone());
    let diagnostic = Diagnostic::new(Severity::Error, at, location);
    Attempt { assembly: None, diagnostics: vec![diagnostic], omitted: 0, has_errors: true }
}
