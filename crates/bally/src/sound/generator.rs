//! The sound chip: a master oscillator, three tones, vibrato and noise.
//!
//! Between two changes of the modulation the master oscillator has a constant period, so that the chip does not run pulse by
//! pulse: the next change of each tone is computed, and a tone that cannot be heard is advanced by arithmetic.

use crate::{
    frame::CLOCK,
    state::{Reader, StateError, Writer},
};

/// The registers, by the low three bits of their ports.
const TONMO: usize = 0;
const TONEA: usize = 1;
const VIBRA: usize = 4;
const VOLC: usize = 5;
const VOLAB: usize = 6;
const VOLN: usize = 7;

/// The bits of VOLC above the volume.
const NOISE_MODULATES: u8 = 0x10;
const NOISE_AUDIBLE: u8 = 0x20;

/// Noise and vibrato step every 64 cycles.
const STEP: u64 = 64;

/// Channels: the three tones, then the noise.
const NOISE: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tone {
    /// The pulses of the master oscillator until it toggles, 1 to 256.
    left: u64,
    is_high: bool,
}

/// The sound chip.
///
/// The output is the sum of four levels of 0 to 15. Changes of it are passed to a function, with their time and in units
/// of half a level: a tone above half of the sample rate counts as its mean, half of its volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    registers: [u8; 8],
    now: u64,
    /// The cycle of the master oscillator's next pulse.
    next_pulse: u64,
    tones: [Tone; 3],
    /// A shift register of 15 bits.
    noise: u16,
    /// A counter of 13 bits.
    vibrato: u16,
    /// The contribution of each channel to the output, in half levels.
    outputs: [i32; 4],
    /// A tone that toggles faster than this many cycles is not audible.
    shortest: u64,
}

/// Pulses in a stretch of time with a constant period.
struct Pulses {
    first: u64,
    period: u64,
    count: u64,
}

impl Generator {
    /// Creates a chip after power-up, with all counters at 0. Tones above half of the sample rate are replaced by their
    /// mean; with a sample rate of 0, none are.
    pub fn new(sample_rate: u32) -> Self {
        let shortest = if sample_rate == 0 { 0 } else { u64::from(CLOCK) / u64::from(sample_rate) };
        Generator {
            registers: [0; 8],
            now: 0,
            next_pulse: 256,
            tones: [Tone { left: 256, is_high: false }; 3],
            noise: 0,
            vibrato: 0,
            outputs: [0; 4],
            shortest,
        }
    }

    /// Returns the time up to which the output has been computed.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Sets the time without computing any output.
    pub(super) fn set_now(&mut self, now: u64) {
        self.next_pulse = now + (self.next_pulse - self.now);
        self.now = now;
    }

    /// Writes a register, 0 to 7. The caller has run the chip up to the time of the write.
    pub fn set(&mut self, register: u8, value: u8, mut change: impl FnMut(u64, i32)) {
        self.registers[usize::from(register & 7)] = value;
        self.update_outputs(&mut change);
    }

    /// Computes the output up to a cycle.
    pub fn run_to(&mut self, cycle: u64, mut change: impl FnMut(u64, i32)) {
        while self.now < cycle {
            let end = self.modulation_end().map_or(cycle, |end| end.min(cycle));
            self.run_pulses(end, &mut change);
            self.run_steps(end, &mut change);
            if self.modulation_end().is_some() {
                self.update_outputs(&mut change);
            }
        }
    }

    /// Returns the cycle until which the modulation does not change, or `None` if there is none.
    fn modulation_end(&self) -> Option<u64> {
        let vibra = self.registers[VIBRA];
        let is_by_noise = self.registers[VOLC] & NOISE_MODULATES != 0;
        let depth = if is_by_noise { self.registers[VOLN] } else { vibra & 0x3F };
        if depth == 0 {
            return None;
        }
        let half = 0x200 << (vibra >> 6);
        let steps = if is_by_noise { 1 } else { u64::from(half - (self.vibrato & (half - 1))) };
        Some((self.now / STEP + steps) * STEP)
    }

    /// Advances time, and the noise and the vibrato with it.
    fn run_steps(&mut self, end: u64, change: &mut impl FnMut(u64, i32)) {
        let (first, last) = (self.now / STEP + 1, end / STEP);
        let level = 2 * self.volume(NOISE);
        for step in first..=last {
            let bit = !(self.noise >> 14 ^ self.noise >> 13) & 1;
            self.noise = (self.noise << 1 | bit) & 0x7FFF;
            if level != 0 {
                let is_high = self.noise >> 14 & 1 != 0;
                self.set_output(NOISE, if is_high { level } else { 0 }, step * STEP, change);
            }
        }
        self.vibrato = (u64::from(self.vibrato) + last + 1 - first) as u16 & 0x1FFF;
        self.now = end;
    }

    /// Passes on a change of what a channel contributes.
    fn set_output(&mut self, channel: usize, output: i32, at: u64, change: &mut impl FnMut(u64, i32)) {
        if output != self.outputs[channel] {
            change(at, output - self.outputs[channel]);
            self.outputs[channel] = output;
        }
    }

    /// Returns the period of the master oscillator: it counts up from the complement of TONMO plus the modulation to 256.
    fn period(&self) -> u64 {
        let start = (!self.registers[TONMO]).wrapping_add(self.modulation());
        256 - u64::from(start)
    }

    fn modulation(&self) -> u8 {
        let vibra = self.registers[VIBRA];
        if self.registers[VOLC] & NOISE_MODULATES != 0 {
            let [_, bits] = (self.noise >> 7).to_be_bytes();
            bits.reverse_bits() & self.registers[VOLN]
        } else if self.vibrato >> (9 + (vibra >> 6)) & 1 == 0 {
            vibra & 0x3F
        } else {
            0
        }
    }

    /// Runs the tones up to a cycle up to which the modulation is constant.
    fn run_pulses(&mut self, end: u64, change: &mut impl FnMut(u64, i32)) {
        let Some(rest) = end.checked_sub(self.next_pulse) else { return };
        let period = self.period();
        let pulses = Pulses { first: self.next_pulse, period, count: rest / period + 1 };
        self.next_pulse += pulses.count * period;
        for channel in 0..NOISE {
            self.run_tone(channel, &pulses, change);
        }
    }

    fn run_tone(&mut self, channel: usize, pulses: &Pulses, change: &mut impl FnMut(u64, i32)) {
        let Tone { left, is_high } = self.tones[channel];
        let Some(rest) = pulses.count.checked_sub(left) else {
            self.tones[channel].left -= pulses.count;
            return;
        };
        let interval = self.interval(channel);
        let toggles = rest / interval + 1;
        if self.is_audible(channel, pulses.period) {
            self.emit_toggles(channel, pulses, toggles, change);
        }
        self.tones[channel] =
            Tone { left: interval - rest % interval, is_high: is_high ^ (toggles & 1 != 0) };
    }

    /// Passes on the changes that a tone's toggles make.
    fn emit_toggles(
        &mut self,
        channel: usize,
        pulses: &Pulses,
        toggles: u64,
        change: &mut impl FnMut(u64, i32),
    ) {
        let Tone { left, mut is_high } = self.tones[channel];
        let level = 2 * self.volume(channel);
        let interval = self.interval(channel) * pulses.period;
        let mut at = pulses.first + (left - 1) * pulses.period;
        for _ in 0..toggles {
            is_high = !is_high;
            let output = if is_high { level } else { 0 };
            self.set_output(channel, output, at, change);
            at += interval;
        }
    }

    /// Returns the pulses between two toggles of a tone.
    fn interval(&self, channel: usize) -> u64 {
        u64::from(self.registers[TONEA + channel]) + 1
    }

    fn is_audible(&self, channel: usize, period: u64) -> bool {
        self.volume(channel) != 0 && self.interval(channel) * period >= self.shortest
    }

    /// Returns whether all volumes are 0.
    pub fn is_silent(&self) -> bool {
        (0..=NOISE).all(|channel| self.volume(channel) == 0)
    }

    fn volume(&self, channel: usize) -> i32 {
        let volume = match channel {
            0 => self.registers[VOLAB] & 15,
            1 => self.registers[VOLAB] >> 4,
            2 => self.registers[VOLC] & 15,
            _ => self.noise_volume(),
        };
        volume.into()
    }

    fn noise_volume(&self) -> u8 {
        if self.registers[VOLC] & NOISE_AUDIBLE != 0 { self.registers[VOLN] >> 4 } else { 0 }
    }

    /// Passes on what the registers, the noise and inaudible tones change now.
    fn update_outputs(&mut self, change: &mut impl FnMut(u64, i32)) {
        let period = self.period();
        for channel in 0..=NOISE {
            self.set_output(channel, self.output(channel, period), self.now, change);
        }
    }

    fn output(&self, channel: usize, period: u64) -> i32 {
        let is_high = match channel {
            NOISE => self.noise >> 14 & 1 != 0,
            _ if !self.is_audible(channel, period) => return self.volume(channel),
            _ => self.tones[channel].is_high,
        };
        if is_high { 2 * self.volume(channel) } else { 0 }
    }

    pub(super) fn save(&self, state: &mut Writer) {
        state.bytes(&self.registers);
        state.word((self.next_pulse - self.now) as u16);
        for tone in &self.tones {
            state.word(tone.left as u16);
            state.byte(tone.is_high.into());
        }
        state.word(self.noise);
        state.word(self.vibrato);
        state.bytes(&self.outputs.map(|output| output as u8));
    }

    pub(super) fn load(&mut self, state: &mut Reader, now: u64) -> Result<(), StateError> {
        self.registers = state.array()?;
        self.now = now;
        self.next_pulse = now + u64::from(state.word()?.clamp(1, 256));
        for tone in &mut self.tones {
            *tone = Tone { left: state.word()?.clamp(1, 256).into(), is_high: state.flag()? };
        }
        self.noise = state.word()? & 0x7FFF;
        self.vibrato = state.word()? & 0x1FFF;
        self.outputs = state.array::<4>()?.map(|output| i32::from(output.min(30)));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
