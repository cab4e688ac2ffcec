//! The modules of the page whose feature is on: for wasm32, exactly one is.
#![cfg_attr(target_family = "wasm", no_main)]

#[cfg(feature = "boards")]
arcadian_web::exports!("boards", arcadian_web::boards::Boards);
#[cfg(feature = "compare")]
arcadian_web::exports!("compare", arcadian_web::compare::Compare);
#[cfg(feature = "listing")]
arcadian_web::exports!("listing", arcadian_web::listing::Listing);
#[cfg(feature = "play")]
arcadian_web::exports!("play", arcadian_web::play::Play);
#[cfg(feature = "step")]
arcadian_web::exports!("bally", arcadian_web::bally::Bally);
#[cfg(feature = "step")]
arcadian_web::exports!("prove", arcadian_web::prove::Prove);
#[cfg(feature = "step")]
arcadian_web::exports!("step", arcadian_web::step::Step);
#[cfg(feature = "step")]
arcadian_web::exports!("systems", arcadian_web::step::Step<arcadian_web::step::Systems>);
#[cfg(feature = "tape")]
arcadian_web::exports!("tape", arcadian_web::tape::Tape);

/// There is nothing to run on a host.
#[cfg(not(target_family = "wasm"))]
fn main() {}
