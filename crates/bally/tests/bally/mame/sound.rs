//! The waveforms of the sound chip.

use arcadian_bally::{Bally, Config, Input, Rom};

use super::{folder, mame, wait};
use crate::rig::rom;

/// Settings of the sound chip, TONMO first: tones, vibrato of several speeds and depths, noise, modulation by noise, and
/// all of them.
const SOUNDS: [[u8; 8]; 12] = [
    [71, 112, 0, 0, 0, 0, 0x0F, 0],
    [35, 0, 100, 0, 0, 0, 0xF0, 0],
    [17, 0, 0, 200, 0, 0x0F, 0, 0],
    [71, 112, 0, 0, 0x3F, 0, 0x0F, 0],
    [71, 112, 0, 0, 0xFF, 0, 0x0F, 0],
    [71, 112, 0, 0, 0x20, 0, 0x0F, 0],
    [71, 112, 0, 0, 0, 0x20, 0, 0xF0],
    [71, 112, 0, 0, 0, 0x10, 0x0F, 0xFF],
    [99, 9, 20, 33, 0x95, 0x0A, 0x7C, 0],
    [200, 3, 5, 7, 0, 0x1C, 0x35, 0x3F],
    [60, 30, 40, 50, 0x5F, 0x2F, 0xAF, 0x70],
    [0, 200, 220, 240, 0, 0x0F, 0xFF, 0],
];

/// Returns a ROM that writes the registers, the last one first, and waits.
fn sound_rom(registers: [u8; 8]) -> Rom {
    let table = registers.iter().rev().map(u8::to_string).collect::<Vec<_>>().join(",");
    rom(&format!(" DI\n LD HL,TABLE\n LD BC,818H\n OTIR\n JR $\nTABLE: DB {table}\n"))
}

/// Returns two seconds of sound here.
fn our_sound(rom: Rom) -> Vec<f64> {
    let mut bally = Bally::new(Config { rom, ..Config::default() });
    let mut samples = Vec::new();
    for _ in 0..120 {
        bally.run_frame(&Input::default());
        samples.extend(bally.samples().iter().copied().map(f64::from));
    }
    samples
}

/// Returns two seconds of sound on MAME, one channel.
fn mames_sound(rom: &Rom) -> Vec<f64> {
    let folder = folder("mame-sound", rom.bytes());
    let file = folder.join("sound.wav");
    wait(mame(&folder).args(["-samplerate", "48000", "-seconds_to_run", "2", "-wavwrite"]).arg(&file));
    let bytes = std::fs::read(&file).expect("MAME has written a file");
    let (samples, _) = bytes[44..].as_chunks::<4>();
    samples.iter().map(|&[low, high, ..]| f64::from(i16::from_le_bytes([low, high]))).collect()
}

/// Returns the correlation of two signals.
fn correlation(one: &[f64], two: &[f64]) -> f64 {
    let mean = |signal: &[f64]| signal.iter().sum::<f64>() / signal.len() as f64;
    let (mean_one, mean_two) = (mean(one), mean(two));
    let sum = |product: &dyn Fn(f64, f64) -> f64| -> f64 {
        one.iter().zip(two).map(|(x, y)| product(x - mean_one, y - mean_two)).sum()
    };
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

/// A tenth of a second at three places. MAME's samples come a quarter of a millisecond earlier in its file; and a write
/// that takes effect a few cycles earlier shifts the phase of a tone, which modulation makes visible.
#[test]
#[ignore = "needs MAME"]
fn the_sound_has_mames_waveform() {
    for registers in SOUNDS {
        let rom = sound_rom(registers);
        let (theirs, ours) = (mames_sound(&rom), our_sound(rom));
        let best = [4_000, 30_000, 80_000].map(|start| {
            let at = |lead: usize| correlation(&theirs[start - lead..][..4800], &ours[start..][..4800]).abs();
            (0..30).map(at).fold(0.0, f64::max)
        });
        println!("{registers:?}: {best:.4?}");
        assert!(best.iter().all(|&correlation| correlation > 0.9), "{registers:?}: {best:?}");
    }
}
