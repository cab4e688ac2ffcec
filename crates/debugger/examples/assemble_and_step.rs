//! Assembles a source and steps through it, forward and backward.
//!
//! `cargo run -p arcadian-debugger --example assemble_and_step`
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_cpu::Z80;
use arcadian_debugger::{
    Debugger,
    code::{MachineCode, Source, enter},
};
use arcadian_machine::Machine;

const SOURCE: &str = "\
        CPU  Z80
        ORG  4000H
START:  LD   B,3
        XOR  A
LOOP:   ADD  A,B        ; 3 + 2 + 1
        DJNZ LOOP
        RET
";
/// The program ends when it returns to this address.
const RETURN: u16 = 0xFFFF;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let assembly = assemble("sum.asm", SOURCE, &Options::default(), &mut NoFiles)?;
    let mut machine = Machine::<Z80>::new();
    machine.backplane.load(assembly.origin, &assembly.image)?;
    enter(&mut machine, assembly.origin, RETURN)?;
    let program = MachineCode::new(machine, Source::assembled(&assembly), Some(RETURN));
    let mut debugger = Debugger::new(Box::new(program));

    while debugger.program().end().is_none() {
        let program = debugger.program();
        println!(
            "{:24} A={} B={}",
            program.step_text(program.location()),
            debugger.evaluate("A")?,
            debugger.evaluate("B")?
        );
        debugger.step(1);
    }
    assert_eq!(debugger.evaluate("A")?, 6);

    // Two steps back: before the last DJNZ.
    debugger.back(2);
    println!("back: {}", debugger.program().step_text(debugger.program().location()));
    assert_eq!(debugger.evaluate("B")?, 1);
    Ok(())
}
