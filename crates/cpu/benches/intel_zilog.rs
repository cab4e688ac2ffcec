//! Instructions per second of the 8080, the Z80 and two other implementations in the same loops:
//! `cargo bench -p arcadian-cpu --bench intel_zilog`.

use arcadian_cpu::{Core, I8080, Z80};
use arcadian_peers::Memory;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use iz80::Machine;

#[path = "../tests/cpu/rustzx_bus.rs"]
mod rustzx_bus;

use rustzx_bus::Bus;

/// Table processing with a subroutine, branches that are taken and not taken, and decimal arithmetic. All opcodes have the same
/// effect on both processors.
#[rustfmt::skip]
const COMMON: [u8; 56] = [
    0x31, 0x00, 0xF0, // 0100 LXI SP,F000
    0x21, 0x00, 0x20, // 0103 LXI H,2000
    0x11, 0x00, 0x30, // 0106 LXI D,3000
    0x06, 0x40,       // 0109 MVI B,40
    0x7E,             // 010B MOV A,M
    0x87,             // 010C ADD A
    0x80,             // 010D ADD B
    0x27,             // 010E DAA
    0xCD, 0x2A, 0x01, // 010F CALL 012A
    0x12,             // 0112 STAX D
    0xDA, 0x17, 0x01, // 0113 JC 0117
    0xAE,             // 0116 XRA M
    0x77,             // 0117 MOV M,A
    0x23,             // 0118 INX H
    0x13,             // 0119 INX D
    0xE5,             // 011A PUSH H
    0x29,             // 011B DAD H
    0x7C,             // 011C MOV A,H
    0xE6, 0x3F,       // 011D ANI 3F
    0xB5,             // 011F ORA L
    0x4F,             // 0120 MOV C,A
    0xE1,             // 0121 POP H
    0x05,             // 0122 DCR B
    0xC2, 0x0B, 0x01, // 0123 JNZ 010B
    0xC3, 0x03, 0x01, // 0126 JMP 0103
    0x00,             // 0129 NOP
    0x4F,             // 012A MOV C,A
    0x0F,             // 012B RRC
    0xE6, 0x55,       // 012C ANI 55
    0x57,             // 012E MOV D,A
    0x79,             // 012F MOV A,C
    0x17,             // 0130 RAL
    0xB2,             // 0131 ORA D
    0x16, 0x30,       // 0132 MVI D,30
    0xFE, 0x80,       // 0134 CPI 80
    0xD8,             // 0136 RC
    0xC9,             // 0137 RET
];

/// Instructions that only the Z80 has: index registers, bit and block operations, relative jumps.
#[rustfmt::skip]
const ZILOG: [u8; 55] = [
    0x31, 0x00, 0xF0,       // 0100 LD SP,F000
    0xDD, 0x21, 0x00, 0x20, // 0103 LD IX,2000
    0x21, 0x00, 0x20,       // 0107 LD HL,2000
    0x06, 0x40,             // 010A LD B,40
    0xDD, 0x7E, 0x05,       // 010C LD A,(IX+5)
    0xCB, 0x07,             // 010F RLC A
    0xDD, 0x86, 0xFE,       // 0111 ADD A,(IX-2)
    0xDD, 0x77, 0x05,       // 0114 LD (IX+5),A
    0xCB, 0x47,             // 0117 BIT 0,A
    0x28, 0x02,             // 0119 JR Z,011D
    0xCB, 0x3E,             // 011B SRL (HL)
    0x23,                   // 011D INC HL
    0xDD, 0x23,             // 011E INC IX
    0x10, 0xEA,             // 0120 DJNZ 010C
    0x11, 0x00, 0x30,       // 0122 LD DE,3000
    0x01, 0x20, 0x00,       // 0125 LD BC,0020
    0xED, 0xB0,             // 0128 LDIR
    0xD9,                   // 012A EXX
    0x09,                   // 012B ADD HL,BC
    0xED, 0x5A,             // 012C ADC HL,DE
    0x23,                   // 012E INC HL
    0xD9,                   // 012F EXX
    0x08,                   // 0130 EX AF,AF'
    0x3C,                   // 0131 INC A
    0x08,                   // 0132 EX AF,AF'
    0xC3, 0x03, 0x01,       // 0133 JP 0103
    0x00,                   // 0136 NOP
];

const START: u16 = 0x0100;
const INSTRUCTIONS: u32 = 1_000_000;

struct Ram {
    memory: Box<[u8; 0x10000]>,
}

impl Ram {
    fn with(program: &[u8]) -> Ram {
        let mut ram = Ram { memory: Box::new([0; 0x10000]) };
        ram.memory[usize::from(START)..][..program.len()].copy_from_slice(program);
        for (at, byte) in ram.memory[0x2000..0x2100].iter_mut().enumerate() {
            *byte = (at * 37) as u8;
        }
        ram
    }
}

impl arcadian_cpu::Bus for Ram {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        self.memory[usize::from(address)] = value;
    }

    fn peek(&self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }
}

impl Machine for Ram {
    fn peek(&mut self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn poke(&mut self, address: u16, value: u8) {
        self.memory[usize::from(address)] = value;
    }

    fn port_in(&mut self, _: u16) -> u8 {
        0xFF
    }

    fn port_out(&mut self, _: u16, _: u8) {}
}

impl Memory for Ram {
    fn read(&mut self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.memory[usize::from(address)] = value;
    }
}

fn arcadian<C: Core>(bencher: Bencher, program: &[u8]) {
    let mut ram = Ram::with(program);
    let mut cpu = C::default();
    cpu.set_pc(START);
    bencher
        .counter(ItemsCount::new(INSTRUCTIONS))
        .bench_local(|| cpu.run(&mut ram, INSTRUCTIONS.into(), |_| false));
}

fn iz80(bencher: Bencher, program: &[u8], mut cpu: iz80::Cpu) {
    let mut ram = Ram::with(program);
    cpu.registers().set_pc(START);
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).bench_local(|| {
        for _ in 0..INSTRUCTIONS {
            cpu.execute_instruction(&mut ram);
        }
        black_box(cpu.cycle_count())
    });
}

fn rustzx(bencher: Bencher, program: &[u8]) {
    let mut ram = Ram::with(program);
    let mut bus = Bus { memory: &mut ram, cycles: 0 };
    let mut cpu = rustzx_z80::Z80::default();
    cpu.regs.set_pc(START);
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).bench_local(|| {
        for _ in 0..INSTRUCTIONS {
            cpu.emulate(&mut bus);
        }
        black_box(bus.cycles)
    });
}

mod i8080 {
    use super::{Bencher, COMMON, I8080};

    #[divan::bench]
    fn arcadian(bencher: Bencher) {
        super::arcadian::<I8080>(bencher, &COMMON);
    }

    #[divan::bench]
    fn iz80(bencher: Bencher) {
        super::iz80(bencher, &COMMON, iz80::Cpu::new_8080());
    }
}

mod z80_common {
    use super::{Bencher, COMMON, Z80};

    #[divan::bench]
    fn arcadian(bencher: Bencher) {
        super::arcadian::<Z80>(bencher, &COMMON);
    }

    #[divan::bench]
    fn iz80(bencher: Bencher) {
        super::iz80(bencher, &COMMON, iz80::Cpu::new_z80());
    }

    #[divan::bench]
    fn rustzx(bencher: Bencher) {
        super::rustzx(bencher, &COMMON);
    }
}

mod z80_own {
    use super::{Bencher, Z80, ZILOG};

    #[divan::bench]
    fn arcadian(bencher: Bencher) {
        super::arcadian::<Z80>(bencher, &ZILOG);
    }

    #[divan::bench]
    fn iz80(bencher: Bencher) {
        super::iz80(bencher, &ZILOG, iz80::Cpu::new_z80());
    }

    #[divan::bench]
    fn rustzx(bencher: Bencher) {
        super::rustzx(bencher, &ZILOG);
    }
}

fn main() {
    divan::main();
}
