//! The custom chips: data, address and I/O, as one device.

mod beam;
mod device;

use crate::{
    frame::{SCREEN, VideoFrame},
    image::Banks,
    input::{Input, Inputs},
    registers::ChipRegisters,
    state::{Reader, StateError, Writer},
};
use beam::Magic;
use beam::{Beam, PenLatch, Requests};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Timing {
    /// No wait states, as measured in MAME 0.251.
    #[default]
    Measured,
    /// Wait states for RAM, magic memory and ports as the Astrocade core for MiSTer has them. No first-hand document is
    /// known.
    WaitStates,
}

impl Timing {
    /// Returns the length of the longest instruction in cycles.
    pub(crate) const fn longest_instruction(self) -> u64 {
        match self {
            Timing::Measured => 23,
            // Six accesses, two of them fetches, with up to two and three wait states.
            Timing::WaitStates => 23 + 4 * 2 + 2 * 3,
        }
    }
}

/// The distance from an address of magic memory to the address that is written.
const MAGIC_OFFSET: u16 = SCREEN;

/// The custom chips of the Bally.
#[derive(Clone, Debug)]
pub struct Chips {
    registers: ChipRegisters,
    magic: Magic,
    requests: Requests,
    beam: Beam,
    frame: VideoFrame,
    inputs: Inputs,
    pen: PenLatch,
    sound: SoundLog,
    pub(crate) banks: Option<Banks>,
    timing: Timing,
    /// The cycle at which something happens next.
    due: u64,
}

impl Chips {
    pub(crate) fn new(timing: Timing, banks: Option<Banks>, handles: u8) -> Self {
        Chips {
            registers: ChipRegisters::default(),
            magic: Magic::default(),
            requests: Requests::NONE,
            beam: Beam::at(0),
            frame: VideoFrame::default(),
            inputs: Inputs::new(handles),
            pen: PenLatch::default(),
            sound: SoundLog::default(),
            banks,
            timing,
            due: Beam::at(0).next(),
        }
    }

    /// Returns the registers that a program writes.
    pub fn registers(&self) -> &ChipRegisters {
        &self.registers
    }

    /// Returns the visible lines as they were last drawn: up to the beam those of this frame, then those of the last one.
    pub fn frame(&self) -> &VideoFrame {
        &self.frame
    }

    /// Returns the raster line that is being drawn, 0 to 261.
    pub fn raster_line(&self) -> u16 {
        self.beam.raster()
    }

    /// Returns the intercept without clearing it.
    pub fn intercept(&self) -> u8 {
        self.magic.intercept()
    }

    pub fn is_interrupt_pending(&self) -> bool {
        self.requests.is_pending()
    }

    /// Returns the selected bank of a bank-switched cartridge.
    pub fn bank(&self) -> Option<u16> {
        self.banks.as_ref().map(Banks::selected)
    }

    pub fn sound(&self) -> &SoundLog {
        &self.sound
    }

    pub fn input(&self) -> Input {
        self.inputs.input()
    }

    pub(crate) fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Returns what a port reads as, without side effects.
    pub fn peek_port(&self, port: u8) -> u8 {
        match port {
            0x08 => self.magic.intercept(),
            0x0E => self.pen.line(),
            0x0F => self.pen.position(),
            0x10..=0x17 | 0x1C..=0x1F => self.inputs.read(port),
            0x00..=0x1F => 0xFF,
            // As measured in MAME. On a console nothing drives the bus.
            _ => 0,
        }
    }
}

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

// The log of writes to the sound chip.
//
// Nothing that a program can read depends on the sound chip, so the machine only records the writes. A
// [`Synthesizer`](crate::Synthesizer) computes the samples from them, once, also when reverse execution replays a part of
// the run.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundWrite {
    /// The cycle of the write.
    pub at: u64,
    /// The register, 0 to 7 for the ports 10 to 17.
    pub register: u8,
    pub value: u8,
}

/// The writes of the last two frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoundLog {
    writes: Vec<SoundWrite>,
    discarded: u64,
    /// The number of writes before the current frame.
    before: u64,
}

impl SoundLog {
    pub(super) fn push(&mut self, write: SoundWrite) {
        self.writes.push(write);
    }

    /// Discards the writes of the frame before the last.
    pub(super) fn end_frame(&mut self) {
        let old = (self.before - self.discarded) as usize;
        self.writes.drain(..old);
        self.discarded = self.before;
        self.before = self.count();
    }

    /// Returns the number of writes since power-up.
    pub fn count(&self) -> u64 {
        self.discarded + self.writes.len() as u64
    }

    /// Returns the writes after the first `count`, or `None` if some of them have been discarded.
    pub fn since(&self, count: u64) -> Option<&[SoundWrite]> {
        self.writes.get(usize::try_from(count.checked_sub(self.discarded)?).ok()?..)
    }
}
