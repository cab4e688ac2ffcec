//! The arguments for tapes: of `:PRINT` and `:INPUT` without a name, and at the port of the Bally.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Result, bail};
use arcadian_bally::Bally;
use arcadian_basic::{Basic, LONGEST_TAPE};
use arcadian_files::{
    Files as _, escape,
    tape::{self, LONGEST_BYTES, Media, Tape, levels},
};
use arcadian_play::bally::{
    parts::Fitting,
    tape::{TapeRecorder, with_port},
};
use arcadian_tape::Encoder;
use clap::Args;

use super::{Disk, output, pending::Pending};

/// Tapes that are in the recorder.
#[derive(Args, Clone, Debug, Default)]
pub struct TapesArgs {
    /// Tape that `:INPUT` types: a recording (.wav) or its bytes (.prg)
    #[arg(long, value_name = "FILE")]
    pub tape_in: Option<PathBuf>,
    /// Tape on which `:PRINT` records, until `:RETURN`: a recording, or its bytes if the name ends in .prg
    #[arg(long, value_name = "FILE")]
    pub tape_out: Option<PathBuf>,
}

/// The file for what is recorded.
pub struct BlankTape {
    file: Pending,
    media: Media,
}

impl TapesArgs {
    /// Refuses tapes where there is no recorder.
    pub fn refuse(&self) -> Result<()> {
        if self.tape_in.is_some() || self.tape_out.is_some() {
            bail!(
                "--tape-in and --tape-out do not work with --engine bally: the BASIC cartridge has no tape"
            );
        }
        Ok(())
    }

    /// Inserts the tapes. Returns the file for what is recorded, and whether all of the tape to be played could be read.
    pub fn insert(&self, basic: &mut Basic) -> Result<(Option<BlankTape>, bool)> {
        let mut is_whole = true;
        if let Some(path) = &self.tape_in {
            let (bytes, is_read) = bytes(path)?;
            basic.insert_tape(bytes);
            is_whole = is_read;
        }
        let Some(path) = &self.tape_out else { return Ok((None, is_whole)) };
        basic.insert_blank_tape();
        let media = Media::of(path).unwrap_or(Media::Recording);
        Ok((Some(BlankTape { file: Pending::binary(path)?, media }), is_whole))
    }
}

/// Returns the bytes of a tape, all parts in order, and whether all of them could be read.
fn bytes(path: &Path) -> Result<(Vec<u8>, bool)> {
    if Media::of(path) == Some(Media::Bytes) {
        return Ok((Disk.bytes(path, "the bytes of a tape", LONGEST_BYTES)?, true));
    }
    let tape = Tape::read(&Disk, path)?;
    let damaged: usize = tape.parts.iter().map(|part| part.damaged).sum();
    let missing = tape.parts.first().map_or(0, |part| part.missing);
    if let Some(lost) = tape::lost(missing) {
        output::note(&format!("warning: {}: {lost}", escape::path(path)));
    }
    if damaged > 0 {
        output::note(&format!(
            "warning: {}: {} of the tape could not be read",
            escape::path(path),
            arcadian_files::count(damaged, "byte")
        ));
    }
    let is_whole = damaged == 0 && missing == 0;
    Ok((tape.parts.into_iter().flat_map(|part| part.bytes).collect(), is_whole))
}

impl BlankTape {
    /// Writes what a machine has recorded.
    pub fn finish(self, basic: &Basic) -> Result<()> {
        let bytes = basic.recorded_tape().unwrap_or_default();
        if bytes.len() == LONGEST_TAPE {
            output::note(&format!("warning: the tape is full; it has the first {LONGEST_TAPE} bytes"));
        }
        match self.media {
            Media::Bytes => self.file.finish(bytes),
            Media::Recording => self.file.finish(&tape::recording(bytes, &Encoder::default()).0),
        }
    }
}

/// Tapes of a cartridge that makes and reads their sound itself.
#[derive(Args, Clone, Debug, Default)]
pub struct PortTapesArgs {
    /// Give the cartridge a tape port, as AstroBASIC has one, and play this recording (.wav) into it
    #[arg(long, value_name = "FILE", requires = "cart")]
    pub tape_in: Option<PathBuf>,
    /// Give the cartridge a tape port, and write what it records as WAV
    #[arg(long, value_name = "FILE", requires = "cart")]
    pub tape_out: Option<PathBuf>,
}

/// A recording that is played into a tape port.
pub struct TapeIn {
    /// The source of the port of the cartridge.
    pub fitting: Fitting,
    pub seconds: f64,
    /// The bytes that its file lacks.
    pub missing: u64,
}

impl TapeIn {
    pub fn read(path: &Path) -> Result<Self> {
        let (levels, missing) = levels(&Disk, path)?;
        tape::lost(missing)
            .iter()
            .for_each(|lost| output::note(&format!("warning: {}: {lost}", escape::path(path))));
        if levels.count() == 0 {
            output::note(&format!("warning: {}: there is only silence on this tape", escape::path(path)));
        }
        let seconds = levels.seconds();
        let fitting = Fitting(Arc::new(move |cartridge| with_port(cartridge, Some(&levels))));
        Ok(Self { fitting, seconds, missing })
    }
}

/// The tapes of a run: what is played, and the file for what is recorded.
#[derive(Default)]
pub struct PortTapes {
    /// The length of the recording that is played.
    pub seconds: Option<f64>,
    /// The bytes that its file lacks.
    pub missing: u64,
    file: Option<Pending>,
    recorder: TapeRecorder,
}

impl PortTapesArgs {
    pub fn has_port(&self) -> bool {
        self.tape_in.is_some() || self.tape_out.is_some()
    }

    /// Reads and prepares the files. The tapes, and what gives the cartridge its port if there are any.
    pub fn prepare(&self) -> Result<(PortTapes, Option<Fitting>)> {
        let tape_in = self.tape_in.as_deref().map(TapeIn::read).transpose()?;
        let file = self.tape_out.as_deref().map(Pending::binary).transpose()?;
        let seconds = tape_in.as_ref().map(|tape| tape.seconds);
        let missing = tape_in.as_ref().map_or(0, |tape| tape.missing);
        let blank = || Fitting(Arc::new(|cartridge| with_port(cartridge, None)));
        let fitting = tape_in.map(|tape| tape.fitting).or_else(|| file.is_some().then(blank));
        Ok((PortTapes { seconds, missing, file, recorder: TapeRecorder::default() }, fitting))
    }
}

impl PortTapes {
    pub fn start(&mut self, bally: &Bally) {
        if self.file.is_some() {
            self.recorder = TapeRecorder::new(bally);
        }
    }

    /// Looks at the machine after a frame.
    pub fn observe(&mut self, bally: &Bally) {
        if self.file.is_some() {
            self.recorder.observe(bally);
        }
    }

    /// Writes what was recorded. Returns its length in seconds, or `None` if nothing was recorded.
    pub fn finish(self) -> Result<Option<f64>> {
        let Some(file) = self.file else { return Ok(None) };
        let Some(recording) = self.recorder.recording() else {
            output::note(&format!(
                "warning: {} is not written: the program did not record anything",
                escape::path(file.path())
            ));
            return Ok(None);
        };
        if self.recorder.is_full() {
            output::note("warning: the tape is full; it has the first half hour");
        }
        file.finish(&recording.to_wav())?;
        Ok(Some(recording.seconds()))
    }
}
