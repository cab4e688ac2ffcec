//! The files that a run or a session writes at its end.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use arcadian_bally::{Bally, wav};
use arcadian_desk::escape;

use super::{BallyArgs, recorder::Recorder, screenshot};
use crate::files::output::Pending;

/// The output files.
pub(super) struct Files {
    screenshot: Option<Pending>,
    wav: Option<Pending>,
    gif: Option<Pending>,
    state: Option<Pending>,
}

impl Files {
    /// Opens the files before the run, so that an unwritable path fails early.
    pub(super) fn prepare(args: &BallyArgs) -> Result<Self> {
        let paths: Vec<&PathBuf> =
            [&args.screenshot, &args.wav, &args.gif, &args.save_state].into_iter().flatten().collect();
        if let Some(twice) = paths.iter().enumerate().find(|(i, path)| paths[..*i].contains(path)) {
            bail!("{} is named for two files", escape::output_path(twice.1));
        }
        let binary =
            |path: &Option<PathBuf>| path.as_deref().map(|path: &Path| Pending::binary(path)).transpose();
        Ok(Self {
            screenshot: binary(&args.screenshot)?,
            wav: binary(&args.wav)?,
            gif: binary(&args.gif)?,
            state: binary(&args.save_state)?,
        })
    }

    pub(super) fn write(self, bally: &Bally, recorder: &Recorder, args: &BallyArgs) -> Result<()> {
        if let Some(file) = self.screenshot {
            file.finish(&screenshot(bally, args.palette)?)?;
        }
        if let Some(file) = self.wav {
            file.finish(&wav(recorder.samples(), bally.config().sample_rate))?;
        }
        if let Some(file) = self.gif {
            file.finish(&recorder.gif(bally, args.palette)?)?;
        }
        if let Some(file) = self.state {
            file.finish(&bally.save())?;
        }
        Ok(())
    }
}
