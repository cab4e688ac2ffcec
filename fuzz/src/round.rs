//! Round trips of the assembler.

use arcadian_asm::{Assembly, NoFiles, Options, assemble, read_symbols, write_symbols};
use arcadian_isa::Processor;

/// Assembles a text and checks what is written of the result.
pub fn assembled(text: &str, processor: Option<Processor>) -> Option<Assembly> {
    let options = Options { processor, ..Options::default() };
    let assembly = assemble("fuzz.asm", text, &options, &mut NoFiles).ok()?;
    let _ = assembly.listing();
    read_symbols(&write_symbols(&assembly)).expect("its own symbols");
    sheet(&assembly);
    Some(assembly)
}

/// A sheet written from a source assembles to the same bytes without a mismatch.
fn sheet(assembly: &Assembly) {
    let text = assembly.sheet_text();
    let again = assemble("sheet.asm", &text, &Options::default(), &mut NoFiles)
        .unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    assert_eq!((again.origin, &again.image), (assembly.origin, &assembly.image), "{text}");
}
