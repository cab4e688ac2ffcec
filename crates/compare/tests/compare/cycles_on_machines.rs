//! The cycles of random code: no run on a machine takes fewer or more, and the ways that are named take exactly theirs.

use arcadian_asm::{Assembly, NoFiles, Options, assemble};
use arcadian_compare::{
    Limits, Reason,
    cycles::{Question, Time, Way, measure},
    placed::Program,
};
use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore, Until, register};
use proptest::{prelude::*, test_runner::TestCaseError};

/// Statements of random code. `@` is a label further down.
const Z80_LINES: &[&str] = &[
    " LD A,B",
    " ADD A,C",
    " RRCA",
    " AND 0FH",
    " CP B",
    " INC C",
    " DEC B",
    " JR Z,@",
    " JR NC,@",
    " JP M,@",
    " RET Z",
    " CALL C,SUB",
    " LD B,(HL)",
    " LD (HL),A",
    " INC HL",
    " OR A",
    " SBC A,D",
    " BIT 3,B",
    " CP 80H",
    " RET PO",
    " CALL SUB",
    " LD A,(1234H)",
    " PUSH AF\n POP BC",
    " EX AF,AF'",
    " LDIR_ONCE",
    " LD A,(IX+2)",
    " DEC (HL)",
    " RLD",
];
const I8080_LINES: &[&str] = &[
    " MOV A,B",
    " ADD C",
    " RRC",
    " ANI 0FH",
    " CMP B",
    " INR C",
    " DCR B",
    " JZ @",
    " JNC @",
    " JM @",
    " RZ",
    " CC SUB",
    " MOV B,M",
    " MOV M,A",
    " INX H",
    " ORA A",
    " SBB D",
    " CPI 80H",
    " RPO",
    " CALL SUB",
    " LDA 1234H",
    " PUSH PSW\n POP B",
    " DCR M",
    " DAA",
];
const MOS6502_LINES: &[&str] = &[
    " TXA",
    " ADC #7",
    " LSR A",
    " AND #$0F",
    " CMP $40",
    " INX",
    " DEY",
    " BEQ @",
    " BCC @",
    " BMI @",
    " JSR SUB",
    " LDA ($40),Y",
    " STA ($40),Y",
    " LDA $1280,X",
    " INC $41",
    " ORA $1200,Y",
    " SBC $42",
    " CPX #$80",
    " PHA\n PLA",
    " CLC",
    " SED",
    " CLD",
    " BVS @",
];

fn lines(processor: Processor) -> &'static [&'static str] {
    match processor {
        Processor::I8080 => I8080_LINES,
        Processor::Z80 => Z80_LINES,
        Processor::Mos6502 => MOS6502_LINES,
    }
}

/// Returns a program: straight code with branches forward, a loop around its first part, and a routine.
fn program(processor: Processor, choice: &[(usize, usize)], rounds: u8) -> String {
    let lines = lines(processor);
    let (start, again, sub) = match processor {
        Processor::I8080 => (" ORG 4000H\n", " DCR E\n JNZ LOOP\n", "SUB: ANA A\n RZ\n INR D\n RET\n"),
        Processor::Z80 => (" ORG 4000H\n", " DEC E\n JR NZ,LOOP\n", "SUB: AND A\n RET Z\n INC D\n RET\n"),
        Processor::Mos6502 => {
            (" * = $40F0\n", " DEC $50\n BNE LOOP\n", "SUB: CMP #0\n BEQ SUB1\n INX\nSUB1: RTS\n")
        }
    };
    let bound = match processor {
        Processor::I8080 => format!(" MVI E,{rounds}\n"),
        Processor::Z80 => format!(" LD E,{rounds}\n"),
        Processor::Mos6502 => format!(" LDA #{rounds}\n STA $50\n"),
    };
    let mut text = format!("{start}{bound}LOOP:\n");
    let half = choice.len() / 2;
    for (number, (line, distance)) in choice.iter().enumerate() {
        let to = (number + 1 + distance).min(if number < half { half } else { choice.len() });
        let line = lines[line % lines.len()].replace('@', &format!("L{to}")).replace("LDIR_ONCE", "LDI");
        text += &format!("L{number}:\n{line}\n");
        if number + 1 == half {
            text += &format!("L{half}:\n{again}");
        }
    }
    let text = text.replacen(
        &format!("L{half}:\n"),
        "",
        usize::from(text.matches(&format!("L{half}:\n")).count() > 1),
    );
    let end = if processor == Processor::Mos6502 { " RTS\n" } else { " RET\n" };
    format!("{text}L{}:\n{end}{sub}", choice.len())
}

fn machine<C: MachineCore>(
    assembly: &Assembly,
    registers: &[(&str, u16)],
    memory: &[(u16, u8)],
) -> Machine<C> {
    let mut machine = Machine::<C>::new();
    memory.iter().for_each(|(address, byte)| machine.backplane.poke(*address, *byte));
    machine.backplane.load(assembly.origin, &assembly.image).expect("it fits");
    for (name, value) in registers {
        if let Ok(register) = register::<C>(name) {
            (register.set)(&mut machine.core, *value);
        }
    }
    machine.core.set_pc(assembly.origin);
    machine
}

/// Executes an instruction; returns its address and its cycles.
fn step<C: MachineCore>(machine: &mut Machine<C>) -> (u16, u64) {
    let (address, before) = (machine.core.pc(), machine.backplane.now());
    machine.run(&Until::never().instructions(1));
    (address, machine.backplane.now() - before)
}

/// Executes the instructions of a way, from its state on entry.
fn follow<C: MachineCore>(assembly: &Assembly, way: &Way) -> Vec<(u16, u64)> {
    let state = &way.setup.states[0];
    // Of cells with the same address the first counts.
    let memory: Vec<_> = state.memory.iter().rev().copied().collect();
    let mut machine = machine::<C>(assembly, &state.registers, &memory);
    way.steps.iter().map(|_| step(&mut machine)).collect()
}

/// Executes the code until it leaves its bytes; `None` if it does not.
fn run<C: MachineCore>(assembly: &Assembly, registers: &[(&str, u16)], memory: &[(u16, u8)]) -> Option<u64> {
    let mut machine = machine::<C>(assembly, registers, memory);
    for _ in 0..20_000 {
        step(&mut machine);
        if assembly.byte_at(machine.core.pc()).is_none() {
            return Some(machine.backplane.now());
        }
    }
    None
}

fn check<C: MachineCore>(source: &str, states: &[[u8; 16]]) -> Result<(), TestCaseError> {
    let processor = C::PROCESSOR;
    let options = Options { processor: Some(processor), ..Options::default() };
    let assembly = assemble("random", source, &options, &mut NoFiles).expect(source);
    let byte = |address| assembly.byte_at(address);
    let program = Program { processor, byte: &byte, line: &|_| 1 };
    let mut question = Question::new(program, assembly.origin);
    question.limits = Limits {
        instructions: 500,
        nodes: 50_000,
        gates: 50_000,
        conflicts: 5_000,
        tried: 1 << 20,
        ..Limits::default()
    };
    let answer = match measure(&question) {
        Ok(answer) => answer,
        Err(Reason::Steps(_) | Reason::Size | Reason::Paths(_)) => return Ok(()),
        Err(reason) => return Err(TestCaseError::fail(format!("{source}\n{reason}"))),
    };
    let Time::Within { least, most, .. } = answer.time else { panic!("no budget") };
    prop_assert!(answer.calls.is_empty(), "{source}");
    for way in [&least, &most] {
        prop_assert_eq!(&follow::<C>(&assembly, way), &way.steps, "{}\n{:?}", source, way);
        prop_assert_eq!(way.steps.iter().map(|(_, cycles)| cycles).sum::<u64>(), way.cycles);
    }
    for state in states {
        let names: &[&str] = match processor {
            Processor::I8080 => &["A", "B", "C", "D", "E", "H", "L"],
            Processor::Z80 => &["A", "B", "C", "D", "E", "H", "L", "IX", "A'", "F'"],
            Processor::Mos6502 => &["A", "X", "Y"],
        };
        let mut registers: Vec<(&str, u16)> =
            names.iter().zip(state).map(|(name, byte)| (*name, u16::from(*byte))).collect();
        let (flags, stack) = if processor == Processor::Mos6502 { ("P", "S") } else { ("F", "SP") };
        registers.push((flags, u16::from(state[10])));
        registers.push((stack, if processor == Processor::Mos6502 { 0xF0 } else { 0xF000 }));
        // HL must not lead to the code or the stack.
        registers
            .iter_mut()
            .filter(|(name, _)| *name == "H")
            .for_each(|(_, value)| *value = 0x20 | *value & 0x1F);
        let memory: Vec<(u16, u8)> =
            (0..6_u8).map(|n| (0x40 + u16::from(n), state[usize::from(n) + 10])).collect();
        let memory = [memory, vec![(0x1234, state[15]), (0x41, 0x20 | state[11] & 0x0F)]].concat();
        if let Some(cycles) = run::<C>(&assembly, &registers, &memory) {
            prop_assert!(
                (least.cycles..=most.cycles).contains(&cycles),
                "{}\n{:?}: {}",
                source,
                registers,
                cycles
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn runs_take_no_more_and_no_fewer(
        choice in prop::collection::vec((any::<usize>(), 0..4_usize), 2..9),
        rounds in 1..4_u8,
        states in prop::collection::vec(any::<[u8; 16]>(), 40),
    ) {
        check::<Z80>(&program(Processor::Z80, &choice, rounds), &states)?;
        check::<I8080>(&program(Processor::I8080, &choice, rounds), &states)?;
        check::<Mos6502>(&program(Processor::Mos6502, &choice, rounds), &states)?;
    }
}
