//! The files that a run or a session writes at its end.

use std::path::{Path, PathBuf};

use anyhow::Result;
use arcadian_bally::Bally;
use arcadian_tape::wav_file;

use super::{SessionArgs, recorder::Recorder, screenshot};
use crate::files::output::Pending;

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

    pub fn write(self, bally: &Bally, recorder: &Recorder, args: &SessionArgs) -> Result<()> {
        if let Some(file) = self.screenshot {
            file.finish(&screenshot(bally, args.display.palette)?)?;
        }
        if let Some(file) = self.wav {
            file.finish(&wav_file(recorder.samples(), bally.config().sample_rate))?;
        }
        if let Some(file) = self.gif {
            file.finish(&recorder.gif(bally, args.display.palette)?)?;
        }
        if let Some(file) = self.state {
            file.finish(&bally.save())?;
        }
        Ok(())
    }
}
