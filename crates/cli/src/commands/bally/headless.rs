//! A run of a number of frames without a terminal.

use anyhow::{Result, bail};
use arcadian_bally::Bally;
use arcadian_files::{Files as _, LONGEST_KEYS, escape};
use arcadian_play::bally::{keys, report, run, tape::seconds_played};
use serde_json::json;

use super::{BallyArgs, keypad, machine};
use crate::{
    arcade::{Files, MOST_SOUND, Recorder},
    files::{Disk, ExitStatus, output},
    number::grouped,
    terminal::Progress,
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
    let (mut bally, mut tapes) = machine(args)?;
    let events = events(args, &bally)?;
    keys::check_inputs(&events, bally.config())?;
    let files = Files::prepare(&args.session)?;
    let mut recorder = Recorder::new(&args.session);
    let (progress, mut done) = (Progress::new(), 0);
    run::frames(&mut bally, frames, &events, |bally| {
        recorder.observe(bally);
        tapes.observe(bally);
        done += 1;
        progress.show(|| format!("frame {} of {}", grouped(done), grouped(frames)));
    });
    drop(progress);
    let length = tapes.seconds;
    files.write(&bally, &recorder, &args.session, false)?;
    let recorded = tapes.finish()?;
    if args.json {
        let mut report = report::json(&bally);
        if args.tapes.has_port() {
            report["tape"] = json!({
                "played": length.map(|_| seconds_played(&bally)),
                "length": length,
                "recorded": recorded,
            });
        }
        output::print_json(&report)?;
    } else {
        output::print(&(report::text(&bally) + &tape_report(&bally, length, recorded)))?;
    }
    if let Some(why) = bally.runaway() {
        output::note(&format!("error: the code ran away ({}): {why}", why.name()));
    }
    Ok(ExitStatus::of(bally.runaway().is_none()))
}

/// Returns what the tapes did, as lines of the report.
fn tape_report(bally: &Bally, length: Option<f64>, recorded: Option<f64>) -> String {
    let played = length.map(|length| match seconds_played(bally) {
        0.0 => "tape in    not played: no program waited for it\n".to_owned(),
        played => format!("tape in    {:.1} of {length:.1} seconds played\n", played.min(length)),
    });
    let recorded = recorded.map(|recorded| format!("tape out   {recorded:.1} seconds recorded\n"));
    played.into_iter().chain(recorded).collect()
}

fn events(args: &BallyArgs, bally: &Bally) -> Result<Vec<keys::Event>> {
    let keypad = keypad(args, bally);
    match (&args.keys, &args.parts.keys_file) {
        (Some(text), _) => Ok(keys::parse_for(bally, keypad, "--keys", text)?),
        (None, Some(path)) => {
            let text = Disk.text(path, "a key file", LONGEST_KEYS)?;
            Ok(keys::parse_for(bally, keypad, &escape::source_name(path), &text)?)
        }
        (None, None) => Ok(Vec::new()),
    }
}
