//! Round trips of the assembler.

use arcadian_asm::{Assembly, NoFiles, Options, assemble, read_symbols, write_symbols};
use arcadian_isa::Processor;

/// Assembles a text and checks that its symbols and its sheet read back.
pub fn assembled(text: &str, processor: Option<Processor>) -> Option<Assembly> {
    let options = Options { processor, ..Options::default() };
    let assembly = assemble("fuzz.asm", text, &options, &mut NoFiles).ok()?;
    let _ = assembly.listing();
    read_symbols(&write_symbols(&assembly)).expect("its own symbols");
    check_sheet(&assembly);
    Some(assembly)
}

/// Checks that the sheet written from a source assembles to the same bytes.
fn check_sheet(assembly: &Assembly) {
    let text = assembly.sheet_text();
    let sheet = assemble("sheet.asm", &text, &Options::default(), &mut NoFiles)
        .unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    assert_eq!((sheet.origin, &sheet.image), (assembly.origin, &assembly.image), "{text}");
}
