//! The engine and the tables of the dialects of other assemblers.
//!
//! `table` says what a dialect is; `tables` has them. `engine` assembles a source by a table. Each mechanism that tables switch on
//! has a module: `repeat`, `structures`, `scope`, `segments` and so on.

mod arrays;
mod bank_value;
mod banks;
mod blocks;
mod constants;
mod contest;
mod data;
mod define;
mod device;
mod directive;
mod directives;
mod dot_repeat;
mod encode;
mod engine;
mod expression;
mod fake;
mod features;
mod functions;
mod guess;
mod include;
mod initial;
mod input;
mod instruction;
mod lines;
mod macros;
mod messages;
mod modules;
mod naming;
mod operand;
mod operator;
mod options;
mod origin;
mod outputs;
mod pages;
mod recording;
mod relocation;
mod repeat;
mod result;
mod scope;
mod segments;
mod series;
mod settings;
mod spelling;
mod statement;
mod structures;
mod study;
mod substitution;
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

pub(crate) use features::features;
pub(crate) use guess::guess;
pub(crate) use spelling::{expression, name_ranges};
pub(crate) use table::Table;
pub(crate) use tables::TABLES;

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
