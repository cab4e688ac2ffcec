//! Small correct and incorrect routines, verified by every method.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use arcadian_asm::{NoFiles, Options, assemble};

use crate::{
    Bounds, Cancelled, CheckResult, Claim, Counterexample, Domain, Engine, Fate, Fault, Field, Inputs,
    Mutant, ProveError, Replay, Routine, Settings, SpecificationFault, Sweep, Values, cancellable,
    check_one_by_one, formula, prove,
};

mod z80;

const LIMIT: u64 = 10_000;
const MOST_ON_SINGLE_MACHINES: u64 = 1 << 16;

fn routine(text: &str, claim: &'static Claim) -> Routine {
    let assembly =
        assemble("test.asm", text, &Options::default(), &mut NoFiles).expect("the sheet assembles");
    Routine::bind("test.asm", assembly, claim).expect("the sheet fits the claim")
}

fn input_count(routine: &Routine) -> u64 {
    routine.input_count().exact().expect("a small number of inputs")
}

/// Asserts that both methods and both engines agree, and returns their result.
fn check_all(routine: &Routine) -> CheckResult {
    let proven = prove(routine, Bounds::default(), LIMIT).expect("a proof");
    let swept = Sweep::new(routine, Inputs::All, LIMIT).check(0..input_count(routine));
    let other = match routine.processor() {
        arcadian_isa::Processor::Mos6502 => Engine::Mos6502,
        _ => Engine::Iz80,
    };
    // All inputs are proven and swept. Single machines take 50 times as long, so they get a part of very many.
    let inputs =
        if input_count(routine) > MOST_ON_SINGLE_MACHINES { Inputs::Sampled(1) } else { Inputs::All };
    let count = input_count(routine).min(MOST_ON_SINGLE_MACHINES);
    for engine in [Engine::Own, other] {
        let scalar = check_one_by_one(routine, engine, inputs, 0..count, LIMIT).expect("an engine");
        assert_eq!(scalar.failing.is_some(), proven.failing.is_some(), "{engine:?}");
        assert_same_cost(&scalar, &swept);
    }
    assert_eq!(proven.failing.is_some(), swept.failing.is_some());
    assert_same_cost(&proven, &swept);
    proven
}

/// Asserts equal costs unless a failure ended the checks early.
fn assert_same_cost(one: &CheckResult, other: &CheckResult) {
    if one.failing.is_none() {
        let cost = |result: &CheckResult| {
            let cost = result.cost.clone().expect("a cost");
            [cost.cycles.min, cost.cycles.max, cost.instructions.min, cost.instructions.max]
        };
        assert_eq!(cost(one), cost(other));
    }
}

/// Asserts that a sheet holds, and returns its minimum and maximum cycles.
fn assert_holds(text: &str, claim: &'static Claim) -> [u64; 2] {
    let result = check_all(&routine(text, claim));
    assert_eq!(result.failing, None);
    result.cost.map(|cost| [cost.cycles.min, cost.cycles.max]).expect("a cost")
}

fn assert_fails(text: &str, claim: &'static Claim) -> Counterexample {
    let routine = routine(text, claim);
    let failing = check_all(&routine).failing.expect("a failing input");
    *Replay::new(&routine, Engine::Own, LIMIT)
        .expect("an engine")
        .run(&failing)
        .expect("no limit")
        .expect_err("it fails again")
}

fn table1<D: Domain>(input: &[D], output: &mut [D]) {
    const SOURCE: [u32; 8] = [4, 7, 6, 5, 0, 3, 2, 1];
    output[0] =
        (0..).zip(SOURCE).fold(0.into(), |byte, (n, source)| byte | D::place(input[0].bit(source), n));
}

static TABLE1: Claim = Claim {
    name: "table1",
    about: "the bit permutation of Table 1",
    inputs: &[Field::new("byte", Values::Any(1))],
    outputs: &[Field::new("byte", Values::Any(1))],
    reference: table1,
    formula: formula!(table1),
    sample: None,
};

const REFLECT: &str = include_str!("../../../docs/examples/reflect.asm");

fn reflect() -> String {
    REFLECT.replace("A = a byte of the board", "A = byte").replace("A = the byte reflected", "A = byte")
}

#[test]
fn straight_line_code() {
    assert_eq!(assert_holds(&reflect(), &TABLE1), [96; 2]);
}

#[test]
fn a_wrong_output() {
    let counterexample =
        assert_fails(&reflect().replace("ANI 22H ", "ANI 32H ").replace("E6 22", "E6 32"), &TABLE1);
    assert_eq!(
        counterexample.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["`byte` is wrong"]
    );
    assert_ne!(counterexample.expected, counterexample.found);
}

#[test]
fn side_effects_and_missing_returns() {
    let counterexample = assert_fails(&reflect().replace("clobbers: B, C, F", "clobbers: B, F"), &TABLE1);
    assert!(
        counterexample.faults[0].to_string().starts_with("register C changes"),
        "{}",
        counterexample.faults[0]
    );
    let text =
        reflect().replace("0115  C9                   RET", " STA 9000H\n RET").replace(";! bytes: 22\n", "");
    let counterexample = assert_fails(&text, &TABLE1);
    assert!(
        counterexample.faults[0].to_string().starts_with("it writes to 9000"),
        "{}",
        counterexample.faults[0]
    );
    let text = |end| reflect().replace("0115  C9                   RET", end).replace(";! bytes: 22\n", "");
    let counterexample = assert_fails(&text("SELF: JMP SELF"), &TABLE1);
    assert_eq!(counterexample.faults[0].to_string(), "it does not return: an endless loop contains PC 0115");
    let counterexample = assert_fails(&text(" JMP 3000H"), &TABLE1);
    assert_eq!(
        counterexample.faults[0].to_string(),
        "it does not return: PC reaches 3000, where the sheet has no code"
    );
    let counterexample = assert_fails(&text("SELF: HLT"), &TABLE1);
    assert_eq!(
        counterexample.faults[0].to_string(),
        "it does not return: the processor is halted at PC 0116"
    );
    let counterexample = assert_fails(&text(" POP B\n PUSH B\n PUSH B\n RET"), &TABLE1);
    assert_eq!(counterexample.faults[0].to_string(), "the stack pointer changes from F000 to EFFE");
}

fn maximum<D: Domain>(input: &[D], output: &mut [D]) {
    output[0] = D::select(input[0].at_least(input[1]), input[0], input[1]);
}

static MAXIMUM: Claim = Claim {
    name: "maximum",
    about: "the greater of two bytes",
    inputs: &[Field::new("one", Values::Any(1)), Field::new("other", Values::Below(200))],
    outputs: &[Field::new("maximum", Values::Any(1))],
    reference: maximum,
    formula: formula!(maximum),
    sample: None,
};

#[test]
fn a_branch() {
    let intel = ";! routine: MAX\n;! cpu: 8080\n;! org: 0100H\n;! in: A = one, B = other\n;! out: A = maximum\n\
                 ;! clobbers: F\nMAX: CMP B\n RNC\n MOV A,B\n RET\n";
    assert_eq!(assert_holds(intel, &MAXIMUM), [15, 4 + 5 + 5 + 10]);
    let mos = ";! routine: MAX\n;! cpu: 6502\n;! org: $0300\n;! in: A = one, (B) = other\n;! out: A = maximum\n\
               ;! clobbers: P\nB = $20\nMAX: CMP B\n BCS DONE\n LDA B\nDONE: RTS\n";
    assert_eq!(assert_holds(mos, &MAXIMUM), [3 + 3 + 6, 3 + 2 + 3 + 6]);
    let counterexample = assert_fails(&mos.replace("BCS", "BEQ"), &MAXIMUM);
    assert!(counterexample.input[0].1 > counterexample.input[1].1);
}

#[test]
fn scratch_memory_is_unconstrained() {
    // The first fails if T is 7 on entry; the second writes T before it reads it.
    let text = ";! routine: MAX\n;! cpu: 6502\n;! org: $0300\n;! in: A = one, (B) = other\n;! out: A = maximum\n\
                ;! clobbers: P, X, (T:1)\nB = $20\nT = $21\nMAX: LDX T\n CPX #7\n BEQ DONE\n CMP B\n BCS DONE\n \
                LDA B\nDONE: RTS\n";
    assert_fails(text, &MAXIMUM);
    assert_holds(&text.replace("LDX T\n CPX #7\n BEQ DONE", "STA T\n LDX T"), &MAXIMUM);
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
    reference: ones,
    formula: formula!(ones),
    sample: None,
};

/// The loop ends when no bits are left, so the number of iterations depends on the input.
const COUNT: &str = ";! routine: COUNT\n;! cpu: 6502\n;! org: $0300\n;! in: A = byte\n;! out: X = ones\n\
                     ;! clobbers: A, P\nCOUNT: LDX #0\nNEXT: LSR\n BCC SKIP\n INX\nSKIP: CMP #0\n BNE NEXT\n RTS\n";

#[test]
fn a_loop_count_that_depends_on_the_input() {
    // LDX takes 2 cycles, an iteration 2 + 3 or 2 + 2 + 2 and then 2 + 3, or 2 + 2 in the last; RTS takes 6.
    assert_eq!(assert_holds(COUNT, &ONES), [2 + 2 + 3 + 2 + 2 + 6, 2 + 8 * 11 - 1 + 6]);
    assert_fails(&COUNT.replace("LDX #0", "NOP"), &ONES);
}

fn include<D: Domain>(input: &[D], output: &mut [D]) {
    let element = input[0];
    for (n, byte) in (0_u8..).zip(&mut *output) {
        let is_byte = (element >> 3 ^ n.into()).is_zero();
        let bit = (0..8)
            .fold(D::from(0), |bit, n| bit | D::place((element & 7.into() ^ (n as u8).into()).is_zero(), n));
        *byte = input[1 + usize::from(n)] | D::select(is_byte, bit, 0.into());
    }
}

static INCLUDE: Claim = Claim {
    name: "include",
    about: "a set of 16 elements with an element included",
    inputs: &[Field::new("element", Values::Below(16)), Field::new("set", Values::Any(2))],
    outputs: &[Field::new("set", Values::Any(2))],
    reference: include,
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
    let cycles = assert_holds(text, &INCLUDE);
    assert_eq!(cycles[0], cycles[1]);
    assert_fails(&text.replace("8,16", "8,8"), &INCLUDE);
    assert_fails(&text.replace(" ORA M\n", ""), &INCLUDE);
}

#[test]
fn self_modifying_code() {
    // The operand of CPI is modified, and the header lists it in `clobbers`.
    let text = ";! routine: MAX\n;! cpu: 8080\n;! org: 0100H\n;! in: A = one, B = other\n;! out: A = maximum\n\
                ;! clobbers: F, B, (WHICH:1)\nMAX: MOV C,A\n MOV A,B\n STA WHICH\n MOV A,C\nWHICH EQU OP+1\n\
                OP: CPI 0\n RNC\n MOV A,B\n RET\n";
    assert_fails(text, &MAXIMUM);
    assert_holds(&text.replace("F, B,", "F, C,"), &MAXIMUM);
}

/// A cancelled verification gives up by every method, and what it found until then is discarded.
#[test]
fn cancellation() {
    let routine = routine(&reflect(), &TABLE1);
    let proof = || prove(&routine, Bounds::default(), LIMIT);
    assert_eq!(cancellable(&Arc::default(), proof), Ok(proof()));
    let cancelled: [&dyn Fn(); 3] = [
        &|| assert_eq!(proof(), Err(ProveError::Cancelled(Cancelled))),
        &|| assert_eq!(Sweep::new(&routine, Inputs::Sampled(1), LIMIT).check(0..u64::MAX).failing, None),
        &|| drop(check_one_by_one(&routine, Engine::Own, Inputs::Sampled(1), 0..u64::MAX, LIMIT)),
    ];
    for verify in cancelled {
        let flag = Arc::new(AtomicBool::new(false));
        let result = cancellable(&flag, || {
            flag.store(true, Ordering::Relaxed);
            verify();
        });
        assert_eq!(result, Err(Cancelled));
    }
    assert!(proof().is_ok(), "the next verification is not cancelled");
}

fn invert<D: Domain>(input: &[D], output: &mut [D]) {
    (0..3).for_each(|n| output[n] = !input[n]);
}

static INVERT: Claim = Claim {
    name: "invert",
    about: "all bits inverted",
    inputs: &[Field::new("bytes", Values::Any(3))],
    outputs: &[Field::new("bytes", Values::Any(3))],
    reference: invert,
    formula: formula!(invert),
    sample: None,
};

const INVERT_8080: &str = ";! routine: INV\n;! cpu: 8080\n;! org: 0100H\n;! in: HL -> bytes\n;! out: HL -> bytes\n\
     ;! clobbers: A, F, B, H, L\nINV: MVI B,3\nNEXT: MOV A,M\n CMA\n MOV M,A\n INX H\n DCR B\n JNZ NEXT\n RET\n";

const INVERT_6502: &str = ";! routine: INV\n;! cpu: 6502\n;! org: $0300\n;! in: (AT) -> bytes\n;! out: (AT) -> bytes\n\
     ;! clobbers: A, P, Y, (AT:2)\nAT = $20\nINV: LDY #2\nNEXT: LDA (AT),Y\n EOR #$FF\n STA (AT),Y\n DEY\n BPL NEXT\n\
     \x20RTS\n";

fn assert_proven(text: &str, cycles: [u64; 2]) {
    let result = prove(&routine(text, &INVERT), Bounds::default(), LIMIT).expect("a proof");
    assert_eq!(result.failing, None);
    assert_eq!(result.cost.map(|cost| [cost.cycles.min, cost.cycles.max]), Some(cycles));
}

/// Asserts that a sheet is refuted by a counterexample that fails when it is replayed, and returns it.
fn assert_refuted(text: &str) -> Counterexample {
    let routine = routine(text, &INVERT);
    let proof = prove(&routine, Bounds::default(), LIMIT).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let failing = proof.failing.unwrap_or_else(|| panic!("it should fail\n{text}"));
    *Replay::new(&routine, Engine::Own, LIMIT)
        .expect("an engine")
        .run(&failing)
        .expect("no limit")
        .expect_err("it fails again")
}

fn explained(text: &str, claim: &'static Claim) -> Counterexample {
    let routine = routine(text, claim);
    let failing =
        prove(&routine, Bounds::default(), LIMIT).expect("a proof").failing.expect("a failing state");
    Counterexample::explain(&routine, Engine::Own, LIMIT, &failing)
        .expect("no limit")
        .expect("it fails again")
}

#[test]
fn counterexamples_tell_what_matters() {
    // It depends on memory, and hardly on the value that X loses.
    let text = ";! routine: MAX\n;! cpu: 6502\n;! org: $0300\n;! in: A = one, (B) = other\n;! out: A = maximum\n\
                ;! clobbers: P, (T:1)\nB = $20\nT = $21\nMAX: CMP B\n BCS DONE\n LDA B\nDONE: PHA\n LDA T\n CMP #7\n \
                BNE FINE\n TAX\nFINE: PLA\n RTS\n";
    let wrong = explained(text, &MAXIMUM);
    assert_eq!(wrong.memory, [(0x21, 7)]);
    assert_eq!(wrong.registers, []);
    assert_eq!(wrong.faults, [Fault::Register("X", 0, 7)]);
    let is_greater = wrong.input[0].1 >= wrong.input[1].1;
    assert_eq!(wrong.lost_after, Some(if is_greater { 6 } else { 7 }));
    // A flag on entry, and an instruction that disables interrupts.
    let text = INVERT_8080.replace("INV: MVI B,3", "INV: MVI B,3\n JNC NEXT\n DI");
    let wrong = explained(&text, &INVERT);
    assert_eq!(wrong.faults, [Fault::InterruptEnable("INTE", false)]);
    assert_eq!(wrong.lost_after, Some(2));
    assert_eq!(wrong.registers.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["F", "INTE"]);
    assert!(wrong.registers[0].1 & 1 == 1 && wrong.registers[1].1 == 1, "{:?}", wrong.registers);
    assert_eq!(wrong.memory, []);
    // The second byte of three, after a page boundary; nothing else matters.
    let wrong = explained(&INVERT_8080.replace("INX H", "INR L"), &INVERT);
    assert_eq!((wrong.registers, wrong.memory), (Vec::new(), Vec::new()));
    assert!((0xFE..0x100).contains(&(wrong.placed[0].1 & 0xFF)), "{:?}", wrong.placed);
}

#[test]
fn every_address_of_what_pointers_point_to() {
    assert_proven(INVERT_8080, [7 + 3 * (7 + 4 + 7 + 5 + 5 + 10) + 10; 2]);
    // LDA takes a cycle more for each byte after a page boundary, which byte 0 never is.
    let cycles = 2 + 3 * (5 + 2 + 6 + 2 + 3) - 1 + 6;
    assert_proven(INVERT_6502, [cycles, cycles + 2]);
    // No carry into the high byte.
    let wrong = assert_refuted(&INVERT_8080.replace("INX H", "INR L"));
    assert!((0xFE..0x100).contains(&(wrong.placed[0].1 & 0xFF)), "{:04X}", wrong.placed[0].1);
    let step = " INC AT\n LDA (AT),Y\n EOR #$FF\n STA (AT),Y\n";
    let text = INVERT_6502.replace("LDY #2", "LDY #0").replace(" DEY\n BPL NEXT\n", &step.repeat(2));
    let wrong = assert_refuted(&text);
    assert!((0xFE..0x100).contains(&(wrong.placed[0].1 & 0xFF)), "{:04X}", wrong.placed[0].1);
    // Relies on the byte after the data.
    assert_refuted(&INVERT_8080.replace("DCR B\n JNZ NEXT\n", "DCR B\n JNZ NEXT\n MOV B,M\n MOV M,A\n"));
}

#[test]
fn stack_and_return_address_are_unknown() {
    // Uses the return address and the stack pointer, but does not depend on their values.
    let through_the_stack = INVERT_8080.replace(" RET\n", " POP H\n PCHL\n");
    assert_proven(&through_the_stack, [7 + 3 * (7 + 4 + 7 + 5 + 5 + 10) + 10 + 5; 2]);
    let through_memory = INVERT_8080.replace(
        " RET\n",
        " LXI H,0\n DAD SP\n SHLD KEEP\n LXI SP,KEEP\n LHLD KEEP\n SPHL\n RET\nKEEP: DW 0\n",
    );
    assert_proven(
        &through_memory.replace("H, L\n", "H, L, (KEEP:2)\n"),
        [7 + 3 * (7 + 4 + 7 + 5 + 5 + 10) + 10 + 10 + 10 + 16 + 10 + 16 + 5; 2],
    );
    let pulled = INVERT_6502
        .replace(" RTS\n", " PLA\n STA AT\n PLA\n STA AT+1\n INC AT\n BNE SAME\n INC AT+1\nSAME: JMP (AT)\n");
    let own = 2 + 3 * (5 + 2 + 6 + 2 + 3) - 1;
    assert_proven(&pulled, [own + 4 + 3 + 4 + 3 + 5 + 3 + 5, own + 2 + 4 + 3 + 4 + 3 + 5 + 2 + 5 + 5]);
    for wrong in [
        // Jumps to where the sentinel is.
        " JMP 0FFFFH\n",
        // Expects the stack at F000.
        " LXI SP,0EFFEH\n RET\n",
        " LXI H,0\n DAD SP\n MOV A,H\n CPI 0EFH\nSELF: JNZ SELF\n RET\n",
        // Expects the return address FFFF.
        " POP H\n PUSH H\n INX H\n MOV A,H\n ORA L\nSELF: JNZ SELF\n RET\n",
        // Returns one byte too far.
        " POP H\n INX H\n PCHL\n",
        // Reads what a call left below the stack pointer.
        " DCX SP\n DCX SP\n POP H\n MOV A,H\n ORA L\nSELF: JNZ SELF\n RET\n",
        // Writes above the return address.
        " LXI H,2\n DAD SP\n MOV M,A\n RET\n",
    ] {
        assert_refuted(&INVERT_8080.replace(" RET\n", wrong));
    }
    for wrong in [
        " JMP $FFFF\n",
        " LDX #$FD\n TXS\n RTS\n",
        " TSX\n CPX #$FD\nSELF: BNE SELF\n RTS\n",
        " TSX\n INC $0101,X\n RTS\n",
        " TSX\n INC $0103,X\n RTS\n",
        " TSX\n LDA $0100,X\nSELF: BNE SELF\n RTS\n",
    ] {
        assert_refuted(&INVERT_6502.replace(" RTS\n", wrong).replace("A, P, Y,", "A, P, Y, X,"));
    }
}

#[test]
fn a_second_call() {
    // A byte of the sheet that may change is unknown on entry: the first call would find 3 there, the second 0.
    let count = INVERT_8080
        .replace("MVI B,3", "LDA LEFT\n MOV B,A")
        .replace("DCR B\n", "DCR B\n MOV A,B\n STA LEFT\n");
    let count = count.replace("H, L\n", "H, L, (LEFT:1)\n") + "LEFT: DB 3\n";
    assert_refuted(&count);
    // The operand of MVI counts down, and is then as it was.
    let modified =
        INVERT_8080.replace("INV: MVI B,3\n", "INV: MVI B,3\n LXI D,INV+1\n").replace("F, B,", "F, B, D, E,");
    let restored = modified
        .replace("DCR B\n JNZ", "LDAX D\n DCR A\n STAX D\n JNZ")
        .replace(" RET\n", " MVI A,3\n STAX D\n RET\n");
    let cycles = 7 + 10 + 3 * (7 + 4 + 7 + 5 + 7 + 5 + 7 + 10) + 7 + 7 + 10;
    assert_proven(&restored, [cycles; 2]);
    assert_refuted(&restored.replace(" MVI A,3\n", ""));
}

#[test]
fn unstable_opcodes_are_unknown() {
    // A is ORed with the magic byte. The replay, which uses the one of most chips, fails too.
    let magic = INVERT_6502
        .replace("EOR #$FF\n", "LDX #$FF\n EOR #$FF\n DB $8B,$FF\n")
        .replace("Y, (AT", "X, Y, (AT");
    assert_refuted(&magic);
    // This holds for that value, but not for others, which the replay cannot show.
    let typical = INVERT_6502
        .replace("RTS", "LDX #$FF\n LDA #0\n DB $8B,$FF\n CMP #$EE\nSELF: BNE SELF\n RTS")
        .replace("A, P, Y,", "A, P, Y, X,");
    assert_eq!(prove(&routine(&typical, &INVERT), Bounds::default(), LIMIT), Err(ProveError::Unconfirmed));
    // XAA with 0 gives 0 on every chip.
    let zero = INVERT_6502.replace("RTS", "DB $8B,0\nSELF: BNE SELF\n RTS");
    assert_eq!(prove(&routine(&zero, &INVERT), Bounds::default(), LIMIT).expect("a proof").failing, None);
}

/// Mutants of header entries that nothing needs are equivalent, the others are killed. A pointer without its high byte is killed too.
#[test]
fn mutants_of_header_and_pointers() {
    let sheet = ";! routine: SECOND\n;! cpu: 8080\n;! org: 0100H\n;! in: HL -> data:2, A = x\n;! out: A = y\n\
                 ;! clobbers: D, HL\n;! requires: x < 10\n;! ensures: y = data[1]\n\
                 SECOND: INX H\n        MOV A,M\n        RET\n";
    let routine = Routine::read("second.asm", sheet, &mut NoFiles, &[]).expect("a sheet");
    let settings = Settings::default();
    let fate = |mutant: &Mutant| (mutant.to_string(), mutant.verify(&routine, &settings, 3));
    let others = Mutant::all(&routine).into_iter().filter(|mutant| !matches!(mutant, Mutant::Bit(..)));
    let found: Vec<_> = others.map(|mutant| fate(&mutant)).collect();
    let expected = [
        ("0100.low", Fate::Killed),
        ("clobbers:D", Fate::Equivalent),
        ("clobbers:L", Fate::Killed),
        ("clobbers:H", Fate::Killed),
        ("in:data", Fate::Killed),
        ("in:x", Fate::Equivalent),
        ("requires:`x < 10`", Fate::Equivalent),
    ];
    assert_eq!(found, expected.map(|(name, fate)| (name.to_owned(), fate)));
}

/// Both sheets must read as functions of their fields, and a routine is compared with the outputs of the other.
#[test]
fn routines_are_compared() {
    let old = ";! routine: OLD\n;! cpu: 8080\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n\
               OLD:    ADD A\n        RET\n";
    let reference = |text: &str| {
        let routine = Routine::read_reference("old.asm", text, &mut NoFiles, &[]).expect("a sheet");
        Arc::new(routine)
    };
    let new = ";! routine: NEW\n;! cpu: 6502\n;! org: 0400H\n;! in: X = x\n;! out: X = y\n;! clobbers: A, P\n\
               NEW     TXA\n        ASL A\n        TAX\n        RTS\n";
    let compare = |text: &str, old: &str| {
        let routine = Routine::read_same_as("new.asm", text, &mut NoFiles, reference(old)).expect("a sheet");
        let failing = prove(&routine, Bounds::default(), LIMIT).expect("a proof").failing;
        let swept = Sweep::new(&routine, Inputs::All, LIMIT).check(0..256).failing;
        assert_eq!(failing.is_some(), swept.is_some(), "{text}");
        failing.map(|start| {
            *Replay::new(&routine, Engine::Own, LIMIT)
                .expect("an engine")
                .run(&start)
                .expect("no limit")
                .expect_err("it fails")
        })
    };
    assert_eq!(compare(new, old), None);
    let wrong = compare(&new.replace("ASL A", "LSR A"), old).expect("a counterexample");
    assert_eq!(wrong.faults, [Fault::Output("y".to_owned())]);
    // A reference whose output is not a function of its input fails by itself.
    let vague = reference(&old.replace("ADD A", "ADD B"));
    let failing = prove(&vague, Bounds::default(), LIMIT).expect("a proof").failing;
    assert!(failing.is_some());
}

/// A `requires` that excludes every input is a fault. Outputs on which nothing depends are faults too.
#[test]
fn specifications_have_faults() {
    let sheet = |requires: &str, ensures: &str| {
        let text = format!(
            ";! routine: ID\n;! cpu: 8080\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n\
             ;! requires: {requires}\n;! ensures: {ensures}\nID:     RET\n"
        );
        Routine::read("id.asm", &text, &mut NoFiles, &[]).expect("a sheet").specification_fault()
    };
    assert_eq!(sheet("x < 200", "y = x"), None);
    assert_eq!(sheet("x < 5 and x > 7", "y = x"), Some(SpecificationFault::NoInput));
    assert_eq!(sheet("x < 7", "y < 256"), Some(SpecificationFault::Unconstrained("y".to_owned())));
    // Only one input restricts the output.
    assert_eq!(sheet("x < 200", "x = 173 implies y = 173"), None);
}

#[test]
fn an_error_in_a_term_is_underlined() {
    let read = |terms: &str, more: &str| {
        let text = format!(";! routine: X\n;! cpu: 8080\n{terms}\n;! ensures: y = x\n{more}X: RET\n");
        Routine::read("x.asm", &text, &mut NoFiles, &[])
    };
    let right = read(";! in: A = x ; as it is, or 0\n;! out: A = y ; the same, always", "");
    assert!(right.is_ok(), "{:?}", right.err());
    for (terms, more, wrong) in [
        (";! in: A = x, Q = z\n;! out: A = y", "", "x.asm:3:15: error: `Q` is not a register"),
        (";! in: A = x\n;! out: A = 7y", "", "x.asm:4:9: error: `A` needs the name of a field"),
        (";! in: A = x\n;! out: B = y, B = y", "", "x.asm:4:16: error: cannot bind `B` twice"),
        (";! in: A = x\n;! out: A = y", ";! clobbers: B, NO\n", "x.asm:6:17: error: `NO` is not a register"),
    ] {
        let Err(error) = read(terms, more) else { panic!("{terms} is accepted") };
        let error = error.to_string();
        assert!(error.starts_with(wrong), "{error}");
    }
}

#[test]
fn claims_are_given_by_the_caller() {
    static CLAIMS: [Claim; 2] = [MAXIMUM, ONES];
    let read = |oracle: &str, claims| {
        let text = COUNT.replace(";! org", &format!(";! oracle: {oracle}\n;! org"));
        Routine::read("count.asm", &text, &mut NoFiles, claims)
    };
    let routine = read("Ones", &CLAIMS).expect("a sheet");
    assert_eq!(routine.specification.claim().map(|claim| claim.name), Some("ones"));
    assert_eq!(check_all(&routine).failing, None);
    let refused = |oracle: &str, claims| read(oracle, claims).expect_err("no such claim").to_string();
    let unknown = "count.asm: `ones` is not a claim of the oracle; `arcadian verify --claims` lists them";
    assert_eq!(refused("ones", &[]), unknown);
    assert!(refused("onse", &CLAIMS).ends_with("did you mean `ones`?"), "{}", refused("onse", &CLAIMS));
}
