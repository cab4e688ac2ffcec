//! Proves a routine for all its inputs, and shows an input for which a wrong one fails.
//!
//! `cargo run -p arcadian-proof --example prove_sheet`
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use arcadian_proof::{Bounds, Engine, Replay, Routine, claims::BundledFiles, prove};

/// A quarter turn of a 4 x 4 board in two bytes is a rotation by four bits (BYTE, TACTIX).
const SHEET: &str = "\
;! routine: TURN
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: B, F
;! oracle: f2_turn
TURN:   MVI  B,4
LOOP:   DAD  H
        JNC  NEXT
        INX  H
NEXT:   DCR  B
        JNZ  LOOP
        RET
";

/// The longest path that is explored, in instructions.
const LONGEST: u64 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let routine = Routine::read("turn.asm", SHEET, &mut BundledFiles)?;
    let result = prove(&routine, Bounds::default(), LONGEST)?;
    assert!(result.failing.is_none());
    if let Some(cost) = result.cost {
        println!("TURN holds for all 65,536 boards, {} to {} cycles", cost.cycles.min, cost.cycles.max);
    }

    // One rotation too few.
    let wrong = Routine::read("turn.asm", &SHEET.replace("B,4", "B,3"), &mut BundledFiles)?;
    let failing = prove(&wrong, Bounds::default(), LONGEST)?.failing.ok_or("the wrong routine holds")?;
    let mut replay = Replay::new(&wrong, Engine::Own, LONGEST).ok_or("no such engine")?;
    let counterexample = replay.run(&failing).err().ok_or("the replay holds")?;
    println!("with three rotations: {}", counterexample.faults[0]);
    Ok(())
}
