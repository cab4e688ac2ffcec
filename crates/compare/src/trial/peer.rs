//! The independent emulators.

use arcadian_isa::{Page, Processor, Row};
use arcadian_peers::{Iz80, Mos6502, Peer as Emulator};

use super::world::{Registers, World};
use crate::code::ADDRESS;

/// The flag D in P.
const DECIMAL: u8 = 8;

/// An independent emulator, and what is around it.
pub(super) struct Peer {
    emulator: Box<dyn Emulator>,
    pub(super) world: World,
    processor: Processor,
}

impl Peer {
    pub(super) fn new(processor: Processor) -> Self {
        let emulator: Box<dyn Emulator> = match Iz80::new(processor) {
            Some(cpu) => Box::new(cpu),
            None => Box::new(Mos6502::default()),
        };
        Peer { emulator, world: World::default(), processor }
    }

    pub(super) fn set_registers(&mut self, registers: &Registers) {
        self.emulator.set(registers);
    }

    /// Returns the registers that it shows.
    pub(super) fn registers(&self) -> Registers {
        self.emulator.registers()
    }

    pub(super) fn stack(&self) -> u16 {
        self.emulator.stack()
    }

    pub(super) fn set_stack(&mut self, pointer: u16) {
        self.emulator.set_stack(pointer);
    }

    /// Executes the instruction that the world holds. Returns the address of the next one.
    pub(super) fn step(&mut self) -> Option<u16> {
        self.emulator.set_pc(ADDRESS);
        self.emulator.step(&mut self.world).then(|| self.emulator.pc())
    }

    /// Whether it executes an opcode as the chip does; `with_undocumented` includes the undocumented flags.
    pub(super) fn knows(&self, row: &Row, with_undocumented: bool) -> bool {
        match self.processor {
            Processor::I8080 => !is_wrong_in_iz80(row),
            Processor::Z80 => {
                let is_wrong = with_undocumented && has_wrong_undocumented_flags(row);
                !is_wrong && !is_wrong_in_iz80(row)
            }
            // It does not read for NOP with an operand.
            Processor::Mos6502 if row.mnemonic == "NOP" && row.length > 1 => false,
            // Nor does it perform dummy reads, and it writes once where the chip writes twice.
            Processor::Mos6502 if self.world.has_volatile_cells() && has_extra_access(row) => false,
            Processor::Mos6502 if row.mnemonic == "JAM" => false,
            // SHA, TAS, SHY, SHX, LXA and XAA depend on the chip; ARR ignores D.
            Processor::Mos6502 => {
                let is_decimal = self.emulator.get("P").is_some_and(|flags| flags & DECIMAL != 0);
                !(is_decimal && matches!(row.mnemonic, "ADC" | "SBC" | "RRA" | "ISC" | "ARR"))
            }
        }
    }
}

/// Whether the 6502 accesses memory more often than its operation needs.
fn has_extra_access(row: &Row) -> bool {
    use arcadian_isa::CycleKind::{Top, Uncarried, Unindexed, WriteBack};
    [Top, Uncarried, Unindexed, WriteBack].iter().any(|kind| row.bus.has(*kind))
}

/// SCF and CCF take X and Y from Q too, BIT n,(HL) takes them from WZ.
fn has_wrong_undocumented_flags(row: &Row) -> bool {
    matches!(row.mnemonic, "SCF" | "CCF" | "BIT")
}

/// What the tests of the cores have found in iz80 0.5.1: flags of `LD A,I` and `LD A,R`, RETI without a copy of IFF2, block
/// input and output, and the undocumented forms of shifts and bit operations on (IX+d).
fn is_wrong_in_iz80(row: &Row) -> bool {
    match row.page {
        Page::Ed => matches!(row.opcode, 0x57 | 0x5F) || row.mnemonic == "RETI" || row.opcode & 0xE6 == 0xA2,
        Page::DdCb | Page::FdCb => row.opcode & 7 != 6,
        _ => false,
    }
}
