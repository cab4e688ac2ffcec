//! The call stack and the active loops.

use arcadian_basic::{Basic, Level, Position, text_of, words::code};

use super::location;
use crate::debuggee::Frame;

/// Returns the active subroutines and loops, innermost first.
pub(super) fn frames(basic: &Basic) -> Vec<Frame> {
    let mut at = location::of(basic.position());
    let levels = basic.levels().into_iter().rev();
    let frame = |level: Level| {
        let (begin, is_call) = match level {
            Level::Subroutine { begin, .. } => (begin, true),
            Level::Loop { begin, .. } => (begin, false),
        };
        let from = location::of(begin);
        Frame { name: name(basic, &level), is_call, from, at: std::mem::replace(&mut at, from) }
    };
    levels.map(frame).collect()
}

/// Returns the statement that started a level: `GOSUB 500`, or `FOR I=1TO 10STEP 2, I is 4`. If the line has been
/// changed since, it is only the keyword.
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

/// Returns the text between two positions of a line, if it starts with a keyword.
fn text(basic: &Basic, keyword: u8, begin: Position, end: Position) -> Option<String> {
    let line = basic.store().places().find(|place| place.number == begin.line)?;
    let bytes = basic.store().text(line).get(begin.at..end.at)?;
    (bytes.first() == Some(&keyword)).then(|| text_of(bytes).trim_end().to_owned())
}
