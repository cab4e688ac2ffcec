//! PNG with indexed color, and as few bits per pixel as the colors need.

use crate::{EncodeError, Frame, WIDTH, Zoom, indexed::Indexed, palette::Scale};
use ::png::{BitDepth, ColorType, Encoder, Filter};

/// Returns a frame as a PNG file of [`Zoom::width`] × [`Zoom::height`] dots.
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

/// Returns the bits per pixel. There are eight registers, so at most eight colors.
fn depth(colors: usize) -> BitDepth {
    match colors {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        _ => BitDepth::Four,
    }
}

/// Packs the dots into bytes, each row separately, with the leftmost dot in the highest bits.
fn packed(pixels: &[u8], zoom: Zoom, bits: usize) -> Vec<u8> {
    let mut image = Vec::new();
    for row in pixels.chunks(WIDTH) {
        let dots = zoom.across(row);
        let bytes: Vec<u8> = dots.chunks(8 / bits).map(|dots| pack(dots, bits)).collect();
        zoom.down(&bytes, &mut image);
    }
    image
}

/// Packs a byte. A row of 160 pixels fills whole bytes at any zoom, so there are always enough dots.
fn pack(dots: &[u8], bits: usize) -> u8 {
    dots.iter().fold(0, |byte, dot| byte << bits | dot)
}
