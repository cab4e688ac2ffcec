//! Any text as debug data of every format: the place of an error is in the text, lines belong to files, and data can be merged.
#![no_main]

use arcadian_program::debug_data::{Format, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let _ = Format::of("a.map", text);
    for format in Format::all() {
        match parse(format, "a.rst", text) {
            Ok(mut data) => {
                assert!(data.lines.iter().all(|line| line.file < data.files.len()));
                let symbols = data.symbols.len();
                data.merge(data.clone());
                assert_eq!(data.symbols.len(), symbols);
            }
            Err(error) => assert!(text.get(error.span.clone()).is_some(), "{error}"),
        }
    }
});
