//! WAV files.

/// The bytes of a sample.
const SAMPLE: u32 = 2;

/// Returns a WAV file of one channel with 16 bits per sample.
pub fn wav(samples: &[i16], sample_rate: u32) -> Vec<u8> {
    let length = (samples.len() as u32).saturating_mul(SAMPLE);
    let mut file = Vec::with_capacity(samples.len() * SAMPLE as usize + 44);
    file.extend(b"RIFF");
    file.extend((length.saturating_add(36)).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    // PCM, one channel.
    file.extend([1, 0, 1, 0]);
    file.extend(sample_rate.to_le_bytes());
    file.extend((sample_rate.saturating_mul(SAMPLE)).to_le_bytes());
    // Two bytes and sixteen bits per sample.
    file.extend([2, 0, 16, 0]);
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    file
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_header_states_rate_and_length() {
        let file = super::wav(&[1, -2, 300], 44_100);
        assert_eq!(file.len(), 44 + 6);
        assert_eq!((&file[..4], &file[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
        assert_eq!(file[4..8], 42_u32.to_le_bytes());
        assert_eq!(file[24..28], 44_100_u32.to_le_bytes());
        assert_eq!(file[28..32], 88_200_u32.to_le_bytes());
        assert_eq!(file[40..44], 6_u32.to_le_bytes());
        assert_eq!(file[44..], [1, 0, 0xFE, 0xFF, 0x2C, 0x01]);
    }
}
