//! The picture of Bally BASIC: 160 × 88 one-bit pixels, with drawing, character recognition and encoders.
//!
//! ```
//! use arcadian_screen::{Colors, Frame, Ink, Picture, Zoom, palette::Scale, png, recognize};
//!
//! // Two characters and a line, in BASIC's coordinates.
//! let mut picture = Picture::new();
//! picture.draw_code(-77, 40, b'H');
//! picture.draw_code(-71, 40, b'I');
//! picture.fill_box(0, 0, 41, 1, Ink::Foreground);
//!
//! // The text is read back from the pixels.
//! assert_eq!(recognize::text(&picture), ["HI"]);
//!
//! // White on blue, as a PNG file.
//! let frame = Frame::new(picture, Colors::basic(0xE8, 0x07));
//! let file = png::encode(&frame, Zoom::TV, Scale::Mame)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok::<(), arcadian_screen::EncodeError>(())
//! ```
//!
//! In BASIC's coordinates, x is −80 to 79 and y is −44 to 43, with y upward and the origin in the center. In *raster*
//! coordinates, the column is 0 to 159 and the row is 0 to 87, from the top left corner.
//!
//! | item | contents |
//! |---|---|
//! | [`Picture`], [`Ink`] | the pixels, and BASIC's drawing operations |
//! | [`font`] | the 5 × 7 glyphs of the character codes 32 to 99 |
//! | [`recognize`] | recognition of characters on a picture |
//! | [`palette`], [`Frame`] | color bytes, and a picture with its color registers |
//! | [`Raster`], [`Border`] | a picture of any size with any color bytes, and what of it is border |
//! | [`picture::pixels`], [`blocks`], [`sixel`], [`kitty`] | encoders for terminals |
//! | [`ascii`] | ASCII characters that stand for others |
//! | [`png`], [`svg`], [`gif`] | encoders for files |
//!
//! The crate does no I/O, reads no clock and has no global state: the same inputs give the same bytes.

mod encoding;
pub mod picture;

pub mod ascii;
pub mod blocks;
pub mod font;
pub mod frame;
pub mod gif;
pub mod kitty;
pub mod palette;
pub mod png;
pub mod recognize;
pub mod sixel;
pub mod svg;

pub use encoding::{Aspect, EncodeError, Zoom};
pub use frame::{Border, Colors, Frame, Raster};
pub use picture::{HEIGHT, Ink, Picture, Touched, WIDTH};
