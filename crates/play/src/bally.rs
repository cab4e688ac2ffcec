//! The Bally Professional Arcade in use: its parts from files, key scripts, played sessions with live sound, reports, and BASIC
//! programs in the BASIC cartridge.
//!
//! ```
//! use arcadian_bally::{Bally, Config};
//! use arcadian_play::bally::{keys, keys::Keypad, report};
//!
//! // The built-in ROM shows a test card, which inverts a pressed key.
//! let mut bally = Bally::new(Config::default());
//! let script = keys::parse(Keypad::Basic, "--keys", "{AT 30}5")?;
//! let mut pictures = Vec::new();
//! report::frames(&mut bally, 36, &script, |bally| pictures.push(bally.picture()));
//! assert_ne!(pictures[29], pictures[35]);
//! # Ok::<(), arcadian_files::Error>(())
//! ```

pub mod basic;
pub mod keys;
pub mod parts;
pub mod report;
mod scripted;
pub mod session;
pub mod sound;
pub mod tape;
