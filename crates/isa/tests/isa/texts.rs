//! Texts written by hand: of instructions, hexadecimal numbers and bytes. Round trip: a minimal assembler turns the text of every
//! instruction into its bytes. Decoding of arbitrary bytes.

use std::collections::HashMap;

use arcadian_isa::{
    Form, Incomplete, Mode, Operand,
    Processor::{self, I8080, Mos6502, Z80},
    Row, hex,
};

use crate::rows::{PROCESSORS, Random, all_rows, instructions};

#[test]
fn each_processor_has_its_own_syntax() {
    for line in include_str!("texts.txt").lines() {
        let (code, text) = line.split_once(" = ").expect("a text");
        let (processor, digits) = code.split_once(' ').expect("bytes");
        let bytes: Vec<u8> = hex::parse_bytes(digits).expect("digits").collect();
        let processor: Processor = processor.parse().expect("a processor");
        assert_eq!(processor.decode(&bytes).unwrap().to_string(), text, "{line}");
    }
}

#[test]
fn relative_branches_show_their_target() {
    let at = |processor: Processor, bytes: &[u8], address| {
        processor.decode(bytes).unwrap().at(address).to_string()
    };
    assert_eq!(at(Z80, &[0x20, 0x03], 0x1000), "JR NZ,1005H");
    assert_eq!(at(Z80, &[0x18, 0xFE], 0xFFFF), "JR 0FFFFH");
    assert_eq!(at(Z80, &[0xDD, 0x18, 0x00], 0x1000), "JR.DD18 1003H");
    assert_eq!(at(Mos6502, &[0xD0, 0x80], 0x0000), "BNE $FF82");
    assert_eq!(Z80.decode(&[0xDD, 0x18, 0x00]).unwrap().to_string(), "JR.DD18 $+3");
}

#[test]
fn addresses_have_symbols() {
    let symbols = |address| match address {
        0x0005 => Some("BDOS"),
        0x1005 => Some("loop"),
        _ => None,
    };
    let named = |processor: Processor, bytes: &[u8]| {
        processor.decode(bytes).unwrap().at(0x1000).with(&symbols).to_string()
    };
    assert_eq!(named(I8080, &[0xCD, 0x05, 0x00]), "CALL BDOS");
    assert_eq!(named(I8080, &[0x0E, 0x05]), "MVI C,05H");
    assert_eq!(named(Z80, &[0x10, 0x03]), "DJNZ loop");
    assert_eq!(named(Z80, &[0x32, 0x05, 0x10]), "LD (loop),A");
    assert_eq!(named(Mos6502, &[0xB1, 0x05]), "LDA (BDOS),Y");
    assert_eq!(named(Mos6502, &[0xA9, 0x05]), "LDA #$05");
    assert_eq!(named(Mos6502, &[0xAD, 0x05, 0x00]), "LDA.AD BDOS");
}

#[test]
fn an_instruction_prints_its_bytes_in_debug() {
    assert_eq!(format!("{:?}", Z80.decode(&[0x3E, 0x0A]).unwrap()), "[3E, 0A] LD A,0AH");
}

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
        (I8080, 0x3E, 2, "3EH"),
        (Z80, 0xA0, 2, "0A0H"),
        (Z80, 0xA0, 4, "00A0H"),
        (I8080, 0xA000, 4, "0A000H"),
        (Mos6502, 0xA0, 2, "$A0"),
        (Mos6502, 0xA0, 4, "$00A0"),
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

#[test]
fn text_and_bytes_correspond() {
    for row in all_rows() {
        for instruction in instructions(row) {
            let text = instruction.to_string();
            let bytes = assemble(row.page.processor(), 0, &text);
            assert_eq!(bytes.as_deref(), Some(&*instruction.bytes()), "{text}");
            let address = 0x1234;
            let text = instruction.at(address).to_string();
            let bytes = assemble(row.page.processor(), address, &text);
            assert_eq!(bytes.as_deref(), Some(&*instruction.bytes()), "{text}");
        }
    }
}

#[test]
fn texts_are_unique() {
    for processor in PROCESSORS {
        let mut texts = HashMap::new();
        for instruction in processor.rows().flat_map(instructions) {
            let bytes = instruction.bytes().to_vec();
            let other = texts.insert(instruction.to_string(), bytes.clone());
            assert!(other.is_none_or(|other| other == bytes), "{instruction}");
        }
    }
}

#[test]
fn a_suffix_appears_only_if_needed() {
    for row in all_rows() {
        for instruction in instructions(row) {
            let text = instruction.to_string();
            if let Some((mnemonic, rest)) = text.split_once('.') {
                let plain = rest
                    .split_once(' ')
                    .map_or(mnemonic.into(), |(_, operands)| format!("{mnemonic} {operands}"));
                let bytes = assemble(row.page.processor(), 0, &plain);
                assert_ne!(bytes.as_deref(), Some(&*instruction.bytes()), "{text}");
            }
        }
    }
}

fn assemble(processor: Processor, address: u16, text: &str) -> Option<Vec<u8>> {
    let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
    let operands: Vec<&str> = match processor {
        _ if operands.is_empty() => vec![],
        Mos6502 => vec![operands],
        _ => operands.split(',').collect(),
    };
    let read: Vec<_> = operands.iter().map(|operand| form(processor, operand)).collect();
    let forms: Vec<_> = read.iter().map(|(form, _)| *form).collect();
    let mut rows = processor.find(mnemonic, &forms).filter(|row| !row.alternative || mnemonic.contains('.'));
    rows.find_map(|row| encode(row, address, read.iter().map(|(_, value)| *value)))
}

/// Encodes a row, or returns `None` if the values do not fit.
fn encode(row: &Row, address: u16, values: impl Iterator<Item = i32>) -> Option<Vec<u8>> {
    let (mut displacement, mut word) = (0, 0);
    for (operand, value) in row.operands().iter().zip(values) {
        match operand {
            Operand::Relative | Operand::Mos(Mode::Relative) => {
                let distance = (value - i32::from(address) - i32::from(row.length)) as u16;
                displacement = i8::try_from(distance as i16).ok()?;
            }
            Operand::Indexed(_) => displacement = i8::try_from(value).ok()?,
            Operand::Byte | Operand::Port => word = u8::try_from(value).ok()?.into(),
            Operand::Word | Operand::Memory => word = u16::try_from(value).ok()?,
            Operand::Mos(_) if row.length == 2 => word = u8::try_from(value).ok()?.into(),
            Operand::Mos(_) => word = u16::try_from(value).ok()?,
            _ => {}
        }
    }
    Some(row.encode(displacement, word).to_vec())
}

/// Parses the form and value of an operand. `$` and `*` are the instruction's address, which is 0 in these tests.
fn form(processor: Processor, text: &str) -> (Form<'_>, i32) {
    let inner = |text: &str| text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).map(str::len);
    if processor == Mos6502 {
        let split = text.rsplit_once(',');
        return match split {
            Some((pointer, "Y")) if inner(pointer).is_some() => {
                (Form::AtValueThenBy("Y"), number(&pointer[1..pointer.len() - 1]))
            }
            Some((pointer, "X)")) => (Form::AtValueBy("X"), number(&pointer[1..])),
            Some((value, register)) => (Form::ValueBy(register), number(value)),
            None if text == "A" => (Form::Name("A"), 0),
            None if text.starts_with('#') => (Form::Immediate, number(&text[1..])),
            None if inner(text).is_some() => (Form::AtValue, number(&text[1..text.len() - 1])),
            None => (Form::Value(None), number(text)),
        };
    }
    let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit() || first == '$');
    match inner(text) {
        None if is_number(text) => (Form::Value(u16::try_from(number(text)).ok()), number(text)),
        None => (Form::Name(text), 0),
        Some(_) => {
            let text = &text[1..text.len() - 1];
            match text.find(['+', '-']) {
                Some(sign) => (Form::Indexed(&text[..sign]), text[sign..].parse().unwrap()),
                None if is_number(text) => (Form::AtValue, number(text)),
                None => (Form::AtName(text), 0),
            }
        }
    }
}

fn number(text: &str) -> i32 {
    let relative = text.strip_prefix(['$', '*']).filter(|rest| rest.starts_with(['+', '-']));
    let hexadecimal = text.strip_prefix('$').or(text.strip_suffix('H'));
    match (relative, hexadecimal) {
        (Some(distance), _) => distance.parse().unwrap(),
        (None, Some(digits)) => i32::from_str_radix(digits, 16).unwrap(),
        (None, None) => text.parse().unwrap(),
    }
}

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
