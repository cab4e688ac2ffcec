//! Color bytes and registers.

use arcadian_screen::{
    Colors, Frame, Ink, Picture,
    palette::{Scale, rgb},
};

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
