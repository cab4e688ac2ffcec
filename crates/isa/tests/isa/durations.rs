//! Durations from the manuals, written by hand.

use arcadian_isa::{Cycles, Processor};

use crate::samples::row;

fn check(processor: Processor, cases: &[(&[u8], &str, u8, u8, u8)]) {
    for (bytes, name, base, taken, crossed) in cases {
        let row = row(processor, bytes);
        assert_eq!(row.mnemonic, *name, "{bytes:02X?}");
        assert_eq!(row.cycles, Cycles { base: *base, taken: *taken, crossed: *crossed }, "{row:?}");
    }
}

#[test]
fn i8080() {
    check(
        Processor::I8080,
        &[
            (&[0x00], "NOP", 4, 0, 0),
            (&[0x41], "MOV", 5, 0, 0),
            (&[0x7E], "MOV", 7, 0, 0),
            (&[0x36], "MVI", 10, 0, 0),
            (&[0x34], "INR", 10, 0, 0),
            (&[0x03], "INX", 5, 0, 0),
            (&[0x09], "DAD", 10, 0, 0),
            (&[0x22], "SHLD", 16, 0, 0),
            (&[0x3A], "LDA", 13, 0, 0),
            (&[0x76], "HLT", 7, 0, 0),
            (&[0xC2], "JNZ", 10, 0, 0),
            (&[0xC4], "CNZ", 11, 6, 0),
            (&[0xCD], "CALL", 17, 0, 0),
            (&[0xC9], "RET", 10, 0, 0),
            (&[0xC8], "RZ", 5, 6, 0),
            (&[0xC7], "RST", 11, 0, 0),
            (&[0xE3], "XTHL", 18, 0, 0),
            (&[0xE9], "PCHL", 5, 0, 0),
            (&[0xD3], "OUT", 10, 0, 0),
            (&[0xC5], "PUSH", 11, 0, 0),
        ],
    );
}

#[test]
fn z80() {
    check(
        Processor::Z80,
        &[
            (&[0xC2], "JP", 10, 0, 0),
            (&[0x20], "JR", 7, 5, 0),
            (&[0x18], "JR", 12, 0, 0),
            (&[0x10], "DJNZ", 8, 5, 0),
            (&[0xC4], "CALL", 10, 7, 0),
            (&[0xC0], "RET", 5, 6, 0),
            (&[0x34], "INC", 11, 0, 0),
            (&[0x09], "ADD", 11, 0, 0),
            (&[0xE3], "EX", 19, 0, 0),
            (&[0xCB, 0x06], "RLC", 15, 0, 0),
            (&[0xCB, 0x46], "BIT", 12, 0, 0),
            (&[0xED, 0x00], "NOP", 8, 0, 0),
            (&[0xED, 0x77], "NOP", 8, 0, 0),
            (&[0xED, 0x7F], "NOP", 8, 0, 0),
            (&[0xED, 0x4A], "ADC", 15, 0, 0),
            (&[0xED, 0x57], "LD", 9, 0, 0),
            (&[0xED, 0x67], "RRD", 18, 0, 0),
            (&[0xED, 0x4B], "LD", 20, 0, 0),
            (&[0xED, 0xB0], "LDIR", 16, 5, 0),
            (&[0xED, 0xB1], "CPIR", 16, 5, 0),
            (&[0xED, 0xB2], "INIR", 16, 5, 0),
            (&[0xED, 0xB3], "OTIR", 16, 5, 0),
            (&[0xED, 0x78], "IN", 12, 0, 0),
            (&[0xDD, 0x00], "NOP", 8, 0, 0),
            (&[0xDD, 0xDD], "NOP", 4, 0, 0),
            (&[0xDD, 0x7E], "LD", 19, 0, 0),
            (&[0xDD, 0x77], "LD", 19, 0, 0),
            (&[0xDD, 0x36], "LD", 19, 0, 0),
            (&[0xDD, 0x34], "INC", 23, 0, 0),
            (&[0xDD, 0x86], "ADD", 19, 0, 0),
            (&[0xDD, 0x23], "INC", 10, 0, 0),
            (&[0xDD, 0x26], "LD", 11, 0, 0),
            (&[0xDD, 0xE9], "JP", 8, 0, 0),
            (&[0xDD, 0xE3], "EX", 23, 0, 0),
            (&[0xDD, 0x20], "JR", 11, 5, 0),
            (&[0xDD, 0xCB, 0, 0x46], "BIT", 20, 0, 0),
            (&[0xFD, 0xCB, 0, 0x06], "RLC", 23, 0, 0),
            (&[0xFD, 0xCB, 0, 0xC0], "SET", 23, 0, 0),
        ],
    );
}

#[test]
fn mos6502() {
    check(
        Processor::Mos6502,
        &[
            (&[0x00], "BRK", 7, 0, 0),
            (&[0x20], "JSR", 6, 0, 0),
            (&[0x60], "RTS", 6, 0, 0),
            (&[0x40], "RTI", 6, 0, 0),
            (&[0x4C], "JMP", 3, 0, 0),
            (&[0x6C], "JMP", 5, 0, 0),
            (&[0x48], "PHA", 3, 0, 0),
            (&[0x68], "PLA", 4, 0, 0),
            (&[0xD0], "BNE", 2, 1, 1),
            (&[0x0A], "ASL", 2, 0, 0),
            (&[0xA9], "LDA", 2, 0, 0),
            (&[0xA5], "LDA", 3, 0, 0),
            (&[0xB5], "LDA", 4, 0, 0),
            (&[0xAD], "LDA", 4, 0, 0),
            (&[0xBD], "LDA", 4, 0, 1),
            (&[0xB9], "LDA", 4, 0, 1),
            (&[0xA1], "LDA", 6, 0, 0),
            (&[0xB1], "LDA", 5, 0, 1),
            (&[0x9D], "STA", 5, 0, 0),
            (&[0x91], "STA", 6, 0, 0),
            (&[0x06], "ASL", 5, 0, 0),
            (&[0x16], "ASL", 6, 0, 0),
            (&[0x0E], "ASL", 6, 0, 0),
            (&[0x1E], "ASL", 7, 0, 0),
            (&[0x1F], "SLO", 7, 0, 0),
            (&[0x1B], "SLO", 7, 0, 0),
            (&[0x03], "SLO", 8, 0, 0),
            (&[0x13], "SLO", 8, 0, 0),
            (&[0x1C], "NOP", 4, 0, 1),
            (&[0x0C], "NOP", 4, 0, 0),
            (&[0xBF], "LAX", 4, 0, 1),
            (&[0x9F], "SHA", 5, 0, 0),
            (&[0x93], "SHA", 6, 0, 0),
            (&[0x04], "NOP", 3, 0, 0),
        ],
    );
}
