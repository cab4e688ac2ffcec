//! What sheets call the registers and flags of a processor.

use arcadian_isa::Processor;

/// The registers of a byte, the pairs made of them, the flags.
pub(crate) struct Names {
    /// Registers of one byte that a routine may be given, or must leave alone.
    pub(crate) bytes: &'static [&'static str],
    /// A pair, its high and its low register.
    pub(crate) pairs: &'static [(&'static str, &'static str, &'static str)],
    /// A flag and its bit.
    pub(crate) flags: &'static [(&'static str, u32)],
    /// The register of the flags.
    pub(crate) flag_register: &'static str,
    /// The bits in it that are flags and may have any value when a routine begins.
    pub(crate) free_flags: u8,
    /// Its bits that are always 1.
    pub(crate) fixed_flags: u8,
    /// Its bits that every routine relies on, and so leaves as they were.
    pub(crate) standing_flags: u8,
}

const I8080: Names = Names {
    bytes: &["A", "F", "B", "C", "D", "E", "H", "L"],
    pairs: &[("BC", "B", "C"), ("DE", "D", "E"), ("HL", "H", "L"), ("PSW", "A", "F")],
    flags: &[("S", 7), ("Z", 6), ("AC", 4), ("P", 2), ("CY", 0)],
    flag_register: "F",
    free_flags: 0xD5,
    fixed_flags: 0x02,
    standing_flags: 0,
};

/// Routines may rely on binary arithmetic: D is clear. Interrupts are off: I is set. So they leave both alone.
const MOS6502: Names = Names {
    bytes: &["A", "X", "Y", "P"],
    pairs: &[],
    flags: &[("N", 7), ("V", 6), ("Z", 1), ("C", 0)],
    flag_register: "P",
    free_flags: 0xC3,
    fixed_flags: 0x04,
    standing_flags: 0x0C,
};

impl Names {
    /// Those of a processor; the Z80 runs no sheets.
    pub(crate) fn of(processor: Processor) -> Option<&'static Names> {
        match processor {
            Processor::I8080 => Some(&I8080),
            Processor::Mos6502 => Some(&MOS6502),
            Processor::Z80 => None,
        }
    }

    /// The register of one byte with this name.
    pub(crate) fn byte(&self, name: &str) -> Option<&'static str> {
        self.bytes.iter().copied().find(|byte| byte.eq_ignore_ascii_case(name))
    }

    /// The low and the high register of the pair with this name.
    pub(crate) fn pair(&self, name: &str) -> Option<[&'static str; 2]> {
        self.pairs
            .iter()
            .find(|(pair, ..)| pair.eq_ignore_ascii_case(name))
            .map(|(_, high, low)| [*low, *high])
    }

    /// The bit of the flag with this name.
    pub(crate) fn flag(&self, name: &str) -> Option<u32> {
        self.flags.iter().find(|(flag, _)| flag.eq_ignore_ascii_case(name)).map(|(_, bit)| *bit)
    }
}
