//! Any text as a source for one of the processors: listing, symbols, and the written sheet.
#![no_main]

use arcadian_fuzz::{assembled, choice_and_text, processor};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    if let Some((choice, text)) = choice_and_text(input) {
        assembled(text, Some(processor(choice)));
    }
});
