//! The panel of subroutines, loops and the words on the stack.

use arcadian_debugger::debuggee::Space;
use ratatui::text::{Line, Span};

use super::{Content, either};
use crate::terminal::stepping::app::App;

/// The maximum number of words shown.
const WORDS: i64 = 16;

pub(super) fn content(app: &App) -> Content {
    let program = app.program();
    let name = |location| program.location_name(location);
    let frame = |frame: arcadian_debugger::debuggee::StackFrame| {
        Line::from(format!("{} from {}", frame.name, name(frame.from)))
    };
    let mut lines: Vec<Line> = program.frames().into_iter().map(frame).collect();
    lines.extend(words(app));
    Content { title: either(app, "Calls and stack", "Subroutines and loops"), lines, is_part: false }
}

/// Returns the words from the top of the stack, with change marks.
fn words(app: &App) -> Vec<Line<'static>> {
    let program = app.program();
    let (Some(stack), Some(pointer)) = (program.stack(), program.resolve("SP")) else {
        return Vec::new();
    };
    let pointer = program.value(pointer);
    let (first, end) = (i64::from(stack.start), i64::from(stack.end));
    // The words pushed before the start are not shown, except the return address of the program.
    let start = app.stepping.past.start.value("SP");
    let end = if start >= pointer { start + 2 } else { end };
    let addresses = (0..WORDS).map(|n| first + 2 * n).take_while(|address| address + 1 < end);
    addresses.map(|address| word(app, address as u16)).collect()
}

fn word(app: &App, address: u16) -> Line<'static> {
    let byte = |address: u16| app.program().load(Space::Byte, address.into()).unwrap_or(0) as u8;
    let [low, high] =
        [address, address.wrapping_add(1)].map(|at| (byte(at), app.stepping.past.byte(at, byte(at))));
    let mark = low.1.max(high.1);
    Line::from(vec![
        Span::styled(format!("{address:04X} "), app.theme.quiet()),
        Span::styled(format!("{}{:02X}{:02X}", mark.sign(), high.0, low.0), app.theme.mark(mark)),
    ])
}
