//! The engine and the tables of the dialects of other assemblers.
//!
//! `table` says what a dialect is; `tables` has them. `engine` assembles a source by a table. Each mechanism that tables switch on
//! has a module: `repeat`, `structures`, `scope`, `segments` and so on.

mod blocks;
mod data;
mod define;
mod directive;
mod directives;
mod engine;
mod expression;
mod functions;
mod guess;
mod include;
mod input;
mod instruction;
mod lines;
mod macros;
mod operator;
mod repeat;
mod result;
mod scope;
mod segments;
mod statement;
mod structures;
mod symbols;
mod table;
mod tables;
mod token;
mod unknown;
mod value;

use arcadian_isa::Processor;

use crate::source::File;
use crate::words::Words;
use crate::{Assembly, Failure, Host, Options};

pub(crate) use table::Table;
pub(crate) use tables::TABLES;

/// Assembles a source, if it has a dialect that is not our own.
pub(crate) fn assembled(
    file: &File,
    options: &Options,
    is_sheet: bool,
    host: &mut dyn Host,
) -> Option<Result<Assembly, Failure>> {
    if let Some(dialect) = options.dialect {
        return dialect.table.map(|table| assemble(table, file, options, host));
    }
    let guess = if is_sheet { None } else { guess::guess(file.lines.iter().map(|line| &**line)) }?;
    let mut result = assemble(guess.table, file, options, host);
    let notes = match &mut result {
        Ok(assembly) => &mut assembly.warnings,
        Err(failure) => &mut failure.diagnostics,
    };
    notes.insert(0, guess.note(file));
    Some(result)
}

/// Assembles a source by a table.
fn assemble(
    table: &'static Table,
    file: &File,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Assembly, Failure> {
    let processor = options.processor.or(table.processor).unwrap_or(Processor::Z80);
    engine::Engine::new(host, table, options, File { name: file.name.clone(), lines: file.lines.clone() }, Words::of(processor)).run()
}
