//! The module of the page that reads and writes tapes.
#![cfg_attr(target_family = "wasm", no_main)]

arcadian_web::exports!(arcadian_web::tape::Tape);

/// There is nothing to run on a host.
#[cfg(not(target_family = "wasm"))]
fn main() {}
