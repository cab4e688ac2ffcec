//! Instructions per second of this core and two others in the same loop: `cargo bench -p arcadian-cpu --bench mos6502`.

use arcadian_cpu::{Core, Mos6502};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use mos6502::instruction::Nmos6502;
use robo6502::Cpu as _;

/// Arithmetic on a table, through a pointer and in the zero page, with a subroutine and branches that are taken and not taken.
#[rustfmt::skip]
const PROGRAM: [u8; 50] = [
    0xA0, 0x07,       // 0200 LDY #$07
    0xA2, 0x00,       // 0202 LDX #$00
    0xBD, 0x00, 0x10, // 0204 LDA $1000,X
    0x18,             // 0207 CLC
    0x71, 0x20,       // 0208 ADC ($20),Y
    0x9D, 0x00, 0x11, // 020A STA $1100,X
    0x49, 0x5A,       // 020D EOR #$5A
    0x2A,             // 020F ROL A
    0x90, 0x02,       // 0210 BCC $0214
    0xE6, 0x30,       // 0212 INC $30
    0x95, 0x40,       // 0214 STA $40,X
    0x20, 0x20, 0x02, // 0216 JSR $0220
    0xE8,             // 0219 INX
    0xD0, 0xE8,       // 021A BNE $0204
    0x4C, 0x02, 0x02, // 021C JMP $0202
    0xEA,             // 021F NOP
    0x48,             // 0220 PHA
    0xA5, 0x30,       // 0221 LDA $30
    0x38,             // 0223 SEC
    0xE9, 0x03,       // 0224 SBC #$03
    0xC9, 0x80,       // 0226 CMP #$80
    0x10, 0x02,       // 0228 BPL $022C
    0x46, 0x31,       // 022A LSR $31
    0x85, 0x32,       // 022C STA $32
    0x24, 0x30,       // 022E BIT $30
    0x68,             // 0230 PLA
    0x60,             // 0231 RTS
];
const START: u16 = 0x0200;
const INSTRUCTIONS: u32 = 1_000_000;

struct Ram(Box<[u8; 0x10000]>);

impl Ram {
    fn new() -> Ram {
        let mut ram = Ram(Box::new([0; 0x10000]));
        ram.0[usize::from(START)..][..PROGRAM.len()].copy_from_slice(&PROGRAM);
        ram.0[0x20..0x22].copy_from_slice(&[0x80, 0x10]);
        ram
    }
}

impl arcadian_cpu::Bus for Ram {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        self.0[usize::from(address)] = value;
    }

    fn peek(&self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }
}

impl mos6502::memory::Bus for Ram {
    fn get_byte(&mut self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }

    fn set_byte(&mut self, address: u16, value: u8) {
        self.0[usize::from(address)] = value;
    }
}

impl robo6502::Sys for Ram {
    fn read(&mut self, address: u16) -> Option<u8> {
        Some(self.0[usize::from(address)])
    }

    fn write(&mut self, address: u16, value: u8) -> Option<()> {
        self.0[usize::from(address)] = value;
        Some(())
    }
}

#[divan::bench]
fn arcadian(bencher: Bencher) {
    let mut ram = Ram::new();
    let mut cpu = Mos6502 { pc: START, ..Mos6502::default() };
    bencher
        .counter(ItemsCount::new(INSTRUCTIONS))
        .bench_local(|| cpu.run(&mut ram, INSTRUCTIONS.into(), |_| false));
}

#[divan::bench]
fn mos6502(bencher: Bencher) {
    let mut cpu = mos6502::cpu::CPU::new(Ram::new(), Nmos6502);
    cpu.registers.program_counter = START;
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).bench_local(|| {
        for _ in 0..INSTRUCTIONS {
            cpu.single_step();
        }
        black_box(cpu.cycles)
    });
}

#[divan::bench]
fn robo6502(bencher: Bencher) {
    let mut ram = Ram::new();
    let mut cpu = robo6502::Nmos::standard();
    cpu.set_pc(START);
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).bench_local(|| {
        for _ in 0..INSTRUCTIONS {
            cpu.run_instruction(&mut ram);
        }
        black_box(cpu.pc())
    });
}

fn main() {
    divan::main();
}
