//! Round trips: disassembling any bytes and assembling the result yields the same bytes.

use arcadian_asm::{Content, Disassembly, DisassemblyError, Range, disassemble};
use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};
use proptest::prelude::*;

use crate::{PROCESSORS, run};

/// Disassembles and assembles bytes; returns an error if the result differs.
fn check_round_trip(processor: Processor, bytes: &[u8], how: &Disassembly<'_>) -> Result<(), String> {
    let text = disassemble(processor, bytes, how).map_err(|error| error.to_string())?;
    let assembly = run(processor, &text).map_err(|failure| format!("{failure}\n{text}"))?;
    let same = assembly.image == bytes && (bytes.is_empty() || assembly.origin == how.origin);
    if same && assembly.warnings.is_empty() {
        Ok(())
    } else {
        Err(format!("{:02X?} {:?}\n{text}", assembly.image, assembly.warnings))
    }
}

#[test]
fn every_opcode_of_every_page_round_trips() {
    for processor in PROCESSORS {
        for row in processor.rows() {
            for (displacement, value) in [(5, 0x1234), (-128, 0x00FF), (127, 0xFFFF), (-2, 0x0010), (0, 0)] {
                // A prefix is an instruction of its own only before another prefix.
                let bytes = [&*row.encode(displacement, value), &[0xDD, 0xDD, 0x00][..]].concat();
                for origin in [0, 0x0010, 0x1234, 0xFFF9] {
                    let bytes = bytes.get(..bytes.len().min(0x1_0000 - usize::from(origin))).unwrap_or(&[]);
                    let how = Disassembly { origin, ..Disassembly::default() };
                    check_round_trip(processor, bytes, &how)
                        .unwrap_or_else(|error| panic!("{row:?} at {origin:04X}: {error}"));
                }
            }
        }
    }
}

fn processor() -> impl Strategy<Value = Processor> {
    prop::sample::select(PROCESSORS.to_vec())
}

fn names() -> impl Strategy<Value = Vec<(String, i32)>> {
    let name = prop_oneof![
        "[A-Za-z_][A-Za-z0-9_.]{0,4}",
        "L00[0-3][0-9A-F]",
        Just("MOV".to_owned()),
        Just("A".to_owned()),
        Just(".x".to_owned())
    ];
    prop::collection::vec((name, prop_oneof![0..0x40_i32, -5..70000_i32]), 0..12)
}

/// Generates bytes with many printable characters and many quotes.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![any::<u8>(), b' '..=b'~', prop::sample::select(b"\"';,\\".to_vec())]
}

fn content() -> impl Strategy<Value = Option<Content>> {
    prop::sample::select(vec![None, Some(Content::Code), Some(Content::Data), Some(Content::Text)])
}

/// Creates consecutive ranges, with gaps where the content is `None`.
fn ranges(origin: u16, size: usize, cuts: &[(usize, Option<Content>)]) -> Vec<Range> {
    let mut start = 0;
    let range = |(length, content): &(usize, Option<Content>)| {
        let (first, end) = (start, (start + length).min(size));
        start = end;
        let address = |at: usize| (usize::from(origin) + at) as u16;
        let content = content.filter(|_| first < end)?;
        Some(Range { first: address(first), last: address(end - 1), content })
    };
    cuts.iter().filter_map(range).collect()
}

proptest! {
    #[test]
    fn any_bytes_round_trip(
        processor in processor(),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        near in prop_oneof![0..0x40_u32, 0..0x1_0000_u32, Just(0xFFFF_u32)],
        symbols in names(),
        columns in any::<bool>(),
    ) {
        let origin = near.min(0x1_0000 - bytes.len().max(1) as u32) as u16;
        let how = Disassembly { origin, symbols: &symbols, columns, ..Disassembly::default() };
        let result = check_round_trip(processor, &bytes, &how);
        prop_assert!(result.is_ok(), "{}", result.unwrap_err());
    }

    #[test]
    fn any_bytes_with_any_ranges_round_trip(
        processor in processor(),
        bytes in prop::collection::vec(byte(), 1..300),
        near in prop_oneof![0..0x40_u32, 0..0x1_0000_u32, Just(0xFFFF_u32)],
        cuts in prop::collection::vec((1..60_usize, content()), 0..10),
        entries in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        traces in any::<bool>(),
        symbols in names(),
        columns in any::<bool>(),
    ) {
        let origin = near.min(0x1_0000 - bytes.len() as u32) as u16;
        let ranges = ranges(origin, bytes.len(), &cuts);
        let is_free = |entry: &u16| ranges.iter().all(|range| {
            range.content == Content::Code || *entry < range.first || *entry > range.last
        });
        let entries = entries.iter().map(|entry| origin + entry.index(bytes.len()) as u16);
        let entries: Vec<u16> = entries.filter(is_free).collect();
        let trace = traces.then_some(&*entries);
        let how = Disassembly { origin, symbols: &symbols, ranges: &ranges, trace, columns };
        let result = check_round_trip(processor, &bytes, &how);
        prop_assert!(result.is_ok(), "{}", result.unwrap_err());
    }

    #[test]
    fn bytes_full_of_branches_round_trip(
        processor in processor(),
        picks in prop::collection::vec((prop::sample::select(vec![0x18_u8, 0xC3, 0xD0, 0x4C, 0xA5, 0xB6, 0xDD, 0xCB, 0xED, 0x20]), 0..0x30_u8), 0..60),
    ) {
        let bytes: Vec<u8> = picks.into_iter().flat_map(|(opcode, operand)| [opcode, operand, 0]).collect();
        let result = check_round_trip(processor, &bytes, &Disassembly::default());
        prop_assert!(result.is_ok(), "{}", result.unwrap_err());
    }
}

#[test]
fn the_whole_memory_round_trips() {
    let mut state = 1_u32;
    let bytes: Vec<u8> = (0..0x1_0000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .collect();
    for processor in PROCESSORS {
        check_round_trip(processor, &bytes, &Disassembly::default()).unwrap();
    }
}

#[test]
fn bytes_past_the_end_of_memory_are_refused() {
    let how = Disassembly { origin: 0xFFFE, ..Disassembly::default() };
    let error = DisassemblyError::TooLong { size: 3, origin: 0xFFFE, by: 1 };
    assert_eq!(disassemble(Z80, &[0; 3], &how), Err(error));
    assert_eq!(error.to_string(), "3 bytes from FFFE on go beyond FFFF by 1");
}

#[test]
fn labels_constants_and_columns() {
    let symbols = [("BDOS".to_owned(), 5), ("start".to_owned(), 0x100), ("unused".to_owned(), 0x4000)];
    let how = Disassembly { origin: 0x100, symbols: &symbols, columns: true, ..Disassembly::default() };
    let bytes = [0xCD, 0x05, 0x00, 0xC2, 0x00, 0x01, 0xC3, 0x04, 0x01, 0xCA, 0x03, 0x01, 0x3E];
    insta::assert_snapshot!(disassemble(I8080, &bytes, &how).unwrap());
    let how = Disassembly { origin: 0x10, ..Disassembly::default() };
    let bytes = [0xA5, 0x20, 0xAD, 0x20, 0x00, 0xD0, 0xF9, 0x4C, 0x10, 0x00, 0x12];
    insta::assert_snapshot!(disassemble(Mos6502, &bytes, &how).unwrap());
}

/// A program with a string and a table between its subroutines.
const GREETING: [u8; 38] = [
    0x21, 0x0C, 0x01, 0xCD, 0x1A, 0x01, 0xC3, 0x22, 0x01, 0x01, 0x02, 0x03, b'S', b'a', b'y', b' ', b'"',
    b'h', b'i', b'"', 13, 10, b'!', b'!', b'!', 0, 0x7E, 0xB7, 0xC8, 0x23, 0xC3, 0x1A, 0x01, 0xFF, 0x76,
    0x3E, 0x05, 0xC9,
];

#[test]
fn ranges_of_data_and_text() {
    let range = |first, last, content| Range { first, last, content };
    let ranges = [
        range(0x109, 0x10B, Content::Data),
        range(0x10C, 0x119, Content::Text),
        range(0x121, 0x121, Content::Data),
    ];
    let how = Disassembly { origin: 0x100, ranges: &ranges, ..Disassembly::default() };
    check_round_trip(I8080, &GREETING, &how).unwrap();
    insta::assert_snapshot!(disassemble(I8080, &GREETING, &how).unwrap());
}

#[test]
fn code_is_traced_from_its_entries() {
    let how = Disassembly { origin: 0x100, trace: Some(&[]), columns: true, ..Disassembly::default() };
    insta::assert_snapshot!(disassemble(Z80, &GREETING, &how).unwrap());
    let how = Disassembly { trace: Some(&[0x100, 0x123]), columns: false, ..how };
    insta::assert_snapshot!(disassemble(I8080, &GREETING, &how).unwrap());
    // The last six bytes are the vectors NMI, RESET and IRQ, the default entries of a 6502 image.
    let mut bytes = [0xEA; 0x20];
    bytes[..6].copy_from_slice(&[0xA9, 0x01, 0x60, 0xFF, 0x40, 0x40]);
    bytes[0x1A..].copy_from_slice(&[0xE4, 0xFF, 0xE0, 0xFF, 0x00, 0x80]);
    let how = Disassembly { origin: 0xFFE0, trace: Some(&[]), ..Disassembly::default() };
    insta::assert_snapshot!(disassemble(Mos6502, &bytes, &how).unwrap());
}

#[test]
fn invalid_ranges_and_entries() {
    let range = |first, last, content| Range { first, last, content };
    let data = range(0x105, 0x10F, Content::Data);
    for (ranges, trace, message) in [
        (&[range(0xFF, 0x100, Content::Code)][..], None, "code 00FF-0100 is not inside the image, 0100-0125"),
        (&[range(0x125, 0x126, Content::Text)], None, "text 0125-0126 is not inside the image, 0100-0125"),
        (&[data, range(0x10F, 0x110, Content::Text)], None, "text 010F-0110 overlaps data 0105-010F"),
        (&[], Some(&[0x126_u16][..]), "the entry 0126 is not inside the image, 0100-0125"),
        (&[data], Some(&[0x100, 0x105]), "the entry 0105 is in data 0105-010F"),
    ] {
        let how = Disassembly { origin: 0x100, ranges, trace, ..Disassembly::default() };
        let found = disassemble(I8080, &GREETING, &how).map_err(|error| error.to_string());
        assert_eq!(found, Err(message.to_owned()));
    }
    // Stating the same content twice is allowed.
    let twice = [data, range(0x100, 0x107, Content::Data)];
    let how = Disassembly { origin: 0x100, ranges: &twice, ..Disassembly::default() };
    check_round_trip(I8080, &GREETING, &how).unwrap();
}
