//! Sound: the sound chip, and samples from its output.
//!
//! Nothing that a program can read depends on the sound chip. So the chips only log the writes to it, and the samples are
//! computed from the log after each frame. A replay makes none.

mod blip;
mod generator;

use crate::{
    chips::{Chips, SoundWrite},
    frame::CLOCK,
    state::{Reader, StateError, Writer},
};
use blip::Blip;
pub use generator::Generator;

/// A longer gap is silent, in cycles: a minute.
const LONGEST: u64 = CLOCK as u64 * 60;

/// Computes the samples of a machine's sound.
///
/// The writes to the sound chip that the machine has recorded are the input, so a synthesizer costs nothing between calls.
#[derive(Clone, Debug)]
pub struct Synthesizer {
    generator: Generator,
    blip: Blip,
    processed: u64,
}

impl Synthesizer {
    /// Creates a synthesizer for a machine at power-up.
    pub fn new(sample_rate: u32) -> Self {
        Synthesizer {
            generator: Generator::new(sample_rate),
            blip: Blip::new(CLOCK, sample_rate),
            processed: 0,
        }
    }

    /// Computes the sound up to a cycle.
    ///
    /// After a gap in the recorded writes, or when the machine has gone back, it continues with the registers as they are.
    pub fn advance(&mut self, chips: &Chips, now: u64) {
        let is_continued = self.generator.now() <= now && now - self.generator.now() <= LONGEST;
        if !is_continued {
            self.skip_to(now);
            self.processed = u64::MAX;
        }
        match chips.sound().since(self.processed) {
            Some(writes) => self.replay(writes),
            None => self.set_all(chips.registers().sound()),
        }
        self.processed = chips.sound().count();
        self.run_to(now);
        self.blip.end(now);
    }

    /// Computes the sound of writes up to a cycle. They are in order, and need not be those of an emulated machine.
    pub fn play(&mut self, writes: &[SoundWrite], now: u64) {
        self.replay(writes);
        self.run_to(now);
        self.blip.end(now);
    }

    /// Continues at a cycle, without the sound until then.
    pub fn skip_to(&mut self, cycle: u64) {
        self.generator.set_now(cycle);
        self.blip.set_start(cycle);
    }

    /// Returns whether all volumes are 0.
    pub fn is_silent(&self) -> bool {
        self.generator.is_silent()
    }

    fn replay(&mut self, writes: &[SoundWrite]) {
        for write in writes {
            self.run_to(write.at);
            self.set(write.register, write.value);
        }
    }

    fn set_all(&mut self, registers: [u8; 8]) {
        for (register, value) in (0..).zip(registers) {
            self.set(register, value);
        }
    }

    fn run_to(&mut self, cycle: u64) {
        let blip = &mut self.blip;
        self.generator.run_to(cycle, |at, change| blip.add(at, change));
    }

    fn set(&mut self, register: u8, value: u8) {
        let blip = &mut self.blip;
        self.generator.set(register, value, |at, change| blip.add(at, change));
    }

    /// Appends the samples computed since the last call.
    pub fn take_samples(&mut self, samples: &mut Vec<i16>) {
        self.blip.take(samples);
    }

    pub(crate) fn save(&self, state: &mut Writer) {
        self.generator.save(state);
        self.blip.save(state);
    }

    /// Loads a saved state of a machine whose log of writes is empty.
    pub(crate) fn load(&mut self, state: &mut Reader, now: u64) -> Result<(), StateError> {
        self.generator.load(state, now)?;
        self.blip.load(state, now)?;
        self.processed = 0;
        Ok(())
    }
}
