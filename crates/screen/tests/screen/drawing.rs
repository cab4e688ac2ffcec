//! BOX, LINE, scrolling and the screen bytes.

use crate::model::{Pixels, any_ink, any_picture, bounds, noise};
use arcadian_screen::{HEIGHT, Ink, Picture, Touched, WIDTH};
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
