//! Suites for the 6502 that need nothing but memory, and one that needs its hand on the interrupt lines.

use arcadian_cpu::{Core, Mos6502};
use arcadian_machine::devices::Feedback;
use arcadian_machine::{Machine, Reason, Until};

use super::file;

/// A program and where it goes when all is well. Whatever is wrong makes it jump to itself elsewhere, or leaves its mark.
struct Row {
    name: &'static str,
    file: &'static str,
    load: u16,
    start: u16,
    end: u16,
    /// Cells that must be 0 at first although the file has something else there.
    clear: &'static [(u16, u16)],
    feedback: Option<u16>,
    /// A cell and what must be in it at the end.
    cell: Option<(u16, u8)>,
    /// Instructions and cycles before the instruction at the end, where they are known.
    took: Option<(u64, u64)>,
}

const ROW: Row =
    Row { name: "", file: "", load: 0, start: 0, end: 0, clear: &[], feedback: None, cell: None, took: None };

/// Where a program ends depends on who built it: these are the addresses in the builds that docs/suites.md names.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { name: "functional", file: "6502_functional_test.bin", start: 0x0400, end: 0x3469,
          took: Some((30_646_176, 96_241_364)), ..ROW },
    Row { name: "functional_ca65", file: "6502_functional_test_ca65.bin", start: 0x0400, end: 0x331C, ..ROW },
    Row { name: "decimal", file: "6502_decimal_test.bin", load: 0x0200, start: 0x0200, end: 0x024B,
          cell: Some((0x000B, 0)), ..ROW },
    Row { name: "clark_decimal", file: "clark_decimal_test.bin", load: 0x0200, start: 0x0200, end: 0x024B,
          cell: Some((0x000B, 0)), ..ROW },
    Row { name: "interrupt", file: "6502_interrupt_test.bin", start: 0x0400, end: 0x06E8,
          clear: &[(0x000A, 0x000F), (0x0200, 0x0203)], feedback: Some(0xBFFC), cell: Some((0x0203, 0)), ..ROW },
    Row { name: "all_suite_a", file: "AllSuiteA.bin", load: 0x4000, start: 0x4000, end: 0x45C0,
          cell: Some((0x0210, 0xFF)), ..ROW },
];

pub(super) fn check(name: &str) {
    let row = ROWS.iter().find(|row| row.name == name).unwrap();
    let mut machine = prepare(row);
    let stop = machine.run(&Until::halted().address(row.end).trap());
    println!("{stop:?}");
    assert_eq!(stop.reason, Reason::Address(row.end));
    if let Some((address, value)) = row.cell {
        assert_eq!(machine.peek(address), value, "the result at {address:04X}");
    }
    if let Some((instructions, cycles)) = row.took {
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
