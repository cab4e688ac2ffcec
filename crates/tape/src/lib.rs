//! Cassette tapes: bytes to sound and sound to bytes.
//!
//! A tape has bytes as tones, in the Kansas City standard: 300 bits per second, where eight cycles of 2400 Hz are a 1 (mark) and
//! four cycles of 1200 Hz are a 0 (space). A byte is a start bit (0), eight bits from the lowest to the highest, and two stop bits
//! (1). Between bytes the tone is mark, and a [`Block`] begins with seconds of it, the leader.
//!
//! ```
//! use arcadian_tape::{Encoder, decode_wav};
//!
//! let recording = Encoder::default().encode(b"10 PRINT \"HELLO\"\r");
//! let file = recording.to_wav();
//!
//! let blocks = decode_wav(&file)?;
//! assert_eq!(blocks.len(), 1);
//! assert_eq!(blocks[0].values(), b"10 PRINT \"HELLO\"\r");
//! assert_eq!(blocks[0].damaged(), 0);
//! # Ok::<(), arcadian_tape::WavError>(())
//! ```
//!
//! A recording of any length can come piece by piece ([`WavDecoder`], [`Decoder`]), which needs little memory. The decoder
//! follows the speed of the tape, so recordings may be a fifth too fast or too slow, and their speed may waver. The sample
//! rate, the level and the polarity do not matter. A byte that cannot be read for certain is [marked](TapeByte::is_damaged),
//! never left out.
//!
//! Other tapes are read and written by the program of a machine, which sees a level that is high or low. [`WavLevels`] finds when
//! the level of a recording changes, and [`square_wave`] makes a recording of such changes.
//!
//! # How it reads
//!
//! `wav.rs` reads the file and reduces its sample rate. `carrier.rs` filters the samples and measures the speed of the tape
//! from the phases of the two tones, with which `correlator.rs` compares them, 16 times per bit. `decode.rs` divides the
//! recording into blocks. `reader.rs` finds start bits in them, by the change from mark to space. After a byte without a stop
//! bit, the next one must be where it is expected after the last good one, or come after a pause.
//!
//! Sources: the Kansas City standard is in BYTE, February 1976, pages 72 and 73. That the tape interface of Bally BASIC
//! follows it is said by people who archive such tapes; see `docs/tapes.md` in the repository for what is known and what is a
//! choice.

mod carrier;
mod correlator;
mod decode;
mod levels;
mod reader;
mod recording;
mod wav;

pub use decode::{Block, Decoder, decode};
pub use levels::{LevelReader, Levels, MOST_CHANGES, WavLevels, square_wave};
pub use reader::TapeByte;
pub use recording::{BAUD, Encoder, MARK, Recording, SPACE, wav_file};
pub use wav::{Track, WavDecoder, WavError, WavReader, decode_wav};
