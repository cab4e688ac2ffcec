//! The speed beside MAME's, in turns: `cargo bench -p arcadian-bally --bench mame`.
//!
//! Both run the cartridge `tests/roms/busy.asm` on the boot ROM of this project, with picture and with sound at 48 kHz, on one
//! thread. Needs the program `mame` (Debian: `apt-get install mame`).

// The bench starts another program, exchanges files with it, and reads the clock.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

mod busy;

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use arcadian_bally::{Bally, CLOCK, Cartridge, Config, Input, RASTER_HEIGHT, RASTER_WIDTH, Rom};

/// The number of comparisons. The machine may be busy with something else during one.
const ROUNDS: usize = 5;
/// The emulated seconds of a run.
const SECONDS: u32 = 30;

fn main() {
    let folder = folder();
    let mut ratios = Vec::new();
    println!("times the speed of the machine\narcadian     MAME    ratio");
    for _ in 0..ROUNDS {
        let ours = our_speed();
        let Some(mames) = mames_speed(&folder) else {
            println!(
                "{ours:8.0}    no program `mame`: nothing to compare with (Debian: apt-get install mame)"
            );
            return;
        };
        println!("{ours:8.0} {mames:8.0} {:8.1}", ours / mames);
        ratios.push(ours / mames);
    }
    ratios.sort_by(f64::total_cmp);
    println!("median of the ratios: {:.1}", ratios[ROUNDS / 2]);
}

/// Runs the cartridge here. Returns the emulated seconds per second.
fn our_speed() -> f64 {
    let cartridge = Some(Cartridge::new(&busy::image()).expect("it has the size of a cartridge"));
    let mut bally = Bally::new(Config { cartridge, ..Config::default() });
    let mut raster = vec![0; RASTER_WIDTH * RASTER_HEIGHT];
    let start = Instant::now();
    // Ten times as long as MAME, so that the runs take about the same time.
    let end = u64::from(CLOCK) * u64::from(SECONDS) * 10;
    while bally.cycles() < end {
        bally.run_frame(&Input::default()).write_raster(&mut raster);
        std::hint::black_box((&raster, bally.samples()));
    }
    end as f64 / f64::from(CLOCK) / start.elapsed().as_secs_f64()
}

/// Returns a folder with the ROM and the cartridge for MAME.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mame-speed");
    std::fs::create_dir_all(folder.join("astrocde")).expect("a folder can be created");
    std::fs::write(folder.join("astrocde/astro.bin"), Rom::boot().bytes()).expect("a file can be written");
    std::fs::write(folder.join("busy.bin"), busy::image()).expect("a file can be written");
    folder
}

/// Runs the cartridge on MAME. Returns the emulated seconds per second, by its own count, or `None` without MAME.
fn mames_speed(folder: &Path) -> Option<f64> {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    let output = Command::new("mame")
        .args(["astrocde", "-video", "none", "-nothrottle", "-skip_gameinfo", "-numprocessors", "1"])
        .args(["-samplerate", "48000", "-bench", &SECONDS.to_string(), "-rompath"])
        .arg(folder)
        .arg("-cart")
        .arg(folder.join("busy.bin"))
        .env("PATH", path)
        .env("HOME", folder)
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_AUDIODRIVER", "dummy")
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let speed = text.split_once("Average speed: ").and_then(|(_, rest)| rest.split_once('%'));
    let percent = speed.and_then(|(number, _)| number.parse::<f64>().ok());
    Some(percent.unwrap_or_else(|| panic!("MAME reports no speed: {text}")) / 100.0)
}
