//! What is kept of the frames: the sound for a WAV file, and the last seconds for a GIF.

use anyhow::Result;
use arcadian_bally::Bally;
use arcadian_play::bally::picture::LastSeconds;

use super::{SessionArgs, ZOOM};
use crate::terminal::modes::Palette;

/// The most frames of sound: an hour.
pub const MOST_SOUND: u64 = 60 * 60 * 60;

/// The most samples of sound that are kept.
const MOST_SAMPLES: usize = 60 * 60 * 48_000;

/// The length of a GIF in seconds.
const SECONDS: u32 = 5;

/// The record of a run or session.
pub struct Recorder {
    sound: Option<Vec<i16>>,
    pictures: LastSeconds,
}

impl Recorder {
    /// Starts to record what the options ask for.
    pub fn new(args: &SessionArgs) -> Self {
        Self {
            sound: args.wav.is_some().then(Vec::new),
            pictures: LastSeconds::new(args.gif_seconds.unwrap_or(SECONDS)),
        }
    }

    /// Looks at the machine after a frame.
    pub fn observe(&mut self, bally: &Bally) {
        self.pictures.observe(bally);
        if let Some(sound) = self.sound.as_mut().filter(|sound| sound.len() < MOST_SAMPLES) {
            sound.extend_from_slice(bally.samples());
        }
    }

    /// Returns the sound.
    pub fn samples(&self) -> &[i16] {
        self.sound.as_deref().unwrap_or_default()
    }

    /// Returns the last seconds as a GIF file.
    pub fn gif(&self, bally: &Bally, palette: Palette) -> Result<Vec<u8>> {
        Ok(self.pictures.gif(bally, ZOOM, palette.into())?)
    }
}
