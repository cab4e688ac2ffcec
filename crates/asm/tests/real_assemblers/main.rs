//! Random sources, assembled by the real assembler and by this one, compared byte by byte.
//!
//! A source that both assemble must have the same bytes. One that only the real assembler takes is refused here, which is allowed but
//! counted: `least_same` says how many of a hundred must be the same, so that refusing everything is no success.
//!
//! ```sh
//! cargo test -p arcadian-asm --test real_assemblers -- --ignored --nocapture
//! ```
//!
//! The name of a dialect after `real_assemblers`, or `cases`, runs only some.
//!
//! `SOURCES=n` sets the number of sources, `FIRST=n` the number of the first one, so `FIRST=123 SOURCES=1` repeats source 123. A source
//! that differs is made as short as possible and printed; mended, it becomes a case in `tests/asm/dialects`.
#![cfg(feature = "dialects")]

mod assemblers;
mod grammar;
mod harness;
mod parts;

/// Defines the tests of each dialect: with random sources, and with the cases of the other tests.
macro_rules! dialects {
    ($($dialect:ident $assembler:ident,)*) => {
        mod random {
            use crate::parts::Real as _;
            $(
                #[test]
                #[ignore = "compares 20,000 sources with the real assembler: the command is above"]
                fn $dialect() {
                    crate::assemblers::$assembler::subject().iter().for_each(crate::harness::Subject::compare);
                }
            )*
        }

        mod cases {
            use crate::parts::Real as _;
            $(
                #[test]
                #[ignore = "compares the cases of the tests with the real assembler: the command is above"]
                fn $dialect() {
                    let cases = include_str!(concat!("../asm/dialects/cases/", stringify!($dialect), ".asm"));
                    crate::assemblers::$assembler::subject().iter().for_each(|subject| subject.check_cases(cases));
                }
            )*
        }
    };
}

dialects! { acme Acme, ca65 Ca65, sdcc Sdcc, sjasmplus Sjasmplus, zmac Zmac, }
