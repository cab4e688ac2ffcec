//! The moving picture.

use arcadian_bally::{Handle, Input, Timing, line_start};
use arcadian_machine::Until;

use super::{PICTURE, register};
use crate::rig::frames;

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
    let speeds = |bally: &arcadian_bally::Bally| {
        let byte = |fish: u16, at: u16| bally.machine().peek(FISH + fish * FISH_SIZE + at);
        [1, 2, 3, 4].map(|fish| i16::from_le_bytes([byte(fish, 3), byte(fish, 4)]))
    };
    assert_eq!(speeds(&bally), [0x80, -0x100, 0x140, -0x80]);
    frames(&mut bally, 5, &stick(|handle| handle.trigger = true));
    assert_eq!(speeds(&bally), [-0x80, 0x100, -0x140, 0x80]);
}
