//! `bally`: the Bally Professional Arcade; and `bally probe`: what a cartridge with Bally BASIC does, rule by rule.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use arcadian_bally::{Bally, Config, Rom};
use arcadian_basic::Dialect;
use arcadian_files::{Files as _, LONGEST_KEYS, escape};
use arcadian_play::{
    bally::{
        keys::{self, Keypad},
        parts::{BallyOptions, Parts},
        report,
        session::BallySession,
        tape::seconds_played,
    },
    probe::{
        Probe,
        case::{self, Case},
        report::{CaseResult, Report, Verdict},
    },
};
use clap::{Args, Subcommand};
use serde_json::json;

use crate::{
    arcade::{self, Files, Game, MOST_SOUND, Recorder, SessionArgs},
    files::{Disk, ExitStatus, PortTapes, PortTapesArgs, output},
    number::{decimal, grouped},
    terminal::{Progress, playing},
};

const BALLY_HELP: &str = "\
Without --rom the machine has a boot ROM of arcadian's own, which starts a cartridge that begins with a jump (C3). Without \
--cart it shows a test card, which names the keys. Published images are recognized by their CRC-32; unknown ones run all the \
same. A ROM has 8 KB, a cartridge at most 8 KB, with bank switching 256 or 512 KB; after a short image FF is read.

Without --frames it is played in the terminal, at the speed of the machine. Digits and symbols are typed as \
they are; C, M=MR, S=MS, E=CE, H=CH, U=↑, D=↓, Enter is =. With the legends of BASIC, Enter is GO, Backspace ERASE, Esc HALT, \
the blank SPACE, F2 to F5 GREEN, RED, BLUE and WORDS, F6 PAUSE. F1 or Ctrl-K shows all keys. The arrow keys move handle 1, Tab (and the blank, unless it is SPACE) is \
its trigger, [ and ] turn its knob, { and } in the finest steps; Alt with 1 to 4 selects another handle. With --pen the mouse is the light pen, which points while a button is down. Ctrl-P pauses, Ctrl-N runs one frame, Ctrl-F \
switches to full speed and back, Ctrl-R resets the machine. With --tape-in, Ctrl-T plays and stops the tape, Ctrl-W rewinds it. Ctrl-S saves the state as NAME.state in the current directory, where \
NAME is that of the cartridge, Ctrl-O loads it, Ctrl-G writes a screenshot, Ctrl-E a GIF of the last seconds. Ctrl-L redraws the screen, Ctrl-Z suspends the \
process, Ctrl-C leaves. Files of --wav, --gif, --screenshot and --save-state are written on leaving.

Sound is played by a program that reads it from a pipe: the first of pw-play (PipeWire), pacat (PulseAudio), aplay (ALSA), sox and \
ffplay (FFmpeg) that is installed and works, or the one that --sound names. If none works, the machine is silent and the footer \
says what to install. Pause, single frames and full speed are silent.

A GIF has every second frame with its border, 704 × 480, at the speed of the machine.

--tape-in and --tape-out give a cartridge the tape port of AstroBASIC: reads of 3800 to 3BFF drive the output high, reads of 3C00 to 3FFF \
drive it low and have the input, inverted, in bit 0. The program makes and reads the sound, so the format of the tape does not matter. \
The tape starts to play when the program has read the input 256 times in a row, and PLAY, STOP and REWIND are pressed by Ctrl-T and \
Ctrl-W in the terminal, by {TAPE=PLAY} {TAPE=STOP} {TAPE=REWIND} in a script. A recording goes from the first to the last change of the level, at most half an hour.

Keys of --keys: 0-9 . + - * / = % and names in braces, those of the calculator {C} {MR} {MS} {CE} {CH} {UP} {DOWN} or those of \
BASIC {GO} {SPACE} {ERASE} {HALT} {PAUSE} {GREEN} {RED} {BLUE} {WORDS}. The digits of BASIC are on other keys than those of the \
calculator; --keypad selects which are meant. {K11} to {K46} name a key by its column and row. A key is pressed for 6 frames and \
released for 6. {+5} presses a key until {-5}. {AT n} waits until frame n of the run; a second has 60 frames. {JX1=-1} {JY1=1} {TR1=1} {KN1=64} \
set handles 1 to 4; {PEN=80,50} points the light pen at the pixel in this column and row, {PEN=OFF} takes it away; {RESET} resets the machine. Blanks and line ends are ignored.
With the legends of BASIC (--basic, --keypad basic) keys are those of `arcadian run --keys`: letters, symbols and words such as {PRINT} \
are typed with their shifts, a blank is SPACE, and a row that types something ends with GO; so the keys of `list --as keys` type a program.

--basic inserts Arcadian BASIC, this project's own Bally BASIC cartridge. Letters, digits, symbols and pasted text are typed for it \
with their shifts: `/` types ÷ and `*` types ×.

Examples:
  arcadian bally --basic                                      program in BASIC at the prompt
  arcadian bally                                              the test card, in the terminal
  arcadian bally --cart game.bin                              play a cartridge
  arcadian bally --frames 60 --screenshot card.png            the test card after a second
  arcadian bally --cart game.bin --frames 600 --keys '{AT 120}1{JX1=1}' --json
  arcadian bally --cart tune.bin --frames 1800 --wav tune.wav
  arcadian bally --cart game.bin --frames 300 --gif game.gif --gif-seconds 3
  arcadian bally --cart game.bin --frames 300 --save-state a.state
  arcadian bally --cart game.bin --frames 300 --load-state a.state --json
  arcadian bally --cart astrobasic.bin --tape-in side1.wav    type :INPUT, and the tape is played
  arcadian bally --cart astrobasic.bin --tape-out new.wav     type :PRINT, and leave with Ctrl-C

Exit status: 0 the frames ran, or the session ended; 1 the code ran away in a run of --frames: a HALT with interrupts off, or execution where there is no memory; or \
the recording of --tape-in ends before the end that its header states; 2 bad arguments or unreadable files.";

/// The arguments of `bally`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for the keys and examples.", after_long_help = BALLY_HELP)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BallyArgs {
    #[command(subcommand)]
    pub command: Option<BallyCommand>,
    #[command(flatten)]
    pub options: BallyOptions,
    /// Run this number of frames without a terminal; a second has 60
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "sound", value_parser = decimal::<u64>(0..=u64::MAX))]
    pub frames: Option<u64>,
    /// Keys to press, such as '{AT 60}1{GO}'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, requires = "frames")]
    pub keys: Option<String>,
    /// Report everything as one JSON object
    #[arg(long, requires = "frames")]
    pub json: bool,
    #[command(flatten)]
    pub tapes: PortTapesArgs,
    #[command(flatten)]
    pub session: SessionArgs,
    /// Insert the BASIC cartridge of this project, with the legends of BASIC
    #[arg(long, conflicts_with_all = ["cart", "keypad", "tape_in", "tape_out"])]
    pub basic: bool,
}

/// The task for a cartridge.
#[derive(Debug, Subcommand)]
pub enum BallyCommand {
    /// Tell what a cartridge with BASIC does, rule by rule
    #[command(after_help = "See --help for examples.")]
    Probe(ProbeArgs),
}

fn keypad(args: &BallyArgs, bally: &Bally) -> Keypad {
    if args.basic { Keypad::Basic } else { args.options.keypad.unwrap_or_else(|| Keypad::of(bally.config())) }
}

/// Runs a number of frames, or plays in the terminal.
pub fn run(args: &BallyArgs) -> Result<ExitStatus> {
    if let Some(BallyCommand::Probe(args)) = &args.command {
        return run_probe(args);
    }
    match args.frames {
        Some(frames) => run_headless(args, frames),
        None => {
            ensure!(
                args.options.keys_file.is_none(),
                "--keys-file needs --frames: without it the keys are those of the terminal"
            );
            play(args)
        }
    }
}

fn play(args: &BallyArgs) -> Result<ExitStatus> {
    playing::check("bally", "--frames N runs")?;
    let (bally, tapes) = machine(args)?;
    let cartridge = args.options.parts.cart.as_deref().filter(|path| !escape::is_stream(path));
    let default = if args.basic { "basic" } else { "bally" };
    let name = cartridge.and_then(Path::file_stem).unwrap_or(default.as_ref());
    let keypad = keypad(args, &bally);
    let unstarted = unstarted(&bally);
    let game = Game {
        session: BallySession::new(bally),
        keypad,
        name: name.to_owned(),
        is_program: false,
        tapes,
        note: unstarted,
        recording: &arcade::pad_recording,
    };
    arcade::play(game, &args.session)?;
    Ok(ExitStatus::Holds)
}

/// Switches the machine on, or continues from a saved state, with the tapes in the recorder.
fn machine(args: &BallyArgs) -> Result<(Bally, PortTapes)> {
    let mut parts = args.options.parts.clone();
    if args.basic {
        parts.inserted = Some(arcadian_play::bally::basic::cartridge()?);
    }
    let (mut tapes, fitting) = args.tapes.prepare()?;
    parts.fitting = fitting;
    let bally = parts.load(&Disk)?.bally;
    tapes.start(&bally);
    Ok((bally, tapes))
}

/// Says that the boot ROM does not start the cartridge.
fn unstarted(bally: &Bally) -> Option<String> {
    const JUMP: u8 = 0xC3;
    let Config { rom, cartridge, .. } = bally.config();
    let first = cartridge.as_ref()?.bytes().first()?;
    (*first != JUMP && *rom == Rom::boot()).then(|| {
        format!(
            "the cartridge begins with {first:02X}, not with a jump (C3), so the boot ROM of arcadian shows its test card; --rom FILE \
             inserts the ROM for it"
        )
    })
}

/// Runs frames, writes the files and reports.
pub(super) fn run_headless(args: &BallyArgs, frames: u64) -> Result<ExitStatus> {
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
    report::frames(&mut bally, frames, &events, |bally| {
        recorder.observe(bally);
        tapes.observe(bally);
        done += 1;
        progress.show(|| format!("frame {} of {}", grouped(done), grouped(frames)));
    });
    drop(progress);
    let (length, missing) = (tapes.seconds, tapes.missing);
    let holds = bally.runaway().is_none() && missing == 0;
    files.write(&bally, &recorder, &args.session, false)?;
    let recorded = tapes.finish()?;
    unstarted(&bally).iter().for_each(|why| output::remark(&format!("note: {why}")));
    if args.json {
        let mut report = report::json(&bally);
        if args.tapes.has_port() {
            report["tape"] = json!({
                "played": length.map(|_| seconds_played(&bally)),
                "length": length,
                "missing": missing,
                "recorded": recorded,
            });
        }
        output::print_report(holds, &report)?;
    } else {
        output::print(&(report::text(&bally) + &tape_report(&bally, length, recorded)))?;
    }
    if let Some(why) = bally.runaway() {
        output::note(&format!("error: the code ran away ({}): {why}", why.name()));
    }
    Ok(ExitStatus::of(holds))
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
    match (&args.keys, &args.options.keys_file) {
        (Some(text), _) => Ok(keys::parse_for(bally, keypad, "--keys", text)?),
        (None, Some(path)) => {
            let text = Disk.text(path, "a key file", LONGEST_KEYS)?;
            Ok(keys::parse_for(bally, keypad, &escape::source_name(path), &text)?)
        }
        (None, None) => Ok(Vec::new()),
    }
}

const PROBE_HELP: &str = "\
The cases of the language, more than two hundred small programs, are typed on the keypad of an emulated console with this cartridge. The \
screen is read with the shapes of its own characters, which are learned by typing each of them. For each rule of docs/bally-basic.md the report \
says whether the cartridge agrees, or what it shows instead, and then what was measured: free bytes, codes, lengths, addresses, sounds, speed. \
It has no byte of the cartridge or the ROM. Please send it to the project: it decides what no text of the time does.

Examples:
  arcadian bally probe --cart BASIC.BIN --rom ASTRO.BIN
  arcadian bally probe --cart BASIC.BIN --json > report.json
  arcadian bally probe --cart BASIC.BIN --settle         the rules that it confirms, as a patch for docs/bally-basic.md
  arcadian bally probe --cart roms/arcadian-basic/arcadian-basic.bin

Exit status: 0 it agrees with every rule that can be tested; 1 it differs; 2 it is not a BASIC cartridge, bad arguments or unreadable files.";

/// The arguments of `bally probe`.
#[derive(Args, Debug)]
#[command(after_long_help = PROBE_HELP)]
pub struct ProbeArgs {
    /// Cartridge with Bally BASIC or AstroBASIC; - is standard input
    #[arg(long, value_name = "FILE")]
    cart: PathBuf,
    /// On-board ROM, 8 KB, which cartridges of the time need [default: a boot ROM of arcadian's own]
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Dialect whose rules are asked: bally or astro
    #[arg(long, value_name = "NAME", default_value = "bally")]
    dialect: Dialect,
    /// Try only the cases whose name has this text, and measure nothing
    #[arg(long, value_name = "TEXT", conflicts_with = "settle")]
    only: Option<String>,
    /// Report everything as one JSON object
    #[arg(long, conflicts_with = "settle")]
    json: bool,
    /// Show a patch for the page with the rules: those that only this cartridge confirms get the evidence word `rom`
    #[arg(long)]
    settle: bool,
}

pub(super) fn run_probe(args: &ProbeArgs) -> Result<ExitStatus> {
    if args.json {
        output::claim("--json")?;
    }
    let parts = Parts { rom: args.rom.clone(), cart: Some(args.cart.clone()), ..Parts::default() };
    let bally = parts.load(&Disk)?.bally;
    let images = images(&bally);
    let silent = Bally::new(Config { sample_rate: 0, ..bally.config().clone() });
    let name = escape::path(&args.cart);
    let progress = Progress::new();
    progress.show(|| "waiting for the prompt, and typing each character".to_owned());
    let probe = Probe::start(silent, args.dialect).with_context(|| format!("cannot examine {name}"))?;
    let report = examine(&probe, args, &progress)?;
    drop(progress);
    let differs = match &args.only {
        None => report.rules().iter().any(|rule| rule.verdict == Verdict::Differs),
        Some(_) => report.cases.iter().any(CaseResult::differs),
    };
    if args.json {
        let mut value = report.json();
        value["images"] = images;
        output::print_report(!differs, &value)?;
    } else if args.settle {
        output::print(&report.patch())?;
    } else {
        output::print(&format!(
            "{name}: the prompt is {}, {} characters can be typed\n{}",
            report.prompt,
            report.characters,
            if args.only.is_some() { report.cases_text() } else { report.text() }
        ))?;
    }
    Ok(ExitStatus::of(!differs))
}

/// Returns size and CRC-32 of the images, which name them without their bytes.
fn images(bally: &Bally) -> serde_json::Value {
    let config = bally.config();
    let cartridge = config.cartridge.as_ref().map(|image| (image.bytes().len(), image.crc32()));
    let rom = Some((config.rom.bytes().len(), config.rom.crc32()));
    let image = |(bytes, crc32): (usize, u32)| json!({ "bytes": bytes, "crc32": format!("{crc32:08x}") });
    json!({ "cartridge": cartridge.map(image), "rom": rom.map(image) })
}

/// Types all cases on one machine per processor of the host, and measures.
fn examine(probe: &Probe, args: &ProbeArgs, progress: &Progress) -> Result<Report> {
    let is_meant = |case: &Case| args.only.as_ref().is_none_or(|text| case.name.contains(text.as_str()));
    let cases: Vec<Case> = case::all().into_iter().filter(is_meant).collect();
    if cases.is_empty() {
        return Err(anyhow!("no case has `{}` in its name", args.only.as_deref().unwrap_or_default()));
    }
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let show =
        || progress.show(|| format!("typed {} of {} cases", done.load(Ordering::Relaxed), cases.len()));
    show();
    let work = || {
        let mut judged = Vec::new();
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            judged.push(probe.examine(case));
            done.fetch_add(1, Ordering::Relaxed);
            show();
        }
        judged
    };
    let measure = || if args.only.is_some() { Vec::new() } else { probe.measure().collect() };
    let (mut judged, measured) = thread::scope(|scope| {
        let others = thread::available_parallelism().map_or(1, usize::from).saturating_sub(1);
        let helpers: Vec<_> = (0..others).map(|_| scope.spawn(work)).collect();
        let measured = measure();
        let mut all = work();
        all.extend(helpers.into_iter().flat_map(|helper| helper.join().expect("no panic")));
        (all, measured)
    });
    let order = |judged: &CaseResult| cases.iter().position(|case| case.name == judged.name);
    judged.sort_by_key(order);
    Ok(Report { prompt: probe.prompt(), characters: probe.characters(), cases: judged, measured })
}
