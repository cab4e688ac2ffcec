//! Cartridges and ROMs of the Bally.

use crate::{
    Debuggee,
    code::{MachineCode, Source},
};
use arcadian_asm::Assembly;
use arcadian_bally::Bally;
use arcadian_files::{
    Files, LONGEST_KEYS,
    error::{Result, refuse},
    escape,
};
use arcadian_play::bally::{
    keys::{self, Event, Keypad},
    parts::Parts,
};

use super::{Input, binary::read_names};
use crate::step::{chips::ChipSet, options::CartridgeOptions};

/// A machine with a cartridge, as it is before the first step.
pub struct CartridgeProgram {
    bally: Bally,
    source: Option<Box<Assembly>>,
    symbols: Vec<(String, u16)>,
    keypad: Keypad,
    /// The script of the keys, with the name of its file.
    script: (String, String),
}

impl CartridgeProgram {
    /// Reads the files that the options name.
    pub(super) fn read(files: &dyn Files, options: CartridgeOptions) -> Result<Self> {
        let parts = Parts {
            rom: options.rom,
            cart: options.cart,
            inserted: None,
            expansion: options.expansion,
            handles: options.handles,
            state: options.load_state,
            fitting: options.fitting,
        };
        let loaded = parts.load(files)?;
        let names = options.symbols.map(|path| read_names(files, &path)).transpose()?;
        if names.is_some() && loaded.source.is_some() {
            refuse!("--symbols applies only to binaries and images of cartridges; this one is a source");
        }
        Ok(CartridgeProgram {
            keypad: options.keypad.unwrap_or_else(|| Keypad::of(loaded.bally.config())),
            bally: loaded.bally,
            source: loaded.source,
            symbols: names.unwrap_or_default(),
            script: match options.keys_file {
                None => ("--keys".to_owned(), options.keys.concat()),
                Some(path) => (escape::source_name(&path), files.text(&path, "a key file", LONGEST_KEYS)?),
            },
        })
    }

    /// Returns whether the cartridge was assembled from a source.
    pub fn has_source(&self) -> bool {
        self.source.is_some()
    }

    /// Returns the keys that the options specify.
    pub(super) fn input(&self) -> Result<Input> {
        let (name, script) = &self.script;
        let events = keys::parse_for(&self.bally, self.keypad, name, script)?;
        keys::check_inputs(&events, self.bally.config())?;
        Ok(Input { events, ..Input::default() })
    }

    /// Returns a debuggee before the first step of the machine.
    pub(super) fn start(&self, events: &[Event]) -> Box<dyn Debuggee> {
        let config = self.bally.config();
        let (machine, chips) = self.bally.clone().into_machine();
        let hardware = ChipSet::new(config, chips, self.keypad, &machine, events);
        let source = match &self.source {
            Some(assembly) => Source::assembled(assembly),
            None => Source::symbols(self.symbols.iter().cloned()),
        };
        Box::new(MachineCode::on_hardware(machine, source, Box::new(hardware)))
    }
}
