//! The Bally Professional Arcade in the terminal, for the commands that play it, and the files that a session or run writes.

mod keyboard;
mod player;
mod scene;

use std::path::{Path, PathBuf};

use anyhow::Result;
use arcadian_bally::{Bally, RASTER_WIDTH};
use arcadian_screen::{Raster, Zoom, png};
use arcadian_tape::wav_file;
use clap::Args;

use crate::{
    files::pending::{self, Pending},
    number::decimal,
    sound::SoundArgs,
    terminal::{modes::Palette, playing::DisplayArgs},
};

pub use player::{Game, pad_recording, play};
pub use player::{MOST_SOUND, Recorder};

/// Picture and sound of a session, and the files that it writes.
#[derive(Args, Clone, Debug, Default)]
pub struct SessionArgs {
    /// Write the last frame with its border as PNG, 704 × 480
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Write the sound of the run as WAV, at most an hour
    #[arg(long, value_name = "FILE")]
    pub wav: Option<PathBuf>,
    /// Write the last seconds as GIF, 704 × 480
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Length of a GIF in seconds, 1 to 60 [default: 5]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u32>(1..=60))]
    pub gif_seconds: Option<u32>,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// The mouse is the light pen in the terminal: it points while a button is down
    #[arg(long, conflicts_with = "frames")]
    pub pen: bool,
    /// Save the state of the machine at the end
    #[arg(long, value_name = "FILE")]
    pub save_state: Option<PathBuf>,
    /// Write all keys of a session to FILE, for --keys-file; its last {AT n} is the number of frames
    #[arg(long, value_name = "FILE", conflicts_with = "frames")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub display: DisplayArgs,
}

/// The dots of a PNG or GIF for each dot of the raster.
const ZOOM: Zoom = Zoom::square(2);

/// Returns the last frame with its border as a PNG file.
fn screenshot(bally: &Bally, palette: Palette) -> Result<Vec<u8>> {
    let raster = Raster::new(RASTER_WIDTH, bally.frame().raster());
    Ok(png::encode_raster(&raster, ZOOM, palette.into())?)
}

pub struct Files {
    screenshot: Option<Pending>,
    wav: Option<Pending>,
    gif: Option<Pending>,
    state: Option<Pending>,
}

impl Files {
    /// Opens the files before the run, so that an unwritable path fails early.
    pub fn prepare(args: &SessionArgs) -> Result<Self> {
        let binary =
            |path: &Option<PathBuf>| path.as_deref().map(|path: &Path| Pending::binary(path)).transpose();
        Ok(Self {
            screenshot: binary(&args.screenshot)?,
            wav: binary(&args.wav)?,
            gif: binary(&args.gif)?,
            state: binary(&args.save_state)?,
        })
    }

    /// Writes the files. One that cannot be written keeps none of the others from being written. The state of a machine that somebody
    /// `played` is kept elsewhere then.
    pub fn write(self, bally: &Bally, recorder: &Recorder, args: &SessionArgs, played: bool) -> Result<()> {
        let finish = |file: Option<Pending>, bytes: &dyn Fn() -> Result<Vec<u8>>| match file {
            Some(file) => file.finish(&bytes()?),
            None => Ok(()),
        };
        let save = |file: Pending| match played {
            true => pending::finish(file, &bally.save()),
            false => file.finish(&bally.save()),
        };
        pending::all([
            self.state.map_or(Ok(()), save),
            finish(self.screenshot, &|| screenshot(bally, args.display.palette)),
            finish(self.wav, &|| Ok(wav_file(recorder.samples(), bally.config().sample_rate))),
            finish(self.gif, &|| recorder.gif(bally, args.display.palette)),
        ])
    }
}
