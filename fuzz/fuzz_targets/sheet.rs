//! Any text below the header of a sheet: hand-assembled columns, further header lines, and binding to an oracle.
#![no_main]

use arcadian_asm::NoFiles;
use arcadian_fuzz::{assembled, choice_and_text, processor};
use arcadian_proof::Routine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = choice_and_text(input) else { return };
    let processor = processor(choice);
    let name = processor.to_string().to_ascii_lowercase();
    let claim = arcadian_claims::all().get(usize::from(choice / 3)).map_or("", |claim| claim.name);
    let text = format!(";! routine: R\n;! cpu: {name}\n;! oracle: {claim}\n{text}");
    if assembled(&text, None).is_some() {
        let _ = Routine::read("sheet.asm", &text, &mut NoFiles, arcadian_claims::all());
    }
});
