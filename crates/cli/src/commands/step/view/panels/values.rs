//! The panel of registers and flags, or of variables.

use arcadian_debugger::debuggee::{Group, Variable};
use ratatui::text::{Line, Span};

use super::{Content, either};
use arcadian_desk::step::figure::Mark;

use crate::commands::step::view::app::App;

pub(super) fn content(app: &App, width: usize) -> Content {
    let groups = app.program().groups();
    let blocks = groups.iter().flat_map(by_size).filter(|block| !block.is_empty());
    let lines = blocks.flat_map(|block| rows(app, &block, width)).collect();
    Content { title: either(app, "Registers", "Variables"), lines, is_part: false }
}

/// Splits the values of a group by size.
fn by_size(group: &Group) -> Vec<Vec<&Variable>> {
    let of = |bits: u32| group.values.iter().filter(|value| value.bits == bits).collect();
    [8, 16, 1].map(of).into_iter().collect()
}

/// Arranges values in rows.
fn rows(app: &App, block: &[&Variable], width: usize) -> Vec<Line<'static>> {
    let values: Vec<Span> = block.iter().map(|value| span(app, value)).collect();
    let widest = values.iter().map(Span::width).max().unwrap_or(0) + 1;
    let rows = values.chunks((width / widest).max(1));
    let padded = |row: &[Span<'static>]| -> Line<'static> {
        row.iter().flat_map(|value| [value.clone(), Span::raw(" ".repeat(widest - value.width()))]).collect()
    };
    rows.map(padded).collect()
}

fn span(app: &App, variable: &Variable) -> Span<'static> {
    let mark = app.past.value(&variable.name, variable.value);
    let value = app.program().language().notation.value(variable.value, variable.bits);
    let style = match (mark, variable.value) {
        (Mark::Unchanged, 0) => app.theme.quiet(),
        _ => app.theme.mark(mark),
    };
    Span::styled(format!("{}{} {value}", mark.sign(), variable.name), style)
}
