//! Disassembling any bytes and assembling the result gives the same bytes.

use arcadian_asm::{Disassembly, TooLong, disassemble};
use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};
use proptest::prelude::*;

use crate::{PROCESSORS, run};

fn round(processor: Processor, bytes: &[u8], how: &Disassembly<'_>) -> Result<(), String> {
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
                // A prefix alone is an instruction only before another.
                let bytes = [&*row.encode(displacement, value), &[0xDD, 0xDD, 0x00][..]].concat();
                for origin in [0, 0x0010, 0x1234, 0xFFF9] {
                    let bytes = bytes.get(..bytes.len().min(0x1_0000 - usize::from(origin))).unwrap_or(&[]);
                    let how = Disassembly { origin, ..Disassembly::default() };
                    round(processor, bytes, &how)
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
        let how = Disassembly { origin, symbols: &symbols, columns };
        let result = round(processor, &bytes, &how);
        prop_assert!(result.is_ok(), "{}", result.unwrap_err());
    }

    #[test]
    fn bytes_full_of_branches_round_trip(
        processor in processor(),
        picks in prop::collection::vec((prop::sample::select(vec![0x18_u8, 0xC3, 0xD0, 0x4C, 0xA5, 0xB6, 0xDD, 0xCB, 0xED, 0x20]), 0..0x30_u8), 0..60),
    ) {
        let bytes: Vec<u8> = picks.into_iter().flat_map(|(opcode, operand)| [opcode, operand, 0]).collect();
        let result = round(processor, &bytes, &Disassembly::default());
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
        round(processor, &bytes, &Disassembly::default()).unwrap();
    }
}

#[test]
fn bytes_past_the_end_of_memory_are_refused() {
    let how = Disassembly { origin: 0xFFFE, ..Disassembly::default() };
    let error = TooLong { size: 3, origin: 0xFFFE, by: 1 };
    assert_eq!(disassemble(Z80, &[0; 3], &how), Err(error));
    assert_eq!(error.to_string(), "3 bytes from FFFE on go beyond FFFF by 1");
}

#[test]
fn labels_constants_and_columns() {
    let symbols = [("BDOS".to_owned(), 5), ("start".to_owned(), 0x100), ("unused".to_owned(), 0x4000)];
    let how = Disassembly { origin: 0x100, symbols: &symbols, columns: true };
    let bytes = [0xCD, 0x05, 0x00, 0xC2, 0x00, 0x01, 0xC3, 0x04, 0x01, 0xCA, 0x03, 0x01, 0x3E];
    insta::assert_snapshot!(disassemble(I8080, &bytes, &how).unwrap());
    let how = Disassembly { origin: 0x10, ..Disassembly::default() };
    let bytes = [0xA5, 0x20, 0xAD, 0x20, 0x00, 0xD0, 0xF9, 0x4C, 0x10, 0x00, 0x12];
    insta::assert_snapshot!(disassemble(Mos6502, &bytes, &how).unwrap());
}
