//! The picture of Bally BASIC: 160 × 88 one-bit pixels, drawn on, read back as text and turned into files.
//!
//! BASIC counts x from −80 to 79 and y from −44 to 43, y upward, the origin in the center. The *raster* of
//! this crate counts columns 0..160 and rows 0..88 from the top left corner.
//!
//! | part | holds |
//! |---|---|
//! | [`Picture`], [`Ink`] | the pixels and BASIC's ways of changing them |
//! | [`font`] | the 5 × 7 shapes of the character codes 32..=99 |
//! | [`recognize`] | the characters that stand on a picture |
//! | [`palette`], [`Frame`] | color bytes, and the picture as the color registers show it |
//! | [`text`], [`blocks`], [`sixel`], [`kitty`] | for terminals |
//! | [`png`], [`svg`], [`gif`] | for files |
//!
//! Everything is a value: no I/O, no clock, no state outside the arguments. The same inputs give the same bytes.
//!
//! ```
//! use arcadian_screen::{recognize, Ink, Picture};
//!
//! let mut picture = Picture::new();
//! picture.draw_code(-77, 40, b'H');
//! picture.draw_code(-71, 40, b'I');
//! picture.fill_box(0, 0, 41, 1, Ink::Foreground);
//! assert_eq!(recognize::text(&picture), ["HI"]);
//! ```

mod boxes;
mod character;
mod error;
mod geometry;
mod indexed;
mod ink;
mod line;
mod picture;
mod row;
mod zoom;

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
pub mod text;

pub use error::EncodeError;
pub use frame::{Colors, Frame};
pub use ink::Ink;
pub use picture::Picture;
pub use zoom::{Aspect, Zoom};

/// Pixels across the picture.
pub const WIDTH: usize = 160;

/// Pixels down the picture.
pub const HEIGHT: usize = 88;
