//! Any text as a key file; a written file must read back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| arcadian::fuzzing::key_file(text));
