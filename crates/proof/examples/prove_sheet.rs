//! Proves a routine for all its inputs against a claim of its own, and shows an input for which a wrong one fails.
//!
//! `cargo run -p arcadian-proof --example prove_sheet`
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use arcadian_asm::NoFiles;
use arcadian_proof::{Bounds, Claim, Domain, Engine, Field, Replay, Routine, Values, formula, prove};

static CLAIMS: [Claim; 1] = [Claim {
    name: "gray",
    about: "the Gray code of a number",
    inputs: &[Field::new("number", Values::Any(2))],
    outputs: &[Field::new("code", Values::Any(2))],
    reference: gray,
    formula: formula!(gray_formula),
    sample: None,
}];

fn gray(input: &[u8], output: &mut [u8]) {
    let number = u16::from_le_bytes([input[0], input[1]]);
    output.copy_from_slice(&(number ^ number >> 1).to_le_bytes());
}

/// The same for many numbers at once.
fn gray_formula<D: Domain>(input: &[D], output: &mut [D]) {
    let [low, high] = [input[0], input[1]];
    output[0] = low ^ (low >> 1 | high << 7);
    output[1] = high ^ high >> 1;
}

const SHEET: &str = "\
;! routine: GRAY
;! cpu: 8080
;! org: 0100H
;! in: HL = number
;! out: HL = code
;! clobbers: A, F
;! oracle: gray
GRAY:   MOV  A,H
        ORA  A
        RAR
        PUSH PSW
        XRA  H
        MOV  H,A
        POP  PSW
        MOV  A,L
        RAR
        XRA  L
        MOV  L,A
        RET
";

/// The longest path that is explored, in instructions.
const LONGEST: u64 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let routine = Routine::read("gray.asm", SHEET, &mut NoFiles, &CLAIMS)?;
    let result = prove(&routine, Bounds::default(), LONGEST)?;
    assert!(result.failing.is_none());
    if let Some(cost) = result.cost {
        println!("GRAY holds for all 65,536 numbers, in {} cycles", cost.cycles.max);
    }

    // Without ORA the first shift takes in the carry that is set on entry.
    let wrong = Routine::read("gray.asm", &SHEET.replace("ORA  A", "NOP"), &mut NoFiles, &CLAIMS)?;
    let failing = prove(&wrong, Bounds::default(), LONGEST)?.failing.ok_or("the wrong routine holds")?;
    let mut replay = Replay::new(&wrong, Engine::Own, LONGEST).ok_or("no such engine")?;
    let counterexample = replay.run(&failing)?.err().ok_or("the replay holds")?;
    println!("without ORA: {}", counterexample.faults[0]);
    Ok(())
}
