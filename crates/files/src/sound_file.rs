//! Sound files that are not WAV files, by their first bytes.

use std::path::{Path, PathBuf};

use crate::escape;

/// The name of a format, and what its files have at which offsets.
type Format = (&'static str, &'static [(usize, &'static [u8])]);

const FORMATS: [Format; 21] = [
    ("a FLAC file", &[(0, b"fLaC")]),
    ("an Ogg file", &[(0, b"OggS")]),
    ("an MP3 file", &[(0, b"ID3")]),
    ("an AIFF file", &[(0, b"FORM"), (8, b"AIFF")]),
    ("an AIFF-C file", &[(0, b"FORM"), (8, b"AIFC")]),
    ("an 8SVX file", &[(0, b"FORM"), (8, b"8SVX")]),
    ("a CAF file", &[(0, b"caff")]),
    ("an AU file", &[(0, b".snd")]),
    ("an MPEG-4 file", &[(4, b"ftyp")]),
    ("a Windows Media file", &[(0, b"\x30\x26\xB2\x75\x8E\x66\xCF\x11")]),
    ("a Matroska or WebM file", &[(0, b"\x1A\x45\xDF\xA3")]),
    ("an AMR file", &[(0, b"#!AMR")]),
    ("a VOC file", &[(0, b"Creative Voice File")]),
    ("a WavPack file", &[(0, b"wvpk")]),
    ("a Monkey's Audio file", &[(0, b"MAC ")]),
    ("a True Audio file", &[(0, b"TTA1")]),
    ("a Musepack file", &[(0, b"MPCK")]),
    ("an RF64 file", &[(0, b"RF64")]),
    ("a RIFX file", &[(0, b"RIFX")]),
    ("a Wave64 file", &[(0, b"riff\x2E\x91\xCF\x11")]),
    ("an AVI file", &[(0, b"RIFF"), (8, b"AVI ")]),
];

/// Returns the format of a sound file other than WAV, with its article: `a FLAC file`.
pub(crate) fn format(bytes: &[u8]) -> Option<&'static str> {
    let has =
        |(offset, magic): &(usize, &[u8])| bytes.get(*offset..).is_some_and(|rest| rest.starts_with(magic));
    let named = FORMATS.iter().find(|(_, magics)| magics.iter().all(has)).map(|(name, _)| *name);
    named.or_else(|| mpeg_stream(bytes))
}

/// Returns the format of MPEG frames without a header (ISO 11172-3, 2.4.1.3; ISO 13818-7, 6.2).
fn mpeg_stream(bytes: &[u8]) -> Option<&'static str> {
    match *bytes {
        [0xFF, 0xF0 | 0xF1 | 0xF8 | 0xF9, ..] => Some("an AAC file"),
        // Layer III, with a bit rate and a sample rate.
        [0xFF, 0xE2 | 0xE3 | 0xF2 | 0xF3 | 0xFA | 0xFB, rates, ..]
            if !matches!(rates >> 4, 0 | 15) && rates >> 2 & 3 != 3 =>
        {
            Some("an MP3 file")
        }
        _ => None,
    }
}

/// Returns commands that convert a file to a WAV file that can be read.
pub(crate) fn conversion(path: &Path) -> String {
    let from = if escape::is_stream(path) { "FILE".to_owned() } else { escape::argument(path) };
    let to = escape::argument(&converted(path));
    format!("convert it to 16-bit PCM, as with `sox {from} -b 16 -e signed {to}` or `ffmpeg -i {from} {to}`")
}

/// Returns a name for the converted file that differs from the name of the file.
fn converted(path: &Path) -> PathBuf {
    let is_wav = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wav"));
    match () {
        () if escape::is_stream(path) => "FILE.wav".into(),
        () if is_wav => path.with_extension("pcm.wav"),
        () => path.with_extension("wav"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_their_first_bytes() {
        for (bytes, name) in [
            (&b"fLaC\0\0\0\x22"[..], Some("a FLAC file")),
            (b"FORM\0\0\0\0AIFFCOMM", Some("an AIFF file")),
            (b"\0\0\0\x20ftypM4A ", Some("an MPEG-4 file")),
            (b"ID3\x04", Some("an MP3 file")),
            (b"\xFF\xFB\x90\x64", Some("an MP3 file")),
            (b"\xFF\xFB\xFF", None),
            (b"\xFF\xF1\x50\x80", Some("an AAC file")),
            (b"RIFF\0\0\0\0AVI LIST", Some("an AVI file")),
            (b"RIFF\0\0\0\0WAVEfmt ", None),
            (b"10 PRINT\r", None),
            (b"FORM", None),
            (b"", None),
        ] {
            assert_eq!(format(bytes), name, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn conversions_name_another_file() {
        for (path, to) in
            [("a b.flac", "'a b.wav'"), ("x.wav", " x.pcm.wav"), ("side", " side.wav"), ("-", " FILE.wav")]
        {
            assert!(
                conversion(Path::new(path)).ends_with(&format!("{to}`")),
                "{}",
                conversion(Path::new(path))
            );
        }
    }
}
