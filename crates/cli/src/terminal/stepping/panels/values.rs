//! The panel of registers and flags, or of variables.

use arcadian_debugger::debuggee::{Group, Variable};
use ratatui::text::{Line, Span};

use super::{Content, either};
use arcadian_debugger::step::figure::Mark;

use crate::terminal::stepping::{app::App, layout::Kind};

/// The groups of values of the processor. The others are those of the hardware.
const PROCESSOR: [&str; 2] = ["Registers", "Flags"];

/// Returns the registers and flags, or the variables.
pub(super) fn content(app: &App, width: usize) -> Content {
    let groups = app.program().groups().into_iter();
    let is_shown = |group: &Group| app.kind() != Kind::Cartridge || PROCESSOR.contains(&group.name);
    let lines = lines(app, groups.filter(is_shown), width);
    Content { title: either(app, "Registers", "Variables"), lines, is_part: false }
}

/// Returns the values of the hardware.
pub(super) fn hardware(app: &App, width: usize) -> Content {
    let groups = app.program().groups().into_iter();
    let lines = lines(app, groups.filter(|group| !PROCESSOR.contains(&group.name)), width);
    Content { title: "Video, sound, inputs".to_owned(), lines, is_part: false }
}

fn lines(app: &App, groups: impl Iterator<Item = Group>, width: usize) -> Vec<Line<'static>> {
    let rows_of = |group: Group| -> Vec<Line<'static>> {
        by_size(&group)
            .iter()
            .filter(|block| !block.is_empty())
            .flat_map(|block| rows(app, block, width))
            .collect()
    };
    groups.flat_map(rows_of).collect()
}

/// Splits the values of a group by size.
fn by_size(group: &Group) -> Vec<Vec<&Variable>> {
    let of = |bits: u32| group.values.iter().filter(|value| value.bits == bits).collect();
    [8, 16, 32, 1].map(of).into_iter().collect()
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
    let mark = app.stepping.past.value(&variable.name, variable.value);
    let value = app.program().language().notation.value(variable.value, variable.bits);
    let style = match (mark, variable.value) {
        (Mark::Unchanged, 0) => app.theme.quiet(),
        _ => app.theme.mark(mark),
    };
    Span::styled(format!("{}{} {value}", mark.sign(), variable.name), style)
}
