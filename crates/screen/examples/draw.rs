//! Draws on the picture of Bally BASIC, shows it with block characters, and reads its text back.
//!
//! `cargo run -p arcadian-screen --example draw`
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use arcadian_screen::{
    Colors, Frame, Ink, Picture,
    blocks::{Depth, Grid, Layout},
    palette::Scale,
    recognize,
};

fn main() {
    let mut picture = Picture::new();
    for (x, code) in (-32..).step_by(6).zip(*b"BALLY BASIC") {
        picture.draw_code(x, 0, code);
    }
    picture.fill_box(0, 0, 80, 20, Ink::Reverse);
    picture.line((-40, -14), (39, -14), Ink::Foreground);

    let frame = Frame::new(picture, Colors::basic(7, 0));
    for line in Grid::new(&frame, Layout::Braille, Scale::default()).lines(Depth::None) {
        println!("{}", line.trim_end());
    }

    // A PNG of this frame is `png::encode(&frame, Zoom::square(4), Scale::default())`.
    let mut upright = frame.picture.clone();
    upright.fill_box(0, 0, 80, 20, Ink::Reverse);
    let text = recognize::text(&upright).concat();
    println!("{}", text.trim());
    assert_eq!(text.trim(), "BALLY BASIC");
}
