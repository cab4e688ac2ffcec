//! Files that are not the bytes of a memory: tapes, disks, archives, objects, and programs with a header.
//!
//! Loaded as they are, they would be executed from their headers.

use std::path::Path;

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
    let by_name =
        || CONTAINERS.iter().find(|container| container.extensions.iter().any(|known| is_named(&known)));
    let found = by_content().or_else(by_tape).or_else(by_name)?;
    Some((found.name, found.instead))
}

/// Returns whether bytes begin with the header block of a tape: 19 bytes, flag 0, a right checksum.
fn begins_with_header(bytes: &[u8]) -> bool {
    let header = bytes.strip_prefix(&[19, 0]).and_then(|rest| rest.first_chunk::<19>());
    header.is_some_and(|header| header[0] == 0 && header.iter().fold(0, |sum, byte| sum ^ byte) == 0)
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
