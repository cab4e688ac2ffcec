//! Calls of routines, recording and reverse execution: `cargo bench -p arcadian-machine`.

fn main() {
    divan::main();
}

/// Calls of a routine per second: `cargo bench -p arcadian-machine -- calls`.
///
/// One item is one call.
mod calls {
    use arcadian_cpu::{I8080, Mos6502, Z80};
    use arcadian_machine::{Call, Machine, MachineCore, register};
    use divan::{Bencher, counter::ItemsCount};

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
        calls::<I8080>(
            bencher,
            &repeated(&[0xE6, 0xF0, 0x47, 0x07, 0xA8], times, 0xC9),
            times as u64 * 4 + 1,
        );
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
}

/// The cost of recording and of reverse execution: `cargo bench -p arcadian-machine -- record`.
///
/// One item of `plain` and `recorded` is one instruction.
mod record {
    use arcadian_cpu::{I8080, Mos6502, Z80};
    use arcadian_machine::{History, Machine, MachineCore, Until};
    use divan::{Bencher, counter::ItemsCount};

    const INSTRUCTIONS: u64 = 10_000_000;

    /// A program that increments every byte of 16 KB, repeatedly.
    trait Program: MachineCore {
        const CODE: &[u8];
    }

    /// LXI H,4000; loop: INR M; INX H; MOV A,H; ANI 7F; ORI 40; MOV H,A; JMP loop
    impl Program for I8080 {
        const CODE: &[u8] =
            &[0x21, 0x00, 0x40, 0x34, 0x23, 0x7C, 0xE6, 0x7F, 0xF6, 0x40, 0x67, 0xC3, 0x03, 0x01];
    }

    impl Program for Z80 {
        const CODE: &[u8] = I8080::CODE;
    }

    /// LDA #0; STA 10; page: LDA #40; STA 11; LDY #0; byte: LDA (10),Y; ADC #1; STA (10),Y; INY; BNE byte; INC 11; BPL byte;
    /// JMP page
    impl Program for Mos6502 {
        const CODE: &[u8] = &[
            0xA9, 0x00, 0x85, 0x10, 0xA9, 0x40, 0x85, 0x11, 0xA0, 0x00, 0xB1, 0x10, 0x69, 0x01, 0x91, 0x10,
            0xC8, 0xD0, 0xF7, 0xE6, 0x11, 0x10, 0xF3, 0x4C, 0x04, 0x01,
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
}
