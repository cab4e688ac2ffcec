//! Embeds the BASIC: enters a program, runs it with keys, and reads its variables, its text and its free bytes.
//!
//! `cargo run -p arcadian-basic --example embed`
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use arcadian_basic::{
    Basic, Dialect, key,
    script::{self, Stopped},
};

const PROGRAM: [&str; 4] =
    ["10 PRINT \"HOW MANY\"", "20 INPUT N;S=0", "30 FOR I=1TO N;S=S+I;NEXT I", "40 PRINT \"SUM\",S"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = 1;
    let mut basic = Basic::new(Dialect::Bally, seed);
    for line in PROGRAM {
        basic.enter(line)?;
    }
    basic.enter("RUN")?;

    // 10 GO answers INPUT. At most 100,000 statements, observed every 1,000.
    let keys = key::parse("10{GO}")?;
    let stopped = script::drive(&mut basic, &keys, 100_000, 1_000, &mut |_, _| {});
    assert_eq!(stopped, Stopped::End);

    for line in basic.transcript().lines() {
        println!("{line}");
    }
    let s = usize::from(b'S' - b'A');
    println!("S = {}, {} bytes free", basic.variables()[s], basic.store().free());
    assert_eq!(basic.variables()[s], 55);
    Ok(())
}
