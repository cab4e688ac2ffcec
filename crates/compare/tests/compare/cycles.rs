//! The cycles of code, compared with what is known and with the processor's core. The cycles of random code: no run on a machine takes
//! fewer or more, and the ways that are named take exactly theirs.

use arcadian_asm::{Assembly, NoFiles, Options, assemble};
use arcadian_compare::{
    Limits, Reason,
    code::Program,
    conditions,
    cycles::{Answer, Ending, Question, Time, Way, measure},
};
use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};
use arcadian_machine::{Machine, MachineCore, Until, register};
use proptest::{prelude::*, test_runner::TestCaseError};

/// Measures the code from the first label to the label `END` if there is one, else to the return.
fn measured(
    processor: Processor,
    source: &str,
    requires: &str,
    budget: Option<u64>,
) -> Result<Answer, Reason> {
    let options = Options { processor: Some(processor), ..Options::default() };
    let assembly = assemble("test", source, &options, &mut NoFiles).expect(source);
    let byte = |address| assembly.byte_at(address);
    let line = |address| assembly.line_at(address).map_or(0, |line| line.number);
    let program = Program { processor, byte: &byte, line: &line };
    let mut question = Question::new(program, assembly.origin);
    question.ends = assembly.symbol("END_").map(|symbol| symbol.value as u16).into_iter().collect();
    question.budget = budget;
    if !requires.is_empty() {
        question.requires = conditions(requires).expect(requires);
    }
    measure(&question)
}

fn text(processor: Processor, source: &str, requires: &str) -> String {
    match measured(processor, source, requires, None) {
        Err(reason) => reason.to_string(),
        Ok(Answer { time: Time::Within { least, most, ends }, calls }) => {
            let ends: Vec<String> = ends.iter().map(|end| format!("{end:?}")).collect();
            let calls: Vec<String> =
                calls.iter().map(|call| format!(", calls {:04X}", call.address.unwrap_or(0))).collect();
            format!("{}-{} {}{}", least.cycles, most.cycles, ends.join(" "), calls.concat())
        }
        Ok(Answer { time: Time::Over(way), .. }) => format!("over: {}", way.cycles),
    }
}

#[test]
fn table() {
    let cases: &[(Processor, &str, &str, &str)] = &[
        (Z80, " ORG 100H\n XOR A\n RET\n", "", "14-14 Return"),
        // Not both branches are possible: the second one depends on the first.
        (
            Z80,
            " ORG 100H\n OR A\n JR Z,ONE\n NOP\nONE: OR A\n JR NZ,TWO\n NOP\nTWO: RET\n",
            "",
            "41-41 Return",
        ),
        // A known number of rounds.
        (Z80, " ORG 100H\n LD B,10\nLP: NOP\n DJNZ LP\n RET\n", "", "182-182 Return"),
        (Z80, " ORG 100H\nLP: NOP\n DJNZ LP\n RET\n", "B <= 3, B > 0", "22-56 Return"),
        (Z80, " ORG 100H\nLP: NOP\n DJNZ LP\n RET\n", "", "22-4357 Return"),
        (I8080, " ORG 100H\n CALL SUB\n CNZ SUB\n RET\nSUB: ANA A\n RZ\n NOP\n RET\n", "", "53-90 Return"),
        // The end label, and what is outside.
        (Z80, " ORG 100H\n NOP\n JP C,1234H\n INC HL\nEND_: NOP\n", "", "14-20 End Jump(4660)"),
        (Z80, " ORG 100H\n CALL 5\n RET\n", "", "27-27 Return, calls 0005"),
        (Z80, " ORG 100H\n NOP\n", "", "4-4 Beyond"),
        (Z80, " ORG 100H\n JP (HL)\n", "", "4-4 Computed { line: 2 }"),
        // A return address in a register, or on the stack again, and one that the code has computed.
        (Z80, " ORG 100H\n POP HL\n POP BC\n JP (HL)\n", "", "24-24 Return"),
        (Z80, " ORG 100H\n POP HL\n POP BC\n PUSH HL\n RET\n", "", "41-41 Return"),
        (Z80, " ORG 100H\n POP HL\n LD (DE),A\n PUSH HL\n RET\n", "", "38-38 Return"),
        (Z80, " ORG 100H\n POP HL\n PUSH DE\n RET\n", "", "31-31 Computed { line: 4 }"),
        (Z80, " ORG 100H\n PUSH DE\n RET\n", "", "21-21 Computed { line: 3 }"),
        (Z80, " ORG 100H\n PUSH DE\n CALL 5\n RET\n", "", "38-38 Computed { line: 4 }, calls 0005"),
        (Z80, " ORG 100H\n CALL SUB\n RET\nSUB: PUSH DE\n RET\n", "", "38-38 Computed { line: 5 }"),
        (Z80, " ORG 100H\n EX (SP),HL\n RET\n", "", "29-29 Computed { line: 3 }"),
        (Z80, " ORG 100H\n LD (1234H),SP\n LD SP,HL\n POP DE\n LD SP,(1234H)\n RET\n", "", "66-66 Return"),
        (Mos6502, " * = $300\n PLA\n TAX\n PLA\n PHA\n TXA\n PHA\n RTS\n", "", "24-24 Return"),
        (
            Mos6502,
            " * = $300\n LDA $400,X\n PHA\n LDA $500,X\n PHA\n RTS\n",
            "",
            "20-20 Computed { line: 6 }",
        ),
        (Mos6502, " * = $300\n PHA\n PLA\n RTI\n", "", "13-13 Return"),
        (I8080, " ORG 100H\n XTHL\n PCHL\n", "", "23-23 Return"),
        // A computed jump to a known address.
        (Z80, " ORG 100H\n LD HL,NEXT\n PUSH HL\n RET\n DB 1\nNEXT: NOP\n RET\n", "", "45-45 Return"),
        // A loop from the start to the start is one round of it.
        (Mos6502, " * = $300\nEND_: LDA $D012\n BNE END_\n RTS\n", "", "7-12 End Return"),
        // Branches to another page, and indexed reads that may cross one.
        (Mos6502, " * = $2FC\n LDA #1\n BNE LP\nLP: RTS\n", "", "11-11 Return"),
        (Mos6502, " * = $2FD\n LDA #1\n BNE LP\n NOP\nLP: RTS\n", "", "11-11 Return"),
        (Mos6502, " * = $2FB\n LDA #1\n BNE LP\n NOP\nLP: RTS\n", "", "12-12 Return"),
        (Mos6502, " * = $300\n LDA $4000,X\n RTS\n", "", "10-10 Return"),
        (Mos6502, " * = $300\n LDA $4001,X\n RTS\n", "", "10-11 Return"),
        (Mos6502, " * = $300\n LDA ($20),Y\n STA ($20),Y\n RTS\n", "", "17-18 Return"),
        // The trick that skips an instruction by the operand of another.
        (Mos6502, " * = $300\n LDA #1\n .byte $2C\nM: LDA #2\n CMP #2\n BEQ M\n RTS\n", "", "16-16 Return"),
        // A pointer does not lead to the return address.
        (Z80, " ORG 100H\n CALL SUB\n RET\nSUB: LD (HL),A\n LDI\n RET\n", "", "60-60 Return"),
        // What is copied does not matter to the time.
        (Z80, " ORG 100H\n LD BC,100\n LDIR\n RET\n", "", "2115-2115 Return"),
        (
            Z80,
            " ORG 100H\nLP: LD A,(HL)\n LD (DE),A\n INC HL\n INC DE\n DJNZ LP\n RET\n",
            "B > 9, B < 20",
            "395-746 Return",
        ),
        // It does matter here: the byte that is read is the one that was written.
        (Z80, " ORG 100H\n LD (HL),1\n INC DE\n LD A,(HL)\n DEC A\n RET Z\n NOP\n RET\n", "", "38-38 Return"),
        // Not decided.
        (
            Z80,
            " ORG 100H\nLP: JR LP\n",
            "",
            "more than 200000 instructions are executed: a loop depends on too many values, or does not end",
        ),
        (Z80, " ORG 100H\n LD A,0\n LD (101H),A\n RET\n", "", "line 3 writes to the code"),
        (
            Z80,
            " ORG 100H\n RET\n",
            "A = 1, A = 2",
            "no state meets the conditions on entry: they are never true together",
        ),
        // A byte of the code that is read is what it is.
        (Z80, " ORG 100H\nT: LD A,1\n LD A,(T+1)\n DEC A\n RET Z\n NOP\n RET\n", "", "35-35 Return"),
        (Z80, " ORG 100H\n HALT\n RET\n", "", "14-14 Return, calls 0000"),
        (I8080, " ORG 100H\n IN 10H\n ANI 1\n RZ\n NOP\n RET\n", "", "28-36 Return"),
    ];
    let mut wrong = Vec::new();
    for (processor, source, requires, expected) in cases {
        let found = text(*processor, source, requires);
        if found != *expected {
            wrong.push(format!("{source}{requires}\n is  {found}\n not {expected}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn a_budget_stops_an_endless_loop() {
    let answer =
        measured(Z80, " ORG 100H\nLP: IN A,(1)\n AND 1\n JR Z,LP\n RET\n", "", Some(100)).expect("an answer");
    let Time::Over(way) = answer.time else { panic!("it fits") };
    assert!(way.cycles > 100, "{way:?}");
    assert_eq!(way.steps.iter().map(|(_, cycles)| cycles).sum::<u64>(), way.cycles);
    let within = measured(Z80, " ORG 100H\n LD B,4\nLP: DJNZ LP\n RET\n", "", Some(64)).expect("an answer");
    assert!(matches!(within.time, Time::Within { most, .. } if most.cycles == 7 + 3 * 13 + 8 + 10));
}

#[test]
fn the_way_names_the_state() {
    let answer = measured(Z80, " ORG 100H\n CP 80H\n RET NC\n CP 7\n RET NZ\n NOP\n RET\n", "", None)
        .expect("an answer");
    let Time::Within { least, most, ends } = answer.time else { panic!("no budget") };
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), [Ending::Return]);
    let entry = |way: &Way| {
        way.entry.iter().map(|value| format!("{}={:X}", value.name, value.value)).collect::<Vec<_>>()
    };
    assert_eq!((least.cycles, entry(&least)), (18, vec!["A=80".to_owned()]));
    assert_eq!((most.cycles, entry(&most)), (38, vec!["A=7".to_owned()]));
    assert_eq!(
        most.steps.iter().map(|(address, _)| *address).collect::<Vec<_>>(),
        [0x100, 0x102, 0x103, 0x105, 0x106, 0x107]
    );
}

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
        I8080 => I8080_LINES,
        Z80 => Z80_LINES,
        Mos6502 => MOS6502_LINES,
    }
}

/// Returns a program: straight code with branches forward, a loop around its first part, and a routine.
fn program(processor: Processor, choice: &[(usize, usize)], rounds: u8) -> String {
    let lines = lines(processor);
    let (start, again, sub) = match processor {
        I8080 => (" ORG 4000H\n", " DCR E\n JNZ LOOP\n", "SUB: ANA A\n RZ\n INR D\n RET\n"),
        Z80 => (" ORG 4000H\n", " DEC E\n JR NZ,LOOP\n", "SUB: AND A\n RET Z\n INC D\n RET\n"),
        Mos6502 => (" * = $40F0\n", " DEC $50\n BNE LOOP\n", "SUB: CMP #0\n BEQ SUB1\n INX\nSUB1: RTS\n"),
    };
    let bound = match processor {
        I8080 => format!(" MVI E,{rounds}\n"),
        Z80 => format!(" LD E,{rounds}\n"),
        Mos6502 => format!(" LDA #{rounds}\n STA $50\n"),
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
    let end = if processor == Mos6502 { " RTS\n" } else { " RET\n" };
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

/// Executes the code until it leaves its bytes; `None` if it runs on.
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
            I8080 => &["A", "B", "C", "D", "E", "H", "L"],
            Z80 => &["A", "B", "C", "D", "E", "H", "L", "IX", "A'", "F'"],
            Mos6502 => &["A", "X", "Y"],
        };
        let mut registers: Vec<(&str, u16)> =
            names.iter().zip(state).map(|(name, byte)| (*name, u16::from(*byte))).collect();
        let (flags, stack) = if processor == Mos6502 { ("P", "S") } else { ("F", "SP") };
        registers.push((flags, u16::from(state[10])));
        registers.push((stack, if processor == Mos6502 { 0xF0 } else { 0xF000 }));
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
        check::<arcadian_cpu::Z80>(&program(Z80, &choice, rounds), &states)?;
        check::<arcadian_cpu::I8080>(&program(I8080, &choice, rounds), &states)?;
        check::<arcadian_cpu::Mos6502>(&program(Mos6502, &choice, rounds), &states)?;
    }
}
