//! The chips in a saved state.

use super::{Chips, beam::Beam, magic::Magic, pen::PenLatch, requests::Requests, sound_log::SoundLog};
use crate::{
    frame::VideoFrame,
    registers::ChipRegisters,
    state::{Reader, StateError, Writer},
};

impl Chips {
    pub(crate) fn save(&self, state: &mut Writer) {
        self.registers.save(state);
        self.magic.save(state);
        self.requests.save(state);
        self.frame.save(state);
        self.inputs.save(state);
        self.pen.save(state);
        state.word(self.bank().unwrap_or(0));
    }

    /// Replaces the state by a saved one of a machine with the same cartridge. The caller puts the bank into memory.
    pub(crate) fn load(&mut self, state: &mut Reader, now: u64) -> Result<(), StateError> {
        self.registers = ChipRegisters::load(state)?;
        self.magic = Magic::load(state)?;
        self.requests = Requests::load(state)?;
        self.frame = VideoFrame::load(state)?;
        self.inputs = self.inputs.loaded(state)?;
        self.pen = PenLatch::load(state)?;
        self.sound = SoundLog::default();
        self.beam = Beam::at(now);
        let bank = state.word()?;
        if let Some(banks) = &mut self.banks {
            banks.set(bank);
        }
        self.schedule();
        Ok(())
    }
}
