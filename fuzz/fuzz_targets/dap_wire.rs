//! Any bytes as messages of the Debug Adapter Protocol.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| arcadian::fuzzing::dap_wire(input));
