//! Sound, through the whole machine.

use std::collections::BTreeSet;

use arcadian_bally::{Bally, CLOCK, Chips, Config, Input, Synthesizer};
use arcadian_machine::{History, Until};

use crate::rig::{busy_config, cartridge, rows};

const RATE: u32 = 48_000;

/// Returns a second of the sound that registers make.
fn second(registers: &[(u8, u8)]) -> Vec<i16> {
    let writes: String = registers
        .iter()
        .map(|(port, value)| format!("        LD  A,{value}\n        OUT ({port}),A\n"))
        .collect();
    let source = format!("        ORG 2000H\n        JP  START\nSTART:\n{writes}        JR  $\n");
    let config = Config { cartridge: Some(cartridge(&source)), sample_rate: RATE, ..Config::default() };
    let mut bally = Bally::new(config);
    let mut samples = Vec::new();
    for _ in 0..72 {
        bally.run_frame(&Input::default());
        samples.extend_from_slice(bally.samples());
    }
    // The first frames have the step from silence, which fades.
    samples[samples.len() - RATE as usize..].to_vec()
}

fn rises(samples: &[i16]) -> usize {
    samples.windows(2).filter(|two| two[0] < 0 && two[1] >= 0).count()
}

fn loudness(samples: &[i16]) -> f64 {
    let squares: f64 = samples.iter().map(|&sample| f64::from(sample).powi(2)).sum();
    (squares / samples.len() as f64).sqrt()
}

#[test]
fn a_tone_has_the_measured_frequency() {
    let table = rows(include_str!("../data/sound.csv"));
    assert_eq!(table.len(), 4);
    for row in table {
        let [tonmo, tone, volume] = [1, 2, 3].map(|column| row[column].parse::<u8>().expect("a number"));
        let (port, volume) = match row[0] {
            "A" => (0x11, (0x16, volume)),
            "B" => (0x12, (0x16, volume << 4)),
            _ => (0x13, (0x15, volume)),
        };
        let expected = 894_886.0 / ((f64::from(tonmo) + 1.0) * (f64::from(tone) + 1.0));
        let samples = second(&[(0x10, tonmo), (port, tone), volume]);
        assert!((rises(&samples) as f64 - expected).abs() <= 1.0, "{row:?}: {expected:.1}");
    }
}

#[test]
fn loudness_is_proportional_to_the_volume() {
    let [quiet, loud] = [7, 15].map(|volume| loudness(&second(&[(0x10, 71), (0x11, 112), (0x16, volume)])));
    assert!((loud / quiet - 15.0 / 7.0).abs() < 0.02, "{quiet} {loud}");
    assert_eq!(loudness(&second(&[(0x10, 71), (0x11, 112)])), 0.0);
}

#[test]
fn vibrato_lowers_the_reload_value_half_of_the_time() {
    // Speed 3 is 3.4 Hz: within a second the tone spends about half of the time at each of two frequencies.
    let [plain, deep] =
        [0, 0xC0 | 0x20].map(|vibra| rises(&second(&[(0x10, 99), (0x11, 9), (0x14, vibra), (0x16, 15)])));
    let (low, high) = (894_886.0 / 1000.0, 894_886.0 / 680.0);
    assert!((plain as f64 - low).abs() <= 1.0);
    assert!(deep as f64 > low * 1.1 && (deep as f64) < high * 0.98, "{deep} between {low} and {high}");
}

#[test]
fn noise_has_no_period_and_modulates() {
    let noise = second(&[(0x15, 0x20), (0x17, 0xF0)]);
    assert!(loudness(&noise) > 300.0);
    assert!(intervals(&noise) > 10);
    let modulated = second(&[(0x10, 71), (0x11, 112), (0x15, 0x10), (0x16, 15), (0x17, 0xFF)]);
    let plain = second(&[(0x10, 71), (0x11, 112), (0x16, 15)]);
    assert!(intervals(&modulated) > 10);
    assert!(intervals(&plain) <= 2);
}

/// Returns the number of different intervals between rises.
fn intervals(samples: &[i16]) -> usize {
    let rises: Vec<usize> =
        (1..samples.len()).filter(|&at| samples[at - 1] < 0 && samples[at] >= 0).collect();
    let intervals: BTreeSet<usize> = rises.windows(2).map(|two| two[1] - two[0]).collect();
    intervals.len()
}

#[test]
fn an_ultrasonic_tone_is_a_constant_level() {
    let samples = second(&[(0x10, 0), (0x11, 0), (0x16, 15)]);
    assert!(loudness(&samples) < 10.0);
}

#[test]
fn all_four_at_full_volume_do_not_clip() {
    let samples =
        second(&[(0x10, 71), (0x11, 112), (0x12, 120), (0x13, 99), (0x15, 0x2F), (0x16, 0xFF), (0x17, 0xF0)]);
    assert!(samples.iter().all(|sample| sample.unsigned_abs() < 30_000));
    assert!(samples.iter().any(|sample| sample.unsigned_abs() > 10_000));
}

#[test]
fn a_second_has_as_many_samples_as_the_rate_says() {
    for rate in [8_000, 44_100, 48_000, 96_000] {
        let mut bally = Bally::new(Config { sample_rate: rate, ..Config::default() });
        let mut samples = 0;
        for _ in 0..600 {
            bally.run_frame(&Input::default());
            samples += bally.samples().len() as u64;
        }
        let expected = bally.cycles() * u64::from(rate) / u64::from(CLOCK);
        assert!(samples.abs_diff(expected) <= 2, "{rate}: {samples} instead of {expected}");
    }
    let mut silent = Bally::new(Config { sample_rate: 0, ..Config::default() });
    silent.run_frame(&Input::default());
    assert!(silent.samples().is_empty());
}

/// A debugger's host may go back, and may leave out a part.
#[test]
fn a_synthesizer_goes_on_after_a_jump() {
    let mut history = History::new(busy_config().build().0);
    let (mut synthesizer, mut samples) = (Synthesizer::new(RATE), Vec::new());
    let mut listen = |history: &History<_>| {
        let chips = Chips::of(&history.machine().backplane).expect("the machine has chips");
        synthesizer.advance(chips, history.machine().cycles());
        samples.clear();
        synthesizer.take_samples(&mut samples);
        samples.len()
    };
    let frame = Until::halted().cycles(29_802);
    for _ in 0..10 {
        history.run(&frame);
        assert!(listen(&history).abs_diff(799) <= 2);
    }
    let end = history.now();
    history.seek(end / 2).expect("it is recorded");
    assert_eq!(listen(&history), 0, "going back is silent");
    history.run(&frame);
    assert!(listen(&history).abs_diff(799) <= 2);
    // The writes of the frames in between are no longer in the log.
    history.run(&Until::halted().cycles(29_802 * 5));
    assert!(listen(&history).abs_diff(799 * 5) <= 8);
    history.run(&Until::halted().cycles(CLOCK as u64 * 61));
    assert_eq!(listen(&history), 0, "more than a minute is left out");
}
