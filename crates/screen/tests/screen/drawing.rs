//! Drawing, scrolling and the screen bytes against a model, pixel by pixel; glyphs, their codes and positions; color bytes and registers.

use std::collections::HashMap;

use arcadian_screen::font::{FIRST, LAST, char_of, code_of, glyph};
use arcadian_screen::palette::{Scale, rgb};
use arcadian_screen::{Colors, Frame, HEIGHT, Ink, Picture, Touched, WIDTH, Zoom};
use proptest::collection::vec;
use proptest::prelude::*;

fn boxed(x: i16, y: i16, w: i16, h: i16) -> (Picture, u32) {
    let mut picture = Picture::new();
    let touched = picture.fill_box(x, y, w, h, Ink::Foreground);
    (picture, touched.bytes)
}

#[test]
fn boxes_cover_the_pixels_that_the_listing_needs() {
    let cases = [
        ((-19, 14, 106, 31), Some((-72, 33, -1, 29))),
        ((54, 0, 41, 1), Some((34, 74, 0, 0))),
        ((34, 20, 1, 41), Some((34, 34, 0, 40))),
        ((21, 35, 13, 9), Some((15, 27, 31, 39))),
        ((0, 0, 1, 1), Some((0, 0, 0, 0))),
        ((0, 0, 2, 2), Some((-1, 0, -1, 0))),
        ((0, 0, 160, 88), Some((-80, 79, -44, 43))),
        ((0, 0, i16::MAX, i16::MAX), Some((-80, 79, -44, 43))),
        ((i16::MIN, 0, i16::MAX, 1), None),
        ((i16::MAX, i16::MAX, i16::MAX, i16::MAX), None),
        ((i16::MIN, i16::MIN, i16::MAX, i16::MAX), None),
        ((79, 43, 3, 3), Some((78, 79, 42, 43))),
        ((-80, -44, 3, 3), Some((-80, -79, -44, -43))),
        ((0, 0, 0, 5), None),
        ((0, 0, 5, 0), None),
        ((0, 0, -1, 5), None),
        ((0, 0, 5, i16::MIN), None),
    ];
    for ((x, y, w, h), expect) in cases {
        assert_eq!(bounds(&boxed(x, y, w, h).0), expect, "BOX {x},{y},{w},{h},1");
    }
}

#[test]
fn boxes_count_the_bytes_they_touch() {
    let cases = [
        ((-80, 43, 1, 1), 1),
        ((-77, 43, 2, 1), 1),
        ((-76, 43, 2, 1), 2),
        ((0, 0, 160, 88), 3520),
        ((0, 0, i16::MAX, i16::MAX), 3520),
        ((0, 0, 0, 0), 0),
        ((200, 0, 9, 9), 0),
    ];
    for ((x, y, w, h), expect) in cases {
        assert_eq!(boxed(x, y, w, h).1, expect, "BOX {x},{y},{w},{h},1");
    }
    assert_eq!(Picture::new().fill_box(0, 0, 9, 9, Ink::None), Touched::default());
}

#[test]
fn modes_have_inks() {
    let inks =
        [None, Some(Ink::Foreground), Some(Ink::Background), Some(Ink::Reverse), Some(Ink::None), None];
    assert_eq!([0, 1, 2, 3, 4, 5].map(Ink::from_mode), inks);
}

#[test]
fn screen_bytes_are_in_row_order() {
    let mut picture = Picture::new();
    picture.set_nibble(0, 0b1000);
    picture.set_nibble(41, 0xF1);
    picture.set_nibble(3520, 15);
    assert!(picture.at(0, 0) && picture.pixel(-80, 43));
    assert!(picture.at(7, 1) && !picture.at(6, 1));
    assert_eq!([0, 1, 41, 3519, 3520, usize::MAX].map(|index| picture.nibble(index)), [8, 0, 1, 0, 0, 0]);
}

#[test]
fn pixels_outside_are_background() {
    let (full, _) = boxed(0, 0, 160, 88);
    for (x, y) in [(-81, 0), (80, 0), (0, 44), (0, -45), (i16::MIN, i16::MIN), (i16::MAX, i16::MAX)] {
        assert!(!full.pixel(x, y), "{x},{y}");
    }
    for (column, row) in [(WIDTH, 0), (0, HEIGHT), (usize::MAX, usize::MAX)] {
        assert!(!full.at(column, row), "{column},{row}");
    }
}

/// Returns the pixels of a line by its definition: one per step along the longer direction, the other coordinate
/// rounded.
fn slow_line(from: (i16, i16), to: (i16, i16)) -> Vec<(i64, i64)> {
    let [x, y, to_x, to_y] = [from.0, from.1, to.0, to.1].map(i64::from);
    let (dx, dy) = (to_x - x, to_y - y);
    let steps = dx.abs().max(dy.abs());
    let along = |d: i64, step: i64| (2 * step * d + steps).div_euclid(2 * steps.max(1));
    (0..=steps).map(|step| (x + along(dx, step), y + along(dy, step))).collect()
}

fn check_line(mut picture: Picture, from: (i16, i16), to: (i16, i16), ink: Ink) {
    let mut model = Pixels::of(&picture);
    let mut drawn = Pixels::of(&Picture::new());
    for (x, y) in slow_line(from, to) {
        model.cover(x, y, ink);
        drawn.cover(x, y, if ink == Ink::None { ink } else { Ink::Foreground });
    }
    assert_eq!(picture.line(from, to, ink) as usize, drawn.count());
    assert_eq!(Pixels::of(&picture), model);
}

#[test]
fn lines_from_far_outside_are_exact() {
    let far = [i16::MIN, -1000, -45, 0, 43, 700, i16::MAX];
    let ends = || far.iter().flat_map(|&x| far.iter().map(move |&y| (x, y)));
    for from in ends() {
        for to in [(i16::MAX, i16::MIN), (i16::MIN, 17), (3, -2), (79, i16::MAX)] {
            check_line(Picture::new(), from, to, Ink::Foreground);
        }
    }
}

proptest! {
    #[test]
    fn boxes_equal_the_model(
        mut picture in any_picture(), x in -200..200_i16, y in -120..120_i16,
        w in -3..300_i16, h in -3..200_i16, ink in any_ink(),
    ) {
        let mut model = Pixels::of(&picture);
        let (left, bottom) = (i64::from(x - w / 2), i64::from(y - h / 2));
        for across in 0..i64::from(w) {
            (0..i64::from(h)).for_each(|up| model.cover(left + across, bottom + up, ink));
        }
        picture.fill_box(x, y, w, h, ink);
        prop_assert_eq!(Pixels::of(&picture), model);
    }

    #[test]
    fn lines_equal_the_model(
        picture in any_picture(), x in -120..120_i16, y in -80..80_i16,
        to_x in -120..120_i16, to_y in -80..80_i16, ink in any_ink(),
    ) {
        check_line(picture, (x, y), (to_x, to_y), ink);
    }

    #[test]
    fn a_reversing_line_undoes_itself_from_the_other_end(
        picture in noise(), from in any::<(i16, i16)>(), to in any::<(i16, i16)>(),
    ) {
        let mut twice = picture.clone();
        let count = twice.line(from, to, Ink::Reverse);
        prop_assert!(count <= WIDTH as u32);
        prop_assert_eq!(twice.line(to, from, Ink::Reverse), count);
        prop_assert_eq!(twice, picture);
    }

    #[test]
    fn drawing_never_panics(a in any::<(i16, i16)>(), b in any::<(i16, i16)>(), code: u8, ink in any_ink()) {
        let mut picture = Picture::new();
        let touched = picture.fill_box(a.0, a.1, b.0, b.1, ink);
        prop_assert!(touched.bytes <= 3520 && touched.rows <= 88 && touched.rows <= touched.bytes);
        picture.line(a, b, ink);
        picture.draw_code(a.0, b.1, code);
    }

    #[test]
    fn scrolling_equals_the_model(mut picture in noise(), rows in prop_oneof![0..100_usize, Just(usize::MAX)]) {
        let mut model = Pixels::of(&picture);
        picture.scroll_up(rows);
        model.scroll_up(rows);
        prop_assert_eq!(Pixels::of(&picture), model);
    }

    #[test]
    fn nibbles_equal_the_pixels(picture in noise(), index in 0..3520_usize) {
        let pixel = |bit: usize| u8::from(picture.at(index % 40 * 4 + bit, index / 40)) << (3 - bit);
        prop_assert_eq!(picture.nibble(index), (0..4).map(pixel).sum::<u8>());
    }
}

#[test]
fn clear_gives_a_new_picture() {
    let (mut picture, _) = boxed(3, 4, 50, 60);
    picture.clear();
    assert_eq!(picture, Picture::default());
}

/// Pixels as BASIC addresses them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pixels(Vec<Vec<bool>>);

impl Pixels {
    pub(crate) fn of(picture: &Picture) -> Self {
        Pixels((0..HEIGHT).map(|row| (0..WIDTH).map(|column| picture.at(column, row)).collect()).collect())
    }

    pub(crate) fn cover(&mut self, x: i64, y: i64, ink: Ink) {
        let (column, row) = (x + 80, 43 - y);
        if (0..WIDTH as i64).contains(&column) && (0..HEIGHT as i64).contains(&row) {
            let pixel = &mut self.0[row as usize][column as usize];
            *pixel = match ink {
                Ink::Foreground => true,
                Ink::Background => false,
                Ink::Reverse => !*pixel,
                Ink::None => *pixel,
            };
        }
    }

    pub(crate) fn scroll_up(&mut self, rows: usize) {
        for _ in 0..rows.min(HEIGHT) {
            self.0.remove(0);
            self.0.push(vec![false; WIDTH]);
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().flatten().filter(|pixel| **pixel).count()
    }
}

/// Returns the bounding box of the foreground: left, right, lowest, highest.
pub(crate) fn bounds(picture: &Picture) -> Option<(i16, i16, i16, i16)> {
    let lit = || (-80..80).flat_map(|x| (-44..44).map(move |y| (x, y))).filter(|&(x, y)| picture.pixel(x, y));
    let xs = || lit().map(|(x, _)| x);
    let ys = || lit().map(|(_, y)| y);
    Some((xs().min()?, xs().max()?, ys().min()?, ys().max()?))
}

pub(crate) fn any_ink() -> impl Strategy<Value = Ink> {
    prop_oneof![Just(Ink::Foreground), Just(Ink::Background), Just(Ink::Reverse), Just(Ink::None)]
}

/// Returns pictures of overlapping boxes, with edges, holes and empty parts.
pub(crate) fn any_picture() -> impl Strategy<Value = Picture> {
    let a_box = (-90..90_i16, -50..50_i16, 0..80_i16, 0..60_i16, any_ink());
    vec(a_box, 0..8).prop_map(|boxes| {
        let mut picture = Picture::new();
        for (x, y, w, h, ink) in boxes {
            picture.fill_box(x, y, w, h, ink);
        }
        picture
    })
}

/// Returns pictures of random pixels.
pub(crate) fn noise() -> impl Strategy<Value = Picture> {
    vec(0..16_u8, WIDTH * HEIGHT / 4).prop_map(|nibbles| {
        let mut picture = Picture::new();
        for (index, bits) in nibbles.into_iter().enumerate() {
            picture.set_nibble(index, bits);
        }
        picture
    })
}

/// Returns frames whose program may be visible and whose sides may differ.
pub(crate) fn any_frame() -> impl Strategy<Value = Frame> {
    let lines = prop_oneof![Just(176_u8), any::<u8>()];
    let colors = (any::<[u8; 4]>(), any::<[u8; 4]>(), prop_oneof![Just(41_u8), any::<u8>()], lines)
        .prop_map(|(left, right, boundary, lines)| Colors { left, right, boundary, lines });
    let colors = prop_oneof![any::<(u8, u8)>().prop_map(|(bc, fc)| Colors::basic(bc, fc)), colors];
    (any_picture(), any_picture(), colors).prop_map(|(picture, program, colors)| Frame {
        picture,
        program,
        colors,
    })
}

/// Returns the expected red, green and blue of every dot of a file, row by row.
pub(crate) fn dots(frame: &Frame, zoom: Zoom, scale: Scale) -> Vec<[u8; 3]> {
    let dot = |x: u32, y: u32| rgb(frame.color((x / zoom.x()) as usize, (y / zoom.y()) as usize), scale);
    (0..zoom.height()).flat_map(|y| (0..zoom.width()).map(move |x| dot(x, y))).collect()
}

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
