//! The bytes of a tape and a recording of them: what is typed is bounded, a program that was read is written and read back, and a
//! damaged WAV file or recording does no harm.
#![no_main]

use arcadian_basic::listing::typed;
use arcadian_tape::{Encoder, decode, decode_wav};
use libfuzzer_sys::fuzz_target;

/// The bytes of a WAV header and of the first samples.
const DAMAGED: usize = 64;

fuzz_target!(|input: &[u8]| {
    let bytes: Vec<_> = input.iter().map(|byte| (*byte != 0xFF).then_some(*byte)).collect();
    let typed = typed::read(&bytes);
    assert!(typed.lines.is_sorted_by_key(|line| line.number) && typed.unreadable <= bytes.len());
    if let Ok(keys) = typed::write(&typed.lines) {
        let again = typed::read(&keys.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!((again.lines, again.unreadable), (typed.lines, 0));
    }

    let encoder = Encoder { sample_rate: 8_000, leader: 0.1, line_pause: 0.0 };
    let mut file = encoder.encode(&input[..input.len().min(8)]).to_wav();
    for change in input.chunks_exact(2).take(4) {
        file[usize::from(change[0]) % DAMAGED] ^= change[1];
    }
    let _ = decode_wav(&file);

    // Gaps and clicks.
    let mut recording = encoder.encode(&input[..input.len().min(24)]);
    for change in input.chunks_exact(3).take(6) {
        let at = recording.samples.len() * usize::from(change[0]) / 256;
        let damaged = recording.samples.iter_mut().skip(at).take(usize::from(change[1]) * 4);
        damaged.for_each(|sample| *sample = *sample * 0.01 + f32::from(change[2]) / 512.0);
    }
    for block in decode(&recording) {
        assert!(block.span().end <= recording.seconds() + 0.1);
    }
});
