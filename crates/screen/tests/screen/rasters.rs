//! Rasters of any size with any colors.

use crate::files::{decoded_png, played};
use arcadian_screen::{
    EncodeError, Raster, Zoom,
    blocks::{Depth, Grid, Layout},
    gif::Recorder,
    palette::{Scale, rgb},
    png, sixel,
};

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
