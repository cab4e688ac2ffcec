//! Suites for the 6502 that need only memory, and one that needs a device on the interrupt lines.

use arcadian_cpu::{Core, Mos6502};
use arcadian_machine::devices::Feedback;
use arcadian_machine::{Machine, Reason, Until};

use super::file;

/// A program and the address that it reaches on success. On an error it enters a trap elsewhere or stores an error code.
struct Row {
    name: &'static str,
    file: &'static str,
    load: u16,
    start: u16,
    end: u16,
    /// Ranges of memory that must be 0 at the start although the file has other bytes there.
    clear: &'static [(u16, u16)],
    feedback: Option<u16>,
    /// An address and the byte that it must contain at the end.
    result: Option<(u16, u8)>,
    /// The number of instructions and cycles before the instruction at the end, where known.
    cost: Option<(u64, u64)>,
}

const DEFAULT: Row = Row {
    name: "",
    file: "",
    load: 0,
    start: 0,
    end: 0,
    clear: &[],
    feedback: None,
    result: None,
    cost: None,
};

/// The end address depends on the build of the suite; these are those of the builds listed in docs/notes/suites.md.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { name: "functional", file: "6502_functional_test.bin", start: 0x0400, end: 0x3469,
          cost: Some((30_646_176, 96_241_364)), ..DEFAULT },
    Row { name: "functional_ca65", file: "6502_functional_test_ca65.bin", start: 0x0400, end: 0x331C, ..DEFAULT },
    Row { name: "decimal", file: "6502_decimal_test.bin", load: 0x0200, start: 0x0200, end: 0x024B,
          result: Some((0x000B, 0)), ..DEFAULT },
    Row { name: "clark_decimal", file: "clark_decimal_test.bin", load: 0x0200, start: 0x0200, end: 0x024B,
          result: Some((0x000B, 0)), ..DEFAULT },
    Row { name: "interrupt", file: "6502_interrupt_test.bin", start: 0x0400, end: 0x06E8,
          clear: &[(0x000A, 0x000F), (0x0200, 0x0203)], feedback: Some(0xBFFC), result: Some((0x0203, 0)), ..DEFAULT },
    Row { name: "all_suite_a", file: "AllSuiteA.bin", load: 0x4000, start: 0x4000, end: 0x45C0,
          result: Some((0x0210, 0xFF)), ..DEFAULT },
];

pub(super) fn check(name: &str) {
    let row = ROWS.iter().find(|row| row.name == name).unwrap();
    let mut machine = prepare(row);
    let stop = machine.run(&Until::halted().address(row.end).trap());
    println!("{stop:?}");
    assert_eq!(stop.reason, Reason::Address(row.end));
    if let Some((address, value)) = row.result {
        assert_eq!(machine.peek(address), value, "the result at {address:04X}");
    }
    if let Some((instructions, cycles)) = row.cost {
        assert_eq!((stop.instructions, stop.cycles), (instructions, cycles));
    }
}

fn prepare(row: &Row) -> Machine<Mos6502> {
    let mut machine = Machine::<Mos6502>::new();
    machine.backplane.load(row.load, &file(row.file)).unwrap();
    for &(first, last) in row.clear {
        (first..=last).for_each(|address| machine.backplane.poke(address, 0));
    }
    if let Some(port) = row.feedback {
        machine.backplane.device(port..=port, Feedback::default()).unwrap();
    }
    machine.core.set_pc(row.start);
    machine
}
