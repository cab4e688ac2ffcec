//! The custom chips: data, address and I/O, as one device.

mod beam;
mod device;
mod drawing;
mod magic;
mod pen;
mod requests;
mod saved;
mod sound_log;
mod wait_states;

use crate::{
    bank::Banks,
    config::Timing,
    frame::{SCREEN, VideoFrame},
    input::{Input, Inputs},
    registers::ChipRegisters,
};
use beam::Beam;
use magic::Magic;
use pen::PenLatch;
use requests::Requests;
pub use sound_log::{SoundLog, SoundWrite};

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

    /// Returns whether an interrupt is requested.
    pub fn is_interrupt_pending(&self) -> bool {
        self.requests.is_pending()
    }

    /// Returns the selected bank of a bank-switched cartridge.
    pub fn bank(&self) -> Option<u16> {
        self.banks.as_ref().map(Banks::selected)
    }

    /// Returns the writes to the sound chip.
    pub fn sound(&self) -> &SoundLog {
        &self.sound
    }

    /// Returns the inputs as they are now.
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
