//! The picture: geometry, colors, and the line on which a register takes effect. Magic writes and the intercept, through the bus of the
//! whole machine.

use arcadian_bally::{RASTER_HEIGHT, RASTER_WIDTH, VideoFrame};
use arcadian_screen::palette::{Scale, rgb};

use crate::{Rig, address, hex, rows};

const HORCB: u16 = 0x09;
const VERBL: u16 = 0x0A;
const WHITE: u8 = 7;

/// Returns whether each dot is not black, line by line.
fn bright(frame: &VideoFrame) -> Vec<Vec<bool>> {
    (0..RASTER_HEIGHT).map(|y| (0..RASTER_WIDTH).map(|x| frame.color(x, y) != 0).collect()).collect()
}

/// Returns the first and the last number of those that are set.
fn span(set: impl Iterator<Item = bool>) -> Option<(usize, usize)> {
    let numbers: Vec<usize> =
        set.enumerate().filter(|(_, is_set)| *is_set).map(|(number, _)| number).collect();
    Some((*numbers.first()?, *numbers.last()?))
}

fn table(what: &str) -> Vec<Vec<&'static str>> {
    let rows = rows(include_str!("../data/video.csv"));
    rows.into_iter().filter(|row| row[0] == what).collect()
}

fn measured(first: &str, last: &str) -> Option<(usize, usize)> {
    Some((first.parse().ok()?, last.parse().ok()?))
}

#[test]
fn a_pixel_is_two_dots_wide_and_two_lines_high() {
    let table = table("pixel");
    assert_eq!(table.len(), 7);
    for row in table {
        let mut rig = Rig::new();
        let (at, byte) = row[1].split_once(':').expect("address and byte");
        (3..8).step_by(4).for_each(|port| rig.out(port, WHITE));
        rig.out(HORCB, 20);
        rig.out(VERBL, 204);
        rig.poke(address(at), hex(byte));
        let dots = bright(rig.draw());
        let across = span((0..RASTER_WIDTH).map(|x| dots.iter().any(|line| line[x])));
        let down = span(dots.iter().map(|line| line.contains(&true)));
        assert_eq!((across, down), (measured(row[2], row[3]), measured(row[4], row[5])), "{row:?}");
    }
}

#[test]
fn horcb_is_the_boundary_of_the_colors() {
    let table = table("boundary");
    assert_eq!(table.len(), 11);
    for row in table {
        let mut rig = Rig::new();
        (4..8).for_each(|port| rig.out(port, WHITE));
        rig.out(HORCB, hex(row[1]));
        let dots = bright(rig.draw());
        let left = dots[100].iter().take_while(|is_bright| **is_bright).count();
        assert_eq!(left.to_string(), row[2], "{row:?}");
        assert!(dots[100][left..].iter().all(|is_bright| !is_bright));
    }
}

#[test]
fn the_border_shows_the_pixel_value_in_horcb() {
    let table = table("border");
    assert_eq!(table.len(), 4);
    for row in table {
        let mut rig = Rig::new();
        for value in 0..4 {
            rig.out(value, 0x20 + value as u8);
            rig.out(4 + value, 0x40 + value as u8);
        }
        rig.out(HORCB, hex(row[1]));
        let frame = rig.draw();
        let value = hex(row[1]) >> 6;
        assert_eq!((frame.color(2, 2), frame.color(349, 2)), (0x40 + value, 0x20 + value));
        // The measured colors are those of the same bytes in the palette.
        let palette = rows(include_str!("../data/palette.csv"));
        let color = |byte: u8| palette[usize::from(byte)][1];
        assert_eq!((color(0x40 + value), color(0x20 + value)), (row[2], row[3]));
    }
}

/// VERBL values beyond screen memory: MAME reads past the end of its RAM there, and what it shows is not defined. Here a
/// row after the end of the memory continues at its start, as on a machine whose address lines stop at 4 K.
const BEYOND_MEMORY: [u8; 2] = [218, 255];

#[test]
fn verbl_is_the_number_of_lines_with_data() {
    let table = table("lines");
    assert_eq!(table.len(), 14);
    for row in table {
        let mut rig = Rig::new();
        rig.out(7, WHITE);
        rig.out(HORCB, 44);
        (0x4000..0x5000).for_each(|at| rig.poke(at, 0xFF));
        let verbl = row[1].parse().expect("a number");
        rig.out(VERBL, verbl);
        let dots = bright(rig.draw());
        let shown = span(dots.iter().map(|line| line[100]));
        if BEYOND_MEMORY.contains(&verbl) {
            assert_eq!(measured(row[2], row[3]), Some((22, 231)));
            assert_eq!(shown, Some((22, 239)));
        } else {
            assert_eq!(shown, measured(row[2], row[3]), "{row:?}");
        }
    }
}

/// Returns the cycle of a position in lines.
fn cycle_at(line: f64) -> u64 {
    (line * 113.75).round() as u64
}

#[test]
fn a_register_takes_effect_on_the_line_in_which_it_is_written() {
    let table = rows(include_str!("../data/raster.csv"));
    assert_eq!(table.len(), 9);
    for row in table {
        let at: f64 = row[0].parse().expect("a number");
        let mut rig = Rig::new();
        rig.out(HORCB, 44);
        rig.draw();
        // The loop of the processor takes 12 cycles; the write must not come later than the measured one.
        let start = 59_605 * 2;
        rig.run_to(start + cycle_at(at) - 12);
        rig.out(4, WHITE);
        rig.run_to(start + cycle_at(at + 50.0) - 12);
        rig.out(4, 0);
        rig.run_to(start + cycle_at(241.0));
        let dots = bright(rig.chips().frame());
        assert_eq!(span(dots.iter().map(|line| line[0])), measured(row[1], row[2]), "{row:?}");
        assert!(dots.iter().all(|line| line.iter().all(|dot| *dot == line[0])), "whole lines");
    }
}

#[test]
fn the_palette_is_mames_but_for_rounding() {
    let table = rows(include_str!("../data/palette.csv"));
    assert_eq!(table.len(), 256);
    for row in table {
        let measured: Vec<u8> = (0..3).map(|channel| hex(&row[1][2 * channel..][..2])).collect();
        for (ours, measured) in rgb(hex(row[0]), Scale::Mame).into_iter().zip(measured) {
            // MAME truncates, `arcadian_screen::palette` rounds.
            assert!(ours == measured || ours == measured + 1, "{row:?}");
        }
    }
}

#[test]
fn the_raster_is_the_color_of_each_dot() {
    let mut bally = crate::busy();
    for _ in 0..40 {
        bally.run_frame(&Default::default());
    }
    let frame = bally.frame();
    let raster = frame.raster();
    for (index, color) in raster.iter().enumerate() {
        assert_eq!(*color, frame.color(index % RASTER_WIDTH, index / RASTER_WIDTH));
    }
    let picture = bally.picture();
    for (y, row) in picture.iter().enumerate() {
        for (x, &value) in row.iter().enumerate() {
            assert_eq!(value, frame.pixel(x, y));
            assert_eq!(frame.pixel_color(x, y), raster[(22 + 2 * y) * RASTER_WIDTH + 16 + 2 * x]);
        }
    }
    assert!(picture.iter().flatten().any(|&value| value == 3), "the cartridge draws");
    assert_eq!(picture[101], [0; 160], "below the last line with data is the background");
    assert_eq!((frame.color(RASTER_WIDTH, 0), frame.color(0, RASTER_HEIGHT)), (0, 0));
    assert_eq!((frame.pixel(160, 0), frame.pixel_color(0, 102)), (0, 0));
}

#[test]
fn the_picture_is_the_memory_when_nothing_draws() {
    let mut rig = Rig::new();
    rig.out(VERBL, 204);
    (0x4000..0x5000).for_each(|at: u16| rig.poke(at, (at % 251) as u8));
    let picture = rig.draw().picture();
    for (y, row) in picture.iter().enumerate() {
        for (x, &value) in row.iter().enumerate() {
            let byte = rig.read(0x4000 + (y * 40 + x / 4) as u16);
            assert_eq!(value, byte >> (6 - 2 * (x % 4)) & 3);
        }
    }
}

/// The picture with CONCM = 1 was measured with memory filled like this, for four settings of HORCB and VERBL. After 51
/// lines the memory of a home machine ends; MAME reads past its end there.
#[test]
fn high_resolution_has_80_bytes_in_each_line() {
    for (horcb, verbl) in [(20, 204), (0x54, 204), (41, 100), (0xC5, 33)] {
        let mut rig = Rig::new();
        (0..4).for_each(|value| rig.out(value, 2 * value as u8 + 1));
        (4..8).for_each(|value| rig.out(value, 2 * (value as u8 - 4)));
        rig.out(0x08, 1);
        rig.out(HORCB, horcb);
        rig.out(VERBL, verbl);
        let byte = |offset: usize| (offset * 37 + (offset >> 5)) as u8;
        (0..0x1000).for_each(|offset| rig.poke(0x4000 + offset, byte(offset.into())));
        let frame = rig.draw();
        let raster = frame.raster();
        for line in 0..22 + 51 {
            for dot in 0..RASTER_WIDTH {
                let is_data = (16..336).contains(&dot) && line >= 22 && line < 22 + usize::from(verbl);
                let value = if is_data {
                    byte((line - 22) * 80 + (dot - 16) / 4) >> (6 - 2 * (dot % 4)) & 3
                } else {
                    horcb >> 6
                };
                let is_left = dot < 16 + 8 * usize::from(horcb & 63);
                let color = 2 * value + u8::from(!is_left);
                assert_eq!((frame.value(dot, line), frame.color(dot, line)), (value, color), "{dot} {line}");
                assert_eq!(raster[line * RASTER_WIDTH + dot], color);
            }
        }
    }
}

const MAGIC: u16 = 0x0C;
const XPAND: u16 = 0x19;
const INTERCEPT: u16 = 0x08;

/// Writes a byte over another one and returns what is in memory then.
fn store(rig: &mut Rig, at: u16, old: u8, data: u8) -> u8 {
    rig.poke(at + 0x4000, old);
    rig.write(at, data);
    rig.read(at + 0x4000)
}

#[test]
fn sequences_of_writes() {
    let mut rig = Rig::new();
    let table = rows(include_str!("../data/magic-sequences.csv"));
    assert_eq!(table.len(), 6144);
    for row in table {
        let [mode, xpand, step, old, data, screen, intercept] =
            [0, 1, 3, 4, 5, 6, 7].map(|column| hex(row[column]));
        if step == 1 {
            rig.out(XPAND, xpand);
            rig.out(MAGIC, mode);
            rig.input(INTERCEPT);
        }
        let stored = store(&mut rig, 0x100 + u16::from(step), old, data);
        assert_eq!((stored, rig.input(INTERCEPT)), (screen, intercept), "{row:?}");
    }
}

#[test]
fn single_writes() {
    let mut rig = Rig::new();
    for row in rows(include_str!("../data/magic-single.csv")) {
        let [mode, xpand, old, data, screen, intercept] = [0, 1, 2, 3, 4, 5].map(|column| hex(row[column]));
        rig.out(XPAND, xpand);
        rig.out(MAGIC, mode);
        rig.input(INTERCEPT);
        assert_eq!((store(&mut rig, 0x200, old, data), rig.input(INTERCEPT)), (screen, intercept), "{row:?}");
    }
}

#[test]
fn three_writes_before_the_intercept_is_read() {
    let mut rig = Rig::new();
    let table = rows(include_str!("../data/intercept.csv"));
    assert_eq!(table.len(), 400);
    for row in table {
        rig.out(MAGIC, hex(row[0]));
        rig.input(INTERCEPT);
        for write in 0..3 {
            store(
                &mut rig,
                0x201 + write,
                hex(row[1 + 2 * usize::from(write)]),
                hex(row[2 + 2 * usize::from(write)]),
            );
        }
        assert_eq!([rig.input(INTERCEPT), rig.input(INTERCEPT)], [hex(row[7]), hex(row[8])], "{row:?}");
    }
}

const EXHAUSTIVE: &[u8] = include_bytes!("../data/magic-exhaustive.bin");

/// The values of two bytes, the first one slowest.
fn pairs() -> impl Iterator<Item = (u8, u8)> {
    (0..=0xFFFF_u16).map(|pair| pair.to_be_bytes().into())
}

#[test]
fn all_bytes_through_every_function() {
    let mut rig = Rig::new();
    let mut expected = EXHAUSTIVE.iter().copied();
    let mut check = |found: &[u8], what: &str| {
        for &byte in found {
            assert_eq!(Some(byte), expected.next(), "{what}");
        }
    };
    for shift in 0..4 {
        for (one, two) in pairs() {
            rig.out(MAGIC, shift);
            rig.write(0x10, one);
            rig.write(0x11, two);
            check(&[rig.read(0x4011)], "shift");
        }
    }
    for mode in [0x10, 0x20, 0x30] {
        rig.out(MAGIC, mode);
        for (old, data) in pairs() {
            rig.poke(0x4010, old);
            rig.input(INTERCEPT);
            rig.write(0x10, data);
            check(&[rig.read(0x4010), rig.input(INTERCEPT)], "OR and XOR");
        }
    }
    rig.out(MAGIC, 0x40);
    for data in 0..=0xFF {
        rig.write(0x10, data);
        check(&[rig.read(0x4010)], "flop");
    }
    for xpand in 0..16 {
        rig.out(XPAND, xpand);
        for data in 0..=0xFF {
            rig.out(MAGIC, 8);
            rig.write(0x10, data);
            rig.write(0x11, data);
            check(&[rig.read(0x4010), rig.read(0x4011)], "expand");
        }
    }
}

#[test]
fn rotated_blocks() {
    let mut rig = Rig::new();
    let blocks = &EXHAUSTIVE[EXHAUSTIVE.len() - 2000 * 16..];
    // What the experiment before this one left in memory.
    rig.poke(0x4011, 0xFF);
    let mut before = [0xFF, 0, 0, 0, 0, 0, 0, 0];
    for (number, block) in blocks.chunks(16).enumerate() {
        rig.out(MAGIC, 4);
        for (step, write) in (0..).zip(block.chunks(2)) {
            let [data, screen] = *write else { panic!("a pair") };
            rig.write(0x11 + step, data);
            let found = rig.read(0x4011 + step);
            assert_eq!(found, screen, "block {number}, step {step}");
            if step < 4 {
                assert_eq!(found, before[usize::from(step)], "the first four writes store nothing");
            }
            before[usize::from(step)] = found;
        }
    }
}

#[test]
fn what_resets_what() {
    let mut rig = Rig::new();
    // A write of MAGIC does not clear the intercept.
    rig.out(MAGIC, 0x10);
    store(&mut rig, 0x300, 0xFF, 0xFF);
    rig.out(MAGIC, 0);
    assert_eq!(rig.input(INTERCEPT), 0xFF);
    // A write of XPAND does not reset the order of the nibbles.
    rig.out(XPAND, 0x0C);
    rig.out(MAGIC, 8);
    rig.write(0x300, 0xA5);
    rig.out(XPAND, 0x0C);
    rig.write(0x300, 0xA5);
    assert_eq!(rig.read(0x4300), 0x33);
    // Neither a read of magic memory nor a plain write changes what a shift moves in.
    for is_plain in [false, true] {
        rig.out(MAGIC, 1);
        rig.write(0x300, 0xFF);
        if is_plain {
            rig.write(0x4300, 0);
        } else {
            assert_eq!(rig.read(0x300), 0xFF);
        }
        rig.write(0x301, 0);
        assert_eq!(rig.read(0x4301), 0xC0);
    }
}

#[test]
fn only_writes_below_1000_are_magic() {
    for row in rows(include_str!("../data/memory.csv")) {
        let mut rig = Rig::with(arcadian_bally::Config::default());
        rig.out(MAGIC, 0x40);
        if !row[0].is_empty() {
            rig.write(address(row[1]), hex(row[0]));
        }
        assert_eq!(rig.read(address(row[2])), hex(row[3]), "{row:?}");
    }
}
