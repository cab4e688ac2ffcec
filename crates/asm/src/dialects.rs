//! The engine and the tables of the dialects of other assemblers.
//!
//! `engine` assembles a source by a table of `tables`. The rooms are the phases of a statement: `syntax` reads it, `flow` decides whether,
//! `names` has its names, `place` its address, `emit` its bytes.

mod emit;
mod engine;
mod flow;
mod names;
mod place;
mod syntax;
mod tables;

use arcadian_isa::Processor;

use crate::source::File;
use crate::words::Words;
use crate::{Assembly, Failure, Host, Options};

pub(crate) use syntax::spelling::{expression, name_ranges};
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
