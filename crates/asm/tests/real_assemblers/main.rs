//! Random sources, assembled by the real assembler and by this one, compared byte by byte.
//!
//! A source that both assemble must have the same bytes. One that only the real assembler takes is refused here, which is allowed but
//! counted: `least_same` says how many of a hundred must be the same, so that refusing everything is no success.
//!
//! ```sh
//! cargo test -p arcadian-asm --test real_assemblers -- --ignored --nocapture
//! ```
//!
//! `SOURCES=n` sets the number of sources, `FIRST=n` the number of the first one, so `FIRST=123 SOURCES=1` repeats source 123. A source
//! that differs is made as short as possible and printed; mended, it becomes a case in `tests/asm/dialects`.
#![cfg(feature = "dialects")]

mod acme;
mod ca65;
mod grammar;
mod harness;
mod parts;
mod sdcc;
mod sjasmplus;
mod zmac;
