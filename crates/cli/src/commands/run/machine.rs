//! The output of a run in emulated time: the interpreter or an emulated Bally as its machine, with pictures, animations and
//! sound for files.

use std::io::{self, BufWriter, Write};

use anyhow::{Context, Result, bail};
use arcadian_bally::{SoundWrite as ChipWrite, Synthesizer};
use arcadian_basic::{
    Basic, SoundWrite, cost,
    script::{Moment, Scripted},
};
use arcadian_files::escape;
use arcadian_play::{
    bally::{
        basic::{BasicBally, EnterError},
        sound::RATE,
    },
    report::{NextStatement, Results},
};
use arcadian_screen::{EncodeError, Frame, Zoom, gif::Recorder, palette::Scale};
use arcadian_tape::wav_file;
use clap::{Args, ValueEnum};

use crate::{
    files::{output, pending::Pending},
    number::decimal,
    terminal::events::Palette,
};

pub(super) trait Machine: Scripted {
    /// The default budget in statements.
    const BUDGET: u64;
    /// The number of statements per slice without an animation.
    const SLICE: u64;

    /// Enters a line: one with a number is stored, another is executed by the next run.
    fn enter(&mut self, text: &str) -> Result<(), EnterError>;

    /// Returns what the television shows.
    fn frame(&self) -> Frame;

    /// Returns the emulated time in T-states.
    fn tstates(&self) -> u64;

    /// Records writes to the sound ports from now on.
    fn listen(&mut self);

    /// Returns the writes to the sound ports since the last call.
    fn take_sound(&mut self) -> Vec<SoundWrite>;

    /// Returns the time in T-states at which the note that sounds ends.
    fn note_end(&self) -> Option<u64>;

    fn results(&self) -> Results;

    fn next_statement(&self) -> Option<NextStatement>;
}

impl Machine for Basic {
    const BUDGET: u64 = 100_000_000;
    const SLICE: u64 = 1_000_000;

    fn enter(&mut self, text: &str) -> Result<(), EnterError> {
        self.enter(text).map_err(EnterError::Character)
    }

    fn frame(&self) -> Frame {
        self.frame()
    }

    fn tstates(&self) -> u64 {
        self.tstates()
    }

    fn listen(&mut self) {
        self.listen();
    }

    fn take_sound(&mut self) -> Vec<SoundWrite> {
        self.take_sound()
    }

    fn note_end(&self) -> Option<u64> {
        self.note_end()
    }

    fn results(&self) -> Results {
        self.into()
    }

    fn next_statement(&self) -> Option<NextStatement> {
        NextStatement::of(self)
    }
}

impl Machine for BasicBally {
    /// About a quarter of an hour of the machine's time.
    const BUDGET: u64 = 1_000_000;
    /// A second of the machine's time.
    const SLICE: u64 = 1_000;

    fn enter(&mut self, text: &str) -> Result<(), EnterError> {
        self.enter(text)
    }

    fn frame(&self) -> Frame {
        self.frame()
    }

    fn tstates(&self) -> u64 {
        self.tstates()
    }

    fn listen(&mut self) {
        self.listen();
    }

    fn take_sound(&mut self) -> Vec<SoundWrite> {
        self.take_sound()
    }

    fn note_end(&self) -> Option<u64> {
        self.note_end()
    }

    fn results(&self) -> Results {
        self.into()
    }

    fn next_statement(&self) -> Option<NextStatement> {
        self.position().map(|(line, at)| NextStatement { line, at })
    }
}

/// Options for pictures in files.
#[derive(Args, Debug)]
pub struct ImageArgs {
    /// Pixel aspect ratio: 6:7 as on a television, or square
    #[arg(long, value_enum, default_value_t)]
    pub aspect: Aspect,
    /// Size: 1 (960 × 616) or 2 for tv, 1 to 16 dots per pixel for square [default: tv 1, square 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u32>(0..=u32::MAX.into()))]
    pub scale: Option<u32>,
    /// Brightness of colors
    #[arg(long, value_enum, default_value_t)]
    pub palette: Palette,
}

/// A pixel aspect ratio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Aspect {
    /// 6:7, as on a television
    #[default]
    Tv,
    /// 1:1
    Square,
}

/// Returns the number of dots per pixel in each direction.
pub fn zoom(image: &ImageArgs) -> Result<Zoom> {
    let (default, most, sizes) = match image.aspect {
        Aspect::Tv => (1, Zoom::MAX / Zoom::TV.y(), "1 or 2 with --aspect tv, 1 to 16 with --aspect square"),
        Aspect::Square => (4, Zoom::MAX, "1 to 16 with --aspect square"),
    };
    let scale = image.scale.unwrap_or(default);
    if !(1..=most).contains(&scale) {
        bail!("`{scale}` is not a valid --scale ({sizes})");
    }
    Ok(match image.aspect {
        Aspect::Tv => Zoom::new(Zoom::TV.x() * scale, Zoom::TV.y() * scale),
        Aspect::Square => Zoom::square(scale),
    })
}

impl From<Aspect> for arcadian_screen::Aspect {
    fn from(aspect: Aspect) -> Self {
        match aspect {
            Aspect::Tv => Self::Tv,
            Aspect::Square => Self::Square,
        }
    }
}

/// The number of statements per slice.
pub const SLICE: u64 = 1_000;
/// The longest record in T-states: an hour.
const LONGEST: u64 = 60 * 60 * cost::PER_SECOND;
/// Duration of the sound after the end of the last note, in T-states.
const REST: u64 = cost::PER_SECOND / 20;

pub struct Sound {
    file: Pending,
    synthesizer: Synthesizer,
    samples: Vec<i16>,
    /// The time of the machine at which the record begins.
    start: u64,
}

impl Sound {
    pub fn new(file: Pending, machine: &mut impl Machine) -> Self {
        let start = machine.tstates();
        machine.listen();
        Self { file, synthesizer: Synthesizer::new(RATE), samples: Vec::new(), start }
    }

    /// Records what was heard since the last call.
    pub fn observe(&mut self, machine: &mut impl Machine) {
        self.play(&machine.take_sound(), machine.tstates());
    }

    /// Records writes and what is heard until a time of the machine.
    fn play(&mut self, writes: &[SoundWrite], now: u64) {
        let writes: Vec<_> = writes.iter().map(|write| self.on_chip(*write)).collect();
        let now = now.saturating_sub(self.start).min(LONGEST);
        let until = writes.partition_point(|write| write.at < LONGEST);
        self.synthesizer.play(&writes[..until], now);
        self.synthesizer.take_samples(&mut self.samples);
    }

    /// Returns the write on the clock of the record.
    fn on_chip(&self, write: SoundWrite) -> ChipWrite {
        let at = write.tstates.saturating_sub(self.start);
        ChipWrite { at, register: write.register(), value: write.value }
    }

    /// Completes the file with the end of the note that sounds. Reports a truncated record on standard error.
    pub fn finish(mut self, machine: &mut impl Machine) -> Result<()> {
        self.observe(machine);
        if let Some(end) = machine.note_end() {
            self.play(&[SoundWrite::end_of_note(end)], end + REST);
        }
        let all = machine.tstates() - self.start;
        if all > LONGEST {
            let seconds = all as f64 / cost::PER_SECOND as f64;
            output::note(&format!(
                "note: the sound has the first 3600 of {seconds:.1} seconds, an hour at most"
            ));
        }
        self.file.finish(&wav_file(&self.samples, RATE))
    }
}

/// The number of statements per slice. Sixteen common statements take a few hundredths of an emulated second.
pub const FRAME_SLICE: u64 = 16;
/// The number of T-states between two pictures.
const TENTH: u64 = cost::PER_SECOND / 10;
/// The display time of a picture in hundredths of a second: while running, when a key is read, at the end.
const RUNNING: u32 = 10;
const ASKED: u32 = 60;
const LAST: u32 = 200;
/// The maximum number of pictures: five minutes of steady motion.
const MOST: u32 = 3_000;
/// The size in bytes at which the animation ends.
const LARGEST: u64 = 64 << 20;

/// Records pictures during a run, and writes each immediately.
pub struct Animation {
    recorder: Recorder<File>,
    /// The time of the next picture in T-states.
    next: u64,
    last: Option<Frame>,
    /// The emulated time at which the animation reached its limit.
    full: Option<u64>,
    error: Option<EncodeError>,
}

impl Animation {
    pub fn new(file: Pending, zoom: Zoom, scale: Scale) -> Result<Self> {
        let recorder = Recorder::new(File { out: BufWriter::new(file), bytes: 0 }, zoom, scale)?;
        Ok(Self { recorder, next: 0, last: None, full: None, error: None })
    }

    /// Records the pictures that are due.
    pub fn observe(&mut self, basic: &impl Machine, moment: Moment) {
        if self.full.is_some() || self.error.is_some() {
            return;
        }
        if moment == Moment::Asked {
            self.push(basic, ASKED);
        }
        let due = (basic.tstates() + TENTH).saturating_sub(self.next) / TENTH;
        if due > 0 {
            self.next += due * TENTH;
            self.push(basic, RUNNING.saturating_mul(u32::try_from(due).unwrap_or(u32::MAX)));
        }
        let written = (self.recorder.pictures(), self.recorder.out().bytes);
        self.full = (written.0 >= MOST || written.1 >= LARGEST).then(|| basic.tstates());
    }

    fn push(&mut self, basic: &impl Machine, centiseconds: u32) {
        let frame = basic.frame();
        if self.last.as_ref().is_some_and(|last| last.looks_like(&frame)) {
            return self.recorder.hold(centiseconds);
        }
        self.error = self.recorder.push(&frame, centiseconds).err();
        self.last = Some(frame);
    }

    /// Completes the file, with a longer display time for the last picture. Reports a truncated animation on standard error.
    pub fn finish(mut self, basic: &impl Machine) -> Result<()> {
        match self.full {
            None if self.error.is_none() => self.push(basic, LAST),
            None => {}
            Some(end) => output::note(&format!(
                "note: the animation has the first {:.1} of {:.1} seconds; it ends after {MOST} pictures or {} MB",
                seconds(end),
                seconds(basic.tstates()),
                LARGEST >> 20
            )),
        }
        let path = escape::output_path(self.recorder.out().out.get_ref().path());
        let written = match self.error {
            Some(error) => Err(error),
            None => self.recorder.finish(),
        };
        let written =
            written.and_then(|file| Ok(file.out.into_inner().map_err(|error| error.into_error())?));
        written.with_context(|| format!("cannot write {path}"))?.keep()
    }
}

fn seconds(tstates: u64) -> f64 {
    tstates as f64 / cost::PER_SECOND as f64
}

/// A file that counts its bytes.
struct File {
    out: BufWriter<Pending>,
    bytes: u64,
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
