//! The state of a processor, byte by byte, under the names that sheets use: what is unknown on entry, and what a routine must
//! preserve.

use arcadian_isa::Processor;

/// A byte of a processor's state: an 8-bit register or half of one, or latches.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StateByte {
    /// Its name here and in [`Core::register`](arcadian_cpu::Core::register).
    pub(crate) name: &'static str,
    /// The bits that are unknown on entry.
    pub(crate) unknown: u8,
    /// The bits that are 1 on entry.
    pub(crate) set: u8,
    /// The bits that a routine must preserve unless its header names the register.
    pub(crate) kept: u8,
    /// The bits that it must preserve even then.
    pub(crate) always_kept: u8,
    /// The register whose value it has on entry, if it is not independent.
    pub(crate) copy_of: Option<&'static str>,
}

impl StateByte {
    /// Turns an arbitrary byte into a value on entry.
    pub(crate) fn on_entry(&self, value: u8) -> u8 {
        value & self.unknown | self.set
    }
}

pub(crate) struct RegisterMap {
    /// All of it except PC and the stack pointer. The first [`addressable`](Self::addressable) can be an input or an output.
    pub(crate) state: &'static [StateByte],
    addressable: usize,
    /// Register pairs: name, high register, low register.
    pairs: &'static [Pair],
    /// Flags: name and bit number.
    pub(crate) flags: &'static [(&'static str, u32)],
    unnamable_flags: u8,
    pub(crate) flag_register: &'static str,
}

/// The name of a pair, its high register and its low register.
type Pair = (&'static str, &'static str, &'static str);

const fn byte(name: &'static str) -> StateByte {
    StateByte { name, unknown: 0xFF, set: 0, kept: 0xFF, always_kept: 0, copy_of: None }
}

/// A latch: the bits that are unknown on entry, and those that must be preserved.
const fn latch(name: &'static str, unknown: u8, kept: u8) -> StateByte {
    StateByte { unknown, kept, ..byte(name) }
}

const I8080: RegisterMap = RegisterMap {
    state: &[
        byte("A"),
        StateByte { unknown: 0xD5, set: 0x02, ..byte("F") },
        byte("B"),
        byte("C"),
        byte("D"),
        byte("E"),
        byte("H"),
        byte("L"),
        latch("INTE", 1, 1),
    ],
    addressable: 8,
    pairs: &[("BC", "B", "C"), ("DE", "D", "E"), ("HL", "H", "L"), ("PSW", "A", "F")],
    flags: Processor::I8080.flags(),
    unnamable_flags: 0,
    flag_register: "F",
};

/// IFF1 and IFF2 are equal on entry: they differ only while an NMI is serviced. Of R only bit 7 must be preserved, as every
/// instruction counts the other bits. Callers cannot rely on WZ and Q, which almost every instruction changes. IM has a bit that
/// is unknown, so that each of its instructions changes it for some value on entry.
const Z80: RegisterMap = RegisterMap {
    state: &[
        byte("A"),
        byte("F"),
        byte("B"),
        byte("C"),
        byte("D"),
        byte("E"),
        byte("H"),
        byte("L"),
        byte("IXH"),
        byte("IXL"),
        byte("IYH"),
        byte("IYL"),
        byte("A'"),
        byte("F'"),
        byte("B'"),
        byte("C'"),
        byte("D'"),
        byte("E'"),
        byte("H'"),
        byte("L'"),
        byte("I"),
        latch("R", 0xFF, 0x80),
        latch("IFF1", 1, 1),
        StateByte { copy_of: Some("IFF1"), ..latch("IFF2", 1, 1) },
        latch("IM", 1, 3),
        latch("WZH", 0xFF, 0),
        latch("WZL", 0xFF, 0),
        latch("Q", 1, 0),
    ],
    addressable: 21,
    pairs: &[
        ("AF", "A", "F"),
        ("BC", "B", "C"),
        ("DE", "D", "E"),
        ("HL", "H", "L"),
        ("IX", "IXH", "IXL"),
        ("IY", "IYH", "IYL"),
        ("AF'", "A'", "F'"),
        ("BC'", "B'", "C'"),
        ("DE'", "D'", "E'"),
        ("HL'", "H'", "L'"),
        ("IFF", "IFF1", "IFF2"),
    ],
    flags: Processor::Z80.flags(),
    unnamable_flags: 0,
    flag_register: "F",
};

/// D is clear and I is set on entry, so that routines can rely on binary arithmetic and disabled interrupts. In return
/// they must preserve both.
const MOS6502: RegisterMap = RegisterMap {
    state: &[
        byte("A"),
        byte("X"),
        byte("Y"),
        StateByte { unknown: 0xC3, set: 0x04, always_kept: 0x0C, ..byte("P") },
    ],
    addressable: 4,
    pairs: &[],
    flags: Processor::Mos6502.flags(),
    // D and I.
    unnamable_flags: 0x0C,
    flag_register: "P",
};

impl RegisterMap {
    pub(crate) fn of(processor: Processor) -> &'static RegisterMap {
        match processor {
            Processor::I8080 => &I8080,
            Processor::Z80 => &Z80,
            Processor::Mos6502 => &MOS6502,
        }
    }

    /// Returns the byte or the two bytes, the low one first, that a name in `in` or `out` denotes. Case is ignored.
    pub(crate) fn parameter(&self, name: &str) -> Option<Vec<&'static str>> {
        find(&self.state[..self.addressable], self.pairs, name)
    }

    /// Returns the bytes that a name in `clobbers` denotes. Case is ignored.
    pub(crate) fn clobber(&self, name: &str) -> Option<Vec<&'static str>> {
        find(self.state, self.pairs, name)
    }

    /// Returns the names of the flags in a mask, from bit 7 down.
    pub(crate) fn flag_names(&self, mask: u8) -> Vec<&'static str> {
        let name = |bit: u32| self.flags.iter().find(|(_, n)| *n == bit).map(|(name, _)| *name);
        (0..8).rev().filter(|bit| mask >> bit & 1 != 0).filter_map(name).collect()
    }

    /// Returns the bits of all flags that sheets can name.
    pub(crate) fn flag_mask(&self) -> u8 {
        self.flags.iter().fold(0, |all, (_, bit)| all | 1 << bit) & !self.unnamable_flags
    }

    /// Returns the bit number of the flag with this name, ignoring case.
    pub(crate) fn flag(&self, name: &str) -> Option<u32> {
        let is_namable = |bit: u32| self.unnamable_flags >> bit & 1 == 0;
        let named = self.flags.iter().find(|(flag, _)| flag.eq_ignore_ascii_case(name));
        named.map(|(_, bit)| *bit).filter(|bit| is_namable(*bit))
    }
}

fn find(state: &'static [StateByte], pairs: &[Pair], name: &str) -> Option<Vec<&'static str>> {
    let byte =
        |name: &str| state.iter().find(|byte| byte.name.eq_ignore_ascii_case(name)).map(|byte| byte.name);
    byte(name).map(|byte| vec![byte]).or_else(|| {
        let (_, high, low) = pairs.iter().find(|(pair, ..)| pair.eq_ignore_ascii_case(name))?;
        Some(vec![byte(low)?, byte(high)?])
    })
}

#[cfg(test)]
mod tests {
    use arcadian_cpu::{Core, I8080, Mos6502, Z80};

    use super::*;

    /// Every byte is a register or a latch of the core, and all of them together are its whole state.
    #[test]
    fn the_state_is_that_of_the_core() {
        fn check<C: Core>() {
            let map = RegisterMap::of(C::PROCESSOR);
            let mut changed = C::default();
            for byte in map.state {
                let register = C::register(byte.name).expect(byte.name);
                (register.set)(&mut changed, 0x55);
                let mask = u16::from(byte.unknown);
                assert_eq!((register.get)(&changed) & mask, 0x55 & mask, "{}", byte.name);
            }
            for register in C::REGISTERS.iter().chain(C::PARTS).filter(|register| register.bits <= 8) {
                let is_known = map.state.iter().any(|byte| byte.name == register.name);
                assert!(is_known || register.name == "S", "{} of the {}", register.name, C::PROCESSOR);
            }
        }
        check::<I8080>();
        check::<Z80>();
        check::<Mos6502>();
    }
}
