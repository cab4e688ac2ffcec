//! Events that devices report, and changes to devices.

use std::ops::ControlFlow;

use arcadian_cpu::{Core, Z80};
use arcadian_machine::{
    AreaKind, Context, Device, DeviceEvent, History, Machine, Reason, Until, devices::Permuter,
};

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
