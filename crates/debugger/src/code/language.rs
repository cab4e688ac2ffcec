//! The notation of machine code.

use arcadian_isa::Processor;

use crate::{debuggee::Language, notation::Notation};

const fn machine_code(name: &'static str, description: &'static str) -> Language {
    Language {
        name,
        description,
        steps: "instructions",
        cycles: "cycles",
        notation: Notation::Hexadecimal,
        bases: &[('%', 2, "binary"), ('#', 10, "decimal")],
        arrays: &[],
        has_hash_operator: false,
    }
}

static I8080: Language = machine_code("8080", "8080 machine code");
static Z80: Language = machine_code("Z80", "Z80 machine code");
static MOS6502: Language = machine_code("6502", "6502 machine code");

pub(super) fn of(processor: Processor) -> &'static Language {
    match processor {
        Processor::I8080 => &I8080,
        Processor::Z80 => &Z80,
        Processor::Mos6502 => &MOS6502,
    }
}
