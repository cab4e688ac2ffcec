//! The sound chip against one that is run cycle by cycle.

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
        let mut model =
            PulseByPulse { registers, master: 0, counts: [0; 3], highs: [false; 3], noise: 0, vibrato: 0 };
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
