//! The registers and flags of a processor, under the names that sheets use.

use arcadian_isa::Processor;

/// The registers and flags that a sheet can name.
pub(crate) struct RegisterMap {
    /// The 8-bit registers that a routine can receive or must preserve.
    pub(crate) bytes: &'static [&'static str],
    /// Register pairs: name, high register, low register.
    pub(crate) pairs: &'static [(&'static str, &'static str, &'static str)],
    /// Flags: name and bit number.
    pub(crate) flags: &'static [(&'static str, u32)],
    /// The register that holds the flags.
    pub(crate) flag_register: &'static str,
    /// The bits of the flag register that are unconstrained on entry.
    pub(crate) unconstrained_flags: u8,
    /// The bits of the flag register that are 1 on entry.
    pub(crate) set_flags: u8,
    /// The bits of the flag register that every routine must preserve, even if it clobbers the register.
    pub(crate) preserved_flags: u8,
    /// The flip-flop that EI and DI change, if it is not a flag. It must be preserved too.
    pub(crate) interrupt_enable: Option<&'static str>,
}

const I8080: RegisterMap = RegisterMap {
    bytes: &["A", "F", "B", "C", "D", "E", "H", "L"],
    pairs: &[("BC", "B", "C"), ("DE", "D", "E"), ("HL", "H", "L"), ("PSW", "A", "F")],
    flags: &[("S", 7), ("Z", 6), ("AC", 4), ("P", 2), ("CY", 0)],
    flag_register: "F",
    unconstrained_flags: 0xD5,
    set_flags: 0x02,
    preserved_flags: 0,
    interrupt_enable: Some("INTE"),
};

/// D is clear and I is set on entry, so that routines can rely on binary arithmetic and disabled interrupts. In return
/// they must preserve both.
const MOS6502: RegisterMap = RegisterMap {
    bytes: &["A", "X", "Y", "P"],
    pairs: &[],
    flags: &[("N", 7), ("V", 6), ("Z", 1), ("C", 0)],
    flag_register: "P",
    unconstrained_flags: 0xC3,
    set_flags: 0x04,
    preserved_flags: 0x0C,
    interrupt_enable: None,
};

impl RegisterMap {
    /// Returns the registers of a processor, or `None` for the Z80, for which there are no sheets.
    pub(crate) fn of(processor: Processor) -> Option<&'static RegisterMap> {
        match processor {
            Processor::I8080 => Some(&I8080),
            Processor::Mos6502 => Some(&MOS6502),
            Processor::Z80 => None,
        }
    }

    /// Returns the 8-bit register with this name, ignoring case.
    pub(crate) fn byte(&self, name: &str) -> Option<&'static str> {
        self.bytes.iter().copied().find(|byte| byte.eq_ignore_ascii_case(name))
    }

    /// Returns the low and the high register of the pair with this name, ignoring case.
    pub(crate) fn pair(&self, name: &str) -> Option<[&'static str; 2]> {
        self.pairs
            .iter()
            .find(|(pair, ..)| pair.eq_ignore_ascii_case(name))
            .map(|(_, high, low)| [*low, *high])
    }

    /// Returns the bit number of the flag with this name, ignoring case.
    pub(crate) fn flag(&self, name: &str) -> Option<u32> {
        self.flags.iter().find(|(flag, _)| flag.eq_ignore_ascii_case(name)).map(|(_, bit)| *bit)
    }
}
