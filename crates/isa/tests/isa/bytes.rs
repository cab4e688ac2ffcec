//! Decoding of arbitrary bytes.

use arcadian_isa::Incomplete;

use crate::samples::{PROCESSORS, Random};

#[test]
fn all_first_two_bytes_with_every_tail() {
    let mut random = Random(3);
    for processor in PROCESSORS {
        for first_two in 0..=0xFFFF_u16 {
            let [first, second] = first_two.to_be_bytes();
            for _ in 0..4 {
                let bytes = [first, second, random.byte(), random.byte()];
                let instruction = processor.decode(&bytes).expect("four bytes always suffice");
                let length = usize::from(instruction.length());
                assert_eq!(*instruction.bytes(), bytes[..length]);
                // An overridden prefix is recognized by the byte after it; other instructions need only their own bytes.
                let enough = length.max(2);
                assert_eq!(processor.decode(&bytes[..enough]), Ok(instruction));
            }
        }
    }
}

#[test]
fn all_third_and_fourth_bytes_after_index_prefixes() {
    for prefix in [0xDD, 0xFD] {
        for last_two in 0..=0xFFFF_u16 {
            let [displacement, opcode] = last_two.to_be_bytes();
            let bytes = [prefix, 0xCB, displacement, opcode];
            let instruction = arcadian_isa::z80::decode(&bytes).unwrap();
            assert_eq!(*instruction.bytes(), bytes);
        }
    }
}

#[test]
fn a_short_slice_reports_the_bytes_needed() {
    for processor in PROCESSORS {
        assert_eq!(processor.decode(&[]), Err(Incomplete { needed: 1 }));
        for first_two in 0..=0xFFFF_u16 {
            let [first, second] = first_two.to_be_bytes();
            let bytes = [first, second, 0, 0];
            for given in 1..4 {
                match processor.decode(&bytes[..given]) {
                    Ok(instruction) => assert!(usize::from(instruction.length()) <= given),
                    Err(Incomplete { needed }) => {
                        assert!(needed > given && needed <= 4);
                        assert!(processor.decode(&bytes[..needed - 1]).is_err());
                    }
                }
            }
        }
    }
    let needed = |bytes: &[u8]| arcadian_isa::z80::decode(bytes).unwrap_err().needed;
    assert_eq!(needed(&[0xDD]), 2);
    assert_eq!(needed(&[0xDD, 0xCB]), 4);
    assert_eq!(needed(&[0xDD, 0x36]), 4);
    assert_eq!(needed(&[0x01]), 3);
    assert_eq!(
        Incomplete { needed: 3 }.to_string(),
        "the instruction is incomplete: it has at least 3 bytes"
    );
}
