//! Speed of execution and reverse execution of machine code: `cargo bench -p arcadian-debugger --bench code`. An item
//! is an instruction.

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_debugger::{
    Debuggee, Debugger,
    code::{MachineCode, Source, enter},
    debugger::{Breakpoint, Trigger},
};
use arcadian_machine::{Machine, MachineCore};
use divan::{Bencher, counter::ItemsCount};

const STEPS: u64 = 1_000_000;
const MANY: u64 = 100_000_000;

fn main() {
    divan::main();
}

/// Endless loops that add, call a subroutine and write to 256 bytes.
const INTEL: &str = " ORG 100H\nLOOP: INX H\n MVI H,40H\n MOV M,A\n ADD M\n CALL SUB\n DCR B\n JNZ LOOP\n JMP LOOP\n\
                     SUB: RLC\n XRI 55H\n RET\n";
const ZILOG: &str = " ORG 100H\nLOOP: INC HL\n LD H,40H\n LD (HL),A\n ADD A,(HL)\n CALL SUB\n DJNZ LOOP\n JP LOOP\n\
                     SUB: RLCA\n XOR 55H\n RET\n";
const MOS: &str = "* = $300\nLOOP INX\n STA $4000,X\n ADC $4000,X\n JSR SUB\n DEY\n BNE LOOP\n JMP LOOP\n\
                   SUB ROL A\n EOR #$55\n RTS\n";

fn code<C: MachineCore>(text: &str) -> MachineCode<C> {
    let options = Options { processor: Some(C::PROCESSOR), ..Options::default() };
    let assembly = assemble("loop.asm", text, &options, &mut NoFiles).expect("it assembles");
    let mut machine = Machine::<C>::new();
    machine.backplane.load(assembly.origin, &assembly.image).expect("it fits");
    enter(&mut machine, assembly.origin, 0xFFFF).expect("registers");
    MachineCode::new(machine, Source::assembled(&assembly), Some(0xFFFF))
}

/// Creates a program by the name that the results show.
fn named(name: &str) -> Box<dyn Debuggee> {
    match name {
        "8080" => Box::new(code::<I8080>(INTEL)),
        "z80" => Box::new(code::<Z80>(ZILOG)),
        _ => Box::new(code::<Mos6502>(MOS)),
    }
}

const ALL: [&str; 3] = ["8080", "z80", "6502"];

#[divan::bench(args = ALL)]
fn forward(bencher: Bencher, name: &str) {
    bencher.counter(ItemsCount::new(STEPS)).with_inputs(|| named(name)).bench_local_refs(|program| {
        program.run(STEPS, &mut |_| false);
    });
}

#[divan::bench(args = ALL)]
fn forward_with_a_condition(bencher: Bencher, name: &str) {
    let debugger = || {
        let mut debugger = Debugger::new(named(name));
        let location = debugger.find_location("SUB").expect("a label");
        let condition = debugger.parse("A == 100").expect("an expression");
        debugger.add_stoppoint("SUB", Trigger::At(Breakpoint::new([location], Some(condition))));
        debugger
    };
    bencher.counter(ItemsCount::new(STEPS)).with_inputs(debugger).bench_local_refs(|debugger| {
        debugger.step(STEPS);
    });
}

#[divan::bench(sample_count = 20, sample_size = 20, args = ALL)]
fn back_one_after_100_million(bencher: Bencher, name: &str) {
    let mut program = named(name);
    program.run(MANY, &mut |_| false);
    bencher.bench_local(|| program.seek(program.steps() - 1));
}

/// Seeks to steps all over the run.
#[divan::bench(sample_count = 20, sample_size = 5, args = ALL)]
fn seek_within_100_million(bencher: Bencher, name: &str) {
    let mut program = named(name);
    program.run(MANY, &mut |_| false);
    let mut steps = (0..).map(|n: u64| n * 7_654_321 % MANY);
    bencher.bench_local(|| program.seek(steps.next().unwrap_or(0)));
}
