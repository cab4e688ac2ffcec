//! The reference model of the picture, pixel by pixel, and generators.

use arcadian_screen::{
    Colors, Frame, HEIGHT, Ink, Picture, WIDTH, Zoom,
    palette::{Scale, rgb},
};
use proptest::{collection::vec, prelude::*};

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
