//! The independent emulators.

use arcadian_isa::{Page, Processor, Row};
use arcadian_peer::Iz80;
use mos6502::{
    cpu::CPU,
    instruction::Nmos6502,
    registers::{StackPointer, Status},
};

use super::world::{Registers, World};
use crate::code::ADDRESS;

/// An independent emulator.
pub(super) enum Peer {
    /// iz80, as an 8080 or a Z80.
    Iz80(Box<(Iz80, World, Processor)>),
    /// mos6502.
    Mos6502(Box<CPU<World, Nmos6502>>),
}

impl Peer {
    pub(super) fn new(processor: Processor) -> Self {
        let world = World::default();
        match Iz80::new(processor) {
            Some(cpu) => Peer::Iz80(Box::new((cpu, world, processor))),
            None => Peer::Mos6502(Box::new(CPU::new(world, Nmos6502))),
        }
    }

    pub(super) fn world(&mut self) -> &mut World {
        match self {
            Peer::Iz80(machine) => &mut machine.1,
            Peer::Mos6502(cpu) => &mut cpu.memory,
        }
    }

    pub(super) fn exchange_world(&mut self, world: &mut World) {
        std::mem::swap(self.world(), world);
    }

    pub(super) fn set_registers(&mut self, registers: &Registers) {
        match self {
            Peer::Iz80(machine) => machine.0.set(registers.iter().copied()),
            Peer::Mos6502(cpu) => {
                for (name, value) in registers {
                    match *name {
                        "A" => cpu.registers.accumulator = *value,
                        "X" => cpu.registers.index_x = *value,
                        "Y" => cpu.registers.index_y = *value,
                        "P" => cpu.registers.status = Status::from_bits_truncate(*value),
                        _ => {}
                    }
                }
            }
        }
    }

    /// Returns the registers that it shows.
    pub(super) fn registers(&self) -> Registers {
        match self {
            Peer::Iz80(machine) => machine.0.registers(),
            Peer::Mos6502(cpu) => {
                let registers = &cpu.registers;
                vec![
                    ("A", registers.accumulator),
                    ("X", registers.index_x),
                    ("Y", registers.index_y),
                    ("S", registers.stack_pointer.0),
                    // Bits 4 and 5 exist only in the pushed copy.
                    ("P", registers.status.bits() & 0xCF),
                ]
            }
        }
    }

    pub(super) fn stack(&self) -> u16 {
        match self {
            Peer::Iz80(machine) => machine.0.stack(),
            Peer::Mos6502(cpu) => 0x100 | u16::from(cpu.registers.stack_pointer.0),
        }
    }

    pub(super) fn set_stack(&mut self, pointer: u16) {
        match self {
            Peer::Iz80(machine) => machine.0.set_stack(pointer),
            Peer::Mos6502(cpu) => cpu.registers.stack_pointer = StackPointer(pointer.to_le_bytes()[0]),
        }
    }

    /// Executes the instruction that the world holds. Returns the address of the next one.
    pub(super) fn step(&mut self) -> Option<u16> {
        match self {
            Peer::Iz80(machine) => {
                let (cpu, world, _) = &mut **machine;
                cpu.set_pc(ADDRESS);
                cpu.step(world);
                Some(cpu.pc())
            }
            Peer::Mos6502(cpu) => {
                cpu.registers.program_counter = ADDRESS;
                cpu.single_step().then_some(cpu.registers.program_counter)
            }
        }
    }

    /// Whether it executes an opcode as the chip does; `with_undocumented` includes the undocumented flags.
    pub(super) fn knows(&self, row: &Row, with_undocumented: bool) -> bool {
        match self {
            Peer::Iz80(machine) => {
                let is_wrong =
                    machine.2 == Processor::Z80 && with_undocumented && has_wrong_undocumented_flags(row);
                !is_wrong && !is_wrong_in_iz80(row)
            }
            // It does not read for NOP with an operand.
            Peer::Mos6502(_) if row.mnemonic == "NOP" && row.length > 1 => false,
            // Nor does it perform dummy reads, and it writes once where the chip writes twice.
            Peer::Mos6502(cpu) if cpu.memory.has_volatile_cells() && has_extra_access(row) => false,
            // It does not report that it has stopped.
            Peer::Mos6502(_) if row.mnemonic == "JAM" => false,
            // SHA, TAS, SHY, SHX, LXA and XAA depend on the chip; ARR ignores D.
            Peer::Mos6502(cpu) => {
                let is_decimal = cpu.registers.status.contains(Status::PS_DECIMAL_MODE);
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
