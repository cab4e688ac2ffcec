//! The kitty graphics protocol, which Ghostty, WezTerm and Konsole also support.

use crate::{EncodeError, Frame, Raster, Zoom, palette::Scale, png};
use base64::{Engine, engine::general_purpose::STANDARD};

/// The identifier of the image in the terminal: always the same, so that a redraw replaces the image.
const IMAGE: u32 = 1982;

/// The only placement of the image.
const PLACEMENT: u32 = 1;

/// The most base64 characters of an escape sequence, a limit of the protocol.
const CHUNK: usize = 4096;

/// Returns the escape sequences that show a frame at the cursor, scaled to a number of terminal cells. The cursor does
/// not move, the terminal does not reply, and sending a frame again replaces the image.
///
/// `zoom` is that of the PNG data; the image is sharpest if its size is that of the cells.
pub fn encode(
    frame: &Frame,
    columns: u16,
    rows: u16,
    zoom: Zoom,
    scale: Scale,
) -> Result<String, EncodeError> {
    encode_raster(&Raster::from(frame), columns, rows, zoom, scale)
}

/// Returns the escape sequences that show a raster as [`encode`] shows a frame.
pub fn encode_raster(
    raster: &Raster,
    columns: u16,
    rows: u16,
    zoom: Zoom,
    scale: Scale,
) -> Result<String, EncodeError> {
    let payload = STANDARD.encode(png::encode_raster(raster, zoom, scale)?);
    let control = format!("a=T,f=100,i={IMAGE},p={PLACEMENT},C=1,c={columns},r={rows},");
    Ok(chunked(&control, &payload))
}

/// Returns the escape sequence that removes the image and frees its memory in the terminal.
pub fn delete() -> String {
    format!("\x1b_Ga=d,d=I,i={IMAGE},q=2\x1b\\")
}

/// Splits the payload. Only the first sequence has the control data; `m=1` means that more sequences follow.
fn chunked(control: &str, payload: &str) -> String {
    let mut out = String::new();
    let mut control = control;
    let mut rest = payload;
    while !rest.is_empty() {
        let (chunk, more) = rest.split_at(rest.len().min(CHUNK));
        out += &format!("\x1b_G{control}q=2,m={};{chunk}\x1b\\", u8::from(!more.is_empty()));
        (control, rest) = ("", more);
    }
    out
}
