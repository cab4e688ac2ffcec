//! A run of a number of frames without a terminal.

use anyhow::{Result, bail};
use arcadian_bally_run::{
    keys::{self, Keypad},
    report, run,
};
use arcadian_files::{Files as _, LONGEST_KEYS, escape};

use super::{BallyArgs, keypad, machine};
use crate::{
    arcade::{Files, MOST_SOUND, Recorder},
    files::{Disk, ExitStatus, output},
};

/// Runs frames, writes the files and reports.
pub(super) fn run(args: &BallyArgs, frames: u64) -> Result<ExitStatus> {
    if args.session.wav.is_some() && frames > MOST_SOUND {
        bail!("`{frames}` is too many --frames for --wav (at most {MOST_SOUND}, an hour)");
    }
    if args.session.gif_seconds.is_some() && args.session.gif.is_none() {
        bail!("--gif-seconds needs --gif FILE in a run of --frames");
    }
    if args.json {
        output::claim("--json")?;
    }
    let mut bally = machine(args)?;
    let events = events(args, keypad(args, &bally))?;
    keys::check_handles(&events, bally.config())?;
    let files = Files::prepare(&args.session)?;
    let mut recorder = Recorder::new(&args.session);
    run::frames(&mut bally, frames, &events, |bally| recorder.observe(bally));
    files.write(&bally, &recorder, &args.session)?;
    if args.json {
        output::print_json(&report::json(&bally))?;
    } else {
        output::print(&report::text(&bally))?;
    }
    if let Some(why) = bally.runaway() {
        output::note(&format!("error: the code ran away ({}): {why}", why.name()));
    }
    Ok(ExitStatus::of(bally.runaway().is_none()))
}

fn events(args: &BallyArgs, keypad: Keypad) -> Result<Vec<keys::Event>> {
    match (&args.keys, &args.parts.keys_file) {
        (Some(text), _) => Ok(keys::parse(keypad, "--keys", text)?),
        (None, Some(path)) => {
            let text = Disk.text(path, "a key file", LONGEST_KEYS)?;
            Ok(keys::parse(keypad, &escape::source_name(path), &text)?)
        }
        (None, None) => Ok(Vec::new()),
    }
}
