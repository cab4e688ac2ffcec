//! The Bally Professional Arcade of 1977, later called Astrocade: a Z80 with three custom chips for picture, input and
//! sound.
//!
//! [`Bally`] runs frame by frame and gives a host the picture, the sound and the registers:
//!
//! ```
//! use arcadian_bally::{Bally, Cartridge, Config, Input, PadKey};
//!
//! // A cartridge that starts as soon as the boot ROM has cleared memory (C3 is a jump). It fills the
//! // screen with the keys of the right column.
//! let mut image = vec![0xC3, 0x03, 0x20]; // 2000  JP 2003H
//! image.extend([0x3E, 204, 0xD3, 0x0A]); // 2003  LD A,204; OUT (0AH),A: show 204 lines
//! image.extend([0xDB, 0x14, 0x21, 0x00, 0x40]); // 2007  IN A,(14H); LD HL,4000H
//! image.extend([0x06, 0x00, 0x77, 0x23, 0x10, 0xFC, 0x18, 0xF3]); // 200C  LD B,0; LD (HL),A; INC HL; DJNZ; JR 2007H
//! image.resize(2048, 0xFF);
//!
//! let cartridge = Some(Cartridge::new(&image)?);
//! let mut bally = Bally::new(Config { cartridge, ..Config::default() });
//! let mut input = Input::default();
//! input.press(PadKey::with_legend("=").expect("there is such a key"));
//! for _ in 0..8 {
//!     bally.run_frame(&input);
//! }
//! // The key in row 5 is bit 5: 00 10 00 00, a pixel of value 2 in every group of four.
//! assert_eq!(bally.picture()[0][..8], [0, 2, 0, 0, 0, 2, 0, 0]);
//! assert_eq!(bally.registers().find(|(name, _)| *name == "VERBL"), Some(("VERBL", 204)));
//!
//! // Everything is in a saved state.
//! let state = bally.save();
//! let mut other = Bally::new(bally.config().clone());
//! other.load(&state)?;
//! assert_eq!(other.run_frame(&input), bally.run_frame(&input));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For reverse execution, [`Config::build`] makes an [`arcadian_machine::Machine`] whose chips are a device, and
//! [`Input::messages`] the bytes to send to it. Code that runs away is reported by [`Bally::runaway`], the events at which a
//! debugger can stop are [`StopAt`].
//!
//! The crate has no ROM of the manufacturer and needs none: [`Rom::boot`] starts cartridges that begin with a jump.
//! `docs/bally-machine.md` describes the machine for programmers and says where each fact was measured.
//!
//! # Source files
//!
//! A frame is made of lines: at the end of each, `frame.rs` copies the bytes that the display fetched and the registers that
//! it used. So a write takes effect on the line in which it occurs. Colors are looked up when a host asks for the picture.
//!
//! `board.rs` is the memory map, `chips.rs` and `chips/` are the custom chips, `frame.rs` is the picture, `sound/` the sound
//! chip and the samples, `tape_port.rs` the tape port of a cartridge, `bally.rs` what a host uses.

mod bally;
mod board;
mod chips;
pub mod event;
mod frame;
mod image;
mod input;
mod registers;
mod sound;
mod state;
mod tape_port;

pub use bally::Bally;
pub use board::{Config, Expansion, MOST_HANDLES};
pub use chips::{Chips, SoundLog, SoundWrite, Timing};
pub use event::{ChipEvent, Runaway, StopAt};
pub use frame::{
    CLOCK, DOTS, FIRST_DATA_DOT, FIRST_DATA_LINE, LINES, frame_end, interrupt_line, line_at, line_start,
};
pub use frame::{HEIGHT, RASTER_HEIGHT, RASTER_WIDTH, SCREEN, VideoFrame, WIDTH};
pub use image::{ARCADIAN_BASIC, Cartridge, ImageError, ImageKind, KNOWN, Known, Rom};
pub use input::{Handle, Input, PadKey, Pen};
pub use registers::{ChipRegisters, NamedRegister, REGISTERS};
pub use sound::{Generator, Synthesizer};
pub use state::{STATE_VERSION, StateError};
pub use tape_port::{NoRoomForPort, RecorderKey, Tape, TapePort};
