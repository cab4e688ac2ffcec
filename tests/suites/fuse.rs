//! The core tests of FUSE, the Free Unix Spectrum Emulator: one or a few instructions with the states before and after.

use arcadian_cpu::registers::{A, B, D, F, H};
use arcadian_cpu::z80::{After, Refresh};
use arcadian_cpu::{Core, Z80};

use super::suite;
use super::{Access, Recorder};

/// Cases in which FUSE differs from the chip and from SingleStepTests.
const SKIPPED: &[(&[&str], &str)] = &[
    (
        &["10", "20_2", "28_1", "30_2", "38_1"],
        "FUSE does not read the displacement of a jump that is not taken",
    ),
    (&["76"], "FUSE keeps PC at HALT"),
    (
        &["edb2_1", "edb3_1", "edb9_2", "edba_1", "edbb_1"],
        "F and WZ after a repeating instruction were discovered after FUSE 1.6",
    ),
];

/// A processor state and bytes in memory.
struct State {
    cpu: Z80,
    halted: bool,
    cycles: u32,
    memory: Vec<(u16, u8)>,
}

struct Case<'a> {
    name: &'a str,
    before: State,
    accesses: Vec<Access>,
    after: State,
}

pub(super) fn check(_: &str) {
    let read = |name: &str| std::fs::read_to_string(suite("fuse").join(name)).unwrap();
    let (given, expected) = (read("tests.in"), read("tests.expected"));
    let mut cases: Vec<_> =
        blocks(&given).zip(blocks(&expected)).map(|(given, after)| case(&given, &after)).collect();
    for (names, reason) in SKIPPED {
        println!("{} skipped: {reason}", names.join(" "));
        cases.retain(|case| !names.contains(&case.name));
    }
    let wrong: Vec<_> =
        cases.iter().filter_map(|case| Some(format!("{}: {}", case.name, check_case(case).err()?))).collect();
    println!("{} cases\n{}", cases.len(), wrong.join("\n"));
    assert!(wrong.is_empty() && !cases.is_empty(), "{} of {} fail", wrong.len(), cases.len());
}

/// Splits a text into blocks separated by one or more empty lines.
fn blocks<'a>(text: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let lines = |block: &'a str| block.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>();
    text.split("\n\n").map(lines).filter(|block| !block.is_empty())
}

fn case<'a>(given: &[&'a str], expected: &[&str]) -> Case<'a> {
    assert_eq!(given[0], expected[0], "the two files have the same cases");
    // Lines that begin with a blank are events.
    let events = expected.iter().skip(1).take_while(|line| line.starts_with(' ')).count();
    Case {
        name: given[0],
        before: state(&given[1..]),
        accesses: expected[1..=events].iter().filter_map(|line| access(line)).collect(),
        after: state(&expected[events + 1..]),
    }
}

/// Parses time, kind, address and byte. Contention events (MC, PC) belong to the Spectrum and are not accesses.
fn access(line: &str) -> Option<Access> {
    let words: Vec<_> = line.split_whitespace().collect();
    let kind = match words[1] {
        "MR" => Access::Read,
        "MW" => Access::Write,
        "PR" => Access::Input,
        "PW" => Access::Output,
        _ => return None,
    };
    Some(kind(hex(words[2]), hex(words[3]).to_be_bytes()[1]))
}

fn hex(word: &str) -> u16 {
    u16::from_str_radix(word, 16).unwrap()
}

/// Parses a line of words, a line of bytes and flags, and lines of memory.
fn state(lines: &[&str]) -> State {
    let words: Vec<_> = lines[0].split_whitespace().map(hex).collect();
    let rest: Vec<_> = lines[1].split_whitespace().collect();
    let byte = |index: usize| hex(rest[index]).to_be_bytes()[1];
    let mut cpu =
        Z80 { ix: words[8], iy: words[9], wz: words[12], i: byte(0), im: byte(4), ..Z80::default() };
    for (register, pair) in [(B, 1), (D, 2), (H, 3)] {
        [cpu.r[register], cpu.r[register + 1]] = words[pair].to_be_bytes();
        [cpu.alternate[register], cpu.alternate[register + 1]] = words[pair + 4].to_be_bytes();
    }
    [cpu.r[A], cpu.r[F]] = words[0].to_be_bytes();
    [cpu.alternate[A], cpu.alternate[F]] = words[4].to_be_bytes();
    (cpu.r.sp, cpu.r.pc) = (words[10], words[11]);
    cpu.refresh = Refresh::new(byte(1));
    (cpu.iff1, cpu.iff2) = (byte(2) != 0, byte(3) != 0);
    let memory = lines[2..].iter().flat_map(|line| memory(line)).collect();
    State { cpu, halted: byte(5) != 0, cycles: rest[6].parse().unwrap(), memory }
}

/// Parses an address and the bytes from there, terminated by -1.
fn memory(line: &str) -> Vec<(u16, u8)> {
    let words: Vec<_> = line.split_whitespace().take_while(|word| *word != "-1").map(hex).collect();
    let Some((first, bytes)) = words.split_first() else { return Vec::new() };
    (*first..).zip(bytes).map(|(address, byte)| (address, byte.to_be_bytes()[1])).collect()
}

/// Returns the state without the internal state that the last instruction leaves for the next one, which is not in the
/// files.
fn comparable(cpu: &Z80) -> Z80 {
    Z80 { q: false, after: After::Nothing, ..*cpu }
}

/// Runs a case until its number of cycles is reached or exceeded. A port reads as the high byte of its address.
fn check_case(case: &Case) -> Result<(), String> {
    let mut bus = Recorder { port: None, ..Recorder::default() };
    bus.begin(&case.before.memory);
    let (mut cpu, mut cycles) = (case.before.cpu, 0);
    while cycles < case.before.cycles {
        cycles += cpu.step(&mut bus).cycles;
    }
    if comparable(&cpu) != comparable(&case.after.cpu) || cpu.is_halted() != case.after.halted {
        return Err(format!("\nfound    {:?}\nexpected {:?}", comparable(&cpu), comparable(&case.after.cpu)));
    }
    bus.compare(&case.after.memory)?;
    if (cycles, &bus.accesses) != (case.after.cycles, &case.accesses) {
        return Err(format!(
            "\nfound    {cycles} {:04X?}\nexpected {} {:04X?}",
            bus.accesses, case.after.cycles, case.accesses
        ));
    }
    Ok(())
}
