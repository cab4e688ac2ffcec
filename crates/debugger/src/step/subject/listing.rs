//! BASIC programs and cartridges.

use std::path::Path;

use arcadian_asm::Assembly;
use arcadian_bally::Bally;
use arcadian_files::{
    Files, LONGEST_KEYS,
    error::{Context, Result, refuse},
    escape,
    key_file::{self, KeyFile},
    program::{self, Reading},
};
use arcadian_play::bally::keys::{self, Keypad};
use arcadian_program::read_names;

use super::{
    OnSystem,
    inputs::{Input, parse_keys},
};
use crate::{
    Debuggee,
    basic::{self, BasicProgram, Setup},
    code::{MachineCode, Source},
    step::{
        chips::ChipSet,
        request::{Dialect, StepRequest},
    },
};

/// A BASIC program and its initial state.
pub(super) struct BasicListing {
    setup: Setup,
    /// The text of each `--keys`.
    keys: Vec<String>,
    /// A warning about a printed listing whose printed numbers differ from its bytes.
    warning: Option<String>,
}

impl BasicListing {
    /// Reads a program, and the file with its keys.
    pub(super) fn read(files: &dyn Files, path: &Path, options: &StepRequest) -> Result<Self> {
        let recorded = match &options.bally.keys_file {
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
            encoding: None,
        };
        let read = program::read(files, path, &reading)?;
        let source = basic::Source::of(read.file, &read.text, &read.listing);
        let setup = Setup {
            dialect: read.listing.dialect(),
            lines: read.listing.lines(),
            seed: options.seed.or(recorded.seed).unwrap_or(1),
            before: options.set.clone(),
            events: recorded.events,
            source,
        };
        let warning = read.tape.map(|notes| notes.text).or_else(|| program::warning(path, &read.listing));
        Ok(BasicListing { setup, keys: options.keys.clone(), warning })
    }
}

impl OnSystem for BasicListing {
    fn warning(&self) -> Option<&String> {
        self.warning.as_ref()
    }

    /// Returns the keys that the options specify: typed ones, or those in the file.
    fn input(&self) -> Result<Input> {
        match &*self.keys {
            [] => Ok(Input { script: self.setup.events.clone(), ..Input::default() }),
            texts => parse_keys(&texts.concat()),
        }
    }

    fn inputs(&self) -> Result<Vec<Input>> {
        match &*self.keys {
            [] => Ok(vec![self.input()?]),
            texts => texts.iter().map(|keys| parse_keys(keys)).collect(),
        }
    }

    fn is_image(&self) -> bool {
        false
    }

    fn start(&self, path: &Path, input: &Input) -> Result<Box<dyn Debuggee>> {
        let setup = Setup { events: input.script.clone(), ..self.setup.clone() };
        let program = BasicProgram::new(setup);
        Ok(Box::new(program.with_context(|| format!("cannot start {}", escape::path(path)))?))
    }
}

/// A machine with a cartridge, as it is before the first step.
pub(super) struct CartridgeProgram {
    bally: Bally,
    source: Option<Box<Assembly>>,
    symbols: Vec<(String, u16)>,
    keypad: Keypad,
    /// The script of the keys, with the name of its file.
    script: (String, String),
}

impl CartridgeProgram {
    /// Reads the files that the options name.
    pub(super) fn read(files: &dyn Files, options: &StepRequest) -> Result<Self> {
        let loaded = options.bally.parts.load(files)?;
        let names = options.symbols.as_deref().map(|path| read_names(files, path)).transpose()?;
        if names.is_some() && loaded.source.is_some() {
            refuse!("--symbols applies only to binaries and images of cartridges; this one is a source");
        }
        Ok(CartridgeProgram {
            keypad: options.bally.keypad.unwrap_or_else(|| Keypad::of(loaded.bally.config())),
            bally: loaded.bally,
            source: loaded.source,
            symbols: names.unwrap_or_default(),
            script: match &options.bally.keys_file {
                None => ("--keys".to_owned(), options.keys.concat()),
                Some(path) => (escape::source_name(path), files.text(path, "a key file", LONGEST_KEYS)?),
            },
        })
    }
}

impl OnSystem for CartridgeProgram {
    fn warning(&self) -> Option<&String> {
        None
    }

    fn is_image(&self) -> bool {
        self.source.is_none()
    }

    fn input(&self) -> Result<Input> {
        let (name, script) = &self.script;
        let events = keys::parse_for(&self.bally, self.keypad, name, script)?;
        keys::check_inputs(&events, self.bally.config())?;
        Ok(Input { events, ..Input::default() })
    }

    fn start(&self, _target: &Path, input: &Input) -> Result<Box<dyn Debuggee>> {
        let config = self.bally.config();
        let (machine, chips) = self.bally.clone().into_machine();
        let hardware = ChipSet::new(config, chips, self.keypad, &machine, &input.events);
        let source = match &self.source {
            Some(assembly) => Source::assembled(assembly),
            None => Source::symbols(self.symbols.iter().cloned()),
        };
        Ok(Box::new(MachineCode::on_hardware(machine, source, Box::new(hardware))))
    }
}
