//! The example cartridges in `roms/bally`, and the constants that they include.

use std::collections::BTreeSet;

use arcadian_bally::{Bally, Cartridge, Config, Handle, Input, PadKey, REGISTERS, Timing, line_start};
use arcadian_machine::Until;

use crate::{assembled, frames, hex};

const SIZE: usize = 2048;

struct Example {
    source: &'static str,
    image: &'static [u8],
    path: &'static str,
}

const PICTURE: Example = Example {
    source: include_str!("../../../../roms/bally/picture.asm"),
    image: include_bytes!("../../../../roms/bally/picture.bin"),
    path: "/../../roms/bally/picture.bin",
};

const TUNE: Example = Example {
    source: include_str!("../../../../roms/bally/tune.asm"),
    image: include_bytes!("../../../../roms/bally/tune.bin"),
    path: "/../../roms/bally/tune.bin",
};

impl Example {
    fn assembled(&self) -> Vec<u8> {
        let mut image = assembled(self.source);
        assert!(image.len() <= SIZE);
        image.resize(SIZE, 0xFF);
        image
    }

    fn start(&self, timing: Timing) -> Bally {
        let cartridge = Some(Cartridge::new(self.image).expect("it has the right size"));
        Bally::new(Config { cartridge, timing, ..Config::default() })
    }
}

fn register(bally: &Bally, name: &str) -> u8 {
    bally.chips().registers().by_name(name).expect("a register")
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the images are files")]
fn the_images_are_the_assembled_sources() {
    for example in [PICTURE, TUNE] {
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let path = env!("CARGO_MANIFEST_DIR").to_owned() + example.path;
            std::fs::write(path, example.assembled()).expect("the folder exists");
            continue;
        }
        assert!(
            example.assembled() == example.image,
            "with UPDATE_EXPECT=1 this test writes {} again",
            example.path
        );
    }
}

/// Returns the value of a constant of `bally.inc`.
fn constant(name: &str) -> u8 {
    assembled(&format!("        INCLUDE \"bally.inc\"\n        DB  {name}\n"))[0]
}

#[test]
fn the_constants_are_the_ports_and_keys_of_the_machine() {
    for known in REGISTERS.iter() {
        assert_eq!(constant(known.name), known.port, "{}", known.name);
    }
    let names = [("÷", "DIV"), ("×", "TIMES"), ("−", "MINUS"), ("+", "PLUS"), ("=", "EQUAL")];
    for key in PadKey::all() {
        let name = key.overlay()[0];
        let name = names.iter().find(|(overlay, _)| *overlay == name).map_or(name, |(_, name)| name);
        assert_eq!(constant(&format!("K_{name}")), 8 * key.port() + key.row(), "{name}");
    }
    assert_eq!(constant("EXPAND + OR_IN + XOR_IN + FLOP + ROTATE + SHIFT"), hex("7F"));
}

/// The rows that the cartridge shows, and the addresses of its fish.
const ROWS: usize = 96;
const FISH: u16 = 0x4F00;
const FISH_SIZE: u16 = 8;

/// The raster lines at which a band of background begins, with its colors left and right of the boundary.
const BANDS: [(usize, u8, u8); 7] = [
    (0, 0xDF, 0xE1),
    (38, 0xDD, 0xE9),
    (70, 0xE4, 0xF1),
    (102, 0xE3, 0xF8),
    (134, 0xEA, 0x08),
    (166, 0xF1, 0x10),
    (198, 0x6B, 0x61),
];

fn stick(set: impl FnOnce(&mut Handle)) -> Input {
    let mut input = Input::default();
    set(&mut input.handles[0]);
    input
}

#[test]
fn it_moves_in_every_frame_and_leaves_silence() {
    let mut bally = PICTURE.start(Timing::Measured);
    frames(&mut bally, 20, &Input::default());
    let mut last = bally.picture();
    for _ in 0..400 {
        bally.run_frame(&Input::default());
        let picture = bally.picture();
        assert!(picture != last, "frame {}", bally.frames());
        assert!((1..=3).all(|value| picture.iter().flatten().any(|&pixel| pixel == value)));
        assert!(bally.samples().iter().all(|&sample| sample == 0));
        last = picture;
    }
    assert_eq!(bally.runaway(), None);
}

/// At the end of the data, every row was shown as it is in memory: no fish was moved while the beam was in it.
#[test]
fn every_picture_is_complete() {
    for timing in [Timing::Measured, Timing::WaitStates] {
        let mut bally = PICTURE.start(timing);
        frames(&mut bally, 20, &Input::default());
        let (right, up) = (stick(|handle| handle.right = true), stick(|handle| handle.up = true));
        for number in 20..320_u64 {
            bally.set_input(if number % 100 < 50 { &right } else { &up });
            let end = line_start(number * 262 + 214);
            bally.run(&Until::never().cycles(end - bally.cycles()));
            let memory = &bally.machine().backplane.bytes()[0x4000..][..ROWS * 40];
            let pixel = |x: usize, y: usize| memory[y * 40 + x / 4] >> (6 - 2 * (x % 4)) & 3;
            for (y, row) in bally.picture()[..ROWS].iter().enumerate() {
                let is_shown = (0..row.len()).all(|x| row[x] == pixel(x, y));
                assert!(is_shown, "{timing:?}, frame {number}, row {y}");
            }
        }
    }
}

#[test]
fn the_bands_have_their_colors_left_and_right_of_the_boundary() {
    let mut bally = PICTURE.start(Timing::Measured);
    frames(&mut bally, 100, &Input::default());
    let ends = BANDS[1..].iter().map(|band| band.0).chain([240]);
    for ((start, left, right), end) in BANDS.into_iter().zip(ends) {
        for line in start..end {
            assert_eq!([0, 351].map(|dot| bally.frame().color(dot, line)), [left, right], "line {line}");
        }
    }
    // The player's fish is in the middle: its pixels 72 to 87 are around the boundary at dot 176.
    assert_eq!([175, 176].map(|dot| bally.frame().color(dot, 30)), [0xDF, 0xE1]);
}

#[test]
fn the_stick_moves_the_fish_and_the_boundary() {
    let mut bally = PICTURE.start(Timing::Measured);
    let ends: [(Input, u8); 2] =
        [(stick(|handle| handle.right = true), 37), (stick(|handle| handle.left = true), 2)];
    for (input, boundary) in ends {
        frames(&mut bally, 160, &input);
        assert_eq!(register(&bally, "HORCB"), boundary);
    }
    for (input, row) in [(stick(|handle| handle.up = true), 14), (stick(|handle| handle.down = true), 76)] {
        frames(&mut bally, 100, &input);
        assert_eq!(bally.machine().peek(FISH + 2), row);
    }
    assert_eq!(bally.runaway(), None);
}

#[test]
fn a_touch_is_heard() {
    let mut bally = PICTURE.start(Timing::Measured);
    frames(&mut bally, 20, &Input::default());
    let input = stick(|handle| (handle.right, handle.down) = (true, true));
    let is_heard = (0..100).any(|_| {
        bally.run_frame(&input);
        bally.samples().iter().any(|&sample| sample != 0)
    });
    assert!(is_heard);
}

#[test]
fn the_trigger_turns_the_others_around_once() {
    let mut bally = PICTURE.start(Timing::Measured);
    frames(&mut bally, 30, &Input::default());
    let speeds = |bally: &Bally| {
        let byte = |fish: u16, at: u16| bally.machine().peek(FISH + fish * FISH_SIZE + at);
        [1, 2, 3, 4].map(|fish| i16::from_le_bytes([byte(fish, 3), byte(fish, 4)]))
    };
    assert_eq!(speeds(&bally), [0x80, -0x100, 0x140, -0x80]);
    frames(&mut bally, 5, &stick(|handle| handle.trigger = true));
    assert_eq!(speeds(&bally), [-0x80, 0x100, -0x140, 0x80]);
}

/// The notes of the first two bars as numbers of MIDI: C4 is 60.
const BARS: [[u8; 8]; 2] = [[60, 64, 67, 72, 76, 67, 72, 76], [60, 62, 69, 74, 77, 69, 74, 77]];
const NAMES: [&str; 3] = ["TONEA", "TONEB", "TONEC"];
const FRAMES_IN_SIXTEENTH: usize = 12;

/// Returns the pitch of a tone in semitones of MIDI.
fn pitch(bally: &Bally, voice: usize) -> f64 {
    let divider = |name| f64::from(register(bally, name)) + 1.0;
    69.0 + 12.0 * (894_886.0 / (divider("TONMO") * divider(NAMES[voice])) / 440.0).log2()
}

/// Returns the volumes of the tones A, B and C.
fn volumes(bally: &Bally) -> [u8; 3] {
    let both = register(bally, "VOLAB");
    [both & 15, both >> 4, register(bally, "VOLC") & 15]
}

/// Runs to the first frame with sound.
fn start() -> Bally {
    let mut bally = TUNE.start(Timing::Measured);
    for _ in 0..20 {
        bally.run_frame(&Input::default());
        if volumes(&bally) != [0; 3] {
            return bally;
        }
    }
    panic!("there is no sound");
}

#[test]
fn it_plays_the_first_bars() {
    let mut bally = start();
    for bar in BARS {
        for (sixteenth, note) in bar.iter().chain(&bar).enumerate() {
            let voice = (sixteenth % 8).min(2);
            assert!(
                (pitch(&bally, voice) - f64::from(*note)).abs() < 0.05,
                "sixteenth {sixteenth} is not {note}"
            );
            for _ in 0..FRAMES_IN_SIXTEENTH {
                assert!(volumes(&bally)[voice] > 0);
                bally.run_frame(&Input::default());
                assert!(bally.samples().iter().any(|sample| *sample != bally.samples()[0]));
            }
        }
    }
    assert_eq!(bally.runaway(), None);
}

/// All notes that sound are of the scale, and the piece begins again after its 35 bars.
#[test]
fn the_whole_piece_is_in_tune() {
    let mut bally = start();
    let mut heard = BTreeSet::new();
    for _ in 0..35 * 16 * FRAMES_IN_SIXTEENTH {
        for voice in (0..3).filter(|&voice| volumes(&bally)[voice] > 0) {
            let pitch = pitch(&bally, voice);
            assert!((pitch - pitch.round()).abs() < 0.08, "{pitch} in frame {}", bally.frames());
            heard.insert(pitch.round() as u8);
        }
        bally.run_frame(&Input::default());
    }
    // From C2, in the bars before the last, to A5.
    assert_eq!((heard.first(), heard.last(), heard.len()), (Some(&36), Some(&81), 31));
    assert!((pitch(&bally, 0) - 60.0).abs() < 0.05, "the first bar again");
    assert_eq!(bally.runaway(), None);
}

/// Returns the number of lit cells of a column: cell k, 1 to 15, begins in row 93 - 6 k.
fn cells(bally: &Bally, column: usize) -> u8 {
    let is_lit = |cell: usize| bally.frame().pixel([16, 64, 112][column], 93 - 6 * cell) == column as u8 + 1;
    (1..=15).filter(|&cell| is_lit(cell)).count() as u8
}

#[test]
fn the_columns_show_the_volumes() {
    let mut bally = start();
    let mut shown = BTreeSet::new();
    let mut last = [[0; 3]; 3];
    for _ in 0..400 {
        bally.run_frame(&Input::default());
        let volumes = volumes(&bally);
        // A picture shows the volumes of the frame before; a column that grows may be a frame later.
        for column in 0..3 {
            if last.iter().all(|earlier| earlier[column] == volumes[column]) {
                assert_eq!(cells(&bally, column), volumes[column], "column {column}");
            }
            shown.insert((column, cells(&bally, column)));
        }
        last = [last[1], last[2], volumes];
    }
    assert!(shown.len() > 25, "{shown:?}");
}
