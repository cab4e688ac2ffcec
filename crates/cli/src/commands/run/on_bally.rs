//! A run on the emulated machine.

use std::sync::atomic::Ordering;

use anyhow::{Result, bail};
use arcadian_desk::{
    bally::basic::{BasicBally, Ending, EnterError, Waits, script},
    diagnostic,
    key_file::KeyFile,
    program::Loaded,
    report::{self, Place},
};
use arcadian_screen::Zoom;

use super::{
    Files, RunArgs,
    animation::{self, Animation},
    budget, interrupt, show,
};
use crate::files::Verdict;

/// The default budget in statements: about a quarter of an hour of the machine's time.
const BUDGET: u64 = 1_000_000;

/// The number of statements per slice without an animation: a second of the machine's time.
const SLICE: u64 = 1_000;

/// Runs a program in the BASIC cartridge and reports the result.
pub(super) fn run(args: &RunArgs, loaded: &Loaded, keys: &KeyFile, seed: u64, zoom: Zoom) -> Result<Verdict> {
    let mut basic = args.host.bally(loaded, seed, 0)?;
    let mut files = Files::prepare(args)?;
    let budget = budget(args, keys, BUDGET);

    args.set.iter().try_for_each(|text| set(&mut basic, text, budget))?;
    basic.enter("RUN")?;
    let gif = files.gif.take();
    let mut animation = gif.map(|file| Animation::new(file, zoom, args.image.palette.into())).transpose()?;
    let slice = if animation.is_some() { animation::SLICE } else { SLICE };
    let interrupted = interrupt()?;
    let stopped = script::drive_while(&mut basic, &keys.events, budget, slice, &mut |basic, moment| {
        animation.iter_mut().for_each(|animation| animation.observe(basic, moment));
        !interrupted.load(Ordering::Relaxed)
    });

    files.write(&basic.frame(), zoom, args)?;
    animation.map_or(Ok(()), |animation| animation.finish(&basic))?;
    show(args, &(&basic).into(), &basic.frame(), &stopped, || Place::of_bally(&basic))
}

/// Executes a statement, or stores a line, before the program runs.
fn set(basic: &mut BasicBally, text: &str, budget: u64) -> Result<()> {
    basic.enter(text).map_err(|error| refusal(text, &error))?;
    match basic.run(budget) {
        Waits::Prompt => {}
        Waits::Budget => bail!("--set '{text}' does not end within the budget of {budget} statements"),
        Waits::Key | Waits::List => bail!("--set '{text}' waits for a key; only the program can read keys"),
    }
    if let Ending::Error(fault) = basic.ending() {
        bail!(report::render_fault(fault).with_line(&format!("in --set '{text}'")))
    }
    Ok(())
}

fn refusal(text: &str, error: &EnterError) -> anyhow::Error {
    match error {
        EnterError::Character(unknown) => {
            let at = text.char_indices().nth(unknown.at).map_or(text.len(), |(at, _)| at);
            let span = at..at + unknown.character.len_utf8();
            diagnostic::render("--set", text, span, &unknown.to_string(), None).into()
        }
        error => anyhow::anyhow!("--set '{text}': {error}"),
    }
}
