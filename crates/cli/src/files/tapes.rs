//! The arguments for the tapes of `:PRINT` and `:INPUT` without a name.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use arcadian_basic::{Basic, LONGEST_TAPE};
use arcadian_files::{
    Files as _, escape,
    tape::{self, LONGEST_BYTES, Media, Tape},
};
use arcadian_tape::Encoder;
use clap::Args;

use super::{
    Disk,
    output::{self, Pending},
};

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
            bail!("--tape-in and --tape-out do not work with --on bally: the BASIC cartridge has no tape");
        }
        Ok(())
    }

    /// Inserts the tapes. Returns the file for what is recorded.
    pub fn insert(&self, basic: &mut Basic) -> Result<Option<BlankTape>> {
        if let Some(path) = &self.tape_in {
            basic.insert_tape(bytes(path)?);
        }
        let Some(path) = &self.tape_out else { return Ok(None) };
        basic.insert_blank_tape();
        let media = Media::of(path).unwrap_or(Media::Recording);
        Ok(Some(BlankTape { file: Pending::binary(path)?, media }))
    }
}

/// Returns the bytes of a tape, all parts in order.
fn bytes(path: &Path) -> Result<Vec<u8>> {
    if Media::of(path) == Some(Media::Bytes) {
        return Ok(Disk.bytes(path, "the bytes of a tape", LONGEST_BYTES)?);
    }
    let tape = Tape::read(&Disk, path)?;
    let damaged: usize = tape.parts.iter().map(|part| part.damaged).sum();
    if damaged > 0 {
        output::note(&format!(
            "warning: {}: {} of the tape could not be read",
            escape::path(path),
            tape::count(damaged, "byte")
        ));
    }
    Ok(tape.parts.into_iter().flat_map(|part| part.bytes).collect())
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
