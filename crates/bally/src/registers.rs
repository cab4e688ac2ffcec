//! The registers that a program writes.

use std::ops::Index;

use crate::state::{Reader, StateError, Writer};

/// CONCM: bit 0 selects the high resolution of commercial machines.
pub(crate) const CONCM: u8 = 0x08;
/// HORCB: the color of the border and the boundary between the left and the right colors.
pub(crate) const HORCB: u8 = 0x09;
/// VERBL: the number of lines with data.
pub(crate) const VERBL: u8 = 0x0A;
/// MAGIC: the function of magic writes.
pub(crate) const MAGIC: u8 = 0x0C;
/// INFBK: the interrupt vector.
pub(crate) const INFBK: u8 = 0x0D;
/// INMOD: which interrupts are enabled, and how long they are held.
pub(crate) const INMOD: u8 = 0x0E;
/// INLIN: the line of the screen interrupt.
pub(crate) const INLIN: u8 = 0x0F;
/// XPAND: the pixel values that expand makes of 0 and 1.
pub(crate) const XPAND: u8 = 0x19;

pub(crate) mod inmod {
    /// The pen's request is dropped after one instruction.
    pub(crate) const PEN_MODE: u8 = 0x01;
    pub(crate) const PEN_ENABLE: u8 = 0x02;
    /// The screen's request is dropped after one instruction.
    pub(crate) const SCREEN_MODE: u8 = 0x04;
    pub(crate) const SCREEN_ENABLE: u8 = 0x08;
}

/// A register with its name in the hardware manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedRegister {
    pub name: &'static str,
    pub port: u8,
    pub is_sound: bool,
}

const fn video(name: &'static str, port: u8) -> NamedRegister {
    NamedRegister { name, port, is_sound: false }
}

const fn sound(name: &'static str, port: u8) -> NamedRegister {
    NamedRegister { name, port, is_sound: true }
}

/// All registers, in the order of their ports.
pub const REGISTERS: [NamedRegister; 24] = [
    video("COL0R", 0x00),
    video("COL1R", 0x01),
    video("COL2R", 0x02),
    video("COL3R", 0x03),
    video("COL0L", 0x04),
    video("COL1L", 0x05),
    video("COL2L", 0x06),
    video("COL3L", 0x07),
    video("CONCM", CONCM),
    video("HORCB", HORCB),
    video("VERBL", VERBL),
    video("MAGIC", MAGIC),
    video("INFBK", INFBK),
    video("INMOD", INMOD),
    video("INLIN", INLIN),
    sound("TONMO", 0x10),
    sound("TONEA", 0x11),
    sound("TONEB", 0x12),
    sound("TONEC", 0x13),
    sound("VIBRA", 0x14),
    sound("VOLC", 0x15),
    sound("VOLAB", 0x16),
    sound("VOLN", 0x17),
    video("XPAND", XPAND),
];

/// The last value written to each register; 0 after power-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChipRegisters {
    by_port: [u8; 32],
}

impl ChipRegisters {
    /// Returns a register by its name, ignoring case.
    pub fn by_name(&self, name: &str) -> Option<u8> {
        let register = REGISTERS.iter().find(|register| register.name.eq_ignore_ascii_case(name))?;
        Some(self[register.port])
    }

    /// Returns the colors of the pixel values 0 to 3: four right of the boundary, then four left of it.
    pub(crate) fn colors(&self) -> [u8; 8] {
        std::array::from_fn(|port| self.by_port[port])
    }

    pub fn sound(&self) -> [u8; 8] {
        std::array::from_fn(|register| self.by_port[0x10 + register])
    }

    pub(crate) fn set(&mut self, port: u8, value: u8) {
        self.by_port[usize::from(port & 0x1F)] = value;
    }

    pub(crate) fn save(&self, state: &mut Writer) {
        state.bytes(&self.by_port);
    }

    pub(crate) fn load(state: &mut Reader) -> Result<Self, StateError> {
        Ok(ChipRegisters { by_port: state.array()? })
    }
}

/// The register at a port below 20.
impl Index<u8> for ChipRegisters {
    type Output = u8;

    fn index(&self, port: u8) -> &u8 {
        &self.by_port[usize::from(port & 0x1F)]
    }
}
