//! Suites that are programs for CP/M.

use arcadian_cpu::{I8080, Z80};
use arcadian_machine::{Machine, MachineCore, Reason, Stop, cpm};

use super::file;

/// A program with the text that it prints on success, and the number of times that it prints it.
struct Row {
    name: &'static str,
    file: &'static str,
    run: fn(&[u8]) -> (Stop, String),
    prints: &'static str,
    times: usize,
    /// The number of instructions from 0100 until PC is 0000, including the return at 0005.
    instructions: u64,
    cycles: u64,
}

/// The totals of TST8080, 8080PRE, CPUTEST, 8080EXM, prelim and zex are those published with superzazu/8080 and
/// superzazu/z80, without their `OUT` or `IN` at 0000 and 0005 (10 and 11 cycles each). The totals of CPUDIAG and 8080EX1 are
/// counted by the crate iz80.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { name: "tst8080", file: "TST8080.COM", run: run::<I8080>, prints: "CPU IS OPERATIONAL", times: 1,
          instructions: 648, cycles: 4_894 },
    Row { name: "pre8080", file: "8080PRE.COM", run: run::<I8080>, prints: "8080 Preliminary tests complete", times: 1,
          instructions: 1_059, cycles: 7_797 },
    Row { name: "cpudiag", file: "CPUDIAG.COM", run: run::<I8080>, prints: "CPU IS OPERATIONAL", times: 1,
          instructions: 633, cycles: 4_755 },
    Row { name: "cputest", file: "CPUTEST.COM", run: run::<I8080>, prints: "CPU TESTS OK", times: 1,
          instructions: 33_971_128, cycles: 255_651_553 },
    Row { name: "exm8080", file: "8080EXM.COM", run: run::<I8080>, prints: "PASS!", times: 25,
          instructions: 2_919_050_420, cycles: 23_803_378_391 },
    Row { name: "ex1_8080", file: "8080EX1.COM", run: run::<I8080>, prints: "  OK", times: 25,
          instructions: 2_919_043_144, cycles: 23_803_306_509 },
    Row { name: "prelim", file: "prelim.com", run: run::<Z80>, prints: "Preliminary tests complete", times: 1,
          instructions: 897, cycles: 8_699 },
    Row { name: "zexdoc", file: "zexdoc.com", run: run::<Z80>, prints: "  OK", times: 67,
          instructions: 5_764_169_610, cycles: 46_734_977_142 },
    Row { name: "zexall", file: "zexall.com", run: run::<Z80>, prints: "  OK", times: 67,
          instructions: 5_764_169_610, cycles: 46_734_977_142 },
];

fn run<C: MachineCore>(program: &[u8]) -> (Stop, String) {
    let mut machine = Machine::<C>::new();
    cpm::prepare(&mut machine, program).unwrap();
    let stop = machine.run(&cpm::until());
    (stop, String::from_utf8_lossy(machine.backplane.printed.as_slice()).into_owned())
}

pub(super) fn check(name: &str) {
    let row = ROWS.iter().find(|row| row.name == name).unwrap();
    let (stop, printed) = (row.run)(&file(row.file));
    println!("{printed}\n{stop:?}");
    assert_eq!(printed.matches(row.prints).count(), row.times, "`{}`", row.prints);
    for bad in ["ERROR", "FAILED"] {
        assert!(!printed.contains(bad), "`{bad}`");
    }
    assert_eq!(stop, Stop { reason: Reason::Address(0), instructions: row.instructions, cycles: row.cycles });
}
