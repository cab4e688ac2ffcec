//! Execution and reverse execution: `cargo bench -p arcadian-debugger`.

fn main() {
    divan::main();
}

/// Speed of execution and reverse execution of BASIC: `cargo bench -p arcadian-debugger `. An item is a
/// statement.
mod basic {
    use arcadian_basic::{Dialect, Line, scan_text};
    use arcadian_debugger::{
        Debuggee, State,
        basic::{BasicProgram, Setup},
    };
    use divan::{Bencher, counter::ItemsCount};

    const STEPS: u64 = 1_000_000;
    const MANY: u64 = 100_000_000;

    fn program(lines: &[(u16, &str)]) -> BasicProgram {
        let line =
            |&(number, text): &(u16, &str)| Line { number, text: scan_text(text).expect("characters") };
        let lines = lines.iter().map(line).collect();
        BasicProgram::new(Setup { dialect: Dialect::Bally, lines, seed: 1, ..Setup::default() })
            .expect("it starts")
    }

    const COUNTING: &[(u16, &str)] = &[
        (10, "FOR I=1TO 30000"),
        (20, "A=A+I-RND(9)"),
        (30, "IF A>9000A=0"),
        (40, "NEXT I"),
        (50, "GOTO 10"),
    ];
    const PRINTING: &[(u16, &str)] = &[(10, "PRINT A,B,C"), (20, "A=RND(30000)"), (30, "GOTO 10")];

    /// Creates a program by the name that the results show.
    fn named(name: &str) -> BasicProgram {
        program(if name == "printing" { PRINTING } else { COUNTING })
    }

    #[divan::bench(args = ["counting", "printing"])]
    fn forward(bencher: Bencher, name: &str) {
        bencher.counter(ItemsCount::new(STEPS)).with_inputs(|| named(name)).bench_local_refs(|program| {
            program.run(STEPS, &mut |_| false);
        });
    }

    /// With an observer that compares the location and a variable, as a breakpoint does.
    #[divan::bench]
    fn forward_with_an_observer(bencher: Bencher) {
        bencher.counter(ItemsCount::new(STEPS)).with_inputs(|| program(COUNTING)).bench_local_refs(
            |program| {
                let (location, id) =
                    (program.find_location("50").expect("a line"), program.resolve("B").expect("a name"));
                program.run(STEPS, &mut |state| state.location() == location && state.value(id) != 0);
            },
        );
    }

    /// One step back at a time, after a run so long that most checkpoints were thinned.
    #[divan::bench(sample_count = 20, sample_size = 20, args = ["counting", "printing"])]
    fn back_one_after_100_million(bencher: Bencher, name: &str) {
        let mut program = named(name);
        program.run(MANY, &mut |_| false);
        bencher.bench_local(|| program.seek(program.steps() - 1));
    }

    /// Seeks to steps all over the run.
    #[divan::bench(sample_count = 20, sample_size = 5)]
    fn seek_within_100_million(bencher: Bencher) {
        let mut program = program(COUNTING);
        program.run(MANY, &mut |_| false);
        let mut steps = (0..).map(|n: u64| n * 7_654_321 % MANY);
        bencher.bench_local(|| program.seek(steps.next().unwrap_or(0)));
    }
}

/// Speed of execution and reverse execution of machine code: `cargo bench -p arcadian-debugger -- code`. An item
/// is an instruction.
mod code {
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
}
