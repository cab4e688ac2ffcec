//! Magic writes and the intercept, through the bus of the whole machine.

use crate::rig::{Rig, address, hex, rows};

const MAGIC: u16 = 0x0C;
const XPAND: u16 = 0x19;
const INTERCEPT: u16 = 0x08;

/// Writes a byte over another one and returns what is in memory then.
fn store(rig: &mut Rig, at: u16, old: u8, data: u8) -> u8 {
    rig.poke(at + 0x4000, old);
    rig.write(at, data);
    rig.read(at + 0x4000)
}

#[test]
fn sequences_of_writes() {
    let mut rig = Rig::new();
    let table = rows(include_str!("../data/magic-sequences.csv"));
    assert_eq!(table.len(), 6144);
    for row in table {
        let [mode, xpand, step, old, data, screen, intercept] =
            [0, 1, 3, 4, 5, 6, 7].map(|column| hex(row[column]));
        if step == 1 {
            rig.out(XPAND, xpand);
            rig.out(MAGIC, mode);
            rig.input(INTERCEPT);
        }
        let stored = store(&mut rig, 0x100 + u16::from(step), old, data);
        assert_eq!((stored, rig.input(INTERCEPT)), (screen, intercept), "{row:?}");
    }
}

#[test]
fn single_writes() {
    let mut rig = Rig::new();
    for row in rows(include_str!("../data/magic-single.csv")) {
        let [mode, xpand, old, data, screen, intercept] = [0, 1, 2, 3, 4, 5].map(|column| hex(row[column]));
        rig.out(XPAND, xpand);
        rig.out(MAGIC, mode);
        rig.input(INTERCEPT);
        assert_eq!((store(&mut rig, 0x200, old, data), rig.input(INTERCEPT)), (screen, intercept), "{row:?}");
    }
}

#[test]
fn three_writes_before_the_intercept_is_read() {
    let mut rig = Rig::new();
    let table = rows(include_str!("../data/intercept.csv"));
    assert_eq!(table.len(), 400);
    for row in table {
        rig.out(MAGIC, hex(row[0]));
        rig.input(INTERCEPT);
        for write in 0..3 {
            store(
                &mut rig,
                0x201 + write,
                hex(row[1 + 2 * usize::from(write)]),
                hex(row[2 + 2 * usize::from(write)]),
            );
        }
        assert_eq!([rig.input(INTERCEPT), rig.input(INTERCEPT)], [hex(row[7]), hex(row[8])], "{row:?}");
    }
}

const EXHAUSTIVE: &[u8] = include_bytes!("../data/magic-exhaustive.bin");

/// The values of two bytes, the first one slowest.
fn pairs() -> impl Iterator<Item = (u8, u8)> {
    (0..=0xFFFF_u16).map(|pair| pair.to_be_bytes().into())
}

#[test]
fn all_bytes_through_every_function() {
    let mut rig = Rig::new();
    let mut expected = EXHAUSTIVE.iter().copied();
    let mut check = |found: &[u8], what: &str| {
        for &byte in found {
            assert_eq!(Some(byte), expected.next(), "{what}");
        }
    };
    for shift in 0..4 {
        for (one, two) in pairs() {
            rig.out(MAGIC, shift);
            rig.write(0x10, one);
            rig.write(0x11, two);
            check(&[rig.read(0x4011)], "shift");
        }
    }
    for mode in [0x10, 0x20, 0x30] {
        rig.out(MAGIC, mode);
        for (old, data) in pairs() {
            rig.poke(0x4010, old);
            rig.input(INTERCEPT);
            rig.write(0x10, data);
            check(&[rig.read(0x4010), rig.input(INTERCEPT)], "OR and XOR");
        }
    }
    rig.out(MAGIC, 0x40);
    for data in 0..=0xFF {
        rig.write(0x10, data);
        check(&[rig.read(0x4010)], "flop");
    }
    for xpand in 0..16 {
        rig.out(XPAND, xpand);
        for data in 0..=0xFF {
            rig.out(MAGIC, 8);
            rig.write(0x10, data);
            rig.write(0x11, data);
            check(&[rig.read(0x4010), rig.read(0x4011)], "expand");
        }
    }
}

#[test]
fn rotated_blocks() {
    let mut rig = Rig::new();
    let blocks = &EXHAUSTIVE[EXHAUSTIVE.len() - 2000 * 16..];
    // What the experiment before this one left in memory.
    rig.poke(0x4011, 0xFF);
    let mut before = [0xFF, 0, 0, 0, 0, 0, 0, 0];
    for (number, block) in blocks.chunks(16).enumerate() {
        rig.out(MAGIC, 4);
        for (step, write) in (0..).zip(block.chunks(2)) {
            let [data, screen] = *write else { panic!("a pair") };
            rig.write(0x11 + step, data);
            let found = rig.read(0x4011 + step);
            assert_eq!(found, screen, "block {number}, step {step}");
            if step < 4 {
                assert_eq!(found, before[usize::from(step)], "the first four writes store nothing");
            }
            before[usize::from(step)] = found;
        }
    }
}

#[test]
fn what_resets_what() {
    let mut rig = Rig::new();
    // A write of MAGIC does not clear the intercept.
    rig.out(MAGIC, 0x10);
    store(&mut rig, 0x300, 0xFF, 0xFF);
    rig.out(MAGIC, 0);
    assert_eq!(rig.input(INTERCEPT), 0xFF);
    // A write of XPAND does not reset the order of the nibbles.
    rig.out(XPAND, 0x0C);
    rig.out(MAGIC, 8);
    rig.write(0x300, 0xA5);
    rig.out(XPAND, 0x0C);
    rig.write(0x300, 0xA5);
    assert_eq!(rig.read(0x4300), 0x33);
    // Neither a read of magic memory nor a plain write changes what a shift moves in.
    for is_plain in [false, true] {
        rig.out(MAGIC, 1);
        rig.write(0x300, 0xFF);
        if is_plain {
            rig.write(0x4300, 0);
        } else {
            assert_eq!(rig.read(0x300), 0xFF);
        }
        rig.write(0x301, 0);
        assert_eq!(rig.read(0x4301), 0xC0);
    }
}

#[test]
fn only_writes_below_1000_are_magic() {
    for row in rows(include_str!("../data/memory.csv")) {
        let mut rig = Rig::with(arcadian_bally::Config::default());
        rig.out(MAGIC, 0x40);
        if !row[0].is_empty() {
            rig.write(address(row[1]), hex(row[0]));
        }
        assert_eq!(rig.read(address(row[2])), hex(row[3]), "{row:?}");
    }
}
