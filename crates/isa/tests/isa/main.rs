//! Checks the tables for consistency, against the totals of the data sheets and against an independent implementation: invariants of all
//! rows, durations from the manuals, texts written by hand and read back, and decoding of arbitrary bytes.

use std::collections::HashMap;

use arcadian_isa::Processor::{I8080, Mos6502, Z80};
use arcadian_isa::{
    CycleKind, Cycles, Form, Incomplete, Instruction, Mode, Operand, Page, Processor, Row, Status, hex,
};

#[test]
fn every_opcode_of_every_page_is_present() {
    let count = |page| all_rows().filter(|row| row.page == page).count();
    assert_eq!(count(Page::I8080), 256);
    assert_eq!(count(Page::Mos6502), 256);
    // CB and ED select pages; after DD and FD all four prefixes do.
    assert_eq!(count(Page::Z80), 254);
    assert_eq!([Page::Dd, Page::Fd].map(count), [252; 2]);
    assert_eq!([Page::Cb, Page::Ed, Page::DdCb, Page::FdCb].map(count), [256; 4]);
}

#[test]
fn rows_are_indexed_by_opcode() {
    for processor in PROCESSORS {
        for page in processor.pages() {
            for (at, row) in page.iter().enumerate() {
                assert_eq!(usize::from(row.opcode), at);
                assert_eq!(row.page, page[0].page);
                assert_eq!(row.page.processor(), processor);
            }
        }
    }
}

#[test]
fn decoding_finds_each_row() {
    for expected in all_rows() {
        let mut bytes = expected.encode(0, 0).to_vec();
        assert_eq!(bytes.len(), usize::from(expected.length));
        // An overridden prefix is recognized by the byte after it.
        if expected.page == Page::Z80 && matches!(expected.opcode, 0xDD | 0xFD) {
            bytes.push(0xED);
        }
        let found = expected.page.processor().decode(&bytes).unwrap();
        assert!(std::ptr::eq(found.row, expected), "{expected:?} {found:?}");
    }
}

#[test]
fn lengths_match_the_operands() {
    let operand_bytes = |operand: &Operand| match operand {
        Operand::Byte | Operand::Port | Operand::Relative | Operand::Indexed(_) => 1,
        Operand::Word | Operand::Memory => 2,
        Operand::Mos(Mode::Accumulator | Mode::Implied) => 0,
        Operand::Mos(Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY | Mode::Indirect) => 2,
        Operand::Mos(_) => 1,
        _ => 0,
    };
    for row in all_rows() {
        let bytes: usize = row.operands().iter().map(operand_bytes).sum();
        assert_eq!(usize::from(row.length), row.code().count() + bytes, "{row:?}");
    }
}

#[test]
fn fetches_are_prefixes_and_opcode() {
    for row in all_rows() {
        let fetches = row.bus.cycles().iter().filter(|cycle| cycle.kind == CycleKind::Fetch).count();
        // After DD CB d the opcode is read like an operand, without a refresh.
        let ordinary = !matches!(row.page, Page::DdCb | Page::FdCb);
        assert_eq!(fetches, if ordinary { row.code().count() } else { 2 }, "{row:?}");
    }
}

#[test]
fn one_row_of_each_text_is_preferred() {
    for processor in PROCESSORS {
        let mut same: HashMap<(&str, Vec<String>), Vec<&Row>> = HashMap::new();
        for row in processor.rows() {
            // The value distinguishes zero page from absolute.
            let operands = match row.mode() {
                Mode::Implied => row.forms().map(|form| format!("{form:?}")).collect(),
                mode => vec![format!("{mode:?}")],
            };
            same.entry((row.mnemonic, operands)).or_default().push(row);
        }
        for (text, rows) in same {
            let preferred: Vec<_> = rows.iter().filter(|row| !row.alternative).collect();
            assert_eq!(preferred.len(), 1, "{text:?} {rows:?}");
            // The preferred row is documented if any row is, and no row is shorter.
            for row in &rows {
                assert!(
                    preferred[0].status == Status::Documented || row.status != Status::Documented,
                    "{row:?}"
                );
                assert!(preferred[0].length <= row.length, "{row:?}");
            }
        }
    }
}

#[test]
fn each_row_is_found_by_name_and_operands() {
    for row in all_rows() {
        let (processor, forms) = (row.page.processor(), row.forms().collect::<Vec<_>>());
        let found: Vec<_> = processor.find(row.mnemonic, &forms).collect();
        assert!(found.iter().any(|found| std::ptr::eq(*found, row)), "{row:?}");
        assert!(found.is_sorted_by_key(|row| row.alternative), "{row:?}");
        let preferred = found.iter().filter(|row| !row.alternative);
        assert!(preferred.is_sorted_by_key(|row| row.length), "{row:?}");

        let code: String = row.code().map(|byte| format!("{byte:02x}")).collect();
        let exact = format!("{}.{code}", row.mnemonic.to_lowercase());
        let found: Vec<_> = processor.find(&exact, &forms).collect();
        assert!(found.len() == 1 && std::ptr::eq(found[0], row), "{exact} {found:?}");
    }
}

#[test]
fn nothing_is_found_by_other_operands() {
    let find = |processor: Processor, mnemonic: &str, forms: &[Form<'_>]| {
        processor.find(mnemonic, forms).map(|row| row.opcode).collect::<Vec<_>>()
    };
    assert_eq!(find(I8080, "LD", &[Form::Name("A"), Form::Name("B")]), []);
    assert_eq!(find(I8080, "mov", &[Form::Name("a"), Form::Name("m")]), [0x7E]);
    assert_eq!(find(I8080, "MOV", &[Form::Name("M"), Form::Name("M")]), []);
    assert_eq!(find(Z80, "LD", &[Form::AtName("HL"), Form::AtName("HL")]), []);
    assert_eq!(find(Z80, "BIT", &[Form::Value(Some(7)), Form::Name("A")]), [0x7F]);
    assert_eq!(find(Z80, "BIT", &[Form::Value(Some(8)), Form::Name("A")]), []);
    assert_eq!(find(Z80, "BIT", &[Form::Value(None), Form::Name("A")]), []);
    assert_eq!(find(Z80, "SLI", &[Form::Name("B")]), [0x30]);
    assert_eq!(find(Z80, "NEG.ED4C", &[]), [0x4C]);
    assert_eq!(find(Z80, "NEG.ED4", &[]), []);
    assert_eq!(find(Z80, "NEG.ED4CC", &[]), []);
    assert_eq!(find(Z80, "NEG.", &[]), []);
    assert_eq!(find(Mos6502, "LDA", &[Form::Value(None)]), [0xA5, 0xAD]);
    assert_eq!(find(Mos6502, "KIL", &[])[0], 0x02);
    assert_eq!(find(Mos6502, "STA", &[Form::Immediate]), []);
}

#[test]
fn aliases_name_mnemonics_and_hide_none() {
    for processor in PROCESSORS {
        for (alias, name) in processor.aliases() {
            assert!(processor.rows().any(|row| row.mnemonic == *name), "{name}");
            assert!(!processor.rows().any(|row| row.mnemonic == *alias), "{alias}");
        }
    }
}

#[test]
fn documented_counts_match_the_manuals() {
    let documented =
        |page: Page| all_rows().filter(|row| row.page == page && row.status == Status::Documented).count();
    assert_eq!(documented(Page::I8080), 244);
    assert_eq!(documented(Page::Mos6502), 151);
    assert_eq!(documented(Page::Z80), 252);
    assert_eq!(documented(Page::Cb), 248);
    assert_eq!(documented(Page::Ed), 58);
    assert_eq!([Page::Dd, Page::Fd].map(documented), [39; 2]);
    assert_eq!([Page::DdCb, Page::FdCb].map(documented), [31; 2]);
}

#[test]
fn the_six_unstable_operations() {
    let unstable: Vec<_> =
        all_rows().filter(|row| row.status == Status::Unstable).map(|row| row.opcode).collect();
    assert_eq!(unstable, [0x8B, 0x93, 0x9B, 0x9C, 0x9E, 0x9F, 0xAB]);
}

#[test]
fn flags_are_consistent() {
    for row in all_rows() {
        let flags = row.flags;
        assert_eq!(
            flags.computed & flags.cleared | flags.computed & flags.set | flags.cleared & flags.set,
            0
        );
        let letters = row.page.processor().flag_letters().bytes();
        let known = letters.fold(0, |bits, letter| bits << 1 | u8::from(letter != b'-'));
        assert_eq!((flags.read | flags.written()) & !known, 0, "{row:?}");
    }
    assert_eq!(row(Z80, &[0xDA]).flags.read, 0x01, "JP C");
    assert_eq!(row(Z80, &[0x27]).flags.read, 0x13, "DAA");
    assert_eq!(row(Mos6502, &[0x70]).flags.read, 0x40, "BVS");
}

/// A processor, the first bytes of an instruction, its mnemonic, its cycles, and those more if it is taken and across a page.
#[test]
fn cycles_of_all_kinds_of_instructions() {
    for line in include_str!("cycles.txt").lines() {
        let [processor, digits, name, base, taken, crossed] = *line.split(' ').collect::<Vec<_>>() else {
            panic!("{line}")
        };
        let bytes: Vec<u8> = hex::parse_bytes(digits).expect("digits").collect();
        let row = row(processor.parse().expect("a processor"), &bytes);
        let [base, taken, crossed] = [base, taken, crossed].map(|cycles| cycles.parse().expect("a number"));
        assert_eq!((row.mnemonic, row.cycles), (name, Cycles { base, taken, crossed }), "{line}: {row:?}");
    }
}

const PROCESSORS: [Processor; 3] = [I8080, Z80, Mos6502];

fn all_rows() -> impl Iterator<Item = &'static Row> {
    PROCESSORS.into_iter().flat_map(Processor::rows)
}

/// Returns the row of the instruction that begins with these bytes, padded with zeros.
fn row(processor: Processor, bytes: &[u8]) -> &'static Row {
    let mut padded = [0; 4];
    padded[..bytes.len()].copy_from_slice(bytes);
    processor.decode(&padded).unwrap().row
}

/// Returns instructions of the row with typical and extreme operand values that fit.
fn instructions(row: &'static Row) -> Vec<Instruction> {
    let mut all = Vec::new();
    for displacement in [0, 5, 127, -1, -128] {
        for value in [0, 0x12, 0x9F, 0xFF, 0x100, 0x1234, 0xFFFF] {
            let bytes = row.encode(displacement, value);
            let decoded = decode_row(row, &bytes);
            if decoded.displacement == displacement && decoded.value == value {
                all.push(decoded);
            }
        }
    }
    all
}

/// Decodes the bytes of the row. A following prefix makes an overridden prefix recognizable.
fn decode_row(row: &Row, bytes: &[u8]) -> Instruction {
    let mut bytes = bytes.to_vec();
    bytes.push(0xDD);
    row.page.processor().decode(&bytes).unwrap()
}

/// A deterministic random number generator (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn byte(&mut self) -> u8 {
        self.next() as u8
    }
}

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
