//! The sound of a run in emulated time, as a WAV file.

use anyhow::Result;
use arcadian_bally::{SoundWrite as ChipWrite, Synthesizer};
use arcadian_basic::{SoundWrite, cost};
use arcadian_play::bally::sound::RATE;
use arcadian_tape::wav_file;

use super::machine::Machine;
use crate::files::output::{self, Pending};

/// The number of statements per slice.
pub const SLICE: u64 = 1_000;
/// The longest record in T-states: an hour.
const LONGEST: u64 = 60 * 60 * cost::PER_SECOND;
/// What is heard after the end of the last note, in T-states.
const REST: u64 = cost::PER_SECOND / 20;

/// Records the sound of a run.
pub struct Sound {
    file: Pending,
    synthesizer: Synthesizer,
    samples: Vec<i16>,
    /// The time of the machine at which the record begins.
    start: u64,
}

impl Sound {
    /// Starts a record.
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
