//! `run`: a program without a terminal.

mod animation;
mod image;

use std::io::{self, IsTerminal};

use anyhow::{Result, bail};
use arcadian_basic::{
    Basic, Ending, Pause,
    key::Event,
    script::{self, Moment, Stopped},
};
use arcadian_screen::{Zoom, blocks::Depth};

use crate::{
    Verdict,
    args::{Reading, RunArgs, Screen},
    border, diagnostic,
    keys_file::{self, KeysFile},
    output::{self, Pending},
    program, report,
};
use animation::Animation;

/// Statements between two looks of an observer who has nothing to see.
const SLICE: u64 = 1_000_000;
/// The budget that nobody chose.
const BUDGET: u64 = 100_000_000;
/// The seed that nobody chose.
const SEED: u64 = 1;

/// Runs a program and shows what it did.
pub fn run(args: &RunArgs) -> Result<Verdict> {
    let zoom = image::zoom(&args.image)?;
    if args.json {
        output::claim("--json")?;
    }
    let keys = keys(args)?;
    let Reading { dialect, as_printed } = args.reading;
    let reading = Reading { dialect: dialect.or(keys.dialect), as_printed: as_printed || keys.as_printed };
    let loaded = match &args.program {
        Some(program) => program::load(program, &reading)?,
        None => program::Loaded::empty(&reading),
    };
    let mut basic = loaded.machine(args.seed.or(keys.seed).unwrap_or(SEED))?;
    let mut files = Files::prepare(args)?;

    let recorded = keys.statements.unwrap_or(0).saturating_add(1);
    let budget = args.budget.unwrap_or(BUDGET.max(recorded));

    args.set.iter().try_for_each(|text| set(&mut basic, text, budget))?;
    start(&mut basic, "RUN")?;
    let gif = files.gif.take();
    let animation = gif.map(|file| Animation::new(file, zoom, args.image.palette.into())).transpose()?;
    let (stopped, animation) = drive(&mut basic, &keys.events, budget, animation);

    files.write(&basic, zoom, args)?;
    animation.map_or(Ok(()), |animation| animation.finish(&basic))?;
    show(args, &basic, &stopped)?;
    Ok(report::verdict(&stopped))
}

fn keys(args: &RunArgs) -> Result<KeysFile> {
    match (&args.keys, &args.keys_file) {
        (Some(text), _) => Ok(KeysFile { events: keys_file::from_text(text)?, ..KeysFile::default() }),
        (None, Some(path)) => keys_file::from_file(path),
        (None, None) => Ok(KeysFile::default()),
    }
}

fn start(basic: &mut Basic, command: &str) -> Result<()> {
    basic.enter(command).map_err(|unknown| {
        let at = command.char_indices().nth(unknown.at).map_or(command.len(), |(at, _)| at);
        let span = at..at + unknown.character.len_utf8();
        diagnostic::render("--set", command, span, &unknown.to_string(), None).into()
    })
}

/// Executes a statement, or stores a line, before the program runs.
fn set(basic: &mut Basic, text: &str, budget: u64) -> Result<()> {
    start(basic, text)?;
    match basic.run(budget.saturating_sub(basic.statements())) {
        Pause::Prompt => {}
        Pause::Budget => bail!("--set '{text}' does not end within the budget of {budget} statements"),
        Pause::Key | Pause::Answer | Pause::Tape => {
            bail!("--set '{text}' waits for a key; only the program can be given keys")
        }
    }
    match basic.ending() {
        Some(Ending::Error(fault)) => {
            bail!(report::underlined(fault).with_line(&format!("in --set '{text}'")))
        }
        _ => Ok(()),
    }
}

/// Runs the program, and takes pictures of it if an animation is wanted.
fn drive(
    basic: &mut Basic,
    events: &[Event],
    budget: u64,
    mut animation: Option<Animation>,
) -> (Stopped, Option<Animation>) {
    let slice = if animation.is_some() { animation::SLICE } else { SLICE };
    let mut observe = |basic: &Basic, moment: Moment| {
        animation.iter_mut().for_each(|animation| animation.observe(basic, moment));
    };
    let stopped = script::drive(basic, events, budget, slice, &mut observe);
    (stopped, animation)
}

/// The files a run writes.
struct Files {
    png: Option<Pending>,
    svg: Option<Pending>,
    gif: Option<Pending>,
}

impl Files {
    /// Finds out before a long run whether its results can be written.
    fn prepare(args: &RunArgs) -> Result<Self> {
        let named: Vec<_> = [&args.png, &args.svg, &args.gif].into_iter().flatten().collect();
        if let Some(twice) = named.iter().enumerate().find(|(i, path)| named[..*i].contains(path)) {
            bail!("{} is named for two pictures", border::shown_output(twice.1));
        }
        let [png, gif] = [&args.png, &args.gif].map(|path| path.as_deref().map(Pending::binary).transpose());
        let svg = args.svg.as_deref().map(Pending::new).transpose();
        Ok(Self { png: png?, svg: svg?, gif: gif? })
    }

    fn write(self, basic: &Basic, zoom: Zoom, args: &RunArgs) -> Result<()> {
        let (frame, scale) = (basic.frame(), args.image.palette.into());
        if let Some(file) = self.png {
            file.finish(&arcadian_screen::png::encode(&frame, zoom, scale)?)?;
        }
        if let Some(file) = self.svg {
            file.finish(arcadian_screen::svg::encode(&frame, args.image.aspect.into(), scale).as_bytes())?;
        }
        Ok(())
    }
}

fn show(args: &RunArgs, basic: &Basic, stopped: &Stopped) -> Result<()> {
    if args.json {
        return output::print_json(&report::json(basic, stopped));
    }
    output::print_graphics(&report::screen(
        &basic.frame(),
        args.screen,
        depth(args.screen),
        args.image.palette.into(),
    ))?;
    report::remark(stopped, basic.statements(), args.screen);
    Ok(())
}

/// Colours only where a person sees them.
fn depth(screen: Screen) -> Depth {
    let coloured = screen == Screen::Blocks && io::stdout().is_terminal();
    if coloured { crate::play::depth() } else { Depth::None }
}
