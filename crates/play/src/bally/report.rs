//! Runs of an emulated Bally: frames, pictures for files, and reports as text and as JSON.

use std::collections::VecDeque;

use arcadian_bally::{
    Bally, CLOCK, DOTS, FIRST_DATA_DOT, FIRST_DATA_LINE, HEIGHT, Input, LINES, RASTER_HEIGHT, RASTER_WIDTH,
    REGISTERS, SCREEN, VideoFrame, WIDTH,
};
use arcadian_cpu::{Core, Z80};
use arcadian_screen::{Border, EncodeError, Raster, Zoom, gif::Recorder, palette::Scale};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::bally::{
    keys::{Change, Event},
    parts,
};

const SCREEN_SIZE: usize = 0x1000;

/// Returns the JSON object of `bally --json`.
pub fn json(bally: &Bally) -> Value {
    let config = bally.config();
    json!({
        "frames": bally.frames(),
        "tstates": bally.cycles(),
        "rom": parts::rom_name(&config.rom),
        "cartridge": parts::cartridge_name(config.cartridge.as_ref()),
        "runaway": bally.runaway().map(|why| json!({"name": why.name(), "address": why.address(), "why": why.to_string()})),
        "registers": registers(bally),
        "ram_sha256": ram_sha256(bally),
        "screen": screen(bally),
        "sound": chip_registers(bally, true),
    })
}

/// Returns the report as text: parts, time and the registers of the processor.
pub fn text(bally: &Bally) -> String {
    let config = bally.config();
    let registers = |values: Map<String, Value>| {
        let values =
            values.into_iter().map(|(name, value)| format!("{name}={:02X}", value.as_u64().unwrap_or(0)));
        values.collect::<Vec<_>>().join(" ")
    };
    format!(
        "ROM        {}\ncartridge  {}\nframes     {}, T-states {}\nZ80        {}\nvideo      {}\nsound      {}\n",
        parts::rom_name(&config.rom),
        parts::cartridge_name(config.cartridge.as_ref()),
        bally.frames(),
        bally.cycles(),
        processor(bally),
        registers(chip_registers(bally, false)),
        registers(chip_registers(bally, true)),
    )
}

/// Formats the 16-bit registers of the processor.
fn processor(bally: &Bally) -> String {
    let core = &bally.machine().core;
    let wide = Z80::REGISTERS.iter().filter(|register| register.bits == 16);
    wide.map(|register| format!("{}={:04X}", register.name, (register.get)(core)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the registers of the processor and the video registers.
fn registers(bally: &Bally) -> Map<String, Value> {
    processor_registers(bally).into_iter().chain(chip_registers(bally, false)).collect()
}

fn processor_registers(bally: &Bally) -> Map<String, Value> {
    let core = &bally.machine().core;
    Z80::REGISTERS.iter().map(|register| (register.name.to_owned(), (register.get)(core).into())).collect()
}

fn chip_registers(bally: &Bally, is_sound: bool) -> Map<String, Value> {
    let values = bally.registers().zip(&REGISTERS).filter(|(_, register)| register.is_sound == is_sound);
    values.map(|((name, value), _)| (name.to_owned(), value.into())).collect()
}

/// Returns the SHA-256 of the screen memory, followed by the expansion RAM.
fn ram_sha256(bally: &Bally) -> String {
    let memory = bally.machine().backplane.bytes();
    let screen = usize::from(SCREEN)..usize::from(SCREEN) + SCREEN_SIZE;
    let mut hash = Sha256::new();
    hash.update(&memory[screen]);
    if let Some(expansion) = bally.config().expansion.range() {
        hash.update(&memory[usize::from(*expansion.start())..=usize::from(*expansion.end())]);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the rows of the picture, a digit for each pixel.
fn screen(bally: &Bally) -> Vec<String> {
    let digit = |value: u8| char::from(b'0' + (value & 3));
    bally.picture().iter().map(|row| row.iter().map(|value| digit(*value)).collect()).collect()
}

/// The visible border, in pixels of two dots by two lines.
pub const BORDER: Border = Border {
    sides: FIRST_DATA_DOT as usize / 2,
    top: FIRST_DATA_LINE as usize / 2,
    bottom: RASTER_HEIGHT / 2 - HEIGHT - FIRST_DATA_LINE as usize / 2,
};

/// The rows of a picture that always count as content: those of BASIC.
const LEAST: usize = 88;

/// Returns the last frame. Rows below VERBL have no content.
pub fn raster(bally: &Bally) -> Raster {
    let dots = bally.frame().raster();
    let rows = dots.chunks(RASTER_WIDTH).step_by(2);
    let colors = rows.flat_map(|row| row.iter().step_by(2)).copied().collect();
    let lines = bally.chips().registers().by_name("VERBL").unwrap_or(0);
    Raster::new(WIDTH + 2 * BORDER.sides, colors)
        .with_border(BORDER)
        .with_content(usize::from(lines / 2).max(LEAST))
}

/// The frames for each picture. GIF has delays of hundredths of a second, and players extend those below 2; a frame takes 1.67.
const FRAMES: u64 = 2;

/// The dots of a frame with its blanking. The processor has a cycle for every four of them.
const DOTS_OF_FRAME: u64 = LINES as u64 * DOTS as u64;

/// The pictures of the last seconds.
pub struct LastSeconds {
    /// The number of pictures that are kept.
    limit: usize,
    pictures: VecDeque<VideoFrame>,
    observed: u64,
}

impl LastSeconds {
    /// Keeps the pictures of a number of seconds of emulated time.
    pub fn new(seconds: u32) -> Self {
        let limit = u64::from(seconds) * 4 * u64::from(CLOCK) / (FRAMES * DOTS_OF_FRAME);
        LastSeconds { limit: limit.max(1) as usize, pictures: VecDeque::new(), observed: 0 }
    }

    /// Looks at a machine after each of its frames.
    pub fn observe(&mut self, bally: &Bally) {
        if self.observed.is_multiple_of(FRAMES) {
            if self.pictures.len() == self.limit {
                self.pictures.pop_front();
            }
            self.pictures.push_back(bally.frame().clone());
        }
        self.observed += 1;
    }

    /// Returns the pictures as a GIF with the border of the screen, at the speed of the machine. Before the first frame it has
    /// only the machine's picture.
    pub fn gif(&self, bally: &Bally, zoom: Zoom, scale: Scale) -> Result<Vec<u8>, EncodeError> {
        let mut recorder = Recorder::of_rasters(Vec::new(), (RASTER_WIDTH, RASTER_HEIGHT), zoom, scale)?;
        let current = self.pictures.is_empty().then(|| bally.frame());
        for (number, frame) in (0..).zip(self.pictures.iter().chain(current)) {
            // The rounded end of one picture is the start of the next, so that no error accumulates.
            let time = centiseconds((number + 1) * FRAMES) - centiseconds(number * FRAMES);
            recorder.push_raster(&Raster::new(RASTER_WIDTH, frame.raster()), time as u32)?;
        }
        recorder.finish()
    }
}

/// Returns the duration of a number of frames in hundredths of a second.
fn centiseconds(frames: u64) -> u64 {
    frames * DOTS_OF_FRAME * 100 / (4 * u64::from(CLOCK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_bally::{Config, Input};

    #[test]
    fn inside_the_border_is_the_picture() {
        let mut bally = Bally::new(Config::default());
        for _ in 0..30 {
            bally.run_frame(&Input::default());
        }
        let raster = raster(&bally);
        assert_eq!((raster.width(), raster.height()), (176, 120));
        let inside = raster.bordered(Border::NONE);
        assert_eq!((inside.width(), inside.height()), (WIDTH, HEIGHT));
        for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
            assert_eq!(inside.color(x, y), bally.frame().pixel_color(x, y));
        }
    }
}

/// Runs frames, and calls `observe` after each.
pub fn frames(bally: &mut Bally, count: u64, events: &[Event], mut observe: impl FnMut(&Bally)) {
    let mut input = Input::default();
    let mut events = events.iter().peekable();
    for frame in 0..count {
        while let Some((_, change)) = events.next_if(|(at, _)| *at <= frame) {
            change.apply(&mut input);
            match change {
                Change::Reset => bally.reset(),
                Change::Tape(key) => bally.press_recorder(*key),
                _ => {}
            }
        }
        bally.run_frame(&input);
        observe(bally);
    }
}

#[cfg(test)]
mod animation_tests {
    use super::*;
    use arcadian_bally::{Config, Input};

    fn decoded(file: &[u8]) -> Vec<u16> {
        let mut decoder = gif::DecodeOptions::new().read_info(file).expect("a GIF");
        assert_eq!((decoder.width(), decoder.height()), (352, 240));
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a picture") {
            delays.push(frame.delay);
        }
        delays
    }

    /// Changes a color in every frame.
    fn flashing() -> Bally {
        // LD A,8; OUT (0EH),A; LD A,C8H; OUT (0FH),A; IM 1; EI; HALT; JR -3. The handler: INC B; LD A,B; OUT (0),A; EI; RET.
        let mut rom = vec![0; 0x2000];
        rom[..17].copy_from_slice(&[
            0x31, 0xCE, 0x4F, 0x3E, 8, 0xD3, 0x0E, 0x3E, 0xC8, 0xD3, 0x0F, 0xED, 0x56, 0xFB, 0x76, 0x18, 0xFC,
        ]);
        rom[0x38..0x3E].copy_from_slice(&[0x04, 0x78, 0xD3, 0x00, 0xFB, 0xC9]);
        let rom = arcadian_bally::Rom::new(&rom).expect("8 KB");
        Bally::new(Config { rom, ..Config::default() })
    }

    #[test]
    fn the_last_seconds_have_the_speed_of_the_machine() {
        let (mut bally, mut last) = (flashing(), LastSeconds::new(5));
        for _ in 0..420 {
            bally.run_frame(&Input::default());
            last.observe(&bally);
        }
        let gif = |last: &LastSeconds| last.gif(&bally, Zoom::square(1), Scale::Mame).expect("a GIF");
        let delays = decoded(&gif(&last));
        // 300 frames of 29,802.5 cycles are 4.9956 seconds.
        assert_eq!((delays.len(), delays.iter().sum::<u16>()), (150, 499));
        assert!(delays.iter().all(|delay| [3, 4].contains(delay)), "{delays:?}");
        assert_eq!(decoded(&gif(&LastSeconds::new(5))), [3], "before the first frame");
    }
}

#[cfg(test)]
mod picture_tests {
    use super::*;
    use crate::bally::keys::{self, Keypad};
    use arcadian_bally::Config;

    #[test]
    fn a_script_presses_keys_at_their_frames() {
        let mut bally = Bally::new(Config::default());
        let script = keys::parse(Keypad::Basic, "--keys", "{AT 30}5").expect("a good script");
        let mut pictures = Vec::new();
        frames(&mut bally, 60, &script, |bally| pictures.push(bally.picture()));
        assert_eq!(pictures.len(), 60);
        assert_ne!(pictures[29], pictures[35], "the test card inverts a pressed key");
        assert_eq!(pictures[29], pictures[59]);
    }
}
