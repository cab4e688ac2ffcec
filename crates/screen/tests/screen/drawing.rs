//! Drawing, scrolling and the screen bytes against a model, pixel by pixel.

use arcadian_screen::{
    Colors, Frame, HEIGHT, Ink, Picture, Touched, WIDTH, Zoom,
    palette::{Scale, rgb},
};
use proptest::{collection::vec, prelude::*};

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
