//! The module of the page that compares two pieces of code.
#![cfg_attr(target_family = "wasm", no_main)]

arcadian_web::exports!(arcadian_web::compare::Compare);

/// There is nothing to run on a host.
#[cfg(not(target_family = "wasm"))]
fn main() {}
