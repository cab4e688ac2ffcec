//! Sample rows and operand values for the other tests.

use arcadian_isa::{Instruction, Processor, Row};

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
