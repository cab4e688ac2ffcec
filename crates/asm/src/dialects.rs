//! The engine and the tables of the dialects of other assemblers.
//!
//! `engine` assembles a source by a table of `tables`. The rooms are the phases of a statement: `syntax` reads it, `flow` decides whether,
//! `names` has its names, `place` its address, `emit` its bytes.

mod emit;
mod engine;
mod flow;
mod names;
mod place;
pub(crate) mod syntax;
mod tables;

use arcadian_isa::Processor;

use crate::assembly::Assembly;
use crate::diagnostic::Failure;
use crate::options::Host;
use crate::options::Options;
use crate::source::File;
use crate::words::Words;

pub(crate) use syntax::spelling::name_ranges;
pub(crate) use syntax::table::Table;
pub(crate) use tables::TABLES;
pub(crate) use tables::features::features;
pub(crate) use tables::guess::guess;

/// Assembles a source by a table.
pub(crate) fn assemble(
    table: &'static Table,
    file: File,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Assembly, Failure> {
    let processor = options.processor.or(table.processor).unwrap_or(Processor::Z80);
    engine::Engine::new(host, table, options, file, Words::of(processor)).run()
}

/// Returns an expression in our own syntax; `name` returns what to call a name.
pub(crate) fn expression(
    table: &'static Table,
    text: &str,
    name: &mut dyn FnMut(&str) -> String,
) -> Option<String> {
    let (mut host, options) = (crate::options::NoFiles, Options::default());
    let words = Words::of(table.processor.unwrap_or(Processor::Z80));
    let mut engine = engine::Engine::new(&mut host, table, &options, File::new("", ""), words);
    // In the first pass every name has a value.
    engine.one_pass();
    engine.pass.spelling = Some(syntax::spelling::Spelling::default());
    let tokens = crate::syntax::token::tokens(text, &table.lexis).ok()?;
    engine.evaluate(&tokens).ok()?;
    engine.pass.spelling.take()?.text(name)
}
