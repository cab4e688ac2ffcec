//! Positions of characters.

use crate::model::{Pixels, any_picture, bounds};
use arcadian_screen::{Ink, Picture, font};
use proptest::prelude::*;

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
        mut picture in any_picture(), cx in -90..90_i16, cy in -52..52_i16, code in font::FIRST..=font::LAST,
    ) {
        let mut model = Pixels::of(&picture);
        let glyph = font::glyph(code).unwrap();
        for (row, column) in (0..8).flat_map(|row| (0..6).map(move |column| (row, column))) {
            let ink = glyph.get(row).is_some_and(|bits| u16::from(*bits) << 1 >> (5 - column) & 1 == 1);
            let ink = if ink { Ink::Foreground } else { Ink::Background };
            model.cover(i64::from(cx) - 3 + column as i64, i64::from(cy) + 3 - row as i64, ink);
        }
        picture.draw_code(cx, cy, code);
        prop_assert_eq!(Pixels::of(&picture), model);
    }
}
