//! Random drawings: recognition and every picture format run, and a PNG contains the drawn pixels.
#![no_main]

use arcadian_screen::{
    Aspect, Colors, Frame, HEIGHT, Ink, Picture, WIDTH, Zoom,
    blocks::{Depth, Grid, Layout},
    palette::{self, Scale},
    picture, png, recognize, sixel, svg,
};
use arcadian_fuzz::rarely;
use libfuzzer_sys::fuzz_target;

fn coordinate(byte: u8) -> i16 {
    // Coordinates can be outside the picture; 80 is far outside.
    if byte == 0x80 { i16::MIN } else { i16::from(byte as i8) }
}

fn draw(picture: &mut Picture, operation: &[u8]) {
    let &[kind, a, b, c, d] = operation else { return };
    let [x, y, w, h] = [a, b, c, d].map(coordinate);
    let ink = [Ink::Foreground, Ink::Background, Ink::Reverse][usize::from(kind >> 4) % 3];
    match kind % 8 {
        0 => drop(picture.fill_box(x, y, w, h, ink)),
        1 => drop(picture.line((x, y), (w, h), ink)),
        2 => picture.scroll_up(a.into()),
        3 => picture.set_nibble(usize::from(a) << 4 | usize::from(b), c),
        _ => picture.draw_code(x, y, c),
    }
}

/// Writes a frame in one of the formats, and checks what can be read back.
fn check_format(frame: &Frame, choice: u8) {
    match choice % 5 {
        0 => same_pixels(frame, &png::encode(frame, Zoom::square(1), Scale::default()).expect("a small picture")),
        1 => drop(sixel::encode(frame, Zoom::square(1), Scale::default())),
        2 => drop(svg::encode(frame, Aspect::Tv, Scale::default())),
        3 => drop(Grid::new(frame, Layout::Half, Scale::default()).lines(Depth::TrueColor)),
        _ => {
            let rows = picture::pixels(&frame.picture);
            assert_eq!((rows.len(), rows[0].chars().count()), (HEIGHT, WIDTH));
        }
    }
}

fn same_pixels(frame: &Frame, file: &[u8]) {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(::png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("its pixels");
    let palette: [_; 256] = std::array::from_fn(|color| palette::rgb(color as u8, Scale::default()));
    for (index, pixel) in pixels.as_chunks::<3>().0.iter().enumerate() {
        assert_eq!(*pixel, palette[usize::from(frame.color(index % WIDTH, index / WIDTH))]);
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&[choice, left, right], operations)) = input.split_first_chunk() else { return };
    let mut picture = Picture::new();
    operations.chunks(5).for_each(|operation| draw(&mut picture, operation));
    let mut colors = Colors::basic(left, right);
    colors.boundary = choice;
    drop(recognize::text(&picture));
    // Writing a file takes a hundred times as long as recognition.
    if rarely(input, 512) {
        check_format(&Frame::new(picture, colors), choice);
    }
});
