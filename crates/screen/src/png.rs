//! PNG with indexed color, and as few bits per pixel as the colors need.

use crate::{EncodeError, Frame, Raster, Zoom, encoding::Indexed, palette::Scale};
use ::png::{BitDepth, ColorType, Encoder, Filter};

/// Returns a frame as a PNG file of [`Zoom::width`] × [`Zoom::height`] dots.
pub fn encode(frame: &Frame, zoom: Zoom, scale: Scale) -> Result<Vec<u8>, EncodeError> {
    encode_raster(&Raster::from(frame), zoom, scale)
}

pub fn encode_raster(raster: &Raster, zoom: Zoom, scale: Scale) -> Result<Vec<u8>, EncodeError> {
    let indexed = Indexed::of(raster.colors());
    let depth = depth(indexed.colors.len());
    let mut file = Vec::new();
    let mut encoder =
        Encoder::new(&mut file, raster.width() as u32 * zoom.x(), raster.height() as u32 * zoom.y());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(indexed.table(scale));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&packed(&indexed.pixels, raster.width(), zoom, depth as usize))?;
    writer.finish()?;
    Ok(file)
}

fn depth(colors: usize) -> BitDepth {
    match colors {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        5..=16 => BitDepth::Four,
        _ => BitDepth::Eight,
    }
}

/// Packs the dots into bytes, each row separately, with the leftmost dot in the highest bits.
fn packed(pixels: &[u8], width: usize, zoom: Zoom, bits: usize) -> Vec<u8> {
    let mut image = Vec::new();
    for row in pixels.chunks(width) {
        let dots = zoom.across(row);
        let bytes: Vec<u8> = dots.chunks(8 / bits).map(|dots| pack(dots, bits)).collect();
        zoom.down(&bytes, &mut image);
    }
    image
}

/// Packs a byte. After the end of a row there are zeros.
fn pack(dots: &[u8], bits: usize) -> u8 {
    let dots = dots.iter().copied().chain(std::iter::repeat(0)).take(8 / bits);
    dots.fold(0, |byte: u8, dot| byte.checked_shl(bits as u32).unwrap_or(0) | dot)
}
