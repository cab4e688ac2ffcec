//! PNG, GIF and SVG of pictures and of rasters, read back by decoders.

use arcadian_screen::{
    Aspect, Colors, EncodeError, Frame, HEIGHT, Ink, Picture, Raster, WIDTH, Zoom,
    blocks::{Depth, Grid, Layout},
    gif::Recorder,
    palette::{Scale, rgb},
    png, sixel, svg,
};
use proptest::{collection::vec, prelude::*};

use crate::drawing::{any_frame, dots};

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
    let mut recorder = Recorder::new(Vec::new(), zoom, Scale::Mame).unwrap();
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

#[test]
fn a_png_of_any_width_and_number_of_colors() {
    for (width, count, bits) in [(7, 2, 1), (7, 4, 2), (5, 16, 4), (16, 256, 8), (3, 17, 8)] {
        let colors: Vec<u8> = (0..4 * width).map(|pixel| (pixel * 31 % count) as u8).collect();
        let all = (0..count * width).map(|pixel| (pixel / width) as u8);
        let raster = Raster::new(width, colors.into_iter().chain(all).collect());
        let file = png::encode_raster(&raster, Zoom::square(1), Scale::Full).expect("a picture");
        assert_eq!(file[24], bits);
        let expected: Vec<[u8; 3]> = raster.colors().iter().map(|color| rgb(*color, Scale::Full)).collect();
        assert_eq!(decoded_png(&file), (width as u32, raster.height() as u32, expected));
    }
}

#[test]
fn half_blocks_have_the_colors_of_both_pixels() {
    // The last row has only an upper pixel.
    let raster = Raster::new(3, vec![7, 7, 7, 7, 0xE8, 7, 0x52, 7, 7]);
    let grid = Grid::of_raster(&raster, Layout::Half, Scale::Mame);
    let rows: Vec<Vec<_>> =
        grid.rows().map(|row| row.iter().map(|cell| (cell.colored, cell.plain)).collect()).collect();
    assert_eq!(rows, [[(' ', ' '), ('▀', '▄'), (' ', ' ')], [(' ', '█'), (' ', ' '), (' ', ' ')]]);
    let cell = grid.rows().next().expect("a row")[1];
    assert_eq!([cell.ink.rgb, cell.paper.rgb], [7, 0xE8].map(|color| rgb(color, Scale::Mame)));
    assert_eq!(grid.update(Some(&grid), Depth::TrueColor, (1, 1)), "");
}

#[test]
fn braille_shows_what_differs_from_the_background() {
    let mut colors = vec![7; 4 * 6];
    colors[0] = 0x52;
    // The third cell has two colors, none of them the background.
    (0..4).for_each(|row| colors[6 * row + 4..6 * row + 6].copy_from_slice(&[1, 2]));
    colors[4] = 2;
    let grid = Grid::of_raster(&Raster::new(6, colors), Layout::Braille, Scale::Mame);
    let row = grid.rows().next().expect("a row");
    assert_eq!([row[0].colored, row[1].colored, row[2].plain], ['⠁', ' ', '⣿']);
    let inks = [row[2].ink.rgb, row[2].paper.rgb];
    assert_eq!(inks, [1, 2].map(|color| rgb(color, Scale::Mame)));
    assert_eq!(row[2].colored, '⡆');
}

#[test]
fn different_colors_stay_different_while_a_terminal_has_enough() {
    let colors: Vec<u8> = (0..16).map(|number| number * 16 + 3).collect();
    let grid = Grid::of_raster(&Raster::new(16, colors.repeat(2)), Layout::Half, Scale::Mame);
    let mut shown: Vec<u8> = grid.rows().flatten().map(|cell| cell.ink.ansi).collect();
    shown.sort_unstable();
    assert_eq!(shown, (0..16).collect::<Vec<u8>>());
}

#[test]
fn a_sixel_picture_has_the_size_of_the_raster() {
    let text = sixel::encode_raster(
        &Raster::new(5, (0..=255).cycle().take(5 * 60).collect()),
        Zoom::new(2, 3),
        Scale::Mame,
    );
    assert!(text.starts_with("\x1bP0;1;0q\"1;1;10;180#0;2;"), "{}", &text[..40]);
    assert!(text.contains("#255;2;"));
}

#[test]
fn a_gif_has_all_256_colors_of_a_raster() {
    let all: Vec<u8> = (0..=255).collect();
    let mirrored: Vec<u8> = all.iter().rev().copied().collect();
    for scale in [Scale::Mame, Scale::Full] {
        let mut recorder =
            Recorder::of_rasters(Vec::new(), (32, 8), Zoom::square(1), scale).expect("a size of a GIF");
        for colors in [&all, &mirrored] {
            recorder.push_raster(&Raster::new(32, colors.clone()), 3).expect("a raster of that size");
        }
        let file = recorder.finish().expect("a GIF");
        let dots = |colors: &[u8]| colors.iter().map(|color| rgb(*color, scale)).collect::<Vec<_>>();
        assert_eq!(played(&file), [(3, dots(&all)), (3, dots(&mirrored))]);
    }
}

#[test]
fn a_recording_has_pictures_of_one_size() {
    let recorder = |size, zoom| Recorder::of_rasters(Vec::new(), size, zoom, Scale::Mame);
    let mut small = recorder((4, 2), Zoom::square(1)).expect("a size of a GIF");
    let error = small.push_raster(&Raster::new(2, vec![0; 8]), 3).expect_err("another size");
    assert_eq!(error.to_string(), "cannot add a picture of 2 × 4 pixels to a recording of 4 × 2");
    let large = recorder((40_000, 1), Zoom::square(2)).err();
    assert!(matches!(large, Some(EncodeError::TooLarge { pixels: 40_000, zoom: 2 })), "{large:?}");
}
