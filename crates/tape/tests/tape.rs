//! Tapes as blocks of bytes, every one of which is read whatever a recorder does to the sound; and as levels, whose changes come back.

use arcadian_tape::{
    BAUD, Block, Decoder, Encoder, Recording, WavDecoder, WavError, WavLevels, decode, decode_wav,
    square_wave, wav_file,
};
use proptest::prelude::*;

/// A short leader: the tests are about bytes.
const ENCODER: Encoder = Encoder { sample_rate: 22_050, leader: 0.5, line_pause: 0.1 };

/// The effects of a recorder on the sound.
#[derive(Clone, Copy, Debug)]
struct Recorder {
    sample_rate: u32,
    speed: f64,
    /// The change of the speed, back and forth twice a second.
    wow: f64,
    noise: f32,
    hum: f32,
    offset: f32,
    /// A gain above 1 clips.
    gain: f32,
    is_inverted: bool,
    /// The loss of the higher tone against the lower one: 0 is none.
    dullness: f32,
}

const GOOD: Recorder = Recorder {
    sample_rate: 44_100,
    speed: 1.0,
    wow: 0.0,
    noise: 0.0,
    hum: 0.0,
    offset: 0.0,
    gain: 1.0,
    is_inverted: false,
    dullness: 0.0,
};

impl Recorder {
    fn record(&self, tape: &Recording) -> Recording {
        let (rate, mut seed) = (f64::from(self.sample_rate), 7_u32);
        let mut noise = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        let (mut samples, mut low, mut at, mut time) = (Vec::new(), 0.0, 0.0_f64, 0.0_f64);
        while (at as usize) + 1 < tape.samples.len() {
            let (index, part) = (at as usize, at.fract() as f32);
            let sound = tape.samples[index] * (1.0 - part) + tape.samples[index + 1] * part;
            low += (sound - low) * (1.0 - self.dullness);
            let hum = self.hum * (time * 60.0 * std::f64::consts::TAU).sin() as f32;
            let sign = if self.is_inverted { -1.0 } else { 1.0 };
            let value = low * self.gain * sign + hum + self.offset + self.noise * noise();
            samples.push(value.clamp(-1.0, 1.0));
            let speed = self.speed + self.wow * (time * 2.0 * std::f64::consts::TAU).sin();
            at += speed * f64::from(tape.sample_rate) / rate;
            time += 1.0 / rate;
        }
        Recording { sample_rate: self.sample_rate, samples }
    }

    fn play(&self, bytes: &[u8]) -> Vec<Block> {
        let recording = self.record(&ENCODER.encode(bytes));
        decode_wav(&recording.to_wav()).expect("a tape")
    }
}

fn all_bytes() -> Vec<u8> {
    (0..=255).chain((0..=255).rev()).collect()
}

#[track_caller]
fn check(recorder: Recorder) {
    let blocks = recorder.play(&all_bytes());
    let read: Vec<_> = blocks.iter().map(|block| (block.values(), block.damaged())).collect();
    assert_eq!(read, [(all_bytes(), 0)], "{recorder:?}");
}

#[test]
fn every_recorder_is_read() {
    for sample_rate in [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000] {
        check(Recorder { sample_rate, ..GOOD });
    }
    for speed in [0.8, 0.9, 0.97, 1.03, 1.1, 1.25] {
        check(Recorder { speed, ..GOOD });
    }
    check(Recorder { wow: 0.05, ..GOOD });
    check(Recorder { noise: 0.5, ..GOOD });
    check(Recorder { noise: 0.7, gain: 0.7, ..GOOD });
    check(Recorder { hum: 0.4, offset: 0.2, gain: 0.3, ..GOOD });
    check(Recorder { gain: 0.03, ..GOOD });
    check(Recorder { gain: 20.0, ..GOOD });
    check(Recorder { is_inverted: true, ..GOOD });
    check(Recorder { dullness: 0.8, ..GOOD });
    check(Recorder { speed: 0.9, wow: 0.03, noise: 0.2, hum: 0.1, gain: 0.5, dullness: 0.5, ..GOOD });
}

#[test]
fn the_speed_is_measured() {
    let block = &Recorder { speed: 1.1, ..GOOD }.play(b"10 STOP\r")[0];
    assert!((block.speed - 1.1).abs() < 0.01, "{}", block.speed);
    let span = block.span();
    let bits = (8 * 11) as f64 + 0.1 * f64::from(BAUD);
    assert!((span.start * 1.1 - 0.5).abs() < 0.01 && (span.end - span.start) * 330.0 < bits, "{span:?}");
}

#[test]
fn two_programs_on_a_tape_are_two_blocks() {
    let encoder = Encoder { leader: 3.0, ..ENCODER };
    let (one, two) = (encoder.encode(b"10 A=1\r"), encoder.encode(b"20 B=2\r"));
    let silence = vec![0.0; 20_000];
    for between in [&silence[..], &[]] {
        let samples = [&one.samples[..], between, &two.samples].concat();
        let blocks = decode(&Recording { sample_rate: 22_050, samples });
        let read: Vec<_> = blocks.iter().map(Block::values).collect();
        assert_eq!(read, [b"10 A=1\r", b"20 B=2\r"]);
    }
}

#[test]
fn a_dropout_damages_the_bytes_that_it_hits() {
    let mut recording = ENCODER.encode(&all_bytes());
    let byte = 22_050 * 11 / 300;
    let hit = 22_050 / 2 + 100 * byte..22_050 / 2 + 103 * byte;
    recording.samples[hit].fill(0.0);
    let blocks = decode(&recording);
    assert_eq!(blocks.len(), 1);
    let (block, expected) = (&blocks[0], all_bytes());
    assert!((1..=6).contains(&block.damaged()), "{}", block.damaged());
    assert_eq!(block.bytes.len(), expected.len());
    let read = block.bytes.iter().zip(&expected);
    assert!(read.filter(|(byte, _)| !byte.is_damaged).all(|(byte, expected)| byte.value == *expected));
}

#[test]
fn a_gap_does_not_divide_a_program() {
    let line = b"10 PRINT \"ABCDEFGHIJKLMNOPQRSTUVWXYZ\"\r20 A=1\r30 B=1\r";
    let mut recording = ENCODER.encode(line);
    // A second, with hiss.
    for (at, sample) in recording.samples[20_000..42_000].iter_mut().enumerate() {
        *sample = (at * at % 37) as f32 / 2_000.0;
    }
    let blocks = decode(&recording);
    assert_eq!(blocks.len(), 1);
    assert!(blocks[0].damaged() > 0);
}

#[test]
fn a_click_does_no_harm() {
    let mut recording = ENCODER.encode(&all_bytes());
    for at in (12_000..recording.samples.len() - 1_000).step_by(1_777) {
        for (distance, sample) in recording.samples[at..at + 40].iter_mut().enumerate() {
            *sample += 0.8 * (-(distance as f32) / 12.0).exp();
        }
    }
    let blocks = decode(&recording);
    let read: Vec<_> = blocks.iter().map(|block| (block.values(), block.damaged())).collect();
    assert_eq!(read, [(all_bytes(), 0)]);
}

#[test]
fn after_a_long_dropout_the_next_pause_decides() {
    let line = b"10 PRINT \"ABCDEFGHIJKLMNOPQRSTUVWXYZ\"\r20 A=1\r";
    let mut recording = ENCODER.encode(line);
    recording.samples[16_000..20_000].fill(0.0);
    let blocks = decode(&recording);
    let block = &blocks[0];
    assert!(block.damaged() > 0 && block.values().ends_with(b"20 A=1\r"), "{block:?}");
}

#[test]
fn a_tape_that_is_cut_off_is_read_to_its_end() {
    let file = ENCODER.encode(&all_bytes()).to_wav();
    let blocks = decode_wav(&file[..file.len() / 2]).expect("a tape");
    let values = blocks[0].values();
    assert!(values.len() > 200 && values[..200] == all_bytes()[..200]);
    for (length, is_missing) in [(file.len(), false), (file.len() - 9, false), (file.len() / 2, true)] {
        let mut decoder = WavDecoder::default();
        decoder.push(&file[..length]);
        assert_eq!(decoder.missing().is_some(), is_missing, "{length}");
    }
}

#[test]
fn the_stated_length_of_a_stream_is_ignored() {
    let file = ENCODER.encode(b"10 STOP\r").to_wav();
    for length in [0, u32::MAX, 0x7FFF_F001] {
        let mut file = file.clone();
        file[40..44].copy_from_slice(&length.to_le_bytes());
        assert_eq!(decode_wav(&file).expect("a tape")[0].values(), b"10 STOP\r");
    }
}

/// Returns a WAV file with a header and frames of one's own.
fn wav(format: u16, channels: u16, bits: u16, data: &[u8]) -> Vec<u8> {
    let frame = channels * bits / 8;
    let mut file =
        [&b"RIFF"[..], &(36 + data.len() as u32).to_le_bytes(), b"WAVEfmt ", &16_u32.to_le_bytes()].concat();
    file.extend([format, channels].iter().flat_map(|value| value.to_le_bytes()));
    file.extend([22_050, 22_050 * u32::from(frame)].iter().flat_map(|value| value.to_le_bytes()));
    file.extend([frame, bits].iter().flat_map(|value| value.to_le_bytes()));
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

#[test]
fn sizes_of_samples_and_channels() {
    let tape = ENCODER.encode(b"10 A=1\r");
    let integer = |bits: u32| -> Vec<u8> {
        let scale = ((1_i64 << (bits - 1)) - 1) as f32;
        let bytes = (bits / 8) as usize;
        // The tape is on the second channel, softer noise on the first.
        let frame = |at: usize| [(at % 3) as f32 * 0.01, tape.samples[at]];
        (0..tape.samples.len())
            .flat_map(frame)
            .flat_map(|sample| {
                let value = (sample * scale) as i64 + if bits == 8 { 128 } else { 0 };
                value.to_le_bytes()[..bytes].to_vec()
            })
            .collect()
    };
    let float: Vec<u8> = tape.samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let files = [
        wav(1, 2, 8, &integer(8)),
        wav(1, 2, 16, &integer(16)),
        wav(1, 2, 24, &integer(24)),
        wav(1, 2, 32, &integer(32)),
        wav(3, 1, 32, &float),
    ];
    for (at, file) in files.iter().enumerate() {
        let blocks = decode_wav(file).expect("a tape");
        assert_eq!(blocks.iter().map(Block::values).collect::<Vec<_>>(), [b"10 A=1\r"], "file {at}");
    }
}

/// A recording in pieces of any size is the same recording.
#[test]
fn pieces_of_a_recording() {
    let tape = Recorder { noise: 0.4, wow: 0.02, ..GOOD }.record(&ENCODER.encode(&all_bytes()));
    let silence = vec![0.0; 3 * 44_100];
    let samples = [&tape.samples[..], &tape.samples[90_000..], &silence, &tape.samples[200_000..]].concat();
    let recording = Recording { sample_rate: 44_100, samples };
    let whole = decode(&recording);
    assert!(whole.len() > 1 && whole.iter().any(|block| block.damaged() > 0));
    for size in [777, 100_000] {
        let mut decoder = Decoder::new(recording.sample_rate);
        recording.samples.chunks(size).for_each(|piece| decoder.push(piece));
        assert_eq!(decoder.finish(), whole, "{size}");
    }
    let chunk = [&b"LIST\x05\0\0\0"[..], b"data!\0"].concat();
    let mut file = recording.to_wav();
    file.splice(12..12, chunk.iter().copied());
    file.splice(50..50, chunk);
    let whole = decode_wav(&file).expect("a tape");
    for size in [1, 777, 100_000] {
        let mut decoder = WavDecoder::default();
        file.chunks(size).for_each(|piece| decoder.push(piece));
        assert_eq!(decoder.finish().expect("a tape"), whole, "{size}");
    }
}

#[test]
fn files_that_are_no_tapes() {
    let error = |file: &[u8]| decode_wav(file).expect_err("no tape").to_string();
    for file in [b"".to_vec(), b"RIFF\x24\0\0\0WAVEfmt ".to_vec(), vec![b'A'; 300]] {
        let error = error(&file);
        assert!(error.starts_with("it is not a WAV file with uncompressed samples ("), "{error}");
    }
    let codec = "the samples of this WAV file are compressed (Microsoft ADPCM)";
    assert_eq!(error(&wav(2, 1, 4, &[0; 100])), codec);
    assert_eq!(error(&wav(1, 1, 16, &[])), "it has no samples");
    let slow = Encoder { sample_rate: 8_000, ..ENCODER }.encode(b"A").to_wav();
    let slow = [&slow[..24], &4_000_u32.to_le_bytes(), &4_000_u32.to_le_bytes(), &slow[32..]].concat();
    assert!(matches!(decode_wav(&slow), Err(WavError::Rate(4_000))));
}

#[test]
fn noise_music_and_silence_have_no_blocks() {
    let noise = Recorder { noise: 1.0, gain: 0.0, ..GOOD }.record(&ENCODER.encode(&[0; 100]));
    let tones = |pitches: &[f64]| Recording {
        sample_rate: 22_050,
        samples: (0..100_000)
            .map(|at| {
                let pitch = pitches[at / 3_000 % pitches.len()];
                (at as f64 / 22_050.0 * pitch * std::f64::consts::TAU).sin() as f32
            })
            .collect(),
    };
    let silence = Recording { sample_rate: 22_050, samples: vec![0.0; 50_000] };
    for recording in [noise, tones(&[440.0, 880.0, 660.0]), tones(&[2400.0]), tones(&[1200.0]), silence] {
        assert_eq!(decode(&recording), []);
    }
    assert_eq!(decode(&Recording::default()), []);
}

/// Reads a tape with gaps and steps: of each three numbers, the first is a place, the second a length, the third a height.
fn read_damaged(bytes: &[u8], damage: &[u8]) -> Vec<Block> {
    let mut recording = Encoder { sample_rate: 8_000, leader: 0.1, line_pause: 0.0 }.encode(bytes);
    for change in damage.chunks_exact(3) {
        let at = recording.samples.len() * usize::from(change[0]) / 256;
        let samples = recording.samples.iter_mut().skip(at).take(usize::from(change[1]) * 4);
        samples.for_each(|sample| *sample = *sample * 0.01 + f32::from(change[2]) / 512.0);
    }
    decode(&recording)
}

/// Once the search for the next start bit did not end.
#[test]
fn a_change_of_tone_at_a_moment() {
    let mut bytes = [0xA0; 24];
    (bytes[0], bytes[5], bytes[15]) = (0x31, 0x30, 0x49);
    let blocks =
        read_damaged(&bytes, &[0x31, 0xA0, 0xA0, 0xA0, 0xA0, 0x30, 0xA0, 0xA0, 0xA0, 0x49, 0xA0, 0xA0]);
    assert!(blocks.iter().all(|block| block.damaged() > 0));
}

/// After damaged bytes with a stop bit and one without, the search began again at the last good byte.
#[test]
fn no_byte_is_read_twice() {
    let mut bytes = [0; 20];
    bytes[13..].copy_from_slice(&[10, 24, 147, 134, 55, 157, 68]);
    let damage = [136, 149, 156, 145, 106, 248, 134, 44, 45, 160, 54, 179, 106, 12, 23, 127, 148];
    for block in read_damaged(&bytes, &damage) {
        assert!(block.bytes.is_sorted_by_key(|byte| byte.at));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_bytes_at_any_speed(
        bytes in prop::collection::vec(any::<u8>(), 1..80),
        speed in 0.8..1.25,
        noise in 0.0..0.3_f32,
        gain in 0.1..3.0_f32,
        sample_rate in 8_000..50_000_u32,
    ) {
        let blocks = Recorder { speed, noise: noise * gain.min(1.0), gain, sample_rate, ..GOOD }.play(&bytes);
        prop_assert_eq!(blocks.len(), 1);
        prop_assert_eq!(blocks[0].values(), bytes);
        prop_assert_eq!(blocks[0].damaged(), 0);
    }

    #[test]
    fn any_damage_is_read(bytes in prop::collection::vec(any::<u8>(), 1..24), damage in prop::collection::vec(any::<u8>(), 0..18)) {
        for block in read_damaged(&bytes, &damage) {
            prop_assert!(block.bytes.is_sorted_by_key(|byte| byte.at));
        }
    }

    #[test]
    fn any_samples_end(samples in prop::collection::vec(-2.0..2.0_f32, 0..5_000), sample_rate in any::<u32>()) {
        decode(&Recording { sample_rate, samples });
    }

    #[test]
    fn any_file_ends(file in prop::collection::vec(any::<u8>(), 0..200), at in 0..44_usize, value in any::<u8>()) {
        let _ = decode_wav(&file);
        let mut file = ENCODER.encode(b"A").to_wav();
        file[at] = value;
        let _ = decode_wav(&file);
    }
}

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
