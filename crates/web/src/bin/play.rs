//! The module of the page that plays BASIC.
#![cfg_attr(target_family = "wasm", no_main)]

arcadian_web::exports!(arcadian_web::play::Play);

/// There is nothing to run on a host.
#[cfg(not(target_family = "wasm"))]
fn main() {}
