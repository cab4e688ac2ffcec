//! Loops and subroutines.

use arcadian_basic::{Basic, Level, Position, text_of};

use super::place;
use crate::debuggee::Frame;

/// Those that execution is in, the innermost first.
pub(super) fn frames(basic: &Basic) -> Vec<Frame> {
    let mut at = place::spot(basic.position());
    let levels = basic.levels().into_iter().rev();
    let frame = |level: Level| {
        let (begin, is_call) = match level {
            Level::Subroutine { begin, .. } => (begin, true),
            Level::Loop { begin, .. } => (begin, false),
        };
        let from = place::spot(begin);
        Frame { name: name(basic, &level), is_call, from, at: std::mem::replace(&mut at, from) }
    };
    levels.map(frame).collect()
}

/// `GOSUB 500`, or `FOR I=1TO 10STEP 2, I is 4`, as it stands in the line.
fn name(basic: &Basic, level: &Level) -> String {
    match level {
        Level::Subroutine { begin, back } => text(basic, *begin, *back),
        Level::Loop { variable, value, begin, back, .. } => {
            format!("{}, {variable} is {value}", text(basic, *begin, *back))
        }
    }
}

/// What stands between two places of a line.
fn text(basic: &Basic, begin: Position, back: Position) -> String {
    let line = basic.store().places().find(|place| place.number == begin.line);
    let text = line.map(|place| basic.store().text(place)).unwrap_or_default();
    text_of(text.get(begin.at..back.at.min(text.len())).unwrap_or_default()).trim_end().to_owned()
}
