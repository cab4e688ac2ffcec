//! Levels: a square wave becomes a recording, and the times of its changes come back, whatever a recorder does to it.

use arcadian_tape::{Recording, WavError, WavLevels, square_wave, wav_file};
use proptest::prelude::*;

/// Cycles of the clock in a second, as the Bally has them.
const CLOCK: u32 = 1_789_772;
/// The time before the first change that a recording has.
const MARGIN: u64 = CLOCK as u64 / 10;

/// Returns the times of changes at intervals of 250 and 500 µs, as 2000 bits per second may have them.
fn changes(count: u64) -> Vec<u64> {
    let mut at = 123_456;
    let interval = |number: u64| if number.is_multiple_of(3) || number % 7 == 4 { 895 } else { 447 };
    let next = |number| {
        at += interval(number);
        at
    };
    (0..count).map(next).collect()
}

fn read(file: &[u8]) -> Result<Vec<u64>, WavError> {
    let mut reader = WavLevels::default();
    file.chunks(997).for_each(|piece| reader.push(piece));
    Ok(reader.finish()?.changes(CLOCK))
}

/// Returns how far from its time a change was read at most. The first ones, at which the loudness is not known yet, do not count.
fn error(read: &[u64], changes: &[u64], skipped: usize) -> u64 {
    let distance = |at: &u64| {
        let expected = at - changes[0] + MARGIN;
        read.iter().map(|one| one.abs_diff(expected)).min().unwrap_or(u64::MAX)
    };
    changes.iter().skip(skipped).map(distance).max().unwrap_or(0)
}

/// Returns a recording with another sample rate: each sample is the mean of its time.
fn resampled(recording: &Recording, sample_rate: u32) -> Recording {
    let ratio = f64::from(recording.sample_rate) / f64::from(sample_rate);
    let mut sums = vec![0.0_f64];
    recording.samples.iter().for_each(|sample| sums.push(sums[sums.len() - 1] + f64::from(*sample)));
    let sum = |at: f64| {
        let index = (at as usize).min(sums.len() - 2);
        sums[index] + (sums[index + 1] - sums[index]) * (at - index as f64).min(1.0)
    };
    let count = (recording.samples.len() as f64 / ratio) as usize;
    let mean = |at: usize| ((sum((at + 1) as f64 * ratio) - sum(at as f64 * ratio)) / ratio) as f32;
    Recording { sample_rate, samples: (0..count).map(mean).collect() }
}

fn changed(recording: &Recording, change: impl Fn(f64, f32) -> f32) -> Recording {
    let rate = f64::from(recording.sample_rate);
    let samples = recording.samples.iter().enumerate();
    Recording {
        samples: samples.map(|(at, sample)| change(at as f64 / rate, *sample)).collect(),
        ..recording.clone()
    }
}

#[test]
fn a_sample_is_the_mean_of_its_time() {
    // A clock of 441 cycles in a sample. The level is high for 2.5 samples from the middle of one.
    let clock = 441 * 44_100;
    let margin = u64::from(clock) / 10;
    let first = 441 * 7 + 220;
    let recording = square_wave(&[first, first + 1_102, first + 1_200, first + 1_200], clock);
    assert_eq!(recording.sample_rate, 44_100);
    assert_eq!(recording.samples.len() as u64, (1_200 + 2 * margin).div_ceil(441));
    let expected: Vec<f32> =
        [441, 441, 220, 0].iter().map(|high| (*high as f32 * 2.0 / 441.0 - 1.0) * 0.75).collect();
    assert_eq!(recording.samples[4_410..4_414], expected);
    assert!(
        recording.samples[..4_410].iter().chain(&recording.samples[4_414..]).all(|sample| *sample == -0.75)
    );
    assert!(square_wave(&[], clock).samples.is_empty());
}

#[test]
fn changes_come_back_to_a_few_cycles() {
    let changes = changes(4_000);
    let recording = square_wave(&changes, CLOCK);
    let read = read(&recording.to_wav()).expect("a WAV file");
    // A sample has 41 cycles.
    assert_eq!(read.len(), changes.len());
    assert!(error(&read, &changes, 0) < 16, "{}", error(&read, &changes, 0));
}

#[test]
fn what_recorders_do_to_the_sound_does_not_matter() {
    let changes = changes(4_000);
    let clean = square_wave(&changes, CLOCK);
    let wave = |time: f64, frequency: f64| (time * frequency * std::f64::consts::TAU).sin() as f32;
    let noise = |time: f64| (time * 1e6).sin().mul_add(43_758.545, 0.0).fract() as f32;
    type Damage<'a> = &'a dyn Fn(f64, f32) -> f32;
    let cases: [(&str, u32, Damage); 11] = [
        ("22,050 Hz", 22_050, &|_, sample| sample),
        ("11,025 Hz", 11_025, &|_, sample| sample),
        ("48,000 Hz", 48_000, &|_, sample| sample),
        ("96,000 Hz", 96_000, &|_, sample| sample),
        ("quiet", 44_100, &|_, sample| sample * 0.06),
        ("clipped", 44_100, &|_, sample| (sample * 20.0).clamp(-1.0, 1.0)),
        ("offset", 44_100, &|_, sample| sample * 0.4 + 0.5),
        ("hum", 44_100, &|time, sample| sample * 0.5 + 0.4 * wave(time, 60.0)),
        ("slow drift", 44_100, &|time, sample| sample * 0.3 + 0.5 * wave(time, 3.0)),
        ("noise", 44_100, &|time, sample| sample * 0.7 + 0.05 * noise(time)),
        ("loudness", 44_100, &|time, sample| sample * (0.6 + 0.35 * wave(time, 5.0))),
    ];
    for (name, rate, damage) in cases {
        let recording = changed(&resampled(&clean, rate), damage);
        for samples in [recording.to_wav(), sixteen_bits(&recording)] {
            let read = read(&samples).expect("a WAV file");
            let error = error(&read, &changes, 10);
            // Before and after the data, hum is all there is.
            let last = changes[changes.len() - 1] - changes[0] + MARGIN;
            let data = read.iter().filter(|at| (MARGIN - 100..=last + 100).contains(at)).count();
            assert!(
                data.abs_diff(changes.len()) < 3 && error < 100,
                "{name}: {data} changes, {error} cycles"
            );
        }
    }
}

fn sixteen_bits(recording: &Recording) -> Vec<u8> {
    let samples: Vec<i16> = recording.samples.iter().map(|sample| (sample * 32_767.0) as i16).collect();
    wav_file(&samples, recording.sample_rate)
}

#[test]
fn an_inverted_recording_changes_at_the_same_times() {
    let changes = changes(1_000);
    let inverted = changed(&square_wave(&changes, CLOCK), |_, sample| -sample);
    let read = read(&inverted.to_wav()).expect("a WAV file");
    // It is low at first by definition, so the first change is not one.
    assert_eq!(read.len(), changes.len() - 1);
    assert!(error(&read, &changes, 1) < 16);
}

#[test]
fn of_two_channels_the_louder_one_is_read() {
    let changes = changes(500);
    let recording = square_wave(&changes, CLOCK);
    let samples: Vec<i16> =
        recording.samples.iter().flat_map(|sample| [900, (sample * 20_000.0) as i16]).collect();
    let mut file = wav_file(&samples, 44_100);
    // Two channels in place of one: the number of channels, the bytes in a second and in a frame.
    file[22] = 2;
    file[28..32].copy_from_slice(&(44_100_u32 * 4).to_le_bytes());
    file[32] = 4;
    assert!(error(&read(&file).expect("a WAV file"), &changes, 0) < 16);
}

#[test]
fn silence_has_no_changes() {
    let hiss = |at: usize| ((at * 7_919 % 101) as f32 / 101.0 - 0.5) * 0.03;
    for samples in [vec![0.0; 44_100], vec![0.5; 44_100], (0..44_100).map(hiss).collect()] {
        let file = sixteen_bits(&Recording { sample_rate: 44_100, samples });
        assert_eq!(read(&file), Ok(Vec::new()));
    }
    // Hiss after a loud tape is silence, too.
    let mut recording = square_wave(&changes(1_000), CLOCK);
    recording.samples.extend((0..20_000).map(|at| -0.75 + hiss(at) * 2.0));
    assert_eq!(read(&sixteen_bits(&recording)).expect("a WAV file").len(), 1_000);
}

#[test]
fn files_that_are_not_recordings() {
    assert!(matches!(read(b"10 PRINT 1\n"), Err(WavError::Format(_))));
    assert!(matches!(read(b""), Err(WavError::Format(_))));
    assert_eq!(read(&wav_file(&[], 44_100)), Err(WavError::Empty));
    assert_eq!(read(&wav_file(&[0; 99], 4_000)), Err(WavError::Rate(4_000)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// For any samples, the times ascend and are within the recording.
    #[test]
    fn times_ascend(samples in prop::collection::vec(any::<i16>(), 1..3_000), pieces in 1..500_usize) {
        let file = wav_file(&samples, 8_000);
        let mut reader = WavLevels::default();
        file.chunks(pieces).for_each(|piece| reader.push(piece));
        let levels = reader.finish().expect("samples");
        let changes = levels.changes(CLOCK);
        prop_assert!(changes.is_sorted());
        prop_assert!(changes.last().is_none_or(|last| *last as f64 <= levels.seconds() * f64::from(CLOCK) + 1.0));
        prop_assert_eq!(changes, read(&file).expect("samples"));
    }

    /// Intervals from two samples on come back.
    #[test]
    fn intervals_come_back(intervals in prop::collection::vec(120..3_000_u64, 1..200)) {
        let mut at = 0;
        let changes: Vec<u64> = intervals.iter().map(|interval| { at += interval; at }).collect();
        let read = read(&sixteen_bits(&square_wave(&changes, CLOCK))).expect("a WAV file");
        prop_assert_eq!(read.len(), changes.len());
        let error = error(&read, &changes, 0);
        prop_assert!(error < 41, "{}", error);
    }
}
