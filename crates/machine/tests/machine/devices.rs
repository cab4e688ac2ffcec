//! Devices: the memory map, ports, events that they report, and changes to them.

use std::ops::ControlFlow;

use arcadian_cpu::{Bus, Core, Z80};
use arcadian_machine::{
    AreaKind, Backplane, Context, Device, DeviceEvent, History, LoadError, Machine, MapError, Reason, Until,
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

/// A device that reports every byte written to a port, and exchanges the memory at 8000 by it.
#[derive(Clone, Debug, Default)]
struct Reporter {
    last: u8,
}

impl Device for Reporter {
    fn name(&self) -> &'static str {
        "reporter"
    }

    fn output(&mut self, _port: u16, value: u8, cx: &mut Context) {
        self.last = value;
        cx.load(0x8000, &[value; 4]).unwrap();
        cx.report("byte", value.into());
    }
}

/// XOR A; loop: OUT (5),A; INC A; JR loop
fn machine() -> Machine<Z80> {
    let mut machine = Machine::<Z80>::new();
    let id = machine.backplane.plug(Reporter::default());
    machine.backplane.attach(5..=5, id).unwrap();
    machine.backplane.rom(0x8000..=0x80FF).unwrap();
    machine.backplane.load(0x0100, &[0xAF, 0xD3, 0x05, 0x3C, 0x18, 0xFB]).unwrap();
    machine.core.set_pc(0x0100);
    machine
}

fn last(machine: &Machine<Z80>) -> u8 {
    machine.backplane.find::<Reporter>().unwrap().last
}

#[test]
fn a_run_stops_at_a_reported_event() {
    let mut machine = machine();
    machine.backplane.stop_at_event("byte", 3..=4);
    machine.backplane.stop_at_event("other", 0..=0xFFFF);
    for value in 3..=4 {
        let reason = machine.run(&Until::halted().instructions(1000)).reason;
        assert_eq!(reason, Reason::Event(DeviceEvent { name: "byte", value }));
    }
    assert_eq!((last(&machine), machine.peek(0x8003)), (4, 4));
    machine.backplane.clear_watchpoints();
    assert_eq!(machine.run(&Until::halted().instructions(30)).reason, Reason::Budget);
}

/// Observed runs and replays see the same events of each instruction, and noting them stops nothing.
#[test]
fn noted_events_are_those_of_the_last_instruction() {
    let mut history = History::with(machine(), 4, 1 << 20);
    history.note_events();
    let mut seen = Vec::new();
    let stop = history.run_with(&Until::halted().instructions(30), |view| {
        seen.push(view.backplane.events().to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(stop.reason, Reason::Budget);
    // XOR A; then again and again OUT (5),A; INC A; JR.
    let event = |value| vec![DeviceEvent { name: "byte", value }];
    assert_eq!(seen[..6], [vec![], vec![], event(0), vec![], vec![], event(1)]);
    history.seek(3).unwrap();
    assert!(history.machine().backplane.events().is_empty(), "a run without an observer");
    let mut again = Vec::new();
    history.forward_with(27, |view| {
        again.push(view.backplane.events().to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(again[1..], seen[4..]);
}

#[test]
fn a_halted_processor_that_waits_for_reset_is_not_stuck() {
    let mut machine = machine();
    machine.backplane.load(0x0100, &[0xF3, 0x76]).unwrap();
    assert_eq!(machine.run(&Until::halted()).reason, Reason::Halted(0x0102));
    assert!(machine.is_halted_forever());
    machine.reset();
    assert!(!machine.is_halted_forever() && machine.backplane.is_reset_pending());
}

#[test]
fn a_replay_does_not_stop_at_events_and_restores_loaded_memory() {
    let mut history = History::with(machine(), 4, 1 << 20);
    history.run(&Until::halted().instructions(60));
    let end = last(history.machine());
    history.seek(20).unwrap();
    let (then, byte) = (last(history.machine()), history.machine().peek(0x8000));
    assert_eq!((then, byte), (6, 6));
    history.stop_at_event("byte", 0..=0xFFFF);
    assert_eq!(history.forward(40), 40);
    assert_eq!((last(history.machine()), history.machine().peek(0x8001)), (end, end));
    assert_eq!(history.machine().backplane.areas()[0].kind, AreaKind::Rom);
}

#[test]
fn a_device_is_found_and_changed_by_its_type() {
    let mut machine = machine();
    let id = machine.backplane.plug(Permuter::default());
    assert_eq!(machine.backplane.change_device(id, |device: &mut Permuter| device.store(0, 5)), Some(()));
    assert_eq!(machine.backplane.find::<Permuter>().map(|device| device.peek(0)), Some(5));
    assert_eq!(machine.backplane.change_device(id, |_: &mut Reporter| ()), None);
}

#[test]
fn a_machine_resumes_at_a_saved_time() {
    let mut machine = machine();
    let mut other = Machine::<Z80>::new();
    machine.run(&Until::halted().instructions(10));
    other.resume(machine.core, machine.instructions(), machine.cycles(), None);
    assert_eq!((other.instructions(), other.cycles()), (10, machine.cycles()));
    assert_eq!(other.core, machine.core);
}

#[test]
fn time_passes_for_a_processor_that_is_halted_for_ever() {
    let mut machine = Machine::<Z80>::new();
    machine.backplane.load(0, &[0x76]).unwrap();
    assert_eq!(machine.run(&Until::halted().cycles(400)).reason, Reason::Halted(1));
    assert_eq!(machine.run(&Until::never().cycles(400)).reason, Reason::Budget);
    assert_eq!(machine.cycles(), 4 + 400);
}

#[test]
fn unmapped_memory_is_ram() {
    let mut backplane = Backplane::default();
    for address in [0, 0x00FF, 0x8000, 0xFFFF] {
        backplane.write(address, 0x5A);
        assert_eq!((backplane.read(address), backplane.peek(address)), (0x5A, 0x5A));
    }
    assert!(backplane.areas().is_empty());
}

#[test]
fn writes_change_ram_but_not_rom_in_the_same_page() {
    let mut backplane = Backplane::default();
    backplane.rom(0x1010..=0x10EF).unwrap();
    backplane.load(0x1000, &[7; 256]).unwrap();
    for address in 0x1000..=0x10FF {
        backplane.write(address, 9);
        let rom = (0x1010..=0x10EF).contains(&address);
        assert_eq!(backplane.read(address), if rom { 7 } else { 9 }, "{address:04X}");
    }
    backplane.poke(0x1010, 8);
    assert_eq!(backplane.read(0x1010), 8);
}

#[test]
fn an_overlap_names_both_areas() {
    let mut backplane = Backplane::default();
    backplane.rom(0xF000..=0xFFFF).unwrap();
    let error = backplane.device(0xEFFF..=0xF000, Console).unwrap_err();
    assert_eq!(
        error.to_string(),
        "device `console` EFFF-F000 overlaps ROM F000-FFFF; an address can belong to only one of them"
    );
    assert_eq!(backplane.devices().count(), 0);
    backplane.device(0xEFFE..=0xEFFF, Console).unwrap();
    assert!(matches!(backplane.ram(0xEFFF..=0xEFFF), Err(MapError::Overlap { .. })));
    assert_eq!(backplane.areas().len(), 2);
}

#[test]
#[expect(clippy::reversed_empty_ranges)]
fn a_reversed_range_is_an_error() {
    let error = Backplane::default().rom(0x2000..=0x1FFF).unwrap_err();
    assert_eq!(error, MapError::Reversed { first: 0x2000, last: 0x1FFF });
}

#[test]
fn an_image_must_fit_below_ffff() {
    let mut backplane = Backplane::default();
    backplane.load(0xFFFE, &[1, 2]).unwrap();
    assert_eq!(backplane.bytes()[0xFFFE..], [1, 2]);
    let error = backplane.load(0xFFFE, &[1, 2, 3]).unwrap_err();
    assert_eq!(error, LoadError { origin: 0xFFFE, length: 3 });
    assert_eq!(error.to_string(), "3 bytes at FFFE exceed FFFF by 1; use a lower address");
    backplane.load(0, &[0; 0x1_0000]).unwrap();
    backplane.load(0xFFFF, &[]).unwrap();
}

#[test]
fn a_device_of_another_machine_cannot_be_mapped() {
    let id = Backplane::default().plug(Console);
    assert_eq!(Backplane::default().attach(1..=1, id), Err(MapError::NoDevice("console")));
}
