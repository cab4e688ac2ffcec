//! When a machine hears keys. A program that was just started clears its memory and draws before it reads the keypad, and a key that is
//! released by then is lost.

use std::{cell::OnceCell, ops::RangeInclusive};

use arcadian_bally::{Bally, StopAt, frame_end};
use arcadian_machine::{Reason, Until};

/// The ports of the keypad.
const KEYPAD: RangeInclusive<u8> = 0x14..=0x17;
/// The most frames that a program takes, ten seconds. One that has not read the keypad by then may never do so.
const LONGEST: u64 = 600;

/// When a machine first reads the keypad.
pub(crate) struct Listening<'a> {
    bally: &'a Bally,
    after_start: OnceCell<u64>,
    after_reset: OnceCell<u64>,
}

impl<'a> Listening<'a> {
    pub(crate) fn new(bally: &'a Bally) -> Self {
        Listening { bally, after_start: OnceCell::new(), after_reset: OnceCell::new() }
    }

    /// Returns the number of frames that end before.
    pub(crate) fn after_start(&self) -> u64 {
        *self.after_start.get_or_init(|| frames(self.bally.clone()))
    }

    /// Returns the number of frames that end between RESET and that.
    pub(crate) fn after_reset(&self) -> u64 {
        *self.after_reset.get_or_init(|| {
            let mut bally = self.bally.clone();
            bally.reset();
            frames(bally)
        })
    }
}

/// Runs a copy of a machine until it reads the keypad. A machine that never does so is at once ready for keys.
fn frames(mut bally: Bally) -> u64 {
    bally.clear_stops();
    bally.stop_at(&StopAt::PortRead(KEYPAD));
    for frame in 0..LONGEST {
        let end = frame_end(bally.cycles());
        while bally.cycles() < end {
            let stop = bally.run(&Until::halted().cycles(end - bally.cycles()));
            match stop.reason {
                Reason::Budget => {}
                Reason::Event(_) => return frame,
                _ => return 0,
            }
        }
    }
    0
}
