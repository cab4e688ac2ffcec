//! Random programs, and the waveforms of the sound chip.

use std::path::Path;

use arcadian_bally::{Bally, CLOCK, Config, Input, LINES, RASTER_WIDTH, Rom, line_start};
use arcadian_tape::{Recording, square_wave};

use super::{LATEST, MARK, SEGMENTS, folder, mame, wait};
use crate::{
    Rig, rom,
    tape_port::{BLOCK, GOOD, SHOWN, STATE, example, run_example},
};

/// The cycles that the instructions of a segment may take.
const LENGTH: u32 = 6000;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as u32) % limit
    }

    fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    /// Returns an address of magic memory or, with an offset of 4000, of screen memory, clear of the stack.
    fn place(&mut self) -> [u8; 2] {
        (self.below(0xF70) as u16).to_le_bytes()
    }
}

/// A program under construction.
pub(super) struct Program {
    random: Random,
    code: Vec<u8>,
    cycles: u32,
    /// One more than the largest VERBL. What MAME shows of lines beyond its memory is not defined.
    lines: u8,
}

impl Program {
    pub(super) fn rom(seed: u64) -> Vec<u8> {
        let mut random = Random(seed);
        let is_high = random.below(4) == 0;
        let lines = if is_high { 52 } else { 205 };
        let mut program = Program { random, code: vec![0; 0x40], cycles: 0, lines };
        program.add_start(is_high);
        for segment in 1..=SEGMENTS {
            program.add_segment(segment);
        }
        // HALT; JR to it
        program.code.extend([0x76, 0x18, 0xFD]);
        assert!(program.code.len() <= 0x1800, "{}", program.code.len());
        let filler = (program.code.len()..0x2000).map(|_| program.random.byte()).collect::<Vec<u8>>();
        program.code.extend(filler);
        program.code
    }

    /// Adds what runs before the first segment: the entry, the handler, and values for all registers.
    fn add_start(&mut self, is_high: bool) {
        let port = self.random.below(8) as u8;
        // DI; JP 0060
        self.code[..4].copy_from_slice(&[0xF3, 0xC3, 0x60, 0x00]);
        // 0038: PUSH AF; LD A,(4FFA); INC A; LD (4FFA),A; OUT (port),A; POP AF; EI; RET
        let handler = [0xF5, 0x3A, 0xFA, 0x4F, 0x3C, 0x32, 0xFA, 0x4F, 0xD3, port, 0xF1, 0xFB, 0xC9];
        self.code.truncate(0x38);
        self.code.extend(handler);
        self.code.resize(0x60, 0);
        // LD SP,4FCE; IM 1; LD HL,4000; LD DE,4001; LD BC,0FFF; LD (HL),0; LDIR
        self.code
            .extend([0x31, 0xCE, 0x4F, 0xED, 0x56, 0x21, 0x00, 0x40, 0x11, 0x01, 0x40, 0x01, 0xFF, 0x0F]);
        self.code.extend([0x36, 0x00, 0xED, 0xB0]);
        for port in (0..8).chain([0x09, 0x0C, 0x19]) {
            let value = self.random.byte();
            self.code.extend([0x3E, value, 0xD3, port]);
        }
        let (verbl, inlin) = (self.random.byte() % self.lines, self.random.below(150) as u8);
        for (port, value) in [(0x08, is_high.into()), (0x0A, verbl), (0x0D, 0), (0x0F, inlin), (0x0E, 8)] {
            self.code.extend([0x3E, value, 0xD3, port]);
        }
        // IN A,(08), which clears the intercept; XOR A; EI
        self.code.extend([0xDB, 0x08, 0xAF, 0xFB]);
    }

    fn add_segment(&mut self, number: u8) {
        let [low, high] = MARK.to_le_bytes();
        // HALT; LD A,number; LD (MARK),A
        self.code.extend([0x76, 0x3E, number, 0x32, low, high]);
        self.cycles = 0;
        while self.cycles < LENGTH && self.code.len() < 0x400 + usize::from(number) * 0x4C0 {
            self.add_operation();
        }
    }

    fn add(&mut self, cycles: u32, code: &[u8]) {
        self.code.extend(code);
        self.cycles += cycles;
    }

    fn add_operation(&mut self) {
        let (value, [low, high]) = (self.random.byte(), self.random.place());
        match self.random.below(24) {
            0..=3 => self.add_port(value),
            // LD A,value; LD (magic),A
            4..=11 => self.add(20, &[0x3E, value, 0x32, low, high]),
            12 => self.add(20, &[0x3E, value, 0x32, low, high | 0x40]),
            // IN A,(08); LD (screen),A
            13..=14 => self.add(24, &[0xDB, 0x08, 0x32, low, high | 0x40]),
            // LD B,n; DJNZ to itself
            15 => self.add(72, &[0x06, value & 7 | 1, 0x10, 0xFE]),
            // LD HL,somewhere; LD DE,magic; LD BC,n; LDIR
            16..=17 => {
                let [from, _] = self.random.place();
                let length = value & 15 | 1;
                let code = [0x21, from, value & 0x1F, 0x11, low, high, 0x01, length, 0x00, 0xED, 0xB0];
                self.add(30 + 21 * u32::from(length), &code);
            }
            // LD HL,somewhere; LD BC,080B; OTIR
            18 => self.add(188, &[0x21, low, value & 0x1F, 0x01, 0x0B, 0x08, 0xED, 0xB3]),
            // LD HL,magic; an instruction that reads and writes (HL)
            19..=20 => {
                let code: &[u8] = match value & 3 {
                    0 => &[0x34],
                    1 => &[0xCB, 0x0E],
                    2 => &[0xCB, 0xC6],
                    _ => &[0x36, value],
                };
                self.add(10, &[0x21, low, high]);
                self.add(15, code);
            }
            // LD BC,nn; LD SP,magic; PUSH BC; LD SP,4FCE
            21 => self.add(41, &[0x01, value, low, 0x31, low | 2, high, 0xC5, 0x31, 0xCE, 0x4F]),
            // IN A,(14); LD (screen),A
            22 => self.add(24, &[0xDB, 0x14, 0x32, low, high | 0x40]),
            // LD HL,screen; INC (HL)
            _ => self.add(21, &[0x21, low, high | 0x40, 0x34]),
        }
    }

    /// Adds a write of a port: LD A,value; OUT (port),A.
    fn add_port(&mut self, value: u8) {
        let ports = [0, 1, 2, 3, 4, 5, 6, 7, 0x09, 0x0A, 0x0C, 0x0C, 0x0C, 0x0C, 0x0C, 0x19, 0x19];
        let port = ports[self.random.below(ports.len() as u32) as usize];
        let value = if port == 0x0A { value % self.lines } else { value };
        self.add(18, &[0x3E, value, 0xD3, port]);
    }
}

/// A repetition of a frame, to look at what the chips would draw after the end of a line.
pub(super) struct Replay {
    rig: Rig,
    /// The line from power-up at which the frame starts.
    first: u64,
}

impl Replay {
    pub(super) fn new(rom: &[u8], frame: u64) -> Self {
        let rom = Rom::new(rom).expect("it has the size of a ROM");
        Replay { rig: Rig::with(Config { rom, ..Config::default() }), first: (frame - 1) * u64::from(LINES) }
    }

    /// Returns the number of cycles after the end of a line at which the line has the right colors.
    pub(super) fn delay(&mut self, line: u64, is_right: impl Fn(&[u8]) -> bool) -> Option<u64> {
        let end = line_start(self.first + line + 1);
        self.rig.run_to(end);
        while self.rig.machine.cycles() <= end + LATEST {
            if is_right(&self.colors(line)) {
                return Some(self.rig.machine.cycles() - end);
            }
            self.rig.machine.step().expect("there are no services");
        }
        None
    }

    /// Returns the color bytes of a line with the memory and the registers as they are. This is written from the
    /// description of the picture in docs/bally-machine.md, not from the code of the crate.
    fn colors(&self, line: u64) -> Vec<u8> {
        let register = |name: &str| self.rig.chips().registers().by_name(name).expect("a register");
        let (horcb, verbl) = (register("HORCB"), u64::from(register("VERBL")));
        let is_high = register("CONCM") == 1;
        let color = |dot: usize| {
            let is_data = (16..336).contains(&dot) && line >= 22 && line - 22 < verbl;
            let value = if !is_data {
                horcb >> 6
            } else if is_high {
                self.high_pixel(dot - 16, line - 22)
            } else {
                self.pixel(dot - 16, line - 22)
            };
            let side = if dot < 16 + 8 * usize::from(horcb & 63) { 'L' } else { 'R' };
            register(&format!("COL{value}{side}"))
        };
        (0..RASTER_WIDTH).map(color).collect()
    }

    /// Returns the value of the pixel at a dot of a line with data in high resolution.
    fn high_pixel(&self, dot: usize, line: u64) -> u8 {
        let byte = self.rig.machine.peek(0x4000 + (line * 80) as u16 + (dot / 4) as u16);
        byte >> (6 - dot % 4 * 2) & 3
    }

    /// Returns the value of the pixel at a dot of a line with data in low resolution.
    fn pixel(&self, dot: usize, line: u64) -> u8 {
        let byte = self.rig.machine.peek(0x4000 + (line / 2 * 40) as u16 + (dot / 8) as u16);
        byte >> (6 - dot % 8 / 2 * 2) & 3
    }
}

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

// The tape port: the example `roms/bally/tape.asm` in MAME records at the same cycles, and reads a recording that was made here.
//
// MAME has the hardware in cartridges of a software list only, so the test writes one.

const SIZE: usize = 4096;

const LIST: &str = r#"<?xml version="1.0"?>
<!DOCTYPE softwarelist SYSTEM "softwarelist.dtd">
<softwarelist name="astrocde" description="own">
<software name="own">
<description>A cartridge with a tape port</description><year>2026</year><publisher>own</publisher>
<part name="cart" interface="astrocde_cart">
<feature name="slot" value="rom_cass" />
<dataarea name="rom" size="4096"><rom name="own.bin" size="4096" crc="00000000" sha1="0000000000000000000000000000000000000000" /></dataarea>
</part>
</software>
</softwarelist>
"#;

/// Runs the example in MAME with a switch of handle 1 and a tape. Returns what the script has written.
fn run(folder: &Path, switch: u8, tape: Option<&Path>) -> Vec<u8> {
    let mut image = example();
    image.resize(SIZE, 0xFF);
    let (own, hash) = (folder.join("astrocde/own"), folder.join("hash"));
    for folder in [&own, &hash] {
        std::fs::create_dir_all(folder).expect("a folder can be created");
    }
    std::fs::write(own.join("own.bin"), image).expect("a file can be written");
    std::fs::write(hash.join("astrocde.xml"), LIST).expect("a file can be written");
    let (script, results) =
        (concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tape.lua"), folder.join("results"));
    let mut command = mame(folder);
    command.arg("-hashpath").arg(&hash).args(["-autoboot_delay", "0", "-autoboot_script", script, "own"]);
    if let Some(tape) = tape {
        command.arg("-cass").arg(tape);
    }
    wait(command.env("BALLY_SWITCH", switch.to_string()).env("BALLY_RESULTS", &results));
    std::fs::read(&results).expect("MAME has written its results")
}

#[test]
#[ignore = "needs MAME"]
fn a_tape_is_recorded_and_read_as_on_mame() {
    let folder = folder("mame-tape", Rom::boot().bytes());
    let theirs = String::from_utf8(run(&folder, 1, None)).expect("lines");
    let theirs: Vec<u64> = theirs.lines().map(|line| line.parse().expect("a number")).collect();
    let (_, ours) = run_example(&[], true, 260);
    assert!(ours.len() > 3_000);
    // Their clock is not exactly a whole number of Hz.
    let far = |(at, mine): (usize, &u64)| (theirs[at] - theirs[0]).abs_diff(mine - ours[0]) > 1;
    assert_eq!((theirs.len(), ours.iter().enumerate().find(|at| far(*at))), (ours.len(), None));

    let tape = folder.join("tape.wav");
    std::fs::write(&tape, square_wave(&ours, CLOCK).to_wav()).expect("a file can be written");
    let ram = run(&folder, 2, Some(&tape));
    assert_eq!(ram[usize::from(STATE) - 0x4000], GOOD);
    assert!(ram[SHOWN - 0x4000..][..BLOCK] == example()[..BLOCK]);
}

#[test]
#[ignore = "needs MAME"]
fn the_bytes_of_the_port_are_those_of_mame() {
    let folder = folder("mame-port", Rom::boot().bytes());
    let tape = folder.join("high.wav");
    let high = Recording { sample_rate: 44_100, samples: vec![0.75; 44_100] };
    std::fs::write(&tape, high.to_wav()).expect("a file can be written");
    assert_eq!(run(&folder, 4, Some(&tape)), [0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x01, 0x00]);
}
