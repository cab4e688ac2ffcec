//! Playing on the emulated machine.

use std::ffi::OsString;

use anyhow::{Result, ensure};
use arcadian_files::program::LoadedProgram;
use arcadian_play::bally::{keys::Keypad, session::BallySession, sound};

use super::{PlayArgs, default_name, recording};
use crate::{
    arcade::{self, Game, SessionArgs},
    files::PortTapes,
};

/// Plays a program in the BASIC cartridge until the user leaves or a signal ends the process.
pub(super) fn play(args: &PlayArgs, loaded: &LoadedProgram, seed: u64) -> Result<()> {
    ensure!(
        args.record.is_none() || !args.platform.is_typed,
        "--record cannot be used with --type: a recording gives its keys to the program, it does not type them"
    );
    ensure!(
        args.hint.database.is_none(),
        "--database cannot be used with --on bally: hints need the interpreter"
    );
    let mut basic = args.platform.bally(loaded, seed, sound::RATE)?;
    // A recording begins with RUN, as its replay does.
    if !loaded.lines.is_empty() || args.record.is_some() {
        basic.enter("RUN")?;
    }
    let name = match default_name(args) {
        name if name.is_empty() => OsString::from("basic"),
        name => name.into(),
    };
    let mut session = match args.record {
        Some(_) => BallySession::scripted(basic),
        None => BallySession::new(basic.into_bally()),
    };
    session.set_speed(Some(args.speed));
    let recording = |session: &mut BallySession| {
        let (events, statements) = session.finish().unwrap_or_default();
        recording(args, loaded, seed, events, statements)
    };
    let tapes = PortTapes::default();
    let game = Game { session, keypad: Keypad::Basic, name, is_program: true, tapes, recording: &recording };
    let session = SessionArgs {
        record: args.record.clone(),
        sound: args.sound,
        display: args.display,
        ..SessionArgs::default()
    };
    arcade::play(game, &session)
}
