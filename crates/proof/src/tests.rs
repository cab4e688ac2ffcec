//! Small routines, right and wrong, under every method.

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_cpu::Domain;

use crate::{
    Bounds, Claim, Counterexample, Engine, Field, Finding, Inputs, Replay, Routine, Sweep, Values,
    check_singly, claim::formula, prove,
};

const LIMIT: u64 = 10_000;

fn routine(text: &str, claim: &'static Claim) -> Routine {
    let assembly = assemble("test.asm", text, &Options::default(), &mut NoFiles).expect("a sheet");
    Routine::bind("test.asm", assembly, claim).expect("a routine")
}

fn count(routine: &Routine) -> u64 {
    routine.inputs().exact().expect("a small number of inputs")
}

/// The two methods and two engines agree, and this is what they say.
fn agreed(routine: &Routine) -> Finding {
    let proven = prove(routine, Bounds::default(), LIMIT).expect("a proof");
    let swept = Sweep::new(routine, Inputs::All, LIMIT).check(0..count(routine));
    let other = match routine.processor() {
        arcadian_isa::Processor::Mos6502 => Engine::Mos6502,
        _ => Engine::Iz80,
    };
    for engine in [Engine::Own, other] {
        let single = check_singly(routine, engine, Inputs::All, 0..count(routine), LIMIT).expect("an engine");
        assert_eq!(single.wrong.is_some(), proven.wrong.is_some(), "{engine:?}");
        same_times(&single, &swept);
    }
    assert_eq!(proven.wrong.is_some(), swept.wrong.is_some());
    same_times(&proven, &swept);
    proven
}

fn same_times(one: &Finding, other: &Finding) {
    if one.wrong.is_none() {
        let times = |finding: &Finding| {
            let times = finding.times.clone().expect("times");
            [times.cycles.min, times.cycles.max, times.instructions.min, times.instructions.max]
        };
        assert_eq!(times(one), times(other));
    }
}

fn holds(text: &str, claim: &'static Claim) -> [u64; 2] {
    let finding = agreed(&routine(text, claim));
    assert_eq!(finding.wrong, None);
    finding.times.map(|times| [times.cycles.min, times.cycles.max]).expect("times")
}

fn fails(text: &str, claim: &'static Claim) -> Counterexample {
    let routine = routine(text, claim);
    let wrong = agreed(&routine).wrong.expect("a case in which it is wrong");
    Replay::new(&routine, Engine::Own, LIMIT).expect("an engine").run(&wrong).expect_err("still wrong")
}

fn table1<D: Domain>(input: &[D], output: &mut [D]) {
    const FROM: [u32; 8] = [4, 7, 6, 5, 0, 3, 2, 1];
    output[0] = (0..).zip(FROM).fold(0.into(), |byte, (n, from)| byte | D::place(input[0].bit(from), n));
}

static TABLE1: Claim = Claim {
    name: "table1",
    about: "Table 1",
    inputs: &[Field::new("byte", Values::Any(1))],
    outputs: &[Field::new("byte", Values::Any(1))],
    plain: table1,
    formula: formula!(table1),
    sample: None,
};

const REFLECT: &str = include_str!("../../../docs/examples/reflect.asm");

fn reflect() -> String {
    REFLECT.replace("A = a byte of the board", "A = byte").replace("A = the byte reflected", "A = byte")
}

#[test]
fn a_straight_routine() {
    assert_eq!(holds(&reflect(), &TABLE1), [96; 2]);
}

#[test]
fn a_wrong_bit() {
    let wrong = fails(&reflect().replace("ANI 22H ", "ANI 32H ").replace("E6 22", "E6 32"), &TABLE1);
    assert_eq!(wrong.faults.iter().map(ToString::to_string).collect::<Vec<_>>(), ["`byte` is wrong"]);
    assert_ne!(wrong.expected, wrong.found);
}

#[test]
fn what_is_not_named_must_stay() {
    let wrong = fails(&reflect().replace("clobbers: B, C, F", "clobbers: B, F"), &TABLE1);
    assert!(wrong.faults[0].to_string().starts_with("register C changes"), "{}", wrong.faults[0]);
    let text =
        reflect().replace("0115  C9                   RET", " STA 9000H\n RET").replace(";! bytes: 22\n", "");
    let wrong = fails(&text, &TABLE1);
    assert!(wrong.faults[0].to_string().starts_with("the byte at 9000 changes"), "{}", wrong.faults[0]);
    let text = |end| reflect().replace("0115  C9                   RET", end).replace(";! bytes: 22\n", "");
    let wrong = fails(&text("SELF: JMP SELF"), &TABLE1);
    assert_eq!(
        wrong.faults[0].to_string(),
        "it does not come back within 10000 instructions; the next would be at 0115"
    );
    let wrong = fails(&text(" JMP 3000H"), &TABLE1);
    assert_eq!(
        wrong.faults[0].to_string(),
        "it does not come back: it goes to 3000, where the sheet has no code"
    );
    let wrong = fails(&text("SELF: HLT"), &TABLE1);
    assert_eq!(wrong.faults[0].to_string(), "it does not come back: the processor stands still before 0116");
    let wrong = fails(&text(" POP B\n PUSH B\n PUSH B\n RET"), &TABLE1);
    assert_eq!(wrong.faults[0].to_string(), "the stack pointer was F000 before and is EFFE after it");
}

fn greatest<D: Domain>(input: &[D], output: &mut [D]) {
    output[0] = D::select(input[0].at_least(input[1]), input[0], input[1]);
}

static GREATEST: Claim = Claim {
    name: "greatest",
    about: "the greater of two bytes",
    inputs: &[Field::new("one", Values::Any(1)), Field::new("other", Values::Below(200))],
    outputs: &[Field::new("greatest", Values::Any(1))],
    plain: greatest,
    formula: formula!(greatest),
    sample: None,
};

#[test]
fn a_branch() {
    let intel = ";! routine: MAX\n;! cpu: 8080\n;! org: 0100H\n;! in: A = one, B = other\n;! out: A = greatest\n\
                 ;! clobbers: F\nMAX: CMP B\n RNC\n MOV A,B\n RET\n";
    assert_eq!(holds(intel, &GREATEST), [15, 4 + 5 + 5 + 10]);
    let mos = ";! routine: MAX\n;! cpu: 6502\n;! org: $0300\n;! in: A = one, (B) = other\n;! out: A = greatest\n\
               ;! clobbers: P\nB = $20\nMAX: CMP B\n BCS DONE\n LDA B\nDONE: RTS\n";
    assert_eq!(holds(mos, &GREATEST), [3 + 3 + 6, 3 + 2 + 3 + 6]);
    let wrong = fails(&mos.replace("BCS", "BEQ"), &GREATEST);
    assert!(wrong.input[0].1 > wrong.input[1].1);
}

#[test]
fn what_scratch_memory_holds_is_anything() {
    // It is right unless T happens to hold 7 when it begins; the other only uses T.
    let text = ";! routine: MAX\n;! cpu: 6502\n;! org: $0300\n;! in: A = one, (B) = other\n;! out: A = greatest\n\
                ;! clobbers: P, X, (T:1)\nB = $20\nT = $21\nMAX: LDX T\n CPX #7\n BEQ DONE\n CMP B\n BCS DONE\n \
                LDA B\nDONE: RTS\n";
    fails(text, &GREATEST);
    holds(&text.replace("LDX T\n CPX #7\n BEQ DONE", "STA T\n LDX T"), &GREATEST);
}

fn ones<D: Domain>(input: &[D], output: &mut [D]) {
    let add = |sum: D, n| sum.sum(D::place(input[0].bit(n), 0), false.into()).0;
    output[0] = (0..8).fold(0.into(), add);
}

static ONES: Claim = Claim {
    name: "ones",
    about: "the number of set bits",
    inputs: &[Field::new("byte", Values::Any(1))],
    outputs: &[Field::new("ones", Values::Any(1))],
    plain: ones,
    formula: formula!(ones),
    sample: None,
};

/// The loop ends when no bit is left, so its length depends on the input.
const COUNT: &str = ";! routine: COUNT\n;! cpu: 6502\n;! org: $0300\n;! in: A = byte\n;! out: X = ones\n\
                     ;! clobbers: A, P\nCOUNT: LDX #0\nNEXT: LSR\n BCC SKIP\n INX\nSKIP: CMP #0\n BNE NEXT\n RTS\n";

#[test]
fn a_loop_whose_length_depends_on_the_input() {
    // LDX 2; each round 2 + 3 or 2 + 2 + 2 and 2 + 3, the last 2 + 2; RTS 6.
    assert_eq!(holds(COUNT, &ONES), [2 + 2 + 3 + 2 + 2 + 6, 2 + 8 * 11 - 1 + 6]);
    fails(&COUNT.replace("LDX #0", "NOP"), &ONES);
}

fn include<D: Domain>(input: &[D], output: &mut [D]) {
    let element = input[0];
    for (n, byte) in (0_u8..).zip(&mut *output) {
        let here = (element >> 3 ^ n.into()).is_zero();
        let bit = (0..8)
            .fold(D::from(0), |bit, n| bit | D::place((element & 7.into() ^ (n as u8).into()).is_zero(), n));
        *byte = input[1 + usize::from(n)] | D::select(here, bit, 0.into());
    }
}

static INCLUDE: Claim = Claim {
    name: "include",
    about: "an element of 16 into a set",
    inputs: &[Field::new("element", Values::Below(16)), Field::new("set", Values::Any(2))],
    outputs: &[Field::new("set", Values::Any(2))],
    plain: include,
    formula: formula!(include),
    sample: None,
};

#[test]
fn an_address_that_depends_on_the_input() {
    let text = ";! routine: INCL\n;! cpu: 8080\n;! org: 0100H\n;! in: A = element, HL -> set\n;! out: HL -> set\n\
                ;! clobbers: A, F, B, C, D, E, H, L\n\
                INCL: MOV B,A\n RRC\n RRC\n RRC\n ANI 1FH\n MOV E,A\n MVI D,0\n DAD D\n MOV A,B\n ANI 7\n MOV E,A\n\
                \x20PUSH H\n LXI H,BITS\n DAD D\n MOV A,M\n POP H\n ORA M\n MOV M,A\n RET\n\
                BITS: DB 1,2,4,8,16,32,64,128\n";
    let times = holds(text, &INCLUDE);
    assert_eq!(times[0], times[1]);
    fails(&text.replace("8,16", "8,8"), &INCLUDE);
    fails(&text.replace(" ORA M\n", ""), &INCLUDE);
}

#[test]
fn code_that_changes_itself() {
    // The operand of CPI is written, and must be named as changed.
    let text = ";! routine: MAX\n;! cpu: 8080\n;! org: 0100H\n;! in: A = one, B = other\n;! out: A = greatest\n\
                ;! clobbers: F, B, (WHICH:1)\nMAX: MOV C,A\n MOV A,B\n STA WHICH\n MOV A,C\nWHICH EQU OP+1\n\
                OP: CPI 0\n RNC\n MOV A,B\n RET\n";
    fails(text, &GREATEST);
    holds(&text.replace("F, B,", "F, C,"), &GREATEST);
}
