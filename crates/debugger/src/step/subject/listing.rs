//! BASIC programs.

use std::path::Path;

use crate::{
    Debuggee,
    basic::{self, BasicProgram, Setup},
};
use arcadian_files::{
    Files,
    error::{Context, Result},
    escape,
    key_file::{self, KeyFile},
    program::{self, Reading},
};

use super::inputs::{Input, parse_keys};
use crate::step::{options::BasicOptions, request::Dialect};

/// A BASIC program and its initial state.
pub struct BasicListing {
    setup: Setup,
    /// The text of each `--keys`.
    pub(crate) keys: Vec<String>,
    /// A warning about a printed listing whose printed numbers differ from its bytes.
    pub warning: Option<String>,
}

impl BasicListing {
    /// Reads a program, and the file with its keys.
    pub(super) fn read(files: &dyn Files, path: &Path, options: BasicOptions) -> Result<Self> {
        let recorded = match &options.keys_file {
            Some(file) => key_file::from_file(files, file)?,
            None => KeyFile::default(),
        };
        let of_basic = match options.dialect {
            Some(Dialect::Basic(dialect)) => Some(dialect),
            _ => None,
        };
        let reading = Reading {
            dialect: of_basic.or(recorded.dialect),
            as_printed: options.as_printed || recorded.as_printed,
        };
        let read = program::read(files, path, &reading)?;
        let source = basic::Source::of(read.file, &read.text, &read.listing);
        let setup = Setup {
            dialect: read.listing.dialect(),
            lines: read.listing.lines(),
            seed: options.seed.or(recorded.seed).unwrap_or(1),
            before: options.set,
            events: recorded.events,
            source,
        };
        let warning = read.damage.or_else(|| program::difference_warning(path, &read.listing));
        Ok(BasicListing { setup, keys: options.keys, warning })
    }

    /// Returns the keys that the options specify: typed ones, or those in the file.
    pub(super) fn input(&self) -> Result<Input> {
        match &*self.keys {
            [] => Ok(Input { script: self.setup.events.clone(), ..Input::default() }),
            texts => parse_keys(&texts.concat()),
        }
    }

    /// Returns a debuggee before the first statement.
    pub(super) fn start(&self, path: &Path, input: &Input) -> Result<Box<dyn Debuggee>> {
        let setup = Setup { events: input.script.clone(), ..self.setup.clone() };
        let program = BasicProgram::new(setup);
        Ok(Box::new(program.with_context(|| format!("cannot start {}", escape::path(path)))?))
    }
}
