//! Reverse execution.

use arcadian_bally::{Chips, Input, PadKey, StopAt};
use arcadian_cpu::Z80;
use arcadian_machine::{Change, History, Machine, Reason, Until};

use crate::rig::busy_config;

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
