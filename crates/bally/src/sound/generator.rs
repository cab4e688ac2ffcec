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

/// The sound chip against one that is run cycle by cycle.
#[cfg(test)]
mod tests {
    use super::*;

    fn chip(registers: [u8; 8]) -> Generator {
        let mut chip = Generator::new(0);
        (0..).zip(registers).for_each(|(register, value)| chip.set(register, value, |_, _| {}));
        chip
    }

    /// Returns the times of the rising edges in a number of cycles.
    fn rises(chip: &mut Generator, cycles: u64) -> Vec<u64> {
        let mut rises = Vec::new();
        chip.run_to(cycles, |at, change| {
            if change > 0 {
                rises.push(at);
            }
        });
        rises
    }

    #[test]
    fn a_tone_has_its_frequency_exactly() {
        for (tonmo, tone, channel) in [(71, 112, 0), (35, 100, 1), (17, 200, 2), (0, 0, 0), (255, 255, 2)] {
            let mut registers = [tonmo, 3, 3, 3, 0, 0, 0, 0];
            registers[TONEA + channel] = tone;
            match channel {
                0 => registers[VOLAB] = 0x0F,
                1 => registers[VOLAB] = 0xF0,
                _ => registers[VOLC] = 0x0F,
            }
            let rises = rises(&mut chip(registers), u64::from(CLOCK));
            let period = 2 * (u64::from(tonmo) + 1) * (u64::from(tone) + 1);
            // The counters start at 0: the first interval is longer.
            assert!(rises.windows(2).skip(1).all(|two| two[1] - two[0] == period), "{tonmo} {tone}");
            let longest_start = 256 + 256 * (u64::from(tonmo) + 1);
            assert!(rises.len() as u64 >= (u64::from(CLOCK) - longest_start) / period - 1);
        }
    }

    #[test]
    fn running_in_small_steps_gives_the_same_output() {
        for registers in [
            [9, 20, 31, 44, 0, 0x0F, 0xFA, 0],
            [9, 20, 31, 44, 0x7F, 0x0F, 0xFA, 0],
            [9, 20, 31, 44, 0, 0x3C, 0xFA, 0xF7],
            [0, 1, 2, 3, 0xBF, 0x2F, 0x00, 0xA0],
        ] {
            let (mut whole, mut parts) = (chip(registers), chip(registers));
            let (mut from_whole, mut from_parts) = (Vec::new(), Vec::new());
            whole.run_to(300_000, |at, change| from_whole.push((at, change)));
            for end in (0..=300_000).step_by(1237).chain([300_000]) {
                parts.run_to(end, |at, change| from_parts.push((at, change)));
            }
            assert_eq!(whole, parts);
            assert_eq!(levels(from_whole), levels(from_parts));
        }
    }

    /// Returns the sum of the changes at each time.
    fn levels(changes: Vec<(u64, i32)>) -> std::collections::BTreeMap<u64, i32> {
        let mut levels = std::collections::BTreeMap::new();
        changes.into_iter().for_each(|(at, change)| *levels.entry(at).or_default() += change);
        levels.retain(|_, change| *change != 0);
        levels
    }

    /// The chip, cycle by cycle, as the documents describe it.
    struct PulseByPulse {
        registers: [u8; 8],
        master: u8,
        counts: [u8; 3],
        highs: [bool; 3],
        noise: u16,
        vibrato: u32,
    }

    impl PulseByPulse {
        fn cycle(&mut self, now: u64) -> i32 {
            let [tonmo, .., vibra, volc, volab, voln] = self.registers;
            self.master = self.master.wrapping_add(1);
            if self.master == 0 {
                let bits = (self.noise >> 7) as u8;
                let is_depth_added = self.vibrato >> (vibra >> 6) & 0x200 == 0;
                let modulation = if volc & 0x10 != 0 {
                    bits.reverse_bits() & voln
                } else if is_depth_added {
                    vibra & 0x3F
                } else {
                    0
                };
                self.master = (!tonmo).wrapping_add(modulation);
                for tone in 0..3 {
                    self.counts[tone] = self.counts[tone].wrapping_add(1);
                    if self.counts[tone] == 0 {
                        self.highs[tone] = !self.highs[tone];
                        self.counts[tone] = !self.registers[1 + tone];
                    }
                }
            }
            if now.is_multiple_of(64) {
                let bit = !(self.noise >> 14 ^ self.noise >> 13) & 1;
                self.noise = (self.noise << 1 | bit) & 0x7FFF;
                self.vibrato = (self.vibrato + 1) & 0x1FFF;
            }
            let noise = self.noise >> 14 & 1 != 0 && volc & 0x20 != 0;
            let levels = [
                (self.highs[0], volab & 15),
                (self.highs[1], volab >> 4),
                (self.highs[2], volc & 15),
                (noise, voln >> 4),
            ];
            levels.into_iter().map(|(is_high, level)| i32::from(is_high) * i32::from(level)).sum()
        }
    }

    #[test]
    fn the_output_is_that_of_a_chip_run_cycle_by_cycle() {
        for registers in [
            [9, 20, 31, 44, 0, 0x0F, 0xFA, 0],
            [77, 2, 3, 4, 0x3F, 0x0F, 0xFA, 0],
            [200, 0, 1, 7, 0x55, 0x00, 0x5A, 0x70],
            [9, 20, 31, 44, 0, 0x3C, 0xFA, 0xF7],
            [0, 1, 2, 3, 0xBF, 0x2F, 0x00, 0xA0],
        ] {
            let mut model = PulseByPulse {
                registers,
                master: 0,
                counts: [0; 3],
                highs: [false; 3],
                noise: 0,
                vibrato: 0,
            };
            let mut chip = chip(registers);
            let mut changes = Vec::new();
            let mut level: i32 = chip.outputs.iter().sum();
            chip.run_to(200_000, |at, change| changes.push((at, change)));
            let changes = levels(changes);
            for cycle in 1..200_000 {
                level += changes.get(&cycle).unwrap_or(&0);
                assert_eq!(level, 2 * model.cycle(cycle), "{registers:?} cycle {cycle}");
            }
        }
    }
}
