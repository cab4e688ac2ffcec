//! Stop conditions of a debugger.

use arcadian_bally::{Bally, ChipEvent, Input, StopAt};
use arcadian_machine::{Reason, Until};

use crate::rig::busy;

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
