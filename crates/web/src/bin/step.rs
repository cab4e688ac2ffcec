//! The module of the page that debugs, proves and plays the Bally.
#![cfg_attr(target_family = "wasm", no_main)]

arcadian_web::exports!(arcadian_web::step::Step);

/// There is nothing to run on a host.
#[cfg(not(target_family = "wasm"))]
fn main() {}
