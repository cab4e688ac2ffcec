//! Bally BASIC (1978) and AstroBASIC (1981): program memory, interpreter, and printed listings with their checksums.
//!
//! ```
//! use arcadian_basic::{Basic, Dialect, Pause, key, listing, script};
//!
//! // A listing, and a machine that runs it. Before each line stands the value of SZ after it was entered.
//! let source = "(1789) 10 INPUT \"HOW MANY\"N\n(1775) 20 PRINT #1,N×N,\"!\"\n";
//! let listing = listing::Listing::read(source, listing::Form::Listing)?;
//! assert!(listing::account::account(&listing).ok());
//! let mut basic = Basic::new(Dialect::Bally, 1);
//! basic.load(&listing.lines())?;
//! basic.enter("RUN")?;
//!
//! // Without keys, the program waits for an answer.
//! assert_eq!(basic.run(1_000), Pause::Answer);
//! let keys = key::parse("12{GO}")?;
//! let stopped = script::drive(&mut basic, &keys, 1_000, 100, &mut |_, _| {});
//! assert_eq!(stopped, script::Stopped::End);
//! assert!(basic.transcript().lines().eq(["HOW MANY 12", "144!"]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each rule of the language has an evidence word: **listing** (follows from Robert Newman's ROTATE), **period** (a
//! period text or the hardware), **patb** (measured on the ancestor, Palo Alto Tiny BASIC) or **choice** (unknown; this
//! project's decision). docs/bally-basic.md lists them all.
//!
//! The crate does no I/O and reads no clock: time, seed and keys are inputs.
//!
//! # The path of a line
//!
//! 1. **Read.** `listing/split.rs` joins wrapped rows and separates the printed number from the line number. `line.rs`
//!    (`scan`) turns the rest into program bytes. Files, options and the prompt use the same scanner.
//! 2. **Account.** `listing/account.rs` compares each line's bytes with the printed numbers, `listing/repair.rs` searches for
//!    repairs, `listing/errata.rs` applies those that a person chose.
//! 3. **Store.** `store.rs` keeps the bytes as the machine did. SZ is the number of free bytes, not a separate counter.
//! 4. **Translate.** When a line is first executed, `translate` compiles it to instructions (`op.rs`).
//! 5. **Execute.** `machine/execute.rs` has one dispatch loop, an accumulator and a small operand stack. Everything rare
//!    leaves the loop: waiting, a line without a translation, an error.
//! 6. **Show.** `console.rs` draws characters and records printed lines.
//!
//! `script.rs` drives a machine by a list of events without a clock. The machine is anything [`script::Scripted`].

pub mod console;
pub mod cost;
mod fault;
mod hint;
pub mod key;
pub mod keypad;
mod line;
pub mod listing;
mod machine;
mod op;
mod random;
pub mod script;
mod sound;
pub mod store;
mod translate;
pub mod typing;
pub mod words;

pub use console::LONGEST_TAPE;
pub use fault::{ErrorCode, Fault, ShortWord, Why};
pub use keypad::{Controller, Key};
pub use line::{Convention, LAST_NUMBER, Line, UnknownCharacter, scan, scan_text, text_of, width_before};
pub use machine::{
    Basic, BasicFrame, DoesNotFit, Ending, LONGEST_ANSWER, LONGEST_LINE, MidStatement, Pause, Position, Tape,
};
pub use random::Random;
pub use sound::SoundWrite;
pub use translate::{first_error, statements};
pub use words::{Dialect, UnknownDialect};

/// Robert Newman's ROTATE, from the *Arcadian* newsletter, September 1982.
pub mod rotate {
    pub const LISTING_NAME: &str = "rotate-1982.lst";
    /// The listing as printed.
    pub const LISTING: &str = include_str!("../../../roms/rotate-1982.lst");
    pub const ERRATA_NAME: &str = "rotate-1982.errata.toml";
    pub const ERRATA: &str = include_str!("../../../roms/rotate-1982.errata.toml");
    pub const CORRECTED_NAME: &str = "rotate-1982.bas";
    /// The program that the listing and its errata are, as text.
    pub const CORRECTED: &str = include_str!("../../../roms/rotate-1982.bas");
}
