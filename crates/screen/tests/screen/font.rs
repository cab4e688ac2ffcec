//! Glyphs, their codes and positions; color bytes and registers.

use std::collections::HashMap;

use arcadian_screen::{
    Colors, Frame, Ink, Picture,
    font::{FIRST, LAST, char_of, code_of, glyph},
    palette::{Scale, rgb},
};
use proptest::prelude::*;

use crate::drawing::{Pixels, any_picture, bounds};

/// Returns a glyph without the blank rows and columns around its ink.
fn cropped(rows: [u8; 7]) -> Vec<u8> {
    let right = rows.iter().fold(0, |any, row| any | row).trailing_zeros();
    let first = rows.iter().position(|row| *row != 0).unwrap_or(0);
    let last = rows.iter().rposition(|row| *row != 0).unwrap_or(0);
    rows[first..=last].iter().map(|row| row >> right.min(5)).collect()
}

#[test]
fn glyphs_differ_at_any_position() {
    let mut seen = HashMap::new();
    for code in FIRST..=LAST {
        let twin = seen.insert(cropped(glyph(code).unwrap()), code);
        assert_eq!(twin.and_then(char_of), None, "the same ink as {:?}", char_of(code));
    }
}

#[test]
fn only_the_blank_is_blank() {
    let blank: Vec<u8> = (0..=255).filter(|&code| glyph(code) == Some([0; 7])).collect();
    assert_eq!(blank, b" ");
}

#[test]
fn codes_and_characters_are_one_to_one() {
    let shown: String = (0..=255).filter_map(char_of).collect();
    assert_eq!(shown, r##" !"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]↑←→↓×÷"##);
    assert!((FIRST..=LAST).all(|code| char_of(code).and_then(code_of) == Some(code)));
    assert_eq!(['a', '^', '_', '\n', 'Ä'].map(code_of), [None; 5]);
}

#[test]
fn a_glyph_has_seven_rows_of_five_bits() {
    assert_eq!(glyph(b'F'), Some([0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000]));
    assert_eq!([0, 31, 100, 255].map(glyph), [None; 4]);
}

/// In braille, where a pixel is a dot, similar signs are hard to distinguish.
#[test]
fn signs_differ_by_several_pixels() {
    let pixels = |sign| {
        u64::from_be_bytes({
            let rows = glyph(code_of(sign).unwrap()).unwrap();
            std::array::from_fn(|row| rows.get(row).copied().unwrap_or(0))
        })
    };
    let distance = |a, b| (pixels(a) ^ pixels(b)).count_ones();
    let signs: Vec<char> =
        (FIRST + 1..=LAST).filter_map(char_of).filter(|c| !c.is_ascii_alphanumeric()).collect();
    for (a, b) in signs.iter().flat_map(|a| signs.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b) {
        assert!(distance(a, b) >= 4, "{a} {b}: {}", distance(a, b));
    }
    assert!(distance(':', ';') >= 9);
}

fn drawn(cx: i16, cy: i16, code: u8) -> Picture {
    let mut picture = Picture::new();
    picture.draw_code(cx, cy, code);
    picture
}

#[test]
fn the_glyph_is_centered_left_of_cx() {
    assert_eq!(bounds(&drawn(0, 0, b'H')), Some((-3, 1, -3, 3)));
    assert_eq!(bounds(&drawn(-77, 40, b'H')), Some((-80, -76, 37, 43)));
}

#[test]
fn the_whole_cell_is_overwritten() {
    let mut picture = Picture::new();
    picture.fill_box(0, 0, 160, 88, Ink::Foreground);
    picture.draw_code(10, -20, b' ');
    let holes = (-80..80).flat_map(|x| (-44..44).map(move |y| (x, y))).filter(|&(x, y)| !picture.pixel(x, y));
    let cell: Vec<_> = (7..=12).flat_map(|x| (-24..=-17).map(move |y| (x, y))).collect();
    assert_eq!(holes.collect::<Vec<_>>(), cell);
}

#[test]
fn codes_without_a_glyph_draw_nothing() {
    let mut picture = drawn(0, 0, b'A');
    let before = picture.clone();
    (0..32).chain(100..=255).for_each(|code| picture.draw_code(0, 0, code));
    assert_eq!(picture, before);
}

proptest! {
    #[test]
    fn cells_equal_the_model(
        mut picture in any_picture(), cx in -90..90_i16, cy in -52..52_i16, code in FIRST..=LAST,
    ) {
        let mut model = Pixels::of(&picture);
        let glyph = glyph(code).unwrap();
        for (row, column) in (0..8).flat_map(|row| (0..6).map(move |column| (row, column))) {
            let ink = glyph.get(row).is_some_and(|bits| u16::from(*bits) << 1 >> (5 - column) & 1 == 1);
            let ink = if ink { Ink::Foreground } else { Ink::Background };
            model.cover(i64::from(cx) - 3 + column as i64, i64::from(cy) + 3 - row as i64, ink);
        }
        picture.draw_code(cx, cy, code);
        prop_assert_eq!(Pixels::of(&picture), model);
    }
}

/// Color bytes, and their colors in both scales.
const TABLE: [(u8, u32, u32); 11] = [
    (0x00, 0x00_0000, 0x00_0000),
    (0x01, 0x22_2222, 0x24_2424),
    (0x07, 0xEE_EEEE, 0xFF_FFFF),
    (0x0C, 0xAD_3DFF, 0xB7_47FF),
    (0x2C, 0xFF_17FF, 0xFF_21FF),
    (0x4C, 0xFF_344F, 0xFF_3D59),
    (0x6C, 0xF2_8100, 0xFC_8B00),
    (0x8C, 0x63_D300, 0x6C_DD00),
    (0xAC, 0x00_F900, 0x00_FF00),
    (0xCC, 0x00_DCC1, 0x00_E6CB),
    (0xEC, 0x1E_8FFF, 0x27_98FF),
];

#[test]
fn color_bytes_follow_the_formula() {
    let number = |[red, green, blue]: [u8; 3]| u32::from_be_bytes([0, red, green, blue]);
    for (byte, mame, full) in TABLE {
        assert_eq!(number(rgb(byte, Scale::Mame)), mame, "{byte:02X} by MAME's scale");
        assert_eq!(number(rgb(byte, Scale::Full)), full, "{byte:02X} by the full scale");
    }
}

#[test]
fn sines_are_exact() {
    for byte in 8..=255_u8 {
        let angle = f64::from(byte >> 3) * std::f64::consts::TAU / 32.0;
        let y = f64::from(byte & 7) / 7.0;
        let (red, blue) = (y + 0.75 * angle.sin(), y + 1.15 * angle.cos());
        let green = (y - 0.299 * red - 0.114 * blue) / 0.587;
        let expect = [red, green, blue].map(|channel| (channel * 255.0).clamp(0.0, 255.0));
        for (channel, expect) in rgb(byte, Scale::Full).into_iter().zip(expect) {
            assert!((f64::from(channel) - expect).abs() < 0.5 + 1e-9, "{byte:02X}");
        }
    }
}

#[test]
fn power_up_is_black_on_white() {
    let colors = Colors { left: [7, 7, 0, 0], right: [0; 4], boundary: 41, lines: 176 };
    assert_eq!(Colors::default(), colors);
    assert_eq!(Frame::default(), Frame::new(Picture::new(), colors));
}

/// Returns a frame with all four pixel values in the upper left corner and at column 80.
fn four_values(boundary: u8) -> Frame {
    let mut frame = Frame {
        colors: Colors { left: [10, 11, 12, 13], right: [20, 21, 22, 23], boundary, lines: 176 },
        ..Frame::default()
    };
    for x in [-78, 2] {
        frame.picture.fill_box(x + 1, 43, 2, 1, Ink::Foreground);
        for odd in [x - 1, x + 1] {
            frame.program.fill_box(odd, 43, 1, 1, Ink::Foreground);
        }
    }
    frame
}

#[test]
fn rows_without_data_have_the_color_of_the_border() {
    let mut frame = four_values(20 + 0xC0);
    frame.picture.fill_box(0, 0, 160, 88, Ink::Foreground);
    for (lines, rows) in [(176, 88), (255, 88), (88, 44), (87, 44), (1, 1), (0, 0)] {
        frame.colors.lines = lines;
        for row in 0..88 {
            let expect = if row < rows { frame.colors.left[2] } else { frame.colors.left[3] };
            assert_eq!(frame.color(10, row), expect, "{lines} lines, row {row}");
        }
    }
    assert_eq!(frame.color(150, 0), 23);
}

#[test]
fn a_pixel_has_the_color_of_its_value_and_side() {
    let left = [10, 11, 12, 13];
    let right = [20, 21, 22, 23];
    for (boundary, expect) in [
        (0, [right, right]),
        (20, [left, right]),
        (21, [left, left]),
        (40, [left, left]),
        (63, [left, left]),
        (84, [left, right]),
    ] {
        let frame = four_values(boundary);
        let shown = [0, 80].map(|column| [0, 1, 2, 3].map(|value| frame.color(column + value, 0)));
        assert_eq!(shown, expect, "boundary {boundary}");
    }
}
