//! PNG and GIF, read back by decoders, and SVG.

use crate::model::{any_frame, dots};
use arcadian_screen::{
    Aspect, Colors, Frame, HEIGHT, Ink, Picture, WIDTH, Zoom, gif, palette::Scale, png, svg,
};
use proptest::{collection::vec, prelude::*};

fn lettered(code: u8) -> Frame {
    let mut frame = Frame::default();
    frame.picture.draw_code(0, 0, code);
    frame
}

pub(crate) fn decoded_png(file: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(::png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width, info.height, bytes.as_chunks().0.to_vec())
}

#[test]
fn a_png_has_the_bits_that_its_colors_need() {
    let depth = |frame: &Frame| png::encode(frame, Zoom::TV, Scale::Mame).unwrap()[24];
    let mut frame = lettered(b'A');
    assert_eq!(depth(&Frame::default()), 1);
    assert_eq!(depth(&frame), 1);
    frame.colors.boundary = 20;
    frame.colors.right = [1, 1, 2, 2];
    assert_eq!(depth(&frame), 2);
    frame.program.fill_box(0, 0, 160, 44, Ink::Foreground);
    frame.colors = Colors { left: [1, 2, 3, 4], right: [5, 6, 7, 8], boundary: 20, lines: 176 };
    assert_eq!(depth(&frame), 4);
}

#[test]
fn zooms_are_bounded() {
    assert_eq!((Zoom::TV.width(), Zoom::TV.height()), (960, 616));
    assert_eq!(Zoom::new(0, u32::MAX), Zoom::new(1, Zoom::MAX));
    assert_eq!(Zoom::square(3), Zoom::new(3, 3));
}

/// Returns what a player shows: the delay and all dots of every frame.
pub(crate) fn played(file: &[u8]) -> Vec<(u16, Vec<[u8; 3]>)> {
    let mut decoder = ::gif::DecodeOptions::new().read_info(file).unwrap();
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let width = usize::from(decoder.width());
    let mut canvas = vec![[0; 3]; width * usize::from(decoder.height())];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let colors = frame.palette.as_ref().unwrap().as_chunks().0;
        for (row, line) in frame.buffer.chunks(frame.width.into()).enumerate() {
            let start = (usize::from(frame.top) + row) * width + usize::from(frame.left);
            (start..).zip(line).for_each(|(at, dot)| canvas[at] = colors[usize::from(*dot)]);
        }
        shown.push((frame.delay, canvas.clone()));
    }
    shown
}

fn recorded(frames: &[(Frame, u32)], zoom: Zoom) -> Vec<u8> {
    let mut recorder = gif::Recorder::new(Vec::new(), zoom, Scale::Mame).unwrap();
    frames.iter().for_each(|(frame, time)| recorder.push(frame, *time).unwrap());
    recorder.finish().unwrap()
}

fn delays(frames: &[(Frame, u32)]) -> Vec<u16> {
    played(&recorded(frames, Zoom::square(1))).into_iter().map(|(delay, _)| delay).collect()
}

#[test]
fn times_of_unchanged_and_short_frames_are_added() {
    let [a, b] = [b'A', b'B'].map(lettered);
    let frame = |frame: &Frame, time| (frame.clone(), time);
    assert_eq!(delays(&[frame(&a, 5), frame(&a, 6), frame(&b, 7)]), [11, 7], "unchanged");
    assert_eq!(delays(&[frame(&a, 1), frame(&b, 1), frame(&a, 9)]), [2, 9], "too short");
    assert_eq!(delays(&[frame(&a, 5), frame(&b, 1), frame(&a, 9)]), [5, 10], "changed and changed back");
    assert_eq!(delays(&[frame(&a, u32::MAX), frame(&a, u32::MAX)]), [u16::MAX], "longest");
    assert_eq!(delays(&[]), [0; 0], "empty");
}

#[test]
fn unchanged_frames_take_no_bytes() {
    let still = |count| recorded(&vec![(lettered(b'A'), 2); count], Zoom::TV).len();
    assert_eq!(still(1), still(1000));
}

#[test]
fn only_changes_are_stored() {
    let file = recorded(&[(lettered(b'A'), 5), (lettered(b'B'), 5)], Zoom::TV);
    let mut decoder = ::gif::DecodeOptions::new().read_info(&file[..]).unwrap();
    decoder.next_frame_info().unwrap();
    let second = decoder.next_frame_info().unwrap().unwrap();
    assert_eq!((second.left, second.top, second.width, second.height), (77 * 6, 40 * 7, 5 * 6, 7 * 7));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_png_decodes_to_the_picture(frame in any_frame(), x in 1..4_u32, y in 1..4_u32, full: bool) {
        let (zoom, scale) = (Zoom::new(x, y), if full { Scale::Full } else { Scale::Mame });
        let file = png::encode(&frame, zoom, scale).unwrap();
        prop_assert!(decoded_png(&file) == (zoom.width(), zoom.height(), dots(&frame, zoom, scale)));
    }

    #[test]
    fn a_gif_shows_every_frame(frames in vec(any_frame(), 1..5), x in 1..3_u32, y in 1..3_u32) {
        let zoom = Zoom::new(x, y);
        let mut expect: Vec<_> = frames.iter().map(|frame| dots(frame, zoom, Scale::Mame)).collect();
        expect.dedup();
        let timed: Vec<_> = frames.into_iter().map(|frame| (frame, 4)).collect();
        let shown: Vec<_> = played(&recorded(&timed, zoom)).into_iter().map(|(_, dots)| dots).collect();
        prop_assert!(shown == expect);
    }

    #[test]
    fn an_svg_paints_the_picture(frame in any_frame()) {
        let colors = painted(&svg::encode(&frame, Aspect::Square, Scale::Mame));
        prop_assert!(colors == dots(&frame, Zoom::square(1), Scale::Mame));
    }
}

/// Returns the value of an attribute of a line.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

/// Returns the dots that an SVG of this crate paints: a background, and paths of rectangles `Mx yhwvhh-wz`.
fn painted(svg: &str) -> Vec<[u8; 3]> {
    let fill = |line: &str| {
        let number = u32::from_str_radix(&attribute(line, "fill").unwrap()[1..], 16).unwrap().to_be_bytes();
        [number[1], number[2], number[3]]
    };
    let background = svg.lines().find(|line| line.starts_with("<rect")).map(fill).unwrap();
    let mut dots = vec![background; WIDTH * HEIGHT];
    for line in svg.lines().filter(|line| line.starts_with("<path")) {
        for rectangle in attribute(line, "d").unwrap().split_terminator('z') {
            let numbers: Vec<usize> =
                rectangle[1..].split([' ', 'h', 'v']).filter_map(|part| part.parse().ok()).collect();
            let [x, y, width, height, ..] = numbers[..] else { panic!("{rectangle}") };
            for row in y..y + height {
                dots[row * WIDTH + x..][..width].fill(fill(line));
            }
        }
    }
    dots
}

#[test]
fn the_title_of_an_svg_is_its_text() {
    let mut frame = Frame::default();
    for (at, code) in (0..).zip(*b"A<B&C") {
        frame.picture.draw_code(6 * at, 0, code);
        frame.picture.draw_code(6 * at, -8, code);
    }
    let file = svg::encode(&frame, Aspect::Tv, Scale::Mame);
    assert!(file.contains("<title>A&lt;B&amp;C\nA&lt;B&amp;C</title>"));
    assert!(file.contains(r#"viewBox="0 0 960 616" role="img""#));
    assert!(
        svg::encode(&Frame::default(), Aspect::Square, Scale::Mame)
            .contains("<title>Bally BASIC screen without text")
    );
}

#[test]
fn an_svg_merges_runs() {
    let mut picture = Picture::new();
    picture.fill_box(0, 0, 20, 10, Ink::Foreground);
    let file = svg::encode(&Frame::new(picture, Colors::default()), Aspect::Tv, Scale::Full);
    assert!(file.contains(r##"<path fill="#000000" d="M70 39h20v10h-20z"/>"##), "{file}");
}
