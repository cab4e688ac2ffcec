//! Any text as a key file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| arcadian::fuzzing::key_file(text));
