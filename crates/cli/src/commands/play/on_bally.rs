//! Playing on the emulated machine.

use std::ffi::OsString;

use anyhow::{Result, ensure};
use arcadian_desk::{bally::keys::Keypad, program::Loaded};

use super::{PlayArgs, Speed, default_name};
use crate::{
    arcade::{self, Played, SessionArgs},
    files::{Verdict, output},
};

/// The samples of sound per second.
const SAMPLE_RATE: u32 = 48_000;

/// Plays a program in the BASIC cartridge until the user leaves or a signal ends the process.
pub(super) fn play(args: &PlayArgs, loaded: &Loaded, seed: u64) -> Result<Verdict> {
    ensure!(
        args.record.is_none(),
        "--record does not record keys of the Bally; play with `arcadian bally --basic --record FILE`, or without --on bally"
    );
    let mut basic = args.host.bally(loaded, seed, SAMPLE_RATE)?;
    if !loaded.lines.is_empty() {
        basic.enter("RUN")?;
    }
    let name = match default_name(args) {
        name if name.is_empty() => OsString::from("basic"),
        name => name.into(),
    };
    let session = SessionArgs { graphics: args.graphics, palette: args.palette, ..SessionArgs::default() };
    let is_fast = args.speed == Speed::Max;
    let played = Played { bally: basic.into_bally(), keypad: Keypad::Basic, name, is_fast };
    let verdict = arcade::play(played, &session)?;
    if args.seed.is_none() {
        output::note(&format!("The random numbers were those of --seed {seed}."));
    }
    Ok(verdict)
}
