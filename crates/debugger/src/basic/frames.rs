//! Loops and subroutines.

use arcadian_basic::{Basic, Level, Position, text_of, words::code};

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

/// `GOSUB 500`, or `FOR I=1TO 10STEP 2, I is 4`, as it stands in the line; where it is gone from there, the word.
fn name(basic: &Basic, level: &Level) -> String {
    match level {
        Level::Subroutine { begin, back } => {
            text(basic, code::GOSUB, *begin, *back).unwrap_or_else(|| "GOSUB".to_owned())
        }
        Level::Loop { variable, value, begin, back, .. } => {
            let text = text(basic, code::FOR, *begin, *back).unwrap_or_else(|| format!("FOR {variable}"));
            format!("{text}, {variable} is {value}")
        }
    }
}

/// What stands between two places of a line, if it begins with this word.
fn text(basic: &Basic, word: u8, begin: Position, back: Position) -> Option<String> {
    let line = basic.store().places().find(|place| place.number == begin.line)?;
    let bytes = basic.store().text(line).get(begin.at..back.at)?;
    (bytes.first() == Some(&word)).then(|| text_of(bytes).trim_end().to_owned())
}
