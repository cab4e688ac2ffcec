//! Hexadecimal numbers and bytes.

use arcadian_isa::{Processor, hex};

#[test]
fn bytes_are_pairs_of_digits() {
    assert_eq!(hex::bytes(&[]).to_string(), "");
    assert_eq!(hex::bytes(&[0x3E, 5, 0xFF]).to_string(), "3E 05 FF");
    assert_eq!(hex::unspaced_bytes(&[0x3E, 5, 0xFF]).to_string(), "3E05FF");
    assert_eq!(format!("{:6}|{:1}|", hex::bytes(&[1, 2]), hex::bytes(&[1, 2])), "01 02 |01 02|");
}

#[test]
fn numbers_have_the_notation_of_the_processor() {
    for (processor, value, digits, text) in [
        (Processor::I8080, 0x3E, 2, "3EH"),
        (Processor::Z80, 0xA0, 2, "0A0H"),
        (Processor::Z80, 0xA0, 4, "00A0H"),
        (Processor::I8080, 0xA000, 4, "0A000H"),
        (Processor::Mos6502, 0xA0, 2, "$A0"),
        (Processor::Mos6502, 0xA0, 4, "$00A0"),
    ] {
        assert_eq!(processor.hex(value, digits).to_string(), text);
    }
}

#[test]
fn numbers_are_parsed_in_every_notation() {
    for same in ["0x1aF", "0X1AF", "$1AF", "1AFH", "1AFh", "1AF", "01AF", "0000000001AF"] {
        assert_eq!(hex::parse_number(same), Some(0x1AF), "{same}");
    }
    assert_eq!(hex::parse_number("100D"), Some(0x100D));
    for wrong in
        ["", "$", "0x", "H", "xyz", "+100", "0x+1", "-1", " 1", "$10H", "0xFH", "1_0", "10000000000000000"]
    {
        assert_eq!(hex::parse_number(wrong), None, "{wrong}");
    }
    assert_eq!((hex::parse_digits("1f"), hex::parse_digits("$1F")), (Some(0x1F), None));
}

#[test]
fn bytes_are_parsed() {
    let parse = |text| hex::parse_bytes(text).map(Iterator::collect::<Vec<u8>>);
    assert_eq!(parse("3e05FF"), Some(vec![0x3E, 5, 0xFF]));
    assert_eq!(parse(""), Some(vec![]));
    for wrong in ["3", "3E0", "3E 5", "+1", "0x", "ä", "é1"] {
        assert_eq!(parse(wrong), None, "{wrong}");
    }
}
