//! The files that a run or a session writes at its end.

use std::path::{Path, PathBuf};

use anyhow::Result;
use arcadian_bally::Bally;
use arcadian_tape::wav_file;

use super::{SessionArgs, recorder::Recorder, screenshot};
use crate::files::{output::Pending, rescue};

/// The output files.
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
            true => rescue::finish(file, &bally.save()),
            false => file.finish(&bally.save()),
        };
        rescue::all([
            self.state.map_or(Ok(()), save),
            finish(self.screenshot, &|| screenshot(bally, args.display.palette)),
            finish(self.wav, &|| Ok(wav_file(recorder.samples(), bally.config().sample_rate))),
            finish(self.gif, &|| recorder.gif(bally, args.display.palette)),
        ])
    }
}
