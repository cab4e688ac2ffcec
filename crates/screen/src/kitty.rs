//! The kitty graphics protocol, also of Ghostty, WezTerm and Konsole.

use crate::{EncodeError, Frame, Zoom, palette::Scale, png};
use base64::{Engine, engine::general_purpose::STANDARD};

/// The picture's number in the terminal: always the same, so that a redraw replaces what stands there.
const IMAGE: u32 = 1982;

/// The only placement of the image.
const PLACEMENT: u32 = 1;

/// The most base64 characters in one escape sequence; the protocol sets this limit.
const CHUNK: usize = 4096;

/// Shows a frame at the cursor, stretched to a number of terminal cells; the cursor stays. Sent again it replaces the
/// picture. The terminal does not answer.
///
/// The zoom is that of the PNG inside: the nearer to the dots of those cells, the crisper.
pub fn encode(
    frame: &Frame,
    columns: u16,
    rows: u16,
    zoom: Zoom,
    scale: Scale,
) -> Result<String, EncodeError> {
    let payload = STANDARD.encode(png::encode(frame, zoom, scale)?);
    let control = format!("a=T,f=100,i={IMAGE},p={PLACEMENT},C=1,c={columns},r={rows},");
    Ok(chunked(&control, &payload))
}

/// Takes the picture away and frees its memory in the terminal.
pub fn delete() -> String {
    format!("\x1b_Ga=d,d=I,i={IMAGE},q=2\x1b\\")
}

/// Only the first sequence carries the control data; `m=1` announces that more follow.
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
