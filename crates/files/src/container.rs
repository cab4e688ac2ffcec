//! The recognition of files by their first bytes, if they are not what was asked for: tapes, disks, archives, objects, programs with
//! a header, sound files that are not WAV files.
//!
//! Loaded as they are, programs with a header would be executed from it.

use std::path::{Path, PathBuf};

use crate::escape;

/// The kind of a file, which its first bytes or its name say.
struct Container {
    name: &'static str,
    magic: &'static [u8],
    extensions: &'static [&'static str],
    instead: &'static str,
}

const UNPACK: &str = "unpack it first";
const EXTRACT: &str = "take the program out of it with a tool for such files";
const LINK: &str = "link it with its own linker first";

/// Sources of the magic numbers: the manuals and headers of the tools and emulators that write the files.
const CONTAINERS: &[Container] = &[
    Container {
        name: "a program for sim65",
        magic: b"sim65",
        extensions: &[],
        instead: "its 12 bytes of header and its calls of FFF4 to FFF9 are for sim65; link it for target none",
    },
    Container {
        name: "a tape of the ZX Spectrum",
        magic: b"ZXTape!\x1A",
        extensions: &["tzx"],
        instead: EXTRACT,
    },
    Container { name: "a snapshot", magic: b"MV - SNA", extensions: &["sna"], instead: EXTRACT },
    Container {
        name: "a file with a +3DOS header",
        magic: b"PLUS3DOS\x1A",
        extensions: &[],
        instead: "remove its header of 128 bytes",
    },
    Container {
        name: "a tape of the Commodore 64",
        magic: b"C64-TAPE-RAW",
        extensions: &[],
        instead: EXTRACT,
    },
    Container { name: "an archive of tapes", magic: b"C64S tape", extensions: &["t64"], instead: EXTRACT },
    Container {
        name: "a program with a header",
        magic: b"C64File\0",
        extensions: &["p00"],
        instead: EXTRACT,
    },
    Container {
        name: "a disk image",
        magic: b"GCR-1541",
        extensions: &["d64", "g64", "dsk"],
        instead: EXTRACT,
    },
    Container { name: "a cartridge", magic: b"C64 CARTRIDGE   ", extensions: &["crt"], instead: EXTRACT },
    Container { name: "a cartridge of the NES", magic: b"NES\x1A", extensions: &["nes"], instead: EXTRACT },
    Container { name: "a sound recording", magic: b"RIFF", extensions: &["wav"], instead: EXTRACT },
    Container {
        name: "a tape of the MSX",
        magic: b"\x1F\xA6\xDE\xBA\xCC\x13\x7D\x74",
        extensions: &[],
        instead: EXTRACT,
    },
    Container { name: "an object file of ca65", magic: b"Uzna", extensions: &[], instead: LINK },
    Container { name: "a library of ar65", magic: b"naUz", extensions: &[], instead: LINK },
    Container { name: "a relocatable o65 file", magic: b"\x01\0o65", extensions: &["o65"], instead: LINK },
    Container { name: "an object file of z88dk", magic: b"Z80RMF", extensions: &[], instead: LINK },
    Container { name: "a library of z88dk", magic: b"Z80LMF", extensions: &[], instead: LINK },
    Container { name: "an object file of SDCC", magic: &[], extensions: &["rel"], instead: LINK },
    Container {
        name: "a file of Motorola S-records",
        magic: &[],
        extensions: &["s19", "srec", "mot"],
        instead: "convert it to Intel HEX",
    },
    Container { name: "an archive", magic: b"!<arch>\n", extensions: &[], instead: LINK },
    Container {
        name: "an ELF file",
        magic: b"\x7FELF",
        extensions: &["elf"],
        instead: "convert it to Intel HEX",
    },
    Container { name: "a ZIP archive", magic: b"PK\x03\x04", extensions: &["zip"], instead: UNPACK },
    Container { name: "a gzip file", magic: b"\x1F\x8B\x08", extensions: &["gz"], instead: UNPACK },
    // Its first bytes, FF FF, are those of an erased ROM as well.
    Container { name: "a program of the Atari", magic: &[], extensions: &["xex"], instead: EXTRACT },
    // Recognized by the checksum of its first block.
    SPECTRUM_TAPE,
];

const SPECTRUM_TAPE: Container = Container {
    name: "a tape of the ZX Spectrum",
    magic: &[],
    extensions: &["tap"],
    instead: "`arcadian exec --spectrum` loads the code on it",
};

/// Returns what a file is instead of a memory image, and what to do with it.
pub(crate) fn recognize(path: &Path, bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let is_named = |known: &&str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(known));
    let has_magic =
        |container: &&Container| !container.magic.is_empty() && bytes.starts_with(container.magic);
    let by_content = || CONTAINERS.iter().find(has_magic);
    let by_tape = || begins_with_header(bytes).then_some(&SPECTRUM_TAPE);
    let by_name = || CONTAINERS.iter().find(|container| container.extensions.iter().any(&is_named));
    let found = by_content().or_else(by_tape).or_else(by_name)?;
    Some((found.name, found.instead))
}

/// Returns whether bytes begin with the header block of a tape: 19 bytes, flag 0, a right checksum.
fn begins_with_header(bytes: &[u8]) -> bool {
    let header = bytes.strip_prefix(&[19, 0]).and_then(|rest| rest.first_chunk::<19>());
    header.is_some_and(|header| header[0] == 0 && header.iter().fold(0, |sum, byte| sum ^ byte) == 0)
}

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
    fn what_is_no_memory_image() {
        let tape = [&[19, 0, 0, 3][..], b"z80full   ", &[3, 0, 0, 0x80, 0, 0x80]];
        let tape = tape.concat();
        let sum = tape[2..].iter().fold(0, |sum, byte| sum ^ byte);
        let tape = [&tape[..], &[sum]].concat();
        let name = |path: &str, bytes: &[u8]| recognize(path.as_ref(), bytes).map(|(name, _)| name);
        for (path, bytes, expected) in [
            ("a", &b"sim65\x02\0\x22\0\x02\0\x02"[..], Some("a program for sim65")),
            ("a.bin", &tape, Some("a tape of the ZX Spectrum")),
            ("a.TAP", &[0xC9], Some("a tape of the ZX Spectrum")),
            ("-", &tape, Some("a tape of the ZX Spectrum")),
            ("a.nes", b"", Some("a cartridge of the NES")),
            ("a", b"NES\x1A\x02", Some("a cartridge of the NES")),
            ("a.o", b"Uzna\x11\0", Some("an object file of ca65")),
            // INC DE, NOP, NOP: the beginning of a tape, but without its checksum.
            ("a.bin", &[19, 0, 0, 0xC9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17], None),
            ("a.bin", &[0xFF, 0xFF, 0, 0], None),
            ("zip", b"PK", None),
            ("a.com", &[0xC9], None),
        ] {
            assert_eq!(name(path, bytes), expected, "{path} {}", bytes.escape_ascii());
        }
    }
}

#[cfg(test)]
mod sound_file_tests {
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
