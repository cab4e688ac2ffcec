//! Cartridges and ROMs of the Bally.

use std::path::Path;

use arcadian_asm::Assembly;
use arcadian_bally::Bally;
use arcadian_debugger::{
    Debuggee,
    code::{MachineCode, Source},
};

use super::{Input, binary::symbols};
use crate::{
    bally::keys::{self, Event, Keypad},
    error::{Result, refuse},
    escape,
    files::{Files, LONGEST_KEYS},
    step::{chips::ChipSet, options::Options},
};

/// A machine with a cartridge, as it is before the first step.
pub struct CartridgeProgram {
    bally: Bally,
    source: Option<Box<Assembly>>,
    symbols: Vec<(String, u16)>,
    keypad: Keypad,
    /// The script in the key file, with the name of the file.
    script: Option<(String, String)>,
}

impl CartridgeProgram {
    /// Reads the files that the options name.
    pub(super) fn read(files: &dyn Files, options: &Options) -> Result<Self> {
        let loaded = options.parts.load(files)?;
        let read = |path: &Path| -> Result<(String, String)> {
            Ok((escape::source_name(path), files.text(path, "a key file", LONGEST_KEYS)?))
        };
        let names = options.symbols.as_deref().map(|path| symbols(files, path)).transpose()?;
        Ok(CartridgeProgram {
            keypad: options.keypad.unwrap_or_else(|| Keypad::of(loaded.bally.config())),
            bally: loaded.bally,
            source: loaded.source,
            symbols: names.unwrap_or_default(),
            script: options.keys_file.as_deref().map(read).transpose()?,
        })
    }

    /// Returns whether the cartridge was assembled from a source.
    pub fn has_source(&self) -> bool {
        self.source.is_some()
    }

    /// Returns the keys that the options specify.
    pub fn input(&self, options: &Options) -> Result<Input> {
        if self.script.is_some() && !options.keys.is_empty() {
            refuse!("the keys are in a file and in a text; use one of them");
        }
        let events = match &self.script {
            Some((name, script)) => keys::parse(self.keypad, name, script)?,
            None => keys::parse(self.keypad, "--keys", &options.keys.concat())?,
        };
        Ok(Input { events, ..Input::default() })
    }

    /// Returns a debuggee before the first step of the machine.
    pub(super) fn start(&self, events: &[Event]) -> Box<dyn Debuggee> {
        let config = self.bally.config();
        let (machine, chips) = self.bally.clone().into_machine();
        let hardware = ChipSet::new(config, chips, self.keypad, &machine, events);
        let source = match &self.source {
            Some(assembly) => Source::assembled((**assembly).clone()),
            None => Source::symbols(self.symbols.iter().cloned()),
        };
        Box::new(MachineCode::on_hardware(machine, source, Box::new(hardware)))
    }
}
