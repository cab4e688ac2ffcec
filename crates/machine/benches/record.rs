//! What recording costs, and what going back costs: `cargo bench -p arcadian-machine --bench record`.
//!
//! One item of `plain` and `recorded` is one instruction.

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_machine::{History, Machine, Until};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

const INSTRUCTIONS: u64 = 10_000_000;

/// A program that adds one to every byte of 16 KB, over and over.
trait Busy: Core {
    const PROGRAM: &[u8];
}

/// LXI H,4000; loop: INR M; INX H; MOV A,H; ANI 7F; ORI 40; MOV H,A; JMP loop
impl Busy for I8080 {
    const PROGRAM: &[u8] =
        &[0x21, 0x00, 0x40, 0x34, 0x23, 0x7C, 0xE6, 0x7F, 0xF6, 0x40, 0x67, 0xC3, 0x03, 0x01];
}

impl Busy for Z80 {
    const PROGRAM: &[u8] = I8080::PROGRAM;
}

/// LDA #0; STA 10; page: LDA #40; STA 11; LDY #0; byte: LDA (10),Y; ADC #1; STA (10),Y; INY; BNE byte; INC 11; BPL byte;
/// JMP page
impl Busy for Mos6502 {
    const PROGRAM: &[u8] = &[
        0xA9, 0x00, 0x85, 0x10, 0xA9, 0x40, 0x85, 0x11, 0xA0, 0x00, 0xB1, 0x10, 0x69, 0x01, 0x91, 0x10, 0xC8,
        0xD0, 0xF7, 0xE6, 0x11, 0x10, 0xF3, 0x4C, 0x04, 0x01,
    ];
}

fn machine<C: Busy>() -> Machine<C> {
    let mut machine = Machine::<C>::new();
    machine.backplane.load(0x0100, C::PROGRAM).expect("short");
    machine.core.set_pc(0x0100);
    machine
}

#[divan::bench(types = [I8080, Z80, Mos6502])]
fn plain<C: Busy>(bencher: Bencher) {
    let mut machine = machine::<C>();
    let until = Until::halted().instructions(INSTRUCTIONS);
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).bench_local(|| machine.run(&until));
}

#[divan::bench(types = [I8080, Z80, Mos6502])]
fn recorded<C: Busy>(bencher: Bencher) {
    let mut history = History::new(machine::<C>());
    let until = Until::halted().instructions(INSTRUCTIONS);
    bencher.counter(ItemsCount::new(INSTRUCTIONS)).bench_local(|| history.run(&until));
}

/// One instruction back, after a hundred million.
#[divan::bench(types = [I8080, Z80, Mos6502])]
fn back_one<C: Busy>(bencher: Bencher) {
    let mut history = History::new(machine::<C>());
    history.run(&Until::halted().instructions(100_000_000));
    bencher.bench_local(|| history.back(1));
}

/// Half of a hundred million back.
#[divan::bench(types = [I8080, Z80, Mos6502], sample_count = 5)]
fn back_half<C: Busy>(bencher: Bencher) {
    let mut history = History::new(machine::<C>());
    history.run(&Until::halted().instructions(100_000_000));
    bencher.with_inputs(|| history.clone()).bench_local_values(|mut history| {
        history.back(50_000_000);
        history
    });
}
