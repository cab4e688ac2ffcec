//! The core tests of FUSE, the Free Unix Spectrum Emulator: an instruction or a few, from a written state to another.

use arcadian_cpu::registers::{A, B, D, F, H};
use arcadian_cpu::z80::{After, Refresh};
use arcadian_cpu::{Core, Z80};

use super::bus::{Access, Recorder};
use super::suite;

/// Cases that the chip decides otherwise, and SingleStepTests with it.
const LEFT_OUT: &[(&[&str], &str)] = &[
    (&["10", "20_2", "28_1", "30_2", "38_1"], "FUSE does not read the distance of a jump it does not make"),
    (&["76"], "FUSE's PC stays at HALT"),
    (
        &["edb2_1", "edb3_1", "edb9_2", "edba_1", "edbb_1"],
        "F and WZ of an instruction that will be repeated were found after FUSE 1.6",
    ),
];

/// A state, and bytes in memory.
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
    for (names, why) in LEFT_OUT {
        println!("{} left out: {why}", names.join(" "));
        cases.retain(|case| !names.contains(&case.name));
    }
    let wrong: Vec<_> =
        cases.iter().filter_map(|case| Some(format!("{}: {}", case.name, one(case).err()?))).collect();
    println!("{} cases\n{}", cases.len(), wrong.join("\n"));
    assert!(wrong.is_empty() && !cases.is_empty(), "{} of {} fail", wrong.len(), cases.len());
}

/// An empty line ends a block; there can be several.
fn blocks<'a>(text: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let full = |block: &'a str| block.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>();
    text.split("\n\n").map(full).filter(|block| !block.is_empty())
}

fn case<'a>(given: &[&'a str], expected: &[&str]) -> Case<'a> {
    assert_eq!(given[0], expected[0], "the two files go together");
    // Lines that begin with a blank tell when something happens.
    let events = expected.iter().skip(1).take_while(|line| line.starts_with(' ')).count();
    Case {
        name: given[0],
        before: state(&given[1..]),
        accesses: expected[1..=events].iter().filter_map(|line| access(line)).collect(),
        after: state(&expected[events + 1..]),
    }
}

/// Time, kind, address and byte. Contention (MC, PC) is the Spectrum's and no access.
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

/// A line of words, a line of bytes and flags, and lines of memory.
fn state(lines: &[&str]) -> State {
    let words: Vec<_> = lines[0].split_whitespace().map(hex).collect();
    let rest: Vec<_> = lines[1].split_whitespace().collect();
    let byte = |index: usize| hex(rest[index]).to_be_bytes()[1];
    let mut cpu =
        Z80 { ix: words[8], iy: words[9], wz: words[12], i: byte(0), im: byte(4), ..Z80::default() };
    for (place, pair) in [(B, 1), (D, 2), (H, 3)] {
        [cpu.r[place], cpu.r[place + 1]] = words[pair].to_be_bytes();
        [cpu.alternate[place], cpu.alternate[place + 1]] = words[pair + 4].to_be_bytes();
    }
    [cpu.r[A], cpu.r[F]] = words[0].to_be_bytes();
    [cpu.alternate[A], cpu.alternate[F]] = words[4].to_be_bytes();
    (cpu.r.sp, cpu.r.pc) = (words[10], words[11]);
    cpu.refresh = Refresh::new(byte(1));
    (cpu.iff1, cpu.iff2) = (byte(2) != 0, byte(3) != 0);
    let memory = lines[2..].iter().flat_map(|line| memory(line)).collect();
    State { cpu, halted: byte(5) != 0, cycles: rest[6].parse().unwrap(), memory }
}

/// An address and the bytes from there, until -1.
fn memory(line: &str) -> Vec<(u16, u8)> {
    let words: Vec<_> = line.split_whitespace().take_while(|word| *word != "-1").map(hex).collect();
    let Some((first, bytes)) = words.split_first() else { return Vec::new() };
    (*first..).zip(bytes).map(|(address, byte)| (address, byte.to_be_bytes()[1])).collect()
}

/// The state without what the last instruction leaves for the next one, which the files do not tell.
fn bare(cpu: &Z80) -> Z80 {
    Z80 { q: false, after: After::Nothing, ..*cpu }
}

/// It runs until the time is up or over. A port reads as the high half of its address.
fn one(case: &Case) -> Result<(), String> {
    let mut bus = Recorder { port: None, ..Recorder::default() };
    bus.begin(&case.before.memory);
    let (mut cpu, mut cycles) = (case.before.cpu, 0);
    while cycles < case.before.cycles {
        cycles += cpu.step(&mut bus).cycles;
    }
    if bare(&cpu) != bare(&case.after.cpu) || cpu.is_halted() != case.after.halted {
        return Err(format!("\nis     {:?}\nshould {:?}", bare(&cpu), bare(&case.after.cpu)));
    }
    bus.compare(&case.after.memory)?;
    if (cycles, &bus.accesses) != (case.after.cycles, &case.accesses) {
        return Err(format!(
            "\nis     {cycles} {:04X?}\nshould {} {:04X?}",
            bus.accesses, case.after.cycles, case.accesses
        ));
    }
    Ok(())
}
