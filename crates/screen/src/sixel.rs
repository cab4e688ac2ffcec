//! Sixel graphics (DEC VT340), supported by xterm, foot, WezTerm and Windows Terminal.

use crate::{
    Frame, Raster, Zoom,
    encoding::Indexed,
    palette::{Scale, rgb},
};
use std::fmt::Write;

/// The height of a band in dots.
const BAND: usize = 6;

/// Returns a frame as a sixel string, from its introducer (DCS) to its terminator (ST).
pub fn encode(frame: &Frame, zoom: Zoom, scale: Scale) -> String {
    encode_raster(&Raster::from(frame), zoom, scale)
}

pub fn encode_raster(raster: &Raster, zoom: Zoom, scale: Scale) -> String {
    let indexed = Indexed::of(raster.colors());
    let (width, height) = (raster.width(), raster.height() * zoom.y() as usize);
    let mut out = format!("\x1bP0;1;0q\"1;1;{};{height}", width * zoom.x() as usize);
    for (number, color) in indexed.colors.iter().enumerate() {
        let [red, green, blue] = rgb(*color, scale).map(percent);
        let _ = write!(out, "#{number};2;{red};{green};{blue}");
    }
    for top in (0..height).step_by(BAND) {
        band(&mut out, &indexed, width, top, zoom);
    }
    out + "\x1b\\"
}

fn percent(channel: u8) -> u32 {
    (u32::from(channel) * 100 + 127) / 255
}

/// Writes a band in one pass per color. `$` returns to the left edge, and `-` moves to the next band.
fn band(out: &mut String, indexed: &Indexed, width: usize, top: usize, zoom: Zoom) {
    for number in (0..=255).take(indexed.colors.len()) {
        let rows = (0..BAND).map(|dot| (top + dot) / zoom.y() as usize);
        let rows: Vec<&[u8]> =
            rows.map_while(|row| indexed.pixels.get(row * width..(row + 1) * width)).collect();
        let sixels: Vec<u8> = (0..width).map(|column| sixel(&rows, number, column)).collect();
        if let Some(last) = sixels.iter().rposition(|sixel| *sixel != 0) {
            let _ = write!(out, "#{number}");
            sixels[..=last].chunk_by(|a, b| a == b).for_each(|run| repeated(out, run[0], run.len(), zoom));
            out.push('$');
        }
    }
    out.push('-');
}

/// Returns which of the six dots of a column have the color, the uppermost in bit 0.
fn sixel(rows: &[&[u8]], number: u8, column: usize) -> u8 {
    (0..).zip(rows).filter(|(_, row)| row[column] == number).fold(0, |bits, (dot, _)| bits | 1 << dot)
}

/// Writes a run of equal sixels. `!n` repeats the next one; below four, writing them out is shorter.
fn repeated(out: &mut String, sixel: u8, columns: usize, zoom: Zoom) {
    let mark = char::from(b'?' + sixel);
    match columns * zoom.x() as usize {
        dots @ 0..=3 => out.extend(std::iter::repeat_n(mark, dots)),
        dots => {
            let _ = write!(out, "!{dots}{mark}");
        }
    }
}
