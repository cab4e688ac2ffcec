//! Calls a routine on an emulated 8080 and reads its result and its cost.
//!
//! `cargo run -p arcadian-machine --example call_routine`
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use arcadian_cpu::I8080;
use arcadian_machine::{Call, Machine, register};

/// Multiplies B by C into HL, by shifting and adding.
const MULTIPLY: [u8; 21] = [
    0x21, 0x00, 0x00, // LXI H,0
    0x16, 0x00, // MVI D,0
    0x59, // MOV E,C
    0x78, // LOOP: MOV A,B
    0xB7, // ORA A
    0xC8, // RZ
    0x1F, // RAR
    0x47, // MOV B,A
    0xD2, 0x0F, 0x01, // JNC SHIFT
    0x19, // DAD D
    0xEB, // SHIFT: XCHG
    0x29, // DAD H
    0xEB, // XCHG
    0xC3, 0x06, 0x01, // JMP LOOP
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut machine = Machine::<I8080>::new();
    machine.backplane.load(0x0100, &MULTIPLY)?;

    let multiply = Call::new(0x0100)?;
    for (b, c) in [(6, 7), (13, 17), (255, 255)] {
        let cost = multiply.run(&mut machine, &[(register("B")?, b), (register("C")?, c)])?;
        let product = machine.register("HL")?;
        println!("{b} x {c} = {product}, {} instructions, {} cycles", cost.instructions, cost.cycles);
        assert_eq!(product, b * c);
    }
    Ok(())
}
