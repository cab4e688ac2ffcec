//! The speed of reading a tape, per second of its sound.

use arcadian_tape::{Encoder, decode};

fn main() {
    divan::main();
}

#[divan::bench]
fn one_kilobyte(bencher: divan::Bencher<'_, '_>) {
    let bytes: Vec<u8> = (0..1024_u32).map(|at| (at * 37) as u8).collect();
    let recording = Encoder::default().encode(&bytes);
    bencher.bench(|| decode(&recording));
}
