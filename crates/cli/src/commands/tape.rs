//! `tape`: reads and writes tapes of Bally BASIC.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use arcadian_files::{
    FileKind, Files as _, count, escape, program,
    tape::{self, LONGEST_BYTES, Media, Part, Tape},
};
use arcadian_tape::Encoder;
use clap::{Args, Subcommand};
use serde_json::json;

use crate::{
    files::{Disk, ExitStatus, ReadingArgs, output, pending::Pending},
    number::decimal,
    terminal::Progress,
};

const TAPE_HELP: &str = "\
A tape of Bally BASIC has 300 baud, as tones of 1200 and 2400 Hz. A recording of it is a WAV file; its bytes alone are a .prg file. \
`run`, `play`, `list`, `sz` and `step` read both too, in place of a program.

Examples:
  arcadian tape decode side1.wav                      show the program, and report the parts of the tape
  arcadian tape decode side1.wav --part 2 -o GAME.bas
  arcadian tape encode rotate rotate.wav              a tape for the real machine: type :INPUT, press GO, then play it

Exit status: 0 everything was read; 1 parts of the tape could not be read, `?` stands for them; 2 bad arguments, or no tape.";

/// The arguments of `tape`.
#[derive(Args, Debug)]
#[command(after_long_help = TAPE_HELP)]
pub struct TapeArgs {
    #[command(subcommand)]
    command: TapeCommand,
}

#[derive(Debug, Subcommand)]
enum TapeCommand {
    /// Read a tape: a recording (.wav) or its bytes (.prg)
    #[command(after_help = "See `arcadian tape --help` for examples.")]
    Decode(DecodeArgs),
    /// Write a program to a tape
    #[command(after_help = "See `arcadian tape --help` for examples.")]
    Encode(EncodeArgs),
}

#[derive(Args, Debug)]
struct DecodeArgs {
    /// Tape: a recording (.wav) or its bytes (.prg); - is standard input
    tape: PathBuf,
    /// Write the program to a file: its bytes if the name ends in .prg, otherwise its text [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Part of the tape to write, from 1 [default: the first one with a program]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<usize>(1..=u32::MAX.into()))]
    part: Option<usize>,
    /// Write the bytes of the part as they are, whether they are a program or not
    #[arg(long)]
    raw: bool,
    /// Report all parts as one JSON object, in place of the program
    #[arg(long, conflicts_with_all = ["part", "raw"])]
    json: bool,
}

#[derive(Args, Debug)]
struct EncodeArgs {
    /// Program file, or `rotate`; - is standard input
    program: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Tape to write: a recording (.wav) or its bytes (.prg); - is standard output
    #[arg(value_name = "TAPE", required_unless_present = "output", conflicts_with = "output")]
    tape: Option<PathBuf>,
    /// The same, as an option
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The file has the bytes of a tape, for machine code or data; so does one whose name ends in .prg
    #[arg(long)]
    raw: bool,
    /// Seconds of tone before the first byte
    #[arg(long, value_name = "SECONDS", default_value_t = Encoder::default().leader, value_parser = leader)]
    leader: f64,
    /// Seconds of tone after each line, in which the machine stores it
    #[arg(long, value_name = "SECONDS", default_value_t = Encoder::default().line_pause, value_parser = seconds)]
    line_pause: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let valid = text.parse().ok().filter(|seconds| (0.0..=60.0).contains(seconds));
    valid.ok_or_else(|| "it is a number of seconds from 0 to 60, as in 0.5".to_owned())
}

/// The shortest leader with which `tape decode` finds the first byte.
const SHORTEST_LEADER: f64 = 0.01;

fn leader(text: &str) -> Result<f64, String> {
    let valid = seconds(text)?;
    let message = || format!("the first byte is not found after less than {SHORTEST_LEADER} seconds of tone");
    (valid >= SHORTEST_LEADER).then_some(valid).ok_or_else(message)
}

pub fn run(args: &TapeArgs) -> Result<ExitStatus> {
    match &args.command {
        TapeCommand::Decode(args) => decode(args),
        TapeCommand::Encode(args) => encode(args),
    }
}

fn decode(args: &DecodeArgs) -> Result<ExitStatus> {
    if args.json {
        let tape = read(&args.tape)?;
        let (is_sound, mut report) = (tape.parts.iter().all(Part::is_sound), tape.json());
        let Err(error) = part(&tape, args) else {
            output::print_report(is_sound, &report)?;
            return Ok(ExitStatus::of(is_sound));
        };
        report["error"] = json!({ "message": format!("{error:#}") });
        output::print_report(false, &report)?;
        output::report(&error);
        return Ok(ExitStatus::Unjudged);
    }
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let is_raw = args.raw || is_prg(path);
    let file = if is_raw { Pending::binary(path)? } else { Pending::new(path)? };
    let tape = read(&args.tape)?;
    let part = part(&tape, args)?;
    output::note(tape.describe().trim_end());
    if is_raw {
        file.finish(&part.bytes)?;
    } else {
        file.finish(part.text()?.as_bytes())?;
    }
    if let Some(damage) = part.damage() {
        output::note(&format!("{}: {damage}", escape::path(&args.tape)));
    }
    Ok(ExitStatus::of(part.is_sound()))
}

/// Reads a tape. That takes long for a long recording.
fn read(path: &Path) -> Result<Tape> {
    let progress = Progress::new();
    progress.show(|| format!("reading {}", escape::path(path)));
    Ok(Tape::read(&Disk, path)?)
}

fn part<'a>(tape: &'a Tape, args: &DecodeArgs) -> Result<&'a Part> {
    let is_raw = args.raw || args.output.as_deref().is_some_and(is_prg);
    // The bytes of the only part need no program.
    let number = args.part.or((is_raw && tape.parts.len() == 1).then_some(1));
    match tape.part(number) {
        Ok(part) if is_raw || part.is_program() => Ok(part),
        Ok(_) => {
            bail!("there is no program in this part; --raw writes its bytes\n{}", tape.describe().trim_end())
        }
        Err(error) => bail!("{error}\n{}", tape.describe().trim_end()),
    }
}

fn encode(args: &EncodeArgs) -> Result<ExitStatus> {
    let path = args.tape.as_deref().or(args.output.as_deref()).unwrap_or(Path::new("-"));
    ensure!(
        path.extension().is_none() || Media::of(path).is_some() || Disk.kind(path) == FileKind::Device,
        "cannot write {}: a tape is a recording, whose name ends in .wav, or its bytes, in .prg",
        escape::path(path)
    );
    let (bytes, what, is_whole) = bytes(args)?;
    let name = escape::path(&args.program);
    tape::warnings(&bytes).iter().for_each(|warning| output::note(&format!("warning: {name}: {warning}")));
    let file = Pending::binary(path)?;
    if is_prg(path) {
        file.finish(&bytes)?;
        output::print(&format!("{what}: {} bytes\n", bytes.len()))?;
        return Ok(ExitStatus::of(is_whole));
    }
    let encoder = Encoder { leader: args.leader, line_pause: args.line_pause, ..Encoder::default() };
    let progress = Progress::new();
    progress.show(|| format!("recording {}", escape::path(path)));
    let (recording, seconds) = tape::recording(&bytes, &encoder);
    file.finish(&recording)?;
    drop(progress);
    output::print(&format!("{what}: {} bytes, {seconds:.1} s of sound\n", bytes.len()))?;
    Ok(ExitStatus::of(is_whole))
}

/// Returns the bytes of the tape, a name for the report, and whether all of the program could be read.
fn bytes(args: &EncodeArgs) -> Result<(Vec<u8>, String, bool)> {
    let shown = escape::path(&args.program);
    if args.raw || is_prg(&args.program) {
        let bytes = Disk.bytes(&args.program, "the bytes of a tape", LONGEST_BYTES)?;
        return Ok((bytes, shown, true));
    }
    let program::Read { listing, tape, .. } = program::read(&Disk, &args.program, &args.reading.into())?;
    let is_whole = tape.as_ref().is_none_or(|notes| notes.is_whole);
    let warning = tape.map(|notes| notes.text).or_else(|| program::warning(&args.program, &listing));
    let syntax = program::syntax_warning(&args.program, &listing);
    warning.iter().chain(&syntax).for_each(|warning| output::note(warning));
    let mut lines = listing.lines();
    lines.sort_by_key(|line| line.number);
    let bytes =
        tape::bytes(&lines, listing.dialect()).with_context(|| format!("cannot write {shown} to a tape"))?;
    Ok((bytes, format!("{shown}, {}", count(lines.len(), "line")), is_whole))
}

fn is_prg(path: &Path) -> bool {
    Media::of(path) == Some(Media::Bytes)
}
