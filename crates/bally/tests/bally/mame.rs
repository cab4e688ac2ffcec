//! The same random programs on MAME and here: frame by frame the same picture and the same RAM.
//!
//! `cargo test --release -p arcadian-bally --test bally mame -- --ignored --nocapture` needs the program `mame` (Debian:
//! `apt-get install mame`); `BALLY_PROGRAMS=10000` sets the number of programs. No published ROM is needed.
//!
//! A program is a ROM of several segments. A segment starts at an interrupt and is over before vertical blanking, so that
//! the comparison does not depend on the instruction at which a frame ends. In it, random instructions write ports, magic
//! memory and plain memory, one by one, as blocks and by PUSH, and store what they read from the intercept; the interrupt
//! handler changes a color.

// The test starts another program and exchanges files with it.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

mod program;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

use arcadian_bally::{Bally, Config, Input, RASTER_HEIGHT, RASTER_WIDTH, Rom};

use crate::{hex, rows};
use program::Program;
use program::Replay;

const SEGMENTS: u8 = 4;
/// The address of the number of the segment.
const MARK: u16 = 0x4FF8;
const PIXELS: usize = RASTER_WIDTH * RASTER_HEIGHT * 4;
const RAM: usize = 0x1000;
/// The programs of one run of MAME.
const BATCH: u64 = 100;

/// The output of a program at the end of a segment: color bytes and RAM.
struct Shown {
    /// The number of the frame, from 1.
    frame: u64,
    raster: Vec<u8>,
    ram: Vec<u8>,
}

/// Runs a program here.
fn run(rom: &[u8]) -> Vec<Shown> {
    let mut bally = Bally::new(Config { rom: Rom::new(rom).unwrap(), sample_rate: 0, ..Config::default() });
    let mut shown = Vec::new();
    for _ in 0..200 {
        bally.run_frame(&Input::default());
        if usize::from(bally.machine().peek(MARK)) == shown.len() + 1 {
            let ram = bally.machine().backplane.bytes()[0x4000..0x5000].to_vec();
            shown.push(Shown { frame: bally.frames(), raster: bally.frame().raster(), ram });
        }
    }
    shown
}

/// Returns the command that runs MAME with the on-board ROM in a folder. Its output is not shown.
fn mame(folder: &Path) -> Command {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    let mut command = Command::new("mame");
    command
        .args(["astrocde", "-video", "none", "-sound", "none", "-nothrottle", "-nosleep", "-skip_gameinfo"])
        .args(["-numprocessors", "1", "-rompath"])
        .arg(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_AUDIODRIVER", "dummy");
    command
}

/// Runs MAME to its end.
fn wait(command: &mut Command) {
    let output = command.output().expect("this test needs MAME: apt-get install mame");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Returns a folder for MAME, with an on-board ROM.
fn folder(name: &str, rom: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join("astrocde")).expect("a folder can be created");
    std::fs::write(folder.join("astrocde/astro.bin"), rom).expect("a file can be written");
    folder
}

fn run_on_mame(folder: &Path, programs: &[u8]) -> Vec<u8> {
    let (list, results) = (folder.join("programs"), folder.join("results"));
    std::fs::write(&list, programs).expect("a file can be written");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/differential.lua");
    let mut command = mame(folder);
    command
        .args(["-autoboot_delay", "0", "-seconds_to_run", "100000", "-autoboot_script", script])
        .env("BALLY_PROGRAMS", &list)
        .env("BALLY_RESULTS", &results)
        .env("BALLY_SEGMENTS", SEGMENTS.to_string());
    wait(&mut command);
    std::fs::read(&results).expect("MAME has written its results")
}

#[derive(Debug, Default)]
struct Comparison {
    frames: u64,
    /// Frames in which RAM differs.
    ram: u64,
    /// Lines that MAME draws some cycles later than this crate, by their number.
    late: BTreeMap<u64, u64>,
    /// Lines that differ for no known reason.
    unexplained: u64,
}

/// By how many cycles MAME may draw a line later than at its end.
///
/// MAME draws between two instructions, and its processor makes all accesses of an instruction at once, so that an
/// instruction that starts before the end of a line counts for the line. No instruction here takes more than 21 cycles; a
/// few more were observed, by which interrupts come earlier.
const LATEST: u64 = 26;

impl Comparison {
    fn add(&mut self, program: &Finished, segment: usize, theirs: &[u8], palette: &[[u8; 3]]) {
        let (ram, pixels) = theirs.split_at(RAM);
        let ours = &program.shown[segment];
        self.frames += 1;
        let place = format!("seed {}, segment {}", program.seed, segment + 1);
        if let Some(at) = (0..RAM).find(|&at| ours.ram[at] != ram[at]) {
            self.ram += 1;
            println!("{place}: RAM {:04X} is {:02X}, in MAME {:02X}", at + 0x4000, ours.ram[at], ram[at]);
        }
        let lines = ours.raster.chunks(RASTER_WIDTH).zip(pixels.chunks(RASTER_WIDTH * 4)).enumerate();
        let differing = lines.filter(|(_, (ours, theirs))| !shows(ours, theirs, palette));
        let mut replay = None;
        for (line, (_, theirs)) in differing {
            let replay = replay.get_or_insert_with(|| Replay::new(&program.rom, ours.frame));
            match replay.delay(line as u64, |dots| shows(dots, theirs, palette)) {
                Some(delay) => *self.late.entry(delay).or_default() += 1,
                None => {
                    self.unexplained += 1;
                    println!("{place}: line {line} differs");
                }
            }
        }
    }
}

/// Returns whether pixels, as MAME writes them (blue, green, red, 255), have these color bytes.
fn shows(colors: &[u8], pixels: &[u8], palette: &[[u8; 3]]) -> bool {
    let mut dots = colors.iter().zip(pixels.chunks(4));
    dots.all(|(&color, pixel)| palette[usize::from(color)] == pixel[..3])
}

/// A program and what it shows.
struct Finished {
    seed: u64,
    rom: Vec<u8>,
    shown: Vec<Shown>,
}

/// Returns blue, green and red of each color byte.
fn palette() -> Vec<[u8; 3]> {
    let colors = rows(include_str!("../data/palette.csv"));
    colors.iter().map(|row| [hex(&row[1][4..]), hex(&row[1][2..4]), hex(&row[1][..2])]).collect()
}

#[test]
#[ignore = "needs MAME, and runs for minutes"]
fn random_programs_show_the_same_as_on_mame() {
    let programs: u64 =
        std::env::var("BALLY_PROGRAMS").map_or(200, |number| number.parse().expect("a number"));
    let folder = folder("mame", &[0x76; 8192]);
    let (palette, mut comparison) = (palette(), Comparison::default());
    for first in (1..=programs).step_by(BATCH as usize) {
        let seeds = first..programs.min(first + BATCH - 1) + 1;
        let roms: Vec<Vec<u8>> = seeds.clone().map(Program::rom).collect();
        let results = run_on_mame(&folder, &roms.concat());
        let mut theirs = results.chunks_exact(PIXELS + RAM);
        for (seed, rom) in seeds.zip(roms) {
            let program = Finished { seed, shown: run(&rom), rom };
            assert_eq!(program.shown.len(), usize::from(SEGMENTS), "seed {seed}");
            for (segment, theirs) in (0..program.shown.len()).zip(theirs.by_ref()) {
                comparison.add(&program, segment, theirs, &palette);
            }
        }
    }
    println!("{programs} programs: {comparison:?}");
    assert_eq!(comparison.frames, programs * u64::from(SEGMENTS));
    assert_eq!((comparison.ram, comparison.unexplained), (0, 0));
}
