//! Saving and loading the state of a machine.

use arcadian_cpu::z80::After;

use super::Bally;
use crate::{
    chips::Chips,
    config::{Config, Expansion, Timing},
    frame::SCREEN,
    hardware::Plug,
    image::Cartridge,
    state::{self, Identity, Reader, StateError, Writer},
};

/// The size of the screen memory.
const SCREEN_SIZE: usize = 0x1000;

/// More cycles than a machine has run: 1,000 years.
const MOST_CYCLES: u64 = 1 << 56;

impl Bally {
    /// Returns the state of the machine as bytes. A machine that loads it goes on exactly like this one, sound included.
    pub fn save(&self) -> Vec<u8> {
        let mut contents = Writer::default();
        let mut synthesizer = self.synthesizer.clone();
        // Without samples nothing follows the writes to the sound chip, and only the last ones are logged.
        if self.config.sample_rate > 0 {
            synthesizer.advance(self.chips(), self.cycles());
        }
        state::save_processor(&self.machine.core, &mut contents);
        contents.long(self.machine.instructions());
        contents.long(self.cycles());
        for area in self.config.ram() {
            contents.bytes(&self.machine.backplane.bytes()[area]);
        }
        self.chips().save(&mut contents);
        synthesizer.save(&mut contents);
        if let Some(hardware) = self.config.hardware() {
            hardware.save(&self.machine.backplane, &mut contents);
        }
        state::seal(&self.config.identity(), &contents)
    }

    /// Loads a state that a machine of the same configuration saved. Stop conditions are removed. After an error the machine
    /// is unchanged.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let mut contents = state::open(bytes, &self.config.identity())?;
        let mut loaded = Bally::new(self.config.clone());
        loaded.read(&mut contents)?;
        contents.end()?;
        *self = loaded;
        Ok(())
    }

    fn read(&mut self, contents: &mut Reader) -> Result<(), StateError> {
        let core = state::load_processor(contents)?;
        let (instructions, now) = (contents.long()?, contents.long()?);
        if now > MOST_CYCLES {
            return Err(StateError::BadValue("time"));
        }
        for area in self.config.ram() {
            let bytes = contents.slice(area.len())?;
            let _fits = self.machine.backplane.load(area.start as u16, bytes);
        }
        let loaded =
            self.machine.backplane.change_device(self.chips, |chips: &mut Chips| chips.load(contents, now));
        loaded.unwrap_or(Err(StateError::BadValue("chips")))?;
        self.show_bank();
        let is_device_next = matches!(core.after, After::DeviceDd | After::DeviceEd | After::DeviceFd);
        self.machine.resume(core, instructions, now, is_device_next.then_some(self.chips));
        self.synthesizer.load(contents, now)?;
        match self.config.hardware() {
            Some(hardware) => hardware.load(&mut self.machine.backplane, contents, now),
            None => Ok(()),
        }
    }

    /// Puts the selected bank of the cartridge into memory.
    fn show_bank(&mut self) {
        if let Some(window) = self.chips().banks.as_ref().map(|banks| banks.window()) {
            let _fits = self.machine.backplane.load(0x2000, &window);
        }
    }
}

impl Config {
    fn ram(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let screen = usize::from(SCREEN)..usize::from(SCREEN) + SCREEN_SIZE;
        let expansion =
            self.expansion.range().map(|range| usize::from(*range.start())..usize::from(*range.end()) + 1);
        std::iter::once(screen).chain(expansion)
    }

    fn hardware(&self) -> Option<&dyn Plug> {
        self.cartridge.as_ref().and_then(Cartridge::hardware)
    }

    fn identity(&self) -> Identity {
        let expansion = Expansion::ALL.iter().position(|expansion| *expansion == self.expansion);
        Identity {
            rom: self.rom.crc32(),
            cartridge: self.cartridge.as_ref().map_or(0, |cartridge| cartridge.crc32()),
            expansion: expansion.unwrap_or(0) as u8,
            has_hardware: self.hardware().is_some(),
            timing: (self.timing == Timing::WaitStates).into(),
            sample_rate: self.sample_rate,
        }
    }
}
