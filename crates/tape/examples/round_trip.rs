//! Writes a line to a tape and reads it again.
//!
//! `cargo run -p arcadian-tape --example round_trip`
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use arcadian_tape::{Encoder, Recording, WavError, decode};

fn main() -> Result<(), WavError> {
    let file = Encoder::default().encode(b"10 PRINT \"HELLO\"\r").to_wav();
    for block in decode(&Recording::from_wav(&file)?) {
        println!("{:.1} s: {}", block.span().start, String::from_utf8_lossy(&block.values()));
    }
    Ok(())
}
