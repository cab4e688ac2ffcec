//! PNG: indexed color, with as few bits a pixel as the colors need.

use crate::{EncodeError, Frame, WIDTH, Zoom, indexed::Indexed, palette::Scale};
use ::png::{BitDepth, ColorType, Encoder, Filter};

/// A frame as a PNG file of [`Zoom::width`] × [`Zoom::height`] dots.
pub fn encode(frame: &Frame, zoom: Zoom, scale: Scale) -> Result<Vec<u8>, EncodeError> {
    let indexed = Indexed::of(&frame.raster());
    let depth = depth(indexed.colors.len());
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, zoom.width(), zoom.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(indexed.table(scale));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&packed(&indexed.pixels, zoom, depth as usize))?;
    writer.finish()?;
    Ok(file)
}

/// Eight registers, so at most eight colors.
fn depth(colors: usize) -> BitDepth {
    match colors {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        _ => BitDepth::Four,
    }
}

/// The dots of all rows, each row packed into bytes of its own, the leftmost dot in the highest bits.
fn packed(pixels: &[u8], zoom: Zoom, bits: usize) -> Vec<u8> {
    let mut image = Vec::new();
    for row in pixels.chunks(WIDTH) {
        let dots = zoom.across(row);
        let bytes: Vec<u8> = dots.chunks(8 / bits).map(|dots| pack(dots, bits)).collect();
        zoom.down(&bytes, &mut image);
    }
    image
}

/// 160 pixels at any zoom fill whole bytes, so a chunk is never short.
fn pack(dots: &[u8], bits: usize) -> u8 {
    dots.iter().fold(0, |byte, dot| byte << bits | dot)
}
