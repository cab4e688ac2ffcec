//! Invariants of all rows; durations from the manuals, written by hand; sample rows and operand values for the other tests.

use std::collections::HashMap;

use arcadian_isa::{CycleKind, Cycles, Form, Instruction, Mode, Operand, Page, Processor, Row, Status, hex};

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
    assert_eq!(find(Processor::I8080, "LD", &[Form::Name("A"), Form::Name("B")]), []);
    assert_eq!(find(Processor::I8080, "mov", &[Form::Name("a"), Form::Name("m")]), [0x7E]);
    assert_eq!(find(Processor::I8080, "MOV", &[Form::Name("M"), Form::Name("M")]), []);
    assert_eq!(find(Processor::Z80, "LD", &[Form::AtName("HL"), Form::AtName("HL")]), []);
    assert_eq!(find(Processor::Z80, "BIT", &[Form::Value(Some(7)), Form::Name("A")]), [0x7F]);
    assert_eq!(find(Processor::Z80, "BIT", &[Form::Value(Some(8)), Form::Name("A")]), []);
    assert_eq!(find(Processor::Z80, "BIT", &[Form::Value(None), Form::Name("A")]), []);
    assert_eq!(find(Processor::Z80, "SLI", &[Form::Name("B")]), [0x30]);
    assert_eq!(find(Processor::Z80, "NEG.ED4C", &[]), [0x4C]);
    assert_eq!(find(Processor::Z80, "NEG.ED4", &[]), []);
    assert_eq!(find(Processor::Z80, "NEG.ED4CC", &[]), []);
    assert_eq!(find(Processor::Z80, "NEG.", &[]), []);
    assert_eq!(find(Processor::Mos6502, "LDA", &[Form::Value(None)]), [0xA5, 0xAD]);
    assert_eq!(find(Processor::Mos6502, "KIL", &[])[0], 0x02);
    assert_eq!(find(Processor::Mos6502, "STA", &[Form::Immediate]), []);
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
    assert_eq!(row(Processor::Z80, &[0xDA]).flags.read, 0x01, "JP C");
    assert_eq!(row(Processor::Z80, &[0x27]).flags.read, 0x13, "DAA");
    assert_eq!(row(Processor::Mos6502, &[0x70]).flags.read, 0x40, "BVS");
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

pub(crate) const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

pub(crate) fn all_rows() -> impl Iterator<Item = &'static Row> {
    PROCESSORS.into_iter().flat_map(Processor::rows)
}

/// Returns the row of the instruction that begins with these bytes, padded with zeros.
pub(crate) fn row(processor: Processor, bytes: &[u8]) -> &'static Row {
    let mut padded = [0; 4];
    padded[..bytes.len()].copy_from_slice(bytes);
    processor.decode(&padded).unwrap().row
}

/// Returns instructions of the row with typical and extreme operand values that fit.
pub(crate) fn instructions(row: &'static Row) -> Vec<Instruction> {
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
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.next() as u8
    }
}
