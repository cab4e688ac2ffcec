//! A module of the page, the one whose feature is on: for wasm32, exactly one is.
#![cfg_attr(target_family = "wasm", no_main)]

#[cfg(feature = "boards")]
arcadian_web::exports!(arcadian_web::boards::Boards);
#[cfg(feature = "compare")]
arcadian_web::exports!(arcadian_web::compare::Compare);
#[cfg(feature = "listing")]
arcadian_web::exports!(arcadian_web::listing::Listing);
#[cfg(feature = "play")]
arcadian_web::exports!(arcadian_web::play::Play);
#[cfg(feature = "step")]
arcadian_web::exports!(arcadian_web::step::Step);
#[cfg(feature = "tape")]
arcadian_web::exports!(arcadian_web::tape::Tape);

/// There is nothing to run on a host.
#[cfg(not(target_family = "wasm"))]
fn main() {}
