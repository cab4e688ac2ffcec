//! The debugger on a cartridge: stop conditions, forward and backward.

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_bally::{Bally, ChipEvent, Chips, Input, PadKey, StopAt};
use arcadian_cpu::Z80;
use arcadian_debugger::{
    Debugger,
    code::{MachineCode, Source},
    debugger::{Breakpoint, Trigger, Watched},
};
use arcadian_machine::{Change, History, Machine, Reason, Until};

use crate::rig::{BUSY, busy, busy_config};

fn debugger() -> Debugger {
    let assembly = assemble("busy.asm", BUSY, &Options::default(), &mut NoFiles).expect("no mistakes");
    let (machine, _) = busy_config().build();
    Debugger::new(Box::new(MachineCode::new(machine, Source::assembled(&assembly), None)))
}

#[test]
fn a_breakpoint_in_an_interrupt_handler_and_back() {
    let mut debugger = debugger();
    let location = debugger.find_location("FRAME").unwrap();
    debugger.add_stoppoint("FRAME", Trigger::At(Breakpoint::new([location], None)));
    let stops: Vec<u64> = (0..4).map(|_| debugger.resume().to).collect();
    assert!(stops.is_sorted());
    assert_eq!(debugger.evaluate("[4FD0H]"), Ok(3));
    assert_eq!(debugger.back_resume().to, stops[2]);
    assert_eq!(debugger.back_resume().to, stops[1]);
    assert_eq!(debugger.resume().to, stops[2]);
}

#[test]
fn a_watchpoint_sees_what_a_magic_write_stores() {
    let mut debugger = debugger();
    let watched = debugger.parse("[40A0H]").unwrap();
    debugger.add_stoppoint("[40A0H]", Trigger::Changes(Watched::Value(watched)));
    let first = debugger.resume().to;
    assert_eq!(debugger.evaluate("[40A0H]"), Ok(0x03));
    let second = debugger.resume().to;
    assert!(second > first);
    assert_eq!(debugger.evaluate("[40A0H]"), Ok(0));
    assert_eq!(debugger.back_resume().to, second - 1);
}

/// Runs to a stop condition and returns the report.
fn run_to(bally: &mut Bally, condition: StopAt) -> String {
    bally.clear_stops();
    bally.stop_at(&condition);
    match bally.run(&Until::halted().cycles(200_000)).reason {
        Reason::Event(event) => ChipEvent(event).to_string(),
        reason => panic!("{condition:?}: {reason}"),
    }
}

#[test]
fn a_run_stops_at_each_kind_of_event() {
    let mut bally = busy();
    crate::rig::frames(&mut bally, 10, &Input::default());
    assert_eq!(run_to(&mut bally, StopAt::RasterLine(100)), "the beam is in raster line 100");
    assert_eq!(bally.chips().raster_line(), 100);
    assert_eq!(run_to(&mut bally, StopAt::Interrupt), "an interrupt with vector 10 was accepted");
    assert_eq!(bally.chips().raster_line(), 191 + 22);
    assert_eq!(run_to(&mut bally, StopAt::PortWrite(0x0C..=0x0C)), "port 0C was written");
    assert_eq!(run_to(&mut bally, StopAt::PortWrite(0x12..=0x13)), "port 12 was written");
    let magic = run_to(&mut bally, StopAt::MagicWrite(0..=0x0FFF));
    assert!(magic.starts_with("magic memory was written at 0"), "{magic}");
    bally.clear_stops();
    let stop = bally.run(&Until::halted().cycles(100_000));
    assert_eq!(stop.reason, Reason::Budget);
}

#[test]
fn port_reads_stop_and_frames_do_not() {
    let mut bally = Bally::new(Default::default());
    crate::rig::frames(&mut bally, 20, &Input::default());
    assert_eq!(run_to(&mut bally, StopAt::PortRead(0x14..=0x15)), "port 15 was read");
    assert_eq!(run_to(&mut bally, StopAt::PortRead(0x14..=0x15)), "port 14 was read");
    let before = bally.frames();
    bally.run_frame(&Input::default());
    bally.run_frame(&Input::default());
    assert_eq!((bally.frames(), bally.runaway()), (before + 2, None));
}

fn assert_equal(one: &Machine<Z80>, two: &Machine<Z80>) {
    assert_eq!((one.core, one.instructions(), one.cycles()), (two.core, two.instructions(), two.cycles()));
    assert!(one.backplane.bytes() == two.backplane.bytes());
    let (one, two) = (Chips::of(&one.backplane).unwrap(), Chips::of(&two.backplane).unwrap());
    assert_eq!(
        (one.registers(), one.raster_line(), one.sound()),
        (two.registers(), two.raster_line(), two.sound())
    );
    assert!(one.frame() == two.frame());
}

#[test]
fn a_run_goes_back_and_forward() {
    let (machine, _) = busy_config().build();
    let mut history = History::with(machine.clone(), 5000, 64 << 20);
    history.run(&Until::halted().instructions(60_000));
    let end = history.machine().clone();
    for goal in [59_999, 40_123, 7, 0, 33_333] {
        history.seek(goal).unwrap();
        let mut again = machine.clone();
        again.run(&Until::halted().instructions(goal));
        assert_equal(history.machine(), &again);
    }
    history.forward(u64::MAX);
    assert_equal(history.machine(), &end);
}

#[test]
fn keys_are_part_of_the_recording() {
    let (machine, chips) = arcadian_bally::Config::default().build();
    let mut history = History::new(machine);
    history.run(&Until::halted().cycles(900_000));
    let before = history.now();
    let mut input = Input::default();
    input.press(PadKey::with_overlay("5").unwrap());
    for byte in input.messages(&Input::default()) {
        history.change(Change::Send(chips, byte));
    }
    history.run(&Until::halted().cycles(100_000));
    let port = |history: &History<Z80>| Chips::of(&history.machine().backplane).unwrap().peek_port(0x16);
    assert_eq!(port(&history), 4);
    let (end, picture) = (history.now(), Chips::of(&history.machine().backplane).unwrap().frame().picture());
    history.seek(before - 1).unwrap();
    assert_eq!(port(&history), 0);
    history.seek(end).unwrap();
    assert_eq!(port(&history), 4);
    assert_eq!(Chips::of(&history.machine().backplane).unwrap().frame().picture(), picture);
}

#[test]
fn a_recording_stops_at_events() {
    let (machine, _) = busy_config().build();
    let mut history = History::new(machine);
    history.run(&Until::halted().cycles(100_000));
    StopAt::RasterLine(77).add_to_history(&mut history);
    let stop = history.run(&Until::halted().cycles(40_000));
    assert!(matches!(stop.reason, Reason::Event(_)));
    assert_eq!(Chips::of(&history.machine().backplane).unwrap().raster_line(), 77);
    history.back(100);
    assert_ne!(Chips::of(&history.machine().backplane).unwrap().raster_line(), 78);
}
