//! The effects of recorders on a tape: every byte is still read.

use arcadian_tape::{BAUD, Block, Decoder, Encoder, Recording, WavDecoder, WavError, decode, decode_wav};
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
