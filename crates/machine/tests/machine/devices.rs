//! Predefined devices and ports.

use arcadian_cpu::Bus;
use arcadian_machine::{
    Backplane,
    devices::{Console, Feedback, Permuter},
};

fn exchanged(byte: u8, pairs: &[(u32, u32)]) -> u8 {
    let swap = |byte: u8, &(one, other): &(u32, u32)| match (byte >> one ^ byte >> other) & 1 {
        0 => byte,
        _ => byte ^ 1 << one ^ 1 << other,
    };
    pairs.iter().fold(byte, swap)
}

#[test]
fn the_permuter_reads_back_four_permutations() {
    let mut backplane = Backplane::default();
    backplane.device(0xD000..=0xD003, Permuter::default()).unwrap();
    for byte in 0..=255 {
        backplane.write(0xD000, byte);
        for ignored in 0xD001..=0xD003 {
            backplane.write(ignored, !byte);
        }
        let table_2 = exchanged(byte, &[(1, 7), (2, 6), (3, 5)]);
        let expected = [byte, exchanged(table_2, &[(0, 4)]), table_2, byte.rotate_right(4)];
        for (address, expected) in (0xD000..).zip(expected) {
            assert_eq!((backplane.peek(address), backplane.read(address)), (expected, expected));
        }
    }
}

#[test]
fn the_feedback_drives_the_lines() {
    let mut backplane = Backplane::default();
    backplane.device(0xBFFC..=0xBFFC, Feedback::default()).unwrap();
    backplane.write(0xBFFC, 1);
    assert_eq!((backplane.irq(), backplane.nmi(), backplane.read(0xBFFC)), (true, false, 1));
    backplane.write(0xBFFC, 2);
    backplane.write(0xBFFC, 0);
    assert_eq!((backplane.irq(), backplane.nmi()), (false, true), "a short pulse is an edge");
    backplane.write(0xBFFC, 2);
    assert!(backplane.nmi());
    backplane.write(0xBFFC, 3);
    assert_eq!((backplane.irq(), backplane.nmi()), (true, false), "there is no new edge");
}

#[test]
fn the_console_prints() {
    let mut backplane = Backplane::default();
    let console = backplane.device(0xC000..=0xC000, Console).unwrap();
    backplane.attach(1..=1, console).unwrap();
    backplane.write(0xC000, b'A');
    assert_eq!(backplane.printed.take(), b"A");
    backplane.output(0x3301, b'B');
    backplane.write(0xC001, b'C');
    assert_eq!(backplane.printed.take(), b"B");
    assert_eq!(backplane.printed.take(), b"");
    assert_eq!((backplane.printed.as_slice(), backplane.printed.count()), (&b"AB"[..], 2));
}

#[test]
fn ports_without_a_device_read_a_constant_and_log_writes() {
    let mut backplane = Backplane::default();
    assert_eq!(backplane.input(0x1234), 0xFF);
    backplane.set_ports(0..=255, 0xBF);
    backplane.set_ports(0x34..=0x34, 0x12);
    assert_eq!((backplane.input(0x1233), backplane.input(0x1234)), (0xBF, 0x12));
    backplane.output(0x00FE, 7);
    assert_eq!(backplane.sent.as_slice(), [(0x00FE, 7)]);
}

#[test]
fn a_sent_byte_updates_the_lines() {
    let mut backplane = Backplane::default();
    let feedback = backplane.plug(Feedback::default());
    backplane.send(feedback, 1);
    assert!(backplane.irq());
    assert_eq!(backplane.get(feedback).map(|device| device.peek(0)), Some(1));
}
