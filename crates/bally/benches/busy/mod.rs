//! The cartridge of the benches, `tests/roms/busy.asm`: it draws with magic writes without a pause, under interrupts, with three
//! tones, vibrato and noise.

use arcadian_asm::{NoFiles, Options, assemble};

pub(crate) fn image() -> Vec<u8> {
    let source = include_str!("../../tests/roms/busy.asm");
    let assembly = assemble("busy.asm", source, &Options::default(), &mut NoFiles).expect("it assembles");
    let mut image = assembly.image;
    image.resize(4096, 0xFF);
    image
}
