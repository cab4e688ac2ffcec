//! Disassembles any bytes and assembles the result; the bytes must be the same.
#![no_main]

use arcadian_asm::{Disassembly, NoFiles, Options, assemble, disassemble, read_symbols};
use arcadian_fuzz::processor;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let &[choice, high, low, ref bytes @ ..] = input else { return };
    // If the top bit of the choice is set, the second half is a symbol file.
    let (bytes, names) = match choice & 0x80 {
        0 => (bytes, &[][..]),
        _ => bytes.split_at(bytes.len() / 2),
    };
    let symbols = read_symbols(&String::from_utf8_lossy(names)).unwrap_or_default();
    let origin = u16::from_be_bytes([high, low]);
    let how = Disassembly { origin, symbols: &symbols, columns: choice & 0x40 != 0, ..Disassembly::default() };
    let Ok(text) = disassemble(processor(choice & 0x3F), bytes, &how) else { return };
    let again = assemble("fuzz.asm", &text, &Options::default(), &mut NoFiles)
        .unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    assert_eq!(again.image, bytes, "{text}");
    assert!(bytes.is_empty() || again.origin == origin, "{text}");
});
