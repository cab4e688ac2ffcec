//! The cost of recording and of reverse execution: `cargo bench -p arcadian-machine --bench record`.
//!
//! One item of `plain` and `recorded` is one instruction.

use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_machine::{History, Machine, MachineCore, Until};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

const INSTRUCTIONS: u64 = 10_000_000;

/// A program that increments every byte of 16 KB, repeatedly.
trait Program: MachineCore {
    const CODE: &[u8];
}

/// LXI H,4000; loop: INR M; INX H; MOV A,H; ANI 7F; ORI 40; MOV H,A; JMP loop
impl Program for I8080 {
    const CODE: &[u8] = &[0x21, 0x00, 0x40, 0x34, 0x23, 0x7C, 0xE6, 0x7F, 0xF6, 0x40, 0x67, 0xC3, 0x03, 0x01];
}

impl Program for Z80 {
    const CODE: &[u8] = I8080::CODE;
}

/// LDA #0; STA 10; page: LDA #40; STA 11; LDY #0; byte: LDA (10),Y; ADC #1; STA (10),Y; INY; BNE byte; INC 11; BPL byte;
/// JMP page
impl Program for Mos6502 {
    const CODE: &[u8] = &[
        0xA9, 0x00, 0x85, 0x10, 0xA9, 0x40, 0x85, 0x11, 0xA0, 0x00, 0xB1, 0x10, 0x69, 0x01, 0x91, 0x10, 0xC8,
        0xD0, 0xF7, 0xE6, 0x11, 0x10, 0xF3, 0x4C, 0x04, 0x01,
    ];
}

fn machine<C: Program>() -> Machine<C> {
    let mut machine = Machine::<C>::new();
    machine.backplane.load(0x0100, C::CODE).expect("short");
    machine.core.set_pc(0x0100);
    machine
}

#[divan::bench(types = [I8080, Z80, Mos6502])]
fn plain<C: Program>(bencher: Bencher) {
    let mut machine = machine::<C>();
    let until = Until::halted().instructions(INSTRUCTIONS);
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).bench_local(|| machine.run(&until));
}

#[divan::bench(types = [I8080, Z80, Mos6502])]
fn recorded<C: Program>(bencher: Bencher) {
    let mut history = History::new(machine::<C>());
    let until = Until::halted().instructions(INSTRUCTIONS);
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).bench_local(|| history.run(&until));
}

/// One instruction back after a hundred million.
#[divan::bench(types = [I8080, Z80, Mos6502])]
fn back_one<C: Program>(bencher: Bencher) {
    let mut history = History::new(machine::<C>());
    history.run(&Until::halted().instructions(100_000_000));
    bencher.bench_local(|| history.back(1));
}

/// Fifty million instructions back after a hundred million.
#[divan::bench(types = [I8080, Z80, Mos6502], sample_count = 5)]
fn back_half<C: Program>(bencher: Bencher) {
    let mut history = History::new(machine::<C>());
    history.run(&Until::halted().instructions(100_000_000));
    bencher.with_inputs(|| history.clone()).bench_local_values(|mut history| {
        history.back(50_000_000);
        history
    });
}
