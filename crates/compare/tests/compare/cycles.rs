//! The cycles of code, compared with what is known and with the processor's core.

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_compare::{
    Reason, conditions,
    cycles::{Answer, Ending, Question, Time, measure},
    placed::Program,
};
use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};

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
        (Z80, " ORG 100H\n RET\n", "A = 1, A = 2", "the conditions on entry are never true together"),
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
    let entry = |way: &arcadian_compare::cycles::Way| {
        way.entry.iter().map(|value| format!("{}={:X}", value.name, value.value)).collect::<Vec<_>>()
    };
    assert_eq!((least.cycles, entry(&least)), (18, vec!["A=80".to_owned()]));
    assert_eq!((most.cycles, entry(&most)), (38, vec!["A=7".to_owned()]));
    assert_eq!(
        most.steps.iter().map(|(address, _)| *address).collect::<Vec<_>>(),
        [0x100, 0x102, 0x103, 0x105, 0x106, 0x107]
    );
}
