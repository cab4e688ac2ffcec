//! The debugger on a cartridge, forward and backward.

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_debugger::{
    Debugger,
    code::{MachineCode, Source},
    debugger::{Breakpoint, Trigger, Watched},
};

use crate::rig::{BUSY, busy_config};

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
