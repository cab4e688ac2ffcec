//! The codecs of WAV files with compressed samples.

/// The format tags of samples that are not compressed: PCM, floating point.
const UNCOMPRESSED: [u16; 2] = [1, 3];

/// Formats with a tag of their own in the subformat.
const EXTENSIBLE: u16 = 0xFFFE;

/// The names of format tags (RFC 2361).
const CODECS: [(u16, &str); 10] = [
    (0x02, "Microsoft ADPCM"),
    (0x06, "A-law"),
    (0x07, "mu-law"),
    (0x11, "IMA ADPCM"),
    (0x31, "GSM 6.10"),
    (0x40, "G.721 ADPCM"),
    (0x50, "MPEG audio"),
    (0x55, "MP3"),
    (0x161, "Windows Media Audio"),
    (0xFF, "AAC"),
];

/// Returns the name of the codec of a WAV file with compressed samples.
pub(crate) fn codec(file: &[u8]) -> Option<String> {
    let format = chunks(file).find(|(name, _)| name == b"fmt ")?.1;
    let word = |at: usize| Some(u16::from_le_bytes([*format.get(at)?, *format.get(at + 1)?]));
    let tag = word(0).filter(|tag| *tag != EXTENSIBLE).or_else(|| word(24))?;
    let name = CODECS.iter().find(|(known, _)| *known == tag).map(|(_, name)| (*name).to_owned());
    (!UNCOMPRESSED.contains(&tag)).then(|| name.unwrap_or_else(|| format!("format {tag:04X}")))
}

/// Returns the chunks of a WAV file: the name and the data, as far as it is there.
fn chunks(file: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = file.strip_prefix(b"RIFF").and_then(|rest| rest.get(8..)).unwrap_or_default();
    std::iter::from_fn(move || {
        let (name, after) = rest.split_first_chunk::<4>()?;
        let (length, data) = after.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        // Chunks have an even length.
        rest = data.get(length.saturating_add(length % 2)..).unwrap_or_default();
        Some((*name, data.get(..length).unwrap_or(data)))
    })
}
