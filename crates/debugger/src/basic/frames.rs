//! The call stack and the active loops.

use arcadian_basic::{Basic, BasicFrame, Position, text_of, words::code};

use super::location;
use crate::debuggee::StackFrame;

/// Returns the active subroutines and loops, innermost first.
pub(super) fn frames(basic: &Basic) -> Vec<StackFrame> {
    let mut at = location::of(basic.position());
    let stack = basic.call_stack().into_iter().rev();
    let frame = |active: BasicFrame| {
        let (begin, is_call) = match active {
            BasicFrame::Subroutine { begin, .. } => (begin, true),
            BasicFrame::Loop { begin, .. } => (begin, false),
        };
        let from = location::of(begin);
        StackFrame { name: name(basic, &active), is_call, from, at: std::mem::replace(&mut at, from) }
    };
    stack.map(frame).collect()
}

/// Returns the statement that started a loop or subroutine: `GOSUB 500`, or `FOR I=1TO 10STEP 2, I is 4`. If the line has been
/// changed since, it is only the keyword.
fn name(basic: &Basic, active: &BasicFrame) -> String {
    match active {
        BasicFrame::Subroutine { begin, back } => {
            text(basic, code::GOSUB, *begin, *back).unwrap_or_else(|| "GOSUB".to_owned())
        }
        BasicFrame::Loop { variable, value, begin, back, .. } => {
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
