//! Writes a line to a tape and reads it again.
//!
//! `cargo run -p arcadian-tape --example round_trip`
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use arcadian_tape::{Encoder, WavError, decode_wav};

fn main() -> Result<(), WavError> {
    let file = Encoder::default().encode(b"10 PRINT \"HELLO\"\r").to_wav();
    for block in decode_wav(&file)? {
        println!("{:.1} s: {}", block.span().start, String::from_utf8_lossy(&block.values()));
    }
    Ok(())
}
