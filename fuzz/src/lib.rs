//! Functions shared by the fuzz targets.

use arcadian_asm::{Assembly, NoFiles, Options, assemble, read_symbols, write_symbols};
use arcadian_isa::Processor;

pub fn processor(choice: u8) -> Processor {
    [Processor::I8080, Processor::Z80, Processor::Mos6502][usize::from(choice) % 3]
}

/// Splits an input into its first byte and the longest valid UTF-8 text after it.
pub fn choice_and_text(input: &[u8]) -> Option<(u8, &str)> {
    let (choice, rest) = input.split_first()?;
    let text = str::from_utf8(rest)
        .unwrap_or_else(|error| str::from_utf8(&rest[..error.valid_up_to()]).expect("the valid part"));
    Some((*choice, text))
}

/// Selects one of `one_in` inputs for a slow step. Every byte has a part in the decision: the fuzzer keeps inputs that reach much
/// code, and would prefer a byte that selects the step.
pub fn rarely(input: &[u8], one_in: u32) -> bool {
    input.iter().fold(0u32, |hash, &byte| hash.wrapping_mul(31).wrapping_add(byte.into())) % one_in == 0
}

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
