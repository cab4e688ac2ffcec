//! Calls of a routine per second: `cargo bench -p arcadian-machine --bench calls`.
//!
//! One item is one call.

use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_machine::{Call, Machine, MachineCore, register};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

const CALLS: u16 = 1000;

fn calls<C: MachineCore>(bencher: Bencher, routine: &[u8], instructions: u64) {
    let mut machine = Machine::<C>::new();
    machine.backplane.load(0x0300, routine).expect("short");
    let call = Call::new(0x0300).expect("a stack pointer");
    let a = register("A").expect("an accumulator");
    let cost = call.run(&mut machine, &[(a, 0x5A)]).expect("it returns");
    assert_eq!(cost.instructions, instructions);
    bencher.counter(ItemsCount::new(CALLS)).bench_local(|| {
        (0..CALLS)
            .map(|input| call.run(&mut machine, &[(a, input)]).map_or(0, |cost| cost.cycles))
            .sum::<u64>()
    });
}

/// Returns a routine that repeats some instructions and then returns.
fn repeated(body: &[u8], times: usize, end: u8) -> Vec<u8> {
    let mut routine = body.repeat(times);
    routine.push(end);
    routine
}

/// ANI F0; MOV B,A; RLC; XRA B: the 8080.
#[divan::bench(args = [1, 10])]
fn i8080(bencher: Bencher, times: usize) {
    calls::<I8080>(bencher, &repeated(&[0xE6, 0xF0, 0x47, 0x07, 0xA8], times, 0xC9), times as u64 * 4 + 1);
}

/// AND F0; LD B,A; RLCA; XOR B: the Z80.
#[divan::bench(args = [1, 10])]
fn z80(bencher: Bencher, times: usize) {
    calls::<Z80>(bencher, &repeated(&[0xE6, 0xF0, 0x47, 0x07, 0xA8], times, 0xC9), times as u64 * 4 + 1);
}

/// AND #F0; STA 10; ROL A; EOR 10: the 6502.
#[divan::bench(args = [1, 10])]
fn mos6502(bencher: Bencher, times: usize) {
    let body = [0x29, 0xF0, 0x85, 0x10, 0x2A, 0x45, 0x10];
    calls::<Mos6502>(bencher, &repeated(&body, times, 0x60), times as u64 * 4 + 1);
}
