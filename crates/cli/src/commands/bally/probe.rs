//! `bally probe`: what a cartridge with Bally BASIC does, rule by rule.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context, Result, anyhow};
use arcadian_bally::{Bally, Config};
use arcadian_basic::Dialect;
use arcadian_files::escape;
use arcadian_play::bally::parts::Parts;
use arcadian_play::probe::{
    Probe,
    case::{self, Case},
    report::{CaseResult, Report, Verdict},
};
use clap::Args;
use serde_json::json;

use crate::{
    files::{Disk, ExitStatus, output},
    terminal::Progress,
};

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

pub(super) fn run(args: &ProbeArgs) -> Result<ExitStatus> {
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
    if args.json {
        let mut value = report.json();
        value["images"] = images;
        output::print_json(&value)?;
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
    let differs = match &args.only {
        None => report.rules().iter().any(|rule| rule.verdict == Verdict::Differs),
        Some(_) => report.cases.iter().any(CaseResult::differs),
    };
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
