//! Options of the parts of the Bally, of hints from a database of patterns, and of tapes: those of `:PRINT` and `:INPUT` without a name,
//! and those at the port of the Bally.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, Result, bail, ensure};
use arcadian_bally::{Bally, Expansion, MOST_HANDLES};
use arcadian_basic::{Basic, LONGEST_TAPE};
use arcadian_board::rotate::{Moves, Patterns, Search};
use arcadian_files::{
    Files as _, escape,
    tape::{self, LONGEST_BYTES, Media, Tape, levels},
};
use arcadian_games::rotate;
use arcadian_play::bally::{
    keys::Keypad,
    parts::{Fitting, Parts},
    tape::{TapeRecorder, with_port},
};
use arcadian_tape::Encoder;
use clap::{
    Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::{Disk, output, pending::Pending};
use crate::number::decimal;

/// The size of a database of eight letters with special moves, and more.
const LONGEST: u64 = 1 << 30;

/// The parts of a Bally Professional Arcade.
#[derive(Args, Clone, Debug)]
pub struct PartsArgs {
    /// On-board ROM of a Bally, 8 KB [default: a boot ROM of arcadian's own]; - is standard input
    #[arg(long, value_name = "FILE")]
    pub rom: Option<PathBuf>,
    /// Cartridge of a Bally of at most 8 KB, or bank-switched of 256 or 512 KB, or the source (.asm) of one; - is standard input
    #[arg(long, value_name = "FILE")]
    pub cart: Option<PathBuf>,
    /// RAM on the expansion connector of a Bally
    #[arg(long, value_name = "NAME", value_parser = expansions(), default_value = "none")]
    pub expansion: Expansion,
    /// Handles that are connected to a Bally, from the first connector on; the others read as 0 [default: 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u8>(0..=MOST_HANDLES.into()))]
    pub handles: Option<u8>,
    /// Continue from a saved state of the same ROM, cartridge and expansion
    #[arg(long, value_name = "FILE")]
    pub load_state: Option<PathBuf>,
    /// File with keys of a cartridge, as `bally --record` writes it; with `step` also of a BASIC program, as `play --record` does
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    pub keys_file: Option<PathBuf>,
    /// Legends of a Bally's keypad for key names [default: basic for BASIC and the test card, else calculator]
    #[arg(long, value_enum)]
    pub keypad: Option<Legends>,
}

impl PartsArgs {
    /// Returns the files and the expansion.
    pub fn parts(&self) -> Parts {
        Parts {
            rom: self.rom.clone(),
            cart: self.cart.clone(),
            inserted: None,
            expansion: self.expansion,
            handles: self.handles,
            state: self.load_state.clone(),
            fitting: None,
        }
    }
}

/// The legends by which keys are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Legends {
    /// Those of the calculator, printed on the keypad
    Calculator,
    /// Those of BASIC's overlay
    Basic,
}

impl From<Legends> for Keypad {
    fn from(legends: Legends) -> Self {
        match legends {
            Legends::Calculator => Keypad::Calculator,
            Legends::Basic => Keypad::Basic,
        }
    }
}

fn expansions() -> impl TypedValueParser<Value = Expansion> {
    let names = Expansion::ALL.map(Expansion::name);
    PossibleValuesParser::new(names).map(|name| Expansion::named(&name).unwrap_or_default())
}

/// The database for hints.
#[derive(Args, Debug)]
pub struct HintArgs {
    /// Pattern database for hints of ROTATE, which `arcadian board rotate database` has made
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
}

impl HintArgs {
    /// Reads the database, if there is one. Hints of this process use it.
    pub fn prepare(&self) -> Result<()> {
        let Some(path) = &self.database else { return Ok(()) };
        let patterns = read_patterns(path)?;
        let name = escape::path(path);
        ensure!(
            !patterns.moves().both,
            "{name} is for turns in both directions, and hints need clockwise turns; make one without --both"
        );
        rotate::use_search(Search::new(patterns));
        Ok(())
    }
}

pub fn read_patterns(path: &Path) -> Result<Patterns> {
    let bytes = Disk.bytes(path, "a pattern database", LONGEST)?;
    Patterns::from_bytes(&bytes).with_context(|| {
        format!("cannot use {}; `arcadian board rotate database` makes one", escape::path(path))
    })
}

/// Describes the moves that a database is for.
pub fn described(moves: Moves) -> String {
    let turns = if moves.both { "turns in both directions" } else { "clockwise turns" };
    let special = if moves.special { "with a special move" } else { "without special moves" };
    format!("{turns} {special}")
}

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
}

impl TapeIn {
    pub fn read(path: &Path) -> Result<Self> {
        let levels = levels(&Disk, path)?;
        if levels.count() == 0 {
            output::note(&format!("warning: {}: there is only silence on this tape", escape::path(path)));
        }
        let seconds = levels.seconds();
        let fitting = Fitting(Arc::new(move |cartridge| with_port(cartridge, Some(&levels))));
        Ok(Self { fitting, seconds })
    }
}

/// The tapes of a run: what is played, and the file for what is recorded.
#[derive(Default)]
pub struct PortTapes {
    /// The length of the recording that is played.
    pub seconds: Option<f64>,
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
        let blank = || Fitting(Arc::new(|cartridge| with_port(cartridge, None)));
        let fitting = tape_in.map(|tape| tape.fitting).or_else(|| file.is_some().then(blank));
        Ok((PortTapes { seconds, file, recorder: TapeRecorder::default() }, fitting))
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
